// check/sample/sample_loop.c: loops of a walk that keep a monitor hot for ever.

#include "check/sample/sample_loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/mix.h"
#include "check/liveness/liveness.h"
#include "rt/program.h"

// A state in the table.
typedef struct Visit {
    uint64_t print, second;
    uint64_t stretch;  // in which it was visited
    uint64_t number;   // depth; in a recorded walk its node
} Visit;

// A step of a recorded walk.
typedef struct LoopStep {
    uint32_t from, to, mark;  // nodes of the graph
    uint32_t label;
    uint32_t path, created;  // of the machine, and of the one that it created or 0
    uint32_t moves, first_choice, choice_count;
    bool is_fault;
} LoopStep;

enum {
    VISITS_FIRST = 1 << 10,
    NUMBERS = 64,  // machines whose fairness is known before a walk is recorded
    ALWAYS = 256,  // schedules that are watched, and recorded when they have a loop; then
    EVERY = 8,     // one of so many
    TRUST = 4,     // outlines are used as long as not one of so many schedules had to be repeated
};

struct LoopWatch {
    uint32_t *kinds;  // of monitors with hot states
    uint32_t kind_count;
    bool is_always;  // all schedules are watched

    // The states since the last one in which all these monitors were cold; in a recorded walk, all.
    Visit *visits;
    uint64_t visit_count, visit_capacity;  // the capacity is a power of two
    uint64_t stretch;
    uint64_t *prints;  // of the walk's states, by depth; 0: all monitors were cold
    uint64_t print_capacity;
    uint64_t waiting;               // the machines that can run, one bit each, by number
    uint64_t waits_since[NUMBERS];  // by number: the depth from which on it can run and has not
    uint64_t settled;               // the last depth at which no machine was choosing, plus 1
    bool is_watched;  // this schedule: its states are compared
    LoopLook look;
    uint64_t outlined, repeated;  // schedules with outlines; those of them that ended so
    bool has_repeat;
    bool has_waiting;        // some monitor was not cold
    uint64_t watch_changes;  // at that time

    // The schedule is recorded.
    Recorder *recorder;
    uint64_t second;  // second fingerprint of the current state
    uint64_t next_second;
    uint32_t node;
    LoopStep *steps;
    uint64_t step_count, step_capacity;
    uint32_t *choices;
    uint64_t choice_count, choice_capacity;
};

// ------------------------------------------------------------------------------ life cycle

struct LoopWatch *loop_watch_new(const Search *s)
{
    if (!s->has_hot_states || s->options.leaves_liveness)
        return NULL;
    struct LoopWatch *l = memory_zeroed(1, sizeof *l);
    l->is_always = s->watches_loops;
    uint32_t kinds = engine_monitor_kinds(s->engine);
    l->kinds = memory_zeroed(kinds, sizeof *l->kinds);
    for (uint32_t i = 0; i < kinds; i++)
        if (machine_has_hot_state(s->program, engine_monitor_kind(s->engine, i)))
            l->kinds[l->kind_count++] = i;
    l->visit_capacity = VISITS_FIRST;
    l->visits = memory_zeroed(l->visit_capacity, sizeof *l->visits);
    return l;
}

void loop_watch_forget(struct LoopWatch *l)
{
    if (!l)
        return;
    recorder_free(l->recorder);
    l->recorder = NULL;
}

void loop_watch_free(struct LoopWatch *l)
{
    if (!l)
        return;
    loop_watch_forget(l);
    free(l->kinds);
    free(l->visits);
    free(l->prints);
    free(l->steps);
    free(l->choices);
    free(l);
}

void loop_watch_begin(struct LoopWatch *l, uint64_t schedule, LoopLook look)
{
    if (!l)
        return;
    l->is_watched = l->is_always || schedule < ALWAYS || schedule % EVERY == 0;
    l->has_repeat = false;
    // Both ways to watch find the same, so this may depend on what the worker did before.
    bool is_of_use = l->repeated * TRUST <= l->outlined || schedule % (2 * EVERY) == 0;
    l->look = look == LOOK_OUTLINES && !is_of_use ? LOOK_PRINTS : look;
    l->outlined += l->look == LOOK_OUTLINES;
    l->step_count = l->choice_count = 0;
}

