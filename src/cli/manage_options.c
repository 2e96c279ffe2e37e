// cli/manage_options.c: options that the commands for a cluster on several hosts share.

#include "cli/manage_options.h"

#include <stdlib.h>
#include <string.h>

#include "launch/launch.h"
#include "manage/manager.h"

const char manage_default_cluster[] = "unix:plait-cluster/socket";

bool manage_take(ManageOptions *o, int id, const char *value)
{
    switch (id) {
    case MANAGE_AUTHORITY:
        o->authority = value;
        return true;
    case MANAGE_CERTIFICATE:
        o->certificate = value;
        return true;
    case MANAGE_KEY:
        o->key = value;
        return true;
    case MANAGE_CLUSTER:
        o->cluster = value;
        return true;
    case MANAGE_LOG:
        o->log = value;
        return true;
    default:
        return false;
    }
}

bool manage_check(ManageOptions *o, Err *err)
{
    int given = (o->authority != NULL) + (o->certificate != NULL) + (o->key != NULL);

    o->cluster = o->cluster ? o->cluster : manage_default_cluster;
    if (given != 0 && given != 3)
        err_set(err, "--authority, --certificate and --key are all needed, or none of them");
    else if (o->log && strcmp(o->log, "text") != 0 && strcmp(o->log, "json") != 0)
        err_set(err, "--log is text or json, not %s", o->log);
    return !err->set;
}

ClusterLog manage_log(const ManageOptions *o, const char *who, bool is_quiet)
{
    return (ClusterLog){stderr, who, o->log && strcmp(o->log, "json") == 0, is_quiet};
}

int cluster_run(ClusterRun *run, bool is_quiet)
{
    ManageOptions *o = &run->options;
    Err err = {0};
    Buf listen = {0};
    ManagerSetup setup = {.folder = o->folder, .lost_after = 30};

    if (run->authority_key && !o->authority)
        err_set(&err, "--authority-key needs --authority, --certificate and --key");
    if (err.set || !manage_check(o, &err) ||
        (run->lost_after &&
         !launch_seconds(&setup.lost_after, "lost-after", run->lost_after, &err))) {
        fprintf(stderr, "plait cluster: %s\n", err.text);
        return EXIT_ENVIRONMENT;
    }
    buf_print(&listen, "unix:%s/socket", o->folder);
    setup.address = run->listen ? run->listen : listen.text;
    setup.authority = o->authority;
    setup.certificate = o->certificate;
    setup.key = o->key;
    setup.authority_key = run->authority_key;
    setup.log = manage_log(o, "plait cluster", is_quiet);
    int code = manager_run(&setup);
    buf_drop(&listen);
    return code;
}
