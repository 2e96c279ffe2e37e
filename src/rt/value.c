// rt/value.c: frees values; default values; arithmetic; error messages.

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "rt/value_impl.h"

// ------------------------------------------------------------------------------- freeing

// Freeing is recursive, but only to this depth. Deeper parts wait in a list, because a value can
// be nested deeper than the C stack allows.
enum { MOST_DEPTH = 64 };

typedef struct Waiting {
    uint32_t type;
    PWord node;
} Waiting;

typedef struct Freeing {
    const PProgram *program;
    Waiting *waiting;
    size_t count, capacity;
} Freeing;

static void freeing_wait(Freeing *f, uint32_t type, PWord node)
{
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 64;
        f->waiting = realloc(f->waiting, f->capacity * sizeof *f->waiting);
        if (!f->waiting)
            die_out_of_memory(f->capacity * sizeof *f->waiting);
    }
    f->waiting[f->count++] = (Waiting){.type = type, .node = node};
}

static void free_node(Freeing *f, uint32_t type, PWord node, uint32_t depth);

static inline void let_go(Freeing *f, uint32_t type, PWord word, uint32_t depth)
{
    if (!word || !p_kind_is_node(f->program->types[type].kind) || !p_drop_node(word))
        return;
    if (depth < MOST_DEPTH)
        free_node(f, type, word, depth + 1);
    else
        freeing_wait(f, type, word);
}

static inline void let_all_go(Freeing *f, uint32_t type, const PWord *words, uint32_t count,
                       uint32_t depth)
{
    if (!p_kind_is_node(f->program->types[type].kind))
        return;
    for (uint32_t i = 0; i < count; i++)
        let_go(f, type, words[i], depth);
}

// For releasing the words of one leaf of a large value.
typedef struct Leaving {
    Freeing *freeing;
    const PType *type;
    uint32_t depth;
} Leaving;

static void leave_leaf(void *context, const TreeNode *leaf)
{
    const Leaving *l = context;
    uint32_t columns = l->type->kind - P_TYPE_SEQ + 1u;
    let_all_go(l->freeing, l->type->parts[0], tree_column(leaf, columns, columns > 1), leaf->size,
               l->depth);
    if (columns == 3)
        let_all_go(l->freeing, l->type->parts[1], tree_column(leaf, columns, 2), leaf->size,
                   l->depth);
}

static void free_trees(Freeing *f, const PType *t, const BigNode *big, uint32_t depth)
{
    Leaving leaving = {.freeing = f, .type = t, .depth = depth};
    if (p_drop_node(node_word(big->order)))
        tree_free(big->order, leave_leaf, &leaving);
    if (big->index && p_drop_node(node_word(big->index)))
        trie_free(big->index);
}

static void free_node(Freeing *f, uint32_t type, PWord node, uint32_t depth)
{
    const PType *t = &f->program->types[type];

    assert_debug(type < f->program->type_count && p_kind_is_node(t->kind) && node);
    switch (t->kind) {
    case P_TYPE_ANY: {
        const BoxNode *box = node_of(node);
        let_go(f, box->type, box->value, depth);
        break;
    }
    case P_TYPE_FOREIGN: {
        const ForeignNode *foreign = node_of(node);
        if (foreign->type->release)
            foreign->type->release(foreign->value);
        break;
    }
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP: {
        const ListNode *list = node_of(node);
        if (list_is_big(list)) {
            free_trees(f, t, node_of(node), depth);
            break;
        }
        const PWord *items = list->items + list->first;
        let_all_go(f, t->parts[0], items, list->count, depth);
        if (t->kind == P_TYPE_MAP)
            let_all_go(f, t->parts[1], items + list->capacity, list->count, depth);
        break;
    }
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE: {
        const TupleNode *tuple = node_of(node);
        for (uint32_t i = 0; i < t->count; i++)
            let_go(f, t->parts[i], tuple->parts[i], depth);
        break;
    }
    default:
        break;
    }
    node_free(node_of(node));
}

__attribute__((noinline)) static void free_deep(const PProgram *p, uint32_t type, PWord node)
{
    Freeing f = {.program = p};

    free_node(&f, type, node, 0);
    while (f.count > 0) {
        Waiting next = f.waiting[--f.count];
        free_node(&f, next.type, next.node, 0);
    }
    free(f.waiting);
}

// Whether a node of the type holds no nodes.
static inline bool type_is_flat(const PType *t)
{
    return t->kind == P_TYPE_STRING || t->is_flat;
}

// A tuple whose parts are words, strings and flat tuples, as most are.
static void free_tuple(const PProgram *p, const PType *t, TupleNode *tuple)
{
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t type = t->parts[i];
        PWord part = tuple->parts[i];
        if (!part || !p_kind_is_node(p->types[type].kind) || !p_drop_node(part))
            continue;
        if (type_is_flat(&p->types[type]))
            node_free(node_of(part));
        else
            free_deep(p, type, part);
    }
    node_free(tuple);
}

