// tests/unit/steps_test.c: an execution that is observed and its trace read back are the same.

#include "report/steps.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "test.h"

// Most kinds of steps; a string with quotes and control characters.
static const char text[] =
    "event eText: (text: string, by: machine); event eGo; event eLost;\n"
    "machine Other { start state S { on eText do (t: (text: string, by: machine)) {\n"
    "        print format(\"got {0}\", t.text); goto T, 3; } }\n"
    "    state T { entry (n: int) { raise eGo; } on eGo do { if ($) raise halt; } } }\n"
    "machine Main { var n: int; var s: string; start state S { entry { var m: machine;\n"
    "    m = new Other(); announce eGo; s = \"tab\\t \\\"quoted\\\"\"; n = choose(3);\n"
    "    send m, eText, (text = s, by = this); send m, eLost; assert n != 1, s; } } }\n"
    "spec Seen observes eGo { start cold state S { on eGo goto T; } hot state T { on eGo do {} } }\n"
    "test tc [main=Main]: assert Seen in { Main, Other };\n";

typedef struct Made {
    Lang lang;
    Arena arena;
    PProgram program;
    Schedule schedule;
} Made;

static void make(Made *m)
{
    static const uint32_t choices[] = {1};
    Err err = {0};
    *m = (Made){0};
    lang_init(&m->lang);
    EXPECT_TRUE(lang_add_text(&m->lang, "folder/a:b.p", text, strlen(text), &err));
    if (!lang_check(&m->lang))
        EXPECT_STR(m->lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&m->arena, &m->lang, TARGET_CHECK, &m->program, &err));
    schedule_add(&m->schedule, 1, 5, choices, 1);
    schedule_add(&m->schedule, 2, 2, choices, 1);
    schedule_add(&m->schedule, 1, 9, NULL, 0);
}

static void drop(Made *m)
{
    schedule_drop(&m->schedule);
    arena_drop(&m->arena);
    lang_drop(&m->lang);
}

static void read_back(Made *m, Steps *steps)
{
    char *written = NULL;
    size_t size = 0;
    Bug bug;
    FILE *out = open_memstream(&written, &size);
    execute(&m->program, &m->program.tests[0], &m->schedule, out, &bug);
    fclose(out);
    FILE *in = fmemopen(written, size, "r");
    steps_read(steps, in);
    fclose(in);
    free(written);
}

static void expect_same_text(const char *a, const char *b)
{
    EXPECT_EQ(a != NULL, b != NULL);
    EXPECT_STR(a ? a : "", b ? b : "");
}

static void expect_same(const TraceStep *a, const TraceStep *b)
{
    EXPECT_EQ(a->kind, b->kind);
    EXPECT_EQ(a->is_monitor, b->is_monitor);
    expect_same_text(a->who, b->who);
    expect_same_text(a->by, b->by);
    expect_same_text(a->state, b->state);
    expect_same_text(a->to, b->to);
    expect_same_text(a->temperature, b->temperature);
    expect_same_text(a->event, b->event);
    expect_same_text(a->payload, b->payload);
    expect_same_text(a->target, b->target);
    expect_same_text(a->text, b->text);
    expect_same_text(a->error, b->error);
    expect_same_text(a->message, b->message);
    expect_same_text(a->outcome, b->outcome);
    expect_same_text(a->file, b->file);
    EXPECT_EQ(a->line, b->line);
    EXPECT_EQ(a->column, b->column);
    EXPECT_EQ(a->count, b->count);
    EXPECT_EQ(a->chosen, b->chosen);
    EXPECT_EQ(a->is_fair, b->is_fair);
    EXPECT_EQ(a->moves, b->moves);
}

TEST(an_observed_execution_and_its_trace_file_are_the_same_steps)
{
    Made m;
    Steps observed = {0}, read = {0};
    make(&m);
    steps_execute(&observed, &m.program, &m.program.tests[0], &m.schedule);
    read_back(&m, &read);
    EXPECT_TRUE(observed.count > 15);
    EXPECT_EQ(observed.count, read.count);
    for (uint32_t i = 0; i < observed.count; i++)
        expect_same(&observed.items[i], &read.items[i]);
    EXPECT_EQ(observed.items[observed.count - 1].kind, TRACED_END);
    steps_drop(&observed);
    steps_drop(&read);
    drop(&m);
}

TEST(values_are_json_and_variables_are_told_when_asked_for)
{
    Made m;
    Steps steps = {.has_values = true, .has_variables = true};
    const char *value = NULL, *variables = NULL;
    make(&m);
    steps_execute(&steps, &m.program, &m.program.tests[0], &m.schedule);
    for (uint32_t i = 0; i < steps.count; i++) {
        if (steps.items[i].kind == TRACED_SEND && !value)
            value = steps.values[i];
        if (steps.items[i].kind == TRACED_VARIABLES)
            variables = steps.items[i].text;
    }
    EXPECT_STR(value, "{\"text\":\"tab\\t \\\"quoted\\\"\",\"by\":\"Main(1)\"}");
    EXPECT_STR(variables, "n = 1, s = \"tab\t \"quoted\"\"");
    steps_drop(&steps);
    drop(&m);
}
