#include "check/store/store.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/rng.h"
#include "check/store/store_impl.h"
#include "check/store/store_look.h"

#include "test.h"

// With sanitizers everything is slower, and less is enough.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SCALE = 20 };
#else
enum { SCALE = 1 };
#endif

enum { WORDS = 12, MIB = 1 << 20 };

static const StoreKind kinds[] = {STORE_FINGERPRINT, STORE_WIDE, STORE_NUMBERED, STORE_EXACT,
                                  STORE_BITSTATE};
static const uint32_t NOBODY = UINT32_MAX;

// ---------------------------------------------------------------------- states to add

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// A state for each number: of different length, and such that neighbours differ in few
// words.
typedef struct Sample {
    uint32_t words[WORDS];
    StoreKey key;
} Sample;

static StoreKey *sample(Sample *s, uint32_t id)
{
    static const uint32_t bases[] = {128, 8, 4};
    uint32_t count = 4 + id % 3 * 4, rest = id / 3;

    s->words[0] = count;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t base = i + 1 < count ? bases[id % 3] : UINT32_MAX;
        s->words[i] = rest % base;
        rest /= base;
    }
    s->key = (StoreKey){mixed(id + 1), mixed(id + 7), s->words, count};
    return &s->key;
}

// Adds, and grows when asked to.
static StoreAnswer add(Store *s, uint32_t id, uint32_t *number)
{
    Sample made;
    StoreKey *key = sample(&made, id);
    StoreAnswer a = store_add(s, 0, key, id, id % 200, number);
    while (a == STORE_GROW) {
        store_grow(s, NULL);
        a = store_add(s, 0, key, id, id % 200, number);
    }
    return a;
}

static void expect_origin(const Store *s, uint32_t number, uint32_t parent, uint32_t label)
{
    uint32_t got_parent, got_label;
    store_parent(s, number, &got_parent, &got_label);
    EXPECT_EQ(got_parent, parent);
    EXPECT_EQ(got_label, label);
}

// ------------------------------------------------------------------------------ alone

static void expect_a_set(StoreKind kind, bool is_shared)
{
    enum { IDS = 60000 / SCALE };
    Store *s = store_new(kind, STORE_ENDS, 64 * MIB, is_shared);
    Rng rng = rng_from(kind + 1);
    bool *is_in = calloc(IDS, sizeof *is_in);
    uint32_t count = 0;

    for (uint32_t i = 0; i < 4 * IDS; i++) {
        uint32_t id = (uint32_t)rng_below(&rng, IDS);
        uint32_t number = NOBODY;
        EXPECT_EQ(add(s, id, &number), is_in[id] ? STORE_SEEN : STORE_ADDED);
        if (!is_in[id]) {
            EXPECT_EQ(number, count++);
            expect_origin(s, number, id, id % 200);
        }
        is_in[id] = true;
    }
    EXPECT_EQ(store_count(s), count);
    EXPECT_EQ(store_replaced(s), 0);
    EXPECT_EQ(store_unknown(s), 0);
    free(is_in);
    store_free(s);
}

TEST(a_store_is_a_set)
{
    for (int i = 0; i < 4; i++) {
        expect_a_set(kinds[i], false);
        expect_a_set(kinds[i], true);
    }
}

TEST(who_led_to_whom_whatever_the_numbers)
{
    static const uint32_t values[] = {NOBODY, 0,      1,       254,       255,       256,
                                      65534,  65535,  65536,   0xfffffe,  0xffffff,  0x1000000,
                                      77,     300000, 4000000, 500000000, 0xfffffffe};
    enum { COUNT = sizeof values / sizeof *values };
    Store *s = store_new(STORE_FINGERPRINT, STORE_ENDS, MIB, false);
    uint32_t number;

    for (uint32_t i = 0; i < COUNT; i++) {
        StoreKey key = {.print = mixed(i)};
        EXPECT_EQ(store_add(s, 0, &key, values[i], values[COUNT - 1 - i], &number), STORE_ADDED);
        EXPECT_EQ(number, i);
    }
    for (uint32_t i = 0; i < COUNT; i++)
        expect_origin(s, i, values[i], values[COUNT - 1 - i]);
    store_free(s);
}

