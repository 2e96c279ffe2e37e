// lang/diag.c: collect, sort, render.
//
//     timer.p:12:9: error[E0202]: there is no `tiemr` here
//        12 |         send tiemr, eStart;
//           |              ^^^^^
//     timer.p:3:9: note: `timer` is declared here
//     help: did you mean `timer`?

#include "lang/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

typedef struct CodeInfo {
    const char *name;
    const char *title;
    Severity severity;
} CodeInfo;

static const CodeInfo codes[] = {
#define DIAG(code, severity, title) {#code, title, SEVERITY_##severity},
#include "lang/errors.def"
#undef DIAG
};

const char *diag_code_name(DiagCode code)
{
    return codes[code].name;
}

const char *diag_code_title(DiagCode code)
{
    return codes[code].title;
}

Severity diag_code_severity(DiagCode code)
{
    return codes[code].severity;
}

DiagCode diag_code_find(const char *name)
{
    int code = 0;
    while (code < DIAG_CODE_COUNT && strcmp(codes[code].name, name) != 0)
        code++;
    return (DiagCode)code;
}

// ----------------------------------------------------------------------- collect

static const char *format_text(Arena *arena, const char *format, va_list args)
{
    Buf text = {0};
    buf_vprint(&text, format, args);
    const char *copy = arena_copy(arena, buf_text(&text), text.size);
    buf_drop(&text);
    return copy;
}

Diag *diag_add(Diags *diags, DiagCode code, Span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Diag *d = NEW(diags->arena, Diag);
    *d = (Diag){
        .owner = diags,
        .code = code,
        .span = span,
        .text = format_text(diags->arena, format, args),
    };
    va_end(args);

    if (!diags->silenced[code]) {
        vec_push(diags->arena, &diags->all, d);
        diags->error_count += codes[code].severity == SEVERITY_ERROR;
    }
    return d;
}

void diag_note(Diag *d, Span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    DiagNote *note = NEW(d->owner->arena, DiagNote);
    *note = (DiagNote){.span = span, .text = format_text(d->owner->arena, format, args)};
    va_end(args);

    DiagNote **last = &d->notes;
    while (*last)
        last = &(*last)->next;
    *last = note;
}

void diag_help(Diag *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    d->help = format_text(d->owner->arena, format, args);
    va_end(args);
}

// -------------------------------------------------------------------------- sort

static int by_place(const void *left, const void *right)
{
    const Diag *a = *(Diag *const *)left, *b = *(Diag *const *)right;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start ? -1 : 1;
    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    if (a->span.end != b->span.end)
        return a->span.end < b->span.end ? -1 : 1;
    return strcmp(a->text, b->text);
}

static bool says_the_same(const Diag *a, const Diag *b)
{
    return a->code == b->code && a->span.start == b->span.start && a->span.end == b->span.end;
}

void diags_sort(Diags *diags)
{
    if (diags->all.count == 0)
        return;
    qsort(diags->all.items, diags->all.count, sizeof *diags->all.items, by_place);

    uint32_t kept = 1;
    for (uint32_t i = 1; i < diags->all.count; i++) {
        Diag *d = diags->all.items[i];
        if (!says_the_same(diags->all.items[kept - 1], d))
            diags->all.items[kept++] = d;
        else
            diags->error_count -= codes[d->code].severity == SEVERITY_ERROR;
    }
    diags->all.count = kept;
}

// ------------------------------------------------------------------------ render

typedef struct Paint {
    const char *error, *warning, *note, *bold, *plain;
} Paint;

static const Paint colors = {"\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1m", "\033[0m"};
static const Paint none = {"", "", "", "", ""};

enum { LINE_SHOWN_MAX = 400 };  // bytes; a longer line is shown around the mark

// Control characters would disturb a terminal; tabs stay, the mark's line has
// the same ones.
static char printable(char c)
{
    return (unsigned char)c < 0x20 && c != '\t' ? ' ' : c;
}

// The line, and below it the mark: `^^^^` under the span's part of this line.
static void print_excerpt(Sources *sources, Span span, FILE *out, const Paint *paint)
{
    SourcePlace at = source_place(sources, span.start);
    uint32_t size;
    const char *line = source_line(sources, at.source, at.line, &size);
    uint32_t start = (uint32_t)(at.source->text + (span.start - at.source->base) - line);
    if (start > size)
        start = size;
    uint32_t end = start + (span.end > span.start ? span.end - span.start : 1);

    uint32_t from = start > LINE_SHOWN_MAX / 2 ? start - LINE_SHOWN_MAX / 2 : 0;
    while (from > 0 && ((unsigned char)line[from] & 0xc0) == 0x80)
        from--;
    uint32_t to = size - from > LINE_SHOWN_MAX ? from + LINE_SHOWN_MAX : size;
    if (end > to)
        end = to > start ? to : start + 1;

    fprintf(out, "%6u | ", at.line);
    for (uint32_t i = from; i < to; i++)
        fputc(printable(line[i]), out);
    fputs("\n       | ", out);
    for (uint32_t i = from; i < start; i++)
        if (line[i] == '\t')
            fputc('\t', out);
        else if (((unsigned char)line[i] & 0xc0) != 0x80)
            fputc(' ', out);
    fputs(paint->error, out);
    for (uint32_t i = start; i < end; i++)
        if (i == start || i >= size || ((unsigned char)line[i] & 0xc0) != 0x80)
            fputc('^', out);
    fprintf(out, "%s\n", paint->plain);
}

static void print_one(const Diag *d, Sources *sources, FILE *out, const Paint *paint)
{
    SourcePlace at = source_place(sources, d->span.start);
    bool error = codes[d->code].severity == SEVERITY_ERROR;
    fprintf(out, "%s%s:%u:%u:%s %s%s[%s]:%s %s%s%s\n", paint->bold, at.source->path, at.line,
            at.column, paint->plain, error ? paint->error : paint->warning,
            error ? "error" : "warning", codes[d->code].name, paint->plain, paint->bold, d->text,
            paint->plain);
    print_excerpt(sources, d->span, out, paint);

    for (const DiagNote *note = d->notes; note; note = note->next) {
        SourcePlace there = source_place(sources, note->span.start);
        fprintf(out, "%s:%u:%u: %snote:%s %s\n", there.source->path, there.line, there.column,
                paint->note, paint->plain, note->text);
        print_excerpt(sources, note->span, out, paint);
    }
    if (d->help)
        fprintf(out, "%shelp:%s %s\n", paint->note, paint->plain, d->help);
}

// Each in one piece: standard error has no buffer of its own.
void diags_print(const Diags *diags, Sources *sources, FILE *out, bool color)
{
    for (uint32_t i = 0; i < diags->all.count; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *piece = open_memstream(&text, &size);
        if (!piece)
            die_out_of_memory(size);
        print_one(diags->all.items[i], sources, piece, color ? &colors : &none);
        fclose(piece);
        fwrite(text, 1, size, out);
        free(text);
    }
}

void diags_print_excerpt(Sources *sources, uint32_t file, uint32_t line, uint32_t column,
                         FILE *out, bool color)
{
    if (file >= sources->files.count || line == 0)
        return;
    const Source *source = sources->files.items[file];
    uint32_t size, at = 0;
    const char *text = source_line(sources, source, line, &size);
    for (uint32_t passed = 1; passed < column && at < size; passed++)
        do
            at++;
        while (at < size && ((unsigned char)text[at] & 0xc0) == 0x80);
    uint32_t start = source->base + (uint32_t)(text - source->text) + at;
    print_excerpt(sources, (Span){.start = start, .end = start + 1}, out, color ? &colors : &none);
}
