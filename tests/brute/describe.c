// tests/brute/describe.c: a global state as text.
//
// All that can make a difference to what happens from here on, and nothing else. Machines
// are written as their paths, in the order of these; numbers of the execution appear
// nowhere. The same walk finds out which machines are referred to.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "brute.h"
#include "rt/node.h"

typedef struct Writer {
    const Execution *x;
    const PProgram *p;
    const Paths *names;
    const Live *live;
    Buf *out;
    bool *is_referred;  // by running number
} Writer;

// ------------------------------------------------------------------------------- values

static void write_machine(Writer *w, uint32_t id)
{
    if (id == 0) {
        buf_str(w->out, "nobody");
        return;
    }
    w->is_referred[id] = true;
    buf_str(w->out, w->names->paths[id]);
}

static void write_value(Writer *w, uint32_t type, PWord value);

static void write_parts(Writer *w, const PType *t, PWord value)
{
    uint32_t count = t->kind == P_TYPE_TUPLE || t->kind == P_TYPE_NTUPLE ? t->count : p_size(value);

    buf_print(w->out, "%" PRIu32 "(", count);
    for (uint32_t i = 0; i < count; i++) {
        if (t->kind == P_TYPE_MAP) {
            write_value(w, t->parts[0], p_map_key(value, i));
            buf_str(w->out, "->");
            write_value(w, t->parts[1], p_map_value(value, i));
        } else if (t->kind == P_TYPE_SEQ || t->kind == P_TYPE_SET) {
            write_value(w, t->parts[0], p_element(value, i));
        } else {
            write_value(w, t->parts[i], p_tuple_part(value, i));
        }
        buf_str(w->out, ", ");
    }
    buf_char(w->out, ')');
}

// A text, and the machines that it names.
static void write_text(Writer *w, PWord value)
{
    Buf text = {0};
    uint64_t count;
    const TextName *names = text_names(value, &count);
    text_skeleton(value, &text);
    buf_print(w->out, "%zu\"", text.size);
    buf_add(w->out, buf_text(&text), text.size);
    for (uint64_t i = 0; i < count; i++) {
        buf_char(w->out, '@');
        write_machine(w, names[i].machine);
    }
    buf_drop(&text);
}

static void write_value(Writer *w, uint32_t type, PWord value)
{
    const PType *t = &w->p->types[type];

    switch (t->kind) {
    case P_TYPE_NULL:
        break;
    case P_TYPE_MACHINE:
        write_machine(w, P_MACHINE_ID(value));
        buf_print(w->out, "/%" PRIu32, P_MACHINE_SET(value));
        break;
    case P_TYPE_STRING:
        write_text(w, value);
        break;
    case P_TYPE_ANY:
        if (value) {
            buf_print(w->out, "<%" PRIu32 ">", p_box_type(value));
            write_value(w, p_box_type(value), p_box_value(value));
        }
        break;
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
        write_parts(w, t, value);
        break;
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        if (value)
            write_parts(w, t, value);
        break;
    case P_TYPE_FOREIGN:
        die("brute cannot compare foreign values");
    default:
        buf_print(w->out, "%" PRId64, (int64_t)value);
        break;
    }
}

// ------------------------------------------------------------------------------- machines

static bool is_caller(const Player *a, uint32_t frame, uint32_t top)
{
    bool waits_for_answer = frame == a->machine.frame &&
                            (a->position == POSITION_NEW || a->position == POSITION_CHOICE);
    return frame != top || waits_for_answer;
}

// The frames from `top` down to the handler's first. Slots that nobody reads any more
// are left out.
static void write_frames(Writer *w, const Player *a, uint32_t top)
{
    const Machine *m = &a->machine;
    for (uint32_t frame = top; frame != P_NONE; frame = (uint32_t)m->stack[frame + FRAME_BELOW]) {
        uint32_t number = (uint32_t)m->stack[frame + FRAME_FUN];
        uint32_t resume = (uint32_t)m->stack[frame + FRAME_RESUME];
        const PFun *fun = &w->p->funs[number];
        bool receives = frame == m->frame && m->receive != P_NONE;
        uint64_t set[live_words(fun) + 1];

        memset(set, 0, sizeof set);
        const uint64_t *live =
            receives ? live_receive(w->live, m->receive, number) : live_at(w->live, number, resume);
        if (!receives && is_caller(a, frame, top)) {
            live_asking(w->live, number, resume, set);
            live = set;
        }
        buf_print(w->out, "\n    %s", fun->name);
        if (!receives)
            buf_print(w->out, " goes on at %" PRIu32, resume);
        buf_print(w->out, ", answer to %" PRIu32, (uint32_t)m->stack[frame + FRAME_ANSWER]);
        for (uint32_t i = 0; i < fun->slot_count; i++)
            if (live && live_has(live, i)) {
                buf_print(w->out, " %" PRIu32 "=", i);
                write_value(w, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]);
            }
    }
}

