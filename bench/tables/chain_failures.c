// A custom explorer for chain replication: replicas stop when the chain works, and all at once.
//
// Bugs in the start-up are simple. So during start-up, until a client takes its first event (it learns which replica is the head), the
// machine that stops replicas runs last. After that it runs first, and the master, which repairs the chain, runs last.
//
// A. Desai, S. Qadeer, S. Seshia: Systematic Testing of Asynchronous Reactive Systems, FSE 2015, section 6.3.

#include <plait/explorer.h>

typedef struct Own {
    int64_t has_started;
} Own;

typedef enum Role { OTHER, CLIENT, MASTER, STOPS } Role;  // the rank in lines[0]

static void start(PExplorerState *d, uint32_t m, uint32_t by, const char *kind)
{
    Role role = OTHER;
    if (strcmp(kind, "Client") == 0)
        role = CLIENT;
    else if (strcmp(kind, "Master") == 0)
        role = MASTER;
    else if (strcmp(kind, "StopInjector") == 0)
        role = STOPS;
    p_line_set_rank(&d->lines[0], m, role);
}

static void dequeued(PExplorerState *d, uint32_t m, const char *event)
{
    Own *own = d->own;
    if (p_line_rank(&d->lines[0], m) == CLIENT)
        own->has_started = 1;
}

// Small numbers run first.
static int turn(const PExplorerState *d, uint32_t m)
{
    static const int starting[] = {[OTHER] = 0, [CLIENT] = 0, [MASTER] = 0, [STOPS] = 1};
    static const int working[] = {[STOPS] = 0, [OTHER] = 1, [CLIENT] = 1, [MASTER] = 2};
    const Own *own = d->own;
    Role role = (Role)p_line_rank(&d->lines[0], m);
    return own->has_started ? working[role] : starting[role];
}

static void order(const PExplorerState *d, uint64_t state, uint32_t *machines, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && turn(d, machines[k]) < turn(d, machines[k - 1]); k--) {
            uint32_t m = machines[k];
            machines[k] = machines[k - 1];
            machines[k - 1] = m;
        }
}

const PExplorer plait_explorer = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "chain failures",
    .own_size = sizeof(Own),
    .start = start,
    .dequeued = dequeued,
    .finish = p_leave,
    .order = order,
};
