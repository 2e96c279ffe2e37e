// lang/typing_expr.c: expressions.

#include <string.h>

#include "lang/typing_impl.h"

#define SHOW(type) type_show(t->tree->arena, (type))

// ---------------------------------------------------------------------- reporting

bool expect_type(Typing *t, const Type *to, Expr *e, const char *where)
{
    const Type *from = e->type;
    if (type_accepts(to, from) || type_is_error(from) || type_is_error(to))
        return true;
    Diag *d = diag_add(t->tree->diags, E0401, e->span, "%s wants %s, this is %s", where, SHOW(to),
                       SHOW(from));
    if (to->kind == TYPE_FLOAT && from->kind == TYPE_INT)
        diag_help(d, "numbers are not converted by themselves: write `1.0`, or `... to float`");
    else if (from->kind == TYPE_ANY || from->kind == TYPE_DATA)
        diag_help(d, "a cast checks it when the program runs: `... as %s`",
                  to->alias ? to->alias->text : "T");
    return false;
}

bool forbidden_in_spec(Typing *t, Span span, const char *what)
{
    if (!t->machine || !machine_is_spec(t->machine))
        return false;
    Diag *d = diag_add(t->tree->diags, E0601, span, "%s is not allowed in a spec", what);
    diag_note(d, t->machine->decl.span, "`%s` only watches", t->machine->decl.name->text);
    return true;
}

void has_effect(Typing *t, Effect effect, Span span)
{
    if (t->fun && !t->fun->effects[effect].here)
        t->fun->effects[effect] = (EffectWitness){.here = true, .span = span};
}

void type_args(Typing *t, ExprList args)
{
    for (uint32_t i = 0; i < args.count; i++)
        type_expr(t, args.items[i]);
}

void type_condition(Typing *t, Expr *e)
{
    const Type *type = type_expr(t, e);
    if (type->kind != TYPE_BOOL && type->kind != TYPE_ERROR)
        diag_add(t->tree->diags, E0418, e->span, "a condition is a `bool`, this is %s", SHOW(type));
}

void type_message(Typing *t, Expr *e)
{
    const Type *type = type_expr(t, e);
    if (type->kind == TYPE_STRING || type->kind == TYPE_ERROR)
        return;
    Diag *d =
        diag_add(t->tree->diags, E0419, e->span, "a message is a `string`, this is %s", SHOW(type));
    diag_help(d, "`format(\"{0}\", ...)` makes a string of any value");
}

// -------------------------------------------------------------------------- names

static const Type *name_type(Typing *t, Expr *e, Decl *decl)
{
    e->name.decl = decl;
    switch (decl->kind) {
    case DECL_VAR:
        ((VarDecl *)decl)->is_read = true;
        return ((VarDecl *)decl)->type;
    case DECL_ENUM_ELEM:
        return ((EnumElem *)decl)->owner->type;
    case DECL_EVENT:
        ((EventDecl *)decl)->is_sent = true;  // as a value it may go anywhere
        return t->tree->types.event;
    case DECL_MACHINE:
        return t->tree->types.machine;
    default:
        return t->tree->types.boolean;  // an invariant
    }
}

static Decl *find_name(Typing *t, const Name *name)
{
    Decl *decl = scope_lookup(t->scope, SPACE_VAR, name);
    if (!decl)
        decl = scope_lookup(t->scope, SPACE_VALUE, name);
    if (!decl && t->in_proof) {
        decl = scope_lookup(t->scope, SPACE_TYPE, name);
        if (decl && !(decl->kind == DECL_MACHINE && machine_is_spec((MachineDecl *)decl)))
            decl = NULL;
        if (!decl)
            decl = scope_lookup(t->scope, SPACE_FORMULA, name);
        if (!decl)
            decl = scope_lookup(t->scope, SPACE_LEMMA, name);
    }
    return decl;
}

// What else is called so, to say why it is no value.
static const Decl *same_name_elsewhere(const Typing *t, const Name *name)
{
    const Decl *decl = scope_lookup(t->scope, SPACE_FUN, name);
    if (!decl)
        decl = scope_lookup(t->scope, SPACE_TYPE, name);
    if (!decl)
        decl = scope_lookup(t->scope, SPACE_STATE, name);
    return decl;
}

