// report/p_schedule.c: converts P's decisions to our moves, and back.
//
// P writes a decision at each of its points (report/p_points.h): the machine that runs next.
// Our moves end at other places, and only an execution shows what a machine does after a
// decision. So both directions execute the program.

#include "report/p_schedule.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/p_points.h"

// -------------------------------------------------------------------------------- reading

bool p_schedule_is(const char *path)
{
    static const char ending[] = ".schedule";
    size_t size = strlen(path), wanted = sizeof ending - 1;
    return size > wanted && strcmp(path + size - wanted, ending) == 0;
}

static void add_token(PSchedule *s, PTokenKind kind, uint32_t value, uint32_t line)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? s->capacity * 2 : 64;
        s->tokens = memory_resized(s->tokens, s->capacity, sizeof *s->tokens);
    }
    s->tokens[s->count++] = (PToken){.kind = kind, .value = value, .line = line};
}

static bool read_number(const char *text, const char *end, uint32_t *number)
{
    uint64_t n = 0;
    if (text == end)
        return false;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return false;
        n = n * 10 + (uint64_t)(*text - '0');
        if (n >= UINT32_MAX)
            return false;
    }
    *number = (uint32_t)n;
    return true;
}

static void read_header(PSchedule *s, const char *text)
{
    static const char test[] = "--test-method:";
    s->has_header = true;
    if (strncmp(text, test, sizeof test - 1) != 0 || s->test)
        return;
    text += sizeof test - 1;
    while (isspace((unsigned char)*text))
        text++;
    s->test = memory_copy_text(text);
}

// Reads one line, already trimmed.
static bool read_line(PSchedule *s, char *text, uint32_t line)
{
    size_t size = strlen(text);
    uint32_t number = 0;

    if (size == 0 || strncmp(text, "//", 2) == 0)
        return true;
    if (strncmp(text, "--", 2) == 0)
        read_header(s, text);
    else if (strcmp(text, "True") == 0 || strcmp(text, "False") == 0)
        add_token(s, PT_BOOLEAN, text[0] == 'T', line);
    else if (text[0] == '(' && text[size - 1] == ')' &&
             read_number(text + 1, text + size - 1, &number))
        add_token(s, PT_RUN, number, line);
    else if (read_number(text, text + size, &number))
        add_token(s, PT_NUMBER, number, line);
    else
        return false;
    return true;
}

