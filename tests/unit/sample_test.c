// tests/unit/sample_test.c: samplers keep their promises.
//
// Strategies are run by hand, many times, on programs small enough to know what each
// execution's probability must be. Seeds are fixed and bounds are generous: five standard
// deviations and more.

#include "check/sample/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/sample/sample_delay.h"
#include "gen/gen.h"
#include "test.h"

// ------------------------------------------------------------------------------- the bench

typedef struct Bench {
    Lang lang;
    Arena arena;
    PProgram program;
    SearchWorker worker;
    Search search;
    Walk walk;
    Member member;
    uint64_t schedule;
} Bench;

static void begin_with(Bench *b, const char *text, const Strategy *strategy,
                       const EngineOptions *engine)
{
    Err err = {0};
    memset(b, 0, sizeof *b);
    lang_init(&b->lang);
    EXPECT_TRUE(lang_add_text(&b->lang, "test.p", text, strlen(text), &err));
    if (!lang_check(&b->lang))
        EXPECT_STR(b->lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&b->arena, &b->lang, TARGET_CHECK, &b->program, &err));
    Search *s = &b->search;
    s->program = &b->program;
    s->test = &b->program.tests[0];
    s->options =
        (SearchOptions){.workers = 1, .steps = 1000, .ss_c1 = 100, .ss_c2 = 3, .pct_depth = 3};
    s->is_sampling = true;
    s->workers = &b->worker;
    s->engine = engine_new(&b->program, s->test, engine);
    pthread_mutex_init(&s->found_lock, NULL);
    crew_init(&s->crew, 1, NULL, NULL, s);
    s->policy = search_policy(SEARCH_RANDOM);
    b->worker = (SearchWorker){.search = s, .stepper = stepper_new(s->engine)};
    walk_init(&b->walk, s, &b->worker);
    if (strategy->has_explorer)
        b->walk.walk_orders = search_orders(s, 1, &err);
    b->member = (Member){.strategy = strategy, .search = s};
    if (strategy->open)
        b->member.knowledge = strategy->open(s);
}

static void begin(Bench *b, const char *text, const Strategy *strategy)
{
    begin_with(b, text, strategy, &(EngineOptions){.has_memo = true});
}

static void drop(Bench *b)
{
    if (b->member.strategy->close)
        b->member.strategy->close(b->member.knowledge);
    walk_drop(&b->walk);
    stepper_free(b->worker.stepper);
    engine_free(b->search.engine);
    free(b->search.found.labels);
    schedule_drop(&b->search.found.way);
    crew_drop(&b->search.crew);
    pthread_mutex_destroy(&b->search.found_lock);
    arena_drop(&b->arena);
    lang_drop(&b->lang);
}

// One more schedule, of which nothing is known before.
static void prepare(Bench *b)
{
    Walk *w = &b->walk;
    w->schedule = b->schedule++;
    w->rng = rng_from(0x5eed + w->schedule);
    w->depth_max = b->search.options.steps;
    w->print_count = w->run_count = w->trail_count = w->lesson_count = 0;
    atomic_store(&b->search.last_schedule, UINT64_MAX);
    b->search.found.is_there = false;
}

static void learn(Bench *b)
{
    const Strategy *s = b->member.strategy;
    if (s->learn)
        s->learn(b->member.knowledge, b->walk.lessons, b->walk.lesson_count);
    if (s->learnt)
        s->learnt(b->member.knowledge);
}

static void run(Bench *b, uint64_t number)
{
    prepare(b);
    b->member.strategy->run(&b->member, &b->walk, number);
}

// The partial order of the schedule's last execution.
static uint64_t last_order(const Bench *b)
{
    return b->walk.runs_seen[b->walk.run_count - 1];
}

// The schedule's last execution itself.
static uint64_t last_way(const Bench *b)
{
    uint64_t hash = b->walk.depth;
    for (uint64_t i = 0; i < b->walk.depth; i++)
        hash = (hash ^ b->walk.labels[i]) * 0x9e3779b97f4a7c15u + (hash >> 29);
    return hash;
}

