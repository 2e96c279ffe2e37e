// check/liveness/words.h: numbers for short lists of words; equal lists have the same number.

#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

typedef struct WordList {
    const uint32_t *words;
    uint32_t count;
    uint32_t same_hash;  // number of the next list with that hash, plus 1; 0: none
} WordList;

typedef struct WordTable {
    WordList *lists;  // by number, from 0
    uint32_t count, capacity;
    Map by_hash;  // number plus 1
    Arena arena;
} WordTable;

uint32_t words_number(WordTable *t, const uint32_t *words, uint32_t count);
uint64_t words_bytes(const WordTable *t);
void words_drop(WordTable *t);
