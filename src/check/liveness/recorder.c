// check/liveness/recorder.c: records the steps of a search, for liveness.

#include "check/liveness/recorder.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/liveness/graph.h"
#include "check/liveness/words.h"

enum {
    SHARDS = 64,
    SHARD_FIRST = 64,
    BLOCK_WORDS = 1 << 14,
    HEAD_WORDS = 3,   // from, set of enabled machines and whether one chooses, count of steps
    CACHE = 1 << 12,  // marks in a worker's cache
    DUE = 1024,
};

#define IS_CHOOSING 0x80000000u

typedef struct NodeEntry {
    uint64_t print, second;
    uint32_t number;  // plus 1; 0: free
} NodeEntry;

typedef struct Shard {
    pthread_mutex_t lock;
    NodeEntry *entries;
    uint64_t count, capacity;
} Shard;

typedef struct Block {
    struct Block *next;
    uint32_t used;
    uint32_t words[BLOCK_WORDS];
} Block;

typedef struct CachedMark {
    uint64_t key;
    uint32_t mark;
} CachedMark;

typedef struct Lane {
    Block *last;      // older ones are linked from it
    uint32_t *count;  // of the state whose steps are recorded
    uint32_t from, enabled;
    CachedMark *cache;
    uint32_t *words;  // of a mark or a set under construction
    uint32_t word_capacity;
    char apart[64];
} Lane;

struct Recorder {
    const Engine *engine;
    uint32_t workers;
    Shard shards[SHARDS];
    _Atomic uint32_t node_count;
    _Atomic uint64_t blocks, steps, shard_bytes;
    Lane *lanes;
    pthread_mutex_t lock;  // for the tables
    WordTable marks, sets, sites;
    uint32_t monitor_count;
    uint64_t checked;  // number of steps at the last search for a cycle
};

Recorder *recorder_new(const Engine *e, uint32_t workers)
{
    Recorder *r = memory_zeroed(1, sizeof *r);
    r->engine = e;
    r->workers = workers;
    r->lanes = memory_zeroed(workers, sizeof *r->lanes);
    pthread_mutex_init(&r->lock, NULL);
    for (uint32_t i = 0; i < SHARDS; i++) {
        Shard *s = &r->shards[i];
        pthread_mutex_init(&s->lock, NULL);
        s->capacity = SHARD_FIRST;
        s->entries = memory_zeroed(s->capacity, sizeof *s->entries);
    }
    for (uint32_t i = 0; i < workers; i++)
        r->lanes[i].cache = memory_zeroed(CACHE, sizeof *r->lanes[i].cache);
    return r;
}

