// base/utf8.c: UTF-8 as RFC 3629 has it: no overlong forms, no surrogates.

#include "base/utf8.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

static bool is_tail(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

size_t utf8_size(const char *text, size_t size)
{
    const unsigned char *s = (const unsigned char *)text;

    if (size == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    if (s[0] >= 0xc2 && s[0] <= 0xdf)
        return size >= 2 && is_tail(s[1]) ? 2 : 0;
    if (s[0] >= 0xe0 && s[0] <= 0xef) {
        if (size < 3 || !is_tail(s[1]) || !is_tail(s[2]))
            return 0;
        bool overlong = s[0] == 0xe0 && s[1] < 0xa0;
        bool surrogate = s[0] == 0xed && s[1] > 0x9f;
        return overlong || surrogate ? 0 : 3;
    }
    if (s[0] >= 0xf0 && s[0] <= 0xf4) {
        if (size < 4 || !is_tail(s[1]) || !is_tail(s[2]) || !is_tail(s[3]))
            return 0;
        bool overlong = s[0] == 0xf0 && s[1] < 0x90;
        bool too_large = s[0] == 0xf4 && s[1] > 0x8f;
        return overlong || too_large ? 0 : 4;
    }
    return 0;
}

void utf8_clean(Buf *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t n = utf8_size(text + i, size - i);
        assert(n <= size - i);
        if (n)
            buf_add(out, text + i, n);
        else
            buf_str(out, "\xef\xbf\xbd");
        i += n ? n : 1;
    }
}

// The code point of a character of that size.
static unsigned long code_of(const char *text, size_t size)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned long code = (unsigned char)text[0] & masks[size];
    for (size_t i = 1; i < size; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

// Controls beyond ASCII, and what changes the direction of the text behind it.
static bool is_hidden(unsigned long code)
{
    return (code >= 0x80 && code < 0xa0) || code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

static void add_control(Buf *out, unsigned char c)
{
    if (c == '\n')
        buf_str(out, "\\n");
    else if (c == '\r')
        buf_str(out, "\\r");
    else if (c == '\t')
        buf_str(out, "\\t");
    else
        buf_print(out, "\\x%02x", c);
}

void utf8_shown(Buf *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        size_t n = utf8_size(text, left);
        unsigned long code = n ? code_of(text, n) : 0xfffd;
        if (code < 0x20 || code == 0x7f)
            add_control(out, (unsigned char)code);
        else if (is_hidden(code))
            buf_print(out, "U+%04lX", code);
        else if (n)
            buf_add(out, text, n);
        else
            buf_str(out, "\xef\xbf\xbd");
        text += n ? n : 1;
        left -= n ? n : 1;
    }
}
