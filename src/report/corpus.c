// report/corpus.c: a folder of traces.

#include "report/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/whole_file.h"
#include "report/trace_file.h"
#include "rt/program.h"

#define ENDING ".trace.jsonl"

// -------------------------------------------------------------------------------- reading

static void pass_over(const char *path, const char *reason)
{
    fputs("note: ", stderr);
    verdict_print_text(path, stderr);
    fputs(" is passed over: ", stderr);
    verdict_print_note(reason, stderr);
}

static int is_trace(const struct dirent *entry)
{
    size_t size = strlen(entry->d_name), ending = sizeof ENDING - 1;
    return entry->d_name[0] != '.' && size > ending &&
           strcmp(entry->d_name + size - ending, ENDING) == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_entry(Corpus *c, char *path, const Recording *recording)
{
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? c->capacity * 2 : 16;
        c->entries = memory_resized(c->entries, c->capacity, sizeof *c->entries);
    }
    c->entries[c->count++] = (CorpusEntry){.path = path, .recording = *recording};
}

static void read_entry(Corpus *c, const char *name, const PProgram *p)
{
    Recording recording;
    Err err = {0};
    Buf path = {0};

    buf_print(&path, "%s/%s", c->folder, name);
    if (!recording_read(path.text, &recording, &err)) {
        pass_over(path.text, err.text);
        buf_drop(&path);
    } else if (!program_test(p, recording.test)) {
        Buf reason = {0};
        buf_print(&reason, "the program has no test %s", recording.test);
        pass_over(path.text, reason.text);
        recording_drop(&recording);
        buf_drop(&reason);
        buf_drop(&path);
    } else {
        add_entry(c, path.text, &recording);
    }
}

// To be called when all entries are where they stay: their schedules refer to their networks.
static void bind_entries(Corpus *c, const PProgram *p)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        c->entries[kept] = c->entries[i];
        CorpusEntry *e = &c->entries[kept];
        Err err = {0};
        if (recording_bind(&e->recording, p, &err)) {
            kept++;
            continue;
        }
        pass_over(e->path, err.text);
        recording_drop(&e->recording);
        free(e->path);
    }
    c->count = kept;
}

bool corpus_read(Corpus *c, const char *folder, const PProgram *p, Err *err)
{
    struct dirent **list;

    *c = (Corpus){.folder = folder};
    int count = scandir(folder, &list, is_trace, by_name);
    if (count < 0) {
        if (errno == ENOENT)
            return true;
        err_os(err, "read the folder", folder);
        return false;
    }
    for (int i = 0; i < count; i++) {
        read_entry(c, list[i]->d_name, p);
        free(list[i]);
    }
    free(list);
    bind_entries(c, p);
    return true;
}

void corpus_drop(Corpus *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        recording_drop(&c->entries[i].recording);
        free(c->entries[i].path);
    }
    free(c->entries);
    *c = (Corpus){0};
}

// ------------------------------------------------------------------------------ replaying

Executed corpus_execute(const Recording *recording, const Verdict *v, Bug *bug, uint32_t *line)
{
    int64_t fuel = machine_fuel;
    uint32_t turn = 0;

    if (recording->loop_limit)
        machine_fuel = recording->loop_limit;
    Execution *x = execution_new(v->program, v->test, NULL);
    Executed result = recording_follow(recording, x, &turn, bug);
    execution_free(x);
    machine_fuel = fuel;
    *line = turn < recording->schedule.turn_count ? recording->turn_lines[turn] : 0;
    return result;
}

static void take_bug(Verdict *v, const CorpusEntry *e, const Bug *bug)
{
    const Schedule *s = &e->recording.schedule;

    v->corpus = e->path;
    v->result.schedule.ends_hot = s->ends_hot;
    v->result.schedule.loop = s->loop;
    v->result.schedule.network = s->network;
    v->result.has_bug = v->result.is_replayed = true;
    v->result.verdict = VERDICT_BUG;
    v->result.bug = *bug;
    for (uint32_t i = 0; i < s->turn_count; i++)
        schedule_add(&v->result.schedule, s->turns[i].machine, s->turns[i].moves,
                     s->choices + s->turns[i].first_choice, s->turns[i].choice_count);
}

static void add_failed(json_t *report, const CorpusEntry *e, const Bug *bug)
{
    json_t *o = json_object();
    json_object_set_new(o, "file", json_text(e->path));
    json_object_set_new(o, "kind", json_text(error_kind(bug->kind)));
    json_object_set_new(o, "message", json_text(bug->text));
    json_array_append_new(json_object_get(report, "failed"), o);
}

static void add_passed_over(json_t *report, const CorpusEntry *e, const char *reason)
{
    json_t *o = json_object();

    pass_over(e->path, reason);
    json_object_set_new(o, "file", json_text(e->path));
    json_object_set_new(o, "reason", json_text(reason));
    json_array_append_new(json_object_get(report, "passed_over"), o);
}

static void add_odd(json_t *report, const CorpusEntry *e, const Bug *bug, uint32_t line)
{
    Buf reason = {0};

    if (bug->kind == P_ERROR_SETUP)
        buf_str(&reason, bug->text);
    else
        buf_print(&reason, "line %" PRIu32 " does not fit the program: %s", line, bug->text);
    add_passed_over(report, e, reason.text);
    buf_drop(&reason);
}