bool walk_has_loop(const Walk *w)
{
    return w->loops && w->loops->has_repeat && w->loops->look != LOOK_RECORDED;
}

// ---------------------------------------------------------------------- states that come back

static void begin_stretch(struct LoopWatch *l)
{
    l->stretch++;
    l->visit_count = 0;
}

static void grow_visits(struct LoopWatch *l)
{
    Visit *old = l->visits;
    uint64_t capacity = l->visit_capacity;
    l->visit_capacity *= 2;
    l->visits = memory_zeroed(l->visit_capacity, sizeof *l->visits);
    for (uint64_t i = 0; i < capacity; i++) {
        uint64_t at = old[i].print;
        if (old[i].stretch != l->stretch)
            continue;
        while (l->visits[at & (l->visit_capacity - 1)].stretch)
            at++;
        l->visits[at & (l->visit_capacity - 1)] = old[i];
    }
    free(old);
}

// The entry of a state; a new one, with `number`, when it was not visited in this stretch.
static Visit *visit(struct LoopWatch *l, uint64_t print, uint64_t second, uint64_t number)
{
    if (l->visit_count * 2 >= l->visit_capacity)
        grow_visits(l);
    for (uint64_t at = print;; at++) {
        Visit *v = &l->visits[at & (l->visit_capacity - 1)];
        if (v->stretch != l->stretch) {
            *v = (Visit){print, second, l->stretch, number};
            l->visit_count++;
            return v;
        }
        if (v->print == print && v->second == second)
            return v;
    }
}

// Whether some monitor with hot states is there and not cold.
static bool find_waiting(const Walk *w)
{
    const struct LoopWatch *l = w->loops;
    MonitorView monitor;
    for (uint32_t i = 0; i < l->kind_count; i++) {
        bool is_there = w->is_direct ? direct_warmest(w->direct, l->kinds[i], &monitor)
                                     : engine_warmest(w->stepper, &w->state, l->kinds[i], &monitor);
        if (is_there && monitor.temperature != P_COLD)
            return true;
    }
    return false;
}

// The same; a direct walk knows when monitors have changed.
static bool is_waiting(const Walk *w)
{
    struct LoopWatch *l = w->loops;
    if (!w->is_direct)
        return find_waiting(w);
    uint64_t changes = direct_watch_changes(w->direct);
    if (l->watch_changes != changes)
        l->has_waiting = find_waiting(w);
    l->watch_changes = changes;
    return l->has_waiting;
}

static bool is_choosing(const Walk *w)
{
    return w->is_direct ? w->is_choosing : engine_is_choosing(&w->state);
}

// Whether this walk is watched by outlines. An engine has its prints already.
static bool has_outlines(const Walk *w)
{
    return w->is_direct && w->loops->look == LOOK_OUTLINES;
}

// States with equal outlines may differ: a machine that chooses must not find a state from before
// its step, or it would not see one within it.
static uint64_t current_outline(Walk *w)
{
    uint64_t outline = direct_outline(w->direct);
    return is_choosing(w) ? mix64(outline) + w->loops->settled : outline;
}

static uint64_t current_print(Walk *w)
{
    uint64_t print = !w->is_direct     ? w->state.print
                     : has_outlines(w) ? current_outline(w)
                                       : direct_print(w->direct);
    return mix64(print) | 1;
}

// The machines that can run, by number below NUMBERS.
static uint64_t ready_numbers(const Walk *w)
{
    uint32_t last = (w->machines < NUMBERS ? w->machines : NUMBERS) - 1;
    // Places are in the order of the numbers, from 1: usually each has its own.
    if (!w->is_by_path && w->machines > 0 && w->places[last].number == last + 1)
        return w->ready[0] << 1;
    uint64_t now = 0;
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1))
        if (w->places[p].number < NUMBERS)
            now |= UINT64_C(1) << w->places[p].number;
    return now;
}

// Notes since when machines wait.
static void note_waiting(Walk *w, uint32_t ran)
{
    struct LoopWatch *l = w->loops;
    uint64_t now = ready_numbers(w);
    uint64_t begins = now & ~l->waiting;
    if (ran < NUMBERS)
        begins |= now & UINT64_C(1) << ran;
    for (; begins; begins &= begins - 1)
        l->waits_since[__builtin_ctzll(begins)] = w->depth - w->base;
    l->waiting = now;
}

