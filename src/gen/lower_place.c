// gen/lower_place.c: assignments, insertions, removals.
//
// A target is a variable and a path into it: `m[k].f[i]`. Index expressions come
// first, left to right, then the value; but indices that are plain variables of the machine
// are read behind it, if something is called (lower_late). Then each step takes the part out, so
// that it has no other owner and can be changed in place, and puts it
// back when the inner one was changed.

#include "gen/lower.h"

#define TYPES (&l->t->tree->types)

typedef struct PlaceStep {
    const Expr *expr;   // EXPR_FIELD, EXPR_PART or EXPR_INDEX
    const Type *outer;  // type of what it goes into
    Value key;          // EXPR_INDEX
} PlaceStep;

typedef struct VarPath {
    VarDecl *var;
    bool calls;     // some expression of the statement may change variables
    uint16_t root;  // slot that holds the variable while it is changed
    bool is_field;  // of the machine: taken out and stored again
    VEC(PlaceStep) steps;
    VEC(uint16_t) parts;  // slots of the parts taken out, one a step
} VarPath;

// The key of a map has the map's type of key; others are positions.
static Value owned_key(Lower *l, Value key, const Type *outer)
{
    if (outer->kind == TYPE_MAP)
        key = lower_as(l, key, outer->parts[0]);
    return lower_owned(l, key);
}

static bool calls_something(const Stmt *s)
{
    return has_call(s->assign.target) || has_call(s->assign.value) ||
           (s->kind == STMT_INSERT && has_call(s->assign.key));
}

static void find_steps(Lower *l, Expr *e, VarPath *path)
{
    assert(e->kind == EXPR_NAME || e->kind == EXPR_INDEX || e->kind == EXPR_FIELD ||
           e->kind == EXPR_PART);
    if (e->kind == EXPR_NAME) {
        assert(e->name.decl->kind == DECL_VAR);
        path->var = (VarDecl *)e->name.decl;
        return;
    }
    Expr *inner = e->kind == EXPR_INDEX ? e->binary.left : e->field.operand;
    find_steps(l, inner, path);
    PlaceStep step = {.expr = e, .outer = inner->type};
    if (e->kind == EXPR_INDEX) {
        step.key = lower_late(l, e->binary.right, path->calls);
        if (!step.key.late)
            step.key = owned_key(l, step.key, inner->type);
    }
    vec_push(l->t->arena, &path->steps, step);
}

// Everything else of the statement has been evaluated.
static void read_late_keys(Lower *l, VarPath *path)
{
    for (uint32_t i = 0; i < path->steps.count; i++) {
        PlaceStep *step = &path->steps.items[i];
        if (step->key.late)
            step->key = owned_key(l, lower_now(l, step->key), step->outer);
        if (step->outer->kind == TYPE_MAP)
            refuse_null(l, step->key, NULL_KEY);
    }
}

static void open_root(Lower *l, VarPath *path)
{
    void *slot = map_get(&l->slots, (uint64_t)(uintptr_t)path->var);
    path->is_field = !slot;
    if (slot) {
        path->root = (uint16_t)((uintptr_t)slot - 1);
        return;
    }
    path->root = temp(l, path->var->type);
    emit(l, OP_LOADTAKE, path->root, 0, 0, path->var->index);
}

static void close_root(Lower *l, VarPath *path)
{
    if (!path->is_field)
        return;
    emit(l, OP_STORE, 0, path->root, 0, path->var->index);
    free_slots(l, path->root, 1);
}

static void take(Lower *l, const PlaceStep *step, uint16_t from, uint16_t into)
{
    if (step->expr->kind != EXPR_INDEX)
        emit(l, OP_PARTTAKE, into, from, 0, step->expr->field.index);
    else
        emit(l, step->outer->kind == TYPE_MAP ? OP_MAPTAKE : OP_SEQTAKE, into, from, step->key.slot,
             0);
}

// Moves `value` there. The key of a map is moved too.
static void put(Lower *l, const PlaceStep *step, uint16_t into, uint16_t value)
{
    if (step->expr->kind != EXPR_INDEX)
        emit(l, OP_PARTSET, into, value, 0, step->expr->field.index);
    else
        emit(l, step->outer->kind == TYPE_MAP ? OP_MAPSET : OP_SEQSET, into, step->key.slot, value,
             0);
}

// Takes out all parts on the way; gives the slot of the innermost.
static uint16_t open_path(Lower *l, VarPath *path, uint32_t count)
{
    assert(count <= path->steps.count && path->parts.count == 0);
    open_root(l, path);
    uint16_t current = path->root;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t part = temp(l, path->steps.items[i].expr->type);
        take(l, &path->steps.items[i], current, part);
        vec_push(l->t->arena, &path->parts, part);
        current = part;
    }
    return current;
}

static void close_path(Lower *l, VarPath *path)
{
    for (uint32_t i = path->parts.count; i > 0; i--) {
        uint16_t outer = i > 1 ? path->parts.items[i - 2] : path->root;
        put(l, &path->steps.items[i - 1], outer, path->parts.items[i - 1]);
        free_slots(l, path->parts.items[i - 1], 1);
    }
    close_root(l, path);
    for (uint32_t i = 0; i < path->steps.count; i++)
        if (path->steps.items[i].expr->kind == EXPR_INDEX)
            free_temp(l, path->steps.items[i].key);
}

