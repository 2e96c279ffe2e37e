// check/crew/parked.c: states that wait for a later stratum, packed.
//
// A record has two parts: the words, two bytes each if all of them are small, and the head, whose
// last byte says which form it has. So the last record can be read without a pointer to its
// beginning. Words are packed and unpacked in groups of eight, without a branch in between.

#include "check/crew/parked.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    HAS_TAIL = 1,   // the head is a Tail and a byte: a number is too large
    HAS_LARGE = 2,  // words take four bytes
    HEAD_BYTES = 20,
    GROUP = PARKED_GROUP,
    TAIL_BYTES = TAIL_WORDS * sizeof(uint32_t) + 1,
    RECORD_MAX = PARKED_WORDS * sizeof(uint32_t) + TAIL_BYTES,  // more than any record
};

static_assert(PARKED_WORDS % GROUP == 0, "groups do not pass the end");

// --------------------------------------------------------------------------------- packing

// Writes all words, and more up to a multiple of GROUP. False when one of them is too large.
static inline bool pack_small(char *to, const uint32_t *words, uint32_t count)
{
    static const uint32_t masks[2 * GROUP] = {-1u, -1u, -1u, -1u, -1u, -1u, -1u, -1u};
    const uint32_t *mask = masks + (-count & (GROUP - 1));  // of the last group
#ifdef __SSE2__
    __m128i bits = _mm_setzero_si128();
    for (uint32_t i = 0; i < count; i += GROUP) {
        const __m128i *from = (const __m128i *)(const void *)(words + i);
        const __m128i *wanted = (const __m128i *)(const void *)(i + GROUP < count ? masks : mask);
        __m128i low = _mm_loadu_si128(from), high = _mm_loadu_si128(from + 1);
        bits = _mm_or_si128(bits, _mm_and_si128(low, _mm_loadu_si128(wanted)));
        bits = _mm_or_si128(bits, _mm_and_si128(high, _mm_loadu_si128(wanted + 1)));
        // The signs are extended, so that packing with saturation keeps the lower halves.
        low = _mm_srai_epi32(_mm_slli_epi32(low, 16), 16);
        high = _mm_srai_epi32(_mm_slli_epi32(high, 16), 16);
        _mm_storeu_si128((__m128i *)(void *)(to + i * sizeof(uint16_t)),
                         _mm_packs_epi32(low, high));
    }
    __m128i none = _mm_cmpeq_epi32(_mm_srli_epi32(bits, 16), _mm_setzero_si128());
    return _mm_movemask_epi8(none) == 0xffff;
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t small = (uint16_t)words[i];
        bits |= words[i];
        memcpy(to + i * sizeof small, &small, sizeof small);
    }
    (void)mask;
    return bits <= UINT16_MAX;
#endif
}

static inline void unpack_small(const char *from, uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += GROUP) {
        uint16_t small[GROUP];
        memcpy(small, from + i * sizeof *small, sizeof small);
        for (uint32_t k = 0; k < GROUP; k++)
            words[i + k] = small[k];
    }
}

// The same for the words that change.
static inline bool pack_changes(char *to, const WordChange *changes, uint32_t count)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t small = (uint16_t)changes[i].value;
        bits |= changes[i].value;
        memcpy(to + changes[i].word * sizeof small, &small, sizeof small);
    }
    return bits <= UINT16_MAX;
}

static uint32_t write_large(char *to, const Item *item, const WordChange *changes, uint32_t count)
{
    uint32_t size = item->count * (uint32_t)sizeof *item->words;
    memcpy(to, item->words, size);
    for (uint32_t i = 0; i < count; i++)
        memcpy(to + changes[i].word * sizeof *item->words, &changes[i].value,
               sizeof changes[i].value);
    return size;
}

// Writes the head of the item; returns its size in bytes.
static inline uint32_t write_head(char *to, const Item *item, uint8_t form)
{
    if (__builtin_expect((item->depth | item->level) > UINT8_MAX ||
                             item->explorer_state > UINT16_MAX || item->choices_off_first ||
                             item->wait != 1,
                         0)) {
        Tail tail = item_tail(item);
        memcpy(to, &tail, sizeof tail);
        to[sizeof tail] = (char)(form | HAS_TAIL);
        return TAIL_BYTES;
    }
    uint64_t rest = item->explorer_state | (uint64_t)item->change << 16 |
                    (uint64_t)item->level << 32 | (uint64_t)item->depth << 40 |
                    (uint64_t)item->count << 48 | (uint64_t)form << 56;
    memcpy(to, &item->print, sizeof item->print);
    memcpy(to + 8, &item->number, sizeof item->number);
    memcpy(to + 12, &rest, sizeof rest);
    return HEAD_BYTES;
}

static inline bool has_room(const Chunk *c)
{
    return c->used + RECORD_MAX <= c->capacity * sizeof *c->words;
}

// The new chunk is the first one: what is parked last is read first.
static void begin_chunk(ParkedLine *l, Heap *h)
{
    ItemQueue *q = &l->queue;
    Chunk *c = chunk_new(h, CHUNK_WORDS);
    c->is_packed = true;
    c->next = q->first;
    q->first = c;
    if (!q->last)
        q->last = c;
    q->chunks++;
}

void parked_add(ParkedLine *l, Heap *h, const Item *item, const WordChange *changes,
                uint32_t change_count)
{
    uint32_t count = item->count, size = count * (uint32_t)sizeof(uint16_t);
    uint8_t form = 0;
    assert_debug(item->extra == 0 && count > 0 && count <= PARKED_WORDS);
    if (!l->queue.first || !has_room(l->queue.first))
        begin_chunk(l, h);
    Chunk *c = l->queue.first;
    char *to = (char *)c->words + c->used;
    bool is_small = pack_small(to, item->words, count) & pack_changes(to, changes, change_count);
    if (__builtin_expect(!is_small, 0)) {
        form = HAS_LARGE;
        size = write_large(to, item, changes, change_count);
    }
    c->used += size + write_head(to + size, item, form);
    c->items++;
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
    uint64_t rest;
    memcpy(&rest, end - sizeof rest, sizeof rest);
    *item = (Item){
        .explorer_state = rest & UINT16_MAX,
        .change = rest >> 16 & UINT16_MAX,
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

// Reads the record that ends at this byte of the chunk; returns where it begins.
static inline uint32_t unpack(const Chunk *c, uint32_t at, Item *item, uint32_t *words)
{
    const char *base = (const char *)c->words, *end = base + at;
    assert_debug(at > 0 && at <= c->used);
    const char *from = read_head(end, item, words);
    uint32_t count = item->count;
    assert(count > 0 && count <= PARKED_WORDS);
    if (__builtin_expect(end[-1] & HAS_LARGE, 0)) {
        from -= count * sizeof *words;
        memcpy(words, from, count * sizeof *words);
    } else {
        from -= count * sizeof(uint16_t);
        unpack_small(from, words, count);
    }
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
    r->at = unpack(r->chunk, r->at, item, words);
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
