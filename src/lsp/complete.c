// lsp/complete.c: what can be written at a place.
//
// While one types, the statement is not finished and the parser may have dropped it. So the
// place is judged by the tokens before it: after `goto` stand states, after `new` machines, after
// a dot the fields of what stands before it. The names come from the scopes of the last analysis.

#include <string.h>

#include "lang/scope.h"
#include "lsp/features.h"

// The numbers of the protocol.
enum {
    ITEM_METHOD = 2,
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_CLASS = 7,
    ITEM_INTERFACE = 8,
    ITEM_MODULE = 9,
    ITEM_ENUM = 13,
    ITEM_KEYWORD = 14,
    ITEM_ENUM_MEMBER = 20,
    ITEM_STRUCT = 22,
    ITEM_EVENT = 23,
};

typedef struct Offer {
    const Query *q;
    json_t *items;
} Offer;

static json_t *add_item(Offer *o, const char *label, int kind)
{
    json_t *item = json_object();
    json_set_text(item, "label", label);
    json_set_number(item, "kind", (uint64_t)kind);
    json_array_append_new(o->items, item);
    return item;
}

static int item_kind(const Decl *decl)
{
    switch (decl->kind) {
    case DECL_EVENT:
    case DECL_EVENTSET:
        return ITEM_EVENT;
    case DECL_ENUM:
        return ITEM_ENUM;
    case DECL_ENUM_ELEM:
        return ITEM_ENUM_MEMBER;
    case DECL_TYPE:
        return ITEM_STRUCT;
    case DECL_INTERFACE:
        return ITEM_INTERFACE;
    case DECL_MACHINE:
        return ITEM_CLASS;
    case DECL_FUN:
        return ((const FunDecl *)decl)->owner ? ITEM_METHOD : ITEM_FUNCTION;
    case DECL_VAR:
        return ((const VarDecl *)decl)->role == VAR_FIELD ? ITEM_FIELD : ITEM_VARIABLE;
    default:
        return ITEM_MODULE;
    }
}

static void add_decl(Offer *o, const Decl *decl)
{
    if (!decl->name || !decl->name->size)
        return;
    json_t *item = add_item(o, decl->name->text, item_kind(decl));
    Buf text = {0}, comment = {0};
    describe(&text, o->q->program, decl);
    json_set_text(item, "detail", buf_text(&text));
    documentation(&comment, o->q->program, decl);
    if (comment.size)
        json_set_text(item, "documentation", buf_text(&comment));
    buf_drop(&text);
    buf_drop(&comment);
}

#define ADD_ALL(offer, list)                            \
    do {                                                \
        for (uint32_t i_ = 0; i_ < (list).count; i_++)  \
            add_decl((offer), &(list).items[i_]->decl); \
    } while (0)

// ------------------------------------------------------------------------- around

static const FunDecl *fun_around(const FunDecl *const *funs, uint32_t count, uint32_t offset,
                                 const FunDecl *best)
{
    for (uint32_t i = 0; i < count; i++) {
        Span body = funs[i]->body_span;
        bool holds = body.start <= offset && offset <= body.end && body.end > body.start;
        // The parameters belong to it, too.
        for (uint32_t k = 0; !holds && k < funs[i]->params.count; k++)
            holds = funs[i]->params.items[k]->decl.span.start <= offset && offset <= body.start;
        if (holds && (!best || body.start >= best->body_span.start))
            best = funs[i];
    }
    return best;
}

Around around(const Query *q, uint32_t offset)
{
    const Tree *t = &q->program->lang.tree;
    Around a = {.scope = t->scope};
    for (uint32_t i = 0; i < t->machines.count; i++) {
        const MachineDecl *m = t->machines.items[i];
        Span span = declaration_span(q->program, &m->decl);
        if (span.start <= offset && offset <= span.end)
            a.machine = m;
    }
    if (a.machine) {
        a.scope = a.machine->scope ? a.machine->scope : t->scope;
        a.fun = fun_around((const FunDecl *const *)a.machine->funs.items, a.machine->funs.count,
                           offset, NULL);
    }
    a.fun = fun_around((const FunDecl *const *)t->funs.items, t->funs.count, offset, a.fun);
    if (a.fun && a.fun->scope)
        a.scope = a.fun->scope;
    return a;
}

// ------------------------------------------------------------------------- offers

static void offer_events(Offer *o)
{
    ADD_ALL(o, o->q->program->lang.tree.events);
    ADD_ALL(o, o->q->program->lang.tree.eventsets);
}

