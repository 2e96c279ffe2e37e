// tests/litmus/world.c: a cluster in one process.

#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cluster/cluster.h"
#include "net/sim.h"
#include "rt/machine.h"
#include "run/elsewhere.h"

enum { HOSTS = 64, STEPS_MOST = 200000, DELAY_MOST = 20000 };
// Without suspicions a peer is never silent for too long.
enum { BEAT = 50000, SUSPICION = 300000, SUSPICION_NEVER = 1000000000 };

typedef struct World World;

// The container with the incarnation N is on host N - 1, and nothing else ever is.
typedef struct Place {
    World *world;
    Container *container;  // NULL: it has crashed, or there never was one
    uint32_t nap;          // so many times its machines do not run when they could
} Place;

struct World {
    const LitmusRun *run;
    LitmusResult *result;
    Rng rng;
    Sim *sim;
    SimFaults faults;
    Place places[HOSTS];
    uint32_t count;
    uint32_t crashes, cuts;  // that may still happen
    uint32_t doubts;         // times that a peer may still be silent for too long
    uint32_t apart[2];       // hosts that cannot reach each other
    uint64_t repair_at;      // until then; 0: all can
    uint32_t window;         // of sessions
    uint32_t fault_in;       // so many steps comes the next of them
    uint64_t suspicions;     // that machines were told
    bool is_patient;         // waits for suspicions when nothing is left to do
    uint32_t run_share;      // of a container that has something to do, against the network
};

static uint64_t lot(World *w, uint64_t bound)
{
    return rng_below(&w->rng, bound);
}

static void go_wrong(World *w, const char *why)
{
    if (!w->result->is_wrong)
        snprintf(w->result->outcome, sizeof w->result->outcome, "WRONG: %s", why);
    w->result->is_wrong = true;
}

// ------------------------------------------------------------------------------- containers

static uint64_t now(void *owner)
{
    return sim_now(((Place *)owner)->world->sim);
}

static bool is_apart(void *owner, uint32_t kind)
{
    return ((Place *)owner)->world->run->is_apart[kind];
}

static void print(void *owner, const char *text, size_t size)
{
    (void)owner, (void)text, (void)size;  // outcomes are variables
}

static void problem(void *owner, const PlaitProblem *what)
{
    go_wrong(((Place *)owner)->world, what->message);
}

static void open_place(World *w, uint32_t kind);

static bool spawn(void *owner, uint32_t kind, const uint8_t *creation, uint32_t count,
                  uint64_t *incarnation, char address[static ADDRESS_MAX + 1], Err *err)
{
    World *w = ((Place *)owner)->world;

    (void)creation, (void)count;  // nothing is started again
    if (w->count == HOSTS) {
        err_set(err, "the simulation has %d hosts", HOSTS);
        return false;
    }
    snprintf(address, ADDRESS_MAX, "%u", w->count);
    *incarnation = w->count + 1;
    open_place(w, kind);
    return true;
}

static void open_place(World *w, uint32_t kind)
{
    uint32_t host = w->count++;
    Place *place = &w->places[host];
    char address[16];
    Err err = {0};

    snprintf(address, sizeof address, "%u", host);
    place->world = w;
    ContainerSetup setup = {
        .program = w->run->program,
        .test = w->run->test,
        .incarnation = host + 1,
        .address = address,
        .limits = session_limits,
        .seed = lot(w, UINT64_MAX),
        .transport = sim_transport(w->sim, host),
        .first_kind = kind,
        .lots = &w->rng,
        .owner = place,
        .now = now,
        .is_apart = is_apart,
        .spawn = spawn,
        .print = print,
        .problem = problem,
    };
    setup.limits.window = w->window;
    setup.limits.beat = BEAT;
    setup.limits.suspicion = w->run->suspicions ? SUSPICION : SUSPICION_NEVER;
    place->container = container_new(&setup, &err);
    if (!place->container || (kind == P_NONE && !container_begin(place->container, &err)))
        die("%s", err.text);
    sim_attach(w->sim, host, container_endpoint(place->container));
}

static void close_place(World *w, uint32_t host)
{
    Container *c = w->places[host].container;
    const ContainerCounts *counts = container_counts(c);

    w->result->messages += counts->delivered;
    w->result->stale += counts->stale;
    w->result->refused += counts->refused;
    w->suspicions += counts->suspicions;
    sim_crash(w->sim, host);
    container_free(c);
    w->places[host].container = NULL;
}

static bool is_gone(void *data, uint64_t incarnation)
{
    const World *w = data;
    return !w->places[incarnation - 1].container;
}

