// tests/unit/execute_test.c: schedules executed; both hosts tell the same story.

#include "check/replay/execute.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "check/replay/recording.h"
#include "gen/gen.h"
#include "rt/program.h"
#include "plait/host.h"
#include "test.h"

typedef struct Made {
    Lang lang;
    Arena arena;
    PProgram program;
    const PTest *test;
    Execution *x;
    Bug bug;
} Made;

static void begin(Made *m, const char *text, FILE *trace)
{
    static const char *const paths[] = {"a folder/\"test\".p", "more.c"};
    TraceOrigin origin = {.paths = paths, .path_count = 2, .dialect = "modern", .loop_limit = 77};
    Err err = {0};
    *m = (Made){0};
    lang_init(&m->lang);
    EXPECT_TRUE(lang_add_text(&m->lang, "test.p", text, strlen(text), &err));
    if (!lang_check(&m->lang))
        EXPECT_STR(m->lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&m->arena, &m->lang, TARGET_CHECK, &m->program, &err));
    m->test = &m->program.tests[0];
    m->x = execution_new_from(&m->program, m->test, &origin, trace);
    EXPECT_EQ(execution_start(m->x, &m->bug), EXECUTED_ALL);
}

static void drop(Made *m)
{
    execution_free(m->x);
    arena_drop(&m->arena);
    lang_drop(&m->lang);
}

// A turn with up to four choices, ended by -1.
static Executed turn(Made *m, uint32_t machine, uint32_t moves, int a, int b)
{
    uint32_t choices[2] = {(uint32_t)a, (uint32_t)b};
    Turn t = {.machine = machine, .moves = moves, .choice_count = (a >= 0) + (b >= 0)};
    return execution_turn(m->x, &t, choices, &m->bug);
}

// ------------------------------------------------------------------------------- moves

static const char watched[] = "event eOne: int; event eTwo;\n"
                              "machine Other { start state S { on eOne do { } ignore eTwo; } }\n"
                              "machine Main { start state S { entry { var m: machine;\n"
                              "    m = new Other(); announce eTwo; send m, eOne, 5;\n"
                              "    send m, eTwo; send m, halt; } } }\n"
                              "spec Seen observes eOne, eTwo { start state S { ignore eTwo;\n"
                              "    on eOne do (n: int) { assert n == 5; } } }\n";

TEST(a_move_goes_from_position_to_position)
{
    static const PlayerPosition way[] = {
        POSITION_NEW,  POSITION_SAY, POSITION_SHOW, POSITION_PUT,
        POSITION_SHOW, POSITION_PUT, POSITION_PUT,  POSITION_REST,
    };
    Made m;
    begin(&m, watched, NULL);
    EXPECT_EQ(execution_machines(m.x), 1);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        EXPECT_TRUE(execution_is_enabled(m.x, 1));
        EXPECT_EQ(turn(&m, 1, 1, -1, -1), EXECUTED_ALL);
        EXPECT_EQ(execution_position(m.x, 1), way[i]);
    }
    EXPECT_FALSE(execution_is_enabled(m.x, 1));
    EXPECT_EQ(execution_machines(m.x), 2);
    EXPECT_STR(execution_name(m.x, 2), "Other(2)");

    // The start entry, two events of which one is ignored, and halt.
    EXPECT_EQ(execution_takes(m.x, 2), P_NONE);
    EXPECT_EQ(turn(&m, 2, 1, -1, -1), EXECUTED_ALL);
    EXPECT_STR(m.program.events[execution_takes(m.x, 2)].name, "eOne");
    EXPECT_EQ(turn(&m, 2, 2, -1, -1), EXECUTED_ALL);
    EXPECT_EQ(execution_position(m.x, 2), POSITION_HALTED);
    EXPECT_EQ(execution_end(m.x, false, &m.bug), EXECUTED_ALL);
    drop(&m);
}

