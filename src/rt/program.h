// rt/program.h: Programs, printed and verified.
//
// The tables are those of plait/runtime.h. Here is what builds on them: names of
// instructions, the printer behind `plait dump program`, and the verifier that
// every Program passes before it runs.

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

// Whether nothing of the function is executed after the instruction.
bool op_leaves(Op op);

// How many slots from `a` on the instruction uses: several for a call, a tuple, a format.
uint32_t ins_span(const PIns *ins);

void program_print(const PProgram *p, Buf *out);

// Whether every index is in its table, every jump lands in its function, slots
// have the types their instructions want, and code never runs off its end.
// False, with the first fault in `err`: then the compiler has a bug.
bool program_verify(const PProgram *p, Err *err);

// NULL when the program has no such test.
const PTest *program_test(const PProgram *p, const char *name);

// What C calls a function, type or machine of the program: the prefix, then the name as
// people know it, in which each run of what no identifier may hold is one underscore.
void program_symbol(Buf *out, const char *prefix, const char *name);

// Whether C may stand in for the machine in a run (plait/foreign.h): monitors stay P.
static inline bool machine_may_be_c(const PMachineInfo *m)
{
    return m->kind == P_MACHINE_REAL || m->kind == P_MACHINE_MODEL;
}

// The code of a foreign function that needs no C, or NULL: those by which a program
// talks to the explorer that checks it (rt/builtin.c).
PForeignFun *program_builtin(const PProgram *p, const PFun *fun);

static inline bool eventset_contains(const PProgram *p, uint32_t set, uint32_t event)
{
    if (set == P_NONE)
        return true;
    const PEventSet *s = &p->sets[set];
    return event / 64 < s->words && (s->bits[event / 64] >> (event % 64) & 1);
}
