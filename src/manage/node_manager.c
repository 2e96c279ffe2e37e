// manage/node_manager.c: what a node and the manager of the cluster say to each other.

#include "manage/node_impl.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hex.h"
#include "base/json.h"
#include "net/loop.h"

enum {
    CALL_FIRST = 50000,  // microseconds between two calls
    CALL_LAST = 1000000,
    SILENCE = 4000000,  // the manager asks more often: its host, or the network, is gone
    END_WITHIN = 4000000,  // a container that does not end then is killed
    PART = 256 << 10,      // of a file, in one message
};

static const char *text_of(const json_t *message, const char *key)
{
    return json_string_value(json_object_get(message, key));
}

void node_send(Node *n, json_t *message)
{
    if (n->manager)
        channel_send(n->manager, message);
    else
        json_decref(message);
}

// ------------------------------------------------------------------------------------ calling

static json_t *greeting(const Node *n)
{
    const NodeSetup *s = n->setup;
    json_t *containers = json_array();

    for (uint32_t i = 0; i < n->child_count; i++)
        json_array_append_new(containers, json_string(n->children[i]->incarnation));
    return json_pack("{s:s, s:s, s:s, s:[i,i], s:o?, s:o, s:I, s:O}", "what", "node", "name",
                     s->name, "host", s->host, "ports", s->first_port, s->last_port, "cluster",
                     json_deep_copy(json_object_get(n->doc, "cluster")), "containers", containers,
                     "blocks", (json_int_t)node_blocks_left(n), "news",
                     json_object_get(n->doc, "news"));
}

static void hang_up(Node *n, const char *why)
{
    if (n->is_welcome) {
        char text[640];
        snprintf(text, sizeof text, "the manager of the cluster is gone: %s", why);
        log_message(&n->setup->log, LOG_WARNS, "manager-gone", &(LogMember){"message", why, 0}, 1,
                    text);
    }
    channel_free(n->manager);
    n->manager = NULL;
    n->is_welcome = false;
    n->probe = 0;
    n->call_at = loop_now() + n->call_pause;
    n->call_pause = n->call_pause * 2 < CALL_LAST ? n->call_pause * 2 : CALL_LAST;
}

void node_call(Node *n)
{
    Err err = {0};

    if (n->manager || loop_now() < n->call_at)
        return;
    n->call_pause = n->call_pause ? n->call_pause : CALL_FIRST;
    n->manager = channel_call(n->setup->manager, n->credentials.identity, &err);
    if (n->manager)
        channel_send(n->manager, greeting(n));
    else
        hang_up(n, err.text);
}

// ------------------------------------------------------------------------------------- orders

// The manager knows this node. What it has not heard is repeated.
static void welcome(Node *n, const json_t *message)
{
    Err err = {0};

    if (!channel_may(n->manager, ACT_START_CONTAINER, NULL, &err)) {
        log_message(&n->setup->log, LOG_FAILS, "no-manager", &(LogMember){"message", err.text, 0},
                    1, err.text);
        n->is_over = true;
        n->code = EXIT_ENVIRONMENT;
        return;
    }
    json_t *cluster = json_object_get(message, "cluster"),
           *own = json_object_get(n->doc, "cluster");

    if (json_is_string(own) && !json_equal(own, cluster)) {
        log_message(&n->setup->log, LOG_FAILS, "another-cluster", NULL, 0,
                    "the manager is that of another cluster; this node has containers of its own");
        n->is_over = true;
        n->code = EXIT_ENVIRONMENT;
        return;
    }
    if (!json_is_string(own)) {
        json_object_set(n->doc, "cluster", cluster);
        node_save(n);
    }
    n->is_welcome = true;
    n->call_pause = CALL_FIRST;
    log_message(&n->setup->log, LOG_INFORMS, "manager", NULL, 0,
                "the manager of the cluster knows this node");
    for (uint32_t i = 0; i < n->child_count; i++) {
        Child *c = n->children[i];
        node_tell(c, &(ControlWord){.kind = CONTROL_REPEAT}, NULL);
        if (c->is_asking)
            node_send(n, json_pack("{s:s, s:s}", "what", "ask", "by", c->incarnation));
    }
}

