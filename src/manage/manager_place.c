// manage/manager_place.c: where containers live.

#include "manage/manager_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cluster/member.h"

enum { NODES_GRANTED = 8, GRANTS_LEAST = 4, BLOCKS_LEAST = 8, BLOCKS_GIVEN = 32 };

Guest *manager_node(const Manager *m, const char *node)
{
    for (uint32_t i = 0; node && i < m->guest_count; i++)
        if (strcmp(m->guests[i]->node, node) == 0 && !m->guests[i]->is_over)
            return m->guests[i];
    return NULL;
}

static uint32_t count_on(const Manager *m, const char *part, const char *node)
{
    json_t *one;
    const char *key;
    uint32_t count = 0;

    json_object_foreach(state_part(&m->state, part), key, one) count +=
        strcmp(state_text(one, "node"), node) == 0;
    return count;
}

uint32_t manager_load(const Manager *m, const char *node)
{
    return count_on(m, "containers", node) + count_on(m, "grants", node);
}

static bool is_used(const Manager *m, const char *address)
{
    json_t *container;
    const char *key;

    if (state_find(&m->state, "grants", address))
        return true;
    json_object_foreach(state_part(&m->state, "containers"), key,
                        container) if (strcmp(state_text(container, "address"), address) ==
                                       0) return true;
    return false;
}

// A port of the node that nobody uses. False: there is none.
static bool free_address(const Manager *m, const char *node, Buf *address)
{
    const json_t *n = state_find(&m->state, "nodes", node), *ports = json_object_get(n, "ports");
    json_int_t first = json_integer_value(json_array_get(ports, 0));
    json_int_t last = json_integer_value(json_array_get(ports, 1));
    const char *host = state_text(n, "host");

    for (json_int_t port = first; port <= last; port++) {
        address->size = 0;
        buf_print(address,
                  strchr(host, ':') ? "[%s]:%" JSON_INTEGER_FORMAT : "%s:%" JSON_INTEGER_FORMAT,
                  host, port);
        if (!is_used(m, address->text))
            return true;
    }
    return false;
}

// Whether containers of the deployment may live there: its file names the node, or none at all.
static bool is_allowed(const Manager *m, const char *deployment, const char *node)
{
    const json_t *d = state_find(&m->state, "deployments", deployment);
    const json_t *hosts = json_object_get(json_object_get(d, "deploy"), "hosts");
    const char *address = state_text(state_find(&m->state, "nodes", node), "host");

    for (size_t i = 0; i < json_array_size(hosts); i++) {
        const char *host = json_string_value(json_array_get(hosts, i));
        if (host && (strcmp(host, node) == 0 || strcmp(host, address) == 0))
            return true;
    }
    return json_array_size(hosts) == 0;
}

// How many containers of the same kind and deployment are on the node: they should not fail
// together.
static uint32_t count_like(const Manager *m, const json_t *like, const char *node)
{
    json_t *one;
    const char *key;
    uint32_t count = 0;

    json_object_foreach(state_part(&m->state, "containers"), key, one) count +=
        strcmp(state_text(one, "node"), node) == 0 &&
        json_equal(json_object_get(one, "kind"), json_object_get(like, "kind")) &&
        json_equal(json_object_get(one, "deployment"), json_object_get(like, "deployment"));
    return count;
}

bool manager_choose(const Manager *m, const char *deployment, const json_t *moved,
                    const char **node, Buf *address, Err *err)
{
    uint32_t fewest = UINT32_MAX, allowed = 0;
    json_t *one;
    const char *name, *but = state_text(moved, "node");
    Buf here = {0};

    *node = NULL;
    json_object_foreach(state_part(&m->state, "nodes"), name, one)
    {
        uint32_t load = manager_load(m, name) + (manager_node(m, name) ? 0 : 1u << 30);
        load += moved ? count_like(m, moved, name) << 16 : 0;
        if ((but && strcmp(but, name) == 0) || !is_allowed(m, deployment, name))
            continue;
        allowed++;
        if (load >= fewest || !free_address(m, name, &here))
            continue;
        fewest = load;
        *node = name;
        address->size = 0;
        buf_str(address, here.text);
    }
    buf_drop(&here);
    if (!*node)
        err_set(err, allowed > 0 ? "no node has a free port"
                     : json_object_size(state_part(&m->state, "nodes")) > (but ? 1 : 0)
                         ? "none of its hosts is a node of this cluster"
                         : "there is no node");
    return *node;
}

