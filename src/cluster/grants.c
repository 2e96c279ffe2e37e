// cluster/grants.c: where a container may put the containers that it creates.

#include "cluster/grants.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void grants_drop(Grants *g)
{
    free(g->free);
    free(g->settled);
    *g = (Grants){0};
}

// Before the port.
static size_t host_size(const char *address)
{
    const char *colon = strrchr(address, ':');
    return colon ? (size_t)(colon - address) : 0;
}

bool grants_add(Grants *g, const char *address)
{
    size_t size = strlen(address);

    if (size > ADDRESS_MAX || host_size(address) == 0)
        return false;
    for (uint32_t i = 0; i < g->free_count; i++)
        if (strcmp(g->free[i].address, address) == 0)
            return false;
    MEMORY_GROW(g->free, g->free_count + 1, g->free_capacity);
    memcpy(g->free[g->free_count++].address, address, size + 1);
    return true;
}

static uint32_t count_at(const Grants *g, uint32_t kind, const char *address)
{
    size_t size = host_size(address);
    uint32_t count = 0;

    for (uint32_t i = 0; i < g->settled_count; i++) {
        const Settled *s = &g->settled[i];
        count += s->kind == kind && strlen(s->host) == size && memcmp(s->host, address, size) == 0;
    }
    return count;
}

static void settle(Grants *g, uint32_t kind, uint64_t incarnation, const char *address)
{
    MEMORY_GROW(g->settled, g->settled_count + 1, g->settled_capacity);
    Settled *s = &g->settled[g->settled_count++];
    *s = (Settled){.incarnation = incarnation, .kind = kind};
    memcpy(s->host, address, host_size(address));
}

bool grants_take(Grants *g, uint32_t kind, GrantRule rule, uint64_t incarnation,
                 char address[static ADDRESS_MAX + 1], bool *is_full)
{
    uint32_t best = UINT32_MAX, fewest = UINT32_MAX;

    *is_full = g->free_count > 0;
    for (uint32_t i = 0; i < g->free_count; i++) {
        uint32_t count = count_at(g, kind, g->free[i].address);
        if (rule.per_host && count >= rule.per_host)
            continue;
        *is_full = false;
        if (best == UINT32_MAX || (rule.spreads && count < fewest)) {
            best = i;
            fewest = count;
        }
    }
    if (best == UINT32_MAX)
        return false;
    memcpy(address, g->free[best].address, sizeof g->free[best].address);
    memmove(&g->free[best], &g->free[best + 1], (--g->free_count - best) * sizeof *g->free);
    settle(g, kind, incarnation, address);
    return true;
}

void grants_ended(Grants *g, uint64_t incarnation)
{
    for (uint32_t i = 0; i < g->settled_count; i++)
        if (g->settled[i].incarnation == incarnation) {
            g->settled[i] = g->settled[--g->settled_count];
            return;
        }
}

void grants_again(Grants *g, uint64_t before, uint64_t now)
{
    for (uint32_t i = 0; i < g->settled_count; i++)
        if (g->settled[i].incarnation == before)
            g->settled[i].incarnation = now;
}
