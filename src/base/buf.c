// base/buf.c: doubling on the heap.

#include "base/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

// Room for `more` bytes and the NUL behind them.
static void reserve(Buf *b, size_t more)
{
    assert(b->text ? b->size < b->capacity : b->size == 0 && b->capacity == 0);
    assert(more < SIZE_MAX / 4 && b->size < SIZE_MAX / 4);  // doubling comes to an end
    if (b->capacity - b->size > more)
        return;
    size_t capacity = b->capacity ? b->capacity * 2 : 256;
    while (capacity - b->size <= more)
        capacity *= 2;
    b->text = realloc(b->text, capacity);
    if (!b->text)
        die_out_of_memory(capacity);
    b->capacity = capacity;
}

// Bytes of the buffer itself would move away while they are copied.
static bool is_inside(const Buf *b, const char *bytes)
{
    return (uintptr_t)bytes - (uintptr_t)b->text < b->capacity;
}

void buf_add(Buf *b, const char *bytes, size_t size)
{
    assert(!is_inside(b, bytes));
    reserve(b, size);
    if (size)
        memcpy(b->text + b->size, bytes, size);
    b->size += size;
    b->text[b->size] = '\0';
}

void buf_str(Buf *b, const char *text)
{
    buf_add(b, text, strlen(text));
}

void buf_char(Buf *b, char c)
{
    buf_add(b, &c, 1);
}

void buf_repeat(Buf *b, char c, size_t times)
{
    reserve(b, times);
    memset(b->text + b->size, c, times);
    b->size += times;
    b->text[b->size] = '\0';
}

void buf_vprint(Buf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size < 0)
        bug("format \"%s\"", format);
    reserve(b, (size_t)size);
    int written = vsnprintf(b->text + b->size, (size_t)size + 1, format, args);
    assert(written == size);
    b->size += (size_t)size;
}

void buf_print(Buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprint(b, format, args);
    va_end(args);
}

const char *buf_text(const Buf *b)
{
    return b->text ? b->text : "";
}

void buf_drop(Buf *b)
{
    free(b->text);
    *b = (Buf){0};
}
