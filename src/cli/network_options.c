// cli/network_options.c: the options that say how events travel, and what may go wrong.

#include "cli/network_options.h"

#include <string.h>

#include "base/amount.h"
#include "deploy/deploy.h"
#include "rt/suspect.h"

void network_set_kind(Network *n, const char *value, Err *err)
{
    bool is_fifo = strcmp(value, "fifo") == 0;
    if (!is_fifo && strcmp(value, "mailbox") != 0)
        err_set(err, "--network takes mailbox or fifo, not %s", value);
    n->kind = is_fifo ? NETWORK_FIFO : NETWORK_MAILBOX;
}

void network_set_budget(uint32_t *budget, const char *name, const char *value, Err *err)
{
    uint64_t number;
    if (!amount_count(value, &number) || number > FAULTS_MAX)
        err_set(err, "--%s wants a number from 0 to %d, not %s", name, FAULTS_MAX, value);
    else
        *budget = (uint32_t)number;
}

// Nothing is ignored silently.
bool network_fits(const Network *n, const char *deploy, Err *err)
{
    if (n->kind != NETWORK_FIFO && deploy)
        err_set(err, "--deploy does nothing without --network fifo");
    else if (n->kind != NETWORK_FIFO && network_has_faults(n))
        err_set(err, "--crashes, --cuts and --suspicions do nothing without --network fifo");
    return !err->set;
}

// Which machines live in the container of their creator.
static void take_deploy(Network *n, const Deploy *d, const PProgram *p, Arena *arena,
                        TraceOrigin *origin)
{
    bool *with_creator = NEW_ARRAY(arena, bool, p->machine_count + 1);
    const char **names = NEW_ARRAY(arena, const char *, p->machine_count + 1);

    for (uint32_t i = 0; i < p->machine_count; i++) {
        with_creator[i] = deploy_is_with_creator(d, p->machines[i].name);
        if (with_creator[i])
            names[origin->with_creator_count++] = p->machines[i].name;
    }
    n->with_creator = with_creator;
    origin->with_creator = names;
}

bool network_load(Network *n, const char *deploy, const PProgram *p, Arena *arena,
                  TraceOrigin *origin, Err *err)
{
    Deploy d;
    origin->network = n->kind == NETWORK_FIFO ? "fifo" : NULL;
    origin->crashes = n->crashes;
    origin->cuts = n->cuts;
    origin->suspicions = n->suspicions;
    if (n->suspicions && suspect_event(p) == P_NONE)
        err_set(err, "--suspicions needs a program that declares `event " SUSPECT_EVENT
                     ": machine;`");
    if (err->set || !deploy)
        return !err->set;
    if (!deploy_read(&d, deploy, err))
        return false;
    if (deploy_fits(&d, p, err))
        take_deploy(n, &d, p, arena, origin);
    deploy_drop(&d);
    return !err->set;
}
