// gen/emit_ins.c: each instruction as C.
//
// An instruction becomes a statement or two; a pattern per instruction says
// which, and few need more than that. A slot is f[name], the name being the
// variable's. What a slot holds is known by its type, so words are assigned and
// only nodes are counted.

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/emit_impl.h"

// ------------------------------------------------------------------------------ patterns
//
// In a pattern $d, $a, $b are the slots, $D, $A, $B their types; &a is the value
// of slot a to keep (a node is counted once more), !a the value moved out of it. Where
// the operand is an expression (emit_fold.c), that is printed instead of the slot.
// $n is the number, $@ this instruction's offset, $k whether d holds a node.

typedef enum Shape {
    SHAPE_NONE,   // needs a function of its own
    SHAPE_VALUE,  // an expression that goes to d
    SHAPE_OUT,    // a call that may fail and puts its result into $o, which goes to d
    SHAPE_CHECK,  // a call that may fail
    SHAPE_DO,     // a statement
} Shape;

typedef struct Pattern {
    Shape shape;
    const char *text;
} Pattern;

static const Pattern patterns[OP_COUNT] = {
    [OP_MOVE] = {SHAPE_VALUE, "&a"},
    [OP_TAKE] = {SHAPE_VALUE, "!a"},
    [OP_SELF] = {SHAPE_VALUE, "m->self"},

    [OP_NOT] = {SHAPE_VALUE, "!$a"},
    [OP_NEG] = {SHAPE_VALUE, "0 - $a"},
    [OP_ADD] = {SHAPE_VALUE, "$a + $b"},
    [OP_SUB] = {SHAPE_VALUE, "$a - $b"},
    [OP_MUL] = {SHAPE_VALUE, "$a * $b"},
    [OP_DIV] = {SHAPE_OUT, "p_div((int64_t)$a, (int64_t)$b, $o, ask)"},
    [OP_MOD] = {SHAPE_OUT, "p_mod((int64_t)$a, (int64_t)$b, $o, ask)"},
    [OP_LT] = {SHAPE_VALUE, "(int64_t)$a < (int64_t)$b"},
    [OP_LE] = {SHAPE_VALUE, "(int64_t)$a <= (int64_t)$b"},
    [OP_FNEG] = {SHAPE_VALUE, "p_from_float(-p_float($a))"},
    [OP_FADD] = {SHAPE_VALUE, "p_from_float(p_float($a) + p_float($b))"},
    [OP_FSUB] = {SHAPE_VALUE, "p_from_float(p_float($a) - p_float($b))"},
    [OP_FMUL] = {SHAPE_VALUE, "p_from_float(p_float($a) * p_float($b))"},
    [OP_FDIV] = {SHAPE_VALUE, "p_from_float(p_float($a) / p_float($b))"},
    [OP_FMOD] = {SHAPE_VALUE, "p_from_float(__builtin_fmod(p_float($a), p_float($b)))"},
    [OP_FLT] = {SHAPE_VALUE, "p_float($a) < p_float($b)"},
    [OP_FLE] = {SHAPE_VALUE, "p_float($a) <= p_float($b)"},
    [OP_ITOF] = {SHAPE_VALUE, "p_from_float((double)(int64_t)$a)"},
    [OP_FTOI] = {SHAPE_VALUE, "(PWord)p_float_to_int(p_float($a))"},

    [OP_CONCAT] = {SHAPE_VALUE, "p_concat($a, $b)"},
    [OP_SLT] = {SHAPE_VALUE, "p_string_order($a, $b) < 0"},
    [OP_SLE] = {SHAPE_VALUE, "p_string_order($a, $b) <= 0"},

    [OP_PARTTAKE] = {SHAPE_VALUE, "p_tuple_take(p, $A, &$a, $n)"},
    [OP_PARTSET] = {SHAPE_DO, "p_tuple_set(p, $D, &$d, $n, !a);"},

    [OP_SEQGET] = {SHAPE_OUT, "p_short_at(p, $A, $a, (int64_t)$b, $k, $o, ask)"},
    [OP_SEQTAKE] = {SHAPE_OUT, "p_seq_take(p, $A, &$a, (int64_t)$b, $o, ask)"},
    [OP_SEQSET] = {SHAPE_CHECK, "p_seq_set(p, $D, &$d, (int64_t)$a, !b, ask)"},
    [OP_SEQINS] = {SHAPE_CHECK, "p_seq_insert(p, $D, &$d, (int64_t)$a, !b, ask)"},
    [OP_SEQDEL] = {SHAPE_CHECK, "p_seq_remove(p, $D, &$d, (int64_t)$a, ask)"},
    [OP_MAPTAKE] = {SHAPE_OUT, "p_map_take(p, $A, &$a, $b, $o, ask)"},
    [OP_MAPSET] = {SHAPE_DO, "p_map_set(p, $D, &$d, !a, !b);"},
    [OP_MAPINS] = {SHAPE_CHECK, "p_map_insert(p, $D, &$d, !a, !b, ask)"},
    [OP_MAPDEL] = {SHAPE_DO, "p_map_remove(p, $D, &$d, $a);"},
    [OP_SETGET] = {SHAPE_OUT, "p_short_set_at(p, $A, $a, (int64_t)$b, $k, $o, ask)"},
    [OP_SETADD] = {SHAPE_DO, "p_set_add(p, $D, &$d, !a);"},
    [OP_SETDEL] = {SHAPE_DO, "p_set_remove(p, $D, &$d, $a);"},
    [OP_KEYGET] = {SHAPE_OUT, "p_short_key_at(p, $A, $a, (int64_t)$b, $k, $o, ask)"},
    [OP_VALUEGET] = {SHAPE_OUT, "p_short_value_at(p, $A, $a, (int64_t)$b, $k, $o, ask)"},
    [OP_SIZE] = {SHAPE_VALUE, "p_size($a)"},
    [OP_KEYS] = {SHAPE_VALUE, "p_keys(p, $A, $a)"},
    [OP_VALUES] = {SHAPE_VALUE, "p_values(p, $A, $a)"},

    [OP_NOTNULL] = {SHAPE_CHECK, "p_not_null(p, $A, $a, $n, ask)"},
    [OP_CAST] = {SHAPE_OUT, "p_cast(p, $A, $a, $D, $o, ask)"},
};

