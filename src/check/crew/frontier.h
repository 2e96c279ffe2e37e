// check/crew/frontier.h: states that have to be expanded.
//
// Items are packed one after the other into chunks: first the words of the state, then a tail
// of fixed size, so that the last item can be removed. A worker has a pile (last in, first out) of
// items to expand next, a line of chunks with the items that this stratum began with, and lines
// with those for later strata. Chunks are reused. In some chunks the items are packed (parked.h).

#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/err.h"

typedef struct Item {
    uint64_t print;    // fingerprint of the state
    uint32_t number;   // in the store
    uint32_t explorer_state;  // ses: the explorer's state; pb: path of the machine that ran last
    uint32_t depth;    // steps from the first state
    uint32_t level;    // the cost of the steps to be made now; or see `wait`
    uint16_t choices_off_first;  // choices on the path that were not the first alternative
    uint8_t extra;     // words behind those of the state
    // 0: the state is in the store. Else it is not, `number` is that of its parent, `level` the
    // label of the step between them, and it waits for so many more strata, minus one.
    uint8_t wait;
    uint32_t count;    // of words of the state
    // Not 0: `explorer_state` is that before the step to the state, and this change (StepChange of
    // check/engine/engine.h) has to be told to the explorer.
    uint16_t change;
    uint32_t *words;
} Item;

enum {
    TAIL_WORDS = 9,
    CHUNK_BYTES = 1 << 15,  // a larger state gets a larger chunk
};

typedef struct Chunk {
    struct Chunk *next;  // in a pile: below it
    uint32_t capacity;   // of words
    uint32_t used;       // words; bytes when it is packed
    uint32_t items;
    bool is_slice;   // of a slab
    bool is_packed;  // see parked.h
    uint32_t words[];
} Chunk;

#define CHUNK_WORDS ((uint32_t)((CHUNK_BYTES - sizeof(Chunk)) / sizeof(uint32_t)))

// Shared by all workers: unused chunks, and the total size.
typedef struct Frontier {
    _Atomic uint64_t bytes;
    _Atomic uint32_t free_count, made;
    pthread_mutex_t lock;
    Chunk *free;
    struct Slab *slabs;  // cut into chunks
} Frontier;

// A worker's allocator of chunks.
typedef struct Heap {
    Frontier *shared;
    Chunk *free;
    uint32_t free_count;
    uint64_t made;  // chunks that it had to allocate
} Heap;

typedef struct Pile {
    Chunk *top;
    uint64_t items, chunks;
} Pile;

typedef struct ItemQueue {
    Chunk *first, *last;
    uint64_t items, chunks;
} ItemQueue;

void frontier_init(Frontier *f);
void frontier_drop(Frontier *f);
void heap_drop(Heap *h);

// An empty chunk with room for so many words; and what was one.
Chunk *chunk_new(Heap *h, uint32_t words);
void chunk_release(Heap *h, Chunk *c);

// Room for `count` words on top of the pile. pile_add makes them an item; without it nothing
// has changed.
uint32_t *pile_room(Pile *p, Heap *h, uint32_t count);
void pile_add(Pile *p, const Item *item);  // its words are those of pile_room

// A chunk on top may be empty, when room was made and not used.
void pile_skip_empty(Pile *p, Heap *h);

// The end of an item in a chunk.
typedef struct Tail {
    uint32_t print[2];
    uint32_t number, explorer_state, depth, level;
    uint16_t choices_off_first;
    uint8_t extra, wait;
    uint32_t count;
    uint32_t change;
} Tail;

static_assert(sizeof(Tail) == TAIL_WORDS * sizeof(uint32_t), "the tail is packed");

// The words of the chunk that the item takes, without the tail.
static inline uint32_t tail_size(const Tail *tail)
{
    return tail->count + tail->extra;
}

static inline Tail item_tail(const Item *item)
{
    return (Tail){
        .print = {(uint32_t)item->print, (uint32_t)(item->print >> 32)},
        .number = item->number,
        .explorer_state = item->explorer_state,
        .depth = item->depth,
        .level = item->level,
        .choices_off_first = item->choices_off_first,
        .extra = item->extra,
        .wait = item->wait,
        .count = item->count,
        .change = item->change,
    };
}

static inline Item tail_item(const Tail *tail, uint32_t *words)
{
    return (Item){
        .print = tail->print[0] | (uint64_t)tail->print[1] << 32,
        .number = tail->number,
        .explorer_state = tail->explorer_state,
        .depth = tail->depth,
        .level = tail->level,
        .choices_off_first = tail->choices_off_first,
        .extra = tail->extra,
        .wait = tail->wait,
        .count = tail->count,
        .change = (uint16_t)tail->change,
        .words = words,
    };
}

// How many words the item on top has, extra ones included. The pile is not empty.
static inline uint32_t pile_peek(Pile *p, Heap *h)
{
    Tail tail;
    if (p->top->items == 0)
        pile_skip_empty(p, h);
    assert_debug(p->items > 0 && p->top->used >= TAIL_WORDS);
    memcpy(&tail, p->top->words + p->top->used - TAIL_WORDS, sizeof tail);
    return tail_size(&tail);
}

// Removes the top item, after pile_peek; copies its words into `words`.
static inline void pile_take(Pile *p, Item *item, uint32_t *words)
{
    Chunk *c = p->top;
    Tail tail;
    memcpy(&tail, c->words + c->used - TAIL_WORDS, sizeof tail);
    uint32_t size = tail_size(&tail);
    assert_debug(c->items > 0 && p->items > 0 && c->used >= size + TAIL_WORDS);
    c->used -= size + TAIL_WORDS;
    c->items--;
    p->items--;
    memcpy(words, c->words + c->used, size * sizeof *words);
    *item = tail_item(&tail, words);
}

void pile_drop(Pile *p, Heap *h);

// Copies the item, words included, to the end of the line.
void item_queue_add(ItemQueue *l, Heap *h, const Item *item);
uint32_t *item_queue_room(ItemQueue *l, Heap *h, uint32_t count);
void item_queue_keep(ItemQueue *l, const Item *item);  // as pile_add

// The first chunk is removed; there must be one.
Chunk *item_queue_shift(ItemQueue *l);
// Its items become the pile, which must be empty. False when the line is empty.
bool item_queue_to_pile(ItemQueue *l, Pile *p, Heap *h);
void item_queue_drop(ItemQueue *l, Heap *h);

// Removes about half of the items, the older ones, as a chain of chunks; NULL when there are
// fewer than two items.
Chunk *frontier_split(Pile *p, ItemQueue *l, Heap *h);
// Appends a chain that another worker has split off to the line.
void item_queue_join(ItemQueue *l, Chunk *chain);

// The items that a search has left in its frontier, by number.
typedef struct Leftover {
    Chunk **chunks;    // those with items
    uint64_t *before;  // items in the chunks before each
    uint64_t chunk_count, items;
} Leftover;

// First all chains are counted, with `chunks` NULL; then they are listed.
void leftover_add(Leftover *l, Chunk *chain);
void leftover_list(Leftover *l);  // allocates for the counted chunks; resets the counts
void leftover_drop(Leftover *l);
// The words of the item are copied into `room`, which grows.
typedef struct ItemRoom {
    uint32_t *words;
    uint32_t capacity;
} ItemRoom;

void leftover_item(const Leftover *l, uint64_t number, Item *item, ItemRoom *room);