TEST(every_fingerprint_is_one)
{
    static const uint64_t prints[] = {0, 1, 2, UINT64_MAX, UINT64_MAX - 1, 1ull << 32, 1ull << 63};
    Store *narrow = store_new(STORE_FINGERPRINT, STORE_ENDS, MIB, false);
    Store *wide = store_new(STORE_WIDE, STORE_ENDS, MIB, false);
    uint32_t number;

    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof prints / sizeof *prints; i++)
            for (uint64_t second = 0; second < 3; second++) {
                StoreKey key = {.print = prints[i], .second = second};
                bool is_new = round == 0;
                StoreAnswer one = is_new && second == 0 ? STORE_ADDED : STORE_SEEN;
                EXPECT_EQ(store_add(narrow, 0, &key, 0, 0, &number), one);
                EXPECT_EQ(store_add(wide, 0, &key, 0, 0, &number),
                          is_new ? STORE_ADDED : STORE_SEEN);
            }
    store_free(narrow);
    store_free(wide);
}

// Also after the table has grown, and its entries have moved.
TEST(a_numbered_state_has_its_number_when_it_is_seen)
{
    enum { COUNT = 300000 / SCALE };
    Store *s = store_new(STORE_NUMBERED, STORE_ENDS, 64 * MIB, false);
    uint32_t number;
    bool is_waiting;

    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < COUNT; i++) {
            StoreKey key = {.print = mixed(i / 2), .second = (uint64_t)i << 32};
            StoreAnswer a;
            while ((a = store_add(s, 0, &key, 0, 0, &number)) == STORE_GROW)
                store_grow(s, NULL);
            EXPECT_EQ(a, round ? STORE_SEEN : STORE_ADDED);
            EXPECT_EQ(number, i);
            EXPECT_TRUE(store_find(s, &key, &number, &is_waiting) && number == i);
            key.second += 1ull << 63;
            EXPECT_TRUE(!store_find(s, &key, &number, &is_waiting));
        }
    store_free(s);
}

// It keeps its number, and its parent is that of the step that adds it.
TEST(a_state_that_waits_is_added_once)
{
    enum { COUNT = 100000 / SCALE };
    Store *s = store_new(STORE_NUMBERED, STORE_ENDS, 64 * MIB, false);
    uint32_t number, parent, label;
    bool is_waiting;

    for (int round = 0; round < 4; round++)
        for (uint32_t i = 0; i < COUNT; i++) {
            StoreKey key = {.print = mixed(i), .second = (uint64_t)i << 32};
            StoreAnswer a;
            while ((a = round < 2 ? store_expect(s, 0, &key, &number, &is_waiting)
                                  : store_add(s, 0, &key, i / 2, 7, &number)) == STORE_GROW)
                store_grow(s, NULL);
            EXPECT_EQ(a, round % 2 ? STORE_SEEN : STORE_ADDED);
            EXPECT_EQ(number, i);
            EXPECT_TRUE(store_find(s, &key, &number, &is_waiting) && number == i);
            EXPECT_EQ(is_waiting, round < 2);
            EXPECT_EQ(store_count(s), round < 2 ? 0 : round == 2 ? i + 1 : COUNT);
        }
    store_parent(s, COUNT - 1, &parent, &label);
    EXPECT_EQ(parent, (COUNT - 1) / 2);
    EXPECT_EQ(label, 7);
    store_free(s);
}

// Also when it has given no number to a state itself.
TEST(a_state_is_counted_whoever_adds_it)
{
    Store *s = store_new(STORE_NUMBERED, STORE_ENDS, 64 * MIB, true);
    StoreKey key = {.print = mixed(1), .second = 1ull << 32};
    uint32_t number;
    bool is_waiting;

    EXPECT_EQ(store_expect(s, 0, &key, &number, &is_waiting), STORE_ADDED);
    EXPECT_EQ(store_add(s, 2, &key, 0, 0, &number), STORE_ADDED);
    EXPECT_EQ(store_count(s), 1);
    store_free(s);
}