// A transition under way, or an event that is raised.
static void write_control(Writer *w, const Machine *m)
{
    bool is_moving = m->control == CONTROL_EXITED || m->control == CONTROL_TRANSITED;

    buf_print(w->out, "\n  control %d", m->control);
    if (m->receive != P_NONE)
        buf_print(w->out, " receive %" PRIu32, m->receive);
    if (m->control != CONTROL_WAIT || m->is_raised) {
        buf_print(w->out, " event %" PRIu32 " raised %d ", m->event, m->is_raised);
        write_value(w, m->payload_type, m->payload);
    }
    if (is_moving)
        buf_print(w->out, " to %" PRIu32 " by %" PRIu32, m->target,
                  m->handler ? m->handler->fun : P_NONE);
}

static void write_machine_state(Writer *w, const Player *a, const Machine *m)
{
    const PMachineInfo *info = &w->p->machines[m->kind];

    write_control(w, m);
    for (uint32_t i = m->level_count; i-- > 0;) {
        buf_print(w->out, "\n  state %s", w->p->states[m->levels[i].state].name);
        if (i + 1 == m->level_count && a)
            write_frames(w, a, m->frame);
        if (m->levels[i].frame != P_NONE && a) {
            buf_str(w->out, "\n  pushed by");
            write_frames(w, a, m->levels[i].frame);
        }
    }
    for (uint32_t i = 0; i < info->var_count; i++) {
        buf_print(w->out, "\n  %" PRIu32 "=", i);
        write_value(w, info->var_types[i], m->shared.vars[i]);
    }
}

static void write_position(Writer *w, const Player *a)
{
    const PRequest *ask = &a->ask;

    switch (a->position) {
    case POSITION_REST:
        buf_str(w->out, a->has_begun ? " rests" : " is new");
        break;
    case POSITION_SHOW:
    case POSITION_PUT:
        buf_print(w->out, " %s %" PRIu32 " to ", a->position == POSITION_SHOW ? "shows" : "puts",
                  ask->event);
        write_machine(w, P_MACHINE_ID(ask->target));
        buf_char(w->out, ' ');
        write_value(w, ask->type, ask->value);
        break;
    case POSITION_SAY:
        buf_print(w->out, " says %" PRIu32 " to %" PRIu32 " ", ask->event, ask->monitor);
        write_value(w, ask->type, ask->value);
        break;
    case POSITION_NEW:
        buf_print(w->out, " creates %" PRIu32 " as %" PRIu32 " for %" PRIu32 " ", a->kind,
                  a->interface, ask->answer);
        write_value(w, ask->type, ask->value);
        break;
    case POSITION_CHOICE:
        buf_print(w->out, " chooses of %" PRIu32 " for %" PRIu32, ask->count, ask->answer);
        break;
    case POSITION_DOOMED:
        buf_str(w->out, " is doomed");
        break;
    case POSITION_HALTED:
        break;
    }
}

bool program_bounds_queues(const PProgram *p)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (p->events[i].bound.kind != P_BOUND_NONE)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].bound.kind != P_BOUND_NONE)
            return true;
    return false;
}

// A machine at rest is rid of ignored events before the first one that it takes: they
// are never seen again. Where queues are bounded, their number can be seen.
static void write_queue(Writer *w, const Player *a)
{
    bool drops = a->position == POSITION_REST && a->has_begun && a->role == PLAYER_MACHINE &&
                 !program_bounds_queues(w->p);

    buf_str(w->out, "\n  queue");
    for (uint32_t i = 0; i < a->queue_count; i++) {
        Wants wants = drops ? machine_wants(&a->machine, a->queue[i].event) : WANTS_DEFER;
        if (wants == WANTS_DROP)
            continue;
        if (wants == WANTS_TAKE)
            drops = false;
        buf_print(w->out, " %" PRIu32 " ", a->queue[i].event);
        write_value(w, w->p->events[a->queue[i].event].payload, a->queue[i].payload);
        buf_char(w->out, ';');
    }
}

// --------------------------------------------------------------------------------- states

static int by_path(const void *left, const void *right, void *names)
{
    const uint32_t *a = left, *b = right;
    const Paths *n = names;
    return strcmp(n->paths[*a], n->paths[*b]);
}

static void write_one(Writer *w, const Player *a)
{
    write_position(w, a);
    if (a->position != POSITION_DOOMED)  // else nothing but this matters any more
        write_machine_state(w, a, &a->machine);
}

