// lang/parse_machine.c: machines, states, handlers, functions.

#include "lang/parse_impl.h"

// [ a = b, c = 1 ]: the 2015 dialect's annotations say nothing to us.
void skip_annotations(Parser *p)
{
    if (!p->is_classic || !at(p, TK_LBRACKET))
        return;
    Span open = advance(p);
    while (!at(p, TK_RBRACKET) && !at(p, TK_SEMI) && !at(p, TK_LBRACE) && !at(p, TK_END))
        advance(p);
    expect_close(p, TK_RBRACKET, open);
}

// assert N, assume N: of the 2015 dialect, and of modern P until 2025
QueueBound parse_bound(Parser *p)
{
    QueueBound bound = {0};
    if (!at_word(p, W_ASSERT) && !at_word(p, W_ASSUME))
        return bound;
    bound.kind = at_word(p, W_ASSERT) ? BOUND_ASSERT : BOUND_ASSUME;
    advance(p);
    Expr *max = parse_int(p);
    if (max->kind == EXPR_INT)
        bound.max = max->integer;
    return bound;
}

// --------------------------------------------------------------------- functions

static void keep_fun(Parser *p, FunDecl *fun)
{
    if (p->machine)
        vec_push(p->tree->arena, &p->machine->funs, fun);
    else
        vec_push(p->tree->arena, &p->tree->funs, fun);
}

FunDecl *fun_new(Parser *p, Ident name, Span span)
{
    FunDecl *fun = NEW(p->tree->arena, FunDecl);
    fun->decl = (Decl){.kind = DECL_FUN, .name = name.name, .span = span};
    fun->owner = p->machine;
    fun->state = p->state;
    fun->parent = p->fun;
    return fun;
}

// (x: T)? { ... }: an anonymous function, called after its place.
FunDecl *parse_handler(Parser *p, const char *name, Span span, unsigned role, bool with_param)
{
    Ident id = {.name = lexicon_name(p->tree->lexicon, name, strlen(name)), .span = span};
    FunDecl *fun = fun_new(p, id, span);
    fun->is_anonymous = true;
    fun->roles = role;
    if (p->fun)
        vec_push(p->tree->arena, &p->fun->receives, fun);

    FunDecl *outer = p->fun;
    p->fun = fun;
    if (with_param && at(p, TK_LPAREN)) {
        Span open = advance(p);
        VarDecl *param = parse_param(p, VAR_PARAM);
        if (param->decl.name)
            vec_push(p->tree->arena, &fun->params, param);
        if (at(p, TK_COMMA)) {
            report(p, E0306, peek(p)->span, "a handler takes at most one parameter");
            param->ref->type = p->tree->types.error;
        } else
            expect_close(p, TK_RPAREN, open);
        if (p->is_broken) {  // on with the body, if there is one
            while (!at(p, TK_LBRACE) && !at(p, TK_RBRACE) && !at(p, TK_SEMI) && !at(p, TK_END))
                advance(p);
            if (at(p, TK_LBRACE))
                mend(p);
        }
    }
    p->fun = outer;
    parse_body(p, fun);
    keep_fun(p, fun);
    return fun;
}

// return (x: T); requires e; ensures e;   for the verifier
static void contract(Parser *p, FunDecl *fun)
{
    if (at_word(p, W_RETURN)) {
        advance(p);
        Span open = expect(p, TK_LPAREN);
        fun->named_result = parse_param(p, VAR_PARAM);
        fun->result_ref = fun->named_result->ref;
        expect_close(p, TK_RPAREN, open);
        expect_semi(p);
    }
    while (!p->is_broken && (at_word(p, W_REQUIRES) || at_word(p, W_ENSURES))) {
        bool is_requires = at_word(p, W_REQUIRES);
        advance(p);
        Expr *e = parse_expr(p);
        if (is_requires)
            vec_push(p->tree->arena, &fun->requires, e);
        else
            vec_push(p->tree->arena, &fun->ensures, e);
        expect_semi(p);
    }
}

