// check/replay/futures.c: how executions go on at random from a state, and how they end.

#include "check/replay/futures.h"

#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/mix.h"
#include "check/replay/wander.h"

enum {
    POINTS_MAX = 64,
    ROUND = 10,         // futures from each point before any point gets more
    MOVES_LEAST = 500,  // a future may take so many moves, or
    MOVES_FACTOR = 4,   // so many times those of the schedule, or
    MOVES_MOST = 20000,
    MOVES_BUDGET = 2000000,  // of the whole curve
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Executes the turns. EXECUTED_ALL: they are done, and the execution is not over.
static Executed follow(Execution *x, const Schedule *s, uint32_t turns, uint64_t *moves, Bug *bug)
{
    execution_set_network(x, s->network);
    Executed result = execution_start(x, bug);
    for (uint32_t i = 0; i < turns && result == EXECUTED_ALL; i++) {
        result = execution_turn(x, &s->turns[i], s->choices, bug);
        *moves += s->turns[i].moves;
    }
    return result;
}

static void count_end(Futures *f, Executed result, bool is_over, const Bug *bug)
{
    f->tried++;
    if (result == EXECUTED_BUG)
        f->bugs[bug->kind]++;
    else if (result == EXECUTED_ASSUME)
        f->discarded++;
    else if (is_over)
        f->quiet++;
    else
        f->cut++;
}

static bool add_one(Futures *f, const PProgram *p, const PTest *test, const Schedule *s,
                    uint32_t turns, const FutureOptions *o, uint64_t seed)
{
    Execution *x = execution_new(p, test, NULL);
    Schedule made = {0};
    Bug bug;
    bool is_over;
    bool ok = follow(x, s, turns, &f->moves, &bug) == EXECUTED_ALL;

    if (ok) {
        Wander w = wander_begin(x, &made, seed);
        Executed result = wander_on(&w, WANDER_RANDOM, o->most, &is_over, &bug);
        ok = result != EXECUTED_SETUP && result != EXECUTED_ODD;
        if (ok)
            count_end(f, result, is_over, &bug);
        for (uint32_t i = 0; i < made.turn_count; i++)
            f->moves += made.turns[i].moves;
        wander_drop(&w);
    }
    schedule_drop(&made);
    execution_free(x);
    return ok;
}

bool futures_add(Futures *f, const PProgram *p, const PTest *test, const Schedule *schedule,
                 uint32_t turns, const FutureOptions *options)
{
    double end = seconds_now() + options->seconds;
    assert(turns <= schedule->turn_count);
    for (uint32_t i = 0; i < options->count; i++) {
        if (options->seconds > 0 && seconds_now() > end)
            break;
        if (!add_one(f, p, test, schedule, turns, options, mix64(options->seed + i)))
            return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------- curves

static uint64_t moves_of(const Schedule *s)
{
    uint64_t moves = 0;
    for (uint32_t i = 0; i < s->turn_count; i++)
        moves += s->turns[i].moves;
    return moves;
}

static uint32_t most_moves(uint64_t moves)
{
    uint64_t most = moves * MOVES_FACTOR;
    return (uint32_t)(most < MOVES_LEAST ? MOVES_LEAST : most > MOVES_MOST ? MOVES_MOST : most);
}

// How many points a first round can afford.
static uint32_t count_points(const Schedule *s, uint64_t moves, uint32_t most)
{
    uint64_t affordable = MOVES_BUDGET / (ROUND * (moves / 2 + most + 1)), all = s->turn_count;
    uint64_t count = affordable < 8 ? 8 : affordable > POINTS_MAX ? POINTS_MAX : affordable;
    return (uint32_t)(count < all ? count : all);
}

static bool add_point(FuturePoint *point, const PProgram *p, const PTest *test, const Schedule *s,
                      PError kind, const FutureOptions *o, uint64_t *spent)
{
    Futures f = {0};
    FutureOptions options = *o;
    options.seed += (uint64_t)point->turn << 32 | point->tried;
    bool ok = futures_add(&f, p, test, s, point->turn, &options);
    point->tried += f.tried - f.discarded;
    point->hits += f.bugs[kind];
    *spent += f.moves;
    return ok;
}

FutureCurve futures_curve(const PProgram *p, const PTest *test, const Schedule *schedule,
                          PError kind, uint32_t count)
{
    uint64_t moves = moves_of(schedule), spent = 0;
    FutureOptions options = {.most = most_moves(moves), .seed = 1};
    FutureCurve c = {.count = count_points(schedule, moves, options.most)};
    bool ok = true;

    // The last turn ends in the bug: the points are the states before it.
    c.points = memory_zeroed(c.count, sizeof *c.points);
    for (uint32_t i = 0; i < c.count; i++)
        c.points[i].turn = (uint32_t)((uint64_t)i * schedule->turn_count / c.count);
    for (uint32_t done = 0; ok && done < count && spent < MOVES_BUDGET; done += options.count) {
        options.count = count - done < ROUND ? count - done : ROUND;
        for (uint32_t i = 0; ok && i < c.count; i++)
            ok = add_point(&c.points[i], p, test, schedule, kind, &options, &spent);
    }
    if (!ok)
        futures_curve_drop(&c);
    return c;
}

void futures_curve_drop(FutureCurve *c)
{
    free(c->points);
    *c = (FutureCurve){0};
}
