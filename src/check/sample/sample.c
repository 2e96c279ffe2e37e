// check/sample/sample.c: rounds of schedules, and what was seen in them.
//
// Workers take the schedules of a round one by one. At the end of the round all workers wait,
// the strategies learn, and the next round begins; then each worker adds what its schedules
// saw to its own sets. When there is a bug, only schedules up to the one with the bug are
// added; later schedules are discarded.

#include "check/sample/sample.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/sample/sample_loop.h"
#include "check/sample/sample_repeat.h"

enum {
    MEMBER_MAX = 8,
    ROUND_STEPS = 1 << 19,  // approximate number of steps in a round
    ROUND_LEAST = 16,       // schedules; the first round has one for each strategy
    ROUND_MOST = 4096,
    CACHE_OF_DIRECT = 1 << 20,  // bytes that stay cached where schedules are direct
};

typedef struct Sampler {
    Member members[MEMBER_MAX];
    uint32_t member_count;
    Walk *walks;  // one for each worker
    _Atomic uint64_t next;
    uint64_t end, size;         // of the round
    uint64_t round;             // counted from 0
    uint64_t schedules, steps;  // in finished rounds
    uint64_t seed;
    Repeats repeats;  // for --walk auto
} Sampler;

double sample_missed(double probability, uint64_t schedules)
{
    if (schedules == 0 || probability <= 0)
        return 1;
    if (probability >= 1)
        return 0;
    return fmax(exp((double)schedules * log1p(-probability)), DBL_MIN);
}

uint64_t sample_iteration(uint64_t n, uint64_t first, double c1, double c2)
{
    assert(c1 >= 0 && c2 >= 0);
    double left = (double)n, power = pow(c2, (double)first);
    for (uint64_t i = first;; i++, power *= c2) {
        double here = floor(c1 + power);
        if (left < here || here < 1)
            return i;
        left -= here;
    }
}

// ------------------------------------------------------------------------------ life cycle

static const Strategy *const portfolio[] = {
    &strategy_ss,   &strategy_random, &strategy_pct,      &strategy_pos,
    &strategy_surw, &strategy_ql,     &strategy_feedback,
};

static const Strategy *const strategies[SEARCH_COUNT] = {
#define STRATEGY(KIND, name) [SEARCH_##KIND] = &strategy_##name,
#include "check/sample/strategies.def"
#undef STRATEGY
};

static void add_member(Search *s, const Strategy *strategy)
{
    Sampler *x = s->sampler;
    assert(x->member_count < MEMBER_MAX);
    x->members[x->member_count++] = (Member){
        .strategy = strategy,
        .search = s,
        .knowledge = strategy->open ? strategy->open(s) : NULL,
    };
}

static void add_members(Search *s)
{
    if (s->options.kind == SEARCH_PORTFOLIO)
        for (size_t i = 0; i < sizeof portfolio / sizeof *portfolio; i++)
            add_member(s, portfolio[i]);
    else if (!s->policy->remembers || s->leftover.items > 0)
        add_member(s, strategies[s->options.kind]);
    if (s->samples_sealed)
        add_member(s, &strategy_unsealed);
}

static bool has_explorer(const Sampler *x)
{
    for (uint32_t i = 0; i < x->member_count; i++)
        if (x->members[i].strategy->has_explorer)
            return true;
    return false;
}

static void begin_round(Search *s, uint64_t size)
{
    Sampler *x = s->sampler;
    assert(size > 0 && x->end <= s->options.schedules);
    uint64_t left = s->options.schedules - x->end;
    x->size = size;
    atomic_store(&x->next, x->end);
    x->end += size < left ? size : left;
}

bool sample_open(Search *s, Err *err)
{
    Sampler *x = s->sampler = calloc(1, sizeof *x);
    uint32_t workers = s->options.workers;
    if (!x || !(x->walks = calloc(workers, sizeof *x->walks)))
        die_out_of_memory(workers * sizeof *x->walks);
    x->seed = s->options.seed;
    repeats_init(&x->repeats, policy_is_hybrid(s->policy));
    for (uint32_t i = 0; i < workers; i++)
        walk_init(&x->walks[i], s, &s->workers[i]);
    add_members(s);
    for (uint32_t i = 0; i < workers && has_explorer(x); i++)
        if (!(x->walks[i].walk_orders = search_orders(s, 1, err)))
            return false;
    begin_round(s, x->member_count);
    return true;
}