static uint32_t slot_of(const Code *c, char letter)
{
    return letter == 'd' ? c->ins->d : letter == 'a' ? c->ins->a : c->ins->b;
}

static uint32_t type_of(const Code *c, char letter)
{
    assert(slot_of(c, letter) < c->fun->slot_count);
    return c->fun->slot_types[slot_of(c, letter)];
}

static bool is_node(const Code *c, char letter)
{
    return emit_is_node(c->e, type_of(c, letter));
}

static const char *slot_name(Code *c, uint32_t slot)
{
    c->is_used[slot] = true;
    return c->slots[slot];
}

// The instruction that is the operand, or P_NONE: a slot is.
static uint32_t folded(const Code *c, char letter)
{
    const Folded *in = &c->folded[c->at];
    return letter == 'd' ? in->d : letter == 'a' ? in->a : in->b;
}

// An operator has operands of its own; the rest are words and calls.
static bool has_operator(Op op)
{
    return op == OP_EQ || op == OP_SLT || op == OP_SLE || op == OP_NOT || op == OP_NEG ||
           (op >= OP_ADD && op <= OP_LE) || op == OP_FLT || op == OP_FLE;
}

static bool is_arithmetic(Op op)
{
    return op == OP_NEG || op == OP_ADD || op == OP_SUB || op == OP_MUL;
}

static Op operand_op(const Code *c, char letter)
{
    return (Op)c->fun->code[folded(c, letter)].op;
}

static bool is_constant(const Code *c, char letter)
{
    return folded(c, letter) != P_NONE && operand_op(c, letter) == OP_CONST;
}