// -------------------------------------------------------------------------------- counting

typedef struct Count {
    uint64_t key, count;
} Count;

typedef struct Counts {
    Count list[4096];
    uint32_t used;
    uint64_t sum;
} Counts;

static uint64_t *count_of(Counts *c, uint64_t key)
{
    uint32_t i = 0;
    while (i < c->used && c->list[i].key != key)
        i++;
    EXPECT_TRUE(i < 4096);
    if (i == c->used)
        c->list[c->used++] = (Count){.key = key};
    return &c->list[i].count;
}

static void add(Counts *c, uint64_t key)
{
    ++*count_of(c, key);
    c->sum++;
}

static double least_share(const Counts *c)
{
    uint64_t least = c->sum;
    for (uint32_t i = 0; i < c->used; i++)
        least = c->list[i].count < least ? c->list[i].count : least;
    return (double)least / (double)c->sum;
}

static double largest_share(const Counts *c)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < c->used; i++)
        most = c->list[i].count > most ? c->list[i].count : most;
    return (double)most / (double)c->sum;
}

static Counts counts, others;  // large

// -------------------------------------------------------------------------- what is counted

TEST(a_set_counts_what_it_can_hold)
{
    SampleSet s;
    bool is_exact;
    sample_set_init(&s, 1024);
    for (uint64_t i = 0; i < 500; i++) {
        EXPECT_TRUE(sample_set_add(&s, i * 0x9e3779b97f4a7c15u, i));
        EXPECT_FALSE(sample_set_add(&s, i * 0x9e3779b97f4a7c15u, i));  // by the same schedule
    }
    EXPECT_EQ(sample_set_distinct(&s, &is_exact), 500);
    EXPECT_TRUE(is_exact);
    EXPECT_TRUE(sample_set_unseen(&s) == 1);
    for (uint64_t i = 0; i < 250; i++)
        sample_set_add(&s, i * 0x9e3779b97f4a7c15u, 1000 + i);
    EXPECT_TRUE(sample_set_unseen(&s) == 250.0 / 750);
    sample_set_drop(&s);
}

static uint64_t scattered(uint64_t i)
{
    Rng rng = rng_from(i);
    return rng_next(&rng);
}

TEST(a_set_that_is_full_estimates_whatever_the_order)
{
    SampleSet s[3];
    bool is_exact;
    const uint64_t all = 100000;
    for (int i = 0; i < 3; i++)
        sample_set_init(&s[i], 4096);
    for (uint64_t i = 0; i < all; i++) {
        sample_set_add(&s[0], scattered(i), i);
        sample_set_add(&s[1 + i % 3 / 2], scattered(all - 1 - i), i);
    }
    sample_set_merge(&s[1], &s[2]);
    double first = sample_set_distinct(&s[0], &is_exact),
           second = sample_set_distinct(&s[1], &is_exact);
    EXPECT_FALSE(is_exact);
    EXPECT_TRUE(first == second);
    EXPECT_TRUE(fabs(first - (double)all) < 0.15 * (double)all);
    EXPECT_TRUE(sample_set_unseen(&s[0]) == 1);
    for (uint64_t i = 0; i < all; i++)  // what it has kept it finds again
        EXPECT_FALSE(sample_set_add(&s[0], scattered(i), i));
    EXPECT_TRUE(sample_set_distinct(&s[0], &is_exact) == first);
    for (int i = 0; i < 3; i++)
        sample_set_drop(&s[i]);
}

TEST(iterations_follow_their_formula)
{
    // 100 + 3^1 of them, then 100 + 3^2.
    EXPECT_EQ(sample_iteration(0, 1, 100, 3), 1);
    EXPECT_EQ(sample_iteration(102, 1, 100, 3), 1);
    EXPECT_EQ(sample_iteration(103, 1, 100, 3), 2);
    EXPECT_EQ(sample_iteration(211, 1, 100, 3), 2);
    EXPECT_EQ(sample_iteration(212, 1, 100, 3), 3);
    EXPECT_TRUE(sample_iteration(UINT64_MAX, 1, 1, 2) > 60);
    EXPECT_TRUE(sample_missed(0.5, 3) > 0.124 && sample_missed(0.5, 3) < 0.126);
    EXPECT_TRUE(sample_missed(0.5, 0) == 1 && sample_missed(1, 1) == 0);
}