void sample_close(Search *s)
{
    Sampler *x = s->sampler;
    if (!x)
        return;
    for (uint32_t i = 0; i < x->member_count; i++)
        if (x->members[i].strategy->close)
            x->members[i].strategy->close(x->members[i].knowledge);
    for (uint32_t i = 0; i < s->options.workers; i++)
        walk_drop(&x->walks[i]);
    repeats_drop(&x->repeats);
    free(x->walks);
    free(x);
    s->sampler = NULL;
}

uint64_t sample_bytes(const Search *s)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; s->sampler && i < s->options.workers; i++) {
        const Walk *w = &s->sampler->walks[i];
        bytes += (w->states.capacity + w->orders.capacity) * sizeof(Seen);
        bytes += w->walk_orders ? orders_bytes(w->walk_orders) : 0;
    }
    return bytes;
}

const Orders *sample_orders(const Search *s, uint32_t worker)
{
    return s->sampler ? s->sampler->walks[worker].walk_orders : NULL;
}

// --------------------------------------------------------------------------- one schedule

static ScheduleRecord *new_record(Walk *w)
{
    if (w->record_count == w->record_capacity) {
        w->record_capacity = w->record_capacity * 2 + ROUND_LEAST;
        w->records = memory_resized(w->records, w->record_capacity, sizeof *w->records);
    }
    return &w->records[w->record_count];
}

// Discards what the schedule has recorded so far.
static void clear_record(Walk *w, const ScheduleRecord *r)
{
    w->print_count = r->print_first;
    w->run_count = r->run_first;
    w->trail_count = r->trail_first;
    w->lesson_count = r->lesson_first;
}

// The hashes of the steps up to here were recorded.
static void measure(const Walk *w, ScheduleRecord *r)
{
    r->measured = w->steps;
    r->measured_work = w->work;
}

// Completes the record of a schedule; discards it when the schedule was stopped before its end.
static void close_record(Walk *w, ScheduleRecord *r)
{
    if (w->end == WALK_STOPPED) {
        clear_record(w, r);
        w->hash_count = r->hash_first;
        return;
    }
    assert(w->assumed <= w->runs && !walk_is_made_again(w->end));
    r->steps = w->steps;
    r->runs = w->runs;
    r->assumed = w->assumed;
    r->sealed = w->sealed;
    r->deepest = w->deepest;
    r->most_machines = w->most_machines;
    r->limits = w->limits;
    r->print_count = w->print_count - r->print_first;
    r->run_count = w->run_count - r->run_first;
    r->trail_count = w->trail_count - r->trail_first;
    r->lesson_count = w->lesson_count - r->lesson_first;
    r->hash_count = w->hash_count - r->hash_first;
    r->is_direct = w->is_direct;
    if (w->repeats)
        measure(w, r);
    w->record_count++;
}

// Whether its walks can be direct in this search. They have no prints for random explorers.
static bool may_go_direct(const Walk *w, const Strategy *s)
{
    const Engine *e = stepper_engine(w->stepper);
    if (!s->goes_direct || (s->has_explorer && orders_need_print(w->walk_orders)) ||
        (s->from_frontier && orders_need_print(w->search->orders)))
        return false;
    return s->looks_ahead     ? direct_can_look(e)
           : s->from_frontier ? direct_can_begin_at(e)
                              : direct_is_possible(e);
}

