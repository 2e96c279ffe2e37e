// rt/program.c: prints and verifies Programs.

#include "rt/program.h"

#include <ctype.h>
#include <string.h>

const OpInfo op_infos[OP_COUNT] = {
#define OP(name, d, a, b, n, then, what) {#name, d, a, b, n, then, what},
#include "rt/ops.def"
#undef OP
};

bool op_asks(Op op)
{
    assert(op < OP_COUNT);
    return op_infos[op].then != '\0' && strchr("acls", op_infos[op].then) != NULL;
}

bool op_leaves(Op op)
{
    assert(op < OP_COUNT);
    return op_infos[op].then == 'x' || op_infos[op].then == 'l';
}

uint32_t ins_span(const PIns *ins)
{
    assert(ins->op < OP_COUNT);
    switch ((Op)ins->op) {
    case OP_TUPLE:
        return (uint32_t)ins->n;
    case OP_CALL:
    case OP_FORMAT:
    case OP_NOTE:
        return ins->b;
    default:
        return op_infos[ins->op].a != '-';
    }
}

void program_symbol(Buf *out, const char *prefix, const char *name)
{
    buf_str(out, prefix);
    size_t start = out->size;
    bool gap = false;
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_') {
            gap = out->size > start;
            continue;
        }
        if (gap)
            buf_char(out, '_');
        gap = false;
        buf_char(out, *name);
    }
}

const PTest *program_test(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->test_count; i++)
        if (strcmp(p->tests[i].name, name) == 0)
            return &p->tests[i];
    return NULL;
}

// ---------------------------------------------------------------------------- printing

static void print_slot(const PFun *fun, char use, uint32_t slot, Buf *out)
{
    if (use == '-')
        return;
    const char *name = fun->slot_names && slot < fun->slot_count ? fun->slot_names[slot] : "";
    buf_print(out, " %c:%u", use, slot);
    if (*name)
        buf_print(out, "(%s)", name);
}

static void print_number(const PProgram *p, char use, int64_t n, Buf *out)
{
    switch (use) {
    case '-':
        break;
    case 's':
        buf_print(out, " \"%s\"", p->strings[n]);
        break;
    case 't':
        buf_print(out, " %s", p->types[n].name);
        break;
    case 'f':
        buf_print(out, " %s", p->funs[n].name);
        break;
    case 'q':
        buf_print(out, " state %s", p->states[n].name);
        break;
    case 'x':
        buf_print(out, " %s", p->interfaces[n].name);
        break;
    case 'j':
        buf_print(out, " -> %lld", (long long)n);
        break;
    default:
        buf_print(out, " %lld", (long long)n);
    }
}

static void print_fun(const PProgram *p, uint32_t id, Buf *out)
{
    const PFun *fun = &p->funs[id];
    buf_print(out, "fun %u %s(", id, fun->name);
    for (uint32_t i = 0; i < fun->param_count; i++)
        buf_print(out, "%s%s", i ? ", " : "", p->types[fun->slot_types[i]].name);
    buf_print(out, "): %s%s%s\n", p->types[fun->result].name, fun->is_pure ? " pure" : "",
              fun->is_foreign ? " foreign" : "");
    for (uint32_t i = 0; i < fun->slot_count; i++)
        buf_print(out, "    slot %u %s: %s\n", i, fun->slot_names ? fun->slot_names[i] : "",
                  p->types[fun->slot_types[i]].name);
    uint32_t line = 0;
    for (uint32_t i = 0; i < fun->code_count; i++) {
        const PIns *ins = &fun->code[i];
        assert(ins->op < OP_COUNT);
        const OpInfo *info = &op_infos[ins->op];
        if (fun->at[i].line != line)
            buf_print(out, "    -- %s:%u\n", p->files[fun->at[i].file], fun->at[i].line);
        line = fun->at[i].line;
        buf_print(out, "    %4u %-8s", i, info->name);
        print_slot(fun, info->d, ins->d, out);
        print_slot(fun, info->a, ins->a, out);
        print_slot(fun, info->b, ins->b, out);
        print_number(p, info->n, ins->n, out);
        buf_char(out, '\n');
    }
}

static void print_handler(const PProgram *p, const PHandler *h, Buf *out)
{
    static const char *const kinds[] = {"do", "goto", "push", "defer", "ignore"};
    assert(h->event < p->event_count && h->kind < sizeof kinds / sizeof *kinds);
    buf_print(out, "        on %s %s", p->events[h->event].name, kinds[h->kind]);
    if (h->target != P_NONE)
        buf_print(out, " %s", p->states[h->target].name);
    if (h->fun != P_NONE)
        buf_print(out, " fun %u", h->fun);
    buf_char(out, '\n');
}

