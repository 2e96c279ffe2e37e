// run/queue.c: growing, shrinking and taking from the middle.

#include "run/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

enum {
    QUEUE_FIRST = 4,      // one cache line
    QUEUE_SMALL = 32768,  // what an empty queue may keep
};

void queue_grow(Queue *q)
{
    if (q->capacity > UINT32_MAX / 2)
        die("a machine has more than %u events in its queue", q->capacity);
    uint32_t capacity = q->capacity ? q->capacity * 2 : QUEUE_FIRST;
    Message *items = malloc(capacity * sizeof *items);
    if (!items)
        die_out_of_memory(capacity * sizeof *items);

    if (q->count) {
        uint32_t to_end = q->capacity - q->first;
        uint32_t front = q->count < to_end ? q->count : to_end;
        memcpy(items, q->items + q->first, front * sizeof *items);
        memcpy(items + front, q->items, (q->count - front) * sizeof *items);
    }
    free(q->items);
    *q = (Queue){.items = items, .count = q->count, .capacity = capacity};
}

void queue_drop(const PProgram *p, Queue *q)
{
    while (q->count) {
        Message m = queue_pop(q);
        p_release(p, p->events[m.event].payload, m.payload);
    }
    free(q->items);
    *q = (Queue){0};
}

void queue_rest(Queue *q)
{
    if (q->count == 0 && q->capacity > QUEUE_SMALL) {
        free(q->items);
        *q = (Queue){0};
    }
}

void queue_close(Queue *q, uint32_t kept, uint32_t next)
{
    uint32_t gap = next - kept, behind = q->count - next;

    // The shorter side moves.
    if (kept < behind) {
        for (uint32_t i = kept; i > 0; i--)
            *queue_at(q, i - 1 + gap) = *queue_at(q, i - 1);
        q->first = (q->first + gap) & (q->capacity - 1);
    } else {
        for (uint32_t i = 0; i < behind; i++)
            *queue_at(q, kept + i) = *queue_at(q, next + i);
    }
    q->count -= gap;
}