// -------------------------------------------------------------------------------- programs

// Three clients; the n-th sends so many events to a judge, after others to a friend.
#define CLIENTS(body)                                                                              \
    "event eTell: int; event eChat;\n"                                                             \
    "machine Friend { start state S { on eChat do { } } }\n"                                       \
    "machine Client { start state S { entry (p: (j: machine, who: int, alone: int, all: int)) {\n" \
    "    var i: int; var f: machine; if (p.alone > 0) { f = new Friend(); }\n"                     \
    "    while (i < p.alone) { send f, eChat; i = i + 1; } i = 0;\n"                               \
    "    while (i < p.all) { send p.j, eTell, p.who; i = i + 1; } } } }\n"                         \
    "machine Judge { var s: seq[int]; start state S { on eTell do (n: int) {\n"                    \
    "    s += (sizeof(s), n); " body " } } }\n"
#define MAIN(clients) \
    "machine Main { start state S { entry { var j: machine; j = new Judge();\n" clients "} } }\n"
#define CLIENT(who, alone, all) \
    "new Client((j = j, who = " #who ", alone = " #alone ", all = " #all "));\n"

static const char unequal[] = CLIENTS("") MAIN(CLIENT(1, 6, 1) CLIENT(2, 0, 1) CLIENT(3, 2, 1));
static const char several[] = CLIENTS("") MAIN(CLIENT(1, 0, 2) CLIENT(2, 0, 1) CLIENT(3, 0, 3));

static void sample_orders_of(const char *text, const Strategy *strategy, uint64_t samples,
                             uint64_t lessons, Counts *c)
{
    Bench b;
    *c = (Counts){0};
    begin(&b, text, strategy);
    for (uint64_t i = 0; i < lessons; i++) {
        run(&b, i);
        learn(&b);
    }
    for (uint64_t i = 0; i < samples; i++) {
        run(&b, lessons + i);
        add(c, last_order(&b));
    }
    drop(&b);
}

// ------------------------------------------------------------------------------ pos and surw

TEST(pos_draws_the_orders_of_one_race_uniformly)
{
    // However much each does before. Six orders of three events.
    sample_orders_of(unequal, &strategy_pos, 6000, 4, &counts);
    EXPECT_EQ(counts.used, 6);
    EXPECT_TRUE(least_share(&counts) > 0.85 / 6);
    EXPECT_TRUE(largest_share(&counts) < 1.15 / 6);

    // Drawn step by step they are not uniform at all.
    sample_orders_of(unequal, &strategy_random, 6000, 0, &counts);
    EXPECT_TRUE(largest_share(&counts) > 1.5 / 6);
}

TEST(surw_draws_interleavings_uniformly)
{
    // 6! / (2! 1! 3!)
    sample_orders_of(several, &strategy_surw, 60000, 4, &counts);
    EXPECT_EQ(counts.used, 60);
    EXPECT_TRUE(least_share(&counts) > 0.8 / 60);
    EXPECT_TRUE(largest_share(&counts) < 1.2 / 60);

    sample_orders_of(several, &strategy_random, 60000, 0, &counts);
    EXPECT_TRUE(largest_share(&counts) > 1.5 / 60);
}

TEST(a_partial_order_is_more_than_one_interleaving)
{
    // Who talks to friends has nobody to race with.
    sample_orders_of(CLIENTS("") MAIN(CLIENT(1, 4, 0) CLIENT(2, 4, 0) CLIENT(3, 0, 1)),
                     &strategy_random, 500, 0, &counts);
    EXPECT_EQ(counts.used, 1);
}

// ------------------------------------------------------------------------------------- pct

