// gen/order_flow.c: where a function moves values, and where it sees their order.
//
// A variable is one place. A temporary is used for one value after another, so it is a new place
// wherever it is written; where two paths of the code meet, the places of a live temporary are
// joined. The code is visited once, because joined places stay joined.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "gen/order_impl.h"

enum { TRACKED_MOST = 1 << 24 };  // places of temporaries in one function

typedef struct Flow {
    OrderClasses *o;
    const PFun *fun;
    uint32_t number;          // of the function
    uint32_t *columns;        // by slot: 1 + its column in `before`; 0: a variable
    uint32_t column_count;
    uint32_t *column_slots;
    uint32_t *before;         // by offset and column: the first mark there
    uint32_t *now;            // by column, at the current instruction
    bool *is_reached;         // by offset
    uint32_t *work;           // offsets that were reached, but not visited
    uint32_t work_count;
} Flow;

// ------------------------------------------------------------------------------ temporaries

static bool is_temporary(const PFun *fun, uint32_t slot)
{
    return slot >= fun->param_count && fun->slot_names && !*fun->slot_names[slot];
}

// The slots that get payloads in a receive are written outside the code.
static void exclude_cases(const Flow *f, bool *is_excluded)
{
    for (uint32_t i = 0; i < f->fun->code_count; i++) {
        if (f->fun->code[i].op != OP_RECEIVE)
            continue;
        const PReceive *r = &f->o->p->receives[f->fun->code[i].n];
        for (uint32_t k = 0; k < r->case_count; k++)
            if (r->cases[k].payload != P_NONE)
                is_excluded[r->cases[k].payload] = true;
    }
}

// A very long function has one place for each of its temporaries.
static void find_columns(Flow *f)
{
    const PFun *fun = f->fun;
    bool *is_excluded = memory_zeroed(fun->slot_count + 1, sizeof *is_excluded);
    f->columns = memory_zeroed(fun->slot_count + 1, sizeof *f->columns);
    f->column_slots = memory_zeroed(fun->slot_count + 1, sizeof *f->column_slots);
    exclude_cases(f, is_excluded);
    for (uint32_t i = 0; i < fun->slot_count; i++)
        if (f->o->widths[fun->slot_types[i]] && is_temporary(fun, i) && !is_excluded[i]) {
            f->column_slots[f->column_count] = i;
            f->columns[i] = ++f->column_count;
        }
    if ((uint64_t)f->column_count * fun->code_count > TRACKED_MOST) {
        memset(f->columns, 0, fun->slot_count * sizeof *f->columns);
        f->column_count = 0;
    }
    free(is_excluded);
}

// The temporary is at a new place. The slot's type hides only orders that none of its places shows.
static void begin_place(Flow *f, uint32_t column)
{
    Place slot = f->o->slots[f->number][f->column_slots[column]];
    Place made = place_new(f->o, slot.type);
    for (uint32_t i = 0; i < f->o->widths[slot.type]; i++) {
        Implication shown = {made.first + i, slot.first + i};
        vec_push(f->o->arena, &f->o->implications, shown);
    }
    f->now[column] = made.first;
}

// The value is stored with the slot's type: the two hide the same orders.
static void store_as_slot(Flow *f, uint32_t slot)
{
    if (!f->columns[slot])
        return;
    Place place = f->o->slots[f->number][slot];
    uint32_t now = f->now[f->columns[slot] - 1];
    for (uint32_t i = 0; i < f->o->widths[place.type]; i++) {
        Implication shown = {place.first + i, now + i};
        vec_push(f->o->arena, &f->o->implications, shown);
    }
}

static Place at(const Flow *f, uint32_t slot)
{
    assert(slot < f->fun->slot_count);
    Place place = f->o->slots[f->number][slot];
    if (f->columns[slot])
        place.first = f->now[f->columns[slot] - 1];
    return place;
}

// --------------------------------------------------------------------------- instructions

static void join_slots(Flow *f, uint32_t a, uint32_t b)
{
    places_join(f->o, at(f, a), at(f, b));
}

static void join_part(Flow *f, uint32_t slot, uint32_t part, uint32_t value)
{
    places_join(f->o, place_part(f->o, at(f, slot), part), at(f, value));
}

// The operands that the letters of rt/ops.def name.
static void touch_operands(Flow *f, const PIns *i)
{
    const OpInfo *info = &op_infos[i->op];
    if (info->d != '-')
        place_touch(f->o, at(f, i->d));
    for (uint32_t k = 0; info->a != '-' && k < ins_span(i); k++)
        place_touch(f->o, at(f, i->a + k));
    if (info->b != '-')
        place_touch(f->o, at(f, i->b));
}

// A text of values: whoever sees it sees their order.
static void format(Flow *f, const PIns *i)
{
    Place text = at(f, i->d);
    for (uint32_t k = 0; k < i->b; k++)
        place_imply(f->o, text.first, at(f, i->a + k));
}

