// deploy/deploy.c: reads a deployment file, and says what is wrong with it.

#include "deploy/deploy.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/buf.h"
#include "base/memory.h"
#include "deploy/json_lines.h"

enum { VERSION = 1, DEPTH_MAX = 4, FILE_MAX = 1 << 20, HOST_MAX = 64, NUMBER_MAX_VALUE = 1 << 30 };

typedef struct Reader {
    Deploy *to;
    Buf text;
    const char *path[DEPTH_MAX];  // of keys, down to the value that is read
    size_t depth;
    Err *err;
} Reader;

// ----------------------------------------------------------------------------- complaints

// "file:3: machines.Server.per-host: ..."
static bool refuse(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(Reader *r, const char *format, ...)
{
    char text[200];
    Buf key = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (size_t i = 0; i < r->depth; i++)
        buf_print(&key, "%s%s", i ? "." : "", r->path[i]);
    err_set(r->err, "%s:%u: %s%s%s", r->to->path, json_line_of(r->text.text, r->path, r->depth),
            buf_text(&key), r->depth ? ": " : "", text);
    buf_drop(&key);
    return false;
}

static void enter(Reader *r, const char *key)
{
    assert(r->depth < DEPTH_MAX);
    r->path[r->depth++] = key;
}

static bool leave(Reader *r, bool is_fine)
{
    assert(r->depth > 0);
    if (is_fine)
        r->depth--;
    return is_fine;
}

// --------------------------------------------------------------------------------- values

// A reader of one value.
typedef bool (*TakeValue)(Reader *r, const json_t *value, void *to);

static bool take_text(Reader *r, const json_t *value, void *to)
{
    const char *text = json_string_value(value);
    if (!text || !*text)
        return refuse(r, "this must be a text that is not empty");
    *(char **)to = memory_copy_text(text);
    return true;
}

static bool take_number(Reader *r, const json_t *value, void *to)
{
    json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 1 || n > NUMBER_MAX_VALUE)
        return refuse(r, "this must be a number from 1 to %d", NUMBER_MAX_VALUE);
    *(uint32_t *)to = (uint32_t)n;
    return true;
}

static bool take_bool(Reader *r, const json_t *value, void *to)
{
    if (!json_is_boolean(value))
        return refuse(r, "this must be true or false");
    *(bool *)to = json_is_true(value);
    return true;
}

static bool take_container(Reader *r, const json_t *value, void *to)
{
    const char *text = json_string_value(value);
    bool is_own = text && strcmp(text, "own") == 0;
    if (!is_own && !(text && strcmp(text, "with-creator") == 0))
        return refuse(r, "this must be \"own\" or \"with-creator\"");
    *(bool *)to = is_own;
    return true;
}

static bool take_restart(Reader *r, const json_t *value, void *to)
{
    static const char *const words[] = {"never", "on-failure", "always"};
    const char *text = json_string_value(value);
    for (int i = 0; i < 3; i++)
        if (text && strcmp(text, words[i]) == 0) {
            *(DeployRestart *)to = (DeployRestart)i;
            return true;
        }
    return refuse(r, "this must be \"never\", \"on-failure\" or \"always\"");
}

static bool take_version(Reader *r, const json_t *value, void *to)
{
    (void)to;
    if (!json_is_integer(value) || json_integer_value(value) != VERSION)
        return refuse(r, "this plait reads version %d", VERSION);
    return true;
}

// -------------------------------------------------------------------------------- objects

typedef struct Member {
    const char *key;
    TakeValue take;
    void *to;
} Member;

static const Member *member_of(const Member *members, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(members[i].key, key) == 0)
            return &members[i];
    return NULL;
}

static bool take_object(Reader *r, const json_t *value, const Member *members, size_t count)
{
    const char *key;
    json_t *one;
    if (!json_is_object(value))
        return refuse(r, "this must be an object");
    json_object_foreach((json_t *)value, key, one) {
        const Member *m = member_of(members, count, key);
        enter(r, key);
        if (!leave(r, m ? m->take(r, one, m->to) : refuse(r, "there is no such key")))
            return false;
    }
    return true;
}

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static bool take_quota(Reader *r, const json_t *value, void *to)
{
    DeployKind *k = to;
    const Member members[] = {
        {"memory-mib", take_number, &k->memory_mib},
        {"machines", take_number, &k->machines},
        {"queue", take_number, &k->queue},
        {"cpu-percent", take_number, &k->cpu_percent},
    };
    return take_object(r, value, members, COUNT_OF(members));
}

