// cli/cmd_deploy.c: plait deploy, programs on a cluster: submit, status, logs, trace, drain, stop.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hex.h"
#include "base/json.h"
#include "cli/deploy_table.h"
#include "cli/manage_options.h"
#include "deploy/deploy.h"
#include "launch/launch.h"
#include "manage/ask.h"
#include "manage/programs.h"
#include "net/loop.h"
#include "trust/manifest.h"

enum {
    DEPLOY_FILE = MANAGE_OWN,
    DEPLOY_TEST,
    DEPLOY_SEED,
    DEPLOY_TRACE,
    DEPLOY_MOST,
    DEPLOY_WITHIN,
    DEPLOY_LIST,
};

enum { ANSWER_WITHIN = 60, STOP_WITHIN = 60, LOOK_PAUSE = 50000, MOST_MAX = 1000000 };

static const Opt deploy_opts[] = {
    MANAGE_OPT_CLUSTER,
    {DEPLOY_FILE, "deploy", NULL, "FILE", "submit: the deployment file (docs/contract.md)"},
    {DEPLOY_TEST, "test", "t", "NAME", "submit: the test or implementation that runs"},
    {DEPLOY_SEED, "seed", NULL, "N", "submit: seed of the choices; default 1"},
    {DEPLOY_TRACE, "trace", NULL, NULL, "submit: each container writes a trace"},
    {DEPLOY_MOST, "containers", NULL, "N",
     "submit: at most so many at a time; one that creates\n"
     "more ends"},
    {DEPLOY_LIST, "list", NULL, "FILE",
     "submit: the signed list of plait cluster sign; with TLS\n"
     "nodes start nothing that is not in it. Default: the\n"
     "deployment file with .signed"},
    {DEPLOY_WITHIN, "within", NULL, "SECONDS",
     "drain: stop it after this time if something is left to\n"
     "do; default 10"},
    MANAGE_OPT_TLS,
    {OPT_JSON, "json", NULL, "FILE", "status: as JSON to FILE, - for standard output"},
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Context {
    Front front;
    ManageOptions options;
    const char *file, *test, *seed, *most, *within, *list;
    bool has_trace;
    TlsIdentity *identity;
    Channel *manager;
    Err err;
} Context;

static void take_option(int id, void *context)
{
    Context *c = context;
    const char *value = c->front.opts.value;

    if (manage_take(&c->options, id, value))
        return;
    switch (id) {
    case DEPLOY_FILE:
        c->file = value;
        break;
    case DEPLOY_TEST:
        c->test = value;
        break;
    case DEPLOY_SEED:
        c->seed = value;
        break;
    case DEPLOY_TRACE:
        c->has_trace = true;
        break;
    case DEPLOY_MOST:
        c->most = value;
        break;
    case DEPLOY_LIST:
        c->list = value;
        break;
    default:
        c->within = value;
        break;
    }
}

static bool call(Context *c)
{
    const ManageOptions *o = &c->options;

    if (o->authority) {
        c->identity = tls_identity_new(o->authority, o->certificate, o->key, &c->err);
        if (!c->identity)
            return false;
    }
    c->manager = channel_call(o->cluster, c->identity, &c->err);
    return c->manager;
}

static json_t *question(Context *c, json_t *text)
{
    return ask(c->manager, text, ANSWER_WITHIN, &c->err);
}

static const char *operand(const Context *c, size_t index)
{
    return index < c->front.path_count ? c->front.paths[index] : NULL;
}

static bool read_number(const char *text, const char *option, json_int_t least, json_int_t most,
                        json_int_t *number, Err *err)
{
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    if (!errno && end != text && !*end && *number >= least && *number <= most)
        return true;
    err_set(err, "--%s wants a number from %lld to %lld, not %s", option, (long long)least,
            (long long)most, text);
    return false;
}

// ------------------------------------------------------------------------------------- submit

static json_t *read_deploy(Context *c)
{
    Deploy d;
    json_error_t error;

    if (!c->file)
        err_set(&c->err, "say with --deploy which deployment file");
    if (c->err.set || !deploy_read(&d, c->file, &c->err))
        return NULL;
    bool has_tls = d.authority;
    deploy_drop(&d);
    if (has_tls) {
        err_set(&c->err, "%s: tls is for plait run --deploy; on a cluster each node has its own",
                c->file);
        return NULL;
    }
    return json_load_file(c->file, 0, &error);
}

// The text of a small file, to be freed. NULL: the reason is in err.
static char *read_text(const char *path, Err *err)
{
    FILE *f = fopen(path, "rbe");
    Buf text = {0};
    char block[4096];
    size_t count;

    if (!f) {
        err_os(err, "open", path);
        return NULL;
    }
    while ((count = fread(block, 1, sizeof block, f)) > 0 && text.size < MANIFEST_SIZE_MAX)
        buf_add(&text, block, count);
    fclose(f);
    buf_str(&text, "");
    return text.text ? text.text : strdup("");
}

// With TLS the list is needed. False: the reason is in err.
static bool read_list(Context *c, char **list)
{
    Buf usual = {0};

    *list = NULL;
    if (!c->list && !c->options.authority)
        return true;
    buf_print(&usual, "%s.signed", c->file);
    *list = read_text(c->list ? c->list : usual.text, &c->err);
    buf_drop(&usual);
    return *list;
}

static void submit(Context *c)
{
    const char *name = operand(c, 1), *program = operand(c, 2);
    char hash[2 * SHA256_SIZE + 1];
    json_int_t seed = 1, most = 0;

    if (!name || !program || operand(c, 3)) {
        err_set(&c->err, "say submit NAME EXECUTABLE; see plait deploy --help");
        return;
    }
    if ((c->seed && !read_number(c->seed, "seed", 0, INT64_MAX, &seed, &c->err)) ||
        (c->most && !read_number(c->most, "containers", 1, MOST_MAX, &most, &c->err)) ||
        !programs_hash(program, hash, &c->err))
        return;
    char *list = NULL, *text = NULL;
    json_t *deploy = read_deploy(c);
    if (!deploy || !read_list(c, &list) || !(text = read_text(c->file, &c->err)) || !call(c)) {
        json_decref(deploy);
        free(list);
        free(text);
        return;
    }
    json_t *answer = question(
        c, json_pack("{s:s, s:s, s:s, s:o, s:s?, s:I, s:b, s:I, s:s?, s:s}", "what", "submit",
                     "name", name, "sha256", hash, "deploy", deploy, "test", c->test, "seed", seed,
                     "trace", c->has_trace, "most", most, "list", list, "deploy-text", text));
    free(list);
    free(text);
    if (answer && !c->front.quiet)
        printf("submitted %s: SHA-256 %s\n", name, hash);
    json_decref(answer);
}

// ------------------------------------------------------------------------------------- status

// What the manager knows; NULL: the reason is in err.
static json_t *look(Context *c)
{
    return question(c, json_pack("{s:s}", "what", "status"));
}

static void show_live(Context *c, const char *name)
{
    json_t *status;

    while (!c->err.set && (status = look(c))) {
        fputs("\033[H\033[J", stdout);
        deploy_table(status, name, stdout, &c->err);
        fflush(stdout);
        json_decref(status);
        sleep(1);
    }
}

static void show_status(Context *c)
{
    const char *name = operand(c, 1);

    if (!call(c))
        return;
    if (!c->front.json && isatty(STDOUT_FILENO)) {
        show_live(c, name);
        return;
    }
    json_t *status = look(c);
    if (status && c->front.json) {
        json_object_del(status, "what");
        front_write_json(&c->front, json_incref(status));
    } else if (status) {
        deploy_table(status, name, stdout, &c->err);
    }
    json_decref(status);
}

// --------------------------------------------------------------------------------- drain, stop

static const json_t *deployment_of(const json_t *status, const char *name)
{
    const json_t *all = json_object_get(status, "deployments");

    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *d = json_array_get(all, i);
        if (strcmp(json_string_value(json_object_get(d, "deployment")), name) == 0)
            return d;
    }
    return NULL;
}

