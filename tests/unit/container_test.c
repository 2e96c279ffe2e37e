// tests/unit/container_test.c: programs on containers that talk over a simulated network.

#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "../litmus/world.h"
#include "base/buf.h"
#include "cluster/cluster.h"
#include "gen/gen.h"
#include "net/sim.h"
#include "rt/machine.h"
#include "run/elsewhere.h"

typedef struct Bench {
    Lang lang;
    Arena arena;
    PProgram program;
    bool is_apart[16];
} Bench;

static Bench *compile(const char *text)
{
    Bench *b = calloc(1, sizeof *b);
    Err err = {0};

    lang_init(&b->lang);
    EXPECT_TRUE(lang_add_text(&b->lang, "test.p", text, strlen(text), &err));
    if (!lang_check(&b->lang))
        diags_print(&b->lang.diags, &b->lang.sources, stderr, false);
    EXPECT_EQ(b->lang.diags.error_count, 0);
    EXPECT_TRUE(gen_program(&b->arena, &b->lang, TARGET_CHECK, &b->program, &err));
    EXPECT_TRUE(b->program.machine_count <= 16);
    memset(b->is_apart, true, sizeof b->is_apart);
    return b;
}

static void drop(Bench *b)
{
    arena_drop(&b->arena);
    lang_drop(&b->lang);
    free(b);
}

// A sanitizer marks all memory of a runtime, which takes some milliseconds for each container.
#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 50 };
#else
enum { SEEDS = 1000 };
#endif

// The program ends in these outcomes, with " | " between them, and in no others. Few seeds need
// not see all of them.
static void expect_outcomes(const char *program, uint32_t crashes, uint32_t cuts,
                            const char *wanted)
{
    char all[4096], *rest = all, *outcome;
    uint32_t left = 0;
    Bench *b = compile(program);
    LitmusRun run = {&b->program, b->program.tests[0].name, b->is_apart, crashes, cuts, 0};
    bool *is_seen = calloc(SEEDS, sizeof *is_seen);
    LitmusResult *results = calloc(SEEDS, sizeof *results);

    for (uint64_t seed = 0; seed < SEEDS; seed++)
        litmus_run(&run, seed + 1, &results[seed]);
    snprintf(all, sizeof all, "%s", wanted);
    while (rest) {
        outcome = rest;
        if ((rest = strstr(rest, " | "))) {
            *rest = '\0';
            rest += 3;
        }
        bool is_there = false;
        for (uint32_t i = 0; i < SEEDS; i++)
            if (strcmp(results[i].outcome, outcome) == 0)
                is_there = is_seen[i] = true;
        if (!is_there && left++ == 0 && SEEDS > 100)
            EXPECT_STR("never seen", outcome);
    }
    for (uint32_t i = 0; i < SEEDS; i++)
        if (!is_seen[i])
            EXPECT_STR(results[i].outcome, wanted);
    free(is_seen);
    free(results);
    drop(b);
}

#define CAUSALITY                                                   \
    "event eFirst; event eSecond; event eGo: machine;"              \
    "machine Main { start state S { entry {"                        \
    "    var target: machine; var helper: machine;"                 \
    "    target = new Target(); helper = new Helper();"             \
    "    send target, eFirst; send helper, eGo, target; } } }"      \
    "machine Helper { start state S {"                              \
    "    on eGo do (target: machine) { send target, eSecond; } } }" \
    "machine Target { var outcome: string; start state S {"         \
    "    on eFirst do { outcome = outcome + \"1\"; }"               \
    "    on eSecond do { outcome = outcome + \"2\"; } } }"          \
    "test T [main=Main]: { Main, Helper, Target };"

TEST(cause_and_effect_by_two_ways_arrive_in_any_order)
{
    expect_outcomes(CAUSALITY, 0, 0, "Target=12 | Target=21");
}

TEST(events_of_one_pair_keep_their_order)
{
    expect_outcomes("event e: int;"
                    "machine Main { start state S { entry { var t: machine; var i: int;"
                    "    t = new Target();"
                    "    while (i < 5) { send t, e, i; i = i + 1; } } } }"
                    "machine Target { var outcome: int; start state S {"
                    "    on e do (i: int) { outcome = outcome * 10 + i; } } }"
                    "test T [main=Main]: { Main, Target };",
                    0, 0, "Target=1234");
}

