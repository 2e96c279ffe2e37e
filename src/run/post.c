// run/post.c: the way in for threads that are not ours.
//
// Whoever posts leaves the event in a box; a worker that comes by sends it. Work
// outside that has not posted yet is a hold: as long as there is one, a program
// with nothing to do is waiting, not finished.

#include <stdlib.h>

#include "base/err.h"
#include "plait/foreign.h"
#include "rt/node.h"
#include "run/run_impl.h"

// What C posts, looked at: what is wrong with it stands in the post, and what cannot be
// touched is out of it.
static Post inspect(PRuntime *runtime, PWord target, uint32_t event, PWord payload)
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
static bool is_nowhere(const PRuntime *runtime, const char *function)
{
    if (!runtime)
        machine_foreign_reach = function;
    return !runtime;
}

bool p_post(PRuntime *runtime, PWord target, uint32_t event, PWord payload)
{
    if (is_nowhere(runtime, "p_post"))
        return false;
    pthread_mutex_lock(&runtime->idle);
    bool is_taken = !runtime->is_over && P_MACHINE_ID(target) != 0;
    if (is_taken) {
        Post post = inspect(runtime, target, event, payload);
        if (runtime->post_count == runtime->post_capacity) {
            runtime->post_capacity = runtime->post_capacity ? runtime->post_capacity * 2 : 16;
            runtime->posts =
                realloc(runtime->posts, runtime->post_capacity * sizeof *runtime->posts);
            if (!runtime->posts)
                die_out_of_memory(runtime->post_capacity * sizeof *runtime->posts);
        }
        runtime->posts[runtime->post_count++] = post;
        atomic_store_explicit(&runtime->is_posted, true, memory_order_relaxed);
        pthread_cond_broadcast(&runtime->wake);
    }
    bool is_gone = runtime->is_gone;
    pthread_mutex_unlock(&runtime->idle);
    // Of a runtime that is gone the program may be, too: better lost than touched.
    if (!is_taken && !is_gone && event < runtime->program->event_count)
        p_release(runtime->program, runtime->program->events[event].payload, payload);
    return is_taken;
}

void p_hold(PRuntime *runtime)
{
    if (is_nowhere(runtime, "p_hold"))
        return;
    pthread_mutex_lock(&runtime->idle);
    runtime->holds++;
    pthread_mutex_unlock(&runtime->idle);
}

void p_unhold(PRuntime *runtime)
{
    if (is_nowhere(runtime, "p_unhold"))
        return;
    pthread_mutex_lock(&runtime->idle);
    if (runtime->holds == 0)
        bug("p_unhold without a p_hold");
    if (--runtime->holds == 0)
        pthread_cond_broadcast(&runtime->wake);
    pthread_mutex_unlock(&runtime->idle);
}

static Post *take_box(Runtime *runtime, uint32_t *count)
{
    pthread_mutex_lock(&runtime->idle);
    Post *posts = runtime->posts;
    *count = runtime->post_count;
    runtime->posts = NULL;
    runtime->post_count = runtime->post_capacity = 0;
    atomic_store_explicit(&runtime->is_posted, false, memory_order_relaxed);
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
// empties the box, and the others go on with their work meanwhile.
void posts_take(Worker *w)
{
    Runtime *runtime = w->runtime;
    uint32_t count, i = 0;

    if (pthread_mutex_trylock(&runtime->posting) != 0)
        return;
    Post *posts = take_box(runtime, &count);
    while (i < count && !runtime_stops(runtime)) {
        if (posts[i].wrong)
            refuse(w, &posts[i]);
        else
            act_post(w, posts[i].target, posts[i].message);
        i++;
    }
    for (; i < count; i++)
        lose(runtime, &posts[i]);
    free(posts);
    pthread_mutex_unlock(&runtime->posting);
}
