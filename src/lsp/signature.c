// lsp/signature.c: the parameters of the call that one is writing.
//
// Also of `new M(...)`, and of `send m, e, ...`, whose parameter is the payload.

#include "lang/scope.h"
#include "lsp/features.h"

typedef struct Call {
    const Decl *decl;  // function, machine, interface or event; NULL for none
    uint32_t argument;
} Call;

static const Name *name_at(const Query *q, uint32_t token)
{
    return q->program->lang.lexicon.by_id.items[q->tokens->items[token].name_id];
}

static const Decl *called(const Query *q, uint32_t name, const Scope *scope)
{
    if (q->tokens->items[name].kind != TK_WORD || !scope)
        return NULL;
    const Decl *fun = scope_lookup(scope, SPACE_FUN, name_at(q, name));
    return fun ? fun : scope_lookup(scope, SPACE_TYPE, name_at(q, name));
}

// send m, e, HERE and raise e, HERE.
static Call sent(const Query *q, uint32_t start, uint32_t at, const Scope *scope)
{
    Call call = {0};
    const Token *tokens = q->tokens->items;
    bool is_send = tokens[start].kind == TK_WORD && tokens[start].name_id == W_SEND;
    bool is_other = tokens[start].kind == TK_WORD &&
                    (tokens[start].name_id == W_RAISE || tokens[start].name_id == W_ANNOUNCE);
    uint32_t commas = 0, depth = 0, event = 0;
    if (!is_send && !is_other)
        return call;
    for (uint32_t i = start; i < at; i++) {
        depth += tokens[i].kind == TK_LPAREN;
        depth -= tokens[i].kind == TK_RPAREN && depth;
        if (tokens[i].kind == TK_COMMA && depth == 0 && ++commas == (is_send ? 2u : 1u))
            event = i - 1;
    }
    if (event && tokens[event].kind == TK_WORD && scope)
        call.decl = scope_lookup(scope, SPACE_VALUE, name_at(q, event));
    if (call.decl && call.decl->kind != DECL_EVENT)
        call.decl = NULL;
    return call;
}

// The innermost call that is open before a token.
static Call call_before(const Query *q, uint32_t at, const Scope *scope)
{
    uint32_t depth = 0, commas = 0, i = at;
    for (; i > 0; i--) {
        uint32_t kind = q->tokens->items[i - 1].kind;
        if (kind == TK_SEMI || kind == TK_LBRACE || kind == TK_RBRACE)
            break;
        if (kind == TK_RPAREN || kind == TK_RBRACKET)
            depth++;
        else if (kind == TK_COMMA && depth == 0)
            commas++;
        else if ((kind == TK_LPAREN || kind == TK_LBRACKET) && depth > 0)
            depth--;
        else if (kind == TK_LPAREN && i >= 2) {
            const Decl *decl = called(q, i - 2, scope);
            if (decl)
                return (Call){decl, commas};
            commas = 0;  // a tuple, or what a keyword asks for
        }
    }
    return i < at ? sent(q, i, at, scope) : (Call){0};
}

static void add_parameter(json_t *list, Buf *label, const char *name, const Type *type)
{
    Buf text = {0};
    if (name)
        buf_print(&text, "%s: ", name);
    if (type && type->alias)
        buf_str(&text, type->alias->text);
    else if (type)
        type_write(&text, type);
    if (json_array_size(list))
        buf_str(label, ", ");
    json_t *parameter = json_object();
    json_set_text(parameter, "label", buf_text(&text));
    json_array_append_new(list, parameter);
    buf_str(label, buf_text(&text));
    buf_drop(&text);
}

static void add_parameters(json_t *list, Buf *label, const Decl *decl)
{
    const Type *payload = NULL;
    if (decl->kind == DECL_FUN) {
        const Vars *params = &((const FunDecl *)decl)->params;
        for (uint32_t i = 0; i < params->count; i++)
            add_parameter(list, label, params->items[i]->decl.name->text, params->items[i]->type);
    } else if (decl->kind == DECL_MACHINE) {
        payload = ((const MachineDecl *)decl)->payload;
    } else if (decl->kind == DECL_INTERFACE) {
        payload = ((const InterfaceDecl *)decl)->payload;
    } else if (decl->kind == DECL_EVENT) {
        payload = ((const EventDecl *)decl)->payload;
    }
    if (payload && payload->kind != TYPE_NULL)
        add_parameter(list, label, NULL, payload);
}

json_t *feature_signature(Query *q)
{
    uint32_t at = q->tokens ? token_before(q->tokens, q->offset ? q->offset - 1 : 0) : 0;
    if (!q->tokens || at >= q->tokens->count)
        return NULL;
    at += q->tokens->items[at].kind != TK_END && q->tokens->items[at].span.end <= q->offset;
    Call call = call_before(q, at, around(q, q->offset).scope);
    if (!call.decl)
        return NULL;

    Buf label = {0};
    json_t *parameters = json_array(), *signature = json_object(), *list = json_array();
    json_t *result = json_object();
    buf_print(&label, "%s(", call.decl->name->text);
    add_parameters(parameters, &label, call.decl);
    buf_char(&label, ')');
    json_set_text(signature, "label", buf_text(&label));
    Buf comment = {0};
    documentation(&comment, q->program, call.decl);
    if (comment.size)
        json_set_text(signature, "documentation", buf_text(&comment));
    buf_drop(&comment);
    buf_drop(&label);
    json_object_set_new(signature, "parameters", parameters);
    json_array_append_new(list, signature);
    json_object_set_new(result, "signatures", list);
    json_set_number(result, "activeSignature", 0);
    json_set_number(result, "activeParameter", call.argument);
    return result;
}
