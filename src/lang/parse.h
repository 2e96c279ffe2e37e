// lang/parse.h: tokens to a tree.
//
// One recursive-descent parser for both dialects. Functions are named after
// what they read; each leaves the parser behind it. A mistake is reported where
// it is, the part becomes an error node, and reading goes on at the next place
// where something can begin.

#pragma once

#include "lang/tree.h"

// The dialect of these files, if the user does not say.
Dialect dialect_detect(Lexicon *lexicon, const Tokens *files, uint32_t count);

// Adds the declarations of one file to the tree.
void parse_file(Tree *tree, const Tokens *tokens, uint32_t file);

// Makes the machines that `new A<B>()` asks for, out of their patterns.
void parse_instances(Tree *tree, const Tokens *files);
