// rt/vm.c: the virtual machine. Runs one function from a resume point to its next request.
//
// The slots of the frame are the only state, so a function can stop at any instruction without
// saving anything. ops.def describes each instruction.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rt/machine.h"
#include "rt/program.h"

typedef struct Vm {
    const PProgram *p;
    PMachine *m;
    const PFun *fun;
    PWord *f;
    PRequest *ask;
} Vm;

static uint32_t type_of(const Vm *vm, uint32_t slot)
{
    return vm->fun->slot_types[slot];
}

// Stores the value in the slot, and releases the old one.
static inline void set(const Vm *vm, uint32_t slot, PWord value)
{
    PWord old = vm->f[slot];
    vm->f[slot] = value;
    p_release(vm->p, type_of(vm, slot), old);
}

static PWord copy(const Vm *vm, uint32_t slot)
{
    return p_retain(vm->p, type_of(vm, slot), vm->f[slot]);
}

static PWord take(const Vm *vm, uint32_t slot)
{
    PWord value = vm->f[slot];
    vm->f[slot] = 0;
    return value;
}

static PAsk asks(const Vm *vm, PAsk what, const PIns *i)
{
    vm->ask->at = (uint32_t)(i - vm->fun->code);
    vm->ask->resume = vm->ask->at + 1;
    return what;
}

static PAsk fails(const Vm *vm, const PIns *i)
{
    vm->ask->at = (uint32_t)(i - vm->fun->code);
    return P_ASK_FAIL;
}

static PAsk choose(const Vm *vm, const PIns *i)
{
    if (!p_choices(vm->ask, vm->f[i->a], i->n))
        return fails(vm, i);
    vm->ask->answer = i->d;
    return asks(vm, P_ASK_CHOOSE, i);
}

static PAsk send(const Vm *vm, const PIns *i)
{
    vm->ask->target = vm->f[i->a];
    vm->ask->event = (uint32_t)vm->f[i->b];
    vm->ask->type = type_of(vm, i->d);
    vm->ask->value = take(vm, i->d);
    return asks(vm, P_ASK_SEND, i);
}

static PAsk create(const Vm *vm, const PIns *i)
{
    vm->ask->interface = (uint32_t)i->n;
    vm->ask->type = type_of(vm, i->a);
    vm->ask->value = take(vm, i->a);
    vm->ask->answer = i->d;
    return asks(vm, P_ASK_NEW, i);
}

// raise and announce: event in slot a, payload in slot b
static PAsk emit(const Vm *vm, const PIns *i, PAsk what)
{
    vm->ask->event = (uint32_t)vm->f[i->a];
    vm->ask->type = type_of(vm, i->b);
    vm->ask->value = take(vm, i->b);
    vm->ask->monitor = i->n < 0 ? P_NONE : (uint32_t)i->n;
    return asks(vm, what, i);
}

static PAsk change_state(const Vm *vm, const PIns *i)
{
    vm->ask->state = (uint32_t)i->n;
    vm->ask->type = type_of(vm, i->a);
    vm->ask->value = take(vm, i->a);
    return asks(vm, P_ASK_GOTO, i);
}

static PAsk call(const Vm *vm, const PIns *i)
{
    if (!p_burn_call(vm->m, vm->ask))
        return fails(vm, i);
    vm->ask->fun = (uint32_t)i->n;
    vm->ask->args = &vm->f[i->a];
    vm->ask->count = i->b;
    vm->ask->answer = i->d;
    return asks(vm, P_ASK_CALL, i);
}

static PAsk print(const Vm *vm, const PIns *i)
{
    vm->ask->type = type_of(vm, i->a);
    vm->ask->value = copy(vm, i->a);
    return asks(vm, P_ASK_PRINT, i);
}

static PWord format(const Vm *vm, const PIns *i)
{
    return p_format(vm->p, vm->p->strings[i->n], &vm->f[i->a], &vm->fun->slot_types[i->a], i->b);
}

// A text that is only printed.
static PWord note(const Vm *vm, const PIns *i)
{
    const char *text = vm->p->strings[i->n];
    if (vm->m->is_quiet)
        return 0;
    return i->b ? format(vm, i) : p_string(text, strlen(text));
}

