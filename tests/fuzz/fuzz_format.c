// tests/fuzz/fuzz_format.c: what can be laid out keeps its tokens, and does not change again.

#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "fuzz.h"

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void add_ink(Buf *out, const char *text, size_t size)
{
    size_t start = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (size_t i = start; i < size; i++)
        if (!memchr(" \t\r\n\f", text[i], 5))
            buf_char(out, text[i]);
}

static uint32_t count_tokens(const char *text, size_t size)
{
    Lang lang;
    Err err = {0};
    lang_init(&lang);
    must(lang_add_text(&lang, "a.p", text, size, &err));
    Tokens tokens = lex(&lang.lexicon, lang.sources.files.items[0], &lang.diags);
    must(lang.diags.error_count == 0);
    lang_drop(&lang);
    return tokens.count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Buf once = {0}, twice = {0}, before = {0}, after = {0};
    Err why = {0};
    const char *text = (const char *)data;

    if (format_text(text, size, &once, &why)) {
        must(format_text(buf_text(&once), once.size, &twice, &why));
        must(once.size == twice.size && !memcmp(buf_text(&once), buf_text(&twice), once.size));
        add_ink(&before, text, size);
        add_ink(&after, buf_text(&once), once.size);
        must(before.size == after.size);
        must(!memcmp(buf_text(&before), buf_text(&after), before.size));
        must(count_tokens(text, size) == count_tokens(buf_text(&once), once.size));
    }
    buf_drop(&once);
    buf_drop(&twice);
    buf_drop(&before);
    buf_drop(&after);
    return 0;
}
