// manage/manager_node.c: what nodes say to the manager of the cluster.

#include "manage/manager_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/hex.h"

static void refuse(Guest *g, const char *why)
{
    channel_send(g->channel, json_pack("{s:s, s:s}", "what", "error", "why", why));
    g->is_over = true;
}

void manager_tell_dead(Manager *m, const char *deployment, const char *dead, const char *next)
{
    for (uint32_t i = 0; i < m->guest_count; i++)
        if (m->guests[i]->node[0])
            channel_send(m->guests[i]->channel,
                         json_pack("{s:s, s:s, s:s, s:s?}", "what", "dead", "deployment",
                                   deployment, "incarnation", dead, "next", next));
}

void manager_stop(Manager *m, const char *deployment, const char *how)
{
    for (uint32_t i = 0; i < m->guest_count; i++)
        if (m->guests[i]->node[0])
            channel_send(m->guests[i]->channel, json_pack("{s:s, s:s, s:s}", "what", "stop",
                                                          "deployment", deployment, "how", how));
}

// -------------------------------------------------------------------------------------- news

static void take_ended(Manager *m, const json_t *news)
{
    const char *incarnation = state_text(news, "incarnation");
    const json_t *container = state_find(&m->state, "containers", incarnation);

    if (!container)
        return;
    char *deployment = strdup(state_text(container, "deployment"));
    state_record(&m->state, json_pack("{s:s, s:s, s:O?, s:O?}", "what", "ended", "incarnation",
                                      incarnation, "how", json_object_get(news, "how"), "code",
                                      json_object_get(news, "code")));
    json_object_del(m->figures, incarnation);
    manager_tell_dead(m, deployment, incarnation, NULL);
    free(deployment);
}

static void take_again(Manager *m, Guest *g, const json_t *news)
{
    const char *before = state_text(news, "incarnation"), *now = state_text(news, "next");
    const json_t *container = state_find(&m->state, "containers", before);
    uint64_t number;

    if (!container || !now || !hex_number(now, &number))
        return;
    const char *deployment = state_text(container, "deployment");
    state_record(&m->state,
                 json_pack("{s:s, s:s, s:s}", "what", "again", "incarnation", before, "next", now));
    json_object_del(m->figures, before);
    manager_tell_dead(m, deployment, before, now);
    manager_grant(m, now, 0);
    g->blocks -= g->blocks > 0;
    manager_top_up(m, g);
}

static void take_news(Manager *m, Guest *g, const json_t *news)
{
    const char *what = state_text(news, "what");

    if (what && strcmp(what, "ended") == 0)
        take_ended(m, news);
    else if (what && strcmp(what, "again") == 0)
        take_again(m, g, news);
    channel_send(g->channel, json_pack("{s:s, s:O?}", "what", "ack", "number",
                                       json_object_get(news, "number")));
}

// ---------------------------------------------------------------------------------- greeting

static bool has_containers(const Manager *m, const char *node)
{
    return manager_load(m, node) > 0;
}

// Writes down a new node, or where it is now. False: it may not be there.
static bool know_node(Manager *m, Guest *g, const char *name, const json_t *message)
{
    json_t *host = json_object_get(message, "host"), *ports = json_object_get(message, "ports");
    const json_t *known = state_find(&m->state, "nodes", name);
    bool is_same = known && json_equal(host, json_object_get(known, "host")) &&
                   json_equal(ports, json_object_get(known, "ports"));

    if (!json_is_string(host) || json_array_size(ports) != 2) {
        refuse(g, "this is no greeting of a node");
        return false;
    }
    if (known && !is_same && has_containers(m, name)) {
        refuse(g, "a node of this name has containers, at another address or other ports");
        return false;
    }
    if (!is_same)
        state_record(&m->state, json_pack("{s:s, s:s, s:O, s:O}", "what", "node", "name", name,
                                          "host", host, "ports", ports));
    return true;
}

static bool is_listed(const json_t *list, const char *incarnation)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text && strcmp(text, incarnation) == 0)
            return true;
    }
    return false;
}

// The node starts what it does not have, and ends what nobody knows.
static void reconcile(Manager *m, Guest *g, const json_t *listed)
{
    json_t *c, *d;
    const char *incarnation, *name;

    json_object_foreach(state_part(&m->state, "containers"), incarnation,
                        c) if (strcmp(state_text(c, "node"), g->node) == 0 &&
                               !is_listed(listed, incarnation)) manager_start(m, incarnation);
    for (size_t i = 0; i < json_array_size(listed); i++) {
        incarnation = json_string_value(json_array_get(listed, i));
        if (incarnation && !state_find(&m->state, "containers", incarnation))
            channel_send(g->channel,
                         json_pack("{s:s, s:s}", "what", "kill", "incarnation", incarnation));
    }
    json_object_foreach(state_part(&m->state, "deployments"), name, d)
    {
        bool drains = strcmp(state_text(d, "wants"), "draining") == 0;
        if (strcmp(state_text(d, "wants"), "running") != 0)
            channel_send(g->channel, json_pack("{s:s, s:s, s:s}", "what", "stop", "deployment",
                                               name, "how", drains ? "drain" : "stop"));
    }
}

