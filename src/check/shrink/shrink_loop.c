// check/shrink/shrink_loop.c: a shorter infinite execution that violates the same monitor.
//
// Nothing fails at the end of such an execution: its last turns are repeated for ever. So the
// steps of its states are recorded as a graph, and those of states near them, breadth first; and
// the graph is searched for a fair cycle that is short and reached soon (check/liveness/graph.h).
//
// A loop that creates machines may take several rounds until the engine uses the same paths again,
// while the executor finds the state of the first round equal: then one round is enough.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/liveness/liveness.h"
#include "check/shrink/shrink_impl.h"

enum { NODES_AROUND = 20000 };

// The explored states, by node.
typedef struct Around {
    Shrink *shrink;
    Recorder *recorder;
    Nodes *nodes;
    Route states;   // only its stops
    uint32_t next;  // the first whose steps were not made
} Around;

// The node of the state that follows; UINT32_MAX: there is no room for it.
static uint32_t node_of(Around *a, const State *from, uint64_t second, const Edge *e)
{
    Stepper *h = a->shrink->stepper;
    uint32_t node = nodes_number(a->nodes, e->print, engine_step_second(h, from, second, e));
    if (node < a->states.stop_count)
        return node;
    if (node > a->states.stop_count || a->states.stop_count >= NODES_AROUND)
        return UINT32_MAX;
    State to = {.words = route_add_stop(&a->states, e->print, edge_count(from, e))};
    engine_apply(h, from, e, &to);
    return node;
}

static void add_route(Around *a)
{
    const Route *best = &a->shrink->best;
    for (uint32_t i = 0; i < best->stop_count; i++) {
        State state = route_state(best, i);
        uint64_t second = engine_second_print(a->shrink->stepper, &state);
        if (nodes_number(a->nodes, state.print, second) == a->states.stop_count)
            memcpy(route_add_stop(&a->states, state.print, state.count), state.words,
                   state.count * sizeof *state.words);
    }
}

// The words of the state, copied: adding others may move them.
static State copy_state(const Around *a, uint32_t node, uint32_t **room)
{
    State state = route_state(&a->states, node);
    *room = memory_resized(*room, state.count, sizeof **room);
    memcpy(*room, state.words, state.count * sizeof **room);
    state.words = *room;
    return state;
}

static void explore(Around *a)
{
    Shrink *s = a->shrink;
    uint32_t *room = NULL;
    for (; a->next < a->states.stop_count && !shrink_ends(s); a->next++) {
        State state = copy_state(a, a->next, &room);
        engine_renew(s->stepper);
        uint32_t count = engine_expand_all(s->stepper, &state);
        uint64_t second = engine_second_print(s->stepper, &state);
        recorder_begin(a->recorder, 0, s->stepper, &state, a->next);
        s->work += 1 + count;
        for (uint32_t i = 0; i < count; i++) {
            const Edge *e = &engine_edges(s->stepper)[i];
            uint32_t to = edge_kind(e) == EDGE_STATE ? node_of(a, &state, second, e) : UINT32_MAX;
            if (to != UINT32_MAX)
                recorder_step(a->recorder, 0, s->stepper, &state, e, to);
        }
    }
    free(room);
}

// Adds the step from this node to the route.
static void add_step(Around *a, uint32_t from, const GraphStep *step)
{
    Shrink *s = a->shrink;
    State state = route_state(&a->states, from);
    engine_renew(s->stepper);
    uint32_t count = engine_expand_all(s->stepper, &state);
    uint64_t second = engine_second_print(s->stepper, &state);
    for (uint32_t i = 0; i < count; i++) {
        const Edge *e = &engine_edges(s->stepper)[i];
        if (edge_kind(e) != EDGE_STATE ||
            nodes_number(a->nodes, e->print, engine_step_second(s->stepper, &state, second, e)) !=
                step->to ||
            recorder_mark(a->recorder, 0, s->stepper, &state, e) != step->mark)
            continue;
        State to = route_state(&a->states, step->to);
        route_add_step(s, &s->trial, engine_path(s->stepper, &state, e->at), e);
        memcpy(route_add_stop(&s->trial, to.print, to.count), to.words,
               to.count * sizeof *to.words);
        return;
    }
    bug("a step of a cycle is not found again");
}

