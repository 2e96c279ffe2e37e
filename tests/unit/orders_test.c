// tests/unit/orders_test.c: explorers, by example and at random; and wrong ones.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/rng.h"
#include "check/explorer/explore.h"
#include "check/explorer/orders.h"
#include "test.h"

static const PMachineInfo kinds[] = {{.name = "Main"}, {.name = "Server"}};
static const PEvent events[] = {{.name = "null"}, {.name = "halt"}, {.name = "eGo"}};
static const PProgram program = {
    .machines = kinds, .machine_count = 2, .events = events, .event_count = 3};
static const uint32_t bound[] = {0};
static const PTest test = {.main = 0, .bound = bound};

// ------------------------------------------------------------------------ shorthand

static StepEvent created(uint32_t by, uint32_t m)
{
    return (StepEvent){.kind = EVENT_CREATED, .machine = by, .other = m, .event = 1};
}

static StepEvent sent(uint32_t by, uint32_t to, bool is_enabled)
{
    return (StepEvent){
        .kind = EVENT_SENT, .machine = by, .other = to, .event = 2, .is_enabled = is_enabled};
}

static StepEvent blocked(uint32_t m)
{
    return (StepEvent){.kind = EVENT_BLOCKED, .machine = m};
}

static StepEvent halted(uint32_t m)
{
    return (StepEvent){.kind = EVENT_HALTED, .machine = m};
}

static StepEvent said(uint32_t by, const char *function, uint32_t m, int64_t number)
{
    return (StepEvent){.kind = EVENT_USER,
                       .machine = by,
                       .other = m,
                       .event = orders_op(function),
                       .number = number};
}

static Orders *open_seeded(const char *name, uint64_t seed)
{
    Err err = {0};
    OrdersOptions options = {.explorer = name, .test = &test, .seed = seed, .is_checked = true};
    Orders *o = orders_new(&program, &options, 2, &err);
    EXPECT_STR(err.text, "");
    return o;
}

static Orders *open_built_in(const char *name)
{
    return open_seeded(name, 0);
}

static uint32_t step(Orders *o, uint32_t d, StepEvent event)
{
    uint32_t next = 0;
    EXPECT_TRUE(orders_step(o, 0, d, &event, 1, &next));
    return next;
}

// Machines 1 to n exist and can run.
static uint32_t with_machines(Orders *o, uint32_t n)
{
    uint32_t d = orders_first(o);
    for (uint32_t m = 2; m <= n; m++)
        d = step(o, d, created(1, m));
    return d;
}

static Order last_order;

// The order as text: "3 1 2". Machines that can run are given as digits, ascending.
static const char *order_at(Orders *o, uint32_t d, uint64_t print, const char *can_run)
{
    static char text[64];
    uint32_t enabled[16] = {0}, count = 0;
    for (; can_run[count]; count++)
        enabled[count] = (uint32_t)(can_run[count] - '0');
    EXPECT_TRUE(orders_order(o, 0, d, print, enabled, count, &last_order));
    EXPECT_EQ(last_order.count, count);
    char *to = text;
    *to = '\0';
    for (uint32_t i = 0; i < count; i++)
        to += sprintf(to, "%s%u", i ? " " : "", last_order.items[i].path);
    return text;
}

static const char *order_of(Orders *o, uint32_t d, const char *can_run)
{
    return order_at(o, d, 7, can_run);
}

static uint32_t delayed(Orders *o, uint32_t d, uint32_t delays, const char *can_run)
{
    order_of(o, d, can_run);
    return last_order.items[delays].from_state;
}

static void close_sound(Orders *o)
{
    EXPECT_STR(orders_unsound(o) ? orders_unsound(o) : "sound", "sound");
    EXPECT_EQ(orders_completed(o), 0);
    EXPECT_NULL(orders_failure(o));
    orders_free(o);
}

// -------------------------------------------------------------------- each by example

TEST(rr_runs_first_who_was_ready_first)
{
    Orders *o = open_built_in("rr");
    uint32_t d = with_machines(o, 3);
    EXPECT_STR(order_of(o, d, "123"), "1 2 3");
    d = step(o, d, blocked(1));
    EXPECT_STR(order_of(o, d, "23"), "2 3");
    d = step(o, d, sent(2, 1, true));
    EXPECT_STR(order_of(o, d, "123"), "2 3 1");
    EXPECT_EQ(step(o, d, sent(2, 3, true)), d);  // keeps its place
    d = step(o, d, halted(3));
    EXPECT_STR(order_of(o, d, "12"), "2 1");
    EXPECT_EQ(step(o, d, sent(2, 4, false)), d);  // deferred: cannot run
    close_sound(o);
}

