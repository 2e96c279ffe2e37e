// check/replay/execute_state.c: the whole state of an execution, compared with a later one.
//
// The turns of a loop can be repeated for ever when the state at its end is the state at its
// begin. So the state is written down as words: for each machine everything that it can still
// read, its position and its queue; and the same for the monitors. Left out are slots that no
// code reads again, and events in the queue that the machine drops before it takes the next one.
//
// A loop may create machines, and others halt: then the states are the same if the machines of
// one are those of the other by other numbers. A machine that is there at both ends is itself. The
// other pairs are found where the two states have a reference at the same place; machines that
// nothing refers to are paired in the order of their creation.

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/replay/execute_impl.h"
#include "rt/node.h"

// The words of one machine, or of all monitors.
typedef struct Part {
    uint64_t first, count;
    bool is_there;
    uint32_t from, to;  // of a channel: running numbers of its sender and its target; else 0
} Part;

struct StateWords {
    const PProgram *program;
    const Live *live;
    uint64_t *words;
    bool *is_reference;  // by word: it is the number of a machine
    uint64_t count, capacity, reference_capacity;
    Part *parts;  // by running number; [0]: the monitors
    uint32_t machines;
    bool has_bounds;  // an event that will be dropped counts as long as it is in the queue
};

// ------------------------------------------------------------------------------------ values

static void add(StateWords *s, uint64_t word, bool is_reference)
{
    MEMORY_GROW(s->words, s->count + 1, s->capacity);
    MEMORY_GROW(s->is_reference, s->count + 1, s->reference_capacity);
    s->words[s->count] = word;
    s->is_reference[s->count++] = is_reference;
}

static void add_plain(StateWords *s, uint64_t word)
{
    add(s, word, false);
}

static void add_two(StateWords *s, uint32_t a, uint32_t b)
{
    add_plain(s, (uint64_t)a << 32 | b);
}

static void add_reference(StateWords *s, PWord machine)
{
    add(s, P_MACHINE_ID(machine), true);
    add_plain(s, machine >> 32);  // the events that may be sent
}

static void add_bytes(StateWords *s, const char *bytes, uint64_t size)
{
    add_plain(s, size);
    for (uint64_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        add_plain(s, word);
    }
}

// The names of machines in a text are references.
static void add_text(StateWords *s, PWord value)
{
    size_t size;
    uint64_t count, at = 0;
    const char *text = p_string_text(value, &size);
    const TextName *names = text_names(value, &count);
    add_plain(s, count);
    for (uint64_t i = 0; i < count; i++) {
        add_bytes(s, text + at, names[i].at - at);
        add(s, names[i].machine, true);
        at = names[i].at + names[i].size;
    }
    add_bytes(s, text + at, size - at);
}

static void add_value(StateWords *s, uint32_t type, PWord value);

// The places of the entries of a set or map, by their keys: their order does not count.
typedef struct Sorting {
    const PProgram *program;
    uint32_t type;  // of the keys
    PWord value;
    bool is_map;
} Sorting;

static PWord key_at(const Sorting *by, uint32_t i)
{
    return by->is_map ? p_map_key(by->value, i) : p_element(by->value, i);
}

static int by_key(const void *left, const void *right, void *data)
{
    const Sorting *by = data;
    return p_compare(by->program, by->type, key_at(by, *(const uint32_t *)left),
                     key_at(by, *(const uint32_t *)right));
}

static void add_collection(StateWords *s, const PType *t, PWord value)
{
    uint32_t count = value ? p_size(value) : 0;
    Sorting by = {s->program, t->parts[0], value, t->kind == P_TYPE_MAP};
    uint32_t *places = memory_zeroed((uint64_t)count + 1, sizeof *places);
    for (uint32_t i = 0; i < count; i++)
        places[i] = i;
    if (t->is_unordered && t->kind != P_TYPE_SEQ)
        qsort_r(places, count, sizeof *places, by_key, &by);
    add_plain(s, count);
    for (uint32_t i = 0; i < count; i++) {
        add_value(s, t->parts[0], key_at(&by, places[i]));
        if (by.is_map)
            add_value(s, t->parts[1], p_map_value(value, places[i]));
    }
    free(places);
}

static void add_value(StateWords *s, uint32_t type, PWord value)
{
    const PType *t = &s->program->types[type];
    switch (t->kind) {
    case P_TYPE_MACHINE:
        add_reference(s, value);
        break;
    case P_TYPE_STRING:
        add_text(s, value);
        break;
    case P_TYPE_ANY:
        add_plain(s, value ? p_box_type(value) : P_NONE);
        if (value)
            add_value(s, p_box_type(value), p_box_value(value));
        break;
    case P_TYPE_FOREIGN:
        add_plain(s, p_hash(s->program, type, value));
        break;
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
        add_collection(s, t, value);
        break;
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        for (uint32_t i = 0; i < t->count; i++)
            add_value(s, t->parts[i], p_tuple_part(value, i));
        break;
    default:
        add_plain(s, value);
    }
}

