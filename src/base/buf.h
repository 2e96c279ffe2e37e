// base/buf.h: text that grows at its end.
//
// On the heap, because text is often built before anyone knows where it will
// live. Always NUL-terminated once anything was added.

#pragma once

#include <stdarg.h>
#include <stddef.h>

typedef struct Buf {
    char *text;
    size_t size;
    size_t capacity;
} Buf;

void buf_add(Buf *b, const char *bytes, size_t size);
void buf_str(Buf *b, const char *text);
void buf_char(Buf *b, char c);
void buf_repeat(Buf *b, char c, size_t times);
void buf_print(Buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprint(Buf *b, const char *format, va_list args);

// The text so far, "" when nothing was added.
const char *buf_text(const Buf *b);

void buf_drop(Buf *b);
