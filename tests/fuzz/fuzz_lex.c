// tests/fuzz/fuzz_lex.c: any bytes are tokens.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_program(data, size, lang_lex);
    return 0;
}
