// check/replay/recording.c: reading a trace back, line by line.
//
// Each line is a JSON object; lines are numbered, and the last one ends with a checksum of
// everything before it. Only three kinds of lines matter here (turn, choice, error), the others
// are for people, but all lines must be unchanged.

#include "check/replay/recording.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/ending.h"
#include "base/memory.h"
#include "rt/trace_open.h"

enum { TRACE_VERSION = 1 };

typedef struct Reader {
    const char *path;
    FILE *in;
    char *text;
    size_t room;
    ssize_t size;
    uint32_t line;  // counts from 1
    uint64_t sum;   // checksum of the lines before
    bool is_done;   // the last line was read
    Recording *to;
    Err *err;
} Reader;

static bool refuse(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(Reader *r, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    err_set(r->err, "%s:%" PRIu32 ": %s", r->path, r->line, text);
    return false;
}

// ----------------------------------------------------------------------------- members

static bool read_text(Reader *r, const json_t *line, const char *member, const char **text)
{
    *text = json_string_value(json_object_get(line, member));
    return *text || refuse(r, "`%s` is missing, or is no text", member);
}

static bool read_number(Reader *r, const json_t *line, const char *member, uint32_t *number)
{
    const json_t *value = json_object_get(line, member);
    json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 0 || n > (json_int_t)UINT32_MAX)
        return refuse(r, "`%s` is missing, or is no number", member);
    *number = (uint32_t)n;
    return true;
}

// "Server(3)" is number 3.
static bool read_machine(Reader *r, const json_t *line, uint32_t *machine)
{
    Recording *to = r->to;
    const char *name, *at;
    if (!read_text(r, line, "machine", &name))
        return false;

    char *end = NULL;
    at = strrchr(name, '(');
    unsigned long number = at && at[1] >= '1' && at[1] <= '9' ? strtoul(at + 1, &end, 10) : 0;
    if (number == 0 || strcmp(end, ")") != 0)
        return refuse(r, "`%s` is not the name of a machine", name);
    if (number >= r->line)  // each machine has a line for its creation
        return refuse(r, "`%s`: there are fewer machines", name);
    if (number >= to->name_count) {
        uint32_t count = (uint32_t)number * 2;
        to->names = memory_resized(to->names, count, sizeof *to->names);
        memset(to->names + to->name_count, 0, (count - to->name_count) * sizeof *to->names);
        to->name_count = count;
    }
    if (!to->names[number])
        to->names[number] = memory_copy_text(name);
    if (strcmp(to->names[number], name) != 0)
        return refuse(r, "%s was called %s before", name, to->names[number]);
    *machine = (uint32_t)number;
    return true;
}

// -------------------------------------------------------------------------- happenings

static bool take_turn(Reader *r, const json_t *line)
{
    Recording *to = r->to;
    uint32_t machine = 0, moves = 0;

    if (!read_machine(r, line, &machine) || !read_number(r, line, "moves", &moves))
        return false;
    if (to->schedule.turn_count == to->turn_capacity) {
        to->turn_capacity = to->turn_capacity ? to->turn_capacity * 2 : 16;
        to->turn_lines = memory_resized(to->turn_lines, to->turn_capacity, sizeof *to->turn_lines);
    }
    assert(to->schedule.turn_count < to->turn_capacity);
    to->turn_lines[to->schedule.turn_count] = r->line;
    schedule_add(&to->schedule, machine, moves, NULL, 0);
    return true;
}

// A choice belongs to the turn in which it is made.
static bool take_choice(Reader *r, const json_t *line)
{
    Schedule *s = &r->to->schedule;
    uint32_t chosen = 0;

    if (s->turn_count == 0)
        return refuse(r, "a choice stands before the first turn");
    if (!read_number(r, line, "chosen", &chosen))
        return false;
    schedule_choose(s, chosen);
    return true;
}