// keys(m), values(m): a sequence in the order of the map.
static void list(Flow *f, const PIns *i, uint32_t part)
{
    Place made = at(f, i->d), map = at(f, i->a), element = place_part(f->o, made, 0);
    if (place_is_known(f->o, made) && place_is_known(f->o, map)) {
        Implication seen = {made.first, map.first};
        vec_push(f->o->arena, &f->o->implications, seen);
    } else {
        mark_see(f->o, map);
    }
    places_join(f->o, element, place_part(f->o, map, part));
    place_touch(f->o, element);
}

// The elements of a collection are compared with a value.
static void contains(Flow *f, const PIns *i)
{
    place_touch(f->o, at(f, i->a));
    place_touch(f->o, place_part(f->o, at(f, i->b), 0));
}

// By position.
static void get_at(Flow *f, const PIns *i, uint32_t part)
{
    mark_see(f->o, at(f, i->a));
    join_part(f, i->a, part, i->d);
}

static void call(Flow *f, const PIns *i)
{
    const OrderClasses *o = f->o;
    const PFun *callee = &o->p->funs[i->n];
    for (uint32_t k = 0; k < i->b; k++) {
        if (callee->is_foreign || k >= callee->param_count)
            place_see(f->o, at(f, i->a + k));
        else
            places_join(f->o, at(f, i->a + k), o->slots[i->n][k]);
    }
    if (callee->is_foreign)
        place_see(f->o, at(f, i->d));
    else
        places_join(f->o, at(f, i->d), o->results[i->n]);
}

static void emission(Flow *f, uint32_t event, uint32_t payload)
{
    Emission made = {.event = at(f, event).first, .payload = at(f, payload)};
    assert(f->o->p->types[at(f, event).type].kind == P_TYPE_EVENT);
    place_touch(f->o, made.payload);
    vec_push(f->o->arena, &f->o->emissions, made);
}

static void receive(Flow *f, const PIns *i)
{
    const PReceive *r = &f->o->p->receives[i->n];
    for (uint32_t k = 0; k < r->case_count; k++)
        if (r->cases[k].payload != P_NONE)
            places_join(f->o, f->o->events[r->cases[k].event], at(f, r->cases[k].payload));
}

static void constant(Flow *f, const PIns *i)
{
    EventConstant made = {at(f, i->d).first, (uint32_t)i->n};
    if (f->o->p->types[at(f, i->d).type].kind == P_TYPE_EVENT)
        vec_push(f->o->arena, &f->o->constants, made);
}

// The instructions that keep track of sequences, texts and events. False for the others.
static bool follow_closely(Flow *f, const PIns *i)
{
    switch ((Op)i->op) {
    case OP_MOVE:
    case OP_TAKE:
        join_slots(f, i->d, i->a);
        return true;
    case OP_CONCAT:
        join_slots(f, i->d, i->a);
        join_slots(f, i->d, i->b);
        return true;
    case OP_CONST:
        constant(f, i);
        return true;
    case OP_FORMAT:
    case OP_NOTE:
        format(f, i);
        return true;
    case OP_KEYS:
    case OP_VALUES:
        list(f, i, i->op == OP_VALUES);
        return true;
    case OP_IN:
        contains(f, i);
        return true;
    case OP_SEND:
        emission(f, i->b, i->d);
        return true;
    case OP_RAISE:
    case OP_ANNOUNCE:
        emission(f, i->a, i->b);
        return true;
    case OP_STRING:
    case OP_DEFAULT:
    case OP_SIZE:
        return true;
    case OP_PRINT:
    case OP_ASSERT:  // the text is shown to people
        return f->o->use == ORDER_IN_STATES;
    default:
        return false;
    }
}

static void follow_parts(Flow *f, const PIns *i)
{
    switch ((Op)i->op) {
    case OP_TUPLE:
        for (uint32_t k = 0; k < (uint32_t)i->n; k++)
            join_part(f, i->d, k, i->a + k);
        break;
    case OP_PART:
    case OP_PARTTAKE:
        join_part(f, i->a, (uint32_t)i->n, i->d);
        break;
    case OP_PARTSET:
        join_part(f, i->d, (uint32_t)i->n, i->a);
        break;
    case OP_SEQGET:
    case OP_SEQTAKE:
        join_part(f, i->a, 0, i->d);
        break;
    case OP_SEQSET:
    case OP_SEQINS:
        join_part(f, i->d, 0, i->b);
        break;
    case OP_MAPGET:
    case OP_MAPTAKE:
        join_part(f, i->a, 1, i->d);
        break;
    case OP_MAPSET:
    case OP_MAPINS:
        join_part(f, i->d, 0, i->a);
        join_part(f, i->d, 1, i->b);
        break;
    case OP_SETADD:
        join_part(f, i->d, 0, i->a);
        break;
    case OP_SETGET:
    case OP_KEYGET:
        get_at(f, i, 0);
        break;
    case OP_VALUEGET:
        get_at(f, i, 1);
        break;
    default:
        break;
    }
}

