// rt/foreign.c: arguments and results of foreign functions.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rt/machine.h"
#include "rt/node.h"

void (*foreign_leaves)(const char *text);

// ------------------------------------------------------------------------------- leaving

_Noreturn void p_foreign_leaves(const char *how, int code)
{
    char text[P_TEXT_MAX];
    bool has_code = strcmp(how, "abort") != 0;
    if (foreign_leaves) {
        snprintf(text, sizeof text, has_code ? "it called %s(%d)" : "it called %s", how, code);
        foreign_leaves(text);
    }
    if (strcmp(how, "exit") == 0)
        exit(code);
    if (strcmp(how, "quick_exit") == 0)
        quick_exit(code);
    if (!has_code)
        abort();
    _exit(code);
}

_Noreturn void p_foreign_asserts(const char *what, const char *file, unsigned line)
{
    char text[P_TEXT_MAX];
    snprintf(text, sizeof text, "assertion `%.200s` failed at %.200s:%u", what, file, line);
    if (foreign_leaves)
        foreign_leaves(text);
    fprintf(stderr, "%s\n", text);
    abort();
}

// Reports an error of the C code, not of the P program. Only the first one is reported.
static void misfits(const PForeignCall *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void misfits(const PForeignCall *call, const char *format, ...)
{
    char text[P_TEXT_MAX];
    va_list args;

    if (call->ask->error == P_ERROR_SETUP)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    p_fail(call->ask, P_ERROR_SETUP, "the C code of %s %s", call->fun->name, text);
}

// Whether the value is one of the arguments, returned unchanged.
static bool is_argument(const PForeignCall *call, PWord value)
{
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (call->args[i] == value && call->arg_types[i] == call->result_type)
            return true;
    return false;
}

bool p_result(PForeignCall *call, PWord value)
{
    const char *wrong =
        is_argument(call, value) ? NULL : value_fault(call->program, call->result_type, value);
    if (wrong) {
        misfits(call, "gives back something that is no `%s`", wrong);
        return false;
    }
    p_release(call->program, call->result_type, call->result);
    call->result = value;
    return true;
}

static bool fail(PForeignCall *call, PError error, const char *format, va_list args)
{
    char text[P_TEXT_MAX];
    if (call->ask->error == P_ERROR_SETUP)
        return false;
    vsnprintf(text, sizeof text, format, args);
    return p_fail(call->ask, error, "%s: %s", call->fun->name, text);
}

bool p_foreign_fail(PForeignCall *call, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(call, P_ERROR_FOREIGN, format, args);
    va_end(args);
    return false;
}

bool p_foreign_cannot(PForeignCall *call, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(call, P_ERROR_SETUP, format, args);
    va_end(args);
    return false;
}

// ----------------------------------------------------------------------------- arguments

PWord p_arg(const PForeignCall *call, uint32_t i)
{
    if (i < call->arg_count)
        return call->args[i];
    misfits(call, "asks for argument %u of %u", i, call->arg_count);
    return 0;
}

// The argument, or 0 when it is not of the kind: null, false, 0, "".
static PWord typed_arg(const PForeignCall *call, uint32_t i, PTypeKind kind, const char *wanted)
{
    PWord word = p_arg(call, i);
    if (i >= call->arg_count)
        return 0;
    const PType *type = &call->program->types[call->arg_types[i]];
    if (type->kind == kind || (kind == P_TYPE_INT && type->kind == P_TYPE_ENUM))
        return word;
    misfits(call, "takes argument %u as %s, but it is %s", i, wanted, type->name);
    return 0;
}

bool p_arg_bool(const PForeignCall *call, uint32_t i)
{
    return typed_arg(call, i, P_TYPE_BOOL, "bool") != 0;
}

int64_t p_arg_int(const PForeignCall *call, uint32_t i)
{
    return (int64_t)typed_arg(call, i, P_TYPE_INT, "int");
}

double p_arg_float(const PForeignCall *call, uint32_t i)
{
    return p_float(typed_arg(call, i, P_TYPE_FLOAT, "float"));
}

const char *p_arg_string(const PForeignCall *call, uint32_t i, size_t *size)
{
    return p_string_text(typed_arg(call, i, P_TYPE_STRING, "string"), size);
}

void *p_arg_foreign(const PForeignCall *call, uint32_t i)
{
    return p_foreign_value(typed_arg(call, i, P_TYPE_FOREIGN, "a foreign value"));
}

// -------------------------------------------------------------------------------- values

PWord p_foreign(const PForeignType *type, void *value)
{
    if (!value)
        return 0;
    ForeignNode *node = node_alloc(NODE_FOREIGN, sizeof *node);
    node->type = type;
    node->value = value;
    return node_word(node);
}

void *p_foreign_value(PWord foreign)
{
    return foreign ? ((ForeignNode *)node_of(foreign))->value : NULL;
}

uint32_t p_event(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (strcmp(p->events[i].name, name) == 0)
            return i;
    return P_NONE;
}
