// rt/value_string.c: strings.
//
// A string is bytes; "" is the word 0. Nothing looks into them but printing, so
// what a foreign function makes need not be UTF-8.

#include "base/buf.h"
#include "base/err.h"
#include "rt/value_impl.h"

static TextNode *text_new(size_t size)
{
    if (size > SIZE_MAX - sizeof(TextNode) - 1)
        die_out_of_memory(SIZE_MAX);
    TextNode *node = node_alloc(sizeof *node + size + 1);
    node->size = size;
    node->text[size] = '\0';
    return node;
}

PWord p_string(const char *text, size_t size)
{
    if (size == 0)
        return 0;
    TextNode *node = text_new(size);
    memcpy(node->text, text, size);
    return node_word(node);
}

const char *p_string_text(PWord string, size_t *size)
{
    const TextNode *node = node_of(string);
    if (size)
        *size = node ? node->size : 0;
    return node ? node->text : "";
}

PWord p_concat(PWord a, PWord b)
{
    if (!a || !b)
        return a ? p_retain_node(a) : b ? p_retain_node(b) : 0;

    const TextNode *left = node_of(a), *right = node_of(b);
    TextNode *node = text_new(left->size + right->size);
    memcpy(node->text, left->text, left->size);
    memcpy(node->text + left->size, right->text, right->size);
    return node_word(node);
}

int p_string_compare(PWord a, PWord b)
{
    if (a == b)
        return 0;
    size_t a_size, b_size;
    const char *a_text = p_string_text(a, &a_size), *b_text = p_string_text(b, &b_size);
    int order = memcmp(a_text, b_text, a_size < b_size ? a_size : b_size);
    if (order == 0)
        return (a_size > b_size) - (a_size < b_size);
    return order < 0 ? -1 : 1;
}

// ------------------------------------------------------------------------------- format

static void write_buf(void *to, const char *text, size_t size)
{
    buf_add(to, text, size);
}

// The number after a brace, and where the text goes on behind its closing brace;
// NULL when there is no such thing.
static const char *placeholder(const char *text, uint32_t count, uint32_t *number)
{
    uint64_t n = 0;
    const char *at = text;
    while (*at >= '0' && *at <= '9') {
        n = n * 10 + (uint64_t)(*at++ - '0');
        if (n >= count)
            return NULL;
    }
    if (at == text || *at != '}')
        return NULL;
    *number = (uint32_t)n;
    return at + 1;
}

PWord p_format(const PProgram *p, const char *format, const PWord *args, const uint32_t *types,
               uint32_t count)
{
    Buf out = {0};
    PPrinter printer = {.write = write_buf, .to = &out};
    const char *at = format;

    while (*at) {
        uint32_t number = 0;
        size_t plain = strcspn(at, "{}");
        buf_add(&out, at, plain);
        at += plain;
        if (!*at)
            break;
        const char *after = *at == '{' ? placeholder(at + 1, count, &number) : NULL;
        if (after) {
            p_print(p, types[number], args[number], &printer);
            at = after;
            continue;
        }
        // Doubled braces stand for one; others the compiler did not let through.
        buf_char(&out, *at);
        at += at[1] == at[0] ? 2 : 1;
    }

    PWord string = p_string(out.text, out.size);
    buf_drop(&out);
    return string;
}