TEST(a_delay_of_rr_lasts)
{
    Orders *o = open_built_in("rr");
    uint32_t d = with_machines(o, 3), later = delayed(o, d, 1, "123");
    EXPECT_STR(order_of(o, later, "123"), "2 3 1");
    EXPECT_STR(order_of(o, step(o, later, created(2, 4)), "1234"), "2 3 1 4");
    EXPECT_EQ(delayed(o, later, 2, "123"), d);  // round
    EXPECT_EQ(delayed(o, d, 0, "123"), d);
    EXPECT_FALSE(orders_hash(o, d) == orders_hash(o, later));
    close_sound(o);
}

TEST(rtc_runs_first_who_was_ready_last)
{
    Orders *o = open_built_in("rtc");
    uint32_t d = with_machines(o, 3);
    EXPECT_STR(order_of(o, d, "123"), "3 2 1");
    EXPECT_EQ(step(o, d, sent(3, 1, true)), d);  // not raised
    d = step(o, step(o, d, blocked(3)), sent(2, 3, true));
    EXPECT_STR(order_of(o, d, "123"), "3 2 1");
    uint32_t later = delayed(o, d, 1, "123");
    EXPECT_STR(order_of(o, later, "123"), "2 1 3");
    close_sound(o);
}

TEST(rtc_raise_brings_the_receiver_to_the_front)
{
    Orders *o = open_built_in("rtc-raise");
    uint32_t d = step(o, with_machines(o, 3), sent(3, 1, true));
    EXPECT_STR(order_of(o, d, "123"), "1 3 2");
    close_sound(o);
}

TEST(prr_draws_places_by_its_seed)
{
    bool differs = false;
    char first[64];
    for (uint64_t seed = 0; seed < 20; seed++) {
        Orders *o = open_seeded("prr", seed), *again = open_seeded("prr", seed);
        uint32_t d = with_machines(o, 6);
        char text[64];
        snprintf(text, sizeof text, "%s", order_of(o, d, "123456"));
        EXPECT_STR(order_of(again, with_machines(again, 6), "123456"), text);
        if (seed == 0)
            memcpy(first, text, sizeof first);
        differs |= strcmp(first, text) != 0;
        // Afterwards it is round robin.
        uint32_t front = last_order.items[0].path, second = last_order.items[1].path;
        d = step(o, step(o, d, blocked(front)), sent(second, front, true));
        order_of(o, d, "123456");
        EXPECT_EQ(last_order.items[0].path, second);
        EXPECT_EQ(last_order.items[5].path, front);
        close_sound(o);
        close_sound(again);
    }
    EXPECT_TRUE(differs);
}

TEST(random_orders_each_state_in_its_own_way)
{
    Orders *o = open_seeded("random", 1), *other = open_seeded("random", 2);
    uint32_t d = with_machines(o, 4), front[5] = {0}, differ = 0;
    EXPECT_EQ(d, orders_first(o));  // it keeps nothing
    for (uint64_t print = 0; print < 400; print++) {
        char text[64];
        snprintf(text, sizeof text, "%s", order_at(o, d, print, "1234"));
        front[last_order.items[0].path]++;
        EXPECT_EQ(last_order.items[3].from_state, d);
        EXPECT_STR(order_at(o, d, print, "1234"), text);
        differ += strcmp(order_at(other, orders_first(other), print, "1234"), text) != 0;
    }
    for (int m = 1; m <= 4; m++)
        EXPECT_TRUE(front[m] > 60 && front[m] < 140);
    EXPECT_TRUE(differ > 300);
    close_sound(o);
    close_sound(other);
}

TEST(custom_does_what_the_program_says)
{
    Orders *o = open_built_in("custom");
    uint32_t d = with_machines(o, 4);
    EXPECT_STR(order_of(o, d, "1234"), "1 2 3 4");
    uint32_t ranked = step(o, d, said(1, "ChangeOrder", 1, 5));
    EXPECT_STR(order_of(o, ranked, "1234"), "2 3 4 1");
    ranked = step(o, ranked, said(1, "ChangeOrder", 3, -1));
    EXPECT_STR(order_of(o, ranked, "1234"), "3 2 4 1");
    EXPECT_EQ(delayed(o, ranked, 2, "1234"), ranked);  // a delay does not last
    EXPECT_STR(order_of(o, step(o, ranked, blocked(3)), "124"), "2 4 1");
    // The other way round it is the same.
    uint32_t same =
        step(o, step(o, d, said(1, "ChangeOrder", 3, -1)), said(2, "ChangeOrder", 1, 5));
    EXPECT_EQ(same, ranked);
    EXPECT_EQ(step(o, step(o, ranked, said(1, "ChangeOrder", 3, 0)), halted(1)), d);
    // Large ranks are compared, not cut.
    uint32_t far = step(o, step(o, d, said(1, "ChangeOrder", 1, INT64_MAX)),
                        said(1, "ChangeOrder", 2, INT64_MAX - 1));
    EXPECT_STR(order_of(o, far, "1234"), "3 4 2 1");
    close_sound(o);
}

