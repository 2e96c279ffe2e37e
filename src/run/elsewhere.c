// run/elsewhere.c: machines of other containers, as a runtime sees them.

#include "run/elsewhere.h"

#include "base/err.h"
#include "base/memory.h"
#include "rt/node.h"
#include "rt/suspect.h"
#include "run/run_impl.h"

void elsewhere_attach(PlaitRuntime *runtime, const Elsewhere *elsewhere)
{
    assert(!runtime->has_threads && atomic_load(&runtime->last_id) == 0);
    runtime->others = elsewhere;
}

static TraceMachine number(void *data, uint32_t id)
{
    Runtime *runtime = data;
    const Elsewhere *others = runtime->others;

    if (id > atomic_load(&runtime->last_id))
        return (TraceMachine){0};
    return others->number(others->owner, id);
}

void elsewhere_trace(PlaitRuntime *runtime, FILE *out, const TraceOrigin *origin)
{
    const PlaitOptions *o = &runtime->options;

    assert(runtime->others && !runtime->trace && atomic_load(&runtime->last_id) == 0);
    runtime->trace = memory_zeroed(1, sizeof *runtime->trace);
    trace_init(runtime->trace, out, runtime->program, runtime->test,
               o->takes_defaults ? NULL : &o->seed, origin);
    trace_use_blocks(runtime->trace, number, runtime);
    fflush(out);  // a container that is killed at once has a trace, too
    runtime->suspicion = suspect_event(runtime->program);
    runtime->is_watched = true;
}

void elsewhere_flush(PlaitRuntime *runtime)
{
    if (runtime->trace)
        trace_flush(runtime->trace);
}

uint64_t elsewhere_trace_size(PlaitRuntime *runtime)
{
    return runtime->trace ? trace_size(runtime->trace) : 0;
}

void elsewhere_trace_to(PlaitRuntime *runtime, FILE *out)
{
    trace_begin_again(runtime->trace, out);
    fflush(out);
}

uint32_t elsewhere_add(PlaitRuntime *runtime, uint32_t kind)
{
    assert(kind < runtime->program->machine_count);
    if (ids_are_used_up(runtime))
        return 0;
    uint32_t id = actor_next_id(runtime);
    ids_add(runtime, id, &runtime->elsewhere, kind);
    return id;
}

uint32_t elsewhere_reserve(PlaitRuntime *runtime, uint32_t kind)
{
    assert(kind < runtime->program->machine_count);
    uint32_t id = actor_next_id(runtime);
    ids_reserve(runtime, id, kind);
    return id;
}

bool elsewhere_create(PlaitRuntime *runtime, uint32_t id, uint32_t interface, PWord payload)
{
    const PProgram *p = runtime->program;

    assert(actor_at(runtime, id) == &runtime->unborn);
    if (birth_fault(runtime, interface, payload) ||
        runtime->test->bound[interface] != ids_kind(runtime, id))
        return false;
    if (runtime->has_shared_values)
        value_share(p, p->interfaces[interface].payload, payload);
    birth_plan(runtime, &(Birth){id, ids_kind(runtime, id), interface, payload});
    return true;
}

uint32_t elsewhere_kind(PlaitRuntime *runtime, uint32_t id)
{
    bool exists = id > 0 && id <= atomic_load(&runtime->last_id);
    return exists ? ids_kind(runtime, id) : P_NONE;
}

bool elsewhere_expects_posts(PlaitRuntime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    bool expects = runtime_has_posts(runtime) || (runtime->holds > 0 && !runtime->is_closed);
    pthread_mutex_unlock(&runtime->idle);
    return expects;
}

const struct Machine *elsewhere_look(PlaitRuntime *runtime, uint32_t id)
{
    if (id == 0 || id > atomic_load(&runtime->last_id))
        return NULL;
    const Actor *a = actor_at(runtime, id);
    return a->id == id ? &a->machine : NULL;
}

void elsewhere_crowd(PlaitRuntime *runtime, bool is_crowded)
{
    atomic_store_explicit(&runtime->is_crowded, is_crowded, memory_order_relaxed);
}

uint64_t elsewhere_queued(PlaitRuntime *runtime)
{
    uint64_t count = 0;

    for (uint32_t id = 1; id <= atomic_load(&runtime->last_id); id++) {
        const Actor *a = actor_at(runtime, id);
        if (a->id == id)
            count += a->queue.count + (a->deferred ? a->deferred->count : 0);
    }
    return count;
}
