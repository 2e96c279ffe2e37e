// check/engine/row.c: all that a machine can do in one step, computed once.
//
// A step takes at most one event, so the key of a row is a local state and that event: the
// rest of the queue does not matter. In the classic discipline a step may take several
// events; there the key is a local state and its whole queue. What a machine does after it has
// created another one depends on the path of that machine, which is part of the key there.
// row_build.c makes the rows.

#include <assert.h>
#include <stdlib.h>

#include "base/err.h"
#include "check/engine/engine_impl.h"

// Non-NULL: only one outcome of the row is computed. A row that is asked for more than DRAWN_MAX
// times gets all its outcomes and is cached.
static Rng *draws_of(Stepper *h, uint64_t key)
{
    const Engine *e = h->engine;
    if (!h->draws || !e->options.has_memo || e->has_foreign)
        return h->draws;
    if (!h->drawn_rows && !(h->drawn_rows = calloc(DRAWN_ROWS, sizeof *h->drawn_rows)))
        die_out_of_memory(DRAWN_ROWS * sizeof *h->drawn_rows);
    DrawnRow *row = &h->drawn_rows[memo_place(key) & (DRAWN_ROWS - 1)];
    if (row->key != key)
        *row = (DrawnRow){.key = key};
    return ++row->count > DRAWN_MAX ? NULL : h->draws;
}

// Outcomes are in the order of their choices. Those from `low` to `high` - 1 share the choices
// drawn so far.
uint32_t row_draw(const Row *row, Rng *rng)
{
    uint32_t low = 0, high = row->count;
    assert(row->count > 0);
    for (uint32_t at = 0; high - low > 1; at++) {
        const Outcome *all = row->outcomes;
        assert(at < all[high - 1].choice_count && at < all[low].choice_count);
        uint32_t count = all[high - 1].choices[at] + 1;
        uint32_t chosen = count > 1 ? (uint32_t)rng_below(rng, count) : 0;
        while (all[low].choices[at] < chosen)
            low++;
        while (all[high - 1].choices[at] > chosen)
            high--;
        assert(low < high);
    }
    return low;
}

// The cached row; NULL: it was not built yet.
static const Row *row_known(const Engine *e, uint32_t local, bool is_alone, uint64_t key)
{
    if (is_alone)
        return atomic_load_explicit(&local_head(e, local)->row, memory_order_acquire);
    return row_of_note(pairs_get(&e->rows, key));
}

const Row *row_of(Stepper *h, uint32_t local, uint32_t message_or_queue)
{
    Engine *e = h->engine;
    LocalHead *head = local_head(e, local);
    bool is_alone = head->position != AT_REST && e->options.points != POINTS_CLASSIC;
    uint64_t key = memo_key(local, message_or_queue);
    if (!e->options.has_memo)
        return row_build(h, local, message_or_queue, h->draws);
    const Row *row = row_known(e, local, is_alone, key);
    if (row)
        return row;
    row = row_build(h, local, message_or_queue, draws_of(h, key));
    if (row->is_volatile)
        return row;
    if (is_alone) {
        atomic_store_explicit(&head->row, row, memory_order_release);
        return row;
    }
    pthread_mutex_lock(&e->lock);
    if (!pairs_get(&e->rows, key))
        pairs_add(&e->rows, key, note_of_row(row));
    pthread_mutex_unlock(&e->lock);
    return row;
}

// ------------------------------------------------------------------------- after creations

static uint64_t after_key(uint32_t local, uint32_t path, uint32_t weight)
{
    return mix64(memo_key(local, path) ^ mix64(weight));
}

static const AfterEntry *find_after(Engine *e, uint32_t local, uint32_t path, uint32_t weight)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->after_index, after_key(local, path, weight));
         (id = index_next(&l));) {
        const AfterEntry *a = shelf_at(&e->afters, AfterEntry, id);
        if (a->local == local && a->path == path && a->weight == weight)
            return a;
    }
    return NULL;
}

static void remember_after(Engine *e, const AfterEntry *entry)
{
    pthread_mutex_lock(&e->lock);
    if (!find_after(e, entry->local, entry->path, entry->weight)) {
        uint32_t id = shelf_add(&e->afters);
        *shelf_at(&e->afters, AfterEntry, id) = *entry;
        index_add(&e->after_index, after_key(entry->local, entry->path, entry->weight), id);
    }
    pthread_mutex_unlock(&e->lock);
}

const Row *row_after(Stepper *h, uint32_t local, uint32_t path, uint32_t weight, uint32_t *child)
{
    Engine *e = h->engine;
    const AfterEntry *known = e->options.has_memo ? find_after(e, local, path, weight) : NULL;
    if (known) {
        *child = known->child;
        return known->row;
    }
    Rng *draws = draws_of(h, after_key(local, path, weight));
    const Row *row = row_build_after(h, local, path, weight, draws, child);
    if (!row->is_volatile && e->options.has_memo)
        remember_after(e, &(AfterEntry){local, path, weight, *child, row});
    return row;
}
