// check/liveness/words.c: numbers for short lists of words; equal lists have the same number.

#include "check/liveness/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

static uint64_t hash_of(const uint32_t *words, uint32_t count)
{
    uint64_t hash = 0x9e3779b97f4a7c15u + count;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
    }
    return hash ? hash : 1;
}

uint32_t words_number(WordTable *t, const uint32_t *words, uint32_t count)
{
    uint64_t hash = hash_of(words, count);
    uint32_t first = (uint32_t)(uintptr_t)map_get(&t->by_hash, hash);
    for (uint32_t i = first; i; i = t->lists[i - 1].same_hash) {
        const WordList *l = &t->lists[i - 1];
        if (l->count == count && (!count || !memcmp(l->words, words, count * sizeof *words)))
            return i - 1;
    }
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? t->capacity * 2 : 64;
        t->lists = memory_resized(t->lists, t->capacity, sizeof *t->lists);
    }
    uint32_t *kept = NEW_ARRAY(&t->arena, uint32_t, count + 1);
    if (count)
        memcpy(kept, words, count * sizeof *words);
    t->lists[t->count] = (WordList){.words = kept, .count = count, .same_hash = first};
    map_put(&t->by_hash, hash, (void *)(uintptr_t)(t->count + 1));
    return t->count++;
}

uint64_t words_bytes(const WordTable *t)
{
    return t->arena.total + t->capacity * sizeof *t->lists;
}

void words_drop(WordTable *t)
{
    free(t->lists);
    map_drop(&t->by_hash);
    arena_drop(&t->arena);
}
