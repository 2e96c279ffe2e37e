// gen/emit_impl.h: what the files of emit share.

#pragma once

#include "base/map.h"
#include "base/name.h"
#include "gen/emit.h"
#include "rt/live.h"
#include "rt/program.h"

typedef struct Emit {
    Buf *out;
    const PProgram *p;
    const EmitOptions *options;
    const char *symbol;
    Arena arena;
    Names names;
    Map taken;  // names of the file's scope, by their id + 1
    const char **types, **events, **interfaces, **states, **funs, **receives;  // in C, by id
    const char ***fields;                                                      // of each machine
    const char **codes;     // of each function, its C function
    bool *is_direct;        // of each function: it could be called straight
    bool *is_nested;        // a recursive function leads to it
    bool *is_wanted;        // something calls it straight
    const char **directs;   // the C function to call so
    const char **foreigns;  // of each foreign function, the one C supplies
    Live *live;
    size_t folder_size;  // of the folder that absolute paths share
} Emit;

void emit_init(Emit *e, Buf *out, const PProgram *p, const EmitOptions *options);
void emit_drop(Emit *e);

// The name as a C identifier that is not taken. `prefix` goes before it; `scope`
// is the number to tell it apart by, when it is taken or would mislead C.
const char *emit_identifier(Emit *e, const char *prefix, const char *name, uint32_t number);
// As above, for a name inside a function: it hides none of the file's, but is
// not remembered.
const char *emit_local(Emit *e, const char *name, uint32_t number);

// "E_", or with the prefix "svc_E_".
const char *emit_prefix(Emit *e, const char *letter);

// What C supplies: P_FUN_x, or with the prefix svc_FUN_x.
const char *emit_supplied(Emit *e, const char *kind, const char *name);

// Functions for payloads, into the header.
void emit_payloads(Emit *e);

// A string literal, and text that ends with its line of comment.
void emit_string(Emit *e, const char *text);
void emit_comment(Emit *e, const char *text);

// A file of the program by its path, without the folders of this machine.
const char *emit_file(const Emit *e, uint32_t file);

// An id by its name in C, P_NONE for none.
const char *emit_id(const char *const *names, uint32_t id);

// Instructions that are printed as operands of this one; P_NONE: the operand is a slot.
typedef struct Folded {
    uint32_t d, a, b;
} Folded;

// A function on its way into C.
typedef struct Code {
    Emit *e;
    const PFun *fun;
    uint32_t id;  // of the function
    uint32_t at;  // the instruction being printed
    const PIns *ins;
    const char **slots;  // their names
    bool *is_target;     // of a jump, or a resume point
    bool *is_resume;
    bool *is_reached;                     // by anything
    Folded *folded;                       // of each instruction
    bool *is_folded;                      // it is printed inside another one
    bool *is_dropped;                     // it has nothing to do
    uint64_t *full;                       // before each instruction, a set of slots: emit_full.c
    uint32_t inside;                      // expressions that are being printed
    bool is_lent;                         // the user of the value does not keep it
    bool *is_used;                        // of each slot: the C function names it
    bool is_direct;                       // the form to be called straight
    bool has_done;
    bool has_failed, has_left;            // labels at its end
    Buf body;
    bool uses_p, uses_v, uses_m, uses_f, uses_ask;
} Code;

void emit_instruction(Code *c);
void emit_leave_slot(Code *c, uint32_t slot);  // gives up the node in it, at the end
void emit_fold(Code *c);

// Finds the slots that may hold a node, after emit_fold.
void emit_fill(Code *c);
bool emit_may_be_full(const Code *c, uint32_t at, uint32_t slot);  // before the instruction
bool emit_is_full_after(const Code *c, uint32_t at, uint32_t slot);  // perhaps

// Whether the slot is empty or of no use behind the instruction, whichever way it goes.
bool emit_is_dead_after(const Code *c, uint32_t at, uint32_t slot);

// Whether the instruction, in the function or its direct form, calls straight.
bool emit_calls_straight(const Emit *e, uint32_t fun, bool is_direct, const PIns *ins);

static inline bool emit_is_node(const Emit *e, uint32_t type)
{
    return p_kind_is_node(e->p->types[type].kind);
}

void emit_find_direct(Emit *e);
void emit_enums(Emit *e);
void emit_public_enums(Emit *e);  // types, events, interfaces
void emit_tables(Emit *e);
void emit_code(Emit *e);
void emit_foreign_prototypes(Emit *e);
const char *emit_foreign_type(Emit *e, uint32_t type);
// Whether the machine refers to C that may stand in for it.
bool emit_links_machine(const Emit *e, uint32_t machine);
const char *emit_foreign_machine(Emit *e, uint32_t machine);
