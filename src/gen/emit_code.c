// gen/emit_code.c: every function as a C function.
//
// Where a function asks the host, it fills in the request and returns; the switch at its
// beginning continues after that. Jumps are gotos. Each line of P is printed above its code.

#include <string.h>

#include "base/vec.h"
#include "gen/emit_impl.h"

// --------------------------------------------------------------------------------- shape

typedef VEC(uint32_t) Offsets;

static void resume_at(Code *c, Offsets *todo, uint32_t at)
{
    assert(at < c->fun->code_count);
    c->is_resume[at] = c->is_target[at] = true;
    vec_push(&c->e->arena, todo, at);
}

// Where an instruction leads to.
static void follow(Code *c, Offsets *todo, uint32_t at)
{
    Arena *arena = &c->e->arena;
    const PIns *ins = &c->fun->code[at];
    switch (op_infos[ins->op].then) {
    case 'x':
    case 'l':
        break;
    case 'j':
    case 'b':
        assert((uint64_t)ins->n < c->fun->code_count);
        c->is_target[ins->n] = true;
        vec_push(arena, todo, (uint32_t)ins->n);
        if (op_infos[ins->op].then == 'b')
            vec_push(arena, todo, at + 1);
        break;
    case 'c':
        for (uint32_t i = 0; i < c->e->p->receives[ins->n].case_count; i++)
            resume_at(c, todo, c->e->p->receives[ins->n].cases[i].at);
        break;
    case 'a':
        resume_at(c, todo, at + 1);
        break;
    case 'f':
        if (!emit_calls_straight(c->e, c->id, c->is_direct, ins)) {
            resume_at(c, todo, at + 1);
            break;
        }
        vec_push(arena, todo, at + 1);
        break;
    default:
        vec_push(arena, todo, at + 1);
    }
}

// Finds labels and resume points, and what is never reached: C need not see it.
static void mark(Code *c)
{
    Offsets todo = {0};
    vec_push(&c->e->arena, &todo, 0);
    while (todo.count) {
        uint32_t at = todo.items[--todo.count];
        assert(at < c->fun->code_count);  // code does not run off its end
        if (!c->is_reached[at]) {
            c->is_reached[at] = true;
            follow(c, &todo, at);
        }
    }
}

// Variables keep their names; temporaries are t and their number.
static void name_slots(Code *c)
{
    const PFun *fun = c->fun;
    Map seen = {0};
    c->slots = NEW_ARRAY(&c->e->arena, const char *, fun->slot_count);
    for (uint32_t i = 0; i < fun->slot_count; i++) {
        Buf b = {0};
        const char *name = fun->slot_names ? fun->slot_names[i] : "";
        if (name && name[0])
            buf_str(&b, name);
        else
            buf_print(&b, "t%u", i);
        c->slots[i] = emit_local(c->e, b.text, i);
        while (map_get(&seen, (uint64_t)(uintptr_t)c->slots[i])) {
            buf_print(&b, "_%u", i);
            c->slots[i] = emit_local(c->e, b.text, i);
        }
        map_put(&seen, (uint64_t)(uintptr_t)c->slots[i], c);
        buf_drop(&b);
    }
    map_drop(&seen);
}

// ---------------------------------------------------------------------------------- body

static void source_line(Code *c, PPosition at)
{
    const EmitOptions *options = c->e->options;
    const char *text = options->line ? options->line(options->context, at.file, at.line) : NULL;
    Emit inner = *c->e;
    inner.out = &c->body;
    buf_print(&c->body, text ? "\n    // %u: " : "\n    // line %u", at.line);
    emit_comment(&inner, text ? text + strspn(text, " \t") : "");
}

// The labels of instructions from `first` to this one: what is folded has no line.
static void labels(Code *c, uint32_t first)
{
    for (uint32_t i = first; i <= c->at; i++)
        if (c->is_target[i])
            buf_print(&c->body, "L%u:\n", i);
}