// Whether C has the operand in 64 bits: small numbers, sizes and truth it has in fewer.
static bool is_word(const Code *c, uint32_t at)
{
    const PIns *ins = at == P_NONE ? NULL : &c->fun->code[at];
    if (!ins)
        return true;
    switch ((Op)ins->op) {
    case OP_CONST:
    case OP_SIZE:
    case OP_NOT:
    case OP_IN:
        return false;
    case OP_MOVE:
        return is_word(c, c->folded[at].a);
    default:
        return !has_operator((Op)ins->op) || is_arithmetic((Op)ins->op);
    }
}

// One operand in 64 bits is enough for both.
static bool needs_cast(const Code *c, char letter)
{
    const Folded *in = &c->folded[c->at];
    if (!is_arithmetic((Op)c->ins->op) || is_word(c, folded(c, letter)))
        return false;
    return c->ins->op == OP_NEG || (letter == 'a' && !is_word(c, in->b));
}

// A small number is what C takes it for.
static bool is_small(const Code *c, char letter)
{
    int64_t n = is_constant(c, letter) ? c->fun->code[folded(c, letter)].n : -1;
    return n >= 0 && n <= INT32_MAX;
}

// The value of another instruction, in the middle of this one.
static void expression(Code *c, uint32_t at, bool is_lent, bool is_wrapped)
{
    const PIns *outer = c->ins;
    uint32_t outer_at = c->at;
    bool was_lent = c->is_lent;
    c->ins = &c->fun->code[at];
    c->at = at;
    c->is_lent = is_lent;
    c->inside++;
    buf_str(&c->body, is_wrapped ? "(" : "");
    emit_instruction(c);
    buf_str(&c->body, is_wrapped ? ")" : "");
    c->inside--;
    c->is_lent = was_lent;
    c->at = outer_at;
    c->ins = outer;
}

static void operand(Code *c, char letter, bool is_wrapped)
{
    if (folded(c, letter) != P_NONE) {
        expression(c, folded(c, letter), true, is_wrapped && has_operator(operand_op(c, letter)));
        return;
    }
    c->uses_f = true;
    buf_print(&c->body, "f[%s]", slot_name(c, slot_of(c, letter)));
}

static void slot(Code *c, char letter)
{
    buf_str(&c->body, needs_cast(c, letter) ? "(PWord)" : "");
    operand(c, letter, true);
}

// Whether the old value of d must be released.
static bool releases(const Code *c)
{
    return is_node(c, 'd') && emit_may_be_full(c, c->at, c->ins->d);
}

// The value, counted once more for the slot that keeps it.
static void kept(Code *c, char letter)
{
    bool shares = is_node(c, letter) && !(c->inside && c->is_lent);
    buf_str(&c->body, shares ? "p_share(" : "");
    operand(c, letter, c->inside > 0);
    buf_str(&c->body, shares ? ")" : "");
}

// A word that was moved out and is not read again need not be cleared. A node must be: who ends
// the function by force releases what he finds.
static bool is_spent(const Code *c, uint32_t slot)
{
    return !emit_is_node(c->e, c->fun->slot_types[slot]) && emit_is_dead_after(c, c->at, slot);
}

static void moved(Code *c, char letter)
{
    if (folded(c, letter) != P_NONE) {
        expression(c, folded(c, letter), false, false);
        return;
    }
    if (is_spent(c, slot_of(c, letter))) {
        slot(c, letter);
        return;
    }
    buf_str(&c->body, "p_move(&");
    slot(c, letter);
    buf_char(&c->body, ')');
}

