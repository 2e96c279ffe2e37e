// lsp/outline.c: the declarations of a file as a tree, and those of all programs by name.

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lsp/features.h"

// The numbers of the protocol.
enum {
    SYMBOL_MODULE = 2,
    SYMBOL_CLASS = 5,
    SYMBOL_FIELD = 8,
    SYMBOL_ENUM = 10,
    SYMBOL_INTERFACE = 11,
    SYMBOL_FUNCTION = 12,
    SYMBOL_VARIABLE = 13,
    SYMBOL_CONSTANT = 14,
    SYMBOL_ENUM_MEMBER = 22,
    SYMBOL_STRUCT = 23,
    SYMBOL_EVENT = 24,
    SYMBOL_METHOD = 6,
    SYMBOL_NAMESPACE = 3,
};

static int symbol_kind(const Decl *decl)
{
    switch (decl->kind) {
    case DECL_EVENT:
    case DECL_EVENTSET:
        return SYMBOL_EVENT;
    case DECL_ENUM:
        return SYMBOL_ENUM;
    case DECL_ENUM_ELEM:
        return SYMBOL_ENUM_MEMBER;
    case DECL_TYPE:
        return SYMBOL_STRUCT;
    case DECL_INTERFACE:
        return SYMBOL_INTERFACE;
    case DECL_MACHINE:
        return SYMBOL_CLASS;
    case DECL_STATE:
        return SYMBOL_NAMESPACE;
    case DECL_FUN:
        return ((const FunDecl *)decl)->owner ? SYMBOL_METHOD : SYMBOL_FUNCTION;
    case DECL_VAR:
        return ((const VarDecl *)decl)->role == VAR_FIELD ? SYMBOL_FIELD : SYMBOL_CONSTANT;
    case DECL_PURE:
        return SYMBOL_FUNCTION;
    default:
        return SYMBOL_MODULE;
    }
}

