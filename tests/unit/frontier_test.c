// tests/unit/frontier_test.c: nothing is lost or changed, and memory is used again.

#include "check/crew/frontier.h"

#include <stdlib.h>

#include "test.h"

typedef struct Kit {
    Frontier frontier;
    Heap heap;
    Pile pile;
    ItemQueue line;
} Kit;

static void kit_init(Kit *k)
{
    *k = (Kit){0};
    frontier_init(&k->frontier);
    k->heap.shared = &k->frontier;
}

static void kit_drop(Kit *k)
{
    pile_drop(&k->pile, &k->heap);
    item_queue_drop(&k->line, &k->heap);
    heap_drop(&k->heap);
    frontier_drop(&k->frontier);
}

// An item whose content follows from its number.
static Item item_of(uint32_t number, uint32_t *words)
{
    Item item = {
        .print = number * 0x9e3779b97f4a7c15u,
        .number = number,
        .explorer_state = number + 1,
        .depth = number + 2,
        .level = number + 3,
        .choices_off_first = (uint16_t)(number + 4),
        .extra = (uint8_t)(number % 3),
        .wait = (uint8_t)(number % 5),
        .count = 1 + number % 7,
        .words = words,
    };
    for (uint32_t i = 0; i < item.count + item.extra; i++)
        words[i] = number * 31 + i;
    return item;
}

static void expect_item(const Item *got, uint32_t number)
{
    uint32_t words[16];
    Item wanted = item_of(number, words);
    EXPECT_EQ(got->print, wanted.print);
    EXPECT_EQ(got->number, wanted.number);
    EXPECT_EQ(got->explorer_state, wanted.explorer_state);
    EXPECT_EQ(got->depth, wanted.depth);
    EXPECT_EQ(got->level, wanted.level);
    EXPECT_EQ(got->choices_off_first, wanted.choices_off_first);
    EXPECT_EQ(got->extra, wanted.extra);
    EXPECT_EQ(got->wait, wanted.wait);
    EXPECT_EQ(got->count, wanted.count);
    EXPECT_EQ(memcmp(got->words, words, (wanted.count + wanted.extra) * sizeof *words), 0);
}

static void push(Kit *k, uint32_t number)
{
    uint32_t words[16];
    Item item = item_of(number, words);
    uint32_t count = item.count + item.extra;
    memcpy(pile_room(&k->pile, &k->heap, count), words, count * sizeof *words);
    pile_add(&k->pile, &item);
}

static Item pop(Kit *k, uint32_t *words)
{
    Item item;
    uint32_t count = pile_peek(&k->pile, &k->heap);
    pile_take(&k->pile, &item, words);
    EXPECT_EQ(count, item.count + item.extra);
    return item;
}

enum { MANY = 100000 };  // several chunks, and slabs

TEST(a_pile_gives_back_the_last_first)
{
    Kit k;
    uint32_t words[16];
    kit_init(&k);
    for (uint32_t i = 0; i < MANY; i++)
        push(&k, i);
    EXPECT_EQ(k.pile.items, MANY);
    for (uint32_t i = MANY; i-- > 0;) {
        Item item = pop(&k, words);
        expect_item(&item, i);
    }
    EXPECT_EQ(k.pile.items, 0);
    kit_drop(&k);
}

TEST(room_that_is_not_used_is_no_item)
{
    Kit k;
    uint32_t words[16];
    kit_init(&k);
    push(&k, 1);
    pile_room(&k.pile, &k.heap, 10);
    pile_room(&k.pile, &k.heap, CHUNK_WORDS - TAIL_WORDS);  // a chunk of its own
    EXPECT_EQ(k.pile.items, 1);
    Item item = pop(&k, words);
    expect_item(&item, 1);
    kit_drop(&k);
}

TEST(a_state_may_be_larger_than_a_chunk)
{
    Kit k;
    uint32_t count = 3 * CHUNK_WORDS, *words = calloc(count, sizeof *words);
    kit_init(&k);
    words[count - 1] = 77;
    Item item = {.count = count, .words = words}, taken;
    item_queue_add(&k.line, &k.heap, &item);
    EXPECT_TRUE(item_queue_to_pile(&k.line, &k.pile, &k.heap));
    EXPECT_EQ(pile_peek(&k.pile, &k.heap), count);
    memset(words, 0, count * sizeof *words);
    pile_take(&k.pile, &taken, words);
    EXPECT_EQ(words[count - 1], 77);
    free(words);
    kit_drop(&k);
}

TEST(memory_is_used_again)
{
    Kit k;
    uint32_t words[16];
    kit_init(&k);
    uint64_t bytes = 0;
    for (int round = 0; round < 50; round++) {
        for (uint32_t i = 0; i < MANY; i++) {
            Item item = item_of(i, words);
            item_queue_add(&k.line, &k.heap, &item);
        }
        while (item_queue_to_pile(&k.line, &k.pile, &k.heap))
            while (k.pile.items > 0)
                pop(&k, words);
        if (round == 0)
            bytes = atomic_load(&k.frontier.bytes);
    }
    EXPECT_EQ(atomic_load(&k.frontier.bytes), bytes);
    kit_drop(&k);
}

// Splits what there is, and looks whether both halves together are all of it.
static void expect_split(uint32_t in_line, uint32_t in_pile)
{
    Kit k, other;
    uint32_t words[16];
    bool *seen = calloc(in_line + in_pile + 1, sizeof *seen);
    kit_init(&k);
    kit_init(&other);
    other.heap.shared = &k.frontier;
    for (uint32_t i = 0; i < in_pile; i++)
        push(&k, i);
    for (uint32_t i = 0; i < in_line; i++) {
        Item item = item_of(in_pile + i, words);
        item_queue_add(&k.line, &k.heap, &item);
    }
    Chunk *chain = frontier_split(&k.pile, &k.line, &k.heap);
    EXPECT_EQ(chain != NULL, in_line + in_pile >= 2);
    item_queue_join(&other.line, chain);
    uint64_t given = other.line.items, kept = k.line.items + k.pile.items;
    EXPECT_EQ(given + kept, in_line + in_pile);
    if (chain) {
        EXPECT_TRUE(given > 0);
        EXPECT_TRUE(kept > 0);
    }
    uint32_t found = 0;
    for (Kit *each = &k;; each = &other) {
        do {
            while (each->pile.items > 0) {
                Item item = pop(each, words);
                expect_item(&item, item.number);
                found += !seen[item.number];
                seen[item.number] = true;
            }
        } while (item_queue_to_pile(&each->line, &each->pile, &each->heap));
        if (each == &other)
            break;
    }
    EXPECT_EQ(found, in_line + in_pile);
    free(seen);
    pile_drop(&other.pile, &other.heap);
    item_queue_drop(&other.line, &other.heap);
    heap_drop(&other.heap);
    frontier_drop(&other.frontier);
    kit_drop(&k);
}

TEST(a_split_leaves_two_parts_that_are_the_whole)
{
    expect_split(0, 0);
    expect_split(0, 1);
    expect_split(1, 0);
    expect_split(0, 2);
    expect_split(2, 0);
    expect_split(0, 1001);
    expect_split(1001, 3);
    expect_split(0, MANY);
    expect_split(MANY, 0);
    expect_split(MANY, MANY);
}
