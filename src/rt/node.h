// rt/node.h: where values live that do not fit into a word.
//
// A node is a counted piece of memory. Small ones come from lists of free pieces,
// a list for each size in each thread; what one thread frees too much of, others
// can take. A node does not know its type, whoever frees it says; but what kind of node
// it is stands in its head, so that values from foreign code can be checked.
//
// Counts are plain numbers until node_share_between_threads() is called, and
// changed atomically from then on.

#pragma once

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "plait/foreign.h"
#include "plait/value.h"

// A string. Behind its text stand the machines that it names (rt/value_string.c).
// Numbers that memory does not hold by chance.
typedef enum NodeKind {
    NODE_TEXT = 0x5a01,
    NODE_TUPLE,
    NODE_BOX,
    NODE_FOREIGN,
    NODE_SEQ,
    NODE_SET,
    NODE_MAP,
    NODE_LEAF,  // parts of a large sequence, set or map (rt/tree.h)
    NODE_BRANCH,
} NodeKind;

typedef struct TextNode {
    PNode head;
    uint64_t size;
    uint64_t name_count;
    char text[];  // NUL-terminated
} TextNode;

// `size` bytes of a text, from `at`, are the name of a machine.
typedef struct TextName {
    uint64_t at;
    uint32_t size;
    uint32_t machine;  // as the host numbers machines
} TextName;

// The machines that a string names, in the order of the text.
const TextName *text_names(PWord string, uint64_t *count);
// The text with each name cut down to the machine's kind: the same in every host.
void text_skeleton(PWord string, Buf *out);

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

// More than LIST_FLAT entries are kept in a tree: a value begins with this node then. So the
// number of entries alone says which of the two it is.
enum { LIST_FLAT = 64, LIST_MOST = 0x7fffffff };

struct TreeNode;

typedef struct BigNode {
    PNode head;
    uint32_t count;
    uint32_t capacity;       // 0: how it is told from a ListNode
    uint32_t next_stamp;     // of a set or map: for the next new entry
    uint32_t unused;
    struct TreeNode *order;  // the entries in order
    struct TreeNode *index;  // of a set or map: where the entry with a key is
} BigNode;

static inline bool list_is_big(const ListNode *list)
{
    return list->capacity == 0;
}

// -------------------------------------------------------------------------------- memory

// With the address sanitizer each node is a malloc of its own, so that it can see
// who uses what is gone.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NODE_BY_MALLOC 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define NODE_BY_MALLOC 1
#endif
#ifndef NODE_BY_MALLOC
#define NODE_BY_MALLOC 0
#endif

enum {
    NODE_UNIT = 8,         // sizes are multiples of it
    NODE_MOST_UNITS = 64,  // what is larger comes from malloc
};

// A piece of memory that is free.
typedef struct NodePiece {
    struct NodePiece *next;
    struct NodePiece *next_batch;  // in the depot, of the first piece of a batch
} NodePiece;

// The free pieces of one size in one thread.
typedef struct NodeList {
    NodePiece *top;
    uint32_t room;  // how many more it may hold, 1 when it is full; 0 before its first use
} NodeList;

extern _Thread_local NodeList node_lists[NODE_MOST_UNITS + 1];

void *node_alloc_slow(NodeKind kind, size_t size);
void node_free_slow(void *node);

// Held once. Never NULL: without memory the process ends.
static inline void *node_alloc(NodeKind kind, size_t size)
{
    size_t units = (size + NODE_UNIT - 1) / NODE_UNIT;
    if (NODE_BY_MALLOC || units > NODE_MOST_UNITS)
        return node_alloc_slow(kind, size);
    NodeList *list = &node_lists[units];
    NodePiece *piece = list->top;
    if (__builtin_expect(!piece, 0))
        return node_alloc_slow(kind, size);
    list->top = piece->next;
    __atomic_store_n(&list->room, list->room + 1, __ATOMIC_RELAXED);
    PNode *node = (PNode *)piece;
    *node = (PNode){.count = 1, .units = (uint16_t)units, .kind = (uint16_t)kind};
    return node;
}

// Only the memory; what it holds is the caller's.
static inline void node_free(void *node)
{
    NodeList *list = &node_lists[((PNode *)node)->units];
    if (__builtin_expect(list->room <= 1, 0)) {  // always so for those of malloc
        node_free_slow(node);
        return;
    }
    NodePiece *piece = node;
    piece->next = list->top;
    list->top = piece;
    __atomic_store_n(&list->room, list->room - 1, __ATOMIC_RELAXED);
}

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

// Of a word that C gives us: the name of the type that it, or something in it, is not of;
// NULL when it is a value of the type. Nothing is followed that is no node (rt/value_check.c).
const char *value_fault(const PProgram *p, uint32_t type, PWord word);

// Bytes that nodes take in all threads, and pieces that are free for new ones; about.
int64_t node_memory(void);
// Whom a thread works for, if he wants to keep to a limit. When there are more bytes than
// that he is told once; a large node with which there would be more is refused, by a jump to
// `back`, before the value it is for has changed. What C held in variables is lost then.
typedef struct NodeHost {
    jmp_buf back;
    void (*over)(void *context);
    void *context;
    bool was_told;
} NodeHost;

extern _Thread_local NodeHost *node_host;
void node_set_limit(int64_t bytes);
void node_refuse(void);  // a node that cannot be; comes back when there is no host

// How many nodes there are, in all threads. Exact when no other thread works.
int64_t node_live_count(void);
