// start/main.c: the command line of a built executable.
//
// The options are those of `plait run`; the program is fixed.

#include "launch/launch.h"
#include "plait/cluster.h"
#include "start/start.h"

static bool set(void *context, const char *option, const char *value, Err *err)
{
    return start_set(context, option, value, err);
}

int plait_cluster_main(const PProgram *p, int argc, char **argv)
{
    static const LaunchOption *const tables[] = {launch_options, start_options, NULL};
    Start start = {0};
    int code;

    if (!launch_read(tables, set, &start, argc, argv, &code))
        return code;
    return launch_flushed(start_run(p, &start, launch_who(argc, argv)), argc, argv);
}
