// lsp/hover.c: what a name means, in the words of the program and of its comments.

#include <string.h>

#include "lsp/features.h"

// ------------------------------------------------------------------ declarations

static void add_type(Buf *out, const Type *type)
{
    buf_str(out, ": ");
    if (type && type->alias)
        buf_str(out, type->alias->text);
    else if (type)
        type_write(out, type);
    else
        buf_char(out, '?');
}

static void add_params(Buf *out, const Vars *params)
{
    buf_char(out, '(');
    for (uint32_t i = 0; i < params->count; i++) {
        buf_print(out, "%s%s", i ? ", " : "", params->items[i]->decl.name->text);
        add_type(out, params->items[i]->type);
    }
    buf_char(out, ')');
}

static void describe_fun(Buf *out, const FunDecl *f)
{
    buf_print(out, "%sfun %s", f->is_foreign ? "foreign " : "", f->decl.name->text);
    add_params(out, &f->params);
    if (f->result && f->result->kind != TYPE_NULL)
        add_type(out, f->result);
    if (f->owner)
        buf_print(out, "  // of %s", f->owner->decl.name->text);
}

static void describe_var(Buf *out, const VarDecl *v)
{
    buf_print(out, "%s%s", v->role == VAR_GLOBAL_PARAM ? "param " : "var ", v->decl.name->text);
    add_type(out, v->type);
    if (v->role == VAR_PARAM)
        buf_str(out, "  // parameter");
}

static void describe_machine(Buf *out, const MachineDecl *m)
{
    static const char *const kinds[] = {"machine", "model", "spec", "monitor", "scenario"};
    buf_print(out, "%s %s", kinds[m->kind], m->decl.name->text);
    if (m->payload && m->payload->kind != TYPE_NULL && !machine_is_spec(m)) {
        buf_str(out, "  // created with");
        add_type(out, m->payload);
    }
    for (uint32_t i = 0; i < m->observe_names.count; i++)
        buf_print(out, "%s%s", i ? ", " : " observes ",
                  m->observe_names.items[i].name ? m->observe_names.items[i].name->text : "");
}

static void describe_state(Buf *out, const StateDecl *s)
{
    buf_print(out, "%s%sstate %s", s->is_start ? "start " : "",
              s->is_hot    ? "hot "
              : s->is_cold ? "cold "
                           : "",
              s->decl.name->text);
    if (s->machine)
        buf_print(out, "  // of %s", s->machine->decl.name->text);
}

void describe(Buf *out, const Program *p, const Decl *decl)
{
    (void)p;
    switch (decl->kind) {
    case DECL_EVENT: {
        const Type *payload = ((const EventDecl *)decl)->payload;
        buf_print(out, "event %s", decl->name->text);
        if (payload && payload->kind != TYPE_NULL)
            add_type(out, payload);
        break;
    }
    case DECL_ENUM_ELEM: {
        const EnumElem *e = (const EnumElem *)decl;
        buf_print(out, "%s = %lld  // of enum %s", decl->name->text, (long long)e->value,
                  e->owner->decl.name->text);
        break;
    }
    case DECL_TYPE: {
        const TypeDecl *t = (const TypeDecl *)decl;
        buf_print(out, "type %s", decl->name->text);
        if (t->ref && t->type) {
            buf_str(out, " = ");
            type_write(out, t->type);
        }
        break;
    }
    case DECL_FUN:
        describe_fun(out, (const FunDecl *)decl);
        break;
    case DECL_VAR:
        describe_var(out, (const VarDecl *)decl);
        break;
    case DECL_MACHINE:
        describe_machine(out, (const MachineDecl *)decl);
        break;
    case DECL_STATE:
        describe_state(out, (const StateDecl *)decl);
        break;
    case DECL_PURE:
        buf_print(out, "pure %s", decl->name->text);
        add_params(out, &((const PureDecl *)decl)->params);
        add_type(out, ((const PureDecl *)decl)->result);
        break;
    default:
        buf_print(out, "%s %s", decl_kind_shown(decl->kind), decl->name->text);
        break;
    }
}

// ---------------------------------------------------------------------- comments

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

typedef struct Line {
    const char *text;
    uint32_t size;
} Line;

