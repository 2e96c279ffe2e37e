// gen/emit_foreign.c: what a program leaves to C.
//
// A program may refer to it weakly: then it can be loaded without, and calling
// what is missing is an error of the run, not of the linker. What nothing calls,
// what needs no C (rt/builtin.c), model functions, machines and types are always weak:
// without its PForeignType a type has no value but null.

#include <stdio.h>
#include <string.h>

#include "gen/emit_impl.h"

bool emit_needs(const PProgram *p, uint32_t fun)
{
    if (program_builtin(p, &p->funs[fun]))
        return false;
    for (uint32_t i = 0; i < p->fun_count && p->funs[fun].is_foreign; i++)
        for (uint32_t k = 0; p->funs[i].code && k < p->funs[i].code_count; k++)
            if (p->funs[i].code[k].op == OP_CALL && p->funs[i].code[k].n == fun)
                return true;
    return false;
}

// Functions that need no C count when they are only to be declared.
static bool leaves_to_c(const PProgram *p, bool with_builtins)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if ((p->funs[i].is_foreign && (with_builtins || !program_builtin(p, &p->funs[i]))) ||
            p->funs[i].is_model)
            return true;
    for (uint32_t i = 0; i < p->type_count; i++)
        if (p->types[i].kind == P_TYPE_FOREIGN)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].kind == P_MACHINE_MODEL)
            return true;
    return false;
}

bool emit_wants_stubs(const PProgram *p)
{
    return leaves_to_c(p, false);
}

bool emit_links_machine(const Emit *e, uint32_t machine)
{
    return !e->options->is_loaded && machine_may_be_c(&e->p->machines[machine]);
}

static void prototypes(Emit *e, bool is_header)
{
    const char *weak = is_header ? "" : " __attribute__((weak))";
    for (uint32_t i = 0; i < e->p->type_count; i++)
        if (e->p->types[i].kind == P_TYPE_FOREIGN)
            buf_print(e->out, "extern const PForeignType %s%s;\n", emit_foreign_type(e, i), weak);
    for (uint32_t i = 0; i < e->p->machine_count; i++)
        if (is_header ? e->p->machines[i].kind == P_MACHINE_MODEL
                      : emit_links_machine(e, i))
            buf_print(e->out, "extern const PForeignMachine %s%s;\n", emit_foreign_machine(e, i),
                      weak);
    for (uint32_t i = 0; i < e->p->fun_count; i++)
        if (e->foreigns[i] && !(is_header && program_builtin(e->p, &e->p->funs[i]))) {
            bool is_strong = !e->options->is_loaded && emit_needs(e->p, i);
            buf_print(e->out, "bool %s(PForeignCall *call)%s;\n", e->foreigns[i],
                      is_strong ? "" : weak);
        }
}

void emit_foreign_prototypes(Emit *e)
{
    if (!leaves_to_c(e->p, true) && e->options->is_loaded)
        return;
    buf_str(e->out, "\n#include \"plait/foreign.h\"\n\n// Supplied by C.\n");
    prototypes(e, false);
}

const char *emit_foreign_type(Emit *e, uint32_t type)
{
    return emit_supplied(e, "FOREIGN", e->p->types[type].name);
}

const char *emit_foreign_machine(Emit *e, uint32_t machine)
{
    return emit_supplied(e, "MACHINE", e->p->machines[machine].name);
}

// -------------------------------------------------------------------------------- header

