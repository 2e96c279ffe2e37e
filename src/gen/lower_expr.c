// gen/lower_expr.c: expressions.

#include <stdlib.h>
#include <string.h>

#include "gen/lower.h"
#include "lang/tree_walk.h"

#define TYPES (&l->t->tree->types)

// --------------------------------------------------------------------------- values

static Value temp_value(Lower *l, const Type *type)
{
    return (Value){.slot = temp(l, type), .is_temp = true, .type = type};
}

Value lower_constant(Lower *l, const Type *type, int64_t word)
{
    Value v = temp_value(l, type);
    if (word == 0 && (type->kind == TYPE_TUPLE || type->kind == TYPE_NTUPLE))
        emit(l, OP_DEFAULT, v.slot, 0, 0, table_type(l->t, type));
    else
        emit(l, OP_CONST, v.slot, 0, 0, word);
    return v;
}

Value lower_owned(Lower *l, Value v)
{
    if (v.is_temp)
        return v;
    Value copy = temp_value(l, v.type);
    emit(l, OP_MOVE, copy.slot, v.slot, 0, 0);
    return copy;
}

Value lower_as(Lower *l, Value v, const Type *to)
{
    if (same_words(v.type, to)) {
        bool is_same_slot = table_type(l->t, v.type) == table_type(l->t, to);
        if (is_same_slot || v.type->kind != TYPE_NULL) {
            v.type = to;
            return v;
        }
        // null as something else: the slot must have the type.
        free_temp(l, v);
        return lower_constant(l, to, 0);
    }
    Value made = temp_value(l, to);
    emit(l, OP_CAST, made.slot, v.slot, 0, 0);
    free_temp(l, v);
    return made;
}

void lower_into(Lower *l, uint16_t slot, const Type *type, Value v)
{
    v = lower_as(l, v, type);
    emit(l, v.is_temp ? OP_TAKE : OP_MOVE, slot, v.slot, 0, 0);
    free_temp(l, v);
}

// ---------------------------------------------------------------------------- names

static Value lower_name(Lower *l, Expr *e)
{
    Decl *decl = e->name.decl;
    if (decl->kind == DECL_EVENT)
        return lower_constant(l, TYPES->event, ((EventDecl *)decl)->id);
    if (decl->kind == DECL_ENUM_ELEM)
        return lower_constant(l, e->type, ((EnumElem *)decl)->value);
    if (decl->kind != DECL_VAR)
        return lower_constant(l, TYPES->boolean, 0);  // of proofs, never run

    VarDecl *var = (VarDecl *)decl;
    void *slot = map_get(&l->slots, (uint64_t)(uintptr_t)var);
    if (slot)
        return (Value){.slot = (uint16_t)((uintptr_t)slot - 1), .type = var->type};
    Value v = temp_value(l, var->type);
    emit(l, var->role == VAR_GLOBAL_PARAM ? OP_PARAM : OP_LOAD, v.slot, 0, 0, var->index);
    return v;
}

// -------------------------------------------------------------------------- operands

static void look_for_call(const Expr *e, void *found)
{
    if (has_call(e))
        *(bool *)found = true;
}

bool has_call(const Expr *e)
{
    bool found = e->kind == EXPR_CALL && e->call.fun && e->call.fun->owner;
    if (!found)
        expr_parts(e, look_for_call, &found);
    return found;
}

static bool is_field(const Lower *l, const Expr *e)
{
    if (e->kind != EXPR_NAME || e->name.decl->kind != DECL_VAR)
        return false;
    const VarDecl *var = (const VarDecl *)e->name.decl;
    return var->role != VAR_GLOBAL_PARAM && !map_get(&l->slots, (uint64_t)(uintptr_t)var);
}

Value lower_late(Lower *l, Expr *e, bool others_call)
{
    if (others_call && is_field(l, e))
        return (Value){.type = e->type, .late = e};
    return lower_expr(l, e);
}

Value lower_now(Lower *l, Value v)
{
    return v.late ? lower_expr(l, v.late) : v;
}

static bool may_be_null(const Type *type)
{
    switch (type->kind) {
    case TYPE_EVENT:
    case TYPE_MACHINE:
    case TYPE_PERM:
    case TYPE_ANY:
    case TYPE_DATA:
    case TYPE_FOREIGN:
        return true;
    default:
        return false;
    }
}

// In the 2015 dialect a map takes null as any other key.
void refuse_null(Lower *l, Value v, NullUse use)
{
    const Type *type = use == NULL_VALUE ? v.type->parts[1] : v.type;
    if (l->t->tree->dialect != DIALECT_CLASSIC && may_be_null(type))
        emit(l, OP_NOTNULL, 0, v.slot, 0, use);
}