static bool take_error(Reader *r, const json_t *line)
{
    const char *kind, *message;
    if (!read_text(r, line, "kind", &kind) || !read_text(r, line, "message", &message))
        return false;
    if (r->to->kind)
        return refuse(r, "this is the second error");
    r->to->kind = memory_copy_text(kind);
    r->to->schedule.ends_hot = json_is_true(json_object_get(line, "suspected"));
    r->to->message = memory_copy_text(message);
    const char *at = json_string_value(json_object_get(line, "at"));
    const char *who = json_string_value(json_object_get(line, "machine"));
    const char *monitor = json_string_value(json_object_get(line, "monitor"));
    r->to->place = at ? memory_copy_text(at) : NULL;
    r->to->culprit = who ? memory_copy_text(who) : monitor ? memory_copy_text(monitor) : NULL;
    return true;
}

// The checksum is the last member of the line, and covers everything before it.
static bool take_end(Reader *r, const json_t *line)
{
    static const size_t tail = sizeof ",\"sum\":\"0123456789abcdef\"}\n" - 1;
    const char *outcome, *sum;
    char wanted[20];

    if (!read_text(r, line, "outcome", &outcome) || !read_text(r, line, "sum", &sum))
        return false;
    size_t before = (size_t)r->size > tail ? (size_t)r->size - tail : 0;
    snprintf(wanted, sizeof wanted, "%016" PRIx64, trace_sum(r->sum, r->text, before));
    if (strcmp(sum, wanted) != 0)
        return refuse(r, "the lines up to here are not what was written: their sum is %s, not %s",
                      wanted, sum);
    r->to->outcome = memory_copy_text(outcome);
    r->is_done = true;
    return true;
}

static bool take_happening(Reader *r, const json_t *line)
{
    const char *what;
    uint32_t step = 0;

    if (r->is_done)
        return refuse(r, "something stands behind the end of the trace");
    if (!read_number(r, line, "step", &step) || !read_text(r, line, "what", &what))
        return false;
    if (step != r->line - 1)
        return refuse(r, "here is step %" PRIu32 ", but it should be step %" PRIu32, step,
                      r->line - 1);
    if (r->to->is_run && strcmp(what, "turn") == 0)
        return refuse(r, "a turn stands in the trace of a run");
    if (strcmp(what, "loop") == 0)
        r->to->schedule.loop = r->to->schedule.turn_count + 1;
    return strcmp(what, "turn") == 0                       ? take_turn(r, line)
           : strcmp(what, "choice") == 0 && !r->to->is_run ? take_choice(r, line)
           : strcmp(what, "error") == 0  ? take_error(r, line)
           : strcmp(what, "end") == 0    ? take_end(r, line)
                                         : true;
}

// ------------------------------------------------------------------------------ header

// A list of texts.
static bool take_texts(Reader *r, const char *member, const json_t *list, char ***texts,
                       uint32_t *text_count)
{
    size_t count = json_array_size(list);
    *texts = memory_zeroed(count + 1, sizeof **texts);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return refuse(r, "`%s` holds something that is no text", member);
        (*texts)[(*text_count)++] = memory_copy_text(text);
    }
    return true;
}

static bool take_faults(Reader *r, const json_t *faults)
{
    Network *n = &r->to->network;
    uint32_t *counts[] = {&n->crashes, &n->cuts, &n->suspicions};
    for (size_t i = 0; faults && i < sizeof counts / sizeof *counts; i++) {
        const json_t *count = json_array_get(faults, i);
        json_int_t value = json_integer_value(count);
        if (!json_is_integer(count) || value < 0 || value > FAULTS_MAX)
            return refuse(r, "`faults` is no list of three small numbers");
        *counts[i] = (uint32_t)value;
    }
    return true;
}

