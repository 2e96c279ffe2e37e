// lang/source.h: the text of a program, and places in it.
//
// All files of a program stand one behind the other in one space of offsets, so
// a place is a single number and a span two. `Sources` turns them back into
// file, line and column. One offset is left free after each file: the end of a
// file is a place of its own.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

typedef struct Span {
    uint32_t start;
    uint32_t end;  // one behind the last byte
} Span;

typedef struct Source {
    const char *path;  // as the user wrote it, or as the folder walk found it
    const char *text;  // NUL-terminated; may hold NUL bytes before its end
    uint32_t size;
    uint32_t base;          // offset of its first byte in the program
    uint32_t *line_starts;  // offsets in the file; built when first asked for
    uint32_t line_count;
    uint32_t column_at, column;  // where the last column was counted, to go on from there
    bool is_included;  // by another project: a library, which may offer more than is used
} Source;

typedef struct Sources {
    Arena *arena;
    VEC(Source *) files;
    uint64_t total;  // the next file's base; beyond SOURCE_SPACE nothing is added

    // The text that stands for a file, for editors; NULL when the file itself counts. It is
    // copied. No function: all files count.
    const char *(*overlay)(void *context, const char *path, size_t *size);
    void *overlay_context;
} Sources;

#define SOURCE_SPACE 0xfffffff0u  // offsets there are

// A place for people: line and column count from one, columns in characters.
typedef struct SourcePlace {
    const Source *source;
    uint32_t line;
    uint32_t column;
} SourcePlace;

// Adds a text that the caller keeps alive. NULL when the program is full.
Source *source_add(Sources *all, const char *path, const char *text, size_t size, Err *err);

// Reads a whole file. On failure NULL, with the reason in `err`.
Source *source_load(Sources *all, const char *path, Err *err);

Source *source_at(const Sources *all, uint32_t offset);
SourcePlace source_place(Sources *all, uint32_t offset);

// The line's text without its end, its length in `size`.
const char *source_line(Sources *all, const Source *source, uint32_t line, uint32_t *size);

static inline Span span_join(Span a, Span b)
{
    return (Span){.start = a.start, .end = b.end > a.end ? b.end : a.end};
}