// Decides how the schedule, the member's n-th, makes its steps.
static void choose_walk(Walk *w, const Member *m, uint64_t n)
{
    const SearchOptions *o = &w->search->options;
    const Repeats *repeats = &w->search->sampler->repeats;
    bool may = may_go_direct(w, m->strategy);
    bool is_auto = may && o->walk == WALK_KIND_AUTO && o->has_memo;
    w->is_direct = (may && o->walk == WALK_KIND_DIRECT) ||
                   (is_auto && repeats->is_direct && !repeats_tries(n));
    w->repeats = is_auto && !w->is_direct && !repeats->is_settled ? repeats : NULL;
    w->try_work = w->repeats ? REPEAT_TRIED : 0;
    w->hash_first = w->hash_count;
}

static void run_schedule(Walk *w, const Member *m, uint64_t seed, uint64_t n, LoopLook look)
{
    loop_watch_begin(w->loops, w->schedule, look);
    w->rng = rng_from(seed);
    w->depth_max = w->search->options.steps;
    w->steps = w->runs = w->assumed = w->sealed = w->deepest = w->most_machines = 0;
    w->limits = 0;
    w->work = 0;
    w->counts_heat = false;
    w->lead_steps = 0;
    w->has_explorer = m->strategy->has_explorer;
    m->strategy->run(m, w, n);
    bool is_over = w->end == WALK_BUG || w->end == WALK_STOPPED || walk_is_made_again(w->end);
    if (!is_over && !walk_has_loop(w) && !walk_end_with_loop(w))
        walk_heat_end(w);
}

static void do_schedule(Walk *w, uint64_t schedule)
{
    const Sampler *x = w->search->sampler;
    uint32_t member = (uint32_t)(schedule % x->member_count);
    const Member *m = &x->members[member];
    Rng seeds = rng_from(x->seed);
    ScheduleRecord *r = new_record(w);

    // Learning reads the records of all workers in the order of the schedules.
    assert(w->record_count == 0 || r[-1].schedule < schedule);
    *r = (ScheduleRecord){
        .schedule = schedule,
        .member = member,
        .print_first = w->print_count,
        .run_first = w->run_count,
        .trail_first = w->trail_count,
        .lesson_first = w->lesson_count,
        .hash_first = w->hash_count,
    };
    w->schedule = schedule;
    engine_set_schedule(w->stepper, schedule);
    choose_walk(w, m, schedule / x->member_count);
    uint64_t seed = rng_next(&seeds) + schedule;
    run_schedule(w, m, seed, schedule / x->member_count, LOOK_OUTLINES);
    if (w->end == WALK_AGAIN) {
        clear_record(w, r);
        measure(w, r);
        w->repeats = NULL;
        w->is_direct = true;
        run_schedule(w, m, seed, schedule / x->member_count, LOOK_OUTLINES);
    }
    if (w->end == WALK_CLOSER) {
        clear_record(w, r);
        run_schedule(w, m, seed, schedule / x->member_count, LOOK_PRINTS);
    }
    if (w->end == WALK_CACHED) {
        clear_record(w, r);
        w->is_direct = false;
        run_schedule(w, m, seed, schedule / x->member_count, LOOK_PRINTS);
    }
    if (walk_has_loop(w) && w->end != WALK_BUG && w->end != WALK_STOPPED) {
        clear_record(w, r);
        if (w->repeats)
            measure(w, r);
        w->repeats = NULL;
        w->try_work = 0;
        w->is_direct = false;
        run_schedule(w, m, seed, schedule / x->member_count, LOOK_RECORDED);
    }
    close_record(w, r);
}

// ------------------------------------------------------------------------------- the rounds

