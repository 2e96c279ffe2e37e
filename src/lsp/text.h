// lsp/text.h: places in a text as the protocol has them.
//
// A position is a line and a number of UTF-16 units, both counted from zero. Lines end with \n,
// \r\n or \r. Bytes that are no UTF-8 count as one unit each, so that every byte has a place.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct Position {
    uint32_t line, character;
} Position;

typedef struct Lines {
    const char *text;
    uint32_t size;
    uint32_t *starts;
    uint32_t count;                          // at least one
    uint32_t known_offset, known_character;  // of the last place asked for, to go on from there
} Lines;

Lines lines_of(Arena *arena, const char *text, uint32_t size);

Position lines_position(Lines *lines, uint32_t offset);

// A position behind the end of its line, or of the text, means that end.
uint32_t lines_offset(const Lines *lines, Position position);

// `file:` addresses and paths. False when the address is of another kind.
bool uri_path(const char *uri, Buf *path);
void path_uri(const char *path, Buf *uri);
