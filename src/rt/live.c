// rt/live.c: which slots of a frame are still needed.
//
// A slot is live before an instruction if the instruction reads it, or if it does not write it
// and the slot is live before an instruction that may come next. The sets only grow. They are
// computed from the last instruction to the first, and again until no set changes, because of
// backward jumps.
//
// rt/ops.def says what an instruction reads and writes, except for ranges: the arguments of a
// call, the parts of a tuple, the values of a format. A receive continues at its cases, each of
// which may get a payload. Raise, goto, pop and return leave the function.

#include "rt/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/machine.h"
#include "rt/program.h"

typedef struct Sets {
    uint32_t words;  // of each set
    uint64_t *bits;  // one set for each instruction: what is live before it
} Sets;

typedef struct CodePlace {
    uint32_t fun, offset;
} CodePlace;

struct Live {
    const PProgram *p;
    Sets *funs;
    CodePlace *receives;  // the position of each receive instruction
};

static void add(uint64_t *set, uint32_t slot)
{
    set[slot / 64] |= (uint64_t)1 << (slot % 64);
}

static void leave_out(uint64_t *set, uint32_t slot)
{
    set[slot / 64] &= ~((uint64_t)1 << (slot % 64));
}

static void join(uint64_t *set, const uint64_t *other, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        set[i] |= other[i];
}

static bool is_subset(const uint64_t *set, const uint64_t *of, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        if (set[i] & ~of[i])
            return false;
    return true;
}

static uint64_t *before(const Sets *s, uint32_t offset)
{
    return s->bits + (size_t)offset * s->words;
}

// ------------------------------------------------------------------- one instruction

static bool is_read(char use)
{
    return use == 'r' || use == 'm' || use == 'u';
}

static void add_reads(uint64_t *set, const PIns *i)
{
    const OpInfo *info = &op_infos[i->op];
    if (is_read(info->d))
        add(set, i->d);
    uint32_t count = is_read(info->a) ? ins_span(i) : 0;
    for (uint32_t k = 0; k < count; k++)
        add(set, i->a + k);
    if (is_read(info->b))
        add(set, i->b);
}

// Adds the slots that are live at the cases of a receive.
static void join_cases(uint64_t *set, const Sets *s, const PReceive *r, uint64_t *scratch)
{
    for (uint32_t k = 0; k < r->case_count; k++) {
        assert(r->cases[k].payload == P_NONE || r->cases[k].payload / 64 < s->words);
        memcpy(scratch, before(s, r->cases[k].at), s->words * sizeof *scratch);
        if (r->cases[k].payload != P_NONE)
            leave_out(scratch, r->cases[k].payload);
        join(set, scratch, s->words);
    }
}

// Adds the slots that are live before any instruction that may come next.
static void join_next(uint64_t *set, const Live *l, const Sets *s, const PFun *fun, uint32_t offset,
                      uint64_t *scratch)
{
    const PIns *i = &fun->code[offset];
    const OpInfo *info = &op_infos[i->op];
    if (op_leaves((Op)i->op))
        return;
    if (info->then == 'c') {
        join_cases(set, s, &l->p->receives[i->n], scratch);
        return;
    }
    assert(info->n != 'j' || (uint64_t)i->n < fun->code_count);
    if (info->n == 'j')
        join(set, before(s, (uint32_t)i->n), s->words);
    if (info->then != 'j' && offset + 1 < fun->code_count)
        join(set, before(s, offset + 1), s->words);
}

// Computes the set of one instruction again. True when it has grown. `scratch` has room for two
// sets.
static bool revise(const Live *l, const Sets *s, const PFun *fun, uint32_t offset,
                   uint64_t *scratch)
{
    const PIns *i = &fun->code[offset];
    uint64_t *set = scratch, *old = before(s, offset);
    memset(set, 0, s->words * sizeof *set);
    join_next(set, l, s, fun, offset, scratch + s->words);
    if (op_infos[i->op].d == 'w')
        leave_out(set, i->d);
    assert(ins_span(i) == 0 || (uint64_t)i->a + ins_span(i) <= fun->slot_count);
    add_reads(set, i);
    assert(is_subset(old, set, s->words));  // the sets only grow, so the computation ends
    if (memcmp(set, old, s->words * sizeof *set) == 0)
        return false;
    memcpy(old, set, s->words * sizeof *set);
    return true;
}

