// tests/fuzz/fuzz_frame.c: whatever a stranger or a peer sends, an endpoint takes it or closes.
//
// The first byte says whether the rest goes to the endpoint as it is, or is a recipe for frames
// with right check sums, so that what lies behind the check sum is reached, too. Messages are
// delivered in order, and the memory for what has not arrived whole is within its limit.

#include "fuzz.h"

#include <stdlib.h>

#include "memory.h"
#include "net/net.h"

// An endpoint with one connection and one peer, and how much of what came it may keep: what is not a
// whole frame, in memory that doubles.
enum { SELF = 7, PEER = 9, MEMORY_BASE = 16 << 10, MEMORY_SHARE = 4 };

typedef struct Input {
    const uint8_t *at, *end;
} Input;

static uint64_t expected;

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static void never_dial(void *self, Connection *c, const char *address)
{
    (void)self, (void)c, (void)address;
}

static size_t write_nowhere(void *self, Connection *c, const uint8_t *bytes, size_t count)
{
    (void)self, (void)c, (void)bytes;
    return count;
}

static void close_it(void *self, Connection *c)
{
    (void)c;
    *(bool *)self = true;
}

static void deliver(void *owner, Session *s, const uint8_t *message, uint32_t count)
{
    (void)owner;
    volatile uint8_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum ^= message[i];  // every byte can be read
    (void)sum;
    demand(s->delivered == ++expected);
}

static uint8_t next(Input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

// A frame from the recipe: usually right, with one of its fields off by something.
static size_t make_frame(Input *in, uint8_t *bytes)
{
    uint8_t what = next(in), off = next(in);
    Frame f = {
        .type = (FrameType)(1 + what % (FRAME_TYPES - 1)),
        .epoch = 1 + (off == 255),
        .number = expected + 1 + (uint64_t)(int8_t)next(in) % 4,
        .ack = next(in) % 4,
        .credit = (uint32_t)next(in) << 8,
    };
    uint8_t *body = bytes + FRAME_HEADER;

    if (f.type == FRAME_HELLO && !(what & 0x80)) {
        Hello h = {FRAME_VERSION, FRAME_VERSION, .from = PEER + (off & 1), .to = SELF,
                   .delivered = off >> 1 & 3};
        f.length = hello_write(body, &h);
    } else {
        size_t left = (size_t)(in->end - in->at), count = next(in);
        f.length = (uint32_t)(count < left ? count : left > 0 ? left - 1 : 0);
        for (uint32_t i = 0; i < f.length; i++)
            body[i] = next(in);
    }
    frame_write(bytes, &f, body);
    return FRAME_HEADER + f.length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool is_closed = false;
    uint8_t bytes[FRAME_HEADER + HELLO_MAX + 256];
    EndpointSetup setup = {
        .incarnation = SELF,
        .address = "here",
        .limits = session_limits,
        .first = 1,
        .transport = {&is_closed, never_dial, write_nowhere, close_it, NULL},
        .events = {.deliver = deliver},
    };
    Input in = {data, data + size};

    expected = 0;
    memory_count_begin();
    Endpoint *e = endpoint_new(&setup);
    Connection *c = endpoint_accepted(e, NULL, 0);
    bool is_raw = next(&in) & 1;
    for (uint64_t now = 1; in.at < in.end && !is_closed; now++) {
        if (is_raw) {
            size_t count = (size_t)(in.end - in.at);
            bool goes_on = endpoint_received(c, in.at, count, now);
            demand(goes_on == !is_closed);
            break;
        }
        endpoint_received(c, bytes, make_frame(&in, bytes), now);
        if (!is_closed)
            endpoint_flush(e, now);
    }
    demand(memory_count_most() <= MEMORY_BASE + MEMORY_SHARE * size);
    endpoint_free(e);
    return 0;
}
