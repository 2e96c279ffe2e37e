// manage/state.c: what the manager of the cluster knows.

#include "manage/state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/hex.h"
#include "net/frame.h"

enum { FILE_LARGE = 4 << 20, DEAD_MOST = 256 };

json_t *state_part(const State *s, const char *part)
{
    return json_object_get(s->doc, part);
}

json_t *state_find(const State *s, const char *part, const char *key)
{
    return key ? json_object_get(state_part(s, part), key) : NULL;
}

const char *state_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

// ------------------------------------------------------------------------------------ records

static void copy(json_t *to, const json_t *from, const char *key)
{
    json_t *value = json_object_get(from, key);
    if (value)
        json_object_set(to, key, value);
}

// All members of the record but "what" and "name".
static json_t *body_of(const json_t *record)
{
    json_t *body = json_copy((json_t *)record);

    json_object_del(body, "what");
    json_object_del(body, "name");
    return body;
}

static void use_blocks(json_t *doc, json_int_t first, json_int_t count)
{
    if (first + count > json_integer_value(json_object_get(doc, "next")))
        json_object_set_new(doc, "next", json_integer(first + count));
}

static void note_death(json_t *doc, const json_t *container, const char *incarnation)
{
    json_t *d =
        json_object_get(json_object_get(doc, "deployments"), state_text(container, "deployment"));
    json_t *dead = json_object_get(d, "dead");

    json_array_append_new(dead, json_string(incarnation));
    if (json_array_size(dead) > DEAD_MOST)
        json_array_remove(dead, 0);
}

static void drop_grants(json_t *doc, const char *incarnation)
{
    json_t *grants = json_object_get(doc, "grants"), *grant;
    const char *address;
    void *next;

    json_object_foreach_safe(grants, next, address,
                             grant) if (strcmp(state_text(grant, "to"), incarnation) == 0)
        json_object_del(grants, address);
}

static void apply_place(json_t *doc, const json_t *record)
{
    json_t *container = body_of(record), *block = json_object_get(record, "block");

    json_object_del(container, "incarnation");
    json_object_del(container, "block");
    json_object_set_new(container, "starts", json_integer(1));
    json_object_set(json_object_get(doc, "containers"), state_text(record, "incarnation"),
                    container);
    json_object_del(json_object_get(doc, "grants"), state_text(record, "address"));
    if (block)
        use_blocks(doc, json_integer_value(block), 1);
    if (json_is_null(json_object_get(record, "kind")))
        json_object_set_new(
            json_object_get(json_object_get(doc, "deployments"), state_text(record, "deployment")),
            "is-placed", json_true());
    json_decref(container);
}

static void apply_ended(json_t *doc, const json_t *record)
{
    const char *incarnation = state_text(record, "incarnation");
    json_t *containers = json_object_get(doc, "containers");
    json_t *container = json_object_get(containers, incarnation);
    json_t *d =
        json_object_get(json_object_get(doc, "deployments"), state_text(container, "deployment"));

    if (!container)
        return;
    if (json_integer_value(json_object_get(record, "code")) == EXIT_BUG)
        json_object_set_new(d, "bugs",
                            json_integer(json_integer_value(json_object_get(d, "bugs")) + 1));
    if (json_integer_value(json_object_get(record, "code")) != 0)
        copy(d, record, "how");
    note_death(doc, container, incarnation);
    drop_grants(doc, incarnation);
    json_object_del(containers, incarnation);
}

// The container is another one now, on this node or on another.
static void apply_again(json_t *doc, const json_t *record)
{
    const char *before = state_text(record, "incarnation"), *now = state_text(record, "next");
    json_t *containers = json_object_get(doc, "containers");
    json_t *container = json_object_get(containers, before);
    json_t *block = json_object_get(record, "block");

    if (!container)
        return;
    note_death(doc, container, before);
    drop_grants(doc, before);
    copy(container, record, "node");
    copy(container, record, "address");
    json_object_set_new(container, "again", json_true());
    json_object_set_new(container, "starts",
                        json_integer(json_integer_value(json_object_get(container, "starts")) + 1));
    json_object_set(containers, now, container);
    json_object_del(containers, before);
    if (block)
        use_blocks(doc, json_integer_value(block), 1);
}

