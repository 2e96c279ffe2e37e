// manage/node_state.c: what the manager of a node knows, in a file.

#include "manage/node_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

enum { FILE_LARGE = 1 << 20 };

// Of the system that runs now: after another start of it all processes are others.
static json_t *boot_id(void)
{
    char text[64] = "";
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");

    if (f && fgets(text, sizeof text, f))
        text[strcspn(text, "\n")] = '\0';
    if (f)
        fclose(f);
    return json_string(text);
}

static bool take_document(void *data, const char *text, size_t size, Err *err)
{
    Node *n = data;
    json_t *doc = json_loadb(text, size, 0, NULL);

    if (!json_is_object(doc)) {
        json_decref(doc);
        err_set(err, "%s holds no state of a node", n->journal.path);
        return false;
    }
    json_decref(n->doc);
    n->doc = doc;
    return true;
}

static void complete(json_t *doc)
{
    static const char *const lists[] = {"blocks", "news"};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!json_is_array(json_object_get(doc, lists[i])))
            json_object_set_new(doc, lists[i], json_array());
    if (!json_is_object(json_object_get(doc, "containers")))
        json_object_set_new(doc, "containers", json_object());
}

bool node_load(Node *n, Err *err)
{
    Buf path = {0};

    buf_print(&path, "%s/state", n->folder);
    bool is_read = journal_open(&n->journal, path.text, take_document, n, err);
    buf_drop(&path);
    if (!is_read)
        return false;
    n->doc = n->doc ? n->doc : json_object();
    complete(n->doc);
    json_t *boot = boot_id();
    if (!json_equal(boot, json_object_get(n->doc, "boot"))) {
        const char *key;
        json_t *entry;
        json_object_foreach(json_object_get(n->doc, "containers"), key, entry)
            json_object_del(entry, "pid");
    }
    json_object_set_new(n->doc, "boot", boot);
    return true;
}

void node_save(Node *n)
{
    Err err = {0};
    char *text = json_dumps(n->doc, JSON_COMPACT);
    size_t size = strlen(text);
    bool is_saved = n->journal.size > FILE_LARGE && n->journal.count > 1
                        ? journal_replace(&n->journal, text, size, &err)
                        : journal_add(&n->journal, text, size, &err);

    free(text);
    if (!is_saved)
        die("%s: %s", n->setup->log.who, err.text);
}

void node_report(Node *n, json_t *news)
{
    json_int_t number = json_integer_value(json_object_get(n->doc, "next-news")) + 1;

    json_object_set_new(n->doc, "next-news", json_integer(number));
    json_object_set_new(news, "number", json_integer(number));
    json_array_append_new(json_object_get(n->doc, "news"), news);
    node_save(n);
    if (n->is_welcome)
        node_send(n, json_incref(news));
}

void node_confirmed(Node *n, json_int_t number)
{
    json_t *news = json_object_get(n->doc, "news");

    for (size_t i = 0; i < json_array_size(news); i++)
        if (json_integer_value(json_object_get(json_array_get(news, i), "number")) == number) {
            json_array_remove(news, i);
            node_save(n);
            return;
        }
}

uint64_t node_take_block(Node *n)
{
    json_t *blocks = json_object_get(n->doc, "blocks"), *range = json_array_get(blocks, 0);
    json_int_t first = json_integer_value(json_array_get(range, 0));
    json_int_t count = json_integer_value(json_array_get(range, 1));

    if (!range || count < 1)
        return 0;
    if (count == 1) {
        json_array_remove(blocks, 0);
    } else {
        json_array_set_new(range, 0, json_integer(first + 1));
        json_array_set_new(range, 1, json_integer(count - 1));
    }
    return (uint64_t)first;  // the caller saves
}

uint64_t node_blocks_left(const Node *n)
{
    const json_t *blocks = json_object_get(n->doc, "blocks");
    uint64_t count = 0;

    for (size_t i = 0; i < json_array_size(blocks); i++)
        count += (uint64_t)json_integer_value(json_array_get(json_array_get(blocks, i), 1));
    return count;
}
