// run/post.c: events and creations from threads that are not workers.
//
// A post puts the event into a list; a worker sends it later. A machine that is created from
// outside gets its id at once, and waits in another list until a worker creates it. A hold
// stands for work outside that may still post: while there is one, a program with nothing to do
// waits and does not end.

#include <stdlib.h>

#include "base/err.h"
#include "rt/node.h"
#include "rt/send_rules.h"
#include "run/run_impl.h"

enum { BOX_FIRST = 16 };

static void *grown(void *items, uint32_t *capacity, size_t size)
{
    *capacity = *capacity ? *capacity * 2 : BOX_FIRST;
    items = realloc(items, *capacity * size);
    if (!items)
        die_out_of_memory(*capacity * size);
    return items;
}

// There is a post or a creation. The caller holds `idle`. Returns whether there was one before.
static bool note(Runtime *runtime)
{
    bool was_there = atomic_load_explicit(&runtime->is_posted, memory_order_relaxed);
    atomic_store_explicit(&runtime->is_posted, true, memory_order_relaxed);
    runtime->is_idle = false;
    return was_there;
}

// The same, and wakes a worker.
static void announce(Runtime *runtime)
{
    if (!note(runtime))
        runtime_alert(runtime, false);
}

// -------------------------------------------------------------------------------- events

// Checks what C posts. If something is wrong, `wrong` says what, and the payload is removed
// because it may be invalid.
static void inspect(Runtime *runtime, Post *post)
{
    const PProgram *p = runtime->program;
    uint32_t event = post->message.event;
    PWord payload = post->message.payload;

    if (event == P_EVENT_NULL || event >= p->event_count) {
        post->message = (Message){.event = P_EVENT_HALT};
        post->wrong = "event of the program";
    } else if (P_MACHINE_ID(post->target) > atomic_load(&runtime->last_id)) {
        post->message.payload = 0;
        post->wrong = "machine";
    } else if ((post->wrong = value_fault(p, p->events[event].payload, payload))) {
        post->message.payload = 0;
    } else if (runtime->has_shared_values) {
        value_share(p, p->events[event].payload, payload);
    }
}

// In a check there is no runtime, so a foreign function cannot post. Records this error for the
// foreign function that called.
static bool is_nowhere(const Runtime *runtime, const char *function)
{
    if (!runtime)
        machine_foreign_reach = function;
    return !runtime;
}

// Takes the payload. False: the runtime takes nothing any more.
static bool post(Runtime *runtime, Post *p)
{
    uint32_t event = p->message.event;

    pthread_mutex_lock(&runtime->idle);
    bool is_taken = !runtime->is_over && P_MACHINE_ID(p->target) != 0 &&
                    (p->is_from_elsewhere || !runtime->is_closed);
    if (is_taken) {
        Posts *box = &runtime->posts;
        if (box->count == box->capacity)
            box->items = grown(box->items, &box->capacity, sizeof *box->items);
        inspect(runtime, p);
        box->items[box->count++] = *p;
        // The owner of a container has posted what came from elsewhere, and runs the worker next.
        if (p->is_from_elsewhere)
            note(runtime);
        else
            announce(runtime);
    }
    bool is_gone = runtime->is_gone;
    pthread_mutex_unlock(&runtime->idle);
    // The program of a freed runtime may be freed, too. So the payload is leaked then.
    if (!is_taken && !is_gone && event < runtime->program->event_count)
        p_release(runtime->program, runtime->program->events[event].payload, p->message.payload);
    return is_taken;
}

bool p_post(PlaitRuntime *runtime, PWord target, uint32_t event, PWord payload)
{
    Post p = {.target = target, .message = {.payload = payload, .event = event}};
    return !is_nowhere(runtime, "p_post") && post(runtime, &p);
}