static void expand_dollar(Code *c, char what)
{
    switch (what) {
    case 'd':
    case 'a':
    case 'b':
        slot(c, what);
        break;
    case 'D':
    case 'A':
    case 'B':
        buf_str(&c->body, c->e->types[type_of(c, (char)(what - 'A' + 'a'))]);
        break;
    case 'n':
        buf_print(&c->body, "%" PRId64, c->ins->n);
        break;
    case 'k':
        buf_str(&c->body, is_node(c, 'd') ? "true" : "false");
        break;
    case '@':
        buf_print(&c->body, "%u", c->at);
        break;
    case '>':
        buf_print(&c->body, "%u", c->at + 1);
        break;
    case 'o':
        if (releases(c)) {
            c->uses_v = true;
            buf_str(&c->body, "&v");
        } else {
            buf_char(&c->body, '&');
            slot(c, 'd');
        }
        break;
    default:
        bug("emit: no such pattern $%c", what);
    }
}

static bool is_slot_letter(char letter)
{
    return letter == 'd' || letter == 'a' || letter == 'b';
}

static void expand(Code *c, const char *text)
{
    static const char cast[] = "(int64_t)$";
    const size_t cast_size = sizeof cast - 1;
    for (; *text; text++) {
        if (strncmp(text, cast, cast_size) == 0 && is_small(c, text[cast_size]))
            text += cast_size - 1;
        if (*text == '$') {
            expand_dollar(c, *++text);
        } else if (*text == '&' && is_slot_letter(text[1])) {
            kept(c, *++text);
        } else if (*text == '!' && is_slot_letter(text[1])) {
            moved(c, *++text);
        } else {
            buf_char(&c->body, *text);
        }
    }
}

static void say(Code *c, const char *text)
{
    // Patterns tell by a word what they use of the function's own names.
    c->uses_p |= strstr(text, "(p, ") != NULL;
    c->uses_m |= strstr(text, "m->") || strstr(text, "(m, ");
    c->uses_ask |= strstr(text, "ask") != NULL;
    expand(c, text);
}

static void line(Code *c, const char *text)
{
    buf_str(&c->body, "    ");
    say(c, text);
    buf_char(&c->body, '\n');
}

static void begin_value(Code *c)
{
    if (c->inside)
        return;
    say(c, releases(c) ? "    p_put(p, $D, &$d, " : "    $d = ");
}

static void end_value(Code *c)
{
    if (c->inside)
        return;
    buf_str(&c->body, releases(c) ? ");\n" : ";\n");
}

static void value(Code *c, const char *text)
{
    begin_value(c);
    say(c, text);
    end_value(c);
}

// The instruction has failed. A function called straight must say that it was it.
static void fail(Code *c, const char *indent)
{
    buf_str(&c->body, indent);
    if (!c->is_direct) {
        say(c, "return p_failed(ask, $@);\n");
        return;
    }
    c->has_failed = true;
    say(c, "ask->at = $@;\n");
    buf_print(&c->body, "%sgoto failed;\n", indent);
}

static void check(Code *c, const char *text)
{
    say(c, "    if (!");
    say(c, text);
    buf_str(&c->body, c->is_direct ? ") {\n" : ")\n");
    fail(c, "        ");
    buf_str(&c->body, c->is_direct ? "    }\n" : "");
}

static void out(Code *c, const char *text)
{
    check(c, text);
    if (releases(c))
        line(c, "p_put(p, $D, &$d, v);");
}

// ------------------------------------------------------- instructions without a pattern

// What a number means, behind it.
static void explain(Code *c, const char *text)
{
    Emit inner = *c->e;
    inner.out = &c->body;
    if (c->inside) {
        buf_print(&c->body, " /* %s */", text);
        return;
    }
    assert(c->body.text[c->body.size - 1] == '\n');
    c->body.size--;
    buf_str(&c->body, "  // ");
    emit_comment(&inner, text);
}

static void literal(Code *c, const char *text)
{
    Emit inner = *c->e;
    inner.out = &c->body;
    emit_string(&inner, text);
}

static const char *enum_element(const PType *t, int64_t n)
{
    for (uint32_t i = 0; i < t->elem_count; i++)
        if (t->elems[i].value == n)
            return t->elems[i].name;
    return NULL;
}

