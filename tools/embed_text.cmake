# tools/embed_text.cmake: makes a C array of a text file, with a zero at its end.
#
#     cmake -DFILE=docs/errors.md -DNAME=errors_page -DOUTPUT=errors_page.c -P tools/embed_text.cmake

file(READ ${FILE} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUTPUT} "extern const char ${NAME}[];\nconst char ${NAME}[] = {${bytes}0};\n")
