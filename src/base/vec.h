// base/vec.h: typed growable arrays that live in an arena.
//
// `VEC(int) v = {0}; vec_push(arena, &v, 7);` A vector grows by copying into a
// larger piece of the arena; the old piece dies with it. Pointers into a vector
// are therefore good only until the next push.

#pragma once

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"

#define VEC(T)             \
    struct {               \
        T *items;          \
        uint32_t count;    \
        uint32_t capacity; \
    }

#define vec_push(arena, v, item)                                                           \
    do {                                                                                   \
        assert_debug((v)->count <= (v)->capacity);                                         \
        if ((v)->count == (v)->capacity) {                                                 \
            assert((v)->capacity <= UINT32_MAX / 2);                                       \
            (v)->capacity = (v)->capacity ? (v)->capacity * 2 : 4;                         \
            void *grown_ = arena_alloc((arena), (v)->capacity * sizeof *(v)->items);       \
            if ((v)->count)                                                                \
                memcpy(grown_, (v)->items, (v)->count * sizeof *(v)->items);               \
            (v)->items = grown_;                                                           \
        }                                                                                  \
        (v)->items[(v)->count++] = (item);                                                 \
    } while (0)

#define vec_last(v) ((v)->items[(assert((v)->count > 0), (v)->count - 1)])