static bool take_starts(Reader *r, const json_t *value, void *to)
{
    DeployStarts *s = to;
    const Member members[] = {
        {"most", take_number, &s->most},
        {"within-s", take_number, &s->within_s},
        {"first-ms", take_number, &s->first_ms},
        {"last-ms", take_number, &s->last_ms},
    };
    if (!take_object(r, value, members, COUNT_OF(members)))
        return false;
    return s->most <= DEPLOY_STARTS_MOST ||
           refuse(r, "most must be a number from 1 to %d", DEPLOY_STARTS_MOST);
}

// What belongs to containers is a mistake for a kind that has none.
static bool check_kind(Reader *r, const json_t *value, const DeployKind *k)
{
    static const char *const of_containers[] = {"per-host", "spread", "restart", "starts",
                                                "quota"};
    for (size_t i = 0; i < COUNT_OF(of_containers) && !k->is_own; i++)
        if (json_object_get(value, of_containers[i])) {
            enter(r, of_containers[i]);
            return refuse(r, "%s has no container of its own", k->name);
        }
    return true;
}

static bool take_kind(Reader *r, const json_t *value, DeployKind *k)
{
    const Member members[] = {
        {"container", take_container, &k->is_own}, {"per-host", take_number, &k->per_host},
        {"spread", take_bool, &k->spreads},        {"restart", take_restart, &k->restart},
        {"starts", take_starts, &k->starts},       {"quota", take_quota, k},
    };
    return take_object(r, value, members, COUNT_OF(members)) && check_kind(r, value, k);
}

static bool take_kinds(Reader *r, const json_t *value, void *to)
{
    Deploy *d = to;
    const char *key;
    json_t *one;
    if (!json_is_object(value))
        return refuse(r, "this must be an object");
    d->kinds = memory_zeroed(json_object_size(value) + 1, sizeof *d->kinds);
    json_object_foreach((json_t *)value, key, one) {
        DeployKind *k = &d->kinds[d->kind_count++];
        enter(r, key);
        k->name = memory_copy_text(key);
        k->is_own = d->is_own;
        k->line = json_line_of(r->text.text, r->path, r->depth);
        if (!leave(r, take_kind(r, one, k)))
            return false;
    }
    return true;
}

static bool take_names(Reader *r, const json_t *value, DeployName **names, uint32_t *count)
{
    if (!json_is_array(value))
        return refuse(r, "this must be a list");
    *names = memory_zeroed(json_array_size(value) + 1, sizeof **names);
    for (size_t i = 0; i < json_array_size(value); i++) {
        DeployName *name = &(*names)[(*count)++];
        name->line = json_line_of(r->text.text, r->path, r->depth);
        if (!take_text(r, json_array_get(value, i), &name->text))
            return false;
    }
    return true;
}

static bool take_outside(Reader *r, const json_t *value, void *to)
{
    Deploy *d = to;
    return take_names(r, value, &d->outside, &d->outside_count);
}

// A name, or an address in numbers: 10.0.0.1, fd00::1.
static bool is_host(const char *text)
{
    const char *colon = strchr(text, ':');
    bool has_port = colon && colon == strrchr(text, ':');

    return !has_port && !strpbrk(text, "/[] \t\n") && strlen(text) <= HOST_MAX;
}

static bool take_hosts(Reader *r, const json_t *value, void *to)
{
    Deploy *d = to;
    if (!take_names(r, value, &d->hosts, &d->host_count))
        return false;
    for (uint32_t i = 0; i < d->host_count; i++)
        if (!is_host(d->hosts[i].text))
            return refuse(r, "%s is not the name or the address of a node, without a port",
                          d->hosts[i].text);
    return true;
}

// The name of a file is relative to the folder of the deployment file.
static void set_beside(const Deploy *d, char **name)
{
    const char *slash = strrchr(d->path, '/');
    Buf path = {0};

    if (!*name || **name == '/' || !slash)
        return;
    buf_add(&path, d->path, (size_t)(slash + 1 - d->path));
    buf_str(&path, *name);
    free(*name);
    *name = path.text;
}

static bool take_tls(Reader *r, const json_t *value, void *to)
{
    Deploy *d = to;
    const Member members[] = {
        {"certificate", take_text, &d->certificate},
        {"key", take_text, &d->key},
        {"authority", take_text, &d->authority},
        {"life-s", take_number, &d->life_s},
    };
    if (!take_object(r, value, members, COUNT_OF(members)))
        return false;
    set_beside(d, &d->certificate);
    set_beside(d, &d->key);
    set_beside(d, &d->authority);
    return (d->certificate && d->key && d->authority) ||
           refuse(r, "certificate, key and authority are all needed");
}

// --------------------------------------------------------------------------------- the file

