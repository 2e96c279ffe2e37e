// lang/lex.h: text to tokens.
//
// A file is turned into one array of tokens, ended by TK_END. Every word is a
// TK_WORD, keyword or not: which words are keywords depends on their place (and
// on the dialect), so the parser decides. The words of P are interned first,
// their name's id is their number here.

#pragma once

#include "base/name.h"
#include "lang/diag.h"
#include "lang/source.h"

typedef enum TokenKind {
#define TOKEN(kind, shown) kind,
#include "lang/tokens.def"
#undef TOKEN
    TOKEN_KIND_COUNT,
} TokenKind;

typedef enum Word {
#define WORD(id, text, reserved) id,
#include "lang/words.def"
    WORD_COUNT,  // any other name
} Word;

typedef enum Reserved { HARD, MODERN, CLASSIC, PROVER } Reserved;

typedef struct Token {
    Span span;
    uint32_t kind;     // TokenKind
    uint32_t name_id;  // of a TK_WORD: index into the lexer's names; < WORD_COUNT for P's own
} Token;

typedef struct Tokens {
    const Source *source;
    Token *items;
    uint32_t count;  // the closing TK_END included
    bool is_cut;     // a string or comment was never closed and swallowed the rest
} Tokens;

// What all files of a program share: the names, and each by its id.
typedef struct Lexicon {
    Arena *arena;
    Names names;
    VEC(const Name *) by_id;
} Lexicon;

void lexicon_init(Lexicon *lexicon, Arena *arena);
void lexicon_drop(Lexicon *lexicon);
const Name *lexicon_name(Lexicon *lexicon, const char *text, size_t size);

// Marks what is no P as TK_BAD and reports it.
Tokens lex(Lexicon *lexicon, const Source *source, Diags *diags);

const char *token_kind_shown(TokenKind kind);
const char *word_text(Word word);
Reserved word_reserved(Word word);