static void guard(Emit *e)
{
    buf_str(e->out, "#pragma once\n\n#include <string.h>\n\n#include \"plait/host.h\"\n\n"
                    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
}

void emit_header(Buf *out, const PProgram *p, const EmitOptions *options)
{
    Emit e;
    emit_init(&e, out, p, options);
    buf_str(out, "// Numbers of a P program, for the C beside it; written by plait compile.\n"
                 "// Changes here are lost when it is compiled again.\n\n");
    guard(&e);
    buf_print(out, "\nextern const PProgram %s;\n", e.symbol);
    emit_public_enums(&e);
    if (emit_wants_stubs(p)) {
        buf_str(out, "\n// What C supplies (plait/foreign.h).\n");
        prototypes(&e, true);
    }
    emit_payloads(&e);
    buf_str(out, "\n#ifdef __cplusplus\n}\n#endif\n");
    emit_drop(&e);
}

// --------------------------------------------------------------------------------- stubs

static const char *param_name(const PFun *fun, uint32_t i, char room[static 24])
{
    if (fun->slot_names && fun->slot_names[i] && fun->slot_names[i][0])
        return fun->slot_names[i];
    snprintf(room, 24, "argument%u", i);
    return room;
}

// How C gets at an argument.
static void accessor(Emit *e, PTypeKind kind, uint32_t i)
{
    static const char *const names[] = {
        [P_TYPE_BOOL] = "_bool",   [P_TYPE_INT] = "_int",       [P_TYPE_ENUM] = "_int",
        [P_TYPE_FLOAT] = "_float", [P_TYPE_STRING] = "_string", [P_TYPE_FOREIGN] = "_foreign",
        [P_TYPE_NTUPLE] = NULL,
    };
    assert(kind < sizeof names / sizeof *names);
    const char *suffix = names[kind] ? names[kind] : "";
    buf_print(e->out, "p_arg%s(call, %u%s)", suffix, i, kind == P_TYPE_STRING ? ", &size" : "");
}

// How C gives its result back.
static void maker(Emit *e, uint32_t id)
{
    const PType *type = &e->p->types[id];
    static const char *const values[] = {
        [P_TYPE_NULL] = "0",
        [P_TYPE_BOOL] = "truth",
        [P_TYPE_INT] = "(PWord)number",
        [P_TYPE_ENUM] = "(PWord)number",
        [P_TYPE_FLOAT] = "p_from_float(number)",
        [P_TYPE_STRING] = "p_string(text, size)",
        [P_TYPE_NTUPLE] = NULL,
    };
    assert(type->kind < sizeof values / sizeof *values);
    buf_str(e->out, "    // result: return p_result(call, ");
    if (type->kind == P_TYPE_FOREIGN)
        buf_print(e->out, "p_foreign(&%s, pointer)", emit_foreign_type(e, id));
    else
        buf_str(e->out, values[type->kind] ? values[type->kind] : "value");
    buf_str(e->out, ");\n");
}

// "// fun Weight(s: string): int, of machine M"
static void signature(Emit *e, const PFun *fun)
{
    char room[24];
    const char *dot = fun->machine == P_NONE ? NULL : strchr(fun->name, '.');
    buf_print(e->out, "\n// %sfun %s(", fun->is_model ? "model " : "", dot ? dot + 1 : fun->name);
    for (uint32_t i = 0; i < fun->param_count; i++)
        buf_print(e->out, "%s%s: %s", i ? ", " : "", param_name(fun, i, room),
                  e->p->types[fun->slot_types[i]].name);
    buf_char(e->out, ')');
    if (e->p->types[fun->result].kind != P_TYPE_NULL)
        buf_print(e->out, ": %s", e->p->types[fun->result].name);
    if (fun->machine != P_NONE)
        buf_print(e->out, ", of machine %s", e->p->machines[fun->machine].name);
    buf_print(e->out, "; %s:%u\n", emit_file(e, fun->declared.file), fun->declared.line);
}

static void function_stub(Emit *e, uint32_t id)
{
    const PFun *fun = &e->p->funs[id];
    char room[24];
    signature(e, fun);
    if (fun->is_model)
        buf_str(e->out, "// Runs as P has it, as long as it is left out here.\n#if 0\n");
    buf_print(e->out, "bool %s(PForeignCall *call)\n{\n", e->foreigns[id]);
    for (uint32_t i = 0; i < fun->param_count; i++) {
        buf_print(e->out, "    // %s: ", param_name(fun, i, room));
        accessor(e, e->p->types[fun->slot_types[i]].kind, i);
        buf_char(e->out, '\n');
    }
    maker(e, fun->result);
    buf_str(e->out, "    return p_foreign_cannot(call, \"it is not written yet\");\n}\n");
    buf_str(e->out, fun->is_model ? "#endif\n" : "");
}

static void type_stub(Emit *e, uint32_t type)
{
    const char *name = e->p->types[type].name, *symbol = emit_foreign_type(e, type);
    buf_print(
        e->out,
        "\n// type %s: a pointer of yours, made into a value with p_foreign(&%s, "
        "pointer).\n"
        "// Add .compare, .hash, .release, .print, .encode and .decode as plait/foreign.h has "
        "them.\n"
        "const PForeignType %s = {\n    .name = \"%s\",\n};\n",
        name, symbol, symbol, name);
}

// A model machine runs as P has it, unless C stands in for it.
static void machine_stub(Emit *e, uint32_t machine)
{
    const PMachineInfo *m = &e->p->machines[machine];
    const char *name = emit_foreign_machine(e, machine);
    buf_print(e->out,
              "\n// model %s, created with %s; %s:%u\n"
              "// Runs as P has it, as long as it is left out here.\n#if 0\n"
              "static void *%s_create(PMachine *m, PWord payload)\n{\n"
              "    // m->self is its reference; p_post(m->runtime, target, event, value) sends\n"
              "    return NULL;\n}\n\n"
              "static void %s_event(PMachine *m, void *state, uint32_t event, PWord payload)\n"
              "{\n    // what others send to it\n}\n\n"
              "static void %s_destroy(void *state)\n{\n    // it has halted, or the run is over\n"
              "}\n\n"
              "const PForeignMachine %s = {\n"
              "    .create = %s_create,\n    .event = %s_event,\n    .destroy = %s_destroy,\n};\n"
              "#endif\n",
              m->name, e->p->types[m->payload].name, emit_file(e, m->at.file), m->at.line, name,
              name, name, name, name, name, name);
}

void emit_stubs(Buf *out, const PProgram *p, const EmitOptions *options)
{
    Emit e;
    emit_init(&e, out, p, options);
    buf_print(out,
              "// The C part of a P program: what it leaves to C. plait compile wrote this as a\n"
              "// beginning and never changes it again.\n\n#include \"%s\"\n",
              options->header);
    for (uint32_t i = 0; i < p->type_count; i++)
        if (p->types[i].kind == P_TYPE_FOREIGN)
            type_stub(&e, i);
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (e.foreigns[i] && !program_builtin(p, &p->funs[i]))
            function_stub(&e, i);
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].kind == P_MACHINE_MODEL)
            machine_stub(&e, i);
    emit_drop(&e);
}
