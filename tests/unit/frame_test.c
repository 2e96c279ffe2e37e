// tests/unit/frame_test.c: frames and greetings as bytes.

#include "test.h"

#include "base/mix.h"
#include "base/rng.h"
#include "net/frame.h"
#include "net/outbox.h"

TEST(a_frame_comes_back)
{
    uint8_t bytes[FRAME_HEADER + 5];
    Frame f = {FRAME_DATA, 5, .epoch = 1ull << 63, .number = 3, .ack = 2, .credit = 7}, back;

    memcpy(bytes + FRAME_HEADER, "hello", 5);
    frame_write(bytes, &f, bytes + FRAME_HEADER);
    EXPECT_EQ(frame_read(bytes, sizeof bytes, 5, &back), FRAME_WHOLE);
    EXPECT_EQ(back.type, FRAME_DATA);
    EXPECT_EQ(back.length, 5);
    EXPECT_TRUE(back.epoch == 1ull << 63);
    EXPECT_EQ(back.number, 3);
    EXPECT_EQ(back.ack, 2);
    EXPECT_EQ(back.credit, 7);
    for (size_t count = 0; count < sizeof bytes; count++)
        EXPECT_EQ(frame_read(bytes, count, 5, &back), FRAME_PART);
    EXPECT_EQ(frame_read(bytes, sizeof bytes, 4, &back), FRAME_BAD);  // longer than allowed
}

TEST(every_damaged_bit_is_seen)
{
    uint8_t bytes[FRAME_HEADER + 3] = {0};
    Frame f = {FRAME_ACK, 3, .epoch = 1}, back;

    frame_write(bytes, &f, bytes + FRAME_HEADER);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        // A length that became larger waits for more bytes, up to the limit.
        EXPECT_TRUE(frame_read(bytes, sizeof bytes, 4096, &back) != FRAME_WHOLE);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

TEST(a_greeting_comes_back)
{
    uint8_t body[HELLO_MAX];
    Hello h = {1, 2, .from = 3, .to = 4, .delivered = 5, .address_length = 4}, back;

    memcpy(h.address, "here", 4);
    uint32_t length = hello_write(body, &h);
    EXPECT_TRUE(hello_read(body, length, &back));
    EXPECT_TRUE(memcmp(&h, &back, sizeof h) == 0);
    EXPECT_FALSE(hello_read(body, length - 1, &back));
    EXPECT_FALSE(hello_read(body, 0, &back));
}

// The size of a message, by its number: some are larger than a part.
static uint32_t size_of(uint64_t number)
{
    uint64_t random = mix64(number);
    return random % 50 == 0 ? 70000 : (uint32_t)(random % 3000);
}

static size_t bytes_between(uint64_t first, uint64_t end)
{
    size_t bytes = 0;
    for (uint64_t i = first; i < end; i++)
        bytes += MESSAGE_HEADER + size_of(i);
    return bytes;
}

// What an outbox must hold after each of many random operations is known from numbers alone.
TEST(an_outbox_counts_parts_as_it_would_messages)
{
    static uint8_t message[70000];
    uint64_t first = 1000, next = first, end = first, messages;
    Rng rng = rng_from(1);
    Outbox o;

    outbox_init(&o, first);
    for (int i = 0; i < 20000; i++) {
        uint64_t chosen = rng_below(&rng, 10);
        if (chosen < 5 && end - first < 200) {
            outbox_add(&o, message, size_of(end++));
        } else if (chosen < 8) {
            size_t most = rng_below(&rng, 3) ? OUTBOX_PART : 5000;
            size_t bytes = outbox_part(&o, most, rng_below(&rng, 2), &messages);
            EXPECT_EQ(bytes, bytes_between(next, next + messages));
            EXPECT_TRUE(bytes <= most || messages == 1);
            outbox_written(&o, bytes, messages);
            next += messages;
        } else if (chosen == 8 && next > first) {
            first += rng_below(&rng, next - first + 1);
            EXPECT_TRUE(outbox_acknowledge(&o, first - 1));
        } else if (end > first && rng_below(&rng, 20) == 0) {
            first = next = first + rng_below(&rng, end - first + 1);
            EXPECT_TRUE(outbox_rewind(&o, first - 1));
        }
        EXPECT_EQ(outbox_count(&o), bytes_between(first, end));
        EXPECT_EQ(outbox_on_the_way(&o), bytes_between(first, next));
        EXPECT_TRUE(o.first == first && o.next == next && o.end == end);
    }
    outbox_drop(&o);
}

TEST(an_outbox_keeps_what_was_not_acknowledged)
{
    Outbox o;
    uint64_t messages;

    outbox_init(&o, 10);
    for (int i = 0; i < 3; i++)
        outbox_add(&o, "abc", 3);
    EXPECT_EQ(outbox_part(&o, 13, false, &messages), 7);  // one fits
    EXPECT_EQ(outbox_part(&o, 14, false, &messages), 14);
    EXPECT_EQ(messages, 2);
    outbox_written(&o, 14, 2);
    EXPECT_FALSE(outbox_acknowledge(&o, 12));  // was not written
    EXPECT_TRUE(outbox_acknowledge(&o, 10));
    EXPECT_EQ(outbox_count(&o), 14);
    EXPECT_EQ(outbox_on_the_way(&o), 7);
    EXPECT_TRUE(outbox_rewind(&o, 10));
    EXPECT_EQ(outbox_on_the_way(&o), 0);
    EXPECT_FALSE(outbox_rewind(&o, 9));  // the peer cannot have forgotten 10
    outbox_drop(&o);
}