// Lines that expressions have made too long go on in the next one, behind a comma.
static void break_lines(Buf *out, size_t from)
{
    enum { MOST = 98, INDENT = 12 };
    size_t start = from, comma = 0;
    bool is_quoted = false;
    for (size_t i = from; i < out->size; i++) {
        char c = out->text[i];
        if (c == '\n') {
            start = i + 1;
            comma = 0;
        } else if (c == '"' && out->text[i - 1] != '\\') {
            is_quoted = !is_quoted;
        } else if (c == ' ' && !is_quoted && out->text[i - 1] == ',') {
            comma = i;
        }
        if (i - start < MOST || !comma)
            continue;
        Buf rest = {0};
        buf_add(&rest, out->text + comma + 1, out->size - comma - 1);
        out->size = comma;
        buf_char(out, '\n');
        buf_repeat(out, ' ', INDENT);
        buf_add(out, rest.text, rest.size);
        buf_drop(&rest);
        start = comma + 1;
        i = comma + INDENT;
        comma = 0;
        is_quoted = false;
    }
}

static void body(Code *c)
{
    PPosition last = {.file = P_NONE};
    uint32_t next = 0;
    for (c->at = 0; c->at < c->fun->code_count; c->at++) {
        PPosition at = c->fun->at[c->at];
        c->ins = &c->fun->code[c->at];
        if (!c->is_reached[c->at] || c->is_folded[c->at] || c->is_dropped[c->at])
            continue;
        if (at.file != last.file || at.line != last.line)
            source_line(c, at);
        labels(c, next);
        size_t start = c->body.size;
        emit_instruction(c);
        break_lines(&c->body, start);
        next = c->at + 1;
        last = at;
    }
}

// ---------------------------------------------------------------------------------- head

// Words separated by commas, on lines that are not too long.
static void words(Buf *out, const char *const *list, const uint32_t *ids, uint32_t count)
{
    size_t start = out->size;
    while (start > 0 && out->text[start - 1] != '\n')
        start--;
    for (uint32_t i = 0; i < count; i++) {
        const char *word = list[ids ? ids[i] : i];
        if (out->size - start + strlen(word) > 94) {
            buf_str(out, i ? ",\n       " : "\n       ");
            start = out->size - 8;
        } else if (i) {
            buf_char(out, ',');
        }
        buf_print(out, " %s", word);
    }
}

static void slot_table(Emit *e, uint32_t id)
{
    const PFun *fun = &e->p->funs[id];
    buf_print(e->out, "static const uint32_t %s_slots[] = {", e->codes[id]);
    words(e->out, e->types, fun->slot_types, fun->slot_count);
    buf_str(e->out, " };\n");
}

// The slots that the function names, with their numbers where some are left out.
static void slot_names(Code *c)
{
    Arena *arena = &c->e->arena;
    const char **names = NEW_ARRAY(arena, const char *, c->fun->slot_count);
    uint32_t count = 0, next = 0;
    for (uint32_t i = 0; i < c->fun->slot_count; i++) {
        if (!c->is_used[i])
            continue;
        Buf b = {0};
        buf_str(&b, c->slots[i]);
        if (i != next)
            buf_print(&b, " = %u", i);
        names[count++] = arena_copy(arena, b.text, b.size);
        next = i + 1;
        buf_drop(&b);
    }
    if (count == 0)
        return;
    buf_str(c->e->out, "    enum {");
    words(c->e->out, names, NULL, count);
    buf_str(c->e->out, " };\n");
}

// What the function does not use must be said to be unused.
static void unused(Code *c, bool is_used, const char *name)
{
    if (!is_used)
        buf_print(c->e->out, "    (void)%s;\n", name);
}

static void locals(Code *c)
{
    Buf *out = c->e->out;
    if (c->uses_p)
        buf_str(out, "    const PProgram *p = m->program;\n");
    if (c->uses_v)
        buf_str(out, "    PWord v;\n");
    unused(c, c->uses_m || c->uses_p, "m");
    unused(c, c->uses_ask, "ask");
}

