// lang/tree.h: a P program as a tree.
//
// The parser builds it, scope fills in what names mean (the fields `decl`,
// `machine`, `target`...), typing fills in the types, module the tests. Nothing
// is NULL where the grammar wants something: a broken part is an EXPR_ERROR or a
// declaration with an error type, so later passes need not ask.
//
// Everything lives in the tree's arena. Declarations embed a `Decl` first; cast
// down by its kind.

#pragma once

#include "lang/lex.h"
#include "lang/type.h"

typedef enum Dialect { DIALECT_AUTO, DIALECT_MODERN, DIALECT_CLASSIC } Dialect;

typedef struct Scope Scope;
typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct FunDecl FunDecl;
typedef struct StateDecl StateDecl;
typedef struct MachineDecl MachineDecl;
typedef struct ModExpr ModExpr;
typedef struct Module Module;

// ---------------------------------------------------------------- declarations

typedef enum DeclKind {
    DECL_EVENT,
    DECL_EVENTSET,
    DECL_ENUM,
    DECL_ENUM_ELEM,
    DECL_TYPE,
    DECL_INTERFACE,
    DECL_MACHINE,  // machines, models, specs, monitors, scenarios
    DECL_STATE,
    DECL_FUN,
    DECL_VAR,  // fields, locals, parameters, global parameters
    DECL_PURE,
    DECL_INVARIANT,
    DECL_LEMMA,
    DECL_AXIOM,
    DECL_INIT_CONDITION,
    DECL_PROOF,
    DECL_MODULE,
    DECL_TEST,
    DECL_IMPL,
} DeclKind;

typedef struct Decl {
    DeclKind kind;
    const Name *name;  // "" for what has none (axioms, anonymous handlers)
    Span span;         // of the name; of the keyword where there is none
} Decl;

// A name as it was written, and where. `name` is NULL after a syntax error.
typedef struct Ident {
    const Name *name;
    Span span;
} Ident;

typedef VEC(Ident) Idents;

// A type as it was written.
typedef enum TypeRefKind {
    TREF_ERROR,
    TREF_BASIC,  // `type` is already known: bool, int, any ...
    TREF_NAME,   // `name`
    TREF_SEQ,
    TREF_SET,
    TREF_MAP,
    TREF_TUPLE,
    TREF_NTUPLE,
} TypeRefKind;

typedef struct TypeRef {
    TypeRefKind kind;
    Span span;
    const Type *type;  // the meaning, once resolved
    Ident name;
    struct TypeRef **parts;
    Ident *field_names;
    uint32_t count;
} TypeRef;

// A set of events by id. `all` is the set of everything the program declares.
typedef struct EventSet {
    bool all;
    uint64_t *bits;  // NULL with `all`
    uint32_t words;
} EventSet;

typedef enum BoundKind { BOUND_NONE, BOUND_ASSERT, BOUND_ASSUME } BoundKind;

// How many instances of an event, or how many events at all, a queue may hold.
typedef struct QueueBound {
    BoundKind kind;
    int64_t max;
} QueueBound;

typedef struct EventDecl {
    Decl decl;
    uint32_t id;  // dense; null is 0, halt is 1
    TypeRef *payload_ref;
    const Type *payload;  // TYPE_NULL for none
    QueueBound bound;
    bool is_sent, is_handled;  // somewhere in the program; for warnings
} EventDecl;

enum { EVENT_NULL = 0, EVENT_HALT = 1 };

typedef struct EventSetDecl {
    Decl decl;
    Idents names;
    bool is_open;      // being resolved: it cannot contain itself
    EventSet *events;
    const Type *type;
} EventSetDecl;

typedef struct EnumElem {
    Decl decl;
    struct EnumDecl *owner;
    int64_t value;
} EnumElem;

typedef struct EnumDecl {
    Decl decl;
    VEC(EnumElem *) elems;
    const Type *type;
} EnumDecl;

typedef struct TypeDecl {
    Decl decl;
    TypeRef *ref;      // NULL for a foreign type
    const Type *type;  // what it stands for
    enum { RESOLVE_NOT, RESOLVE_NOW, RESOLVE_DONE } state;  // to find cycles
} TypeDecl;

typedef struct InterfaceDecl {
    Decl decl;
    TypeRef *payload_ref;  // NULL for none
    const Type *payload;
    Idents receive_names;
    EventSet *receives;
    const Type *type;
} InterfaceDecl;

