// run/post.c: the way in for threads that are not ours.
//
// Whoever posts leaves the event in a box; a worker that comes by sends it. Work
// outside that has not posted yet is a hold: as long as there is one, a program
// with nothing to do is waiting, not finished.

#include <stdlib.h>

#include "base/err.h"
#include "plait/foreign.h"
#include "rt/node.h"
#include "run/world.h"

// What C posts, looked at: what is wrong with it stands in the post, and what cannot be
// touched is out of it.
static Post inspect(PRuntime *world, PWord target, uint32_t event, PWord payload)
{
    const PProgram *p = world->program;
    Post post = {.target = target, .message = {.payload = payload, .event = event}};
    if (event == P_EVENT_NULL || event >= p->event_count) {
        post.message = (Message){.event = P_EVENT_HALT};
        post.wrong = "event of the program";
    } else if (P_MACHINE_ID(target) > atomic_load(&world->last_id)) {
        post.message.payload = 0;
        post.wrong = "machine";
    } else if ((post.wrong = value_fault(p, p->events[event].payload, payload))) {
        post.message.payload = 0;
    }
    return post;
}

// A check has no runtime: the foreign function that called us is told so afterwards.
static bool is_nowhere(const PRuntime *world, const char *function)
{
    if (!world)
        machine_foreign_reach = function;
    return !world;
}

bool p_post(PRuntime *world, PWord target, uint32_t event, PWord payload)
{
    if (is_nowhere(world, "p_post"))
        return false;
    pthread_mutex_lock(&world->idle);
    bool is_taken = !world->is_over && P_MACHINE_ID(target) != 0;
    if (is_taken) {
        Post post = inspect(world, target, event, payload);
        if (world->post_count == world->post_capacity) {
            world->post_capacity = world->post_capacity ? world->post_capacity * 2 : 16;
            world->posts = realloc(world->posts, world->post_capacity * sizeof *world->posts);
            if (!world->posts)
                die_out_of_memory(world->post_capacity * sizeof *world->posts);
        }
        world->posts[world->post_count++] = post;
        atomic_store_explicit(&world->is_posted, true, memory_order_relaxed);
        pthread_cond_broadcast(&world->wake);
    }
    bool is_gone = world->is_gone;
    pthread_mutex_unlock(&world->idle);
    // Of a world that is gone the program may be, too: better lost than touched.
    if (!is_taken && !is_gone && event < world->program->event_count)
        p_release(world->program, world->program->events[event].payload, payload);
    return is_taken;
}

void p_hold(PRuntime *world)
{
    if (is_nowhere(world, "p_hold"))
        return;
    pthread_mutex_lock(&world->idle);
    world->holds++;
    pthread_mutex_unlock(&world->idle);
}

void p_unhold(PRuntime *world)
{
    if (is_nowhere(world, "p_unhold"))
        return;
    pthread_mutex_lock(&world->idle);
    if (world->holds == 0)
        bug("p_unhold without a p_hold");
    if (--world->holds == 0)
        pthread_cond_broadcast(&world->wake);
    pthread_mutex_unlock(&world->idle);
}

static Post *take_box(World *world, uint32_t *count)
{
    pthread_mutex_lock(&world->idle);
    Post *posts = world->posts;
    *count = world->post_count;
    world->posts = NULL;
    world->post_count = world->post_capacity = 0;
    atomic_store_explicit(&world->is_posted, false, memory_order_relaxed);
    pthread_mutex_unlock(&world->idle);
    return posts;
}

static void lose(World *world, const Post *post)
{
    const Message *m = &post->message;
    p_release(world->program, world->program->events[m->event].payload, m->payload);
}

static void refuse(Worker *w, const Post *post)
{
    p_fail(&w->ask, P_ERROR_SETUP, "C posts `%s` with something that is no `%s`",
           w->world->program->events[post->message.event].name, post->wrong);
    world_fail(w->world, NULL, P_ERROR_SETUP, w->ask.text, post->message.event);
}

// What one thread posted to one machine arrives in that order: so one worker at a time
// empties the box, and the others go on with their work meanwhile.
void posts_take(Worker *w)
{
    World *world = w->world;
    uint32_t count, i = 0;

    if (pthread_mutex_trylock(&world->posting) != 0)
        return;
    Post *posts = take_box(world, &count);
    while (i < count && !world_stops(world)) {
        if (posts[i].wrong)
            refuse(w, &posts[i]);
        else
            act_post(w, posts[i].target, posts[i].message);
        i++;
    }
    for (; i < count; i++)
        lose(world, &posts[i]);
    free(posts);
    pthread_mutex_unlock(&world->posting);
}