// ------------------------------------------------------------------------- operators

static Op arithmetic(Operator op, TypeKind kind)
{
    bool is_float = kind == TYPE_FLOAT, is_string = kind == TYPE_STRING;
    switch (op) {
    case OPERATOR_ADD:
        return is_string ? OP_CONCAT : is_float ? OP_FADD : OP_ADD;
    case OPERATOR_SUB:
        return is_float ? OP_FSUB : OP_SUB;
    case OPERATOR_MUL:
        return is_float ? OP_FMUL : OP_MUL;
    case OPERATOR_DIV:
        return is_float ? OP_FDIV : OP_DIV;
    case OPERATOR_MOD:
        return is_float ? OP_FMOD : OP_MOD;
    case OPERATOR_LT:
    case OPERATOR_GT:
        return is_string ? OP_SLT : is_float ? OP_FLT : OP_LT;
    default:
        return is_string ? OP_SLE : is_float ? OP_FLE : OP_LE;
    }
}

// a && b, a || b, a ==> b: the right side only when it matters.
static Value lower_short_circuit(Lower *l, Expr *e)
{
    Value result = temp_value(l, TYPES->boolean);
    Value left = lower_expr(l, e->binary.left);
    if (e->op == OPERATOR_IMPLIES)
        emit(l, OP_NOT, result.slot, left.slot, 0, 0);
    else
        emit(l, OP_MOVE, result.slot, left.slot, 0, 0);
    free_temp(l, left);
    uint32_t skip = emit(l, e->op == OPERATOR_AND ? OP_JUMPF : OP_JUMPT, 0, result.slot, 0, 0);
    lower_into(l, result.slot, TYPES->boolean, lower_expr(l, e->binary.right));
    patch(l, skip);
    return result;
}

// Of keys(m) or values(m) often only one element is needed, or the size. The sequence is made
// only where it is kept; it takes as long as the map is large.
static bool is_list_of_map(const Expr *e)
{
    return e->kind == EXPR_KEYS || e->kind == EXPR_VALUES;
}

// The map of such a list.
static Value lower_listed(Lower *l, Expr *e)
{
    assert(is_list_of_map(e));
    Value map = lower_expr(l, e->operand);
    if (e->kind == EXPR_VALUES)
        refuse_null(l, map, NULL_VALUE);
    return map;
}

static Value lower_in(Lower *l, Expr *e)
{
    bool is_in_keys = e->binary.right->kind == EXPR_KEYS;
    Value element = lower_late(l, e->binary.left, has_call(e->binary.right));
    Value collection = is_in_keys ? lower_listed(l, e->binary.right)
                                  : lower_expr(l, e->binary.right);
    element = lower_as(l, lower_now(l, element), collection.type->parts[0]);
    if (collection.type->kind == TYPE_MAP && !is_in_keys)
        refuse_null(l, element, NULL_KEY);
    Value result = temp_value(l, TYPES->boolean);
    emit(l, OP_IN, result.slot, element.slot, collection.slot, 0);
    free_temp(l, element);
    free_temp(l, collection);
    return result;
}

static Value lower_binary(Lower *l, Expr *e)
{
    Operator op = (Operator)e->op;
    if (op == OPERATOR_AND || op == OPERATOR_OR || op == OPERATOR_IMPLIES)
        return lower_short_circuit(l, e);
    if (op == OPERATOR_IN)
        return lower_in(l, e);

    Value a = lower_late(l, e->binary.left, has_call(e->binary.right));
    Value b = lower_expr(l, e->binary.right);
    a = lower_now(l, a);
    Value result = temp_value(l, e->type);
    if (op == OPERATOR_EQ || op == OPERATOR_NE || op == OPERATOR_IFF) {
        emit(l, OP_EQ, result.slot, a.slot, b.slot, 0);
        if (op == OPERATOR_NE)
            emit(l, OP_NOT, result.slot, result.slot, 0, 0);
    } else {
        bool is_swapped = op == OPERATOR_GT || op == OPERATOR_GE;
        emit(l, arithmetic(op, a.type->kind), result.slot, is_swapped ? b.slot : a.slot,
             is_swapped ? a.slot : b.slot, 0);
    }
    free_temp(l, a);
    free_temp(l, b);
    return result;
}

// One operand, one result.
static Value lower_with(Lower *l, Op op, Expr *operand, const Type *type, int64_t n)
{
    Value v = lower_expr(l, operand);
    Value result = temp_value(l, type);
    emit(l, op, result.slot, v.slot, 0, n);
    free_temp(l, v);
    return result;
}