// ---------------------------------------------------------------------------------- faults

// A container that lives; HOSTS: the lot fell on another one.
static uint32_t some_place(World *w)
{
    uint32_t host = (uint32_t)lot(w, w->count);
    return w->places[host].container ? host : HOSTS;
}

static bool is_born(const World *w, uint32_t host)
{
    return container_is_born(w->places[host].container);
}

// A manager tells the others, before or after they notice it themselves; or nobody does.
static void crash(World *w, uint32_t host)
{
    close_place(w, host);
    w->crashes--;
    if (lot(w, 4))
        return;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->places[i].container)
            container_forget(w->places[i].container, host + 1);
}

// For a while the two do not reach each other, or the first one sleeps.
static void silence(World *w, uint32_t a, uint32_t b)
{
    uint64_t until = sim_now(w->sim) + SUSPICION / 2 + lot(w, 2 * SUSPICION);

    w->doubts--;
    if (lot(w, 2)) {
        sim_pause(w->sim, a, until);
    } else if (w->repair_at == 0) {
        sim_part(w->sim, a, b, true);
        w->apart[0] = a;
        w->apart[1] = b;
        w->repair_at = until;
    }
}

static void repair(World *w)
{
    sim_part(w->sim, w->apart[0], w->apart[1], false);
    w->repair_at = 0;
}

static uint32_t harm_left(const World *w)
{
    return w->crashes + w->cuts + w->doubts;
}

static void do_harm(World *w)
{
    uint32_t a = some_place(w), b = some_place(w);
    uint64_t which = lot(w, harm_left(w));

    if (a == HOSTS || !is_born(w, a))
        return;
    if (which < w->crashes) {
        crash(w, a);
    } else if (b == HOSTS || a == b) {
        return;
    } else if (which - w->crashes < w->doubts) {
        silence(w, a, b);
    } else {
        container_cut(w->places[a].container, b + 1);
        sim_sent(w->sim, a);
        w->cuts--;
    }
}

static uint32_t some(World *w, uint32_t most)
{
    return lot(w, 3) ? 0 : (uint32_t)lot(w, most);
}

// Steps until something happens: short times as often as long ones.
static uint32_t draw_pause(World *w)
{
    return (uint32_t)lot(w, 4u << lot(w, 7));
}

// Half of the seeds have a network that only delays.
static void draw(World *w, uint64_t seed)
{
    w->rng = rng_from(seed);
    w->faults = (SimFaults){
        .delay_min = 1,
        .delay_max = 1 + lot(w, lot(w, 2) ? 200 : DELAY_MOST),
        .segment_max = 50 + (uint32_t)lot(w, lot(w, 2) ? 60 : 5000),
    };
    if (lot(w, 2)) {
        w->faults.reset = some(w, 20000);
        w->faults.lose = some(w, 10000);
        w->faults.repeat = some(w, 10000);
        w->faults.swap = some(w, 10000);
        w->faults.refuse = some(w, 200000);
        w->faults.short_write = some(w, 200000);
    }
    // With little credit each message has a frame of its own, and a crash falls between two of them.
    w->window = lot(w, 4) ? 1 + (uint32_t)lot(w, 100) : session_limits.window;
    w->crashes = w->run->crashes ? (uint32_t)lot(w, w->run->crashes + 1) : 0;
    w->cuts = w->run->cuts ? (uint32_t)lot(w, w->run->cuts + 1) : 0;
    w->doubts = w->run->suspicions ? (uint32_t)lot(w, w->run->suspicions + 1) : 0;
    w->is_patient = w->run->suspicions && lot(w, 2);
    w->fault_in = draw_pause(w);
    w->run_share = 1 + (uint32_t)lot(w, 16);
}

// ------------------------------------------------------------------------------------- steps

static uint32_t busy_places(World *w, uint32_t hosts[static HOSTS])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < w->count; i++)
        if (w->places[i].container && container_is_busy(w->places[i].container))
            hosts[count++] = i;
    return count;
}

// What has arrived is taken at any time: also while a machine of the container is in the middle of
// a handler.
static void run_place(World *w, uint32_t host)
{
    Place *place = &w->places[host];
    Container *c = place->container;

    if (lot(w, 2) == 0 && container_take(c))
        return;
    if (place->nap > 0) {
        place->nap--;
        return;
    }
    place->nap = lot(w, 4) ? 0 : draw_pause(w);
    PlaitStatus status = container_step(c, 1);
    if (status != PLAIT_RUNNING && status != PLAIT_IDLE)
        go_wrong(w, "a container has stopped");
    // Sends are written at the end of a turn, or later.
    if (lot(w, 2))
        sim_sent(w->sim, host);
}

