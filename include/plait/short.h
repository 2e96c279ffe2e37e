// plait/short.h: the usual cases of frequent operations, inline.
//
// Most sequences, sets and maps of a program are short, and most keys are words that are equal when
// some of their bits are. Generated C knows the types, so it tries the usual case in line and calls
// the function of plait/value.h for the others. The runtime uses the same functions.

#pragma once

#include "plait/value.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a sequence, set or map begins (rt/node.h). Its elements or keys follow, `capacity` words;
// then the values of a map, as many.
typedef struct PList {
    PNode head;
    uint32_t count;
    uint32_t capacity;  // 0: it is large, and stored in another way
    uint32_t first;     // index of the first element
    uint32_t index_bits;
} PList;

enum { P_SHORT = 8 };  // so many elements are searched one by one

// The bits of words of the kind that make two of them equal; 0: words do not tell.
static inline PWord p_key_bits(PTypeKind kind)
{
    if (kind == P_TYPE_MACHINE)
        return UINT32_MAX;
    return kind <= P_TYPE_INT || kind == P_TYPE_EVENT || kind == P_TYPE_ENUM ? ~(PWord)0 : 0;
}

static inline const PList *p_list(PWord collection)
{
    return (const PList *)(uintptr_t)collection;
}

// The elements, or keys, from the first on; of a list that is not large.
static inline const PWord *p_list_words(const PList *list)
{
    return (const PWord *)(list + 1) + list->first;
}

// The element or key in a list that is not large; NULL: it is not there.
static inline const PWord *p_list_find(const PList *list, PWord word, PWord bits)
{
    const PWord *at = p_list_words(list), *end = at + list->count;
    for (; at < end; at++)
        if (((*at ^ word) & bits) == 0)
            return at;
    return NULL;
}

// As p_map_get and p_contains, for keys of which `bits` tell. `is_node`: the values are nodes.
static inline bool p_short_get(const PProgram *p, uint32_t type, PWord map, PWord key, PWord bits,
                               bool is_node, PWord *out, PRequest *ask)
{
    const PList *list = p_list(map);
    const PWord *at = list && list->count <= P_SHORT ? p_list_find(list, key, bits) : NULL;
    if (!at)
        return p_map_get(p, type, map, key, out, ask);
    *out = is_node ? p_share(at[list->capacity]) : at[list->capacity];
    return true;
}

static inline bool p_short_has(const PProgram *p, uint32_t type, PWord collection, PWord element,
                               PWord bits)
{
    const PList *list = p_list(collection);
    if (!list)
        return false;
    return list->count <= P_SHORT ? p_list_find(list, element, bits) != NULL
                                  : p_contains(p, type, collection, element);
}

// The address of element or key i; NULL: there is none, or the list is large.
static inline const PWord *p_list_at(PWord collection, int64_t i)
{
    const PList *list = p_list(collection);
    return list && (uint64_t)i < list->count && list->capacity ? p_list_words(list) + i : NULL;
}

// As p_seq_get, p_set_at, p_key_at and p_value_at.
static inline bool p_short_at(const PProgram *p, uint32_t type, PWord seq, int64_t i, bool is_node,
                              PWord *out, PRequest *ask)
{
    const PWord *at = p_list_at(seq, i);
    if (!at)
        return p_seq_get(p, type, seq, i, out, ask);
    *out = is_node ? p_share(*at) : *at;
    return true;
}

static inline bool p_short_set_at(const PProgram *p, uint32_t type, PWord set, int64_t i,
                                  bool is_node, PWord *out, PRequest *ask)
{
    const PWord *at = p_list_at(set, i);
    if (!at)
        return p_set_at(p, type, set, i, out, ask);
    *out = is_node ? p_share(*at) : *at;
    return true;
}

static inline bool p_short_key_at(const PProgram *p, uint32_t type, PWord map, int64_t i,
                                  bool is_node, PWord *out, PRequest *ask)
{
    const PWord *at = p_list_at(map, i);
    if (!at)
        return p_key_at(p, type, map, i, out, ask);
    *out = is_node ? p_share(*at) : *at;
    return true;
}

static inline bool p_short_value_at(const PProgram *p, uint32_t type, PWord map, int64_t i,
                                    bool is_node, PWord *out, PRequest *ask)
{
    const PWord *at = p_list_at(map, i);
    if (!at)
        return p_value_at(p, type, map, i, out, ask);
    at += p_list(map)->capacity;
    *out = is_node ? p_share(*at) : *at;
    return true;
}

#ifdef __cplusplus
}
#endif
