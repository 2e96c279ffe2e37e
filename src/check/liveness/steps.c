// check/liveness/steps.c: the recorded steps of a program, packed into bytes.

#include "check/liveness/steps.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

enum {
    BLOCK_SHIFT = 16,
    BLOCK = 1 << BLOCK_SHIFT,
    NUMBER_MAX = 6,      // bytes of a number, at most: 36 bits are enough for all of them
    RECORD_STEPS = 2048, // a node with more has several records
    POSITION = 5,
    PAGE_SHIFT = 14,
    PAGE = 1 << PAGE_SHIFT,
    PAGES = 1 << (32 - PAGE_SHIFT),
    LATCHES = 64,
};

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a position is the first bytes of a word");

#define POSITION_MAX ((UINT64_C(1) << 8 * POSITION) - 1)

static_assert((2 * RECORD_STEPS + 2) * NUMBER_MAX < BLOCK, "a record fits into a block");

// The positions of the newest records of some nodes, POSITION bytes each. 0: none.
typedef struct Page {
    uint8_t positions[PAGE * POSITION + sizeof(uint64_t)];  // one is read as 8 bytes
} Page;

// What one worker writes.
typedef struct Lane {
    uint8_t *block;
    uint64_t position;  // of the block
    uint32_t used;      // bytes of it
    uint32_t node, enabled, nodes;
    bool is_choosing, has_choosing;
    uint32_t count;  // steps of the record
    _Atomic uint64_t all_steps;
    GraphStep *steps;
    char apart[64];
} Lane;

// Two workers can record steps of one node at the same moment, when several states of a search
// are one node. Held for a few instructions.
typedef struct Latch {
    _Alignas(64) atomic_flag is_held;
} Latch;

struct Steps {
    uint32_t workers;
    Lane *lanes;
    _Atomic(Page *) *pages;
    _Atomic uint64_t page_count;
    pthread_mutex_t lock;  // for the list of blocks, and for new pages
    uint8_t **blocks;
    uint64_t block_count, block_capacity;
    Latch *latches;  // by node
};