// The share of schedules that show the bug, and what is promised.
static double share_of_bugs(const char *text, uint32_t depth, uint64_t samples, double *promised)
{
    Bench b;
    uint64_t bugs = 0, points = 0, machines = 0;
    begin(&b, text, &strategy_pct);
    b.search.options.pct_depth = depth;
    for (uint64_t i = 0; i < samples + 200; i++) {
        run(&b, i);
        points = b.walk.lessons[0] > points ? b.walk.lessons[0] : points;
        machines = b.walk.lessons[1] > machines ? b.walk.lessons[1] : machines;
        bugs += i >= 200 && b.walk.end == WALK_BUG;
        if (i < 200)
            learn(&b);
    }
    *promised = 1 / ((double)machines * pow((double)points, depth - 1));
    drop(&b);
    return (double)bugs / (double)samples;
}

TEST(pct_meets_its_bound)
{
    // One, two and three constraints are enough for these: 2 before 1; 2 between the two
    // of 1; 1, 2, 1, 2.
    static const char depth1[] =
        CLIENTS("assert n == 1 || sizeof(s) > 1;") MAIN(CLIENT(1, 3, 1) CLIENT(2, 3, 1));
    static const char depth2[] =
        CLIENTS("assert sizeof(s) != 3 || s[1] != 2;") MAIN(CLIENT(1, 0, 2) CLIENT(2, 2, 1));
    static const char depth3[] =
        CLIENTS("assert sizeof(s) != 4 || s[0] != 1 || s[1] != 2 || s[2] != 1;")
            MAIN(CLIENT(1, 1, 2) CLIENT(2, 1, 2));
    const char *texts[] = {depth1, depth2, depth3};
    for (uint32_t depth = 1; depth <= 3; depth++) {
        double promised, share = share_of_bugs(texts[depth - 1], depth, 20000, &promised);
        EXPECT_TRUE(promised > 0);
        EXPECT_TRUE(share >= 0.8 * promised);
    }
}

// -------------------------------------------------------------------------------------- ss

// Two that race, and one that chooses: points of both kinds.
static const char choosing[] =
    CLIENTS("") "machine Picker { start state S { entry (j: machine) {\n"
                "    if ($) { send j, eTell, 7; } send j, eTell, choose(3); } } }\n" MAIN(
                    CLIENT(1, 0, 1) CLIENT(2, 0, 1) "new Picker(j);\n");

// All executions with so many delays, by counting points; and the most points of any.
static uint64_t all_ways(Bench *b, uint64_t *way, uint32_t made, uint32_t delays, Counts *c)
{
    uint64_t most = 0;
    for (way[made] = 0;; way[made]++) {
        DelayRun r = {.first = point_default, .way = way, .way_count = made + 1};
        prepare(b);
        walk_begin(&b->walk);
        EXPECT_TRUE(delay_begin(&b->walk, 0, &r.explorer_state));
        delay_run(&b->walk, &r);
        most = r.points > most ? r.points : most;
        if (r.way_done <= made)
            return most;
        if (made + 1 == delays) {
            uint64_t *count = count_of(c, last_way(b));
            *count += *count == 0;
        } else {
            uint64_t more = all_ways(b, way, made + 1, delays, c);
            most = more > most ? more : most;
        }
    }
}

static double least_of_ss(const Strategy *strategy, uint32_t delays, uint64_t samples,
                          double *promised)
{
    Bench b;
    uint64_t way[4];
    counts = others = (Counts){0};
    begin(&b, choosing, strategy);
    b.search.options.ss_c1 = 1e9;  // so that all samples are of one stratum
    b.search.options.ss_c2 = 0;
    uint64_t points = all_ways(&b, way, 0, delays, &others);
    *promised = 1 / pow((double)points, delays);
    uint64_t number = 1 + (delays - 1) * (uint64_t)1e9;
    for (uint64_t i = 0; i < samples; i++) {
        run(&b, number + i);
        add(&counts, last_way(&b));
    }
    double least = 1;
    for (uint32_t i = 0; i < others.used; i++) {
        double share = (double)*count_of(&counts, others.list[i].key) / (double)samples;
        least = share < least ? share : least;
    }
    drop(&b);
    return least;
}

