// cluster/local_metrics.c: the figures of a cluster on this host.

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cluster/local_impl.h"

// Bytes of memory of a process; 0 when it is gone.
static uint64_t resident(pid_t pid)
{
    char path[32];
    unsigned long long all = 0, pages = 0;

    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%llu %llu", &all, &pages) != 2)
        pages = 0;
    if (f)
        fclose(f);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

// One line for each container that runs: the number at `offset` in its last answer.
static void write_each(const Local *l, Buf *out, const char *name, const char *type,
                       const char *help, size_t offset)
{
    metrics_describe(out, name, type, help);
    for (uint32_t i = 0; i < l->child_count; i++) {
        const Child *c = l->children[i];
        uint64_t number;
        memcpy(&number, (const char *)&c->state + offset, sizeof number);
        if (c->process.pid)
            buf_print(out, "%s{container=\"%" PRIx64 "\",kind=\"%s\"} %" PRIu64 "\n", name,
                      c->incarnation, local_kind(l, c->kind), number);
    }
}

static void write_one(Buf *out, const char *name, const char *type, const char *help,
                      uint64_t number)
{
    metrics_describe(out, name, type, help);
    buf_print(out, "%s %" PRIu64 "\n", name, number);
}

static void write_sums(const Local *l, Buf *out)
{
    Ended sum = l->before;
    uint32_t running = 0;

    for (uint32_t i = 0; i < l->child_count; i++)
        if (l->children[i]->process.pid) {
            ended_add(&sum, &l->children[i]->state);
            running++;
        }
    write_one(out, "plait_containers", "gauge", "Containers that run.", running);
    write_one(out, "plait_starts_total", "counter", "Containers that were started.", l->forks);
    write_one(out, "plait_restarts_total", "counter", "Containers that are a new incarnation.",
              sum.restarts);
    write_one(out, "plait_killed_total", "counter", "Containers ended by a signal.", sum.by_signal);
    write_one(out, "plait_bugs_total", "counter", "Containers ended by a bug.", sum.with_bug);
    write_one(out, "plait_sent_total", "counter", "Messages sent to other containers.", sum.sent);
    write_one(out, "plait_delivered_total", "counter", "Messages from other containers.",
              sum.delivered);
    write_one(out, "plait_stale_total", "counter",
              "Sends to containers that are gone or cut off; they had no effect.", sum.stale);
    write_one(out, "plait_refused_total", "counter", "Messages that made no sense.", sum.refused);
    write_one(out, "plait_strangers_total", "counter",
              "Connections that were closed because the other side may not talk.", sum.strangers);
    write_one(out, "plait_events_total", "counter", "Events that machines have taken.", sum.events);
    write_one(out, "plait_trace_bytes_total", "counter", "Bytes written to traces.", sum.traced);
}

void local_metrics(void *data, Buf *out)
{
    const Local *l = data;

    write_sums(l, out);
    write_each(l, out, "plait_container_events_total", "counter",
               "Events that machines of the container have taken.", offsetof(ControlWord, events));
    write_each(l, out, "plait_container_sent_total", "counter",
               "Messages that the container has sent.", offsetof(ControlWord, sent));
    write_each(l, out, "plait_container_delivered_total", "counter",
               "Messages that the container has got.", offsetof(ControlWord, delivered));
    write_each(l, out, "plait_container_stale_total", "counter",
               "Sends of the container to containers that are gone.", offsetof(ControlWord, stale));
    write_each(l, out, "plait_container_machines_total", "counter",
               "Machines that the container has created.", offsetof(ControlWord, machines));
    write_each(l, out, "plait_container_halted_total", "counter",
               "Machines of the container that have halted.", offsetof(ControlWord, halted));
    write_each(l, out, "plait_container_trace_bytes_total", "counter",
               "Bytes of its trace, also those that are gone.", offsetof(ControlWord, traced));
    metrics_describe(out, "plait_container_memory_bytes", "gauge", "Memory of the process.");
    for (uint32_t i = 0; i < l->child_count; i++)
        if (l->children[i]->process.pid)
            buf_print(out,
                      "plait_container_memory_bytes{container=\"%" PRIx64 "\",kind=\"%s\"} %" PRIu64
                      "\n",
                      l->children[i]->incarnation, local_kind(l, l->children[i]->kind),
                      resident(l->children[i]->process.pid));
}