// --------------------------------------------------------------------------- sealing

TEST(in_a_sealed_region_there_is_one_way)
{
    Orders *o = open_built_in("rr");
    uint32_t d = with_machines(o, 3), open = d;
    order_of(o, d, "123");
    EXPECT_FALSE(last_order.is_sealed);
    d = step(o, d, said(1, "Seal", 0, 0));
    EXPECT_STR(order_of(o, d, "123"), "1 2 3");
    EXPECT_TRUE(last_order.is_sealed);
    d = step(o, step(o, d, said(1, "Seal", 0, 0)), said(1, "Unseal", 0, 0));
    order_of(o, d, "123");
    EXPECT_TRUE(last_order.is_sealed);  // they nest
    d = step(o, d, said(2, "Unseal", 0, 0));
    order_of(o, d, "123");
    EXPECT_TRUE(last_order.is_sealed);  // only the machine's own
    EXPECT_STR(orders_note(o), "a machine called Unseal that had not called Seal");
    EXPECT_EQ(step(o, d, said(1, "Unseal", 0, 0)), open);
    order_of(o, d, "2");
    EXPECT_FALSE(last_order.is_sealed);  // nothing is hidden where only one can run
    close_sound(o);
}

TEST(a_seal_ends_with_its_machine)
{
    Orders *o = open_built_in("rr");
    uint32_t d = with_machines(o, 3), sealed = step(o, d, said(1, "Seal", 0, 0));
    EXPECT_EQ(step(o, sealed, blocked(1)), step(o, d, blocked(1)));
    EXPECT_STR(orders_note(o),
               "a machine blocked or halted before it called Unseal; its seal was lifted there");
    EXPECT_EQ(step(o, sealed, halted(1)), step(o, d, halted(1)));
    order_of(o, step(o, sealed, blocked(2)), "13");
    EXPECT_TRUE(last_order.is_sealed);  // another one's rest is no end
    close_sound(o);
}

TEST(who_sealed_goes_on_unless_the_explorer_leads)
{
    Orders *o = open_seeded("random", 3);
    uint32_t d = step(o, with_machines(o, 4), said(3, "Seal", 0, 0));
    for (uint64_t print = 0; print < 50; print++) {
        order_at(o, d, print, "1234");
        EXPECT_EQ(last_order.items[0].path, 3);
    }
    close_sound(o);

    o = open_built_in("rtc");
    d = step(o, step(o, with_machines(o, 2), blocked(2)), said(1, "Seal", 0, 0));
    EXPECT_STR(order_of(o, step(o, d, sent(1, 2, true)), "12"), "2 1");
    EXPECT_TRUE(last_order.is_sealed);
    close_sound(o);
}

// What is left of a step when the explorer is told only what has changed.
TEST(a_change_leads_where_its_events_lead)
{
    const char *names[] = {"rtc", "rr", "prr"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        Orders *o = open_built_in(names[i]);
        uint32_t d = step(o, with_machines(o, 4), blocked(4)), next = 0;
        EXPECT_TRUE(orders_hear_changes(o));

        EXPECT_TRUE(orders_change(o, 0, d, &(OrderChange){0}, &next));
        EXPECT_EQ(next, d);
        // Twice: the second time it is known.
        for (uint32_t k = 0; k < 2; k++) {
            EXPECT_TRUE(orders_change(o, 0, d, &(OrderChange){.stops = 2}, &next));
            EXPECT_EQ(next, step(o, d, blocked(2)));
            EXPECT_TRUE(orders_change(o, 0, d, &(OrderChange){.ready = 4}, &next));
            EXPECT_EQ(next, step(o, d, sent(2, 4, true)));
            EXPECT_TRUE(orders_change(o, 0, d, &(OrderChange){.stops = 2, .ready = 4}, &next));
            EXPECT_EQ(next, step(o, step(o, d, sent(2, 4, true)), blocked(2)));
            EXPECT_TRUE(orders_change(o, 0, d, &(OrderChange){.ready = 4, .ends = true}, &next));
            EXPECT_EQ(next, step(o, step(o, d, sent(2, 4, true)), blocked(4)));
        }
        close_sound(o);
    }
    Orders *raise = open_built_in("rtc-raise");
    EXPECT_FALSE(orders_hear_changes(raise));  // it hears each message
    orders_free(raise);
}

TEST(functions_that_talk_to_the_explorer_are_known)
{
    EXPECT_EQ(orders_op("ChangeOrder"), 0);
    EXPECT_EQ(orders_op("Seal"), 1);
    EXPECT_EQ(orders_op("Unseal"), 2);
    EXPECT_EQ(orders_op("TellExplorer"), 100);
    EXPECT_EQ(orders_op("Sealed"), P_NONE);
}

// ------------------------------------------------- against the explorer called directly

enum { MOST = 80, KEPT = 64 };