static Value lower_simple(Lower *l, Op op, Expr *operand, const Type *type)
{
    return lower_with(l, op, operand, type, 0);
}

static Value lower_list(Lower *l, Expr *e)
{
    Value map = lower_listed(l, e);
    Value result = temp_value(l, e->type);
    emit(l, e->kind == EXPR_KEYS ? OP_KEYS : OP_VALUES, result.slot, map.slot, 0, 0);
    free_temp(l, map);
    return result;
}

static Value lower_sizeof(Lower *l, Expr *e)
{
    Value collection = is_list_of_map(e->operand) ? lower_listed(l, e->operand)
                                                  : lower_expr(l, e->operand);
    Value result = temp_value(l, e->type);
    emit(l, OP_SIZE, result.slot, collection.slot, 0, 0);
    free_temp(l, collection);
    return result;
}

static Value lower_unary(Lower *l, Expr *e)
{
    if (e->op == OPERATOR_NOT)
        return lower_simple(l, OP_NOT, e->operand, e->type);
    return lower_simple(l, e->type->kind == TYPE_FLOAT ? OP_FNEG : OP_NEG, e->operand, e->type);
}

// ----------------------------------------------------------------------------- casts

static Value lower_to(Lower *l, Expr *e)
{
    TypeKind from = e->cast.operand->type->kind, to = e->type->kind;
    if (from == TYPE_INT && to == TYPE_FLOAT)
        return lower_simple(l, OP_ITOF, e->cast.operand, e->type);
    if (from == TYPE_FLOAT && to == TYPE_INT)
        return lower_simple(l, OP_FTOI, e->cast.operand, e->type);
    uint32_t set =
        to == TYPE_PERM ? l->t->types.items[table_type(l->t, e->type)].permissions : P_NONE;
    if (set == P_NONE)
        return lower_simple(l, OP_MOVE, e->cast.operand, e->type);
    return lower_with(l, OP_PERMIT, e->cast.operand, e->type, set);
}

// ----------------------------------------------------------------------- projections

static Value lower_part(Lower *l, Expr *e)
{
    return lower_with(l, OP_PART, e->field.operand, e->type, e->field.index);
}

static Value lower_index(Lower *l, Expr *e)
{
    bool is_listed = is_list_of_map(e->binary.left);
    Value collection = is_listed ? lower_listed(l, e->binary.left)
                                 : lower_late(l, e->binary.left, has_call(e->binary.right));
    Value key = lower_expr(l, e->binary.right);
    collection = lower_now(l, collection);
    Op op = OP_SEQGET;
    if (is_listed) {
        op = e->binary.left->kind == EXPR_KEYS ? OP_KEYGET : OP_VALUEGET;
    } else if (collection.type->kind == TYPE_MAP) {
        key = lower_as(l, key, collection.type->parts[0]);
        refuse_null(l, key, NULL_KEY);
        op = OP_MAPGET;
    } else if (collection.type->kind == TYPE_SET) {
        op = OP_SETGET;
    }
    Value result = temp_value(l, e->type);
    emit(l, op, result.slot, collection.slot, key.slot, 0);
    free_temp(l, collection);
    free_temp(l, key);
    return result;
}

// The parts side by side, in the order of the type, evaluated as written.
static Value lower_tuple(Lower *l, Expr *e)
{
    uint32_t count = e->tuple.count;
    uint16_t first = temps(l, e->type->parts, count);
    for (uint32_t i = 0; i < count; i++) {
        int part = e->tuple.names ? type_field(e->type, e->tuple.names[i].name) : (int)i;
        assert(part >= 0 && (uint32_t)part < e->type->count);
        lower_into(l, (uint16_t)(first + part), e->type->parts[part],
                   lower_expr(l, e->tuple.items[i]));
    }
    Value result = temp_value(l, e->type);
    emit(l, OP_TUPLE, result.slot, first, 0, count);
    free_slots(l, first, count);
    return result;
}

// --------------------------------------------------------------------------- choices

static Value lower_choice(Lower *l, const Type *type, Value count, int kind)
{
    Value result = temp_value(l, type);
    emit(l, OP_CHOOSE, result.slot, count.slot, 0, kind);
    free_temp(l, count);
    return result;
}

