// check/sample/sample_walk.c: the steps of a walk.
//
// Hot path: a step that was made before allocates nothing, and only the machine that steps is
// expanded.

#include "check/sample/sample_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "check/sample/sample_lead.h"
#include "check/sample/sample_loop.h"
#include "check/sample/sample_repeat.h"
#include "rt/program.h"

// Makes room for `needed` items: twice as many when it has to grow.
#define RESERVE(list, capacity, needed)                         \
    do {                                                        \
        if ((needed) > (capacity)) {                            \
            (capacity) = (needed)*2;                            \
            (list) = memory_resized((list), (capacity), sizeof *(list)); \
        }                                                       \
    } while (0)

// ------------------------------------------------------------------------------ life cycle

enum { STATES_SEEN = 1 << 16, ORDERS_SEEN = 1 << 15 };

void walk_init(Walk *w, Search *s, SearchWorker *worker)
{
    *w = (Walk){.search = s,
                .worker = worker,
                .stepper = worker->stepper,
                .is_by_path = s->policy->remembers};
    sample_set_init(&w->states, STATES_SEEN);
    sample_set_init(&w->orders, ORDERS_SEEN);
    w->shown_capacity = engine_monitor_kinds(s->engine) + 1;
    w->shown = memory_resized(NULL, w->shown_capacity, sizeof *w->shown);
    w->heat = memory_resized(NULL, w->shown_capacity, sizeof *w->heat);
    w->is_hot = memory_zeroed(w->shown_capacity, sizeof *w->is_hot);
    w->hot_kinds = memory_resized(NULL, w->shown_capacity, sizeof *w->hot_kinds);
    for (uint32_t i = 0; i + 1 < w->shown_capacity; i++)
        if (machine_has_hot_state(s->program, engine_monitor_kind(s->engine, i)))
            w->hot_kinds[w->hot_count++] = i;
    RESERVE(w->known, w->known_capacity, 64);
    w->loops = loop_watch_new(s);
}

void walk_drop(Walk *w)
{
    sample_set_drop(&w->states);
    sample_set_drop(&w->orders);
    moment_drop(&w->moment);
    orders_free(w->walk_orders);
    direct_free(w->direct);
    free(w->first.words);
    free(w->state.words);
    free(w->labels);
    free(w->item_room.words);
    schedule_drop(&w->way);
    free(w->places);
    free(w->place_at);
    free(w->ready);
    free(w->ready_sums);
    free(w->known);
    free(w->numbers);
    free(w->shown);
    free(w->heat);
    free(w->is_hot);
    free(w->hot_kinds);
    free(w->left);
    free(w->ids);
    free(w->records);
    free(w->prints);
    free(w->trails);
    free(w->runs_seen);
    free(w->lessons);
    free(w->step_hashes);
    free(w->waiting);
    free(w->changed);
    free(w->given);
    loop_watch_free(w->loops);
}

void walk_forget(Walk *w)
{
    free(w->first.words);
    w->first = (State){0};
    loop_watch_forget(w->loops);
}

void walk_learn(Walk *w, uint64_t word)
{
    RESERVE(w->lessons, w->lesson_capacity, w->lesson_count + 1);
    w->lessons[w->lesson_count++] = word;
}

// The hash of the partial order, before the last mix.
static uint64_t order_sum(const Walk *w)
{
    uint64_t sum = w->base_print;
    for (uint32_t i = 1; i < w->known_count; i++)
        sum += walk_order_of(&w->known[i]);
    for (uint32_t i = 0; i < w->shown_capacity; i++)
        sum += walk_order_shown(w, i);
    return sum;
}

void walk_learn_order(Walk *w)
{
    uint64_t order = mix64(w->order_sum);
    assert_debug(w->watched && w->order_sum == order_sum(w));
    if (sample_set_wants(w->watched, order))
        walk_learn(w, order);
}

// -------------------------------------------------------------------------------- machines

