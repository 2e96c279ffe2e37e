// format/format.c: the lines of a file.
//
// A file is a list of items: declarations, handlers and statements. An item ends with a
// semicolon or with a block, and begins a line of its own. Within an item lines end where the
// author ended them; a line that continues an item stands below what follows the open bracket,
// or is indented once.
//
// A block that the author wrote in one line stays there if it has no block in it, no comment, and
// still fits. All other blocks have a line per item.

#include "format/format.h"

#include <stdio.h>
#include <string.h>

#include "format/format_impl.h"

enum { INDENT = 4, WIDTH = 100, TAB = 4 };

typedef enum Break {
    BREAK_NONE,    // the token stays in the line
    BREAK_AUTHOR,  // a new line if the author began one
    BREAK_LINE,    // a new line; one empty line before it if the author left some
} Break;

// A bracket within an item that is still open.
typedef struct Open {
    uint32_t column;     // behind it
    uint32_t indent;     // of its line
    bool ends_its_line;  // what it holds begins in the next line
} Open;

// A comment behind code: how far it is indented is known when its neighbours are.
typedef struct Tail {
    size_t line_start, at, end;  // its line, and the comment, in `out`
    uint32_t least;              // its column if two spaces stand before it
    uint32_t column;             // the author's, moved as its line was
} Tail;

typedef struct Formatter {
    Shape shape;
    Arena *arena;
    Buf *out;
    uint32_t at;        // the next token
    size_t line_start;  // where the current line begins in `out`
    uint32_t line_indent;
    bool after_open;       // the last token opened a block
    bool closed_one_line;  // the last block is in one line
    VEC(Open) open;
    VEC(Tail) tails;
} Formatter;

// ------------------------------------------------------------------------- lines

static void begin_line(Formatter *f, uint32_t indent, bool empty_line_before)
{
    if (f->out->size) {
        buf_char(f->out, '\n');
        if (empty_line_before)
            buf_char(f->out, '\n');
    }
    f->line_start = f->out->size;
    f->line_indent = indent;
    buf_repeat(f->out, ' ', indent);
}

// The column of a place in a text, whose line begins at `from`.
static uint32_t column_in_text(const char *text, uint32_t from, uint32_t to)
{
    uint32_t c = 0;
    for (; from < to; from++)
        c = text[from] == '\t' ? (c / TAB + 1) * TAB : c + 1;
    return c;
}

