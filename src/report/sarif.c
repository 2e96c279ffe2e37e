// report/sarif.c: SARIF 2.1.0, which code scanning services and editors read.
//
// There is a rule for each kind of bug and a result for each bug. The code flow of a result is
// the execution that leads to the bug: one location for each line that `plait replay` prints.
// All machines are in one thread flow, because viewers show one thread flow at a time, and the
// order of steps of different machines is important. Diagnostics are results, too.

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "report/ci.h"
#include "report/story.h"
#include "rt/trace.h"

static const struct {
    PError kind;
    const char *what, *help;
} kinds[] = {
    {P_ERROR_ASSERTION, "An assertion does not hold",
     "The condition of an `assert` is false, in a machine or a monitor, in an execution that the "
     "program allows. Follow the steps to see how it comes to that."},
    {P_ERROR_UNHANDLED_EVENT, "An event is not handled",
     "A machine took an event that its state neither handles, defers nor ignores. Handle it, or "
     "say `defer` or `ignore` in that state."},
    {P_ERROR_DEADLOCK, "A machine waits for ever",
     "Nobody can go on, and a machine waits in a `receive` for an event that will not come."},
    {P_ERROR_LIVENESS, "A monitor stays hot",
     "A monitor is in a hot state, and what it waits for never happens."},
    {P_ERROR_NULL_TARGET, "An event is sent to null",
     "The target of a `send` is null: the variable was not set, or not set yet."},
    {P_ERROR_BAD_CAST, "A cast fails", "A value is not of the type that it is cast to."},
    {P_ERROR_INDEX, "An index is out of range",
     "A sequence or set is read or changed at a place that it does not have."},
    {P_ERROR_MISSING_KEY, "A key is missing",
     "A map is read at a key that is not in it. Ask with `key in map` first."},
    {P_ERROR_DUPLICATE_KEY, "A key is inserted twice",
     "A key is inserted into a map that has it already. Assign to it instead."},
    {P_ERROR_DIVIDE_BY_ZERO, "A division by zero", "The divisor of `/` or `%` is zero."},
    {P_ERROR_CHOOSE, "A choice has no alternatives",
     "`choose` is given an empty collection, or more alternatives than it takes."},
    {P_ERROR_QUEUE_BOUND, "A queue is too long",
     "A queue holds more events than the `assert` of the event or machine allows."},
    {P_ERROR_INFINITE_LOOP, "A handler does not end",
     "A handler goes on without end, and sends nothing. `--loop-limit` says after "
     "how long that is believed."},
    {P_ERROR_FORBIDDEN_SEND, "An event may not be sent",
     "The event is not in the `sends` set of the machine, or the reference does not permit it."},
    {P_ERROR_FOREIGN, "Foreign code failed",
     "A foreign function reported a failure."},
    {P_ERROR_STACK_OVERFLOW, "Calls without end",
     "Functions call each other, or states are pushed, without end."},
};

typedef struct Sarif {
    json_t *rules, *results;
    json_t *notifications;  // tests without a result
} Sarif;

// {"text": "..."}
static json_t *message_json(const char *text)
{
    json_t *o = json_object();
    json_set_text(o, "text", text);
    return o;
}

// ----------------------------------------------------------------------------------- rules

static void add_rule(Sarif *s, const char *id, const char *name, const char *what, const char *help,
                     const char *level)
{
    json_t *rule = json_object(), *configuration = json_object();

    json_set_text(rule, "id", id);
    if (name)
        json_set_text(rule, "name", name);
    json_object_set_new(rule, "shortDescription", message_json(what));
    json_object_set_new(rule, "fullDescription", message_json(help));
    json_object_set_new(rule, "help", message_json(help));
    json_set_text(configuration, "level", level);
    json_object_set_new(rule, "defaultConfiguration", configuration);
    json_array_append_new(s->rules, rule);
}

// The rule name of "unhandled-event" is "UnhandledEvent".
static void add_rule_name(Buf *name, const char *kind)
{
    bool is_start = true;
    for (; *kind; kind++) {
        if (*kind != '-')
            buf_char(name, is_start ? (char)(*kind - 'a' + 'A') : *kind);
        is_start = *kind == '-';
    }
}

static void *begin(const Ci *ci)
{
    Sarif *s = memory_zeroed(1, sizeof *s);
    (void)ci;
    s->rules = json_array();
    s->results = json_array();
    s->notifications = json_array();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Buf name = {0};
        add_rule_name(&name, error_kind(kinds[i].kind));
        add_rule(s, error_kind(kinds[i].kind), name.text, kinds[i].what, kinds[i].help, "error");
        buf_drop(&name);
    }
    return s;
}

static void end(void *state)
{
    Sarif *s = state;
    json_decref(s->rules);
    json_decref(s->results);
    json_decref(s->notifications);
    free(s);
}

// The index of the rule in the list; the length of the list when the rule is not in it.
static size_t rule_index(const Sarif *s, const char *id)
{
    size_t i = 0;
    for (; i < json_array_size(s->rules); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(s->rules, i), "id")), id) == 0)
            break;
    return i;
}

