// Coverage: cells, trails, and what a program declares.

#include "check/coverage/coverage.h"

#include <pthread.h>

#include "check/coverage/trails.h"
#include "test.h"

enum { IDLE, BUSY };
enum { E_ASK = 2, E_BACK, E_COUNT };

// One machine: Idle goes to Busy by eAsk and defers eBack; Busy acts on eBack.
static const PHandler idle_handlers[] = {
    {.event = E_ASK, .kind = P_ON_GOTO, .fun = P_NONE, .target = BUSY},
    {.event = E_BACK, .kind = P_ON_DEFER, .fun = P_NONE, .target = P_NONE},
};
static const PHandler busy_handlers[] = {
    {.event = E_BACK, .kind = P_ON_DO, .fun = P_NONE, .target = P_NONE},
};
static const PState states[] = {
    [IDLE] = {.name = "Idle",
              .entry = P_NONE,
              .exit = P_NONE,
              .handler_count = 2,
              .handlers = idle_handlers},
    [BUSY] = {.name = "Busy",
              .entry = P_NONE,
              .exit = P_NONE,
              .handler_count = 1,
              .handlers = busy_handlers},
};
static const PEvent events[E_COUNT] = {
    {.name = "null"}, {.name = "halt"}, {.name = "eAsk"}, {.name = "eBack"}};
static const PMachineInfo machines[] = {{.name = "Server", .kind = P_MACHINE_REAL}};
static const PProgram program = {
    .event_count = E_COUNT,
    .events = events,
    .machine_count = 1,
    .machines = machines,
    .state_count = 2,
    .states = states,
};

static void add(Coverage *c, uint32_t kind, uint32_t a, uint32_t b, uint32_t d, uint64_t count)
{
    coverage_add(c, &(Cell){kind, a, b, d}, count);
}

TEST(nothing_is_seen_at_first)
{
    Coverage *c = coverage_new(&program);
    coverage_add_machine(c, 0);
    Shares s = coverage_of_all(c);
    EXPECT_EQ(s.states.declared, 2);
    EXPECT_EQ(s.triples.declared, 3);
    EXPECT_EQ(s.transitions.declared, 1);
    EXPECT_EQ(s.states.seen + s.triples.seen + s.transitions.seen, 0);
    EXPECT_EQ(coverage_cell_count(c), 0);
    coverage_free(c);
}

TEST(machines_of_no_test_are_left_out)
{
    Coverage *c = coverage_new(&program);
    EXPECT_EQ(coverage_of_all(c).states.declared, 0);
    EXPECT_EQ(coverage_of_machine(c, 0).states.declared, 2);
    coverage_free(c);
}

TEST(each_way_counts_for_what_it_is)
{
    Coverage *c = coverage_new(&program);
    coverage_add_machine(c, 0);
    add(c, CELL_ENTERED, IDLE, 0, 0, 1);
    add(c, CELL_EVENT, IDLE, E_ASK, WAY_RAISED, 4);
    add(c, CELL_EVENT, IDLE, E_BACK, WAY_TAKEN, 1);     // it says defer: that was not seen
    add(c, CELL_EVENT, BUSY, E_BACK, WAY_DEFERRED, 1);  // it says do
    add(c, CELL_EVENT, BUSY, E_BACK, WAY_UNHANDLED, 1);
    Shares s = coverage_of_all(c);
    EXPECT_EQ(s.states.seen, 1);
    EXPECT_EQ(s.triples.seen, 1);
    EXPECT_EQ(s.transitions.seen, 1);
    add(c, CELL_EVENT, IDLE, E_BACK, WAY_DEFERRED, 1);
    EXPECT_EQ(coverage_of_state(c, IDLE).triples.seen, 2);
    EXPECT_EQ(coverage_of_state(c, BUSY).triples.seen, 0);
    coverage_free(c);
}