// Until nothing of it runs any more. Its note, to be freed; NULL: the reason is in err.
static char *wait_for_end(Context *c, const char *name, double seconds)
{
    uint64_t until = loop_now() + (uint64_t)(seconds * 1e6);
    char *note = NULL;

    while (!note && !c->err.set) {
        json_t *status = look(c);
        const json_t *d = deployment_of(status, name);
        const char *state = json_string_value(json_object_get(d, "state"));
        if (state && strcmp(state, "stopped") == 0)
            note = strdup(json_string_value(json_object_get(d, "note")));
        else if (loop_now() >= until)
            err_set(&c->err, "%s has not ended within %g seconds; see plait deploy status", name,
                    seconds);
        else
            usleep(LOOK_PAUSE);
        json_decref(status);
    }
    return note;
}

static void end_one(Context *c, const char *what)
{
    const char *name = operand(c, 1);
    double within = 10;

    if (!name || operand(c, 2)) {
        err_set(&c->err, "say %s NAME; see plait deploy --help", what);
        return;
    }
    if ((c->within && !launch_seconds(&within, "within", c->within, &c->err)) || !call(c))
        return;
    json_t *answer =
        question(c, json_pack("{s:s, s:s, s:f}", "what", what, "name", name, "seconds", within));
    char *note = answer ? wait_for_end(c, name, within + STOP_WITHIN) : NULL;
    if (note && strncmp(note, "not drained", 11) == 0)
        err_set(&c->err, "%s: %s", name, note);
    else if (note && !c->front.quiet)
        printf("%s: %s\n", name, note);
    free(note);
    json_decref(answer);
}