uint32_t walk_add_known(Walk *w, uint32_t path, uint32_t creator)
{
    RESERVE(w->known, w->known_capacity, w->known_count + 1);
    if (path >= w->number_capacity) {
        uint32_t old = w->number_capacity;
        RESERVE(w->numbers, w->number_capacity, path + 16);
        memset(w->numbers + old, 0, (w->number_capacity - old) * sizeof *w->numbers);
    }
    assert(path > 0 && w->known_count > 0);
    w->known[w->known_count] = (Known){
        .path = path,
        .creator = creator,
        .chain = engine_path_hash(w->search->engine, path),
    };
    w->numbers[path] = w->known_count;
    if (w->watched)
        w->order_sum += walk_order_of(&w->known[w->known_count]);
    return w->known_count++;
}

void walk_forget_known(Walk *w)
{
    for (uint32_t i = 1; i < w->known_count; i++)
        w->numbers[w->known[i].path] = 0;
    w->known_count = 1;
    memset(w->shown, 0, w->shown_capacity * sizeof *w->shown);
    w->order_sum = 0;
    for (uint32_t i = 0; w->watched && i < w->shown_capacity; i++)
        w->order_sum += walk_order_shown(w, i);
}

void walk_count_ready(Walk *w)
{
    uint32_t blocks = w->machines / READY_BLOCK + 1;
    memset(w->ready_sums, 0, blocks * sizeof *w->ready_sums);
    w->ready_count = 0;
    for (uint32_t i = 0; i < w->ready_words; i++) {
        uint32_t count = bits_count(w->ready[i]);
        w->ready_sums[i / (READY_BLOCK / 64)] += count;
        w->ready_count += count;
    }
}

static inline void look_at(Walk *w, uint32_t at)
{
    uint32_t place = w->place_at[at];
    w->known[w->places[place].number].is_looked_at = false;
    walk_set_ready(w, place, engine_is_enabled(w->stepper, &w->state, at));
}

bool walk_can_run(const Walk *w, uint32_t number)
{
    assert_debug(number > 0 && number < w->known_count);
    if (w->is_direct)
        return direct_is_there(w->direct, number) && walk_is_ready(w, w->place_at[number]);
    uint32_t path = w->known[number].path;
    uint32_t at = w->numbers[path] == number ? engine_at(w->stepper, &w->state, path) : 0;
    return at && walk_is_ready(w, w->place_at[at]);
}

static void look_at_all(Walk *w)
{
    memset(w->ready, 0, w->ready_words * sizeof *w->ready);
    walk_count_ready(w);
    for (uint32_t at = 1; at <= w->machines; at++)
        look_at(w, at);
}

void walk_reserve_places(Walk *w, uint32_t count)
{
    if (count + 1 <= w->machine_capacity)
        return;
    w->machine_capacity = count * 2 + 64;
    w->places = memory_resized(w->places, w->machine_capacity, sizeof *w->places);
    w->place_at = memory_resized(w->place_at, w->machine_capacity + 1, sizeof *w->place_at);
    w->ready = memory_resized(w->ready, w->machine_capacity / 64 + 1, sizeof *w->ready);
    w->ready_sums = memory_resized(w->ready_sums, w->machine_capacity / READY_BLOCK + 1,
                                   sizeof *w->ready_sums);
    w->ids = memory_resized(w->ids, w->machine_capacity, sizeof *w->ids);
}

// Sorts the machines of the state by number. Most were created in the order of their paths.
static void find_places(Walk *w)
{
    w->machines = engine_machines(w->stepper, &w->state);
    walk_reserve_places(w, w->machines);
    w->ready_words = w->machines / 64 + 1;
    for (uint32_t at = 1; at <= w->machines; at++) {
        Stand place = {at, w->numbers[engine_path(w->stepper, &w->state, at)]};
        assert(place.number > 0 && place.number < w->known_count);
        uint32_t i = at - 1;
        for (; !w->is_by_path && i > 0 && w->places[i - 1].number > place.number; i--)
            w->places[i] = w->places[i - 1];
        w->places[i] = place;
    }
    for (uint32_t i = 0; i < w->machines; i++)
        w->place_at[w->places[i].at] = i;
    if (w->machines > w->most_machines)
        w->most_machines = w->machines;
}