TEST(a_crash_loses_a_suffix_and_nothing_else)
{
    expect_outcomes("event e: int;"
                    "machine Main { start state S { entry { var t: machine;"
                    "    t = new Target(); send t, e, 1; send t, e, 2; } } }"
                    "machine Target { var outcome: int; start state S {"
                    "    on e do (i: int) { outcome = outcome * 10 + i; } } }"
                    "test T [main=Main]: { Main, Target };",
                    1, 0, "- | Target=0 | Target=1 | Target=12");
}

TEST(references_are_equal_and_print_alike_everywhere)
{
    // The reference to Main goes round by two containers, its printed name with it.
    expect_outcomes("event eGo: (home: machine, next: machine);"
                    "event eBack: (who: machine, name: string, mine: string);"
                    "machine Main { var outcome: (bool, bool, bool); var far: machine;"
                    "    start state S { entry { var a: machine;"
                    "        far = new Far(); a = new Far();"
                    "        send a, eGo, (home = this, next = far); }"
                    "    on eBack do (b: (who: machine, name: string, mine: string)) {"
                    "        outcome = (b.who == this, b.name == format(\"{0}\", this),"
                    "                   b.mine == format(\"{0}\", far)); } } }"
                    "machine Far { start state S {"
                    "    on eGo do (g: (home: machine, next: machine)) {"
                    "        if (g.next == this) {"
                    "            send g.home, eBack, (who = g.home,"
                    "                name = format(\"{0}\", g.home), mine = format(\"{0}\", this));"
                    "        } else { send g.next, eGo, g; } } } }"
                    "test T [main=Main]: { Main, Far };",
                    0, 0, "Main=<true,true,true,>");
}

TEST(a_machine_that_has_halted_drops_what_comes)
{
    expect_outcomes("event e; event eBack;"
                    "machine Main { var outcome: int; start state S { entry { var t: machine;"
                    "        t = new Target(this); send t, e; send t, halt; send t, e; }"
                    "    on eBack do { outcome = outcome + 1; } } }"
                    "machine Target { var home: machine; start state S {"
                    "    entry (h: machine) { home = h; }"
                    "    on e do { send home, eBack; } } }"
                    "test T [main=Main]: { Main, Target };",
                    0, 0, "Main=1");
}

TEST(what_arrives_before_the_creation_is_kept)
{
    // Helper may reach Target before the creation that Main has sent.
    expect_outcomes("event e; event eGo: machine;"
                    "machine Main { start state S { entry { var t: machine; var h: machine;"
                    "    t = new Target(7); h = new Helper(t); } } }"
                    "machine Helper { start state S { entry (t: machine) { send t, e; } } }"
                    "machine Target { var outcome: int; start state S {"
                    "    entry (i: int) { outcome = i; }"
                    "    on e do { outcome = outcome * 2; } } }"
                    "test T [main=Main]: { Main, Helper, Target };",
                    0, 0, "Target=14");
}

TEST(a_cut_leaves_a_prefix_on_both_sides)
{
    expect_outcomes("event e: int;"
                    "machine Main { var outcome: int; start state S { entry { var t: machine;"
                    "        t = new Target(this); send t, e, 1; send t, e, 2; }"
                    "    on e do (i: int) { outcome = outcome * 10 + i; } } }"
                    "machine Target { var outcome: int; var home: machine; start state S {"
                    "    entry (h: machine) { home = h; }"
                    "    on e do (i: int) { outcome = outcome * 10 + i; send home, e, i; } } }"
                    "test T [main=Main]: { Main, Target };",
                    0, 1,
                    "Main=0 | Main=0 Target=0 | Main=0 Target=1 | Main=0 Target=12 | Main=1 Target=1 | "
                    "Main=1 Target=12 | Main=12 Target=12");
}

TEST(a_payload_that_cannot_travel_is_a_bug_of_the_program)
{
    expect_outcomes("event e: any;"
                    "machine Main { start state S { entry {"
                    "    var t: machine; var d: any; var s: seq[any]; var i: int;"
                    "    t = new Target();"
                    "    while (i < 70) { s = default(seq[any]); s += (0, d);"
                    "        d = s; i = i + 1; }"
                    "    send t, e, d; } } }"
                    "machine Target { start state S { ignore e; } }"
                    "test T [main=Main]: { Main, Target };",
                    0, 0,
                    "WRONG: a payload cannot go to another container: "
                    "the value is nested deeper than 64");
}