static const Type *type_name(Typing *t, Expr *e)
{
    Decl *decl = find_name(t, e->name.name);
    if (decl)
        return name_type(t, e, decl);

    Ident id = {.name = e->name.name, .span = e->span};
    const Decl *other = same_name_elsewhere(t, id.name);
    if (other) {
        Diag *d = diag_add(t->tree->diags, E0202, e->span, "`%s` is a %s, not a value",
                           id.name->text, decl_kind_shown(other->kind));
        diag_note(d, other->span, "declared here");
        if (other->kind == DECL_FUN)
            diag_help(d, "to call it, write `%s(...)`", id.name->text);
        return t->tree->types.error;
    }
    // A variable, or else an event or enum element, may be what was meant.
    const Name *variable = scope_nearest(t->tree, t->scope, SPACE_VAR, id.name);
    scope_unknown(t->tree, t->scope, variable ? SPACE_VAR : SPACE_VALUE, E0202, id,
                  "variable, event or enum element");
    return t->tree->types.error;
}

// `payload` and `trigger`, unless a variable is called so.
static const Type *type_implicit(Typing *t, Expr *e)
{
    Word word = e->kind == EXPR_PAYLOAD ? W_PAYLOAD : W_TRIGGER;
    const Name *name = t->tree->lexicon->by_id.items[word];
    Decl *decl = scope_lookup(t->scope, SPACE_VAR, name);
    if (decl) {
        e->kind = EXPR_NAME;
        e->name.name = name;
        return name_type(t, e, decl);
    }
    if (t->fun)
        t->fun->uses_trigger = true;
    if (word == W_TRIGGER)
        return t->tree->types.event;
    return t->fun && t->fun->payload ? t->fun->payload : t->tree->types.any;
}

static const Type *type_this(Typing *t, Expr *e)
{
    if (!t->machine) {
        diag_add(t->tree->diags, E0506, e->span, "`this` has no meaning outside a machine");
        return t->tree->types.error;
    }
    if (forbidden_in_spec(t, e->span, "`this`"))
        return t->tree->types.error;
    return t->machine->type;
}

static const Type *type_choice(Typing *t, Expr *e)
{
    if (!forbidden_in_spec(t, e->span, e->fair ? "`$$`" : "`$`"))
        has_effect(t, EFFECT_CHOOSE, e->span);
    return t->tree->types.boolean;
}

enum { CHOICES_MAX = 10000 };

static const Type *type_choose(Typing *t, Expr *e)
{
    const Types *types = &t->tree->types;
    const Type *from = e->operand ? type_expr(t, e->operand) : NULL;
    if (forbidden_in_spec(t, e->span, "`choose`"))
        return types->error;
    has_effect(t, EFFECT_CHOOSE, e->span);
    if (!from)
        return types->boolean;
    switch (from->kind) {
    case TYPE_ERROR:
        return types->error;
    case TYPE_SEQ:
    case TYPE_SET:
    case TYPE_MAP:
        return from->parts[0];
    case TYPE_INT:
        if (e->operand->kind == EXPR_INT && e->operand->integer > CHOICES_MAX)
            diag_add(t->tree->diags, E0411, e->operand->span,
                     "a choice has at most %d alternatives", CHOICES_MAX);
        return types->integer;
    default:
        diag_add(t->tree->diags, E0410, e->operand->span,
                 "`choose` takes an `int` or a collection, this is %s", SHOW(from));
        return types->error;
    }
}

// ---------------------------------------------------------------------- operators

static const Type *type_unary(Typing *t, Expr *e)
{
    const Type *operand = type_expr(t, e->operand);
    if (operand->kind == TYPE_ERROR)
        return operand;
    if (e->op == OPERATOR_NOT ? operand->kind == TYPE_BOOL
                              : operand->kind == TYPE_INT || operand->kind == TYPE_FLOAT)
        return operand;
    diag_add(t->tree->diags, E0403, e->span, "`%s` takes %s, this is %s", operator_text(e->op),
             e->op == OPERATOR_NOT ? "a `bool`" : "an `int` or a `float`", SHOW(operand));
    return t->tree->types.error;
}

