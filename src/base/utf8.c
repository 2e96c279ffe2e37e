// base/utf8.c: UTF-8 as RFC 3629 has it: no overlong forms, no surrogates.

#include "base/utf8.h"

#include <stdbool.h>

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
        if (n)
            buf_add(out, text + i, n);
        else
            buf_str(out, "\xef\xbf\xbd");
        i += n ? n : 1;
    }
}
