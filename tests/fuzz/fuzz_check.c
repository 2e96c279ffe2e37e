// tests/fuzz/fuzz_check.c: any bytes are checked to the end.

#include "fuzz.h"

#include <stdlib.h>

static void check(Lang *lang)
{
    bool good = lang_check(lang);
    if (good != (lang->diags.error_count == 0))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_program(data, size, check);
    return 0;
}
