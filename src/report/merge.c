// report/merge.c: the traces of the containers of one run, as one story.

#include "report/merge.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/ending.h"
#include "base/map.h"
#include "base/memory.h"
#include "rt/trace_open.h"

// How many events one machine has sent to another, and how many of them have arrived.
typedef struct Pair {
    uint32_t sent, delivered;
} Pair;

typedef struct Merger {
    Merged *to;
    Arena arena;
    Names names;
    Map pairs;    // by the ids of two names
    Map created;  // by the id of a name
} Merger;

uint64_t merged_container(const char *machine)
{
    const char *at = machine ? strrchr(machine, '(') : NULL;
    char *end = NULL;
    uint64_t number = at ? strtoull(at + 1, &end, 16) : 0;

    return end && *end == '.' ? number : 0;
}

static uint64_t id_of(Merger *m, const char *name)
{
    return name_of(&m->names, name)->id + 1u;
}

static Pair *pair_of(Merger *m, const char *from, const char *to)
{
    uint64_t key = id_of(m, from) << 32 | id_of(m, to);
    Pair *p = map_get(&m->pairs, key);

    if (!p) {
        p = NEW(&m->arena, Pair);
        map_put(&m->pairs, key, p);
    }
    return p;
}

// ------------------------------------------------------------------------------- steps

// Whether an event of another container arrives: in a queue, or at a machine that has halted.
static bool is_arrival(const MergedTrace *t, const TraceStep *s)
{
    return s->kind == TRACED_DELIVER ||
           (s->kind == TRACED_DROP && s->who && merged_container(s->who) != t->recording.container);
}

// Whether the main machine is in this container. On one host it is container 1; the manager of a
// cluster gives it the last number of a block.
static bool holds_main(const Recording *r)
{
    return r->container == 1 || (uint32_t)r->container == UINT32_MAX;
}

// A machine whose creator is in another container begins to exist.
static bool is_birth(const MergedTrace *t, const TraceStep *s)
{
    return s->kind == TRACED_CREATE && !s->is_monitor && !s->by && !holds_main(&t->recording);
}

// Everything that the container did is in the story.
static bool is_told(const Merged *m, uint64_t container)
{
    for (uint32_t i = 0; i < m->trace_count; i++)
        if (m->traces[i].recording.container == container)
            return m->traces[i].next == m->traces[i].steps.count;
    return true;  // it was killed before it began
}

static bool is_possible(Merger *m, const MergedTrace *t, const TraceStep *s)
{
    if (is_arrival(t, s)) {
        const Pair *p = pair_of(m, s->who, s->target);
        return p->delivered < p->sent;
    }
    return !is_birth(t, s) || map_get(&m->created, id_of(m, s->who)) ||
           (t->recording.replaces && is_told(m->to, t->recording.replaces));
}

static void note(Merger *m, const MergedTrace *t, const TraceStep *s)
{
    if (is_arrival(t, s))
        pair_of(m, s->who, s->target)->delivered++;
    else if (s->kind == TRACED_SUSPECT)
        m->to->suspicions++;
    else if (s->kind == TRACED_SEND && s->who &&
             merged_container(s->target) != t->recording.container)
        pair_of(m, s->who, s->target)->sent++;
    else if (s->kind == TRACED_CREATE && !s->is_monitor)
        map_put(&m->created, id_of(m, s->who), m);
}

static void tell(Merger *m, uint32_t trace)
{
    Merged *to = m->to;
    MergedTrace *t = &to->traces[trace];
    const TraceStep *s = &t->steps.items[t->next];
    bool is_first = is_birth(t, s);
    bool is_known = is_first && map_get(&m->created, id_of(m, s->who));

    to->restarts += is_first && !is_known;
    note(m, t, s);
    t->next++;
    if (is_known || s->kind == TRACED_END)
        return;
    MEMORY_GROW(to->steps, to->count + 1, to->capacity);
    MEMORY_GROW(to->places, to->count + 1, to->place_capacity);
    to->places[to->count] = (MergedPlace){trace, t->next};
    to->steps[to->count++] = *s;
}

// Tells what is possible. False when that was nothing.
static bool tell_possible(Merger *m)
{
    uint32_t before = m->to->count, done = 0;

    for (uint32_t i = 0; i < m->to->trace_count; i++) {
        MergedTrace *t = &m->to->traces[i];
        while (t->next < t->steps.count && is_possible(m, t, &t->steps.items[t->next])) {
            tell(m, i);
            done++;
        }
    }
    return done > 0 || m->to->count > before;
}

static bool tell_all(Merger *m, bool is_running, Err *err)
{
    while (tell_possible(m)) {
    }
    for (uint32_t i = 0; i < m->to->trace_count; i++) {
        const MergedTrace *t = &m->to->traces[i];
        if (is_running)
            m->to->later += t->steps.count - t->next;
        if (is_running || t->next == t->steps.count)
            continue;
        err_set(err,
                "%s:%" PRIu32 ": an event of %s arrives that is sent in no trace; is the trace of "
                "container %" PRIx64 " missing?",
                t->path, t->next + 2, t->steps.items[t->next].who,
                merged_container(t->steps.items[t->next].who));
        return false;
    }
    return true;
}