// All alike in their high bits, or in their low ones, or far from random.
TEST(fingerprints_need_not_be_random)
{
    enum { COUNT = 300000 / SCALE };
    static const uint64_t factor[] = {1, 1ull << 20, 1ull << 40, 0x100000001, 0x9e3779b97f4a7c15};

    for (int f = 0; f < 5; f++) {
        Store *s = store_new(STORE_FINGERPRINT, STORE_ENDS, 64 * MIB, false);
        uint32_t number, added = 0;
        for (int round = 0; round < 2; round++)
            for (uint64_t i = 0; i < COUNT; i++) {
                StoreKey key = {.print = i * factor[f]};
                StoreAnswer a;
                while ((a = store_add(s, 0, &key, 0, 0, &number)) == STORE_GROW)
                    EXPECT_TRUE(store_grow(s, NULL));
                added += a == STORE_ADDED;
            }
        EXPECT_EQ(added, COUNT);
        store_free(s);
    }
}

// ---------------------------------------------------------------------------- growing

static void expect_growth(StoreKind kind, uint32_t count, uint32_t from, double bytes)
{
    Store *s = store_new(kind, STORE_ENDS, (uint64_t)2048 * MIB, false);
    uint32_t number;

    for (uint32_t id = 0; id < count; id++) {
        EXPECT_EQ(add(s, id, &number), STORE_ADDED);
        if (id >= from && id % 10000 == 0)
            EXPECT_TRUE((double)store_bytes(s) <= bytes * id);
    }
    EXPECT_EQ(store_count(s), count);
    for (uint32_t id = 0; id < count; id++)
        EXPECT_EQ(add(s, id, &number), STORE_SEEN);
    for (uint32_t id = 0; id < count; id += 1 + id / 100)
        expect_origin(s, id, id, id % 200);
    store_free(s);
}

TEST(growing_forgets_nothing_and_costs_what_it_may)
{
    expect_growth(STORE_FINGERPRINT, 4000000 / SCALE, 300000, 16);
    expect_growth(STORE_WIDE, 1000000 / SCALE, 300000, 32);
    expect_growth(STORE_EXACT, 3000000 / SCALE, 300000, 24);
}

TEST(a_small_store_is_small)
{
    for (int i = 0; i < 3; i++) {
        Store *s = store_new(kinds[i], STORE_ENDS, (uint64_t)8192 * MIB, true);
        uint32_t number;
        for (uint32_t id = 0; id < 1000; id++)
            EXPECT_EQ(add(s, id, &number), STORE_ADDED);
        EXPECT_TRUE(store_bytes(s) <= 2 * MIB);
        store_free(s);
    }
}

// ------------------------------------------------------------------ when memory is out

static const uint64_t SMALL = 400 << 10;

TEST(a_full_store_says_so)
{
    for (int i = 0; i < 4; i++) {
        Store *s = store_new(kinds[i], STORE_ENDS, SMALL, false);
        uint32_t number, count = 0, again = 0;
        while (add(s, count, &number) != STORE_FULL)
            count++;
        EXPECT_TRUE(count > 5000);
        EXPECT_TRUE(store_bytes(s) <= SMALL + 64 * 1024);  // that is in pages
        EXPECT_FALSE(store_grow(s, NULL));

        // What is in it is still known, and nothing else goes in.
        for (uint32_t id = 0; id < count; id++)
            again += add(s, id, &number) == STORE_SEEN;
        EXPECT_EQ(again, count);
        if (kinds[i] != STORE_BITSTATE)
            for (uint32_t id = count; id < count + 100; id++)
                EXPECT_EQ(add(s, id, &number), STORE_FULL);
        expect_origin(s, 4321, 4321, 4321 % 200);
        store_free(s);
    }
}

TEST(a_store_that_keeps_goes_on_without_remembering)
{
    for (int i = 0; i < 3; i++) {
        Store *s = store_new(kinds[i], STORE_KEEPS, SMALL, false);
        uint32_t number, count = 0, unknown = 0;
        StoreAnswer a;
        while ((a = add(s, count + unknown, &number)) != STORE_FULL) {
            EXPECT_EQ(number, count + unknown);
            expect_origin(s, number, number, number % 200);
            count += a == STORE_ADDED;
            unknown += a == STORE_UNKNOWN;
        }
        EXPECT_TRUE(count > 3000);
        EXPECT_TRUE(unknown > 3000);
        EXPECT_EQ(store_count(s), count);
        EXPECT_EQ(store_unknown(s), unknown);
        EXPECT_TRUE(store_bytes(s) <= SMALL + 64 * 1024);
        for (uint32_t id = 0; id < count; id++)
            EXPECT_EQ(add(s, id, &number), STORE_SEEN);
        store_free(s);
    }
}