static bool at_contract(const Parser *p)
{
    return at_word(p, W_RETURN) || at_word(p, W_REQUIRES) || at_word(p, W_ENSURES);
}

static void fun_rest(Parser *p, FunDecl *fun)
{
    if (accept(p, TK_COLON))
        fun->result_ref = parse_type(p);
    skip_annotations(p);
    if (at_word(p, W_CREATES)) {
        advance(p);
        fun->creates = ident_list(p, "a machine or interface");
    }
    if (at(p, TK_LBRACE) || p->is_broken) {
        if (!p->is_broken)
            parse_body(p, fun);
        if (p->is_classic)
            accept(p, TK_SEMI);
        return;
    }
    fun->is_foreign = true;
    if (at_contract(p))
        contract(p, fun);
    else if (!accept(p, TK_SEMI))
        unexpected(p, "the function's body");
}

// [static] [model] fun f(x: T): R { ... }   or ended by `;`: a foreign function
void parse_fun(Parser *p)
{
    bool is_static = at_word(p, W_STATIC), is_model = false;
    if (is_static)
        classic_only(p, advance(p), "`static`");
    if (at_word(p, W_MODEL)) {
        is_model = true;
        classic_only(p, advance(p), "`model`");
    }
    expect_word(p, W_FUN);
    Ident name = ident(p, "a function");
    FunDecl *fun = fun_new(p, name, name.span);
    fun->is_static = is_static;
    fun->is_model = is_model;

    FunDecl *outer = p->fun;
    p->fun = fun;
    parse_params(p, VAR_PARAM, &fun->params);
    p->fun = outer;
    fun_rest(p, fun);
    if (fun->decl.name)
        keep_fun(p, fun);
    else
        p->tree->is_damaged = true;
}

// ------------------------------------------------------------------- state items

// S, or in the 2015 dialect through groups G.S
Ident state_path(Parser *p)
{
    Ident id = ident(p, "a state");
    while (id.name && at(p, TK_DOT)) {
        advance(p);
        Ident part = ident(p, "a state");
        if (!part.name)
            return part;
        Buf path = {0};
        buf_print(&path, "%s.%s", id.name->text, part.name->text);
        id.name = lexicon_name(p->tree->lexicon, buf_text(&path), path.size);
        id.span = span_join(id.span, part.span);
        buf_drop(&path);
    }
    return id;
}

static void add_handlers(Parser *p, Idents events, Handler like)
{
    for (uint32_t i = 0; i < events.count; i++) {
        Handler h = like;
        h.event_name = events.items[i];
        vec_push(p->tree->arena, &p->state->handlers, h);
    }
}

static const char *handler_name(Parser *p, const char *prefix, Idents events)
{
    Buf name = {0};
    buf_print(&name, "%s %s", prefix, events.count ? events.items[0].name->text : "?");
    const char *copy = arena_copy(p->tree->arena, buf_text(&name), name.size);
    buf_drop(&name);
    return copy;
}

// A function's name and `;`, or a handler; what `on ... do` and `with` take.
static void named_or_body(Parser *p, const char *name, Span span, unsigned role, bool with_param,
                          Ident *id, FunDecl **fun)
{
    if (token_is_name(p, peek(p))) {
        *id = ident(p, "a function");
        skip_annotations(p);
        expect_semi(p);
        return;
    }
    skip_annotations(p);
    *fun = parse_handler(p, name, span, role, with_param);
    if (p->is_classic)
        accept(p, TK_SEMI);
}

