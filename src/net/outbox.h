// net/outbox.h: messages that the peer has not acknowledged.
//
// They are kept as they are on the wire, one after the other, so that a frame is a copy of a
// part of the outbox. `next` is the first message that was not written to this connection. After a
// new connection it goes back to the first one that the peer has not got.
//
// Parts are counted while messages are added: usually one is written, and later acknowledged, as a
// whole, without a look at its messages.
//
// Invariant: the parts are not empty, and have all messages, each once.

#pragma once

#include <stdbool.h>

#include "net/bytes.h"

enum { OUTBOX_PART = 64 << 10 };  // bytes of a part that has more than one message

typedef struct OutboxPart {
    uint64_t end;  // number after its last message
    size_t bytes;
} OutboxPart;

typedef struct Outbox {
    Bytes bytes;
    Bytes parts;      // OutboxPart
    uint64_t first;   // number of the first message in it
    uint64_t next;    // number of the first one not yet written
    uint64_t end;     // number of the message that will be added next
    size_t next_at;   // where `next` is, from the front
    size_t next_part;  // the part where it is; the number of parts when all is written
    size_t next_in;   // where it is in that part
} Outbox;

void outbox_init(Outbox *o, uint64_t first);  // numbers begin here
void outbox_drop(Outbox *o);

void outbox_add(Outbox *o, const void *message, uint32_t count);

// All up to `number` have been delivered. False when such a message was never written.
bool outbox_acknowledge(Outbox *o, uint64_t number);
// All after `number` are written again. False when the outbox cannot do that.
bool outbox_rewind(Outbox *o, uint64_t number);

// How many bytes, from `next` on, make a body of at most `bytes_max` bytes. At least one message,
// when `must` is set and there is one.
size_t outbox_part(const Outbox *o, size_t bytes_max, bool must, uint64_t *messages);
// That part has been written.
void outbox_written(Outbox *o, size_t bytes, uint64_t messages);

// Bytes that are in the outbox; bytes that were written and are not acknowledged.
static inline size_t outbox_count(const Outbox *o)
{
    return bytes_count(&o->bytes);
}

static inline size_t outbox_on_the_way(const Outbox *o)
{
    return o->next_at;
}
