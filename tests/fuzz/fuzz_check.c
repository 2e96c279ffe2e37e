// tests/fuzz/fuzz_check.c: any bytes are checked to the end, and what is right
// becomes a Program that verifies.

#include "fuzz.h"

#include <stdlib.h>

#include "gen/gen.h"
#include "rt/program.h"

static void lower(Lang *lang, Target target)
{
    Arena arena = {0};
    PProgram program;
    Err err = {0};
    Buf text = {0};
    if (!gen_program(&arena, lang, target, &program, &err))
        abort();
    program_print(&program, &text);
    buf_drop(&text);
    arena_drop(&arena);
}

static void check(Lang *lang)
{
    bool good = lang_check(lang);
    if (good != (lang->diags.error_count == 0))
        abort();
    if (good) {
        lower(lang, TARGET_CHECK);
        lower(lang, TARGET_RUN);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_program(data, size, check);
    return 0;
}