static void offer_types(Offer *o)
{
    static const char *const basic[] = {"int", "bool", "float", "string", "machine", "event",
                                        "any", "data", "seq",   "set",    "map"};
    const Tree *t = &o->q->program->lang.tree;
    for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
        add_item(o, basic[i], ITEM_KEYWORD);
    ADD_ALL(o, t->typedecls);
    ADD_ALL(o, t->enums);
    ADD_ALL(o, t->interfaces);
    ADD_ALL(o, t->machines);
}

static void offer_machines(Offer *o)
{
    const Tree *t = &o->q->program->lang.tree;
    for (uint32_t i = 0; i < t->machines.count; i++)
        if (!machine_is_spec(t->machines.items[i]))
            add_decl(o, &t->machines.items[i]->decl);
    ADD_ALL(o, t->interfaces);
}

static void offer_states(Offer *o, const Around *a)
{
    if (a->machine)
        ADD_ALL(o, a->machine->states);
}

static void offer_funs(Offer *o, const Around *a, bool also_global)
{
    for (uint32_t i = 0; a->machine && i < a->machine->funs.count; i++)
        if (!a->machine->funs.items[i]->is_anonymous)
            add_decl(o, &a->machine->funs.items[i]->decl);
    const Tree *t = &o->q->program->lang.tree;
    for (uint32_t i = 0; also_global && i < t->funs.count; i++)
        if (!t->funs.items[i]->is_anonymous)
            add_decl(o, &t->funs.items[i]->decl);
}

static void offer_words(Offer *o, const Word *words)
{
    for (; *words != WORD_COUNT; words++)
        add_item(o, word_text(*words), ITEM_KEYWORD);
}

static void offer_code(Offer *o, const Around *a)
{
    static const Word words[] = {
        W_VAR,   W_IF,       W_ELSE,   W_WHILE,   W_FOREACH, W_SEND,     W_RAISE,
        W_GOTO,  W_NEW,      W_RETURN, W_ASSERT,  W_PRINT,   W_ANNOUNCE, W_RECEIVE,
        W_BREAK, W_CONTINUE, W_THIS,   W_NULL,    W_TRUE,    W_FALSE,    W_SIZEOF,
        W_KEYS,  W_VALUES,   W_CHOOSE, W_DEFAULT, W_FORMAT,  W_HALT,     WORD_COUNT,
    };
    const Tree *t = &o->q->program->lang.tree;
    for (const FunDecl *f = a->fun; f; f = f->parent) {
        ADD_ALL(o, f->params);
        ADD_ALL(o, f->locals);
    }
    if (a->machine)
        ADD_ALL(o, a->machine->fields);
    ADD_ALL(o, t->params);
    offer_funs(o, a, true);
    for (uint32_t i = 0; i < t->enums.count; i++)
        ADD_ALL(o, t->enums.items[i]->elems);
    ADD_ALL(o, t->events);
    offer_words(o, words);
}

static void offer_members(Offer *o)
{
    static const Word words[] = {W_VAR,  W_FUN,   W_START,  W_STATE, W_HOT,
                                 W_COLD, W_ENTRY, W_EXIT,   W_ON,    W_DO,
                                 W_GOTO, W_DEFER, W_IGNORE, W_WITH,  WORD_COUNT};
    offer_words(o, words);
}

static void offer_declarations(Offer *o)
{
    static const Word words[] = {W_EVENT,     W_TYPE,           W_ENUM,     W_MACHINE, W_SPEC,
                                 W_FUN,       W_MODULE,         W_TEST,     W_PARAM,   W_EVENTSET,
                                 W_INTERFACE, W_IMPLEMENTATION, W_OBSERVES, WORD_COUNT};
    offer_words(o, words);
    ADD_ALL(o, o->q->program->lang.tree.modules);
    offer_machines(o);
}

// ------------------------------------------------------------------------- fields

static const Type *field_of(const Type *type, const Name *name)
{
    int index = type && type->kind == TYPE_NTUPLE ? type_field(type, name) : -1;
    return index >= 0 ? type->parts[index] : NULL;
}

// The type of `a.b.c` that ends before a token; NULL when it is no variable and its fields.
static const Type *chain_type(const Query *q, uint32_t end, const Around *a)
{
    const Token *tokens = q->tokens->items;
    uint32_t first = end;
    while (first >= 2 && tokens[first - 1].kind == TK_WORD && tokens[first - 2].kind == TK_DOT)
        first -= 2;
    if (first == 0 || tokens[first - 1].kind != TK_WORD || !a->scope)
        return NULL;
    const Lexicon *lexicon = &q->program->lang.lexicon;
    const Decl *decl =
        scope_lookup(a->scope, SPACE_VAR, lexicon->by_id.items[tokens[first - 1].name_id]);
    const Type *type = decl ? ((const VarDecl *)decl)->type : NULL;
    for (uint32_t i = first + 1; i < end; i += 2)
        type = field_of(type, lexicon->by_id.items[tokens[i].name_id]);
    return type;
}

