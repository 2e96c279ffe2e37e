// manage/manager_rest.c: whether a deployment has something to do.
//
// All its containers are asked twice: all were at rest, and none has sent or got anything in
// between. Then nothing is on its way either (cluster/local.h does the same on one host).

#include "manage/manager_impl.h"

#include <string.h>

#include "net/loop.h"

enum {
    PROBE_PAUSE = 500000,  // microseconds
    PROBE_DRAIN = 50000,
    PROBE_LATE = 2000000,  // those that have not answered then are not waited for
};

static bool drains(const Manager *m)
{
    json_t *d;
    const char *name;

    json_object_foreach(state_part(&m->state, "deployments"), name,
                        d) if (strcmp(state_text(d, "wants"), "draining") == 0) return true;
    return false;
}

static bool has_everybody_answered(const Manager *m)
{
    for (uint32_t i = 0; i < m->guest_count; i++)
        if (m->guests[i]->node[0] && m->guests[i]->probed != m->probe)
            return false;
    return true;
}

void manager_probe(Manager *m)
{
    uint64_t now = loop_now();

    if (now < m->probe_at || (!has_everybody_answered(m) && now < m->probe_at + PROBE_LATE))
        return;
    if (m->probe > 0)
        manager_judge(m);
    m->probe++;
    m->probe_at = now + (drains(m) ? PROBE_DRAIN : PROBE_PAUSE);
    for (uint32_t i = 0; i < m->guest_count; i++)
        if (m->guests[i]->node[0])
            channel_send(m->guests[i]->channel,
                         json_pack("{s:s, s:I}", "what", "probe", "number", (json_int_t)m->probe));
}

// What all containers of a deployment have said together.
typedef struct Sum {
    uint32_t containers, busy;
    json_int_t sent, delivered;
} Sum;

static Sum sum_up(const Manager *m, const char *deployment)
{
    json_t *c;
    const char *incarnation;
    Sum sum = {0};

    json_object_foreach(state_part(&m->state, "containers"), incarnation, c)
    {
        if (strcmp(state_text(c, "deployment"), deployment) != 0)
            continue;
        const json_t *f = json_object_get(m->figures, incarnation);
        const Guest *g = manager_node(m, state_text(c, "node"));
        bool is_heard =
            g && json_integer_value(json_object_get(f, "probe")) == (json_int_t)m->probe;
        sum.containers++;
        sum.busy += !is_heard || !json_is_true(json_object_get(f, "runs")) ||
                    !json_is_true(json_object_get(f, "is-at-rest"));
        sum.sent += json_integer_value(json_object_get(f, "sent"));
        sum.delivered += json_integer_value(json_object_get(f, "delivered"));
    }
    return sum;
}

static void end(Manager *m, const char *name, const char *note, const char *how)
{
    state_record(&m->state, json_pack("{s:s, s:s, s:s, s:s}", "what", "wants", "name", name,
                                      "wants", "stopped", "note", note));
    json_object_del(m->rests, name);
    json_object_del(m->drains, name);
    manager_stop(m, name, how);
}

// The time of a drain begins when this manager hears of it.
static bool is_late(Manager *m, const char *name, const json_t *d)
{
    json_t *until = json_object_get(m->drains, name);
    double seconds = json_number_value(json_object_get(d, "seconds"));

    if (!until)
        json_object_set_new(m->drains, name,
                            json_integer((json_int_t)(loop_now() + (uint64_t)(seconds * 1e6))));
    return until && (json_int_t)loop_now() >= json_integer_value(until);
}

static void judge_one(Manager *m, const char *name, const json_t *d)
{
    Sum sum = sum_up(m, name);
    bool is_draining = strcmp(state_text(d, "wants"), "draining") == 0;
    json_t *now = json_pack("[I,I]", sum.sent, sum.delivered);
    bool is_same = json_equal(now, json_object_get(m->rests, name));
    char text[96];

    if (sum.busy == 0)
        json_object_set(m->rests, name, now);
    else
        json_object_del(m->rests, name);
    json_decref(now);
    if (sum.busy == 0 && (is_same || sum.containers == 0)) {
        end(m, name,
            is_draining           ? "drained"
            : sum.containers == 0 ? "no container is left"
                                  : "nothing is left to do",
            "rest");
    } else if (is_draining && is_late(m, name, d)) {
        snprintf(text, sizeof text, "not drained in time: %u container%s had something to do",
                 sum.busy, sum.busy == 1 ? "" : "s");
        end(m, name, text, "stop");
    }
}

void manager_judge(Manager *m)
{
    json_t *d;
    const char *name;

    json_object_foreach(state_part(&m->state, "deployments"), name,
                        d) if (strcmp(state_text(d, "wants"), "stopped") != 0 &&
                               json_is_true(json_object_get(d, "is-placed"))) judge_one(m, name, d);
}
