// net/outbox.c: messages that the peer has not acknowledged.

#include "net/outbox.h"

#include <string.h>

#include "base/err.h"
#include "net/frame.h"

void outbox_init(Outbox *o, uint64_t first)
{
    assert(first > 0);
    *o = (Outbox){.first = first, .next = first, .end = first};
}

void outbox_drop(Outbox *o)
{
    bytes_drop(&o->bytes);
}

void outbox_add(Outbox *o, const void *message, uint32_t count)
{
    uint8_t *at = bytes_room(&o->bytes, MESSAGE_HEADER + count);

    assert(count <= MESSAGE_MAX);
    for (int i = 0; i < MESSAGE_HEADER; i++)
        at[i] = (uint8_t)(count >> 8 * i);
    if (count)
        memcpy(at + MESSAGE_HEADER, message, count);
    bytes_added(&o->bytes, MESSAGE_HEADER + count);
    o->end++;
}

static size_t size_at(const Outbox *o, size_t at)
{
    assert_debug(at + MESSAGE_HEADER <= bytes_count(&o->bytes));
    return MESSAGE_HEADER + message_length(bytes_front(&o->bytes) + at);
}

bool outbox_acknowledge(Outbox *o, uint64_t number)
{
    size_t bytes = 0;

    if (number >= o->next)
        return false;
    for (; o->first <= number; o->first++)
        bytes += size_at(o, bytes);
    assert(bytes <= o->next_at);
    bytes_take(&o->bytes, bytes);
    o->next_at -= bytes;
    return true;
}

bool outbox_rewind(Outbox *o, uint64_t number)
{
    if (number + 1 < o->first || number >= o->end)
        return false;

    // The peer may have got more than was known to be written: a connection takes what was written,
    // and closes before it is acknowledged.
    o->next = o->first;
    o->next_at = 0;
    while (o->next <= number) {
        o->next_at += size_at(o, o->next_at);
        o->next++;
    }
    return outbox_acknowledge(o, number);
}

size_t outbox_part(const Outbox *o, size_t bytes_max, bool must, uint64_t *messages)
{
    size_t bytes = 0, all = bytes_count(&o->bytes);

    *messages = 0;
    while (o->next_at + bytes < all) {
        size_t size = size_at(o, o->next_at + bytes);
        if (bytes + size > bytes_max && !(must && *messages == 0))
            break;
        bytes += size;
        ++*messages;
    }
    return bytes;
}

void outbox_written(Outbox *o, size_t bytes, uint64_t messages)
{
    o->next_at += bytes;
    o->next += messages;
    assert(o->next_at <= bytes_count(&o->bytes) && o->next <= o->end);
}