// A line without the space around it.
static Line trimmed_line(const Lines *lines, uint32_t number)
{
    uint32_t start = lines->starts[number];
    uint32_t end = number + 1 < lines->count ? lines->starts[number + 1] : lines->size;
    while (end > start && (is_blank(lines->text[end - 1]) || lines->text[end - 1] == '\n'))
        end--;
    while (start < end && is_blank(lines->text[start]))
        start++;
    return (Line){lines->text + start, end - start};
}

static bool begins(Line line, const char *with)
{
    size_t size = strlen(with);
    return line.size >= size && memcmp(line.text, with, size) == 0;
}

static bool ends(Line line, const char *with)
{
    size_t size = strlen(with);
    return line.size >= size && memcmp(line.text + line.size - size, with, size) == 0;
}

static void add_comment_line(Buf *out, Line line)
{
    while (line.size && strchr("/* \t", *line.text)) {
        line.text++;
        line.size--;
    }
    if (ends(line, "*/"))
        line.size -= 2;
    while (line.size && (is_blank(line.text[line.size - 1]) || line.text[line.size - 1] == '*'))
        line.size--;
    buf_add(out, line.text, line.size);
    buf_char(out, '\n');
}

// The first line of the comment that ends above a line; the line itself when there is none.
static uint32_t comment_above(const Lines *lines, uint32_t line)
{
    uint32_t first = line;
    bool in_block = false;
    while (first > 0) {
        Line above = trimmed_line(lines, first - 1);
        if (in_block) {
            in_block = !begins(above, "/*");
        } else if (ends(above, "*/") && !begins(above, "//")) {
            in_block = !begins(above, "/*");
        } else if (!begins(above, "//")) {
            break;
        }
        first--;
    }
    return in_block ? line : first;
}

void documentation(Buf *out, const Program *p, const Decl *decl)
{
    if (decl_is_built_in(decl))
        return;
    const Source *source = source_at(&p->lang.sources, decl->span.start);
    Lines *lines = program_lines(p, source);
    uint32_t line = lines_position(lines, decl->span.start - source->base).line;
    for (uint32_t i = comment_above(lines, line); i < line; i++)
        add_comment_line(out, trimmed_line(lines, i));

    // Behind it: the first comment after the name in the same line.
    Line whole = trimmed_line(lines, line);
    const char *from = source->text + (decl->span.end - source->base);
    const char *end = whole.text + whole.size;
    bool in_string = false;
    for (; from + 1 < end; from++) {
        in_string ^= *from == '"';
        if (!in_string && from[0] == '/' && (from[1] == '/' || from[1] == '*')) {
            add_comment_line(out, (Line){from, (uint32_t)(end - from)});
            break;
        }
    }
}

// -------------------------------------------------------------------------- hover

// The smallest expression around the offset that has a type.
static const TypedSpan *typed_at(const Program *p, uint32_t offset)
{
    const TypedSpan *best = NULL;
    for (uint32_t i = 0; i < p->names.typed.count; i++) {
        const TypedSpan *t = &p->names.typed.items[i];
        if (t->span.start <= offset && offset < t->span.end && !type_is_error(t->type) &&
            (!best || t->span.end - t->span.start < best->span.end - best->span.start))
            best = t;
    }
    return best;
}

static json_t *hover_json(const Query *q, Buf *markdown, Span span)
{
    json_t *contents = json_object(), *hover = json_object();
    json_set_text(contents, "kind", "markdown");
    json_set_text(contents, "value", buf_text(markdown));
    json_object_set_new(hover, "contents", contents);
    json_object_set_new(hover, "range", program_range(q->program, span));
    buf_drop(markdown);
    return hover;
}

json_t *feature_hover(Query *q)
{
    Buf text = {0};
    const Occurrence *o = occurrences_at(&q->program->names, q->offset);
    if (o) {
        Buf comment = {0};
        buf_str(&text, "```p\n");
        describe(&text, q->program, o->decl);
        buf_str(&text, "\n```\n");
        documentation(&comment, q->program, o->decl);
        if (comment.size)
            buf_print(&text, "\n%s", buf_text(&comment));
        buf_drop(&comment);
        return hover_json(q, &text, o->span);
    }
    const TypedSpan *t = typed_at(q->program, q->offset);
    if (!t)
        return NULL;
    buf_str(&text, "```p\n");
    type_write(&text, t->type);
    buf_str(&text, "\n```\n");
    return hover_json(q, &text, t->span);
}
