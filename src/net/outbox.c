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
    bytes_drop(&o->parts);
}

static size_t part_count(const Outbox *o)
{
    return bytes_count(&o->parts) / sizeof(OutboxPart);
}

static OutboxPart *part_at(const Outbox *o, size_t index)
{
    assert_debug(index < part_count(o));
    return (OutboxPart *)(void *)(o->parts.memory + o->parts.first) + index;
}

// The part that takes one more message of that size.
static OutboxPart *part_for(Outbox *o, size_t size)
{
    size_t count = part_count(o);

    // What was written as a whole is acknowledged as a whole.
    if (count > 0 && o->next_part < count && part_at(o, count - 1)->bytes + size <= OUTBOX_PART)
        return part_at(o, count - 1);
    bytes_add(&o->parts, &(OutboxPart){0}, sizeof(OutboxPart));
    return part_at(o, count);
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
    OutboxPart *part = part_for(o, MESSAGE_HEADER + count);
    part->bytes += MESSAGE_HEADER + count;
    part->end = ++o->end;
}

static size_t size_at(const Outbox *o, size_t at)
{
    assert_debug(at + MESSAGE_HEADER <= bytes_count(&o->bytes));
    return MESSAGE_HEADER + message_length(bytes_front(&o->bytes) + at);
}

// Removes all up to `number`: whole parts, and messages of the part after them. `next` is left to
// the caller. Returns how many bytes they were.
static size_t remove_until(Outbox *o, uint64_t number)
{
    size_t bytes = 0, done = 0, some = 0;

    while (done < part_count(o) && part_at(o, done)->end <= number + 1) {
        bytes += part_at(o, done)->bytes;
        o->first = part_at(o, done++)->end;
    }
    for (; o->first <= number; o->first++)
        some += size_at(o, bytes + some);
    if (some)
        part_at(o, done)->bytes -= some;
    bytes_take(&o->parts, done * sizeof(OutboxPart));
    bytes_take(&o->bytes, bytes + some);
    return bytes + some;
}

bool outbox_acknowledge(Outbox *o, uint64_t number)
{
    size_t before = part_count(o);

    if (number >= o->next)
        return false;
    if (number < o->first)
        return true;
    size_t bytes = remove_until(o, number);
    assert(bytes <= o->next_at);
    o->next_at -= bytes;
    o->next_part -= before - part_count(o);
    if (o->next_part == 0)
        o->next_in = o->next_at;
    return true;
}

bool outbox_rewind(Outbox *o, uint64_t number)
{
    if (number + 1 < o->first || number >= o->end)
        return false;

    // The peer may have got more than was known to be written: a connection takes what was written,
    // and closes before it is acknowledged.
    remove_until(o, number);
    o->next = o->first;
    o->next_at = o->next_part = o->next_in = 0;
    return true;
}

size_t outbox_part(const Outbox *o, size_t bytes_max, bool must, uint64_t *messages)
{
    size_t bytes = 0, all = bytes_count(&o->bytes);

    *messages = 0;
    if (o->next_in == 0 && o->next_part < part_count(o)) {
        const OutboxPart *part = part_at(o, o->next_part);
        if (part->bytes <= bytes_max) {
            *messages = part->end - o->next;
            return part->bytes;
        }
    }
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
    o->next_in += bytes;
    while (o->next_part < part_count(o) && o->next_in >= part_at(o, o->next_part)->bytes)
        o->next_in -= part_at(o, o->next_part++)->bytes;
}