// --------------------------------------------------------------------------------- places

// Adds a path as a URI reference: characters with a special meaning, and all that are not
// ASCII, are escaped.
static void add_uri(Buf *uri, const char *path)
{
    Buf known = {0};
    ci_path(&known, path);
    if (known.text[0] == '/')
        buf_str(uri, "file://");
    for (const char *c = known.text; *c; c++) {
        bool is_plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                        (*c >= '0' && *c <= '9') || strchr("/-._~", *c);
        if (is_plain)
            buf_char(uri, *c);
        else
            buf_print(uri, "%%%02X", (unsigned char)*c);
    }
    buf_drop(&known);
}

static json_t *place_json(const char *path, uint32_t line, uint32_t column)
{
    json_t *o = json_object(), *artifact = json_object(), *region = json_object();
    Buf uri = {0};

    add_uri(&uri, path);
    json_set_text(artifact, "uri", uri.text);
    buf_drop(&uri);
    json_object_set_new(region, "startLine", json_integer(line));
    json_object_set_new(region, "startColumn", json_integer(column));
    json_object_set_new(o, "artifactLocation", artifact);
    json_object_set_new(o, "region", region);
    return o;
}

// ----------------------------------------------------------------------------- code flows

static void add_step(const StoryLine *told, void *context)
{
    json_t *steps = context, *step = json_object(), *location = json_object();
    const TraceStep *at = told->step;
    json_t *place = at->file ? place_json(at->file, at->line, at->column) : NULL;
    Buf text = {0};

    // Where a loop begins, nobody does anything.
    buf_print(&text, "%s%s%s", told->who, *told->who ? " " : "", told->text);
    if (place)
        json_object_set_new(location, "physicalLocation", place);
    json_object_set_new(location, "message", message_json(text.text));
    json_object_set_new(step, "location", location);
    json_object_set_new(step, "executionOrder",
                        json_integer((json_int_t)json_array_size(steps) + 1));
    json_object_set_new(step, "nestingLevel", json_integer(at->is_monitor));
    if (at->kind == TRACED_ERROR)
        json_set_text(step, "importance", "essential");
    json_array_append_new(steps, step);
    buf_drop(&text);
}

// The steps of the schedule, which is executed again.
static json_t *steps_json(const Verdict *v)
{
    json_t *list = json_array();
    Steps steps = {0};

    steps_execute(&steps, v->program, v->test, &v->result.schedule);
    story_each(&steps, add_step, list);
    steps_drop(&steps);
    return list;
}

static json_t *flows_json(const Verdict *v)
{
    json_t *flows = json_array(), *flow = json_object();
    json_t *threads = json_array(), *thread = json_object();

    json_object_set_new(thread, "locations", steps_json(v));
    json_array_append_new(threads, thread);
    json_object_set_new(flow, "threadFlows", threads);
    json_array_append_new(flows, flow);
    return flows;
}

// -------------------------------------------------------------------------------- results

static json_t *result_json(const Sarif *s, const char *rule, const char *level, const char *text)
{
    json_t *o = json_object();
    json_set_text(o, "ruleId", rule);
    json_object_set_new(o, "ruleIndex", json_integer((json_int_t)rule_index(s, rule)));
    json_set_text(o, "level", level);
    json_object_set_new(o, "message", message_json(text));
    return o;
}

static json_t *locations_json(json_t *place, const Verdict *v)
{
    json_t *list = json_array(), *location = json_object();

    if (place)
        json_object_set_new(location, "physicalLocation", place);
    if (v && v->result.bug.machine != P_NONE) {
        json_t *logical = json_object(), *all = json_array();
        const Bug *b = &v->result.bug;
        Buf name = {0};
        buf_str(&name, v->program->machines[b->machine].name);
        if (b->state != P_NONE)
            buf_print(&name, ".%s", v->program->states[b->state].name);
        json_set_text(logical, "fullyQualifiedName", name.text);
        json_set_text(logical, "kind", "type");
        json_array_append_new(all, logical);
        json_object_set_new(location, "logicalLocations", all);
        buf_drop(&name);
    }
    json_array_append_new(list, location);
    return list;
}

static json_t *properties_json(const Verdict *v)
{
    json_t *o = json_object();
    json_set_text(o, "test", v->test->name);
    json_object_set_new(o, "steps", json_integer(v->result.schedule.turn_count));
    json_object_set_new(o, "replayed", json_boolean(v->result.is_replayed));
    if (v->trace)
        json_set_text(o, "trace", v->trace);
    if (v->page)
        json_set_text(o, "page", v->page);
    return o;
}

// Identifies the same bug in another version of the program, so it does not use the line.
static json_t *fingerprints_json(const Verdict *v)
{
    json_t *o = json_object();
    Buf key = {0};
    char sum[20];

    buf_print(&key, "%s\n%s\n", v->test->name, error_kind(v->result.bug.kind));
    ci_culprit(&key, v);
    snprintf(sum, sizeof sum, "%016" PRIx64, trace_sum(0, key.text, key.size));
    json_set_text(o, "plaitBug/v1", sum);
    buf_drop(&key);
    return o;
}