TEST(what_is_sent_to_a_halted_machine_is_lost)
{
    Made m;
    begin(&m, watched, NULL);
    EXPECT_EQ(turn(&m, 1, 8, -1, -1), EXECUTED_ALL);
    EXPECT_EQ(turn(&m, 2, 3, -1, -1), EXECUTED_ALL);
    EXPECT_EQ(turn(&m, 2, 1, -1, -1), EXECUTED_ODD);
    EXPECT_STR(m.bug.text, "turn 3: Other(2) has a turn, but it has halted");
    EXPECT_EQ(turn(&m, 1, 1, -1, -1), EXECUTED_ODD);
    drop(&m);
}

// ----------------------------------------------------------------------------- choices

static const char choosing[] = "machine Idle { start state S { } }\n"
                               "machine Main { start state S { entry { var i, n: int;\n"
                               "    new Idle(); while (i < 3) { n = n + choose(4); i = i + 1; }\n"
                               "    assert n != 6, \"six\"; } } }\n";

TEST(a_turn_ends_where_its_choices_do)
{
    Made m;
    begin(&m, choosing, NULL);
    EXPECT_EQ(turn(&m, 1, 2, 1, -1), EXECUTED_ALL);
    EXPECT_EQ(execution_position(m.x, 1), POSITION_CHOICE);
    EXPECT_EQ(execution_alternatives(m.x, 1), 4);
    EXPECT_FALSE(execution_is_enabled(m.x, 2));  // although it is new
    EXPECT_EQ(turn(&m, 1, 1, 2, 3), EXECUTED_BUG);
    EXPECT_EQ(m.bug.kind, P_ERROR_ASSERTION);
    EXPECT_STR(m.bug.text, "six");
    EXPECT_STR(m.program.machines[m.bug.machine].name, "Main");
    EXPECT_STR(m.program.states[m.bug.state].name, "S");
    EXPECT_EQ(m.bug.at.line, 4);
    EXPECT_STR(execution_culprit(m.x), "Main(1)");
    drop(&m);
}

static void expect_odd(uint32_t machine, uint32_t moves, int a, int b, const char *text)
{
    Made m;
    begin(&m, choosing, NULL);
    EXPECT_EQ(turn(&m, 1, 2, 1, -1), EXECUTED_ALL);
    EXPECT_EQ(turn(&m, machine, moves, a, b), EXECUTED_ODD);
    EXPECT_STR(m.bug.text, text);
    drop(&m);
}

TEST(a_schedule_that_does_not_fit_says_why)
{
    expect_odd(2, 1, -1, -1, "turn 2: Idle(2) has a turn, but Main(1) is in the middle of a move");
    expect_odd(3, 1, -1, -1, "turn 2: machine 3 has a turn, but there are only 2");
    expect_odd(1, 0, -1, -1, "turn 2: Main(1) has a turn without a move");
    expect_odd(1, 1, -1, -1, "turn 2: Main(1) has a choice to make, but none is given");
    expect_odd(1, 1, 4, -1, "turn 2: Main(1) chooses the alternative 4 of 4");
    expect_odd(1, 2, 0, 0, "turn 2: Main(1) makes 2 moves, but can make only 1");
}

// ----------------------------------------------------------------------------- the ends

static Executed run_all(Made *m)
{
    for (;;) {
        uint32_t i = 1;
        while (i <= execution_machines(m->x) && !execution_is_enabled(m->x, i))
            i++;
        if (i > execution_machines(m->x))
            return execution_end(m->x, false, &m->bug);
        Executed done = turn(m, i, 1, -1, -1);
        if (done != EXECUTED_ALL)
            return done;
    }
}

static void expect_end(const char *text, Executed wanted, PError kind, const char *message)
{
    Made m;
    begin(&m, text, NULL);
    EXPECT_EQ(run_all(&m), wanted);
    EXPECT_EQ(m.bug.kind, kind);
    EXPECT_STR(m.bug.text, message);
    drop(&m);
}