// Large enough that fingerprints are packed, too small for all of them.
TEST(a_large_store_keeps_or_ends_as_well)
{
    for (int policy = STORE_ENDS; policy <= STORE_KEEPS; policy++) {
        uint64_t bytes = 36 * MIB / SCALE;
        Store *s = store_new(STORE_FINGERPRINT, (StorePolicy)policy, bytes, false);
        uint32_t number, count = 0;
        while (add(s, count, &number) == STORE_ADDED)
            count++;
        EXPECT_TRUE(count > bytes / (policy == STORE_ENDS ? 17 : 35));
        EXPECT_TRUE(store_bytes(s) <= bytes);
        for (uint32_t id = 0; id < count; id++)
            EXPECT_EQ(add(s, id, &number), STORE_SEEN);
        for (uint32_t id = count + 1; id < count + 1000; id++)
            EXPECT_EQ(add(s, id, &number), policy == STORE_ENDS ? STORE_FULL : STORE_UNKNOWN);
        store_free(s);
    }
}

// Goes on until its numbers are used up, and is then asked for the last it was given.
static void expect_latest(StoreKind kind, uint64_t bytes)
{
    Store *s = store_new(kind, STORE_REPLACES, bytes, false);
    uint32_t number, count = 0, known = 0;

    while (add(s, count, &number) == STORE_ADDED) {
        EXPECT_EQ(number, count);
        EXPECT_EQ(add(s, count, &number), STORE_SEEN);
        count++;
    }
    EXPECT_TRUE(store_replaced(s) > count / 10);
    EXPECT_EQ(store_count(s), count);
    EXPECT_TRUE(store_bytes(s) <= bytes + 64 * 1024);
    for (uint32_t id = count - 1000; id < count; id++)
        known += add(s, id, &number) == STORE_SEEN;
    EXPECT_TRUE(known > 800);
    store_free(s);
}

TEST(a_store_that_replaces_knows_the_latest)
{
    for (int i = 0; i < 3; i++)
        expect_latest(kinds[i], SMALL);
    expect_latest(STORE_FINGERPRINT, 32 * MIB / SCALE);
}

// States that take each other's place, by one worker, again and again. That one of them comes
// back while another worker reads its slot is as rare as in a search.
enum { SWAPPED = 64 };

typedef struct Swap {
    Store *store;
    uint64_t prints[SWAPPED];
    uint32_t count;
    atomic_bool is_over;
} Swap;

static void *swap(void *data)
{
    Swap *w = data;
    uint32_t number;
    for (uint32_t i = 0; i < w->count; i++)
        store_add(w->store, 1, &(StoreKey){.print = w->prints[i % SWAPPED]}, NOBODY, 0, &number);
    atomic_store(&w->is_over, true);
    return NULL;
}

// The fingerprint that is kept as the word.
static uint64_t print_for(uint64_t word)
{
    uint64_t inverse = 1, factor = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - factor * inverse;
    uint64_t print = word * inverse;
    print ^= print >> 32;
    EXPECT_TRUE(print_pack(print) == word);
    return print;
}

TEST(of_states_that_replace_each_other_no_other_is_made)
{
    // All upper parts differ, and every second lower one: a mixture has the other lower one.
    const uint64_t word = 0x123456789abcdef3u, lower = 1 << 3;
    Store *s = store_new(STORE_FINGERPRINT, STORE_REPLACES, 32 * MIB, true);
    Swap w = {.store = s, .count = 4000000 / SCALE};
    uint64_t mixture[SWAPPED];
    pthread_t thread;
    uint32_t number, mixtures = 0;

    for (uint64_t i = 0; i < SWAPPED; i++) {
        w.prints[i] = print_for(word ^ i << 16 ^ (i % 2 ? lower : 0));
        mixture[i] = print_for(word ^ i << 16 ^ (i % 2 ? 0 : lower));
    }

    for (uint32_t id = 0; store_replaced(s) < 1000; id++)
        if (store_add(s, 0, &(StoreKey){.print = mixed(id)}, NOBODY, 0, &number) == STORE_GROW)
            store_grow(s, NULL);
    EXPECT_TRUE(s->pack.count > 0);
    // Its line is full: from now on they stand in one slot.
    for (uint64_t i = 1; i < 16; i++)
        store_add(s, 0, &(StoreKey){.print = print_for(word ^ i << 4)}, NOBODY, 0, &number);
    pthread_create(&thread, NULL, swap, &w);
    for (uint32_t i = 0; !atomic_load(&w.is_over); i++)
        mixtures += store_has(s, mixture[i % SWAPPED]);
    pthread_join(thread, NULL);
    EXPECT_EQ(mixtures, 0);
    EXPECT_TRUE(store_replaced(s) > w.count / 2);
    store_free(s);
}

