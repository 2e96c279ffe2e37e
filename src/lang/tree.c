// lang/tree.c: small questions about trees, and sets of events.

#include "lang/tree.h"

#include <assert.h>

bool machine_is_spec(const MachineDecl *m)
{
    return m->kind == MACHINE_SPEC || m->kind == MACHINE_MONITOR || m->kind == MACHINE_SCENARIO;
}

static const struct {
    StmtShape shape;
    const char *text;
} stmts[] = {
#define STMT(kind, shape, text) {SHAPE_##shape, text},
#include "lang/words.def"
};

StmtShape stmt_shape(StmtKind kind)
{
    assert(kind < sizeof stmts / sizeof *stmts);
    return stmts[kind].shape;
}

const char *stmt_text(StmtKind kind)
{
    assert(kind < sizeof stmts / sizeof *stmts);
    return stmts[kind].text;
}

EventSet *eventset_new(Arena *arena, uint32_t event_count)
{
    EventSet *set = NEW(arena, EventSet);
    set->words = (event_count + 63) / 64;
    set->bits = NEW_ARRAY(arena, uint64_t, set->words);
    return set;
}

void eventset_add(EventSet *set, uint32_t event)
{
    set->bits[event / 64] |= (uint64_t)1 << (event % 64);
}

bool eventset_has(const EventSet *set, uint32_t event)
{
    if (set->all)
        return true;
    return event / 64 < set->words && (set->bits[event / 64] >> (event % 64) & 1);
}

int64_t eventset_missing(const EventSet *a, const EventSet *b, uint32_t event_count)
{
    if (a == b || b->all)
        return -1;
    if (!a->all) {
        for (uint32_t w = 0; w < a->words; w++) {
            uint64_t missing = a->bits[w] & ~(w < b->words ? b->bits[w] : 0);
            if (missing)
                return (int64_t)w * 64 + __builtin_ctzll(missing);
        }
        return -1;
    }
    for (uint32_t e = EVENT_HALT; e < event_count; e++)
        if (!eventset_has(b, e))
            return e;
    return -1;
}

bool eventset_equal(const EventSet *a, const EventSet *b, uint32_t event_count)
{
    return eventset_missing(a, b, event_count) < 0 && eventset_missing(b, a, event_count) < 0;
}

const char *decl_kind_shown(DeclKind kind)
{
    static const char *const shown[] = {
        [DECL_EVENT] = "event",
        [DECL_EVENTSET] = "event set",
        [DECL_ENUM] = "enum",
        [DECL_ENUM_ELEM] = "enum element",
        [DECL_TYPE] = "type",
        [DECL_INTERFACE] = "interface",
        [DECL_MACHINE] = "machine",
        [DECL_STATE] = "state",
        [DECL_FUN] = "function",
        [DECL_VAR] = "variable",
        [DECL_PURE] = "pure function",
        [DECL_INVARIANT] = "invariant",
        [DECL_LEMMA] = "lemma",
        [DECL_AXIOM] = "axiom",
        [DECL_INIT_CONDITION] = "initial condition",
        [DECL_PROOF] = "proof",
        [DECL_MODULE] = "module",
        [DECL_TEST] = "test",
        [DECL_IMPL] = "implementation",
    };
    return shown[kind];
}

const char *operator_text(Operator op)
{
    static const char *const text[] = {
        [OPERATOR_NEGATE] = "-", [OPERATOR_NOT] = "!",       [OPERATOR_MUL] = "*",
        [OPERATOR_DIV] = "/",    [OPERATOR_MOD] = "%",       [OPERATOR_ADD] = "+",
        [OPERATOR_SUB] = "-",    [OPERATOR_LT] = "<",        [OPERATOR_GT] = ">",
        [OPERATOR_GE] = ">=",    [OPERATOR_LE] = "<=",       [OPERATOR_IN] = "in",
        [OPERATOR_EQ] = "==",    [OPERATOR_NE] = "!=",       [OPERATOR_AND] = "&&",
        [OPERATOR_OR] = "||",    [OPERATOR_IMPLIES] = "==>", [OPERATOR_IFF] = "<==>",
    };
    return text[op];
}
