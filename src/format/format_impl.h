// format/format_impl.h: what the files of this room share.

#pragma once

#include "format/format.h"

typedef struct Comment {
    uint32_t start, end;  // in the text; a line comment ends before its line does
    bool is_line;         // it begins with two slashes
    uint32_t newlines;    // between it and what stands before it
} Comment;

// What stands before a token.
typedef struct Gap {
    const Comment *comments;
    uint32_t count;
    uint32_t newlines;  // between the last comment, or the token before, and the token
} Gap;

// How a bracket is used.
typedef enum Bracket {
    BRACKET_NONE,
    BRACKET_BLOCK,      // braces around declarations or statements
    BRACKET_LIST,       // braces around names: enums, modules
    BRACKET_PLAIN,      // parentheses and square brackets
    BRACKET_PARAMETER,  // < and > around machine parameters of the 2015 dialect
} Bracket;

typedef struct Shape {
    const char *text;
    const Token *tokens;
    uint32_t count;     // the closing TK_END included
    uint32_t base;      // of the spans
    Gap *gaps;          // before each token
    Bracket *brackets;  // of each token
    uint32_t *partner;  // of each bracket, the token that closes or opens it
} Shape;

// Finds brackets and comments. False when brackets do not match: reported.
bool shape_init(Shape *shape, Arena *arena, const Tokens *tokens, Diags *diags);

static inline bool is_kind(const Shape *shape, uint32_t token, TokenKind kind)
{
    return shape->tokens[token].kind == (uint32_t)kind;
}

static inline bool is_word(const Shape *shape, uint32_t token, Word word)
{
    return is_kind(shape, token, TK_WORD) && shape->tokens[token].name_id == (uint32_t)word;
}

// Whether a space stands between a token and the one before it in the same line.
bool needs_space(const Shape *shape, uint32_t token);