static void apply_wants(json_t *doc, const json_t *record)
{
    json_t *d = json_object_get(json_object_get(doc, "deployments"), state_text(record, "name"));

    copy(d, record, "wants");
    copy(d, record, "note");
    copy(d, record, "seconds");
}

static void apply_named(json_t *doc, const char *part, const json_t *record)
{
    json_object_set_new(json_object_get(doc, part), state_text(record, "name"), body_of(record));
}

static void apply(json_t *doc, const json_t *record)
{
    const char *what = state_text(record, "what");

    if (strcmp(what, "cluster") == 0)
        copy(doc, record, "cluster");
    else if (strcmp(what, "node") == 0)
        apply_named(doc, "nodes", record);
    else if (strcmp(what, "submit") == 0)
        apply_named(doc, "deployments", record);
    else if (strcmp(what, "blocks") == 0)
        use_blocks(doc, json_integer_value(json_object_get(record, "first")),
                   json_integer_value(json_object_get(record, "count")));
    else if (strcmp(what, "grant") == 0)
        json_object_set_new(json_object_get(doc, "grants"), state_text(record, "address"),
                            json_pack("{s:O, s:O}", "to", json_object_get(record, "to"), "node",
                                      json_object_get(record, "node")));
    else if (strcmp(what, "place") == 0)
        apply_place(doc, record);
    else if (strcmp(what, "ended") == 0)
        apply_ended(doc, record);
    else if (strcmp(what, "again") == 0)
        apply_again(doc, record);
    else if (strcmp(what, "wants") == 0)
        apply_wants(doc, record);
    else
        bug("a record of the manager: %s", what);
}

// --------------------------------------------------------------------------------------- file

static void write_whole(State *s)
{
    Err err = {0};
    char *text = json_dumps(s->doc, JSON_COMPACT);

    if (!journal_replace(&s->journal, text, strlen(text), &err))
        die("plait cluster: %s", err.text);
    free(text);
}

void state_record(State *s, json_t *record)
{
    Err err = {0};
    char *text = json_dumps(record, JSON_COMPACT);

    assert(text);
    if (!journal_add(&s->journal, text, strlen(text), &err))
        die("plait cluster: %s", err.text);
    free(text);
    apply(s->doc, record);
    json_decref(record);
    if (s->journal.size > FILE_LARGE && s->journal.count > 1000)
        write_whole(s);
}

// A record, or the whole document, which has no "what".
static bool take(void *data, const char *text, size_t size, Err *err)
{
    State *s = data;
    json_t *record = json_loadb(text, size, 0, NULL);

    if (!json_is_object(record)) {
        err_set(err, "%s holds a record that is no JSON", s->journal.path);
        json_decref(record);
        return false;
    }
    if (json_object_get(record, "what")) {
        apply(s->doc, record);
        json_decref(record);
    } else {
        json_decref(s->doc);
        s->doc = record;
    }
    return true;
}

bool state_open(State *s, const char *path, Err *err)
{
    *s = (State){.journal.fd = -1};
    s->doc = json_pack("{s:i, s:{}, s:{}, s:{}, s:{}}", "next", 1, "nodes", "deployments",
                       "containers", "grants");
    if (!journal_open(&s->journal, path, take, s, err))
        return false;
    if (!json_object_get(s->doc, "cluster")) {
        uint8_t id[CLUSTER_ID];
        Buf text = {0};
        if (getrandom(id, sizeof id, 0) != sizeof id)
            die("plait cluster: the system has no random numbers");
        hex_add(&text, id, sizeof id);
        state_record(s, json_pack("{s:s, s:s}", "what", "cluster", "cluster", text.text));
        buf_drop(&text);
    }
    return true;
}

void state_close(State *s)
{
    journal_close(&s->journal);
    json_decref(s->doc);
    s->doc = NULL;
}
