// gen/printed.c: texts that nobody but the reader of printed texts sees.
//
// Live variables (rt/live.h), but a stricter kind: a slot is needed before an instruction if the
// instruction uses it for something that others can see, or to compute a slot that is needed
// after it. The argument of a call is needed if the parameter is needed at the beginning of the
// called function. All sets begin empty and only grow, so the computation ends.

#include "gen/printed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rt/live.h"
#include "rt/program.h"

typedef struct Needs {
    const PProgram *p;
    const Live *live;
    uint64_t **funs;  // by function: a set of slots for each instruction, needed before it
} Needs;

static uint64_t *before(const Needs *n, uint32_t fun, uint32_t offset)
{
    return n->funs[fun] + (size_t)offset * live_words(&n->p->funs[fun]);
}

static void add(uint64_t *set, uint32_t slot)
{
    set[slot / 64] |= (uint64_t)1 << slot % 64;
}

static void join(uint64_t *set, const uint64_t *other, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        set[i] |= other[i];
}

// ------------------------------------------------------------------------- one instruction

// The slots that are needed before any instruction that may come next.
static void join_next(const Needs *n, uint32_t number, uint32_t offset, uint64_t *set)
{
    const PFun *fun = &n->p->funs[number];
    const PIns *i = &fun->code[offset];
    const OpInfo *info = &op_infos[i->op];
    uint32_t words = live_words(fun);
    if (op_leaves((Op)i->op) || info->then == 'c')
        return;
    if (info->n == 'j')
        join(set, before(n, number, (uint32_t)i->n), words);
    if (info->then != 'j' && offset + 1 < fun->code_count)
        join(set, before(n, number, offset + 1), words);
}

// While the machine waits for the host, or another function runs, all live slots may become
// part of a state.
static void add_stored(const Needs *n, uint32_t number, uint32_t offset, uint64_t *set)
{
    const PFun *fun = &n->p->funs[number];
    const PIns *i = &fun->code[offset];
    if (i->op == OP_RECEIVE)
        join(set, live_receive(n->live, (uint32_t)i->n, number), live_words(fun));
    else if ((op_asks((Op)i->op) && i->op != OP_PRINT) || i->op == OP_CALL)
        if (!op_leaves((Op)i->op) && offset + 1 < fun->code_count)
            join(set, live_at(n->live, number, offset + 1), live_words(fun));
}

static bool is_needed_by(const Needs *n, uint32_t fun, uint32_t param)
{
    const PFun *callee = &n->p->funs[fun];
    if (!callee->code || callee->is_foreign || callee->is_model || param >= callee->param_count)
        return true;
    return live_has(before(n, fun, 0), param);
}

// Whether the instruction needs what it reads, given that its result is needed or not.
static bool needs_operands(const PIns *i, bool is_result_needed)
{
    switch ((Op)i->op) {
    case OP_PRINT:
        return false;
    case OP_MOVE:
    case OP_TAKE:
    case OP_CONCAT:
    case OP_FORMAT:
        return is_result_needed;
    default:
        return true;
    }
}

static void add_reads(const Needs *n, const PIns *i, uint64_t *set)
{
    const OpInfo *info = &op_infos[i->op];
    if (info->d == 'u' || info->d == 'm' || info->d == 'r')
        add(set, i->d);
    for (uint32_t k = 0; info->a != '-' && k < ins_span(i); k++)
        if (i->op != OP_CALL || is_needed_by(n, (uint32_t)i->n, k))
            add(set, i->a + k);
    if (info->b != '-')
        add(set, i->b);
}

// Computes the set of one instruction again. True when it has grown.
static bool revise(const Needs *n, uint32_t number, uint32_t offset, uint64_t *set)
{
    const PFun *fun = &n->p->funs[number];
    const PIns *i = &fun->code[offset];
    uint64_t *old = before(n, number, offset);
    size_t size = live_words(fun) * sizeof *set;
    bool writes = op_infos[i->op].d == 'w';
    memset(set, 0, size);
    join_next(n, number, offset, set);
    add_stored(n, number, offset, set);
    bool is_result_needed = writes && live_has(set, i->d);
    if (writes)
        set[i->d / 64] &= ~((uint64_t)1 << i->d % 64);
    if (needs_operands(i, is_result_needed))
        add_reads(n, i, set);
    if (memcmp(set, old, size) == 0)
        return false;
    join(old, set, live_words(fun));
    return true;
}

// -------------------------------------------------------------------------------- the program

static void find_needs(const Needs *n)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < n->p->fun_count; i++)
        if (live_words(&n->p->funs[i]) > most)
            most = live_words(&n->p->funs[i]);
    uint64_t *set = memory_zeroed(most, sizeof *set);
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (uint32_t i = 0; i < n->p->fun_count; i++)
            for (uint32_t k = n->p->funs[i].code ? n->p->funs[i].code_count : 0; k-- > 0;)
                has_grown |= revise(n, i, k, set);
    }
    free(set);
}

static bool is_only_printed(const Needs *n, uint32_t number, uint32_t offset)
{
    const PFun *fun = &n->p->funs[number];
    const PIns *i = &fun->code[offset];
    if (i->op != OP_FORMAT && i->op != OP_STRING)
        return false;
    assert(offset + 1 < fun->code_count);  // a function ends by leaving
    return !live_has(before(n, number, offset + 1), i->d);
}

// The function's code with its notes; the same code if it has none.
static const PIns *mark(Arena *arena, const Needs *n, uint32_t number)
{
    const PFun *fun = &n->p->funs[number];
    PIns *code = NULL;
    for (uint32_t i = 0; fun->code && i < fun->code_count; i++) {
        if (!is_only_printed(n, number, i))
            continue;
        if (!code) {
            code = NEW_ARRAY(arena, PIns, fun->code_count);
            memcpy(code, fun->code, fun->code_count * sizeof *code);
        }
        code[i].op = OP_NOTE;
    }
    return code ? code : fun->code;
}

void gen_mark_printed(Arena *arena, PProgram *p)
{
    if (p->string_count == 0)
        return;
    Live *live = live_new(p);
    Needs n = {.p = p, .live = live, .funs = memory_zeroed(p->fun_count, sizeof *n.funs)};
    for (uint32_t i = 0; i < p->fun_count; i++)
        n.funs[i] = memory_zeroed((size_t)live_words(&p->funs[i]) * p->funs[i].code_count + 1,
                                  sizeof **n.funs);
    find_needs(&n);
    PFun *funs = NEW_ARRAY(arena, PFun, p->fun_count);
    for (uint32_t i = 0; i < p->fun_count; i++) {
        funs[i] = p->funs[i];
        funs[i].code = mark(arena, &n, i);
    }
    for (uint32_t i = 0; i < p->fun_count; i++)
        free(n.funs[i]);
    free(n.funs);
    live_free(live);
    p->funs = funs;
}
