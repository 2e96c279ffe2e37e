// run/queue.h: events on their way into a machine.
//
// A ring that doubles. It begins with nothing, because most machines of a large
// program wait for an event that has not been sent yet.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "plait/runtime.h"

typedef struct Message {
    PWord payload;  // owned, of the event's payload type
    uint32_t event;
} Message;

typedef struct Queue {
    Message *items;
    uint32_t first;
    uint32_t count;
    uint32_t capacity;  // zero or a power of two
} Queue;

void queue_grow(Queue *q);
// The same in two parts, for who must not allocate while others wait: memory for so many
// messages, then the queue in it. What comes back, the memory it had before, is to be freed.
uint32_t queue_next_capacity(const Queue *q);
Message *queue_room(uint32_t capacity);
Message *queue_move(Queue *q, Message *room, uint32_t capacity);
void queue_drop(const PProgram *p, Queue *q);  // with the payloads in it

// A queue that once was long and holds little now gives memory back.
void queue_rest(Queue *q);
bool queue_is_loose(const Queue *q);  // whether it would

// Closes the gap between the first `kept` items and those from `next` on.
void queue_close(Queue *q, uint32_t kept, uint32_t next);

static inline Message *queue_at(const Queue *q, uint32_t i)
{
    assert_debug(i < q->capacity);
    return &q->items[(q->first + i) & (q->capacity - 1)];
}

static inline bool queue_is_full(const Queue *q)
{
    return q->count == q->capacity;
}

static inline void queue_push(Queue *q, Message m)
{
    if (queue_is_full(q))
        queue_grow(q);
    *queue_at(q, q->count++) = m;
}

// The queue is not empty.
static inline Message queue_pop(Queue *q)
{
    assert_debug(q->count > 0 && q->first < q->capacity);
    Message m = q->items[q->first];
    q->first = (q->first + 1) & (q->capacity - 1);
    q->count--;
    return m;
}
