// check/coverage/declared.c: states, handlers, and statements that their code contains.
//
// States and handlers are in the program's tables. Receives, gotos and pushes are statements:
// they belong to every state whose entry, exit or handlers contain them, directly or through
// calls. This does not mean that the statement can be reached.

#include "check/coverage/declared.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/program.h"

typedef struct Lister {
    const PProgram *p;
    DeclaredList *list;
    uint32_t state;
    uint32_t first;    // item of this state
    bool *is_visited;  // by function
} Lister;

static void add(Lister *l, Declared d)
{
    DeclaredList *list = l->list;
    d.machine = l->p->states[l->state].machine;
    d.state = l->state;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->items = memory_resized(list->items, list->capacity, sizeof *list->items);
    }
    list->items[list->count++] = d;
}

// Two equal statements are one item.
static void add_once(Lister *l, Declared d)
{
    assert(l->first < l->list->count);  // the state itself comes first
    for (uint32_t i = l->first; i < l->list->count; i++) {
        const Declared *other = &l->list->items[i];
        if (other->kind == d.kind && other->event == d.event && other->target == d.target)
            return;
    }
    add(l, d);
}

static void add_receive(Lister *l, const PReceive *r, PPosition at)
{
    for (uint32_t i = 0; i < r->case_count; i++)
        add_once(l, (Declared){.kind = DECLARED_RECEIVE,
                               .event = r->cases[i].event,
                               .target = P_NONE,
                               .at = at});
}

static void walk(Lister *l, uint32_t number)
{
    assert(number == P_NONE || number < l->p->fun_count);
    if (number == P_NONE || l->is_visited[number])
        return;
    const PFun *fun = &l->p->funs[number];
    l->is_visited[number] = true;
    for (uint32_t i = 0; fun->code && i < fun->code_count; i++) {
        const PIns *ins = &fun->code[i];
        PPosition at = fun->at ? fun->at[i] : fun->declared;
        if (ins->op == OP_CALL)
            walk(l, (uint32_t)ins->n);
        else if (ins->op == OP_RECEIVE)
            add_receive(l, &l->p->receives[ins->n], at);
        else if (ins->op == OP_GOTO || ins->op == OP_PUSH)
            add_once(l, (Declared){.kind = ins->op == OP_GOTO ? DECLARED_GOTO : DECLARED_PUSH,
                                   .target = (uint32_t)ins->n,
                                   .at = at});
    }
}

static void list_state(Lister *l, uint32_t number)
{
    const PState *s = &l->p->states[number];
    l->state = number;
    l->first = l->list->count;
    memset(l->is_visited, 0, l->p->fun_count * sizeof *l->is_visited);
    add(l, (Declared){.kind = DECLARED_STATE, .target = P_NONE, .at = s->at});
    for (uint32_t i = 0; i < s->handler_count; i++) {
        const PHandler *h = &s->handlers[i];
        bool goes = h->kind == P_ON_GOTO || h->kind == P_ON_PUSH;
        add(l, (Declared){.kind = DECLARED_HANDLER,
                          .event = h->event,
                          .how = h->kind,
                          .target = goes ? h->target : P_NONE,
                          .at = h->at});
    }
    walk(l, s->entry);
    for (uint32_t i = 0; i < s->handler_count; i++)
        if (s->handlers[i].kind == P_ON_DO || s->handlers[i].kind == P_ON_GOTO)
            walk(l, s->handlers[i].fun);
    walk(l, s->exit);
}

void declared_list(const PProgram *p, DeclaredList *list)
{
    Lister l = {.p = p, .list = list};
    *list = (DeclaredList){0};
    l.is_visited = memory_zeroed(p->fun_count + 1, sizeof *l.is_visited);
    for (uint32_t machine = 0; machine < p->machine_count; machine++)
        for (uint32_t i = 0; i < p->state_count; i++)
            if (p->states[i].machine == machine)
                list_state(&l, i);
    free(l.is_visited);
    assert(list->count >= p->state_count);  // every state belongs to a machine
}

void declared_drop(DeclaredList *list)
{
    free(list->items);
}