TEST(bounds_of_queues)
{
    expect_end("event e assert 1; machine Main { start state S { entry { send this, e;\n"
               "    send this, e; } on e do { } } }",
               EXECUTED_BUG, P_ERROR_QUEUE_BOUND,
               "the queue of Main(1) holds 2 events e; it may hold 1");
    expect_end("event e; machine Main assert 2 { start state S { entry { send this, e;\n"
               "    send this, e; send this, e; } on e do { } } }",
               EXECUTED_BUG, P_ERROR_QUEUE_BOUND,
               "the queue of Main(1) holds 3 events; it may hold 2");
    expect_end("event e assume 1; machine Main { start state S { entry { send this, e;\n"
               "    send this, e; } on e do { } } }",
               EXECUTED_ASSUME, P_ERROR_NONE, "");
}

TEST(a_receive_without_an_event_is_a_deadlock)
{
    expect_end("event e; machine Main { start state S { entry {\n"
               "    receive { case e: { } } } } }",
               EXECUTED_BUG, P_ERROR_DEADLOCK,
               "Main(1) waits in a receive, and nothing else can happen");
}

TEST(a_hot_monitor_at_the_end_is_a_bug)
{
    expect_end("event e; machine Main { start state S { entry { announce e; } } }\n"
               "spec Calm observes e { start cold state S { on e goto T; } hot state T { } }",
               EXECUTED_BUG, P_ERROR_LIVENESS,
               "nothing is left to do, but Calm is in hot state T, hot since turn 2");
    expect_end("event e; machine Main { start state S { entry { announce e; } } }\n"
               "spec Hot observes e { start hot state S { on e goto T; } state T { on e goto S; } }",
               EXECUTED_ALL, P_ERROR_NONE, "");
    expect_end("event e; machine Main { start state S { } }\n"
               "spec Hot observes e { start hot state S { ignore e; } }",
               EXECUTED_BUG, P_ERROR_LIVENESS,
               "nothing is left to do, but Hot is in hot state S, hot since the start");
}

TEST(null_is_taken_when_nothing_else_can_be)
{
    expect_end("event e; machine Main { var n: int; start state S { entry { send this, e; }\n"
               "    on e do { n = 1; } on null do { assert n == 1; goto T; } } state T { } }",
               EXECUTED_ALL, P_ERROR_NONE, "");
}

// --------------------------------------------------------------------------- recordings

// The program of choices, executed to its bug, as a trace file.
static void record(char *path)
{
    Made m;
    int file = mkstemp(path);
    EXPECT_TRUE(file >= 0);
    FILE *out = fdopen(file, "w");
    begin(&m, choosing, out);
    EXPECT_EQ(turn(&m, 1, 2, 1, -1), EXECUTED_ALL);
    EXPECT_EQ(turn(&m, 1, 1, 2, 3), EXECUTED_BUG);
    drop(&m);
    EXPECT_EQ(fclose(out), 0);
}

TEST(a_trace_holds_its_schedule)
{
    char path[] = "/tmp/plait-recording-XXXXXX";
    Recording r;
    Err err = {0};
    record(path);
    if (!recording_read(path, &r, &err))
        EXPECT_STR(err.text, "");
    EXPECT_STR(r.test, "DefaultImpl");
    EXPECT_EQ(r.path_count, 2);
    EXPECT_STR(r.paths[0], "a folder/\"test\".p");
    EXPECT_STR(r.dialect, "modern");
    EXPECT_EQ(r.loop_limit, 77);
    EXPECT_EQ(r.schedule.turn_count, 2);
    EXPECT_EQ(r.schedule.turns[0].moves, 2);
    EXPECT_EQ(r.schedule.turns[0].choice_count, 1);
    EXPECT_EQ(r.schedule.turns[1].moves, 1);
    EXPECT_EQ(r.schedule.turns[1].first_choice, 1);
    EXPECT_EQ(r.schedule.turns[1].choice_count, 2);
    EXPECT_EQ(r.schedule.choices[2], 3);
    EXPECT_STR(r.names[1], "Main(1)");
    EXPECT_STR(r.outcome, "bug");
    EXPECT_STR(r.kind, "assertion");
    EXPECT_STR(r.message, "six");
    recording_drop(&r);
    unlink(path);
}