// ------------------------------------------------------------------------------- beginning

static void copy_state(Walk *w, const State *from)
{
    RESERVE(w->state.words, w->word_capacity, from->count);
    memcpy(w->state.words, from->words, from->count * sizeof *from->words);
    w->state.count = from->count;
    w->state.print = from->print;
}

void walk_set_state(Walk *w, const State *from)
{
    copy_state(w, from);
    find_places(w);
    look_at_all(w);
}

// Discards the recorded steps after the current depth.
void walk_cut_way(Walk *w)
{
    uint64_t count = w->depth - w->base;
    if (count >= w->way.turn_count)
        return;
    w->way.turn_count = (uint32_t)count;
    w->way.choice_count = w->way.turns[count].first_choice;
}

void walk_begin_at(Walk *w, const State *state, uint32_t number, uint64_t depth)
{
    copy_state(w, state);
    walk_forget_known(w);
    for (uint32_t at = 1; at <= engine_machines(w->stepper, &w->state); at++)
        walk_add_known(w, engine_path(w->stepper, &w->state, at), 0);
    w->depth = w->base = depth;
    w->base_number = number;
    w->is_behind = false;
    w->base_print = w->is_by_path ? state->print : 0;
    w->delays = 0;
    w->end = WALK_ON;
    walk_cut_way(w);
    find_places(w);
    look_at_all(w);
    if (w->loops)
        walk_loop_begin(w);
}

// Makes the first state. It is reused for all schedules, unless monitors have called foreign
// code that may answer differently the next time.
static void start(Walk *w)
{
    State first;
    uint64_t foreign_calls = machine_foreign_calls;
    engine_renew(w->stepper);
    w->has_failed = !engine_start(w->stepper, &first, &w->failure);
    w->is_first_kept = machine_foreign_calls == foreign_calls;
    assert(!w->has_failed || !w->is_first_kept);  // or it had failed when the search began
    w->first.words = memory_resized(w->first.words, first.count, sizeof *first.words);
    w->first.print = first.print;
    w->first.count = first.count;
    memcpy(w->first.words, first.words, first.count * sizeof *first.words);
}

void walk_begin(Walk *w)
{
    if (w->is_direct) {
        direct_walk_begin(w);
        return;
    }
    if (!w->first.words || !w->is_first_kept)
        start(w);
    walk_begin_at(w, &w->first, 0, 0);
    if (w->has_failed)
        w->ready_count = 0;  // walk_goes_on ends it
    else if (w->search->lead && !w->has_explorer)
        lead_follow(w, NULL);
}

// ---------------------------------------------------------------------------------- ending

bool walk_is_made_again(WalkEnd how)
{
    return how == WALK_AGAIN || how == WALK_LOOPS || how == WALK_CLOSER || how == WALK_CACHED;
}

bool walk_end(Walk *w, WalkEnd how)
{
    w->end = how;
    if (how == WALK_STOPPED || walk_is_made_again(how))
        return false;
    w->runs++;
    if (w->depth > w->deepest)
        w->deepest = w->depth;
    RESERVE(w->runs_seen, w->run_capacity, w->run_count + 1);
    w->runs_seen[w->run_count++] = mix64(order_sum(w));
    return false;
}

