// check/search/search.c: from a test to a verdict.
//
// Sets everything up, starts the workers, checks the limits while they work, and reports what
// was covered. A bug is executed once more by the executor, which shares no code with the
// engine except the semantics of a machine's step (rt). When the two do not agree, this is a
// bug of plait, and the result says so.

#include "check/search/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "check/crew/progress.h"
#include "check/exhaust/exhaust.h"
#include "check/exhaust/spent.h"
#include "check/liveness/liveness.h"
#include "check/sample/sample.h"
#include "check/search/search_impl.h"
#include "rt/node.h"
#include "rt/trace.h"

enum { WATCH_MS = 20 };  // time between two checks of the limits

static _Atomic bool is_interrupted;

void search_interrupt(void)
{
    atomic_store(&is_interrupted, true);
}

bool search_is_interrupted(void)
{
    return atomic_load(&is_interrupted);
}

// -------------------------------------------------------------------------------- memory

static uint64_t read_number(const char *path)
{
    FILE *f = fopen(path, "r");
    unsigned long long number = 0;
    if (!f)
        return 0;
    if (fscanf(f, "%llu", &number) != 1)
        number = 0;
    fclose(f);
    return number;
}

uint64_t search_default_memory(void)
{
    uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t group = read_number("/sys/fs/cgroup/memory.max");
    if (group > 0 && group < all)
        all = group;
    return all / 4 * 3;
}

// Resets the peak memory of this process; where the system cannot do that, the peak since the
// start of the process stays.
static void reset_peak(void)
{
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (!f)
        return;
    fputs("5", f);
    fclose(f);
}

static uint64_t read_peak(void)
{
    FILE *f = fopen("/proc/self/status", "r");
    unsigned long long kib = 0;
    char line[256];
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %llu", &kib) == 1)
            break;
    if (f)
        fclose(f);
    return kib * 1024;
}

// The bytes of values that running steps have made, without those that engines have interned.
static uint64_t loose_bytes(const Search *s)
{
    int64_t bytes = node_memory() - s->first_bytes;
    for (uint32_t i = 0; i < s->engine_count; i++)
        bytes -= (int64_t)engine_value_bytes(s->engines[i]);
    return bytes > 0 ? (uint64_t)bytes : 0;
}

static uint64_t bytes_used(const Search *s)
{
    uint64_t bytes = atomic_load(&s->frontier.bytes) + sample_bytes(s) + loose_bytes(s);
    for (uint32_t i = 0; i < s->engine_count; i++)
        bytes += engine_bytes(s->engines[i]);
    if (s->store)
        bytes += store_bytes(s->store);
    if (s->orders)
        bytes += orders_bytes(s->orders);
    if (s->recorder)
        bytes += recorder_bytes(s->recorder);
    if (s->nodes)
        bytes += nodes_bytes(s->nodes);
    return bytes;
}

static void check_memory(Search *s)
{
    int64_t values = node_memory();  // first, because running steps add to it meanwhile
    uint64_t used = bytes_used(s), most = hybrid_memory(s);
    if (used > most)
        search_stop(s, LIMIT_MEMORY);
    for (uint32_t i = 0; i < s->engine_count; i++)
        if (engine_is_full(s->engines[i]))
            search_stop(s, LIMIT_MEMORY);
    // The memory that values of running steps may still take.
    node_set_limit(values + (used < most ? (int64_t)(most - used) : 0));
}

static void run_out_of_memory(void *search)
{
    search_stop(search, LIMIT_MEMORY);
}

// The store's share of the memory: most of it. When the search goes on with a full store, the
// store must leave enough for the frontier; a depth-first frontier is small and needs less.
static uint64_t store_share(const SearchOptions *o, const SearchPolicy *p)
{
    if (store_is_lossy(o->store) || o->policy != STORE_ENDS)
        return o->memory / 100 * (p->is_depth_first ? 75 : 50);
    return o->memory / 100 * (p->samples ? 70 : 85);
}