// ----------------------------------------------------------------------- two containers by hand

typedef struct Pair {
    Sim *sim;
    Bench *bench;
    Container *containers[3];
    uint32_t host_of_new;
    uint64_t new_incarnation;
    SessionLimits limits;
    uint32_t queue_soft;
} Pair;

static uint64_t now(void *owner)
{
    return sim_now(((Pair *)owner)->sim);
}

static bool is_apart(void *owner, uint32_t kind)
{
    (void)owner, (void)kind;
    return true;
}

static bool spawn(void *owner, uint32_t kind, const uint8_t *creation, uint32_t count,
                  uint64_t *incarnation, char address[static ADDRESS_MAX + 1], Err *err)
{
    Pair *p = owner;

    (void)kind, (void)creation, (void)count, (void)err;
    *incarnation = p->new_incarnation;
    snprintf(address, ADDRESS_MAX, "%u", p->host_of_new);
    return true;
}

static Container *open_container(Pair *p, uint64_t incarnation, uint32_t host, uint32_t first_kind)
{
    Err err = {0};
    char address[16];

    snprintf(address, sizeof address, "%u", host);
    ContainerSetup setup = {
        .program = &p->bench->program,
        .test = p->bench->program.tests[0].name,
        .incarnation = incarnation,
        .address = address,
        .limits = p->limits,
        .queue_soft = p->queue_soft,
        .transport = sim_transport(p->sim, host),
        .first_kind = first_kind,
        .owner = p,
        .now = now,
        .is_apart = is_apart,
        .spawn = spawn,
    };
    Container *c = container_new(&setup, &err);
    EXPECT_TRUE(c != NULL);
    sim_attach(p->sim, host, container_endpoint(c));
    return c;
}

static void run_until(Pair *p, uint64_t time)
{
    while (sim_now(p->sim) < time) {
        for (uint32_t i = 0; i < 3; i++)
            if (p->containers[i]) {
                container_step(p->containers[i], 0);
                sim_sent(p->sim, i == 0 ? 0 : 1);
            }
        sim_run(p->sim, sim_now(p->sim) + 1000);
    }
}

TEST(stale_references_are_refused_and_counted)
{
    static const SimFaults none = {.delay_min = 10, .delay_max = 100, .segment_max = 1000};
    Bench *bench = compile("event e; event eTick;"
                           "machine Main { var t: machine; start state S {"
                           "    entry { t = new Target(); send t, e; }"
                           "    on eTick do { send t, e; } } }"
                           "machine Target { var outcome: int; start state S {"
                           "    on e do { outcome = outcome + 1; } } }"
                           "test T [main=Main]: { Main, Target };");
    Pair p = {sim_new(5, 2, &none), bench, {0}, 1, 2, session_limits, 0};
    uint32_t tick = 0;
    Err err = {0};

    while (strcmp(bench->program.events[tick].name, "eTick") != 0)
        tick++;
    uint32_t kind = p_interface(&bench->program, "Target");
    p.containers[0] = open_container(&p, 1, 0, P_NONE);
    p.containers[1] = open_container(&p, 2, 1, kind);
    EXPECT_TRUE(container_begin(p.containers[0], &err));
    run_until(&p, 100000);
    EXPECT_EQ(container_counts(p.containers[1])->delivered, 2);  // the creation and the event

    // The container crashes, and another one comes to its address.
    sim_crash(p.sim, 1);
    container_free(p.containers[1]);
    p.containers[1] = NULL;
    p.containers[2] = open_container(&p, 3, 1, kind);
    run_until(&p, 5000000);
    EXPECT_EQ(container_counts(p.containers[0])->ended, 1);
    p_post(container_runtime(p.containers[0]), 1, tick, 0);
    run_until(&p, 6000000);
    EXPECT_EQ(container_counts(p.containers[0])->stale, 1);
    EXPECT_EQ(container_counts(p.containers[2])->delivered, 0);
    EXPECT_FALSE(container_is_born(p.containers[2]));

    container_free(p.containers[0]);
    container_free(p.containers[2]);
    sim_free(p.sim);
    drop(bench);
}

// ------------------------------------------------------------------------------------- limits