bool walk_end_with_bug(Walk *w, const Bug *bug, bool goes_on)
{
    // The labels of such a walk are the engine's.
    if (w->is_by_path && w->is_direct)
        return walk_end(w, WALK_CACHED);
    Finding f = {
        .is_there = true,
        .goes_on = goes_on,
        .bug = *bug,
        .depth = w->depth,
        .label = LABEL_END,
        .number = w->base_number,
        .is_behind = w->is_behind,
        .behind = w->behind,
        .base = w->base,
        .delays = w->delays,
        .schedule = w->schedule,
        .labels = w->is_by_path ? w->labels : NULL,
        .has_way = !w->is_by_path,
        .way = w->way,
    };
    search_found(w->search, &f);
    return walk_end(w, WALK_BUG);
}

void walk_continue(Walk *w, uint64_t steps)
{
    w->end = WALK_ON;
    assert(w->runs > 0 && w->run_count > 0);
    w->depth_max = w->depth - w->base - w->lead_steps + steps;
    w->runs--;
    w->run_count--;
}

static bool is_stopped(const Walk *w)
{
    Search *s = w->search;
    return crew_calls(&s->crew) & CALL_STOP ||
           atomic_load_explicit(&s->last_schedule, memory_order_relaxed) < w->schedule;
}

// A monitor has failed before the first step.
static bool end_failed(Walk *w)
{
    w->has_failed = false;
    if (w->failure.kind != P_ERROR_NONE)
        return walk_end_with_bug(w, &w->failure, false);
    w->assumed++;
    return walk_end(w, WALK_NOWHERE);
}

// Whether a direct walk would be faster, as far as this one shows. It is asked again after twice
// the work: the first steps of schedules are often the same.
static bool is_slow(Walk *w)
{
    w->try_work *= 2;
    return repeats_is_slow(w->repeats, w->step_hashes + w->hash_first,
                           w->hash_count - w->hash_first, w->steps, w->work);
}

bool walk_goes_on(Walk *w)
{
    Bug bug;
    if (w->end != WALK_ON)  // in its lead
        return false;
    if (is_stopped(w))
        return walk_end(w, WALK_STOPPED);
    if (w->ready_count == 0) {
        RESERVE(w->labels, w->label_capacity, w->depth - w->base + 1);
        if (w->has_failed)
            return end_failed(w);
        if (w->is_direct ? direct_ends_badly(w->direct, &bug)
                         : engine_ends_badly(w->stepper, &w->state, &bug))
            return walk_end_with_bug(w, &bug, false);
        return walk_end(w, WALK_DONE);
    }
    if (w->try_work && w->work >= w->try_work && is_slow(w))
        return walk_end(w, WALK_AGAIN);
    if (w->depth - w->base < w->depth_max + w->lead_steps)
        return true;
    if (w->depth_max == w->search->options.steps)
        w->limits |= LIMIT_STEPS;
    return walk_end(w, WALK_CUT);
}

// --------------------------------------------------------------------------------- stepping

const Edge *walk_edges(Walk *w, uint32_t place, uint32_t *count)
{
    assert_debug(walk_is_ready(w, place));
    engine_renew(w->stepper);
    *count = engine_expand(w->stepper, &w->state, w->places[place].at);
    w->work += *count > 0 ? *count - 1 : 0;  // walk_take counts one
    assert_debug(*count > 0 || stepper_is_stopped(w->stepper));
    return engine_edges(w->stepper);
}

// When no state follows, it is not known which of its events the monitors have seen.
static inline void note_order(Walk *w, uint32_t number, const Edge *e, uint32_t label)
{
    StepTouch touch = engine_touch(e);
    uint64_t chain = walk_note_step(w, number, label, touch.taken, touch.to);
    uint32_t show_count = edge_kind(e) == EDGE_STATE ? touch.show_count : 0;
    for (uint32_t i = 0; i < show_count; i++)
        walk_note_shown(w, engine_shown(e, i), chain);
}

