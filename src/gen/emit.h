// gen/emit.h: a Program as C.
//
// The tables become static data, every function a C function that runs to its
// next ask. The text includes plait/runtime.h and nothing else; compiled, it
// defines one symbol, the same Program with machine code for its functions.
// Beside it go a header with the numbers of events and types, and a file of
// stubs, for the foreign part in C.

#pragma once

#include "base/buf.h"
#include "plait/runtime.h"

typedef struct EmitOptions {
    const char *symbol;  // the Program's name in C; NULL for "plait_program"
    const char *prefix;  // of all names that other C sees, without its underscore; or NULL
    bool is_loaded;      // into this very process: what C supplies may be missing
    const char *header;  // what the stubs include for the program, such as "server.h"
    // The text of a line of P, to stand above its code; NULL when there is none.
    const char *(*line)(void *context, uint32_t file, uint32_t line);
    void *context;
} EmitOptions;

void emit_program(Buf *out, const PProgram *p, const EmitOptions *options);

// Numbers of events, types and interfaces, and what foreign code must define.
void emit_header(Buf *out, const PProgram *p, const EmitOptions *options);

// Whether C must supply the function: it is foreign, and something calls it.
bool emit_needs(const PProgram *p, uint32_t fun);

// Whether the program leaves anything to C.
bool emit_wants_stubs(const PProgram *p);
void emit_stubs(Buf *out, const PProgram *p, const EmitOptions *options);