// Whether each machine that can run now has run, or could not run, since this depth.
static bool is_served(const struct LoopWatch *l, uint64_t depth)
{
    for (uint64_t left = l->waiting; left; left &= left - 1)
        if (l->waits_since[__builtin_ctzll(left)] <= depth)
            return false;
    return true;
}

// The node of the current state, of a recorded walk.
static uint32_t node_of(Walk *w, uint64_t second)
{
    struct LoopWatch *l = w->loops;
    return (uint32_t)visit(l, w->state.print, second, l->visit_count)->number;
}

static void note_recorded(Walk *w)
{
    struct LoopWatch *l = w->loops;
    LoopStep *step = &l->steps[l->step_count - 1];
    l->second = l->next_second;
    step->to = l->node = node_of(w, l->second);
    recorder_add(l->recorder, 0, step->to, step->mark);
}

// Whether the walk was in this state before, and the steps since then may be a loop that violates
// a monitor. A loop within a handler begins at a choice; others can begin at any other state.
static bool comes_back(Walk *w, uint32_t ran)
{
    struct LoopWatch *l = w->loops;
    uint64_t at = w->depth - w->base;
    bool chooses = is_choosing(w);
    if (!chooses) {
        l->settled = at + 1;
        note_waiting(w, ran);
    }
    MEMORY_GROW(l->prints, at + 1, l->print_capacity);
    l->prints[at] = is_waiting(w) ? current_print(w) : 0;
    if (!l->prints[at]) {
        begin_stretch(l);
        return false;
    }
    Visit *v = visit(l, l->prints[at], 0, at);
    if (v->number == at)
        return false;
    return chooses ? v->number >= l->settled : is_served(l, v->number);
}

bool walk_loop_note(Walk *w, uint32_t ran)
{
    struct LoopWatch *l = w->loops;
    if (l->look == LOOK_RECORDED)
        note_recorded(w);
    else if (l->is_watched && !l->has_repeat)
        l->has_repeat = comes_back(w, ran);
    if (!l->has_repeat || !has_outlines(w))
        return true;
    l->has_repeat = false;
    l->repeated++;
    return walk_end(w, WALK_CLOSER);
}

void walk_loop_begin(Walk *w)
{
    struct LoopWatch *l = w->loops;
    begin_stretch(l);
    l->waiting = l->settled = 0;
    if (l->look != LOOK_RECORDED) {
        walk_loop_note(w, 0);
        return;
    }
    assert(!w->is_direct && l->step_count == 0);
    if (l->recorder)
        recorder_clear(l->recorder);
    else
        l->recorder = recorder_new(stepper_engine(w->stepper), 1, NULL);
    l->second = engine_second_print(w->stepper, &w->state);
    l->node = node_of(w, l->second);
}

void walk_loop_restore(Walk *w)
{
    struct LoopWatch *l = w->loops;
    uint64_t at = w->depth - w->base, first = at;
    if (l->look == LOOK_RECORDED) {
        l->second = engine_second_print(w->stepper, &w->state);
        l->node = node_of(w, l->second);
        return;
    }
    if (l->has_repeat || !l->is_watched)
        return;
    begin_stretch(l);
    l->waiting = 0;  // as if all had run: the recorded walk decides
    note_waiting(w, 0);
    l->settled = at + 1;
    while (first > 0 && l->prints[first - 1])
        first--;
    for (; first <= at; first++)
        if (l->prints[first])
            visit(l, l->prints[first], 0, first);
}

// ---------------------------------------------------------------------------------- recording