static void take_blocks(Node *n, const json_t *message)
{
    json_array_append_new(
        json_object_get(n->doc, "blocks"),
        json_pack("[O,O]", json_object_get(message, "first"), json_object_get(message, "count")));
    node_save(n);
}

static void take_start(Node *n, json_t *message)
{
    const char *incarnation = text_of(message, "incarnation");
    json_t *containers = json_object_get(n->doc, "containers");

    if (!incarnation || !text_of(message, "deployment") || node_child(n, incarnation))
        return;
    json_t *entry = json_pack("{s:O}", "start", message);
    json_object_set_new(containers, incarnation, entry);
    node_save(n);
    node_add_child(n, incarnation, entry);
}

static void end_child(Child *c, ControlKind how)
{
    c->is_ending = true;
    c->kill_at = c->kill_at ? c->kill_at : loop_now() + END_WITHIN;
    node_tell(c, &(ControlWord){.kind = how}, NULL);
    if (c->control < 0 && c->process.pid)
        process_kill(&c->process, SIGKILL);
}

static void take_stop(Node *n, const json_t *message)
{
    const char *deployment = text_of(message, "deployment"), *how = text_of(message, "how");

    for (uint32_t i = 0; deployment && how && i < n->child_count; i++) {
        Child *c = n->children[i];
        if (strcmp(node_deployment(c), deployment) != 0)
            continue;
        if (strcmp(how, "drain") != 0) {
            end_child(c, strcmp(how, "rest") == 0 ? CONTROL_REST : CONTROL_STOP);
            continue;
        }
        c->is_ending = true;
        node_tell(c, &(ControlWord){.kind = CONTROL_DRAIN}, NULL);
    }
}

static void take_kill(Node *n, const json_t *message)
{
    Child *c = node_child(n, text_of(message, "incarnation"));

    if (!c)
        return;
    c->is_ending = true;
    process_kill(&c->process, SIGKILL);
}

static void take_dead(Node *n, const json_t *message)
{
    const char *deployment = text_of(message, "deployment");
    const char *dead = text_of(message, "incarnation"), *next = text_of(message, "next");
    ControlWord word = {.kind = CONTROL_DEAD};

    if (!deployment || !dead || !hex_number(dead, &word.incarnation))
        return;
    if (next && !hex_number(next, &word.number))
        return;
    node_tell_all(n, deployment, &word);
}

// A word for one container: about an address, or about a container that it wants.
static void take_word(Node *n, const json_t *message, ControlKind kind, const char *text)
{
    Child *c = node_child(n, text_of(message, "to"));
    const char *incarnation = text_of(message, "incarnation");
    ControlWord word = {.kind = kind};

    if (!c || (incarnation && !hex_number(incarnation, &word.incarnation)))
        return;
    if (kind != CONTROL_PLACED)
        c->is_asking = false;
    node_tell(c, &word, text ? text_of(message, text) : NULL);
}

// --------------------------------------------------------------------------------- questions

static void take_probe(Node *n, const json_t *message)
{
    n->probe = (uint64_t)json_integer_value(json_object_get(message, "number"));
    for (uint32_t i = 0; i < n->child_count; i++)
        node_tell(n->children[i], &(ControlWord){CONTROL_PROBE, .number = n->probe}, NULL);
}

static json_t *figures(const Child *c)
{
    const ControlWord *s = &c->state;

    return json_pack(
        "{s:I, s:I, s:b, s:b, s:I, s:I, s:I, s:I, s:O?, s:O?}", "pid", (json_int_t)c->process.pid,
        "probe", (json_int_t)s->number, "runs", c->control >= 0, "is-at-rest", (int)s->is_at_rest,
        "sent", (json_int_t)s->sent, "delivered", (json_int_t)s->delivered, "machines",
        (json_int_t)(s->machines - s->halted), "events", (json_int_t)s->events, "kind",
        json_object_get(c->entry, "kind"), "restart", json_object_get(c->entry, "restart"));
}

