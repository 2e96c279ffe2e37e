// rt/value_seq.c: tuples and sequences.
//
// A sequence is an array with room at both ends, so that programs can use it as a stack or a
// queue at either end. Inserting and removing move the shorter side. More than LIST_FLAT elements
// are stored in a tree (rt/value_big.c).

#include <inttypes.h>

#include "base/err.h"
#include "rt/value_impl.h"

// -------------------------------------------------------------------------------- tuples

// A free piece of memory contains two pointers (rt/node.h). So even an empty tuple, which foreign
// C may create, has room for one part.
static inline TupleNode *tuple_new(uint32_t count)
{
    size_t size = sizeof(TupleNode) + (count ? count : 1) * sizeof(PWord);
    assert_debug(size >= sizeof(NodePiece));
    return node_alloc(NODE_TUPLE, size);
}

PWord p_tuple(const PWord *parts, uint32_t count)
{
    TupleNode *tuple = tuple_new(count);
    for (uint32_t i = 0; i < count; i++)
        tuple->parts[i] = parts[i];
    return node_word(tuple);
}

PWord p_tuple2(PWord a, PWord b)
{
    TupleNode *tuple = tuple_new(2);
    tuple->parts[0] = a;
    tuple->parts[1] = b;
    return node_word(tuple);
}

PWord p_tuple3(PWord a, PWord b, PWord c)
{
    TupleNode *tuple = tuple_new(3);
    tuple->parts[0] = a;
    tuple->parts[1] = b;
    tuple->parts[2] = c;
    return node_word(tuple);
}

PWord p_tuple4(PWord a, PWord b, PWord c, PWord d)
{
    TupleNode *tuple = tuple_new(4);
    tuple->parts[0] = a;
    tuple->parts[1] = b;
    tuple->parts[2] = c;
    tuple->parts[3] = d;
    return node_word(tuple);
}

// Makes the tuple safe to change: copies it if it is shared.
static TupleNode *tuple_own(const PProgram *p, uint32_t type, PWord *place)
{
    TupleNode *old = node_of(*place);
    assert_debug(p->types[type].kind >= P_TYPE_TUPLE && old);
    if (node_is_mine(old))
        return old;

    const PType *t = &p->types[type];
    TupleNode *tuple = tuple_new(t->count);
    for (uint32_t i = 0; i < t->count; i++)
        tuple->parts[i] = p_retain(p, t->parts[i], old->parts[i]);
    p_release_node(p, type, *place);
    *place = node_word(tuple);
    return tuple;
}

void p_tuple_set(const PProgram *p, uint32_t type, PWord *tuple, uint32_t i, PWord value)
{
    assert_debug(i < p->types[type].count);
    PWord *part = &tuple_own(p, type, tuple)->parts[i];
    PWord old = *part;
    *part = value;
    p_release(p, p->types[type].parts[i], old);
}

PWord p_tuple_take(const PProgram *p, uint32_t type, PWord *tuple, uint32_t i)
{
    assert_debug(i < p->types[type].count);
    PWord *part = &tuple_own(p, type, tuple)->parts[i];
    PWord value = *part;
    *part = 0;
    return value;
}

// --------------------------------------------------------------------------------- lists

enum { LEAST_CAPACITY = 4 };

ListNode *list_new(NodeKind kind, uint32_t capacity, uint32_t index_bits)
{
    uint32_t width = kind == NODE_MAP ? 2 : 1;
    ListNode *list = node_alloc(kind, list_size(capacity, width, index_bits));
    list->count = 0;
    list->capacity = capacity;
    list->first = 0;
    list->index_bits = index_bits;
    return list;
}

ListNode *list_copy(const ListNode *list, uint32_t width)
{
    assert(list->count > 0 && list->first + list->count <= list->capacity);
    ListNode *copy = list_new((NodeKind)list->head.kind, list->capacity, list->index_bits);
    size_t size = list_size(list->capacity, width, list->index_bits);
    memcpy(&copy->head + 1, &list->head + 1, size - sizeof list->head);
    return copy;
}