// entry { ... }   entry f;   exit likewise
static void entry_or_exit(Parser *p, bool is_entry)
{
    StateDecl *s = p->state;
    Span span = advance(p);
    FunDecl *first = is_entry ? s->entry : s->exit;
    Ident first_name = is_entry ? s->entry_name : s->exit_name;
    if (first || first_name.name) {
        Diag *d = diag_add(p->tree->diags, is_entry ? E0304 : E0305, span,
                           "state `%s` already has an %s function", s->decl.name->text,
                           is_entry ? "entry" : "exit");
        diag_note(d, first ? first->decl.span : first_name.span, "the first one is here");
    }

    Ident id = {0};
    FunDecl *fun = NULL;
    if (!is_entry && at(p, TK_LPAREN)) {
        diag_add(p->tree->diags, E0307, peek(p)->span, "an exit function takes no parameter");
        while (!at(p, TK_LBRACE) && !at(p, TK_SEMI) && !at(p, TK_END))
            advance(p);
    }
    named_or_body(p, is_entry ? "entry" : "exit", span, is_entry ? ROLE_ENTRY : ROLE_EXIT, is_entry,
                  &id, &fun);
    if (first || first_name.name)
        return;
    if (is_entry) {
        s->entry = fun;
        s->entry_name = id;
    } else {
        s->exit = fun;
        s->exit_name = id;
    }
}

// defer e, f;   ignore e, f;
static void defer_or_ignore(Parser *p, HandlerKind kind)
{
    advance(p);
    Idents events = event_list(p, false);
    skip_annotations(p);
    expect_semi(p);
    add_handlers(p, events, (Handler){.kind = kind});
}

static void on_do(Parser *p, Idents events, Span span)
{
    Handler h = {.kind = ON_DO};
    named_or_body(p, handler_name(p, "on", events), span, ROLE_ACTION, true, &h.fun_name, &h.fun);
    add_handlers(p, events, h);
}

static void on_goto(Parser *p, Idents events, Span span)
{
    Handler h = {.kind = ON_GOTO};
    h.target_name = state_path(p);
    skip_annotations(p);
    if (at_word(p, W_WITH)) {
        advance(p);
        named_or_body(p, handler_name(p, "with", events), span, ROLE_TRANSITION, true, &h.fun_name,
                      &h.fun);
    } else {
        expect_semi(p);
    }
    add_handlers(p, events, h);
}

// on e, f do ...   on e goto S [with ...]   on e push S;   on e { } in the 2015 dialect
static void on_item(Parser *p)
{
    Span span = advance(p);
    Idents events = event_list(p, true);
    if (accept_word(p, W_DO)) {
        on_do(p, events, span);
    } else if (accept_word(p, W_GOTO)) {
        on_goto(p, events, span);
    } else if (at_word(p, W_PUSH)) {
        classic_only(p, advance(p), "`push`");
        Handler h = {.kind = ON_PUSH, .target_name = state_path(p)};
        skip_annotations(p);
        expect_semi(p);
        add_handlers(p, events, h);
    } else if (p->is_classic && at(p, TK_LBRACE)) {
        on_do(p, events, span);
    } else {
        unexpected(p, "`do` or `goto`");
    }
}

static bool state_item(Parser *p)
{
    if (!at(p, TK_WORD))
        return false;
    switch (peek(p)->name_id) {
    case W_ENTRY:
        entry_or_exit(p, true);
        return true;
    case W_EXIT:
        entry_or_exit(p, false);
        return true;
    case W_DEFER:
        defer_or_ignore(p, ON_DEFER);
        return true;
    case W_IGNORE:
        defer_or_ignore(p, ON_IGNORE);
        return true;
    case W_ON:
        on_item(p);
        return true;
    default:
        return false;
    }
}

// An item that belongs further out: the state was never closed.
static bool leaves_state(const Parser *p)
{
    if (at(p, TK_RBRACE) || at(p, TK_END))
        return true;
    if (!at(p, TK_WORD))
        return false;
    switch (peek(p)->name_id) {
    case W_STATE:
    case W_START:
    case W_FUN:
    case W_VAR:
    case W_MACHINE:
    case W_EVENT:
        return true;
    default:
        return begins_global(p);
    }
}

static const Name *in_group(Parser *p, const Name *name)
{
    if (!p->group || !name)
        return name;
    Buf path = {0};
    buf_print(&path, "%s.%s", p->group->text, name->text);
    name = lexicon_name(p->tree->lexicon, buf_text(&path), path.size);
    buf_drop(&path);
    return name;
}

