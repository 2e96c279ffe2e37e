// check/direct/direct_refs.c: the number that a new machine gets among those of its creator.
//
// It is the smallest k such that no machine (creator, k) exists or is referred to anywhere, nor has
// the container of such a machine (check/engine/points.h). As long as none of the creator's
// machines has halted, this is how many it has created. Otherwise the whole execution is searched
// for references to those that are gone.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"
#include "rt/tree.h"

void paths_reserve(Direct *d, uint32_t path)
{
    uint32_t old = d->path_capacity, capacity = old;
    if (path < old)
        return;
    MEMORY_GROW(d->numbers, path + 1, capacity);
    capacity = old;
    MEMORY_GROW(d->children, path + 1, capacity);
    capacity = old;
    MEMORY_GROW(d->marks, path + 1, capacity);
    d->path_capacity = capacity;
    memset(d->numbers + old, 0, (capacity - old) * sizeof *d->numbers);
    memset(d->children + old, 0, (capacity - old) * sizeof *d->children);
    memset(d->marks + old, 0, (capacity - old) * sizeof *d->marks);
}

// ------------------------------------------------------------------------------- references

static void find_refs(Direct *d, uint32_t type, PWord value);

static void mark(Direct *d, uint32_t path)
{
    if (path && path < d->path_capacity)
        d->marks[path] = d->mark;
}

// Whether a value of the type may refer to a machine. Types refer only to types that were
// declared; so a few rounds over all of them are enough.
static void find_types(Direct *d)
{
    const PProgram *p = d->program;
    bool has_changed = true;
    d->may_refer = memory_zeroed(p->type_count + 1, sizeof *d->may_refer);
    while (has_changed) {
        has_changed = false;
        for (uint32_t i = 0; i < p->type_count; i++) {
            const PType *t = &p->types[i];
            bool may = t->kind == P_TYPE_MACHINE || t->kind == P_TYPE_ANY ||
                       t->kind == P_TYPE_STRING;  // a text may name machines
            uint32_t parts = t->kind >= P_TYPE_TUPLE ? t->count : 0;
            if (t->kind == P_TYPE_SEQ || t->kind == P_TYPE_SET)
                parts = 1;
            if (t->kind == P_TYPE_MAP)
                parts = 2;
            for (uint32_t k = 0; k < parts; k++)
                may |= d->may_refer[t->parts[k]];
            has_changed |= may && !d->may_refer[i];
            d->may_refer[i] |= may;
        }
    }
}

static void find_text_refs(Direct *d, PWord value)
{
    uint64_t count;
    const TextName *names = text_names(value, &count);
    for (uint64_t i = 0; i < count; i++)
        mark(d, names[i].machine);
}

static void find_tree_refs(Direct *d, const TreeForm *f, const TreeNode *node)
{
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++)
        find_tree_refs(d, f, ((const TreeBranch *)node)->kids[k]);
    for (uint32_t c = 0; node->level == 0 && c < f->columns; c++)
        for (uint32_t i = 0; f->types[c] != P_NONE && i < node->size; i++)
            find_refs(d, f->types[c], tree_column(node, f->columns, c)[i]);
}

static void find_list_refs(Direct *d, uint32_t type, PWord value)
{
    const PType *t = &d->program->types[type];
    const ListNode *list = node_of(value);
    if (list_is_big(list)) {
        TreeForm form = big_form(d->program, type);
        find_tree_refs(d, &form, ((const BigNode *)node_of(value))->order);
        return;
    }
    const PWord *items = list->items + list->first;
    for (uint32_t i = 0; i < list->count; i++) {
        find_refs(d, t->parts[0], items[i]);
        if (t->kind == P_TYPE_MAP)
            find_refs(d, t->parts[1], items[list->capacity + i]);
    }
}

static void find_refs(Direct *d, uint32_t type, PWord value)
{
    const PType *t = &d->program->types[type];
    if (!value || !d->may_refer[type])
        return;
    switch (t->kind) {
    case P_TYPE_MACHINE:
        mark(d, P_MACHINE_ID(value));
        break;
    case P_TYPE_STRING:
        find_text_refs(d, value);
        break;
    case P_TYPE_ANY:
        find_refs(d, p_box_type(value), ((const BoxNode *)node_of(value))->value);
        break;
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        for (uint32_t i = 0; i < t->count; i++)
            find_refs(d, t->parts[i], ((const TupleNode *)node_of(value))->parts[i]);
        break;
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
        find_list_refs(d, type, value);
        break;
    default:
        break;
    }
}

// Only the live slots of a frame count.
static void find_frame_refs(Direct *d, const Machine *m, Position position, uint32_t frame)
{
    const PFun *fun = &d->program->funs[m->stack[frame + FRAME_FUN]];
    uint64_t set[fun->slot_count / 64 + 1];
    const uint64_t *live = engine_live_slots(d->engine, m, position, frame, set);
    for (uint32_t i = 0; live && i < fun->slot_count; i++)
        if (live_has(live, i))
            find_refs(d, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]);
}

static void find_machine_refs(Direct *d, const Machine *m, Position position)
{
    const PProgram *p = d->program;
    const PMachineInfo *info = &p->machines[m->kind];
    find_refs(d, m->payload_type, m->payload);
    for (uint32_t frame = 0; frame < m->stack_size;) {
        find_frame_refs(d, m, position, frame);
        frame += FRAME_WORDS + p->funs[m->stack[frame + FRAME_FUN]].slot_count;
    }
    for (uint32_t i = 0; i < info->var_count; i++)
        find_refs(d, info->var_types[i], m->shared.vars[i]);
}

