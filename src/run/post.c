// run/post.c: the way in for threads that are not ours.
//
// Whoever posts leaves the event in a box; a worker that comes by sends it. Machines
// that are created from outside have their id at once, and lie in a box, too, until a
// worker comes by. Work outside that has not posted yet is a hold: as long as there is
// one, a program with nothing to do is waiting, not finished.

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

// Under `idle`: there is something in a box.
static void announce(Runtime *runtime)
{
    bool was_there = atomic_load_explicit(&runtime->is_posted, memory_order_relaxed);
    atomic_store_explicit(&runtime->is_posted, true, memory_order_relaxed);
    runtime->is_idle = false;
    if (!was_there)
        runtime_alert(runtime);
}

// -------------------------------------------------------------------------------- events

// What C posts, looked at: what is wrong with it stands in the post, and what cannot be
// touched is out of it.
static Post inspect(Runtime *runtime, PWord target, uint32_t event, PWord payload)
{
    const PProgram *p = runtime->program;
    Post post = {.target = target, .message = {.payload = payload, .event = event}};
    if (event == P_EVENT_NULL || event >= p->event_count) {
        post.message = (Message){.event = P_EVENT_HALT};
        post.wrong = "event of the program";
    } else if (P_MACHINE_ID(target) > atomic_load(&runtime->last_id)) {
        post.message.payload = 0;
        post.wrong = "machine";
    } else if ((post.wrong = value_fault(p, p->events[event].payload, payload))) {
        post.message.payload = 0;
    }
    return post;
}

// A check has no runtime: the foreign function that called us is told so afterwards.
static bool is_nowhere(const Runtime *runtime, const char *function)
{
    if (!runtime)
        machine_foreign_reach = function;
    return !runtime;
}

bool p_post(PlaitRuntime *runtime, PWord target, uint32_t event, PWord payload)
{
    if (is_nowhere(runtime, "p_post"))
        return false;
    pthread_mutex_lock(&runtime->idle);
    bool is_taken = !runtime->is_over && P_MACHINE_ID(target) != 0;
    if (is_taken) {
        Posts *box = &runtime->posts;
        if (box->count == box->capacity)
            box->items = grown(box->items, &box->capacity, sizeof *box->items);
        box->items[box->count++] = inspect(runtime, target, event, payload);
        announce(runtime);
    }
    bool is_gone = runtime->is_gone;
    pthread_mutex_unlock(&runtime->idle);
    // Of a runtime that is gone the program may be, too: better lost than touched.
    if (!is_taken && !is_gone && event < runtime->program->event_count)
        p_release(runtime->program, runtime->program->events[event].payload, payload);
    return is_taken;
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
        runtime_alert(runtime);
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

// What one thread posted to one machine arrives in that order: so one worker at a time
// empties the box, and the others go on with their work meanwhile. A machine that an event
// names was created before the event was posted, so births that are taken after the posts
// were are never too late.
void posts_take(Worker *w)
{
    Runtime *runtime = w->runtime;
    uint32_t i = 0;

    if (pthread_mutex_trylock(&runtime->posting) != 0)
        return;
    Posts posts = take_posts(runtime);
    births_take(w);
    while (i < posts.count && !runtime_stops(runtime)) {
        if (posts.items[i].wrong)
            refuse(w, &posts.items[i]);
        else
            act_post(w, posts.items[i].target, posts.items[i].message);
        i++;
    }
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
        specs_start(runtime, &ask);  // what fails there has stopped us
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

// What is wrong with a creation from outside, or NULL.
static const char *birth_fault(Runtime *runtime, uint32_t interface, PWord payload)
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

// The id is known from now on; whoever sends to it before the birth sees to the birth.
static void reserve(Runtime *runtime, Birth *birth)
{
    pthread_mutex_lock(&runtime->creation);
    birth->id = actor_next_id(runtime);
    ids_reserve(runtime, birth->id, birth->kind);
    pthread_mutex_lock(&runtime->idle);
    Births *box = &runtime->births;
    if (box->count == box->capacity)
        box->items = grown(box->items, &box->capacity, sizeof *box->items);
    box->items[box->count++] = *birth;
    announce(runtime);
    pthread_mutex_unlock(&runtime->idle);
    pthread_mutex_unlock(&runtime->creation);
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
    if (is_worker_of(runtime))
        return actor_new(act_worker, NULL, birth.kind, interface, payload);
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
