// check/engine/monitor.c: monitors.
//
// A monitor handles an event at once: it makes no choices, and sends and creates nothing. So
// its next local state depends only on its local state and the message, and is cached, unless
// it has called foreign code that may answer differently the next time.

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/engine_impl.h"
#include "rt/send_rules.h"

// ------------------------------------------------------------------------------ life cycle

static void attach(Engine *e, const PAttachment *a)
{
    const PProgram *p = e->program;
    Spec *s = &e->specs[e->spec_count++];
    s->kind = a->spec;
    if (!a->watches_all) {
        s->watched = memory_zeroed(p->interface_count, sizeof *s->watched);
        for (uint32_t i = 0; i < a->watched_count; i++)
            s->watched[a->watched[i]] = true;
    }
    for (uint32_t event = 0; event < p->event_count; event++)
        if (eventset_contains(p, p->machines[a->spec].observes, event))
            e->is_watched[event] = true;
}

void monitor_init(Engine *e)
{
    const PProgram *p = e->program;
    e->specs = memory_zeroed(e->test->attachment_count + p->machine_count, sizeof *e->specs);
    e->is_watched = memory_zeroed(p->event_count, sizeof *e->is_watched);
    for (uint32_t i = 0; i < e->test->attachment_count; i++)
        attach(e, &e->test->attachments[i]);
    for (uint32_t kind = 0; kind < p->machine_count; kind++)
        if (rules_is_explicit(&p->machines[kind]))
            e->specs[e->spec_count++].kind = kind;
}

void monitor_drop(Engine *e)
{
    for (uint32_t i = 0; i < e->spec_count; i++)
        free(e->specs[i].watched);
    free(e->specs);
    free(e->is_watched);
}

// -------------------------------------------------------------------------------- watching

static bool sees(const Engine *e, const Spec *s, uint32_t by, uint32_t event, uint32_t only)
{
    return rules_watches(e->program, s->kind, s->watched, by, event, only);
}

bool monitor_sees(const Engine *e, uint32_t by_interface, uint32_t event, uint32_t only)
{
    if (e->spec_count == 0 || (only == P_NONE && !e->is_watched[event]))
        return false;
    for (uint32_t i = 0; i < e->spec_count; i++)
        if (sees(e, &e->specs[i], by_interface, event, only))
            return true;
    return false;
}

uint32_t monitor_shows(const Engine *e, uint32_t by_interface, uint32_t message, uint32_t only,
                       Show *shows)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->spec_count; i++)
        if (sees(e, &e->specs[i], by_interface, message_at(e, message)->event, only))
            shows[count++] = (Show){.monitor = i, .message = message};
    return count;
}

// --------------------------------------------------------------------------------- running

enum { RAN, HALTED, FAILED };

static void note_bug(Stepper *h, Bug *bug)
{
    *bug = (Bug){.kind = h->ask.error,
                 .machine = h->scratch.kind,
                 .state = machine_state(&h->scratch),
                 .at = machine_position(&h->scratch)};
    memcpy(bug->text, h->ask.text, sizeof bug->text);
}

// Runs the scratch machine, a monitor, until it waits again. When the run is abandoned, the
// result is a failed assumption and the stepper's is_stopped is set.
static int run(Stepper *h, Bug *bug)
{
    machine_refuel(&h->scratch, engine_fuel(h->engine));
    for (;;)
        switch (scratch_run(h)) {
        case STEP_WAIT:
            return RAN;
        case STEP_HALTED:
            scratch_clear(h);
            return HALTED;
        case STEP_PRINT:
            p_release(h->engine->program, h->ask.type, h->ask.value);
            break;
        case STEP_FAILED:
            note_bug(h, bug);
            scratch_clear(h);
            return FAILED;
        case STEP_STOPPED:
            h->front.is_stopped = true;
            // fall through
        case STEP_ASSUME:
            *bug = (Bug){.kind = P_ERROR_NONE};
            scratch_clear(h);
            return FAILED;
        default:
            bug("a monitor acts");
        }
}

