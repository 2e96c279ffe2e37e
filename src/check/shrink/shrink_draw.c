// check/shrink/shrink_draw.c: looks for shorter routes at random.
//
// Removing one part at a time ends when every part is needed as long as the others are there.
// Then it can help to remove several parts at once, anywhere, or to continue from some stop of
// the route with random steps. The random numbers are always the same: the result does not
// depend on when or where this runs.

#include "base/rng.h"
#include "check/shrink/shrink_impl.h"

enum {
    PATIENCE = 600,  // draws of each sort without success
    HOLES_MAX = 5,
};

// Removes some random parts, most of them one step long.
static bool draw_holes(Shrink *s, Rng *rng)
{
    const Route *r = &s->best;
    uint32_t holes = 2 + (uint32_t)rng_below(rng, HOLES_MAX - 1), from = r->count, count = 0;
    uint32_t starts[HOLES_MAX], ends[HOLES_MAX];

    assert(holes <= HOLES_MAX && r->count > 0);
    for (uint32_t i = 0; i < holes; i++) {
        uint32_t size = 1 + (uint32_t)rng_below(rng, 1 + rng_below(rng, 4));
        starts[i] = (uint32_t)rng_below(rng, r->count);
        ends[i] = starts[i] + size;
        if (starts[i] < from)
            from = starts[i];
    }
    WantedStep *wanted_steps = wanted_room(s, r->count);
    for (uint32_t i = from; i < r->count; i++) {
        bool is_left_out = false;
        for (uint32_t k = 0; k < holes; k++)
            is_left_out |= i >= starts[k] && i < ends[k];
        if (!is_left_out)
            wanted_steps[count++] = r->steps[i];
    }
    return wanted_try(s, from, count);
}

// A machine that can run, each equally likely; then one of its steps. False when there is none.
static bool draw_step(Shrink *s, Rng *rng, bool *is_found)
{
    State state = route_state(&s->trial, s->trial.stop_count - 1);
    uint32_t machines = engine_machines(s->stepper, &state), enabled = 0, at = 1;

    for (uint32_t i = 1; i <= machines; i++)
        enabled += engine_is_enabled(s->stepper, &state, i);
    if (enabled == 0)
        return false;
    for (uint64_t drawn = rng_below(rng, enabled) + 1; at <= machines; at++)
        if (engine_is_enabled(s->stepper, &state, at) && --drawn == 0)
            break;
    assert(at <= machines);
    uint32_t machine = engine_path(s->stepper, &state, at), count = trial_expand(s, machine);
    return count > 0 &&
           trial_step(s, machine, &engine_edges(s->stepper)[rng_below(rng, count)], is_found);
}

// A random walk from a random stop of the route, as long as the result can be shorter.
static bool draw_walk(Shrink *s, Rng *rng)
{
    uint32_t from = (uint32_t)rng_below(rng, s->best.count), kept = s->choice_count;
    uint32_t most = s->best.count - from - 1;
    bool is_found = false;

    route_refresh(s);
    trial_begin(s, from);
    while (!is_found && s->trial.count < most && !shrink_ends(s)) {
        if (!draw_step(s, rng, &is_found))
            break;
        if (!is_found && trial_meets(s, most - s->trial.count))
            is_found = true;
    }
    if (!is_found && s->is_end && !s->is_over)
        is_found = trial_is_end(s);
    if (is_found && trial_take(s))
        return true;
    s->choice_count = kept;
    return false;
}

static void draw(Shrink *s, Rng *rng, bool (*sort)(Shrink *s, Rng *rng))
{
    uint32_t draws = PATIENCE + s->best.count * 4;
    for (uint32_t i = 0; i < draws && s->best.count > 1 && !s->is_over; i++)
        if (sort(s, rng))
            i = 0;
}

bool draw_shorter(Shrink *s)
{
    Rng rng = rng_from(s->best.count);
    uint32_t before = s->best.count;
    draw(s, &rng, draw_holes);
    draw(s, &rng, draw_walk);
    return s->best.count < before;
}