// A number as its type shows it.
static void constant(Code *c)
{
    const PProgram *p = c->e->p;
    const PType *t = &p->types[type_of(c, 'd')];
    int64_t n = c->ins->n;
    const char *element = t->kind == P_TYPE_ENUM ? enum_element(t, n) : NULL;

    begin_value(c);
    if (t->kind == P_TYPE_EVENT && n >= 0 && n < p->event_count)
        buf_str(&c->body, c->e->events[n]);
    else if (t->kind == P_TYPE_BOOL)
        buf_str(&c->body, n ? "true" : "false");
    else if (n < 0 && n != INT64_MIN)
        buf_print(&c->body, "(PWord)INT64_C(%" PRId64 ")", n);
    else if (n >= 0 && n <= INT32_MAX)
        buf_print(&c->body, "%" PRId64, n);
    else
        buf_print(&c->body, "UINT64_C(0x%" PRIx64 ")", (uint64_t)n);
    end_value(c);
    if (t->kind == P_TYPE_FLOAT || element) {
        char text[64];
        snprintf(text, sizeof text, "%.17g", p_float((PWord)n));
        explain(c, element ? element : text);
    }
}

static void call_string(Code *c)
{
    assert((uint64_t)c->ins->n < c->e->p->string_count);
    const char *text = c->e->p->strings[c->ins->n];
    buf_str(&c->body, "p_string(");
    literal(c, text);
    buf_print(&c->body, ", %zu)", strlen(text));
}

static void string(Code *c)
{
    begin_value(c);
    call_string(c);
    end_value(c);
}

// The default is the word 0 but for tuples and enums.
static void default_of(Code *c)
{
    uint32_t type = (uint32_t)c->ins->n;
    assert(type < c->e->p->type_count);
    PTypeKind kind = c->e->p->types[type].kind;
    if (kind != P_TYPE_ENUM && kind != P_TYPE_TUPLE && kind != P_TYPE_NTUPLE) {
        value(c, "0");
        return;
    }
    begin_value(c);
    say(c, "p_default(p, ");
    buf_print(&c->body, "%s)", c->e->types[type]);
    end_value(c);
}

static const char *field_of(const Code *c)
{
    assert(c->fun->machine < c->e->p->machine_count &&
           (uint64_t)c->ins->n < c->e->p->machines[c->fun->machine].var_count);
    return c->e->fields[c->fun->machine][c->ins->n];
}

// The result is a node that is counted once more.
static bool is_shared(const Code *c)
{
    return is_node(c, 'd') && !(c->inside && c->is_lent);
}

static void load(Code *c)
{
    bool takes = c->ins->op == OP_LOADTAKE, shares = is_shared(c);
    begin_value(c);
    say(c, takes ? "p_move(&m->vars[" : shares ? "p_share(m->vars[" : "m->vars[");
    buf_print(&c->body, "%s]%s", field_of(c), takes || shares ? ")" : "");
    end_value(c);
}

static void store(Code *c)
{
    uint32_t type = c->e->p->machines[c->fun->machine].var_types[c->ins->n];
    if (emit_is_node(c->e, type)) {
        say(c, "    p_put(p, ");
        buf_print(&c->body, "%s, &", c->e->types[type]);
    } else {
        buf_str(&c->body, "    ");
    }
    say(c, "m->vars[");
    buf_print(&c->body, "%s]", field_of(c));
    say(c, emit_is_node(c->e, type) ? ", !a);\n" : " = !a;\n");
}

static void param(Code *c)
{
    begin_value(c);
    say(c, is_shared(c) ? "p_share(m->test->params[$n])" : "m->test->params[$n]");
    end_value(c);
}

static void equal(Code *c)
{
    PTypeKind a = c->e->p->types[type_of(c, 'a')].kind, b = c->e->p->types[type_of(c, 'b')].kind;
    if (a != b || p_kind_is_node(a) || a == P_TYPE_FLOAT)
        value(c, "p_equal(p, $A, $a, $B, $b)");
    else if (a == P_TYPE_MACHINE)
        value(c, "P_MACHINE_ID($a) == P_MACHINE_ID($b)");
    else
        value(c, "$a == $b");
}