// The lasso as a schedule.
static void write_lasso(Around *a, const Lasso *lasso, Schedule *schedule)
{
    Shrink *s = a->shrink;
    uint32_t at = 0;
    trial_begin(s, 0);
    for (uint32_t i = 0; i < lasso->stem_count + lasso->loop_count; i++) {
        add_step(a, at, &lasso->steps[i]);
        at = lasso->steps[i].to;
    }
    route_write(s, &s->trial, schedule);
    schedule->loop = 1 + lasso->stem_count;
    schedule->network = s->network;
}

static bool find(Shrink *s, Schedule *schedule)
{
    Around a = {.shrink = s, .recorder = recorder_new(s->engine, 1, NULL), .nodes = nodes_new()};
    Lasso lasso = {0};
    add_route(&a);
    explore(&a);
    bool is_found = recorder_find(a.recorder, &lasso);
    if (is_found)
        write_lasso(&a, &lasso, schedule);
    lasso_drop(&lasso);
    recorder_free(a.recorder);
    nodes_free(a.nodes);
    route_drop(&a.states);
    return is_found;
}

// ------------------------------------------------------------------------------- the result

static uint64_t cost_of(const Schedule *s)
{
    assert(s->loop > 0 && s->loop <= s->turn_count);
    return (uint64_t)s->turn_count + (s->turn_count - s->loop + 1);
}

static bool fails_alike(const Shrink *s, const Schedule *schedule, const Bug *failed, Bug *again)
{
    Schedule twice = {0};
    bool is_alike = execute(s->program, s->test, schedule, NULL, again) == EXECUTED_BUG &&
                    again->kind == P_ERROR_LIVENESS && again->machine == failed->machine &&
                    schedule_unroll(s->program, s->test, schedule, 2, &twice);
    schedule_drop(&twice);
    return is_alike;
}

// One round of those that the loop has, when it has several.
static void take_one_round(const Shrink *s, Schedule *schedule, const Bug *failed)
{
    Bug again;
    uint32_t all = schedule->turn_count, loop = all - schedule->loop + 1;
    for (uint32_t length = 1; length < loop; length++) {
        schedule->turn_count = schedule->loop - 1 + length;
        if (loop % length == 0 && fails_alike(s, schedule, failed, &again))
            return;
    }
    schedule->turn_count = all;
}

static ScheduleSize size_of(const Schedule *s)
{
    ScheduleSize size = {.steps = s->turn_count};
    for (uint32_t i = 0; i < s->turn_count; i++) {
        size.switches += i > 0 && s->turns[i].machine != s->turns[i - 1].machine;
        for (uint32_t k = 0; k < s->turns[i].choice_count; k++)
            size.choices += s->choices[s->turns[i].first_choice + k];
    }
    return size;
}

bool loop_shrink(Shrink *s, const Schedule *failing, const Bug *failed, Shrunk *r, Err *err)
{
    Schedule shorter = {0};
    bool is_better = find(s, &shorter);
    if (is_better) {
        take_one_round(s, &shorter, failed);
        is_better =
            fails_alike(s, &shorter, failed, &r->bug) && cost_of(&shorter) < cost_of(failing);
    }
    r->before = r->after = size_of(failing);
    if (!is_better) {
        schedule_drop(&shorter);
        shorter = schedule_copy(failing);
        if (!fails_alike(s, &shorter, failed, &r->bug)) {
            schedule_drop(&shorter);
            err_set(err, "its last turns cannot be repeated for ever");
            return false;
        }
    }
    r->schedule = shorter;
    r->after = size_of(&shorter);
    return true;
}