static bool is_with_creator(const Network *n, uint32_t kind)
{
    return n->with_creator && n->with_creator[kind];
}

// Whether an execution in the network of the trace is one of those that the check explores.
static bool is_explored(const PProgram *p, const Network *trace, const Network *check)
{
    bool is_same = trace->kind == check->kind;
    for (uint32_t i = 0; i < p->machine_count && is_same; i++)
        is_same = is_with_creator(trace, i) == is_with_creator(check, i);
    return is_same && trace->crashes <= check->crashes && trace->cuts <= check->cuts &&
           trace->suspicions <= check->suspicions;
}

static void replay_entry(const CorpusEntry *e, const Network *network, Verdict *v, json_t *report)
{
    uint32_t line;
    Bug bug;

    if (!is_explored(v->program, &e->recording.network, network)) {
        add_passed_over(report, e,
                        "this check explores no such execution: its network, containers or faults "
                        "are others");
        return;
    }
    switch (corpus_execute(&e->recording, v, &bug, &line)) {
    case EXECUTED_BUG:
        add_failed(report, e, &bug);
        if (!v->result.has_bug)
            take_bug(v, e, &bug);
        break;
    case EXECUTED_SETUP:
    case EXECUTED_ODD:
        add_odd(report, e, &bug, line);
        break;
    case EXECUTED_ALL:
    case EXECUTED_ASSUME:
        break;
    }
}

json_t *corpus_replay(const Corpus *c, const Network *network, Verdict *v)
{
    json_t *report = NULL;
    json_int_t replayed = 0;

    for (uint32_t i = 0; i < c->count; i++) {
        if (strcmp(c->entries[i].recording.test, v->test->name) != 0)
            continue;
        if (!report)
            report = json_pack("{s:i,s:[],s:[]}", "replayed", 0, "failed", "passed_over");
        replay_entry(&c->entries[i], network, v, report);
        json_object_set_new(report, "replayed", json_integer(++replayed));
    }
    return report;
}

static const char *text_of(const json_t *object, const char *member)
{
    return json_string_value(json_object_get(object, member));
}

void corpus_print(const json_t *report, FILE *out)
{
    if (!report)
        return;
    const json_t *failed = json_object_get(report, "failed");
    size_t count = json_array_size(failed);
    size_t odd = json_array_size(json_object_get(report, "passed_over"));
    json_int_t replayed = json_integer_value(json_object_get(report, "replayed"));

    fprintf(out, "  corpus: %" JSON_INTEGER_FORMAT " trace%s replayed, %zu still fail%s", replayed,
            replayed == 1 ? "" : "s", count, count == 1 ? "s" : "");
    if (odd)
        fprintf(out, ", %zu passed over", odd);
    fputc('\n', out);
    for (size_t i = 1; i < count; i++) {
        const json_t *o = json_array_get(failed, i);
        fputs("  also: ", out);
        verdict_print_text(text_of(o, "file"), out);
        fprintf(out, ": %s: ", text_of(o, "kind"));
        verdict_print_text(text_of(o, "message"), out);
        fputc('\n', out);
    }
}

// --------------------------------------------------------------------------------- adding

// Of a network other than mailbox.
static uint64_t network_sum(const PProgram *p, const Network *n)
{
    Buf b = {0};
    buf_print(&b, "fifo %" PRIu32 " %" PRIu32 " %" PRIu32, n->crashes, n->cuts, n->suspicions);
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (is_with_creator(n, i))
            buf_print(&b, " %s", p->machines[i].name);
    uint64_t sum = trace_sum(0, b.text, b.size);
    buf_drop(&b);
    return sum;
}

// A hash of the network, the turns and the choices. It does not depend on the paths of the program
// or on its line numbers.
static uint64_t schedule_sum(const PProgram *p, const Schedule *s)
{
    bool is_mailbox = !s->network || s->network->kind == NETWORK_MAILBOX;
    uint64_t sum = is_mailbox ? 0 : network_sum(p, s->network);
    for (uint32_t i = 0; i < s->turn_count; i++) {
        const Turn *t = &s->turns[i];
        Buf b = {0};
        buf_print(&b, "%" PRIu32 " %" PRIu32, t->machine, t->moves);
        for (uint32_t j = 0; j < t->choice_count; j++)
            buf_print(&b, " %" PRIu32, s->choices[t->first_choice + j]);
        sum = trace_sum(sum, b.text, b.size);
        buf_drop(&b);
    }
    return sum;
}

bool corpus_add(const Corpus *c, const Verdict *v, const TraceOrigin *origin, Err *err)
{
    const Schedule *s = &v->result.schedule;
    char ending[64];
    Buf path = {0};
    WholeFile f;
    Bug bug;

    snprintf(ending, sizeof ending, "-%016" PRIx64 "%s", schedule_sum(v->program, s), ENDING);
    trace_file_path(&path, c->folder, v->test, v->result.bug.kind, ending);
    bool ok = whole_file_open(&f, path.text, err);
    if (ok) {
        execute_from(v->program, v->test, s, origin, f.out, &bug);
        ok = whole_file_close_new(&f, err);
    }
    buf_drop(&path);
    return ok;
}
