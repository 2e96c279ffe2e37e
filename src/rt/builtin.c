// rt/builtin.c: foreign functions that need no C file.
//
// A P program controls the explorer that checks it by foreign functions with these names and
// types, declared outside of machines. In a run they do nothing. If a C file defines one of
// them, that definition is used, as for any foreign function.

#include <string.h>

#include "plait/foreign.h"
#include "rt/program.h"

// The numbers are those of check/explorer/orders.h.
enum { OP_CHANGE_ORDER = 0, OP_SEAL = 1, OP_UNSEAL = 2, OP_TELL = 100 };

static bool tell(PForeignCall *call, uint32_t op, uint32_t machine, int64_t number)
{
    if (call->machine->tell)
        call->machine->tell(call->machine, op, machine, number);
    return true;
}

static bool change_order(PForeignCall *call)
{
    uint32_t machine = P_MACHINE_ID(p_arg(call, 0));
    if (machine == 0)
        return p_foreign_fail(call, "the machine is null");
    return tell(call, OP_CHANGE_ORDER, machine, p_arg_int(call, 1));
}

static bool seal(PForeignCall *call)
{
    return tell(call, OP_SEAL, 0, 0);
}

static bool unseal(PForeignCall *call)
{
    return tell(call, OP_UNSEAL, 0, 0);
}

static bool tell_explorer(PForeignCall *call)
{
    int64_t op = p_arg_int(call, 0);
    if (op < 0 || op > INT32_MAX)
        return p_foreign_fail(call, "the first argument must be from 0 to %d", INT32_MAX);
    return tell(call, OP_TELL + (uint32_t)op, 0, p_arg_int(call, 1));
}

typedef struct Builtin {
    const char *name;
    PForeignFun *code;
    uint32_t param_count;
    PTypeKind params[2];
} Builtin;

static const Builtin builtins[] = {
    {"ChangeOrder", change_order, 2, {P_TYPE_MACHINE, P_TYPE_INT}},
    {"Seal", seal, 0, {0}},
    {"Unseal", unseal, 0, {0}},
    {"TellExplorer", tell_explorer, 2, {P_TYPE_INT, P_TYPE_INT}},
};

static bool fits(const PProgram *p, const PFun *fun, const Builtin *b)
{
    if (strcmp(fun->name, b->name) != 0 || fun->param_count != b->param_count)
        return false;
    for (uint32_t i = 0; i < b->param_count; i++) {
        PTypeKind kind = p->types[fun->slot_types[i]].kind;
        if (kind != b->params[i] && !(kind == P_TYPE_ENUM && b->params[i] == P_TYPE_INT))
            return false;
    }
    return p->types[fun->result].kind == P_TYPE_NULL;
}

PForeignFun *program_builtin(const PProgram *p, const PFun *fun)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins && fun->is_foreign; i++)
        if (fits(p, fun, &builtins[i]))
            return builtins[i].code;
    return NULL;
}
