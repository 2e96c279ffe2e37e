// start/plan.h: what the deployment file says about the machines of a program.

#pragma once

#include "cluster/member.h"
#include "cluster/restarts.h"
#include "deploy/deploy.h"

typedef struct Plan {
    const PProgram *program;
    Deploy deploy;
} Plan;

// The first argument is the Plan.
bool plan_is_apart(void *plan, uint32_t kind);
MemberRestart plan_restart(void *plan, uint32_t kind);
RestartPolicy plan_starts(void *plan, uint32_t kind);
MemberQuota plan_quota(void *plan, uint32_t kind);
GrantRule plan_rule(void *plan, uint32_t kind);

// Prints a bug of the program to standard error.
void plan_problem(const PlaitProblem *problem);