void recorder_free(Recorder *r)
{
    if (!r)
        return;
    for (uint32_t i = 0; i < SHARDS; i++) {
        free(r->shards[i].entries);
        pthread_mutex_destroy(&r->shards[i].lock);
    }
    for (uint32_t i = 0; i < r->workers; i++) {
        for (Block *b = r->lanes[i].last, *next; b; b = next) {
            next = b->next;
            free(b);
        }
        free(r->lanes[i].cache);
        free(r->lanes[i].words);
    }
    free(r->lanes);
    words_drop(&r->marks);
    words_drop(&r->sets);
    words_drop(&r->sites);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

uint64_t recorder_bytes(const Recorder *r)
{
    pthread_mutex_lock((pthread_mutex_t *)&r->lock);
    uint64_t bytes = words_bytes(&r->marks) + words_bytes(&r->sets) + words_bytes(&r->sites);
    pthread_mutex_unlock((pthread_mutex_t *)&r->lock);
    return bytes + atomic_load(&r->blocks) * sizeof(Block) + atomic_load(&r->shard_bytes);
}

uint64_t recorder_steps(const Recorder *r)
{
    return atomic_load(&r->steps);
}

// --------------------------------------------------------------------------------- nodes

static uint64_t place_of(const Shard *s, uint64_t second)
{
    return second & (s->capacity - 1);
}

static void grow(Recorder *r, Shard *s)
{
    NodeEntry *old = s->entries;
    uint64_t capacity = s->capacity;
    s->capacity *= 2;
    s->entries = memory_zeroed(s->capacity, sizeof *s->entries);
    for (uint64_t i = 0; i < capacity; i++) {
        if (!old[i].number)
            continue;
        uint64_t at = place_of(s, old[i].second);
        while (s->entries[at].number)
            at = (at + 1) & (s->capacity - 1);
        s->entries[at] = old[i];
    }
    free(old);
    atomic_fetch_add(&r->shard_bytes, capacity * sizeof *old);
}

static uint32_t node_of(Recorder *r, uint64_t print, uint64_t second)
{
    Shard *s = &r->shards[(print ^ print >> 32) % SHARDS];
    pthread_mutex_lock(&s->lock);
    uint64_t at = place_of(s, second);
    NodeEntry *e = &s->entries[at];
    while (e->number && (e->print != print || e->second != second)) {
        at = (at + 1) & (s->capacity - 1);
        e = &s->entries[at];
    }
    uint32_t number = e->number;
    if (!number) {
        number = atomic_fetch_add(&r->node_count, 1) + 1;
        if (number == UINT32_MAX)
            die("liveness: there are too many states; try --liveness off");
        *e = (NodeEntry){print, second, number};
        if (++s->count * 3 > s->capacity * 2)
            grow(r, s);
    }
    pthread_mutex_unlock(&s->lock);
    return number - 1;
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

uint32_t recorder_mark(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e)
{
    Lane *l = &r->lanes[worker];
    uint64_t key = engine_marks_key(h, from, e);
    CachedMark *cached = &l->cache[key % CACHE];
    if (key && cached->key == key)
        return cached->mark;
    StepMarks marks = engine_marks(h, from, e);
    uint32_t mark = number_mark(r, l, &marks);
    if (key)
        *cached = (CachedMark){key, mark};
    return mark;
}

// ------------------------------------------------------------------------------ recording

void recorder_first(Recorder *r, Stepper *h, const State *first)
{
    uint32_t number = node_of(r, first->print, engine_second_print(h, first));
    assert(number == 0);
    (void)number;
}

// The set of machines that can run, or could if no other were choosing.
static uint32_t enabled_set(Recorder *r, Lane *l, Stepper *h, const State *s)
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
    assert(set < IS_CHOOSING);
    return set | (engine_is_choosing(s) ? IS_CHOOSING : 0);
}

// Begins a record for the steps of a state.
static void open_record(Recorder *r, Lane *l, uint32_t room)
{
    if (!l->last || l->last->used + room > BLOCK_WORDS) {
        Block *b = memory_zeroed(1, sizeof *b);
        atomic_fetch_add(&r->blocks, 1);
        b->next = l->last;
        l->last = b;
    }
    uint32_t *head = l->last->words + l->last->used;
    l->last->used += HEAD_WORDS;
    head[0] = l->from;
    head[1] = l->enabled;
    head[2] = 0;
    l->count = head + 2;
}

void recorder_begin(Recorder *r, uint32_t worker, Stepper *h, const State *from)
{
    Lane *l = &r->lanes[worker];
    l->from = node_of(r, from->print, engine_second_print(h, from));
    l->enabled = enabled_set(r, l, h, from);
    open_record(r, l, HEAD_WORDS + 2);
}

void recorder_step(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e,
                   uint64_t second)
{
    Lane *l = &r->lanes[worker];
    uint32_t mark = recorder_mark(r, worker, h, from, e), to = node_of(r, e->print, second);
    assert(l->count);
    if (l->last->used + 2 > BLOCK_WORDS)
        open_record(r, l, HEAD_WORDS + 2);
    uint32_t *words = l->last->words + l->last->used;
    l->last->used += 2;
    words[0] = to;
    words[1] = mark;
    ++*l->count;
    atomic_fetch_add_explicit(&r->steps, 1, memory_order_relaxed);
}

// ------------------------------------------------------------------------------- the graph

typedef void Reader(void *context, uint32_t from, uint32_t enabled, const uint32_t *pairs,
                    uint32_t count);

static void read_records(const Recorder *r, Reader *reader, void *context)
{
    for (uint32_t i = 0; i < r->workers; i++)
        for (const Block *b = r->lanes[i].last; b; b = b->next)
            for (uint32_t at = 0; at < b->used;) {
                const uint32_t *head = b->words + at;
                reader(context, head[0], head[1], head + HEAD_WORDS, head[2]);
                at += HEAD_WORDS + 2 * head[2];
                assert(at <= b->used);
            }
}

static void count_steps(void *context, uint32_t from, uint32_t enabled, const uint32_t *pairs,
                        uint32_t count)
{
    GraphNode *n = &((GraphNode *)context)[from];
    (void)pairs;
    n->first += count;
    n->enabled = enabled & ~IS_CHOOSING;
    n->is_choosing = !!(enabled & IS_CHOOSING);
}

typedef struct Filler {
    GraphNode *nodes;
    GraphEdge *edges;
} Filler;

// `first` is the end of the node's edges, and moves to their beginning.
static void fill_steps(void *context, uint32_t from, uint32_t enabled, const uint32_t *pairs,
                       uint32_t count)
{
    Filler *f = context;
    (void)enabled;
    for (uint32_t i = 0; i < count; i++)
        f->edges[--f->nodes[from].first] = (GraphEdge){pairs[2 * i], pairs[2 * i + 1]};
}

static void graph_nodes(const Recorder *r, Graph *g)
{
    g->node_count = atomic_load(&r->node_count);
    GraphNode *nodes = memory_zeroed((uint64_t)g->node_count + 1, sizeof *nodes);
    read_records(r, count_steps, nodes);
    uint64_t sum = 0;
    for (uint32_t i = 0; i <= g->node_count; i++) {
        sum += nodes[i].first;
        nodes[i].first = sum;
    }
    Filler filler = {nodes, memory_zeroed(sum, sizeof *filler.edges)};
    read_records(r, fill_steps, &filler);
    g->nodes = nodes;
    g->edges = filler.edges;
}

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
    free((void *)g->nodes);
    free((void *)g->edges);
    free((void *)g->marks);
    free((void *)g->sets);
    free((void *)g->outcomes);
}