// For each eTick Main sends one e to Target; Target counts them once it is open.
static const char flood[] =
    "event e: int; event eTick; event eOpen;"
    "machine Main { var t: machine; start state S {"
    "    entry { t = new Target(); send t, eOpen; }"
    "    on eTick do { send t, e, 1; }"
    "    on eOpen do { send t, eOpen; } } }"
    "machine Target { var outcome: int;"
    "    start state Closed { defer e; on eOpen goto Open; }"
    "    state Open { ignore eOpen; on e do (i: int) { outcome = outcome + i; } } }"
    "test T [main=Main]: { Main, Target };";

static uint32_t event_of(const Bench *b, const char *name)
{
    return p_event(&b->program, name);
}

static Pair *open_flood(const char *program, const SessionLimits *limits, uint32_t queue_soft)
{
    static const SimFaults none = {.delay_min = 10, .delay_max = 100, .segment_max = 1000};
    Pair *p = calloc(1, sizeof *p);
    Err err = {0};

    *p = (Pair){sim_new(5, 2, &none), compile(program), {0}, 1, 2, *limits, queue_soft};
    p->containers[0] = open_container(p, 1, 0, P_NONE);
    p->containers[1] = open_container(p, 2, 1, p_interface(&p->bench->program, "Target"));
    EXPECT_TRUE(container_begin(p->containers[0], &err));
    return p;
}

static void close_flood(Pair *p)
{
    for (uint32_t i = 0; i < 2; i++)
        container_free(p->containers[i]);
    sim_free(p->sim);
    drop(p->bench);
    free(p);
}

static void post_main(Pair *p, const char *event)
{
    p_post(container_runtime(p->containers[0]), 1, event_of(p->bench, event), 0);
}

static bool is_welcome(Pair *p)
{
    return p_may_post(container_runtime(p->containers[0]));
}

// Only Main runs, and the network. Returns how many events were posted until no more are welcome.
static uint64_t post_while_welcome(Pair *p, uint64_t most)
{
    uint64_t count = 0;

    while (count < most && is_welcome(p)) {
        post_main(p, "eTick");
        count++;
        container_step(p->containers[0], 0);
        sim_sent(p->sim, 0);
        sim_run(p->sim, sim_now(p->sim) + 1000);
    }
    return count;
}

static uint64_t sum_of_target(Pair *p)
{
    return elsewhere_look(container_runtime(p->containers[1]), 1)->shared.vars[0];
}

TEST(what_cannot_leave_stops_what_comes_from_outside)
{
    SessionLimits limits = session_limits;
    limits.soft = 1000;
    Pair *p = open_flood(flood, &limits, 0);

    run_until(p, 100000);
    sim_part(p->sim, 0, 1, true);
    uint64_t posted = post_while_welcome(p, 1000);
    EXPECT_TRUE(posted > 10 && posted < 100);
    sim_part(p->sim, 0, 1, false);
    run_until(p, sim_now(p->sim) + 5000000);
    EXPECT_TRUE(is_welcome(p));
    EXPECT_EQ(sum_of_target(p), posted);
    close_flood(p);
}

TEST(a_container_with_long_queues_gives_no_credit)
{
    SessionLimits limits = session_limits;
    limits.soft = 1000;
    limits.window = 500;
    Pair *p = open_flood(flood, &limits, 50);

    run_until(p, 100000);
    // Target's container does not run.
    uint64_t posted = post_while_welcome(p, 5000);
    EXPECT_TRUE(posted < 200);
    uint64_t came = container_counts(p->containers[1])->delivered;
    EXPECT_TRUE(came > 50 && came < 100 && came < posted);
    run_until(p, sim_now(p->sim) + 5000000);
    EXPECT_TRUE(is_welcome(p));
    EXPECT_EQ(sum_of_target(p), posted);
    close_flood(p);
}

// Otherwise the event that ends the wait could not come.
TEST(a_container_that_only_defers_gives_credit)
{
    SessionLimits limits = session_limits;
    limits.window = 500;
    Pair *p = open_flood("event e: int; event eTick; event eOpen;"
                         "machine Main { var t: machine; start state S {"
                         "    entry { var i: int; t = new Target();"
                         "        while (i < 1000) { send t, e, 1; i = i + 1; } send t, eOpen; }"
                         "    ignore eTick; } }"
                         "machine Target { var outcome: int;"
                         "    start state Closed { defer e; on eOpen goto Open; }"
                         "    state Open { on e do (i: int) { outcome = outcome + i; } } }"
                         "test T [main=Main]: { Main, Target };",
                         &limits, 50);

    run_until(p, 5000000);
    EXPECT_EQ(sum_of_target(p), 1000);
    close_flood(p);
}

