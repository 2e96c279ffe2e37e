// tests/unit/frame_test.c: frames and greetings as bytes.

#include "test.h"

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
