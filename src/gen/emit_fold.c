// gen/emit_fold.c: temporaries that become part of the expression that uses them.
//
// An instruction whose result is used once, later in the same stretch of straight code,
// is not printed where it stands but inside the instruction that uses it: `a + b * 2`
// instead of two assignments. Its value must be the same there: nothing in between may
// change what it reads. Asks, jumps and their targets end a stretch.
//
// What a node costs decides where it may go. An instruction that reads a
// loaded value borrows it; one that keeps it counts it once more. A new value, such as a
// string, can only go to an instruction that takes it; borrowed, it would never be released.

#include <assert.h>
#include <string.h>

#include "gen/emit_impl.h"

enum { DEPTH_MAX = 4 };  // of expressions in each other

typedef struct Folder {
    Code *c;
    uint8_t *depths;  // of the expression that each instruction is
} Folder;

// -------------------------------------------------------------------------- what can go

// Reads only what the slots and fields hold, and cannot fail.
static bool is_expression(Op op)
{
    switch (op) {
    case OP_MOVE:
    case OP_CONST:
    case OP_STRING:
    case OP_LOAD:
    case OP_PARAM:
    case OP_SELF:
    case OP_SIZE:
    case OP_IN:
    case OP_EQ:
    case OP_SLT:
    case OP_SLE:
    case OP_PART:
        return true;
    default:
        return op >= OP_NOT && op <= OP_FTOI && op != OP_DIV && op != OP_MOD;
    }
}

// The result belongs to a slot or field, which keeps it as long as nothing changes.
static bool is_borrowed(Op op)
{
    return op == OP_MOVE || op == OP_LOAD || op == OP_PARAM || op == OP_PART;
}

static bool is_temporary(const Code *c, uint32_t slot)
{
    const PFun *fun = c->fun;
    return slot >= fun->param_count && fun->slot_names && !fun->slot_names[slot][0];
}

// Whether the operands from a on are a row of slots; how many there are.
static bool has_row(const PIns *ins, uint32_t *size)
{
    *size = ins_span(ins);
    return ins->op == OP_TUPLE || ins->op == OP_FORMAT || ins->op == OP_NOTE || ins->op == OP_CALL;
}

// How the instruction uses the slot: 'r', 'm' or 'w' once; '-' not at all; '*' in another
// way, or more than once.
static char use_of(const PIns *ins, uint32_t slot)
{
    const OpInfo *info = &op_infos[ins->op];
    uint32_t size;
    bool is_row = has_row(ins, &size);
    bool is_d = info->d != '-' && ins->d == slot;
    if (is_row && slot >= ins->a && slot - ins->a < size)
        return '*';
    bool is_a = !is_row && info->a != '-' && ins->a == slot;
    bool is_b = !is_row && info->b != '-' && ins->b == slot;
    if (is_a + is_b + is_d == 0)
        return '-';
    char use = is_a ? info->a : is_b ? info->b : info->d;
    return is_a + is_b + is_d > 1 || use == 'u' ? '*' : use;
}

// ----------------------------------------------------------------------- what is in between

// What stands in the way of an expression: an instruction before the one that uses it, or
// that one itself, which writes its result after it has read everything.
typedef struct Obstacle {
    const PIns *ins;
    bool is_user;
} Obstacle;

static bool writes_field(const Obstacle *o, int64_t field)
{
    const PIns *ins = o->ins;
    bool is_store = ins->op == OP_STORE || ins->op == OP_LOADTAKE;
    return !o->is_user && (ins->op == OP_CALL || (is_store && ins->n == field));
}

static bool changes_slot(const Obstacle *o, uint32_t slot)
{
    char use = use_of(o->ins, slot);
    return use == 'm' || use == '*' || (use == 'w' && !o->is_user);
}

// Whether it changes what the expression `at` reads, itself or by what was folded into it.
static bool disturbs(const Code *c, const Obstacle *o, uint32_t at)
{
    const PIns *ins = &c->fun->code[at];
    const OpInfo *info = &op_infos[ins->op];
    const Folded *in = &c->folded[at];
    if (ins->op == OP_LOAD && writes_field(o, ins->n))
        return true;
    if (in->a != P_NONE ? disturbs(c, o, in->a) : info->a == 'r' && changes_slot(o, ins->a))
        return true;
    return in->b != P_NONE ? disturbs(c, o, in->b) : info->b == 'r' && changes_slot(o, ins->b);
}

static bool ends_stretch(const Code *c, const PIns *ins)
{
    bool is_straight_call = emit_calls_straight(c->e, c->id, c->is_direct, ins);
    return !strchr("-s", op_infos[ins->op].then) && !is_straight_call;
}

