// check/liveness/recorder.c: records the steps of a search, for liveness.

#include "check/liveness/recorder.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "base/mix.h"
#include "check/liveness/finder.h"
#include "check/liveness/words.h"

enum {
    CACHE = 1 << 12,      // marks in a worker's cache
    SET_CACHE = 1 << 10,  // and sets of enabled machines
    SMALL = 1 << 13,      // steps of a graph that is searched often
    GROWTH = 3,           // of a larger graph, between two searches: all of them cost half as much
    GROWTH_SELDOM = 8,    // as the last one; or a seventh
};

typedef struct CachedMark {
    uint64_t key;
    uint32_t mark;
} CachedMark;

// Which of the machines of a shape can run, as bits by place.
typedef struct CachedSet {
    uint64_t bits;
    uint32_t shape;
    uint32_t set;  // plus 1; 0: free
} CachedSet;

typedef struct Lane {
    CachedMark *marks;
    CachedSet *sets;
    uint64_t monitors;  // of the state whose steps are recorded (engine_monitors_key)
    uint32_t *words;    // of a mark or a set under construction
    uint32_t word_capacity;
    char apart[64];
} Lane;

struct Recorder {
    const Engine *engine;
    uint32_t workers;
    Steps *steps;
    Lane *lanes;
    pthread_mutex_t lock;  // for the tables
    WordTable marks, sets, sites;
    uint32_t monitor_count;
    FinderRun run;     // without a finder: fair_cycle.h
    uint64_t checked;  // number of steps at the last search for a cycle
    uint32_t growth;   // when it has grown by this factor, the next one is due
};

Recorder *recorder_new(const Engine *e, uint32_t workers, const char *finder)
{
    Recorder *r = memory_zeroed(1, sizeof *r);
    r->run = (FinderRun){.finder = finder ? finder_named(finder) : NULL, .workers = workers};
    assert(!finder || r->run.finder);
    r->engine = e;
    r->growth = GROWTH;
    r->workers = workers;
    r->steps = steps_new(workers);
    r->lanes = memory_zeroed(workers, sizeof *r->lanes);
    pthread_mutex_init(&r->lock, NULL);
    for (uint32_t i = 0; i < workers; i++) {
        r->lanes[i].marks = memory_zeroed(CACHE, sizeof *r->lanes[i].marks);
        r->lanes[i].sets = memory_zeroed(SET_CACHE, sizeof *r->lanes[i].sets);
    }
    return r;
}