TEST(the_smallest_store_does_not_hang)
{
    for (int i = 0; i < 4; i++)
        for (int policy = STORE_ENDS; policy <= STORE_REPLACES; policy++) {
            Store *s = store_new(kinds[i], (StorePolicy)policy, 1, false);
            uint32_t number, id = 0;
            while (id < 100000 && add(s, id, &number) != STORE_FULL)
                id++;
            EXPECT_TRUE(id < 100000);
            store_free(s);
        }
}

// -------------------------------------------------------------------------- exact ones

static void expect_words(const Store *s, uint32_t number, const uint32_t *words, uint32_t count)
{
    uint32_t got[2000];
    EXPECT_EQ(store_words(s, number, NULL, 0), count);
    EXPECT_EQ(store_words(s, number, got, 2000), count);
    EXPECT_EQ(memcmp(got, words, count * sizeof *words), 0);
}

// The fingerprint of words; there are `sorts` different ones.
static uint64_t print_of(const uint32_t *words, uint32_t count, uint64_t sorts)
{
    uint64_t print = count;
    for (uint32_t i = 0; i < count; i++)
        print = mixed(print + words[i]);
    return mixed(print % sorts);
}

// Every vector over a few words, up to a length. Small words look like places of pieces, large
// ones like counts. Many have the same fingerprint.
TEST(different_vectors_are_different_states)
{
    static const uint32_t letters[] = {1, 2, 3, ~1u, ~2u};
    enum { LETTERS = 5, LENGTH = SCALE == 1 ? 7 : 5 };
    Store *s = store_new(STORE_EXACT, STORE_ENDS, 64 * MIB, false);
    uint32_t wanted = 0;

    for (int round = 0; round < 2; round++) {
        uint32_t at = 0, total = 1;
        for (uint32_t count = 1; count <= LENGTH; count++) {
            total *= LETTERS;
            for (uint32_t v = 0; v < total; v++) {
                uint32_t words[LENGTH], number = 0;
                for (uint32_t i = 0, rest = v; i < count; i++, rest /= LETTERS)
                    words[i] = letters[rest % LETTERS];
                StoreKey key = {
                    .print = print_of(words, count, 5000), .words = words, .count = count};
                StoreAnswer a;
                EXPECT_EQ(store_knows_words(s, &key, store_guess(s, key.print)), round);
                while ((a = store_add(s, 0, &key, 0, 0, &number)) == STORE_GROW)
                    EXPECT_TRUE(store_grow(s, NULL));
                EXPECT_EQ(a, round ? STORE_SEEN : STORE_ADDED);
                EXPECT_TRUE(store_knows_words(s, &key, 0));
                if (round)
                    expect_words(s, at, words, count);
                at++;
            }
        }
        wanted = at;
    }
    EXPECT_EQ(store_count(s), wanted);
    EXPECT_TRUE(store_omission(s) == 0);
    store_free(s);
}

TEST(long_vectors_come_back)
{
    Store *s = store_new(STORE_EXACT, STORE_ENDS, 64 * MIB, false);
    uint32_t words[2000];
    Rng rng = rng_from(5);

    for (uint32_t i = 0; i < 2000; i++)
        words[i] = (uint32_t)rng_next(&rng);
    for (int round = 0; round < 2; round++)
        for (uint32_t count = 1; count <= 2000; count += 1 + count / 7) {
            uint32_t number;
            StoreKey key = {.words = words, .count = count};
            StoreAnswer a;
            while ((a = store_add(s, 0, &key, 0, 0, &number)) == STORE_GROW)
                EXPECT_TRUE(store_grow(s, NULL));
            EXPECT_EQ(a, round ? STORE_SEEN : STORE_ADDED);
            if (!round)
                expect_words(s, number, words, count);
        }
    store_free(s);
}