typedef enum VarRole { VAR_FIELD, VAR_LOCAL, VAR_PARAM, VAR_GLOBAL_PARAM, VAR_BOUND } VarRole;

typedef struct VarDecl {
    Decl decl;
    VarRole role;
    TypeRef *ref;
    const Type *type;
    uint32_t index;      // among the fields of its machine, or the variables of its function
    FunDecl *function;   // of locals and parameters
    bool is_read, is_written;  // for warnings
} VarDecl;

typedef VEC(VarDecl *) Vars;

// What running a function may do to the world, itself or through calls.
typedef enum Effect {
    EFFECT_RAISE,
    EFFECT_GOTO,
    EFFECT_RECEIVE,
    EFFECT_SEND,
    EFFECT_ANNOUNCE,
    EFFECT_CREATE,
    EFFECT_CHOOSE,
    EFFECT_PUSH,
    EFFECT_POP,
    EFFECT_COUNT,
} Effect;

typedef struct EffectWitness {
    bool here;        // it may happen
    Span span;        // where: the statement, or the call that leads to it
    FunDecl *callee;  // through whom; NULL when the function does it itself
} EffectWitness;

typedef struct CallSite {
    Ident name;
    FunDecl *callee;  // NULL when there is no such function
} CallSite;

// What a function is used as, a set of these.
enum {
    ROLE_ENTRY = 1,
    ROLE_EXIT = 2,
    ROLE_ACTION = 4,
    ROLE_TRANSITION = 8,
    ROLE_RECEIVE = 16,
};

struct FunDecl {
    Decl decl;             // anonymous ones are called after their place: "entry", "on eReq"
    bool is_anonymous;
    MachineDecl *owner;    // NULL for global functions
    FunDecl *parent;       // the function a receive case stands in
    StateDecl *state;      // the state an anonymous handler stands in
    Vars params;
    TypeRef *result_ref;   // NULL for none
    const Type *result;
    Vars locals;           // in order of declaration
    Stmt *body;            // NULL for foreign functions
    Idents creates;        // foreign functions say what they create
    VEC(Expr *) requires, ensures;  // for the verifier
    VarDecl *named_result;          // for the verifier: `return (x: T)`
    bool is_foreign, is_model, is_static;
    unsigned roles;
    VEC(CallSite) calls;       // every call in its body, not those in its receive cases
    VEC(FunDecl *) receives;   // its receive cases
    VEC(Stmt *) jumps;         // the goto and push statements in its body
    VEC(Decl *) created;       // what its `new`s create, in order, with repetitions
    EffectWitness effects[EFFECT_COUNT];
    const Type *payload;       // 2015 dialect: the type of `payload` in its body
    bool uses_trigger;         // 2015 dialect: it, or what it calls, reads `payload` or `trigger`
    Scope *scope;              // parameters and locals
    Span body_span;            // braces included
    bool is_damaged;           // a syntax error cost a part of the body
};

typedef enum HandlerKind { ON_DO, ON_GOTO, ON_PUSH, ON_DEFER, ON_IGNORE } HandlerKind;

// One event of one `on`, `defer` or `ignore`.
typedef struct Handler {
    HandlerKind kind;
    Ident event_name;
    EventDecl *event;       // NULL when unknown
    Ident fun_name;         // a named action or transition function
    FunDecl *fun;           // ON_DO, or the `with` of ON_GOTO; NULL for none
    Ident target_name;      // ON_GOTO, ON_PUSH; through groups "G.S"
    StateDecl *target;
} Handler;

struct StateDecl {
    Decl decl;
    MachineDecl *machine;
    uint32_t index;
    const Name *group;            // the group it stands in, "G.H", or NULL
    bool is_start, is_hot, is_cold;
    Ident entry_name, exit_name;  // where they are named functions
    FunDecl *entry, *exit;        // NULL for none
    VEC(Handler) handlers;
    bool is_target;               // of some goto or push; for warnings
};

typedef enum MachineKind {
    MACHINE_REAL,
    MACHINE_MODEL,     // 2015 dialect: exists for checking only
    MACHINE_SPEC,      // `spec ... observes` (D15: `monitors`)
    MACHINE_MONITOR,   // 2015 dialect: `monitor`, created by new, told explicitly
    MACHINE_SCENARIO,  // a spec for coverage
} MachineKind;

