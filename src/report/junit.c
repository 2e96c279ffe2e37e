// report/junit.c: JUnit XML, which most services read.
//
// The program is a test suite, and each test a test case. A bug is a failure. A test that could
// not be checked is an error, and so is a wrong program. A test that was not run, because the
// check was interrupted, is skipped.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "report/ci.h"
#include "report/search_words.h"
#include "rt/trace.h"

// U+FFFE and U+FFFF: valid UTF-8, but not allowed in XML.
static bool is_no_character(const char *c)
{
    return strncmp(c, "\xef\xbf\xbe", 3) == 0 || strncmp(c, "\xef\xbf\xbf", 3) == 0;
}

// For text between tags, and for values between double quotes. Line ends are preserved, in
// values too. Characters that XML does not allow become U+FFFD.
static void add_escaped(Buf *b, const char *text, bool is_value)
{
    Buf clean = {0};
    utf8_clean(&clean, text, strlen(text));
    for (const char *c = buf_text(&clean); *c; c++) {
        bool is_space = *c == '\n' || *c == '\t' || *c == '\r', is_odd = is_no_character(c);
        if (*c == '&')
            buf_str(b, "&amp;");
        else if (*c == '<')
            buf_str(b, "&lt;");
        else if (*c == '>')
            buf_str(b, "&gt;");
        else if (*c == '"' && is_value)
            buf_str(b, "&quot;");
        else if (is_space && (is_value || *c == '\r'))
            buf_print(b, "&#%d;", *c);
        else if (is_odd || ((unsigned char)*c < 0x20 && !is_space))
            buf_str(b, "\xef\xbf\xbd");
        else
            buf_char(b, *c);
        if (is_odd)
            c += 2;
    }
    buf_drop(&clean);
}

static void add_value(Buf *b, const char *name, const char *value)
{
    buf_print(b, " %s=\"", name);
    add_escaped(b, value, true);
    buf_char(b, '"');
}

static void add_element(Buf *b, const char *name, const char *text)
{
    buf_print(b, "      <%s>", name);
    add_escaped(b, text, false);
    buf_print(b, "</%s>\n", name);
}

typedef struct Junit {
    Buf cases;  // an element for each test
    uint32_t tests, failures, errors, skipped;
    double seconds;
} Junit;

static void begin_case(const Ci *ci, Junit *j, const char *name, double seconds)
{
    Buf *b = &j->cases;
    buf_str(b, "    <testcase");
    add_value(b, "name", name);
    add_value(b, "classname", ci->options.program);
    buf_print(b, " time=\"%.3f\"", seconds);
    j->tests++;
    j->seconds += seconds;
}

// ------------------------------------------------------------------------------ properties

static void add_property(Buf *b, const char *name, const char *value)
{
    buf_str(b, "        <property");
    add_value(b, "name", name);
    add_value(b, "value", value);
    buf_str(b, "/>\n");
}

static void add_number(Buf *b, const char *name, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    add_property(b, name, text);
}

static void add_properties(Buf *b, const Verdict *v)
{
    const SearchResult *r = &v->result;

    buf_str(b, "      <properties>\n");
    add_property(b, "verdict", verdict_word(v));
    add_property(b, "complete", r->is_complete ? "true" : "false");
    for (uint32_t bit = 1; bit && bit <= r->limits; bit <<= 1)
        if (r->limits & bit)
            add_property(b, "limit_hit", search_limit_name((Limit)bit));
    add_property(b, "search", search_policies[v->search->kind].name);
    add_number(b, "seed", v->search->seed);
    add_number(b, "states", r->states);
    add_number(b, "transitions", r->transitions);
    add_number(b, "schedules", r->schedules);
    if (r->has_bug)
        add_property(b, "kind", verdict_bug_kind(v));
    if (v->trace)
        add_property(b, "trace", v->trace);
    if (v->page)
        add_property(b, "page", v->page);
    buf_str(b, "      </properties>\n");
}

// -------------------------------------------------------------------------------- verdicts

static char *verdict_text(const Verdict *v)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        die_out_of_memory(size);
    verdict_print(v, f, false);
    fclose(f);
    return text;
}