// Takes a step that may change the whole state: the set of machines, or several monitors.
static void take_full(Walk *w, uint32_t number, const FullStep *e)
{
    bool is_same = e->words[0] == w->state.words[0] && e->count == w->state.count;
    if (is_same) {
        // The same machines, and the CHOOSING bit has not changed.
        uint32_t changed[64], count = 0;
        for (uint32_t at = 1; at <= w->machines && count < 64; at++)
            if (e->words[2 * at - 1] != w->state.words[2 * at - 1] ||
                e->words[2 * at] != w->state.words[2 * at])
                changed[count++] = at;
        memcpy(w->state.words, e->words, e->count * sizeof *e->words);
        for (uint32_t i = 0; i < count && count < 64; i++)
            look_at(w, changed[i]);
        if (count < 64)
            return;
    } else {
        RESERVE(w->state.words, w->word_capacity, e->count);
        memcpy(w->state.words, e->words, e->count * sizeof *e->words);
        w->state.count = e->count;
        if (e->created)
            walk_add_known(w, e->created, number);
        find_places(w);
    }
    look_at_all(w);
}

static void take_plain(Walk *w, const Edge *e)
{
    engine_apply(w->stepper, &w->state, e, &w->state);
    look_at(w, e->at);
    if (e->to)
        look_at(w, e->to);
}

void walk_reserve_trails(Walk *w)
{
    RESERVE(w->trails, w->trail_capacity, w->trail_count + 2);
}

bool walk_end_step(Walk *w, EdgeKind kind, const Bug *bug)
{
    assert(kind != EDGE_STATE);
    if (kind == EDGE_BUG)
        return walk_end_with_bug(w, bug, false);
    if (kind == EDGE_QUEUE)
        w->limits |= LIMIT_QUEUE;
    if (kind == EDGE_ASSUME)
        w->assumed++;
    return walk_end(w, WALK_NOWHERE);
}

static void note_hash(Walk *w, uint64_t hash)
{
    if (!sample_set_wants(&w->repeats->seen, hash))
        return;
    RESERVE(w->step_hashes, w->hash_capacity, w->hash_count + 1);
    w->step_hashes[w->hash_count++] = hash;
}

// Notes what the engine caches of the step: that of the machine, and those of monitors.
static void note_repeats(Walk *w, const Edge *e)
{
    uint32_t shows = engine_touch(e).show_count;
    note_hash(w, engine_step_hash(w->stepper, &w->state, e->at));
    for (uint32_t i = 0; i < shows; i++)
        note_hash(w, engine_show_hash(w->stepper, &w->state, e, i));
}

bool walk_take(Walk *w, uint32_t place, const Edge *e)
{
    uint64_t at = w->depth - w->base;
    uint32_t number = w->places[place].number;
    const uint32_t *choices;

    assert_debug(w->end == WALK_ON && w->depth >= w->base && w->places[place].at == e->at);
    RESERVE(w->labels, w->label_capacity, at + 64);
    w->labels[at] = label_pack(w->machines, e->at, e->label);
    uint32_t count, moves = engine_moves(w->stepper, e, &choices, &count);
    uint32_t label = walk_note_way(w, number, moves, choices, count, edge_is_fault(e));
    if (w->repeats)
        note_repeats(w, e);
    if (w->loops)
        walk_loop_record(w, number, e, w->labels[at]);
    w->depth++;
    w->steps++;
    w->work++;
    note_order(w, number, e, label);
    if (edge_kind(e) == EDGE_STATE || edge_kind(e) == EDGE_BUG)
        walk_note_trails(w, e->trail, e->also);
    if (edge_kind(e) != EDGE_STATE)
        return walk_end_step(w, edge_kind(e), edge_bug(e));
    w->state.print = e->print;
    if (e->full)
        take_full(w, number, e->full);
    else
        take_plain(w, e);
    engine_check_print(w->stepper, &w->state);
    if (sample_set_wants(&w->states, e->print)) {
        RESERVE(w->prints, w->print_capacity, w->print_count + 1);
        w->prints[w->print_count++] = e->print;
    }
    if (w->watched)
        walk_learn_order(w);
    if (w->loops)
        walk_loop_note(w, number);
    return true;
}

