// check/engine/step_events.c: what happens on a step, for explorers, schedules and reports.
//
// The events of a step follow from its outcome and from which machines can run afterwards; a key of
// these stands for them, so that an explorer is not asked twice.

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "check/engine/engine_impl.h"

static uint32_t add_ops(StepEvent *events, uint32_t count, uint32_t machine, const Outcome *o)
{
    for (uint32_t i = 0; i < o->op_count; i++)
        events[count++] = (StepEvent){.kind = EVENT_USER,
                                      .machine = machine,
                                      .other = o->ops[i].path,
                                      .event = o->ops[i].op,
                                      .number = o->ops[i].number};
    return count;
}

static bool is_enabled_after(Stepper *h, const State *from, const Edge *edge, uint32_t path)
{
    const Engine *e = h->engine;
    if (edge->full) {
        State to = {.count = edge->full->count, .words = (uint32_t *)edge->full->words};
        uint32_t at = shape_place(shape_of(e, &to), path);
        return at && engine_can_run(h, to.words[local_word(at)], to.words[queue_word(at)]);
    }
    uint32_t at = shape_place(shape_of(e, from), path);
    if (at && edge_settles(h, edge, at))
        return true;
    if (at == edge->at)
        return engine_can_run(h, edge->outcome->self, edge->own);
    return at && engine_can_run(h, from->words[local_word(at)],
                                at == edge->to ? other_queue(h, from, edge)
                                               : from->words[queue_word(at)]);
}

// A channel ends when its last event is delivered.
static bool is_channel_done(Stepper *h, const Edge *edge, uint32_t path)
{
    if (!edge->full || !path_is_channel(h->engine, path))
        return false;
    State to = {.count = edge->full->count, .words = (uint32_t *)edge->full->words};
    return shape_place(shape_of(h->engine, &to), path) == 0;
}

// The events of the steps that engine_settle has added.
static uint32_t add_settled(Stepper *h, const State *from, const Edge *edge, uint32_t count)
{
    State to = {.words = edge->full ? (uint32_t *)edge->full->words : from->words};
    const Shape *shape = shape_of(h->engine, &to);
    for (const SettledStep *step = edge_settled(h, edge); step->at; step++) {
        uint32_t machine = shape->paths[step->at - 1];
        if (step->outcome->taken != P_NONE)
            h->events[count++] = (StepEvent){
                .kind = EVENT_TAKEN, .machine = machine, .event = step->outcome->taken};
        if (!engine_can_run(h, step->outcome->self, step->queue))
            h->events[count++] = (StepEvent){.kind = EVENT_BLOCKED, .machine = machine};
    }
    return count;
}

// Room for the calls to the explorer, and for all other events of a step.
static StepEvent *event_room(Stepper *h, const State *from, const Edge *edge, const Outcome *after)
{
    const Outcome *o = edge->outcome;
    enum { OTHERS = 4 };  // taken, sent, created, and then blocked or halted
    uint32_t needed = OTHERS + o->op_count + (after ? after->op_count : 0);
    if (o->is_fault)
        needed = shape_of(h->engine, from)->count + 1;
    for (const SettledStep *step = edge_settled(h, edge); step->at; step++)
        needed += 2;  // taken, blocked
    if (needed <= h->event_capacity)
        return h->events;
    h->event_capacity = needed * 2;
    h->events = memory_resized(h->events, h->event_capacity, sizeof *h->events);
    return h->events;
}

StepEvent *engine_events(Stepper *h, const State *from, const Edge *edge, uint32_t *event_count)
{
    const Outcome *o = edge->outcome, *after = edge->full ? edge->full->after : NULL;
    uint32_t machine = engine_path(h, from, edge->at), created = edge_created(edge), count = 0;
    StepEvent *events = event_room(h, from, edge, after);

    if (o->is_fault) {
        *event_count = add_settled(h, from, edge, faults_events(h, from, edge, events));
        return events;
    }
    if (o->taken != P_NONE)
        events[count++] = (StepEvent){.kind = EVENT_TAKEN, .machine = machine, .event = o->taken};
    count = add_ops(events, count, machine, o);
    if (o->sent != P_NONE && engine_at(h, from, o->sent_to))
        events[count++] = (StepEvent){.kind = EVENT_SENT,
                                      .machine = machine,
                                      .other = o->sent_to,
                                      .event = o->sent,
                                      .is_enabled = is_enabled_after(h, from, edge, o->sent_to)};
    if (created)
        events[count++] = (StepEvent){.kind = EVENT_CREATED,
                                      .machine = machine,
                                      .other = created,
                                      .event = path_is_channel(h->engine, created)
                                                   ? KIND_CHANNEL
                                                   : engine_kind(h, created)};
    if (after)
        count = add_ops(events, count, machine, after);
    if (!(after ? after : o)->self || is_channel_done(h, edge, machine))
        events[count++] = (StepEvent){.kind = EVENT_HALTED, .machine = machine};
    else if (!is_enabled_after(h, from, edge, machine))
        events[count++] = (StepEvent){.kind = EVENT_BLOCKED, .machine = machine};
    count = add_settled(h, from, edge, count);
    assert(count <= h->event_capacity);
    *event_count = count;
    return events;
}

