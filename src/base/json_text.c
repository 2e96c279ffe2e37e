// base/json_text.c: text between the quotes of a JSON string.

#include "base/json_text.h"

#include "base/utf8.h"

void text_json(Buf *b, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        unsigned char c = (unsigned char)text[i];
        size_t width = c < 0x80 ? 1 : utf8_size(text + i, size - i);
        if (width == 0) {
            buf_str(b, "\xef\xbf\xbd");
            width = 1;
        } else if (c == '"' || c == '\\') {
            buf_print(b, "\\%c", c);
        } else if (c == '\n') {
            buf_str(b, "\\n");
        } else if (c == '\t') {
            buf_str(b, "\\t");
        } else if (c < 0x20 || c == 0x7f) {
            buf_print(b, "\\u%04x", c);
        } else {
            buf_add(b, text + i, width);
        }
        i += width;
    }
}