PWord p_element(PWord seq_or_set, uint32_t i)
{
    const ListNode *list = node_of(seq_or_set);
    if (list_is_big(list))
        return big_key(node_of(seq_or_set), i);
    assert_debug(i < list->count && list->first + list->count <= list->capacity);
    return list->items[list->first + i];
}

// ----------------------------------------------------------------------------- sequences

static size_t seq_size(uint32_t capacity)
{
    return list_size(capacity, 1, 0);
}

// A copy with room for one more element.
static ListNode *seq_copy(const PProgram *p, uint32_t type, const ListNode *seq)
{
    uint32_t capacity = seq->count < LEAST_CAPACITY ? LEAST_CAPACITY : seq->count + 1;
    ListNode *copy = list_new(NODE_SEQ, capacity, 0);
    const PWord *items = seq->items + seq->first;

    memcpy(copy->items, items, seq->count * sizeof *items);
    words_retain(p, p->types[type].parts[0], items, seq->count);
    copy->count = seq->count;
    return copy;
}

// Makes a sequence, not empty and not large, safe to change: copies it if it is shared.
static ListNode *seq_own(const PProgram *p, uint32_t type, PWord *place)
{
    ListNode *seq = node_of(*place);
    if (node_is_mine(seq))
        return seq;
    ListNode *copy = seq_copy(p, type, seq);
    p_release_node(p, type, *place);
    *place = node_word(copy);
    return copy;
}

// The address of an element that the caller may change.
static PWord *seq_place(const PProgram *p, uint32_t type, PWord *seq, uint32_t i)
{
    if (list_is_big(node_of(*seq))) {
        TreeForm form = big_form(p, type);
        return tree_change(&form, &big_own(p, type, seq)->order, i, 0);
    }
    ListNode *list = seq_own(p, type, seq);
    return &list->items[list->first + i];
}

bool seq_check(PWord collection, int64_t i, PRequest *ask)
{
    uint32_t size = p_size(collection);
    if (i >= 0 && i < size)
        return true;
    return p_fail(ask, P_ERROR_INDEX, "the index %" PRId64 " is outside a sequence of %" PRIu32, i,
                  size);
}

bool p_seq_get(const PProgram *p, uint32_t type, PWord seq, int64_t i, PWord *out, PRequest *ask)
{
    if (!seq_check(seq, i, ask))
        return false;
    *out = p_retain(p, p->types[type].parts[0], p_element(seq, (uint32_t)i));
    return true;
}

bool p_seq_set(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PWord value, PRequest *ask)
{
    uint32_t element = p->types[type].parts[0];

    if (!seq_check(*seq, i, ask)) {
        p_release(p, element, value);
        return false;
    }
    PWord *item = seq_place(p, type, seq, (uint32_t)i);
    PWord old = *item;
    *item = value;
    p_release(p, element, old);
    return true;
}

bool p_seq_take(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PWord *out, PRequest *ask)
{
    if (!seq_check(*seq, i, ask))
        return false;
    PWord *item = seq_place(p, type, seq, (uint32_t)i);
    *out = *item;
    *item = 0;
    return true;
}

static void seq_slide(ListNode *seq, uint32_t first)
{
    assert(first + seq->count <= seq->capacity);
    memmove(seq->items + first, seq->items + seq->first, seq->count * sizeof *seq->items);
    seq->first = first;
}

// Makes room for one element at the front or the back, where there is none. If a quarter of the
// array is free, only moves the elements within it. So on average it moves few elements for each
// insertion.
static ListNode *seq_make_room(ListNode *seq, bool at_front)
{
    if (seq->count > seq->capacity / 4 * 3) {
        uint32_t capacity = seq->capacity * 2;
        seq = node_resize(seq, seq_size(seq->capacity), seq_size(capacity));
        seq->capacity = capacity;
        if (!at_front && seq->first + seq->count < capacity)
            return seq;
    }
    uint32_t free = seq->capacity - seq->count;
    if (at_front)
        seq_slide(seq, (free + 1) / 2);
    else  // most likely a queue, which needs all the room at the end
        seq_slide(seq, seq->count > seq->capacity / 2 ? free / 2 : 0);
    return seq;
}