// An explorer state as the test keeps it, and who can run there.
typedef struct Direct {
    PPlace places[P_EXPLORER_LINES][MOST];
    uint64_t own[4];
    PExplorerState d;
    bool can_run[MOST];
    uint32_t machine_count;
    uint32_t number;  // what Orders calls it
} Direct;

static void direct_link(Direct *direct)
{
    for (int i = 0; i < P_EXPLORER_LINES; i++) {
        direct->d.lines[i].places = direct->places[i];
        direct->d.lines[i].capacity = MOST;
    }
    direct->d.own = direct->own;
}

static void direct_copy(Direct *to, const Direct *from)
{
    *to = *from;
    direct_link(to);
}

static void direct_tell(const PExplorer *e, PExplorerState *d, const StepEvent *event)
{
    if (event->kind == EVENT_CREATED && e->start)
        e->start(d, event->other, event->machine, "Server");
    else if (event->kind == EVENT_CREATED || (event->kind == EVENT_SENT && event->is_enabled))
        e->ready ? e->ready(d, event->other) : (void)0;
    else if (event->kind == EVENT_BLOCKED && e->blocked)
        e->blocked(d, event->machine);
    else if (event->kind == EVENT_HALTED && e->finish)
        e->finish(d, event->machine);
    else if (event->kind == EVENT_USER && e->change_order)
        e->change_order(d, event->machine, event->other, event->number);
}

// Who is i-th, without anything of Orders; d is delayed so often, if delays last.
static uint32_t direct_pick(const PExplorer *e, Direct *direct, uint64_t print,
                            const uint32_t *enabled, uint32_t count, uint32_t i)
{
    uint32_t machines[MOST];
    if (e->order) {
        memcpy(machines, enabled, count * sizeof *enabled);
        e->order(&direct->d, print, machines, count);
        return machines[i];
    }
    for (uint32_t k = 0; k < i; k++) {
        uint32_t front = p_line_front(&direct->d.lines[0]);
        p_line_remove(&direct->d.lines[0], front);
        p_line_push_back(&direct->d.lines[0], front);
    }
    return p_line_front(&direct->d.lines[0]);
}

// Something that a machine might do in one step.
static uint32_t invent(Rng *rng, Direct *at, uint32_t by, StepEvent *list)
{
    uint32_t count = 0, sends = (uint32_t)rng_below(rng, 3);
    list[count++] = (StepEvent){.kind = EVENT_TAKEN, .machine = by, .event = 2};
    for (uint32_t i = 0; i < sends; i++) {
        uint32_t to = 1 + (uint32_t)rng_below(rng, at->machine_count);
        bool wakes = at->can_run[to] || rng_below(rng, 4) > 0;
        list[count++] = sent(by, to, wakes);
        at->can_run[to] |= wakes;
    }
    if (at->machine_count < 12 && rng_below(rng, 8) == 0) {
        at->can_run[++at->machine_count] = true;
        list[count++] = created(by, at->machine_count);
    }
    if (rng_below(rng, 4) == 0) {
        uint32_t about = 1 + (uint32_t)rng_below(rng, at->machine_count);
        list[count++] = said(by, "ChangeOrder", about, (int64_t)rng_below(rng, 5) - 2);
    }
    if (rng_below(rng, 3) == 0) {
        list[count++] = rng_below(rng, 16) ? blocked(by) : halted(by);
        at->can_run[by] = false;
    }
    return count;
}

static uint32_t list_enabled(const Direct *at, uint32_t *enabled)
{
    uint32_t count = 0;
    for (uint32_t m = 1; m <= at->machine_count; m++)
        if (at->can_run[m])
            enabled[count++] = m;
    return count;
}

// One step from a state, taken by the i-th of its order; both ways.
static bool compare_step(Orders *o, const PExplorer *e, Rng *rng, Direct *at)
{
    uint32_t enabled[MOST], count = list_enabled(at, enabled);
    uint32_t worker = (uint32_t)rng_below(rng, 2);
    uint64_t print = rng_next(rng);
    StepEvent list[8];  // more than `invent` makes
    Order order;
    if (count == 0)
        return false;
    uint32_t i = (uint32_t)rng_below(rng, count);
    EXPECT_TRUE(orders_order(o, worker, at->number, print, enabled, count, &order));
    EXPECT_EQ(order.items[i].path, direct_pick(e, at, print, enabled, count, i));

    uint32_t from = order.items[i].from_state, listed = invent(rng, at, order.items[i].path, list);
    EXPECT_TRUE(orders_step(o, worker, from, list, listed, &at->number));
    for (uint32_t k = 0; k < listed; k++)
        direct_tell(e, &at->d, &list[k]);
    return true;
}

