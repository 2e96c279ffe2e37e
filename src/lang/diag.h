// lang/diag.h: what is wrong with a P program, said to its author.
//
// A phase that finds a mistake records it and continues; only the command
// prints. A diagnostic is a code, a span and a sentence, with notes that point
// to related places and a line of help where we know what was meant.
//
//     Diag *d = diag_add(diags, E0202, span, "there is no `%s` here", name);
//     diag_note(d, other->span, "a similar name is declared here");
//     diag_help(d, "did you mean `%s`?", other->name->text);

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lang/source.h"

typedef enum DiagCode {
#define DIAG(code, severity, title) code,
#include "lang/errors.def"
#undef DIAG
    DIAG_CODE_COUNT,
} DiagCode;

typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING } Severity;

typedef struct DiagNote {
    Span span;
    const char *text;
    struct DiagNote *next;
} DiagNote;

typedef struct Diags Diags;

typedef struct Diag {
    Diags *owner;
    DiagCode code;
    Span span;
    const char *text;
    DiagNote *notes;   // in the order they were added
    const char *help;  // NULL when we have no advice
} Diag;

struct Diags {
    Arena *arena;
    VEC(Diag *) all;
    uint32_t error_count;
    bool silenced[DIAG_CODE_COUNT];  // warnings the user switched off
};

// Never NULL, so that notes can be added without asking.
Diag *diag_add(Diags *diags, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_note(Diag *d, Span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_help(Diag *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Sorted by position; what two passes reported at one place is kept once.
void diags_sort(Diags *diags);

const char *diag_code_name(DiagCode code);
const char *diag_code_title(DiagCode code);
Severity diag_code_severity(DiagCode code);

// DIAG_CODE_COUNT when there is no such code.
DiagCode diag_code_find(const char *name);

// For people: place, sentence, the line with its span marked, notes, help.
void diags_print(const Diags *diags, Sources *sources, FILE *out, bool color);

// The line of a file of the program, and a mark below the column, counted from one.
void diags_print_excerpt(Sources *sources, uint32_t file, uint32_t line, uint32_t column,
                         FILE *out, bool color);
