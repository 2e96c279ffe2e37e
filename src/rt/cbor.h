// rt/cbor.h: values as bytes, for the wire and for files.
//
// CBOR (RFC 8949) in its core deterministic encoding: one value, one encoding. The
// bytes do not contain types; the decoder must know what was encoded, as with
// words.
//
//     null of any type      null
//     bool, int, float      true or false, integer, the shortest float that is exact
//     event, enum           its number
//     machine               [id, permissions + 1], or whatever the hooks make of it
//     string                text; bytes when it is no UTF-8
//     any                   null, or [type, value]
//     foreign               the bytes of PForeignType.encode
//     seq, set, tuple       an array
//     map                   an array: key, value, key, value ...
//
// Sets and maps are written in their order, which a program can see, and not as
// CBOR maps, which have to be sorted. So they are the same bytes if they are equal
// and were filled in the same order.
//
// The decoder takes nothing but what the encoder writes, whatever it is given.

#pragma once

#include "base/buf.h"
#include "base/err.h"
#include "plait/foreign.h"

// Values nested deeper than this are not encoded, nor decoded.
enum { CBOR_MOST_DEPTH = 500 };

// How machine references travel: as integers that both sides understand. NULL, or
// functions NULL: as they are. Decoding gives false for integers that are none.
typedef struct CborHooks {
    void (*from_machine)(void *data, PWord reference, uint64_t out[2]);
    bool (*to_machine)(void *data, const uint64_t in[2], PWord *reference);
    void *data;
} CborHooks;

// Adds the value's bytes. On failure, because the value is too deep or holds a
// foreign one that cannot travel, the reason is in `err` and `out` as it was.
bool cbor_encode(const PProgram *p, uint32_t type, PWord value, const CborHooks *hooks, Buf *out,
                 Err *err);

// Reads one value of the type, which is then the caller's, and moves `*at` behind
// it. On failure the reason is in `err`.
bool cbor_decode(const PProgram *p, uint32_t type, const char **at, const char *end,
                 const CborHooks *hooks, PWord *value, Err *err);
