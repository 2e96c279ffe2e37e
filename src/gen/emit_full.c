// gen/emit_full.c: which slots may hold a node.
//
// A slot that certainly holds none is written without a look at its old value, and a function that
// returns releases only the slots that may be full. This is the usual forward analysis: a slot is
// full behind an instruction that writes it, and empty behind one that moves its value out, or that
// writes 0. The sets only grow, until no set changes.
//
// A frame that is continued may have fewer full slots than were left in it: the checker empties
// those that are not read again. So an empty slot is always empty, and a full one only perhaps.

#include <assert.h>
#include <string.h>

#include "base/vec.h"
#include "gen/emit_impl.h"

typedef VEC(uint32_t) Offsets;

typedef struct Filler {
    Code *c;
    uint32_t words;  // of each set
    uint64_t *set;   // behind the current instruction
    Offsets todo;
    bool *is_seen;
} Filler;

static void add(uint64_t *set, uint32_t slot)
{
    set[slot / 64] |= (uint64_t)1 << slot % 64;
}

static void leave_out(uint64_t *set, uint32_t slot)
{
    set[slot / 64] &= ~((uint64_t)1 << slot % 64);
}

static uint64_t *before(const Filler *f, uint32_t at)
{
    return f->c->full + (size_t)at * f->words;
}

// Whether what is written to d is the word 0.
static bool writes_zero(const Code *c, const PIns *ins)
{
    if (ins->op == OP_DEFAULT) {
        PTypeKind kind = c->e->p->types[ins->n].kind;
        return kind != P_TYPE_TUPLE && kind != P_TYPE_NTUPLE;
    }
    return ins->op == OP_CONST && ins->n == 0;
}

// From the set before the instruction to that behind it. What is printed inside another
// instruction writes no slot, and what stands for an operand empties none.
static void execute(const Code *c, uint32_t at, uint64_t *set)
{
    const PIns *ins = &c->fun->code[at];
    const OpInfo *info = &op_infos[ins->op];
    const Folded *in = &c->folded[at];
    if (c->is_folded[at] || c->is_dropped[at])
        return;
    for (uint32_t i = 0; info->a == 'm' && in->a == P_NONE && i < ins_span(ins); i++)
        leave_out(set, ins->a + i);
    if (info->b == 'm' && in->b == P_NONE)
        leave_out(set, ins->b);
    if (info->d == 'm' && in->d == P_NONE)
        leave_out(set, ins->d);
    if (info->a == 'u')
        add(set, ins->a);
    if (info->d == 'u' || (info->d == 'w' && !writes_zero(c, ins)))
        add(set, ins->d);
    else if (info->d == 'w')
        leave_out(set, ins->d);
}

// The set behind the current instruction is one of those before `at`.
static void lead_to(Filler *f, uint32_t at)
{
    uint64_t *set = before(f, at), grown = 0;
    for (uint32_t i = 0; i < f->words; i++) {
        grown |= f->set[i] & ~set[i];
        set[i] |= f->set[i];
    }
    if (grown || !f->is_seen[at])
        vec_push(&f->c->e->arena, &f->todo, at);
    f->is_seen[at] = true;
}

static void lead_to_cases(Filler *f, const PReceive *r)
{
    for (uint32_t i = 0; i < r->case_count; i++) {
        uint32_t payload = r->cases[i].payload;
        bool was_full = payload != P_NONE && live_has(f->set, payload);
        if (payload != P_NONE)
            add(f->set, payload);
        lead_to(f, r->cases[i].at);
        if (payload != P_NONE && !was_full)
            leave_out(f->set, payload);
    }
}

static void visit(Filler *f, uint32_t at)
{
    const PIns *ins = &f->c->fun->code[at];
    const OpInfo *info = &op_infos[ins->op];
    memcpy(f->set, before(f, at), f->words * sizeof *f->set);
    execute(f->c, at, f->set);
    if (op_leaves((Op)ins->op))
        return;
    if (info->then == 'c') {
        lead_to_cases(f, &f->c->e->p->receives[ins->n]);
        return;
    }
    if (info->n == 'j')
        lead_to(f, (uint32_t)ins->n);
    if (info->then != 'j')
        lead_to(f, at + 1);
}

void emit_fill(Code *c)
{
    Arena *arena = &c->e->arena;
    const PFun *fun = c->fun;
    Filler f = {.c = c, .words = live_words(fun)};
    c->full = NEW_ARRAY(arena, uint64_t, (size_t)f.words * fun->code_count);
    f.set = NEW_ARRAY(arena, uint64_t, f.words);
    f.is_seen = NEW_ARRAY(arena, bool, fun->code_count);
    // In the 2015 dialect the payload and the trigger come first.
    uint32_t filled = fun->param_count + (fun->takes_trigger ? 2 : 0);
    for (uint32_t i = 0; i < filled && i < fun->slot_count; i++)
        add(f.set, i);
    lead_to(&f, 0);
    while (f.todo.count)
        visit(&f, f.todo.items[--f.todo.count]);
}

bool emit_may_be_full(const Code *c, uint32_t at, uint32_t slot)
{
    assert(at < c->fun->code_count && slot < c->fun->slot_count);
    return live_has(c->full + (size_t)at * live_words(c->fun), slot);
}

bool emit_is_full_after(const Code *c, uint32_t at, uint32_t slot)
{
    Arena *arena = &c->e->arena;
    uint32_t words = live_words(c->fun);
    ArenaMark mark = arena_mark(arena);
    uint64_t *set = NEW_ARRAY(arena, uint64_t, words);
    memcpy(set, c->full + (size_t)at * words, words * sizeof *set);
    execute(c, at, set);
    bool is_full = live_has(set, slot);
    arena_rewind(arena, mark);
    return is_full;
}
