// rt/refs.c: the machines that a machine refers to.

#include "rt/refs.h"

#include "plait/value.h"
#include "rt/machine.h"

typedef struct Walk {
    const PProgram *program;
    RefVisit *visit;
    void *data;
} Walk;

static void walk_value(const Walk *w, uint32_t type, PWord value);

static void walk_collection(const Walk *w, const PType *t, PWord value)
{
    for (uint32_t i = 0; i < p_size(value); i++) {
        bool is_map = t->kind == P_TYPE_MAP;
        walk_value(w, t->parts[0], is_map ? p_map_key(value, i) : p_element(value, i));
        if (is_map)
            walk_value(w, t->parts[1], p_map_value(value, i));
    }
}

static void walk_value(const Walk *w, uint32_t type, PWord value)
{
    const PType *t = &w->program->types[type];

    if (!value)
        return;
    switch (t->kind) {
    case P_TYPE_MACHINE:
        w->visit(w->data, value);
        break;
    case P_TYPE_ANY:
        walk_value(w, p_box_type(value), p_box_value(value));
        break;
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
        walk_collection(w, t, value);
        break;
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        for (uint32_t i = 0; i < t->count; i++)
            walk_value(w, t->parts[i], p_tuple_part(value, i));
        break;
    default:
        break;
    }
}

static void walk_frame(const Walk *w, const Live *live, const Machine *m, uint32_t frame)
{
    const PFun *fun = &w->program->funs[m->stack[frame + FRAME_FUN]];
    uint64_t set[fun->slot_count / 64 + 1];
    const uint64_t *slots = live_in_frame(live, m, frame, false, set);

    for (uint32_t i = 0; slots && i < fun->slot_count; i++)
        if (live_has(slots, i))
            walk_value(w, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]);
}

void machine_refs(const Live *live, const Machine *m, RefVisit *visit, void *data)
{
    const PProgram *p = m->shared.program;
    const PMachineInfo *info = &p->machines[m->kind];
    Walk w = {p, visit, data};

    for (uint32_t i = 0; i < info->var_count; i++)
        walk_value(&w, info->var_types[i], m->shared.vars[i]);
    walk_value(&w, m->payload_type, m->payload);
    for (uint32_t frame = 0; frame < m->stack_size;) {  // frames are next to each other
        walk_frame(&w, live, m, frame);
        frame += FRAME_WORDS + p->funs[m->stack[frame + FRAME_FUN]].slot_count;
    }
}
