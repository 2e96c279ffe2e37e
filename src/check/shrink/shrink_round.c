// check/shrink/shrink_round.c: removes steps that belong together.
//
// A round of a protocol is a few steps of one machine, the steps of others that take the events
// it sends, and the answers to these. When one of these steps is removed alone, the other
// machines wait for an event that does not come; all together they can be removed.
//
// The step that takes a sent event is found by counting: the third event of a kind that a
// machine takes is the third that was sent to it. When events are dropped this is wrong; a
// wrong guess only costs a try.

#include <stdlib.h>
#include <string.h>

#include "check/shrink/shrink_impl.h"

enum {
    ROUTE_MAX = 2000,  // steps; in longer routes other passes come first
    WINDOW_MAX = 8,    // steps of one machine
};

typedef struct Sent {
    uint32_t target, event;
    bool is_taken;
} Sent;

// The event that step `at` takes, P_NONE for none, and the event that it sends.
static uint32_t look(Shrink *s, uint32_t at, Sent *sent)
{
    State state = route_state(&s->best, at);
    uint32_t taken = P_NONE, count;
    const Edge *edge = route_edge(s, &s->best, at);
    const StepEvent *events = engine_events(s->stepper, &state, edge, &count);

    *sent = (Sent){.event = P_NONE};
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == EVENT_TAKEN)
            taken = events[i].event;
        if (events[i].kind == EVENT_SENT)
            *sent = (Sent){.target = events[i].other, .event = events[i].event};
    }
    return taken;
}

// For each step of `best`, the step that takes the event it sends, or STOP_NONE. The caller
// frees the list.
static uint32_t *find_takers(Shrink *s)
{
    uint32_t count = s->best.count, *takers = malloc((count + 1ull) * sizeof *takers);
    Sent *sent = malloc((count + 1ull) * sizeof *sent);
    if (!takers || !sent)
        die_out_of_memory((count + 1ull) * (sizeof *takers + sizeof *sent));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t taken = look(s, i, &sent[i]), machine = s->best.steps[i].machine;
        takers[i] = STOP_NONE;
        for (uint32_t k = 0; taken != P_NONE && k < i; k++)
            if (sent[k].target == machine && sent[k].event == taken && !sent[k].is_taken) {
                sent[k].is_taken = true;
                takers[k] = i;
                break;
            }
    }
    free(sent);
    return takers;
}

// Tries without the marked steps and the steps caused by what they send. The last step, which
// fails, stays.
static bool leave_marked_out(Shrink *s, bool *is_marked, const uint32_t *takers)
{
    uint32_t count = 0, from = STOP_NONE, last = s->best.count - 1;
    WantedStep *wanted_steps = wanted_room(s, s->best.count);
    for (uint32_t i = 0; i <= last; i++) {
        // An event is taken after it was sent, so one pass finds all steps that depend on it.
        assert(takers[i] == STOP_NONE || (takers[i] > i && takers[i] <= last));
        if (is_marked[i] && takers[i] != STOP_NONE)
            is_marked[takers[i]] = true;
        if (is_marked[i] && from == STOP_NONE)
            from = i;
        if (from != STOP_NONE && (!is_marked[i] || i == last))
            wanted_steps[count++] = s->best.steps[i];
    }
    return from != STOP_NONE && wanted_try(s, from, count);
}

typedef struct Rounds {
    uint32_t *takers;
    bool *is_marked;
} Rounds;

static void rounds_find(Shrink *s, Rounds *r)
{
    free(r->takers);
    r->takers = find_takers(s);
    r->is_marked = realloc(r->is_marked, s->best.count + 1ull);
    if (!r->is_marked)
        die_out_of_memory(s->best.count + 1ull);
}

// Marks `size` steps of one machine, the first of them at `at`. False when there are fewer.
static bool mark(const Shrink *s, Rounds *r, uint32_t at, uint32_t size)
{
    assert(at < s->best.count);
    memset(r->is_marked, 0, s->best.count);
    for (uint32_t i = at; i < s->best.count && size > 0; i++)
        if (s->best.steps[i].machine == s->best.steps[at].machine) {
            r->is_marked[i] = true;
            size--;
        }
    return size == 0;
}

bool cut_rounds(Shrink *s)
{
    Rounds r = {0};
    uint32_t before = s->best.count;

    if (before > ROUTE_MAX)
        return false;
    rounds_find(s, &r);
    for (uint32_t size = WINDOW_MAX; size > 0 && !s->is_over; size--)
        for (uint32_t at = s->best.count; at-- > 0 && !s->is_over;) {
            if (at >= s->best.count || !mark(s, &r, at, size))
                continue;
            if (leave_marked_out(s, r.is_marked, r.takers))
                rounds_find(s, &r);
        }
    free(r.takers);
    free(r.is_marked);
    return s->best.count < before;
}
