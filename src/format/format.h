// format/format.h: the room's door. The text of one P file in, the same text well laid out, out.
//
// Only spaces and line ends change: the tokens and the comments stay as they are, in their
// order, so the tree stays the same. What is laid out is laid out again without a change.
// docs/editors.md describes the style.
//
// Works on tokens alone, so a file need not be a correct program and no other file is
// needed. But its brackets must match, and nothing in it may be foreign to P.
//
// Sees: base, lang.
// Used by: lsp, cli.

#pragma once

#include "base/buf.h"
#include "lang/lex.h"

// False when the file cannot be laid out: the reasons are in `diags`.
bool format_source(const Tokens *tokens, Diags *diags, Buf *out);

// The same for a text that stands alone; `why` gets the first reason, as "line:column: ...".
bool format_text(const char *text, size_t size, Buf *out, Err *why);