struct MachineDecl {
    Decl decl;
    MachineKind kind;
    uint32_t index;
    bool is_main;  // 2015 dialect
    QueueBound bound;
    Idents parameters;   // `model SingleNode<L>`: a pattern for machines, none itself
    uint32_t body_file, body_token;  // where a pattern's tokens are, to read it again
    bool has_receives, has_sends;
    Idents receive_names, send_names, observe_names;
    EventSet *receives, *sends, *observes;
    Vars fields;
    VEC(FunDecl *) funs;     // all of its functions, anonymous ones and receive cases included
    VEC(StateDecl *) states;
    StateDecl *start;        // NULL when missing
    const Type *payload;     // what its constructor takes; TYPE_NULL for nothing
    const Type *type;        // of a reference to it
    VEC(Decl *) creates;     // machines and interfaces it may create, each once
    Scope *scope;
};

typedef struct PureDecl {  // verifier
    Decl decl;
    Vars params;
    TypeRef *result_ref;
    const Type *result;
    Expr *body;  // NULL for none
    Scope *scope;
} PureDecl;

typedef struct FormulaDecl {  // verifier: invariants, axioms, initial conditions
    Decl decl;
    Expr *body;
} FormulaDecl;

typedef struct LemmaDecl {  // verifier
    Decl decl;
    bool is_theorem;
    VEC(FormulaDecl *) invariants;
} LemmaDecl;

typedef struct ProofStep {
    Span span;
    VEC(Expr *) goals, premises, excludes;
    bool goals_all, goals_default, premises_all;
} ProofStep;

typedef struct ProofDecl {  // verifier
    Decl decl;
    VEC(ProofStep *) steps;
} ProofDecl;

// ------------------------------------------------------------------ expressions

typedef enum ExprKind {
    EXPR_ERROR,
    EXPR_NAME,     // variable, enum element, event, spec ...: `decl`
    EXPR_INT,
    EXPR_FLOAT,
    EXPR_BOOL,
    EXPR_NULL,
    EXPR_STRING,   // also format(...)
    EXPR_THIS,
    EXPR_PAYLOAD,  // 2015 dialect
    EXPR_TRIGGER,  // 2015 dialect
    EXPR_CHOICE,   // $ and $$
    EXPR_CHOOSE,   // choose(...)
    EXPR_UNARY,
    EXPR_BINARY,
    EXPR_AS,
    EXPR_TO,
    EXPR_FIELD,    // e.name
    EXPR_PART,     // e.0
    EXPR_INDEX,    // e[i]
    EXPR_TUPLE,
    EXPR_NTUPLE,
    EXPR_KEYS,
    EXPR_VALUES,
    EXPR_SIZEOF,
    EXPR_DEFAULT,
    EXPR_NEW,
    EXPR_CALL,
    EXPR_IS,        // verifier, from here on
    EXPR_TARGETS,
    EXPR_INFLIGHT,
    EXPR_SENT,
    EXPR_QUANTIFIER,
} ExprKind;

typedef enum Operator {
    OPERATOR_NEGATE,
    OPERATOR_NOT,
    OPERATOR_MUL,
    OPERATOR_DIV,
    OPERATOR_MOD,
    OPERATOR_ADD,
    OPERATOR_SUB,
    OPERATOR_LT,
    OPERATOR_GT,
    OPERATOR_GE,
    OPERATOR_LE,
    OPERATOR_IN,
    OPERATOR_EQ,
    OPERATOR_NE,
    OPERATOR_AND,
    OPERATOR_OR,
    OPERATOR_IMPLIES,
    OPERATOR_IFF,
} Operator;

typedef struct ExprList {
    Expr **items;
    uint32_t count;
} ExprList;

// The machine to create. With machine parameters the name is the instance's:
// `new A<B>()` wants the machine called "A<B>".
typedef struct MachineRef {
    Ident name;
    Decl *decl;  // MachineDecl or InterfaceDecl; NULL when unknown
} MachineRef;

typedef struct NewExpr {
    MachineRef machine;
    ExprList args;
    MachineRef *execution;  // NULL, or the machine to create outside the checker
} NewExpr;