static void call_format(Code *c)
{
    say(c, "p_format(p, ");
    literal(c, c->e->p->strings[c->ins->n]);
    if (c->ins->b == 0)
        buf_str(&c->body, ", NULL, NULL, 0)");
    else {
        say(c, ", &$a, ");
        buf_print(&c->body, "%s_slots + %u, %u)", c->e->codes[c->id], c->ins->a, c->ins->b);
    }
}

static void format(Code *c)
{
    begin_value(c);
    call_format(c);
    end_value(c);
}

// A text that is only printed.
static void note(Code *c)
{
    begin_value(c);
    say(c, "(m->is_quiet ? 0 : ");
    if (c->ins->b == 0)
        call_string(c);
    else
        call_format(c);
    buf_str(&c->body, ")");
    end_value(c);
}

// Slots that were moved out of together.
static void clear(Code *c, uint32_t first, int64_t count)
{
    assert(count >= 0 && first + count <= c->fun->slot_count);
    for (int64_t i = 0; i < count; i++)
        if (!is_spent(c, (uint32_t)(first + i)))
            buf_print(&c->body, "    f[%s] = 0;\n", slot_name(c, (uint32_t)(first + i)));
}

static void new_tuple(Code *c)
{
    uint32_t first = c->ins->a;
    if (c->ins->n < 2 || c->ins->n > 4) {
        say(c, c->ins->n ? "p_tuple(&$a, $n);\n" : "p_tuple(NULL, 0);\n");
        return;
    }
    c->uses_f = true;
    say(c, "p_tuple$n(");
    for (uint32_t i = 0; i < c->ins->n; i++)
        buf_print(&c->body, i ? ", f[%s]" : "f[%s]", slot_name(c, first + i));
    buf_str(&c->body, ");\n");
}

static void tuple(Code *c)
{
    bool waits = releases(c);
    c->uses_v |= waits;
    buf_str(&c->body, "    ");
    say(c, waits ? "v = " : "$d = ");
    new_tuple(c);
    clear(c, c->ins->a, c->ins->n);
    if (waits)
        line(c, "p_put(p, $D, &$d, v);");
}

// The bits of keys or elements of the type that make them equal, in C; NULL: words do not tell.
static const char *key_bits(const Code *c, uint32_t type)
{
    PWord bits = p_key_bits(c->e->p->types[c->e->p->types[type].parts[0]].kind);
    return bits == 0 ? NULL : bits == UINT32_MAX ? "UINT32_MAX" : "~(PWord)0";
}

static void get_value(Code *c)
{
    const char *bits = key_bits(c, type_of(c, 'a'));
    char text[80];
    if (bits)
        snprintf(text, sizeof text, "p_short_get(p, $A, $a, $b, %s, $k, $o, ask)", bits);
    out(c, bits ? text : "p_map_get(p, $A, $a, $b, $o, ask)");
}

static void contains(Code *c)
{
    const char *bits = key_bits(c, type_of(c, 'b'));
    char text[80];
    if (bits)
        snprintf(text, sizeof text, "p_short_has(p, $B, $b, $a, %s)", bits);
    value(c, bits ? text : "p_contains(p, $B, $b, $a)");
}

static void part(Code *c)
{
    value(c, is_shared(c) ? "p_share(p_tuple_part($a, $n))" : "p_tuple_part($a, $n)");
}

static void permit(Code *c)
{
    out(c, "p_permit(p, $a, $n, $o, ask)");
}

// ------------------------------------------------------------------------------ control

static void jump_if(Code *c)
{
    buf_str(&c->body, "    if (");
    operand(c, 'a', false);
    say(c, ")\n        goto L$n;\n");
}

