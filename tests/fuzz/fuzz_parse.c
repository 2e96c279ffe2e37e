// tests/fuzz/fuzz_parse.c: any bytes are a tree, with or without errors.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_program(data, size, lang_parse);
    return 0;
}
