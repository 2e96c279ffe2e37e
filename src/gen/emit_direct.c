// gen/emit_direct.c: which functions are called straight, as C functions.
//
// A function needs no frame of its own if neither it nor a function that it calls asks the
// host: it gets a second form, a C function that runs to its end on the C stack. Recursive
// functions have no such form, because C would run out of stack where P does not. A
// function that a recursive one calls is called through frames, so that nested calls fail
// at the same depth as in the virtual machine. The depth of nested calls and the number of
// slots are bounded, and so is the C stack.

#include "base/vec.h"
#include "gen/emit_impl.h"

enum {
    HEIGHT_MAX = 64,    // of direct calls in each other
    SLOTS_MAX = 256,    // of a direct function
    SEARCH_MAX = 5000,  // calls followed into each other; what lies deeper gets no direct form
};

typedef enum Visit { VISIT_NEW, VISIT_OPEN, VISIT_DONE } Visit;

typedef struct Search {
    Emit *e;
    uint8_t *visits;   // Visit, of each function
    uint8_t *heights;  // of direct functions
    bool *is_on_cycle;
    VEC(uint32_t) path;
} Search;

// Marks what is open from `again` on: those call each other in a circle.
static void close_circle(Search *s, uint32_t again)
{
    for (uint32_t i = s->path.count; i > 0; i--) {
        s->is_on_cycle[s->path.items[i - 1]] = true;
        if (s->path.items[i - 1] == again)
            return;
    }
    bug("a function is open but not on the way");
}

// What a function's call means for it.
static bool visit_call(Search *s, uint32_t caller, uint32_t callee);

// Whether a function and all it calls ask nothing; finds circles on the way.
static void visit(Search *s, uint32_t id)
{
    const PFun *fun = &s->e->p->funs[id];
    bool is_direct = fun->code && !fun->is_model && fun->slot_count <= SLOTS_MAX;
    s->visits[id] = VISIT_OPEN;
    vec_push(&s->e->arena, &s->path, id);
    for (uint32_t i = 0; fun->code && i < fun->code_count; i++) {
        const PIns *ins = &fun->code[i];
        if (op_asks((Op)ins->op) || (ins->op == OP_CALL && !visit_call(s, id, (uint32_t)ins->n)))
            is_direct = false;
    }
    assert(vec_last(&s->path) == id);
    s->path.count--;
    s->visits[id] = VISIT_DONE;
    s->e->is_direct[id] = is_direct && !s->is_on_cycle[id] && s->heights[id] < HEIGHT_MAX;
}

static bool visit_call(Search *s, uint32_t caller, uint32_t callee)
{
    assert(callee < s->e->p->fun_count);
    if (s->visits[callee] == VISIT_NEW && s->path.count < SEARCH_MAX)
        visit(s, callee);
    if (s->visits[callee] == VISIT_OPEN)
        close_circle(s, callee);
    if (!s->e->is_direct[callee])
        return false;
    assert(s->heights[callee] < HEIGHT_MAX);
    if (s->heights[caller] <= s->heights[callee])
        s->heights[caller] = (uint8_t)(s->heights[callee] + 1);
    return true;
}

// Marks a function and all that it leads to.
static void spread(Emit *e, bool *marks, uint32_t from)
{
    VEC(uint32_t) todo = {0};
    if (marks[from])
        return;
    marks[from] = true;
    vec_push(&e->arena, &todo, from);
    while (todo.count) {
        const PFun *fun = &e->p->funs[todo.items[--todo.count]];
        for (uint32_t i = 0; fun->code && i < fun->code_count; i++) {
            uint32_t callee = (uint32_t)fun->code[i].n;
            if (fun->code[i].op != OP_CALL || marks[callee])
                continue;
            marks[callee] = true;
            vec_push(&e->arena, &todo, callee);
        }
    }
}

void emit_find_direct(Emit *e)
{
    uint32_t count = e->p->fun_count;
    Search s = {.e = e};
    s.visits = NEW_ARRAY(&e->arena, uint8_t, count);
    s.heights = NEW_ARRAY(&e->arena, uint8_t, count);
    s.is_on_cycle = NEW_ARRAY(&e->arena, bool, count);
    e->is_direct = NEW_ARRAY(&e->arena, bool, count);
    e->is_nested = NEW_ARRAY(&e->arena, bool, count);
    e->is_wanted = NEW_ARRAY(&e->arena, bool, count);
    for (uint32_t i = 0; i < count; i++)
        if (s.visits[i] == VISIT_NEW)
            visit(&s, i);
    for (uint32_t i = 0; i < count; i++)
        if (s.is_on_cycle[i])
            spread(e, e->is_nested, i);

    for (uint32_t i = 0; i < count; i++) {
        const PFun *fun = &e->p->funs[i];
        for (uint32_t k = 0; fun->code && !e->is_nested[i] && k < fun->code_count; k++) {
            uint32_t callee = (uint32_t)fun->code[k].n;
            if (fun->code[k].op == OP_CALL && e->is_direct[callee])
                spread(e, e->is_wanted, callee);
        }
    }
}

// A direct form has no frame to come back to: all its calls are straight.
bool emit_calls_straight(const Emit *e, uint32_t fun, bool is_direct, const PIns *ins)
{
    return ins->op == OP_CALL && e->is_direct[ins->n] && (is_direct || !e->is_nested[fun]);
}