// ---------------------------------------------------------------------------------- machines

static void add_frame(StateWords *s, const Machine *m, uint32_t frame, bool is_asking)
{
    const PFun *fun = &s->program->funs[m->stack[frame + FRAME_FUN]];
    uint64_t set[fun->slot_count / 64 + 1];
    const uint64_t *live = live_in_frame(s->live, m, frame, is_asking, set);
    // Where a receive continues depends on the event that it takes.
    bool waits = frame == m->frame && m->receive != P_NONE;
    add_plain(s, m->stack[frame + FRAME_BELOW]);
    add_plain(s, m->stack[frame + FRAME_FUN]);
    add_plain(s, waits ? 0 : m->stack[frame + FRAME_RESUME]);
    add_plain(s, m->stack[frame + FRAME_ANSWER]);
    for (uint32_t i = 0; live && i < fun->slot_count; i++)
        if (live_has(live, i))
            add_value(s, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]);
}

static void add_machine(StateWords *s, const Machine *m, bool is_asking)
{
    const PMachineInfo *info = &s->program->machines[m->kind];
    bool is_moving = m->control == CONTROL_EXITED || m->control == CONTROL_TRANSITED;
    add_two(s, m->kind, m->interface);
    add_two(s, (uint32_t)m->control, m->is_raised);
    add_two(s, m->event, m->payload_type);
    add_value(s, m->payload_type, m->payload);
    add_two(s, is_moving ? m->target : P_NONE, m->receive);
    add_plain(s, is_moving ? (uintptr_t)m->handler : 0);
    add_two(s, m->frame, m->stack_size);
    add_plain(s, m->level_count);
    for (uint32_t i = 0; i < m->level_count; i++)
        add_two(s, m->levels[i].state, m->levels[i].frame);
    for (uint32_t frame = 0; frame < m->stack_size;) {
        add_frame(s, m, frame, is_asking);
        frame += FRAME_WORDS + s->program->funs[m->stack[frame + FRAME_FUN]].slot_count;
    }
    for (uint32_t i = 0; i < info->var_count; i++)
        add_value(s, info->var_types[i], m->shared.vars[i]);
}

static void add_request(StateWords *s, const Player *a)
{
    const PRequest *ask = &a->ask;
    switch (a->position) {
    case POSITION_SHOW:
    case POSITION_PUT:
    case POSITION_SAY:
        add_two(s, ask->event, a->position == POSITION_SAY ? ask->monitor : 0);
        if (a->position != POSITION_SAY)
            add_reference(s, ask->target);
        add_value(s, ask->type, ask->value);
        break;
    case POSITION_NEW:
        add_two(s, a->interface, a->kind);
        add_plain(s, ask->answer);
        add_value(s, ask->type, ask->value);
        break;
    case POSITION_CHOICE:
        add_two(s, ask->count, ask->is_fair);
        add_plain(s, ask->answer);
        break;
    case POSITION_REST:
    case POSITION_DOOMED:
    case POSITION_HALTED:
        break;
    }
}

static void add_queue(StateWords *s, const Player *a)
{
    bool drops =
        a->position == POSITION_REST && a->has_begun && a->role == PLAYER_MACHINE && !s->has_bounds;
    for (uint32_t i = 0; i < a->queue_count; i++) {
        uint32_t event = a->queue[i].event;
        Wants wants = drops ? machine_wants(&a->machine, event) : WANTS_DEFER;
        drops = drops && wants != WANTS_TAKE;
        if (wants == WANTS_DROP)
            continue;
        add_plain(s, event);
        add_value(s, s->program->events[event].payload, a->queue[i].payload);
    }
}

static void add_player(StateWords *s, const Player *a)
{
    bool is_asking = a->position == POSITION_NEW || a->position == POSITION_CHOICE;
    add_two(s, (uint32_t)a->position, (uint32_t)a->has_begun << 1 | a->is_orphan);
    if (a->role != PLAYER_MACHINE) {
        add(s, a->from, true);
        add(s, a->to, true);
    } else {
        add_machine(s, &a->machine, is_asking);
        add_request(s, a);
    }
    add_queue(s, a);
}

// --------------------------------------------------------------------------------- the state

static bool has_bounds(const PProgram *p)
{
    bool is_bounded = false;
    for (uint32_t i = 0; i < p->event_count; i++)
        is_bounded |= p->events[i].bound.kind != P_BOUND_NONE;
    for (uint32_t i = 0; i < p->machine_count; i++)
        is_bounded |= p->machines[i].bound.kind != P_BOUND_NONE;
    return is_bounded;
}

