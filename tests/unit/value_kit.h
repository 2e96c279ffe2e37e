// tests/unit/value_kit.h: a small Program with a type of every kind, values at
// random, and values as text. For the tests of values.

#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "plait/foreign.h"
#include "rt/node.h"

#include "test.h"

#define UNUSED __attribute__((unused))

// --------------------------------------------------------------------------- the program

enum {
    T_NULL,
    T_BOOL,
    T_INT,
    T_FLOAT,
    T_EVENT,
    T_MACHINE,
    T_PORT,    // a machine that may be sent ePing
    T_COLOR,   // an enum whose least element is not 0
    T_SHAPE,   // an enum
    T_STRING,
    T_ANY,
    T_DATA,
    T_BLOB,    // foreign
    T_INTS,    // seq[int]
    T_ANYS,    // seq[any]
    T_WORDS,   // seq[string]
    T_INTSET,
    T_ANYSET,
    T_WORDSET,
    T_FLOATSET,
    T_PAIRSET,   // set[(int, string)]
    T_INTMAP,    // map[int, string]
    T_ANYMAP,    // map[any, any]
    T_WORDMAP,   // map[string, int]
    T_SEQMAP,    // map[int, seq[int]]
    T_PAIR,      // (int, string)
    T_ANYPAIR,   // (any, any)
    T_ONE,       // (any,)
    T_POINT,     // (x: int, y: seq[string])
    T_ANYPOINT,  // (x: any, y: seq[any])
    T_TURNED,    // (y: seq[string], x: int)
    T_PAIRS,     // seq[(int, string)]
    T_INTROWS,   // seq[seq[int]]
    T_ANYSETS,   // set[set[any]]
    T_BLOBSET,
    T_DATAS,     // seq[data]
    T_FLAT,      // (machine, event, int, Shape)
    T_ANYFLAT,   // (any, any, any, any)
    T_FLATMAP,   // map[(machine, event, int, Shape), int]
    T_MACHINEMAP,  // map[machine, string]
    T_LOOSEINTS,   // set[int], its order is never seen; the same for the next three
    T_LOOSEBLOBS,
    T_LOOSEMAP,    // map[int, string]
    T_LOOSEANYS,   // map[any, any]
    T_COUNT,
};

enum { EV_NULL, EV_HALT, EV_PING, EV_PONG, EV_COUNT };

// A foreign value is a number on the heap. Its hash is bad on purpose.
static int blob_compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return 7 * ((x > y) - (x < y));
}

static uint64_t blob_hash(const void *value)
{
    return (uint64_t)(*(const int *)value % 2);
}

static void blob_print(const void *value, PWriter *write, void *to)
{
    char text[32];
    int size = snprintf(text, sizeof text, "blob %d", *(const int *)value);
    write(to, text, (size_t)size);
}

static void blob_encode(const void *value, PWriter *write, void *to)
{
    char byte = (char)*(const int *)value;
    write(to, &byte, 1);
}

static void *blob_new(int number)
{
    int *blob = malloc(sizeof *blob);
    *blob = number;
    return blob;
}

static void *blob_decode(const char *bytes, size_t size)
{
    return size == 1 && bytes[0] >= 0 ? blob_new(bytes[0]) : NULL;
}

static const PForeignType blob_type = {
    .name = "Blob",
    .compare = blob_compare,
    .hash = blob_hash,
    .release = free,
    .print = blob_print,
    .encode = blob_encode,
    .decode = blob_decode,
};

static const PEnumElem colors[] = {{"RED", 5}, {"GREEN", 3}, {"BLUE", 9}};
static const PEnumElem shapes[] = {{"DOT", 0}, {"LINE", 3}};
static const char *const point_fields[] = {"x", "y"};
static const char *const turned_fields[] = {"y", "x"};

// A type with parts.
#define WHOLE_FIELDS(what, text, names, ...)                           \
        .kind = what,                                                  \
        .name = text,                                                  \
        .fields = names,                                               \
        .count = sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), \
        .parts = (const uint32_t[]){__VA_ARGS__}
