// rt/trace_tables.h: the names and types of a program, as bytes.
//
// They stand in the trace of a container, so that it can be read without the program.

#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "plait/runtime.h"

void trace_tables_write(const PProgram *p, Buf *out);

// Two programs with the same sum number their types, events and machines in the same way: a value
// that was encoded for one (rt/cbor.h) can be decoded for the other.
uint64_t trace_tables_sum(const PProgram *p);

// A program with these names and types, and nothing to run. False: the bytes make no sense. Foreign
// types are there, but have no C.
bool trace_tables_read(Arena *arena, const uint8_t *bytes, size_t count, PProgram *p);

// By type: whether values of it may contain foreign ones, which only C can read. To be freed.
bool *trace_tables_foreign(const PProgram *p);

// --------------------------------------------------------------------- numbers in a trace

// Seven bits in each byte, the lowest first; the last byte is below 128.
enum { TRACE_NUMBER_MAX = 10 };

static inline uint8_t *trace_put_number(uint8_t *at, uint64_t number)
{
    while (number >= 0x80) {
        *at++ = (uint8_t)(number | 0x80);
        number >>= 7;
    }
    *at++ = (uint8_t)number;
    return at;
}

// Bytes that are read from the front. After a mistake it is at its end, and `is_wrong`.
typedef struct TraceBytes {
    const uint8_t *at, *end;
    bool is_wrong;
} TraceBytes;

uint64_t trace_get_number(TraceBytes *b);
// A number that is at most `most`.
uint32_t trace_get_below(TraceBytes *b, uint64_t most);
// An index of a list with so many items.
uint32_t trace_get_index(TraceBytes *b, uint32_t count);
// A text with its length. NULL after a mistake.
const char *trace_get_text(TraceBytes *b, size_t *size);