static bool is_settled(World *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->places[i].container)
            sim_sent(w->sim, i);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->places[i].container && !container_is_settled(w->places[i].container, is_gone, w))
            return false;
    return true;
}

// Nothing can run, and nothing travels: also not what a crashed container has sent.
static bool is_at_rest(World *w)
{
    uint32_t hosts[HOSTS];

    if (!is_settled(w))
        return false;
    sim_run(w->sim, sim_now(w->sim) + 3 * w->faults.delay_max);
    return is_settled(w) && busy_places(w, hosts) == 0;
}

// A run that has come to rest may still learn that somebody has crashed.
static bool wait_longer(World *w)
{
    if (!w->is_patient)
        return false;
    w->is_patient = false;
    sim_run(w->sim, sim_now(w->sim) + 2 * SUSPICION);
    return true;
}

static void run_to_rest(World *w)
{
    uint32_t hosts[HOSTS];

    for (uint32_t step = 0; step < STEPS_MOST && !w->result->is_wrong; step++) {
        uint32_t busy = busy_places(w, hosts);
        if (w->repair_at && sim_now(w->sim) >= w->repair_at)
            repair(w);
        if (harm_left(w) > 0 && w->fault_in-- == 0) {
            do_harm(w);
            w->fault_in = draw_pause(w);
        } else if (busy > 0 && lot(w, 17) < w->run_share) {
            run_place(w, hosts[lot(w, busy)]);
        } else if (busy == 0 && is_at_rest(w)) {
            if (!wait_longer(w))
                return;
        } else if (sim_next(w->sim) != UINT64_MAX) {
            sim_run(w->sim, sim_next(w->sim));
        }
    }
    go_wrong(w, "it does not come to rest");
}

// ---------------------------------------------------------------------------------- outcomes

static void write_text(void *to, const char *text, size_t size)
{
    buf_add(to, text, size);
}

static void add_machine(const World *w, const Machine *m, char ***texts, uint32_t *count,
                        uint32_t *capacity)
{
    const PProgram *p = w->run->program;
    const PMachineInfo *info = &p->machines[m->kind];

    for (uint32_t i = 0; i < info->var_count; i++) {
        if (strcmp(info->var_names[i], "outcome") != 0)
            continue;
        Buf b = {0};
        buf_print(&b, "%s=", info->name);
        p_print(p, info->var_types[i], m->shared.vars[i],
                &(PPrinter){write_text, &b, NULL, NULL, false});
        MEMORY_GROW(*texts, *count + 1, *capacity);
        (*texts)[(*count)++] = memory_copy_text(buf_text(&b));
        buf_drop(&b);
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_outcome(World *w)
{
    char **texts = NULL;
    uint32_t count = 0, capacity = 0;
    Buf b = {0};

    for (uint32_t i = 0; i < w->count; i++) {
        Container *c = w->places[i].container;
        if (!c)
            continue;
        PlaitRuntime *rt = container_runtime(c);
        for (uint32_t id = 1; elsewhere_kind(rt, id) != P_NONE; id++)
            if (elsewhere_look(rt, id))
                add_machine(w, elsewhere_look(rt, id), &texts, &count, &capacity);
    }
    if (count > 0)
        qsort(texts, count, sizeof *texts, compare_texts);
    for (uint32_t i = 0; i < count; i++) {
        buf_print(&b, "%s%s", i ? " " : "", texts[i]);
        free(texts[i]);
    }
    free(texts);
    snprintf(w->result->outcome, sizeof w->result->outcome, "%s", count ? buf_text(&b) : "-");
    if (b.size >= sizeof w->result->outcome)
        go_wrong(w, "the outcome is too long");
    buf_drop(&b);
}

void litmus_run(const LitmusRun *run, uint64_t seed, LitmusResult *result)
{
    World *w = memory_zeroed(1, sizeof *w);

    *result = (LitmusResult){0};
    w->run = run;
    w->result = result;
    draw(w, seed);
    w->sim = sim_new(lot(w, UINT64_MAX), HOSTS, &w->faults);
    open_place(w, P_NONE);
    run_to_rest(w);
    if (!result->is_wrong)
        find_outcome(w);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->places[i].container)
            close_place(w, i);
    if (result->refused > 0)
        go_wrong(w, "a message was refused");
    result->is_beyond = w->suspicions > run->suspicions;
    result->digest = sim_digest(w->sim);
    sim_free(w->sim);
    free(w);
}