StateWords *state_words_new(const Execution *x, const Live *live)
{
    StateWords *s = memory_zeroed(1, sizeof *s);
    s->program = x->program;
    s->live = live;
    s->has_bounds = has_bounds(x->program);
    s->machines = x->player_count;
    s->parts = memory_zeroed((uint64_t)x->player_count + 1, sizeof *s->parts);
    for (uint32_t i = 0; i < x->watcher_count; i++) {
        for (const Watcher *w = &x->watchers[i]; w; w = w->next)
            if (w->is_there)
                add_machine(s, &w->machine, false);
        add_plain(s, P_NONE);  // the end of a kind
    }
    s->parts[0] = (Part){.count = s->count, .is_there = true};
    for (uint32_t i = 1; i <= x->player_count; i++) {
        const Player *a = x->players[i - 1];
        uint64_t first = s->count;
        bool is_there = a->position != POSITION_HALTED;
        if (is_there)
            add_player(s, a);
        s->parts[i] = (Part){first, s->count - first, is_there, a->from, a->to};
    }
    return s;
}

void state_words_free(StateWords *s)
{
    if (!s)
        return;
    free(s->words);
    free(s->is_reference);
    free(s->parts);
    free(s);
}

// -------------------------------------------------------------------------------- comparison

typedef struct Comparison {
    const StateWords *a, *b;
    uint32_t *to, *from;  // pairs of machines: by number in `a`, and in `b`; 0: not known yet
    uint32_t *found;      // machines of `a` whose pair is known, in the order in which it was found
    uint32_t found_count;
} Comparison;

// The two machines are the same one. False: they cannot be.
static bool pair(Comparison *c, uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0)
        return a == b;
    assert(a <= c->a->machines && b <= c->b->machines);
    if (c->to[a] || c->from[b])
        return c->to[a] == b;
    if (c->a->parts[a].is_there != c->b->parts[b].is_there)
        return false;
    c->to[a] = (uint32_t)b;
    c->from[b] = (uint32_t)a;
    c->found[c->found_count++] = (uint32_t)a;
    return true;
}

static bool is_same_part(Comparison *c, const Part *a, const Part *b)
{
    if (a->count != b->count)
        return false;
    for (uint64_t i = 0; i < a->count; i++) {
        uint64_t left = c->a->words[a->first + i], right = c->b->words[b->first + i];
        bool is_reference = c->a->is_reference[a->first + i];
        if (is_reference != c->b->is_reference[b->first + i])
            return false;
        if (is_reference ? !pair(c, left, right) : left != right)
            return false;
    }
    return true;
}

// The next machine that is there and has no pair; one more than there are: none.
static uint32_t next_single(const StateWords *s, const uint32_t *pairs, uint32_t number)
{
    while (number <= s->machines &&
           (pairs[number] || !s->parts[number].is_there || s->parts[number].to))
        number++;
    return number;
}

static bool is_same_channel(const Comparison *c, const Part *a, const Part *b)
{
    uint32_t from = c->to[a->from] ? c->to[a->from] : a->from;
    uint32_t to = c->to[a->to] ? c->to[a->to] : a->to;
    return b->is_there && b->from == from && b->to == to;
}

// Pairs the channels by their senders and targets. False: there are others.
static bool pair_channels(Comparison *c)
{
    uint32_t left = 0;
    for (uint32_t b = 1; b <= c->b->machines; b++)
        left += c->b->parts[b].to && c->b->parts[b].is_there && !c->from[b];
    for (uint32_t a = 1; a <= c->a->machines; a++) {
        if (!c->a->parts[a].to || !c->a->parts[a].is_there || c->to[a])
            continue;
        uint32_t b = 1;
        while (b <= c->b->machines &&
               (c->from[b] || !is_same_channel(c, &c->a->parts[a], &c->b->parts[b])))
            b++;
        if (b > c->b->machines || !pair(c, a, b))
            return false;
        left--;
    }
    return left == 0;
}

static bool compare(Comparison *c)
{
    uint32_t done = 0, a = 1, b = 1;
    for (uint32_t i = 1; i <= c->a->machines && i <= c->b->machines; i++)
        if (c->a->parts[i].is_there && c->b->parts[i].is_there)
            pair(c, i, i);
    if (!is_same_part(c, &c->a->parts[0], &c->b->parts[0]))
        return false;
    for (;;) {
        for (; done < c->found_count; done++) {
            uint32_t number = c->found[done];
            if (!is_same_part(c, &c->a->parts[number], &c->b->parts[c->to[number]]))
                return false;
        }
        a = next_single(c->a, c->to, a);
        b = next_single(c->b, c->from, b);
        bool is_last = a > c->a->machines && b > c->b->machines;
        if (is_last && !pair_channels(c))
            return false;
        if (is_last && done == c->found_count)
            return true;
        if (!is_last && (a > c->a->machines || b > c->b->machines))
            return false;
        if (!is_last)
            pair(c, a, b);
    }
}

bool state_words_same(const StateWords *a, const StateWords *b, uint32_t *renamed)
{
    Comparison c = {
        .a = a,
        .b = b,
        .to = renamed,
        .from = memory_zeroed((uint64_t)b->machines + 1, sizeof *c.from),
        .found = memory_zeroed((uint64_t)a->machines + 1, sizeof *c.found),
    };
    memset(renamed, 0, ((uint64_t)a->machines + 1) * sizeof *renamed);
    bool is_same = compare(&c);
    free(c.from);
    free(c.found);
    return is_same;
}
