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

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cluster/directory.h"
#include "cluster/pressure.h"
#include "cluster/program_hash.h"
#include "cluster/suspicion.h"
#include "rt/cbor.h"
#include "rt/machine.h"
#include "rt/program.h"
#include "rt/trace.h"
#include "rt/trace_tables.h"
#include "run/elsewhere.h"

enum { MESSAGE_EVENT = 1, MESSAGE_CREATE = 2, EVENT_HEADER = 17, CREATE_HEADER = 9 };

// A message that has arrived, and is not in its target's queue.
typedef struct Arrival {
    uint64_t from;
    uint8_t *bytes;
    uint32_t count;
} Arrival;

struct Container {
    ContainerSetup setup;
    char *address;
    PlaitRuntime *runtime;
    Endpoint *endpoint;
    Elsewhere elsewhere;
    Directory directory;
    Suspicions suspicions;
    Pressure pressure;
    uint32_t first;  // id of the first machine
    bool is_born;    // it exists, or is planned
    bool is_busy;    // the runtime may have something to do
    bool is_over;    // the program has a bug
    Arrival *arrivals;
    uint32_t arrival_count, arrival_capacity;
    uint64_t other;  // with whom the message under way is exchanged
    Buf out;
    ContainerCounts counts;
};

static Peer *peer_at(Container *c, const Home *h)
{
    return endpoint_peer(c->endpoint, h->incarnation, h->address, c->setup.now(c->setup.owner));
}

// ---------------------------------------------------------------------------------- names

static void name_out(void *data, uint32_t id, CborMachine *out)
{
    Container *c = data;
    const Stranger *s = directory_by_id(&c->directory, id);

    if (!s) {
        *out = (CborMachine){.incarnation = c->setup.incarnation,
                             .number = machine_number(id, elsewhere_kind(c->runtime, id))};
        if (c->other == 0) {
            out->address = c->address;
            out->address_size = strlen(c->address);
        }
        return;
    }
    *out = (CborMachine){.incarnation = s->home->incarnation, .number = s->number};
    if (s->home->incarnation == c->other)
        return;
    out->address = s->home->address;
    out->address_size = strlen(s->home->address);
}

// The container of a name that has come. NULL: nobody knows where it is.
static Home *home_of(Container *c, const CborMachine *in)
{
    char address[ADDRESS_MAX + 1] = {0};
    Home *h = directory_home(&c->directory, in->incarnation);

    if (h)
        return h;
    if (in->incarnation == c->other) {
        Peer *p = endpoint_peer(c->endpoint, c->other, NULL, c->setup.now(c->setup.owner));
        return directory_add_home(&c->directory, c->other, peer_address(p));
    }
    if (in->address_size == 0 || in->address_size > ADDRESS_MAX ||
        memchr(in->address, '\0', in->address_size))
        return NULL;
    memcpy(address, in->address, in->address_size);
    return directory_add_home(&c->directory, in->incarnation, address);
}

static uint32_t name_in(void *data, const CborMachine *in)
{
    Container *c = data;
    uint32_t id = machine_number_id(in->number), kind = machine_number_kind(in->number);

    if (kind >= c->setup.program->machine_count || id == 0)
        return 0;
    if (in->incarnation == c->setup.incarnation)
        return elsewhere_kind(c->runtime, id) == kind && !directory_by_id(&c->directory, id) ? id
                                                                                             : 0;
    Home *h = home_of(c, in);
    if (!h)
        return 0;
    const Stranger *s = directory_by_number(h, in->number);
    if (s)
        return s->id;
    id = elsewhere_add(c->runtime, kind);
    if (id)
        directory_add(&c->directory, h, in->number, id);
    return id;
}

static TraceMachine number_of(void *owner, uint32_t id)
{
    Container *c = owner;
    const Stranger *s = directory_by_id(&c->directory, id);

    return (TraceMachine){.container = s ? s->home->incarnation : c->setup.incarnation,
                          .number = s ? machine_number_id(s->number) : id,
                          .kind = elsewhere_kind(c->runtime, id)};
}

// "Server(7.1)": the incarnation of its container, and its number there.
static const char *name_of(void *owner, uint32_t id)
{
    static _Thread_local char name[192];
    Container *c = owner;
    TraceMachine m = number_of(c, id);

    snprintf(name, sizeof name, "%s(%" PRIx64 ".%" PRIu32 ")",
             c->setup.program->machines[m.kind].name, m.container, m.number);
    return name;
}

// -------------------------------------------------------------------------------- sending

static void put_u32(Buf *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        buf_char(out, (char)(uint8_t)(number >> 8 * i));
}

static uint32_t get_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static bool add_payload(Container *c, uint32_t type, PWord payload, PRequest *ask)
{
    Err err = {0};
    CborHooks hooks = {name_out, name_in, c};

    if (cbor_encode(c->setup.program, type, payload, &hooks, &c->out, &err))
        return true;
    p_fail(ask, P_ERROR_FOREIGN, "a payload cannot go to another container: %s", err.text);
    return false;
}

