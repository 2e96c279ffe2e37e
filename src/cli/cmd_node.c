// cli/cmd_node.c: plait node, the manager of the containers of a host.

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "cli/manage_options.h"
#include "manage/node.h"

enum { NODE_FOLDER = MANAGE_OWN, NODE_PROGRAMS, NODE_HOST, NODE_PORTS, NODE_LIFE };

static const Opt node_opts[] = {
    MANAGE_OPT_CLUSTER,
    {NODE_PROGRAMS, "programs", NULL, "DIR",
     "the executables that may be started here: what a\n"
     "deployment names by its SHA-256 is looked for there"},
    {NODE_HOST, "host", NULL, "ADDRESS",
     "where containers of this node take calls; default\n"
     "127.0.0.1"},
    {NODE_PORTS, "ports", NULL, "FIRST-LAST",
     "their ports, one for each container; default\n"
     "21000-21999"},
    {NODE_FOLDER, "folder", NULL, "DIR",
     "where state, logs and traces are; default\n"
     "plait-node-NAME"},
    MANAGE_OPT_TLS,
    {NODE_LIFE, "certificate-life", NULL, "SECONDS",
     "of the certificates that it makes for its containers,\n"
     "and renews when two thirds are over; default 86400"},
    MANAGE_OPT_LOG,
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Context {
    Front front;
    ManageOptions options;
    const char *programs, *host, *ports, *life;
    Err err;
} Context;

static void take_option(int id, void *context)
{
    Context *c = context;
    const char *value = c->front.opts.value;

    if (manage_take(&c->options, id, value))
        return;
    if (id == NODE_FOLDER)
        c->options.folder = value;
    else if (id == NODE_PROGRAMS)
        c->programs = value;
    else if (id == NODE_HOST)
        c->host = value;
    else if (id == NODE_LIFE)
        c->life = value;
    else
        c->ports = value;
}

static bool read_ports(const char *text, NodeSetup *setup, Err *err)
{
    char *end;
    long first = strtol(text, &end, 10);
    long last = *end == '-' ? strtol(end + 1, &end, 10) : 0;

    setup->first_port = (uint16_t)first;
    setup->last_port = (uint16_t)last;
    if (!*end && first > 0 && first <= last && last < 65536)
        return true;
    err_set(err, "--ports wants FIRST-LAST, such as 21000-21999, not %s", text);
    return false;
}

static bool read_life(const char *text, NodeSetup *setup, Err *err)
{
    const long most = 366L * CERTIFICATE_LIFE;
    char *end = NULL;

    setup->life = text ? strtol(text, &end, 10) : CERTIFICATE_LIFE;
    if ((!end || (!*end && end != text)) && setup->life >= 1 && setup->life <= most)
        return true;
    err_set(err, "--certificate-life wants seconds, from 1 to %ld, not %s", most, text);
    return false;
}

static bool check_host(const Context *c, const char *host, Err *err)
{
    struct in6_addr a;
    bool is_four = inet_pton(AF_INET, host, &a) == 1, is_six = inet_pton(AF_INET6, host, &a) == 1;
    bool is_loopback = strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0;

    if (!is_four && !is_six)
        err_set(err, "--host wants an address in numbers, such as 10.0.0.1, not %s", host);
    else if (!is_loopback && !c->options.authority)
        err_set(err,
                "%s is an address of a network: it needs TLS (--authority, --certificate, "
                "--key)",
                host);
    return !err->set;
}

static bool is_name(const char *name)
{
    return name[0] && strlen(name) <= 64 && name[0] != '.' && !strpbrk(name, "/ \t\n");
}

static int act(Context *c)
{
    const Front *f = &c->front;
    const char *name = f->path_count == 1 ? f->paths[0] : "";
    Buf folder = {0};
    NodeSetup setup = {.name = name, .host = c->host ? c->host : "127.0.0.1"};

    if (!is_name(name))
        err_set(&c->err, "say the name of this node; see plait node --help");
    else if (!c->programs)
        err_set(&c->err, "say with --programs in which folder the executables are");
    if (c->err.set || !manage_check(&c->options, &c->err) || !check_host(c, setup.host, &c->err) ||
        !read_ports(c->ports ? c->ports : "21000-21999", &setup, &c->err) ||
        !read_life(c->life, &setup, &c->err))
        return EXIT_ENVIRONMENT;
    buf_print(&folder, "plait-node-%s", name);
    setup.folder = c->options.folder ? c->options.folder : folder.text;
    setup.programs = c->programs;
    setup.manager = c->options.cluster;
    setup.authority = c->options.authority;
    setup.certificate = c->options.certificate;
    setup.key = c->options.key;
    setup.log = manage_log(&c->options, "plait node", f->quiet);
    int code = node_run(&setup);
    buf_drop(&folder);
    return code;
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Context c = {0};

    front_init(&c.front, self, argc, argv);
    if (front_options(&c.front, take_option, &c))
        c.front.exit_code = act(&c);
    if (c.err.set)
        fprintf(stderr, "plait node: %s\n", c.err.text);
    front_drop(&c.front);
    return c.front.exit_code;
}

const Command command_node = {
    .name = "node",
    .operands = "[OPTION...] NAME",
    .summary = "start and watch the containers of this host",
    .about = "The manager of a host. It calls the manager of the cluster (plait cluster\n"
             "run), starts the containers that are placed here, watches them, and starts\n"
             "them again as the deployment file says. It starts only executables of the\n"
             "folder --programs; which one is meant is said by its SHA-256.\n"
             "\n"
             "Containers do not end with it: after its end, even by kill -9, start it again\n"
             "with the same folder, and it adopts the processes that still run. Stop them\n"
             "with plait deploy stop.\n",
    .opts = node_opts,
    .examples = "  plait node --programs bin alpha     the manager of the cluster is on this host\n"
                "  plait node --cluster 10.0.0.1:4600 --host 10.0.0.2 --programs bin \\\n"
                "    --authority keys/authority.pem --certificate keys/beta.pem \\\n"
                "    --key keys/beta.key beta          on another one\n",
    .exit_codes = "  0  a signal has ended it; its containers go on\n"
                  "  3  wrong usage, a folder that cannot be used, or another cluster\n",
    .run = run,
};
