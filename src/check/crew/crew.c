// check/crew/crew.c: what was found, and why a search ends.

#include "check/crew/crew.h"

#include <stdlib.h>
#include <string.h>

void search_limit(Search *s, uint32_t limits)
{
    atomic_fetch_or(&s->limits, limits);
}

void search_stop(Search *s, Limit limit)
{
    search_limit(s, limit);
    __atomic_store_n(&s->is_stopping, true, __ATOMIC_RELAXED);
    crew_stop(&s->crew);
}

static bool is_better(const Search *s, const Finding *a, const Finding *b)
{
    if (!b->is_there)
        return true;
    if (s->is_sampling)
        return a->schedule < b->schedule;
    if (a->depth != b->depth)
        return a->depth < b->depth;
    return a->number != b->number ? a->number < b->number : a->label < b->label;
}

static void *copy_of(const void *data, uint64_t count, size_t size)
{
    void *copy = malloc((count + 1) * size);
    if (!copy)
        die_out_of_memory((count + 1) * size);
    if (count)
        memcpy(copy, data, count * size);
    return copy;
}

static void keep_finding(Search *s, const Finding *f)
{
    free(s->found.labels);
    schedule_drop(&s->found.way);
    s->found = *f;
    s->found.stratum = s->stratum;
    if (f->labels)
        s->found.labels = copy_of(f->labels, f->depth - f->base, sizeof *f->labels);
    if (f->has_way)
        s->found.way = schedule_copy(&f->way);
    bool is_sample = f->labels || f->has_way;
    if (is_sample && f->schedule < atomic_load(&s->last_schedule))
        atomic_store(&s->last_schedule, f->schedule);
}

void search_keep(Search *s, const Finding *f)
{
    pthread_mutex_lock(&s->found_lock);
    if (is_better(s, f, &s->found))
        keep_finding(s, f);
    atomic_store(&s->has_found, true);
    pthread_mutex_unlock(&s->found_lock);
}

void search_found(Search *s, const Finding *f)
{
    search_keep(s, f);
    if (!s->policy->is_shortest && !s->is_sampling)
        search_stop(s, 0);
}

Orders *search_orders(const Search *s, uint32_t workers, Err *err)
{
    const SearchOptions *o = &s->options;
    OrdersOptions options = {
        .explorer = o->explorer ? o->explorer : "rtc",
        .include = o->include,
        .test = s->test,
        .has_faults = o->network && network_has_faults(o->network),
        .seed = o->seed,
    };
    return orders_new(s->program, &options, workers, err);
}
