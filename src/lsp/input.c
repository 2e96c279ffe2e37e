// lsp/input.c: the framing of messages.

#include "lsp/input.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/err.h"

enum { MESSAGE_MAX = 1 << 28 };  // a longer one is no message of an editor

void input_add(Input *in, const char *bytes, size_t size)
{
    if (in->used) {
        memmove(in->bytes.text, in->bytes.text + in->used, in->bytes.size - in->used);
        in->bytes.size -= in->used;
        in->used = 0;
    }
    buf_add(&in->bytes, bytes, size);
}

// The length that a header line states, or -1 when it is another line.
static long length_of(const char *line, size_t size)
{
    static const char name[] = "Content-Length:";
    if (size < sizeof name || strncasecmp(line, name, sizeof name - 1) != 0)
        return -1;
    long length = 0;
    bool has_digits = false;
    for (size_t i = sizeof name - 1; i < size; i++) {
        if (line[i] >= '0' && line[i] <= '9') {
            length = length * 10 + (line[i] - '0');
            has_digits = true;
        } else if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
            return -1;
        }
        if (length > MESSAGE_MAX)
            return -1;
    }
    return has_digits ? length : -1;
}

// Reads lines up to the empty one that ends a header. False: more bytes are needed.
static bool read_header(const Input *in, size_t *body, long *length)
{
    size_t at = in->used;
    *length = -1;
    for (;;) {
        const char *line = in->bytes.text + at;
        const char *end = at < in->bytes.size ? memchr(line, '\n', in->bytes.size - at) : NULL;
        if (!end)
            return false;
        size_t size = (size_t)(end - line);
        at += size + 1;
        bool is_empty = size == 0 || (size == 1 && line[0] == '\r');
        if (is_empty && *length >= 0)
            break;
        long stated = length_of(line, size);
        if (stated >= 0)
            *length = stated;
    }
    *body = at;
    return true;
}

bool input_next(Input *in, const char **message, size_t *size)
{
    size_t body;
    long length;
    if (in->used >= in->bytes.size || !read_header(in, &body, &length) ||
        in->bytes.size - body < (size_t)length)
        return false;
    *message = in->bytes.text + body;
    *size = (size_t)length;
    in->used = body + (size_t)length;
    assert(in->used <= in->bytes.size);
    return true;
}

void input_drop(Input *in)
{
    buf_drop(&in->bytes);
}