TEST(no_part_of_a_trace_is_taken_for_the_whole)
{
    char path[] = "/tmp/plait-recording-XXXXXX";
    char text[8192];
    record(path);
    FILE *f = fopen(path, "rb");
    size_t size = fread(text, 1, sizeof text, f);
    fclose(f);
    EXPECT_TRUE(size > 100 && size < sizeof text);
    for (size_t cut = 0; cut < size; cut++) {
        Recording r;
        Err err = {0};
        f = fopen(path, "wb");
        fwrite(text, 1, cut, f);
        fclose(f);
        EXPECT_FALSE(recording_read(path, &r, &err));
        EXPECT_TRUE(strstr(err.text, path) != NULL);
    }
    for (size_t at = 0; at < size; at++) {  // nor one in which a byte is another
        Recording r;
        Err err = {0};
        char kept = text[at];
        text[at] = kept == '1' ? '2' : '1';
        f = fopen(path, "wb");
        fwrite(text, 1, size, f);
        fclose(f);
        EXPECT_FALSE(recording_read(path, &r, &err));
        text[at] = kept;
    }
    unlink(path);
}

// ------------------------------------------------------------------------- the other host

// Who is ready, first come, first served: as one worker of run has it.
typedef struct Line {
    uint32_t items[4096];
    uint32_t first, end;
    bool is_in[4096];
} Line;

static void line_look(Line *line, const Execution *x, uint32_t except)
{
    for (uint32_t i = 1; i <= execution_machines(x); i++)
        if (i != except && i < 4096 && !line->is_in[i] && execution_is_enabled(x, i)) {
            line->is_in[i] = true;
            line->items[line->end++] = i;
        }
}

// One machine until it has nothing to do. Choices take the first alternative.
static Executed run_machine(Made *m, Line *line, uint32_t who)
{
    static const uint32_t none[1] = {0};
    bool had_null = false;
    while (execution_is_enabled(m->x, who)) {
        bool rests = execution_position(m->x, who) == POSITION_REST;
        if (rests && had_null) {  // others have their turn first
            line->items[line->end++] = who;
            return EXECUTED_ALL;
        }
        had_null |= rests && execution_takes(m->x, who) == P_EVENT_NULL;
        bool chooses = execution_position(m->x, who) == POSITION_CHOICE;
        Turn t = {.machine = who, .moves = 1, .choice_count = chooses};
        Executed done = execution_turn(m->x, &t, none, &m->bug);
        if (done != EXECUTED_ALL)
            return done;
        if (execution_position(m->x, who) != POSITION_CHOICE)
            line_look(line, m->x, who);
    }
    line->is_in[who] = false;
    return EXECUTED_ALL;
}

static void run_like_a_worker(Made *m)
{
    static Line line;
    line = (Line){0};
    Executed done = execution_start(m->x, &m->bug);
    if (done == EXECUTED_ALL)
        line_look(&line, m->x, 0);
    while (done == EXECUTED_ALL && line.first < line.end && line.end < 4000)
        done = run_machine(m, &line, line.items[line.first++]);
    if (done == EXECUTED_ALL)
        execution_end(m->x, false, &m->bug);
}

// The happenings of a trace, without their numbers, turns, where a turn made a send arrive later,
// and since which turn a monitor is hot.
static char *story(const char *trace)
{
    Buf b = {0};
    for (const char *line = strchr(trace, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        const char *what = strstr(line, "\"what\"");
        const char *end = strstr(line, ",\"sum\""), *line_end = strchr(line, '\n');
        if (strncmp(what, "\"what\":\"turn\"", 13) == 0 ||
            strncmp(what, "\"what\":\"enqueue\"", 16) == 0)
            continue;
        end = end && end < line_end ? end : line_end;
        const char *since = strstr(what, ", hot since ");
        if (since && since < end) {
            buf_add(&b, what, (size_t)(since - what));
            what = strchr(since, '"');
        }
        buf_add(&b, what, (size_t)(end - what));
        buf_char(&b, '\n');
    }
    return b.text;
}

static bool has_assumed_bounds(const PProgram *p)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (p->events[i].bound.kind == P_BOUND_ASSUME)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].bound.kind == P_BOUND_ASSUME)
            return true;
    return false;
}