TEST(the_hard_limit_cuts)
{
    SessionLimits limits = session_limits;
    limits.soft = 1000;
    limits.hard = 3000;
    Pair *p = open_flood(flood, &limits, 0);

    run_until(p, 100000);
    uint64_t before = post_while_welcome(p, 5);
    run_until(p, 200000);
    sim_part(p->sim, 0, 1, true);
    for (uint32_t i = 0; i < 1000; i++)
        post_main(p, "eTick");  // somebody does not ask whether it is welcome
    container_step(p->containers[0], 0);
    EXPECT_EQ(container_counts(p->containers[0])->ended, 1);
    EXPECT_TRUE(container_counts(p->containers[0])->stale > 800);
    EXPECT_TRUE(is_welcome(p));
    sim_part(p->sim, 0, 1, false);
    run_until(p, 5000000);
    EXPECT_EQ(container_counts(p->containers[1])->ended, 1);
    EXPECT_EQ(sum_of_target(p), before);
    close_flood(p);
}

// --------------------------------------------------------------------------------- suspicions
// A thread of C posts, and ends its hold, while the loop is busy with something else.
TEST(a_container_with_a_post_that_nobody_noticed_is_not_at_rest)
{
    Pair *p = open_flood(flood, &session_limits, 0);
    Container *c = p->containers[0];

    run_until(p, 100000);
    EXPECT_FALSE(container_expects_posts(c));
    p_hold(container_runtime(c));
    EXPECT_TRUE(container_expects_posts(c));  // the hold
    post_main(p, "eTick");
    p_unhold(container_runtime(c));
    EXPECT_FALSE(container_is_busy(c));  // not noticed
    EXPECT_TRUE(container_expects_posts(c));  // the post
    container_step(c, 0);
    EXPECT_FALSE(container_expects_posts(c));
    close_flood(p);
}

// Main keeps a reference to Target, in a field of that type. How often is it told that Target's
// container is dead?
static uint64_t told_of_dead(const char *type, const char *keep)
{
    Buf program = {0};

    buf_print(&program,
              "event eSuspect: machine;"
              "machine Main { var outcome: int; var v: %s; start state S {"
              "    entry { var t: machine; t = new Target(); %s }"
              "    on eSuspect do (m: machine) { outcome = outcome + 1; } } }"
              "machine Target { start state S { } }"
              "test T [main=Main]: { Main, Target };",
              type, keep);
    Pair *p = open_flood(buf_text(&program), &session_limits, 0);
    run_until(p, 100000);
    container_forget(p->containers[0], 2);
    container_forget(p->containers[0], 2);  // says nothing new
    run_until(p, 200000);
    uint64_t told = elsewhere_look(container_runtime(p->containers[0]), 1)->shared.vars[0];
    EXPECT_EQ(container_counts(p->containers[0])->suspicions, told);
    close_flood(p);
    buf_drop(&program);
    return told;
}

TEST(a_machine_is_told_once_of_what_its_values_refer_to)
{
    EXPECT_EQ(told_of_dead("machine", "v = t;"), 1);
    EXPECT_EQ(told_of_dead("any", "v = t;"), 1);
    EXPECT_EQ(told_of_dead("(int, (machine, machine))", "v = (1, (t, t));"), 1);
    EXPECT_EQ(told_of_dead("seq[any]", "v += (0, t);"), 1);
    EXPECT_EQ(told_of_dead("set[machine]", "v += (t);"), 1);
    EXPECT_EQ(told_of_dead("map[machine, int]", "v[t] = 1;"), 1);
    EXPECT_EQ(told_of_dead("map[int, seq[machine]]",
                           "v[7] = default(seq[machine]); v[7] += (0, t);"), 1);
    EXPECT_EQ(told_of_dead("machine", "v = this;"), 0);
    EXPECT_EQ(told_of_dead("string", "v = format(\"{0}\", t);"), 0);  // only a name
}