static uint32_t line_begin(const char *text, uint32_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static uint32_t indent_in_text(const char *text, uint32_t line)
{
    uint32_t end = line;
    while (text[end] == ' ' || text[end] == '\t')
        end++;
    return column_in_text(text, line, end);
}

static uint32_t column(const Formatter *f)
{
    return column_in_text(buf_text(f->out), (uint32_t)f->line_start, (uint32_t)f->out->size);
}

// A string or comment of several lines was written: its last line is the current one.
static void continue_line(Formatter *f, const char *newline)
{
    f->line_start = (size_t)(newline + 1 - f->out->text);
    f->line_indent = indent_in_text(f->out->text, (uint32_t)f->line_start);
}

// ---------------------------------------------------------------------- comments

// The column of a comment behind code, in the author's text, moved as its line was moved.
static uint32_t tail_column(const Formatter *f, const Comment *c)
{
    const char *text = f->shape.text;
    uint32_t line = line_begin(text, c->start);
    uint32_t from_indent = column_in_text(text, line, c->start) - indent_in_text(text, line);
    return f->line_indent + from_indent;
}

static void write_comment(Formatter *f, const Comment *c);

// Behind code, at the end of a line.
static void write_tail(Formatter *f, const Comment *c)
{
    Tail tail = {.line_start = f->line_start, .least = column(f) + 2, .column = tail_column(f, c)};
    if (!c->is_line) {  // it may have several lines: it is not moved afterwards
        buf_repeat(f->out, ' ', tail.column > tail.least ? tail.column - tail.least + 2 : 2);
        write_comment(f, c);
        return;
    }
    tail.at = f->out->size;
    write_comment(f, c);
    tail.end = f->out->size;
    vec_push(f->arena, &f->tails, tail);
}

// Comments that stood below each other, in lines without a gap, still do. Others keep their
// column if they can. Two spaces at least stand before each.
static void align_tails(Formatter *f)
{
    Buf aligned = {0};
    size_t done = 0;
    for (uint32_t i = 0; i < f->tails.count;) {
        const Tail *t = &f->tails.items[i];
        uint32_t end = i + 1, to = t->column;
        while (end < f->tails.count && f->tails.items[end].column == t->column &&
               f->tails.items[end].line_start == f->tails.items[end - 1].end + 1)
            end++;
        for (uint32_t k = i; k < end; k++)
            to = f->tails.items[k].least > to ? f->tails.items[k].least : to;
        for (; i < end; i++) {
            t = &f->tails.items[i];
            buf_add(&aligned, f->out->text + done, t->at - done);
            buf_repeat(&aligned, ' ', to - t->least + 2);
            done = t->at;
        }
    }
    buf_add(&aligned, buf_text(f->out) + done, f->out->size - done);
    buf_drop(f->out);
    *f->out = aligned;
}

static uint32_t trimmed(const char *text, uint32_t start, uint32_t end)
{
    while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
        end--;
    return end;
}

// The lines of a long comment move together with its first line.
static void write_comment(Formatter *f, const Comment *c)
{
    const char *text = f->shape.text;
    uint32_t begin = line_begin(text, c->start);
    int64_t shift = (int64_t)column(f) - column_in_text(text, begin, c->start);
    size_t out_begin = f->out->size;

    for (uint32_t at = c->start; at < c->end;) {
        const char *stop = memchr(text + at, '\n', c->end - at);
        uint32_t end = stop ? (uint32_t)(stop - text) : c->end;
        uint32_t last = trimmed(text, at, end);
        if (at != c->start && last > at) {
            uint32_t first = at;
            while (first < last && (text[first] == ' ' || text[first] == '\t'))
                first++;
            int64_t indent = (int64_t)column_in_text(text, at, first) + shift;
            buf_repeat(f->out, ' ', indent > 0 ? (size_t)indent : 0);
            at = first;
        }
        buf_add(f->out, text + at, last - at);
        at = end;
        if (stop) {
            buf_char(f->out, '\n');
            at++;
        }
    }
    const char *newline = memrchr(f->out->text + out_begin, '\n', f->out->size - out_begin);
    if (newline)
        continue_line(f, newline);
}

typedef struct Written {
    bool begins_line;  // comments begin the current line, and the author put the token behind them
    bool ends_line;    // the token cannot stand in the same line
} Written;

static Written write_comments(Formatter *f, const Gap *gap, Break how, uint32_t indent)
{
    Written done = {0};
    for (uint32_t i = 0; i < gap->count; i++) {
        const Comment *c = &gap->comments[i];
        bool is_last = i + 1 == gap->count, is_written = false;
        uint32_t newlines_after = is_last ? gap->newlines : c[1].newlines;
        bool ends_line = c->is_line || (is_last && how == BREAK_LINE) ||
                         (newlines_after && !(is_last && how == BREAK_NONE));

        if (c->newlines > 0 || done.ends_line || f->out->size == 0) {
            begin_line(f, indent, c->newlines > 1 && !f->after_open);
            done.begins_line = true;
        } else if (done.begins_line) {
            buf_char(f->out, ' ');
        } else if (ends_line) {
            write_tail(f, c);
            is_written = true;
        } else {
            buf_char(f->out, ' ');
        }
        if (!is_written)
            write_comment(f, c);
        f->after_open = false;
        done.ends_line = c->is_line || (done.begins_line && newlines_after);
    }
    return done;
}

// ------------------------------------------------------------------------ tokens

static bool is_closer(const Formatter *f, uint32_t token)
{
    Bracket kind = f->shape.brackets[token];
    return kind != BRACKET_NONE && kind != BRACKET_PARAMETER && f->shape.partner[token] < token;
}

// Writes the next token, and the comments before it.
static void put_beside(Formatter *f, Break how, uint32_t indent, uint32_t comment_indent)
{
    const Shape *s = &f->shape;
    const Gap *gap = &s->gaps[f->at];
    Span span = s->tokens[f->at].span;

    Written before = write_comments(f, gap, how, comment_indent);
    bool is_begun = before.begins_line && !before.ends_line;
    bool breaks = how == BREAK_LINE || (how == BREAK_AUTHOR && gap->newlines);
    if (before.ends_line || (breaks && !is_begun) || f->out->size == 0) {
        bool wants_empty = how == BREAK_LINE && gap->newlines > 1 && !f->after_open;
        begin_line(f, indent, wants_empty && !is_closer(f, f->at));
    } else if (f->at > 0 ? needs_space(s, f->at) : before.begins_line) {
        buf_char(f->out, ' ');
    }
    size_t begin = f->out->size;
    buf_add(f->out, s->text + (span.start - s->base), span.end - span.start);
    const char *newline = memrchr(f->out->text + begin, '\n', f->out->size - begin);
    if (newline)
        continue_line(f, newline);
    f->after_open = false;
    f->at++;
}

static void put(Formatter *f, Break how, uint32_t indent)
{
    put_beside(f, how, indent, indent);
}

// ------------------------------------------------------------------ within an item

static uint32_t continuation(const Formatter *f, uint32_t item_indent)
{
    if (!f->open.count)
        return item_indent + INDENT;
    const Open *o = &vec_last(&f->open);
    bool closes = is_closer(f, f->at);
    if (o->ends_its_line)
        return closes ? o->indent : o->indent + INDENT;
    return closes ? o->column - 1 : o->column;
}

static bool has_line_break(const Gap *gap)
{
    if (gap->newlines)
        return true;
    for (uint32_t i = 0; i < gap->count; i++)
        if (gap->comments[i].newlines || gap->comments[i].is_line)
            return true;
    return false;
}

// The next token of an item, which is no block.
static void put_part(Formatter *f, uint32_t item_indent)
{
    const Shape *s = &f->shape;
    uint32_t token = f->at;
    bool closes = is_closer(f, token);
    bool opens = s->brackets[token] != BRACKET_NONE && s->partner[token] > token;

    put(f, BREAK_AUTHOR, continuation(f, item_indent));
    if (closes && f->open.count)  // a block in parentheses, which P has not, ends an item early
        f->open.count--;
    if (opens) {
        Open o = {
            .column = column(f) + (s->brackets[token] == BRACKET_LIST),
            .indent = f->line_indent,
            .ends_its_line = has_line_break(&s->gaps[f->at]),
        };
        vec_push(f->arena, &f->open, o);
    }
}

static void put_parenthesis(Formatter *f, uint32_t item_indent)
{
    uint32_t close = f->shape.partner[f->at];
    while (f->at <= close)
        put_part(f, item_indent);
}

// ------------------------------------------------------------------------- items

static void item(Formatter *f, Break how, uint32_t indent);

static bool at_block(const Formatter *f)
{
    return is_kind(&f->shape, f->at, TK_LBRACE) && f->shape.brackets[f->at] == BRACKET_BLOCK;
}

static bool at_end(const Formatter *f)
{
    return is_kind(&f->shape, f->at, TK_END) || is_kind(&f->shape, f->at, TK_RBRACE);
}

// Whether the author wrote the block that begins here in one line, with nothing in it that
// needs more.
static bool is_in_one_line(const Formatter *f)
{
    const Shape *s = &f->shape;
    uint32_t close = s->partner[f->at];
    for (uint32_t i = f->at + 1; i <= close; i++) {
        bool is_empty = close == f->at + 1;
        if (s->gaps[i].count || (s->gaps[i].newlines && !is_empty) || is_kind(s, i, TK_LBRACE))
            return false;
    }
    return true;
}

static bool block_in_one_line(Formatter *f, Break how, uint32_t indent)
{
    uint32_t start = f->at;
    size_t size = f->out->size, line_start = f->line_start;
    uint32_t line_indent = f->line_indent, tails = f->tails.count;
    bool after_open = f->after_open;

    put(f, how, indent);
    size_t own_line = f->line_start;
    while (!at_end(f))
        item(f, BREAK_NONE, indent);
    put(f, BREAK_NONE, indent);
    if (column(f) <= WIDTH && f->line_start == own_line)
        return true;

    f->at = start;
    f->out->size = size;
    f->line_start = line_start;
    f->line_indent = line_indent;
    f->tails.count = tails;
    f->after_open = after_open;
    return false;
}

static void block(Formatter *f, Break how, uint32_t indent)
{
    assert(at_block(f));
    f->closed_one_line = is_in_one_line(f) && block_in_one_line(f, how, indent);
    if (f->closed_one_line)
        return;
    put(f, how, indent);
    f->after_open = true;
    while (!at_end(f))
        item(f, BREAK_LINE, indent + INDENT);
    put_beside(f, BREAK_LINE, indent, indent + INDENT);
    f->closed_one_line = false;
}

// A statement below `if`, `else` or a loop.
static void branch(Formatter *f, uint32_t indent)
{
    if (at_end(f))
        return;
    if (at_block(f)) {
        block(f, BREAK_NONE, indent);
    } else if (is_word(&f->shape, f->at - 1, W_ELSE) && is_word(&f->shape, f->at, W_IF)) {
        item(f, BREAK_NONE, indent);
    } else if (has_line_break(&f->shape.gaps[f->at])) {
        item(f, BREAK_LINE, indent + INDENT);
    } else {
        item(f, BREAK_NONE, indent);
    }
}

static void else_branches(Formatter *f, uint32_t indent)
{
    if (!is_word(&f->shape, f->at, W_ELSE))
        return;
    bool after_block = is_kind(&f->shape, f->at - 1, TK_RBRACE) && !f->closed_one_line;
    put(f, after_block ? BREAK_NONE : BREAK_AUTHOR, indent);
    branch(f, indent);
}

static void control(Formatter *f, Break how, uint32_t indent)
{
    bool is_if = is_word(&f->shape, f->at, W_IF);
    put(f, how, indent);
    if (is_kind(&f->shape, f->at, TK_LPAREN))
        put_parenthesis(f, indent);
    branch(f, indent);
    if (is_if)
        else_branches(f, indent);
}

// A semicolon behind a block belongs to it.
static void put_semicolon(Formatter *f, uint32_t indent)
{
    if (is_kind(&f->shape, f->at, TK_SEMI))
        put(f, BREAK_NONE, indent);
}

// receives and sends of a machine have lines of their own, and then so has the brace.
static bool at_clause(const Formatter *f)
{
    return is_word(&f->shape, f->at, W_RECEIVES) || is_word(&f->shape, f->at, W_SENDS);
}

static void clauses(Formatter *f, uint32_t indent)
{
    while (at_clause(f)) {
        put(f, BREAK_LINE, indent + INDENT);
        while (f->open.count || (!at_end(f) && !at_block(f) && !at_clause(f) &&
                                 !is_kind(&f->shape, f->at - 1, TK_SEMI)))
            put_part(f, indent + INDENT);
    }
    if (at_block(f))
        block(f, BREAK_LINE, indent);
}

// After the braces of an enum nothing follows; those of a module are a part of it.
static bool ends_with_list(const Formatter *f)
{
    if (f->open.count || !is_kind(&f->shape, f->at - 1, TK_RBRACE))
        return false;
    return !is_kind(&f->shape, f->at, TK_SEMI) && !is_kind(&f->shape, f->at, TK_COMMA);
}

static void plain_item(Formatter *f, Break how, uint32_t indent)
{
    const Shape *s = &f->shape;
    uint32_t start = f->at;
    bool is_machine = false;

    put(f, how, indent);
    f->at--;  // as a part it may open a bracket
    f->open.count = 0;
    if (s->brackets[start] != BRACKET_NONE && s->partner[start] > start)
        vec_push(f->arena, &f->open, ((Open){.column = column(f), .indent = f->line_indent}));
    f->at++;
    while (!at_end(f) || f->open.count) {
        bool is_whole = f->open.count == 0;
        is_machine |= is_whole && is_word(s, f->at - 1, W_MACHINE);
        if (is_whole && (is_kind(s, f->at - 1, TK_SEMI) || ends_with_list(f)))
            return;
        if (is_whole && is_word(s, start, W_INCLUDE) && is_kind(s, f->at - 1, TK_STRING))
            break;
        if (at_block(f)) {
            block(f, BREAK_NONE, indent);
            break;
        }
        if (is_whole && is_machine && at_clause(f)) {
            clauses(f, indent);
            break;
        }
        put_part(f, indent);
    }
    put_semicolon(f, indent);
}

static void item(Formatter *f, Break how, uint32_t indent)
{
    const Shape *s = &f->shape;
    uint32_t before = f->at;
    if (at_block(f)) {
        block(f, how, indent);
        put_semicolon(f, indent);
    } else if (is_word(s, before, W_IF) || is_word(s, before, W_WHILE) ||
               is_word(s, before, W_FOREACH)) {
        control(f, how, indent);
        put_semicolon(f, indent);
    } else {
        plain_item(f, how, indent);
    }
    assert(f->at > before);
}

// ------------------------------------------------------------------------- files

bool format_source(const Tokens *tokens, Diags *diags, Buf *out)
{
    Arena arena = {0};
    Formatter f = {.arena = &arena, .out = out};
    assert(out->size == 0);

    bool ok = shape_init(&f.shape, &arena, tokens, diags);
    if (ok) {
        while (!at_end(&f))
            item(&f, BREAK_LINE, 0);
        assert(is_kind(&f.shape, f.at, TK_END));
        write_comments(&f, &f.shape.gaps[f.at], BREAK_LINE, 0);
        if (out->size)
            buf_char(out, '\n');
        align_tails(&f);
    }
    arena_drop(&arena);
    return ok;
}

bool format_text(const char *text, size_t size, Buf *out, Err *why)
{
    Arena arena = {0};
    Sources sources = {.arena = &arena};
    Diags diags = {.arena = &arena};
    Lexicon lexicon;
    lexicon_init(&lexicon, &arena);

    Source *source = source_add(&sources, "", arena_copy(&arena, text, size), size, why);
    bool ok = source != NULL;
    if (ok) {
        Tokens tokens = lex(&lexicon, source, &diags);
        ok = diags.error_count == 0 && format_source(&tokens, &diags, out);
        if (!ok) {
            SourcePlace place = source_place(&sources, diags.all.items[0]->span.start);
            err_set(why, "%u:%u: %s", place.line, place.column, diags.all.items[0]->text);
        }
    }
    lexicon_drop(&lexicon);
    arena_drop(&arena);
    return ok;
}
