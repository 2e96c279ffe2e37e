// rt/value_json.c: values as JSON, nested to any depth.

#include "rt/value_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "rt/value_impl.h"

enum { DEPTH_MAX = 200 };

typedef struct Writer {
    Buf *out;
    const PProgram *p;
    const char *(*name)(void *to, uint32_t machine);
    void *to;
} Writer;

// ------------------------------------------------------------------------------ as P prints it

static void write_piece(void *to, const char *text, size_t size)
{
    text_json(((Writer *)to)->out, text, size);
}

static const char *name_machine(void *to, uint32_t machine)
{
    const Writer *w = to;
    return w->name ? w->name(w->to, machine) : NULL;
}

static void print(Writer *w, uint32_t type, PWord value)
{
    PPrinter printer = {.write = write_piece, .to = w, .name = name_machine, .quotes = true};
    p_print(w->p, type, value, &printer);
}

// Writes the value as P prints it, as a JSON string.
static void quote(Writer *w, uint32_t type, PWord value)
{
    buf_char(w->out, '"');
    print(w, type, value);
    buf_char(w->out, '"');
}

// --------------------------------------------------------------------------------- flat values

// The id of the value's type; for the content of an `any`, the type that the `any` stores.
static uint32_t id_of(const Writer *w, const View *v)
{
    return (uint32_t)(v->type - w->p->types);
}

// Writes the shortest digits that give the same float, always with a point or an exponent.
static void real(Writer *w, double number)
{
    char text[40];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    buf_print(w->out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void flat(Writer *w, const View *v)
{
    double number = v->kind == P_TYPE_FLOAT ? p_float(v->word) : 0;
    if (v->kind == P_TYPE_BOOL)
        buf_str(w->out, v->word ? "true" : "false");
    else if (v->kind == P_TYPE_INT)
        buf_print(w->out, "%" PRId64, (int64_t)v->word);
    else if (v->kind == P_TYPE_FLOAT && isfinite(number))
        real(w, number);
    else
        quote(w, id_of(w, v), v->word);
}

// Writes the key of a map as a JSON string, whatever its P type.
static void key(Writer *w, const View *map, uint64_t i)
{
    uint32_t type = map->type->parts[0];
    PWord word = p_map_key(map->word, (uint32_t)i);
    bool is_string = view_of(w->p, type, word).kind == P_TYPE_STRING;
    buf_str(w->out, is_string ? "\"\\\"" : "\"");
    print(w, type, word);
    buf_str(w->out, is_string ? "\\\"\":" : "\":");
}

// -------------------------------------------------------------------------------------- wholes

static bool is_list(const View *v)
{
    return v->kind == P_TYPE_SEQ || v->kind == P_TYPE_SET;
}

// Writes the text before part i, or after the last part. Parts 0, 2, 4 ... of a map are keys.
static void between(Writer *w, const View *v, uint64_t i, uint64_t size)
{
    if (i == 0)
        buf_char(w->out, is_list(v) ? '[' : '{');
    if (i == size) {
        buf_char(w->out, is_list(v) ? ']' : '}');
        return;
    }
    if (i > 0 && (v->kind != P_TYPE_MAP || i % 2 == 0))
        buf_char(w->out, ',');
    if (v->kind == P_TYPE_MAP && i % 2 == 0)
        key(w, v, i / 2);
    else if (v->kind == P_TYPE_NTUPLE)
        buf_print(w->out, "\"%s\":", v->type->fields[i]);
    else if (v->kind == P_TYPE_TUPLE)
        buf_print(w->out, "\"%" PRIu64 "\":", i);
}

// False when the value is nested too deep.
static bool whole(Writer *w, View v)
{
    ValuePath path;
    path_init(&path);
    path_push(&path, v);
    while (path.count > 0 && path.count <= DEPTH_MAX) {
        PathStep *step = path_top(&path);
        between(w, &step->a, step->i, step->size);
        if (step->i == step->size) {
            path.count--;
            continue;
        }
        bool is_key = step->a.kind == P_TYPE_MAP && step->i % 2 == 0;
        View part = view_part(w->p, &step->a, step->i++);
        if (is_key)
            continue;
        if (view_is_deep(&part))
            path_push(&path, part);
        else
            flat(w, &part);
    }
    bool is_done = path.count == 0;
    path_drop(&path);
    return is_done;
}

void value_json(Buf *out, const PProgram *p, uint32_t type, PWord value,
                const char *(*name)(void *to, uint32_t machine), void *to)
{
    Writer w = {.out = out, .p = p, .name = name, .to = to};
    View v = view_of(p, type, value);
    size_t start = out->size;

    if (!view_is_deep(&v)) {
        flat(&w, &v);
    } else if (!whole(&w, v)) {
        out->size = start;
        quote(&w, type, value);
    }
}