enum { LOOP_LIMIT = 100000 };  // of both

static void print_nothing(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
}

static char *run_story(const Made *m)
{
    char *text;
    size_t size;
    FILE *trace = open_memstream(&text, &size);
    PlaitOptions options = {
        .test = m->test->name,
        .takes_defaults = true,
        .has_specs = true,
        .trace = trace,
        .print = print_nothing,
        .loop_limit = LOOP_LIMIT,
        .max_steps = 500,
    };
    PlaitRuntime *rt = plait_new(&m->program, &options, NULL);
    uint32_t main = plait_main_interface(rt);
    plait_create(rt, main, p_default(&m->program, m->program.interfaces[main].payload));
    PlaitStatus status = plait_finish(rt, 0);
    EXPECT_TRUE(plait_free(rt));
    fclose(trace);
    char *told = status == PLAIT_OUT_OF_STEPS ? NULL : story(text);
    free(text);
    return told;
}

// True when there was something to compare.
static bool compare(const char *path)
{
    Made m = {0};
    Err err = {0};
    bool is_compared = false;

    lang_init(&m.lang);
    if (lang_read(&m.lang, &path, 1, &err) && lang_check(&m.lang) &&
        gen_program(&m.arena, &m.lang, TARGET_CHECK, &m.program, &err) && m.program.test_count &&
        !has_assumed_bounds(&m.program)) {
        m.test = &m.program.tests[0];
        char *wanted = run_story(&m);
        char *text;
        size_t size;
        FILE *trace = open_memstream(&text, &size);
        machine_fuel = LOOP_LIMIT;
        m.x = execution_new(&m.program, m.test, trace);
        run_like_a_worker(&m);
        execution_free(m.x);
        machine_fuel = MACHINE_FUEL;
        fclose(trace);
        char *got = story(text);
        if (wanted && strcmp(got, wanted) != 0)
            printf("%s:\n", path);
        if (wanted)
            EXPECT_STR(got, wanted);
        is_compared = wanted;
        free(wanted);
        free(got);
        free(text);
    }
    arena_drop(&m.arena);
    lang_drop(&m.lang);
    return is_compared;
}

static int compare_all(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    EXPECT_TRUE(dir != NULL);
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t size = strlen(entry->d_name);
        Buf path = {0};
        buf_print(&path, "%s/%s", folder, entry->d_name);
        if (size > 2 && strcmp(entry->d_name + size - 2, ".p") == 0)
            count += compare(path.text);
        buf_drop(&path);
    }
    closedir(dir);
    return count;
}

// ------------------------------------------------------------------------------- loops

// Executes turns of one move by these machines, of which the last `loop` are the loop.
static Executed go_round(Made *m, const char *machines, uint32_t loop)
{
    Executed result = EXECUTED_ALL;
    uint32_t count = (uint32_t)strlen(machines);
    for (uint32_t i = 0; i < count && result == EXECUTED_ALL; i++) {
        if (i + loop == count)
            execution_loop(m->x);
        result = turn(m, (uint32_t)(machines[i] - '0'), 1, -1, -1);
    }
    return result == EXECUTED_ALL ? execution_end(m->x, false, &m->bug) : result;
}

#define HOT "spec Stays observes eGo { start hot state H { ignore eGo; } }\n"

static const char counts[] = "event eGo; machine Main { var n: int; start state S {\n"
                             "    entry { send this, eGo; }\n"
                             "    on eGo do { n = (n + 1) % 3; send this, eGo; } } }\n" HOT;

