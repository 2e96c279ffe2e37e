# tools/embed.cmake: makes a C file of the files of viewer/, in the order of their names.
#
#     cmake -DFILES="a.css;b.js" -DOUTPUT=viewer_files.c -P tools/embed.cmake

set(arrays "")
set(rows "")
set(number 0)
foreach(path ${FILES})
    get_filename_component(name ${path} NAME)
    file(READ ${path} hex HEX)
    string(LENGTH "${hex}" size)
    math(EXPR size "${size} / 2")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char file_${number}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", (const char *)file_${number}, ${size}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// The files of viewer/; written by tools/embed.cmake.\n\n"
    "#include \"view/page.h\"\n\n${arrays}\n"
    "const ViewerFile viewer_files[] = {\n${rows}    {0},\n};\n")