static uint32_t granted_on(const Manager *m, const char *incarnation, const char *node)
{
    json_t *grant;
    const char *address;
    uint32_t count = 0;

    json_object_foreach(state_part(&m->state, "grants"), address, grant) count +=
        strcmp(state_text(grant, "to"), incarnation) == 0 &&
        (!node || strcmp(state_text(grant, "node"), node) == 0);
    return count;
}

static void grant(Manager *m, const char *incarnation, const char *node, const char *address)
{
    const json_t *container = state_find(&m->state, "containers", incarnation);
    Guest *g = manager_node(m, state_text(container, "node"));

    state_record(&m->state, json_pack("{s:s, s:s, s:s, s:s}", "what", "grant", "to", incarnation,
                                      "node", node, "address", address));
    if (g)
        channel_send(g->channel, json_pack("{s:s, s:s, s:s}", "what", "grant", "to", incarnation,
                                           "address", address));
}

void manager_grant(Manager *m, const char *incarnation, uint32_t more)
{
    json_t *one;
    const char *name, *node;
    const char *deployment =
        state_text(state_find(&m->state, "containers", incarnation), "deployment");
    Buf address = {0};
    Err err = {0};
    uint32_t nodes = 0;

    json_object_foreach(state_part(&m->state, "nodes"), name,
                        one) if (manager_node(m, name) && nodes++ < NODES_GRANTED &&
                                 granted_on(m, incarnation, name) == 0 &&
                                 is_allowed(m, deployment, name) && free_address(m, name, &address))
    {
        grant(m, incarnation, name, address.text);
        more -= more > 0;
    }
    while (more > 0 || granted_on(m, incarnation, NULL) < GRANTS_LEAST) {
        if (!manager_choose(m, deployment, NULL, &node, &address, &err))
            break;
        grant(m, incarnation, node, address.text);
        more -= more > 0;
    }
    buf_drop(&address);
}

// ------------------------------------------------------------------------------------ starting

static json_t *granted_to(const Manager *m, const char *incarnation)
{
    json_t *list = json_array(), *one;
    const char *address;

    json_object_foreach(state_part(&m->state, "grants"), address,
                        one) if (strcmp(state_text(one, "to"), incarnation) == 0)
        json_array_append_new(list, json_string(address));
    return list;
}

void manager_start(Manager *m, const char *incarnation)
{
    const json_t *c = state_find(&m->state, "containers", incarnation);
    const char *deployment = state_text(c, "deployment");
    const json_t *d = state_find(&m->state, "deployments", deployment);
    Guest *g = manager_node(m, state_text(c, "node"));

    if (!g)
        return;
    json_t *message =
        json_pack("{s:s, s:s, s:s, s:O, s:O, s:O, s:O, s:O, s:O, s:O, s:O, s:O, s:b, s:o, "
                  "s:O?, s:O?}",
                  "what", "start", "incarnation", incarnation, "deployment", deployment, "sha256",
                  json_object_get(d, "sha256"), "deploy", json_object_get(d, "deploy"), "test",
                  json_object_get(d, "test"), "seed", json_object_get(d, "seed"), "trace",
                  json_object_get(d, "trace"), "dead", json_object_get(d, "dead"), "kind",
                  json_object_get(c, "kind"), "creation", json_object_get(c, "creation"), "address",
                  json_object_get(c, "address"), "again", json_is_true(json_object_get(c, "again")),
                  "grants", granted_to(m, incarnation), "list", json_object_get(d, "list"),
                  "deploy-text", json_object_get(d, "deploy-text"));
    assert(message);
    channel_send(g->channel, message);
    if (g->blocks > 0)
        g->blocks--;
    manager_top_up(m, g);
}