typedef struct Quantifier {
    bool is_exists, is_new;
    Vars vars;
    Expr *body;
    Scope *scope;
} Quantifier;

struct Expr {
    uint8_t kind;    // ExprKind
    uint8_t op;      // Operator, of EXPR_UNARY and EXPR_BINARY
    uint16_t height; // of the tree below, so that no walk overflows the stack
    Span span;
    const Type *type;
    union {
        struct {
            const Name *name;
            Decl *decl;  // what the name means: VarDecl, EnumElem, EventDecl, MachineDecl ...
        } name;
        int64_t integer;
        double floating;
        bool boolean;
        bool fair;  // EXPR_CHOICE: $$
        struct {
            const char *text;  // between the quotes, escapes as written
            uint32_t size;
            ExprList args;
        } string;
        Expr *operand;  // EXPR_UNARY, KEYS, VALUES, SIZEOF, INFLIGHT, SENT; CHOOSE (NULL for none)
        struct {
            Expr *left, *right;
        } binary;  // EXPR_BINARY, EXPR_INDEX, EXPR_TARGETS
        struct {
            Expr *operand;
            TypeRef *to;
        } cast;  // EXPR_AS, EXPR_TO
        struct {
            Expr *operand;
            Ident name;
            int index;  // of the field in the tuple's type
        } field;        // EXPR_FIELD; EXPR_PART with name.name NULL; EXPR_IS with the kind's name
        struct {
            Expr **items;
            Ident *names;  // EXPR_NTUPLE only, in source order
            uint32_t count;
        } tuple;
        TypeRef *default_of;
        NewExpr *new;
        struct {
            const Name *name;
            FunDecl *fun;    // NULL for a pure function
            PureDecl *pure;
            ExprList *args;
        } call;
        Quantifier *quantifier;
    };
};

// ------------------------------------------------------------------- statements

typedef enum StmtKind {
#define STMT(kind, shape, text) STMT_##kind,
#include "lang/words.def"
} StmtKind;

// Which parts of a Stmt a statement uses.
typedef enum StmtShape {
    SHAPE_NONE,
    SHAPE_BLOCK,
    SHAPE_CHECK,
    SHAPE_VALUE,
    SHAPE_ASSIGN,
    SHAPE_BRANCH,
    SHAPE_FOREACH,
    SHAPE_EMIT,
    SHAPE_JUMP,
    SHAPE_RECEIVE,
} StmtShape;

StmtShape stmt_shape(StmtKind kind);
const char *stmt_text(StmtKind kind);

typedef struct ReceiveCase {
    Idents event_names;
    VEC(EventDecl *) events;  // as the names, NULL where unknown
    FunDecl *fun;
} ReceiveCase;

struct Stmt {
    StmtKind kind;
    Span span;
    union {
        struct {
            Stmt **items;
            uint32_t count;
        } block;
        struct {
            Expr *condition;
            Expr *message;  // NULL for none
        } check;            // STMT_ASSERT, STMT_ASSUME
        Expr *value;        // STMT_PRINT; STMT_RETURN (NULL for none); STMT_NEW, STMT_CALL
        struct {
            Expr *target;
            Expr *key;    // STMT_INSERT only
            Expr *value;  // STMT_REMOVE: index, key or element
            Expr *held;   // 2015 dialect, `-= (i, v)`: what must be there; else NULL
            bool is_bare;  // STMT_ADD without parentheses, which only the 2015 dialect has
        } assign;         // STMT_ASSIGN, INSERT, ADD, REMOVE
        struct {
            Expr *condition;
            Stmt *then_branch;  // the body of a while
            Stmt *else_branch;  // NULL for none
        } branch;               // STMT_IF, STMT_WHILE
        struct {
            Ident name;
            VarDecl *var;
            Expr *collection;
            VEC(Expr *) invariants;
            Stmt *body;
        } foreach;
        struct {
            Expr *target;   // STMT_SEND only
            Expr *event;
            ExprList args;
            MachineDecl *monitor;  // STMT_ANNOUNCE to one monitor (`monitor M, e, v;`)
        } emit;             // STMT_SEND, STMT_RAISE, STMT_ANNOUNCE
        struct {
            Ident name;
            StateDecl *target;
            ExprList args;
        } jump;  // STMT_GOTO, STMT_PUSH
        struct {
            ReceiveCase *cases;
            uint32_t count;
            bool has_break;  // in a case, outside of its loops: it leaves the receive
        } receive;
    };
};

