// base/json_text.h: text between the quotes of a JSON string.

#pragma once

#include "base/buf.h"

// Adds what stands between the quotes. Bytes that are no UTF-8 have no place in JSON: each
// becomes U+FFFD.
void text_json(Buf *out, const char *text, size_t size);