// Operations on collections, which may fail.
static bool collect(const Vm *vm, const PIns *i)
{
    const PProgram *p = vm->p;
    PWord *f = vm->f, out = 0;
    uint32_t d_type = type_of(vm, i->d), a_type = type_of(vm, i->a);
    PRequest *ask = vm->ask;
    switch ((Op)i->op) {
    case OP_SEQGET:
        if (!p_seq_get(p, a_type, f[i->a], (int64_t)f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_SEQTAKE:
        if (!p_seq_take(p, a_type, &f[i->a], (int64_t)f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_SEQSET:
        return p_seq_set(p, d_type, &f[i->d], (int64_t)f[i->a], take(vm, i->b), ask);
    case OP_SEQINS:
        return p_seq_insert(p, d_type, &f[i->d], (int64_t)f[i->a], take(vm, i->b), ask);
    case OP_SEQDEL:
        return p_seq_remove(p, d_type, &f[i->d], (int64_t)f[i->a], ask);
    case OP_SETGET:
        if (!p_set_at(p, a_type, f[i->a], (int64_t)f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_KEYGET:
        if (!p_key_at(p, a_type, f[i->a], (int64_t)f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_VALUEGET:
        if (!p_value_at(p, a_type, f[i->a], (int64_t)f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_MAPGET:
        if (!p_map_get(p, a_type, f[i->a], f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_MAPTAKE:
        if (!p_map_take(p, a_type, &f[i->a], f[i->b], &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_MAPINS: {
        PWord key = take(vm, i->a);
        return p_map_insert(p, d_type, &f[i->d], key, take(vm, i->b), ask);
    }
    case OP_CAST:
        if (!p_cast(p, a_type, f[i->a], d_type, &out, ask))
            return false;
        set(vm, i->d, out);
        return true;
    case OP_NOTNULL:
        return p_not_null(p, a_type, f[i->a], i->n, ask);
    case OP_PERMIT:
        return p_permit(p, f[i->a], (uint32_t)i->n, &f[i->d], ask);
    case OP_DIV:
        return p_div((int64_t)f[i->a], (int64_t)f[i->b], &f[i->d], ask);
    case OP_MOD:
        return p_mod((int64_t)f[i->a], (int64_t)f[i->b], &f[i->d], ask);
    default:
        return p_fail(ask, P_ERROR_NONE, "no instruction %u", i->op);
    }
}

// Each instruction jumps to the next one itself. With one jump for all of them the processor
// foresees less, and how much depends on where the linker has put it (docs/decisions.md, 67).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // addresses of labels
#define NEXT                            \
    do {                                \
        i++;                            \
        assert_debug(i->op < OP_COUNT); \
        goto *labels[i->op];            \
    } while (0)

PAsk vm_run(PMachine *m, const PFun *fun, PWord *f, uint32_t at, PRequest *ask)
{
    const PProgram *p = m->program;
    Vm here = {.p = p, .m = m, .fun = fun, .f = f, .ask = ask}, *vm = &here;
    static const void *const labels[] = {
#define OP(name, d, a, b, n, then, what) &&name,
#include "rt/ops.def"
#undef OP
    };
    const PIns *i = fun->code + at;
    assert_debug(i->op < OP_COUNT);
    goto *labels[i->op];

    MOVE:
        set(vm, i->d, copy(vm, i->a));
        NEXT;
    TAKE:
        set(vm, i->d, take(vm, i->a));
        NEXT;
    CONST:
        set(vm, i->d, (PWord)i->n);
        NEXT;
    STRING:
        set(vm, i->d, p_string(p->strings[i->n], strlen(p->strings[i->n])));
        NEXT;
    DEFAULT:
        set(vm, i->d, p_default(p, (uint32_t)i->n));
        NEXT;
    LOAD:
        set(vm, i->d, p_retain(p, type_of(vm, i->d), m->vars[i->n]));
        NEXT;
    LOADTAKE:
        set(vm, i->d, m->vars[i->n]);
        m->vars[i->n] = 0;
        NEXT;
    STORE: {
        PWord old = m->vars[i->n];
        m->vars[i->n] = take(vm, i->a);
        p_release(p, type_of(vm, i->a), old);
        NEXT;
    }
    PARAM:
        f[i->d] = m->test->params[i->n];
        NEXT;
    SELF:
        f[i->d] = m->self;
        NEXT;

    NOT:
        f[i->d] = !f[i->a];
        NEXT;
    NEG:
        f[i->d] = 0 - f[i->a];
        NEXT;
    ADD:
        f[i->d] = f[i->a] + f[i->b];
        NEXT;
    SUB:
        f[i->d] = f[i->a] - f[i->b];
        NEXT;
    MUL:
        f[i->d] = f[i->a] * f[i->b];
        NEXT;
    LT:
        f[i->d] = (int64_t)f[i->a] < (int64_t)f[i->b];
        NEXT;
    LE:
        f[i->d] = (int64_t)f[i->a] <= (int64_t)f[i->b];
        NEXT;
    FNEG:
        f[i->d] = p_from_float(-p_float(f[i->a]));
        NEXT;
    FADD:
        f[i->d] = p_from_float(p_float(f[i->a]) + p_float(f[i->b]));
        NEXT;
    FSUB:
        f[i->d] = p_from_float(p_float(f[i->a]) - p_float(f[i->b]));
        NEXT;
    FMUL:
        f[i->d] = p_from_float(p_float(f[i->a]) * p_float(f[i->b]));
        NEXT;
    FDIV:
        f[i->d] = p_from_float(p_float(f[i->a]) / p_float(f[i->b]));
        NEXT;
    FMOD:
        f[i->d] = p_from_float(fmod(p_float(f[i->a]), p_float(f[i->b])));
        NEXT;
    FLT:
        f[i->d] = p_float(f[i->a]) < p_float(f[i->b]);
        NEXT;
    FLE:
        f[i->d] = p_float(f[i->a]) <= p_float(f[i->b]);
        NEXT;
    ITOF:
        f[i->d] = p_from_float((double)(int64_t)f[i->a]);
        NEXT;
    FTOI:
        f[i->d] = (PWord)p_float_to_int(p_float(f[i->a]));
        NEXT;
    EQ:
        f[i->d] = p_equal(p, type_of(vm, i->a), f[i->a], type_of(vm, i->b), f[i->b]);
        NEXT;

    CONCAT:
        set(vm, i->d, p_concat(f[i->a], f[i->b]));
        NEXT;
    SLT:
        f[i->d] = p_string_order(f[i->a], f[i->b]) < 0;
        NEXT;
    SLE:
        f[i->d] = p_string_order(f[i->a], f[i->b]) <= 0;
        NEXT;
    FORMAT:
        set(vm, i->d, format(vm, i));
        NEXT;
    NOTE:
        set(vm, i->d, note(vm, i));
        NEXT;

    TUPLE: {
        PWord tuple = p_tuple(&f[i->a], (uint32_t)i->n);
        memset(&f[i->a], 0, (size_t)i->n * sizeof *f);
        set(vm, i->d, tuple);
        NEXT;
    }
    PART:
        set(vm, i->d, p_retain(p, type_of(vm, i->d), p_tuple_part(f[i->a], (uint32_t)i->n)));
        NEXT;
    PARTTAKE:
        set(vm, i->d, p_tuple_take(p, type_of(vm, i->a), &f[i->a], (uint32_t)i->n));
        NEXT;
    PARTSET:
        p_tuple_set(p, type_of(vm, i->d), &f[i->d], (uint32_t)i->n, take(vm, i->a));
        NEXT;

    DIV:
    MOD:
    SEQGET:
    SEQTAKE:
    SEQSET:
    SEQINS:
    SEQDEL:
    SETGET:
    KEYGET:
    VALUEGET:
    MAPGET:
    MAPTAKE:
    MAPINS:
    CAST:
    NOTNULL:
    PERMIT:
        if (!collect(vm, i))
            return fails(vm, i);
        NEXT;
    MAPSET: {
        PWord key = take(vm, i->a);
        p_map_set(p, type_of(vm, i->d), &f[i->d], key, take(vm, i->b));
        NEXT;
    }
    MAPDEL:
        p_map_remove(p, type_of(vm, i->d), &f[i->d], f[i->a]);
        NEXT;
    SETADD:
        p_set_add(p, type_of(vm, i->d), &f[i->d], take(vm, i->a));
        NEXT;
    SETDEL:
        p_set_remove(p, type_of(vm, i->d), &f[i->d], f[i->a]);
        NEXT;
    SIZE:
        f[i->d] = p_size(f[i->a]);
        NEXT;
    KEYS:
        set(vm, i->d, p_keys(p, type_of(vm, i->a), f[i->a]));
        NEXT;
    VALUES:
        set(vm, i->d, p_values(p, type_of(vm, i->a), f[i->a]));
        NEXT;
    IN:
        f[i->d] = p_contains(p, type_of(vm, i->b), f[i->b], f[i->a]);
        NEXT;

    JUMP:
        if (i->n <= i - fun->code && !p_burn_jump(m, ask))
            return fails(vm, i);
        i = fun->code + i->n - 1;
        NEXT;
    JUMPT:
        if (f[i->a])
            i = fun->code + i->n - 1;
        NEXT;
    JUMPF:
        if (!f[i->a])
            i = fun->code + i->n - 1;
        NEXT;
    CALL:
        return call(vm, i);
    RETURN:
        ask->type = type_of(vm, i->a);
        ask->value = take(vm, i->a);
        return asks(vm, P_ASK_DONE, i);
    ASSERT:
        if (!f[i->a]) {
            p_assert_fail(ask, f[i->b]);
            return fails(vm, i);
        }
        NEXT;
    ASSUME:
        if (!f[i->a])
            return asks(vm, P_ASK_ASSUME, i);
        NEXT;

    PRINT:
        return print(vm, i);
    SEND:
        return send(vm, i);
    NEW:
        return create(vm, i);
    ANNOUNCE:
        return emit(vm, i, P_ASK_ANNOUNCE);
    CHOOSE:
        return choose(vm, i);
    RECEIVE:
        ask->receive = (uint32_t)i->n;
        return asks(vm, P_ASK_RECEIVE, i);
    RAISE:
        return emit(vm, i, P_ASK_RAISE);
    GOTO:
        return change_state(vm, i);
    PUSH:
        ask->state = (uint32_t)i->n;
        return asks(vm, P_ASK_PUSH, i);
    POP:
        return asks(vm, P_ASK_POP, i);
}
#pragma GCC diagnostic pop