// -------------------------------------------------------------------------------------- files

// Copies a log or trace of the container from the node. False: it is not there.
static bool copy_file(Context *c, const char *node, const char *container, const char *file,
                      FILE *out)
{
    json_int_t offset = 0;

    for (;;) {
        json_t *answer =
            question(c, json_pack("{s:s, s:s, s:s, s:s, s:I}", "what", "read", "node", node,
                                  "incarnation", container, "file", file, "offset", offset));
        const char *bytes = json_string_value(json_object_get(answer, "bytes"));
        bool is_there = json_is_true(json_object_get(answer, "is-there"));
        uint32_t count = 0;
        uint8_t *part = bytes ? hex_bytes(bytes, &count) : NULL;
        bool is_written = part && fwrite(part, 1, count, out) == count;
        free(part);
        json_decref(answer);
        if (!is_there || c->err.set)
            return offset > 0;
        if (!is_written) {
            err_os(&c->err, "write", file);
            return false;
        }
        if (count == 0)
            return true;
        offset += count;
    }
}

static bool open_trace(Context *c, const char *folder, const char *container, FILE **out)
{
    Buf path = {0};

    buf_print(&path, "%s/%s.trace", folder, container);
    *out = fopen(path.text, "we");
    if (!*out)
        err_os(&c->err, "write", path.text);
    buf_drop(&path);
    return *out;
}

// The file of one container, from the node that has it.
static void fetch(Context *c, const json_t *nodes, const char *container, const char *folder)
{
    FILE *out = stdout;

    if (folder && !open_trace(c, folder, container, &out))
        return;
    for (size_t i = 0; i < json_array_size(nodes) && !c->err.set; i++) {
        const json_t *node = json_array_get(nodes, i);
        if (strcmp(json_string_value(json_object_get(node, "state")), "there") == 0 &&
            copy_file(c, json_string_value(json_object_get(node, "node")), container,
                      folder ? "trace" : "log", out))
            break;
    }
    if (folder && fclose(out) != 0 && !c->err.set)
        err_os(&c->err, "write", folder);
}

static void fetch_all(Context *c, const json_t *status, const char *name, const char *folder)
{
    const json_t *d = deployment_of(status, name), *nodes = json_object_get(status, "nodes");
    const json_t *ended = json_object_get(d, "ended"), *now = json_object_get(d, "containers");

    if (!d) {
        err_set(&c->err, "there is no deployment %s", name);
        return;
    }
    for (size_t i = 0; i < json_array_size(ended) && !c->err.set; i++)
        fetch(c, nodes, json_string_value(json_array_get(ended, i)), folder);
    for (size_t i = 0; i < json_array_size(now) && !c->err.set; i++)
        fetch(c, nodes, json_string_value(json_object_get(json_array_get(now, i), "container")),
              folder);
}

static bool is_container(const json_t *text, uint64_t container)
{
    uint64_t number;

    return json_is_string(text) && hex_number(json_string_value(text), &number) &&
           number == container;
}

