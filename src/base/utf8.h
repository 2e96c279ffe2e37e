// base/utf8.h: characters in bytes that may be anything.

#pragma once

#include <stddef.h>

#include "base/buf.h"

// How many bytes the character at `text` takes; 0 when they are no UTF-8.
size_t utf8_size(const char *text, size_t size);

// Adds the text with U+FFFD for every byte that is no UTF-8.
void utf8_clean(Buf *out, const char *text, size_t size);

// Adds the text as it may be shown on a terminal or in a log: what moves the cursor, begins
// a line or changes colours appears as \n, \x1b or U+0085, bytes that are no UTF-8 as U+FFFD.
void utf8_shown(Buf *out, const char *text);