static Value lower_choose(Lower *l, Expr *e)
{
    if (!e->operand)
        return lower_choice(l, TYPES->boolean, lower_constant(l, TYPES->integer, 2), 0);
    if (e->operand->type->kind == TYPE_INT)
        return lower_choice(l, TYPES->integer, lower_expr(l, e->operand), 2);

    bool is_listed = is_list_of_map(e->operand);
    Value from = is_listed ? lower_listed(l, e->operand) : lower_expr(l, e->operand);
    Op get = from.type->kind == TYPE_SET        ? OP_SETGET
             : e->operand->kind == EXPR_VALUES  ? OP_VALUEGET
             : from.type->kind == TYPE_MAP      ? OP_KEYGET
                                                : OP_SEQGET;
    Value size = temp_value(l, TYPES->integer);
    emit(l, OP_SIZE, size.slot, from.slot, 0, 0);
    Value index = lower_choice(l, TYPES->integer, size, 3);
    Value result = temp_value(l, e->type);
    emit(l, get, result.slot, from.slot, index.slot, 0);
    free_temp(l, from);
    free_temp(l, index);
    return result;
}

// ------------------------------------------------------------------- payloads, calls

Value lower_payload(Lower *l, ExprList args, const Type *payload)
{
    if (args.count == 0)
        return lower_constant(l, payload ? payload : TYPES->null, 0);
    if (args.count == 1) {
        Value v = lower_expr(l, args.items[0]);
        return lower_owned(l, payload ? lower_as(l, v, payload) : v);
    }
    // Several values are a tuple: of the payload's parts, or of their own types.
    const Type **types = NEW_ARRAY(l->t->arena, const Type *, args.count);
    bool is_known = payload && payload->kind == TYPE_TUPLE;
    assert(!is_known || args.count <= payload->count);
    for (uint32_t i = 0; i < args.count; i++)
        types[i] = is_known ? payload->parts[i] : args.items[i]->type;
    uint16_t first = temps(l, types, args.count);
    for (uint32_t i = 0; i < args.count; i++)
        lower_into(l, (uint16_t)(first + i), types[i], lower_expr(l, args.items[i]));
    Value tuple = temp_value(l, type_tuple(TYPES, types, args.count));
    emit(l, OP_TUPLE, tuple.slot, first, 0, args.count);
    free_slots(l, first, args.count);
    return payload ? lower_owned(l, lower_as(l, tuple, payload)) : tuple;
}

static const Type *payload_of(const FunDecl *fun, const Types *types)
{
    return fun->payload ? fun->payload : types->any;
}

Value lower_call(Lower *l, Expr *e)
{
    const FunDecl *fun = e->call.fun;
    const Vars *params = fun ? &fun->params : &e->call.pure->params;
    const Type *result_type = fun ? fun->result : e->call.pure->result;
    uint32_t hidden = fun && fun->uses_trigger ? 2 : 0, count = hidden + params->count;

    const Type **types = NEW_ARRAY(l->t->arena, const Type *, count);
    if (hidden) {
        types[0] = payload_of(fun, TYPES);
        types[1] = TYPES->event;
    }
    for (uint32_t i = 0; i < params->count; i++)
        types[hidden + i] = params->items[i]->type;
    assert(e->call.args->count == params->count);
    uint16_t first = temps(l, types, count);
    if (hidden) {
        const FunDecl *mine = l->fun;
        Value payload = {.slot = (uint16_t)l->payload, .type = payload_of(mine, TYPES)};
        Value trigger = {.slot = (uint16_t)l->trigger, .type = TYPES->event};
        lower_into(l, first, types[0], payload);
        lower_into(l, (uint16_t)(first + 1), types[1], trigger);
    }
    for (uint32_t i = 0; i < params->count; i++)
        lower_into(l, (uint16_t)(first + hidden + i), types[hidden + i],
                   lower_expr(l, e->call.args->items[i]));
    Value result = temp_value(l, result_type);
    emit(l, OP_CALL, result.slot, first, count, table_fun(l->t, fun ? (void *)fun : e->call.pure));
    free_slots(l, first, count);
    return result;
}

Value lower_new(Lower *l, Expr *e)
{
    const NewExpr *n = e->new;
    Decl *decl = n->machine.decl;
    if (l->t->target == TARGET_RUN && n->execution && n->execution->decl)
        decl = n->execution->decl;
    const Type *payload = decl->kind == DECL_MACHINE ? ((MachineDecl *)decl)->payload
                                                     : ((InterfaceDecl *)decl)->payload;
    Value v = lower_payload(l, n->args, payload);
    Value result = temp_value(l, type_nominal(TYPES, TYPE_PERM, decl));
    emit(l, OP_NEW, result.slot, v.slot, 0, table_interface(l->t, decl));
    free_temp(l, v);
    return result;
}

// --------------------------------------------------------------------------- strings

static void halve_braces(Buf *out, const char *text, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        buf_char(out, text[i]);
        if (text[i] == '{' || text[i] == '}')
            i++;
    }
}

