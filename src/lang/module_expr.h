// lang/module_expr.h: what the files about modules share.
//
// module.c walks the program's modules and tests, module_expr.c evaluates the
// operators that build modules, module_hide.c those that hide parts of them;
// module_build.c and module_set.c are what they are made with. A module expression that
// was reported has the meaning NULL, and so has, silently, all that contains it.

#pragma once

#include "lang/module.h"

typedef struct ModuleCheck {
    Tree *tree;
    Arena *arena;
    uint32_t event_count;
    EventSet *none;  // the empty set, shared by all modules that hide nothing
    VEC(MachineDecl *) scenarios;
} ModuleCheck;

// The meaning of the expression, also left in `expr->module`. The modules that
// it names must have been evaluated before.
Module *module_eval(ModuleCheck *check, ModExpr *expr);

// What a name may mean, a set of these.
enum { WANT_MACHINE = 1, WANT_INTERFACE = 2, WANT_SPEC = 4 };

// NULL after a report when the name means nothing, or nothing that is wanted.
// A machine is an interface too.
Decl *module_find(ModuleCheck *check, Ident name, unsigned wanted);

// ------------------------------------------------------------- building a module

Module *module_new(ModuleCheck *check);
Module *module_copy(ModuleCheck *check, const Module *module);
void module_bind(ModuleCheck *check, Module *module, Decl *interface, MachineDecl *machine,
                 Span span);
void module_attach(ModuleCheck *check, Module *module, MachineDecl *spec, Span span);
void module_seal(ModuleCheck *check, Module *module);  // after the last binding

// The public interfaces that the links lead to, each once.
void module_collect_creates(ModuleCheck *check, Module *module);

// ------------------------------------------------------------ asking about a module

typedef VEC(Decl *) Interfaces;

const EventSet *interface_receives(const Decl *interface);
const Type *interface_payload(const Decl *interface);

// Maps whose keys are declarations. Asking a list instead is for reports, and
// for questions that come once per expression.
bool decls_have(const Map *decls, const Decl *decl);
void decls_put(Map *decls, Decl *decl);
Map module_bound(const Module *module);
Map module_private(const Module *module);
const Binding *module_binding(const Module *module, const Decl *interface);
bool module_creates(const Module *module, const Decl *interface);

// Public interfaces that are created but not bound here, or bound but not
// created: the outside world deals with them.
Interfaces module_open_ends(ModuleCheck *check, const Module *module);

// As they stand in messages.
const char *module_event_text(ModuleCheck *check, int64_t event);
const char *module_payload_text(ModuleCheck *check, const Type *payload);
void module_note_declared(Diag *d, const Decl *decl);

// What hides: `hidee` and `hidei`, and what hidden things mean when modules are
// put together. False after a report.
Module *module_hide_events(ModuleCheck *check, const ModExpr *expr, const Module *part);
Module *module_hide_interfaces(ModuleCheck *check, const ModExpr *expr, const Module *part);
bool module_keeps_secrets(ModuleCheck *check, const ModExpr *joined);

// ---------------------------------------------------------------- sets of events

bool events_empty(const EventSet *set);

// An event of both sets, or -1; one that the program declares rather than halt.
int64_t events_common(ModuleCheck *check, const EventSet *a, const EventSet *b);

// As eventset_missing, but halt only when nothing else is missing.
int64_t events_missing(ModuleCheck *check, const EventSet *a, const EventSet *b);

// New sets, or one of the two where it is the answer.
EventSet *events_union(ModuleCheck *check, EventSet *a, EventSet *b);
EventSet *events_minus(ModuleCheck *check, EventSet *a, const EventSet *b);

// Adds to a set that has no other user. All events become `all`.
void events_absorb(EventSet *into, const EventSet *set);

// For every type, by id: an event of `set` that a value of the type may carry
// the permission to send, or 0. A reference to any machine carries all.
uint32_t *events_carried(ModuleCheck *check, Arena *arena, const EventSet *set);
