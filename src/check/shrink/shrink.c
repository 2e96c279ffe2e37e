// check/shrink/shrink.c: the order of the passes that make a schedule shorter, and their limits.
//
// The engine makes the steps of the schedules that are tried: it has cached nearly all of them,
// so thousands of tries take less than a second. The result is executed by the executor, and
// counts only if it has the same failure as the original schedule.

#include "check/shrink/shrink.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check/shrink/shrink_impl.h"

enum {
    WORK_PER_SECOND = 400000,  // steps examined: what a slow computer does in that time
    SECONDS = 10,              // the default
    NODES_NEAR = 3000,         // in a search for short cuts
    NODES_MAX = 1 << 23,       // in a search for a shortest path
    TICKS = 256,               // calls between two reads of the clock
    MEMORY_MAX = 512 << 20,    // more does not help
};

// The shares that the search for fewer steps leaves to the passes after it.
#define TIDY_WORK 0.1
#define TIDY_TIME 0.2

double shrink_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void *shrink_room(void *list, uint64_t count, size_t size, uint64_t *capacity)
{
    if (count <= *capacity)
        return list;
    uint64_t wanted = *capacity ? *capacity : 64;
    while (wanted < count)
        wanted *= 2;
    list = realloc(list, wanted * size);
    if (!list)
        die_out_of_memory(wanted * size);
    *capacity = wanted;
    return list;
}

bool shrink_ends(Shrink *s)
{
    const ShrinkOptions *o = s->options;
    if (s->work >= s->work_end)
        s->is_over = true;
    if (s->is_over || ++s->ticks % TICKS != 0)
        return s->is_over;
    bool is_late = o->seconds > 0 && shrink_now() - s->started >= s->time_end;
    if (is_late || (o->stop && *o->stop))
        s->is_over = s->is_interrupted = true;
    return s->is_over;
}

// Gives the next pass this share of the work that is left. False when no work or time is left.
static bool allot(Shrink *s, double share)
{
    s->work_end = s->work + (uint64_t)((double)(s->work_max - s->work) * share);
    s->is_over = s->is_interrupted || s->work >= s->work_end;
    return !s->is_over;
}

// ----------------------------------------------------------------------- the same failure

