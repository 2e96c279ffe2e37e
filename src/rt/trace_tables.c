// rt/trace_tables.c: the names and types of a program, as bytes.
//
// Everything is a number or a text with its length; a list begins with its number of items.
// P_NONE is written as 0, so indices of types and sets are counted from 1.

#include "rt/trace_tables.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/memory.h"

static void put_number(Buf *out, uint64_t number)
{
    uint8_t bytes[TRACE_NUMBER_MAX];
    buf_add(out, (const char *)bytes, (size_t)(trace_put_number(bytes, number) - bytes));
}

static void put_text(Buf *out, const char *text)
{
    put_number(out, strlen(text));
    buf_str(out, text);
}

static void put_type(Buf *out, const PType *t)
{
    put_number(out, t->kind);
    put_text(out, t->name);
    put_number(out, t->count);
    for (uint32_t i = 0; i < t->count; i++) {
        put_number(out, t->parts[i]);
        if (t->kind == P_TYPE_NTUPLE)
            put_text(out, t->fields[i]);
    }
    put_number(out, t->elem_count);
    for (uint32_t i = 0; i < t->elem_count; i++) {
        put_text(out, t->elems[i].name);
        put_number(out, (uint64_t)t->elems[i].value);
    }
}

// What values depend on.
static void put_numbering(const PProgram *p, Buf *out)
{
    put_number(out, p->set_count);
    put_number(out, p->type_count);
    for (uint32_t i = 0; i < p->type_count; i++)
        put_type(out, &p->types[i]);
    put_number(out, p->event_count);
    for (uint32_t i = 0; i < p->event_count; i++) {
        put_text(out, p->events[i].name);
        put_number(out, p->events[i].payload);
    }
    put_number(out, p->machine_count);
    for (uint32_t i = 0; i < p->machine_count; i++) {
        put_text(out, p->machines[i].name);
        put_number(out, p->machines[i].kind);
    }
}

void trace_tables_write(const PProgram *p, Buf *out)
{
    put_numbering(p, out);
    put_number(out, p->file_count);
    for (uint32_t i = 0; i < p->file_count; i++)
        put_text(out, p->files[i]);
    put_number(out, p->state_count);
    for (uint32_t i = 0; i < p->state_count; i++) {
        put_text(out, p->states[i].name);
        put_number(out, p->states[i].temperature);
    }
    put_number(out, p->fun_count);
    for (uint32_t i = 0; i < p->fun_count; i++)
        put_text(out, p->funs[i].is_foreign || p->funs[i].foreign ? p->funs[i].name : "");
}

uint64_t trace_tables_sum(const PProgram *p)
{
    Buf bytes = {0};

    put_numbering(p, &bytes);
    uint64_t sum = XXH3_64bits(buf_text(&bytes), bytes.size);
    buf_drop(&bytes);
    return sum;
}

// --------------------------------------------------------------------------------- reading

uint64_t trace_get_number(TraceBytes *b)
{
    uint64_t number = 0;

    for (int i = 0; i < TRACE_NUMBER_MAX && b->at < b->end; i++) {
        uint8_t byte = *b->at++;
        number |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte < 0x80)
            return number;
    }
    b->at = b->end;
    b->is_wrong = true;
    return 0;
}

uint32_t trace_get_below(TraceBytes *b, uint64_t most)
{
    uint64_t number = trace_get_number(b);

    if (number <= most && number <= UINT32_MAX)
        return (uint32_t)number;
    b->at = b->end;
    b->is_wrong = true;
    return 0;
}

uint32_t trace_get_index(TraceBytes *b, uint32_t count)
{
    uint32_t index = trace_get_below(b, UINT32_MAX);

    if (index < count)
        return index;
    b->at = b->end;
    b->is_wrong = true;
    return 0;
}

const char *trace_get_text(TraceBytes *b, size_t *size)
{
    uint64_t count = trace_get_number(b);
    const char *text = (const char *)b->at;

    if (b->is_wrong || count > (uint64_t)(b->end - b->at)) {
        b->at = b->end;
        b->is_wrong = true;
        return NULL;
    }
    b->at += count;
    *size = count;
    return text;
}

// Each item of a list takes at least one byte, so a length cannot be larger than the rest.
static uint32_t get_count(TraceBytes *b)
{
    return trace_get_below(b, (uint64_t)(b->end - b->at));
}

static const char *get_name(Arena *arena, TraceBytes *b)
{
    size_t size = 0;
    const char *text = trace_get_text(b, &size);
    return text ? arena_copy(arena, text, size) : "";
}

