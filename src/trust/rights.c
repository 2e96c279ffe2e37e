// trust/rights.c: who may do what in a cluster.

#include "trust/rights.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// OWN: for itself, or for what is on its own host.
typedef enum Right { NO, OWN, YES } Right;

static const Right rights[ROLE_COUNT][ACT_COUNT] = {
    [ROLE_CONTAINER] = {[ACT_SEND] = OWN, [ACT_CREATE_MACHINE] = YES, [ACT_WANT_CONTAINER] = OWN},
    [ROLE_NODE] = {[ACT_CREATE_MACHINE] = OWN, [ACT_WANT_CONTAINER] = OWN,
                   [ACT_START_CONTAINER] = OWN, [ACT_STOP_CONTAINER] = OWN, [ACT_REPORT] = OWN,
                   [ACT_LOOK] = YES},
    [ROLE_MANAGER] = {[ACT_CREATE_MACHINE] = YES, [ACT_WANT_CONTAINER] = YES,
                      [ACT_START_CONTAINER] = YES, [ACT_STOP_CONTAINER] = YES, [ACT_LOOK] = YES},
    [ROLE_OPERATOR] = {[ACT_DEPLOY] = YES, [ACT_LOOK] = YES},
    // The authority only signs. Its key must not be on the network.
    [ROLE_AUTHORITY] = {0},
};

static const char *const act_names[ACT_COUNT] = {
    [ACT_SEND] = "send events",
    [ACT_CREATE_MACHINE] = "create a machine",
    [ACT_WANT_CONTAINER] = "ask for a container",
    [ACT_START_CONTAINER] = "start a container",
    [ACT_STOP_CONTAINER] = "stop a container",
    [ACT_REPORT] = "report for a node",
    [ACT_DEPLOY] = "deploy a program",
    [ACT_LOOK] = "look at the cluster",
};

static bool is_own(const Speaker *who, const Wish *wish)
{
    if (who->role == ROLE_CONTAINER)
        return who->incarnation && wish->incarnation == who->incarnation;
    return wish->node && strcmp(wish->node, who->name) == 0;
}

bool speaker_may(const Speaker *who, const Wish *wish, Err *err)
{
    char name[SPEAKER_TEXT] = "somebody without a name";

    assert(who->role < ROLE_COUNT && wish->act < ACT_COUNT);
    speaker_print(who, name);
    if (strcmp(who->cluster, wish->cluster) != 0) {
        err_set(err, "%s is of another cluster than %s", name, wish->cluster);
        return false;
    }
    Right right = rights[who->role][wish->act];
    if (right == YES || (right == OWN && is_own(who, wish)))
        return true;
    if (right == OWN && wish->incarnation)
        err_set(err, "%s may not %s as the container %" PRIx64, name, act_names[wish->act],
                wish->incarnation);
    else if (right == OWN)
        err_set(err, "%s may not %s on the node %s", name, act_names[wish->act],
                wish->node ? wish->node : "of nobody");
    else
        err_set(err, "%s may not %s", name, act_names[wish->act]);
    return false;
}
