// start/container.c: this process is a container, as the manager of a node has started it.

#include "start/container.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/hex.h"
#include "base/memory.h"
#include "launch/launch.h"
#include "rt/program.h"
#include "start/plan.h"

typedef struct Reading {
    const json_t *root;
    Err *err;
    const char *who;
} Reading;

static const json_t *member(const Reading *r, const char *key, bool is_fine)
{
    if (!is_fine && !r->err->set)
        err_set(r->err, "%s is missing, or of the wrong type", key);
    return is_fine ? json_object_get(r->root, key) : NULL;
}

static const char *text_of(const Reading *r, const char *key)
{
    const json_t *value = json_object_get(r->root, key);
    return json_string_value(member(r, key, json_is_string(value)));
}

static const char *text_or_null(const Reading *r, const char *key)
{
    return json_is_null(json_object_get(r->root, key)) ? NULL : text_of(r, key);
}

static uint64_t hex_of(const Reading *r, const char *key)
{
    const char *text = text_of(r, key);
    uint64_t number = 0;

    if (text && !hex_number(text, &number))
        err_set(r->err, "%s is no hexadecimal number", key);
    return number;
}

static bool read_texts(const Reading *r, const char *key, const char ***texts, uint32_t *count)
{
    const json_t *list = json_object_get(r->root, key);

    member(r, key, json_is_array(list));
    *texts = memory_zeroed(json_array_size(list) + 1, sizeof **texts);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text)
            (*texts)[(*count)++] = text;
    }
    return !r->err->set;
}

static bool read_dead(const Reading *r, MemberSetup *setup)
{
    const char **texts;
    uint32_t count = 0;
    bool is_read = read_texts(r, "dead", &texts, &count);
    uint64_t *dead = memory_zeroed(count + 1, sizeof *dead);

    for (uint32_t i = 0; i < count; i++)
        setup->dead_count += hex_number(texts[i], &dead[setup->dead_count]);
    setup->dead = dead;
    free(texts);
    return is_read;
}

static bool read_creation(const Reading *r, const PProgram *p, MemberSetup *setup)
{
    const json_t *kind = json_object_get(r->root, "kind");
    const char *creation = text_or_null(r, "creation");

    setup->first_kind = P_NONE;
    if (!json_is_null(kind)) {
        json_int_t number = json_integer_value(kind);
        if (!json_is_integer(kind) || number < 0 || number >= (json_int_t)p->machine_count) {
            err_set(r->err, "kind is no machine of this program");
            return false;
        }
        setup->first_kind = (uint32_t)number;
    }
    if (creation) {
        setup->creation = hex_bytes(creation, &setup->creation_count);
        if (!setup->creation)
            err_set(r->err, "creation is not hexadecimal");
    }
    return !r->err->set;
}

static bool read_node(const Reading *r, MemberNode *node)
{
    const char *cluster = text_of(r, "cluster");
    uint32_t count = 0;
    uint8_t *id = cluster ? hex_bytes(cluster, &count) : NULL;
    const char **grants;

    if (!id || count != CLUSTER_ID)
        err_set(r->err, "cluster is no number of a cluster");
    else
        memcpy(node->cluster, id, CLUSTER_ID);
    free(id);
    node->path = text_of(r, "socket");
    node->address = text_of(r, "address");
    node->rule = plan_rule;
    node->restart_of = plan_restart;
    bool is_read = read_texts(r, "grants", &grants, &node->grant_count);
    node->grants = grants;
    return is_read;
}

static bool read_identity(const Reading *r, MemberSetup *setup)
{
    const json_t *tls = json_object_get(r->root, "tls");
    const Reading inner = {tls, r->err, r->who};

    if (json_is_null(tls))
        return true;
    const char *authority = text_of(&inner, "authority"), *pem = text_of(&inner, "pem");
    if (!r->err->set)
        setup->identity = tls_identity_from(authority, pem, r->err);
    return setup->identity;
}

static bool read_plan(const Reading *r, const char *path, Plan *plan)
{
    char *text = json_dumps(json_object_get(r->root, "deploy"), JSON_COMPACT | JSON_ENCODE_ANY);
    bool is_fine = text && deploy_take(&plan->deploy, path, text, r->err) &&
                   deploy_fits(&plan->deploy, plan->program, r->err);

    free(text);
    if (!is_fine && !r->err->set)
        err_set(r->err, "deploy is missing");
    return is_fine;
}

static bool read_program(const Reading *r, const PProgram *p, Plan *plan, MemberSetup *setup,
                         MemberNode *node)
{
    Launch launch = {.options.test = text_or_null(r, "test"), .has_seed = true};

    if (r->err->set || !launch_prepare(p, &launch, r->who)) {
        if (!r->err->set)
            err_set(r->err, "there is nothing to run");
        return false;
    }
    const PTest *test = program_test(p, launch.options.test);
    uint32_t kind = setup->first_kind == P_NONE ? test->bound[test->main] : setup->first_kind;
    setup->test = test->name;
    setup->kind = p->machines[kind].name;
    setup->quota = plan_quota(plan, kind);
    setup->suspicion = (uint64_t)plan->deploy.suspicion_ms * 1000;
    node->restart = plan_restart(plan, kind);
    return true;
}

static bool read_numbers(const Reading *r, MemberSetup *setup)
{
    const json_t *seed = json_object_get(r->root, "seed");

    member(r, "seed", json_is_integer(seed));
    setup->seed = (uint64_t)json_integer_value(seed);
    setup->incarnation = hex_of(r, "incarnation");
    setup->first_new = hex_of(r, "first-new");
    setup->replaces = hex_of(r, "replaces");
    setup->trace = text_or_null(r, "trace");
    return !r->err->set;
}

int container_start(const PProgram *p, const char *path, const char *who)
{
    Err err = {0};
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    Reading r = {root, &err, who};
    Plan plan = {.program = p};
    ClusterLog log = {.out = stderr, .who = who};
    MemberNode node = {0};
    MemberSetup setup = {.program = p,
                         .log = &log,
                         .node = &node,
                         .owner = &plan,
                         .control = -1,
                         .listener = -1,
                         .is_apart = plan_is_apart,
                         .problem = plan_problem};

    if (!root)
        err_set(&err, "%s:%d: %s", path, error.line, error.text);
    bool is_read = root && read_plan(&r, path, &plan) && read_creation(&r, p, &setup) &&
                   read_dead(&r, &setup) && read_node(&r, &node) && read_numbers(&r, &setup) &&
                   read_program(&r, p, &plan, &setup, &node) && read_identity(&r, &setup);
    const char *format = is_read ? text_of(&r, "log") : NULL;
    log.is_json = format && strcmp(format, "json") == 0;
    int code = EXIT_ENVIRONMENT;
    if (is_read)
        code = member_run(&setup);
    else
        fprintf(stderr, "%s: %s: %s\n", who, path, err.text);
    tls_identity_free(setup.identity);
    deploy_drop(&plan.deploy);
    free((void *)setup.creation);
    free((void *)setup.dead);
    free((void *)node.grants);
    json_decref(root);
    return code;
}
