// rt/node.h: memory for values that do not fit into a word.
//
// A node is a piece of memory with a reference count. Small nodes come from free lists, one for
// each size in each thread; a thread with too many free pieces leaves some to others. A node
// does not contain its P type; the caller that frees it must know it. But its head contains the
// kind of node, so that values from foreign code can be checked.
//
// Most nodes belong to one thread, which counts their owners without locked instructions. A value
// is marked as shared (value_share) before a second thread may see it; from then on its owners
// are counted atomically. What foreign code makes is shared from the beginning, because nobody
// knows what its threads do with it.

#pragma once

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "plait/foreign.h"
#include "plait/value.h"

// The numbers are unusual, so that other memory is unlikely to contain them.
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
    NODE_TRIE_LEAF,  // parts of the index of a large set or map (rt/trie.h)
    NODE_TRIE_BRANCH,
    NODE_LETTER,  // no value, but an event between two workers (run/inbox.c)
} NodeKind;

// A string. After its text are the machines that it names (rt/value_string.c).
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
    uint32_t machine;  // the number that the host gave the machine
} TextName;

// A string that names machines: at least one. The names ascend and do not overlap.
PWord text_with_names(const char *text, size_t size, const TextName *names, uint64_t count);
// The machines that a string names, in the order of the text.
const TextName *text_names(PWord string, uint64_t *count);
// The text with each machine's name replaced by its kind, which is the same in every host.
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

// Sequences, sets and maps. The elements or keys are items[first] to items[first + count - 1];
// the value of a map's key is `capacity` items after the key. Larger sets and maps have an index
// after the items (rt/value_map.c). Never empty: the empty collection is the word 0.
typedef struct ListNode {
    PNode head;
    uint32_t count;
    uint32_t capacity;
    uint32_t first;
    uint32_t index_bits;  // the index has 2^index_bits slots; 0: there is no index
    PWord items[];
} ListNode;

// What the public headers read of a node.
_Static_assert(offsetof(TupleNode, parts) == sizeof(PNode), "p_tuple_part");
_Static_assert(offsetof(ListNode, count) == sizeof(PNode), "p_size");
_Static_assert(offsetof(ListNode, count) == offsetof(PList, count) &&
                   offsetof(ListNode, capacity) == offsetof(PList, capacity) &&
                   offsetof(ListNode, first) == offsetof(PList, first) &&
                   offsetof(ListNode, items) == sizeof(PList),
               "PList");

// More than LIST_FLAT entries are stored in a tree; then the value begins with a BigNode. So the
// number of entries determines which of the two it is.
enum { LIST_FLAT = 64, LIST_MOST = 0x7fffffff };

struct TreeNode;
struct TrieNode;

typedef struct BigNode {
    PNode head;
    uint32_t count;
    uint32_t capacity;       // always 0, which distinguishes it from a ListNode
    uint32_t next_stamp;     // of a set or map: the stamp of the next new entry
    uint32_t unused;
    struct TreeNode *order;  // the entries in order
    struct TrieNode *index;  // of a set or map: finds the entry with a key
} BigNode;

static inline bool list_is_big(const ListNode *list)
{
    return list->capacity == 0;
}

// -------------------------------------------------------------------------------- memory

// With the address sanitizer each node is allocated by malloc, so that the sanitizer can detect
// a use after free.
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
    NODE_MOST_UNITS = 64,  // larger nodes are allocated by malloc
};

// A free piece of memory.
typedef struct NodePiece {
    struct NodePiece *next;
    struct NodePiece *next_batch;  // only in the first piece of a batch in the depot
} NodePiece;

// The free pieces of one size in one thread.
typedef struct NodeList {
    NodePiece *top;
    uint32_t room;  // 1 + the number of pieces that can be added; 0 before its first use
} NodeList;

extern _Thread_local NodeList node_lists[NODE_MOST_UNITS + 1];

// Set while the thread runs P code: new nodes are its own.
extern _Thread_local bool node_is_local;

// The count of new nodes of threads that do not run P code.
extern uint32_t node_first_count;

static inline uint32_t node_one(void)
{
    return node_is_local ? 1 : __atomic_load_n(&node_first_count, __ATOMIC_RELAXED);
}

void *node_alloc_slow(NodeKind kind, size_t size);
void node_free_slow(void *node);

// A node with one owner. Never NULL: without memory the process ends.
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
    *node = (PNode){.count = node_one(), .units = (uint16_t)units, .kind = (uint16_t)kind};
    return node;
}

// Frees only the node itself; the caller has already released its content.
static inline void node_free(void *node)
{
    NodeList *list = &node_lists[((PNode *)node)->units];
    if (__builtin_expect(list->room <= 1, 0)) {  // always true for nodes of malloc
        node_free_slow(node);
        return;
    }
    NodePiece *piece = node;
    piece->next = list->top;
    list->top = piece;
    __atomic_store_n(&list->room, list->room - 1, __ATOMIC_RELAXED);
}

// Changes the size of a node, which may move it; returns the node.
void *node_resize(void *node, size_t old_size, size_t size);

// From now on new nodes are shared, except those of threads that run P code (node_is_local).
void node_share_between_threads(void);

// Marks the value and everything it holds as shared. The caller's thread is the only one that
// may use it now, or it is shared already (rt/value_share.c).
void value_share_node(const PProgram *p, uint32_t type, PWord node);  // node != 0

static inline void value_share(const PProgram *p, uint32_t type, PWord value)
{
    if (value && p_kind_is_node(p->types[type].kind))
        value_share_node(p, type, value);
}

// Makes the node a constant that is never freed.
void node_pin(PWord node);

// Whether the caller has the only reference to the node, and may change it. Then no other thread
// can see it: it is no longer shared, so what the caller puts into it need not be.
static inline bool node_is_mine(void *node)
{
    PNode *head = node;
    uint32_t now = __atomic_load_n(&head->count, __ATOMIC_ACQUIRE);
    if (now == P_SHARED + 1)
        __atomic_store_n(&head->count, node_one(), __ATOMIC_RELAXED);
    return now == 1 || now == P_SHARED + 1;
}

static inline void *node_of(PWord word)
{
    return (void *)(uintptr_t)word;
}

static inline PWord node_word(const void *node)
{
    return (PWord)(uintptr_t)node;
}

// Checks a word from foreign C. NULL when it is a value of the type; else the name of the type
// that the word, or a part of it, should have. Follows only pointers to nodes
// (rt/value_check.c).
const char *value_fault(const PProgram *p, uint32_t type, PWord word);

// About how many bytes nodes and free pieces have in all threads.
int64_t node_memory(void);
// For a thread with a memory limit. When nodes have more bytes than the limit, `over` is called
// once. A large node that would exceed the limit is refused by a longjmp to `back`, before the
// operation has changed a value. Values that only C variables refer to are leaked then.
typedef struct NodeHost {
    jmp_buf back;
    void (*over)(void *context);
    void *context;
    bool was_told;
} NodeHost;

extern _Thread_local NodeHost *node_host;
void node_set_limit(int64_t bytes);
void node_refuse(void);  // refuses a node that is too large; returns only if there is no host

// The number of nodes in all threads. Exact when no other thread is running.
int64_t node_live_count(void);