// ------------------------------------------------------------------------------- folding

bool emit_is_dead_after(const Code *c, uint32_t at, uint32_t slot)
{
    const PFun *fun = c->fun;
    const Live *live = c->e->live;
    const PIns *ins = &fun->code[at];
    if (op_leaves((Op)ins->op))
        return true;
    bool is_jump = op_infos[ins->op].n == 'j';
    if (is_jump && live_has(live_at(live, c->id, (uint32_t)ins->n), slot))
        return false;
    return op_infos[ins->op].then == 'j' || at + 1 == fun->code_count ||
           !live_has(live_at(live, c->id, at + 1), slot);
}

// The instruction that uses the result of the expression `at`, once and unchanged; or P_NONE.
static uint32_t find_user(const Folder *f, uint32_t at)
{
    const Code *c = f->c;
    uint32_t slot = c->fun->code[at].d;
    for (uint32_t i = at + 1; i < c->fun->code_count && !c->is_target[i]; i++) {
        const PIns *ins = &c->fun->code[i];
        char use = use_of(ins, slot);
        Obstacle obstacle = {.ins = ins, .is_user = use == 'r' || use == 'm'};
        bool is_disturbed = disturbs(c, &obstacle, at);
        if (obstacle.is_user)
            return is_disturbed || !emit_is_dead_after(c, i, slot) ? P_NONE : i;
        if (use != '-' || is_disturbed || ends_stretch(c, ins))
            return P_NONE;
    }
    return P_NONE;
}

static bool can_go(const Code *c, uint32_t at, uint32_t user)
{
    const PIns *ins = &c->fun->code[at];
    if (!emit_is_node(c->e, c->fun->slot_types[ins->d]))
        return true;
    // An instruction that reads a borrowed node must not release its owner: the fields
    // and slots that it changes were checked. Null has no owner.
    char use = use_of(&c->fun->code[user], ins->d);
    return is_borrowed((Op)ins->op) || (ins->op == OP_STRING && use == 'm') ||
           (ins->op == OP_CONST && ins->n == 0);
}

// The operand of the user that the result was.
static uint32_t *operand(Code *c, uint32_t user, uint32_t slot)
{
    const PIns *ins = &c->fun->code[user];
    const OpInfo *info = &op_infos[ins->op];
    Folded *in = &c->folded[user];
    if (info->a != '-' && ins->a == slot)
        return &in->a;
    return info->b != '-' && ins->b == slot ? &in->b : &in->d;
}

static void fold(Folder *f, uint32_t at)
{
    Code *c = f->c;
    const PIns *ins = &c->fun->code[at];
    if (!c->is_reached[at] || !is_expression((Op)ins->op) || !is_temporary(c, ins->d))
        return;
    uint32_t user = find_user(f, at);
    if (user == P_NONE || !can_go(c, at, user) || f->depths[at] + 1 > DEPTH_MAX)
        return;
    assert(user > at);
    c->is_folded[at] = true;
    *operand(c, user, ins->d) = at;
    if (f->depths[user] < f->depths[at] + 1)
        f->depths[user] = (uint8_t)(f->depths[at] + 1);
}

// A temporary is emptied when it has done its work; a folded one was never full.
static bool clears_nothing(Code *c, uint32_t at)
{
    const PIns *ins = &c->fun->code[at];
    uint32_t slot = ins->d;
    if (ins->op != OP_CONST || ins->n != 0 || c->is_folded[at] || !is_temporary(c, slot) ||
        !emit_is_node(c->e, c->fun->slot_types[slot]))
        return false;
    for (uint32_t i = at; i > 0 && !c->is_target[i]; i--)
        if (use_of(&c->fun->code[i - 1], slot) != '-')
            return *operand(c, i - 1, slot) != P_NONE;
    return false;
}

void emit_fold(Code *c)
{
    Arena *arena = &c->e->arena;
    uint32_t count = c->fun->code_count;
    Folder f = {.c = c, .depths = NEW_ARRAY(arena, uint8_t, count)};
    c->folded = NEW_ARRAY(arena, Folded, count);
    c->is_folded = NEW_ARRAY(arena, bool, count);
    c->is_dropped = NEW_ARRAY(arena, bool, count);
    for (uint32_t i = 0; i < count; i++)
        c->folded[i] = (Folded){P_NONE, P_NONE, P_NONE};
    for (uint32_t i = 0; i < count; i++)
        fold(&f, i);
    for (uint32_t i = 0; i < count; i++)
        c->is_dropped[i] = clears_nothing(c, i);
}