// Whether it is or was one of the deployment. False: the reason is in err.
static bool has_container(Context *c, const json_t *status, const char *name, uint64_t container)
{
    const json_t *d = deployment_of(status, name);
    const json_t *ended = json_object_get(d, "ended"), *now = json_object_get(d, "containers");

    for (size_t i = 0; i < json_array_size(ended); i++)
        if (is_container(json_array_get(ended, i), container))
            return true;
    for (size_t i = 0; i < json_array_size(now); i++)
        if (is_container(json_object_get(json_array_get(now, i), "container"), container))
            return true;
    if (d)
        err_set(&c->err, "%s has no container %llx", name, (unsigned long long)container);
    else
        err_set(&c->err, "there is no deployment %s", name);
    return false;
}

static void show_logs(Context *c)
{
    const char *name = operand(c, 1), *container = operand(c, 2);
    uint64_t number = 0;

    if (!name || operand(c, 3))
        err_set(&c->err, "say logs NAME, or logs NAME CONTAINER; see plait deploy --help");
    else if (container && !hex_number(container, &number))
        err_set(&c->err, "%s is no number of a container; see plait deploy status", container);
    if (c->err.set || !call(c))
        return;
    json_t *status = look(c);
    if (status && container && has_container(c, status, name, number))
        fetch(c, json_object_get(status, "nodes"), container, NULL);
    else if (status && !container)
        fetch_all(c, status, name, NULL);
    json_decref(status);
}

static void fetch_traces(Context *c)
{
    const char *name = operand(c, 1), *folder = operand(c, 2);

    if (!name || !folder || operand(c, 3)) {
        err_set(&c->err, "say trace NAME FOLDER; see plait deploy --help");
        return;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        err_os(&c->err, "make the folder", folder);
    if (c->err.set || !call(c))
        return;
    json_t *status = look(c);
    if (status)
        fetch_all(c, status, name, folder);
    if (!c->err.set && !c->front.quiet)
        printf("%s: plait replay %s shows them as one story\n", folder, folder);
    json_decref(status);
}

// ------------------------------------------------------------------------------------ command

static void act(Context *c)
{
    const char *what = operand(c, 0);

    if (!manage_check(&c->options, &c->err))
        return;
    if (what && strcmp(what, "submit") == 0)
        submit(c);
    else if (what && strcmp(what, "status") == 0)
        show_status(c);
    else if (what && strcmp(what, "logs") == 0)
        show_logs(c);
    else if (what && strcmp(what, "trace") == 0)
        fetch_traces(c);
    else if (what && (strcmp(what, "drain") == 0 || strcmp(what, "stop") == 0))
        end_one(c, what);
    else
        err_set(&c->err, "say submit, status, logs, trace, drain or stop; see plait deploy --help");
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Context c = {0};

    front_init(&c.front, self, argc, argv);
    if (front_options(&c.front, take_option, &c))
        act(&c);
    if (c.err.set) {
        fprintf(stderr, "plait deploy: %s\n", c.err.text);
        c.front.exit_code = EXIT_ENVIRONMENT;
    }
    channel_free(c.manager);
    tls_identity_free(c.identity);
    front_drop(&c.front);
    return c.front.exit_code;
}

const Command command_deploy = {
    .name = "deploy",
    .operands = "[OPTION...] submit NAME EXECUTABLE | status [NAME] | logs NAME [CONTAINER]\n"
                "                    | trace NAME FOLDER | drain NAME | stop NAME",
    .summary = "run programs on a cluster, and look after them",
    .about = "Asks the manager of a cluster (plait cluster run).\n"
             "\n"
             "submit     runs an executable of plait build as the deployment NAME. Nodes\n"
             "           look for it in their folder --programs, by its SHA-256\n"
             "status     nodes, deployments and containers as a table; on a terminal again\n"
             "           each second, until it is interrupted\n"
             "logs       what its containers have printed\n"
             "trace      copies their traces to FOLDER, for plait replay FOLDER\n"
             "drain      takes nothing from outside any more, lets it finish what there is to\n"
             "           do, and ends it\n"
             "stop       ends it at once\n",
    .opts = deploy_opts,
    .examples = "  plait deploy submit --deploy deploy.json table bin/table\n"
                "  plait deploy status\n"
                "  plait deploy drain --within 30 table\n",
    .exit_codes = "  0  it was done\n"
                  "  3  wrong usage, no answer, or the manager refuses it; not drained in time\n",
    .run = run,
};