// Opens a gap at position i; there is room on the side that is moved.
static void seq_open(ListNode *seq, uint32_t i, bool at_front)
{
    PWord *items = seq->items + seq->first;
    assert_debug(i <= seq->count);
    assert_debug(at_front ? seq->first > 0 : seq->first + seq->count < seq->capacity);
    if (at_front) {
        memmove(items - 1, items, i * sizeof *items);
        seq->first--;
    } else {
        memmove(items + i + 1, items + i, (seq->count - i) * sizeof *items);
    }
    seq->count++;
}

static void big_insert(const PProgram *p, uint32_t type, PWord *seq, uint32_t i, PWord value)
{
    BigNode *big = big_own(p, type, seq);
    TreeForm form = big_form(p, type);
    if (big->count >= LIST_MOST) {
        node_refuse();
        die("a sequence has more than %u elements", big->count);
    }
    tree_insert(&form, &big->order, i, &value);
    big->count++;
}

bool p_seq_insert(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PWord value,
                  PRequest *ask)
{
    uint32_t size = p_size(*seq);
    if (i < 0 || i > size) {
        p_release(p, p->types[type].parts[0], value);
        return p_fail(ask, P_ERROR_INDEX,
                      "the index %" PRId64 " to insert at is outside a sequence of %" PRIu32, i,
                      size);
    }

    if (size >= LIST_FLAT) {
        if (size == LIST_FLAT)
            big_begin(p, type, seq);
        big_insert(p, type, seq, (uint32_t)i, value);
        return true;
    }
    ListNode *list = *seq ? seq_own(p, type, seq) : list_new(NODE_SEQ, LEAST_CAPACITY, 0);
    uint32_t at = (uint32_t)i;
    bool is_full = list->first + list->count == list->capacity;
    // To move a few elements is faster than to make room.
    bool at_front = at < list->count / 2 && (list->first > 0 || list->count > 16 || is_full);
    if (at_front ? list->first == 0 : is_full)
        list = seq_make_room(list, at_front);
    seq_open(list, at, at_front);
    list->items[list->first + at] = value;
    *seq = node_word(list);
    return true;
}

// Closes the gap at position i, whose element was removed.
static void seq_close(ListNode *seq, uint32_t i)
{
    PWord *items = seq->items + seq->first;
    assert_debug(i < seq->count);
    if (i < seq->count / 2) {
        memmove(items + 1, items, i * sizeof *items);
        seq->first++;
    } else {
        memmove(items + i, items + i + 1, (seq->count - i - 1) * sizeof *items);
    }
    seq->count--;
}

// Frees memory when an eighth of it is enough.
static ListNode *seq_shrink(ListNode *seq)
{
    if (seq->capacity < 64 || seq->count > seq->capacity / 8)
        return seq;
    uint32_t capacity = seq->capacity / 4;
    assert(seq->count > 0 && seq->count <= capacity);
    seq_slide(seq, 0);
    seq = node_resize(seq, seq_size(seq->capacity), seq_size(capacity));
    seq->capacity = capacity;
    return seq;
}

static void big_take_out(const PProgram *p, uint32_t type, PWord *seq, uint32_t i)
{
    BigNode *big = big_own(p, type, seq);
    TreeForm form = big_form(p, type);
    PWord old;
    tree_remove(&form, &big->order, i, &old);
    if (--big->count == LIST_FLAT)
        big_end(p, type, seq);
    p_release(p, p->types[type].parts[0], old);
}

bool p_seq_remove(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PRequest *ask)
{
    if (!seq_check(*seq, i, ask))
        return false;
    if (list_is_big(node_of(*seq))) {
        big_take_out(p, type, seq, (uint32_t)i);
        return true;
    }
    ListNode *list = seq_own(p, type, seq);
    PWord old = list->items[list->first + (uint32_t)i];
    seq_close(list, (uint32_t)i);
    if (list->count > 0) {
        *seq = node_word(seq_shrink(list));
    } else {
        node_free(list);
        *seq = 0;
    }
    p_release(p, p->types[type].parts[0], old);
    return true;
}