void walk_loop_record(Walk *w, uint32_t number, const Edge *e, uint32_t label)
{
    struct LoopWatch *l = w->loops;
    const uint32_t *choices;
    if (l->look != LOOK_RECORDED || edge_kind(e) != EDGE_STATE)
        return;
    uint32_t count, moves = engine_moves(w->stepper, e, &choices, &count);
    StepMarks marks = engine_marks(w->stepper, &w->state, e);
    recorder_begin(l->recorder, 0, w->stepper, &w->state, l->node);
    l->next_second = engine_step_second(w->stepper, &w->state, l->second, e);
    MEMORY_GROW(l->steps, l->step_count + 1, l->step_capacity);
    l->steps[l->step_count++] = (LoopStep){
        .from = l->node,
        .mark = recorder_number(l->recorder, 0, &marks),
        .label = label,
        .path = w->known[number].path,
        .created = edge_created(e),
        .moves = moves,
        .first_choice = (uint32_t)l->choice_count,
        .choice_count = count,
        .is_fault = edge_is_fault(e),
    };
    MEMORY_GROW(l->choices, l->choice_count + count, l->choice_capacity);
    if (count)
        memcpy(l->choices + l->choice_count, choices, count * sizeof *choices);
    l->choice_count += count;
}

// ------------------------------------------------------------------------------------ finding

static const LoopStep *step_of(const struct LoopWatch *l, uint32_t from, const GraphStep *step)
{
    for (uint64_t i = 0; i < l->step_count; i++) {
        const LoopStep *s = &l->steps[i];
        if (s->from == from && s->to == step->to && s->mark == step->mark)
            return s;
    }
    bug("a step of a cycle was not recorded");
}

// Numbers the machines of the first state, which nobody has created. Returns how many they are.
static uint32_t number_first(const Walk *w, uint32_t *numbers)
{
    uint32_t count = 0;
    while (count + 1 < w->known_count && w->known[count + 1].creator == 0) {
        count++;
        numbers[w->known[count].path] = count;
    }
    return count;
}

// The way of the lasso for the executor. Machines get the numbers in which this way creates them.
static void make_way(const Walk *w, const Lasso *lasso, Schedule *way, uint32_t *labels)
{
    const struct LoopWatch *l = w->loops;
    uint32_t *numbers = memory_zeroed(w->number_capacity, sizeof *numbers);
    uint32_t created = number_first(w, numbers), from = 0;
    for (uint32_t i = 0; i < lasso->stem_count + lasso->loop_count; i++) {
        const LoopStep *s = step_of(l, from, &lasso->steps[i]);
        from = s->to;
        labels[i] = s->label;
        if (w->is_by_path)
            continue;
        assert(numbers[s->path] > 0);
        schedule_add(way, numbers[s->path], s->moves, l->choices + s->first_choice,
                     s->choice_count);
        if (s->is_fault)
            schedule_number(way, numbers);
        assert(s->created < w->number_capacity);
        if (s->created)
            numbers[s->created] = ++created;
    }
    free(numbers);
}

static void report(Walk *w, const Lasso *lasso)
{
    const PProgram *p = w->search->program;
    uint32_t kind = engine_monitor_kind(w->search->engine, lasso->monitor);
    uint32_t count = lasso->stem_count + lasso->loop_count;
    uint32_t *labels = memory_zeroed(count, sizeof *labels);
    Finding f = {
        .is_there = true,
        .bug = {.kind = P_ERROR_LIVENESS, .machine = kind, .state = P_NONE},
        .depth = w->base + count,
        .label = LABEL_END,
        .number = w->base_number,
        .is_behind = w->is_behind,
        .behind = w->behind,
        .base = w->base,
        .delays = w->delays,
        .schedule = w->schedule,
        .has_way = !w->is_by_path,
        .loop = lasso->loop_count,
        .is_within_handler = lasso->is_within_handler,
    };
    snprintf(f.bug.text, sizeof f.bug.text, "%s stays hot for ever", p->machines[kind].name);
    make_way(w, lasso, &f.way, labels);
    f.labels = w->is_by_path ? labels : NULL;
    search_found(w->search, &f);
    schedule_drop(&f.way);
    free(labels);
}

bool walk_end_with_loop(Walk *w)
{
    Lasso lasso;
    if (!w->loops || w->loops->look != LOOK_RECORDED || w->loops->step_count == 0)
        return false;
    if (!recorder_find(w->loops->recorder, &lasso))
        return false;
    report(w, &lasso);
    lasso_drop(&lasso);
    if (w->end == WALK_ON)
        walk_end(w, WALK_BUG);
    w->end = WALK_BUG;
    return true;
}
