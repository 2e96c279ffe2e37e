// lang/dump_impl.h: what the dumps share.

#pragma once

#include "lang/dump.h"

void dump_indent(Buf *out, int depth);

// The text of a name; `?` where a mistake left none.
const char *dump_name(const Name *name);

// The bytes on one line: control characters and what is no UTF-8 as \n, \x1f.
void dump_text(Buf *out, const char *text, size_t size);

// "start hot " and so on, as the source writes it.
void dump_state_words(Buf *out, const StateDecl *state);
const char *dump_machine_word(const MachineDecl *m);

// dump_code.c: the parser's view of types, variables and code.
void dump_idents(Buf *out, const Idents *list);
void dump_typeref(Buf *out, const TypeRef *t);
void dump_var(Buf *out, int depth, const char *word, const VarDecl *var);
void dump_vars(Buf *out, int depth, const char *word, const Vars *vars);
void dump_expr(Buf *out, const Expr *e);
void dump_exprs(Buf *out, Expr *const *items, uint32_t count, const char *before_each);
// A word and what follows it, either of which may be NULL, as a line.
void dump_line(Buf *out, const char *word, const Expr *a, const Expr *b);
// Parameters, locals and statements, each on its line.
void dump_body(Buf *out, int depth, const FunDecl *fun);

// All declarations at the top of the files, in source order. The caller frees
// the list.
Decl **dump_decls(const Tree *tree, uint32_t *count);
