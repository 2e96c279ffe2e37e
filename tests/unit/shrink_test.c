// tests/unit/shrink_test.c: what is the same failure, and a schedule made short.

#include "check/shrink/shrink.h"

#include "gen/gen.h"
#include "plait/foreign.h"
#include "test.h"

static Bug bug_of(PError kind, const char *text)
{
    Bug b = {.kind = kind, .machine = 1, .state = 2, .at = {.file = 0, .line = 3, .column = 4}};
    snprintf(b.text, sizeof b.text, "%s", text);
    return b;
}

static bool are_same(const char *a, const char *b)
{
    Bug one = bug_of(P_ERROR_ASSERTION, a), other = bug_of(P_ERROR_ASSERTION, b);
    return shrink_is_same(&one, &other);
}

TEST(numbers_in_messages_may_differ)
{
    EXPECT_TRUE(are_same("lost", "lost"));
    EXPECT_TRUE(are_same("12 committed without all", "2 committed without all"));
    EXPECT_TRUE(are_same("Server(0.1.2) and -5", "Server(7) and 13"));
    EXPECT_TRUE(are_same("ends with 1", "ends with 100"));
    EXPECT_TRUE(!are_same("lost", "last"));
    EXPECT_TRUE(!are_same("lost", "lost again"));
    EXPECT_TRUE(!are_same("1 lost", "lost"));
    EXPECT_TRUE(!are_same("a-b", "a1b"));
    EXPECT_TRUE(!are_same("1 2", "12"));
}

TEST(everything_else_must_not)
{
    Bug one = bug_of(P_ERROR_ASSERTION, "lost"), other = one;
    EXPECT_TRUE(shrink_is_same(&one, &other));
    other.kind = P_ERROR_INDEX;
    EXPECT_TRUE(!shrink_is_same(&one, &other));
    other = one;
    other.machine++;
    EXPECT_TRUE(!shrink_is_same(&one, &other));
    other = one;
    other.state++;
    EXPECT_TRUE(!shrink_is_same(&one, &other));
    other = one;
    other.at.line++;
    EXPECT_TRUE(!shrink_is_same(&one, &other));
    other = one;
    other.at.column++;
    EXPECT_TRUE(!shrink_is_same(&one, &other));
}

TEST(a_deadlock_may_have_fewer_who_wait)
{
    Bug one = bug_of(P_ERROR_DEADLOCK, "A(1), B(2) wait"),
        other = bug_of(P_ERROR_DEADLOCK, "A(1) waits");
    EXPECT_TRUE(shrink_is_same(&one, &other));
}

// ---------------------------------------------------------------------------- a schedule

typedef struct Made {
    Lang lang;
    Arena arena;
    PProgram program;
} Made;

static void make(Made *m, const char *text)
{
    Err err = {0};
    *m = (Made){0};
    lang_init(&m->lang);
    EXPECT_TRUE(lang_add_text(&m->lang, "test.p", text, strlen(text), &err));
    EXPECT_TRUE(lang_check(&m->lang));
    EXPECT_TRUE(gen_program(&m->arena, &m->lang, TARGET_CHECK, &m->program, &err));
}

static void drop(Made *m)
{
    arena_drop(&m->arena);
    lang_drop(&m->lang);
}

// Main sends itself one event after the other; any may be the last. The bug needs one only.
static const char counter[] =
    "event eOne;\n"
    "machine Other { start state S { ignore eOne; } }\n"
    "machine Main {\n"
    "    start state S {\n"
    "        entry { new Other(); send this, eOne; }\n"
    "        on eOne do { if (choose(5) < 3) { send this, eOne; } else { goto T; } }\n"
    "    }\n"
    "    state T { entry { assert choose(9) < 4; } }\n"
    "}\n";

// Main makes its `count` rounds, the other machine begins in between.
static void long_schedule(Schedule *s, uint32_t count)
{
    const uint32_t again = 2, last[] = {4, 7};
    schedule_add(s, 1, 2, NULL, 0);
    schedule_add(s, 1, 1, NULL, 0);
    for (uint32_t i = 0; i < count; i++) {
        schedule_add(s, 1, 2, &again, 1);
        if (i == 3)
            schedule_add(s, 2, 1, NULL, 0);
    }
    schedule_add(s, 1, 1, last, 2);
}

// The program and the schedule are to be dropped.
static void shrink_long(Made *m, Schedule *s, const ShrinkOptions *options, Shrunk *r)
{
    Err err = {0};
    make(m, counter);
    long_schedule(s, 50);
    EXPECT_TRUE(shrink_run(&m->program, &m->program.tests[0], s, options, r, &err));
    EXPECT_STR(err.text, "");
}

