// manage/manager_ask.c: what others ask the manager of the cluster.

#include "manage/manager_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "base/json.h"
#include "base/sha256.h"
#include "deploy/deploy.h"

static void answer_error(Guest *g, const char *why)
{
    channel_send(g->channel, json_pack("{s:s, s:s}", "what", "error", "why", why));
}

static void answer_done(Guest *g)
{
    channel_send(g->channel, json_pack("{s:s}", "what", "done"));
}

// ------------------------------------------------------------------------------------ submit

static bool is_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_.";

    return name && name[0] && name[0] != '-' && strlen(name) <= NAME_MOST &&
           strspn(name, allowed) == strlen(name);
}

static bool is_hash(const char *text)
{
    uint32_t count = 0;
    uint8_t *bytes = text ? hex_bytes(text, &count) : NULL;

    free(bytes);
    return bytes && count == SHA256_SIZE;
}

static bool has_containers(const Manager *m, const char *deployment)
{
    json_t *c;
    const char *incarnation;

    json_object_foreach(state_part(&m->state, "containers"), incarnation,
                        c) if (strcmp(state_text(c, "deployment"), deployment) == 0) return true;
    return false;
}

static bool is_deploy(const json_t *deploy, Err *err)
{
    Deploy d;
    char *text = json_dumps(deploy, JSON_COMPACT);
    bool is_fine = text && deploy_take(&d, "the deployment file", text, err);

    free(text);
    if (is_fine)
        deploy_drop(&d);
    return is_fine;
}

static void submit(Manager *m, Guest *g, const json_t *message)
{
    const char *name = state_text(message, "name"), *hash = state_text(message, "sha256");
    json_t *deploy = json_object_get(message, "deploy");
    const json_t *before = state_find(&m->state, "deployments", name);
    Err err = {0};

    if (!is_name(name))
        err_set(&err, "%.70s is no name of a deployment", name ? name : "nothing");
    else if (!is_hash(hash))
        err_set(&err, "the SHA-256 of the program is missing");
    else if (before &&
             (strcmp(state_text(before, "wants"), "stopped") != 0 || has_containers(m, name)))
        err_set(&err, "there is a deployment %s; stop it first", name);
    else if (!json_is_object(deploy))
        err_set(&err, "the deployment file is missing");
    if (err.set || !is_deploy(deploy, &err)) {
        answer_error(g, err.text);
        return;
    }
    state_record(&m->state,
                 json_pack("{s:s, s:s, s:s, s:O, s:O*, s:I, s:b, s:I, s:s, s:s, s:[], s:i, "
                           "s:O?, s:O?}",
                           "what", "submit", "name", name, "sha256", hash, "deploy", deploy, "test",
                           json_object_get(message, "test"), "seed",
                           json_integer_value(json_object_get(message, "seed")), "trace",
                           json_is_true(json_object_get(message, "trace")), "most",
                           json_integer_value(json_object_get(message, "most")), "wants", "running",
                           "note", "", "dead", "bugs", 0, "list", json_object_get(message, "list"),
                           "deploy-text", json_object_get(message, "deploy-text")));
    manager_say(m, LOG_INFORMS, "submitted", name, "deployment %s is submitted");
    manager_place_main(m);
    answer_done(g);
}

// ------------------------------------------------------------------------------------ status

static json_t *containers_json(const Manager *m, const char *deployment)
{
    json_t *list = json_array(), *c;
    const char *incarnation;

    json_object_foreach(state_part(&m->state, "containers"), incarnation, c)
    {
        const json_t *f = json_object_get(m->figures, incarnation);
        if (strcmp(state_text(c, "deployment"), deployment) != 0)
            continue;
        bool is_away = !manager_node(m, state_text(c, "node"));
        bool runs = json_is_true(json_object_get(f, "runs"));
        json_t *one =
            json_pack("{s:s, s:O, s:O, s:O, s:s}", "container", incarnation, "node",
                      json_object_get(c, "node"), "address", json_object_get(c, "address"),
                      "starts", json_object_get(c, "starts"), "state",
                      is_away ? "node away"
                      : runs  ? "running"
                              : "starting");
        static const char *const figures[] = {"kind",   "pid",  "machines",
                                              "events", "sent", "delivered"};
        for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
            json_t *value = json_object_get(f, figures[i]);
            json_object_set_new(one, figures[i], value ? json_deep_copy(value) : json_null());
        }
        json_array_append_new(list, one);
    }
    return list;
}

// Why it waits, or what was written down.
static json_t *note_of(const Manager *m, const char *name, const json_t *deployment,
                       const char *state)
{
    const char *node;
    Buf address = {0};
    Err err = {0};

    if (strcmp(state, "waiting") == 0)
        manager_choose(m, name, NULL, &node, &address, &err);
    buf_drop(&address);
    return err.set ? json_string(err.text) : json_incref(json_object_get(deployment, "note"));
}

