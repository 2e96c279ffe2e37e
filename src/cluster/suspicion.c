// cluster/suspicion.c: tells machines of a container that machines elsewhere are suspected.

#include "cluster/suspicion.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/machine.h"
#include "rt/refs.h"
#include "rt/suspect.h"
#include "run/elsewhere.h"

// A machine here that has sent to a machine of a container that is gone.
typedef struct LostSend {
    uint32_t by, target;
} LostSend;

void suspicions_init(Suspicions *s, PlaitRuntime *runtime, const PProgram *program,
                     const Directory *directory)
{
    *s = (Suspicions){.runtime = runtime,
                      .program = program,
                      .directory = directory,
                      .event = suspect_event(program)};
    if (s->event == P_NONE)
        return;
    s->live = live_new(program);
    s->is_heard = memory_zeroed(program->machine_count, sizeof *s->is_heard);
    for (uint32_t i = 0; i < program->machine_count; i++)
        s->is_heard[i] = suspect_is_heard(program, i, s->event);
}

void suspicions_drop(Suspicions *s)
{
    if (s->live)
        live_free(s->live);
    free(s->is_heard);
    free(s->lost);
    map_drop(&s->told);
}

static void begin_doubt(Home *h)
{
    if (!h->is_doubted)
        h->doubts++;
    h->is_doubted = true;
}

void suspicions_doubt(Suspicions *s, Home *h)
{
    if (s->event == P_NONE)
        return;
    begin_doubt(h);
    h->is_news = s->has_news = true;
}

void suspicions_trust(Home *h)
{
    h->is_doubted = false;
}

void suspicions_lost(Suspicions *s, uint32_t by, const Stranger *target)
{
    if (s->event == P_NONE || by == 0)
        return;
    begin_doubt(target->home);  // perhaps its session had ended before it was named here
    MEMORY_GROW(s->lost, s->lost_count + 1, s->lost_capacity);
    s->lost[s->lost_count++] = (LostSend){by, target->id};
    s->has_news = true;
}

// ------------------------------------------------------------------------------------ telling

// One machine here, and about whom it is to be told.
typedef struct Listener {
    Suspicions *suspicions;
    uint32_t id;
    uint32_t only;  // about this machine; 0: about all of containers with news
} Listener;

// False: it was told of this doubt before.
static bool note_told(Suspicions *s, uint32_t id, uint32_t about, const Home *h)
{
    uint64_t pair = (uint64_t)id << 32 | about;

    if ((uintptr_t)map_get(&s->told, pair) == h->doubts)
        return false;
    map_put(&s->told, pair, (void *)(uintptr_t)h->doubts);
    return true;
}

static void look_at(void *data, PWord machine)
{
    const Listener *l = data;
    Suspicions *s = l->suspicions;
    uint32_t id = P_MACHINE_ID(machine);
    const Stranger *about = directory_by_id(s->directory, id);

    if (!about || !(l->only ? l->only == id && about->home->is_doubted : about->home->is_news))
        return;
    if (!note_told(s, l->id, id, about->home))
        return;
    s->count++;
    // In traces it is an event from outside: no machine has sent it.
    p_post(s->runtime, l->id, s->event, machine);
}

static void tell_machine(Suspicions *s, uint32_t id, uint32_t only)
{
    const Machine *m = elsewhere_look(s->runtime, id);
    Listener l = {s, id, only};

    if (m && !m->foreign && s->is_heard[m->kind])
        machine_refs(s->live, m, look_at, &l);
}

static bool has_news_of_homes(const Suspicions *s)
{
    for (uint32_t i = 0; i < s->directory->home_count; i++)
        if (s->directory->home_list[i]->is_news)
            return true;
    return false;
}

void suspicions_tell(Suspicions *s)
{
    if (has_news_of_homes(s))
        for (uint32_t id = 1; elsewhere_kind(s->runtime, id) != P_NONE; id++)
            tell_machine(s, id, 0);
    for (uint32_t i = 0; i < s->directory->home_count; i++)
        s->directory->home_list[i]->is_news = false;
    for (uint32_t i = 0; i < s->lost_count; i++)
        tell_machine(s, s->lost[i].by, s->lost[i].target);
    s->lost_count = 0;
    s->has_news = false;
}
