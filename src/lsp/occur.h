// lsp/occur.h: every name of a program, and what it means there.
//
// Made by a walk over the checked tree, sorted by place: so what stands at a place is found by
// bisection, and all places of a declaration by one walk over the list.

#pragma once

#include "lang/lang.h"

typedef struct Occurrence {
    Span span;
    const Decl *decl;
    bool is_declaration;
    bool is_write;
} Occurrence;

// An expression and its type, for what has no name.
typedef struct TypedSpan {
    Span span;
    const Type *type;
} TypedSpan;

typedef struct Occurrences {
    VEC(Occurrence) all;  // by their beginnings; each place once
    VEC(TypedSpan) typed;
} Occurrences;

Occurrences occurrences_of(Arena *arena, const Lang *lang);

// The name at an offset, or just before it; NULL for none.
const Occurrence *occurrences_at(const Occurrences *occurrences, uint32_t offset);

// Whether the two are the same thing. The machines made of one pattern are.
bool decl_same(const Decl *a, const Decl *b);

// Declared by the language, not by the program: null and halt.
bool decl_is_built_in(const Decl *decl);
