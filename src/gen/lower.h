// gen/lower.h: lowering, inside.
//
// lower.c makes the tables, lower_type.c types and sets, lower_fun.c functions
// and their slots, lower_stmt.c and lower_expr.c their code, lower_place.c what
// is assigned to.
//
// Evaluation is left to right, but a plain variable is read last of the operands of an
// operation (lower_late). A value lives in a slot: a variable's own, or a temporary that is
// free again when it has been used. Operands that an instruction moves out are always
// temporaries.

#pragma once

#include "gen/gen.h"
#include "lang/scope.h"
#include "rt/program.h"

typedef struct Tables {
    Arena *arena;
    Lang *lang;
    Tree *tree;
    Target target;
    Err *err;
    Map type_ids;  // lang Type -> id + 1
    VEC(PType) types;
    VEC(PEventSet) sets;
    Map set_ids;        // EventSet -> id + 1
    Map fun_ids;        // FunDecl or PureDecl -> id + 1
    Map interface_ids;  // Decl -> id + 1
    Map state_ids;      // StateDecl -> id + 1
    VEC(PFun) funs;
    VEC(PReceive) receives;
    VEC(const char *) strings;
    Map string_ids;  // interned text -> id + 1
    VEC(PState) states;
} Tables;

uint32_t table_type(Tables *t, const Type *type);
uint32_t table_set(Tables *t, const EventSet *set);  // P_NONE for all
uint32_t table_string(Tables *t, const char *text, size_t size);
PPosition table_position(Tables *t, Span span);
uint32_t table_fun(Tables *t, const void *decl);
uint32_t table_interface(Tables *t, const Decl *decl);
uint32_t table_state(Tables *t, const StateDecl *state);

// Whether a value of one type is, as it stands, one of the other.
bool same_words(const Type *from, const Type *to);

// ---------------------------------------------------------------------- functions

// What `break` leaves: a loop, or a receive, which `continue` looks through.
typedef struct Loop {
    struct Loop *outer;
    bool is_receive;
    VEC(uint32_t) breaks;  // jumps to patch
    VEC(uint32_t) continues;
} Loop;

typedef struct Lower {
    Tables *t;
    FunDecl *fun;  // whose body is being read: a receive case has its own
    VEC(PIns) code;
    VEC(PPosition) at;
    VEC(uint32_t) slot_types;
    VEC(const char *) slot_names;  // "" for temporaries
    VEC(bool) is_busy;             // of temporaries: in use
    Map slots;                     // VarDecl -> slot + 1
    uint32_t payload, trigger;     // slots, in the 2015 dialect
    Loop *loop;
    Span span;  // of what is being lowered
} Lower;

// A value in a slot, with the type it has there.
typedef struct Value {
    uint16_t slot;
    bool is_temp;
    const Type *type;
    Expr *late;  // a machine's variable that is still to be read, by lower_now; else NULL
} Value;

uint32_t emit(Lower *l, Op op, uint32_t d, uint32_t a, uint32_t b, int64_t n);  // its offset
uint32_t here(const Lower *l);
void patch(Lower *l, uint32_t jump);  // to here
void patch_to(Lower *l, uint32_t jump, uint32_t target);

uint16_t temp(Lower *l, const Type *type);
// Neighbouring temporaries for the arguments of one instruction.
uint16_t temps(Lower *l, const Type *const *types, uint32_t count);
void free_temp(Lower *l, Value v);  // its temporary is free again
void free_slots(Lower *l, uint16_t first, uint32_t count);

Value lower_expr(Lower *l, Expr *e);

// An operand. As in P, a plain variable of the machine is read when the operation is done:
// after the calls in the other operands, which may change it.
bool has_call(const Expr *e);  // of a function that may change the machine's variables
Value lower_late(Lower *l, Expr *e, bool others_call);
Value lower_now(Lower *l, Value v);

// P's maps and sets do not take null: what may be null is looked at.
typedef enum NullUse { NULL_KEY, NULL_ELEMENT, NULL_VALUE } NullUse;
void refuse_null(Lower *l, Value v, NullUse use);
Value lower_owned(Lower *l, Value v);                                 // in a temporary
Value lower_as(Lower *l, Value v, const Type *to);                    // of another type
void lower_into(Lower *l, uint16_t slot, const Type *type, Value v);  // assigns, frees
Value lower_constant(Lower *l, const Type *type, int64_t word);

// Whether it speaks of all executions, or of another machine's fields: then it is
// for a prover and never run (typing has warned).
bool is_for_prover(const Expr *e);

// The values of a send, raise, new, goto or announce as one, of the payload's
// type where it is known (else NULL); owned.
Value lower_payload(Lower *l, ExprList args, const Type *payload);
Value lower_call(Lower *l, Expr *e);
Value lower_new(Lower *l, Expr *e);
Value lower_string(Lower *l, Expr *e);

void lower_assign(Lower *l, Stmt *s);  // =, += and -= in all their forms
void lower_variable(Lower *l, VarDecl *var, Value v);  // a whole variable; frees

void lower_stmt(Lower *l, Stmt *s);
void lower_funs(Tables *t);
