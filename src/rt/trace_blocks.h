// rt/trace_blocks.h: the trace of a container as blocks of bytes.
//
// A file is: the header as a line of JSON, a byte 0, and blocks. A block is the size of its body
// (32 bits, little-endian), a checksum of the body that begins with that of the block before (64
// bits), and the body. The body of the first block is trace_tables_write; the others have
//
//     number of new machines; of each: container, number there, kind    ids are given in order
//     steps until the end of the body
//
// A step is the kind, what it has (two bytes), and these, each as a number or a text with its
// length. A payload is encoded (rt/cbor.h, machines by their ids), or is that of an earlier step of
// the file, or a text as P prints it, when its type may contain foreign values.
//
// A block that is cut off at the end of the file was not written to its end, because the process
// was killed: it is ignored. What is written last in a turn of a container is one block.

#pragma once

#include "rt/trace.h"

typedef struct TraceBlocks TraceBlocks;

enum { TRACE_BLOCK_HEADER = 12 };

// What a step has.
enum {
    FACT_WHO = 1 << 0,
    FACT_MONITOR = 1 << 1,
    FACT_BY = 1 << 2,
    FACT_STATE = 1 << 3,
    FACT_TO = 1 << 4,
    FACT_EVENT = 1 << 5,
    FACT_FUN = 1 << 6,
    FACT_VALUE = 1 << 7,    // a payload that is encoded
    FACT_SAME = 1 << 8,     // a payload of an earlier step
    FACT_PAYLOAD = 1 << 9,  // a payload that is printed
    FACT_TARGET = 1 << 10,
    FACT_CHOICE = 1 << 11,
    FACT_FAIR = 1 << 12,
    FACT_TEXT = 1 << 13,
    FACT_WORDS = 1 << 14,  // error, message, outcome
    FACT_PLACE = 1 << 15,
};

// Writes the tables.
TraceBlocks *trace_blocks_new(FILE *out, const PProgram *p,
                              TraceMachine (*machine)(void *data, uint32_t id), void *data);
void trace_blocks_free(TraceBlocks *b);
// The bytes that were written to the file.
uint64_t trace_blocks_size(const TraceBlocks *b);
// Begins another file with the tables; nothing refers to the one before. All was flushed.
void trace_blocks_begin_again(TraceBlocks *b, FILE *out);
void trace_blocks_add(TraceBlocks *b, const TraceFact *fact);
// Writes what was added as a block.
void trace_blocks_flush(TraceBlocks *b);
