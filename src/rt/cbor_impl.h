// rt/cbor_impl.h: what the encoder and the decoder share.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum {
    MAJOR_UINT = 0,
    MAJOR_NEGATIVE = 1,
    MAJOR_BYTES = 2,
    MAJOR_TEXT = 3,
    MAJOR_ARRAY = 4,
    MAJOR_SIMPLE = 7,
};

enum {
    BYTE_FALSE = 0xf4,
    BYTE_TRUE = 0xf5,
    BYTE_NULL = 0xf6,
    BYTE_HALF = 0xf9,
    BYTE_SINGLE = 0xfa,
    BYTE_DOUBLE = 0xfb,
};

void cbor_put_float(Buf *out, double number);  // in the fewest bytes
double cbor_half(uint16_t half);               // the value of a 16-bit float
bool cbor_is_utf8(const char *text, size_t size);
