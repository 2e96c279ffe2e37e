// check/search/futures.c: how executions go on at random from a state, and how they end.

#include "check/search/futures.h"

#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "check/search/search.h"

enum {
    POINTS_MAX = 64,
    ROUND = 10,         // futures from each point before any point gets more
    STEPS_LEAST = 500,  // a future may take so many steps, or
    STEPS_FACTOR = 4,   // so many times the moves of the schedule, or
    STEPS_MOST = 20000,
    STEPS_BUDGET = 2000000,  // of the whole curve
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool count_end(Futures *f, OnwardEnd end, const Bug *bug)
{
    f->tried++;
    switch (end) {
    case ONWARD_BUG:
        f->bugs[bug->kind]++;
        return true;
    case ONWARD_DISCARDED:
        f->discarded++;
        return true;
    case ONWARD_QUIET:
        f->quiet++;
        return true;
    case ONWARD_CUT:
        f->cut++;
        return true;
    case ONWARD_STOPPED:
        break;
    }
    return false;
}

static SearchOptions search_options(const Schedule *s, const FutureOptions *o)
{
    SearchOptions options = search_defaults();
    options.kind = SEARCH_RANDOM;
    options.network = s->network;
    options.points = POINTS_FULL;
    options.seed = o->seed;
    options.steps = o->most;
    options.temperature = o->leaves_liveness ? 0 : o->most / 2;
    options.ends_at_steps = true;
    options.leaves_liveness = o->leaves_liveness;
    return options;
}

bool futures_add(Futures *f, const PProgram *p, const PTest *test, const Schedule *schedule,
                 uint32_t turns, const FutureOptions *options, Err *err)
{
    double end = seconds_now() + options->seconds;
    SearchOptions search = search_options(schedule, options);
    Onward *o = onward_new(p, test, schedule, turns, &search, err);
    bool ok = o != NULL;
    Bug bug;

    for (uint32_t i = 0; ok && i < options->count; i++) {
        if (options->seconds > 0 && seconds_now() > end)
            break;
        ok = count_end(f, onward_next(o, &bug), &bug);
        f->steps += onward_steps(o);
        if (!ok)
            err_set(err, "%s", bug.text[0] ? bug.text : "there is not enough memory");
    }
    onward_free(o);
    return ok;
}

// ----------------------------------------------------------------------------------- curves

static uint64_t moves_of(const Schedule *s)
{
    uint64_t moves = 0;
    for (uint32_t i = 0; i < s->turn_count; i++)
        moves += s->turns[i].moves;
    return moves;
}

static uint32_t most_steps(uint64_t moves)
{
    uint64_t most = moves * STEPS_FACTOR;
    return (uint32_t)(most < STEPS_LEAST ? STEPS_LEAST : most > STEPS_MOST ? STEPS_MOST : most);
}

// How many points a first round can afford.
static uint32_t count_points(const Schedule *s, uint64_t moves, uint32_t most)
{
    uint64_t affordable = STEPS_BUDGET / (ROUND * (moves / 2 + most + 1)), all = s->turn_count;
    uint64_t count = affordable < 8 ? 8 : affordable > POINTS_MAX ? POINTS_MAX : affordable;
    return (uint32_t)(count < all ? count : all);
}

typedef struct CurveOf {
    const PProgram *program;
    const PTest *test;
    const Schedule *schedule;
    PError kind;
    FutureOptions options;
    uint64_t spent;  // steps
} CurveOf;

// Adds `count` futures to each point.
static bool add_round(CurveOf *of, FutureCurve *c, uint32_t count)
{
    Err err = {0};
    bool ok = true;
    of->options.count = count;
    for (uint32_t i = 0; ok && i < c->count; i++) {
        FuturePoint *point = &c->points[i];
        Futures f = {0};
        of->options.seed = 1 + ((uint64_t)point->turn << 32 | point->tried);
        ok = futures_add(&f, of->program, of->test, of->schedule, point->turn, &of->options, &err);
        point->tried += f.tried - f.discarded;
        point->hits += f.bugs[of->kind];
        of->spent += f.steps;
    }
    return ok;
}

// How many more futures from each point the budget allows, after the first round.
static uint32_t count_more(const CurveOf *of, uint32_t wanted)
{
    uint64_t left = of->spent < STEPS_BUDGET ? STEPS_BUDGET - of->spent : 0;
    uint64_t more = left / (of->spent / ROUND + 1);
    return more < wanted ? (uint32_t)more : wanted;
}

FutureCurve futures_curve(const PProgram *p, const PTest *test, const Schedule *schedule,
                          PError kind, uint32_t count)
{
    uint64_t moves = moves_of(schedule);
    uint32_t most = most_steps(moves), first = count < ROUND ? count : ROUND;
    CurveOf of = {
        .program = p,
        .test = test,
        .schedule = schedule,
        .kind = kind,
        .options = {.most = most, .leaves_liveness = kind != P_ERROR_LIVENESS},
    };
    FutureCurve c = {.count = count_points(schedule, moves, most)};

    // The last turn ends in the bug: the points are the states before it.
    c.points = memory_zeroed(c.count, sizeof *c.points);
    for (uint32_t i = 0; i < c.count; i++)
        c.points[i].turn = (uint32_t)((uint64_t)i * schedule->turn_count / c.count);
    bool ok = add_round(&of, &c, first);
    if (ok && count > first)
        ok = add_round(&of, &c, count_more(&of, count - first));
    if (!ok)
        futures_curve_drop(&c);
    return c;
}

void futures_curve_drop(FutureCurve *c)
{
    free(c->points);
    *c = (FutureCurve){0};
}