static void compare(const PExplorer *e, uint64_t seed)
{
    static Direct kept[KEPT], at;
    Rng rng = rng_from(seed);
    Orders *o = open_seeded(e->name, seed);
    memset(&at, 0, sizeof at);
    direct_link(&at);
    if (e->init)
        e->init(&at.d, seed);
    direct_tell(e, &at.d, &(StepEvent){.kind = EVENT_CREATED, .other = 1});
    at.machine_count = 1;
    at.can_run[1] = true;
    at.number = orders_first(o);
    for (int i = 0; i < KEPT; i++)
        direct_copy(&kept[i], &at);
    // Searches go back to where they were before.
    for (int i = 0; i < 4000; i++) {
        Direct *some = &kept[rng_below(&rng, KEPT)];
        if (!compare_step(o, e, &rng, &at) || rng_below(&rng, 10) == 0)
            direct_copy(&at, some);
        else if (rng_below(&rng, 3) == 0)
            direct_copy(some, &at);
    }
    close_sound(o);
}

TEST(numbers_mean_what_the_explorer_means)
{
    static const PExplorer *const all[] = {&explore_rr,  &explore_rtc,    &explore_rtc_raise,
                                           &explore_prr, &explore_random, &explore_custom};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (uint64_t seed = 1; seed <= 10; seed++)
            compare(all[i], seed);
}

TEST(many_machines_and_many_states_have_room)
{
    Orders *o = open_built_in("rr");
    Rng rng = rng_from(5);
    uint32_t d = orders_first(o), n = 700, next, enabled[700];
    Order order;
    for (uint32_t m = 2; m <= n; m++)
        d = step(o, d, created(1, m));
    uint64_t before = orders_bytes(o);
    for (uint32_t m = 1; m <= n; m++)
        enabled[m - 1] = m;
    for (int i = 0; i < 3000; i++) {
        EXPECT_TRUE(orders_order(o, 0, d, 0, enabled, n, &order));
        // Someone goes to the end of the line, so that it is another one.
        const OrderItem *item = &order.items[rng_below(&rng, n)];
        uint32_t some = order.items[rng_below(&rng, n)].path;
        StepEvent list[] = {blocked(some), sent(item->path, some, true)};
        EXPECT_TRUE(orders_step(o, 0, item->from_state, list, 2, &next));
        d = next;
    }
    EXPECT_TRUE(orders_bytes(o) - before > 2500 * 700 * 4);
    close_sound(o);
}

// ----------------------------------------------------------------------- several workers

typedef struct Walk {
    Orders *orders;
    uint32_t worker;
    uint32_t visited[20000];
} Walk;