// Removes spaces, and the byte order mark that some editors write at the beginning of a file.
static char *trimmed(char *text, size_t size, bool is_first)
{
    if (is_first && strncmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3, size -= 3;
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        text[--size] = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

bool p_schedule_read(const char *path, PSchedule *s, Err *err)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t size;
    uint32_t line = 0;
    bool ok = true;

    *s = (PSchedule){.path = path};
    FILE *in = fopen(path, "rb");
    if (!in) {
        err_os(err, "open", path);
        return false;
    }
    errno = 0;
    while (ok && (size = getline(&text, &room, in)) >= 0) {
        line++;
        ok = read_line(s, trimmed(text, (size_t)size, line == 1), line);
    }
    if (!ok)
        err_set(err, "%s:%" PRIu32 ": this is no line of a schedule: (N), True, False or a number",
                path, line);
    else if (ferror(in))
        err_os(err, "read", path);
    else if (s->count == 0 && !s->has_header)
        err_set(err, "%s holds no decision", path);
    ok = ok && !ferror(in) && (s->count > 0 || s->has_header);
    fclose(in);
    free(text);
    if (!ok)
        p_schedule_drop(s);
    return ok;
}

void p_schedule_drop(PSchedule *s)
{
    free(s->test);
    free(s->tokens);
    *s = (PSchedule){0};
}

// ------------------------------------------------------------------------------ following

typedef struct Follower {
    const PSchedule *s;
    uint32_t at;  // index of the next token
    Execution *x;
    PPoints points;
    Recording *to;
    Bug bug;
    Err *err;
} Follower;

static bool misfit(Follower *f, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool misfit(Follower *f, uint32_t line, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    err_set(f->err, "%s:%" PRIu32 ": the schedule does not fit the program: %s", f->s->path, line,
            text);
    return false;
}

// The set-up of the test creates the first machine and ends. If the file has no decision, the
// set-up failed before that: in the start entry of a monitor.
static bool take_setup(Follower *f)
{
    for (uint32_t i = 0; i < 2 && i < f->s->count; i++) {
        const PToken *t = &f->s->tokens[i];
        if (t->kind != PT_RUN || t->value != i)
            return misfit(f, t->line,
                          "it begins with (0) and (1): the set-up, then the first machine");
    }
    f->at = f->s->count > 0;
    return true;
}

static bool check_run(Follower *f, const PToken *t)
{
    uint32_t m = t->value, count = execution_machines(f->x);

    if (t->kind != PT_RUN)
        return misfit(f, t->line, "here is decided who goes on, but this is what a choice gives");
    if (m == 0)
        return misfit(f, t->line, "the set-up of the test is done already");
    if (m > count)
        return misfit(f, t->line, "there %s only %" PRIu32 " machine%s so far",
                      count == 1 ? "is" : "are", count, count == 1 ? "" : "s");
    if (!p_points_is_enabled(&f->points, m))
        return misfit(f, t->line, "%s %s", execution_name(f->x, m),
                      f->points.points[m] == PP_HALTED ? "has halted" : "has nothing to do");
    if (!p_points_agrees(&f->points, m))
        return misfit(f, t->line,
                      "%s takes null, because its queue was empty when it looked; "
                      "there is an event by now, and Plait takes that",
                      execution_name(f->x, m));
    return true;
}

// Checks the token for a machine that is stopped at a choice.
static bool check_choice(Follower *f, uint32_t m, const PToken *t)
{
    uint32_t count = execution_alternatives(f->x, m);
    bool is_boolean = p_points_is_boolean(&f->points, m);
    const char *name = execution_name(f->x, m);

    if (t->kind == PT_RUN)
        return misfit(f, t->line, "%s has a choice to make here", name);
    if (is_boolean != (t->kind == PT_BOOLEAN))
        return misfit(f, t->line, "%s chooses %s here", name,
                      is_boolean ? "between True and False" : "a number");
    if (t->value >= count)
        return misfit(f, t->line, "%s chooses one of %" PRIu32 " alternatives here, counted from 0",
                      name, count);
    return true;
}

static void begin_turn(Follower *f, uint32_t m, uint32_t line)
{
    Recording *to = f->to;
    if (to->schedule.turn_count == to->turn_capacity) {
        to->turn_capacity = to->turn_capacity ? to->turn_capacity * 2 : 16;
        to->turn_lines = memory_resized(to->turn_lines, to->turn_capacity, sizeof *to->turn_lines);
    }
    to->turn_lines[to->schedule.turn_count] = line;
    schedule_add(&to->schedule, m, 0, NULL, 0);
}

// Executes one move of the machine, or the rest of a move after a choice.
static bool make_move(Follower *f, uint32_t m, Executed *result)
{
    bool is_choice = execution_position(f->x, m) == POSITION_CHOICE;
    Turn turn = {.machine = m, .moves = 1, .choice_count = is_choice};
    uint32_t chosen = 0;

    if (is_choice) {
        const PToken *t = &f->s->tokens[f->at];
        if (!check_choice(f, m, t))
            return false;
        chosen = t->value;
        schedule_choose(&f->to->schedule, chosen);
        f->at++;
    } else {
        f->to->schedule.turns[f->to->schedule.turn_count - 1].moves++;
    }
    *result = execution_turn(f->x, &turn, &chosen, &f->bug);
    return true;
}

// Runs the machine to its next point. If the file ends at a choice, the execution ends here.
static bool run_to_next_point(Follower *f, uint32_t m, Executed *result)
{
    do {
        bool is_choice = execution_position(f->x, m) == POSITION_CHOICE;
        if (is_choice && f->at == f->s->count)
            return true;
        if (!make_move(f, m, result))
            return false;
    } while (*result == EXECUTED_ALL && p_points_goes_on(&f->points, m));
    return true;
}

static bool follow(Follower *f)
{
    Executed result = execution_start(f->x, &f->bug);
    p_points_init(&f->points, f->x);
    if (result != EXECUTED_ALL)
        return true;
    if (!take_setup(f))
        return false;
    while (result == EXECUTED_ALL && f->at < f->s->count) {
        const PToken *t = &f->s->tokens[f->at];
        if (!check_run(f, t))
            return false;
        f->at++;
        if (!p_points_go(&f->points, t->value))
            continue;
        begin_turn(f, t->value, t->line);
        if (!run_to_next_point(f, t->value, &result))
            return false;
        if (result == EXECUTED_ODD)
            return misfit(f, t->line, "%s", f->bug.text);
        if (result == EXECUTED_ALL)
            p_points_settle(&f->points, t->value);
    }
    return true;
}

// Stores the names of the machines in the recording.
static void keep_names(Follower *f)
{
    uint32_t count = execution_machines(f->x) + 1;
    f->to->names = memory_resized(NULL, count, sizeof *f->to->names);
    f->to->name_count = count;
    f->to->names[0] = NULL;
    for (uint32_t i = 1; i < count; i++) {
        f->to->names[i] = memory_copy_text(execution_name(f->x, i));
    }
}

bool p_schedule_follow(const PSchedule *s, const PProgram *p, const PTest *test, Recording *to,
                       uint32_t *left, Err *err)
{
    Follower f = {.s = s, .x = execution_new(p, test, NULL), .to = to, .err = err};
    bool ok = follow(&f);

    keep_names(&f);
    *left = s->count - f.at;
    p_points_drop(&f.points);
    execution_free(f.x);
    return ok;
}

// -------------------------------------------------------------------------------- writing

typedef struct Writer {
    Execution *x;
    PPoints points;
    Buf *out;
    bool *booleans;
    uint32_t choice_count;
    uint32_t running;  // the machine that moved last
    bool is_odd;       // the schedule cannot be written in P's format
    Err *err;
} Writer;

static void write_choice(Writer *w, uint32_t m, uint32_t chosen)
{
    bool is_boolean = p_points_is_boolean(&w->points, m);
    if (is_boolean)
        buf_str(w->out, chosen ? "True\n" : "False\n");
    else
        buf_print(w->out, "%" PRIu32 "\n", chosen);
    w->booleans[w->choice_count++] = is_boolean;
}

// Called before the machine moves. If it is at one of P's points, writes a decision. Otherwise
// it must be the machine that moved last. If it is not, the rest of the schedule is still
// executed, because the caller needs to know about the choices.
static void write_decision(Writer *w, uint32_t m)
{
    if (!p_points_goes_on(&w->points, m)) {
        do
            buf_print(w->out, "(%" PRIu32 ")\n", m);
        while (!p_points_go(&w->points, m));
    } else if (m != w->running && !w->is_odd) {
        err_set(w->err, "P does not stop %s where this schedule does", execution_name(w->x, m));
        w->is_odd = true;
    }
}

// Executes one move and writes its choices. A move of our schedule may also end at a choice.
static Executed write_move(Writer *w, const Turn *turn, const uint32_t *choices, uint32_t *used,
                           Bug *bug)
{
    uint32_t m = turn->machine;
    Turn step = {.machine = m, .moves = 1};
    Executed result = EXECUTED_ALL;

    if (execution_position(w->x, m) != POSITION_CHOICE)
        result = execution_turn(w->x, &step, choices, bug);
    while (result == EXECUTED_ALL && execution_position(w->x, m) == POSITION_CHOICE &&
           *used < turn->choice_count) {
        write_choice(w, m, choices[turn->first_choice + *used]);
        step.choice_count = 1;
        step.first_choice = turn->first_choice + (*used)++;
        result = execution_turn(w->x, &step, choices, bug);
    }
    return result;
}

static Executed write_turn(Writer *w, const Turn *turn, const uint32_t *choices)
{
    Executed result = EXECUTED_ALL;
    uint32_t used = 0;
    Bug bug;

    for (uint32_t i = 0; i < turn->moves && result == EXECUTED_ALL; i++) {
        write_decision(w, turn->machine);
        w->running = turn->machine;
        result = write_move(w, turn, choices, &used, &bug);
        if (result == EXECUTED_ALL)
            p_points_settle(&w->points, turn->machine);
        if (execution_position(w->x, turn->machine) == POSITION_CHOICE)
            break;
    }
    return result;
}

bool p_schedule_write(const PProgram *p, const PTest *test, const Schedule *schedule, Buf *out,
                      bool **booleans, Err *err)
{
    Writer w = {.x = execution_new(p, test, NULL), .out = out, .err = err};
    Bug bug;
    Executed result = execution_start(w.x, &bug);

    w.booleans = memory_resized(NULL, schedule->choice_count + 1, 1);
    p_points_init(&w.points, w.x);
    buf_print(out, "--test-method:%s\n(0)\n", test->name);
    for (uint32_t i = 0; result == EXECUTED_ALL && i < schedule->turn_count; i++)
        result = write_turn(&w, &schedule->turns[i], schedule->choices);
    *booleans = w.booleans;
    p_points_drop(&w.points);
    execution_free(w.x);
    return !w.is_odd;
}