static void follow(Flow *f, const PIns *i)
{
    const OrderClasses *o = f->o;
    if (follow_closely(f, i))
        return;
    touch_operands(f, i);
    switch ((Op)i->op) {
    case OP_LOAD:
    case OP_LOADTAKE:
        places_join(f->o, at(f, i->d), o->fields[f->fun->machine][i->n]);
        break;
    case OP_STORE:
        places_join(f->o, at(f, i->a), o->fields[f->fun->machine][i->n]);
        break;
    case OP_PARAM:
        place_see(f->o, at(f, i->d));
        break;
    case OP_CAST:
        join_slots(f, i->d, i->a);
        break;
    case OP_CALL:
        call(f, i);
        break;
    case OP_RETURN:
        places_join(f->o, at(f, i->a), o->results[f->number]);
        break;
    case OP_NEW:
        places_join(f->o, at(f, i->a), o->interfaces[i->n]);
        break;
    case OP_RECEIVE:
        receive(f, i);
        break;
    case OP_GOTO:  // while the state's exit runs, the payload is part of the machine
        store_as_slot(f, i->a);
        order_bind(f->o, o->p->states[i->n].entry, at(f, i->a));
        break;
    default:
        follow_parts(f, i);
    }
}

// --------------------------------------------------------------------------------- the code

// The function may be stopped before the offset: its live temporaries are then part of a state.
static void store_live(Flow *f, uint32_t offset)
{
    const uint64_t *live = live_at(f->o->live, f->number, offset);
    for (uint32_t c = 0; c < f->column_count; c++)
        if (live_has(live, f->column_slots[c]))
            store_as_slot(f, f->column_slots[c]);
}

// The code may continue at the offset.
static void reach(Flow *f, uint32_t offset)
{
    assert(offset < f->fun->code_count);
    uint32_t *there = f->before + (size_t)offset * f->column_count;
    const uint64_t *live = live_at(f->o->live, f->number, offset);
    if (!f->is_reached[offset]) {
        f->is_reached[offset] = true;
        f->work[f->work_count++] = offset;
        if (f->column_count)
            memcpy(there, f->now, f->column_count * sizeof *there);
        return;
    }
    for (uint32_t c = 0; c < f->column_count; c++) {
        uint32_t slot = f->column_slots[c], type = f->fun->slot_types[slot];
        if (there[c] != f->now[c] && live_has(live, slot))
            places_join(f->o, (Place){there[c], type}, (Place){f->now[c], type});
    }
}

static void reach_next(Flow *f, uint32_t offset)
{
    const PIns *i = &f->fun->code[offset];
    const OpInfo *info = &op_infos[i->op];
    if (op_leaves((Op)i->op))
        return;
    if (info->then == 'c') {
        const PReceive *r = &f->o->p->receives[i->n];
        for (uint32_t k = 0; k < r->case_count; k++) {
            store_live(f, r->cases[k].at);
            reach(f, r->cases[k].at);
        }
        return;
    }
    if (info->n == 'j')
        reach(f, (uint32_t)i->n);
    if (info->then == 'j' || offset + 1 >= f->fun->code_count)
        return;
    if (op_asks((Op)i->op) || i->op == OP_CALL)
        store_live(f, offset + 1);
    reach(f, offset + 1);
}

static bool reads(const PIns *i, uint32_t slot)
{
    const OpInfo *info = &op_infos[i->op];
    return (info->a != '-' && slot - i->a < ins_span(i)) || (info->b != '-' && i->b == slot);
}

static void visit(Flow *f, uint32_t offset)
{
    const PIns *i = &f->fun->code[offset];
    if (f->column_count)
        memcpy(f->now, f->before + (size_t)offset * f->column_count,
               f->column_count * sizeof *f->now);
    bool is_new = op_infos[i->op].d == 'w' && f->columns[i->d] && !reads(i, i->d);
    if (is_new)
        begin_place(f, f->columns[i->d] - 1);
    follow(f, i);
    reach_next(f, offset);
}

void order_flow(OrderClasses *o, uint32_t number)
{
    const PFun *fun = &o->p->funs[number];
    Flow f = {.o = o, .fun = fun, .number = number};
    uint32_t first_emission = o->emissions.count, first_constant = o->constants.count;
    if (!fun->code || fun->is_foreign)
        return;
    find_columns(&f);
    f.before = memory_zeroed((size_t)f.column_count * fun->code_count + 1, sizeof *f.before);
    f.now = memory_zeroed(f.column_count + 1, sizeof *f.now);
    f.is_reached = memory_zeroed(fun->code_count, sizeof *f.is_reached);
    f.work = memory_zeroed(fun->code_count, sizeof *f.work);
    for (uint32_t c = 0; c < f.column_count; c++)
        begin_place(&f, c);
    reach(&f, 0);
    while (f.work_count > 0)
        visit(&f, f.work[--f.work_count]);
    for (uint32_t i = first_emission; i < o->emissions.count; i++) {
        o->emissions.items[i].first_constant = first_constant;
        o->emissions.items[i].end_constant = o->constants.count;
    }
    free(f.columns);
    free(f.column_slots);
    free(f.before);
    free(f.now);
    free(f.is_reached);
    free(f.work);
}