uint32_t token_before(const Tokens *tokens, uint32_t offset)
{
    uint32_t low = 0, high = tokens->count;
    while (low < high) {  // the first that begins behind the offset
        uint32_t middle = low + (high - low) / 2;
        if (tokens->items[middle].span.start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : tokens->count;
}

static uint32_t closing_brace(const Tokens *tokens, uint32_t at)
{
    uint32_t depth = 0;
    for (; at + 1 < tokens->count; at++) {
        depth += tokens->items[at].kind == TK_LBRACE;
        if (tokens->items[at].kind == TK_RBRACE && depth && --depth == 0)
            break;
    }
    return at;
}

// The last token of a declaration whose name is at `at`.
static uint32_t last_token(const Tokens *tokens, uint32_t at, DeclKind kind)
{
    if (kind == DECL_ENUM_ELEM || kind == DECL_VAR)
        return at;
    bool has_block = kind == DECL_MACHINE || kind == DECL_STATE || kind == DECL_ENUM ||
                     kind == DECL_LEMMA || kind == DECL_PROOF || kind == DECL_FUN;
    for (; at + 1 < tokens->count; at++) {
        if (has_block && tokens->items[at].kind == TK_LBRACE)
            return closing_brace(tokens, at);
        // A machine's `receives` ends with a semicolon, too.
        if (tokens->items[at].kind == TK_SEMI && kind != DECL_MACHINE)
            return at;
    }
    return at;
}

Span declaration_span(const Program *p, const Decl *decl)
{
    const Source *source = source_at(&p->lang.sources, decl->span.start);
    const Tokens *tokens = program_tokens(p, source);
    uint32_t name = tokens ? token_before(tokens, decl->span.start) : 0;
    if (!tokens || name >= tokens->count)
        return decl->span;
    uint32_t first = name;
    while (first > 0 && decl->kind != DECL_ENUM_ELEM && tokens->items[first - 1].kind == TK_WORD)
        first--;
    Span last = tokens->items[last_token(tokens, name, decl->kind)].span;
    return span_join(tokens->items[first].span, last.end > decl->span.end ? last : decl->span);
}

// ---------------------------------------------------------------------- documents

static json_t *symbol(const Query *q, const Decl *decl)
{
    if (decl_is_built_in(decl) || !decl->name || !decl->name->size ||
        source_at(&q->program->lang.sources, decl->span.start) != q->source)
        return NULL;
    json_t *s = json_object();
    json_set_text(s, "name", decl->name->text);
    json_set_number(s, "kind", (uint64_t)symbol_kind(decl));
    Buf detail = {0};
    describe(&detail, q->program, decl);
    json_set_text(s, "detail", buf_text(&detail));
    buf_drop(&detail);
    json_object_set_new(s, "range", program_range(q->program, declaration_span(q->program, decl)));
    json_object_set_new(s, "selectionRange", program_range(q->program, decl->span));
    return s;
}

static json_t *add_symbol(const Query *q, json_t *list, const Decl *decl)
{
    json_t *s = symbol(q, decl);
    if (s)
        json_array_append_new(list, s);
    return s;
}

static void add_machine(const Query *q, json_t *list, const MachineDecl *m)
{
    json_t *s = add_symbol(q, list, &m->decl);
    if (!s)
        return;
    json_t *children = json_array();
    for (uint32_t i = 0; i < m->fields.count; i++)
        add_symbol(q, children, &m->fields.items[i]->decl);
    for (uint32_t i = 0; i < m->states.count; i++)
        add_symbol(q, children, &m->states.items[i]->decl);
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (!m->funs.items[i]->is_anonymous)
            add_symbol(q, children, &m->funs.items[i]->decl);
    json_object_set_new(s, "children", children);
}

json_t *feature_document_symbols(Query *q)
{
    const Tree *t = &q->program->lang.tree;
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->events.count; i++)
        add_symbol(q, list, &t->events.items[i]->decl);
    for (uint32_t i = 0; i < t->eventsets.count; i++)
        add_symbol(q, list, &t->eventsets.items[i]->decl);
    for (uint32_t i = 0; i < t->enums.count; i++) {
        json_t *s = add_symbol(q, list, &t->enums.items[i]->decl);
        json_t *children = json_array();
        for (uint32_t k = 0; s && k < t->enums.items[i]->elems.count; k++)
            add_symbol(q, children, &t->enums.items[i]->elems.items[k]->decl);
        if (s)
            json_object_set_new(s, "children", children);
        else
            json_decref(children);
    }
    for (uint32_t i = 0; i < t->typedecls.count; i++)
        add_symbol(q, list, &t->typedecls.items[i]->decl);
    for (uint32_t i = 0; i < t->interfaces.count; i++)
        add_symbol(q, list, &t->interfaces.items[i]->decl);
    for (uint32_t i = 0; i < t->params.count; i++)
        add_symbol(q, list, &t->params.items[i]->decl);
    for (uint32_t i = 0; i < t->machines.count; i++)
        add_machine(q, list, t->machines.items[i]);
    for (uint32_t i = 0; i < t->funs.count; i++)
        if (!t->funs.items[i]->is_anonymous)
            add_symbol(q, list, &t->funs.items[i]->decl);
    for (uint32_t i = 0; i < t->pures.count; i++)
        add_symbol(q, list, &t->pures.items[i]->decl);
    for (uint32_t i = 0; i < t->modules.count; i++)
        add_symbol(q, list, &t->modules.items[i]->decl);
    for (uint32_t i = 0; i < t->tests.count; i++)
        add_symbol(q, list, &t->tests.items[i]->decl);
    return list;
}

// ----------------------------------------------------------------------- workspace

// Whether the letters of the pattern stand in the name, in their order.
static bool matches(const char *name, const char *pattern)
{
    for (; *pattern; pattern++) {
        while (*name && strncasecmp(name, pattern, 1) != 0)
            name++;
        if (!*name++)
            return false;
    }
    return true;
}

static bool is_global(const Decl *decl)
{
    return decl->kind != DECL_VAR || ((const VarDecl *)decl)->role == VAR_GLOBAL_PARAM ||
           ((const VarDecl *)decl)->role == VAR_FIELD;
}

json_t *workspace_symbols(Workspace *w, const char *pattern)
{
    json_t *list = json_array();
    for (size_t i = 0; i < w->count; i++) {
        const Program *p = w->programs[i];
        for (uint32_t k = 0; k < p->names.all.count; k++) {
            const Occurrence *o = &p->names.all.items[k];
            if (!o->is_declaration || !is_global(o->decl) || !matches(o->decl->name->text, pattern))
                continue;
            json_t *s = json_object();
            json_set_text(s, "name", o->decl->name->text);
            json_set_number(s, "kind", (uint64_t)symbol_kind(o->decl));
            json_object_set_new(s, "location", program_location(p, o->span));
            json_array_append_new(list, s);
        }
    }
    return list;
}

// ------------------------------------------------------------------------ folding

// Blocks of several lines.
json_t *feature_folding(Query *q)
{
    json_t *list = json_array();
    Lines *lines = program_lines(q->program, q->source);
    Arena arena = {0};
    VEC(uint32_t) open = {0};
    for (uint32_t i = 0; q->tokens && i < q->tokens->count; i++) {
        uint32_t kind = q->tokens->items[i].kind;
        uint32_t at = q->tokens->items[i].span.start - q->source->base;
        if (kind == TK_LBRACE)
            vec_push(&arena, &open, at);
        if (kind != TK_RBRACE || open.count == 0)
            continue;
        uint32_t first = lines_position(lines, vec_last(&open)).line;
        uint32_t last = lines_position(lines, at).line;
        open.count--;
        if (last > first + 1) {
            json_t *fold = json_object();
            json_set_number(fold, "startLine", first);
            json_set_number(fold, "endLine", last - 1);
            json_array_append_new(list, fold);
        }
    }
    arena_drop(&arena);
    return list;
}
