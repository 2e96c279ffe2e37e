// lang/dump.h: what each phase made of a program, as text.
//
// For golden tests and for people. The text depends on the program alone: no
// addresses, no order of hash tables. docs/cli.md shows examples.

#pragma once

#include "base/buf.h"
#include "lang/lang.h"

// One line per token: `line:column kind text`.
void dump_tokens(Buf *out, Lang *lang);

// Declarations in source order, statements indented, expressions in prefix form
// on one line: however high an expression is, its text stays proportional.
void dump_tree(Buf *out, const Tree *tree);

// What the names mean: types, effects, permissions, tests. Works on programs
// with errors as far as they were understood.
void dump_types(Buf *out, const Tree *tree, const TestCases *cases);
