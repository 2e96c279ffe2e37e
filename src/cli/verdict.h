// cli/verdict.h: what is said about a test that was checked.
//
// For people on standard output, for programs as JSON; both say the same: the verdict,
// the bug if there is one, and what was not covered.

#pragma once

#include "cli/check_wish.h"

typedef struct Verdict {
    const PProgram *program;
    const PTest *test;
    const CheckWish *wish;
    SearchResult result;
    const char *trace;  // path of the trace that was written, or NULL
} Verdict;

// "verified", "bug", "no-bug-found"
const char *verdict_word(const Verdict *v);

void verdict_print(const Verdict *v, FILE *out, bool color);

struct json_t;
struct json_t *verdict_json(const Verdict *v);
