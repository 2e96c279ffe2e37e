// net/frame.c: frames and greetings as bytes.

#include "net/frame.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"

// ------------------------------------------------------------------------------- numbers

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

// -------------------------------------------------------------------------------- frames

enum { AT_CHECK = 36 };

// Of a whole frame.
static uint32_t check_sum(const uint8_t *header, const uint8_t *body, uint32_t length)
{
    return (uint32_t)XXH3_64bits_withSeed(header, AT_CHECK, XXH3_64bits(body, length));
}

void frame_write(uint8_t *header, const Frame *f, const uint8_t *body)
{
    assert(f->type > 0 && f->type < FRAME_TYPES && f->length <= FRAME_BODY_MAX);
    put(header, FRAME_MAGIC, 2);
    header[2] = FRAME_VERSION;
    header[3] = (uint8_t)f->type;
    put(header + 4, f->length, 4);
    put(header + 8, f->epoch, 8);
    put(header + 16, f->number, 8);
    put(header + 24, f->ack, 8);
    put(header + 32, f->credit, 4);
    put(header + AT_CHECK, check_sum(header, body, f->length), 4);
}

FrameRead frame_read(const uint8_t *bytes, size_t count, uint32_t body_max, Frame *f)
{
    assert(body_max <= FRAME_BODY_MAX);
    if (count < FRAME_HEADER)
        return FRAME_PART;
    if (get(bytes, 2) != FRAME_MAGIC || bytes[2] != FRAME_VERSION)
        return FRAME_BAD;
    if (bytes[3] == 0 || bytes[3] >= FRAME_TYPES)
        return FRAME_BAD;

    uint64_t length = get(bytes + 4, 4);
    if (length > body_max)
        return FRAME_BAD;
    if (count - FRAME_HEADER < length)
        return FRAME_PART;
    if (get(bytes + AT_CHECK, 4) != check_sum(bytes, bytes + FRAME_HEADER, (uint32_t)length))
        return FRAME_BAD;
    *f = (Frame){
        .type = (FrameType)bytes[3],
        .length = (uint32_t)length,
        .epoch = get(bytes + 8, 8),
        .number = get(bytes + 16, 8),
        .ack = get(bytes + 24, 8),
        .credit = (uint32_t)get(bytes + 32, 4),
    };
    return FRAME_WHOLE;
}

// ------------------------------------------------------------------------------ greetings

uint32_t hello_write(uint8_t *body, const Hello *h)
{
    uint8_t *at = body;

    put(at, h->version_min, 2), at += 2;
    put(at, h->version_max, 2), at += 2;
    memcpy(at, h->cluster, CLUSTER_ID), at += CLUSTER_ID;
    memcpy(at, h->program, PROGRAM_HASH), at += PROGRAM_HASH;
    put(at, h->from, 8), at += 8;
    put(at, h->to, 8), at += 8;
    put(at, h->delivered, 8), at += 8;
    *at++ = h->address_length;
    memcpy(at, h->address, h->address_length), at += h->address_length;
    assert(at - body <= HELLO_MAX);
    return (uint32_t)(at - body);
}

bool hello_read(const uint8_t *body, uint32_t length, Hello *h)
{
    const uint32_t fixed = HELLO_MAX - ADDRESS_MAX;
    const uint8_t *at = body;

    if (length < fixed || length != fixed + body[fixed - 1])
        return false;
    *h = (Hello){0};
    h->version_min = (uint16_t)get(at, 2), at += 2;
    h->version_max = (uint16_t)get(at, 2), at += 2;
    memcpy(h->cluster, at, CLUSTER_ID), at += CLUSTER_ID;
    memcpy(h->program, at, PROGRAM_HASH), at += PROGRAM_HASH;
    h->from = get(at, 8), at += 8;
    h->to = get(at, 8), at += 8;
    h->delivered = get(at, 8), at += 8;
    h->address_length = *at++;
    memcpy(h->address, at, h->address_length);
    return h->version_min <= h->version_max && h->from != 0;
}
