// check/crew/parked.h: states that wait for a later stratum, packed.
//
// Besides the store this is most of the memory of ses. A word takes two bytes if all words of the
// state are small enough, and the rest of the item takes 20 bytes. What was parked last is read
// first: then fewer states wait (docs/decisions.md, 45).

#pragma once

#include "check/crew/frontier.h"
#include "check/engine/engine.h"

enum {
    PARKED_WORDS = 64,  // the most words of a state that can be parked here
    PARKED_GROUP = 8,   // words are read in groups
};

// The chunks of a stratum, the newest first.
typedef struct ParkedLine {
    ItemQueue queue;
} ParkedLine;

// A chunk that is being read.
typedef struct ParkedReader {
    Chunk *chunk;    // NULL: none
    uint32_t at;     // bytes of it that were not read
    uint32_t items;  // that were not read
} ParkedReader;

// The item has at most PARKED_WORDS words, of which so many change, and no extra words. If its last
// group is not full, there are other words behind it, whatever they are.
void parked_add(ParkedLine *l, Heap *h, const Item *item, const WordChange *changes,
                uint32_t count);

// Begins with the first chunk of the queue, which must be a packed one.
void parked_open(ParkedReader *r, ItemQueue *q);
// Reads the next item; there must be one. Its words are copied into `words`, which have room for
// PARKED_WORDS.
void parked_take(ParkedReader *r, Heap *h, Item *item, uint32_t *words);
// Puts all items that were not read on the pile.
void parked_to_pile(ParkedReader *r, Pile *p, Heap *h);
void parked_drop(ParkedReader *r, Heap *h);

// An item of a packed chunk, by its number, counted from its end; `words` have room for
// PARKED_WORDS.
void parked_item(const Chunk *c, uint32_t number, Item *item, uint32_t *words);
