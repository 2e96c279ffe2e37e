// check/engine/engine_look.c: what sampling strategies read of states.

#include "check/engine/engine_look.h"

#include <assert.h>

#include "rt/send_rules.h"

MachineView engine_view(Stepper *h, const State *s, uint32_t at)
{
    const Engine *e = h->engine;
    const Local *local = local_at(e, s->words[local_word(at)]);
    const Queue *queue = queue_at(e, s->words[queue_word(at)]);
    return (MachineView){
        .path = local->path,
        .state = local->state,
        .position = (uint32_t)local->position,
        .first = queue->first ? message_at(e, queue->first)->event + 1 : 0,
        .queued = queue->count,
    };
}

const Machine *engine_unpack(Stepper *h, uint32_t local)
{
    local_unpack(h, local);
    return &h->scratch;
}

void engine_unpacked(Stepper *h)
{
    scratch_clear(h);
}

uint32_t engine_monitors(Stepper *h, const State *s, uint32_t kind, const uint32_t **locals)
{
    uint32_t word = 1 + 2 * shape_of(h->engine, s)->count + kind;
    assert(word < s->count);
    return group_members(h->engine, &s->words[word], locals);
}

bool engine_warmest(Stepper *h, const State *s, uint32_t kind, MonitorView *monitor)
{
    const Engine *e = h->engine;
    const PProgram *p = e->program;
    const uint32_t *locals;
    uint32_t count = engine_monitors(h, s, kind, &locals);
    bool is_found = false;

    for (uint32_t i = 0; i < count; i++) {
        const Local *one = local_at(e, locals[i]);
        uint32_t own = p->states[one->state].temperature;
        bool is_warmer = !is_found || own == P_HOT || monitor->temperature == P_COLD;
        if (p->machines[one->kind].kind != P_MACHINE_SPEC || !is_warmer)
            continue;
        is_found = true;
        *monitor = (MonitorView){.kind = one->kind, .state = one->state, .temperature = own};
    }
    return is_found;
}

bool engine_monitor_sees(const Engine *e, uint32_t kind, uint32_t by_interface, uint32_t event,
                         uint32_t only)
{
    assert(kind < e->spec_count);
    const Spec *s = &e->specs[kind];
    return rules_watches(e->program, s->kind, s->watched, by_interface, event, only);
}
