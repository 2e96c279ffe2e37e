// check/shrink/shrink_cut.c: removes parts of a route.
//
// Parts are removed, large ones first: consecutive steps, and steps of one machine. Then blocks
// of steps of one machine are joined, and choices are made smaller. A part that is needed
// stays.
//
// A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, TSE 2002, has
// the idea of halving. It works for schedules because steps that are not possible any more are
// skipped.

#include <stdlib.h>
#include <string.h>

#include "check/shrink/shrink_impl.h"

WantedStep *wanted_room(Shrink *s, uint32_t count)
{
    s->wanted_steps = shrink_room(s->wanted_steps, count + 1ull, sizeof *s->wanted_steps,
                                  &s->wanted_capacity);
    return s->wanted_steps;
}

bool wanted_try(Shrink *s, uint32_t from, uint32_t count)
{
    uint32_t kept = s->choice_count;
    route_refresh(s);
    if (!trial_follow(s, from, s->wanted_steps, count))
        return false;
    if (trial_take(s))
        return true;
    s->choice_count = kept;
    return false;
}

// ------------------------------------------------------------------------- leaving out

// Tries without the steps from `from` to `to` - 1.
static bool leave_out(Shrink *s, uint32_t from, uint32_t to)
{
    assert(from <= to && to <= s->best.count);
    uint32_t count = s->best.count - to;
    memcpy(wanted_room(s, count), s->best.steps + to, count * sizeof *s->wanted_steps);
    return wanted_try(s, from, count);
}

// Removes parts of that size, the last first. True when the route is shorter now.
static bool cut_parts(Shrink *s, uint32_t size)
{
    bool is_less = false;
    for (uint32_t to = s->best.count; to > 0 && !s->is_over;) {
        if (to > s->best.count)
            to = s->best.count;
        uint32_t from = to > size ? to - size : 0;
        is_less |= leave_out(s, from, to);
        to = from;
    }
    return is_less;
}

// The indexes of the machine's steps in s->best. The caller frees the list.
static uint32_t *places_of(const Shrink *s, uint32_t machine, uint32_t *count)
{
    uint32_t *places = malloc((s->best.count + 1ull) * sizeof *places);
    if (!places)
        die_out_of_memory((s->best.count + 1ull) * sizeof *places);
    *count = 0;
    for (uint32_t i = 0; i < s->best.count; i++)
        if (s->best.steps[i].machine == machine)
            places[(*count)++] = i;
    return places;
}

// Tries without the steps at these indexes.
static bool leave_places_out(Shrink *s, const uint32_t *places, uint32_t count)
{
    uint32_t wanted = 0, next = 0;
    assert(count > 0 && places[count - 1] < s->best.count);
    WantedStep *wanted_steps = wanted_room(s, s->best.count);
    for (uint32_t i = places[0]; i < s->best.count; i++) {
        if (next < count && places[next] == i)
            next++;
        else
            wanted_steps[wanted++] = s->best.steps[i];
    }
    assert(next == count);  // the places ascend
    return wanted_try(s, places[0], wanted);
}

// Removes all steps of the machine, then halves of them, down to `least` at a time.
static bool cut_machine(Shrink *s, uint32_t machine, uint32_t least)
{
    uint32_t count, *places = places_of(s, machine, &count);
    bool is_less = false;

    for (uint32_t size = count; size > 0 && !s->is_over; size = size > least ? size / 2 : 0)
        for (uint32_t to = count; to > 0 && !s->is_over;) {
            uint32_t from = to > size ? to - size : 0;
            if (leave_places_out(s, places + from, to - from)) {
                is_less = true;
                free(places);
                places = places_of(s, machine, &count);
            }
            to = from < count ? from : count;
        }
    free(places);
    return is_less;
}

// cut_machine for each machine, in the reverse order of their first steps.
static bool cut_machines(Shrink *s, uint32_t least)
{
    uint32_t count = 0, *machines = malloc((s->best.count + 1ull) * sizeof *machines);
    if (!machines)
        die_out_of_memory((s->best.count + 1ull) * sizeof *machines);
    for (uint32_t i = 0; i < s->best.count; i++) {
        uint32_t j = 0;
        while (j < count && machines[j] != s->best.steps[i].machine)
            j++;
        if (j == count)
            machines[count++] = s->best.steps[i].machine;
    }
    bool is_less = false;
    while (count > 0 && !s->is_over)
        is_less |= cut_machine(s, machines[--count], least);
    free(machines);
    return is_less;
}

