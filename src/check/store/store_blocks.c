// check/store/store_blocks.c: several threads sweep one table.
//
// The home of an entry is proportional to its value, before a table grows and after it. So the
// entries of a block of lines move to lines of their own, in the same order as the blocks: block
// after block, from the end of the table, is given to the thread that asks for one. Around the
// border of two blocks an entry might belong to either side, or not find room in its lines. Such
// entries are set aside, and one thread adds them in the end: about one of a hundred.
//
// A table grows in place. The lines that a block moves to belong to blocks that were given out
// before: the thread waits until they are empty. It seldom has to, because these blocks lie far
// behind its own. Only near the start of the table they do not; there the rest is one block.

#include "check/store/store_impl.h"

#include <sched.h>
#include <stdlib.h>

enum {
    BLOCK_LINES = 512,
    BORDER_LINES = 2,        // around the border of two blocks: nobody's
    SHARED_LINES = 8 << 10,  // a smaller table is one block
};

void aside_add(Aside *w, uint64_t word)
{
    if (w->count == w->room) {
        w->room = w->room ? 2 * w->room : 512;
        w->items = realloc(w->items, w->room * sizeof *w->items);
        if (!w->items)
            die_out_of_memory(w->room * sizeof *w->items);
    }
    w->items[w->count++] = word;
}

void aside_drop(Aside *w)
{
    free(w->items);
    *w = (Aside){0};
}

void blocks_init(Blocks *b, bool is_shared)
{
    pthread_mutex_init(&b->lock, NULL);
    b->next = b->from_end;
    b->size = is_shared && b->from_end >= SHARED_LINES ? BLOCK_LINES : b->from_end;
    for (int i = 0; i < LANES; i++)
        b->under_way[i] = (Block){0};
}

void blocks_drop(Blocks *b)
{
    pthread_mutex_destroy(&b->lock);
    aside_drop(&b->aside);
}

// The first line that the entries of the line move to.
static uint64_t moved(const Blocks *b, uint64_t line)
{
    uint64_t to = (uint64_t)((Product)line * b->to / b->from);
    return to < b->to_end ? to : b->to_end;
}

static Block block_before(const Blocks *b, uint64_t end)
{
    Block block = {.first = end > b->size ? end - b->size : 0, .end = end};
    if (b->is_in_place && moved(b, block.first) + BORDER_LINES < end)
        block.first = 0;  // some of its entries stay in it
    block.low = block.first ? moved(b, block.first) + BORDER_LINES : 0;
    block.high = end == b->from_end ? b->to_end : moved(b, end) - 1;
    return block;
}

// Whether the lines that the block moves to still have entries of another one. That lies behind
// this block: those before it wait for this one.
static bool must_wait(const Blocks *b, uint32_t worker, const Block *block)
{
    for (uint32_t i = 0; b->is_in_place && i < LANES; i++) {
        const Block *other = &b->under_way[i];
        if (i != worker && other->first >= block->end && other->first < block->high &&
            other->end > block->low)
            return true;
    }
    return false;
}

bool blocks_take(Blocks *b, uint32_t worker, Block *block)
{
    assert(worker < LANES);
    pthread_mutex_lock(&b->lock);
    b->under_way[worker] = (Block){0};
    bool is_there = b->next > 0;
    if (is_there) {
        *block = block_before(b, b->next);
        assert(block->low <= block->high || block->low >= b->to_end);
        b->under_way[worker] = *block;
        b->next = block->first;
    }
    while (is_there && must_wait(b, worker, block)) {
        pthread_mutex_unlock(&b->lock);
        sched_yield();
        pthread_mutex_lock(&b->lock);
    }
    pthread_mutex_unlock(&b->lock);
    return is_there;
}

void blocks_leave(Blocks *b, Aside *aside)
{
    pthread_mutex_lock(&b->lock);
    for (uint64_t i = 0; i < aside->count; i++)
        aside_add(&b->aside, aside->items[i]);
    pthread_mutex_unlock(&b->lock);
    aside_drop(aside);
}

void sweep_together(const StoreHelpers *helpers, void (*job)(void *data, uint32_t worker),
                    void *data)
{
    if (helpers)
        helpers->run(helpers->context, job, data);
    else
        job(data, 0);
}