static void find_own_refs(Direct *d, const Actor *a)
{
    find_machine_refs(d, &a->machine, a->position);
    if (a->position == AT_SHOW || a->position == AT_PUT)
        mark(d, P_MACHINE_ID(a->intent.target));
    if (actor_owns_value(a))
        find_refs(d, a->intent.type, a->intent.value);
}

static void find_actor_refs(Direct *d, const Actor *a)
{
    const PProgram *p = d->program;
    if (a->role == PATH_MACHINE) {
        find_own_refs(d, a);
    } else if (a->role != PATH_FAULTS) {
        mark(d, engine_path_creator(d->engine, a->path));
        mark(d, engine_path_to(d->engine, a->path));
    }
    for (uint32_t i = 0; i < a->mailbox.count; i++) {
        const Mail *mail = mail_at(&a->mailbox, i);
        find_refs(d, p->events[mail->event].payload, mail->payload);
    }
}

static void begin_marks(Direct *d)
{
    if (!d->may_refer)
        find_types(d);
    d->mark++;
}

void refs_mark_own(Direct *d, const Actor *a)
{
    begin_marks(d);
    find_own_refs(d, a);
}

// Marks the machines for which the containers were made of machines that are there or marked.
static void mark_containers(Direct *d)
{
    for (uint32_t i = 1; i < d->actor_count; i++) {
        const Actor *a = actor_at(d, i);
        if (a->role == PATH_MACHINE && (a->is_there || refs_is_marked(d, a->path)))
            mark(d, engine_path_container(d->engine, a->path));
    }
}

// Marks all machines that something refers to.
static void find_all_refs(Direct *d)
{
    begin_marks(d);
    for (uint32_t i = 1; i < d->actor_count; i++)
        if (actor_at(d, i)->is_there)
            find_actor_refs(d, actor_at(d, i));
    for (uint32_t i = 0; i < d->kind_count; i++)
        for (const Watcher *w = d->watchers[i]; w; w = w->next)
            find_machine_refs(d, &w->machine, AT_REST);
    if (d->options->network.with_creator)
        mark_containers(d);
}

// ---------------------------------------------------------------------------------- children

uint32_t children_next(Direct *d, uint32_t creator)
{
    assert(creator > 0 && creator < d->path_capacity);
    Children *all = &d->children[creator];
    if (all->gone)
        find_all_refs(d);
    for (uint32_t *link = &all->gone; *link; link = &d->gone[*link].next) {
        const Gone *gone = &d->gone[*link];
        if (d->marks[gone->path] == d->mark)
            continue;
        uint32_t k = gone->k;
        *link = gone->next;
        return k;
    }
    return all->born++;
}

// A number that was given to a machine which has halted; path 0: nothing refers to that one.
static void add_gone(Direct *d, uint32_t creator, uint32_t k, uint32_t path)
{
    uint32_t added = d->gone_count++;
    MEMORY_GROW(d->gone, d->gone_count, d->gone_capacity);
    uint32_t *link = &d->children[creator].gone;
    while (*link && d->gone[*link].k < k)
        link = &d->gone[*link].next;
    d->gone[added] = (Gone){.k = k, .path = path, .next = *link};
    *link = added;
}

void children_leave(Direct *d, uint32_t path)
{
    uint32_t creator = engine_path_creator(d->engine, path);
    if (creator)  // else it is the first machine: nobody creates it again
        add_gone(d, creator, engine_path_k(d->engine, path), path);
}

// A number that is taken: the machine with the path is there, or something refers to it.
typedef struct Taken {
    uint32_t creator, k, path;
} Taken;

static int compare_taken(const void *one, const void *other)
{
    const Taken *a = one, *b = other;
    if (a->creator != b->creator)
        return a->creator > b->creator ? 1 : -1;
    return (a->k > b->k) - (a->k < b->k);
}

// Lists those of paths below `end`. Nobody refers to a path that others have added since then.
static uint32_t list_taken(Direct *d, uint32_t end, Taken *taken)
{
    uint32_t count = 0;
    for (uint32_t path = 1; path < end; path++) {
        bool is_taken = actor_find(d, path) || refs_is_marked(d, path);
        if (!is_taken || !engine_path_is_machine(d->engine, path) ||
            !engine_path_creator(d->engine, path))
            continue;
        taken[count++] = (Taken){.creator = engine_path_creator(d->engine, path),
                                 .k = engine_path_k(d->engine, path),
                                 .path = path};
    }
    qsort(taken, count, sizeof *taken, compare_taken);
    return count;
}

// Machines that are not there can have children that are: a machine with their path may be created
// again, and must not give their numbers to others.
static void note_absent(Direct *d, uint32_t creator)
{
    bool is_known = d->absent_count > 0 && d->absent[d->absent_count - 1] == creator;
    if (is_known || actor_find(d, creator))
        return;
    MEMORY_GROW(d->absent, d->absent_count + 1, d->absent_capacity);
    d->absent[d->absent_count++] = creator;
}

void children_find(Direct *d)
{
    uint32_t paths = engine_path_count(d->engine);
    paths_reserve(d, paths);
    d->has_found_children = true;
    find_all_refs(d);
    Taken *taken = memory_resized(NULL, paths, sizeof *taken);
    uint32_t count = list_taken(d, paths, taken);
    d->absent_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        note_absent(d, taken[i].creator);
        Children *all = &d->children[taken[i].creator];
        while (all->born < taken[i].k)
            add_gone(d, taken[i].creator, all->born++, 0);
        if (!actor_find(d, taken[i].path))
            add_gone(d, taken[i].creator, taken[i].k, taken[i].path);
        all->born = taken[i].k + 1;
    }
    free(taken);
}
