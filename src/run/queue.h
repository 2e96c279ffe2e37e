// run/queue.h: queues of events of a machine.
//
// A ring buffer that doubles when it is full. It begins without memory, because most machines
// of a large program wait for an event that has not been sent yet.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "plait/runtime.h"

typedef struct Message {
    PWord payload;  // owned; of the event's payload type
    uint32_t event;
} Message;

typedef struct Queue {
    Message *items;
    uint32_t first;
    uint32_t count;
    uint32_t capacity;  // zero or a power of two
} Queue;

void queue_grow(Queue *q);
void queue_drop(const PProgram *p, Queue *q);  // releases the payloads, too

// Frees memory if the queue was long once and has few events now.
void queue_rest(Queue *q);
bool queue_is_loose(const Queue *q);  // whether queue_rest would free memory

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

// The queue must not be empty.
static inline Message queue_pop(Queue *q)
{
    assert_debug(q->count > 0 && q->first < q->capacity);
    Message m = q->items[q->first];
    q->first = (q->first + 1) & (q->capacity - 1);
    q->count--;
    return m;
}