// Also when nothing is remembered, or is forgotten: a number leads to its state.
TEST(numbers_lead_to_words_whatever_the_policy)
{
    for (int policy = STORE_ENDS; policy <= STORE_REPLACES; policy++) {
        Store *s = store_new(STORE_EXACT, (StorePolicy)policy, SMALL, false);
        uint32_t number, count = 0;
        Sample made;
        while (add(s, count, &number) != STORE_FULL)
            count++;
        for (uint32_t id = 0; id < count; id++) {
            sample(&made, id);
            expect_words(s, id, made.words, made.key.count);
        }
        store_free(s);
    }
}

// A word in the middle that is nearly always another one, such as the queue of a server,
// and the rest that is one of few: it must not be in a piece with its neighbours.
static void server_state(uint32_t id, uint32_t *words)
{
    for (uint32_t i = 0; i < 12; i++)
        words[i] = i ? (id / 40 >> i & 1) + 1 : 1;
    words[5] = id;
}

TEST(exact_finds_the_word_that_changes)
{
    enum { IDS = 200000 / SCALE };
    Store *s = store_new(STORE_EXACT, STORE_ENDS, 64 * MIB, false);
    uint32_t words[12], number;

    for (uint32_t id = 0; id < IDS; id++) {
        server_state(id, words);
        StoreKey key = {.print = mixed(id + 1), .words = words, .count = 12};
        StoreAnswer a;
        while ((a = store_add(s, 0, &key, id, 0, &number)) == STORE_GROW)
            store_grow(s, NULL);
        EXPECT_EQ(a, STORE_ADDED);
        EXPECT_EQ(store_add(s, 0, &key, id, 0, &number), STORE_SEEN);
    }
    for (uint32_t id = 0; id < IDS; id++) {
        server_state(id, words);
        expect_words(s, id, words, 12);
    }
    if (SCALE == 1)
        EXPECT_TRUE(store_bytes(s) < (uint64_t)24 * IDS);
    store_free(s);
}

// Where memory ends soon after a plan was made, or before, nothing is lost either.
TEST(exact_plans_within_little_memory)
{
    for (uint64_t bytes = MIB / 4; bytes <= 2 * MIB; bytes += SCALE > 1 ? MIB / 2 : MIB / 8) {
        Store *s = store_new(STORE_EXACT, STORE_ENDS, bytes, false);
        uint32_t words[12], number, count = 0;
        StoreAnswer a;

        for (;; count++) {
            server_state(count, words);
            StoreKey key = {.print = mixed(count + 1), .words = words, .count = 12};
            while ((a = store_add(s, 0, &key, count, 0, &number)) == STORE_GROW)
                store_grow(s, NULL);
            if (a != STORE_ADDED)
                break;
            EXPECT_EQ(number, count);
        }
        EXPECT_EQ(a, STORE_FULL);
        for (uint32_t id = 0; id < count; id++) {
            server_state(id, words);
            expect_words(s, id, words, 12);
        }
        store_free(s);
    }
}

// --------------------------------------------------------------------------- together

typedef struct Team {
    Store *store;
    uint32_t ids;
    pthread_rwlock_t lock;  // held for writing while the store grows
    uint32_t *owner;        // by number: the state it was given, plus one
} Team;

typedef struct Member {
    Team *team;
    uint32_t worker;
    uint32_t added, bad;
} Member;

// Each goes through all states, in an order of its own.
static void *work(void *arg)
{
    Member *m = arg;
    Team *t = m->team;
    uint32_t step = m->worker ? 3 : 7, id = m->worker * (t->ids / 2);

    for (uint32_t i = 0; i < t->ids; i++, id = (id + step) % t->ids) {
        uint32_t number;
        Sample made;
        StoreKey *key = sample(&made, id);
        StoreAnswer a;

        pthread_rwlock_rdlock(&t->lock);
        while ((a = store_add(t->store, m->worker, key, id, id % 300, &number)) == STORE_GROW) {
            pthread_rwlock_unlock(&t->lock);
            pthread_rwlock_wrlock(&t->lock);
            store_grow(t->store, NULL);
            pthread_rwlock_unlock(&t->lock);
            pthread_rwlock_rdlock(&t->lock);
        }
        pthread_rwlock_unlock(&t->lock);
        if (a == STORE_ADDED) {
            m->added++;
            m->bad += t->owner[number] != 0;
            t->owner[number] = id + 1;
        } else {
            m->bad += a != STORE_SEEN;
        }
    }
    return NULL;
}

