// tests/conformance/tutorials/PriorityQueue.c: what P's tutorial of that name leaves to C.
//
// A queue is an array of elements, the most urgent first; among equal ones the older comes
// first. A value that others can see never changes: each function makes a new queue.

#include <stdlib.h>
#include <string.h>

#include <plait/foreign.h>

typedef struct Element {
    PWord value;  // an `any`
    int64_t priority;
} Element;

typedef struct Queue {
    const PProgram *program;
    uint32_t any;  // the type
    size_t count;
    Element elements[];
} Queue;

static int queue_compare(const void *left, const void *right)
{
    const Queue *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (size_t i = 0; i < a->count; i++) {
        const Element *x = &a->elements[i], *y = &b->elements[i];
        int order = x->priority != y->priority ? (x->priority < y->priority ? -1 : 1)
                                               : p_compare(a->program, a->any, x->value, y->value);
        if (order)
            return order;
    }
    return 0;
}

static uint64_t queue_hash(const void *value)
{
    const Queue *q = value;
    uint64_t hash = q->count;
    for (size_t i = 0; i < q->count; i++)
        hash = hash * 31 + p_hash(q->program, q->any, q->elements[i].value) +
               (uint64_t)q->elements[i].priority;
    return hash;
}

static void queue_release(void *value)
{
    Queue *q = value;
    for (size_t i = 0; i < q->count; i++)
        p_release(q->program, q->any, q->elements[i].value);
    free(q);
}

const PForeignType P_FOREIGN_tPriorityQueue = {
    .name = "tPriorityQueue",
    .compare = queue_compare,
    .hash = queue_hash,
    .release = queue_release,
};

static uint32_t any_type(const PProgram *p)
{
    uint32_t type = 0;
    while (type < p->type_count && p->types[type].kind != P_TYPE_ANY)
        type++;
    return type;
}

// A queue with room for so many elements, and none in it yet.
static Queue *queue_new(PForeignCall *call, size_t room)
{
    Queue *q = calloc(1, sizeof *q + room * sizeof *q->elements);
    if (!q)
        abort();
    q->program = call->program;
    q->any = any_type(call->program);
    return q;
}

static void push(Queue *q, Element e)
{
    p_retain(q->program, q->any, e.value);
    q->elements[q->count++] = e;
}

static PWord word_of(Queue *q)
{
    return p_foreign(&P_FOREIGN_tPriorityQueue, q);
}

// The first argument, which no function takes as null.
static const Queue *queue_of(PForeignCall *call)
{
    const Queue *q = p_arg_foreign(call, 0);
    if (!q)
        p_foreign_fail(call, "the queue is null");
    return q;
}

// fun CreatePriorityQueue(): tPriorityQueue
bool P_FUN_CreatePriorityQueue(PForeignCall *call)
{
    return p_result(call, word_of(queue_new(call, 0)));
}

// Takes the value.
static bool add(PForeignCall *call, PWord value, int64_t priority)
{
    const Queue *old = queue_of(call);
    if (!old) {
        p_release(call->program, any_type(call->program), value);
        return false;
    }
    Queue *q = queue_new(call, old->count + 1);
    size_t i = 0;
    for (; i < old->count && old->elements[i].priority >= priority; i++)
        push(q, old->elements[i]);
    push(q, (Element){.value = value, .priority = priority});
    for (; i < old->count; i++)
        push(q, old->elements[i]);
    p_release(call->program, q->any, value);
    return p_result(call, word_of(q));
}

// fun AddElement(queue: tPriorityQueue, elem: any, priority: int): tPriorityQueue
bool P_FUN_AddElement(PForeignCall *call)
{
    PWord value = p_retain(call->program, call->arg_types[1], p_arg(call, 1));
    return add(call, value, p_arg_int(call, 2));
}

// machine Client: fun AddIntToQueue(queue: tPriorityQueue, elem: int, p: int): tPriorityQueue
bool P_FUN_Client_AddIntToQueue(PForeignCall *call)
{
    PWord value = p_box(call->program, call->arg_types[1], p_arg(call, 1));
    return add(call, value, p_arg_int(call, 2));
}

// fun ChooseElement(queue: tPriorityQueue): any
//
// Any element will do; the same one each time, because a check repeats what it does.
bool P_FUN_ChooseElement(PForeignCall *call)
{
    const Queue *q = queue_of(call);
    if (!q || q->count == 0)
        return q && p_foreign_fail(call, "the queue is empty");
    return p_result(call, p_retain(q->program, q->any, q->elements[q->count / 2].value));
}

// fun RemoveElement(queue: tPriorityQueue): (element: any, queue: tPriorityQueue)
bool P_FUN_RemoveElement(PForeignCall *call)
{
    const Queue *old = queue_of(call);
    if (!old || old->count == 0)
        return old && p_foreign_fail(call, "the queue is empty");
    Queue *q = queue_new(call, old->count - 1);
    for (size_t i = 1; i < old->count; i++)
        push(q, old->elements[i]);
    PWord first = p_retain(old->program, old->any, old->elements[0].value);
    return p_result(call, p_tuple((PWord[]){first, word_of(q)}, 2));
}

// fun CountElement(queue: tPriorityQueue): int
bool P_FUN_CountElement(PForeignCall *call)
{
    const Queue *q = queue_of(call);
    return q && p_result(call, (PWord)q->count);
}

P_PURE(CreatePriorityQueue);
P_PURE(AddElement);
P_PURE(Client_AddIntToQueue);
P_PURE(ChooseElement);
P_PURE(RemoveElement);
P_PURE(CountElement);