void cut_steps(Shrink *s)
{
    bool is_less = true;
    while (is_less && !s->is_over) {
        uint32_t steps = s->best.count;
        // In a long route each try is expensive: the most promising ones come first.
        if (cut_machines(s, UINT32_MAX))
            cut_loops(s);
        for (uint32_t size = s->best.count / 2; size > 0 && !s->is_over; size /= 2)
            cut_parts(s, size);
        cut_machines(s, 1);
        cut_loops(s);
        is_less = s->best.count < steps;
    }
}

// ---------------------------------------------------------------------------- switches

// The steps [from, middle) and [middle, to) change places.
static bool swap(Shrink *s, uint32_t from, uint32_t middle, uint32_t to)
{
    const WantedStep *steps = s->best.steps;
    assert(from <= middle && middle <= to && to <= s->best.count);
    uint32_t all = s->best.count - from, count = 0;
    WantedStep *wanted_steps = wanted_room(s, all);
    for (uint32_t i = middle; i < to; i++)
        wanted_steps[count++] = steps[i];
    for (uint32_t i = from; i < middle; i++)
        wanted_steps[count++] = steps[i];
    for (uint32_t i = to; i < s->best.count; i++)
        wanted_steps[count++] = steps[i];
    return wanted_try(s, from, count);
}

static uint32_t block_end(const Route *r, uint32_t at)
{
    uint32_t end = at + 1;
    while (end < r->count && r->steps[end].machine == r->steps[at].machine)
        end++;
    return end;
}

static uint32_t block_start(const Route *r, uint32_t at)
{
    while (at > 0 && r->steps[at - 1].machine == r->steps[at].machine)
        at--;
    return at;
}

// Moves the block at `at` to an earlier block of its machine, or that one to it.
static bool join_block(Shrink *s, uint32_t at)
{
    const Route *r = &s->best;
    uint32_t machine = r->steps[at].machine, end = block_end(r, at);
    for (uint32_t i = at; i > 0 && !s->is_over; i--) {
        if (r->steps[i - 1].machine != machine)
            continue;
        if (swap(s, i, at, end) || swap(s, block_start(r, i - 1), i, at))
            return true;
    }
    return false;
}

void cut_switches(Shrink *s)
{
    bool is_less = true;
    while (is_less && !s->is_over) {
        is_less = false;
        for (uint32_t at = 0; at < s->best.count && !s->is_over; at = block_end(&s->best, at))
            while (join_block(s, at)) {
                is_less = true;
                at = block_start(&s->best, at < s->best.count ? at : s->best.count - 1);
            }
    }
}

// ----------------------------------------------------------------------------- choices

// Tries step `at` with alternative `chosen` for its choice number `which`.
static bool choose(Shrink *s, uint32_t at, uint32_t which, uint32_t chosen)
{
    const WantedStep step = s->best.steps[at];
    assert(at < s->best.count && which < step.choice_count);
    uint32_t count = s->best.count - at, kept = s->choice_count;
    WantedStep *wanted_steps = wanted_room(s, count);

    memcpy(wanted_steps, s->best.steps + at, count * sizeof *wanted_steps);
    wanted_steps[0].first_choice = s->choice_count;
    s->choices = shrink_room(s->choices, (uint64_t)s->choice_count + step.choice_count,
                             sizeof *s->choices, &s->choice_capacity);
    memcpy(s->choices + s->choice_count, s->choices + step.first_choice,
           step.choice_count * sizeof *s->choices);
    s->choices[s->choice_count + which] = chosen;
    s->choice_count += step.choice_count;
    if (wanted_try(s, at, count))
        return true;
    s->choice_count = kept;
    return false;
}

static bool choose_less(Shrink *s, uint32_t at, uint32_t which)
{
    enum { SMALL = 4 };  // all alternatives below this are tried
    assert(s->best.steps[at].first_choice + which < s->choice_count);
    uint32_t old = s->choices[s->best.steps[at].first_choice + which];
    for (uint32_t i = 0; i < old && i < SMALL && !s->is_over; i++)
        if (choose(s, at, which, i))
            return true;
    return old > SMALL && (choose(s, at, which, old / 2) || choose(s, at, which, old - 1));
}

void cut_choices(Shrink *s)
{
    bool is_less = true;
    while (is_less && !s->is_over) {
        is_less = false;
        for (uint32_t at = 0; at < s->best.count && !s->is_over; at++)
            for (uint32_t i = 0; at < s->best.count && i < s->best.steps[at].choice_count; i++)
                is_less |= choose_less(s, at, i);
    }
}