// The same walk by each of them: they add the same states at the same time.
static void *walk(void *context)
{
    Walk *self = context;
    Orders *o = self->orders;
    Rng rng = rng_from(11);
    uint32_t d = orders_first(o), enabled[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    Order order;
    for (uint32_t m = 2; m <= 9; m++) {
        StepEvent event = created(1, m);
        orders_step(o, self->worker, d, &event, 1, &d);
    }
    for (int i = 0; i < 20000; i++) {
        orders_order(o, self->worker, d, 0, enabled, 9, &order);
        uint32_t from = order.items[rng_below(&rng, 9)].from_state, some = 1 + i % 9;
        StepEvent list[] = {blocked(some), sent(1, some, true)};
        orders_step(o, self->worker, from, list, 2, &d);
        self->visited[i] = d;
    }
    return NULL;
}

TEST(workers_agree_on_numbers)
{
    static Walk walks[2];
    static const char *const names[] = {"rr", "rtc", "prr"};
    for (int k = 0; k < 3; k++) {
        Orders *o = open_built_in(names[k]);
        pthread_t threads[2];
        for (uint32_t i = 0; i < 2; i++) {
            walks[i] = (Walk){.orders = o, .worker = i};
            EXPECT_EQ(pthread_create(&threads[i], NULL, walk, &walks[i]), 0);
        }
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
        EXPECT_EQ(memcmp(walks[0].visited, walks[1].visited, sizeof walks[0].visited), 0);
        close_sound(o);
    }
}

// ----------------------------------------------------------------- explorers of the user

static char folder[] = "/tmp/plait-orders-XXXXXX";
static pid_t owner;

static void make_folder(void)
{
    if (owner)
        return;
    EXPECT_TRUE(mkdtemp(folder) != NULL);
    setenv("PLAIT_CACHE", folder, 1);
    owner = getpid();
}

// A file with these functions and these members of plait_explorer.
static const char *write_explorer(const char *name, const char *functions, const char *members)
{
    static char path[256];
    make_folder();
    snprintf(path, sizeof path, "%s/%s.c", folder, name);
    FILE *f = fopen(path, "w");
    EXPECT_TRUE(f != NULL);
    fprintf(f,
            "#include <stdlib.h>\n#include <plait/explorer.h>\n%s\n"
            "const PExplorer plait_explorer = {.name = \"%s\", %s};\n",
            functions, name, members);
    fclose(f);
    return path;
}

static Orders *open_file(const char *path, Err *err)
{
    OrdersOptions options = {
        .explorer = path, .include = PLAIT_SOURCE "/include", .test = &test, .patience = 0.3};
    return orders_new(&program, &options, 2, err);
}

#define SCHEMA ".schema = P_EXPLORER_SCHEMA, "
#define READY                                          \
    "static void ready(PExplorerState *d, uint32_t m)" \
    "{ p_line_push_back(&d->lines[0], m); }\n"
#define LINE SCHEMA ".ready = ready, .blocked = p_leave, .finish = p_leave, "

TEST(an_explorer_of_the_user_is_loaded)
{
    Err err = {0};
    Orders *o = open_file(
        write_explorer("kinds",
                       "static void start(PExplorerState *d, uint32_t m, uint32_t by,\n"
                       "                  const char *kind)\n"
                       "{\n"
                       "    if (strcmp(kind, \"Server\") == 0 && by == 1)\n"
                       "        p_line_push_front(&d->lines[0], m);\n"
                       "    else if (strcmp(kind, \"Main\") == 0 && by == 0)\n"
                       "        p_line_push_back(&d->lines[0], m);\n"
                       "}\n"
                       "static void tell(PExplorerState *d, uint32_t by, int64_t op, int64_t n)\n"
                       "{\n"
                       "    if (op == 3)\n"
                       "        p_line_push_back(&d->lines[0], (uint32_t)n);\n"
                       "}\n" READY,
                       LINE ".start = start, .tell = tell"),
        &err);
    EXPECT_STR(err.text, "");
    uint32_t d = with_machines(o, 3);
    EXPECT_STR(order_of(o, d, "123"), "3 2 1");
    StepEvent told = said(1, "TellExplorer", 0, 4);
    told.event += 3;
    EXPECT_STR(order_of(o, step(o, d, told), "1234"), "3 2 1 4");
    close_sound(o);
}

TEST(own_next_and_delay_are_asked)
{
    // Two lines: delayed machines wait in the second until the first is empty.
    Err err = {0};
    Orders *o =
        open_file(write_explorer("two",
                                 "static uint32_t next(const PExplorerState *d)\n"
                                 "{\n"
                                 "    return p_line_front(&d->lines[d->lines[0].count ? 0 : 1]);\n"
                                 "}\n"
                                 "static void delay(PExplorerState *d)\n"
                                 "{\n"
                                 "    uint32_t m = next(d);\n"
                                 "    p_leave(d, m);\n"
                                 "    p_line_push_back(&d->lines[1], m);\n"
                                 "}\n" READY,
                                 LINE ".next = next, .delay = delay"),
                  &err);
    EXPECT_STR(err.text, "");
    uint32_t d = with_machines(o, 3), later = delayed(o, d, 1, "123");
    EXPECT_STR(order_of(o, d, "123"), "1 2 3");
    EXPECT_STR(order_of(o, later, "123"), "2 3 1");
    EXPECT_STR(order_of(o, step(o, later, created(2, 4)), "1234"), "2 3 4 1");
    EXPECT_STR(order_of(o, step(o, later, blocked(1)), "23"), "2 3");
    close_sound(o);
}

// Opened, with three machines, ordered once: the order, and what is said about it.
static void expect_order(const char *name, const char *functions, const char *members,
                         const char *wanted, const char *complaint)
{
    Err err = {0};
    Orders *o = open_file(write_explorer(name, functions, members), &err);
    EXPECT_STR(err.text, "");
    EXPECT_STR(order_of(o, with_machines(o, 3), "123"), wanted);
    EXPECT_STR(orders_unsound(o) ? orders_unsound(o) : "sound", complaint);
    EXPECT_NULL(orders_failure(o));
    orders_free(o);
}

TEST(what_an_explorer_forgets_is_appended)
{
    expect_order("one",
                 READY "static uint32_t next(const PExplorerState *d) { return 2; }\n"
                       "static void delay(PExplorerState *d) {}\n",
                 LINE ".next = next, .delay = delay", "2 1 3",
                 "one puts machine 2 into its order twice");
    expect_order("none",
                 READY "static uint32_t next(const PExplorerState *d) { return 0; }\n"
                       "static void delay(PExplorerState *d) {}\n",
                 LINE ".next = next, .delay = delay", "1 2 3",
                 "none puts machine 0 into its order, which cannot run");
    expect_order("forgetful",
                 "static void ready(PExplorerState *d, uint32_t m)\n"
                 "{ if (m != 2) p_line_push_front(&d->lines[0], m); }\n",
                 LINE, "3 1 2", "forgetful leaves machine 2 out of its order, which can run");
    expect_order("eager",
                 READY "static void init(PExplorerState *d, uint64_t seed)\n"
                       "{ p_line_push_back(&d->lines[0], 9000000); }\n",
                 LINE ".init = init", "1 2 3",
                 "eager puts machine 9000000 into its order, which cannot run");
    expect_order("double",
                 "static void order(const PExplorerState *d, uint64_t state, uint32_t *machines,\n"
                 "                  uint32_t count) { machines[0] = machines[2]; }\n",
                 SCHEMA ".order = order", "3 2 1", "double puts machine 3 into its order twice");
}

TEST(completed_orders_are_counted)
{
    Err err = {0};
    Orders *o = open_file(write_explorer("forgetful2",
                                         "static void ready(PExplorerState *d, uint32_t m)\n"
                                         "{ if (m != 2) p_line_push_front(&d->lines[0], m); }\n",
                                         LINE),
                          &err);
    uint32_t d = with_machines(o, 3);
    order_of(o, d, "13");
    EXPECT_EQ(orders_completed(o), 0);
    order_of(o, d, "123");
    EXPECT_EQ(last_order.items[2].from_state, d);
    order_of(o, d, "123");
    EXPECT_EQ(orders_completed(o), 2);
    orders_free(o);
}

TEST(what_is_kept_outside_of_the_state_is_noticed)
{
    expect_order("counting",
                 "static uint32_t calls;\n"
                 "static void ready(PExplorerState *d, uint32_t m)\n"
                 "{ if (calls++ % 2) p_line_push_back(&d->lines[0], m);\n"
                 "  else p_line_push_front(&d->lines[0], m); }\n",
                 LINE, "1 2 3",
                 "the same events led from one state to two: counting keeps something outside of "
                 "its state, or bytes of its own that it did not set");
    expect_order("wavering",
                 READY "static uint32_t calls;\n"
                       "static uint32_t next(const PExplorerState *d)\n"
                       "{ return d->lines[0].places[calls++ % 2].machine; }\n"
                       "static void delay(PExplorerState *d)\n"
                       "{ uint32_t m = p_line_front(&d->lines[0]); p_leave(d, m);\n"
                       "  p_line_push_back(&d->lines[0], m); }\n",
                 LINE ".next = next, .delay = delay", "1 2 3",
                 "wavering: next, asked twice in one state, names machine 1 and then machine 2");
    expect_order("lots",
                 "static uint32_t calls;\n"
                 "static void order(const PExplorerState *d, uint64_t state, uint32_t *machines,\n"
                 "                  uint32_t count)\n"
                 "{ if (calls++ % 2 == 0) { machines[0] = 3; machines[2] = 1; } }\n",
                 SCHEMA ".order = order", "1 2 3",
                 "lots: order, asked twice in one state, gives two orders");
    expect_order("cyclic",
                 READY "static uint32_t next(const PExplorerState *d)\n"
                       "{ return p_line_front(&d->lines[d->lines[0].count ? 0 : 1]); }\n"
                       "static void delay(PExplorerState *d)\n"
                       "{ uint32_t m = next(d); p_leave(d, m);\n"
                       "  p_line_push_back(&d->lines[1], m); }\n",
                 LINE ".flags = P_EXPLORER_CYCLIC, .next = next, .delay = delay", "1 2 3",
                 "cyclic says it is cyclic, but 3 delays do not lead back");
}

// ------------------------------------------------------------------- that cannot be used

static void expect_refused(const char *name, const char *functions, const char *members,
                           const char *complaint)
{
    Err err = {0};
    char text[512];
    const char *path = write_explorer(name, functions, members);
    snprintf(text, sizeof text, "%s is no explorer: %s", path, complaint);
    EXPECT_NULL(open_file(path, &err));
    EXPECT_STR(err.text, text);
}

TEST(what_an_explorer_lacks_is_said)
{
    Err err = {0};
    EXPECT_NULL(open_file("rtz", &err));
    EXPECT_STR(err.text, "no explorer is called `rtz`: there are rr, rtc, rtc-raise, prr, random "
                         "and custom, or give a C file");
    EXPECT_NULL(open_file("/nowhere/at-all.c", &err));
    EXPECT_STR(err.text, "cannot read /nowhere/at-all.c: No such file or directory");

    expect_refused("old", READY, ".schema = 77, .ready = ready",
                   "it was written for another version of plait/explorer.h");
    expect_refused("bare", READY, ".ready = ready", "it lacks `.schema = P_EXPLORER_SCHEMA`");
    expect_refused("empty", "", SCHEMA, "it lacks `ready`: nobody would come into its line");
    expect_refused("half", READY "static void delay(PExplorerState *d) {}\n", LINE ".delay = delay",
                   "it has `delay` without `next`");
    expect_refused("fat", READY, LINE ".own_size = 5000",
                   "it wants more than 4096 bytes of its own");
    expect_refused("hidden", "#define plait_explorer mine\n" READY, LINE,
                   "it defines no `const PExplorer plait_explorer`");
}

static void open_wrong_c(void)
{
    Err err = {0};
    Orders *o = open_file(write_explorer("wrong", "int x = ;", SCHEMA), &err);
    fprintf(stderr, "%s: %s\n", o ? "opened" : "refused", err.text);
}

TEST(an_explorer_that_does_not_compile_is_refused)
{
    Death death = death_of(open_wrong_c);
    EXPECT_EQ(death.code, 0);
    EXPECT_TRUE(strstr(death.said, "error:") != NULL);
    EXPECT_TRUE(strstr(death.said, "refused: the C compiler `") != NULL);
}

// ------------------------------------------------------------------------ crashes and loops

static void expect_failure(const char *name, const char *body, const char *where, const char *why)
{
    Err err = {0};
    char functions[1024], text[512];
    snprintf(functions, sizeof functions,
             READY "static volatile int zero;\n"
                   "static int deep(int n) { char room[4096]; room[n %% 4096] = 1;\n"
                   "    return deep(n + 1) + room[(n + 1) %% 4096]; }\n"
                   "static uint32_t next(const PExplorerState *d)\n"
                   "{ return p_line_front(&d->lines[0]); }\n"
                   "static void %s { %s }\n",
             strcmp(where, "delay") == 0 ? "bad(PExplorerState *d)"
                                         : "bad(PExplorerState *d, uint32_t m)",
             body);
    const char *members = strcmp(where, "delay") == 0 ? SCHEMA
                              ".ready = ready, .next = next, .delay = bad"
                                                      : SCHEMA ".ready = ready, .blocked = bad";
    const char *path = write_explorer(name, functions, members);
    snprintf(text, sizeof text, "the explorer %s failed in %s: %s", path, where, why);
    Orders *o = open_file(path, &err);
    EXPECT_STR(err.text, "");

    uint32_t d = with_machines(o, 2), next, enabled[] = {1, 2};
    Order order;
    StepEvent event = blocked(1);
    bool is_fine = strcmp(where, "delay") == 0 ? orders_order(o, 0, d, 0, enabled, 2, &order)
                                               : orders_step(o, 0, d, &event, 1, &next);
    EXPECT_FALSE(is_fine);
    EXPECT_STR(orders_failure(o), text);
    event = blocked(2);
    EXPECT_FALSE(orders_step(o, 1, d, &event, 1, &next));  // it is not called again
    orders_free(o);
}

TEST(a_crash_is_a_message)
{
    expect_failure("segv", "*(volatile int *)(uintptr_t)zero = 1;", "delay", "segmentation fault");
    expect_failure("fpe", "d->lines[0].count = 7 / zero;", "blocked",
                   "division by zero, or another arithmetic fault");
    expect_failure("abort", "abort();", "blocked", "it called abort");
    expect_failure("trap", "__builtin_trap();", "delay", "illegal instruction");
}

TEST(a_stack_that_overflows_is_a_message)
{
    if (getenv("PLAIT_SANITIZED"))
        return;  // the sanitizer has a word of its own about it
    expect_failure("deep", "d->lines[0].count += (uint32_t)deep(zero);", "blocked",
                   "segmentation fault");
}

TEST(a_loop_is_a_message)
{
    expect_failure("loop", "while (!zero) ;", "delay", "no answer within 0.3 seconds");
    expect_failure("loop2", "while (!zero) ;", "blocked", "no answer within 0.3 seconds");
}

TEST(lines_that_cannot_be_are_a_message)
{
    Err err = {0};
    Orders *o = open_file(write_explorer("broken",
                                         READY "static void bad(PExplorerState *d, uint32_t m)\n"
                                               "{ d->lines[2].count = 4000000000u; }\n",
                                         SCHEMA ".ready = ready, .blocked = bad"),
                          &err);
    uint32_t next;
    StepEvent event = blocked(1);
    EXPECT_FALSE(orders_step(o, 0, orders_first(o), &event, 1, &next));
    EXPECT_TRUE(strstr(orders_failure(o), "has broken its own lines") != NULL);
    orders_free(o);
}

TEST(a_crash_at_the_beginning_is_a_message)
{
    Err err = {0};
    const char *path = write_explorer("early",
                                      READY "static void init(PExplorerState *d, uint64_t seed)\n"
                                            "{ abort(); }\n",
                                      LINE ".init = init");
    EXPECT_NULL(open_file(path, &err));
    EXPECT_TRUE(strstr(err.text, "failed in init: it called abort") != NULL);
}

static void crash_ourselves(void)
{
    Err err = {0};
    Orders *o = open_file(write_explorer("fine", READY, LINE), &err);
    if (o)
        abort();
}

TEST(our_own_crashes_are_not_the_explorers)
{
    Death death = death_of(crash_ourselves);
    EXPECT_EQ(death.code, 128 + 6);
}

__attribute__((destructor)) static void remove_folder(void)
{
    char command[64];
    if (owner != getpid())
        return;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        perror(command);
}