// [start] [hot|cold] state S { items }
static void state_decl(Parser *p)
{
    StateDecl *s = NEW(p->tree->arena, StateDecl);
    s->machine = p->machine;
    s->group = p->group;
    s->is_start = accept_word(p, W_START);
    s->is_hot = accept_word(p, W_HOT);
    s->is_cold = !s->is_hot && accept_word(p, W_COLD);
    expect_word(p, W_STATE);
    Ident name = ident(p, "a state");
    s->decl = (Decl){.kind = DECL_STATE, .name = in_group(p, name.name), .span = name.span};
    if (!name.name)
        s->decl.name = p->tree->lexicon->by_id.items[W_STATE];
    skip_annotations(p);

    Span open = expect(p, TK_LBRACE);
    if (p->is_broken && !name.name)
        return;
    p->state = s;
    while (!p->is_broken && !leaves_state(p)) {
        uint32_t before = p->at;
        if (accept(p, TK_SEMI)) {
            if (!p->is_classic)
                diag_add(p->tree->diags, E0101, p->tokens[before].span,
                         "expected an item of the state, found `;`");
            continue;
        }
        if (!state_item(p)) {
            unexpected(p, "`entry`, `exit`, `on`, `defer` or `ignore`");
            resume_at_item(p);
        } else if (p->is_broken) {
            resume(p, before);
        }
    }
    expect_close(p, TK_RBRACE, open);
    p->state = NULL;
    if (p->is_classic)
        accept(p, TK_SEMI);

    if (!name.name) {
        lose_decl(p);
        return;
    }
    s->index = p->machine->states.count;
    vec_push(p->tree->arena, &p->machine->states, s);
}

// ----------------------------------------------------------------------- machines

static bool at_state(const Parser *p)
{
    return at_word(p, W_START) || at_word(p, W_STATE) ||
           ((at_word(p, W_HOT) || at_word(p, W_COLD)) && token_is_word(peek_at(p, 1), W_STATE));
}

static void machine_items(Parser *p, Span open);

// group G { states and groups }
static void group_decl(Parser *p)
{
    classic_only(p, advance(p), "`group`");
    Ident name = ident(p, "a group");
    skip_annotations(p);
    Span open = expect(p, TK_LBRACE);
    const Name *outer = p->group;
    p->group = in_group(p, name.name);
    if (!p->is_broken && enter(p, open))
        machine_items(p, open);
    leave(p);
    p->group = outer;
    accept(p, TK_SEMI);
}

static bool machine_item(Parser *p)
{
    if (at_state(p)) {
        state_decl(p);
    } else if (at_word(p, W_VAR)) {
        parse_vars(p, VAR_FIELD, &p->machine->fields);
    } else if (at_word(p, W_FUN) || at_word(p, W_STATIC) || at_word(p, W_MODEL)) {
        parse_fun(p);
    } else if (at_word(p, W_GROUP)) {
        group_decl(p);
    } else {
        return false;
    }
    return true;
}

static bool leaves_machine(const Parser *p)
{
    return at(p, TK_RBRACE) || at(p, TK_END) || at_word(p, W_MACHINE) || at_word(p, W_EVENT) ||
           begins_global(p);
}

static void machine_items(Parser *p, Span open)
{
    while (!p->is_broken && !leaves_machine(p)) {
        uint32_t before = p->at;
        if (accept(p, TK_SEMI)) {
            if (!p->is_classic)
                diag_add(p->tree->diags, E0101, p->tokens[before].span,
                         "expected an item of the machine, found `;`");
            continue;
        }
        if (!machine_item(p)) {
            unexpected(p, "`var`, `fun` or `state`");
            advance(p);
            resume_at_item(p);
        } else if (p->is_broken) {
            resume(p, before);
        }
    }
    expect_close(p, TK_RBRACE, open);
}