static bool operator_takes(Operator op, TypeKind kind)
{
    switch (op) {
    case OPERATOR_ADD:
    case OPERATOR_LT:
    case OPERATOR_LE:
    case OPERATOR_GT:
    case OPERATOR_GE:
        return kind == TYPE_INT || kind == TYPE_FLOAT || kind == TYPE_STRING;
    case OPERATOR_AND:
    case OPERATOR_OR:
    case OPERATOR_IMPLIES:
    case OPERATOR_IFF:
        return kind == TYPE_BOOL;
    default:
        return kind == TYPE_INT || kind == TYPE_FLOAT;
    }
}

static const char *operands_shown(Operator op)
{
    if (operator_takes(op, TYPE_BOOL))
        return "two `bool`s";
    if (operator_takes(op, TYPE_STRING))
        return "two `int`s, two `float`s or two `string`s";
    return "two `int`s or two `float`s";
}

static bool is_comparison(Operator op)
{
    return op == OPERATOR_LT || op == OPERATOR_LE || op == OPERATOR_GT || op == OPERATOR_GE;
}

static const Type *type_arithmetic(Typing *t, Expr *e, const Type *left, const Type *right)
{
    const Types *types = &t->tree->types;
    Operator op = (Operator)e->op;
    const Type *result = is_comparison(op) || operator_takes(op, TYPE_BOOL) ? types->boolean : NULL;
    bool is_known = left->kind != TYPE_ERROR && right->kind != TYPE_ERROR;
    if (is_known && !(left->kind == right->kind && operator_takes(op, left->kind))) {
        Diag *d = diag_add(t->tree->diags, E0403, e->span, "`%s` takes %s, not %s and %s",
                           operator_text(op), operands_shown(op), SHOW(left), SHOW(right));
        bool is_mixed = (left->kind == TYPE_INT && right->kind == TYPE_FLOAT) ||
                        (left->kind == TYPE_FLOAT && right->kind == TYPE_INT);
        if (is_mixed)
            diag_help(d, "numbers are not converted by themselves: write `... to float`");
        return result ? result : types->error;
    }
    if (result)
        return result;
    return is_known ? left : types->error;
}

static const Type *type_in(Typing *t, Expr *e, const Type *left, const Type *right)
{
    const Type *result = t->tree->types.boolean;
    if (right->kind == TYPE_ERROR || left->kind == TYPE_ERROR)
        return result;
    if (right->kind == TYPE_SEQ || right->kind == TYPE_SET)
        expect_type(t, right->parts[0], e->binary.left, "the collection");
    else if (right->kind == TYPE_MAP)
        expect_type(t, right->parts[0], e->binary.left, "the map's key");
    else
        diag_add(t->tree->diags, E0416, e->binary.right->span,
                 "`in` looks into a seq, set or map, this is %s", SHOW(right));
    return result;
}

static const Type *type_equality(Typing *t, Expr *e, const Type *left, const Type *right)
{
    if (!type_accepts(left, right) && !type_accepts(right, left) && !type_is_error(left) &&
        !type_is_error(right))
        diag_add(t->tree->diags, E0402, e->span, "%s and %s are never equal", SHOW(left),
                 SHOW(right));
    return t->tree->types.boolean;
}

// `!x in s` is `(!x) in s`, which is rarely what was meant.
static const Type *type_not_in(Typing *t, Expr *e)
{
    Expr *negation = e->binary.left, *x = negation->operand;
    const Type *operand = type_expr(t, x), *collection = type_expr(t, e->binary.right);
    negation->type = operand;
    if (operand->kind == TYPE_BOOL || operand->kind == TYPE_ERROR)
        return type_in(t, e, operand, collection);
    negation->type = t->tree->types.error;
    Diag *d = diag_add(t->tree->diags, E0403, e->span,
                       "`!` binds tighter than `in`, and takes a `bool`, not %s", SHOW(operand));
    diag_help(d, "write `!(%s in %s)`", expr_written(t, x, "..."),
              expr_written(t, e->binary.right, "..."));
    return t->tree->types.boolean;
}

static const Type *type_binary(Typing *t, Expr *e)
{
    const Expr *first = e->binary.left;
    if (e->op == OPERATOR_IN && first->kind == EXPR_UNARY && first->op == OPERATOR_NOT)
        return type_not_in(t, e);
    const Type *left = type_expr(t, e->binary.left);
    const Type *right = type_expr(t, e->binary.right);
    switch ((Operator)e->op) {
    case OPERATOR_IN:
        return type_in(t, e, left, right);
    case OPERATOR_EQ:
    case OPERATOR_NE:
        return type_equality(t, e, left, right);
    default:
        return type_arithmetic(t, e, left, right);
    }
}

