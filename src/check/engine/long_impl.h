// check/engine/long_impl.h: long queues as trees that depend only on their content.
//
// A sequence of symbols is divided where a symbol has a smaller hash than both its neighbours:
// the piece up to the first such symbol is the front, the piece from the last one on is the back,
// and each piece between them becomes one symbol of a shorter sequence, the middle, which is
// divided in the same way. Symbols of level 0 are messages; symbols of the next level are pieces.
// Equal neighbours are first joined into one run, so neighbours always differ. A piece has two
// runs or more; so a queue of n messages has at most log2(n) levels, and log3(n) on average.
//
// Whether a symbol begins a piece depends only on its neighbours. So equal sequences have equal
// divisions, whatever happened to them before, and since every part is interned they have the
// same id. A change affects a few pieces on each level, and at both ends usually none: adding and
// removing there costs O(1) on average, elsewhere O(log n).
//
// K. Mehlhorn, R. Sundar, C. Uhrig: Maintaining dynamic sequences under equality tests in
// polylogarithmic time, Algorithmica 1997.

#pragma once

#include "check/engine/engine_impl.h"
#include "check/engine/poly_impl.h"

// A symbol, so many times in a row: a message on level 0, else a Part of the level below.
typedef struct Run {
    uint32_t symbol, times;
} Run;

// A sequence, or a piece of one. A sequence without pieces, and a piece, have only a front.
typedef struct Part {
    Poly hash;        // of its messages, however they are divided
    const Run *runs;  // of the front, then of the back; behind them are the events and creators
    uint32_t front, back;  // how many runs
    uint32_t middle;       // a Part of the next level, or 0
    uint32_t level;
    uint32_t count;  // of messages
} Part;

static inline const Part *part_at(const Engine *e, uint32_t id)
{
    assert_debug(id > 0);
    return shelf_at(&e->parts, const Part, id);
}

// The set of its messages' events: e->event_words words, a bit for each event.
static inline const uint64_t *part_events(const Part *p)
{
    return (const uint64_t *)(p->runs + p->front + p->back);
}

// A bit for the creator of each machine that its messages refer to, and of the machine that its
// container was made for. Several share a bit.
static inline uint64_t part_creators(const Engine *e, const Part *p)
{
    return part_events(p)[e->event_words];
}

static inline uint64_t creator_bit(uint32_t creator)
{
    return UINT64_C(1) << (creator & 63);
}

static inline uint64_t creators_of(const Engine *e, uint32_t path)
{
    const MachinePath *p = path_at(e, path);
    uint64_t bits = creator_bit(p->creator);
    if (p->container != path)
        bits |= creator_bit(path_at(e, p->container)->creator);
    return bits;
}

// How many messages a symbol has.
static inline uint32_t symbol_count(const Engine *e, uint32_t level, uint32_t symbol)
{
    return level == 0 ? 1 : part_at(e, symbol)->count;
}

static inline uint32_t run_count(const Engine *e, uint32_t level, const Run *run)
{
    return symbol_count(e, level, run->symbol) * run->times;
}

// ------------------------------------------------------------------- changes (long_queue.c)

// All of these under the lock. Part 0 is the empty sequence.

uint32_t part_of(Stepper *h, const uint32_t *messages, uint32_t count);
uint32_t part_push(Stepper *h, uint32_t part, uint32_t message);
uint32_t part_pop(Stepper *h, uint32_t part);
uint32_t part_without(Stepper *h, uint32_t part, uint32_t place);

// -------------------------------------------------------------------- looking (long_look.c)

// The symbol of the part's level that the message at the place belongs to; `*start` is the place
// of the symbol's first message.
uint32_t part_symbol(const Engine *e, uint32_t part, uint32_t place, uint32_t *start);
uint32_t part_message(const Engine *e, uint32_t part, uint32_t place);
uint32_t part_last(const Engine *e, uint32_t part);
void part_messages(const Engine *e, uint32_t part, uint32_t *messages);
// The place of the first message whose event is in the set; the length when there is none.
uint32_t part_find(const Engine *e, uint32_t part, const uint64_t *events);
// Adds the events of the messages in front of the place to the set.
void part_add_events(const Engine *e, uint32_t part, uint32_t place, uint64_t *events);
// How many messages have the event.
uint32_t part_count_event(const Engine *e, uint32_t part, uint32_t event);
// Calls `found` with the machines that messages refer to, at least those made by the creator.
void part_each_ref(const Engine *e, uint32_t part, uint32_t creator,
                   void (*found)(void *context, const Refs *refs), void *context);