static void print_machine(const PProgram *p, uint32_t id, Buf *out)
{
    static const char *const kinds[] = {"machine", "model", "spec", "scenario"};
    static const char *const temperatures[] = {"", " hot", " cold"};
    const PMachineInfo *m = &p->machines[id];
    assert(m->kind < sizeof kinds / sizeof *kinds);
    buf_print(out, "%s %u %s\n", kinds[m->kind], id, m->name);
    for (uint32_t i = 0; i < m->var_count; i++)
        buf_print(out, "    var %u %s: %s\n", i, m->var_names[i], p->types[m->var_types[i]].name);
    for (uint32_t i = 0; i < p->state_count; i++) {
        const PState *s = &p->states[i];
        if (s->machine != id)
            continue;
        assert(s->temperature < sizeof temperatures / sizeof *temperatures);
        buf_print(out, "    state %u %s%s%s", i, s->name, temperatures[s->temperature],
                  i == m->start ? " start" : "");
        if (s->entry != P_NONE)
            buf_print(out, " entry fun %u", s->entry);
        if (s->exit != P_NONE)
            buf_print(out, " exit fun %u", s->exit);
        buf_char(out, '\n');
        for (uint32_t j = 0; j < s->handler_count; j++)
            print_handler(p, &s->handlers[j], out);
    }
}

static void print_test(const PProgram *p, const PTest *t, Buf *out)
{
    buf_print(out, "%s %s main %s\n", t->is_test ? "test" : "implementation", t->name,
              p->interfaces[t->main].name);
    for (uint32_t i = 0; i < p->interface_count; i++)
        if (t->bound[i] != P_NONE)
            buf_print(out, "    %s is %s\n", p->interfaces[i].name, p->machines[t->bound[i]].name);
    for (uint32_t i = 0; i < t->link_count; i++)
        buf_print(out, "    in %s, %s is %s\n", p->interfaces[t->links[i].creator].name,
                  p->interfaces[t->links[i].from].name, p->interfaces[t->links[i].to].name);
    for (uint32_t i = 0; i < t->attachment_count; i++)
        buf_print(out, "    watched by %s\n", p->machines[t->attachments[i].spec].name);
    for (uint32_t i = 0; i < p->param_count; i++)
        buf_print(out, "    parameter %u is %lld\n", i, (long long)t->params[i]);
}

void program_print(const PProgram *p, Buf *out)
{
    buf_print(out, "program, %s\n", p->is_classic ? "2015 dialect" : "modern");
    for (uint32_t i = 0; i < p->event_count; i++)
        buf_print(out, "event %u %s: %s\n", i, p->events[i].name,
                  p->types[p->events[i].payload].name);
    for (uint32_t i = 0; i < p->machine_count; i++)
        print_machine(p, i, out);
    for (uint32_t i = 0; i < p->fun_count; i++)
        print_fun(p, i, out);
    for (uint32_t i = 0; i < p->test_count; i++)
        print_test(p, &p->tests[i], out);
}

// --------------------------------------------------------------------------- verifying

typedef struct Verifier {
    const PProgram *p;
    uint32_t fun, at;
    Err *err;
} Verifier;

static bool fault(const Verifier *v, const char *what)
{
    err_set(v->err, "the Program is malformed: %s in function %u (%s) at %u", what, v->fun,
            v->p->funs[v->fun].name, v->at);
    return false;
}

static bool number_fits(const Verifier *v, char use, int64_t n)
{
    const PProgram *p = v->p;
    const PFun *fun = &p->funs[v->fun];
    int64_t limit;
    switch (use) {
    case 'j':
        limit = fun->code_count;
        break;
    case 's':
        limit = p->string_count;
        break;
    case 't':
        limit = p->type_count;
        break;
    case 'v':
        limit = fun->machine == P_NONE ? 0 : p->machines[fun->machine].var_count;
        break;
    case 'f':
        limit = p->fun_count;
        break;
    case 'e':
        limit = p->set_count;
        break;
    case 'c':
        limit = p->receive_count;
        break;
    case 'q':
        limit = p->state_count;
        break;
    case 'x':
        limit = p->interface_count;
        break;
    case 'k':
        return n >= -1 && n < p->machine_count;
    default:
        return true;
    }
    return n >= 0 && n < limit;
}

static PTypeKind kind_of(const Verifier *v, uint32_t slot)
{
    assert(slot < v->p->funs[v->fun].slot_count);  // verify_ins has tested it
    return v->p->types[v->p->funs[v->fun].slot_types[slot]].kind;
}