#define WHOLE(what, text, names, ...) {WHOLE_FIELDS(what, text, names, __VA_ARGS__)}

// The same, of a set or map whose order is never seen.
#define LOOSE(what, text, ...) {WHOLE_FIELDS(what, text, NULL, __VA_ARGS__), .is_hashed = true}

static const PType kit_types[T_COUNT] = {
    [T_NULL] = {.kind = P_TYPE_NULL, .name = "null"},
    [T_BOOL] = {.kind = P_TYPE_BOOL, .name = "bool"},
    [T_INT] = {.kind = P_TYPE_INT, .name = "int"},
    [T_FLOAT] = {.kind = P_TYPE_FLOAT, .name = "float"},
    [T_EVENT] = {.kind = P_TYPE_EVENT, .name = "event"},
    [T_MACHINE] = {.kind = P_TYPE_MACHINE, .name = "machine", .permissions = P_NONE},
    [T_PORT] = {.kind = P_TYPE_MACHINE, .name = "Port", .permissions = 1},
    [T_COLOR] = {.kind = P_TYPE_ENUM, .name = "Color", .elem_count = 3, .elems = colors},
    [T_SHAPE] = {.kind = P_TYPE_ENUM, .name = "Shape", .elem_count = 2, .elems = shapes},
    [T_STRING] = {.kind = P_TYPE_STRING, .name = "string"},
    [T_ANY] = {.kind = P_TYPE_ANY, .name = "any"},
    [T_DATA] = {.kind = P_TYPE_ANY, .name = "data"},
    [T_BLOB] = {.kind = P_TYPE_FOREIGN, .name = "Blob", .foreign = &blob_type},
    [T_INTS] = WHOLE(P_TYPE_SEQ, "seq[int]", NULL, T_INT),
    [T_ANYS] = WHOLE(P_TYPE_SEQ, "seq[any]", NULL, T_ANY),
    [T_WORDS] = WHOLE(P_TYPE_SEQ, "seq[string]", NULL, T_STRING),
    [T_INTSET] = WHOLE(P_TYPE_SET, "set[int]", NULL, T_INT),
    [T_ANYSET] = WHOLE(P_TYPE_SET, "set[any]", NULL, T_ANY),
    [T_WORDSET] = WHOLE(P_TYPE_SET, "set[string]", NULL, T_STRING),
    [T_FLOATSET] = WHOLE(P_TYPE_SET, "set[float]", NULL, T_FLOAT),
    [T_PAIRSET] = WHOLE(P_TYPE_SET, "set[(int, string)]", NULL, T_PAIR),
    [T_INTMAP] = WHOLE(P_TYPE_MAP, "map[int, string]", NULL, T_INT, T_STRING),
    [T_ANYMAP] = WHOLE(P_TYPE_MAP, "map[any, any]", NULL, T_ANY, T_ANY),
    [T_WORDMAP] = WHOLE(P_TYPE_MAP, "map[string, int]", NULL, T_STRING, T_INT),
    [T_SEQMAP] = WHOLE(P_TYPE_MAP, "map[int, seq[int]]", NULL, T_INT, T_INTS),
    [T_PAIR] = WHOLE(P_TYPE_TUPLE, "(int, string)", NULL, T_INT, T_STRING),
    [T_ANYPAIR] = WHOLE(P_TYPE_TUPLE, "(any, any)", NULL, T_ANY, T_ANY),
    [T_ONE] = WHOLE(P_TYPE_TUPLE, "(any,)", NULL, T_ANY),
    [T_POINT] = WHOLE(P_TYPE_NTUPLE, "(x: int, y: seq[string])", point_fields, T_INT, T_WORDS),
    [T_ANYPOINT] = WHOLE(P_TYPE_NTUPLE, "(x: any, y: seq[any])", point_fields, T_ANY, T_ANYS),
    [T_TURNED] = WHOLE(P_TYPE_NTUPLE, "(y: seq[string], x: int)", turned_fields, T_WORDS, T_INT),
    [T_PAIRS] = WHOLE(P_TYPE_SEQ, "seq[(int, string)]", NULL, T_PAIR),
    [T_INTROWS] = WHOLE(P_TYPE_SEQ, "seq[seq[int]]", NULL, T_INTS),
    [T_ANYSETS] = WHOLE(P_TYPE_SET, "set[set[any]]", NULL, T_ANYSET),
    [T_BLOBSET] = WHOLE(P_TYPE_SET, "set[Blob]", NULL, T_BLOB),
    [T_DATAS] = WHOLE(P_TYPE_SEQ, "seq[data]", NULL, T_DATA),
    [T_FLAT] = {.kind = P_TYPE_TUPLE,
                .is_flat = true,
                .name = "(machine, event, int, Shape)",
                .count = 4,
                .parts = (const uint32_t[]){T_MACHINE, T_EVENT, T_INT, T_SHAPE}},
    [T_ANYFLAT] = WHOLE(P_TYPE_TUPLE, "(any, any, any, any)", NULL, T_ANY, T_ANY, T_ANY, T_ANY),
    [T_FLATMAP] = WHOLE(P_TYPE_MAP, "map[(machine, event, int, Shape), int]", NULL, T_FLAT, T_INT),
    [T_MACHINEMAP] = WHOLE(P_TYPE_MAP, "map[machine, string]", NULL, T_MACHINE, T_STRING),
    [T_LOOSEINTS] = LOOSE(P_TYPE_SET, "set[int]", T_INT),
    [T_LOOSEBLOBS] = LOOSE(P_TYPE_SET, "set[Blob]", T_BLOB),
    [T_LOOSEMAP] = LOOSE(P_TYPE_MAP, "map[int, string]", T_INT, T_STRING),
    [T_LOOSEANYS] = LOOSE(P_TYPE_MAP, "map[any, any]", T_ANY, T_ANY),
};