void manager_top_up(Manager *m, Guest *g)
{
    json_int_t first = json_integer_value(state_part(&m->state, "next"));

    if (g->blocks >= BLOCKS_LEAST)
        return;
    state_record(&m->state, json_pack("{s:s, s:s, s:I, s:i}", "what", "blocks", "node", g->node,
                                      "first", first, "count", BLOCKS_GIVEN));
    channel_send(g->channel, json_pack("{s:s, s:I, s:i}", "what", "blocks", "first", first, "count",
                                       BLOCKS_GIVEN));
    g->blocks += BLOCKS_GIVEN;
}

// A new block, and a number of it: the last one for a main machine (report/merge.c knows it by
// that), the first one for a container that is started again.
static void new_incarnation(const Manager *m, bool is_main, json_int_t *block, char text[static 17])
{
    *block = json_integer_value(state_part(&m->state, "next"));
    snprintf(text, 17, "%" PRIx64, (uint64_t)*block << 32 | (is_main ? UINT32_MAX : 0));
}

void manager_place_main(Manager *m)
{
    json_t *d;
    const char *name, *node;
    char incarnation[17];
    json_int_t block;

    json_object_foreach(state_part(&m->state, "deployments"), name, d)
    {
        Buf address = {0};
        Err err = {0};
        if (json_object_get(d, "is-placed") || strcmp(state_text(d, "wants"), "running") != 0 ||
            !manager_choose(m, name, NULL, &node, &address, &err)) {
            buf_drop(&address);
            continue;
        }
        new_incarnation(m, true, &block, incarnation);
        state_record(&m->state,
                     json_pack("{s:s, s:s, s:I, s:s, s:n, s:s, s:s, s:n}", "what", "place",
                               "incarnation", incarnation, "block", block, "deployment", name,
                               "kind", "node", node, "address", address.text, "creation"));
        buf_drop(&address);
        manager_grant(m, incarnation, 0);
        manager_start(m, incarnation);
    }
}

// -------------------------------------------------------------------------------- a lost node

// As the file says for its kind. Its creator has told it; of a main machine its node has, or it
// stays away.
static bool comes_back(const Manager *m, const char *incarnation, const json_t *container)
{
    const json_t *d = state_find(&m->state, "deployments", state_text(container, "deployment"));
    const json_t *told = json_object_get(container, "restart");
    const json_t *figures = json_object_get(m->figures, incarnation);

    return strcmp(state_text(d, "wants"), "running") == 0 &&
           json_integer_value(told ? told : json_object_get(figures, "restart")) > MEMBER_NEVER;
}

static void move_one(Manager *m, const char *incarnation, const char *deployment, bool is_again)
{
    const char *node;
    char next[17];
    json_int_t block;
    Buf address = {0};
    Err err = {0};

    const json_t *moved = state_find(&m->state, "containers", incarnation);
    if (!is_again || !manager_choose(m, deployment, moved, &node, &address, &err)) {
        state_record(&m->state, json_pack("{s:s, s:s, s:s, s:i}", "what", "ended", "incarnation",
                                          incarnation, "how", "its node is lost", "code", -1));
        json_object_del(m->figures, incarnation);
        manager_tell_dead(m, deployment, incarnation, NULL);
    } else {
        new_incarnation(m, false, &block, next);
        state_record(&m->state, json_pack("{s:s, s:s, s:s, s:I, s:s, s:s}", "what", "again",
                                          "incarnation", incarnation, "next", next, "block", block,
                                          "node", node, "address", address.text));
        json_object_del(m->figures, incarnation);
        manager_say(m, LOG_INFORMS, "moved", node, "a container of a lost node is started on %s");
        manager_tell_dead(m, deployment, incarnation, next);
        manager_grant(m, next, 0);
        manager_start(m, next);
    }
    buf_drop(&address);
}

void manager_move(Manager *m, const char *node)
{
    json_t *all = json_copy(state_part(&m->state, "containers")), *c;
    const char *incarnation;

    json_object_foreach(all, incarnation, c) if (strcmp(state_text(c, "node"), node) == 0)
    {
        char *deployment = strdup(state_text(c, "deployment"));
        move_one(m, incarnation, deployment, comes_back(m, incarnation, c));
        free(deployment);
    }
    json_decref(all);
}