// ------------------------------------------------------------------------------- files

static bool read_trace(MergedTrace *t, Err *err)
{
    if (!recording_read(t->path, &t->recording, err))
        return false;
    if (!t->recording.container) {
        err_set(err, "%s: this is not the trace of a container", t->path);
        return false;
    }
    if (t->recording.part) {
        err_set(err,
                "%s: the trace of container %" PRIx64 " was begun again (--trace-limit), so there "
                "is no whole story; each file can be read alone: plait replay FILE",
                t->path, t->recording.container);
        return false;
    }
    FILE *in = trace_open_lines(t->path, err);
    if (!in)
        return false;
    steps_read(&t->steps, in);
    fclose(in);
    return true;
}

// An empty file is that of a container that was killed before it could write.
static bool is_trace(DIR *d, const char *name)
{
    struct stat facts;

    return name[0] != '.' && (has_ending(name, ".trace") || has_ending(name, ".jsonl")) &&
           (fstatat(dirfd(d), name, &facts, 0) != 0 || facts.st_size > 0);
}

static bool read_folder(Merged *m, const char *folder, Err *err)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;

    if (!d) {
        err_os(err, "open", folder);
        return false;
    }
    while (!err->set && (entry = readdir(d))) {
        Buf path = {0};
        if (!is_trace(d, entry->d_name))
            continue;
        buf_print(&path, "%s/%s", folder, entry->d_name);
        MEMORY_GROW(m->traces, m->trace_count + 1, m->trace_capacity);
        MergedTrace *t = &m->traces[m->trace_count++];
        *t = (MergedTrace){.path = path.text};
        if (read_trace(t, err))
            m->cut += t->recording.is_cut;
    }
    closedir(d);
    if (!err->set && m->trace_count == 0)
        err_set(err, "%s holds no trace", folder);
    return !err->set;
}

static int by_container(const void *a, const void *b)
{
    uint64_t x = ((const MergedTrace *)a)->recording.container;
    uint64_t y = ((const MergedTrace *)b)->recording.container;
    return (x > y) - (x < y);
}

static bool are_of_one_run(const Merged *m, Err *err)
{
    const Recording *first = &m->traces[0].recording;

    for (uint32_t i = 1; i < m->trace_count; i++) {
        const Recording *r = &m->traces[i].recording;
        if (r->container == m->traces[i - 1].recording.container)
            err_set(err, "%s and %s are of the same container", m->traces[i - 1].path,
                    m->traces[i].path);
        else if (strcmp(r->test, first->test) != 0)
            err_set(err, "%s is about %s, and %s about %s", m->traces[0].path, first->test,
                    m->traces[i].path, r->test);
    }
    bool has_main = false;
    for (uint32_t i = 0; i < m->trace_count; i++)
        has_main |= holds_main(&m->traces[i].recording);
    if (!has_main)
        err_set(err, "the trace of the container with the main machine is missing");
    return !err->set;
}

// Containers that were created, and have no trace.
static void count_missing(Merged *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        const TraceStep *s = &m->steps[i];
        uint64_t container = s->kind == TRACED_CREATE ? merged_container(s->who) : 0;
        bool is_there = container == 0;
        for (uint32_t t = 0; t < m->trace_count && !is_there; t++)
            is_there = m->traces[t].recording.container == container;
        m->cut += !is_there;
    }
}

bool merged_read(Merged *m, const char *folder, bool is_running, Err *err)
{
    Merger merger = {.to = m};

    *m = (Merged){0};
    if (!read_folder(m, folder, err))
        return false;
    qsort(m->traces, m->trace_count, sizeof *m->traces, by_container);
    if (!are_of_one_run(m, err))
        return false;
    names_init(&merger.names, &merger.arena);
    bool is_whole = tell_all(&merger, is_running, err);
    count_missing(m);
    names_drop(&merger.names);
    map_drop(&merger.pairs);
    map_drop(&merger.created);
    arena_drop(&merger.arena);
    return is_whole;
}

void merged_drop(Merged *m)
{
    for (uint32_t i = 0; i < m->trace_count; i++) {
        free(m->traces[i].path);
        recording_drop(&m->traces[i].recording);
        steps_drop(&m->traces[i].steps);
    }
    free(m->traces);
    free(m->steps);
    free(m->places);
    *m = (Merged){0};
}

const char *merged_place(const Merged *m, uint32_t step)
{
    static char text[512];
    const MergedPlace *at = &m->places[step];

    // The first line is the header.
    snprintf(text, sizeof text, "%s:%" PRIu32, m->traces[at->trace].path, at->step + 1);
    return text;
}
