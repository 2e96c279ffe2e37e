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

static inline void queue_push(Queue *q, Message m)
{
    if (q->count == q->capacity)
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