static const PEvent kit_events[EV_COUNT] = {
    {.name = "null"}, {.name = "halt"}, {.name = "ePing"}, {.name = "ePong", .payload = T_INT}};

// Nothing; ePing; ePing and ePong.
static const PEventSet kit_sets[] = {
    {(const uint64_t[]){0}, 1},
    {(const uint64_t[]){1 << EV_PING}, 1},
    {(const uint64_t[]){1 << EV_PING | 1 << EV_PONG}, 1},
};

static const PProgram kit = {
    .schema = P_SCHEMA,
    .type_count = T_COUNT,
    .types = kit_types,
    .event_count = EV_COUNT,
    .events = kit_events,
    .set_count = 3,
    .sets = kit_sets,
};

// --------------------------------------------------------------------------- at random

static uint64_t kit_seed = 1;

static UNUSED uint32_t below(uint32_t limit)
{
    kit_seed = kit_seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((kit_seed >> 33) % limit);
}

// From few, so that equal ones meet often.
static UNUSED PWord random_word(void)
{
    static const char *const words[] = {"", "a", "b", "ab", "a longer word that fills its node",
                                        "\xc3\xa9", "\xff\xfe", "with \"quotes\"\n"};
    const char *word = words[below(8)];
    return p_string(word, strlen(word));
}

static UNUSED PWord random_float(void)
{
    static const double floats[] = {0.0, -0.0, 1.0, 1.5, -2.25, 0.1, 1e300, 1e-320, 65504.0, 1e10};
    uint32_t i = below(13);
    if (i == 10)
        return p_from_float(1.0 / floats[below(2)]);
    if (i == 11)
        return 0x7ff8000000000000u;
    return i == 12 ? p_from_float((int32_t)below(UINT32_MAX) / 3.0) : p_from_float(floats[i]);
}

static UNUSED PWord random_int(void)
{
    switch (below(8)) {
    case 0:
        return (PWord)INT64_MIN;
    case 1:
        return INT64_MAX;
    case 2:
        return (PWord)(int64_t)(int32_t)below(UINT32_MAX);
    default:
        return (PWord)((int64_t)below(6) - 2);
    }
}

