// tests/fuzz/program.c: bytes as a program, from lang_init to lang_drop.

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "lang/diag_json.h"

// Half of the inputs find their dialect by themselves, the others are forced;
// the choice depends on the input alone, so that a finding can be repeated.
static Dialect dialect_of(size_t size)
{
    switch (size % 4) {
    case 0:
        return DIALECT_MODERN;
    case 1:
        return DIALECT_CLASSIC;
    default:
        return DIALECT_AUTO;
    }
}

static void show(Lang *lang)
{
    char *text = NULL;
    size_t size = 0;

    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    diags_sort(&lang->diags);
    diags_print(&lang->diags, &lang->sources, out, false);
    diags_print(&lang->diags, &lang->sources, out, true);
    fclose(out);
    free(text);
    json_decref(diags_json(&lang->diags, &lang->sources));
}

void fuzz_program(const uint8_t *data, size_t size, void (*phase)(Lang *lang))
{
    Lang lang;
    Err err = {0};

    // A piece of memory of just this size, so that reading behind it is noticed.
    char *text = malloc(size + 1);
    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';

    lang_init(&lang);
    lang.dialect = dialect_of(size);
    if (!lang_add_text(&lang, "fuzz.p", text, size, &err))
        abort();
    phase(&lang);
    show(&lang);
    lang_drop(&lang);
    free(text);
}