// The text after a number: "12", "-3", "0.1.2" as the engine numbers machines.
static const char *after_number(const char *text)
{
    const char *at = *text == '-' ? text + 1 : text;
    if (!isdigit((unsigned char)*at))
        return text;
    while (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
        at++;
    return at;
}

static bool is_same_text(const char *a, const char *b)
{
    while (*a && *b) {
        const char *after_a = after_number(a), *after_b = after_number(b);
        if (after_a != a && after_b != b) {
            a = after_a;
            b = after_b;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

bool shrink_is_same(const Bug *a, const Bug *b)
{
    if (a->kind != b->kind || a->machine != b->machine || a->state != b->state ||
        a->at.file != b->at.file || a->at.line != b->at.line || a->at.column != b->at.column)
        return false;
    // The text of a deadlock lists the machines that wait: one less is fine.
    return a->kind == P_ERROR_DEADLOCK || is_same_text(a->text, b->text);
}

// ----------------------------------------------------------------------------- the passes

// Looks for short cuts from stops all along the route.
static void cut_corners(Shrink *s, bool is_narrow)
{
    enum { PLACES = 64 };
    bool unused;
    uint32_t stride = s->best.count / PLACES + 1;
    for (uint32_t i = 0; i + 2 < s->best.count && !s->is_over;)
        if (!jump(s, i, NODES_NEAR, is_narrow, &unused))
            i += stride;
}

// A state costs at least as much work as two steps.
static uint32_t nodes_for(const Shrink *s)
{
    assert(s->work <= s->work_end);
    uint64_t nodes = (s->work_end - s->work) / 2 + 1;
    return nodes < NODES_MAX ? (uint32_t)nodes : NODES_MAX;
}

static bool is_better(const Shrink *s, const ScheduleSize *before)
{
    ScheduleSize now = route_size(s, &s->best);
    return now.steps != before->steps || now.switches != before->switches ||
           now.choices != before->choices;
}

// Repeats the cheap passes until they do not help any more. Smaller choices are more often
// equal, so more steps between them can be removed.
static void cut(Shrink *s)
{
    ScheduleSize before;
    do {
        before = route_size(s, &s->best);
        if (allot(s, 0.5))
            cut_steps(s);
        if (allot(s, 0.3))
            cut_rounds(s);
        if (allot(s, 0.2))
            cut_choices(s);
    } while (is_better(s, &before));
}

// Finds as few steps as it can. As soon as an expensive pass has made the route shorter, the
// cheap passes run again.
static void shorten(Shrink *s)
{
    uint32_t before;
    bool is_exhaustive = false, unused;
    do {
        cut(s);
        before = s->best.count;
        if (allot(s, 0.2))
            cut_corners(s, true);
        if (s->best.count == before && allot(s, 0.2))
            cut_corners(s, false);
        if (s->best.count == before && allot(s, 0.2))
            draw_shorter(s);
        if (s->best.count == before && allot(s, 0.2))
            jump(s, 0, nodes_for(s), true, &unused);
        if (s->best.count == before && allot(s, 0.8))
            jump(s, 0, nodes_for(s), false, &is_exhaustive);
    } while (s->best.count < before);
    s->is_shortest = is_exhaustive;
}

// Reduces switches and choices. Both can make the route shorter, too.
static void tidy(Shrink *s)
{
    if (allot(s, 0.3))
        cut_switches(s);
    if (allot(s, 0.3))
        cut_choices(s);
    cut(s);
}

static void shrink(Shrink *s)
{
    double seconds = s->options->seconds > 0 ? s->options->seconds : SECONDS;
    double work = seconds * WORK_PER_SECOND;
    ScheduleSize before;

    s->work_max = (uint64_t)(work * (1 - TIDY_WORK));
    s->time_end = seconds * (1 - TIDY_TIME);
    if (allot(s, 1.0))
        cut_loops(s);
    shorten(s);
    bool was_interrupted = s->is_interrupted;
    s->is_interrupted = false;
    s->time_end = seconds;
    s->work_max = (uint64_t)work;
    do {
        before = route_size(s, &s->best);
        tidy(s);
    } while (is_better(s, &before));
    s->is_interrupted |= was_interrupted;
}

// ------------------------------------------------------------------------------- the whole

static void close_engine(Shrink *s)
{
    stepper_free(s->stepper);
    engine_free(s->engine);
    s->stepper = NULL;
    s->engine = NULL;
}

static bool read_by(Shrink *s, const Schedule *failing, Points points, Err *err)
{
    EngineOptions options = {
        .points = points,
        .network = failing->network ? *failing->network : (Network){0},
        .has_memo = true,
        .queue_max = s->options->queue_max,
        .loop_limit = s->options->loop_limit,
    };
    s->engine = engine_new(s->program, s->test, &options);
    s->stepper = stepper_new(s->engine);
    s->is_end = false;
    if (route_read(s, failing, err))
        return true;
    close_engine(s);
    return false;
}

// Reads the schedule with the points that it was found with. Every trace fits `full`.
static bool read_route(Shrink *s, const Schedule *failing, Err *err)
{
    static const Points all[] = {POINTS_MODERN, POINTS_CLASSIC, POINTS_FULL};
    if (s->options->points)
        return read_by(s, failing, *s->options->points, err);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *err = (Err){0};
        if (read_by(s, failing, all[i], err))
            return true;
    }
    return false;
}

// Executes the result: `failed` is the failure of the original schedule.
static bool finish(Shrink *s, const Bug *failed, Shrunk *r, Err *err)
{
    r->after = route_size(s, &s->best);
    r->schedule.network = s->network;
    route_write(s, &s->best, &r->schedule);
    assert(r->after.steps <= r->before.steps);
    Executed how = execute(s->program, s->test, &r->schedule, NULL, &r->bug);
    if (how == EXECUTED_BUG && shrink_is_same(&r->bug, failed))
        return true;
    schedule_drop(&r->schedule);
    err_set(err, "the shrunk schedule does not fail in the same way: this is a bug of plait");
    return false;
}

// The reason why a schedule that does not fail at its end cannot be shrunk.
static const char *why_not(Executed how, const Bug *failed)
{
    if (how == EXECUTED_SETUP)
        return failed->text;
    return how == EXECUTED_BUG
               ? "it fails because it goes on for long, and would not if it were shorter"
               : "nothing fails in it";
}

bool shrink_run(const PProgram *p, const PTest *test, const Schedule *failing,
                const ShrinkOptions *options, Shrunk *r, Err *err)
{
    Shrink s = {.program = p, .test = test, .options = options, .network = failing->network};
    Bug failed;

    *r = (Shrunk){0};
    s.started = shrink_now();
    s.memory =
        options->memory && options->memory / 4 < MEMORY_MAX ? options->memory / 4 : MEMORY_MAX;
    if (options->loop_limit > 0)
        machine_fuel = options->loop_limit;
    Schedule ended = *failing;
    ended.ends_hot = false;
    if (execute(p, test, &ended, NULL, &failed) != EXECUTED_BUG) {
        err_set(err, "%s", why_not(execute(p, test, failing, NULL, &failed), &failed));
        return false;
    }
    bool ok = read_route(&s, failing, err);
    if (ok && failing->loop) {
        s.time_end = options->seconds > 0 ? options->seconds : SECONDS;
        s.work_max = (uint64_t)(s.time_end * WORK_PER_SECOND);
        allot(&s, 1.0);
        ok = loop_shrink(&s, failing, &failed, r, err);
    } else if (ok) {
        r->before = route_size(&s, &s.best);
        shrink(&s);
        ok = finish(&s, &failed, r, err);
    }
    if (s.engine)
        close_engine(&s);
    r->is_shortest = s.is_shortest;
    r->is_interrupted = s.is_interrupted;
    r->seconds = shrink_now() - s.started;
    route_drop(&s.best);
    route_drop(&s.trial);
    route_drop(&s.spare);
    free(s.table);
    free(s.choices);
    free(s.wanted_steps);
    return ok;
}

void shrunk_drop(Shrunk *s)
{
    schedule_drop(&s->schedule);
}
