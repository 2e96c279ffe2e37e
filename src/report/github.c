// report/github.c: annotations that a GitHub workflow shows beside source lines.
//
//     ::error file=src/race.p,line=26,col=13,title=tcRace%3A assertion::out of order

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "report/ci.h"
#include "rt/trace.h"

// The message after the last `::` ends at the end of its line. A property before it also ends
// at a comma or a colon, so these are escaped there.
static void add_escaped(Buf *b, const char *text, bool is_property)
{
    Buf clean = {0};
    utf8_clean(&clean, text, strlen(text));
    for (const char *c = buf_text(&clean); *c; c++) {
        bool is_mark = *c == '%' || *c == '\r' || *c == '\n';
        if (is_mark || (is_property && (*c == ':' || *c == ',')))
            buf_print(b, "%%%02X", (unsigned char)*c);
        else
            buf_char(b, *c);
    }
    buf_drop(&clean);
}

static void add_property(Buf *b, const char *name, const char *value)
{
    buf_print(b, "%s%s=", b->text[b->size - 1] == ' ' ? "" : ",", name);
    add_escaped(b, value, true);
}

static void add_number(Buf *b, const char *name, uint32_t number)
{
    char text[16];
    snprintf(text, sizeof text, "%" PRIu32, number);
    add_property(b, name, text);
}

static void add_file(Buf *b, const char *path)
{
    Buf known = {0};
    ci_path(&known, path);
    add_property(b, "file", known.text);
    buf_drop(&known);
}

static void print(FILE *out, Buf *b, const char *message)
{
    buf_str(b, "::");
    add_escaped(b, message, false);
    fprintf(out, "%s\n", b->text);
    fflush(out);
    buf_drop(b);
}

void github_add_verdict(FILE *out, const Verdict *v)
{
    const Bug *bug = &v->result.bug;
    Buf b = {0}, title = {0}, message = {0};

    if (!v->result.has_bug)
        return;
    const PPosition *at = ci_place(v);
    buf_str(&b, verdict_is_suspicion(v) ? "::warning " : "::error ");
    if (at) {
        add_file(&b, v->program->files[at->file]);
        add_number(&b, "line", at->line);
        add_number(&b, "col", at->column);
    }
    buf_print(&title, "%s: %s", v->test->name, verdict_bug_kind(v));
    add_property(&b, "title", title.text);
    buf_print(&message, "%s\n", bug->text);
    ci_culprit(&message, v);
    if (v->trace)
        buf_print(&message, "\nshow it: plait replay %s%s", v->trace, v->paths);
    if (v->page)
        buf_print(&message, "\nin a browser: %s", v->page);
    print(out, &b, message.text);
    buf_drop(&title);
    buf_drop(&message);
}

void github_add_diagnostic(FILE *out, Sources *sources, const Diag *d)
{
    Buf b = {0}, message = {0};

    SourcePlace start = source_place(sources, d->span.start),
                end = source_place(sources, d->span.end);
    bool is_error = diag_code_severity(d->code) == SEVERITY_ERROR;
    buf_print(&b, "::%s ", is_error ? "error" : "warning");
    add_file(&b, start.source->path);
    add_number(&b, "line", start.line);
    add_number(&b, "endLine", end.line);
    add_number(&b, "col", start.column);
    if (end.line == start.line)  // GitHub accepts columns only within one line
        add_number(&b, "endColumn", end.column);
    add_property(&b, "title", diag_code_name(d->code));
    buf_str(&message, d->text);
    if (d->help)
        buf_print(&message, "\n%s", d->help);
    print(out, &b, message.text);
    buf_drop(&message);
}

static void add_plain(FILE *out, const char *level, const char *what, const char *message)
{
    Buf b = {0};
    buf_print(&b, "::%s ", level);
    add_property(&b, "title", what);
    print(out, &b, message);
}

void github_add_note(FILE *out, const char *what, const char *message)
{
    add_plain(out, "notice", what, message);
}

void github_add_error(FILE *out, const char *what, const char *message)
{
    add_plain(out, "error", what, message);
}
