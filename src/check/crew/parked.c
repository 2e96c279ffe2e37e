// check/crew/parked.c: states that wait for a later stratum, packed.
//
// A record has three parts: the words that differ, their set with one bit for each, and the head,
// whose last byte says which form it has. So the last record can be read without a pointer to its
// beginning. A record is packed relative to the one behind it, and can be written when that one
// is known; the last of a chunk has all words.

#include "check/crew/parked.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    HAS_TAIL = 1,   // the head is a Tail and a byte: a number is too large
    HAS_LARGE = 2,  // words take four bytes
    HEAD_BYTES = 18,
    TAIL_BYTES = TAIL_WORDS * sizeof(uint32_t) + 1,
    RECORD_MAX = PARKED_WORDS * sizeof(uint32_t) + sizeof(uint64_t) + PARKED_HEAD,
};

static_assert((int)TAIL_BYTES < (int)PARKED_HEAD, "a head has room for both forms");

// --------------------------------------------------------------------------------- packing

// The first `count` bits.
static inline uint64_t first_bits(uint32_t count)
{
    assert_debug(count > 0 && count <= PARKED_WORDS);
    return UINT64_MAX >> (64 - count);
}

// The words that differ, one bit for each. Both have room for PARKED_WORDS.
static inline uint64_t differing(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    uint64_t set = 0;
#ifdef __SSE2__
    for (uint32_t i = 0; i < count; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        int equal = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(x, y)));
        set |= (uint64_t)(equal ^ 15) << i;
    }
#else
    for (uint32_t i = 0; i < count; i++)
        set |= (uint64_t)(a[i] != b[i]) << i;
#endif
    return set & first_bits(count);
}

// Makes the head of the item, to be written with its record.
static inline void set_head(ParkedLine *l, const Item *item)
{
    l->count = item->count;
    if (__builtin_expect((item->depth | item->level) > UINT8_MAX ||
                             item->explorer_state > UINT16_MAX || item->choices_off_first ||
                             item->wait != 1,
                         0)) {
        Tail tail = item_tail(item);
        memcpy(l->head, &tail, sizeof tail);
        l->head[sizeof tail] = HAS_TAIL;
        l->head_bytes = TAIL_BYTES;
        return;
    }
    uint64_t rest = item->explorer_state | (uint64_t)item->level << 16 |
                    (uint64_t)item->depth << 24 | (uint64_t)item->count << 32;
    memcpy(l->head, &item->print, sizeof item->print);
    memcpy(l->head + 8, &item->number, sizeof item->number);
    memcpy(l->head + 12, &rest, sizeof rest);
    l->head_bytes = HEAD_BYTES;
}

// Appends the words in the set with two bytes each. `*bits` are the bits of all of them.
static inline char *pack_small(char *to, uint64_t set, const uint32_t *words, uint32_t *bits)
{
    uint32_t all = 0;
    for (; set; set &= set - 1, to += sizeof(uint16_t)) {
        uint32_t word = words[__builtin_ctzll(set)];
        all |= word;
        memcpy(to, &(uint16_t){(uint16_t)word}, sizeof(uint16_t));
    }
    *bits = all;
    return to;
}

static char *pack_large(char *to, uint64_t set, const uint32_t *words)
{
    for (; set; set &= set - 1, to += sizeof *words)
        memcpy(to, &words[__builtin_ctzll(set)], sizeof *words);
    return to;
}

// Writes the record of the last item, with the words in the set.
static inline void write_record(ParkedLine *l, uint64_t set)
{
    Chunk *c = l->queue.first;
    uint32_t bits;
    const uint32_t *words = l->words[l->own];
    char *begin = (char *)c->words + c->used, *to = pack_small(begin, set, words, &bits);
    assert_debug(l->head_bytes > 0 && c->used + RECORD_MAX <= c->capacity * sizeof *c->words);
    if (__builtin_expect(bits > UINT16_MAX, 0)) {
        l->head[l->head_bytes - 1] |= HAS_LARGE;
        to = pack_large(begin, set, words);
    }
    memcpy(to, &set, sizeof set);
    to += (l->count + 7) / 8;
    memcpy(to, l->head, sizeof l->head);
    to += l->head_bytes;
    c->used += (uint32_t)(to - begin);
}

void parked_close(ParkedLine *l)
{
    if (l->head_bytes > 0)
        write_record(l, first_bits(l->count));
    l->head_bytes = 0;
}

// The new chunk is the first one: what is parked last is read first.
static void begin_chunk(ParkedLine *l, Heap *h)
{
    ItemQueue *q = &l->queue;
    Chunk *c = chunk_new(h, CHUNK_WORDS);
    parked_close(l);
    c->is_packed = true;
    c->next = q->first;
    q->first = c;
    if (!q->last)
        q->last = c;
    q->chunks++;
}