bool recorder_is_due(const Recorder *r)
{
    return recorder_steps(r) >= r->checked + r->checked / 2 + DUE;
}

// The lasso's steps, with the fingerprints of the states they lead to.
static void name_steps(const Recorder *r, const Graph *g, const Lasso *lasso, Cycle *c)
{
    uint32_t count = lasso->stem_count + lasso->loop_count;
    const NodeEntry **nodes = memory_zeroed(g->node_count, sizeof *nodes);
    for (uint32_t i = 0; i < SHARDS; i++)
        for (uint64_t k = 0; k < r->shards[i].capacity; k++)
            if (r->shards[i].entries[k].number)
                nodes[r->shards[i].entries[k].number - 1] = &r->shards[i].entries[k];
    *c = (Cycle){.steps = memory_zeroed(count, sizeof *c->steps),
                 .stem_count = lasso->stem_count,
                 .loop_count = lasso->loop_count,
                 .monitor = lasso->monitor,
                 .is_within_handler = lasso->is_within_handler};
    for (uint32_t i = 0; i < count; i++) {
        const GraphEdge *e = &g->edges[lasso->edges[i]];
        c->steps[i] = (CycleStep){nodes[e->to]->print, nodes[e->to]->second, e->mark};
    }
    free(nodes);
}

bool recorder_find(Recorder *r, Cycle *cycle)
{
    Graph g = {0};
    Lasso lasso;
    r->checked = recorder_steps(r);
    if (r->monitor_count == 0)  // none was hot
        return false;
    graph_nodes(r, &g);
    graph_tables(r, &g);
    bool is_found = lasso_find(&g, 0, &lasso);
    if (is_found)
        name_steps(r, &g, &lasso, cycle);
    lasso_drop(&lasso);
    graph_drop(&g);
    return is_found;
}

void cycle_drop(Cycle *c)
{
    free(c->steps);
    *c = (Cycle){0};
}
