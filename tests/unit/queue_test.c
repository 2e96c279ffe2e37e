#include "run/queue.h"

#include <stdlib.h>

#include "test.h"

static const PType types[] = {{.kind = P_TYPE_INT, .name = "int"}};
static const PEvent events[] = {{.name = "eItem"}};
static const PProgram program = {
    .types = types, .type_count = 1, .events = events, .event_count = 1};

static Message message(PWord payload)
{
    return (Message){.payload = payload};
}

static void expect_contents(const Queue *q, const char *wanted)
{
    char got[64] = "";
    for (uint32_t i = 0; i < q->count; i++)
        got[i] = (char)queue_at(q, i)->payload;
    EXPECT_STR(got, wanted);
}

// A queue whose items wrap around the end of the ring.
static Queue wrapped(const char *letters)
{
    Queue q = {0};
    for (int i = 0; i < 3; i++)
        queue_push(&q, message('x'));
    for (int i = 0; i < 3; i++)
        queue_pop(&q);
    for (; *letters; letters++)
        queue_push(&q, message((PWord)*letters));
    return q;
}

TEST(first_in_first_out_while_it_grows)
{
    Queue q = {0};
    PWord next = 0;
    for (PWord i = 0; i < 10000; i++) {
        queue_push(&q, message(i));
        if (i % 3 == 0)
            EXPECT_TRUE(queue_pop(&q).payload == next++);
    }
    while (q.count)
        EXPECT_TRUE(queue_pop(&q).payload == next++);
    EXPECT_EQ(next, 10000);
    queue_drop(&program, &q);
}

TEST(a_gap_is_closed_from_either_side)
{
    Queue q = wrapped("abcdefgh");
    queue_close(&q, 1, 3);  // b and c go; the front moves
    expect_contents(&q, "adefgh");
    queue_close(&q, 4, 5);  // g goes; the back moves
    expect_contents(&q, "adefh");
    queue_close(&q, 2, 2);  // nothing goes
    expect_contents(&q, "adefh");
    queue_close(&q, 0, 5);  // all go
    expect_contents(&q, "");
    queue_push(&q, message('z'));
    expect_contents(&q, "z");
    queue_drop(&program, &q);
}

TEST(an_empty_queue_gives_back_what_is_large)
{
    Queue q = {0};
    for (PWord i = 0; i < 100000; i++)
        queue_push(&q, message(i));
    queue_rest(&q);
    EXPECT_TRUE(q.capacity >= 100000);
    while (q.count)
        queue_pop(&q);
    queue_rest(&q);
    EXPECT_EQ(q.capacity, 0);

    queue_push(&q, message('a'));
    queue_pop(&q);
    queue_rest(&q);
    EXPECT_TRUE(q.capacity > 0);
    queue_drop(&program, &q);
}

TEST(a_queue_that_holds_little_gives_back_the_rest)
{
    Queue q = {0};
    for (PWord i = 0; i < 100000; i++)
        queue_push(&q, message('a' + i % 26));
    while (q.count > 3)
        queue_pop(&q);
    queue_rest(&q);
    EXPECT_TRUE(q.capacity <= 64);
    expect_contents(&q, "bcd");
    queue_push(&q, message('z'));
    expect_contents(&q, "bcdz");
    queue_drop(&program, &q);
}

TEST(a_wrapped_queue_grows_in_order)
{
    Queue q = wrapped("abcdefgh");
    uint32_t capacity = q.capacity;
    queue_grow(&q);
    EXPECT_EQ(q.capacity, 2 * capacity);
    expect_contents(&q, "abcdefgh");
    queue_push(&q, message('i'));
    expect_contents(&q, "abcdefghi");
    queue_drop(&program, &q);
}
