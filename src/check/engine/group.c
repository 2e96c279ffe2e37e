// check/engine/group.c: several monitors of one kind, in one word of a state.
//
// A program of the 2015 dialect may create a monitor more than once, for example one for each
// client; then all of them see the events. A state has one word for each kind of monitor.
// With one monitor the word is the id of its local state. With several, GROUPED is set and
// the rest is the id of a group: the local states of the monitors that have not halted, in
// the order of their creation. So programs that do not need groups do not pay for them.

#include <assert.h>
#include <string.h>

#include "check/engine/engine_impl.h"

uint32_t group_members(const Engine *e, const uint32_t *word, const uint32_t **locals)
{
    if (!(*word & GROUPED)) {
        *locals = word;
        return *word != 0;
    }
    const Group *g = group_at(e, *word & ~GROUPED);
    assert(g->count > 1);
    *locals = g->locals;
    return g->count;
}

Hash group_hash(const Engine *e, uint32_t word)
{
    if (!word)
        return (Hash){0};
    return word & GROUPED ? group_at(e, word & ~GROUPED)->hash : local_at(e, word)->hash;
}

Refs group_refs(const Engine *e, uint32_t word)
{
    if (!word)
        return (Refs){0};
    return word & GROUPED ? group_at(e, word & ~GROUPED)->refs : local_at(e, word)->refs;
}

// Hashes the contents and not the ids, so that the hash is the same in every run.
static Hash hash_of(Stepper *h, const uint32_t *locals, uint32_t count)
{
    ArenaMark mark = arena_mark(&h->arena);
    uint64_t *words = NEW_ARRAY(&h->arena, uint64_t, 2 * count);
    for (uint32_t i = 0; i < count; i++) {
        Hash hash = local_at(h->engine, locals[i])->hash;
        words[2 * i] = hash.lo;
        words[2 * i + 1] = hash.hi;
    }
    Hash hash = hash_words(words, 2 * count);
    arena_rewind(&h->arena, mark);
    return hash;
}

static uint32_t find(const Engine *e, Hash hash, const uint32_t *locals, uint32_t count)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->group_index, hash.lo); (id = index_next(&l));) {
        const Group *g = group_at(e, id);
        if (g->count == count && memcmp(g->locals, locals, count * sizeof *locals) == 0)
            return id;
    }
    return 0;
}

// The references of all members, one list after the other.
static Refs refs_of(Stepper *h, const uint32_t *locals, uint32_t count)
{
    const Engine *e = h->engine;
    uint32_t all = 0, used = 0;
    for (uint32_t i = 0; i < count; i++)
        all += local_at(e, locals[i])->refs.count;
    if (!all)
        return (Refs){0};
    uint32_t *paths = NEW_ARRAY(&h->arena, uint32_t, all);
    for (uint32_t i = 0; i < count; i++) {
        Refs refs = local_at(e, locals[i])->refs;
        if (refs.count)
            memcpy(paths + used, refs.paths, refs.count * sizeof *paths);
        used += refs.count;
    }
    return (Refs){engine_keep(h->engine, paths, all * sizeof *paths), all};
}

uint32_t group_word(Stepper *h, const uint32_t *locals, uint32_t count)
{
    Engine *e = h->engine;
    if (count < 2)
        return count ? locals[0] : 0;
    Hash hash = hash_of(h, locals, count);
    uint32_t id = find(e, hash, locals, count);
    if (id)
        return id | GROUPED;
    pthread_mutex_lock(&e->lock);
    id = find(e, hash, locals, count);  // another worker may have been faster
    if (!id) {
        id = shelf_add(&e->groups);
        *shelf_at(&e->groups, Group, id) =
            (Group){.hash = hash,
                    .count = count,
                    .locals = engine_keep(e, locals, count * sizeof *locals),
                    .refs = refs_of(h, locals, count)};
        index_add(&e->group_index, hash.lo, id);
    }
    pthread_mutex_unlock(&e->lock);
    return id | GROUPED;
}

uint32_t group_join(Stepper *h, uint32_t word, uint32_t local)
{
    const uint32_t *locals;
    uint32_t count = group_members(h->engine, &word, &locals);
    uint32_t *all = NEW_ARRAY(&h->arena, uint32_t, count + 1);
    if (count)
        memcpy(all, locals, count * sizeof *all);
    all[count] = local;
    return group_word(h, all, local ? count + 1 : count);
}
