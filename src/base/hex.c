// base/hex.c: bytes and numbers as hexadecimal digits.

#include "base/hex.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char digits[] = "0123456789abcdef";

void hex_add(Buf *out, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;

    for (size_t i = 0; i < count; i++) {
        buf_char(out, digits[at[i] >> 4]);
        buf_char(out, digits[at[i] & 15]);
    }
}

// -1: this is no digit.
static int value_of(char digit)
{
    const char *at = digit ? strchr(digits, digit) : NULL;
    return at ? (int)(at - digits) : -1;
}

uint8_t *hex_bytes(const char *text, uint32_t *count)
{
    size_t size = strlen(text);
    uint8_t *bytes = memory_zeroed(size / 2 + 1, 1);

    for (size_t i = 0; i + 1 < size; i += 2) {
        int high = value_of(text[i]), low = value_of(text[i + 1]);
        if (high < 0 || low < 0)
            size = 1;
        else
            bytes[i / 2] = (uint8_t)(high << 4 | low);
    }
    if (size % 2 != 0) {
        free(bytes);
        return NULL;
    }
    *count = (uint32_t)(size / 2);
    return bytes;
}

bool hex_number(const char *text, uint64_t *number)
{
    size_t size = strlen(text);

    *number = 0;
    for (size_t i = 0; i < size; i++) {
        int value = value_of(text[i]);
        if (value < 0 || i >= 16)
            return false;
        *number = *number << 4 | (uint64_t)value;
    }
    return size > 0;
}
