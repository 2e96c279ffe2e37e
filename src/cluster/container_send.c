// cluster/container_send.c: how a container names machines, and what it sends to others.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cluster/container_impl.h"
#include "rt/machine.h"
#include "rt/program.h"

Peer *container_peer(Container *c, const Home *h)
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

uint32_t container_name_in(void *data, const CborMachine *in)
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

TraceMachine container_number_of(void *owner, uint32_t id)
{
    Container *c = owner;
    const Stranger *s = directory_by_id(&c->directory, id);

    return (TraceMachine){.container = s ? s->home->incarnation : c->setup.incarnation,
                          .number = s ? machine_number_id(s->number) : id,
                          .kind = elsewhere_kind(c->runtime, id)};
}

// "Server(7.1)": the incarnation of its container, and its number there.
const char *container_name_of(void *owner, uint32_t id)
{
    static _Thread_local char name[192];
    Container *c = owner;
    TraceMachine m = container_number_of(c, id);

    snprintf(name, sizeof name, "%s(%" PRIx64 ".%" PRIu32 ")",
             c->setup.program->machines[m.kind].name, m.container, m.number);
    return name;
}

CborHooks container_hooks(Container *c)
{
    return (CborHooks){name_out, container_name_in, c};
}

// -------------------------------------------------------------------------------- sending

static void put_u32(Buf *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        buf_char(out, (char)(uint8_t)(number >> 8 * i));
}

static bool add_payload(Container *c, uint32_t type, PWord payload, PRequest *ask)
{
    Err err = {0};
    CborHooks hooks = container_hooks(c);

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
    switch (endpoint_send(container_peer(c, to->home), buf_text(&c->out), (uint32_t)c->out.size)) {
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

bool container_send_away(void *owner, uint32_t by, uint32_t target, uint32_t event, PWord payload,
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

uint32_t container_create_away(void *owner, uint32_t by, uint32_t kind, uint32_t interface,
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