static void add_failure(Buf *b, const Verdict *v, const char *text)
{
    const Bug *bug = &v->result.bug;
    Buf message = {0};

    buf_print(&message, "%s: %s", verdict_bug_kind(v), bug->text);
    buf_str(b, "      <failure");
    add_value(b, "message", message.text);
    add_value(b, "type", verdict_bug_kind(v));
    buf_char(b, '>');
    add_escaped(b, text, false);
    buf_str(b, "</failure>\n");
    buf_drop(&message);
}

static void add_place(Buf *b, const Verdict *v)
{
    const PPosition *at = ci_place(v);
    Buf path = {0};
    if (!at)
        return;
    ci_path(&path, v->program->files[at->file]);
    add_value(b, "file", path.text);
    buf_print(b, " line=\"%" PRIu32 "\"", at->line);
    buf_drop(&path);
}

static void add_error(Buf *b, const char *type, const char *message)
{
    buf_str(b, "      <error");
    add_value(b, "message", message);
    add_value(b, "type", type);
    buf_char(b, '>');
    add_escaped(b, message, false);
    buf_str(b, "</error>\n");
}

// Adds the result of the test, unless it passed.
static void add_outcome(Junit *j, const Verdict *v, const char *text)
{
    Buf *b = &j->cases;
    VerdictKind kind = v->result.verdict;
    if (kind == VERDICT_BUG) {
        j->failures++;
        add_failure(b, v, text);
    } else if (kind == VERDICT_CANNOT_CHECK) {
        j->errors++;
        add_error(b, "cannot-check", v->result.note);
    } else if (kind == VERDICT_NOT_RUN) {
        j->skipped++;
        buf_str(b, "      <skipped");
        add_value(b, "message", verdict_not_run(v));
        buf_str(b, "/>\n");
    }
}

static void take_verdict(const Ci *ci, void *state, const Verdict *v)
{
    Junit *j = state;
    Buf *b = &j->cases;
    char *text = verdict_text(v);

    begin_case(ci, j, v->test->name, v->seconds);
    if (v->result.has_bug)
        add_place(b, v);
    buf_str(b, ">\n");
    add_properties(b, v);
    add_outcome(j, v, text);
    if (!v->result.has_bug)
        add_element(b, "system-out", text);
    buf_str(b, "    </testcase>\n");
    free(text);
}

static void add_error_case(const Ci *ci, Junit *j, const char *what, const char *type,
                           const char *message)
{
    begin_case(ci, j, what, 0);
    buf_str(&j->cases, ">\n");
    add_error(&j->cases, type, message);
    buf_str(&j->cases, "    </testcase>\n");
    j->errors++;
}

static void take_wrong_program(const Ci *ci, void *state, const char *text)
{
    add_error_case(ci, state, "the program", "diagnostics", text);
}

static void take_failure(const Ci *ci, void *state, const char *what, const char *reason)
{
    add_error_case(ci, state, what, "environment", reason);
}

// ----------------------------------------------------------------------------------- file

static void add_counts(Buf *b, const Junit *j)
{
    buf_print(b,
              " tests=\"%" PRIu32 "\" failures=\"%" PRIu32 "\" errors=\"%" PRIu32
              "\" skipped=\"%" PRIu32 "\"",
              j->tests, j->failures, j->errors, j->skipped);
}

static void write_file(const Ci *ci, void *state, int exit_code, FILE *out)
{
    const Junit *j = state;
    Buf b = {0};
    (void)exit_code;

    buf_str(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plait check\"");
    add_counts(&b, j);
    buf_print(&b, " time=\"%.3f\">\n  <testsuite", j->seconds);
    add_value(&b, "name", ci->options.program);
    add_counts(&b, j);
    buf_print(&b, " time=\"%.3f\">\n", j->seconds);
    buf_str(&b, "    <properties>\n");
    add_property(&b, "plait", PLAIT_VERSION);
    buf_str(&b, "    </properties>\n");
    buf_add(&b, buf_text(&j->cases), j->cases.size);
    buf_str(&b, "  </testsuite>\n</testsuites>\n");
    fwrite(b.text, 1, b.size, out);
    buf_drop(&b);
}

static void *begin(const Ci *ci)
{
    (void)ci;
    return memory_zeroed(1, sizeof(Junit));
}

static void end(void *state)
{
    Junit *j = state;
    buf_drop(&j->cases);
    free(j);
}

const Format format_junit = {
    .begin = begin,
    .add_wrong_program = take_wrong_program,
    .add_verdict = take_verdict,
    .add_failure = take_failure,
    .write = write_file,
    .end = end,
};