void manager_take_node(Manager *m, Guest *g, json_t *message)
{
    const char *name = state_text(message, "name"), *cluster = state_text(message, "cluster");
    json_t *news = json_object_get(message, "news");
    Err err = {0};

    if (!name || !name[0] || strlen(name) > NAME_MOST) {
        refuse(g, "this is no name of a node");
        return;
    }
    if (!channel_may(g->channel, ACT_REPORT, name, &err)) {
        refuse(g, err.text);
        return;
    }
    if (cluster && strcmp(cluster, json_string_value(state_part(&m->state, "cluster"))) != 0) {
        refuse(g, "it is a node of another cluster");
        return;
    }
    Guest *before = manager_node(m, name);
    if (before)  // that manager was killed, and its connection is not closed yet
        before->is_over = true;
    if (!know_node(m, g, name, message))
        return;
    snprintf(g->node, sizeof g->node, "%s", name);
    json_object_del(m->away, name);
    g->blocks = json_integer_value(json_object_get(message, "blocks"));
    g->probed = m->probe;  // it is not asked this time
    channel_send(g->channel, json_pack("{s:s, s:O}", "what", "welcome", "cluster",
                                       state_part(&m->state, "cluster")));
    manager_top_up(m, g);
    for (size_t i = 0; i < json_array_size(news); i++)
        take_news(m, g, json_array_get(news, i));
    manager_say(m, LOG_INFORMS, "node", name, "node %s is there");
    // One that was started again has another number now, which the node has listed.
    reconcile(m, g, json_object_get(message, "containers"));
    manager_place_main(m);
}

// ---------------------------------------------------------------------------------- requests

static void refuse_want(Guest *g, const char *by, const char *incarnation, const char *why)
{
    channel_send(g->channel, json_pack("{s:s, s:s, s:s?, s:s}", "what", "refused", "to", by,
                                       "incarnation", incarnation, "why", why));
}

static uint32_t containers_of(const Manager *m, const char *deployment)
{
    json_t *c;
    const char *incarnation;
    uint32_t count = 0;

    json_object_foreach(state_part(&m->state, "containers"), incarnation, c) count +=
        strcmp(state_text(c, "deployment"), deployment) == 0;
    return count;
}

// A container of this deployment is wanted by another one. NULL: it may be; else why not.
static const char *objection(const Manager *m, const char *by, const char *deployment,
                             const json_t *grant)
{
    static char text[128];
    const json_t *d = state_find(&m->state, "deployments", deployment);
    json_int_t most = json_integer_value(json_object_get(d, "most"));

    if (strcmp(state_text(d, "wants"), "stopped") == 0)
        return "the deployment is stopped";
    if (!grant || strcmp(state_text(grant, "to"), by) != 0)
        return "its address was not granted";
    if (most == 0 || containers_of(m, deployment) < most)
        return NULL;
    snprintf(text, sizeof text, "the deployment has %d containers, as many as it may", (int)most);
    return text;
}

static void take_want(Manager *m, Guest *g, const json_t *message)
{
    const char *by = state_text(message, "by"), *address = state_text(message, "address");
    const char *incarnation = state_text(message, "incarnation");
    const json_t *creator = state_find(&m->state, "containers", by);
    json_t *grant = state_find(&m->state, "grants", address);
    uint64_t number;

    if (!creator || !incarnation || !hex_number(incarnation, &number))
        return;  // the creator has ended meanwhile
    if (!state_find(&m->state, "containers", incarnation)) {
        const char *deployment = state_text(creator, "deployment");
        const char *why = objection(m, by, deployment, grant);
        if (why) {
            refuse_want(g, by, incarnation, why);
            return;
        }
        state_record(&m->state, json_pack("{s:s, s:s, s:s, s:O?, s:O?, s:O, s:s, s:O?}", "what",
                                          "place", "incarnation", incarnation, "deployment",
                                          deployment, "kind", json_object_get(message, "kind"),
                                          "restart", json_object_get(message, "restart"), "node",
                                          json_object_get(grant, "node"), "address", address,
                                          "creation", json_object_get(message, "creation")));
        manager_grant(m, incarnation, 0);
        manager_start(m, incarnation);
    }
    channel_send(g->channel, json_pack("{s:s, s:s, s:s}", "what", "placed", "to", by, "incarnation",
                                       incarnation));
    manager_grant(m, by, 0);
}

static void take_ask(Manager *m, Guest *g, const json_t *message)
{
    const char *by = state_text(message, "by"), *node;
    Buf address = {0};
    Err err = {0};

    const json_t *container = state_find(&m->state, "containers", by);
    if (container) {
        const char *deployment = state_text(container, "deployment");
        if (manager_choose(m, deployment, NULL, &node, &address, &err))
            manager_grant(m, by, 1);
        else
            refuse_want(g, by, NULL, err.text);
    }
    buf_drop(&address);
}

static void take_died(Manager *m, const json_t *message)
{
    const char *incarnation = state_text(message, "incarnation");
    const json_t *c = state_find(&m->state, "containers", incarnation);

    // Another one will take its place: "1" is none's number.
    if (c)
        manager_tell_dead(m, state_text(c, "deployment"), incarnation, "1");
}

static void take_probed(Manager *m, Guest *g, const json_t *message)
{
    json_t *all = json_object_get(message, "containers"), *one;
    const char *incarnation;

    g->probed = (uint64_t)json_integer_value(json_object_get(message, "number"));
    json_object_foreach(all, incarnation, one) if (state_find(&m->state, "containers", incarnation))
        json_object_set(m->figures, incarnation, one);
}

bool manager_hear_node(Manager *m, Guest *g, const json_t *message)
{
    const char *what = state_text(message, "what");

    if (!what)
        return false;
    if (strcmp(what, "ended") == 0 || strcmp(what, "again") == 0)
        take_news(m, g, message);
    else if (strcmp(what, "want") == 0)
        take_want(m, g, message);
    else if (strcmp(what, "ask") == 0)
        take_ask(m, g, message);
    else if (strcmp(what, "died") == 0)
        take_died(m, message);
    else if (strcmp(what, "probed") == 0)
        take_probed(m, g, message);
    else if (strcmp(what, "part") == 0)
        manager_pass_part(m, message);
    else if (strcmp(what, "renew") == 0)
        manager_renew_node(m, g, message);
    else
        return false;
    return true;
}
