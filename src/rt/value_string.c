// rt/value_string.c: strings.
//
// A string is bytes; "" is the word 0. Only printing interprets them, so a string from a foreign
// function need not be UTF-8.
//
// Hosts number machines differently: a run in the order of creation; the checker by the creator,
// and it reuses a number when no reference to the machine is left. So a text that p_format made
// stores which machines it names, and where. Two texts are equal if they name the same machines
// at the same positions, whatever the names look like. A text keeps a machine's number in use,
// as a reference does. So a program behaves the same in every host.

#include "base/buf.h"
#include "base/err.h"
#include "rt/value_impl.h"

// Bytes of a text with its NUL, rounded up so that the names after it are aligned.
static size_t text_room(size_t size)
{
    const size_t unit = _Alignof(TextName);
    return (size + 1 + unit - 1) / unit * unit;
}

static TextNode *text_new(size_t size, uint64_t name_count)
{
    if (size > SIZE_MAX / 2 || name_count > SIZE_MAX / 4 / sizeof(TextName))
        die_out_of_memory(SIZE_MAX);
    size_t names = name_count ? text_room(size) - size - 1 + name_count * sizeof(TextName) : 0;
    TextNode *node = node_alloc(NODE_TEXT, sizeof *node + size + 1 + names);
    node->size = size;
    node->name_count = name_count;
    node->text[size] = '\0';
    return node;
}

static TextName *names_of(TextNode *node)
{
    assert(node->name_count > 0);
    return (TextName *)(void *)(node->text + text_room(node->size));
}

const TextName *text_names(PWord string, uint64_t *count)
{
    TextNode *node = node_of(string);
    *count = node ? node->name_count : 0;
    return *count ? names_of(node) : NULL;
}

PWord p_string(const char *text, size_t size)
{
    if (size == 0)
        return 0;
    TextNode *node = text_new(size, 0);
    memcpy(node->text, text, size);
    return node_word(node);
}

PWord text_with_names(const char *text, size_t size, const TextName *names, uint64_t count)
{
    assert(size > 0 && count > 0);
    TextNode *node = text_new(size, count);
    memcpy(node->text, text, size);
    memcpy(names_of(node), names, count * sizeof *names);
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
    TextNode *node = text_new(left->size + right->size, left->name_count + right->name_count);
    memcpy(node->text, left->text, left->size);
    memcpy(node->text + left->size, right->text, right->size);
    if (node->name_count) {
        uint64_t count;
        TextName *to = names_of(node);
        const TextName *from = text_names(a, &count);
        for (uint64_t i = 0; i < count; i++)
            *to++ = from[i];
        from = text_names(b, &count);
        for (uint64_t i = 0; i < count; i++) {
            *to = from[i];
            to++->at += left->size;
        }
        assert(to == names_of(node) + node->name_count);
    }
    return node_word(node);
}

// ---------------------------------------------------------------------------- comparison

// Stands for the number in a machine's name: `Server(3)` becomes `Server` and this byte.
enum { NAME_END = '\xff' };

void text_skeleton(PWord string, Buf *out)
{
    size_t size, done = 0;
    uint64_t count;
    const char *text = p_string_text(string, &size);
    const TextName *names = text_names(string, &count);
    for (uint64_t i = 0; i < count; i++) {
        assert(names[i].at >= done && names[i].at + names[i].size <= size);  // they ascend
        const char *name = text + names[i].at, *kind_end = memchr(name, '(', names[i].size);
        buf_add(out, text + done, names[i].at - done);
        buf_add(out, name, kind_end ? (size_t)(kind_end - name) : names[i].size);
        buf_char(out, NAME_END);
        done = names[i].at + names[i].size;
    }
    buf_add(out, text + done, size - done);
}

static int compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    if (order == 0)
        return (a_size > b_size) - (a_size < b_size);
    return order < 0 ? -1 : 1;
}

static int compare_skeletons(PWord a, PWord b)
{
    Buf x = {0}, y = {0};
    text_skeleton(a, &x);
    text_skeleton(b, &y);
    int order = compare_bytes(buf_text(&x), x.size, buf_text(&y), y.size);
    buf_drop(&x);
    buf_drop(&y);
    return order;
}

static bool has_names(PWord string)
{
    return string && ((const TextNode *)node_of(string))->name_count > 0;
}

int p_string_order(PWord a, PWord b)
{
    if (a == b)
        return 0;
    if (has_names(a) || has_names(b))
        return compare_skeletons(a, b);
    size_t a_size, b_size;
    const char *a_text = p_string_text(a, &a_size), *b_text = p_string_text(b, &b_size);
    return compare_bytes(a_text, a_size, b_text, b_size);
}

int p_string_compare(PWord a, PWord b)
{
    int order = p_string_order(a, b);
    if (order != 0 || a == b)
        return order;
    uint64_t a_count, b_count;
    const TextName *x = text_names(a, &a_count), *y = text_names(b, &b_count);
    if (a_count != b_count)
        return a_count < b_count ? -1 : 1;
    for (uint64_t i = 0; i < a_count; i++)
        if (x[i].machine != y[i].machine)
            return x[i].machine < y[i].machine ? -1 : 1;
    return 0;
}

// ------------------------------------------------------------------------------- format

typedef struct Format {
    Buf text;
    Buf names;  // TextNames
} Format;

static void write_format(void *to, const char *text, size_t size)
{
    Format *out = to;
    buf_add(&out->text, text, size);
}

static void mention(void *to, uint32_t machine, size_t size)
{
    Format *out = to;
    assert(size <= UINT32_MAX && machine > 0);
    TextName name = {.at = out->text.size, .size = (uint32_t)size, .machine = machine};
    buf_add(&out->names, (const char *)&name, sizeof name);
}

static PWord format_string(const Format *f)
{
    assert(f->names.size % sizeof(TextName) == 0);
    uint64_t count = f->names.size / sizeof(TextName);
    if (count == 0)
        return p_string(buf_text(&f->text), f->text.size);
    return text_with_names(f->text.text, f->text.size, (const TextName *)(void *)f->names.text,
                           count);
}

// Reads the number after a brace, and returns the text after the closing brace; NULL when it is
// not a placeholder.
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
    Format out = {0};
    PPrinter printer = {.write = write_format, .to = &out, .mention = mention};
    const char *at = format;

    while (*at) {
        uint32_t number = 0;
        size_t plain = strcspn(at, "{}");
        buf_add(&out.text, at, plain);
        at += plain;
        if (!*at)
            break;
        const char *after = *at == '{' ? placeholder(at + 1, count, &number) : NULL;
        if (after) {
            assert(number < count);
            p_print(p, types[number], args[number], &printer);
            at = after;
            continue;
        }
        // Two braces mean one; the compiler rejects other uses of braces.
        buf_char(&out.text, *at);
        at += at[1] == at[0] ? 2 : 1;
    }

    PWord string = format_string(&out);
    buf_drop(&out.text);
    buf_drop(&out.names);
    return string;
}
