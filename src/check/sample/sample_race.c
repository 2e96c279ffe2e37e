// check/sample/sample_race.c: what steps touch, and which mailboxes are contended.

#include "check/sample/sample_race.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/mix.h"

void *races_open(const Search *s)
{
    Races *r = memory_zeroed(1, sizeof *r);
    r->engine = s->engine;
    return r;
}

void races_close(void *races)
{
    Races *r = races;
    free(r->met);
    free(r);
}

static Met *met_at(Races *r, uint32_t path)
{
    if (path >= r->count) {
        uint32_t count = path * 2 + 16;
        r->met = memory_resized(r->met, count, sizeof *r->met);
        memset(r->met + r->count, 0, (count - r->count) * sizeof *r->met);
        r->count = count;
    }
    return &r->met[path];
}

// Words come in groups of three: path, races, contended.
void races_learn(void *races, const uint64_t *words, uint64_t count)
{
    Races *r = races;
    assert(count % 3 == 0);
    for (; count >= 3; words += 3, count -= 3) {
        Met *met = met_at(r, (uint32_t)words[0]);
        met->schedules++;
        met->races += words[1];
        met->is_contended |= words[2];
    }
}

// The races of a machine are also added to all its creators. Integers, so that the sums do not
// depend on the order of the paths.
void races_learnt(void *races)
{
    Races *r = races;
    for (uint32_t i = 0; i < r->count; i++) {
        Met *met = &r->met[i];
        met->own = met->schedules ? (int64_t)(met->races * RACE_UNIT / met->schedules) : 0;
        met->all = 0;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        if (!r->met[i].schedules)
            continue;
        // A creator is older than its machines, so the loop ends.
        for (uint32_t path = i; path; path = engine_path_creator(r->engine, path))
            if (path < r->count)
                r->met[path].all += r->met[i].own;
    }
}

// --------------------------------------------------------------------------------- looking

void race_begin(Walk *w)
{
    w->choice_seed = rng_next(&w->rng);
}

// The random numbers of the choices in the machine's next step. They depend on what it has done so
// far, so they are the same whenever one asks.
static Rng choices_of(const Walk *w, uint32_t number)
{
    return rng_from(mix64(w->known[number].chain) ^ w->choice_seed);
}

static Touch touch_of(const Edge *e)
{
    StepTouch one = engine_touch(e);
    _Static_assert(TO_NOBODY == 0, "as engine_touch says it");
    return (Touch){.to = one.to, .shows = one.show_count > 0};
}

static Touch look(Walk *w, uint32_t place)
{
    uint32_t number = w->places[place].number;
    Rng rng = choices_of(w, number);
    if (w->is_direct) {
        DirectTouch t = direct_look(w->direct, number, rng);
        return (Touch){.to = t.to, .shows = t.shows};
    }
    const Edge *e = walk_draw(w, place, &rng);
    return e ? touch_of(e) : (Touch){0};  // none: the search ends
}

Touch race_next(Walk *w, uint32_t place)
{
    Known *one = walk_known(w, place);
    if (!one->is_looked_at) {
        Touch t = look(w, place);
        one->is_looked_at = true;
        one->next_to = t.to;
        one->next_shows = t.shows;
    }
    return (Touch){.to = one->next_to, .shows = one->next_shows};
}

bool race_is_near(const Races *r, const Touch *t)
{
    if (t->shows)
        return true;
    if (t->to == TO_NOBODY)
        return false;
    const Met *met = races_met(r, t->to);
    return !met || met->is_contended;
}

// -------------------------------------------------------------------------------- stepping

// The machine with the number has made a step, or will make it now.
static void count_race(const Races *r, Walk *w, uint32_t number, const Touch *touched)
{
    w->known[number].races += race_is_near(r, touched);
    uint32_t to = touched->to < w->number_capacity ? w->numbers[touched->to] : 0;
    if (to) {
        Known *one = &w->known[to];
        one->is_contended |= one->sender && one->sender != number;
        if (!one->sender)
            one->sender = number;
    }
}

static bool direct_race_step(const Races *r, Walk *w, uint32_t place, Touch *touched)
{
    uint32_t number = w->places[place].number;
    Rng rng = choices_of(w, number);
    bool goes_on = direct_walk_step(w, place, &rng);
    if (w->end != WALK_STOPPED) {
        *touched = (Touch){.to = w->step.to, .shows = w->step.show_count > 0};
        count_race(r, w, number, touched);
    }
    return goes_on;
}

bool race_step(const Races *r, Walk *w, uint32_t place, Touch *touched)
{
    uint32_t number = w->places[place].number;
    *touched = (Touch){0};
    if (w->is_direct)
        return direct_race_step(r, w, place, touched);
    Rng rng = choices_of(w, number);
    const Edge *e = walk_draw(w, place, &rng);
    if (!e)
        return walk_end(w, WALK_STOPPED);
    *touched = touch_of(e);
    count_race(r, w, number, touched);
    return walk_take(w, place, e);
}

void race_learn(Walk *w)
{
    for (uint32_t i = 1; i < w->known_count; i++) {
        walk_learn(w, w->known[i].path);
        walk_learn(w, w->known[i].races);
        walk_learn(w, w->known[i].is_contended);
    }
}
