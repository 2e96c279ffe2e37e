// tests/unit/long_queue_test.c: long queues do what arrays of messages do.
//
// Random sequences of operations are made on a tree and on an array. After each of them both have the
// same messages, and the tree is the one that is built from the array: it does not depend on the way.

#include <string.h>

#include "base/rng.h"
#include "check/engine/long_impl.h"
#include "gen/gen.h"
#include "test.h"

enum { EVENTS = 70, MOST = 400 };  // more events than a word has bits

typedef struct Bench {
    Lang lang;
    Arena arena;
    PProgram program;
    Engine *engine;
    Stepper *stepper;
    uint32_t messages[EVENTS * 3];
    uint32_t queue[MOST];
    uint32_t count;
} Bench;

static void begin(Bench *b)
{
    char text[4096] = "", *end = text;
    Err err = {0};
    memset(b, 0, sizeof *b);
    for (int i = 0; i < EVENTS; i++)
        end += sprintf(end, "event e%d: int;\n", i);
    sprintf(end, "machine Main { start state S { defer e0; ignore e1; } }\n"
                 "test t [main=Main]: { Main };\n");
    lang_init(&b->lang);
    EXPECT_TRUE(lang_add_text(&b->lang, "test.p", text, strlen(text), &err));
    EXPECT_TRUE(lang_check(&b->lang));
    EXPECT_TRUE(gen_program(&b->arena, &b->lang, TARGET_CHECK, &b->program, &err));
    b->engine = engine_new(&b->program, &b->program.tests[0], &(EngineOptions){.has_memo = true});
    b->stepper = stepper_new(b->engine);
    pthread_mutex_lock(&b->engine->lock);
    for (uint32_t i = 0; i < EVENTS * 3; i++) {
        uint32_t event = b->program.event_count - 1 - i % EVENTS;
        b->messages[i] = intern_message(b->stepper, event, (PWord)(i / EVENTS));
    }
    pthread_mutex_unlock(&b->engine->lock);
}

static void drop(Bench *b)
{
    stepper_free(b->stepper);
    engine_free(b->engine);
    arena_drop(&b->arena);
    lang_drop(&b->lang);
}

static uint32_t event_at(const Bench *b, uint32_t place)
{
    return message_at(b->engine, b->queue[place])->event;
}

static uint64_t hash_of(const Bench *b)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < b->count; i++)
        hash = poly_plus(poly_times(hash, POLY_BASE),
                         poly_word(message_at(b->engine, b->queue[i])->hash.lo));
    return hash;
}

static void expect_same_events(const Bench *b, uint32_t part, uint32_t event, uint32_t place)
{
    uint64_t only[2] = {0}, front[2] = {0}, expected[2] = {0};
    uint32_t first = 0, all = 0;
    only[event / 64] = UINT64_C(1) << (event & 63);
    while (first < b->count && event_at(b, first) != event)
        first++;
    for (uint32_t i = 0; i < b->count; i++)
        all += event_at(b, i) == event;
    for (uint32_t i = 0; i < place; i++)
        expected[event_at(b, i) / 64] |= UINT64_C(1) << (event_at(b, i) & 63);
    part_add_events(b->engine, part, place, front);
    EXPECT_EQ(part_find(b->engine, part, only), first);
    EXPECT_EQ(part_count_event(b->engine, part, event), all);
    EXPECT_EQ(front[0], expected[0]);
    EXPECT_EQ(front[1], expected[1]);
}

static void expect_same(Bench *b, uint32_t part, Rng *rng)
{
    uint32_t messages[MOST];
    EXPECT_EQ(part == 0, b->count == 0);
    if (!part)
        return;
    const Part *p = part_at(b->engine, part);
    EXPECT_EQ(p->count, b->count);
    part_messages(b->engine, part, messages);
    EXPECT_EQ(memcmp(messages, b->queue, b->count * sizeof *messages), 0);
    EXPECT_EQ(part_of(b->stepper, b->queue, b->count), part);
    EXPECT_EQ(p->hash.lo, hash_of(b));
    uint32_t place = (uint32_t)rng_below(rng, b->count);
    EXPECT_EQ(part_message(b->engine, part, place), b->queue[place]);
    EXPECT_EQ(part_last(b->engine, part), b->queue[b->count - 1]);
    expect_same_events(b, part, event_at(b, (uint32_t)rng_below(rng, b->count)), place);
    expect_same_events(b, part, (uint32_t)rng_below(rng, EVENTS), place);
}

// The next message: one of the first `alphabet`, at random or each in turn.
static uint32_t draw(const Bench *b, Rng *rng, uint32_t alphabet, uint32_t step)
{
    return b->messages[rng_below(rng, 4) ? step % alphabet : rng_below(rng, alphabet)];
}