static bool take_network(Reader *r, const json_t *line)
{
    Recording *to = r->to;
    const json_t *network = json_object_get(line, "network");
    const json_t *list = json_object_get(line, "with-creator");
    const char *name = json_string_value(network);
    if (!network)
        return true;
    if (!name || strcmp(name, "fifo") != 0)
        return refuse(r, "`network` is not one that this plait has");
    to->network.kind = NETWORK_FIFO;
    const json_t *in_c = json_object_get(line, "in-c");
    if (list && !json_is_array(list))
        return refuse(r, "`with-creator` is no list");
    if (in_c && !json_is_array(in_c))
        return refuse(r, "`in-c` is no list");
    if (!take_faults(r, json_object_get(line, "faults")))
        return false;
    return take_texts(r, "with-creator", list, &to->with_creator, &to->with_creator_count) &&
           take_texts(r, "in-c", in_c, &to->in_c, &to->in_c_count);
}

// A number in hexadecimal digits; one that is missing stays 0.
static bool take_hexadecimal(Reader *r, const json_t *line, const char *member, uint64_t *number)
{
    const json_t *value = json_object_get(line, member);
    const char *text = json_string_value(value);
    char *end = NULL;

    if (!value)
        return true;
    *number = text ? strtoull(text, &end, 16) : 0;
    return (*number && *end == '\0') || refuse(r, "`%s` is no number", member);
}

static bool take_container(Reader *r, const json_t *line)
{
    if (json_object_get(line, "part") && !read_number(r, line, "part", &r->to->part))
        return false;
    return take_hexadecimal(r, line, "container", &r->to->container) &&
           take_hexadecimal(r, line, "replaces", &r->to->replaces) &&
           take_hexadecimal(r, line, "tables", &r->to->tables);
}

static bool take_header(Reader *r, const json_t *line)
{
    const json_t *paths = json_object_get(line, "paths");
    const json_t *limit = json_object_get(line, "loop-limit");
    const char *test, *dialect;
    uint32_t version = 0;

    if (!json_object_get(line, "plait-trace"))
        return refuse(r, "this is no trace");
    if (!read_number(r, line, "plait-trace", &version))
        return false;
    if (version != TRACE_VERSION)
        return refuse(r, "the trace has version %" PRIu32 "; this plait reads version %d", version,
                      TRACE_VERSION);
    if (!take_container(r, line))
        return false;
    r->to->is_run = paths == NULL || r->to->container;
    if (paths && !json_is_array(paths))
        return refuse(r, "`paths` is no list");
    if (!read_text(r, line, "test", &test))
        return false;
    if (!paths) {
        r->to->test = memory_copy_text(test);
        return true;
    }
    if (!read_text(r, line, "dialect", &dialect) ||
        !take_texts(r, "paths", paths, &r->to->paths, &r->to->path_count) || !take_network(r, line))
        return false;
    if (limit && json_integer_value(limit) <= 0)
        return refuse(r, "`loop-limit` is no number");
    r->to->loop_limit = (int64_t)json_integer_value(limit);
    r->to->test = memory_copy_text(test);
    r->to->dialect = memory_copy_text(dialect);
    return true;
}

// ------------------------------------------------------------------------------ the file

static bool take_line(Reader *r)
{
    json_error_t error;
    if (r->text[r->size - 1] != '\n')
        return r->to->container || refuse(r, "the trace is cut off in this line");
    size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    json_t *line = json_loadb(r->text, (size_t)r->size, flags, &error);
    if (!line)
        return refuse(r, "this is no line of a trace: %s", error.text);
    bool is_fine = json_is_object(line) || refuse(r, "this is no line of a trace");
    if (is_fine)
        is_fine = r->line == 1 ? take_header(r, line) : take_happening(r, line);
    json_decref(line);
    r->sum = trace_sum(r->sum, r->text, (size_t)r->size);
    return is_fine;
}

static bool read_lines(Reader *r)
{
    errno = 0;
    while ((r->size = getline(&r->text, &r->room, r->in)) > 0) {
        r->line++;
        if (!take_line(r))
            return false;
        errno = 0;
    }
    if (ferror(r->in)) {
        err_os(r->err, "read", r->path);
        return false;
    }
    if (r->line == 0) {
        err_set(r->err, "%s is empty", r->path);
        return false;
    }
    r->to->is_cut = !r->is_done && r->to->container;
    return r->is_done || r->to->is_cut ||
           refuse(r, "the trace is cut off after this line: its end is missing");
}

