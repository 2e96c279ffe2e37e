// run/queue.c: growing, shrinking and taking from the middle.

#include "run/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

enum {
    QUEUE_FIRST = 4,   // one cache line
    QUEUE_SMALL = 32,  // an idle queue of at most this capacity never shrinks
    QUEUE_LOOSE = 8,   // a queue shrinks if its capacity is more than this times its count
};

static void resize(Queue *q, uint32_t capacity)
{
    assert(q->count <= capacity && (capacity & (capacity - 1)) == 0);
    Message *room = malloc(capacity * sizeof *room);
    if (!room)
        die_out_of_memory(capacity * sizeof *room);
    if (q->count) {
        uint32_t to_end = q->capacity - q->first;
        uint32_t front = q->count < to_end ? q->count : to_end;
        memcpy(room, q->items + q->first, front * sizeof *room);
        memcpy(room + front, q->items, (q->count - front) * sizeof *room);
    }
    free(q->items);
    *q = (Queue){.items = room, .count = q->count, .capacity = capacity};
}

void queue_grow(Queue *q)
{
    if (q->capacity > UINT32_MAX / 2)
        die("a machine has more than %u events in its queue", q->capacity);
    resize(q, q->capacity ? q->capacity * 2 : QUEUE_FIRST);
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

bool queue_is_loose(const Queue *q)
{
    return q->capacity > QUEUE_SMALL && q->count < q->capacity / QUEUE_LOOSE;
}

void queue_rest(Queue *q)
{
    if (!queue_is_loose(q))
        return;
    if (q->count == 0) {
        free(q->items);
        *q = (Queue){0};
        return;
    }
    uint32_t capacity = QUEUE_SMALL;
    while (capacity < q->count)
        capacity *= 2;
    resize(q, capacity);
}

void queue_close(Queue *q, uint32_t kept, uint32_t next)
{
    assert(kept <= next && next <= q->count);
    uint32_t gap = next - kept, behind = q->count - next;

    // Moves the shorter side.
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