TEST(a_loop_ends_in_the_state_in_which_it_began)
{
    Made m;
    begin(&m, counts, NULL);
    // After two rounds of three moves each (take, show, put) n is 2.
    EXPECT_EQ(go_round(&m, "111111111", 6), EXECUTED_ALL);
    drop(&m);
    begin(&m, counts, NULL);
    EXPECT_EQ(go_round(&m, "111111111111", 9), EXECUTED_BUG);
    EXPECT_EQ(m.bug.kind, P_ERROR_LIVENESS);
    drop(&m);
}

TEST(a_longer_queue_is_another_state_unless_its_events_are_dropped)
{
    static const char defers[] =
        "event eGo; event eMore; machine Main { start state S { defer eMore;\n"
        "    entry { send this, eGo; }\n"
        "    on eGo do { send this, eMore; send this, eGo; } } }\n" HOT;
    static const char ignores[] =
        "event eGo; event eMore; machine Main { start state S { ignore eMore;\n"
        "    entry { send this, eGo; }\n"
        "    on eGo do { send this, eMore; send this, eGo; } } }\n" HOT;
    Made m;
    begin(&m, defers, NULL);
    EXPECT_EQ(go_round(&m, "1111111", 4), EXECUTED_ALL);
    drop(&m);
    begin(&m, ignores, NULL);
    EXPECT_EQ(go_round(&m, "1111111", 4), EXECUTED_BUG);
    drop(&m);
}

// Each round creates a machine, which sends its name back and halts.
static const char renames[] =
    "event eGo: (machine, string);\n"
    "machine Other { start state S { entry (m: machine) { send m, eGo, (this, format(\"{0}\", this));\n"
    "    raise halt; } } }\n"
    "machine Main { var last: (machine, string); start state S { entry { new Other(this); }\n"
    "    on eGo do (p: (machine, string)) { last = p; new Other(this); } } }\n" HOT;

TEST(machines_of_a_loop_have_other_numbers_in_each_round)
{
    Made m;
    Schedule once = {.loop = 11}, more;
    // Main makes Other(2), which shows and sends and halts; then the same with 3, and with 4.
    static const uint32_t machines[] = {1, 1, 2, 2, 2, 1, 1, 3, 3, 3, 1, 1, 4, 4, 4};
    begin(&m, renames, NULL);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        schedule_add(&once, machines[i], 1, NULL, 0);
    EXPECT_TRUE(schedule_unroll(&m.program, m.test, &once, 3, &more));
    EXPECT_EQ(more.turn_count, 25);
    EXPECT_EQ(more.loop, 21);
    EXPECT_EQ(more.turns[14].machine, 4);
    EXPECT_EQ(more.turns[19].machine, 5);
    EXPECT_EQ(more.turns[24].machine, 6);
    EXPECT_EQ(more.turns[20].machine, 1);
    EXPECT_EQ(execute(&m.program, m.test, &more, NULL, &m.bug), EXECUTED_BUG);
    schedule_drop(&more);
    once.loop = 6;  // `last` is not the same after the first of two rounds
    EXPECT_TRUE(!schedule_unroll(&m.program, m.test, &once, 2, &more));
    once.loop = 12;  // not a whole round
    EXPECT_TRUE(!schedule_unroll(&m.program, m.test, &once, 2, &more));
    schedule_drop(&once);
    schedule_drop(&more);
    drop(&m);
}

TEST(both_hosts_tell_the_same_of_the_same_decisions)
{
    static const char *const folders[] = {
        "/tests/semantics/classic",  "/tests/semantics/code",    "/tests/semantics/errors",
        "/tests/semantics/machines", "/tests/semantics/receive", "/tests/semantics/specs",
    };
    int count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        Buf path = {0};
        buf_print(&path, "%s%s", PLAIT_SOURCE, folders[i]);
        count += compare_all(path.text);
        buf_drop(&path);
    }
    EXPECT_TRUE(count > 100);
}
