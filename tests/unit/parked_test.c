// tests/unit/parked_test.c: what is packed comes back as it was, the last first.

#include "check/crew/parked.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "test.h"

enum { MANY = 20000 };

typedef struct Kit {
    Frontier frontier;
    Heap heap;
    Pile pile;
    ParkedLine line;
    ParkedReader reader;
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
    parked_drop(&k->reader, &k->heap);
    item_queue_drop(&k->line.queue, &k->heap);
    heap_drop(&k->heap);
    frontier_drop(&k->frontier);
}

// Mostly small numbers; each kind of large one is sometimes there, alone or with others.
static Item item_of(uint32_t number, uint32_t *words)
{
    Rng rng = rng_from(number);
    Item item = {
        .print = rng_next(&rng),
        .number = (uint32_t)rng_next(&rng),
        .explorer_state = rng_below(&rng, 10) ? number % 1000 : UINT32_MAX,
        .change = (uint16_t)number,
        .depth = rng_below(&rng, 10) ? number % 256 : 256 + number,
        .level = rng_below(&rng, 10) ? number % 256 : UINT32_MAX - 1,
        .choices_off_first = rng_below(&rng, 50) ? 0 : 3,
        .wait = rng_below(&rng, 50) ? 1 : 7,
        .count = rng_below(&rng, 10) ? 11 : 1 + (uint32_t)rng_below(&rng, PARKED_WORDS),
        .words = words,
    };
    for (uint32_t i = 0; i < item.count; i++)
        words[i] = rng_below(&rng, 3) ? 40 + i : (uint32_t)rng_below(&rng, 1000);
    if (rng_below(&rng, 20) == 0)
        words[item.count - 1] = number % 2 ? UINT32_MAX : 0x10000;
    return item;
}

static void park(Kit *k, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        uint32_t words[PARKED_WORDS];
        memset(words, 0xff, sizeof words);  // what stands behind the words does not count
        Item item = item_of(i, words);
        parked_add(&k->line, &k->heap, &item, NULL, 0);
    }
}

static void expect_item(const Item *got, uint32_t number)
{
    uint32_t words[PARKED_WORDS];
    Item wanted = item_of(number, words);
    EXPECT_EQ(got->print, wanted.print);
    EXPECT_EQ(got->number, wanted.number);
    EXPECT_EQ(got->explorer_state, wanted.explorer_state);
    EXPECT_EQ(got->change, wanted.change);
    EXPECT_EQ(got->depth, wanted.depth);
    EXPECT_EQ(got->level, wanted.level);
    EXPECT_EQ(got->choices_off_first, wanted.choices_off_first);
    EXPECT_EQ(got->extra, 0);
    EXPECT_EQ(got->wait, wanted.wait);
    EXPECT_EQ(got->count, wanted.count);
    EXPECT_EQ(memcmp(got->words, words, wanted.count * sizeof *words), 0);
}

TEST(items_come_back_the_last_first)
{
    Kit k;
    kit_init(&k);
    park(&k, 0, MANY);
    EXPECT_EQ(k.line.queue.items, MANY);
    EXPECT_TRUE(k.line.queue.chunks > 2);
    uint32_t next = MANY, words[PARKED_WORDS];
    while (k.line.queue.first) {
        parked_open(&k.reader, &k.line.queue);
        for (Item item; k.reader.items > 0;) {
            parked_take(&k.reader, &k.heap, &item, words);
            expect_item(&item, --next);
        }
    }
    EXPECT_EQ(next, 0);
    kit_drop(&k);
}

TEST(words_that_change_come_back_changed)
{
    Kit k;
    kit_init(&k);
    for (uint32_t value = 1; value != 0; value *= 16) {
        uint32_t before[PARKED_WORDS] = {[3] = 30, [9] = 90, [10] = UINT32_MAX},
                 after[PARKED_WORDS];
        WordChange changes[] = {{3, value}, {0, 5}, {9, value + 1}};
        Item got;
        parked_add(&k.line, &k.heap, &(Item){.wait = 1, .count = 10, .words = before}, changes, 3);
        EXPECT_EQ(before[3], 30);
        parked_open(&k.reader, &k.line.queue);
        parked_take(&k.reader, &k.heap, &got, after);
        EXPECT_EQ(got.count, 10);
        EXPECT_EQ(after[0], 5);
        EXPECT_EQ(after[1], 0);
        EXPECT_EQ(after[3], value);
        EXPECT_EQ(after[9], value + 1);
    }
    kit_drop(&k);
}

TEST(small_states_take_little_memory)
{
    enum { COUNT = 16, ITEMS = 500 };
    Kit k;
    kit_init(&k);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t words[COUNT];
        for (uint32_t j = 0; j < COUNT; j++)
            words[j] = i * j;
        parked_add(&k.line, &k.heap, &(Item){.wait = 1, .count = COUNT, .words = words}, NULL, 0);
    }
    EXPECT_EQ(k.line.queue.chunks, 1);
    EXPECT_EQ(k.line.queue.first->used, ITEMS * (20 + COUNT * 2));
    kit_drop(&k);
}

TEST(the_rest_of_a_chunk_can_be_put_on_the_pile)
{
    Kit k;
    uint32_t words[PARKED_WORDS];
    Item item;
    kit_init(&k);
    park(&k, 0, 300);
    parked_open(&k.reader, &k.line.queue);
    for (uint32_t i = 0; i < 100; i++)
        parked_take(&k.reader, &k.heap, &item, words);
    parked_to_pile(&k.reader, &k.pile, &k.heap);
    EXPECT_EQ(k.reader.items, 0);
    EXPECT_EQ(k.pile.items, 200);
    for (uint32_t i = 0; i < 200; i++) {
        pile_peek(&k.pile, &k.heap);
        pile_take(&k.pile, &item, words);
        expect_item(&item, i);
    }
    kit_drop(&k);
}

// As when a packed chunk is the only one, and another worker wants half of it.
TEST(a_packed_chunk_can_be_split)
{
    Kit k;
    uint32_t words[PARKED_WORDS], found = 0;
    ItemQueue given = {0};
    bool seen[300] = {0};
    kit_init(&k);
    park(&k, 0, 300);
    item_queue_join(&given, frontier_split(&k.pile, &k.line.queue, &k.heap));
    EXPECT_EQ(given.items + k.pile.items + k.line.queue.items, 300);
    EXPECT_TRUE(given.items > 0 && given.items < 300);
    do {
        while (k.pile.items > 0) {
            Item item;
            pile_peek(&k.pile, &k.heap);
            pile_take(&k.pile, &item, words);
            for (uint32_t i = 0; i < 300; i++) {
                uint32_t other[PARKED_WORDS];
                if (seen[i] || item_of(i, other).print != item.print)
                    continue;
                expect_item(&item, i);
                seen[i] = true;
                found++;
            }
        }
    } while (item_queue_to_pile(&given, &k.pile, &k.heap));
    EXPECT_EQ(found, 300);
    kit_drop(&k);
}

TEST(items_are_found_by_their_number)
{
    Kit k;
    ItemRoom room = {0};
    Leftover all = {0};
    kit_init(&k);
    park(&k, 0, 3000);
    for (int pass = 0; pass < 2; pass++) {
        leftover_add(&all, k.line.queue.first);
        if (pass == 0)
            leftover_list(&all);
    }
    EXPECT_EQ(all.items, 3000);
    for (uint32_t i = 0; i < 3000; i += 7) {
        Item item;
        leftover_item(&all, i, &item, &room);
        expect_item(&item, 2999 - i);
    }
    leftover_drop(&all);
    free(room.words);
    kit_drop(&k);
}