// --------------------------------------------------------------------- assignment

void lower_variable(Lower *l, VarDecl *var, Value v)
{
    void *slot = map_get(&l->slots, (uint64_t)(uintptr_t)var);
    if (slot) {
        lower_into(l, (uint16_t)((uintptr_t)slot - 1), var->type, v);
        return;
    }
    v = lower_owned(l, lower_as(l, v, var->type));
    emit(l, OP_STORE, 0, v.slot, 0, var->index);
    free_temp(l, v);
}

static void assign(Lower *l, Stmt *s)
{
    Expr *target = s->assign.target;
    if (target->kind == EXPR_NAME) {
        lower_variable(l, (VarDecl *)target->name.decl, lower_expr(l, s->assign.value));
        return;
    }
    VarPath path = {.calls = calls_something(s)};
    find_steps(l, target, &path);
    Value v = lower_expr(l, s->assign.value);
    v = lower_owned(l, lower_as(l, v, target->type));
    read_late_keys(l, &path);
    assert(path.steps.count > 0);  // a whole variable is assigned above
    uint32_t last = path.steps.count - 1;
    uint16_t inner = open_path(l, &path, last);
    put(l, &path.steps.items[last], inner, v.slot);
    free_temp(l, v);
    close_path(l, &path);
}

// ---------------------------------------------------------- insertion and removal

static void insert(Lower *l, Stmt *s)
{
    const Type *type = s->assign.target->type;
    VarPath path = {.calls = calls_something(s)};
    find_steps(l, s->assign.target, &path);
    bool is_map = type->kind == TYPE_MAP;
    Value key = lower_late(l, s->assign.key, path.calls);
    if (!key.late)
        key = owned_key(l, key, type);
    Value v = lower_expr(l, s->assign.value);
    v = lower_owned(l, lower_as(l, v, type->parts[is_map ? 1 : 0]));
    read_late_keys(l, &path);
    if (key.late)
        key = owned_key(l, lower_now(l, key), type);
    if (is_map)
        refuse_null(l, key, NULL_KEY);
    uint16_t inner = open_path(l, &path, path.steps.count);
    emit(l, is_map ? OP_MAPINS : OP_SEQINS, inner, key.slot, v.slot, 0);
    free_temp(l, key);
    free_temp(l, v);
    close_path(l, &path);
}

static void add(Lower *l, Stmt *s)
{
    VarPath path = {.calls = calls_something(s)};
    find_steps(l, s->assign.target, &path);
    Value v = lower_expr(l, s->assign.value);
    v = lower_owned(l, lower_as(l, v, s->assign.target->type->parts[0]));
    refuse_null(l, v, NULL_ELEMENT);
    read_late_keys(l, &path);
    uint16_t inner = open_path(l, &path, path.steps.count);
    emit(l, OP_SETADD, inner, v.slot, 0, 0);
    free_temp(l, v);
    close_path(l, &path);
}

// 2015 dialect, `s -= (i, v)`: what is removed must be v.
static void check_held(Lower *l, Stmt *s, Value index)
{
    Value sequence = lower_expr(l, s->assign.target);
    Value held = lower_expr(l, s->assign.held);
    uint16_t element = temp(l, sequence.type->parts[0]);
    emit(l, OP_SEQGET, element, sequence.slot, index.slot, 0);
    uint16_t is_equal = temp(l, TYPES->boolean), message = temp(l, TYPES->string);
    emit(l, OP_EQ, is_equal, element, held.slot, 0);
    static const char text[] = "the element removed is another one";
    emit(l, OP_STRING, message, 0, 0, table_string(l->t, text, sizeof text - 1));
    emit(l, OP_ASSERT, 0, is_equal, message, 0);
    free_slots(l, element, 1);
    free_slots(l, is_equal, 1);
    free_slots(l, message, 1);
    free_temp(l, sequence);
    free_temp(l, held);
}

static void remove_from(Lower *l, Stmt *s)
{
    const Type *type = s->assign.target->type;
    VarPath path = {.calls = calls_something(s)};
    find_steps(l, s->assign.target, &path);
    Value v = lower_expr(l, s->assign.value);
    if (type->kind != TYPE_SEQ)
        v = lower_as(l, v, type->parts[0]);
    if (type->kind == TYPE_MAP)
        refuse_null(l, v, NULL_KEY);
    read_late_keys(l, &path);
    if (s->assign.held)
        check_held(l, s, v);
    uint16_t inner = open_path(l, &path, path.steps.count);
    Op op = type->kind == TYPE_SEQ ? OP_SEQDEL : type->kind == TYPE_MAP ? OP_MAPDEL : OP_SETDEL;
    emit(l, op, inner, v.slot, 0, 0);
    free_temp(l, v);
    close_path(l, &path);
}

void lower_assign(Lower *l, Stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        assign(l, s);
        break;
    case STMT_INSERT:
        insert(l, s);
        break;
    case STMT_ADD:
        add(l, s);
        break;
    default:
        remove_from(l, s);
        break;
    }
}