// -------------------------------------------------------------------------- casts

static const Type *type_as(Typing *t, Expr *e)
{
    const Type *from = type_expr(t, e->cast.operand);
    const Type *to = resolve_type(t->tree, e->cast.to);
    if (!type_accepts(to, from) && !type_accepts(from, to) && !type_is_error(from) &&
        !type_is_error(to))
        diag_add(t->tree->diags, E0413, e->span, "a value of type %s is never of type %s",
                 SHOW(from), SHOW(to));
    return to;
}

static void check_permissions(Typing *t, Expr *e, const Type *from, const Type *to)
{
    const EventSet *had = type_permissions(from), *wanted = type_permissions(to);
    if (!had || !wanted)
        return;
    int64_t missing = eventset_missing(wanted, had, t->tree->events.count);
    if (missing >= 0)
        diag_add(t->tree->diags, E0408, e->span,
                 "%s may be sent `%s`, which %s may not: conversions cannot add permissions",
                 SHOW(to), t->tree->events.items[missing]->decl.name->text, SHOW(from));
}

static bool converts(const Type *from, const Type *to)
{
    switch (from->kind) {
    case TYPE_INT:
    case TYPE_FLOAT:
        return to->kind == TYPE_INT || to->kind == TYPE_FLOAT;
    case TYPE_ENUM:
        return to->kind == TYPE_INT;
    case TYPE_MACHINE:
    case TYPE_PERM:
        return to->kind == TYPE_PERM;
    default:
        return false;
    }
}

static const Type *type_to(Typing *t, Expr *e)
{
    const Type *from = type_expr(t, e->cast.operand);
    const Type *to = resolve_type(t->tree, e->cast.to);
    if (from->kind == TYPE_ERROR || to->kind == TYPE_ERROR)
        return to;
    if (to->kind != TYPE_INT && to->kind != TYPE_FLOAT && to->kind != TYPE_PERM) {
        Diag *d = diag_add(t->tree->diags, E0407, e->cast.to->span,
                           "`to` converts to `int`, `float` or an interface, not to %s", SHOW(to));
        diag_help(d, "`as` casts a value to a narrower type");
    } else if (!converts(from, to)) {
        diag_add(t->tree->diags, E0407, e->span, "there is no conversion from %s to %s", SHOW(from),
                 SHOW(to));
    } else if (from->kind == TYPE_PERM) {
        check_permissions(t, e, from, to);
    }
    return to;
}

// -------------------------------------------------------------------- projections

static void fields_help(Typing *t, Diag *d, const Type *tuple)
{
    Buf names = {0};
    for (uint32_t i = 0; i < tuple->count; i++)
        buf_print(&names, "%s`%s`", i ? ", " : "", tuple->names[i]->text);
    diag_help(d, "its fields are %s", buf_text(&names));
    buf_drop(&names);
    (void)t;
}

static const Type *type_field_of(Typing *t, Expr *e, const Type *tuple)
{
    if (tuple->kind == TYPE_ERROR)
        return tuple;
    if (tuple->kind != TYPE_NTUPLE) {
        if (t->in_proof)
            return type_proof_field(t, e);
        diag_add(t->tree->diags, E0420, e->field.operand->span, "this is %s and has no field `%s`",
                 SHOW(tuple), e->field.name.name->text);
        return t->tree->types.error;
    }
    e->field.index = type_field(tuple, e->field.name.name);
    if (e->field.index >= 0)
        return tuple->parts[e->field.index];
    Diag *d = diag_add(t->tree->diags, E0404, e->field.name.span, "%s has no field `%s`",
                       SHOW(tuple), e->field.name.name->text);
    fields_help(t, d, tuple);
    return t->tree->types.error;
}