static MachineKind machine_keyword(Parser *p, bool *is_main)
{
    *is_main = false;
    if (at_word(p, W_MAIN)) {
        classic_only(p, advance(p), "`main`");
        *is_main = true;
    }
    if (accept_word(p, W_SPEC))
        return MACHINE_SPEC;
    if (accept_word(p, W_SCENARIO))
        return MACHINE_SCENARIO;
    if (at_word(p, W_MONITOR)) {
        classic_only(p, advance(p), "`monitor`");
        return MACHINE_MONITOR;
    }
    if (at_word(p, W_MODEL)) {
        classic_only(p, advance(p), "`model`");
        accept_word(p, W_MACHINE);
        return MACHINE_MODEL;
    }
    expect_word(p, W_MACHINE);
    return MACHINE_REAL;
}

// <L, M>
static void machine_parameters(Parser *p, MachineDecl *m)
{
    if (!at(p, TK_LT))
        return;
    classic_only(p, advance(p), "a machine parameter");
    Idents parameters = ident_list(p, "a machine parameter");
    expect(p, TK_GT);
    for (uint32_t i = 1; i < parameters.count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (parameters.items[i].name == parameters.items[j].name)
                diag_add(p->tree->diags, E0201, parameters.items[i].span,
                         "`%s` is already a machine parameter", parameters.items[i].name->text);
    if (!p->instance)
        m->parameters = parameters;
}

// receives e, f;   sends e;   each may be empty and may come again
static void receives_and_sends(Parser *p, MachineDecl *m)
{
    while (at_word(p, W_RECEIVES) || at_word(p, W_SENDS)) {
        bool is_receives = at_word(p, W_RECEIVES);
        advance(p);
        Idents *names = is_receives ? &m->receive_names : &m->send_names;
        *(is_receives ? &m->has_receives : &m->has_sends) = true;
        if (!at(p, TK_SEMI)) {
            Idents more = event_list(p, false);
            for (uint32_t i = 0; i < more.count; i++)
                vec_push(p->tree->arena, names, more.items[i]);
        }
        expect_semi(p);
        if (p->is_broken)
            return;
    }
}

static void machine_head(Parser *p, MachineDecl *m)
{
    if (m->kind == MACHINE_SPEC || m->kind == MACHINE_SCENARIO) {
        if (at_word(p, W_MONITORS))
            classic_only(p, advance(p), "`monitors`");
        else
            expect_word(p, W_OBSERVES);
        if (!p->is_broken)
            m->observe_names = event_list(p, false);
        return;
    }
    m->bound = parse_bound(p);
    skip_annotations(p);
    receives_and_sends(p, m);
}

static void keep_machine(Parser *p, MachineDecl *m)
{
    if (!m->decl.name) {
        p->tree->is_damaged = true;
        return;
    }
    if (m->parameters.count) {
        if (m->is_main)
            diag_add(p->tree->diags, E0312, m->decl.span,
                     "the main machine cannot have machine parameters: nothing supplies them");
        vec_push(p->tree->arena, &p->tree->patterns, m);
        return;
    }
    m->index = p->tree->machines.count;
    vec_push(p->tree->arena, &p->tree->machines, m);
}

void parse_machine(Parser *p)
{
    MachineDecl *m = NEW(p->tree->arena, MachineDecl);
    m->body_file = p->file;
    m->body_token = p->at;
    m->kind = machine_keyword(p, &m->is_main);
    Ident name = ident(p, "a machine");
    if (p->instance)
        name.name = p->instance->name;
    m->decl = (Decl){.kind = DECL_MACHINE, .name = name.name, .span = name.span};
    machine_parameters(p, m);
    machine_head(p, m);

    Span open = expect(p, TK_LBRACE);
    MachineDecl *outer = p->machine;
    p->machine = m;
    if (!p->is_broken)
        machine_items(p, open);
    p->machine = outer;
    if (p->is_classic)
        accept(p, TK_SEMI);
    keep_machine(p, m);
}
