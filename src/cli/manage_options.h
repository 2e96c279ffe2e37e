// cli/manage_options.h: options that the commands for a cluster on several hosts share.

#pragma once

#include "cli/front.h"
#include "cluster/log.h"
#include "net/tls.h"

enum {
    MANAGE_AUTHORITY = OPT_OWN,
    MANAGE_CERTIFICATE,
    MANAGE_KEY,
    MANAGE_CLUSTER,
    MANAGE_LOG,
    MANAGE_OWN,  // the first id for a command's own options
};

#define MANAGE_OPT_TLS                                                                           \
    {MANAGE_AUTHORITY, "authority", NULL, "FILE", "the certificate of the cluster's authority"}, \
        {MANAGE_CERTIFICATE, "certificate", NULL, "FILE", "the own certificate"},                \
    {                                                                                            \
        MANAGE_KEY, "key", NULL, "FILE",                                                         \
            "its key; all three or none. Without them only local\n"                              \
            "sockets and loopback addresses are possible"                                        \
    }
#define MANAGE_OPT_CLUSTER                                              \
    {                                                                   \
        MANAGE_CLUSTER, "cluster", NULL, "ADDRESS",                     \
            "the manager of the cluster: 10.0.0.1:4600 or unix:PATH;\n" \
            "default unix:plait-cluster/socket"                         \
    }
#define MANAGE_OPT_LOG                                               \
    {                                                                \
        MANAGE_LOG, "log", NULL, "FORMAT",                           \
            "messages on standard error: text (the default) or json" \
    }

typedef struct ManageOptions {
    const char *authority, *certificate, *key;
    const char *cluster;  // never NULL
    const char *log;      // NULL: not given
    const char *folder;
} ManageOptions;

extern const char manage_default_cluster[];

// Takes one of the options above. False: it is another one.
bool manage_take(ManageOptions *o, int id, const char *value);
// Completes and checks them. False: the reason is in err.
bool manage_check(ManageOptions *o, Err *err);
// Standard error, as the options say.
ClusterLog manage_log(const ManageOptions *o, const char *who, bool is_quiet);

// `plait cluster run`: the exit code.
typedef struct ClusterRun {
    ManageOptions options;
    const char *listen, *lost_after, *authority_key;  // NULL: not given
} ClusterRun;

int cluster_run(ClusterRun *run, bool is_quiet);
