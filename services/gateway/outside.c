// services/gateway/outside.c: the functions that the machine Outside leaves to C.

#include <arpa/inet.h>
#include <errno.h>
#include <plait/foreign.h>
#include <plait/value.h>
#include <stdlib.h>
#include <string.h>

#include "outside.h"

typedef struct Owner {
    PlaitRuntime *runtime;
    PWord machine;
    uint32_t knock;
} Owner;

static void knock(void *data)
{
    const Owner *o = data;
    p_post(o->runtime, o->machine, o->knock, 0);
}

static bool may_ask(void *data)
{
    const Owner *o = data;
    return p_may_post(o->runtime);
}

static void release(void *door)
{
    door_free(door);
}

const PForeignType P_FOREIGN_tDoor = {.name = "tDoor", .release = release};

// The port of the first gateway is in the environment: PLAIT_PORT; the next one has the next. Without it any free one.
static bool read_port(int64_t place, long *port)
{
    const char *text = getenv("PLAIT_PORT");
    char *end;

    *port = 0;
    if (!text)
        return true;
    *port = strtol(text, &end, 10);
    if (!*text || *end || *port < 0 || *port > 65535)
        return false;
    if (*port > 0)
        *port += (long)(place - 1);
    return *port <= 65535;
}

// And so is the address: PLAIT_HOST; without it only this computer is served.
static bool read_host(struct sockaddr_in *at)
{
    const char *text = getenv("PLAIT_HOST");

    at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return !text || inet_pton(AF_INET, text, &at->sin_addr) == 1;
}

bool outside_open(PForeignCall *call, Language language, int64_t place)
{
    PlaitRuntime *runtime = call->machine->runtime;
    struct sockaddr_in at = {.sin_family = AF_INET};
    long port;

    if (!runtime)
        return p_foreign_cannot(call, "a gateway cannot be checked");
    if (!read_port(place, &port))
        return p_foreign_cannot(call, "PLAIT_PORT is not a port");
    if (!read_host(&at))
        return p_foreign_cannot(call, "PLAIT_HOST is not an address of IPv4");
    at.sin_port = htons((uint16_t)port);
    Owner *owner = calloc(1, sizeof *owner);
    if (!owner)
        return p_foreign_cannot(call, "there is no memory");
    *owner = (Owner){runtime, p_arg(call, 0), p_event(call->program, "eKnock")};
    Door *door = door_new(at, language, knock, may_ask, owner);
    if (!door) {
        free(owner);
        return p_foreign_cannot(call, "cannot listen on port %ld: %s", port, strerror(errno));
    }
    p_hold(runtime);
    return p_result(call, p_foreign(&P_FOREIGN_tDoor, door));
}

// fun OpenDoor(who: machine, place: int): tDoor
bool P_FUN_OpenDoor(PForeignCall *call)
{
    return outside_open(call, LANGUAGE_TABLE, p_arg_int(call, 1));
}

// fun PortOf(door: tDoor): int
bool P_FUN_PortOf(PForeignCall *call)
{
    return p_result(call, (PWord)(int64_t)door_port(p_arg_foreign(call, 0)));
}

// fun OpenListDoor(who: machine): tDoor
bool P_FUN_OpenListDoor(PForeignCall *call)
{
    return outside_open(call, LANGUAGE_LIST, 1);
}

static PWord list_operation_value(const Entry *e)
{
    const Kept *k = &e->kept;
    PWord parts[] = {
        (PWord)(int64_t)k->kind,
        p_string(k->text, k->key_size),
        p_string(k->text + k->key_size, k->value_size),
        (PWord)k->index,
    };
    return p_tuple(parts, 4);
}

static PWord operation_value(const Entry *e)
{
    const Kept *k = &e->kept;
    const char *value = k->text + k->key_size;
    PWord parts[] = {
        (PWord)(int64_t)k->kind,
        p_string(k->text, k->key_size),
        p_string(value, k->value_size),
        p_string(value + k->value_size, k->expected_size),
    };
    return p_tuple(parts, 4);
}

static bool next_request(PForeignCall *call, PWord (*value)(const Entry *e))
{
    const PProgram *p = call->program;
    const Request *r = door_next(p_arg_foreign(call, 0));
    uint32_t type = p->types[call->result_type].parts[1];
    PWord operations = p_default(p, type);

    if (!r)
        return p_result(call, p_tuple((PWord[]){0, operations}, 2));
    for (uint32_t i = 0; i < r->count; i++)
        if (!p_seq_insert(p, type, &operations, i, value(&r->entries[i]), call->ask))
            return false;
    return p_result(call, p_tuple((PWord[]){(PWord)r->id, operations}, 2));
}

// fun NextRequest(door: tDoor): (id: int, operations: seq[tOperation]); id 0: there is none
bool P_FUN_NextRequest(PForeignCall *call)
{
    return next_request(call, operation_value);
}

// fun NextListRequest(door: tDoor): (id: int, operations: seq[tOperation]); the same of lists
bool P_FUN_NextListRequest(PForeignCall *call)
{
    return next_request(call, list_operation_value);
}

// fun GiveReplies(door: tDoor, id: int, results: seq[tReply])
bool P_FUN_GiveReplies(PForeignCall *call)
{
    Door *door = p_arg_foreign(call, 0);
    Request *r = door_request(door, (uint64_t)p_arg_int(call, 1));
    PWord results = p_arg(call, 2);
    uint32_t count = p_size(results);

    if (!r || (count != 0 && count != r->count))
        return p_foreign_fail(call, "these are not the replies to a request");
    for (uint32_t i = 0; i < r->count; i++) {
        if (count == 0) {
            reply_error(&r->entries[i].reply, "no replica has the content any more");
            continue;
        }
        PWord result = p_element(results, i);
        size_t size;
        const char *text = p_string_text(p_tuple_part(result, 1), &size);
        reply_result(&r->entries[i].reply, (ReplyKind)p_tuple_part(result, 0), text, size);
    }
    door_reply(door, r);
    return true;
}