TEST(ss_draws_each_execution_as_often_as_promised)
{
    for (uint32_t delays = 1; delays <= 2; delays++) {
        double promised, least = least_of_ss(&strategy_ss, delays, 40000, &promised);
        EXPECT_TRUE(others.used > 5);
        EXPECT_TRUE(least > 0.7 * promised);
        // Every sample has as many delays as it says, unless there was nowhere to go.
        EXPECT_TRUE(delays > 1 || counts.used == others.used);
    }
}

TEST(ss_is_never_worse_than_as_it_was_published)
{
    for (uint32_t delays = 1; delays <= 2; delays++) {
        double promised, corrected = least_of_ss(&strategy_ss, delays, 40000, &promised);
        double published = least_of_ss(&strategy_ss_paper, delays, 40000, &promised);
        EXPECT_TRUE(corrected >= published);
    }
}

TEST(ss_goes_back_to_the_state_it_has_kept)
{
    // What comes of a sample is an execution: made step by step it leads to the same end.
    Bench b;
    begin(&b, choosing, &strategy_ss);
    for (uint64_t i = 0; i < 300; i++) {
        run(&b, i);
        uint64_t order = last_order(&b), print = b.walk.state.print, count = b.walk.depth;
        uint32_t *labels = calloc(count + 1, sizeof *labels);
        memcpy(labels, b.walk.labels, count * sizeof *labels);
        prepare(&b);
        walk_begin(&b.walk);
        for (uint64_t j = 0; j < count; j++) {
            uint32_t at, label, edges;
            EXPECT_TRUE(walk_goes_on(&b.walk));
            label_unpack(b.walk.machines, labels[j], &at, &label);
            const Edge *e = walk_edges(&b.walk, b.walk.place_at[at], &edges);
            EXPECT_TRUE(walk_take(&b.walk, b.walk.place_at[at], &e[label]));
        }
        EXPECT_FALSE(walk_goes_on(&b.walk));
        EXPECT_EQ(b.walk.state.print, print);
        EXPECT_EQ(last_order(&b), order);
        free(labels);
    }
    drop(&b);
}

TEST(who_is_ready_is_known_without_looking_at_all)
{
    static const Strategy *const all[] = {&strategy_random, &strategy_ss, &strategy_surw};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Bench b;
        begin(&b, choosing, all[i]);
        for (uint64_t j = 0; j < 200; j++) {
            prepare(&b);
            walk_begin(&b.walk);
            while (walk_goes_on(&b.walk)) {
                uint32_t ready = 0;
                for (uint32_t p = 0; p < b.walk.machines; p++) {
                    bool is =
                        engine_is_enabled(b.worker.stepper, &b.walk.state, b.walk.places[p].at);
                    EXPECT_EQ(walk_is_ready(&b.walk, p), is);
                    ready += is;
                }
                EXPECT_EQ(b.walk.ready_count, ready);
                if (!walk_step(&b.walk, walk_draw_place(&b.walk)))
                    break;
            }
        }
        drop(&b);
    }
}

// Large choices, before and behind a creation.
static const char many_ways[] =
    "event eTell: int; machine Sink { start state S { ignore eTell; } }"
    "machine Main { var s: machine; var i: int; start state S { entry {"
    "    var a: int;"
    "    if ($) { a = choose(50); }"
    "    s = new Sink();"
    "    a = a + choose(30) + choose(2);"
    "    send s, eTell, a; send this, eTell, choose(7); }"
    "    on eTell do (n: int) { i = i + 1; if (i < 20) { send this, eTell, choose(2 + n); } } } }"
    "test t [main = Main]: {Main, Sink};";

