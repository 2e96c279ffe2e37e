// tests/format/files.c: format_files PATH...: the promises of `plait format`, on every .p file
// below the paths.
//
// A file that is laid out has the same tokens and comments, in the same order; the parser makes
// the same tree of it; and laid out again it does not change. Files that are no P are counted as
// refused, and there must be fewer of them than of the others.

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "lang/dump.h"

static int passed, failed, refused;

static bool load(const char *path, Buf *text)
{
    char part[65536];
    size_t size;
    FILE *in = fopen(path, "rb");
    if (!in)
        return false;
    while ((size = fread(part, 1, sizeof part, in)) > 0)
        buf_add(text, part, size);
    fclose(in);
    return true;
}

// All that is not space, comments included: layout may change nothing else.
static void add_ink(Buf *out, const Buf *text)
{
    size_t start = text->size >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (size_t i = start; i < text->size; i++)
        if (!strchr(" \t\r\n\f", text->text[i]) || !text->text[i])
            buf_char(out, text->text[i]);
}

// Token kinds and texts; then the tree.
static void add_meaning(Buf *out, const Buf *text)
{
    Lang lang;
    Err err = {0};
    lang_init(&lang);
    if (!lang_add_text(&lang, "a.p", buf_text(text), text->size, &err))
        abort();
    lang_parse(&lang);
    const Tokens *tokens = &lang.tokens.items[0];
    for (uint32_t i = 0; i < tokens->count; i++) {
        Span span = tokens->items[i].span;
        buf_print(out, "%u ", tokens->items[i].kind);
        buf_add(out, tokens->source->text + span.start, span.end - span.start);
        buf_char(out, '\n');
    }
    dump_tree(out, &lang.tree);
    lang_drop(&lang);
}

static void compare(const char *path, const char *what, const Buf *a, const Buf *b)
{
    bool same = a->size == b->size && memcmp(buf_text(a), buf_text(b), a->size) == 0;
    passed += same;
    failed += !same;
    if (!same)
        printf("FAILED: %s: %s\n", path, what);
}

static void compare_by(const char *path, const char *what, void (*add)(Buf *, const Buf *),
                       const Buf *a, const Buf *b)
{
    Buf one = {0}, other = {0};
    add(&one, a);
    add(&other, b);
    compare(path, what, &one, &other);
    buf_drop(&one);
    buf_drop(&other);
}

static void check(const char *path)
{
    Buf text = {0}, once = {0}, twice = {0};
    Err why = {0};
    if (!load(path, &text)) {
        printf("FAILED: cannot read %s\n", path);
        failed++;
    } else if (!format_text(buf_text(&text), text.size, &once, &why)) {
        refused++;
    } else {
        if (!format_text(buf_text(&once), once.size, &twice, &why))
            printf("%s: refused the second time: %s\n", path, why.text);
        compare(path, "a second time changes it", &once, &twice);
        compare_by(path, "more than space has changed", add_ink, &text, &once);
        compare_by(path, "the tokens or the tree are not the same", add_meaning, &text, &once);
    }
    buf_drop(&text);
    buf_drop(&once);
    buf_drop(&twice);
}

static int visit(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info, (void)walk;
    size_t size = strlen(path);
    if (kind == FTW_F && size > 2 && strcmp(path + size - 2, ".p") == 0)
        check(path);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (nftw(argv[i], visit, 20, FTW_PHYS) != 0) {
            printf("FAILED: cannot walk %s\n", argv[i]);
            failed++;
        }
    printf("%d files, %d refused\n", passed / 3 + refused, refused);
    failed += refused > passed / 3 || passed == 0;
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
