// check/sample/sample_feedback.c: mutates schedules that have shown something new.
//
// A schedule of ss is a short list: the number of eligible points that are skipped before each
// delay. Lists that led to something new are saved, and most schedules are made by a small change
// to one of them: a delay comes earlier or later, one is added, one is removed, the last one is
// drawn again. The more that is new a list has shown, the more often it is used. Some schedules
// are drawn from scratch.
//
// What is new is a partial order: that of the steps up to some point of the schedule. Cached and
// direct walks have the same ones. (States were tried; they need more schedules for the same bugs.)
//
// The idea is that of fuzzers (M. Zalewski's AFL); delays as the thing to vary follow
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive Systems,
// FSE 2015.

#include <stdlib.h>
#include <string.h>

#include "check/sample/sample_delay.h"

enum {
    TRIP_MAX = 64,     // the most delays of a schedule
    TRIPS_MAX = 2048,  // the most lists that are saved
    FRESH = 4,         // one in FRESH schedules is drawn from scratch
    SEEN_MAX = 1 << 16,
};

typedef struct Trip {
    uint32_t count;
    uint64_t worth;  // number of partial orders that it was the first to show
    uint64_t passed[TRIP_MAX];
} Trip;

typedef struct Trips {
    Trip *ways;
    uint64_t kept;    // number of lists ever saved
    uint64_t worth;   // sum over the saved lists
    uint64_t points;  // the most in one execution
    uint64_t schedules;
    SampleSet seen;
} Trips;

static void *open(const Search *s)
{
    Trips *k = calloc(1, sizeof *k);
    (void)s;
    if (!k || !(k->ways = calloc(TRIPS_MAX, sizeof *k->ways)))
        die_out_of_memory(TRIPS_MAX * sizeof *k->ways);
    k->points = 1;
    sample_set_init(&k->seen, SEEN_MAX);
    return k;
}

static void close(void *knowledge)
{
    Trips *k = knowledge;
    sample_set_drop(&k->seen);
    free(k->ways);
    free(k);
}

// --------------------------------------------------------------------------------- drawing

static uint64_t draw_gap(const Trips *k, Rng *rng)
{
    // Both short and long gaps: the bound is random, too.
    return rng_below(rng, 1 + rng_below(rng, k->points));
}

static void draw_way(const Trips *k, Rng *rng, Trip *way)
{
    way->count = 1;
    while (way->count < TRIP_MAX / 4 && rng_below(rng, 2))
        way->count++;
    for (uint32_t i = 0; i < way->count; i++)
        way->passed[i] = draw_gap(k, rng);
}

static const Trip *draw_kept(const Trips *k, Rng *rng)
{
    uint64_t lot = rng_below(rng, k->worth);
    const Trip *way = k->ways;
    for (; lot >= way->worth; way++) {
        assert(way + 1 < k->ways + TRIPS_MAX);  // their sum is k->worth
        lot -= way->worth;
    }
    return way;
}

static void insert_delay(const Trips *k, Rng *rng, Trip *way)
{
    if (way->count == TRIP_MAX)
        return;
    uint64_t at = rng_below(rng, way->count + 1);
    memmove(&way->passed[at + 1], &way->passed[at], (way->count - at) * sizeof *way->passed);
    way->passed[at] = draw_gap(k, rng);
    way->count++;
}

static void leave_out(Rng *rng, Trip *way)
{
    assert(way->count > 0);
    uint64_t at = rng_below(rng, way->count);
    way->count--;
    memmove(&way->passed[at], &way->passed[at + 1], (way->count - at) * sizeof *way->passed);
}

static void shift(const Trips *k, Rng *rng, Trip *way)
{
    uint64_t *passed = &way->passed[rng_below(rng, way->count)], by = 1 + draw_gap(k, rng) / 4;
    if (rng_below(rng, 2))
        *passed += by;
    else
        *passed -= by < *passed ? by : *passed;
}

static void vary(const Trips *k, Rng *rng, Trip *way)
{
    enum { SHIFT, INSERT, LEAVE_OUT, END, KINDS };
    uint64_t kind = way->count ? rng_below(rng, KINDS) : INSERT;
    switch (kind) {
    case SHIFT:
        shift(k, rng, way);
        break;
    case INSERT:
        insert_delay(k, rng, way);
        break;
    case LEAVE_OUT:
        leave_out(rng, way);
        break;
    default:
        way->passed[way->count - 1] = draw_gap(k, rng);
    }
}

// ------------------------------------------------------------------------ one, and learning

// Lessons: points, length of the list, the list, partial orders.
static void run(const Member *m, Walk *w, uint64_t number)
{
    const Trips *k = m->knowledge;
    DelayRun r = {.first = point_default};
    Trip way = {0};

    if (k->worth == 0 || rng_below(&w->rng, FRESH) == 0) {
        if (number > 0)
            draw_way(k, &w->rng, &way);
    } else {
        way = *draw_kept(k, &w->rng);
        do
            vary(k, &w->rng, &way);
        while (rng_below(&w->rng, 2));
    }
    uint64_t points_at = w->lesson_count;
    walk_learn(w, 0);
    walk_learn(w, way.count);
    for (uint32_t i = 0; i < way.count; i++)
        walk_learn(w, way.passed[i]);
    r.way = way.passed;
    r.way_count = way.count;
    r.draws_choices = m->search->options.choice_cost != CHOICE_DELAY;
    r.ends_around = true;
    w->watched = &k->seen;
    walk_begin(w);
    // The same seed for all: a list must mean the same schedule each time.
    if (delay_begin(w, m->search->options.seed, &r.explorer_state))
        delay_run(w, &r);
    w->watched = NULL;
    w->lessons[points_at] = r.points;
}

static void keep(Trips *k, const uint64_t *way, uint64_t count, uint64_t worth)
{
    Trip *kept = &k->ways[k->kept++ % TRIPS_MAX];
    assert(count <= TRIP_MAX && worth > 0 && k->worth >= kept->worth);
    k->worth -= kept->worth;
    *kept = (Trip){.count = (uint32_t)count, .worth = worth};
    memcpy(kept->passed, way, count * sizeof *way);
    k->worth += worth;
}

static void learn(void *knowledge, const uint64_t *words, uint64_t count)
{
    Trips *k = knowledge;
    uint64_t fresh = 0;
    if (count < 2 || count < 2 + words[1])
        return;
    k->points = words[0] > k->points ? words[0] : k->points;
    for (uint64_t i = 2 + words[1]; i < count; i++)
        fresh += sample_set_add(&k->seen, words[i], k->schedules);
    k->schedules++;
    if (fresh)
        keep(k, words + 2, words[1], fresh);
}

const Strategy strategy_feedback = {
    .name = "feedback",
    .round_max = 32,
    .has_explorer = true,
    .goes_direct = true,
    .open = open,
    .close = close,
    .run = run,
    .learn = learn,
};
