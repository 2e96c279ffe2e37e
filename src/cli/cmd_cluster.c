// cli/cmd_cluster.c: plait cluster, the authority of a cluster, its certificates and signatures.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "cli/manage_options.h"
#include "trust/trust.h"

enum {
    CLUSTER_DAYS = MANAGE_OWN,
    CLUSTER_NAME,
    CLUSTER_ROLE,
    CLUSTER_OUT,
    CLUSTER_LISTEN,
    CLUSTER_LOST,
    CLUSTER_SIGNER,
    DAYS_DEFAULT = 365,
    DAYS_MOST = 36500,
    SECONDS_OF_A_DAY = 86400,
};

static const char authority_name[] = "authority";

static const Opt cluster_opts[] = {
    {CLUSTER_DAYS, "days", NULL, "N",
     "how long the certificates are valid, such as 90 or 0.5;\n"
     "default 365, of renew: as long as they were"},
    {CLUSTER_NAME, "name", NULL, "NAME", "init: the name of the cluster; default: a random one"},
    {CLUSTER_ROLE, "role", NULL, "ROLE", "add: node (the default), manager or operator"},
    {CLUSTER_OUT, "out", "o", "FILE", "sign: the signed list; default DEPLOYMENT.signed"},
    {CLUSTER_LISTEN, "listen", NULL, "ADDRESS",
     "run: where nodes and plait deploy call; default\n"
     "unix:FOLDER/socket"},
    {CLUSTER_LOST, "lost-after", NULL, "SECONDS",
     "run: a node that is silent or away for so long is\n"
     "lost: its containers move; default 30"},
    MANAGE_OPT_TLS,
    {CLUSTER_SIGNER, "authority-key", NULL, "FILE",
     "run: the key of the authority. With it the certificates\n"
     "of the nodes and the own one are renewed when two thirds\n"
     "of their time are over"},
    MANAGE_OPT_LOG,
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Maker {
    Front front;
    const char *days_text, *role_text, *cluster, *out;  // NULL: not given
    long seconds;                                       // how long certificates are valid
    const char *folder;
    Authority *authority;
    ClusterRun manager;
    Err err;
} Maker;

typedef struct Pair {
    Buf certificate, key;
    CertificateFiles files;
} Pair;

static void take_option(int id, void *context)
{
    Maker *m = context;
    const char *value = m->front.opts.value;

    if (manage_take(&m->manager.options, id, value))
        return;
    if (id == CLUSTER_DAYS)
        m->days_text = value;
    else if (id == CLUSTER_NAME)
        m->cluster = value;
    else if (id == CLUSTER_ROLE)
        m->role_text = value;
    else if (id == CLUSTER_OUT)
        m->out = value;
    else if (id == CLUSTER_LISTEN)
        m->manager.listen = value;
    else if (id == CLUSTER_SIGNER)
        m->manager.authority_key = value;
    else
        m->manager.lost_after = value;
}

static bool read_days(Maker *m)
{
    char *end = NULL;
    double days = m->days_text ? strtod(m->days_text, &end) : DAYS_DEFAULT;
    bool is_number =
        (!end || (*end == '\0' && end != m->days_text)) && days > 0 && days <= DAYS_MOST;

    m->seconds = is_number ? (long)(days * SECONDS_OF_A_DAY) : 0;
    if (m->seconds > 0)
        return true;
    err_set(&m->err, "--days wants a number of days, at most %d, not %s", DAYS_MOST, m->days_text);
    return false;
}

static bool read_role(Maker *m, Role *role)
{
    *role = ROLE_NODE;
    if (!m->role_text || (role_parse(m->role_text, role) && *role != ROLE_AUTHORITY &&
                          *role != ROLE_CONTAINER))
        return true;
    err_set(&m->err, "--role is node, manager or operator, not %s; a container gets a certificate "
                     "from the one who starts it", m->role_text);
    return false;
}

// The name of a file and of a certificate.
static bool is_name(const char *name)
{
    return speaker_is_name(name) && name[0] != '.' && name[0] != '-' &&
           strcmp(name, authority_name) != 0;
}

static void open_pair(Pair *p, const char *folder, const char *name)
{
    *p = (Pair){0};
    buf_print(&p->certificate, "%s/%s.pem", folder, name);
    buf_print(&p->key, "%s/%s.key", folder, name);
    p->files = (CertificateFiles){p->certificate.text, p->key.text};
}

static void drop_pair(Pair *p)
{
    buf_drop(&p->certificate);
    buf_drop(&p->key);
}

// ----------------------------------------------------------------------------- init and add

// False: the reason is in err.
static bool choose_cluster(Maker *m, char name[static SPEAKER_NAME + 1])
{
    uint64_t number;

    if (m->cluster && !speaker_is_name(m->cluster)) {
        err_set(&m->err, "%s is no name of a cluster", m->cluster);
        return false;
    }
    if (!m->cluster && getrandom(&number, sizeof number, 0) != sizeof number) {
        err_os(&m->err, "draw", "a random name");
        return false;
    }
    if (m->cluster)
        snprintf(name, SPEAKER_NAME + 1, "%s", m->cluster);
    else
        snprintf(name, SPEAKER_NAME + 1, "cluster-%016llx", (unsigned long long)number);
    return true;
}

static bool make_authority(Maker *m)
{
    char cluster[SPEAKER_NAME + 1];
    Pair authority;

    if (!choose_cluster(m, cluster))
        return false;
    if (mkdir(m->folder, 0700) != 0 && errno != EEXIST) {
        err_os(&m->err, "make the folder", m->folder);
        return false;
    }
    open_pair(&authority, m->folder, authority_name);
    bool is_made = authority_make(authority.files, cluster, m->seconds, &m->err);
    if (is_made && !m->front.quiet)
        printf("made %s, the authority of %s\n", authority.certificate.text, cluster);
    drop_pair(&authority);
    return is_made;
}

static bool open_authority(Maker *m)
{
    Pair authority;

    open_pair(&authority, m->folder, authority_name);
    m->authority = authority_open(authority.files, &m->err);
    drop_pair(&authority);
    return m->authority;
}

static bool make_one(Maker *m, Role role, const char *name)
{
    Pair one;
    Speaker who = {.role = role};

    snprintf(who.name, sizeof who.name, "%s", name);
    open_pair(&one, m->folder, name);
    bool is_made = authority_issue_files(m->authority, &who, m->seconds, one.files, &m->err);
    if (is_made && !m->front.quiet)
        printf("made %s, a certificate of the %s %s\n", one.certificate.text, role_name(role),
               name);
    drop_pair(&one);
    return is_made;
}

static bool are_names(Maker *m)
{
    for (size_t i = 2; i < m->front.path_count; i++)
        if (!is_name(m->front.paths[i])) {
            err_set(&m->err, "%s is no name of a certificate", m->front.paths[i]);
            return false;
        }
    return true;
}

static bool make_named(Maker *m, Role role)
{
    for (size_t i = 2; i < m->front.path_count; i++)
        if (!make_one(m, role, m->front.paths[i]))
            return false;
    return true;
}

static void init(Maker *m)
{
    if (m->role_text)
        err_set(&m->err, "init makes a manager, an operator and nodes: --role is for add");
    else if (read_days(m) && are_names(m) && make_authority(m) && open_authority(m) &&
             make_one(m, ROLE_MANAGER, role_name(ROLE_MANAGER)) &&
             make_one(m, ROLE_OPERATOR, role_name(ROLE_OPERATOR)))
        make_named(m, ROLE_NODE);
}

static void add(Maker *m)
{
    Role role;

    if (read_days(m) && read_role(m, &role) && are_names(m) && open_authority(m))
        make_named(m, role);
}

// The authority's own certificate, too: those that it has signed stay valid.
static bool renew_one(Maker *m, const char *name)
{
    Pair one;

    open_pair(&one, m->folder, name);
    bool is_made = authority_renew_file(m->authority, one.files.certificate, m->seconds, &m->err);
    if (is_made && !m->front.quiet)
        printf("renewed %s\n", one.certificate.text);
    drop_pair(&one);
    return is_made;
}

static void renew(Maker *m)
{
    if (m->role_text)
        err_set(&m->err, "renew keeps the role of a certificate: --role is for add");
    if (m->err.set || (m->days_text && !read_days(m)) || !open_authority(m))
        return;
    for (size_t i = 2; i < m->front.path_count; i++) {
        const char *name = m->front.paths[i];
        if (strcmp(name, authority_name) != 0 && !is_name(name))
            err_set(&m->err, "%s is no name of a certificate", name);
        if (m->err.set || !renew_one(m, name))
            return;
    }
}

// ------------------------------------------------------------------------------------- sign

static bool write_list(Maker *m, const Buf *list)
{
    const char *deployment = m->front.paths[2];
    Buf path = {0};
    WholeFile file;

    if (m->out)
        buf_str(&path, m->out);
    else
        buf_print(&path, "%s.signed", deployment);
    bool is_written = whole_file_open(&file, path.text, &m->err);
    if (is_written) {
        fwrite(list->text, 1, list->size, file.out);
        is_written = whole_file_close(&file, &m->err);
    }
    if (is_written && !m->front.quiet)
        printf("made %s\n", path.text);
    buf_drop(&path);
    return is_written;
}

static void sign(Maker *m)
{
    const Front *f = &m->front;
    Buf list = {0};

    if (open_authority(m) && manifest_make(m->authority, f->paths[2], f->paths + 3,
                                           (uint32_t)f->path_count - 3, &list, &m->err))
        write_list(m, &list);
    buf_drop(&list);
}

// ------------------------------------------------------------------------------------ command

typedef struct Action {
    const char *name;
    size_t paths_least;
    void (*act)(Maker *m);
} Action;

static const Action actions[] = {
    {"init", 2, init}, {"add", 3, add}, {"renew", 3, renew}, {"sign", 4, sign}};

static void act(Maker *m)
{
    const Front *f = &m->front;

    if (f->path_count >= 1 && f->path_count <= 2 && strcmp(f->paths[0], "run") == 0) {
        m->manager.options.folder = f->path_count == 2 ? f->paths[1] : "plait-cluster";
        m->front.exit_code = cluster_run(&m->manager, f->quiet);
        return;
    }
    for (size_t i = 0; f->path_count > 0 && i < sizeof actions / sizeof *actions; i++)
        if (strcmp(f->paths[0], actions[i].name) == 0 && f->path_count >= actions[i].paths_least) {
            m->folder = f->paths[1];
            actions[i].act(m);
            return;
        }
    err_set(&m->err,
            "say init FOLDER, add or renew FOLDER NAME, sign FOLDER DEPLOYMENT BINARY, or run; "
            "see plait cluster --help");
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Maker m = {0};

    front_init(&m.front, self, argc, argv);
    if (front_options(&m.front, take_option, &m))
        act(&m);
    if (m.err.set) {
        fprintf(stderr, "plait cluster: %s\n", m.err.text);
        m.front.exit_code = EXIT_ENVIRONMENT;
    }
    authority_free(m.authority);
    front_drop(&m.front);
    return m.front.exit_code;
}

const Command command_cluster = {
    .name = "cluster",
    .operands = "[OPTION...] init FOLDER [NODE...] | add FOLDER NAME... | renew FOLDER NAME... |\n"
                "                     sign FOLDER DEPLOYMENT BINARY... | run [FOLDER]",
    .summary = "make certificates and signed lists of programs for a cluster, and manage it",
    .about = "init makes the authority of a cluster in FOLDER (authority.pem and\n"
             "authority.key), and a certificate with its key for the manager of the cluster\n"
             "(manager.pem, manager.key), for an operator, and for each NODE. add makes\n"
             "more certificates of that authority. Each says who its owner is, and so what\n"
             "it may do. Containers have no certificate here: the one who starts a\n"
             "container makes one for this life of it alone.\n"
             "\n"
             "renew makes newer certificates with the same owners and keys, in the same\n"
             "files. Nodes and managers that run read them again; no connection ends.\n"
             "\n"
             "sign writes a list of a deployment file and of the executables that belong to\n"
             "it, with their SHA-256, signed by the authority: nodes run nothing else.\n"
             "\n"
             "But for renew and older lists, nothing that exists is overwritten. Who has\n"
             "authority.key can make certificates and lists: it need not be on any host, but\n"
             "with --authority-key the manager renews certificates by itself.\n"
             "\n"
             "run is the manager of the cluster: nodes (plait node) and plait deploy call\n"
             "it. What it knows is in FOLDER, default plait-cluster; after its end, even by\n"
             "kill -9, start it again with the same folder. While it is gone what runs goes\n"
             "on; only new containers wait.\n",
    .opts = cluster_opts,
    .examples = "  plait cluster init keys                  an authority, a manager, an operator\n"
                "  plait cluster init keys alpha beta       and for each of two hosts\n"
                "  plait cluster add --days 30 keys gamma   one more\n"
                "  plait cluster sign keys table.json table the list of what the cluster may run\n"
                "  plait cluster run                        the manager, for this host\n",
    .exit_codes = "  0  all was made; run: a signal has ended it\n"
                  "  3  wrong usage, or a file that cannot be made or is damaged\n",
    .run = run,
};