// A test that has no result: it could not be checked, or was not run.
static void add_notification(Sarif *s, const Verdict *v)
{
    bool is_not_run = v->result.verdict == VERDICT_NOT_RUN;
    json_t *o = json_object(), *descriptor = json_object();
    Buf text = {0};

    buf_print(&text, "%s: %s%s", v->test->name, is_not_run ? "not run: " : "",
              is_not_run ? verdict_not_run(v) : v->result.note);
    json_set_text(descriptor, "id", verdict_word(v));
    json_object_set_new(o, "descriptor", descriptor);
    json_set_text(o, "level", is_not_run ? "note" : "error");
    json_object_set_new(o, "message", message_json(text.text));
    json_array_append_new(s->notifications, o);
    buf_drop(&text);
}

static void take_verdict(const Ci *ci, void *state, const Verdict *v)
{
    Sarif *s = state;
    const Bug *bug = &v->result.bug;
    VerdictKind kind = v->result.verdict;
    Buf text = {0};

    (void)ci;
    if (kind == VERDICT_NOT_RUN || kind == VERDICT_CANNOT_CHECK)
        add_notification(s, v);
    if (kind != VERDICT_BUG)
        return;
    const PPosition *at = ci_place(v);
    buf_print(&text, "%s: %s: %s", v->test->name, verdict_bug_kind(v), bug->text);
    if (bug->machine != P_NONE) {
        buf_str(&text, " (");
        ci_culprit(&text, v);
        buf_str(&text, ")");
    }
    const char *level = verdict_is_suspicion(v) ? "warning" : "error";
    json_t *o = result_json(s, error_kind(bug->kind), level, text.text);
    json_t *place = at ? place_json(v->program->files[at->file], at->line, at->column) : NULL;
    json_object_set_new(o, "locations", locations_json(place, v));
    if (v->result.is_replayed)
        json_object_set_new(o, "codeFlows", flows_json(v));
    json_object_set_new(o, "partialFingerprints", fingerprints_json(v));
    json_object_set_new(o, "properties", properties_json(v));
    json_array_append_new(s->results, o);
    buf_drop(&text);
}

static void take_diagnostic(const Ci *ci, void *state, const Diag *d)
{
    Sarif *s = state;
    const char *code = diag_code_name(d->code), *title = diag_code_title(d->code);
    bool is_error = diag_code_severity(d->code) == SEVERITY_ERROR;
    const char *level = is_error ? "error" : "warning";
    Sources *sources = ci->options.sources;
    SourcePlace start = source_place(sources, d->span.start),
                end = source_place(sources, d->span.end);
    Buf text = {0};

    if (rule_index(s, code) == json_array_size(s->rules))
        add_rule(s, code, NULL, title, title, level);
    buf_str(&text, d->text);
    if (d->help)
        buf_print(&text, "; %s", d->help);
    json_t *o = result_json(s, code, level, text.text);
    json_t *place = place_json(start.source->path, start.line, start.column);
    json_t *region = json_object_get(place, "region");
    json_object_set_new(region, "endLine", json_integer(end.line));
    json_object_set_new(region, "endColumn", json_integer(end.column));
    json_object_set_new(o, "locations", locations_json(place, NULL));
    json_array_append_new(s->results, o);
    buf_drop(&text);
}

// ----------------------------------------------------------------------------------- file

static json_t *tool_json(const Sarif *s)
{
    json_t *tool = json_object(), *driver = json_object();
    json_set_text(driver, "name", "plait");
    json_set_text(driver, "version", PLAIT_VERSION);
    json_set_text(driver, "semanticVersion", PLAIT_VERSION);
    json_object_set(driver, "rules", s->rules);
    json_object_set_new(tool, "driver", driver);
    return tool;
}

static json_t *invocations_json(const Sarif *s, int code)
{
    json_t *list = json_array(), *o = json_object();
    json_object_set_new(o, "executionSuccessful", json_boolean(code < EXIT_ENVIRONMENT));
    json_object_set_new(o, "exitCode", json_integer(code));
    if (json_array_size(s->notifications))
        json_object_set(o, "toolExecutionNotifications", s->notifications);
    json_array_append_new(list, o);
    return list;
}

static void write_file(const Ci *ci, void *state, int exit_code, FILE *out)
{
    const Sarif *s = state;
    json_t *log = json_object(), *runs = json_array(), *run = json_object();

    (void)ci;
    json_set_text(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_set_text(log, "version", "2.1.0");
    json_object_set_new(run, "tool", tool_json(s));
    json_object_set_new(run, "invocations", invocations_json(s, exit_code));
    json_set_text(run, "columnKind", "unicodeCodePoints");
    json_object_set(run, "results", s->results);
    json_array_append_new(runs, run);
    json_object_set_new(log, "runs", runs);
    json_dumpf(log, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(log);
}

const Format format_sarif = {
    .begin = begin,
    .add_diagnostic = take_diagnostic,
    .add_verdict = take_verdict,
    .write = write_file,
    .end = end,
};