TEST(joining_adds_but_for_deferrals)
{
    Coverage *a = coverage_new(&program), *b = coverage_new(&program);
    for (uint32_t i = 0; i < 1000; i++)
        add(a, CELL_SENT, i, E_ASK, 0, i);
    add(a, CELL_EVENT, IDLE, E_BACK, WAY_DEFERRED, 1);
    add(b, CELL_EVENT, IDLE, E_BACK, WAY_DEFERRED, 1);
    add(b, CELL_SENT, 7, E_ASK, 0, 100);
    coverage_add_machine(b, 0);
    coverage_join(a, b);
    EXPECT_EQ(coverage_count(a, CELL_EVENT, IDLE, E_BACK, WAY_DEFERRED), 1);
    EXPECT_EQ(coverage_count(a, CELL_SENT, 7, E_ASK, 0), 107);
    EXPECT_EQ(coverage_count(a, CELL_SENT, 0, E_ASK, 0), 0);  // 0 times is not seen
    EXPECT_EQ(coverage_cell_count(a), 1000);
    EXPECT_TRUE(coverage_has_machine(a, 0));
    coverage_free(a);
    coverage_free(b);
}

TEST(cells_come_in_order_and_are_still_found)
{
    Coverage *c = coverage_new(&program);
    for (uint32_t i = 100; i > 0; i--)
        add(c, i % 2 ? CELL_SENT : CELL_ENTERED, i, 0, 0, i);
    const Cell *cells = coverage_cells(c);
    for (uint32_t i = 1; i < 100; i++)
        EXPECT_TRUE(cells[i - 1].kind < cells[i].kind ||
                    (cells[i - 1].kind == cells[i].kind && cells[i - 1].a < cells[i].a));
    for (uint32_t i = 1; i <= 100; i++)
        EXPECT_EQ(coverage_count(c, i % 2 ? CELL_SENT : CELL_ENTERED, i, 0, 0), i);
    coverage_free(c);
}

TEST(a_trail_is_a_set)
{
    Trails *t = trails_new();
    Cell cells[] = {{CELL_ENTERED, 1, 0, 0}, {CELL_ENTERED, 2, 0, 0}, {CELL_ENTERED, 1, 0, 0}};
    Cell turned[] = {{CELL_ENTERED, 2, 0, 0}, {CELL_ENTERED, 1, 0, 0}};
    uint32_t both = trail_of(t, cells, 3), one = trail_of(t, cells, 1),
             two = trail_of(t, cells + 1, 1);
    EXPECT_EQ(trail_of(t, cells, 0), 0);
    EXPECT_EQ(trail_of(t, turned, 2), both);
    EXPECT_TRUE(one != two && one != both && two != both);
    EXPECT_EQ(trail_join(t, one, two), both);
    EXPECT_EQ(trail_join(t, two, one), both);
    EXPECT_EQ(trail_join(t, both, one), both);
    EXPECT_EQ(trail_join(t, 0, one), one);
    EXPECT_EQ(trail_join(t, one, 0), one);
    EXPECT_EQ(trail_join(t, 0, 0), 0);
    trails_free(t);
}

TEST(what_trails_show_is_added_up)
{
    Trails *t = trails_new();
    Coverage *c = coverage_new(&program);
    Cell one = {CELL_ENTERED, IDLE, 0, 0}, two = {CELL_ENTERED, BUSY, 0, 0};
    uint64_t counts[8] = {[0] = 1000};
    uint32_t first = trail_of(t, &one, 1);
    uint32_t both = trail_join(t, first, trail_of(t, &two, 1));
    counts[first] = 3;
    counts[both] = 4;
    trails_add_up(t, counts, 8, c);
    EXPECT_EQ(coverage_count(c, CELL_ENTERED, IDLE, 0, 0), 7);
    EXPECT_EQ(coverage_count(c, CELL_ENTERED, BUSY, 0, 0), 4);
    EXPECT_EQ(coverage_cell_count(c), 2);
    coverage_free(c);
    trails_free(t);
}

enum { THREADS = 4, CELLS = 300 };

// Sets {i, i + 1}, made by joining, whoever is first.
static void *join_many(void *data)
{
    Trails *t = data;
    for (uint32_t i = 0; i < CELLS; i++) {
        Cell a = {CELL_ENTERED, i, 0, 0}, b = {CELL_ENTERED, i + 1, 0, 0};
        trail_join(t, trail_of(t, &a, 1), trail_of(t, &b, 1));
    }
    return NULL;
}

TEST(threads_make_the_same_trails)
{
    Trails *t = trails_new();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, join_many, t);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < CELLS; i++) {
        Cell pair[] = {{CELL_ENTERED, i, 0, 0}, {CELL_ENTERED, i + 1, 0, 0}};
        EXPECT_EQ(trail_join(t, trail_of(t, pair, 1), trail_of(t, pair + 1, 1)),
                  trail_of(t, pair, 2));
    }
    trails_free(t);
}
