// cluster/container.c: one container: a runtime whose machines talk to those of other containers.
//
// A message begins with its kind; numbers are little-endian.
//
//     EVENT   u32 id of the target, u32 id and u32 kind of the sender, u32 event, the payload
//             (rt/cbor.h)
//     CREATE  u32 id of the creator, u32 interface, the payload
//
// The session says who has sent it: ids are those of that container and of this one.

#include "cluster/container.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/container_impl.h"
#include "cluster/program_hash.h"
#include "rt/machine.h"
#include "rt/program.h"
#include "rt/trace_tables.h"

// ------------------------------------------------------------------------------- receiving

static uint32_t get_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static bool read_payload(Container *c, uint64_t from, uint32_t type, const uint8_t *bytes,
                         uint32_t count, PWord *payload)
{
    CborHooks hooks = container_hooks(c);
    const char *at = (const char *)bytes, *end = at + count;
    Err err = {0};

    c->other = from;
    if (!cbor_decode(c->setup.program, type, &at, end, &hooks, payload, &err))
        return false;
    if (at == end)
        return true;
    p_release(c->setup.program, type, *payload);
    return false;
}

// The id here of the machine that has sent an event; 0: not known. Only traces name it.
static uint32_t sender(Container *c, uint64_t from, const uint8_t *bytes)
{
    uint32_t id = get_u32(bytes + 5), kind = get_u32(bytes + 9);
    CborMachine name = {.incarnation = from, .number = machine_number(id, kind)};

    c->other = from;
    return c->setup.trace ? container_name_in(c, &name) : 0;
}

static bool take_event(Container *c, uint64_t from, const uint8_t *bytes, uint32_t count)
{
    const PProgram *p = c->setup.program;
    PWord payload;

    if (count < EVENT_HEADER)
        return false;
    uint32_t target = get_u32(bytes + 1), event = get_u32(bytes + 13);
    if (event == P_EVENT_NULL || event >= p->event_count ||
        elsewhere_kind(c->runtime, target) == P_NONE || directory_by_id(&c->directory, target))
        return false;
    if (!read_payload(c, from, p->events[event].payload, bytes + EVENT_HEADER, count - EVENT_HEADER,
                      &payload))
        return false;
    elsewhere_post(c->runtime, sender(c, from, bytes), target, event, payload);
    return true;
}

static bool take_creation(Container *c, uint64_t from, const uint8_t *bytes, uint32_t count)
{
    const PProgram *p = c->setup.program;
    PWord payload;

    if (count < CREATE_HEADER || c->is_born)
        return false;
    uint32_t interface = get_u32(bytes + 5);
    if (interface >= p->interface_count)
        return false;
    uint32_t type = p->interfaces[interface].payload;
    if (!read_payload(c, from, type, bytes + CREATE_HEADER, count - CREATE_HEADER, &payload))
        return false;
    c->is_born = elsewhere_create(c->runtime, c->first, interface, payload);
    if (!c->is_born)
        p_release(p, type, payload);
    return c->is_born;
}

static void take_message(Container *c, uint64_t from, const uint8_t *bytes, uint32_t count)
{
    bool is_fine = count > 0 && (bytes[0] == MESSAGE_EVENT    ? take_event(c, from, bytes, count)
                                 : bytes[0] == MESSAGE_CREATE ? take_creation(c, from, bytes, count)
                                                              : false);
    c->is_busy = true;
    if (is_fine) {
        c->counts.delivered++;
        pressure_came(&c->pressure);
        return;
    }
    c->counts.refused++;
    container_cut(c, from);
}

static bool is_creation(const uint8_t *bytes, uint32_t count)
{
    return count > 0 && bytes[0] == MESSAGE_CREATE;
}

static void keep(Container *c, uint64_t from, const uint8_t *bytes, uint32_t count)
{
    uint8_t *copy = memory_resized(NULL, count ? count : 1, 1);

    memcpy(copy, bytes, count);
    MEMORY_GROW(c->arrivals, c->arrival_count + 1, c->arrival_capacity);
    c->arrivals[c->arrival_count++] = (Arrival){from, copy, count};
}

static void take_arrival(Container *c, uint32_t index)
{
    Arrival a = c->arrivals[index];

    assert(index < c->arrival_count);
    memmove(&c->arrivals[index], &c->arrivals[index + 1],
            (--c->arrival_count - index) * sizeof *c->arrivals);
    take_message(c, a.from, a.bytes, a.count);
    free(a.bytes);
}

// What came before the first machine existed, and is for it.
static void take_all(Container *c)
{
    while (c->arrival_count && c->is_born)
        take_arrival(c, 0);
}

