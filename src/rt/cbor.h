// rt/cbor.h: values as bytes, for the wire and for files.
//
// CBOR (RFC 8949) in its core deterministic encoding: each value has exactly one encoding. The
// bytes do not contain types; the decoder must know the type.
//
//     null of any type      null
//     bool, int, float      true or false, integer, the shortest float that is exact
//     event, enum           its number
//     machine               [id, permissions + 1], or the result of the hooks
//     string                text; bytes when it is not UTF-8
//     any                   null, or [type, value]
//     foreign               the bytes of PForeignType.encode
//     seq, set, tuple       an array
//     map                   an array: key, value, key, value ...
//
// Sets and maps are written in the order of insertion, which a program can observe, and not as
// CBOR maps, which must be sorted. So two of them have the same bytes if they are equal and were
// filled in the same order.
//
// The decoder accepts only what the encoder writes, and any input is safe.

#pragma once

#include "base/buf.h"
#include "base/err.h"
#include "plait/foreign.h"

// Values nested deeper than this are neither encoded nor decoded.
enum { CBOR_MOST_DEPTH = 500 };

// How machine references are encoded: as integers that both sides understand. If the hooks or
// their functions are NULL, a reference is encoded as it is. The decoding hook returns false for
// an integer that is not a machine.
typedef struct CborHooks {
    void (*from_machine)(void *data, PWord reference, uint64_t out[2]);
    bool (*to_machine)(void *data, const uint64_t in[2], PWord *reference);
    void *data;
} CborHooks;

// Adds the value's bytes to `out`. It fails if the value is too deep or contains a foreign value
// without an encoding; then the reason is in `err`, and `out` is unchanged.
bool cbor_encode(const PProgram *p, uint32_t type, PWord value, const CborHooks *hooks, Buf *out,
                 Err *err);

// Reads one value of the type, which the caller then owns, and moves `*at` to its end. On
// failure the reason is in `err`.
bool cbor_decode(const PProgram *p, uint32_t type, const char **at, const char *end,
                 const CborHooks *hooks, PWord *value, Err *err);