static void jump(Code *c)
{
    if (c->ins->op == OP_JUMPT)
        jump_if(c);
    else if (c->ins->op == OP_JUMPF)
        line(c, "if (!$a)\n        goto L$n;");
    else {
        if (c->ins->n <= c->at)
            check(c, "p_burn_jump(m, ask)");
        line(c, "goto L$n;");
    }
}

static void fill(Code *c, const char *field, const char *value_text)
{
    c->uses_ask = true;
    buf_print(&c->body, "    ask->%s = %s;\n", field, value_text);
}

static void answer(Code *c)
{
    fill(c, "answer", slot_name(c, c->ins->d));
}

// Runs out of fuel where the frame that is saved would have: when it comes, and,
// in the function, when it goes.
static void call_straight(Code *c)
{
    check(c, "p_burn_call(m, ask)");
    check(c, "p_has_fuel(m, ask)");
    say(c, "    if (!");
    buf_print(&c->body, "%s(", c->e->directs[c->ins->n]);
    c->uses_m = c->uses_ask = c->uses_v = true;
    buf_str(&c->body, "m, ");
    for (uint32_t i = 0; i < c->ins->b; i++)
        buf_print(&c->body, is_spent(c, c->ins->a + i) ? "f[%s], " : "p_move(&f[%s]), ",
                  slot_name(c, c->ins->a + i));
    c->uses_f |= c->ins->b > 0;
    c->has_left |= c->is_direct;
    buf_str(&c->body, c->is_direct ? "&v, ask))\n        goto left;\n"
                                   : "&v, ask))\n        return P_ASK_FAIL;\n");
    value(c, "v");
}

static void call(Code *c)
{
    if (emit_calls_straight(c->e, c->id, c->is_direct, c->ins)) {
        call_straight(c);
        return;
    }
    check(c, "p_burn_call(m, ask)");
    fill(c, "fun", c->e->funs[c->ins->n]);
    line(c, c->ins->b ? "ask->args = &$a;" : "ask->args = f;");
    c->uses_f = true;
    buf_print(&c->body, "    ask->count = %u;\n", c->ins->b);
    answer(c);
    line(c, "return p_asks(ask, P_ASK_CALL, $@, $>);");
}

static void assertion(Code *c)
{
    line(c, "if (!$a) {");
    line(c, "    p_assert_fail(ask, $b);");
    fail(c, "        ");
    line(c, "}");
}

// ------------------------------------------------------------------------------- asking

// The event of an ask.
static void event_of(Code *c, char letter)
{
    buf_str(&c->body, is_constant(c, letter) ? "" : "(uint32_t)");
    slot(c, letter);
}

static void new_machine(Code *c)
{
    say(c, "    return p_creates(ask, ");
    buf_print(&c->body, "%s, %s", c->e->interfaces[c->ins->n], slot_name(c, c->ins->d));
    say(c, ", $A, !a, $@, $>);\n");
}

static void send(Code *c)
{
    say(c, "    if (!p_sends(m, ask, $a, ");
    event_of(c, 'b');
    say(c, ", $D, !d, $@, $>))\n        return P_ASK_SEND;\n");
}

static void announce(Code *c)
{
    say(c, "    return p_announces(ask, ");
    event_of(c, 'a');
    say(c, c->ins->n < 0 ? ", $B, !b, P_NONE, $@, $>);\n" : ", $B, !b, $n, $@, $>);\n");
}

static void raise_event(Code *c)
{
    say(c, "    return p_raises(ask, ");
    event_of(c, 'a');
    say(c, ", $B, !b, $@, $>);\n");
}

static void choose(Code *c)
{
    check(c, "p_choices(ask, $a, $n)");
    answer(c);
    line(c, "return p_asks(ask, P_ASK_CHOOSE, $@, $>);");
}

static void state_change(Code *c)
{
    if (c->ins->op == OP_GOTO) {
        say(c, "    return p_goes(ask, ");
        buf_str(&c->body, c->e->states[c->ins->n]);
        say(c, ", $A, !a, $@, $>);\n");
        return;
    }
    fill(c, "state", c->e->states[c->ins->n]);
    line(c, "return p_asks(ask, P_ASK_PUSH, $@, $>);");
}