static void deliver(void *owner, Session *s, const uint8_t *bytes, uint32_t count)
{
    Container *c = owner;

    if (c->is_over)
        return;
    if (c->setup.lots || (!c->is_born && !is_creation(bytes, count))) {
        keep(c, s->peer, bytes, count);
        return;
    }
    take_message(c, s->peer, bytes, count);
    take_all(c);
}

// Two messages of one sender to one target keep their order.
static bool are_of_one_pair(const Arrival *a, const Arrival *b)
{
    if (a->from != b->from)
        return false;
    if (is_creation(a->bytes, a->count) || is_creation(b->bytes, b->count))
        return true;
    return a->count < EVENT_HEADER || b->count < EVENT_HEADER ||
           memcmp(a->bytes + 1, b->bytes + 1, 8) == 0;
}

static bool is_first_of_pair(const Container *c, uint32_t index)
{
    const Arrival *a = &c->arrivals[index];

    if (!c->is_born && !is_creation(a->bytes, a->count))
        return false;
    for (uint32_t i = 0; i < index; i++)
        if (are_of_one_pair(&c->arrivals[i], a))
            return false;
    return true;
}

bool container_take(Container *c)
{
    uint32_t count = 0, chosen = 0;

    assert(c->setup.lots);
    for (uint32_t i = 0; i < c->arrival_count; i++)
        if (is_first_of_pair(c, i) && rng_below(c->setup.lots, ++count) == 0)
            chosen = i;
    if (count > 0 && !c->is_over)
        take_arrival(c, chosen);
    return count > 0;
}

static void doubt(Container *c, uint64_t incarnation)
{
    Home *h = directory_home(&c->directory, incarnation);

    if (h)
        suspicions_doubt(&c->suspicions, h);
}

static void suspected(void *owner, Session *s, bool is_suspected)
{
    Container *c = owner;
    Home *h = directory_home(&c->directory, s->peer);

    if (is_suspected)
        doubt(c, s->peer);
    else if (h)
        suspicions_trust(h);
}

static void crowded(void *owner, Session *s, bool is_crowded)
{
    (void)s;
    pressure_crowded(&((Container *)owner)->pressure, is_crowded);
}

static void ended(void *owner, Session *s, SessionEnd how)
{
    Container *c = owner;

    (void)how;
    c->counts.ended++;
    if (s->is_crowded)
        pressure_crowded(&c->pressure, false);
    doubt(c, s->peer);
}

// ------------------------------------------------------------------------------------- life

static void problem(void *user, const PlaitProblem *what)
{
    Container *c = user;

    c->is_over = true;
    if (c->setup.problem)
        c->setup.problem(c->setup.owner, what);
}

static void print(void *user, const char *text, size_t size)
{
    Container *c = user;
    c->setup.print(c->setup.owner, text, size);
}

// Its header says how to find the program, which machines share a container, and which were C.
static void begin_trace(Container *c)
{
    const PProgram *p = c->setup.program;
    const char **with_creator = memory_zeroed(p->machine_count + 1, sizeof *with_creator);
    const char **in_c = memory_zeroed(p->machine_count + 1, sizeof *in_c);
    TraceOrigin origin = {
        .paths = p->files,
        .path_count = p->file_count,
        .dialect = "auto",
        .network = "fifo",
        .with_creator = with_creator,
        .in_c = in_c,
        .container = c->setup.incarnation,
        .replaces = c->setup.replaces,
        .tables = trace_tables_sum(p),
    };

    for (uint32_t i = 0; i < p->machine_count; i++)
        if (machine_may_be_c(&p->machines[i]) && !c->setup.is_apart(c->setup.owner, i))
            with_creator[origin.with_creator_count++] = p->machines[i].name;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].foreign)
            in_c[origin.in_c_count++] = p->machines[i].name;
    elsewhere_trace(c->runtime, c->setup.trace, &origin);
    free(with_creator);
    free(in_c);
}

static bool open_runtime(Container *c, Err *err)
{
    PlaitProblem why;
    PlaitOptions options = {
        .user = c,
        .single_threaded = true,
        .test = c->setup.test,
        .print = c->setup.print ? print : NULL,
        .problem = problem,
        .seed = c->setup.seed ^ c->setup.incarnation,
        .takes_defaults = c->setup.takes_defaults,
        .loop_limit = c->setup.loop_limit,
    };

    c->runtime = plait_new(c->setup.program, &options, &why);
    if (!c->runtime) {
        err_set(err, "%s", why.message);
        return false;
    }
    c->elsewhere = (Elsewhere){c,
                               container_send_away,
                               container_create_away,
                               container_name_of,
                               container_number_of,
                               c->setup.lots};
    elsewhere_attach(c->runtime, &c->elsewhere);
    suspicions_init(&c->suspicions, c->runtime, c->setup.program, &c->directory);
    if (c->setup.trace)
        begin_trace(c);
    if (c->setup.first_kind != P_NONE)
        c->first = elsewhere_reserve(c->runtime, c->setup.first_kind);
    return true;
}