// `default` is read first: it is what entries begin with.
static bool take_all(Reader *r, const json_t *root)
{
    Deploy *d = r->to;
    const json_t *usual = json_is_object(root) ? json_object_get(root, "default") : NULL;
    const Member members[] = {
        {"plait-deploy", take_version, NULL}, {"default", take_container, &d->is_own},
        {"machines", take_kinds, d},          {"outside", take_outside, d},
        {"hosts", take_hosts, d},             {"tls", take_tls, d},
        {"suspicion-ms", take_number, &d->suspicion_ms},
    };
    if (!json_is_object(root))
        return refuse(r, "the file must be an object");
    if (!json_object_get(root, "plait-deploy"))
        return refuse(r, "the key plait-deploy is missing");
    if (usual) {
        enter(r, "default");
        if (!leave(r, take_container(r, usual, &d->is_own)))
            return false;
    }
    return take_object(r, root, members, COUNT_OF(members));
}

static bool read_text(Reader *r)
{
    FILE *in = fopen(r->to->path, "rb");
    char block[4096];
    size_t size;
    if (!in) {
        err_os(r->err, "open", r->to->path);
        return false;
    }
    while ((size = fread(block, 1, sizeof block, in)) > 0 && r->text.size <= FILE_MAX)
        buf_add(&r->text, block, size);
    bool is_read = !ferror(in);
    if (!is_read)
        err_os(r->err, "read", r->to->path);
    else if (r->text.size > FILE_MAX)
        err_set(r->err, "%s is longer than %d bytes", r->to->path, FILE_MAX);
    fclose(in);
    return !r->err->set;
}

// Reads what is in the reader's text.
static bool take_text_of_file(Reader *r)
{
    json_error_t error;
    json_t *root = json_loadb(buf_text(&r->text), r->text.size, JSON_REJECT_DUPLICATES, &error);

    if (!root)
        err_set(r->err, "%s:%d: %s", r->to->path, error.line, error.text);
    bool is_fine = root && take_all(r, root);
    json_decref(root);
    return is_fine;
}

static bool finish(Reader *r, bool is_fine)
{
    buf_drop(&r->text);
    if (!is_fine)
        deploy_drop(r->to);
    return is_fine;
}

bool deploy_read(Deploy *d, const char *path, Err *err)
{
    Reader r = {.to = d, .err = err};

    *d = (Deploy){.path = memory_copy_text(path), .is_own = true};
    return finish(&r, read_text(&r) && take_text_of_file(&r));
}

bool deploy_take(Deploy *d, const char *path, const char *text, Err *err)
{
    Reader r = {.to = d, .err = err};

    *d = (Deploy){.path = memory_copy_text(path), .is_own = true};
    buf_str(&r.text, text);
    return finish(&r, take_text_of_file(&r));
}

static void names_drop(DeployName *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(names[i].text);
    free(names);
}

void deploy_drop(Deploy *d)
{
    for (uint32_t i = 0; i < d->kind_count; i++)
        free(d->kinds[i].name);
    free(d->kinds);
    names_drop(d->outside, d->outside_count);
    names_drop(d->hosts, d->host_count);
    free(d->path);
    free(d->certificate);
    free(d->key);
    free(d->authority);
    *d = (Deploy){0};
}

// ------------------------------------------------------------------------------ the program

static bool has_machine(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].kind <= P_MACHINE_MODEL && strcmp(p->machines[i].name, name) == 0)
            return true;
    return false;
}

static bool has_event(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (strcmp(p->events[i].name, name) == 0)
            return true;
    return false;
}

bool deploy_fits(const Deploy *d, const PProgram *p, Err *err)
{
    for (uint32_t i = 0; i < d->kind_count; i++)
        if (!has_machine(p, d->kinds[i].name)) {
            err_set(err, "%s:%u: machines.%s: the program has no such machine", d->path,
                    d->kinds[i].line, d->kinds[i].name);
            return false;
        }
    for (uint32_t i = 0; i < d->outside_count; i++)
        if (!has_event(p, d->outside[i].text)) {
            err_set(err, "%s:%u: outside: the program has no event %s", d->path,
                    d->outside[i].line, d->outside[i].text);
            return false;
        }
    return true;
}

const DeployKind *deploy_kind(const Deploy *d, const char *kind)
{
    for (uint32_t i = 0; i < d->kind_count; i++)
        if (strcmp(d->kinds[i].name, kind) == 0)
            return &d->kinds[i];
    return NULL;
}

bool deploy_is_with_creator(const Deploy *d, const char *kind)
{
    const DeployKind *k = deploy_kind(d, kind);

    return k ? !k->is_own : !d->is_own;
}