TEST(what_is_drawn_does_not_depend_on_what_is_known)
{
    static const Strategy *const all[] = {&strategy_random, &strategy_pct, &strategy_ql};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Bench one, two;
        begin_with(&one, many_ways, all[i], &(EngineOptions){.has_memo = true});
        begin_with(&two, many_ways, all[i], &(EngineOptions){.has_memo = false});
        for (uint64_t j = 0; j < 300; j++) {
            run(&one, j);
            run(&two, j);
            EXPECT_EQ(last_way(&one), last_way(&two));
            EXPECT_EQ(last_order(&one), last_order(&two));
            EXPECT_EQ(one.walk.state.print, two.walk.state.print);
            learn(&one);
            learn(&two);
        }
        drop(&one);
        drop(&two);
    }
}

TEST(large_values_are_forgotten_once)
{
    Bench b;
    begin(&b,
          "machine Main { var m: map[int, int]; start state S { entry { var i: int;"
          "    while (i < 5000) { m[i] = i; i = i + 1; } } } } test t [main = Main]: {Main};",
          &strategy_random);
    for (uint64_t j = 0; j < 3; j++) {
        run(&b, j);
        engine_forget(b.search.engine);
        walk_forget(&b.walk);
    }
    drop(&b);
}

TEST(an_engine_that_forgets_changes_no_schedule)
{
    static const Strategy *const all[] = {&strategy_random,  &strategy_ss, &strategy_pct,
                                          &strategy_pos,     &strategy_ql, &strategy_surw,
                                          &strategy_feedback};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Bench one, two;
        begin(&one, choosing, all[i]);
        begin(&two, choosing, all[i]);
        for (uint64_t j = 0; j < 200; j++) {
            run(&one, j);
            run(&two, j);
            EXPECT_EQ(last_way(&one), last_way(&two));
            EXPECT_EQ(last_order(&one), last_order(&two));
            EXPECT_EQ(one.walk.state.print, two.walk.state.print);
            learn(&one);
            learn(&two);
            if (j % 3)
                continue;
            uint64_t known = engine_known(two.search.engine);
            engine_forget(two.search.engine);
            walk_forget(&two.walk);
            EXPECT_TRUE(engine_known(two.search.engine) < known);
            if (two.walk.walk_orders) {
                known = orders_known(two.walk.walk_orders);
                orders_forget(two.walk.walk_orders);
                EXPECT_TRUE(orders_known(two.walk.walk_orders) < known);
            }
        }
        drop(&one);
        drop(&two);
    }
}

// In half of its executions an assumption fails.
static const char *const assuming =
    "event eA; event eB;"
    "spec Order observes eA, eB {"
    "    start state First { on eA goto Second; on eB do { assume false; } }"
    "    state Second { ignore eA, eB; }"
    "}"
    "machine Sink { start state S { ignore eA, eB; } }"
    "machine A { start state S { entry (sink: machine) { send sink, eA; } } }"
    "machine B { start state S { entry (sink: machine) { send sink, eB; } } }"
    "machine Main { start state S { entry {"
    "    var sink: machine;"
    "    sink = new Sink(); new A(sink); new B(sink);"
    "} } }"
    "test tcAssuming [main = Main]: assert Order in { Main, A, B, Sink };";