static void status(const Manager *m, Guest *g)
{
    json_t *nodes = json_array(), *deployments = json_array(), *one;
    const char *name;

    json_object_foreach(state_part(&m->state, "nodes"), name, one) json_array_append_new(
        nodes,
        json_pack("{s:s, s:O, s:O, s:s, s:i}", "node", name, "host", json_object_get(one, "host"),
                  "ports", json_object_get(one, "ports"), "state",
                  manager_node(m, name) ? "there" : "away", "load", (int)manager_load(m, name)));
    json_object_foreach(state_part(&m->state, "deployments"), name, one)
    {
        const char *wants = state_text(one, "wants");
        bool is_left = has_containers(m, name);
        const char *state = strcmp(wants, "stopped") == 0 && is_left    ? "stopping"
                            : strcmp(wants, "running") == 0 && !is_left ? "waiting"
                                                                        : wants;
        json_array_append_new(
            deployments,
            json_pack("{s:s, s:s, s:O, s:o, s:O, s:O?, s:O, s:o}", "deployment", name, "state",
                      state, "sha256", json_object_get(one, "sha256"), "note",
                      note_of(m, name, one, state), "bugs", json_object_get(one, "bugs"),
                      "last-failure", json_object_get(one, "how"), "ended",
                      json_object_get(one, "dead"), "containers", containers_json(m, name)));
    }
    channel_send(g->channel, json_pack("{s:s, s:O, s:o, s:o}", "what", "status", "cluster",
                                       state_part(&m->state, "cluster"), "nodes", nodes,
                                       "deployments", deployments));
}

// ------------------------------------------------------------------------------ drain, stop

static bool known(const Manager *m, Guest *g, const char *name)
{
    char text[128];

    if (state_find(&m->state, "deployments", name))
        return true;
    snprintf(text, sizeof text, "there is no deployment %.70s", name ? name : "");
    answer_error(g, text);
    return false;
}

static void change(Manager *m, Guest *g, const json_t *message, const char *wants, const char *how)
{
    const char *name = state_text(message, "name");
    double seconds = json_number_value(json_object_get(message, "seconds"));

    if (!known(m, g, name))
        return;
    const char *now = state_text(state_find(&m->state, "deployments", name), "wants");
    if (strcmp(now, "stopped") != 0) {
        state_record(&m->state,
                     json_pack("{s:s, s:s, s:s, s:s, s:f}", "what", "wants", "name", name, "wants",
                               wants, "note", strcmp(how, "stop") == 0 ? "stopped" : "draining",
                               "seconds", seconds));
        json_object_del(m->rests, name);
        m->probe_at = 0;
    }
    manager_stop(m, name, how);
    answer_done(g);
}

// -------------------------------------------------------------------------------------- files

// The question goes to the node; the answer comes back by the number of the guest.
static void ask_file(Manager *m, Guest *g, const json_t *message)
{
    Guest *node = manager_node(m, state_text(message, "node"));
    uint64_t id = g->id;

    if (!node) {
        answer_error(g, "that node is away");
        return;
    }
    channel_send(node->channel,
                 json_pack("{s:s, s:I, s:O?, s:O?, s:O?}", "what", "read", "id", (json_int_t)id,
                           "incarnation", json_object_get(message, "incarnation"), "file",
                           json_object_get(message, "file"), "offset",
                           json_object_get(message, "offset")));
}

void manager_pass_part(Manager *m, const json_t *message)
{
    uint64_t id = (uint64_t)json_integer_value(json_object_get(message, "id"));

    for (uint32_t i = 0; i < m->guest_count; i++)
        if (m->guests[i]->id == id && !m->guests[i]->node[0])
            channel_send(m->guests[i]->channel, json_deep_copy(message));
}

void manager_answer(Manager *m, Guest *g, const json_t *message)
{
    const char *what = state_text(message, "what");
    bool looks = what && (strcmp(what, "status") == 0 || strcmp(what, "read") == 0);
    Err err = {0};

    if (!what)
        answer_error(g, "this is no question");
    else if (!channel_may(g->channel, looks ? ACT_LOOK : ACT_DEPLOY, NULL, &err))
        answer_error(g, err.text);
    else if (strcmp(what, "submit") == 0)
        submit(m, g, message);
    else if (strcmp(what, "status") == 0)
        status(m, g);
    else if (strcmp(what, "stop") == 0)
        change(m, g, message, "stopped", "stop");
    else if (strcmp(what, "drain") == 0)
        change(m, g, message, "draining", "drain");
    else if (strcmp(what, "read") == 0)
        ask_file(m, g, message);
    else
        answer_error(g, "this manager does not know that question");
}
