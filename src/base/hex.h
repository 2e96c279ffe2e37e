// base/hex.h: bytes and numbers as hexadecimal digits.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

// Adds two digits for each byte.
void hex_add(Buf *out, const void *bytes, size_t count);
// To be freed; NULL: these are not pairs of digits. Never NULL for "".
uint8_t *hex_bytes(const char *text, uint32_t *count);
// False: this is no number of 1 to 16 digits.
bool hex_number(const char *text, uint64_t *number);
