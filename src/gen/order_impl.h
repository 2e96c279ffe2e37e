// gen/order_impl.h: places and their classes, for the two files of the analysis.
//
// A place is where a value can be: a field, a slot, a payload, a result. It has one mark for each
// set and map in its type, in the order in which the type is read: `map[int, (set[int], bool)]`
// has two. Sequences, texts and events have marks, too, although only as long as they do not leave
// their function:
//     sequence  `keys(m)` is a sequence in the order of the map; `x in keys(m)` does not see it
//     text      `print format("{0}", s)` does not see the order of states, but a text that is
//               kept does
//     event     the class knows which events it may be; a payload goes to their places
//
// Marks are numbers. Those of one class are linked, and one of them stands for all.

#pragma once

#include "base/vec.h"
#include "gen/order.h"
#include "rt/live.h"
#include "rt/program.h"

// A value of this type is at the place with these marks.
typedef struct Place {
    uint32_t first;  // its first mark
    uint32_t type;
} Place;

// If the order is seen at `from`, it is seen at `to`.
typedef struct Implication {
    uint32_t from, to;
} Implication;

// An event with a payload is sent, raised or announced.
typedef struct Emission {
    uint32_t event;  // its mark
    Place payload;
    uint32_t first_constant, end_constant;  // of the function
} Emission;

// The event may be at the place with this mark.
typedef struct EventConstant {
    uint32_t mark, event;
} EventConstant;

typedef struct OrderClasses {
    Arena *arena;  // of the analysis
    const PProgram *p;
    const Live *live;
    OrderUse use;
    uint32_t *widths;   // by type: its number of marks
    bool *is_opaque;    // by type: nothing is known about its content
    VEC(uint32_t) links;  // by mark: another mark of its class, or itself
    VEC(bool) is_seen;    // by mark: of the one that stands for its class
    VEC(Implication) implications;
    VEC(Emission) emissions;
    VEC(EventConstant) constants;
    Place **fields;     // by machine and variable
    Place **slots;      // by function and slot
    Place *events;      // payloads
    Place *interfaces;  // payloads of constructors
    Place *results;     // by function
} OrderClasses;

Place place_new(OrderClasses *o, uint32_t type);
uint32_t class_of(OrderClasses *o, uint32_t mark);

// Nothing is known about a value in an `any`, of a foreign type, or of a type with too many marks.
// Whatever goes there counts as seen.
bool place_is_known(const OrderClasses *o, Place a);

// A part of a tuple, the element of a sequence or set, the key (0) or value (1) of a map.
Place place_part(const OrderClasses *o, Place a, uint32_t part);

// A value may move from one place to the other.
void places_join(OrderClasses *o, Place a, Place b);
// The order of the collection at the place is seen; not of those inside it.
void mark_see(OrderClasses *o, Place a);
// All orders in a value at the place are seen.
void place_see(OrderClasses *o, Place a);
// The value leaves what the analysis knows of sequences, texts and events.
void place_touch(OrderClasses *o, Place a);
// If the order is seen at the mark, then all orders at the place are.
void place_imply(OrderClasses *o, uint32_t from, Place to);

// A handler gets the payload at the place; P_NONE for no function.
void order_bind(OrderClasses *o, uint32_t fun, Place payload);

// gen/order_flow.c: joins the places between which the function moves values.
void order_flow(OrderClasses *o, uint32_t fun);