static void write_state(Writer *w)
{
    const Execution *x = w->x;
    uint32_t *order = calloc((size_t)x->player_count + 1, sizeof *order), count = 0;
    if (!order)
        die_out_of_memory(x->player_count);

    for (uint32_t i = 0; i < x->player_count; i++)
        if (x->players[i]->position != POSITION_HALTED)
            order[count++] = i + 1;
    buf_print(w->out, "%" PRIu32 " machines\n", count);
    qsort_r(order, count, sizeof *order, by_path, (void *)w->names);
    for (uint32_t i = 0; i < count; i++) {
        const Player *a = x->players[order[i] - 1];
        buf_str(w->out, w->names->paths[order[i]]);
        if (a->to)
            w->is_referred[a->from] = w->is_referred[a->to] = true;
        if (a->role == PLAYER_FAULTS)
            buf_print(w->out, " %" PRIu32 " %" PRIu32 " %" PRIu32, x->network.crashes,
                      x->network.cuts, x->network.suspicions);
        if (a->is_orphan && (a->role == PLAYER_CHANNEL || !a->has_begun))
            buf_str(w->out, " orphan");
        if (a->role == PLAYER_MACHINE)
            write_one(w, a);
        write_queue(w, a);
        buf_char(w->out, '\n');
    }
    free(order);
    for (uint32_t i = 0; i < x->watcher_count; i++) {
        buf_print(w->out, "monitor %" PRIu32, i);
        for (const Watcher *one = &x->watchers[i]; one; one = one->next)
            if (one->is_there) {
                buf_str(w->out, " one");
                write_machine_state(w, NULL, &one->machine);
            }
        buf_char(w->out, '\n');
    }
}

static bool *walk(const Execution *x, const Paths *names, const Live *live, Buf *out)
{
    bool *is_referred = calloc((size_t)x->player_count + 1, sizeof *is_referred);
    if (!is_referred)
        die_out_of_memory(x->player_count);
    Writer w = {x, x->program, names, live, out, is_referred};
    write_state(&w);
    return is_referred;
}

void describe(const Execution *x, const Paths *names, const Live *live, Buf *out)
{
    free(walk(x, names, live, out));
}

bool *describe_refs(const Execution *x, const Paths *names, const Live *live, uint32_t machine)
{
    Buf unused = {0};
    bool *is_referred = calloc((size_t)x->player_count + 1, sizeof *is_referred);
    if (!is_referred)
        die_out_of_memory(x->player_count);
    Writer w = {x, x->program, names, live, &unused, is_referred};
    write_one(&w, x->players[machine - 1]);
    buf_drop(&unused);
    return is_referred;
}

// ---------------------------------------------------------------------------------- names

static uint32_t next_number(Paths *n)
{
    if (n->count + 2 > n->capacity) {
        n->capacity = n->capacity ? n->capacity * 2 : 16;
        n->paths = realloc(n->paths, n->capacity * sizeof *n->paths);
        n->creators = realloc(n->creators, n->capacity * sizeof *n->creators);
        n->ks = realloc(n->ks, n->capacity * sizeof *n->ks);
        if (!n->paths || !n->creators || !n->ks)
            die_out_of_memory(n->capacity * sizeof *n->paths);
    }
    return ++n->count;
}

void paths_add(Paths *n, uint32_t creator, uint32_t k, uint32_t interface)
{
    uint32_t number = next_number(n);
    Buf path = {0};
    if (creator)
        buf_print(&path, "%s.%" PRIu32 ":%" PRIu32, n->paths[creator], k, interface);
    else
        buf_print(&path, "first:%" PRIu32, interface);
    n->paths[number] = path.text;
    n->creators[number] = creator;
    n->ks[number] = k;
}

void paths_add_part(Paths *n, const Player *part)
{
    uint32_t number = next_number(n);
    Buf path = {0};
    if (part->role == PLAYER_FAULTS) {
        buf_str(&path, "faults");
    } else {
        const char *from = n->paths[part->from], *to = n->paths[part->to];
        bool is_cut = part->role == PLAYER_CUT;  // between two: no direction
        bool is_turned = is_cut && strcmp(from, to) > 0;
        buf_print(&path, "%s %s %s", is_turned ? to : from, is_cut ? "cut" : ">",
                  is_turned ? from : to);
    }
    n->paths[number] = path.text;
    n->creators[number] = n->ks[number] = 0;
}

void paths_clear(Paths *n)
{
    for (uint32_t i = 1; i <= n->count; i++)
        free(n->paths[i]);
    n->count = 0;
}

void paths_drop(Paths *n)
{
    paths_clear(n);
    free(n->paths);
    free(n->creators);
    free(n->ks);
}

// Whether the machine with this running number is (creator, k).
static bool is_this(const Paths *n, uint32_t machine, uint32_t creator, uint32_t k)
{
    return n->creators[machine] && n->ks[machine] == k &&
           strcmp(n->paths[n->creators[machine]], n->paths[creator]) == 0;
}

static bool is_taken(const Paths *n, const Execution *x, const bool *is_referred, uint32_t creator,
                     uint32_t k)
{
    for (uint32_t i = 1; i <= x->player_count; i++) {
        const Player *a = x->players[i - 1];
        bool counts = a->position != POSITION_HALTED || is_referred[i];
        if (counts && a->role == PLAYER_MACHINE &&
            (is_this(n, i, creator, k) || is_this(n, a->container, creator, k)))
            return true;
    }
    return false;
}

uint32_t paths_next(const Paths *n, const Execution *x, const Live *live, uint32_t creator)
{
    Buf unused = {0};
    bool *is_referred = walk(x, n, live, &unused);
    uint32_t k = 1;
    while (is_taken(n, x, is_referred, creator, k))
        k++;
    free(is_referred);
    buf_drop(&unused);
    return k;
}
