// lsp/input.h: bytes to messages.
//
// A message is a header, an empty line, and a text whose length the header states. Bytes that
// are no header are passed over, up to the next line that is one, so that a client that
// prints something in between does not end the session.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

typedef struct Input {
    Buf bytes;    // that no message was made of yet
    size_t used;  // at their beginning
} Input;

void input_add(Input *in, const char *bytes, size_t size);

// The next whole message, which lives until more is added; false when there is none yet.
bool input_next(Input *in, const char **message, size_t *size);

void input_drop(Input *in);
