// lang/parse_string.c: string literals, and the escapes in them.
//
// P copies its literals into C# unchanged, so the escapes are those of C#: a letter, or a
// character by its number, of which \u takes four hexadecimal digits, \U eight and \x one to
// four. Two \u that are the halves of a UTF-16 pair are one character. What C# would not
// compile is an error here, and so is the character 0, which ends strings in C.

#include "base/buf.h"
#include "lang/parse_impl.h"

typedef struct Literal {
    Parser *p;
    const char *text;
    uint32_t size;
    uint32_t at;     // the next byte
    uint32_t start;  // of the text, in the program
    Buf out;
} Literal;

enum {
    NO_CHARACTER = -1,
    LAST_CHARACTER = 0x10ffff,
    HIGH_HALF = 0xd800,  // of a pair: up to LOW_HALF
    LOW_HALF = 0xdc00,   // of a pair: up to PAIR_END
    PAIR_END = 0xe000,
};

static Span span_from(const Literal *l, uint32_t from)
{
    return (Span){.start = l->start + from, .end = l->start + l->at};
}

static void add_character(Buf *out, int32_t c)
{
    if (c < 0x80) {
        buf_char(out, (char)c);
        return;
    }
    int tails = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};
    buf_char(out, (char)(heads[tails] | (c >> (6 * tails))));
    while (tails-- > 0)
        buf_char(out, (char)(0x80 | ((c >> (6 * tails)) & 0x3f)));
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// `least` to `most` hexadecimal digits.
static int32_t number(Literal *l, uint32_t least, uint32_t most)
{
    int64_t value = 0;
    uint32_t count = 0;
    while (count < most && l->at < l->size && digit(l->text[l->at]) >= 0) {
        value = value * 16 + digit(l->text[l->at++]);
        count++;
    }
    return count < least || value > LAST_CHARACTER ? NO_CHARACTER : (int32_t)value;
}

// The letter behind the backslash has been read.
static int32_t character(Literal *l, char letter)
{
    static const char letters[] = "'\"\\0abfnrtv";
    static const char meant[] = "'\"\\\0\a\b\f\n\r\t\v";
    switch (letter) {
    case 'x':
        return number(l, 1, 4);
    case 'u':
        return number(l, 4, 4);
    case 'U':
        return number(l, 8, 8);
    default:
        for (uint32_t i = 0; letters[i]; i++)
            if (letters[i] == letter)
                return meant[i];
        return NO_CHARACTER;
    }
}

static bool is_half(int32_t c)
{
    return c >= HIGH_HALF && c < PAIR_END;
}

// A high half has been read: the pair, if its low half follows.
static int32_t pair(Literal *l, int32_t high)
{
    if (high >= LOW_HALF || l->size - l->at < 6 || l->text[l->at] != '\\' ||
        l->text[l->at + 1] != 'u')
        return NO_CHARACTER;
    l->at += 2;
    int32_t low = number(l, 4, 4);
    if (low < LOW_HALF || low >= PAIR_END)
        return NO_CHARACTER;
    return 0x10000 + ((high - HIGH_HALF) << 10) + (low - LOW_HALF);
}

static void escape(Literal *l)
{
    uint32_t from = l->at++;
    char letter = l->at < l->size ? l->text[l->at++] : '\0';
    int32_t c = character(l, letter);
    if (is_half(c))
        c = pair(l, c);
    if (c > 0) {
        add_character(&l->out, c);
        return;
    }
    // Inside of a character of several bytes there is nothing to point to.
    while (l->at < l->size && ((unsigned char)l->text[l->at] & 0xc0) == 0x80)
        l->at++;
    Diags *diags = l->p->tree->diags;
    Span span = span_from(l, from);
    if (c == 0) {
        diag_add(diags, E0113, span, "the character 0 cannot stand in a string");
    } else {
        Diag *d = diag_add(diags, E0113, span, "this is no escape");
        if (letter == 'x' || letter == 'u' || letter == 'U')
            diag_help(d,
                      "a character is `\\x` with one to four hexadecimal digits, `\\u` with four "
                      "or `\\U` with eight");
        else
            diag_help(d, "a backslash itself is written twice: `\\\\`");
    }
}

void parse_string(Parser *p, Expr *e)
{
    const Token *t = peek(p);
    const Source *source = p->tree->sources->files.items[p->file];
    uint32_t quoted = t->span.end - t->span.start;
    Literal l = {
        .p = p,
        .text = source->text + (t->span.start - source->base) + 1,
        .size = quoted >= 2 ? quoted - 2 : 0,
        .start = t->span.start + 1,
    };
    while (l.at < l.size) {
        if (l.text[l.at] == '\\')
            escape(&l);
        else
            buf_char(&l.out, l.text[l.at++]);
    }
    e->string.text = arena_copy(p->tree->arena, buf_text(&l.out), l.out.size);
    e->string.size = (uint32_t)l.out.size;
    buf_drop(&l.out);
    expect(p, TK_STRING);
}