void parked_add(ParkedLine *l, Heap *h, const Item *item)
{
    Chunk *c = l->queue.first;
    uint32_t count = item->count;
    assert(item->extra == 0 && count > 0 && count <= PARKED_WORDS);
    assert(item->words == parked_room(l));
    if (!l->head_bytes || c->used + 2 * RECORD_MAX > c->capacity * sizeof *c->words) {
        begin_chunk(l, h);
    } else {
        // Words that only the item before has count as different.
        uint32_t common = count < l->count ? count : l->count;
        uint64_t more = first_bits(l->count) & ~first_bits(common);
        write_record(l, differing(l->words[l->own], item->words, common) | more);
    }
    l->own ^= 1;
    set_head(l, item);
    l->queue.first->items++;
    l->queue.items++;
}

// --------------------------------------------------------------------------------- reading

static inline const char *read_head(const char *end, Item *item, uint32_t *words)
{
    if (__builtin_expect(end[-1] & HAS_TAIL, 0)) {
        Tail tail;
        memcpy(&tail, end - TAIL_BYTES, sizeof tail);
        *item = tail_item(&tail, words);
        return end - TAIL_BYTES;
    }
    uint64_t rest;  // behind two bytes of the number
    memcpy(&rest, end - sizeof rest, sizeof rest);
    *item = (Item){
        .explorer_state = rest >> 16 & UINT16_MAX,
        .level = rest >> 32 & UINT8_MAX,
        .depth = rest >> 40 & UINT8_MAX,
        .count = rest >> 48 & UINT8_MAX,
        .wait = 1,
        .words = words,
    };
    memcpy(&item->print, end - HEAD_BYTES, sizeof item->print);
    memcpy(&item->number, end - HEAD_BYTES + 8, sizeof item->number);
    return end - HEAD_BYTES;
}

// Reads the record that ends at this byte of the chunk; returns where it begins. `words` are those
// of the record behind it.
static inline uint32_t unpack(const Chunk *c, uint32_t at, Item *item, uint32_t *words)
{
    const char *base = (const char *)c->words, *end = base + at;
    assert_debug(at > 0 && at <= c->used);
    const char *from = read_head(end, item, words);
    uint64_t set;
    assert(item->count > 0 && item->count <= PARKED_WORDS);
    from -= (item->count + 7) / 8;
    memcpy(&set, from, sizeof set);
    set &= first_bits(item->count);
    uint32_t size = __builtin_expect(end[-1] & HAS_LARGE, 0) ? sizeof(uint32_t) : sizeof(uint16_t);
    while (set) {
        uint32_t i = 63 - (uint32_t)__builtin_clzll(set), word = 0;
        set ^= UINT64_C(1) << i;
        from -= size;
        if (__builtin_expect(size == sizeof word, 0)) {
            memcpy(&word, from, sizeof word);
        } else {
            uint16_t small;
            memcpy(&small, from, sizeof small);
            word = small;
        }
        words[i] = word;
    }
    assert_debug(from >= base);
    return (uint32_t)(from - base);
}

void parked_open(ParkedReader *r, ItemQueue *q)
{
    Chunk *c = item_queue_shift(q);
    assert(!r->chunk && c->is_packed && c->items > 0);
    r->chunk = c;
    r->at = c->used;
    r->items = c->items;
}

void parked_take(ParkedReader *r, Heap *h, Item *item, uint32_t *words)
{
    assert(r->items > 0);
    r->at = unpack(r->chunk, r->at, item, r->words);
    for (uint32_t i = 0; i < item->count; i += 4)
        memcpy(words + i, r->words + i, 4 * sizeof *words);
    item->words = words;
    if (--r->items > 0)
        return;
    assert(r->at == 0);
    chunk_release(h, r->chunk);
    r->chunk = NULL;
}

void parked_to_pile(ParkedReader *r, Pile *p, Heap *h)
{
    while (r->items > 0) {
        Item item;
        uint32_t *words = pile_room(p, h, PARKED_WORDS);
        parked_take(r, h, &item, words);
        pile_add(p, &item);
    }
}

void parked_drop(ParkedReader *r, Heap *h)
{
    if (r->chunk)
        chunk_release(h, r->chunk);
    *r = (ParkedReader){0};
}

void parked_item(const Chunk *c, uint32_t number, Item *item, uint32_t *words)
{
    uint32_t at = c->used;
    assert(number < c->items);
    do
        at = unpack(c, at, item, words);
    while (number-- > 0);
}