TEST(what_is_done_again_takes_no_memory)
{
    static const char *const programs[] = {assuming, choosing, several};
    static const EngineOptions options[] = {
        {.has_memo = true},
        {.has_memo = true, .queue_max = 10},
        {.has_memo = true, .points = POINTS_CLASSIC},
        {.has_memo = true, .points = POINTS_FULL},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (size_t j = 0; j < sizeof options / sizeof *options; j++) {
            Bench b;
            uint64_t known = 0;
            begin_with(&b, programs[i], &strategy_random, &options[j]);
            for (uint64_t k = 0; k < 4000; k++) {
                run(&b, k);
                if (k == 2000)
                    known = engine_known(b.search.engine);
            }
            // What comes seldom may come late.
            EXPECT_TRUE(engine_known(b.search.engine) < known + known / 4);
            drop(&b);
        }
}

// ------------------------------------------------------------------------ ql and feedback

// They promise nothing; what they have learnt must lead to more than they began with.

static uint64_t orders_seen(Bench *b, bool learns)
{
    counts = (Counts){0};
    for (uint64_t i = 0; i < 400; i++) {
        run(b, i);
        if (learns)
            learn(b);
        add(&counts, last_order(b));
    }
    return counts.used;
}

TEST(ql_learns_to_turn_away_from_what_it_knows)
{
    Bench b;
    begin(&b, several, &strategy_ql);
    uint64_t before = orders_seen(&b, false), after = orders_seen(&b, true);
    EXPECT_TRUE(after >= before);
    EXPECT_TRUE(after > 35);  // of 60
    drop(&b);
}

// A lock with many wards: to pass each one, the answer that was asked for last must come
// first. A schedule has to be right at all of them, and learns of each that it has passed.
static const char *const lock =
    "event eAsk: machine; event eAnswer: int;"
    "machine Main {"
    "    var a: machine; var b: machine; var ward: int; var left: int;"
    "    start state Init {"
    "        entry { a = new Helper(1); b = new Helper(2); ask(); }"
    "        on eAnswer do (who: int) {"
    "            left = left - 1;"
    "            if (left == 1 && who == 1) { raise halt; }"
    "            if (left == 0 && ward < 12) { ward = ward + 1; ask(); }"
    "        }"
    "    }"
    "    fun ask() { left = 2; send a, eAsk, this; send b, eAsk, this; }"
    "}"
    "machine Helper {"
    "    var me: int;"
    "    start state Wait {"
    "        entry (n: int) { me = n; }"
    "        on eAsk do (who: machine) { send who, eAnswer, me; }"
    "    }"
    "}";

static double states_seen(const Strategy *strategy)
{
    Bench b;
    SampleSet seen;
    bool is_exact;
    begin(&b, lock, strategy);
    sample_set_init(&seen, 1 << 12);
    for (uint64_t i = 0; i < 10000; i++) {
        run(&b, i);
        learn(&b);
        for (uint64_t j = 0; j < b.walk.print_count; j++)
            sample_set_add(&seen, b.walk.prints[j], i);
    }
    double count = sample_set_distinct(&seen, &is_exact);
    sample_set_drop(&seen);
    drop(&b);
    return count;
}

TEST(feedback_goes_on_from_where_it_has_been)
{
    double by_lot = states_seen(&strategy_ss), learnt = states_seen(&strategy_feedback);
    EXPECT_TRUE(learnt > 1.2 * by_lot);
}

// ------------------------------------------------------------------------------ forgetting

// Looks every 100,000 steps, until it is time to forget; how many steps that takes. What is
// known grows by so many bytes for each step, up to the bound.
static uint64_t steps_until_enough(double per_step, double bound, uint64_t most)
{
    Growth g = {0};
    for (uint64_t steps = 100000; steps < UINT64_C(1) << 40; steps += 100000) {
        double known = per_step * (double)steps;
        if (growth_is_enough(&g, steps, (uint64_t)(known < bound ? known : bound), most))
            return steps;
    }
    return 0;
}

TEST(what_cost_little_to_learn_is_forgotten_early)
{
    const double mib = 1 << 20;
    const uint64_t never = UINT64_MAX;
    // Every step is new, and would be again: as soon as that can be seen.
    EXPECT_EQ(steps_until_enough(1000, 1e12, never), 200000);
    // Little is known: there is nothing to be gained.
    EXPECT_EQ(steps_until_enough(1, 0.9 * mib, never), 0);
    // All was known early. The more there is, the longer that must have been of use.
    uint64_t small = steps_until_enough(1e5, 2 * mib, never);
    uint64_t large = steps_until_enough(1e5, 200 * mib, never);
    EXPECT_TRUE(small > 1000000 && small < 10000000);
    EXPECT_TRUE(large > 50 * small && large < 200 * small);
    // Unless there is no room.
    EXPECT_TRUE(steps_until_enough(1e5, 200 * mib, 100 << 20) == 100000);
}