static void offer_fields(Offer *o, const Type *type)
{
    for (uint32_t i = 0; type && type->kind == TYPE_NTUPLE && i < type->count; i++) {
        json_t *item = add_item(o, type->names[i]->text, ITEM_FIELD);
        Buf text = {0};
        type_write(&text, type->parts[i]);
        json_set_text(item, "detail", buf_text(&text));
        buf_drop(&text);
    }
    for (uint32_t i = 0; type && type->kind == TYPE_TUPLE && i < type->count; i++) {
        Buf text = {0};
        buf_print(&text, "%u", i);
        add_item(o, buf_text(&text), ITEM_FIELD);
        buf_drop(&text);
    }
}

// -------------------------------------------------------------------------- place

// The first token of the statement or declaration that a token stands in.
static uint32_t statement_start(const Tokens *tokens, uint32_t at)
{
    while (at > 0) {
        uint32_t kind = tokens->items[at - 1].kind;
        if (kind == TK_SEMI || kind == TK_LBRACE || kind == TK_RBRACE)
            break;
        at--;
    }
    return at;
}

static bool is_word_at(const Tokens *tokens, uint32_t at, Word word)
{
    return tokens->items[at].kind == TK_WORD && tokens->items[at].name_id == (uint32_t)word;
}

static uint32_t count_commas(const Tokens *tokens, uint32_t from, uint32_t to)
{
    uint32_t commas = 0, depth = 0;
    for (; from < to; from++) {
        uint32_t kind = tokens->items[from].kind;
        depth += kind == TK_LPAREN || kind == TK_LBRACKET;
        depth -= (kind == TK_RPAREN || kind == TK_RBRACKET) && depth;
        commas += kind == TK_COMMA && depth == 0;
    }
    return commas;
}

// The events of a statement: `send x, HERE`, `on a, HERE`.
static bool is_event_place(const Tokens *tokens, uint32_t start, uint32_t at)
{
    static const Word lists[] = {W_ON, W_DEFER, W_IGNORE, W_CASE, W_OBSERVES, W_RECEIVES, W_SENDS};
    if (start >= at)
        return false;
    uint32_t commas = count_commas(tokens, start, at);
    if (is_word_at(tokens, start, W_SEND))
        return commas == 1;
    if (is_word_at(tokens, start, W_RAISE) || is_word_at(tokens, start, W_ANNOUNCE))
        return commas == 0;
    // The last word before the list, with nothing but names and commas between.
    for (uint32_t i = at; i-- > start;) {
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
            if (is_word_at(tokens, i, lists[k]))
                return true;
        if (tokens->items[i].kind != TK_COMMA && !(tokens->items[i].kind == TK_WORD && i + 1 < at &&
                                                   tokens->items[i + 1].kind == TK_COMMA))
            return false;
    }
    return false;
}

static void offer_at(Offer *o, uint32_t at)
{
    const Tokens *tokens = o->q->tokens;
    Around a = around(o->q, o->q->offset);
    uint32_t start = statement_start(tokens, at);
    bool has_before = at > start;

    if (has_before && tokens->items[at - 1].kind == TK_DOT)
        offer_fields(o, chain_type(o->q, at - 1, &a));
    else if (has_before &&
             (is_word_at(tokens, at - 1, W_GOTO) || is_word_at(tokens, at - 1, W_PUSH)))
        offer_states(o, &a);
    else if (has_before && is_word_at(tokens, at - 1, W_NEW))
        offer_machines(o);
    else if (has_before && (is_word_at(tokens, at - 1, W_AS) || is_word_at(tokens, at - 1, W_TO) ||
                            tokens->items[at - 1].kind == TK_COLON))
        offer_types(o);
    else if (has_before && (is_word_at(tokens, at - 1, W_DO) || is_word_at(tokens, at - 1, W_WITH)))
        offer_funs(o, &a, false);
    else if (is_event_place(tokens, start, at))
        offer_events(o);
    else if (a.fun)
        offer_code(o, &a);
    else if (a.machine)
        offer_members(o);
    else
        offer_declarations(o);
}

json_t *feature_completion(Query *q)
{
    Offer o = {.q = q, .items = json_array()};
    if (q->tokens && q->tokens->count) {
        // The word that is being typed does not count.
        uint32_t at = token_before(q->tokens, q->offset ? q->offset - 1 : 0);
        if (at >= q->tokens->count)
            at = 0;
        else if (q->tokens->items[at].kind != TK_WORD || q->tokens->items[at].span.end < q->offset)
            at += q->tokens->items[at].kind != TK_END;
        offer_at(&o, at);
    }
    return o.items;
}
