// rt/program.h: prints and verifies Programs.
//
// plait/runtime.h has the tables of a Program. This file has the names of instructions, the
// printer for `plait dump program`, and the verifier that checks every Program before it runs.

#pragma once

#include "base/buf.h"
#include "base/err.h"
#include "plait/runtime.h"

typedef enum Op {
#define OP(name, d, a, b, n, then, what) OP_##name,
#include "rt/ops.def"
#undef OP
    OP_COUNT,
} Op;

typedef struct OpInfo {
    const char *name;
    char d, a, b, n, then;  // letters, explained in rt/ops.def
    const char *what;
} OpInfo;

extern const OpInfo op_infos[OP_COUNT];

// Whether the instruction asks the host: a function with such an instruction is not pure.
bool op_asks(Op op);

// Whether the instruction always ends the function.
bool op_leaves(Op op);

// The number of slots from `a` on that the instruction uses: several for a call, tuple, format.
uint32_t ins_span(const PIns *ins);

void program_print(const PProgram *p, Buf *out);

// Whether every index is within its table, every jump stays in its function, slots have the types
// that their instructions need, and no function runs past its end. False, with the first fault
// in `err`: then the compiler has a bug.
bool program_verify(const PProgram *p, Err *err);

// NULL when the program has no such test.
const PTest *program_test(const PProgram *p, const char *name);

// The name in C of a function, type or machine of the program: the prefix, then its P name, with
// each run of characters that C identifiers cannot contain replaced by one underscore.
void program_symbol(Buf *out, const char *prefix, const char *name);

// Whether the machine may be implemented in C in a run (plait/foreign.h); monitors may not.
static inline bool machine_may_be_c(const PMachineInfo *m)
{
    return m->kind == P_MACHINE_REAL || m->kind == P_MACHINE_MODEL;
}

static inline bool machine_has_hot_state(const PProgram *p, uint32_t machine)
{
    for (uint32_t i = 0; i < p->state_count; i++)
        if (p->states[i].machine == machine && p->states[i].temperature == P_HOT)
            return true;
    return false;
}

// The code of a foreign function that needs no C file, or NULL: the functions by which a program
// controls the explorer (rt/builtin.c).
PForeignFun *program_builtin(const PProgram *p, const PFun *fun);

static inline bool eventset_contains(const PProgram *p, uint32_t set, uint32_t event)
{
    if (set == P_NONE)
        return true;
    const PEventSet *s = &p->sets[set];
    return event / 64 < s->words && (s->bits[event / 64] >> (event % 64) & 1);
}