static void expect_owners(const Team *t, StoreKind kind)
{
    uint8_t *is_found = calloc(t->ids, 1);
    uint32_t found = 0;

    for (uint32_t number = 0; number < 2 * t->ids; number++) {
        if (!t->owner[number])
            continue;
        Sample made;
        uint32_t id = t->owner[number] - 1;
        expect_origin(t->store, number, id, id % 300);
        sample(&made, id);
        if (kind == STORE_EXACT)
            expect_words(t->store, number, made.words, made.key.count);
        EXPECT_FALSE(is_found[id]);
        is_found[id] = 1;
        found++;
    }
    EXPECT_EQ(found, t->ids);
    free(is_found);
}

TEST(two_workers_add_each_state_once)
{
    for (int i = 0; i < 3; i++) {
        Team t = {.ids = (i ? 300001 : 1200001) / SCALE};  // no multiple of a step
        pthread_t thread[2];
        Member member[2];

        t.store = store_new(kinds[i], STORE_ENDS, 256 * MIB, true);
        t.owner = calloc(2 * t.ids, sizeof *t.owner);
        pthread_rwlock_init(&t.lock, NULL);
        for (uint32_t w = 0; w < 2; w++) {
            member[w] = (Member){.team = &t, .worker = w};
            pthread_create(&thread[w], NULL, work, &member[w]);
        }
        for (uint32_t w = 0; w < 2; w++)
            pthread_join(thread[w], NULL);

        EXPECT_EQ(member[0].bad + member[1].bad, 0);
        EXPECT_EQ(member[0].added + member[1].added, t.ids);
        EXPECT_EQ(store_count(t.store), t.ids);
        expect_owners(&t, kinds[i]);
        pthread_rwlock_destroy(&t.lock);
        free(t.owner);
        store_free(t.store);
    }
}

// ------------------------------------------------------------------------ growing together

typedef struct Helper {
    void (*job)(void *data, uint32_t worker);
    void *data;
    uint32_t worker;
} Helper;

static void *help(void *arg)
{
    Helper *h = arg;
    h->job(h->data, h->worker);
    return NULL;
}

