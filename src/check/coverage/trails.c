// check/coverage/trails.c: sets of cells that exist once.

#include "check/coverage/trails.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "base/memory.h"
#include "check/tables/index.h"
#include "check/tables/memo.h"

typedef struct Trail {
    const uint32_t *cells;  // ids, ascending
    uint32_t count;
} Trail;

struct Trails {
    pthread_mutex_t lock;
    Arena arena;
    Cell *cells;  // ids count from 1
    uint32_t cell_count, cell_capacity;
    Trail *trails;
    uint32_t trail_count, trail_capacity;
    uint32_t *scratch;
    uint32_t scratch_capacity;
    Index cell_index, trail_index;
    Memo joins;  // (trail, trail) -> trail
};

static void *grown(void *list, uint32_t *capacity, uint32_t needed, size_t size)
{
    if (needed <= *capacity)
        return list;
    assert(needed < UINT32_MAX / 2);
    *capacity = needed * 2;
    list = realloc(list, *capacity * size);
    if (!list)
        die_out_of_memory(*capacity * size);
    return list;
}

Trails *trails_new(void)
{
    Trails *t = memory_lines(sizeof *t);
    pthread_mutex_init(&t->lock, NULL);
    t->cells = grown(NULL, &t->cell_capacity, 64, sizeof *t->cells);
    t->trails = grown(NULL, &t->trail_capacity, 64, sizeof *t->trails);
    t->trails[0] = (Trail){0};
    t->cell_count = t->trail_count = 1;
    return t;
}

void trails_free(Trails *t)
{
    if (!t)
        return;
    index_drop(&t->cell_index);
    index_drop(&t->trail_index);
    memo_drop(&t->joins);
    arena_drop(&t->arena);
    free(t->cells);
    free(t->trails);
    free(t->scratch);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

uint64_t trails_bytes(const Trails *t)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&t->lock;
    pthread_mutex_lock(lock);
    uint64_t bytes = t->arena.total + memo_bytes(&t->joins) + t->cell_capacity * sizeof *t->cells +
                     t->trail_capacity * sizeof *t->trails + index_bytes(&t->cell_index) +
                     index_bytes(&t->trail_index);
    pthread_mutex_unlock(lock);
    return bytes;
}

uint32_t trail_cells(Trails *t, uint32_t trail, Cell *cells, uint32_t room)
{
    pthread_mutex_lock(&t->lock);
    assert(trail < t->trail_count);
    const Trail *found = &t->trails[trail];
    for (uint32_t i = 0; i < found->count && i < room; i++)
        cells[i] = t->cells[found->cells[i]];
    uint32_t count = found->count;
    pthread_mutex_unlock(&t->lock);
    return count;
}

// --------------------------------------------------------------------------- under the lock

static uint32_t intern_cell(Trails *t, const Cell *cell)
{
    uint64_t hash = cell_hash(cell);
    uint32_t id;
    for (IndexLook l = index_look(&t->cell_index, hash); (id = index_next(&l));)
        if (cell_equals(&t->cells[id], cell))
            return id;
    t->cells = grown(t->cells, &t->cell_capacity, t->cell_count + 1, sizeof *t->cells);
    t->cells[t->cell_count] = *cell;
    index_add(&t->cell_index, hash, t->cell_count);
    return t->cell_count++;
}

static uint64_t set_hash(const uint32_t *cells, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = map_mix(hash + cells[i]);
    return hash;
}

static bool is_ascending(const uint32_t *cells, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (cells[i - 1] >= cells[i])
            return false;
    return true;
}

// `cells` ascend.
static uint32_t intern_set(Trails *t, const uint32_t *cells, uint32_t count)
{
    assert(count > 0 && is_ascending(cells, count) && cells[count - 1] < t->cell_count);
    uint64_t hash = set_hash(cells, count);
    size_t size = count * sizeof *cells;
    uint32_t id;
    for (IndexLook l = index_look(&t->trail_index, hash); (id = index_next(&l));)
        if (t->trails[id].count == count && memcmp(t->trails[id].cells, cells, size) == 0)
            return id;
    uint32_t *kept = memcpy(arena_alloc(&t->arena, size), cells, size);
    t->trails = grown(t->trails, &t->trail_capacity, t->trail_count + 1, sizeof *t->trails);
    t->trails[t->trail_count] = (Trail){kept, count};
    index_add(&t->trail_index, hash, t->trail_count);
    return t->trail_count++;
}

// Inserts a cell into an ascending set.
static uint32_t insert(uint32_t *set, uint32_t count, uint32_t cell)
{
    uint32_t at = count;
    while (at > 0 && set[at - 1] > cell)
        at--;
    if (at > 0 && set[at - 1] == cell)
        return count;
    memmove(set + at + 1, set + at, (count - at) * sizeof *set);
    set[at] = cell;
    return count + 1;
}

enum { FEW = 64 };  // up to this many are inserted one by one

static int compare(const void *one, const void *other)
{
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return a < b ? -1 : a > b;
}

// The ids of many cells, ascending, each once.
static uint32_t sort_cells(Trails *t, uint32_t *set, const Cell *cells, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        set[i] = intern_cell(t, &cells[i]);
    qsort(set, count, sizeof *set, compare);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || set[kept - 1] != set[i])
            set[kept++] = set[i];
    return kept;
}

static uint32_t *scratch(Trails *t, uint32_t count)
{
    t->scratch = grown(t->scratch, &t->scratch_capacity, count, sizeof *t->scratch);
    return t->scratch;
}

static uint32_t join(Trails *t, const Trail *a, const Trail *b)
{
    uint32_t *set = scratch(t, a->count + b->count), count = a->count;
    memcpy(set, a->cells, a->count * sizeof *set);
    for (uint32_t i = 0; i < b->count; i++)
        count = insert(set, count, b->cells[i]);
    assert(count <= a->count + b->count);
    return intern_set(t, set, count);
}

// -------------------------------------------------------------------------------- the calls

uint32_t trail_of(Trails *t, const Cell *cells, uint32_t count)
{
    if (count == 0)
        return 0;
    pthread_mutex_lock(&t->lock);
    uint32_t *set = scratch(t, count), kept = 0;
    for (uint32_t i = 0; i < count && count <= FEW; i++)
        kept = insert(set, kept, intern_cell(t, &cells[i]));
    if (count > FEW)
        kept = sort_cells(t, set, cells, count);
    uint32_t trail = intern_set(t, set, kept);
    pthread_mutex_unlock(&t->lock);
    return trail;
}

uint32_t trail_union(Trails *t, uint32_t a, uint32_t b)
{
    assert_debug(a != b && a != 0 && b != 0);
    uint64_t key = a < b ? memo_key(a, b) : memo_key(b, a);
    const MemoEntry *known = memo_get(&t->joins, key);
    if (known)
        return known->to;
    pthread_mutex_lock(&t->lock);
    assert(a < t->trail_count && b < t->trail_count);
    uint32_t trail = join(t, &t->trails[a], &t->trails[b]);
    if (!memo_get(&t->joins, key))
        memo_add(&t->joins, key, 0, trail, 0);
    pthread_mutex_unlock(&t->lock);
    return trail;
}

void trails_add_up(Trails *t, const uint64_t *counts, uint32_t count, Coverage *into)
{
    pthread_mutex_lock(&t->lock);
    for (uint32_t id = 1; id < count && id < t->trail_count; id++)
        for (uint32_t i = 0; counts[id] && i < t->trails[id].count; i++)
            coverage_add(into, &t->cells[t->trails[id].cells[i]], counts[id]);
    pthread_mutex_unlock(&t->lock);
}