Value lower_string(Lower *l, Expr *e)
{
    ExprList args = e->string.args;
    Buf text = {0};
    if (args.count)
        buf_add(&text, e->string.text, e->string.size);
    else
        halve_braces(&text, e->string.text, e->string.size);
    uint32_t id = table_string(l->t, buf_text(&text), text.size);
    buf_drop(&text);

    const Type **types = NEW_ARRAY(l->t->arena, const Type *, args.count);
    for (uint32_t i = 0; i < args.count; i++)
        types[i] = args.items[i]->type;
    uint16_t first = args.count ? temps(l, types, args.count) : 0;
    for (uint32_t i = 0; i < args.count; i++)
        lower_into(l, (uint16_t)(first + i), types[i], lower_expr(l, args.items[i]));
    Value result = temp_value(l, TYPES->string);
    if (args.count)
        emit(l, OP_FORMAT, result.slot, first, args.count, id);
    else
        emit(l, OP_STRING, result.slot, 0, 0, id);
    if (args.count)
        free_slots(l, first, args.count);
    return result;
}

// --------------------------------------------------------------------------- proofs

static void look_for_prover(const Expr *e, void *found)
{
    if (is_for_prover(e))
        *(bool *)found = true;
}

bool is_for_prover(const Expr *e)
{
    bool found = false;
    switch ((ExprKind)e->kind) {
    case EXPR_IS:
    case EXPR_TARGETS:
    case EXPR_INFLIGHT:
    case EXPR_SENT:
    case EXPR_QUANTIFIER:
        return true;
    case EXPR_NAME:
        return e->name.decl->kind == DECL_MACHINE || e->name.decl->kind == DECL_INVARIANT ||
               e->name.decl->kind == DECL_LEMMA;
    case EXPR_FIELD:
        if (e->field.operand->type->kind != TYPE_NTUPLE)
            return true;
        break;
    default:
        break;
    }
    expr_parts(e, look_for_prover, &found);
    return found;
}

// -------------------------------------------------------------------------- dispatch

static Value lower_plain(Lower *l, Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_NAME:
        return lower_name(l, e);
    case EXPR_INT:
        return lower_constant(l, TYPES->integer, e->integer);
    case EXPR_FLOAT:
        return lower_constant(l, TYPES->floating, (int64_t)p_from_float(e->floating));
    case EXPR_BOOL:
        return lower_constant(l, TYPES->boolean, e->boolean);
    case EXPR_NULL:
        return lower_constant(l, TYPES->null, 0);
    case EXPR_STRING:
        return lower_string(l, e);
    case EXPR_THIS: {
        Value v = temp_value(l, e->type);
        emit(l, OP_SELF, v.slot, 0, 0, 0);
        return v;
    }
    case EXPR_PAYLOAD:
        return (Value){.slot = (uint16_t)l->payload, .type = e->type};
    case EXPR_TRIGGER:
        return (Value){.slot = (uint16_t)l->trigger, .type = e->type};
    case EXPR_CHOICE:
        return lower_choice(l, TYPES->boolean, lower_constant(l, TYPES->integer, 2), e->fair);
    case EXPR_CHOOSE:
        return lower_choose(l, e);
    case EXPR_UNARY:
        return lower_unary(l, e);
    case EXPR_BINARY:
        return lower_binary(l, e);
    case EXPR_AS:
        return lower_as(l, lower_expr(l, e->cast.operand), e->type);
    case EXPR_TO:
        return lower_to(l, e);
    case EXPR_FIELD:
    case EXPR_PART:
        return lower_part(l, e);
    case EXPR_INDEX:
        return lower_index(l, e);
    case EXPR_TUPLE:
    case EXPR_NTUPLE:
        return lower_tuple(l, e);
    case EXPR_KEYS:
    case EXPR_VALUES:
        return lower_list(l, e);
    case EXPR_SIZEOF:
        return lower_sizeof(l, e);
    case EXPR_DEFAULT: {
        Value v = temp_value(l, e->type);
        emit(l, OP_DEFAULT, v.slot, 0, 0, table_type(l->t, e->type));
        return v;
    }
    case EXPR_NEW:
        return lower_new(l, e);
    case EXPR_CALL:
        return lower_call(l, e);
    default:
        // Proofs: what speaks of all executions is never run.
        return lower_constant(l, e->type, 0);
    }
}

Value lower_expr(Lower *l, Expr *e)
{
    Span outer = l->span;
    l->span = e->span;
    Value v = lower_plain(l, e);
    l->span = outer;
    return v;
}