static void operate(Bench *b, Rng *rng, uint32_t alphabet, uint32_t steps)
{
    uint32_t part = 0, goal = 0;
    b->count = 0;
    for (uint32_t i = 0; i < steps; i++) {
        if (i % 200 == 0)
            goal = (uint32_t)rng_below(rng, MOST);
        if (b->count < goal || b->count == 0) {
            b->queue[b->count++] = draw(b, rng, alphabet, i);
            part = part_push(b->stepper, part, b->queue[b->count - 1]);
        } else {
            uint32_t place = rng_below(rng, 2) ? 0 : (uint32_t)rng_below(rng, b->count);
            memmove(b->queue + place, b->queue + place + 1,
                    (b->count - place - 1) * sizeof *b->queue);
            b->count--;
            part = place || i % 2 ? part_without(b->stepper, part, place)
                                  : part_pop(b->stepper, part);
        }
        expect_same(b, part, rng);
    }
}

TEST(random_changes_give_the_tree_of_the_content)
{
    static const uint32_t alphabets[] = {1, 2, 3, 4, 7, 30, EVENTS * 3};
    Bench b;
    begin(&b);
    pthread_mutex_lock(&b.engine->lock);
    for (uint32_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
        Rng rng = rng_from(i + 1);
        operate(&b, &rng, alphabets[i], 3000);
    }
    pthread_mutex_unlock(&b.engine->lock);
    drop(&b);
}

// What is stored for a queue of n messages that turns round, and for each step of it.
static uint64_t bytes_of_steps(Bench *b, uint32_t count, uint32_t alphabet, uint32_t steps)
{
    uint32_t part = 0;
    engine_forget(b->engine);
    pthread_mutex_lock(&b->engine->lock);
    for (uint32_t i = 0; i < EVENTS; i++)
        b->messages[i] = intern_message(b->stepper, i, 0);
    for (uint32_t i = 0; i < count; i++)
        part = part_push(b->stepper, part, b->messages[mix64(i) % alphabet]);
    pthread_mutex_unlock(&b->engine->lock);
    uint64_t before = engine_known(b->engine);
    pthread_mutex_lock(&b->engine->lock);
    for (uint32_t i = 0; i < steps; i++) {
        part = part_pop(b->stepper, part);
        part = part_push(b->stepper, part, b->messages[mix64(count + i) % alphabet]);
    }
    pthread_mutex_unlock(&b->engine->lock);
    return engine_known(b->engine) - before;
}

TEST(memory_of_a_step_does_not_depend_on_the_length)
{
    Bench b;
    begin(&b);
    for (uint32_t alphabet = 2; alphabet <= EVENTS; alphabet *= 5) {
        uint64_t small = bytes_of_steps(&b, 100, alphabet, 20000);
        uint64_t large = bytes_of_steps(&b, 100000, alphabet, 20000);
        EXPECT_TRUE(large < small * 3 / 2);
        EXPECT_TRUE(large < 20000 * 600);
    }
    drop(&b);
}

// A queue of equal messages, or of a few messages in turn, is a few runs.
TEST(a_million_equal_messages_are_one_run)
{
    Bench b;
    begin(&b);
    pthread_mutex_lock(&b.engine->lock);
    for (uint32_t alphabet = 1; alphabet <= 3; alphabet++) {
        uint32_t part = 0, count = 1000000;
        for (uint32_t i = 0; i < count; i++)
            part = part_push(b.stepper, part, b.messages[i % alphabet]);
        EXPECT_EQ(part_at(b.engine, part)->count, count);
        EXPECT_EQ(part_message(b.engine, part, count - 2), b.messages[(count - 2) % alphabet]);
        uint32_t levels = 0;
        for (uint32_t at = part; at; at = part_at(b.engine, at)->middle)
            levels++;
        EXPECT_TRUE(levels <= 3);
        uint32_t shorter = part_without(b.stepper, part, count / 2);
        EXPECT_EQ(part_at(b.engine, shorter)->count, count - 1);
    }
    pthread_mutex_unlock(&b.engine->lock);
    drop(&b);
}

TEST(powers_and_repeats_are_products)
{
    PolyPowers powers;
    uint64_t power = 1;
    poly_powers_init(&powers);
    for (uint32_t i = 0; i < 70000; i++) {
        if (i % 997 == 0)
            EXPECT_EQ(poly_power(&powers, i), power);
        power = poly_times(power, POLY_BASE);
    }
    EXPECT_EQ(poly_times(POLY_PRIME - 1, POLY_PRIME - 1), 1);
    EXPECT_EQ(poly_plus(POLY_PRIME - 1, 1), 0);
    EXPECT_EQ(poly_plus(POLY_PRIME - 1, POLY_PRIME - 1), POLY_PRIME - 2);
    Poly one = {.lo = 12345, .hi = 678}, three = poly_repeat(one, POLY_BASE, 3);
    Poly two = poly_join(one, one, POLY_BASE), joined = poly_join(two, one, POLY_BASE);
    EXPECT_EQ(three.lo, joined.lo);
    EXPECT_EQ(three.hi, joined.hi);
    Poly cut = poly_cut(joined, one, poly_power(&powers, 2));
    EXPECT_EQ(cut.lo, two.lo);
    EXPECT_EQ(cut.hi, two.hi);
}