// Adds what the worker's schedules saw, up to schedule `last`, to its totals.
static void commit(Walk *w, uint64_t last)
{
    SearchWorker *worker = w->worker;
    Edge step = {0};
    for (uint32_t i = 0; i < w->record_count; i++) {
        const ScheduleRecord *r = &w->records[i];
        if (r->schedule > last)
            continue;
        for (uint64_t j = 0; j < r->print_count; j++)
            sample_set_add(&w->states, w->prints[r->print_first + j], r->schedule);
        for (uint64_t j = 0; j < r->run_count; j++)
            sample_set_add(&w->orders, w->runs_seen[r->run_first + j], r->schedule);
        for (uint64_t j = 0; j < r->trail_count; j++) {
            step.trail = w->trails[r->trail_first + j];
            engine_count(w->stepper, &step);
        }
        worker->schedules++;
        worker->steps += r->steps;
        worker->assumed += r->assumed;
        worker->sealed += r->sealed;
        worker->ends += r->runs - r->assumed;
        worker->limits |= r->limits;
        if (r->deepest > worker->depth)
            worker->depth = r->deepest;
        w->all_runs += r->runs;
        w->all_direct += r->is_direct;
        if (r->most_machines > w->all_machines)
            w->all_machines = r->most_machines;
    }
    w->record_count = w->records_read = 0;
    w->print_count = w->run_count = w->trail_count = w->lesson_count = w->hash_count = 0;
}

// The walk with the next record in the order of the schedules; NULL: all were read.
static Walk *first_unread(Search *s)
{
    Walk *first = NULL;
    for (uint32_t i = 0; i < s->options.workers; i++) {
        Walk *w = &s->sampler->walks[i];
        if (w->records_read < w->record_count &&
            (!first ||
             w->records[w->records_read].schedule < first->records[first->records_read].schedule))
            first = w;
    }
    return first;
}

static void learn(Search *s)
{
    Sampler *x = s->sampler;
    for (Walk *w; (w = first_unread(s));) {
        const ScheduleRecord *r = &w->records[w->records_read++];
        const Member *m = &x->members[r->member];
        assert(r->lesson_first + r->lesson_count <= w->lesson_count);
        if (m->strategy->learn)
            m->strategy->learn(m->knowledge, w->lessons + r->lesson_first, r->lesson_count);
        if (r->measured)
            repeats_add(&x->repeats, r->schedule, w->step_hashes + r->hash_first, r->hash_count,
                        r->measured, r->measured_work);
        x->steps += r->steps;
        x->schedules++;
    }
    for (uint32_t i = 0; i < x->member_count; i++)
        if (x->members[i].strategy->learnt)
            x->members[i].strategy->learnt(x->members[i].knowledge);
}

static uint64_t next_size(const Sampler *x)
{
    uint64_t size = ROUND_STEPS / (x->steps / (x->schedules + 1) + 1);
    uint64_t most = ROUND_MOST, grown = x->size * 2;
    for (uint32_t i = 0; i < x->member_count; i++) {
        uint64_t own = x->members[i].strategy->round_max * x->member_count;
        if (own && own < most)
            most = own;
    }
    size = size < grown ? size : grown;
    size = size > ROUND_LEAST ? size : ROUND_LEAST;
    return size < most ? size : most;
}

// Called while all workers wait.
bool sample_next_round(void *data)
{
    Search *s = data;
    Sampler *x = s->sampler;
    if (atomic_load(&s->has_found))
        return false;
    learn(s);
    repeats_decide(&x->repeats);
    x->round++;
    s->has_sampled =
        x->end >= s->options.schedules || (s->sampled_steps && x->steps >= s->sampled_steps);
    if (s->has_sampled)
        return false;
    begin_round(s, next_size(x));
    return true;
}

static void publish(Walk *w)
{
    Tally *t = &w->worker->tally;
    atomic_fetch_add_explicit(&t->schedules, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&t->steps, w->steps, memory_order_relaxed);
    if (w->deepest > atomic_load_explicit(&t->depth, memory_order_relaxed))
        atomic_store_explicit(&t->depth, w->deepest, memory_order_relaxed);
}

// Empties the worker's caches when they have become too large. Not in hybrid search: there all
// workers share an engine, and the states of the frontier must stay valid.
static void forget(Walk *w)
{
    const Search *s = w->search;
    // Where schedules are direct, the next one that needs the cache is far away.
    bool is_direct = s->sampler->repeats.is_direct && s->sampler->member_count == 1;
    Engine *own = stepper_engine(w->stepper);
    uint64_t steps = atomic_load_explicit(&w->worker->tally.steps, memory_order_relaxed);
    uint64_t most = s->options.memory / 4 / s->options.workers;
    if (s->policy->remembers)
        return;
    if (is_direct)
        most = CACHE_OF_DIRECT < most ? CACHE_OF_DIRECT : most;
    if (growth_is_enough(&w->growth, steps, engine_known(own), most)) {
        engine_forget(own);
        walk_forget(w);
    }
    if (w->walk_orders &&
        growth_is_enough(&w->orders_growth, steps, orders_known(w->walk_orders), most))
        orders_forget(w->walk_orders);
}