static const Type *type_part_of(Typing *t, Expr *e, const Type *tuple)
{
    if (tuple->kind == TYPE_ERROR)
        return tuple;
    if (tuple->kind != TYPE_TUPLE) {
        Diag *d = diag_add(t->tree->diags, E0420, e->field.operand->span,
                           "this is %s and has no part number %d", SHOW(tuple), e->field.index);
        if (tuple->kind == TYPE_NTUPLE)
            fields_help(t, d, tuple);
        return t->tree->types.error;
    }
    if ((uint32_t)e->field.index < tuple->count)
        return tuple->parts[e->field.index];
    diag_add(t->tree->diags, E0405, e->field.name.span, "%s has %u part%s, counted from 0",
             SHOW(tuple), tuple->count, tuple->count == 1 ? "" : "s");
    return t->tree->types.error;
}

static const Type *type_index_of(Typing *t, Expr *e, const Type *collection)
{
    const Types *types = &t->tree->types;
    type_expr(t, e->binary.right);
    switch (collection->kind) {
    case TYPE_ERROR:
        return collection;
    case TYPE_SEQ:
    case TYPE_SET:
        expect_type(t, types->integer, e->binary.right, "an index");
        return collection->parts[0];
    case TYPE_MAP:
        expect_type(t, collection->parts[0], e->binary.right, "the map's key");
        return collection->parts[1];
    default:
        diag_add(t->tree->diags, E0416, e->binary.left->span,
                 "only a seq, set or map has elements, this is %s", SHOW(collection));
        return types->error;
    }
}

// -------------------------------------------------------------- tuples, collections

static const Type *type_tuple_expr(Typing *t, Expr *e)
{
    const Type **parts = NEW_ARRAY(t->tree->arena, const Type *, e->tuple.count);
    for (uint32_t i = 0; i < e->tuple.count; i++)
        parts[i] = type_expr(t, e->tuple.items[i]);
    return type_tuple(&t->tree->types, parts, e->tuple.count);
}

