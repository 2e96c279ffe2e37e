// lang/lex.c: the lexer.
//
// One switch over the first character. The only word with a hyphen is
// `init-condition`; floats are put together by the parser, because in `x.0.1`
// the same characters are two projections.

#include "lang/lex.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds_shown[] = {
#define TOKEN(kind, shown) shown,
#include "lang/tokens.def"
#undef TOKEN
};

static const struct {
    const char *text;
    Reserved reserved;
} words[] = {
#define WORD(id, text, reserved) {text, reserved},
#include "lang/words.def"
};

const char *token_kind_shown(TokenKind kind)
{
    assert(kind < TOKEN_KIND_COUNT);
    return kinds_shown[kind];
}

const char *word_text(Word word)
{
    assert(word < WORD_COUNT);
    return words[word].text;
}

Reserved word_reserved(Word word)
{
    assert(word < WORD_COUNT);
    return words[word].reserved;
}

// ----------------------------------------------------------------------- lexicon

const Name *lexicon_name(Lexicon *lexicon, const char *text, size_t size)
{
    const Name *name = name_intern(&lexicon->names, text, size);
    if (name->id == lexicon->by_id.count)
        vec_push(lexicon->arena, &lexicon->by_id, name);
    assert(name->id < lexicon->by_id.count && lexicon->by_id.items[name->id] == name);
    return name;
}

void lexicon_init(Lexicon *lexicon, Arena *arena)
{
    *lexicon = (Lexicon){.arena = arena};
    names_init(&lexicon->names, arena);
    for (int i = 0; i < WORD_COUNT; i++)
        lexicon_name(lexicon, words[i].text, strlen(words[i].text));
    assert(lexicon->names.count == WORD_COUNT);  // no word stands there twice
}

void lexicon_drop(Lexicon *lexicon)
{
    names_drop(&lexicon->names);
}

// ------------------------------------------------------------------------- lexer

typedef struct Lexer {
    Lexicon *lexicon;
    const Source *source;
    Diags *diags;
    const char *at;   // the next character
    const char *end;  // behind the last one
    VEC(Token) tokens;
    bool is_cut;
} Lexer;

static Span span_from(const Lexer *lx, const char *start)
{
    uint32_t base = lx->source->base;
    return (Span){
        .start = base + (uint32_t)(start - lx->source->text),
        .end = base + (uint32_t)(lx->at - lx->source->text),
    };
}

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static void push(Lexer *lx, TokenKind kind, const char *start, uint32_t name_id)
{
    assert(start <= lx->at && lx->at <= lx->end);
    Token token = {.span = span_from(lx, start), .kind = kind, .name_id = name_id};
    vec_push(lx->lexicon->arena, &lx->tokens, token);
}

static void word(Lexer *lx)
{
    static const char hyphenated[] = "init-condition";
    enum { HYPHENATED = sizeof hyphenated - 1 };
    const char *start = lx->at;

    while (lx->at < lx->end &&
           (is_letter((unsigned char)*lx->at) || is_digit((unsigned char)*lx->at)))
        lx->at++;
    if (lx->at - start == 4 && lx->end - start >= HYPHENATED &&
        memcmp(start, hyphenated, HYPHENATED) == 0)
        lx->at = start + HYPHENATED;
    push(lx, TK_WORD, start, lexicon_name(lx->lexicon, start, (size_t)(lx->at - start))->id);
}

static void number(Lexer *lx)
{
    const char *start = lx->at;
    while (lx->at < lx->end && is_digit((unsigned char)*lx->at))
        lx->at++;
    push(lx, TK_INT, start, 0);
}

static void no_nul_bytes(Lexer *lx, const char *from)
{
    const char *nul = memchr(from, '\0', (size_t)(lx->at - from));
    if (!nul)
        return;
    Span span = span_from(lx, nul);
    span.end = span.start + 1;
    diag_add(lx->diags, E0104, span, "a NUL byte cannot stand in a string");
}

// A backslash escapes one character; line breaks are part of the string.
static void string(Lexer *lx)
{
    const char *start = lx->at++;
    while (lx->at < lx->end && *lx->at != '"')
        lx->at += *lx->at == '\\' && lx->at + 1 < lx->end ? 2 : 1;

    if (lx->at < lx->end) {
        lx->at++;
        no_nul_bytes(lx, start);
        push(lx, TK_STRING, start, 0);
        return;
    }
    Span quote = span_from(lx, start);
    quote.end = quote.start + 1;
    diag_add(lx->diags, E0103, quote, "this string is never closed");
    lx->is_cut = true;
    push(lx, TK_BAD, start, 0);
}