static PWord random_value(uint32_t type, uint32_t depth);

static UNUSED PWord random_list(uint32_t type, uint32_t depth)
{
    const PType *t = &kit_types[type];
    PWord list = 0;
    PRequest ask;
    uint32_t count = below(8) == 0 ? below(30) : below(4);
    for (uint32_t i = 0; i < count && depth > 0; i++) {
        PWord part = random_value(t->parts[0], depth - 1);
        if (t->kind == P_TYPE_SEQ)
            p_seq_insert(&kit, type, &list, below(p_size(list) + 1), part, &ask);
        else if (t->kind == P_TYPE_SET)
            p_set_add(&kit, type, &list, part);
        else
            p_map_set(&kit, type, &list, part, random_value(t->parts[1], depth - 1));
    }
    return list;
}

static UNUSED PWord random_value(uint32_t type, uint32_t depth)
{
    const PType *t = &kit_types[type];
    switch (t->kind) {
    case P_TYPE_NULL:
        return 0;
    case P_TYPE_BOOL:
        return below(2);
    case P_TYPE_INT:
        return random_int();
    case P_TYPE_FLOAT:
        return random_float();
    case P_TYPE_EVENT:
        return below(EV_COUNT);
    case P_TYPE_MACHINE:
        return below(4) == 0 ? 0 : (PWord)(below(3) + 1) << 32 | (below(3) + 1);
    case P_TYPE_ENUM:
        return (PWord)t->elems[below(t->elem_count)].value;
    case P_TYPE_STRING:
        return random_word();
    case P_TYPE_FOREIGN:
        return below(4) == 0 ? 0 : p_foreign(&blob_type, blob_new((int)below(5)));
    case P_TYPE_ANY: {
        static const uint32_t data[] = {T_NULL, T_BOOL, T_INT, T_STRING, T_INTS, T_INTMAP, T_POINT};
        uint32_t inner = depth == 0 ? below(T_ANY) : below(T_COUNT);
        if (type == T_DATA)
            inner = data[below(7)];
        return p_box(&kit, inner, random_value(inner, depth ? depth - 1 : 0));
    }
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE: {
        PWord parts[4];
        for (uint32_t i = 0; i < t->count; i++)
            parts[i] = random_value(t->parts[i], depth ? depth - 1 : 0);
        return p_tuple(parts, t->count);
    }
    default:
        return random_list(type, depth);
    }
}

// ----------------------------------------------------------------------------- as text

typedef struct Shown {
    char text[4096];
    size_t size;
} Shown;

static UNUSED void shown_write(void *to, const char *text, size_t size)
{
    Shown *shown = to;
    if (size > sizeof shown->text - 1 - shown->size)
        size = sizeof shown->text - 1 - shown->size;
    memcpy(shown->text + shown->size, text, size);
    shown->size += size;
    shown->text[shown->size] = '\0';
}

// Good until the next call.
static UNUSED const char *show(uint32_t type, PWord value)
{
    static Shown shown;
    shown = (Shown){0};
    p_print(&kit, type, value, &(PPrinter){.write = shown_write, .to = &shown, .quotes = true});
    return shown.text;
}

static UNUSED PWord word(const char *text)
{
    return p_string(text, strlen(text));
}

static UNUSED PWord box(uint32_t type, PWord value)
{
    return p_box(&kit, type, value);
}

static UNUSED void drop(uint32_t type, PWord value)
{
    p_release(&kit, type, value);
}

static UNUSED PWord keep(uint32_t type, PWord value)
{
    return p_retain(&kit, type, value);
}

static UNUSED bool equal(uint32_t a_type, PWord a, uint32_t b_type, PWord b)
{
    return p_equal(&kit, a_type, a, b_type, b);
}

// Every test ends with as many nodes as it began with.
#define EXPECT_NOTHING_LEFT(before) EXPECT_EQ(node_live_count(), (before))