TEST(what_is_not_needed_is_gone)
{
    Made m;
    Schedule s = {0};
    Shrunk r;

    shrink_long(&m, &s, &(ShrinkOptions){0}, &r);
    EXPECT_EQ(r.before.steps, 54);
    EXPECT_EQ(r.before.switches, 2);
    EXPECT_EQ(r.before.choices, 50 * 2 + 4 + 7);
    EXPECT_EQ(r.after.steps, 3);
    EXPECT_EQ(r.after.switches, 0);
    EXPECT_EQ(r.after.choices, 3 + 4);
    EXPECT_EQ(r.schedule.turn_count, 3);
    EXPECT_EQ(r.bug.kind, P_ERROR_ASSERTION);
    EXPECT_TRUE(r.is_shortest);
    EXPECT_TRUE(!r.is_interrupted);
    shrunk_drop(&r);
    schedule_drop(&s);
    drop(&m);
}

TEST(without_memory_it_takes_longer_and_is_the_same)
{
    Made m;
    Schedule s = {0};
    Shrunk r;

    shrink_long(&m, &s, &(ShrinkOptions){.memory = 4}, &r);  // all is forgotten before each try
    EXPECT_EQ(r.after.steps, 3);
    EXPECT_EQ(r.after.choices, 3 + 4);
    EXPECT_TRUE(!r.is_shortest);  // to know that takes room
    shrunk_drop(&r);
    schedule_drop(&s);
    drop(&m);
}

static const PForeignType token_type = {.name = "Token"};  // without a hash

static bool mint(PForeignCall *call)
{
    static int token;
    return p_result(call, p_foreign(&token_type, &token));
}

// C beside the program, as native_open would bind it.
static void supply_tokens(PProgram *p)
{
    for (uint32_t i = 0; i < p->type_count; i++)
        if (p->types[i].kind == P_TYPE_FOREIGN)
            ((PType *)p->types)[i].foreign = &token_type;
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (p->funs[i].is_foreign)
            ((PFun *)p->funs)[i].foreign = mint;
}

// What has no hash has another fingerprint each time the engine meets it anew.
TEST(states_with_foreign_values_are_found_again)
{
    static const char with_token[] =
        "event eOne;\n"
        "type Token;\n"
        "fun Mint(): Token;\n"
        "machine Other { start state S { ignore eOne; } }\n"
        "machine Main {\n"
        "    var token: Token;\n"
        "    start state S {\n"
        "        entry { token = Mint(); new Other(); send this, eOne; }\n"
        "        on eOne do { if (choose(5) < 3) { send this, eOne; } else { goto T; } }\n"
        "    }\n"
        "    state T { entry { assert choose(9) < 4; } }\n"
        "}\n";
    Made m;
    Schedule s = {0};
    Shrunk r;
    Err err = {0};

    make(&m, with_token);
    supply_tokens(&m.program);
    long_schedule(&s, 50);
    EXPECT_TRUE(shrink_run(&m.program, &m.program.tests[0], &s, &(ShrinkOptions){.memory = 4}, &r,
                           &err));
    EXPECT_STR(err.text, "");
    EXPECT_EQ(r.after.steps, 3);
    shrunk_drop(&r);
    schedule_drop(&s);
    drop(&m);
}

TEST(what_does_not_fail_is_refused)
{
    Made m;
    Schedule s = {0};
    ShrinkOptions options = {0};
    Shrunk r;
    Err err = {0};

    make(&m, counter);
    schedule_add(&s, 1, 2, NULL, 0);
    EXPECT_TRUE(!shrink_run(&m.program, &m.program.tests[0], &s, &options, &r, &err));
    EXPECT_STR(err.text, "nothing fails in it");
    schedule_drop(&s);
    drop(&m);
}

TEST(who_asks_to_stop_gets_what_there_is)
{
    static const volatile sig_atomic_t stop = 1;
    Made m;
    Schedule s = {0};
    ShrinkOptions options = {.stop = &stop};
    Shrunk r;
    Err err = {0};
    Bug bug;

    make(&m, counter);
    long_schedule(&s, 2000);
    EXPECT_TRUE(shrink_run(&m.program, &m.program.tests[0], &s, &options, &r, &err));
    EXPECT_TRUE(r.is_interrupted);
    EXPECT_TRUE(r.after.steps <= r.before.steps);
    EXPECT_EQ(execute(&m.program, &m.program.tests[0], &r.schedule, NULL, &bug), EXECUTED_BUG);
    shrunk_drop(&r);
    schedule_drop(&s);
    drop(&m);
}