bool recording_read(const char *path, Recording *to, Err *err)
{
    *to = (Recording){0};
    FILE *in = trace_open_lines(path, err);
    if (!in)
        return false;
    Reader r = {.path = path, .in = in, .to = to, .err = err};
    bool is_fine = read_lines(&r);
    free(r.text);
    fclose(in);
    if (!is_fine)
        recording_drop(to);
    return is_fine;
}

void recording_drop(Recording *r)
{
    for (uint32_t i = 0; i < r->path_count; i++)
        free(r->paths[i]);
    for (uint32_t i = 0; i < r->name_count; i++)
        free(r->names[i]);
    for (uint32_t i = 0; i < r->with_creator_count; i++)
        free(r->with_creator[i]);
    free(r->with_creator);
    free(r->is_with_creator);
    for (uint32_t i = 0; i < r->in_c_count; i++)
        free(r->in_c[i]);
    free(r->in_c);
    free(r->is_in_c);
    free(r->paths);
    free(r->names);
    free(r->test);
    free(r->dialect);
    free(r->outcome);
    free(r->kind);
    free(r->message);
    free(r->place);
    free(r->culprit);
    free(r->turn_lines);
    schedule_drop(&r->schedule);
    *r = (Recording){0};
}

// ------------------------------------------------------------------------- once more

static uint32_t machine_by_name(const PProgram *p, const char *name)
{
    uint32_t kind = 0;
    while (kind < p->machine_count && strcmp(p->machines[kind].name, name) != 0)
        kind++;
    return kind;
}

// Which kinds of machines have these names: NULL when there are no names.
static bool bind_kinds(const PProgram *p, char *const *names, uint32_t count, bool **kinds,
                       Err *err)
{
    if (!count)
        return true;
    *kinds = memory_zeroed(p->machine_count, sizeof **kinds);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = machine_by_name(p, names[i]);
        if (kind == p->machine_count) {
            err_set(err, "the trace names the machine %s, which the program does not have",
                    names[i]);
            return false;
        }
        (*kinds)[kind] = true;
    }
    return true;
}

bool recording_bind(Recording *r, const PProgram *p, Err *err)
{
    r->schedule.network = &r->network;
    if (!bind_kinds(p, r->with_creator, r->with_creator_count, &r->is_with_creator, err) ||
        !bind_kinds(p, r->in_c, r->in_c_count, &r->is_in_c, err))
        return false;
    r->network.with_creator = r->is_with_creator;
    return true;
}

Executed recording_follow(const Recording *r, Execution *x, uint32_t *turn, Bug *bug)
{
    const Schedule *s = &r->schedule;
    execution_set_network(x, s->network);
    Executed result = execution_start(x, bug);

    for (*turn = 0; result == EXECUTED_ALL && *turn < s->turn_count; (*turn)++) {
        const Turn *t = &s->turns[*turn];
        assert(t->machine < r->name_count && r->names[t->machine]);
        const char *name = execution_name(x, t->machine);
        if (t->machine <= execution_machines(x) && strcmp(name, r->names[t->machine]) != 0) {
            snprintf(bug->text, sizeof bug->text, "%s is %s in this program", r->names[t->machine],
                     name);
            return EXECUTED_ODD;
        }
        if (s->loop == *turn + 1)
            execution_loop(x);
        result = execution_turn(x, t, s->choices, bug);
        if (result == EXECUTED_ODD)
            return result;
    }
    return result == EXECUTED_ALL ? execution_end(x, s->ends_hot, bug) : result;
}

// --------------------------------------------------------------------------------- the name

size_t recording_name_size(const char *path)
{
    static const char *const endings[] = {".trace.jsonl", ".jsonl", ".trace", ".schedule"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (has_ending(path, endings[i]))
            return strlen(path) - strlen(endings[i]);
    return strlen(path);
}
