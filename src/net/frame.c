// net/frame.c: frames and greetings as bytes.

#include "net/frame.h"

#include <string.h>

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

// ---------------------------------------------------------------------------- check sums

// One byte at a time; the table is that of the polynomial 0x1edc6f41, reflected.
static uint32_t crc_by_table(uint32_t crc, const uint8_t *bytes, size_t count)
{
    static uint32_t table[256];
    static _Atomic bool is_made;

    if (!is_made) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++)
                c = c & 1 ? c >> 1 ^ 0x82f63b78u : c >> 1;
            __atomic_store_n(&table[i], c, __ATOMIC_RELAXED);
        }
        is_made = true;
    }
    for (size_t i = 0; i < count; i++)
        crc = __atomic_load_n(&table[(crc ^ bytes[i]) & 0xff], __ATOMIC_RELAXED) ^ crc >> 8;
    return crc;
}

#ifdef __x86_64__
__attribute__((target("sse4.2"))) static uint32_t crc_by_instruction(uint32_t crc,
                                                                     const uint8_t *bytes,
                                                                     size_t count)
{
    uint64_t wide = crc;

    for (; count >= 8; count -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    crc = (uint32_t)wide;
    for (; count > 0; count--)
        crc = __builtin_ia32_crc32qi(crc, *bytes++);
    return crc;
}
#endif

uint32_t crc32c_plain(uint32_t crc, const uint8_t *bytes, size_t count)
{
    return ~crc_by_table(~crc, bytes, count);
}

uint32_t crc32c(uint32_t crc, const uint8_t *bytes, size_t count)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("sse4.2"))
        return ~crc_by_instruction(~crc, bytes, count);
#endif
    return crc32c_plain(crc, bytes, count);
}

// -------------------------------------------------------------------------------- frames

enum { AT_CRC = 36 };

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
    put(header + AT_CRC, 0, 4);
    put(header + AT_CRC, crc32c(crc32c(0, header, FRAME_HEADER), body, f->length), 4);
}

static bool crc_is_right(const uint8_t *bytes, uint32_t length)
{
    uint8_t header[FRAME_HEADER];

    memcpy(header, bytes, AT_CRC);
    memset(header + AT_CRC, 0, 4);
    uint32_t crc = crc32c(crc32c(0, header, FRAME_HEADER), bytes + FRAME_HEADER, length);
    return crc == get(bytes + AT_CRC, 4);
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
    if (!crc_is_right(bytes, (uint32_t)length))
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
