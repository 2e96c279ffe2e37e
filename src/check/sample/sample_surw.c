// check/sample/sample_surw.c: selectively uniform random walk.
//
// If one knew how many races each machine still has before it, one could draw all
// orders of these races with the same probability: each time, the machine that makes the
// next one is drawn in proportion to what it has left. How many there are is learnt from
// earlier schedules. What a machine has left includes what those have that it will create;
// when it creates one, the two share.
//
// Until the machine that was drawn makes its race, others may only make steps that do
// not race, each equally likely. When it cannot run any more, or takes very long, another
// one is drawn.
//
// H. Zhao, D. Wolff, U. Mathur, A. Roychoudhury: Selectively Uniform Concurrency Testing,
// ASPLOS 2025.

#include "check/sample/sample_race.h"

enum {
    WAIT_MAX = 256,                   // steps for the one that was drawn to make its race
    WEIGHT_LEAST = RACE_UNIT / 1024,  // of a machine that has more left than was thought
};

// What it has left to do, and to create. Others are not told of each other.
static uint64_t left_of(const Races *r, const Known *one)
{
    const Met *met = races_met(r, one->path);
    int64_t own = met ? met->own - (int64_t)one->races * RACE_UNIT : RACE_UNIT;
    int64_t sum = (own > 0 ? own : 0) + (one->weight > 0 ? one->weight : 0);
    return sum > WEIGHT_LEAST ? (uint64_t)sum : WEIGHT_LEAST;
}

// A machine that is new: `weight` is what it has still to create.
static void begin_machine(const Races *r, Walk *w, uint32_t number)
{
    Known *one = &w->known[number];
    const Met *met = races_met(r, one->path);
    one->weight = met ? met->all - met->own : 0;
    if (one->creator)
        w->known[one->creator].weight -= met ? met->all : 0;
}

// The number of the one that makes the next race.
static uint32_t draw_next(const Races *r, Walk *w)
{
    uint64_t sum = 0;
    uint32_t drawn = 0;
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1))
        sum += left_of(r, walk_known(w, p));
    assert_debug(sum >= WEIGHT_LEAST);
    uint64_t lot = rng_below(&w->rng, sum);
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1)) {
        drawn = w->places[p].number;
        uint64_t left = left_of(r, walk_known(w, p));
        if (lot < left)
            break;
        lot -= left;
    }
    return drawn;
}

// The creator was drawn: now it is it, or the one that it has created.
static uint32_t share(const Races *r, Walk *w, uint32_t creator, uint32_t created)
{
    uint64_t old = left_of(r, &w->known[creator]), new = left_of(r, &w->known[created]);
    return rng_below(&w->rng, old + new) < old ? creator : created;
}

// One of those that may make a step now.
static uint32_t draw_place(const Races *r, Walk *w, uint32_t chosen)
{
    uint32_t count = 0;
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1)) {
        Touch next = race_next(w, p);
        if (w->places[p].number == chosen || !race_is_near(r, &next))
            w->ids[count++] = p;
    }
    assert_debug(count > 0);  // the one that was drawn can run
    return w->ids[count > 1 ? rng_below(&w->rng, count) : 0];
}

static bool can_run(const Walk *w, uint32_t number)
{
    assert_debug(number > 0 && number < w->known_count);
    uint32_t path = w->known[number].path;
    uint32_t at = w->numbers[path] == number ? engine_at(w->stepper, &w->state, path) : 0;
    return at && walk_is_ready(w, w->place_at[at]);
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    const Races *r = m->knowledge;
    uint32_t chosen = 0, waited = 0;
    Touch made;

    (void)number;
    walk_begin(w);
    begin_machine(r, w, 1);
    while (walk_goes_on(w)) {
        if (!chosen || !can_run(w, chosen) || waited++ == WAIT_MAX) {
            chosen = draw_next(r, w);
            waited = 0;
        }
        uint32_t place = draw_place(r, w, chosen), created = w->known_count;
        bool is_chosen = w->places[place].number == chosen;
        if (!race_step(r, w, place, &made))
            break;
        for (uint32_t i = created; i < w->known_count; i++)
            begin_machine(r, w, i);
        if (is_chosen && created < w->known_count)
            chosen = share(r, w, chosen, created);
        else if (is_chosen && race_is_near(r, &made))
            chosen = 0;
    }
    race_learn(w);
}

const Strategy strategy_surw = {
    .name = "surw",
    .open = races_open,
    .close = races_close,
    .run = run,
    .learn = races_learn,
    .learnt = races_learnt,
};
