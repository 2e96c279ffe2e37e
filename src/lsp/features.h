// lsp/features.h: the questions that a client asks about a place in a program.
//
// Each gets the place and the parameters as they came, and returns the result, or NULL for
// null. The program is analysed already.

#pragma once

#include "base/json.h"
#include "lsp/workspace.h"

typedef struct Query {
    Workspace *workspace;
    Document *document;
    Program *program;
    const Source *source;  // of the document
    const Tokens *tokens;
    uint32_t offset;  // of the position in the program, if the question has one
    const json_t *params;
    const char *refusal;  // set to refuse: the reason
} Query;

typedef json_t *Feature(Query *q);

Feature feature_hover, feature_definition, feature_type_definition, feature_references,
    feature_highlight, feature_prepare_rename, feature_rename, feature_document_symbols,
    feature_folding, feature_semantic_tokens, feature_completion, feature_signature,
    feature_code_actions, feature_code_lens, feature_formatting;

json_t *workspace_symbols(Workspace *w, const char *pattern);
json_t *semantic_legend(void);

// `fun F(n: int): bool`: a declaration without its body.
void describe(Buf *out, const Program *p, const Decl *decl);

// The comment above a declaration, or behind it in its line, without its slashes.
void documentation(Buf *out, const Program *p, const Decl *decl);

// The token at an offset, or the last before it; `count` of none.
uint32_t token_before(const Tokens *tokens, uint32_t offset);

// All tokens of a declaration, from the first word of its line to its `;` or `}`.
Span declaration_span(const Program *p, const Decl *decl);

// What stands around an offset; members are NULL outside.
typedef struct Around {
    const MachineDecl *machine;
    const FunDecl *fun;
    const Scope *scope;  // never NULL once the program is resolved
} Around;

Around around(const Query *q, uint32_t offset);