// ---------------------------------------------------------------------------------- drawing

uint32_t walk_draw_place(Walk *w)
{
    enum { FEW = 8 };  // bits that are faster counted one by one
    assert_debug(w->ready_count > 0);
    uint32_t drawn = w->ready_count == 1 ? 0 : (uint32_t)rng_below(&w->rng, w->ready_count);
    uint32_t block = 0;
    if (w->ready_words == 1 && drawn < FEW) {
        uint64_t bits = w->ready[0];
        for (; drawn > 0; drawn--)
            bits &= bits - 1;
        return (uint32_t)__builtin_ctzll(bits);
    }
    while (drawn >= w->ready_sums[block])
        drawn -= w->ready_sums[block++];
    uint32_t i = block * (READY_BLOCK / 64);
    uint64_t sums = bits_sums(w->ready[i]);
    while (drawn >= bits_count_of(sums)) {
        drawn -= bits_count_of(sums);
        i++;
        assert_debug(i < w->ready_words);
        sums = bits_sums(w->ready[i]);
    }
    return i * 64 + bits_select(w->ready[i], sums, drawn);
}

// Draws one choice, and removes the edges that choose differently. False when no further
// choice is needed.
static bool draw_choice(Walk *w, Rng *rng, const Edge *edges, uint32_t *count, uint32_t at)
{
    const uint32_t *choices;
    uint32_t made, alternatives = 0, kept = 0;

    for (uint32_t i = 0; i < *count; i++) {
        engine_moves(w->stepper, &edges[w->left[i]], &choices, &made);
        if (made > at && choices[at] >= alternatives)
            alternatives = choices[at] + 1;
    }
    if (alternatives == 0)
        return false;
    uint32_t chosen = alternatives > 1 ? (uint32_t)rng_below(rng, alternatives) : 0;
    for (uint32_t i = 0; i < *count; i++) {
        engine_moves(w->stepper, &edges[w->left[i]], &choices, &made);
        if (made > at && choices[at] == chosen)
            w->left[kept++] = w->left[i];
    }
    *count = kept;
    return kept > 1;
}

const Edge *walk_draw_rest(Walk *w, Rng *rng, const Edge *edges, uint32_t count, uint32_t made)
{
    if (edge_is_fault(edges))  // their choices are paths
        return &edges[rng_below(rng, count)];
    if (count == 1)
        return edges;
    RESERVE(w->left, w->left_capacity, count);
    for (uint32_t i = 0; i < count; i++)
        w->left[i] = i;
    uint32_t all = count, at = made;
    while (count > 1 && draw_choice(w, rng, edges, &count, at))
        at++;
    // More than one edge is left when they do not differ in their choices.
    if (count == 0)
        return &edges[rng_below(rng, all)];
    return &edges[w->left[count > 1 ? rng_below(rng, count) : 0]];
}

const Edge *walk_draw(Walk *w, uint32_t place, Rng *rng)
{
    uint32_t count;
    assert_debug(!w->is_direct);
    if (!w->is_by_path) {
        engine_renew(w->stepper);
        return engine_draw(w->stepper, &w->state, w->places[place].at, rng);
    }
    // A walk that begins at a stored state needs labels as engine_expand numbers them.
    const Edge *edges = walk_edges(w, place, &count);
    return count ? walk_draw_rest(w, rng, edges, count, 0) : NULL;
}

void walk_guarded(Walk *w, void (*make_steps)(void *walk))
{
    if (!w->is_direct)
        make_steps(w);
    else if (!direct_guard(w->direct, make_steps, w))
        walk_end(w, WALK_STOPPED);
}

bool walk_step(Walk *w, uint32_t place)
{
    if (w->is_direct)
        return direct_walk_step(w, place, &w->rng);
    const Edge *e = walk_draw(w, place, &w->rng);
    return e ? walk_take(w, place, e) : walk_end(w, WALK_STOPPED);
}