SearchOptions search_defaults(void)
{
    return (SearchOptions){
        .kind = SEARCH_HYBRID,
        .has_memo = true,
        .reduces = true,
        .workers = 1,
        .memory = search_default_memory(),
        .delays_max = UINT64_MAX,
        .schedules = 1000,
        .steps = 10000,
        .ss_c1 = 100,
        .ss_c2 = 3,
        .pct_depth = 3,
    };
}

// ------------------------------------------------------------------------------ watching

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t load(const _Atomic uint64_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static void draw(Search *s, double time)
{
    Progress p = {
        .label = s->options.label,
        .unit = s->is_sampling ? NULL : s->policy->unit,
        .stratum = load(&s->shown_stratum),
        .bytes = bytes_used(s),
        .bytes_max = s->options.memory,
        .seconds = time - s->started,
    };
    for (uint32_t i = 0; i < s->options.workers; i++) {
        const Tally *t = &s->workers[i].tally;
        p.states += p.unit ? load(&t->states) : load(&t->schedules);
        p.frontier += load(&t->frontier);
        if (load(&t->depth) > p.depth)
            p.depth = load(&t->depth);
    }
    p.per_second = (uint64_t)((double)(p.states - s->last_states) / (time - s->last_drawn));
    s->last_states = p.states;
    s->last_drawn = time;
    progress_draw(s->options.progress, &p);
}

static void watch(void *data)
{
    Search *s = data;
    const double between = 0.25;
    double time = now();

    if (atomic_load(&is_interrupted))
        search_stop(s, LIMIT_INTERRUPTED);
    if (s->options.seconds > 0 && time - s->started >= hybrid_seconds(s))
        search_stop(s, LIMIT_TIME);
    check_memory(s);
    if (s->options.progress && time - s->last_drawn >= between)
        draw(s, time);
}

// ------------------------------------------------------------------------------- set-up

static void set_modes(Search *s)
{
    const SearchOptions *o = &s->options;
    const SearchPolicy *p = s->policy;
    bool has_delays = p->cost == COST_DELAYS;
    s->is_plain = p->cost == COST_NONE;
    s->has_extra = p->remembers_runner || (has_delays && o->is_strict);
    s->counts_choices = has_delays && o->choice_cost == CHOICE_DELAY;
    s->has_budget = has_delays && o->choice_cost == CHOICE_BUDGET;
    s->keys_choices = s->has_extra || (s->has_budget && o->depth_max);
    s->needs_words = store_needs_words(o->store);
    // A breadth-first search reaches each state first on a shortest path.
    if ((o->depth_max && !p->is_shortest) || s->has_budget)
        s->spent = spent_new();
    s->needs_second =
        o->store == STORE_WIDE || o->store == STORE_NUMBERED || s->has_liveness;
    s->is_simple = !s->has_extra && !s->needs_words && !s->needs_second && !s->spent;
    s->is_worded = s->needs_words && !s->keys_choices && !s->needs_second && !s->spent;
    // If a state has one number only.
    s->is_numbered = s->has_liveness && o->store == STORE_NUMBERED && o->policy == STORE_ENDS &&
                     !s->keys_choices && !s->spent;
    s->is_at_once = has_delays &&
                    ((s->is_simple && o->store == STORE_FINGERPRINT) || s->is_numbered ||
                     (s->is_worded && o->store == STORE_EXACT));
    // Depth first means one state after the other; a small batch still allows prefetching.
    s->batch = p->is_depth_first ? DEPTH_BATCH : BATCH;
}

// Where states are remembered, queues come back: so up to this length it pays to have all prefixes
// of a queue ready (docs/decisions.md, 26). A sample seldom sees a queue twice.
enum { SHORT_QUEUE_REMEMBERED = 16 };

static uint32_t short_queue(const Search *s)
{
    if (s->options.short_queue)
        return s->options.short_queue;
    return s->policy->remembers ? SHORT_QUEUE_REMEMBERED : 0;  // 0: as the engine has it
}

static void open_engines(Search *s)
{
    const SearchOptions *o = &s->options;
    EngineOptions options = {
        .points = o->points,
        .network = o->network ? *o->network : (Network){0},
        .has_memo = o->has_memo,
        // A step that is made early, or never needed, would count against a limit of steps.
        .reduces = o->reduces && !search_samples(o->kind) && !o->depth_max,
        .queue_max = o->queue_max,
        .short_queue = short_queue(s),
        .loop_limit = o->loop_limit,
        .stop = &s->is_stopping,
        .out_of_memory = run_out_of_memory,
        .context = s,
    };
    s->engine_count = s->policy->remembers ? 1 : o->workers;
    s->engines = memory_zeroed(s->engine_count, sizeof *s->engines);
    engine_new_several(s->program, s->test, &options, s->engines, s->engine_count);
    s->engine = s->engines[0];
    s->settles = engine_reduces(s->engine) && !s->has_liveness;  // liveness looks at single steps
    if (s->has_liveness)
        s->recorder = recorder_new(s->engine, o->workers, o->liveness);
    if (s->recorder && s->policy->is_depth_first)
        recorder_check_seldom(s->recorder);
    if (s->has_liveness && !s->is_numbered)
        s->nodes = nodes_new();
}

bool search_open(Search *s, Err *err)
{
    const SearchOptions *o = &s->options;
    frontier_init(&s->frontier);
    pthread_mutex_init(&s->found_lock, NULL);
    bool has_store = s->policy->remembers;
    crew_init(&s->crew, o->workers, has_store ? loop_next_stratum : sample_next_round, loop_alone,
              s);
    s->workers = aligned_alloc(64, o->workers * sizeof *s->workers);
    if (!s->workers)
        die_out_of_memory(o->workers * sizeof *s->workers);
    memset(s->workers, 0, o->workers * sizeof *s->workers);
    if (s->policy->cost == COST_DELAYS && !(s->orders = search_orders(s, o->workers, err)))
        return false;
    s->hears_changes = s->orders && orders_hear_changes(s->orders);
    open_engines(s);
    uint64_t share = store_share(o, s->policy);
    if (has_store && !(s->store = store_new(o->store, o->policy, share, o->workers > 1))) {
        err_set(err, "there is not enough address space for a store; try --memory with less");
        return false;
    }
    for (uint32_t i = 0; i < o->workers; i++) {
        SearchWorker *w = &s->workers[i];
        *w = (SearchWorker){
            .search = s, .index = i, .stepper = stepper_new(s->engines[i % s->engine_count])};
        w->heap.shared = &s->frontier;
    }
    s->is_sampling = !s->policy->remembers;
    return !s->is_sampling || sample_open(s, err);
}

void search_close(Search *s)
{
    sample_close(s);
    leftover_drop(&s->leftover);
    for (uint32_t i = 0; s->engine && i < s->options.workers; i++) {
        SearchWorker *w = &s->workers[i];
        stepper_free(w->stepper);
        pile_drop(&w->pile, &w->heap);
        item_queue_drop(&w->current, &w->heap);
        parked_drop(&w->reader, &w->heap);
        for (uint32_t k = 0; k < LATER; k++) {
            item_queue_drop(&w->later[k], &w->heap);
            item_queue_drop(&w->parked[k].queue, &w->heap);
        }
        heap_drop(&w->heap);
        free(w->words);
        at_once_free(w->at_once);
        free(w->runs);
        free(w->candidates);
        free(w->enabled);
    }
    ItemQueue left = {0};
    item_queue_join(&left, s->crew.pool);
    item_queue_drop(&left, &(Heap){.shared = &s->frontier});
    free(s->workers);
    free(s->found.labels);
    schedule_drop(&s->found.way);
    if (s->orders)
        orders_free(s->orders);
    if (s->store)
        store_free(s->store);
    spent_free(s->spent);
    recorder_free(s->recorder);
    nodes_free(s->nodes);
    for (uint32_t i = 0; i < s->engine_count; i++)
        engine_free(s->engines[i]);
    free(s->engines);
    crew_drop(&s->crew);
    frontier_drop(&s->frontier);
    pthread_mutex_destroy(&s->found_lock);
}

// ---------------------------------------------------------------------------- the search

// The first state, into the store and the frontier.
static void put_first(Search *s, const State *first)
{
    SearchWorker *w = &s->workers[0];
    const uint32_t extra = 2;
    Item item = {
        .print = first->print,
        .explorer_state = s->orders ? orders_first(s->orders) : 0,
        .count = first->count,
        .words = pile_room(&w->pile, &w->heap, first->count + extra),
    };
    memcpy(item.words, first->words, first->count * sizeof *item.words);
    if (loop_add_first(w, &item))
        pile_add(&w->pile, &item);
    else
        search_stop(s, LIMIT_MEMORY);
}

static void run_crew(Search *s)
{
    uint32_t count = s->options.workers;
    void **workers = malloc(count * sizeof *workers);
    if (!workers)
        die_out_of_memory(count * sizeof *workers);
    for (uint32_t i = 0; i < count; i++)
        workers[i] = &s->workers[i];
    crew_run(&s->crew, s->is_sampling ? sample_main : loop_main, workers, WATCH_MS, watch);
    free(workers);
}

// Continues with samples, from the frontier when ses has left one.
static void sample_on(Search *s)
{
    Err err = {0};
    s->is_stopping = false;
    crew_drop(&s->crew);
    crew_init(&s->crew, s->options.workers, sample_next_round, loop_alone, s);
    s->is_sampling = true;
    s->last_states = 0;
    if (!sample_open(s, &err))
        bug("sampling needs nothing that could fail here");
    run_crew(s);
}

// The start of the monitors, in its own thread, because it may take long, too.
typedef struct Start {
    Search *search;
    State first;
    bool is_fine;
    Bug bug;
} Start;

static void *start_main(void *data)
{
    Start *start = data;
    Stepper *stepper = start->search->workers[0].stepper;
    engine_renew(stepper);
    start->is_fine = engine_start(stepper, &start->first, &start->bug);
    return NULL;
}

static void run_start(Search *s, Start *start)
{
    Crew crew;
    void *worker = start;
    crew_init(&crew, 1, NULL, NULL, s);
    crew_run(&crew, start_main, &worker, WATCH_MS, watch);
    crew_drop(&crew);
}

static void search(Search *s)
{
    const SearchOptions *o = &s->options;
    Start start = {.search = s};

    run_start(s, &start);
    if (!start.is_fine) {
        if (start.bug.kind != P_ERROR_NONE)
            search_found(s, &(Finding){.is_there = true, .label = LABEL_END, .bug = start.bug});
        else
            s->workers[0].assumed += !s->is_stopping;
        return;
    }
    if (s->store) {
        loop_begin(s);
        put_first(s, &start.first);
    }
    run_crew(s);
    if (s->recorder && !s->found.is_there) {
        s->is_stopping = false;
        cycles_check(s);
    }
    if (hybrid_begin(s))
        sample_on(s);
    if (o->progress && s->last_drawn > s->started)
        progress_erase(o->progress);
}

// ------------------------------------------------------------------------------- results

static const char *executed_phrase(Executed how)
{
    switch (how) {
    case EXECUTED_ALL:
        return "no bug at its end";
    case EXECUTED_BUG:
        return "another bug";
    case EXECUTED_ASSUME:
        return "an assumption that does not hold";
    case EXECUTED_SETUP:
        return "C that is missing or does not fit";
    case EXECUTED_ODD:
        return "a step that cannot be made";
    }
    return "nothing";
}

// For a deadlock or a hot monitor, several machines may be the cause, and engine and executor
// may name different ones. For a full queue the engine does not know the position.
static bool is_same(const Bug *found, const Bug *again)
{
    const PPosition *a = &found->at, *b = &again->at;
    if (found->kind != again->kind)
        return false;
    if (found->kind == P_ERROR_DEADLOCK || found->kind == P_ERROR_LIVENESS || a->line == 0)
        return true;
    return a->file == b->file && a->line == b->line && a->column == b->column;
}

// Executes the loop of a lasso twice, to check that its steps can be repeated from its end.
static bool goes_round(const Search *s, const Schedule *schedule)
{
    Schedule twice = {0};
    Bug again;
    if (!schedule->loop)
        return true;
    bool is_fine = schedule_unroll(s->program, s->test, schedule, 2, &twice) &&
                   execute(s->program, s->test, &twice, NULL, &again) == EXECUTED_BUG &&
                   again.kind == P_ERROR_LIVENESS;
    schedule_drop(&twice);
    return is_fine;
}

// Finds the schedule for the executor. False when that is not possible.
static bool find_schedule(Search *s, SearchResult *r)
{
    Finding *f = &s->found;
    r->bug_delays = s->policy->cost == COST_PREEMPTION ? f->stratum : f->delays;
    if (f->has_way) {
        r->schedule = f->way;
        f->way = (Schedule){0};
        return true;
    }
    uint64_t delays;
    uint32_t *labels = counterexample_labels(s, f);
    bool is_found = counterexample_schedule(s, s->workers[0].stepper, labels, f, &r->schedule,
                                            &delays);
    if (s->orders)
        r->bug_delays = delays;
    free(labels);
    return is_found;
}

// Executes the bug's schedule with the executor, and compares.
static void replay(Search *s, SearchResult *r)
{
    Bug again = {0};
    bool has_path = find_schedule(s, r);
    r->schedule.network = s->options.network;
    r->schedule.ends_hot = s->found.goes_on;
    if (s->found.loop) {
        r->loop_steps = s->found.loop;
        r->stem_steps = (uint32_t)s->found.depth - s->found.loop;
        r->is_within_handler = s->found.is_within_handler;
        r->schedule.loop = 1 + r->stem_steps;
    }
    if (!has_path) {
        snprintf(r->note, sizeof r->note,
                 "the path to this bug cannot be found again: this is a bug of plait");
        return;
    }
    Executed how = execute(s->program, s->test, &r->schedule, NULL, &again);
    r->is_replayed = how == EXECUTED_BUG && is_same(&r->bug, &again) && goes_round(s, &r->schedule);
    if (r->is_replayed) {
        if (again.is_suspected)  // the search's text has the number of hot steps
            memcpy(again.text, r->bug.text, sizeof again.text);
        r->bug = again;
        return;
    }
    snprintf(r->note, sizeof r->note,
             "executed once more, this schedule shows %s%s%.200s: this is a bug of plait",
             executed_phrase(how), again.text[0] ? ": " : "", again.text);
}

static void add_up(Search *s, SearchResult *r)
{
    for (uint32_t i = 0; i < s->options.workers; i++) {
        const SearchWorker *w = &s->workers[i];
        r->transitions += w->transitions;
        r->schedules += w->schedules;
        r->steps += w->steps;
        r->sealed_orders += w->sealed;
        r->assumed += w->assumed;
        search_limit(s, w->limits);
        if (w->depth > r->depth)
            r->depth = w->depth;
    }
    if (!s->policy->remembers)
        r->transitions = r->steps;
    if (s->has_sampled && !s->found.is_there)
        search_limit(s, LIMIT_SCHEDULES);
    if (r->sealed_orders)
        search_limit(s, LIMIT_SEALED);
    if (s->spent)
        search_limit(s, spent_limits(s->spent));
    r->limits = atomic_load(&s->limits);
    r->strata = s->strata;
}

// The table of spent amounts uses fingerprints, so there, too, two states may collide.
static double omission(const Search *s)
{
    double n = s->spent ? (double)spent_count(s->spent) : 0;
    double spent = -expm1(-n * n * 0x1p-65), stored = store_omission(s->store);
    return spent > stored ? spent : stored;
}

static void add_store(const Search *s, SearchResult *r)
{
    if (!s->store)
        return;
    r->states = store_count(s->store);
    if (s->options.states_max && r->states > s->options.states_max)
        r->states = s->options.states_max;
    r->store_bytes = store_bytes(s->store);
    r->frontier_bytes = atomic_load(&s->frontier.bytes);  // its chunks are reused, not freed
    r->omission = omission(s);
    r->replaced = store_replaced(s->store);
    r->unknown = store_unknown(s->store);
}

// Adds the messages of an explorer.
static void add_orders(const Orders *orders, SearchResult *r)
{
    if (!orders)
        return;
    r->completed_orders += orders_completed(orders);
    const char *text = orders_failure(orders), *unsound = orders_unsound(orders);
    const char *odd = orders_note(orders);
    if (text)
        snprintf(r->note, sizeof r->note, "%s", text);
    else if (unsound && !r->note[0])
        snprintf(r->note, sizeof r->note, "the explorer is not sound: %.400s", unsound);
    else if (odd && !r->note[0])
        snprintf(r->note, sizeof r->note, "%s", odd);
}

static void add_coverage(Search *s, SearchResult *r)
{
    uint64_t last = s->is_sampling && r->has_bug ? s->found.schedule : UINT64_MAX;
    r->coverage = coverage_new(s->program);
    coverage_add_test(r->coverage, s->test);
    engine_start_coverage(s->engine, r->coverage);
    for (uint32_t i = 0; i < s->options.workers; i++)
        engine_coverage(s->workers[i].stepper, last, r->coverage);
}

// The note for a search that ended because of a problem outside of the program.
static void tell_setup(const Search *s, SearchResult *r)
{
    const Bug *b = &s->found.bug;
    if (b->at.line)
        snprintf(r->note, sizeof r->note, "%.400s (called at %s:%" PRIu32 ":%" PRIu32 ")", b->text,
                 s->program->files[b->at.file], b->at.line, b->at.column);
    else
        snprintf(r->note, sizeof r->note, "%s", b->text);
}

static void fill_result(Search *s, SearchResult *r)
{
    r->cannot_check = s->found.is_there && s->found.bug.kind == P_ERROR_SETUP;
    r->has_bug = s->found.is_there && !r->cannot_check;
    if (s->sampler)
        sample_finish(s, r);
    add_up(s, r);
    add_store(s, r);
    add_coverage(s, r);
    search_decide(s, r);
    if (r->has_bug) {
        r->bug = s->found.bug;
        replay(s, r);
    }
    add_orders(s->orders, r);
    for (uint32_t i = 0; i < s->options.workers; i++)
        add_orders(sample_orders(s, i), r);
    if (r->cannot_check)
        tell_setup(s, r);
    r->seconds = now() - s->started;
    r->peak_bytes = read_peak();
}

void search_init(Search *s, const PProgram *p, const PTest *test, const SearchOptions *options)
{
    *s = (Search){.program = p, .test = test, .options = *options, .first_bytes = node_memory()};
    s->check_memory = check_memory;
    s->policy = search_policy(options->kind);
    s->started = s->last_drawn = now();
    s->has_hot_states = search_has_hot_states(p, test);
    if (options->loop_limit > 0)
        machine_fuel = options->loop_limit;
    atomic_init(&s->last_schedule, options->schedules);
    s->has_liveness =
        s->has_hot_states && !search_samples(s->options.kind) && !options->leaves_liveness;
    // Two states with the same fingerprint could make a cycle that does not exist.
    if (s->has_liveness && s->options.store == STORE_FINGERPRINT)
        s->options.store = STORE_NUMBERED;
    set_modes(s);
}

bool search_run(const PProgram *p, const PTest *test, const SearchOptions *options,
                SearchResult *result, Err *err)
{
    Search s;

    *result = (SearchResult){0};
    reset_peak();
    search_init(&s, p, test, options);
    bool ok = search_open(&s, err);
    if (ok) {
        check_memory(&s);
        search(&s);
        s.is_stopping = false;
        node_set_limit(INT64_MAX);
        fill_result(&s, result);
    }
    search_close(&s);
    return ok;
}

void search_result_drop(SearchResult *r)
{
    schedule_drop(&r->schedule);
    coverage_free(r->coverage);
}