static MemoEntry show(Stepper *h, uint32_t monitor, uint32_t message, const Bug **bug)
{
    Engine *e = h->engine;
    const Message *m = message_at(e, message);
    Bug found;

    local_unpack(h, monitor);
    if (machine_wants(&h->scratch, m->event) == WANTS_DROP) {
        scratch_clear(h);
        return (MemoEntry){.to = monitor, .spare = cover_ignored(h, monitor, m->event)};
    }
    cover_begin(h);
    machine_deliver(&h->scratch, m->event, m->payload);
    int ran = run(h, &found);
    MemoEntry entry = {.status = ran == FAILED, .spare = cover_end(h)};
    if (ran == FAILED) {
        *bug = memcpy(NEW(&h->arena, Bug), &found, sizeof found);
        return entry;
    }
    pthread_mutex_lock(&e->lock);
    if (ran == RAN)
        entry.to = local_intern(h, 0, AT_REST, &(Pending){0});
    pthread_mutex_unlock(&e->lock);
    entry.delta = (entry.to ? local_at(e, entry.to)->hash.lo : 0) - local_at(e, monitor)->hash.lo;
    return entry;
}

// A cached failure: in its MemoEntry `to` is UNKNOWN and `delta` is a pointer to this.
typedef struct Failure {
    Bug bug;
    uint32_t trail;
} Failure;

static void remember(Engine *e, uint64_t key, const MemoEntry *entry, const Bug *bug)
{
    pthread_mutex_lock(&e->lock);
    if (memo_get(&e->seen, key)) {
        // Another worker was faster.
    } else if (entry->status) {
        Failure failure = {.bug = *bug, .trail = (uint32_t)entry->spare};
        const Failure *kept = engine_keep(e, &failure, sizeof failure);
        memo_add(&e->seen, key, (uintptr_t)kept, UNKNOWN, 0);
    } else {
        memo_add(&e->seen, key, entry->delta, entry->to, (uint32_t)entry->spare);
    }
    pthread_mutex_unlock(&e->lock);
}

static MemoEntry recall(const MemoEntry *known, const Bug **bug)
{
    if (known->to != UNKNOWN)  // in the memo, `status` holds the trail
        return (MemoEntry){.delta = known->delta, .to = known->to, .spare = known->status};
    const Failure *failure = (const Failure *)(uintptr_t)known->delta;
    *bug = &failure->bug;
    return (MemoEntry){.status = 1, .spare = failure->trail};
}

// Shows the message to each monitor of the group, in the order of their creation.
__attribute__((noinline)) static MemoEntry show_group(Stepper *h, uint32_t word, uint32_t message,
                                                      const Bug **bug)
{
    Engine *e = h->engine;
    const uint32_t *locals;
    uint32_t count = group_members(e, &word, &locals), left = 0, trail = 0;
    uint32_t *after = NEW_ARRAY(&h->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        MemoEntry seen = monitor_see(h, locals[i], message, bug);
        trail = trail_join(e->trails, trail, (uint32_t)seen.spare);
        if (seen.status)
            return (MemoEntry){.status = 1, .spare = trail};
        if (seen.to)
            after[left++] = seen.to;
    }
    uint32_t to = group_word(h, after, left);
    return (MemoEntry){
        .to = to, .delta = group_hash(e, to).lo - group_hash(e, word).lo, .spare = trail};
}

MemoEntry monitor_see(Stepper *h, uint32_t monitor, uint32_t message, const Bug **bug)
{
    Engine *e = h->engine;
    if (__builtin_expect((monitor & GROUPED) != 0, 0))
        return show_group(h, monitor, message, bug);
    uint64_t key = memo_key(monitor, message);
    const MemoEntry *known = e->options.has_memo ? memo_get(&e->seen, key) : NULL;
    if (known)
        return recall(known, bug);
    uint64_t foreign_calls = machine_foreign_calls;
    MemoEntry entry = show(h, monitor, message, bug);
    if (e->options.has_memo && !h->front.is_stopped && machine_foreign_calls == foreign_calls)
        remember(e, key, &entry, entry.status ? *bug : NULL);
    return entry;
}

bool monitor_start(Stepper *h, uint32_t i, PWord payload, uint32_t *local, uint32_t *trail,
                   Bug *bug)
{
    Engine *e = h->engine;
    uint32_t kind = e->specs[i].kind;

    pthread_mutex_lock(&e->lock);
    uint32_t id = local_new(h, 0, kind, kind, payload);
    pthread_mutex_unlock(&e->lock);
    local_unpack(h, id);
    cover_begin(h);
    int ran = run(h, bug);
    *trail = cover_end(h);
    *local = 0;
    if (ran == RAN) {
        pthread_mutex_lock(&e->lock);
        *local = local_intern(h, 0, AT_REST, &(Pending){0});
        pthread_mutex_unlock(&e->lock);
    }
    return ran != FAILED;
}