// Whether the slot is a tuple that has this part.
static bool part_fits(const Verifier *v, uint32_t slot, int64_t part)
{
    const PType *t = &v->p->types[v->p->funs[v->fun].slot_types[slot]];
    return part >= 0 && part < t->count;
}

// Whether the slots have the kinds that the instruction relies on without a test.
static bool kinds_fit(const Verifier *v, const PIns *i)
{
    switch ((Op)i->op) {
    case OP_SEQGET:
    case OP_SEQTAKE:
        return kind_of(v, i->a) == P_TYPE_SEQ;
    case OP_SEQSET:
    case OP_SEQINS:
    case OP_SEQDEL:
        return kind_of(v, i->d) == P_TYPE_SEQ;
    case OP_SETGET:
        return kind_of(v, i->a) == P_TYPE_SET;
    case OP_SETADD:
    case OP_SETDEL:
        return kind_of(v, i->d) == P_TYPE_SET;
    case OP_MAPGET:
    case OP_MAPTAKE:
    case OP_KEYS:
    case OP_VALUES:
    case OP_KEYGET:
    case OP_VALUEGET:
        return kind_of(v, i->a) == P_TYPE_MAP;
    case OP_MAPSET:
    case OP_MAPINS:
    case OP_MAPDEL:
        return kind_of(v, i->d) == P_TYPE_MAP;
    case OP_NOTNULL:
        return i->n != 2 || kind_of(v, i->a) == P_TYPE_MAP;
    case OP_PART:
    case OP_PARTTAKE:
        return kind_of(v, i->a) >= P_TYPE_TUPLE && part_fits(v, i->a, i->n);
    case OP_PARTSET:
        return kind_of(v, i->d) >= P_TYPE_TUPLE && part_fits(v, i->d, i->n);
    case OP_SEND:
        return kind_of(v, i->a) == P_TYPE_MACHINE && kind_of(v, i->b) == P_TYPE_EVENT;
    case OP_MOVE:
    case OP_TAKE:  // does not convert between nodes and words; null is both
        return kind_of(v, i->a) == P_TYPE_NULL ||
               p_kind_is_node(kind_of(v, i->a)) == p_kind_is_node(kind_of(v, i->d));
    default:
        return true;
    }
}

static bool verify_ins(Verifier *v, const PIns *i)
{
    const PFun *fun = &v->p->funs[v->fun];
    if (i->op >= OP_COUNT)
        return fault(v, "an unknown instruction");
    const OpInfo *info = &op_infos[i->op];
    uint32_t span = ins_span(i);
    if ((info->d != '-' && i->d >= fun->slot_count) || (span && i->a + span > fun->slot_count) ||
        (info->b != '-' && i->b >= fun->slot_count))
        return fault(v, "a slot out of range");
    if (!number_fits(v, info->n, i->n))
        return fault(v, "a number out of its table");
    if (!kinds_fit(v, i))
        return fault(v, "an operand of the wrong type");
    return true;
}

static bool verify_fun(Verifier *v)
{
    const PFun *fun = &v->p->funs[v->fun];
    if (fun->is_foreign)
        return true;
    if (fun->code_count == 0)
        return fault(v, "no code");
    for (v->at = 0; v->at < fun->code_count; v->at++)
        if (!verify_ins(v, &fun->code[v->at]))
            return false;
    Op last = (Op)fun->code[fun->code_count - 1].op;
    v->at = fun->code_count - 1;
    return last == OP_RETURN || last == OP_JUMP || fault(v, "code that runs off its end");
}

// A type that is said to be flat holds no nodes: who frees one does not look into it.
static bool verify_type(const PProgram *p, const PType *t)
{
    bool is_tuple = t->kind == P_TYPE_TUPLE || t->kind == P_TYPE_NTUPLE;
    for (uint32_t i = 0; t->is_flat && i < t->count; i++)
        if (p_kind_is_node(p->types[t->parts[i]].kind))
            return false;
    return !t->is_flat || is_tuple;
}

bool program_verify(const PProgram *p, Err *err)
{
    Verifier v = {.p = p, .err = err};
    if (p->schema != P_SCHEMA) {
        err_set(err, "the Program was made for another version (%u, here %d)", p->schema, P_SCHEMA);
        return false;
    }
    for (uint32_t i = 0; i < p->type_count; i++)
        if (!verify_type(p, &p->types[i])) {
            err_set(err, "the Program is malformed: type %u (%s) is not flat", i, p->types[i].name);
            return false;
        }
    for (v.fun = 0; v.fun < p->fun_count; v.fun++)
        if (!verify_fun(&v))
            return false;
    return true;
}
