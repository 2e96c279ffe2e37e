// check/sample/sample_ss.c: stratified sampling: ss, ss-paper, and ss from a frontier.
//
// A sample of stratum n is an execution with n delays. It begins with the explorer's own
// schedule. One of the points where this may be delayed is drawn, each equally likely, and
// the execution continues from there, delayed, to its end. Then one of the points after this
// delay is drawn; and so on, n times. So an execution with n delays is drawn with a probability
// of at least 1 / E^n, where E is the number of points of the longest execution. The executions
// with fewer delays that are made before it count as executions, too.
//
// A point is drawn during the execution: the k-th point replaces the saved one with
// probability 1/k (J. Vitter: Random Sampling with a Reservoir, TOMS 1985). The state is saved
// with it, in a direct walk as a copy of all machines, so no step is executed twice.
//
// ss-paper draws as it was published: also where no other machine can run, and several times
// in one state. Its samples often have fewer delays than they count.
//
// Hybrid search draws one of the F items that an exhaustive search has left in its frontier,
// and adds k delays to it: probability at least 1 / (F E^k).
//
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive Systems,
// FSE 2015, section 3.

#include <assert.h>
#include <stdlib.h>

#include "check/sample/sample_delay.h"

// What was learnt; used only for the guarantees.
typedef struct Strata {
    uint64_t samples[MISS_MAX];  // [n]: samples with at least n delays
    uint64_t points;             // the most in one execution
    uint64_t among;              // frontier: the most steps that one item was drawn from
} Strata;

static void *open(const Search *s)
{
    Strata *t = calloc(1, sizeof *t);
    (void)s;
    if (!t)
        die_out_of_memory(sizeof *t);
    return t;
}

static void learn(void *knowledge, const uint64_t *words, uint64_t count)
{
    Strata *t = knowledge;
    if (count < 3)
        return;
    for (uint64_t i = 0; i <= words[0] && i < MISS_MAX; i++)
        t->samples[i]++;
    t->points = words[1] > t->points ? words[1] : t->points;
    t->among = words[2] > t->among ? words[2] : t->among;
}

// Makes a sample from the walk's current state.
static void sample(const Member *m, Walk *w, DelayRun r, uint64_t delays, uint64_t among)
{
    const SearchOptions *o = &m->search->options;
    uint64_t points = 0, made = 0;

    r.draws_choices = o->choice_cost != CHOICE_DELAY;
    r.ends_around = !r.is_paper;
    for (;; made++) {
        r.keeps_point = made < delays;
        r.has_kept = false;
        r.points = 0;
        w->delays = made;
        delay_run(w, &r);
        points = r.points > points ? r.points : points;
        assert(!r.has_kept || (r.keeps_point && r.points > 0));
        if (w->end == WALK_STOPPED || w->end == WALK_BUG || walk_is_made_again(w->end) ||
            !r.has_kept)
            break;
        walk_restore(w, &w->moment);
        r.explorer_state = r.kept_explorer_state;
        r.first = r.kept;
    }
    walk_learn(w, delays);
    walk_learn(w, points);
    walk_learn(w, among);
}

static void run_from_start(const Member *m, Walk *w, uint64_t number, bool is_paper)
{
    const SearchOptions *o = &m->search->options;
    DelayRun r = {.first = point_default, .is_paper = is_paper};
    uint64_t delays = number ? sample_iteration(number - 1, 1, o->ss_c1, o->ss_c2) : 0;

    walk_begin(w);
    if (delay_begin(w, rng_next(&w->rng), &r.explorer_state))
        sample(m, w, r, delays, 1);
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    run_from_start(m, w, number, false);
}

static void run_paper(const Member *m, Walk *w, uint64_t number)
{
    run_from_start(m, w, number, true);
}

static void run_from_frontier(const Member *m, Walk *w, uint64_t number)
{
    const SearchOptions *o = &m->search->options;
    DelayRun r = {.first = point_default};
    uint64_t delays = sample_iteration(number, 0, o->ss_c1, o->ss_c2);
    uint32_t among = 1;
    bool is_direct = w->is_direct;
    Item item;

    leftover_item(&m->search->leftover, rng_below(&w->rng, m->search->leftover.items), &item,
                  &w->item_room);
    State state = {.print = item.print, .count = item.count, .words = item.words};
    assert(w->is_by_path);  // as ses has it
    assert(!o->depth_max || item.depth <= o->depth_max);
    if (o->depth_max && o->depth_max - item.depth < w->depth_max)
        w->depth_max = o->depth_max - item.depth;
    w->is_direct = false;  // what can happen at the item is looked up
    walk_begin_at(w, &state, item.number, item.depth);
    w->is_behind = item.wait;
    w->behind = item.level;
    r.explorer_state = item.explorer_state;
    if (!(item.change == 0 || delay_tell(w, &state, item.change, &r.explorer_state)) ||
        !delay_draw_first(w, r.explorer_state, item.wait ? 0 : item.level, &r.first, &among)) {
        // No machine can run there, or the explorer failed.
        if (w->end == WALK_ON)
            walk_goes_on(w);
    } else {
        if (is_direct)
            direct_walk_begin_here(w);
        sample(m, w, r, delays, among);
    }
}

// ------------------------------------------------------------------------------- promising

// Fills in the probability of a miss for each number of delays. `begin` is the probability of
// the state where a sample begins.
static void promise_delays(const Strata *t, double begin, uint32_t first, Sampled *out)
{
    double shown = begin;
    out->delay_points = t->points;
    out->delay_first = first;
    for (uint32_t i = 0; i < MISS_MAX; i++, shown /= t->points ? (double)t->points : 1) {
        out->delay_missed[i] = sample_missed(shown, t->samples[i]);
        if (i <= first || out->delay_missed[i] < 0.99)
            out->delay_count = i + 1;
    }
}

static void promise(const Member *m, Sampled *out)
{
    promise_delays(m->knowledge, 1, 1, out);
    out->draws_choices |= m->search->options.choice_cost != CHOICE_DELAY;
}

static void promise_from_frontier(const Member *m, Sampled *out)
{
    const Strata *t = m->knowledge;
    out->frontier = m->search->leftover.items;
    out->frontier_among = t->among;
    out->draws_choices |= m->search->options.choice_cost != CHOICE_DELAY;
    promise_delays(t, 1 / ((double)out->frontier * (double)(t->among ? t->among : 1)), 0, out);
}

const Strategy strategy_ss = {
    .name = "ss",
    .has_explorer = true,
    .goes_direct = true,
    .open = open,
    .close = free,
    .run = run,
    .learn = learn,
    .promise = promise,
};

const Strategy strategy_ss_paper = {
    .name = "ss-paper",
    .has_explorer = true,
    .goes_direct = true,
    .open = open,
    .close = free,
    .run = run_paper,
    .learn = learn,
    .promise = promise,
};

const Strategy strategy_frontier = {
    .name = "frontier",
    .goes_direct = true,
    .from_frontier = true,
    .open = open,
    .close = free,
    .run = run_from_frontier,
    .learn = learn,
    .promise = promise_from_frontier,
};
