// cli/cmd_cluster.c: plait cluster, the authority of a cluster and its certificates.

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/front.h"
#include "net/tls_make.h"

enum { CLUSTER_DAYS = OPT_OWN, DAYS_DEFAULT = 365, DAYS_MOST = 36500, NAME_MOST = 64 };

static const char authority_name[] = "authority";
static const char default_name[] = "containers";

static const Opt cluster_opts[] = {
    {CLUSTER_DAYS, "days", NULL, "N", "how long the certificates are valid; default 365"},
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Maker {
    Front front;
    const char *days_text;  // NULL: not given
    int days;
    const char *folder;
    Err err;
} Maker;

typedef struct Pair {
    Buf certificate, key;
    TlsFiles files;
} Pair;

static void take_option(int id, void *context)
{
    Maker *m = context;
    if (id == CLUSTER_DAYS)
        m->days_text = m->front.opts.value;
}

static bool read_days(Maker *m)
{
    char *end = NULL;
    long days = m->days_text ? strtol(m->days_text, &end, 10) : DAYS_DEFAULT;

    m->days = (int)days;
    if ((!end || (*end == '\0' && end != m->days_text)) && days >= 1 && days <= DAYS_MOST)
        return true;
    err_set(&m->err, "--days wants a number from 1 to %d, not %s", DAYS_MOST, m->days_text);
    return false;
}

// The name of a file and of a certificate.
static bool is_name(const char *name)
{
    size_t size = strlen(name);

    for (size_t i = 0; i < size; i++)
        if (!isalnum((unsigned char)name[i]) && !strchr("-_.", name[i]))
            return false;
    return size > 0 && size <= NAME_MOST && name[0] != '.' && name[0] != '-' &&
           strcmp(name, authority_name) != 0;
}

static void open_pair(Pair *p, const char *folder, const char *name)
{
    *p = (Pair){0};
    buf_print(&p->certificate, "%s/%s.pem", folder, name);
    buf_print(&p->key, "%s/%s.key", folder, name);
    p->files = (TlsFiles){p->certificate.text, p->key.text};
}

static void drop_pair(Pair *p)
{
    buf_drop(&p->certificate);
    buf_drop(&p->key);
}

static bool make_authority(Maker *m)
{
    Pair authority;

    if (mkdir(m->folder, 0700) != 0 && errno != EEXIST) {
        err_os(&m->err, "make the folder", m->folder);
        return false;
    }
    open_pair(&authority, m->folder, authority_name);
    bool is_made = tls_make_authority(authority.files, "plait cluster", m->days, &m->err);
    if (is_made && !m->front.quiet)
        printf("made %s\n", authority.certificate.text);
    drop_pair(&authority);
    return is_made;
}

static bool make_one(Maker *m, const char *name)
{
    Pair authority, one;

    open_pair(&authority, m->folder, authority_name);
    open_pair(&one, m->folder, name);
    bool is_made = tls_make_certificate(authority.files, one.files, name, m->days, &m->err);
    if (is_made && !m->front.quiet)
        printf("made %s; in a deployment file:\n  \"tls\": {\"certificate\": \"%s\", \"key\": "
               "\"%s\", \"authority\": \"%s\"}\n",
               one.certificate.text, one.certificate.text, one.key.text,
               authority.certificate.text);
    drop_pair(&authority);
    drop_pair(&one);
    return is_made;
}

static bool make_all(Maker *m, bool is_new)
{
    const Front *f = &m->front;

    for (size_t i = 2; i < f->path_count; i++)
        if (!is_name(f->paths[i])) {
            err_set(&m->err, "%s is no name of a certificate", f->paths[i]);
            return false;
        }
    if (is_new && !make_authority(m))
        return false;
    if (is_new && f->path_count == 2)
        return make_one(m, default_name);
    for (size_t i = 2; i < f->path_count; i++)
        if (!make_one(m, f->paths[i]))
            return false;
    return true;
}

static void act(Maker *m)
{
    const Front *f = &m->front;
    bool is_new = f->path_count >= 2 && strcmp(f->paths[0], "init") == 0;
    bool adds = f->path_count >= 3 && strcmp(f->paths[0], "add") == 0;

    if (!is_new && !adds) {
        err_set(&m->err, "say init FOLDER, or add FOLDER NAME; see plait cluster --help");
        return;
    }
    m->folder = f->paths[1];
    if (read_days(m))
        make_all(m, is_new);
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
    front_drop(&m.front);
    return m.front.exit_code;
}

const Command command_cluster = {
    .name = "cluster",
    .operands = "[OPTION...] init FOLDER [NAME...] | add FOLDER NAME...",
    .summary = "make the authority of a cluster, and certificates",
    .about = "init makes the authority of a cluster in FOLDER (authority.pem and\n"
             "authority.key), and a certificate with its key for each NAME: NAME.pem and\n"
             "NAME.key; without a NAME one that is called containers. add makes more\n"
             "certificates of that authority. A deployment file names them as its \"tls\":\n"
             "then containers talk over TLS 1.3, and only to those who have a certificate\n"
             "of the same authority.\n"
             "\n"
             "Nothing that exists is overwritten. Who has authority.key can make\n"
             "certificates: keep it away from the hosts of the cluster.\n",
    .opts = cluster_opts,
    .examples = "  plait cluster init keys                 an authority, and a certificate\n"
                "  plait cluster init keys alpha beta      a certificate for each of two hosts\n"
                "  plait cluster add --days 30 keys gamma  one more\n",
    .exit_codes = "  0  all was made\n"
                  "  3  wrong usage, or a file that cannot be made\n",
    .run = run,
};