static void get_type(Arena *arena, TraceBytes *b, uint32_t type_count, PType *t)
{
    t->kind = (PTypeKind)trace_get_below(b, P_TYPE_NTUPLE);
    t->name = get_name(arena, b);
    t->count = get_count(b);
    uint32_t *parts = NEW_ARRAY(arena, uint32_t, t->count + 1);
    const char **fields = NEW_ARRAY(arena, const char *, t->count + 1);
    for (uint32_t i = 0; i < t->count; i++) {
        parts[i] = trace_get_index(b, type_count);
        fields[i] = t->kind == P_TYPE_NTUPLE ? get_name(arena, b) : NULL;
    }
    t->elem_count = get_count(b);
    PEnumElem *elems = NEW_ARRAY(arena, PEnumElem, t->elem_count + 1);
    for (uint32_t i = 0; i < t->elem_count; i++) {
        elems[i].name = get_name(arena, b);
        elems[i].value = (int64_t)trace_get_number(b);
    }
    t->parts = parts;
    t->fields = fields;
    t->elems = elems;
    t->permissions = P_NONE;
}

// A type has the parts that its kind needs: readers of values rely on it.
static bool has_its_parts(const PType *t)
{
    switch (t->kind) {
    case P_TYPE_SEQ:
    case P_TYPE_SET:
        return t->count == 1;
    case P_TYPE_MAP:
        return t->count == 2;
    default:
        return true;
    }
}

bool trace_tables_read(Arena *arena, const uint8_t *bytes, size_t count, PProgram *p)
{
    TraceBytes b = {.at = bytes, .end = bytes + count};

    *p = (PProgram){.schema = P_SCHEMA};
    p->set_count = trace_get_below(&b, UINT32_MAX - 1);
    p->type_count = get_count(&b);
    PType *types = NEW_ARRAY(arena, PType, p->type_count + 1);
    for (uint32_t i = 0; i < p->type_count; i++)
        get_type(arena, &b, p->type_count, &types[i]);
    p->event_count = get_count(&b);
    PEvent *events = NEW_ARRAY(arena, PEvent, p->event_count + 1);
    for (uint32_t i = 0; i < p->event_count; i++) {
        events[i].name = get_name(arena, &b);
        events[i].payload = trace_get_index(&b, p->type_count);
    }
    p->machine_count = get_count(&b);
    PMachineInfo *machines = NEW_ARRAY(arena, PMachineInfo, p->machine_count + 1);
    for (uint32_t i = 0; i < p->machine_count; i++) {
        machines[i].name = get_name(arena, &b);
        machines[i].kind = (PMachineKind)trace_get_below(&b, P_MACHINE_SCENARIO);
    }
    p->file_count = get_count(&b);
    const char **files = NEW_ARRAY(arena, const char *, p->file_count + 1);
    for (uint32_t i = 0; i < p->file_count; i++)
        files[i] = get_name(arena, &b);
    p->state_count = get_count(&b);
    PState *states = NEW_ARRAY(arena, PState, p->state_count + 1);
    for (uint32_t i = 0; i < p->state_count; i++) {
        states[i].name = get_name(arena, &b);
        states[i].temperature = (PTemperature)trace_get_below(&b, P_COLD);
    }
    p->fun_count = get_count(&b);
    PFun *funs = NEW_ARRAY(arena, PFun, p->fun_count + 1);
    for (uint32_t i = 0; i < p->fun_count; i++)
        funs[i].name = get_name(arena, &b);
    p->files = files, p->types = types, p->events = events, p->machines = machines;
    p->states = states, p->funs = funs;
    bool is_fine = !b.is_wrong && b.at == b.end;
    for (uint32_t i = 0; i < p->type_count; i++)
        is_fine = is_fine && has_its_parts(&types[i]);
    return is_fine;
}

// --------------------------------------------------------------------------------- foreign

bool *trace_tables_foreign(const PProgram *p)
{
    bool *is_foreign = memory_zeroed((size_t)p->type_count + 1, sizeof *is_foreign);
    bool has_foreign = false, is_new = true;

    for (uint32_t i = 0; i < p->type_count; i++) {
        is_foreign[i] = p->types[i].kind == P_TYPE_FOREIGN;
        has_foreign |= is_foreign[i];
    }
    for (uint32_t i = 0; i < p->type_count; i++)
        is_foreign[i] |= has_foreign && p->types[i].kind == P_TYPE_ANY;
    while (is_new) {
        is_new = false;
        for (uint32_t i = 0; i < p->type_count; i++)
            for (uint32_t k = 0; k < p->types[i].count && !is_foreign[i]; k++)
                if (is_foreign[p->types[i].parts[k]])
                    is_foreign[i] = is_new = true;
    }
    return is_foreign;
}
