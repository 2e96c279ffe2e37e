// check/engine/outcome.c: the outcome of an execution that has come to rest (docs/contract.md).

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "check/engine/engine_impl.h"

static const char variable[] = "outcome";

static void write_text(void *to, const char *text, size_t size)
{
    buf_add(to, text, size);
}

static const char *name_nobody(void *to, uint32_t machine)
{
    (void)to;
    return machine ? "machine" : "null";
}

// "Reader=2"; empty if machines of this kind have no such variable.
static void write_one(const Engine *e, const Local *local, Buf *out)
{
    const PProgram *p = e->program;
    const PMachineInfo *info = &p->machines[local->kind];
    uint32_t i = 0;
    while (i < info->var_count && strcmp(info->var_names[i], variable) != 0)
        i++;
    if (i == info->var_count)
        return;
    assert(local->position == AT_REST && local->word_count >= info->var_count);
    PWord value = local->words[local->word_count - info->var_count + i];
    PPrinter printer = {.write = write_text, .to = out, .name = name_nobody, .quotes = true};
    buf_print(out, "%s=", info->name);
    p_print(p, info->var_types[i], value, &printer);
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

void engine_outcome(Stepper *h, const State *s, Buf *out)
{
    const Engine *e = h->engine;
    uint32_t machines = shape_of(e, s)->count, count = 0;
    char **parts = NEW_ARRAY(&h->arena, char *, machines + 1);
    for (uint32_t at = 1; at <= machines; at++) {
        const Local *local = local_at(e, s->words[local_word(at)]);
        Buf part = {0};
        if (path_at(e, local->path)->role == PATH_MACHINE)
            write_one(e, local, &part);
        if (part.size)
            parts[count++] = part.text;
    }
    qsort(parts, count, sizeof *parts, by_text);
    for (uint32_t i = 0; i < count; i++) {
        buf_print(out, "%s%s", i ? " " : "", parts[i]);
        free(parts[i]);
    }
    if (!count)
        buf_char(out, '-');
}
