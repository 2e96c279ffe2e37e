// lsp/paint.c: semantic tokens, which say what each word of a file is.
//
// Names get the colour of what they mean. Words of P are keywords where they do not stand for a
// name: most of them may.

#include "lsp/features.h"

#define KINDS(K)                                                                                \
    K(NAMESPACE, "namespace")                                                                   \
    K(TYPE, "type") K(ENUM, "enum") K(MEMBER, "enumMember") K(CLASS, "class")                   \
        K(INTERFACE, "interface") K(EVENT, "event") K(FUNCTION, "function") K(METHOD, "method") \
            K(VARIABLE, "variable") K(PARAMETER, "parameter") K(PROPERTY, "property")           \
                K(KEYWORD, "keyword") K(NUMBER, "number") K(STRING, "string")

typedef enum Paint {
#define K(id, name) PAINT_##id,
    KINDS(K)
#undef K
} Paint;

enum { MODIFIER_DECLARATION = 1, MODIFIER_READ_ONLY = 2 };

json_t *semantic_legend(void)
{
    json_t *legend = json_object(), *types = json_array(), *modifiers = json_array();
#define K(id, name) json_array_append_new(types, json_string(name));
    KINDS(K)
#undef K
    json_array_append_new(modifiers, json_string("declaration"));
    json_array_append_new(modifiers, json_string("readonly"));
    json_object_set_new(legend, "tokenTypes", types);
    json_object_set_new(legend, "tokenModifiers", modifiers);
    return legend;
}

static Paint paint_of(const Decl *decl)
{
    switch (decl->kind) {
    case DECL_EVENT:
    case DECL_EVENTSET:
        return PAINT_EVENT;
    case DECL_ENUM:
        return PAINT_ENUM;
    case DECL_ENUM_ELEM:
        return PAINT_MEMBER;
    case DECL_TYPE:
        return PAINT_TYPE;
    case DECL_INTERFACE:
        return PAINT_INTERFACE;
    case DECL_MACHINE:
        return PAINT_CLASS;
    case DECL_STATE:
    case DECL_MODULE:
        return PAINT_NAMESPACE;
    case DECL_FUN:
        return ((const FunDecl *)decl)->owner ? PAINT_METHOD : PAINT_FUNCTION;
    case DECL_VAR: {
        VarRole role = ((const VarDecl *)decl)->role;
        return role == VAR_PARAM   ? PAINT_PARAMETER
               : role == VAR_FIELD ? PAINT_PROPERTY
                                   : PAINT_VARIABLE;
    }
    default:
        return PAINT_FUNCTION;
    }
}

// False: no colour.
static bool paint_token(const Program *p, const Token *t, Paint *paint, unsigned *modifiers)
{
    *modifiers = 0;
    switch ((TokenKind)t->kind) {
    case TK_WORD: {
        const Occurrence *o = occurrences_at(&p->names, t->span.start);
        if (o && o->span.start == t->span.start) {
            const Decl *d = o->decl;
            *paint = paint_of(d);
            bool is_constant =
                d->kind == DECL_VAR && ((const VarDecl *)d)->role == VAR_GLOBAL_PARAM;
            *modifiers = (o->is_declaration ? MODIFIER_DECLARATION : 0) |
                         (is_constant ? MODIFIER_READ_ONLY : 0);
            return true;
        }
        *paint = PAINT_KEYWORD;
        return t->name_id < WORD_COUNT;
    }
    case TK_INT:
        *paint = PAINT_NUMBER;
        return true;
    case TK_STRING:
        *paint = PAINT_STRING;
        return true;
    default:
        return false;
    }
}

json_t *feature_semantic_tokens(Query *q)
{
    json_t *result = json_object(), *data = json_array();
    Lines *lines = program_lines(q->program, q->source);
    Position last = {0};
    for (uint32_t i = 0; q->tokens && i < q->tokens->count; i++) {
        const Token *t = &q->tokens->items[i];
        Paint paint;
        unsigned modifiers;
        if (!paint_token(q->program, t, &paint, &modifiers))
            continue;
        Position start = lines_position(lines, t->span.start - q->source->base);
        Position end = lines_position(lines, t->span.end - q->source->base);
        if (start.line != end.line)
            continue;  // a string of several lines
        uint32_t numbers[] = {start.line - last.line,
                              start.line == last.line ? start.character - last.character
                                                      : start.character,
                              end.character - start.character, paint, modifiers};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            json_array_append_new(data, json_integer(numbers[k]));
        last = start;
    }
    json_object_set_new(result, "data", data);
    return result;
}