bool elsewhere_post(PlaitRuntime *runtime, uint32_t from, uint32_t target, uint32_t event,
                    PWord payload)
{
    Post p = {.target = target,
              .message = {.payload = payload, .event = event},
              .is_from_elsewhere = true,
              .from = from};
    return post(runtime, &p);
}

void elsewhere_close(PlaitRuntime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    runtime->is_closed = true;
    pthread_mutex_unlock(&runtime->idle);
}

bool p_may_post(PlaitRuntime *runtime)
{
    if (is_nowhere(runtime, "p_may_post"))
        return false;
    pthread_mutex_lock(&runtime->idle);
    bool is_closed = runtime->is_closed;
    pthread_mutex_unlock(&runtime->idle);
    return !is_closed && !atomic_load_explicit(&runtime->is_crowded, memory_order_relaxed);
}

void p_hold(PlaitRuntime *runtime)
{
    if (is_nowhere(runtime, "p_hold"))
        return;
    pthread_mutex_lock(&runtime->idle);
    runtime->holds++;
    pthread_mutex_unlock(&runtime->idle);
}

void p_unhold(PlaitRuntime *runtime)
{
    if (is_nowhere(runtime, "p_unhold"))
        return;
    pthread_mutex_lock(&runtime->idle);
    bool is_wrong = runtime->holds == 0;
    if (!is_wrong && --runtime->holds == 0) {
        runtime_alert(runtime, true);
        pthread_cond_broadcast(&runtime->news);
    }
    bool is_over = runtime->is_over;
    pthread_mutex_unlock(&runtime->idle);
    if (is_wrong && !is_over)
        runtime_fail(runtime, NULL, P_ERROR_SETUP, "C calls p_unhold without a p_hold", P_NONE);
}

static Posts take_posts(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    Posts posts = runtime->posts;
    runtime->posts = (Posts){0};
    atomic_store_explicit(&runtime->is_posted, runtime->births.count > 0, memory_order_relaxed);
    runtime->has_worked = true;
    pthread_mutex_unlock(&runtime->idle);
    return posts;
}

static void lose(Runtime *runtime, const Post *post)
{
    const Message *m = &post->message;
    p_release(runtime->program, runtime->program->events[m->event].payload, m->payload);
}

static void refuse(Worker *w, const Post *post)
{
    p_fail(&w->ask, P_ERROR_SETUP, "C posts `%s` with something that is no `%s`",
           w->runtime->program->events[post->message.event].name, post->wrong);
    runtime_fail(w->runtime, NULL, P_ERROR_SETUP, w->ask.text, post->message.event);
}

// Events from one thread to one machine arrive in the order of posting. So only one worker at a
// time takes the posts; the others continue with their work. A machine that an event refers to
// was created before the event was posted. So it is enough to take the births after the posts.
void posts_take(Worker *w)
{
    Runtime *runtime = w->runtime;
    uint32_t i = 0;

    if (pthread_mutex_trylock(&runtime->posting) != 0)
        return;
    Posts posts = take_posts(runtime);
    births_take(w);
    while (i < posts.count && !runtime_stops(runtime)) {
        const Post *p = &posts.items[i++];
        if (p->wrong)
            refuse(w, p);
        else if (p->is_from_elsewhere)
            act_arrival(w, p->from, p->target, p->message);
        else
            act_post(w, p->target, p->message);
    }
    inbox_close(w);  // before another worker takes later posts
    for (; i < posts.count; i++)
        lose(runtime, &posts.items[i]);
    free(posts.items);
    pthread_mutex_unlock(&runtime->posting);
}

// ------------------------------------------------------------------------------- machines

static void lose_birth(const Runtime *runtime, const Birth *birth)
{
    const PProgram *p = runtime->program;
    p_release(p, p->interfaces[birth->interface].payload, birth->payload);
}

static Births take_births(Runtime *runtime)
{
    pthread_mutex_lock(&runtime->idle);
    Births births = runtime->births;
    runtime->births = (Births){0};
    atomic_store_explicit(&runtime->is_posted, runtime->posts.count > 0, memory_order_relaxed);
    runtime->has_worked = true;
    pthread_mutex_unlock(&runtime->idle);
    return births;
}