static void receive(Code *c)
{
    fill(c, "receive", c->e->receives[c->ins->n]);
    line(c, "return p_asks(ask, P_ASK_RECEIVE, $@, $>);");
}

void emit_leave_slot(Code *c, uint32_t slot)
{
    c->uses_p = c->uses_f = true;
    buf_print(&c->body, "    p_give_up(p, %s, f[%s]);\n", c->e->types[c->fun->slot_types[slot]],
              slot_name(c, slot));
}

static bool is_left(const Code *c, uint32_t slot)
{
    return emit_is_node(c->e, c->fun->slot_types[slot]) && emit_is_full_after(c, c->at, slot);
}

static void leave_slots(Code *c)
{
    for (uint32_t i = 0; i < c->fun->slot_count; i++)
        if (is_left(c, i))
            emit_leave_slot(c, i);
}

static bool leaves_any(const Code *c)
{
    for (uint32_t i = 0; i < c->fun->slot_count; i++)
        if (is_left(c, i))
            return true;
    return false;
}

// The result may be part of what the slots hold, so it comes first.
static void result(Code *c)
{
    if (c->is_direct) {
        check(c, "p_has_fuel(m, ask)");
        line(c, "*result = !a;");
        leave_slots(c);
        line(c, "return true;");
        c->has_done = true;
    } else if (leaves_any(c) && !is_constant(c, 'a')) {
        c->uses_v = true;
        line(c, "v = !a;");
        leave_slots(c);
        line(c, "return p_returns(ask, $A, v, $@, $>);");
    } else {
        leave_slots(c);
        line(c, "return p_returns(ask, $A, !a, $@, $>);");
    }
}

static void print(Code *c)
{
    line(c, "return p_prints(ask, $A, &a, $@, $>);");
}

static void assume(Code *c)
{
    line(c, "if (!$a)");
    line(c, "    return p_asks(ask, P_ASK_ASSUME, $@, $>);");
}

static void pop(Code *c)
{
    line(c, "return p_asks(ask, P_ASK_POP, $@, $>);");
}

static void (*const printers[OP_COUNT])(Code *c) = {
    [OP_CONST] = constant,    [OP_STRING] = string,     [OP_DEFAULT] = default_of,
    [OP_LOAD] = load,         [OP_LOADTAKE] = load,     [OP_STORE] = store,
    [OP_PARAM] = param,       [OP_EQ] = equal,          [OP_FORMAT] = format,
    [OP_NOTE] = note,
    [OP_MAPGET] = get_value, [OP_IN] = contains,
    [OP_TUPLE] = tuple,       [OP_PART] = part,         [OP_PERMIT] = permit,
    [OP_JUMP] = jump,         [OP_JUMPT] = jump,        [OP_JUMPF] = jump,
    [OP_CALL] = call,         [OP_RETURN] = result,     [OP_ASSERT] = assertion,
    [OP_ASSUME] = assume,     [OP_PRINT] = print,       [OP_SEND] = send,
    [OP_NEW] = new_machine,   [OP_ANNOUNCE] = announce, [OP_CHOOSE] = choose,
    [OP_RECEIVE] = receive,   [OP_RAISE] = raise_event, [OP_GOTO] = state_change,
    [OP_PUSH] = state_change, [OP_POP] = pop,
};

void emit_instruction(Code *c)
{
    const Pattern *pattern = &patterns[c->ins->op];
    switch (pattern->shape) {
    case SHAPE_NONE:
        printers[c->ins->op](c);
        break;
    case SHAPE_VALUE:
        value(c, pattern->text);
        break;
    case SHAPE_OUT:
        out(c, pattern->text);
        break;
    case SHAPE_CHECK:
        check(c, pattern->text);
        break;
    case SHAPE_DO:
        line(c, pattern->text);
        break;
    }
}