static void line_comment(Lexer *lx)
{
    const char *newline = memchr(lx->at, '\n', (size_t)(lx->end - lx->at));
    lx->at = newline ? newline : lx->end;
}

static void block_comment(Lexer *lx)
{
    const char *start = lx->at;
    for (lx->at += 2; lx->at + 1 < lx->end; lx->at++)
        if (lx->at[0] == '*' && lx->at[1] == '/') {
            lx->at += 2;
            return;
        }
    lx->at = lx->end;
    Span open = span_from(lx, start);
    open.end = open.start + 2;
    diag_add(lx->diags, E0102, open, "this comment is never closed");
    lx->is_cut = true;
}

// A run of bytes that cannot begin a token is one mistake.
static void stray(Lexer *lx)
{
    const char *start = lx->at;
    unsigned char first = (unsigned char)*start;
    lx->at++;
    while (lx->at < lx->end &&
           (*lx->at == *start || (first >= 0x80 && (unsigned char)*lx->at >= 0x80)))
        lx->at++;

    Span span = span_from(lx, start);
    if (first == 0)
        diag_add(lx->diags, E0104, span, "a NUL byte cannot stand in a program");
    else if (first >= 0x80)
        diag_add(lx->diags, E0104, span, "only ASCII characters can stand here");
    else if (first < 0x20 || first == 0x7f)
        diag_add(lx->diags, E0104, span, "the control character 0x%02x cannot stand here", first);
    else
        diag_add(lx->diags, E0104, span, "the character `%c` means nothing in P", first);
    push(lx, TK_BAD, start, 0);
}

static bool follows(const Lexer *lx, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(lx->end - lx->at) >= size && memcmp(lx->at, text, size) == 0;
}

// The longest first among those that begin alike.
static const struct {
    const char *text;
    TokenKind kind;
} symbols[] = {
    {"<==>", TK_IFF},  {"==>", TK_IMPLIES},    {"==", TK_EQ},      {"=", TK_ASSIGN},
    {"!=", TK_NE},     {"!", TK_NOT},          {"<=", TK_LE},      {"<", TK_LT},
    {">=", TK_GE},     {">", TK_GT},           {"+=", TK_INSERT},  {"+", TK_PLUS},
    {"-=", TK_REMOVE}, {"->", TK_ARROW},       {"-", TK_MINUS},    {"&&", TK_AND},
    {"||", TK_OR},     {"$$", TK_FAIR_CHOICE}, {"$", TK_CHOICE},   {"{", TK_LBRACE},
    {"}", TK_RBRACE},  {"[", TK_LBRACKET},     {"]", TK_RBRACKET}, {"(", TK_LPAREN},
    {")", TK_RPAREN},  {";", TK_SEMI},         {",", TK_COMMA},    {".", TK_DOT},
    {":", TK_COLON},   {"*", TK_STAR},         {"/", TK_SLASH},    {"%", TK_PERCENT},
};

static void symbol(Lexer *lx)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (*lx->at == *symbols[i].text && follows(lx, symbols[i].text)) {
            const char *start = lx->at;
            lx->at += strlen(symbols[i].text);
            push(lx, symbols[i].kind, start, 0);
            return;
        }
    stray(lx);
}

static void next(Lexer *lx)
{
    unsigned char c = (unsigned char)*lx->at;
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f')
        lx->at++;
    else if (is_letter(c))
        word(lx);
    else if (is_digit(c))
        number(lx);
    else if (c == '"')
        string(lx);
    else if (follows(lx, "//"))
        line_comment(lx);
    else if (follows(lx, "/*"))
        block_comment(lx);
    else
        symbol(lx);
}

Tokens lex(Lexicon *lexicon, const Source *source, Diags *diags)
{
    Lexer lx = {
        .lexicon = lexicon,
        .source = source,
        .diags = diags,
        .at = source->text,
        .end = source->text + source->size,
    };
    // Room for most files at once: a token has some six bytes of text.
    lx.tokens.capacity = source->size / 6 + 16;
    lx.tokens.items = NEW_ARRAY(lexicon->arena, Token, lx.tokens.capacity);
    if (follows(&lx, "\xef\xbb\xbf"))  // a byte order mark says nothing
        lx.at += 3;
    while (lx.at < lx.end) {
        const char *before = lx.at;
        next(&lx);
        assert(lx.at > before);
    }
    assert(lx.at == lx.end);
    push(&lx, TK_END, lx.at, 0);
    return (Tokens){
        .source = source,
        .items = lx.tokens.items,
        .count = lx.tokens.count,
        .is_cut = lx.is_cut,
    };
}