void recorder_free(Recorder *r)
{
    if (!r)
        return;
    for (uint32_t i = 0; i < r->workers; i++) {
        free(r->lanes[i].marks);
        free(r->lanes[i].sets);
        free(r->lanes[i].words);
    }
    free(r->lanes);
    steps_free(r->steps);
    finder_run_drop(&r->run);
    words_drop(&r->marks);
    words_drop(&r->sets);
    words_drop(&r->sites);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

void recorder_clear(Recorder *r)
{
    steps_clear(r->steps);
    r->checked = 0;
}

uint64_t recorder_bytes(const Recorder *r)
{
    pthread_mutex_lock((pthread_mutex_t *)&r->lock);
    uint64_t bytes = words_bytes(&r->marks) + words_bytes(&r->sets) + words_bytes(&r->sites);
    pthread_mutex_unlock((pthread_mutex_t *)&r->lock);
    return bytes + steps_bytes(r->steps);
}

uint64_t recorder_steps(const Recorder *r)
{
    return steps_count(r->steps);
}

FinderWork recorder_work(const Recorder *r)
{
    return r->run.work;
}

// --------------------------------------------------------------------------------- marks

static int by_number(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

static int by_pair(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return a[0] != b[0] ? by_number(a, b) : by_number(a + 1, b + 1);
}

static uint32_t *make_room(Lane *l, uint32_t needed)
{
    if (needed > l->word_capacity) {
        l->word_capacity = needed * 2;
        l->words = memory_resized(l->words, l->word_capacity, sizeof *l->words);
    }
    return l->words;
}

// Under the lock: the site and the outcome, as two words.
static void add_choice(Recorder *r, uint32_t machine, const FairStep *f, uint32_t *pair)
{
    const uint32_t site[] = {machine, (uint32_t)f->site, (uint32_t)(f->site >> 32), f->count};
    pair[0] = words_number(&r->sites, site, sizeof site / sizeof *site);
    pair[1] = f->chosen;
}

static uint32_t unique_pairs(uint32_t *pairs, uint32_t count)
{
    uint32_t kept = 0;
    qsort(pairs, count, 2 * sizeof *pairs, by_pair);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || by_pair(pairs + 2 * i, pairs + 2 * kept - 2) != 0) {
            memmove(pairs + 2 * kept, pairs + 2 * i, 2 * sizeof *pairs);
            kept++;
        }
    return kept;
}

// The words of a mark: the machine, the counts, then hot and cold monitors and choices.
enum { MARK_MACHINE, MARK_HOT, MARK_COLD, MARK_CHOICES, MARK_WORDS };

static uint32_t number_mark(Recorder *r, Lane *l, const StepMarks *m)
{
    uint32_t choices = m->fair_count + m->more_count, count = MARK_WORDS;
    uint32_t *w = make_room(l, MARK_WORDS + m->hot_count + m->cold_count + 2 * choices);
    w[MARK_MACHINE] = m->machine;
    w[MARK_HOT] = m->hot_count;
    w[MARK_COLD] = m->cold_count;
    if (m->hot_count)
        memcpy(w + count, m->hot, m->hot_count * sizeof *w);
    qsort(w + count, m->hot_count, sizeof *w, by_number);
    count += m->hot_count;
    if (m->cold_count)
        memcpy(w + count, m->cold, m->cold_count * sizeof *w);
    qsort(w + count, m->cold_count, sizeof *w, by_number);
    count += m->cold_count;
    pthread_mutex_lock(&r->lock);
    for (uint32_t i = 0; i < m->fair_count; i++)
        add_choice(r, m->machine, &m->fairs[i], w + count + 2 * i);
    for (uint32_t i = 0; i < m->more_count; i++)
        add_choice(r, m->machine, &m->more_fairs[i], w + count + 2 * (m->fair_count + i));
    w[MARK_CHOICES] = unique_pairs(w + count, choices);
    for (uint32_t i = 0; i < m->hot_count; i++)
        if (m->hot[i] >= r->monitor_count)
            r->monitor_count = m->hot[i] + 1;
    uint32_t mark = words_number(&r->marks, w, count + 2 * w[MARK_CHOICES]);
    pthread_mutex_unlock(&r->lock);
    return mark;
}

static inline uint32_t mark_of(Recorder *r, Lane *l, Stepper *h, const State *from,
                               uint64_t monitors, const Edge *e)
{
    uint64_t key = engine_marks_key(h, from, monitors, e);
    CachedMark *cached = &l->marks[key % CACHE];
    if (key && cached->key == key)
        return cached->mark;
    StepMarks marks = engine_marks(h, from, e);
    uint32_t mark = number_mark(r, l, &marks);
    if (key)
        *cached = (CachedMark){key, mark};
    return mark;
}

uint32_t recorder_mark(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e)
{
    return mark_of(r, &r->lanes[worker], h, from, engine_monitors_key(h, from), e);
}

// ------------------------------------------------------------------------------ recording

// The set of machines that can run, or could if no other were choosing.
static uint32_t number_set(Recorder *r, Lane *l, Stepper *h, const State *s)
{
    uint32_t machines = engine_machines(h, s), count = 0;
    uint32_t *w = make_room(l, machines + 1);
    for (uint32_t at = 1; at <= machines; at++)
        if (engine_could_run(h, s, at))
            w[count++] = engine_path(h, s, at);
    qsort(w, count, sizeof *w, by_number);
    pthread_mutex_lock(&r->lock);
    uint32_t set = words_number(&r->sets, w, count);
    pthread_mutex_unlock(&r->lock);
    return set;
}

static uint32_t enabled_set(Recorder *r, Lane *l, Stepper *h, const State *s)
{
    uint32_t machines = engine_machines(h, s), shape = s->words[0];
    if (machines > 64)
        return number_set(r, l, h, s);
    uint64_t bits = engine_could_run_set(h, s);
    CachedSet *cached = &l->sets[mix64(bits * 31 + shape) % SET_CACHE];
    if (!cached->set || cached->bits != bits || cached->shape != shape)
        *cached = (CachedSet){bits, shape, number_set(r, l, h, s) + 1};
    return cached->set - 1;
}

void recorder_begin(Recorder *r, uint32_t worker, Stepper *h, const State *from, uint32_t node)
{
    Lane *l = &r->lanes[worker];
    l->monitors = engine_monitors_key(h, from);
    steps_begin(r->steps, worker, node, enabled_set(r, l, h, from), engine_is_choosing(from));
}

void recorder_step(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e,
                   uint32_t to)
{
    Lane *l = &r->lanes[worker];
    steps_add(r->steps, worker, to, mark_of(r, l, h, from, l->monitors, e));
}

uint32_t recorder_number(Recorder *r, uint32_t worker, const StepMarks *marks)
{
    return number_mark(r, &r->lanes[worker], marks);
}

void recorder_add(Recorder *r, uint32_t worker, uint32_t to, uint32_t mark)
{
    steps_add(r->steps, worker, to, mark);
}

// ------------------------------------------------------------------------------- the graph

static void graph_tables(const Recorder *r, Graph *g)
{
    Mark *marks = memory_zeroed(r->marks.count, sizeof *marks);
    MachineSet *sets = memory_zeroed((uint64_t)r->sets.count + 1, sizeof *sets);
    uint32_t *outcomes = memory_zeroed(r->sites.count, sizeof *outcomes);
    for (uint32_t i = 0; i < r->marks.count; i++) {
        const uint32_t *w = r->marks.lists[i].words, *rest = w + MARK_WORDS;
        marks[i] = (Mark){
            .machine = w[MARK_MACHINE],
            .hot = rest,
            .hot_count = w[MARK_HOT],
            .cold = rest + w[MARK_HOT],
            .cold_count = w[MARK_COLD],
            .choices = (const FairChoice *)(rest + w[MARK_HOT] + w[MARK_COLD]),
            .choice_count = w[MARK_CHOICES],
        };
    }
    for (uint32_t i = 0; i < r->sets.count; i++)
        sets[i] = (MachineSet){r->sets.lists[i].count, r->sets.lists[i].words};
    for (uint32_t i = 0; i < r->sites.count; i++)
        outcomes[i] = r->sites.lists[i].words[3];
    g->marks = marks;
    g->sets = sets;
    g->outcomes = outcomes;
    g->mark_count = r->marks.count;
    g->set_count = r->sets.count;
    g->site_count = r->sites.count;
    g->monitor_count = r->monitor_count;
}

static void graph_drop(Graph *g)
{
    free((void *)g->marks);
    free((void *)g->sets);
    free((void *)g->outcomes);
}

void recorder_check_seldom(Recorder *r)
{
    r->growth = GROWTH_SELDOM;
}

bool recorder_is_due(const Recorder *r)
{
    if (r->run.finder && !r->run.finder->is_iterative)
        return false;  // it searches at the end
    uint64_t more = r->checked < SMALL ? r->checked / 8 + 1 : r->checked * (r->growth - 1);
    return recorder_steps(r) >= r->checked + more;
}

bool recorder_find(Recorder *r, Lasso *lasso)
{
    Graph g = {.steps = r->steps};
    *lasso = (Lasso){0};
    r->checked = recorder_steps(r);
    if (r->monitor_count == 0)  // none was hot
        return false;
    steps_end(r->steps);
    g.node_count = steps_nodes(r->steps);
    graph_tables(r, &g);
    const Finder *finder = r->run.finder;
    bool may_be = !finder || finder_run(&r->run, &g), is_found = may_be && lasso_find(&g, 0, lasso);
    if (finder && may_be && !is_found)
        bug("%s has found a cycle that does not exist", finder->name);
    graph_drop(&g);
    return is_found;
}