// -------------------------------------------------------------------------- functions

static void analyse(Live *l, uint32_t number)
{
    const PFun *fun = &l->p->funs[number];
    Sets *s = &l->funs[number];
    s->words = live_words(fun);
    if (!fun->code)
        return;
    assert(fun->code_count > 0);
    s->bits = memory_zeroed((size_t)s->words * fun->code_count, sizeof *s->bits);
    uint64_t *scratch = memory_zeroed((size_t)s->words * 2, sizeof *scratch);
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (uint32_t offset = fun->code_count; offset-- > 0;)
            has_grown |= revise(l, s, fun, offset, scratch);
    }
    free(scratch);

    for (uint32_t offset = 0; offset < fun->code_count; offset++)
        if (fun->code[offset].op == OP_RECEIVE)
            l->receives[fun->code[offset].n] = (CodePlace){number, offset};
}

Live *live_new(const PProgram *p)
{
    Live *l = memory_zeroed(1, sizeof *l);
    *l = (Live){.p = p};
    l->funs = memory_zeroed(p->fun_count, sizeof *l->funs);
    l->receives = memory_zeroed(p->receive_count, sizeof *l->receives);
    for (uint32_t i = 0; i < p->receive_count; i++)
        l->receives[i].fun = P_NONE;
    for (uint32_t i = 0; i < p->fun_count; i++)
        analyse(l, i);
    return l;
}

void live_free(Live *l)
{
    if (!l)
        return;
    for (uint32_t i = 0; i < l->p->fun_count; i++)
        free(l->funs[i].bits);
    free(l->funs);
    free(l->receives);
    free(l);
}

const uint64_t *live_at(const Live *l, uint32_t fun, uint32_t offset)
{
    assert(fun < l->p->fun_count);
    assert(offset < l->p->funs[fun].code_count || !l->p->funs[fun].code);
    return l->funs[fun].bits ? before(&l->funs[fun], offset) : NULL;
}

void live_asking(const Live *l, uint32_t fun, uint32_t offset, uint64_t *set)
{
    assert(fun < l->p->fun_count && offset > 0 && offset < l->p->funs[fun].code_count);
    const PIns *asked = &l->p->funs[fun].code[offset - 1];
    memcpy(set, live_at(l, fun, offset), l->funs[fun].words * sizeof *set);
    if (op_infos[asked->op].d == 'w')
        leave_out(set, asked->d);
}

const uint64_t *live_receive(const Live *l, uint32_t receive, uint32_t fun)
{
    assert(receive < l->p->receive_count);
    const CodePlace *place = &l->receives[receive];
    assert(place->fun == fun);
    return live_at(l, place->fun, place->offset);
}

const uint64_t *live_in_frame(const Live *l, const Machine *m, uint32_t frame, bool is_asking,
                              uint64_t *set)
{
    uint32_t fun = (uint32_t)m->stack[frame + FRAME_FUN];
    uint32_t resume = (uint32_t)m->stack[frame + FRAME_RESUME];
    uint32_t above = frame + FRAME_WORDS + m->shared.program->funs[fun].slot_count;
    bool is_top = frame == m->frame;
    if (is_top && m->receive != P_NONE)
        return live_receive(l, m->receive, fun);
    bool has_called = above < m->stack_size && m->stack[above + FRAME_BELOW] == frame;
    if (has_called || (is_top && is_asking)) {
        live_asking(l, fun, resume, set);
        return set;
    }
    return live_at(l, fun, resume);
}