// ---------------------------------------------------------------------- modules

typedef enum ModExprKind {
    MOD_ERROR,
    MOD_NAME,     // `name`
    MOD_BIND,     // { M, N -> I }: names[i] bound to others[i] (name NULL: to itself)
    MOD_COMPOSE,  // parts
    MOD_UNION,    // parts
    MOD_HIDE_EVENTS,      // names in parts[0]
    MOD_HIDE_INTERFACES,  // names in parts[0]
    MOD_ASSERT,           // names in parts[0]
    MOD_RENAME,           // names[0] to others[0] in parts[0]
    MOD_MAIN,             // names[0] in parts[0]
} ModExprKind;

struct ModExpr {
    ModExprKind kind;
    Span span;
    Idents names, others;
    VEC(ModExpr *) parts;
    Module *module;  // its meaning; NULL before, and when it has none
};

typedef struct ModuleDecl {
    Decl decl;
    ModExpr *body;
    int state;  // RESOLVE_*, to find cycles
} ModuleDecl;

typedef struct ParamValue {
    Span span;
    bool is_bool;
    int64_t value;
} ParamValue;

typedef struct ParamRange {
    Ident name;
    VarDecl *param;  // NULL when unknown
    VEC(ParamValue) values;
} ParamRange;

typedef struct TestDecl {  // also implementations
    Decl decl;
    Ident main_name;  // name NULL when not given
    ModExpr *body;
    ModExpr *refines;  // NULL for none
    VEC(ParamRange) ranges;
    Expr *assume;      // NULL for none
    bool has_twise;
    int64_t twise;     // 2 for pairwise
    Span twise_span;
} TestDecl;

// ------------------------------------------------------------------ the program

// A machine wanted from a pattern: `SingleNode<Participant>`.
typedef struct Instance {
    Ident pattern;
    const Name *name;  // the whole: "SingleNode<Participant>"
    Idents args;
    uint32_t depth;    // instances that led to it, to find what never ends
} Instance;

typedef struct Tree {
    Arena *arena;
    Dialect dialect;  // never AUTO
    Sources *sources;
    Lexicon *lexicon;
    Diags *diags;
    Types types;

    // In order of appearance.
    VEC(EventDecl *) events;  // by id; null and halt first
    VEC(EventSetDecl *) eventsets;
    VEC(EnumDecl *) enums;
    VEC(TypeDecl *) typedecls;
    VEC(InterfaceDecl *) interfaces;
    VEC(MachineDecl *) machines;  // by index
    VEC(MachineDecl *) patterns;  // machines with parameters
    VEC(FunDecl *) funs;          // global ones, and the receive cases in them
    VEC(VarDecl *) params;        // global parameters
    VEC(ModuleDecl *) modules;
    VEC(TestDecl *) tests;        // tests and implementations, as DECL_TEST or DECL_IMPL
    VEC(PureDecl *) pures;
    VEC(FormulaDecl *) formulas;  // invariants outside lemmas, axioms, initial conditions
    VEC(LemmaDecl *) lemmas;
    VEC(ProofDecl *) proofs;
    VEC(Instance) instances;      // wanted, in order of appearance

    EventSet *all_events;
    Scope *scope;
    VEC(Scope *) scopes;  // every scope there is, for their tables
    bool is_damaged;      // a syntax error cost a declaration: names may be missing
    bool is_misused[WORD_COUNT];  // reserved words the program uses as names, reported
    uint32_t typedef_depth;  // typedefs being resolved through one another
    uint32_t guesses;     // nearest names searched for: a program of errors gets only so many
} Tree;

bool machine_is_spec(const MachineDecl *m);  // spec, monitor or scenario

EventSet *eventset_new(Arena *arena, uint32_t event_count);
void eventset_add(EventSet *set, uint32_t event);
bool eventset_has(const EventSet *set, uint32_t event);
// An event of `a` that is not in `b`, or -1; `event_count` bounds a set of all.
int64_t eventset_missing(const EventSet *a, const EventSet *b, uint32_t event_count);
bool eventset_equal(const EventSet *a, const EventSet *b, uint32_t event_count);

const char *decl_kind_shown(DeclKind kind);  // "event", "machine" ...
const char *operator_text(Operator op);