void node_answer_probe(Node *n)
{
    json_t *containers;

    if (!n->probe)
        return;
    for (uint32_t i = 0; i < n->child_count; i++)
        if (n->children[i]->control >= 0 && n->children[i]->state.number != n->probe)
            return;
    containers = json_object();
    for (uint32_t i = 0; i < n->child_count; i++)
        json_object_set_new(containers, n->children[i]->incarnation, figures(n->children[i]));
    node_send(n, json_pack("{s:s, s:I, s:o}", "what", "probed", "number", (json_int_t)n->probe,
                           "containers", containers));
    n->probe = 0;
}

// A part of a log or of a trace. `file` is one of two words, and an incarnation is a number: no
// path comes from the network.
static void take_read(Node *n, const json_t *message)
{
    const char *incarnation = text_of(message, "incarnation"), *file = text_of(message, "file");
    json_int_t offset = json_integer_value(json_object_get(message, "offset"));
    bool is_log = file && strcmp(file, "log") == 0;
    uint64_t number;
    Buf path = {0}, hex = {0};
    char *part = malloc(PART);

    if (!part)
        die_out_of_memory(PART);
    if (!incarnation || !hex_number(incarnation, &number))
        number = 0;
    buf_print(&path, is_log ? "%s/logs/%" PRIx64 ".log" : "%s/traces/%" PRIx64 ".trace", n->folder,
              number);
    int fd = open(path.text, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd >= 0 && offset >= 0 ? pread(fd, part, PART, (off_t)offset) : -1;
    if (count > 0)
        hex_add(&hex, part, (size_t)count);
    node_send(n, json_pack("{s:s, s:O?, s:b, s:s}", "what", "part", "id",
                           json_object_get(message, "id"), "is-there", count >= 0, "bytes",
                           buf_text(&hex)));
    if (fd >= 0)
        close(fd);
    free(part);
    buf_drop(&path);
    buf_drop(&hex);
}

// ------------------------------------------------------------------------------------ listening

static void refused(Node *n, const json_t *message)
{
    const char *why = text_of(message, "why");
    char text[512];

    snprintf(text, sizeof text, "the manager of the cluster refuses this node: %s",
             why ? why : "no reason");
    log_message(&n->setup->log, LOG_FAILS, "refused", &(LogMember){"message", text, 0}, 1, text);
    n->is_over = true;
    n->code = EXIT_ENVIRONMENT;
}

static void take(Node *n, json_t *message)
{
    const char *what = text_of(message, "what");

    if (!what)
        return;
    if (strcmp(what, "welcome") == 0)
        welcome(n, message);
    else if (strcmp(what, "error") == 0)
        refused(n, message);
    else if (!n->is_welcome)
        return;  // only one who may is listened to
    else if (strcmp(what, "blocks") == 0)
        take_blocks(n, message);
    else if (strcmp(what, "start") == 0)
        take_start(n, message);
    else if (strcmp(what, "stop") == 0)
        take_stop(n, message);
    else if (strcmp(what, "kill") == 0)
        take_kill(n, message);
    else if (strcmp(what, "dead") == 0)
        take_dead(n, message);
    else if (strcmp(what, "grant") == 0)
        take_word(n, message, CONTROL_GRANT, "address");
    else if (strcmp(what, "refused") == 0)
        take_word(n, message, CONTROL_REFUSED, "why");
    else if (strcmp(what, "placed") == 0)
        take_word(n, message, CONTROL_PLACED, NULL);
    else if (strcmp(what, "probe") == 0)
        take_probe(n, message);
    else if (strcmp(what, "read") == 0)
        take_read(n, message);
    else if (strcmp(what, "renewed") == 0)
        node_take_renewed(n, message);
    else if (strcmp(what, "ack") == 0)
        node_confirmed(n, json_integer_value(json_object_get(message, "number")));
}

void node_listen(Node *n)
{
    Err err = {0};
    json_t *message;

    if (!n->manager)
        return;
    bool is_alive = channel_turn(n->manager, &err);
    while ((message = channel_next(n->manager))) {
        take(n, message);
        json_decref(message);
    }
    if (!is_alive)
        hang_up(n, err.text);
    else if (loop_now() - channel_heard(n->manager) > SILENCE)
        hang_up(n, "it says nothing");
}