// Adds the payload to the message, and sends it. False, with the reason: it cannot be sent.
static bool send_message(Container *c, uint32_t by, const Stranger *to, uint32_t type,
                         PWord payload, PRequest *ask)
{
    c->other = to->home->incarnation;
    if (!add_payload(c, type, payload, ask))
        return false;
    switch (endpoint_send(peer_at(c, to->home), buf_text(&c->out), (uint32_t)c->out.size)) {
    case SENT:
        c->counts.sent++;
        return true;
    case SENT_NOWHERE:
        c->counts.stale++;
        suspicions_lost(&c->suspicions, by, to);
        return true;
    case SENT_TOO_LARGE:
        break;
    }
    p_fail(ask, P_ERROR_FOREIGN, "a payload of %zu bytes is too large for another container",
           c->out.size);
    return false;
}

static void begin_message(Container *c, char kind)
{
    c->out.size = 0;
    buf_char(&c->out, kind);
}

static bool send_away(void *owner, uint32_t by, uint32_t target, uint32_t event, PWord payload,
                      PRequest *ask)
{
    Container *c = owner;
    const Stranger *s = directory_by_id(&c->directory, target);

    assert(s);
    begin_message(c, MESSAGE_EVENT);
    put_u32(&c->out, machine_number_id(s->number));
    put_u32(&c->out, by);
    put_u32(&c->out, by ? elsewhere_kind(c->runtime, by) : 0);
    put_u32(&c->out, event);
    return send_message(c, by, s, c->setup.program->events[event].payload, payload, ask);
}

static void begin_creation(Container *c, uint32_t by, uint32_t interface)
{
    begin_message(c, MESSAGE_CREATE);
    put_u32(&c->out, by);
    put_u32(&c->out, interface);
}

// A container for the machine. NULL, with the reason, when there cannot be one.
static Home *new_home(Container *c, uint32_t by, uint32_t kind, uint32_t interface, PWord payload,
                      PRequest *ask)
{
    const PProgram *p = c->setup.program;
    uint64_t incarnation;
    char address[ADDRESS_MAX + 1] = {0};
    Err err = {0};

    c->other = 0;
    begin_creation(c, by, interface);
    if (!add_payload(c, p->interfaces[interface].payload, payload, ask))
        return NULL;
    if (c->setup.spawn(c->setup.owner, kind, (const uint8_t *)buf_text(&c->out),
                       (uint32_t)c->out.size, &incarnation, address, &err))
        return directory_add_home(&c->directory, incarnation, address);
    p_fail(ask, P_ERROR_SETUP, "no container for %s: %s", p->machines[kind].name, err.text);
    return NULL;
}

static uint32_t create_away(void *owner, uint32_t by, uint32_t kind, uint32_t interface,
                            PWord payload, PRequest *ask)
{
    Container *c = owner;

    if (!c->setup.is_apart(c->setup.owner, kind))
        return 0;
    Home *h = new_home(c, by, kind, interface, payload, ask);
    if (!h)
        return P_NONE;
    uint32_t id = elsewhere_add(c->runtime, kind);
    const Stranger *s = directory_add(&c->directory, h, machine_number(1, kind), id);
    begin_creation(c, by, interface);
    uint32_t type = c->setup.program->interfaces[interface].payload;
    return send_message(c, by, s, type, payload, ask) ? id : P_NONE;
}

// ------------------------------------------------------------------------------- receiving

static bool read_payload(Container *c, uint64_t from, uint32_t type, const uint8_t *bytes,
                         uint32_t count, PWord *payload)
{
    CborHooks hooks = {name_out, name_in, c};
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
    return c->setup.trace ? name_in(c, &name) : 0;
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

// Its header says how to find the program, and which machines share a container.
static void begin_trace(Container *c)
{
    const PProgram *p = c->setup.program;
    const char **with_creator = memory_zeroed(p->machine_count + 1, sizeof *with_creator);
    TraceOrigin origin = {
        .paths = p->files,
        .path_count = p->file_count,
        .dialect = "auto",
        .network = "fifo",
        .with_creator = with_creator,
        .container = c->setup.incarnation,
        .replaces = c->setup.replaces,
        .tables = trace_tables_sum(p),
    };

    for (uint32_t i = 0; i < p->machine_count; i++)
        if (machine_may_be_c(&p->machines[i]) && !c->setup.is_apart(c->setup.owner, i))
            with_creator[origin.with_creator_count++] = p->machines[i].name;
    elsewhere_trace(c->runtime, c->setup.trace, &origin);
    free(with_creator);
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
    c->elsewhere = (Elsewhere){c, send_away, create_away, name_of, number_of, c->setup.lots};
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

bool container_is_held(Container *c)
{
    return elsewhere_is_held(c->runtime);
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
        const Session *s = peer_session(peer_at(c, h));
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