Steps *steps_new(uint32_t workers)
{
    Steps *s = memory_zeroed(1, sizeof *s);
    s->workers = workers;
    s->lanes = memory_zeroed(workers, sizeof *s->lanes);
    for (uint32_t i = 0; i < workers; i++)
        s->lanes[i].steps = memory_zeroed(RECORD_STEPS, sizeof *s->lanes[i].steps);
    s->pages = memory_zeroed(PAGES, sizeof *s->pages);
    s->latches = aligned_alloc(64, LATCHES * sizeof *s->latches);
    if (!s->latches)
        die_out_of_memory(LATCHES * sizeof *s->latches);
    for (uint32_t i = 0; i < LATCHES; i++)
        atomic_flag_clear(&s->latches[i].is_held);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void steps_free(Steps *s)
{
    for (uint64_t n = 0; n < steps_nodes(s); n += PAGE)
        free(atomic_load_explicit(&s->pages[n >> PAGE_SHIFT], memory_order_relaxed));
    for (uint64_t i = 0; i < s->block_count; i++)
        free(s->blocks[i]);
    for (uint32_t i = 0; i < s->workers; i++)
        free(s->lanes[i].steps);
    free(s->blocks);
    free((void *)s->pages);
    free(s->latches);
    free(s->lanes);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

// Keeps the first block of each worker, and the pages.
void steps_clear(Steps *s)
{
    for (uint64_t n = 0, nodes = steps_nodes(s); n < nodes; n += PAGE) {
        Page *page = atomic_load_explicit(&s->pages[n >> PAGE_SHIFT], memory_order_relaxed);
        uint64_t used = nodes - n < PAGE ? nodes - n : PAGE;
        if (page)
            memset(page->positions, 0, used * POSITION);
    }
    for (uint64_t i = 1; i < s->block_count; i++)
        free(s->blocks[i]);
    s->block_count = s->block_count > 0;
    for (uint32_t i = 0; i < s->workers; i++) {
        Lane *l = &s->lanes[i];
        *l = (Lane){.steps = l->steps};
        if (i == 0 && s->block_count) {
            l->block = s->blocks[0];
            l->used = 1;
        }
    }
}

uint64_t steps_bytes(const Steps *s)
{
    pthread_mutex_lock((pthread_mutex_t *)&s->lock);
    uint64_t blocks = s->block_count;
    pthread_mutex_unlock((pthread_mutex_t *)&s->lock);
    return blocks * BLOCK + atomic_load(&s->page_count) * sizeof(Page);
}

uint64_t steps_count(const Steps *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->workers; i++)
        sum += atomic_load_explicit(&s->lanes[i].all_steps, memory_order_relaxed);
    return sum;
}

// ----------------------------------------------------------------------------------- writing

static Page *page_of(Steps *s, uint32_t node)
{
    _Atomic(Page *) *place = &s->pages[node >> PAGE_SHIFT];
    Page *page = atomic_load_explicit(place, memory_order_acquire);
    if (page)
        return page;
    pthread_mutex_lock(&s->lock);
    page = atomic_load_explicit(place, memory_order_relaxed);
    if (!page) {
        page = memory_zeroed(1, sizeof *page);
        atomic_fetch_add(&s->page_count, 1);
        atomic_store_explicit(place, page, memory_order_release);
    }
    pthread_mutex_unlock(&s->lock);
    return page;
}

static uint64_t position_get(const Page *page, uint32_t node)
{
    uint64_t position;
    memcpy(&position, page->positions + (size_t)(node % PAGE) * POSITION, sizeof position);
    return position & POSITION_MAX;
}

// Sets the position of the newest record, and returns that of the record before.
static uint64_t position_swap(Steps *s, uint32_t node, uint64_t position)
{
    Page *page = page_of(s, node);
    atomic_flag *is_held = s->workers > 1 ? &s->latches[node % LATCHES].is_held : NULL;

    while (is_held && atomic_flag_test_and_set_explicit(is_held, memory_order_acquire)) {
    }
    uint64_t older = 0;
    memcpy(&older, page->positions + (size_t)(node % PAGE) * POSITION, POSITION);
    memcpy(page->positions + (size_t)(node % PAGE) * POSITION, &position, POSITION);
    if (is_held)
        atomic_flag_clear_explicit(is_held, memory_order_release);
    return older;
}

static void open_block(Steps *s, Lane *l)
{
    l->block = memory_zeroed(BLOCK, 1);
    pthread_mutex_lock(&s->lock);
    if (s->block_count == s->block_capacity) {
        s->block_capacity = s->block_capacity ? s->block_capacity * 2 : 64;
        s->blocks = memory_resized(s->blocks, s->block_capacity, sizeof *s->blocks);
    }
    l->position = s->block_count << BLOCK_SHIFT;
    s->blocks[s->block_count++] = l->block;
    pthread_mutex_unlock(&s->lock);
    if (l->position > POSITION_MAX)
        die("liveness: there are too many steps; try --liveness off");
    l->used = l->position == 0;  // position 0 means that there is no record
}

static uint8_t *number_write(uint8_t *at, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    return at;
}

static uint64_t distance(uint32_t from, uint32_t to)
{
    int64_t by = (int64_t)to - from;
    return (uint64_t)by << 1 ^ (uint64_t)(by >> 63);
}

static void end_record(Steps *s, Lane *l)
{
    if (l->count == 0)
        return;
    if (!l->block || l->used + (2 * l->count + 2) * NUMBER_MAX > BLOCK)
        open_block(s, l);
    uint64_t older = position_swap(s, l->node, l->position + l->used);
    uint8_t *at = number_write(l->block + l->used, (uint64_t)l->enabled << 1 | l->is_choosing);
    for (uint32_t i = 0; i < l->count; i++) {
        bool is_last = i + 1 == l->count;
        uint64_t flags = (is_last ? STEP_LAST : 0) | (is_last && older ? STEP_HAS_OLDER : 0);
        at = number_write(at, (uint64_t)l->steps[i].mark << STEP_SHIFT | flags);
        at = number_write(at, distance(l->node, l->steps[i].to));
    }
    if (older)
        at = number_write(at, older);
    l->used = (uint32_t)(at - l->block);
    assert(l->used <= BLOCK);
    l->count = 0;
}

void steps_begin(Steps *s, uint32_t worker, uint32_t node, uint32_t enabled, bool is_choosing)
{
    assert(worker < s->workers);
    Lane *l = &s->lanes[worker];
    end_record(s, l);
    l->node = node;
    l->enabled = enabled;
    l->is_choosing = is_choosing;
    l->has_choosing |= is_choosing;
    if (node >= l->nodes)
        l->nodes = node + 1;
}

void steps_add(Steps *s, uint32_t worker, uint32_t to, uint32_t mark)
{
    Lane *l = &s->lanes[worker];
    if (l->count == RECORD_STEPS)
        end_record(s, l);
    l->steps[l->count++] = (GraphStep){to, mark};
    if (to >= l->nodes)
        l->nodes = to + 1;
    atomic_store_explicit(&l->all_steps,
                          atomic_load_explicit(&l->all_steps, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

void steps_end(Steps *s)
{
    for (uint32_t i = 0; i < s->workers; i++)
        end_record(s, &s->lanes[i]);
}

// ----------------------------------------------------------------------------------- reading

uint32_t steps_nodes(const Steps *s)
{
    uint32_t nodes = 0;
    for (uint32_t i = 0; i < s->workers; i++)
        if (s->lanes[i].nodes > nodes)
            nodes = s->lanes[i].nodes;
    return nodes;
}

bool steps_have_choosing(const Steps *s)
{
    for (uint32_t i = 0; i < s->workers; i++)
        if (s->lanes[i].has_choosing)
            return true;
    return false;
}

static const uint8_t *record_at(const Steps *s, uint64_t position)
{
    assert(position && position >> BLOCK_SHIFT < s->block_count);
    return s->blocks[position >> BLOCK_SHIFT] + position % BLOCK;
}

StepReader steps_of(const Steps *s, uint32_t node)
{
    StepReader r = {.steps = s, .node = node};
    const Page *page = atomic_load_explicit(&s->pages[node >> PAGE_SHIFT], memory_order_relaxed);
    uint64_t position = page ? position_get(page, node) : 0;
    if (!position)
        return r;
    r.at = record_at(s, position);
    uint64_t head = number_read(&r.at);
    r.enabled = (uint32_t)(head >> 1);
    r.is_choosing = head & 1;
    return r;
}

void steps_prefetch(const Steps *s, uint32_t node)
{
    const Page *page = atomic_load_explicit(&s->pages[node >> PAGE_SHIFT], memory_order_relaxed);
    uint64_t position = page ? position_get(page, node) : 0;
    if (position)
        __builtin_prefetch(record_at(s, position));
}

const uint8_t *steps_older(const Steps *s, const uint8_t *at)
{
    const uint8_t *older = record_at(s, number_read(&at));
    number_read(&older);  // the set of enabled machines is the same
    return older;
}