Container *container_new(const ContainerSetup *setup, Err *err)
{
    Container *c = memory_zeroed(1, sizeof *c);

    c->setup = *setup;
    if (!open_runtime(c, err)) {
        free(c);
        return NULL;
    }
    EndpointSetup e = {
        .incarnation = setup->incarnation,
        .address = setup->address,
        .limits = setup->limits,
        .first = 1,
        .seed = setup->seed ^ setup->incarnation,
        .transport = setup->transport,
        .events = {.owner = c, .deliver = deliver, .crowded = crowded, .suspected = suspected,
                   .ended = ended},
    };
    memcpy(e.cluster, setup->cluster, CLUSTER_ID);
    program_hash(setup->program, e.program);
    c->endpoint = endpoint_new(&e);
    pressure_init(&c->pressure, c->runtime, c->endpoint,
                  setup->queue_soft ? setup->queue_soft : PRESSURE_SOFT, setup->limits.window);
    c->address = memory_copy_text(setup->address);
    return c;
}

void container_free(Container *c)
{
    plait_free(c->runtime);
    endpoint_free(c->endpoint);
    for (uint32_t i = 0; i < c->arrival_count; i++)
        free(c->arrivals[i].bytes);
    free(c->arrivals);
    suspicions_drop(&c->suspicions);
    directory_drop(&c->directory);
    free(c->address);
    buf_drop(&c->out);
    free(c);
}

bool container_begin(Container *c, Err *err)
{
    const PProgram *p = c->setup.program;
    uint32_t main = plait_main_interface(c->runtime);

    assert(c->setup.first_kind == P_NONE && !c->is_born);
    if (main == P_NONE) {
        err_set(err, "the program has no main machine");
        return false;
    }
    PWord payload = p_default(p, p->interfaces[main].payload);
    c->first = P_MACHINE_ID(plait_create(c->runtime, main, payload));
    c->is_born = c->is_busy = true;
    return true;
}

bool container_create(Container *c, const uint8_t *creation, uint32_t count)
{
    c->is_busy = true;
    return take_creation(c, 0, creation, count);
}

PlaitStatus container_step(Container *c, uint64_t events)
{
    if (suspicions_wait(&c->suspicions))
        suspicions_tell(&c->suspicions);
    c->counts.suspicions = c->suspicions.count;
    PlaitStatus status = plait_step(c->runtime, events);
    c->is_busy = status == PLAIT_RUNNING;
    pressure_stepped(&c->pressure, events, !c->is_busy);
    return status;
}

// ------------------------------------------------------------------------------------- looks

bool container_is_busy(Container *c)
{
    for (uint32_t i = 0; i < c->arrival_count && !c->is_busy; i++)
        if (is_first_of_pair(c, i))
            return true;
    return c->is_busy || suspicions_wait(&c->suspicions);
}

void container_flush(Container *c)
{
    elsewhere_flush(c->runtime);
}

uint64_t container_trace_size(Container *c)
{
    return elsewhere_trace_size(c->runtime);
}

void container_trace_to(Container *c, FILE *out)
{
    c->setup.trace = out;
    elsewhere_trace_to(c->runtime, out);
}

void container_close(Container *c)
{
    elsewhere_close(c->runtime);
}

bool container_expects_posts(Container *c)
{
    return elsewhere_expects_posts(c->runtime);
}

void container_notice(Container *c)
{
    c->is_busy = true;
}

bool container_is_born(const Container *c)
{
    return c->is_born;
}

Endpoint *container_endpoint(Container *c)
{
    return c->endpoint;
}

PlaitRuntime *container_runtime(Container *c)
{
    return c->runtime;
}

const ContainerCounts *container_counts(const Container *c)
{
    return &c->counts;
}

bool container_is_settled(Container *c, bool (*is_gone)(void *data, uint64_t incarnation),
                          void *data)
{
    for (uint32_t i = 0; i < c->directory.home_count; i++) {
        const Home *h = c->directory.home_list[i];
        const Session *s = peer_session(container_peer(c, h));
        if (!s->end && outbox_count(&s->outbox) > 0 && !is_gone(data, h->incarnation))
            return false;
    }
    return true;
}

static void end_session(Container *c, uint64_t incarnation, SessionEnd how)
{
    Home *h = directory_home(&c->directory, incarnation);
    Peer *p = endpoint_peer(c->endpoint, incarnation, h ? h->address : "",
                            c->setup.now(c->setup.owner));
    session_end(peer_session(p), how);
}

void container_cut(Container *c, uint64_t incarnation)
{
    end_session(c, incarnation, SESSION_CUT_HERE);
}

void container_forget(Container *c, uint64_t incarnation)
{
    end_session(c, incarnation, SESSION_PEER_GONE);
}
