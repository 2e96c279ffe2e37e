// gen/order.h: sets and maps whose order the program cannot see.
//
// A set or map keeps the order of insertion, and a program can see it: by a loop, an index,
// `choose`, `keys`, `values`, or a text that is made of it. Most sets are only asked what is in
// them. Two states that differ only in the order of such a set behave the same, and the checker
// need not distinguish them.
//
// This analysis finds the variables, parameters, fields of tuples, elements of collections and
// payloads that hold such sets and maps, and gives them types of their own:
//     ORDER_IN_STATES  `is_unordered`: the values stay as they are; the checker does not tell
//                      states apart by their order (check/engine/intern.c)
//     ORDER_IN_MEMORY  `is_hashed`: large values are sorted by hash (rt/value_hashed.c), so people
//                      must not see the order either: what is printed counts as seen
//
// Values move from place to place: by assignment, as an argument, result, part, element or
// payload. All places that a value may move between form a class. If one instruction sees the
// order at one place, then the order counts in the whole class.

#pragma once

#include "base/arena.h"
#include "plait/runtime.h"

typedef enum OrderUse { ORDER_IN_STATES, ORDER_IN_MEMORY } OrderUse;

// Changes the types of the Program's slots, fields, payloads and results. New types come after
// the old ones. Returns whether there is a set or map whose order nobody sees.
bool gen_hide_order(Arena *arena, PProgram *p, OrderUse use);
