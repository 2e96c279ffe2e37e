// start/plan.c: what the deployment file says about the machines of a program.

#include "start/plan.h"

#include "launch/launch.h"

bool plan_is_apart(void *plan, uint32_t kind)
{
    const Plan *p = plan;
    return !deploy_is_with_creator(&p->deploy, p->program->machines[kind].name);
}

// The entry of a kind in the deployment file; NULL: there is none.
static const DeployKind *entry(const Plan *p, uint32_t kind)
{
    return deploy_kind(&p->deploy, p->program->machines[kind].name);
}

MemberRestart plan_restart(void *plan, uint32_t kind)
{
    static const MemberRestart policies[] = {
        [RESTART_NEVER] = MEMBER_NEVER,
        [RESTART_ON_FAILURE] = MEMBER_ON_FAILURE,
        [RESTART_ALWAYS] = MEMBER_ALWAYS,
    };
    const DeployKind *k = entry(plan, kind);
    return k ? policies[k->restart] : MEMBER_NEVER;
}

RestartPolicy plan_starts(void *plan, uint32_t kind)
{
    const DeployKind *k = entry(plan, kind);

    if (!k)
        return (RestartPolicy){0};
    return (RestartPolicy){k->starts.most, k->starts.within_s * (uint64_t)1000000,
                           k->starts.first_ms * (uint64_t)1000, k->starts.last_ms * (uint64_t)1000};
}

MemberQuota plan_quota(void *plan, uint32_t kind)
{
    const DeployKind *k = entry(plan, kind);
    return k ? (MemberQuota){k->memory_mib, k->machines, k->queue, k->cpu_percent}
             : (MemberQuota){0};
}

GrantRule plan_rule(void *plan, uint32_t kind)
{
    const DeployKind *k = entry(plan, kind);
    return k ? (GrantRule){k->per_host, k->spreads} : (GrantRule){0};
}

void plan_problem(const PlaitProblem *problem)
{
    launch_problem(problem, stderr);
}
