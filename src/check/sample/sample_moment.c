// check/sample/sample_moment.c: moments of a walk, to go back to.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/sample/sample_loop.h"

void moment_drop(Moment *m)
{
    free(m->state.words);
    free(m->known);
    free(m->shown);
    free(m->places);
    free(m->ready);
    free(m->waiting);
    free(m->changed);
    direct_copy_free(m->copy);
}

static void save_state(const Walk *w, Moment *m)
{
    MEMORY_GROW(m->state.words, w->state.count, m->word_capacity);
    memcpy(m->state.words, w->state.words, w->state.count * sizeof *w->state.words);
    m->state.count = w->state.count;
    m->state.print = w->state.print;
}

void walk_save(const Walk *w, Moment *m)
{
    MEMORY_GROW(m->known, w->known_count, m->known_capacity);
    memcpy(m->known, w->known, w->known_count * sizeof *w->known);
    m->known_count = w->known_count;
    MEMORY_GROW(m->shown, w->shown_capacity, m->shown_capacity);
    memcpy(m->shown, w->shown, w->shown_capacity * sizeof *w->shown);
    m->depth = w->depth;
    if (w->is_direct)
        direct_walk_save(w, m);
    else
        save_state(w, m);
}

// The moment must be of this walk: the labels up to it are still valid.
void walk_restore(Walk *w, const Moment *m)
{
    assert(m->depth >= w->base && m->depth <= w->depth && m->shown_capacity >= w->shown_capacity);
    walk_forget_known(w);
    for (uint32_t i = 1; i < m->known_count; i++) {
        walk_add_known(w, m->known[i].path, 0);
        w->known[i] = m->known[i];
    }
    assert(w->known_count == m->known_count);
    memcpy(w->shown, m->shown, w->shown_capacity * sizeof *w->shown);
    w->depth = m->depth;
    w->end = WALK_ON;
    walk_cut_way(w);
    if (w->is_direct)
        direct_walk_restore(w, m);
    else
        walk_set_state(w, &m->state);
    if (w->loops)
        walk_loop_restore(w);
}