// Three threads, of which this is one.
static void run_helpers(void *context, void (*job)(void *data, uint32_t worker), void *data)
{
    pthread_t threads[2];
    Helper helpers[2];
    for (uint32_t i = 0; i < 2; i++) {
        helpers[i] = (Helper){.job = job, .data = data, .worker = i + 1};
        pthread_create(&threads[i], NULL, help, &helpers[i]);
    }
    job(data, 0);
    for (uint32_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    ++*(uint32_t *)context;
}

// Two threads sweep blocks far from the start of a table at the same time: no entry of one moves
// to lines of the other. If one waited, this would not end.
TEST(threads_that_sweep_a_table_do_not_wait_for_each_other)
{
    Blocks blocks = {
        .from = 100000, .from_end = 101000, .to = 119000, .to_end = 120000, .is_in_place = true};
    Block first, second, third;
    blocks_init(&blocks, true);
    EXPECT_TRUE(blocks_take(&blocks, 0, &first));
    EXPECT_TRUE(blocks_take(&blocks, 1, &second));
    EXPECT_TRUE(blocks_take(&blocks, 2, &third));
    EXPECT_EQ(first.end, 101000);
    EXPECT_EQ(second.end, first.first);
    EXPECT_EQ(third.end, second.first);
    EXPECT_TRUE(third.low > first.end && third.high < second.low && second.high < first.low);
    blocks_drop(&blocks);
}

static void expect_grown_together(StoreKind kind, uint32_t count)
{
    Store *s = store_new(kind, STORE_ENDS, 256 * MIB, true);
    uint32_t sweeps = 0, number, bad = 0;
    StoreHelpers helpers = {.run = run_helpers, .context = &sweeps};
    Sample made;

    for (uint32_t id = 0; id < count; id++) {
        StoreAnswer a;
        while ((a = store_add(s, 0, sample(&made, id), id, 0, &number)) == STORE_GROW)
            store_grow(s, &helpers);
        bad += a != STORE_ADDED;
    }
    for (uint32_t id = 0; id < count; id++)
        bad += store_add(s, 0, sample(&made, id), id, 0, &number) != STORE_SEEN;
    EXPECT_EQ(bad, 0);
    EXPECT_EQ(store_count(s), count);
    EXPECT_TRUE(sweeps > 1);
    store_free(s);
}

// Nothing is lost, and nothing is there twice: not in a table, not when it is packed, and not in what is
// packed.
TEST(several_threads_grow_a_store)
{
    bool is_slow = SCALE > 1;
    expect_grown_together(STORE_FINGERPRINT, is_slow ? 1150000 : 3000000);
    expect_grown_together(STORE_WIDE, is_slow ? 120000 : 1000000);
    expect_grown_together(STORE_NUMBERED, is_slow ? 120000 : 1000000);
    expect_grown_together(STORE_EXACT, 400000);
}

// Two who bring the same state at the same moment.
typedef struct Twin {
    Store *store;
    uint32_t worker, ids, added;
    _Atomic uint32_t *at;  // where both of them are
} Twin;

static void *work_in_step(void *arg)
{
    Twin *t = arg;
    for (uint32_t id = 0; id < t->ids; id++) {
        uint32_t number;
        Sample made;
        StoreKey *key = sample(&made, id);
        atomic_store(&t->at[t->worker], id + 1);
        for (uint32_t i = 0; atomic_load(&t->at[1 - t->worker]) <= id; i++)
            if (i > 2000)
                sched_yield();
        t->added += store_add(t->store, t->worker, key, id, 0, &number) == STORE_ADDED;
    }
    return NULL;
}

TEST(a_state_that_two_bring_at_once_is_added_once)
{
    for (int i = 0; i < 3; i++)
        for (int round = 0; round < 20 / SCALE + 1; round++) {
            _Atomic uint32_t at[2] = {0};
            pthread_t thread[2];
            Twin twin[2];
            Store *s = store_new(kinds[i], STORE_ENDS, 16 * MIB, true);

            for (uint32_t w = 0; w < 2; w++) {
                twin[w] = (Twin){.store = s, .worker = w, .ids = 5000, .at = at};
                pthread_create(&thread[w], NULL, work_in_step, &twin[w]);
            }
            for (uint32_t w = 0; w < 2; w++)
                pthread_join(thread[w], NULL);
            EXPECT_EQ(twin[0].added + twin[1].added, 5000);
            store_free(s);
        }
}

// ---------------------------------------------------------------------------- honesty

TEST(fingerprints_say_what_they_may_have_missed)
{
    Store *narrow = store_new(STORE_FINGERPRINT, STORE_ENDS, 64 * MIB, false);
    Store *wide = store_new(STORE_WIDE, STORE_ENDS, 64 * MIB, false);
    uint32_t number;

    EXPECT_TRUE(store_omission(narrow) == 0);
    for (uint32_t id = 0; id < 100000; id++) {
        add(narrow, id, &number);
        add(wide, id, &number);
    }
    // 1e10 / 2^65
    EXPECT_TRUE(store_omission(narrow) > 2.7e-10 && store_omission(narrow) < 2.8e-10);
    EXPECT_TRUE(store_omission(wide) > 0 && store_omission(wide) < 1e-28);
    store_free(narrow);
    store_free(wide);
}

TEST(bitstate_knows_how_much_it_misses)
{
    Store *s = store_new(STORE_BITSTATE, STORE_ENDS, 2 * MIB, false);
    uint32_t number, missed = 0, id = 0;
    StoreAnswer a;

    while ((a = add(s, id, &number)) != STORE_FULL) {
        missed += a == STORE_SEEN;
        id++;
    }
    EXPECT_TRUE(id > 200000);
    EXPECT_EQ(store_count(s), id - missed);
    EXPECT_TRUE(missed > 50);
    EXPECT_TRUE(store_missed(s) > missed / 1.5 && store_missed(s) < missed * 1.5);
    EXPECT_TRUE(store_omission(s) > 0.99);
    store_free(s);
}
