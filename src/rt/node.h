// rt/node.h: where values live that do not fit into a word.
//
// A node is a counted piece of memory. Small ones come from lists of free pieces,
// a list for each size in each thread; what one thread frees too much of, others
// can take. A node does not know its type: whoever frees it says.
//
// Counts are plain numbers until node_share_between_threads() is called, and
// changed atomically from then on.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "plait/foreign.h"
#include "plait/value.h"

typedef struct TextNode {
    PNode head;
    uint64_t size;
    char text[];  // NUL-terminated
} TextNode;

typedef struct TupleNode {
    PNode head;
    PWord parts[];
} TupleNode;

typedef struct BoxNode {
    PNode head;
    uint32_t type;  // never an `any`
    PWord value;    // never null
} BoxNode;

typedef struct ForeignNode {
    PNode head;
    const PForeignType *type;
    void *value;  // never NULL
} ForeignNode;

// Sequences, sets and maps. The elements or keys are items[first] to
// items[first + count - 1]; those of maps have their value `capacity` further on.
// Large sets and maps have an index behind that (rt/value_map.c). Never empty:
// the empty collection is the word 0.
typedef struct ListNode {
    PNode head;
    uint32_t count;
    uint32_t capacity;
    uint32_t first;
    uint32_t index_bits;  // the index has 2^index_bits places; 0: there is none
    PWord items[];
} ListNode;

// Held once. Never NULL: without memory the process ends.
void *node_alloc(size_t size);
void node_free(void *node);  // only the memory

// The same node in a larger or smaller piece of memory; it may have moved.
void *node_resize(void *node, size_t old_size, size_t size);

// To be called while there is only one thread.
void node_share_between_threads(void);

// The node is never freed: it is a constant.
void node_pin(PWord node);

// Whether nobody but the caller, who holds it, can see the node.
static inline bool node_is_mine(const void *node)
{
    return __atomic_load_n(&((const PNode *)node)->count, __ATOMIC_ACQUIRE) == 1;
}

static inline void *node_of(PWord word)
{
    return (void *)(uintptr_t)word;
}

static inline PWord node_word(const void *node)
{
    return (PWord)(uintptr_t)node;
}

// How many nodes there are, in all threads. Exact when no other thread works.
int64_t node_live_count(void);