void p_free_node(const PProgram *p, uint32_t type, PWord node)
{
    const PType *t = &p->types[type];
    if (type_is_flat(t))
        node_free(node_of(node));
    else if (t->kind >= P_TYPE_TUPLE)
        free_tuple(p, t, node_of(node));
    else
        free_deep(p, type, node);
}

void words_retain(const PProgram *p, uint32_t type, const PWord *items, uint32_t count)
{
    if (!p_kind_is_node(p->types[type].kind))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (items[i])
            p_retain_node(items[i]);
}

// ------------------------------------------------------------------------------ defaults

static PWord enum_default(const PType *t)
{
    int64_t least = t->elem_count ? t->elems[0].value : 0;
    for (uint32_t i = 1; i < t->elem_count; i++)
        if (t->elems[i].value < least)
            least = t->elems[i].value;
    return (PWord)least;
}

PWord p_default(const PProgram *p, uint32_t type)
{
    const PType *t = &p->types[type];

    if (t->kind == P_TYPE_ENUM)
        return enum_default(t);
    if (t->kind != P_TYPE_TUPLE && t->kind != P_TYPE_NTUPLE)
        return 0;
    TupleNode *tuple = node_alloc(NODE_TUPLE, sizeof *tuple + t->count * sizeof(PWord));
    for (uint32_t i = 0; i < t->count; i++)
        tuple->parts[i] = p_default(p, t->parts[i]);
    return node_word(tuple);
}

// ------------------------------------------------------------------------------- numbers

int64_t p_float_to_int(double number)
{
    const double limit = 9223372036854775808.0;  // 2^63

    if (number != number)
        return 0;
    if (number >= limit)
        return INT64_MAX;
    if (number < -limit)
        return INT64_MIN;
    return (int64_t)number;
}

bool p_div(int64_t a, int64_t b, PWord *out, PRequest *ask)
{
    if (b == 0)
        return p_fail(ask, P_ERROR_DIVIDE_BY_ZERO, "%" PRId64 " is divided by zero", a);
    // The result of -2^63 / -1 does not fit into an int: it wraps, as other overflows do.
    *out = b == -1 ? 0 - (PWord)a : (PWord)(a / b);
    return true;
}

bool p_mod(int64_t a, int64_t b, PWord *out, PRequest *ask)
{
    if (b == 0)
        return p_fail(ask, P_ERROR_DIVIDE_BY_ZERO, "the remainder of %" PRId64 " by zero", a);
    *out = b == -1 ? 0 : (PWord)(a % b);
    return true;
}

// ------------------------------------------------------------------------------- failing

// Ends a text that did not fit with "...", after a whole character.
static void cut_text(char *text, size_t size)
{
    assert(size > sizeof "...");
    size_t end = size - sizeof "...";
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    memcpy(text + end, "...", sizeof "...");
}

bool p_fail(PRequest *ask, PError error, const char *format, ...)
{
    va_list args;

    ask->error = error;
    va_start(args, format);
    int size = vsnprintf(ask->text, sizeof ask->text, format, args);
    va_end(args);
    if (size >= (int)sizeof ask->text)
        cut_text(ask->text, sizeof ask->text);
    return false;
}

typedef struct Limited {
    char *text;
    size_t size, used;
    bool is_cut;
} Limited;

static void write_limited(void *to, const char *bytes, size_t size)
{
    Limited *out = to;
    assert(out->used < out->size);
    size_t room = out->size - 1 - out->used;
    if (size > room) {
        out->is_cut = true;
        size = room;
    }
    memcpy(out->text + out->used, bytes, size);
    out->used += size;
}

const char *value_text(const PProgram *p, uint32_t type, PWord value, char *text, size_t size)
{
    Limited out = {.text = text, .size = size};
    PPrinter printer = {.write = write_limited, .to = &out, .quotes = true};

    p_print(p, type, value, &printer);
    text[out.used] = '\0';
    if (out.is_cut)
        cut_text(text, size);
    return text;
}

// --------------------------------------------------------------------------------- paths

void path_grow(ValuePath *path)
{
    size_t capacity = 2 * path->capacity;
    PathStep *old = path->steps == path->first ? NULL : path->steps;
    PathStep *steps = realloc(old, capacity * sizeof *steps);
    if (!steps)
        die_out_of_memory(capacity * sizeof *steps);
    if (!old)
        memcpy(steps, path->first, path->count * sizeof *steps);
    path->steps = steps;
    path->capacity = capacity;
}

void path_drop(ValuePath *path)
{
    if (path->steps != path->first)
        free(path->steps);
}
