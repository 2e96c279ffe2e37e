// check/engine/lineage.c: paths, which identify machines by their creation.
//
// A path of a machine is (creator's path, k, interface); that of a channel is the paths of its
// sender and its target. It is the same in every execution, so hashes of
// states, traces and learning strategies can use it to identify a machine.

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/memory.h"
#include "check/engine/engine_impl.h"

MachinePaths *paths_new(uint32_t engines)
{
    enum { MANY = 1u << 25 };
    MachinePaths *p = memory_lines(sizeof *p);
    p->engines = engines;
    pthread_mutex_init(&p->lock, NULL);
    shelf_init(&p->items, sizeof(MachinePath), MANY, 1);
    shelf_init(&p->factors, sizeof(uint64_t), MANY, 1);
    shelf_add(&p->items);
    shelf_add(&p->factors);
    return p;
}

void paths_leave(MachinePaths *p)
{
    assert(p->engines > 0);
    if (--p->engines > 0)
        return;
    shelf_drop(&p->items);
    shelf_drop(&p->factors);
    index_drop(&p->index);
    arena_drop(&p->names);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

uint64_t paths_bytes(const MachinePaths *p)
{
    pthread_mutex_lock((pthread_mutex_t *)&p->lock);
    uint64_t bytes = p->names.total + index_bytes(&p->index);
    bytes += shelf_bytes(&p->items) + shelf_bytes(&p->factors);
    pthread_mutex_unlock((pthread_mutex_t *)&p->lock);
    return bytes;
}

// "Server(0.2)": the k of the creators and its own, the same in every schedule.
static char *path_name(Engine *e, uint32_t creator, uint32_t k, uint32_t kind)
{
    Buf name = {0};
    const char *open = creator ? strchr(path_at(e, creator)->name, '(') : NULL;
    assert(!creator || (open && open[strlen(open) - 1] == ')'));
    const char *before = open ? open + 1 : "";
    buf_print(&name, "%s(%.*s%s%u)", e->program->machines[kind].name,
              creator ? (int)strlen(before) - 1 : 0, before, creator ? "." : "", k);
    char *kept = arena_copy(&e->paths->names, name.text, name.size);
    buf_drop(&name);
    return kept;
}

static Hash path_hash(const Engine *e, uint32_t creator, uint32_t k, uint32_t interface)
{
    Hash above = creator ? path_at(e, creator)->hash : (Hash){0};
    uint64_t words[] = {above.lo, above.hi, k, interface};
    return hash_words(words, 4);
}

static uint64_t path_key(uint32_t creator, uint32_t k, uint32_t interface)
{
    return mix64(((uint64_t)creator << 32 | k) ^ mix64(interface));
}

static uint32_t find(const Engine *e, uint32_t creator, uint32_t k, uint32_t interface)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->paths->index, path_key(creator, k, interface));
         (id = index_next(&l));) {
        const MachinePath *p = path_at(e, id);
        if (p->creator == creator && p->k == k && p->interface == interface)
            break;
    }
    return id;
}

static uint32_t add(Engine *e, const MachinePath *path, uint64_t key)
{
    MachinePaths *p = e->paths;
    uint32_t id = shelf_add(&p->items);
    *shelf_at(&p->items, MachinePath, id) = *path;
    uint32_t factor = shelf_add(&p->factors);
    assert(factor == id);
    *shelf_at(&p->factors, uint64_t, id) = path->hash.lo | 1;
    index_add(&p->index, key, id);
    return id;
}

static uint32_t add_machine(Engine *e, uint32_t creator, uint32_t k, uint32_t interface,
                            uint32_t kind)
{
    MachinePath path = {
        .creator = creator,
        .k = k,
        .interface = interface,
        .kind = kind,
        .hash = path_hash(e, creator, k, interface),
        .name = path_name(e, creator, k, kind),
    };
    bool is_own = network_is_own(&e->options.network, kind, creator == 0);
    path.container = is_own ? e->paths->items.count : path_at(e, creator)->container;
    uint32_t id = add(e, &path, path_key(creator, k, interface));
    assert(!is_own || path.container == id);
    return id;
}

uint32_t intern_path(Engine *e, uint32_t creator, uint32_t k, uint32_t interface, uint32_t kind)
{
    assert(interface < e->program->interface_count && kind < e->program->machine_count);
    uint32_t id = find(e, creator, k, interface);
    // In a test each interface of a creator is bound to one kind.
    assert(!id || path_at(e, id)->kind == kind);
    if (id)
        return id;
    pthread_mutex_lock(&e->paths->lock);
    id = find(e, creator, k, interface);
    if (!id)
        id = add_machine(e, creator, k, interface, kind);
    pthread_mutex_unlock(&e->paths->lock);
    return id;
}

// ------------------------------------------------------------------------------ channels

static char *channel_name(Engine *e, uint32_t from, uint32_t to)
{
    Buf name = {0};
    buf_print(&name, "%s to %s", path_at(e, from)->name, path_at(e, to)->name);
    char *kept = arena_copy(&e->paths->names, name.text, name.size);
    buf_drop(&name);
    return kept;
}

// What is between two machines has a key of its own for each role.
static uint64_t between_key(PathRole role, uint32_t from, uint32_t to)
{
    return path_key(from, to, P_NONE - (uint32_t)role);
}

static uint32_t find_between(const Engine *e, PathRole role, uint32_t from, uint32_t to)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->paths->index, between_key(role, from, to));
         (id = index_next(&l));) {
        const MachinePath *p = path_at(e, id);
        if (p->role == role && p->creator == from && p->to == to)
            break;
    }
    return id;
}

static uint32_t add_between(Engine *e, PathRole role, uint32_t from, uint32_t to)
{
    Hash a = path_at(e, from)->hash, b = path_at(e, to)->hash;
    MachinePath path = {
        .creator = from,
        .interface = P_NONE,
        .kind = path_at(e, to)->kind,
        .to = to,
        .role = role,
        .hash = hash_words((uint64_t[]){a.lo, a.hi, b.lo, b.hi, P_NONE, role}, 6),
        .name = channel_name(e, from, to),
    };
    return add(e, &path, between_key(role, from, to));
}

static uint32_t intern_between(Engine *e, PathRole role, uint32_t from, uint32_t to)
{
    assert(path_at(e, from)->role == PATH_MACHINE && path_at(e, to)->role == PATH_MACHINE);
    uint32_t id = find_between(e, role, from, to);
    if (id)
        return id;
    pthread_mutex_lock(&e->paths->lock);
    id = find_between(e, role, from, to);
    if (!id)
        id = add_between(e, role, from, to);
    pthread_mutex_unlock(&e->paths->lock);
    return id;
}

uint32_t intern_channel(Engine *e, uint32_t from, uint32_t to)
{
    assert(from != to);
    return intern_between(e, PATH_CHANNEL, from, to);
}

uint32_t intern_cut(Engine *e, uint32_t container, uint32_t other)
{
    bool is_first = path_at(e, container)->hash.lo < path_at(e, other)->hash.lo;
    assert(container != other);
    return intern_between(e, PATH_CUT, is_first ? container : other, is_first ? other : container);
}

// The first machine's container has the faults: there is one path for them.
uint32_t intern_faults(Engine *e)
{
    uint32_t first = intern_path(e, 0, 0, e->test->main, e->test->bound[e->test->main]);
    return intern_between(e, PATH_FAULTS, first, first);
}

bool engine_is_channel(const Engine *e, uint32_t path)
{
    return path_is_channel(e, path);
}