static bool check_field_names(Typing *t, const Expr *e)
{
    bool is_fine = true;
    for (uint32_t i = 1; i < e->tuple.count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (e->tuple.names[i].name == e->tuple.names[j].name) {
                Diag *d =
                    diag_add(t->tree->diags, E0214, e->tuple.names[i].span,
                             "the tuple already has a field `%s`", e->tuple.names[i].name->text);
                diag_note(d, e->tuple.names[j].span, "the first one is here");
                is_fine = false;
                break;
            }
    return is_fine;
}

static const Type *type_ntuple_expr(Typing *t, Expr *e)
{
    const Type **parts = NEW_ARRAY(t->tree->arena, const Type *, e->tuple.count);
    const Name **names = NEW_ARRAY(t->tree->arena, const Name *, e->tuple.count);
    for (uint32_t i = 0; i < e->tuple.count; i++) {
        parts[i] = type_expr(t, e->tuple.items[i]);
        names[i] = e->tuple.names[i].name;
    }
    if (!check_field_names(t, e))
        return t->tree->types.error;
    return type_ntuple(&t->tree->types, names, parts, e->tuple.count);
}

// keys(m)   values(m)
static const Type *type_map_part(Typing *t, Expr *e, int part)
{
    const Type *map = type_expr(t, e->operand);
    if (map->kind == TYPE_ERROR)
        return map;
    if (map->kind == TYPE_MAP)
        return type_seq(&t->tree->types, map->parts[part]);
    diag_add(t->tree->diags, E0416, e->operand->span, "`%s` takes a map, this is %s",
             part ? "values" : "keys", SHOW(map));
    return t->tree->types.error;
}

static const Type *type_sizeof(Typing *t, Expr *e)
{
    const Type *of = type_expr(t, e->operand);
    bool is_collection = of->kind == TYPE_SEQ || of->kind == TYPE_SET || of->kind == TYPE_MAP;
    if (!is_collection && of->kind != TYPE_ERROR)
        diag_add(t->tree->diags, E0416, e->operand->span,
                 "`sizeof` takes a seq, set or map, this is %s", SHOW(of));
    return t->tree->types.integer;
}

// ------------------------------------------------------------------------ dispatch

static const Type *type_of(Typing *t, Expr *e)
{
    const Types *types = &t->tree->types;
    switch ((ExprKind)e->kind) {
    case EXPR_ERROR:
        return types->error;
    case EXPR_NAME:
        return type_name(t, e);
    case EXPR_INT:
        return types->integer;
    case EXPR_FLOAT:
        return types->floating;
    case EXPR_BOOL:
        return types->boolean;
    case EXPR_NULL:
        return types->null;
    case EXPR_STRING:
        return type_string(t, e);
    case EXPR_THIS:
        return type_this(t, e);
    case EXPR_PAYLOAD:
    case EXPR_TRIGGER:
        return type_implicit(t, e);
    case EXPR_CHOICE:
        return type_choice(t, e);
    case EXPR_CHOOSE:
        return type_choose(t, e);
    case EXPR_UNARY:
        return type_unary(t, e);
    case EXPR_BINARY:
        return type_binary(t, e);
    case EXPR_AS:
        return type_as(t, e);
    case EXPR_TO:
        return type_to(t, e);
    case EXPR_FIELD:
        return type_field_of(t, e, type_expr(t, e->field.operand));
    case EXPR_PART:
        return type_part_of(t, e, type_expr(t, e->field.operand));
    case EXPR_INDEX:
        return type_index_of(t, e, type_expr(t, e->binary.left));
    case EXPR_TUPLE:
        return type_tuple_expr(t, e);
    case EXPR_NTUPLE:
        return type_ntuple_expr(t, e);
    case EXPR_KEYS:
        return type_map_part(t, e, 0);
    case EXPR_VALUES:
        return type_map_part(t, e, 1);
    case EXPR_SIZEOF:
        return type_sizeof(t, e);
    case EXPR_DEFAULT:
        return resolve_type(t->tree, e->default_of);
    case EXPR_NEW:
        return type_new(t, e, false);
    case EXPR_CALL:
        return type_call(t, e, false);
    case EXPR_IS:
    case EXPR_TARGETS:
    case EXPR_INFLIGHT:
    case EXPR_SENT:
    case EXPR_QUANTIFIER:
        return type_proof_expr(t, e);
    }
    return types->error;
}

const Type *type_expr(Typing *t, Expr *e)
{
    e->type = type_of(t, e);
    return e->type;
}

// ------------------------------------------------------------- targets of assignment

static const Type *cannot_assign(Typing *t, const Expr *e, const char *why)
{
    diag_add(t->tree->diags, E0417, e->span, "%s", why);
    return t->tree->types.error;
}

static const Type *target_variable(Typing *t, Expr *e)
{
    Decl *decl = scope_lookup(t->scope, SPACE_VAR, e->name.name);
    if (!decl) {
        if (scope_lookup(t->scope, SPACE_VALUE, e->name.name) ||
            same_name_elsewhere(t, e->name.name))
            return cannot_assign(t, e, "only variables can be assigned to");
        Ident id = {.name = e->name.name, .span = e->span};
        scope_unknown(t->tree, t->scope, SPACE_VAR, E0202, id, "variable");
        return t->tree->types.error;
    }
    VarDecl *var = (VarDecl *)decl;
    e->name.decl = decl;
    var->is_written = true;
    if (var->role == VAR_GLOBAL_PARAM) {
        Diag *d = diag_add(t->tree->diags, E0213, e->span,
                           "`%s` is a global parameter: its value is set by tests only",
                           e->name.name->text);
        diag_note(d, decl->span, "declared here");
        return t->tree->types.error;
    }
    return var->type;
}

static const Type *target_of(Typing *t, Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_ERROR:
        return t->tree->types.error;
    case EXPR_PAYLOAD:
    case EXPR_TRIGGER:
        type_implicit(t, e);  // a name after all, if a variable is called so
        if (e->kind != EXPR_NAME)
            return cannot_assign(t, e, "only variables and their parts can be assigned to");
        return target_variable(t, e);
    case EXPR_NAME:
        return target_variable(t, e);
    case EXPR_FIELD:
        return type_field_of(t, e, type_target(t, e->field.operand));
    case EXPR_PART:
        return type_part_of(t, e, type_target(t, e->field.operand));
    case EXPR_INDEX: {
        const Type *collection = type_target(t, e->binary.left);
        if (collection->kind == TYPE_SET) {
            type_expr(t, e->binary.right);
            return cannot_assign(t, e, "the elements of a set cannot be replaced");
        }
        return type_index_of(t, e, collection);
    }
    default:
        type_expr(t, e);
        return cannot_assign(t, e, "only variables and their parts can be assigned to");
    }
}

const Type *type_target(Typing *t, Expr *e)
{
    e->type = target_of(t, e);
    return e->type;
}