void *sample_main(void *data)
{
    SearchWorker *worker = data;
    Search *s = worker->search;
    Sampler *x = s->sampler;
    Walk *w = &x->walks[worker->index];

    while (!(crew_calls(&s->crew) & CALL_STOP)) {
        if (w->round != x->round) {
            commit(w, UINT64_MAX);
            w->round = x->round;
        }
        uint64_t schedule = atomic_fetch_add(&x->next, 1);
        if (schedule < x->end && schedule <= atomic_load(&s->last_schedule)) {
            do_schedule(w, schedule);
            publish(w);
            forget(w);
        } else if (!crew_wait(&s->crew, &worker->current)) {
            return NULL;
        }
    }
    return NULL;
}

Walk *sample_lead(Search *s)
{
    Walk *w = &s->sampler->walks[0];
    loop_watch_begin(w->loops, 0, LOOK_PRINTS);
    w->is_direct = w->has_explorer = false;
    walk_begin(w);
    return w;
}

Walk *sample_next(Search *s)
{
    Sampler *x = s->sampler;
    Walk *w = &x->walks[0];

    assert(s->options.workers == 1 && s->is_sampling);
    forget(w);
    if (x->next == x->end && sample_next_round(s)) {
        commit(w, UINT64_MAX);
        w->round = x->round;
    }
    atomic_store(&s->last_schedule, UINT64_MAX);
    s->found.is_there = false;
    do_schedule(w, atomic_fetch_add(&x->next, 1));
    atomic_store(&s->has_found, false);
    publish(w);
    return w;
}

// ---------------------------------------------------------------------------------- the end

void sample_finish(Search *s, SearchResult *r)
{
    Sampler *x = s->sampler;
    Walk *first = &x->walks[0];
    Sampled *out = &r->sampled;
    bool has_more = false;

    for (uint32_t i = 0; i < s->options.workers; i++)
        has_more |= x->walks[i].record_count && x->walks[i].round == x->round;
    if (has_more && !s->found.is_there)
        learn(s);
    *out = (Sampled){0};
    for (uint32_t i = 0; i < s->options.workers; i++) {
        Walk *w = &x->walks[i];
        commit(w, s->found.is_there ? s->found.schedule : UINT64_MAX);
        if (w != first) {
            sample_set_merge(&first->states, &w->states);
            sample_set_merge(&first->orders, &w->orders);
        }
        out->runs += w->all_runs;
        out->direct += w->all_direct;
        out->counted += w->worker->schedules - w->all_direct;
        if (w->all_machines > out->machines)
            out->machines = w->all_machines;
    }
    // There may have been too little memory for even one run.
    out->is_there = out->runs > 0 || !s->policy->remembers;
    bool is_known = x->repeats.steps > 0 && !repeats_is_wide(&x->repeats);
    out->new_steps = is_known ? repeats_new(&x->repeats) : -1;
    out->states = sample_set_distinct(&first->states, &out->has_all_states);
    out->orders = sample_set_distinct(&first->orders, &out->has_all_orders);
    out->new_state = sample_set_unseen(&first->states);
    out->new_order = sample_set_unseen(&first->orders);
    bool is_sealed = false;  // then there are no guarantees: a seal may hide a bug
    for (uint32_t i = 0; i < s->options.workers; i++)
        is_sealed |= s->workers[i].sealed > 0;
    for (uint32_t i = 0; i < x->member_count && !s->found.is_there && !is_sealed; i++)
        if (x->members[i].strategy->promise)
            x->members[i].strategy->promise(&x->members[i], out);
}
