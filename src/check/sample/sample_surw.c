// check/sample/sample_surw.c: selectively uniform random walk.
//
// If the number of races that each machine has left were known, all orders of these races
// could be drawn with the same probability: the machine that makes the next race is drawn with
// a probability proportional to its number of races left. These numbers are learnt from
// earlier schedules. The number of a machine includes the races of the machines that it will
// create; when it creates one, the number is divided between the two.
//
// Until the drawn machine makes its race, other machines may only make steps that do not race;
// each is equally likely. When the drawn machine cannot run any more, or takes very long,
// another one is drawn.
//
// H. Zhao, D. Wolff, U. Mathur, A. Roychoudhury: Selectively Uniform Concurrency Testing,
// ASPLOS 2025.

#include "check/sample/sample_race.h"

enum {
    WAIT_MAX = 256,                   // most steps to wait for the race of the drawn machine
    WEIGHT_LEAST = RACE_UNIT / 1024,  // of a machine that has made more races than expected
};

// The expected number of races left, of the machine and of those that it will create. A machine
// about which nothing is known has one race.
static uint64_t left_of(const Races *r, const Known *one)
{
    const Met *met = races_met(r, one->path);
    int64_t own = met ? met->own - (int64_t)one->races * RACE_UNIT : RACE_UNIT;
    int64_t sum = (own > 0 ? own : 0) + (one->weight > 0 ? one->weight : 0);
    return sum > WEIGHT_LEAST ? (uint64_t)sum : WEIGHT_LEAST;
}

// Begins a new machine: `weight` is the number of races of the machines that it will create.
static void begin_machine(const Races *r, Walk *w, uint32_t number)
{
    Known *one = &w->known[number];
    const Met *met = races_met(r, one->path);
    one->weight = met ? met->all - met->own : 0;
    if (one->creator)
        w->known[one->creator].weight -= met ? met->all : 0;
}

// Draws the machine that makes the next race; returns its number.
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

// The drawn machine has created another: draws one of the two.
static uint32_t share(const Races *r, Walk *w, uint32_t creator, uint32_t created)
{
    uint64_t old = left_of(r, &w->known[creator]), new = left_of(r, &w->known[created]);
    return rng_below(&w->rng, old + new) < old ? creator : created;
}

// Draws one of the machines that may make a step now.
static uint32_t draw_place(const Races *r, Walk *w, uint32_t chosen)
{
    uint32_t count = 0;
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1)) {
        Touch next = race_next(w, p);
        if (w->places[p].number == chosen || !race_is_near(r, &next))
            w->ids[count++] = p;
    }
    assert_debug(count > 0);  // the drawn machine can run
    return w->ids[count > 1 ? rng_below(&w->rng, count) : 0];
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    const Races *r = m->knowledge;
    uint32_t chosen = 0, waited = 0;
    Touch made;

    (void)number;
    race_begin(w);
    walk_begin(w);
    for (uint32_t i = 1; i < w->known_count; i++)
        if (i == 1 || w->known[i].creator)  // in the lead
            begin_machine(r, w, i);
    while (walk_goes_on(w)) {
        if (!chosen || !walk_can_run(w, chosen) || waited++ == WAIT_MAX) {
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
    .goes_direct = true,
    .looks_ahead = true,
    .open = races_open,
    .close = races_close,
    .run = run,
    .learn = races_learn,
    .learnt = races_learnt,
};