static void head(Code *c)
{
    Buf *out = c->e->out;
    bool resumes = false;
    for (uint32_t i = 0; i < c->fun->code_count; i++)
        resumes |= c->is_resume[i];

    buf_print(out, "static PAsk %s(PMachine *m, PWord *f, uint32_t at, PRequest *ask)\n{\n",
              c->e->codes[c->id]);
    slot_names(c);
    locals(c);
    unused(c, c->uses_f, "f");
    unused(c, resumes, "at");
    if (!resumes)
        return;
    buf_str(out, "    switch (at) {\n");
    for (uint32_t i = 0; i < c->fun->code_count; i++)
        if (c->is_resume[i])
            buf_print(out, "    case %u:\n        goto L%u;\n", i, i);
    buf_str(out, "    }\n");
}

// ------------------------------------------------------------------------ called straight

static void direct_signature(Emit *e, uint32_t id)
{
    buf_print(e->out, "static bool %s(PMachine *m, ", e->directs[id]);
    for (uint32_t i = 0; i < e->p->funs[id].param_count; i++)
        buf_print(e->out, "PWord a%u, ", i);
    buf_str(e->out, "PWord *result, PRequest *ask)");
}

static void direct_head(Code *c)
{
    Buf *out = c->e->out;
    direct_signature(c->e, c->id);
    buf_str(out, "\n{\n");
    slot_names(c);
    buf_print(out, "    PWord f[%u] = {", c->fun->slot_count);
    for (uint32_t i = 0; i < c->fun->param_count; i++)
        buf_print(out, "%sa%u", i ? ", " : "", i);
    buf_str(out, c->fun->param_count ? "};\n" : "0};\n");
    locals(c);
    unused(c, c->has_done, "result");
}

static bool is_ever_full(const Code *c, uint32_t slot)
{
    for (uint32_t i = 0; i < c->fun->code_count; i++)
        if (emit_may_be_full(c, i, slot))
            return true;
    return false;
}

// Where it fails, what is left in its slots is given up.
static void direct_end(Code *c)
{
    Buf *out = &c->body;
    if (!c->has_failed && !c->has_left)
        return;
    buf_char(out, '\n');
    if (c->has_failed)
        buf_print(out, "failed:\n    ask->fun = %s;\n", c->e->funs[c->id]);
    if (c->has_left)
        buf_str(out, "left:\n");
    for (uint32_t i = 0; i < c->fun->slot_count; i++)
        if (emit_is_node(c->e, c->fun->slot_types[i]) && is_ever_full(c, i))
            emit_leave_slot(c, i);
    buf_str(out, "    return false;\n");
}

static void function(Emit *e, uint32_t id, bool is_direct)
{
    const PFun *fun = &e->p->funs[id];
    Code c = {.e = e, .fun = fun, .id = id, .is_direct = is_direct};
    c.is_target = NEW_ARRAY(&e->arena, bool, fun->code_count);
    c.is_resume = NEW_ARRAY(&e->arena, bool, fun->code_count);
    c.is_reached = NEW_ARRAY(&e->arena, bool, fun->code_count);
    name_slots(&c);
    c.is_used = NEW_ARRAY(&e->arena, bool, fun->slot_count);
    mark(&c);
    emit_fold(&c);
    emit_fill(&c);
    body(&c);
    if (is_direct) {
        direct_end(&c);
        direct_head(&c);
    } else {
        head(&c);
    }
    buf_add(e->out, c.body.text, c.body.size);
    buf_str(e->out, "}\n");
    buf_drop(&c.body);
}

static void direct_prototypes(Emit *e)
{
    bool is_first = true;
    for (uint32_t i = 0; i < e->p->fun_count; i++) {
        if (!e->is_wanted[i])
            continue;
        buf_str(e->out,
                is_first ? "\n// Functions that ask nothing, to be called straight.\n" : "");
        direct_signature(e, i);
        buf_str(e->out, ";\n");
        is_first = false;
    }
}

void emit_code(Emit *e)
{
    direct_prototypes(e);
    for (uint32_t i = 0; i < e->p->fun_count; i++) {
        buf_str(e->out, "\n// ");
        emit_comment(e, e->p->funs[i].name);
        if (e->p->funs[i].slot_count)
            slot_table(e, i);
        if (e->p->funs[i].code)
            function(e, i, false);
        if (e->is_wanted[i]) {
            buf_char(e->out, '\n');
            function(e, i, true);
        }
    }
}
