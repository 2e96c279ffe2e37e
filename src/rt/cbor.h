// rt/cbor.h: values as bytes, for the wire and for files.
//
// CBOR (RFC 8949) in its core deterministic encoding: each value has exactly one encoding. The
// bytes do not contain types; the decoder must know the type.
//
//     null of any type      null
//     bool, int, float      true or false, integer, the shortest float that is exact
//     event, enum           its number
//     machine               [number, permissions + 1], with hooks also the incarnation of its
//                           container, and that container's address when the reader needs it
//     string                text; bytes when it is not UTF-8. One that names machines: an array
//                           of the text and, for each name, its offset, size and machine
//     any                   null, or [type, value]
//     foreign               the bytes of PForeignType.encode
//     seq, set, tuple       an array
//     map                   an array: key, value, key, value ...
//
// Sets and maps are written in the order of insertion, which a program can observe, and not as
// CBOR maps, which must be sorted. So two of them have the same bytes if they are equal and were
// filled in the same order.
//
// The decoder accepts only what the encoder writes, and any input is safe: it never ends the
// process, and what it allocates, also for input that it refuses, is at most CBOR_MEMORY bytes for
// each byte of input, plus CBOR_MEMORY_BASE. (What the decoder of a foreign type allocates is not
// counted.)

#pragma once

#include "base/buf.h"
#include "base/err.h"
#include "plait/foreign.h"

enum {
    CBOR_MOST_DEPTH = 64,  // values nested deeper are neither encoded nor decoded
    CBOR_MEMORY = 64,
    CBOR_MEMORY_BASE = 4096,
    CBOR_ADDRESS_MAX = 255,
};

// A machine of a cluster.
typedef struct CborMachine {
    uint64_t incarnation;  // of its container; 0: no hooks
    uint64_t number;       // within the container
    const char *address;   // of the container, not NUL-terminated
    size_t address_size;   // 0: the reader knows it
} CborMachine;

// How machine references are encoded: as names that both sides understand. Without hooks a
// reference is encoded as it is. The decoding hook returns the id of the reference, or 0 for a
// name that is no machine. Permissions are part of the reference, and pass through unchanged.
typedef struct CborHooks {
    void (*from_machine)(void *data, uint32_t id, CborMachine *out);
    uint32_t (*to_machine)(void *data, const CborMachine *in);
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
