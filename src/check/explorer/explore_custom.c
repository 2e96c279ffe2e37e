// check/explorer/explore_custom.c: the explorer that the P program directs.
//
// Each machine has a rank, 0 until the program calls ChangeOrder(machine, rank). Lower
// ranks run first, equal ones in the order of their numbers. A delay affects one step only;
// the ranks change only when the program changes them.
//
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive
// Systems, FSE 2015, section 6.3.

#include "check/explorer/explore.h"

static void change_order(PExplorerState *d, uint32_t by, uint32_t m, int64_t rank)
{
    p_line_set_rank(&d->lines[0], m, rank);
    (void)by;
}

static void order(const PExplorerState *d, uint64_t state, uint32_t *machines, uint32_t count)
{
    const PLine *ranks = &d->lines[0];
    for (uint32_t i = 1; i < count && ranks->count > 0; i++) {
        uint32_t at = i, m = machines[i];
        int64_t rank = p_line_rank(ranks, m);
        for (; at > 0 && p_line_rank(ranks, machines[at - 1]) > rank; at--)
            machines[at] = machines[at - 1];
        machines[at] = m;
    }
    (void)state;
}

const PExplorer explore_custom = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "custom",
    .finish = p_leave,
    .change_order = change_order,
    .order = order,
};