void births_take(Worker *w)
{
    Runtime *runtime = w->runtime;
    PRequest ask;

    pthread_mutex_lock(&runtime->creation);
    if (!runtime->has_begun) {
        runtime->has_begun = true;
        specs_start(runtime, &ask);  // a bug there stops the runtime
    }
    Births births = take_births(runtime);
    for (uint32_t i = 0; i < births.count; i++)
        if (runtime_stops(runtime))
            lose_birth(runtime, &births.items[i]);
        else
            actor_bear(w, &births.items[i]);
    free(births.items);
    pthread_mutex_unlock(&runtime->creation);
}

const char *birth_fault(Runtime *runtime, uint32_t interface, PWord payload)
{
    const PProgram *p = runtime->program;
    if (interface >= p->interface_count)
        return "interface of the program";
    uint32_t kind = runtime->test->bound[interface];
    if (kind == P_NONE || !machine_may_be_c(&p->machines[kind]))
        return "machine of what is run";
    if (ids_are_used_up(runtime))
        return "machine that has room: four billion were created";
    return value_fault(p, p->interfaces[interface].payload, payload);
}

void birth_plan(Runtime *runtime, const Birth *birth)
{
    pthread_mutex_lock(&runtime->idle);
    Births *box = &runtime->births;
    if (box->count == box->capacity)
        box->items = grown(box->items, &box->capacity, sizeof *box->items);
    box->items[box->count++] = *birth;
    announce(runtime);
    pthread_mutex_unlock(&runtime->idle);
}

// Gives the machine its id. A worker that sends to it before it is created, creates it first.
static void reserve(Runtime *runtime, Birth *birth)
{
    pthread_mutex_lock(&runtime->creation);
    birth->id = actor_next_id(runtime);
    ids_reserve(runtime, birth->id, birth->kind);
    birth_plan(runtime, birth);
    pthread_mutex_unlock(&runtime->creation);
}

// Foreign code or a callback in a worker's thread creates a machine.
static PWord create_here(Worker *w, const Birth *birth)
{
    bool is_away = w->is_away;
    if (is_away)
        balance_return(w);
    PWord reference = actor_new(w, NULL, birth->kind, birth->interface, birth->payload);
    if (is_away)
        balance_leave(w);
    return reference;
}

PWord plait_create(PlaitRuntime *runtime, uint32_t interface, PWord payload)
{
    if (is_nowhere(runtime, "plait_create"))
        return 0;
    const PProgram *p = runtime->program;
    const char *wrong = birth_fault(runtime, interface, payload);
    if (wrong) {
        char text[P_TEXT_MAX];
        snprintf(text, sizeof text, "C creates `%s` with something that is no `%s`",
                 interface < p->interface_count ? p->interfaces[interface].name : "?", wrong);
        runtime_fail(runtime, NULL, P_ERROR_SETUP, text, P_NONE);
        return 0;
    }
    Birth birth = {
        .kind = runtime->test->bound[interface], .interface = interface, .payload = payload};
    if (runtime_stops(runtime)) {
        lose_birth(runtime, &birth);
        return 0;
    }
    if (runtime->has_shared_values)
        value_share(p, p->interfaces[interface].payload, payload);
    if (is_worker_of(runtime))
        return create_here(act_worker, &birth);
    reserve(runtime, &birth);
    return rules_reference(p, interface, birth.id);
}

void posts_drop(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->posts.count; i++)
        lose(runtime, &runtime->posts.items[i]);
    for (uint32_t i = 0; i < runtime->births.count; i++)
        lose_birth(runtime, &runtime->births.items[i]);
    free(runtime->posts.items);
    free(runtime->births.items);
    runtime->posts = (Posts){0};
    runtime->births = (Births){0};
}