// engine_can_run; faster when the machine takes its first event, and has done so before.
static inline bool can_run(Stepper *h, const State *s, uint32_t at)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)], queue = s->words[queue_word(at)];
    const LocalHead *head = local_head(e, local);
    if (!head->needs_event)
        return true;
    if (!queue)
        return false;
    return (e->has_usual && known_row(e, head, local, queue)) || engine_can_run(h, local, queue);
}

uint64_t engine_could_run_set(Stepper *h, const State *s)
{
    uint32_t machines = shape_of(h->engine, s)->count;
    uint64_t set = 0;
    assert(machines <= 64);
    for (uint32_t at = 1; at <= machines; at++)
        set |= (uint64_t)can_run(h, s, at) << (at - 1);
    return set;
}

// Addresses are mixed before they are added: the sums of two pairs of them are often equal. Whether
// a machine whose step was run through can run afterwards depends on its queue, too.
static uint64_t settled_key(Stepper *h, const Edge *edge, const State *to, uint64_t key)
{
    for (const SettledStep *step = edge_settled(h, edge); step->at; step++)
        key = mix64(key) + ((uintptr_t)step->outcome | can_run(h, to, step->at));
    return mix64(key);
}

// The same as engine_events_key for a step with a FullStep.
static uint64_t full_events_key(Stepper *h, const State *from, const Edge *edge, const State *to)
{
    enum { HALTS = 1, SENDER_RUNS = 2, TARGET_IS_THERE = 4, TARGET_RUNS = 8, FLAG_BITS = 4 };
    const Outcome *o = edge->outcome, *after = edge->full->after;
    uint64_t flags = 0;
    if (o->is_fault)
        return 0;
    // Often the machine only halts.
    if (!o->self && !after && o->sent == P_NONE && !edge_created(edge) && !edge->settled)
        return mix64((uintptr_t)o);
    uint32_t machine = engine_path(h, from, edge->at);
    if (!(after ? after : o)->self || is_channel_done(h, edge, machine))
        flags |= HALTS;
    else if (is_enabled_after(h, from, edge, machine))
        flags |= SENDER_RUNS;
    if (o->sent != P_NONE && engine_at(h, from, o->sent_to))
        flags |= TARGET_IS_THERE | (is_enabled_after(h, from, edge, o->sent_to) ? TARGET_RUNS : 0);
    uint64_t key = mix64((uintptr_t)o) + mix64((uintptr_t)after + 1);
    key += (uint64_t)edge_created(edge) << FLAG_BITS | flags;
    return settled_key(h, edge, to, mix64(key));
}

// The events follow from the outcome, which stays where it is as long as it is cached, and from
// which of the two machines can run afterwards.
uint64_t engine_events_key(Stepper *h, const State *from, const Edge *edge, const State *to,
                           uint64_t enabled)
{
    enum { SENDER_RUNS = 1, TARGET_IS_THERE = 2, TARGET_RUNS = 4 };
    const Engine *e = h->engine;
    uint64_t key = (uintptr_t)edge->outcome;
    static_assert(_Alignof(Outcome) > (SENDER_RUNS | TARGET_IS_THERE | TARGET_RUNS), "free bits");
    if (!e->options.has_memo || e->has_foreign)
        return 0;
    if (edge->full)
        return full_events_key(h, from, edge, to);
    assert_debug(edge->outcome->self && to->words[0] == from->words[0]);
    if (can_run(h, to, edge->at))
        key |= SENDER_RUNS;
    if (edge->to) {
        // A machine that can run still can when one more event is in its queue.
        bool could = e->has_usual && edge->to < 64 && enabled >> edge->to & 1 && !edge->settled;
        assert_debug(!could || can_run(h, to, edge->to));
        key |= TARGET_IS_THERE | (could || can_run(h, to, edge->to) ? TARGET_RUNS : 0);
    }
    return edge->settled ? settled_key(h, edge, to, key) : key;
}

uint32_t engine_moves(Stepper *h, const Edge *edge, const uint32_t **choices,
                      uint32_t *choice_count)
{
    const Outcome *o = edge->outcome, *after = edge->full ? edge->full->after : NULL;
    const Outcome *last = after ? after : o;
    bool is_cut = edge->full && edge->full->cut_moves;
    uint32_t moves = is_cut ? edge->full->cut_moves : last->moves;
    uint32_t count = is_cut ? edge->full->cut_choice_count : last->choice_count;
    assert(!after || o->kind == OUT_NEW);
    assert(moves <= last->moves && count <= last->choice_count);
    if (!after) {
        *choices = o->choices;
        *choice_count = count;
        return moves + (edge->full && edge->full->fails_in_new);
    }
    *choice_count = o->choice_count + count;
    uint32_t *all = arena_alloc(&h->arena, (*choice_count + 1) * sizeof *all);
    if (o->choice_count)
        memcpy(all, o->choices, o->choice_count * sizeof *all);
    if (count)
        memcpy(all + o->choice_count, after->choices, count * sizeof *all);
    *choices = all;
    return o->moves + moves;
}
