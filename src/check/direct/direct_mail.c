// check/direct/direct_mail.c: queues, and which event a machine takes next.
//
// As in the engine, an ignored event is dropped as soon as nothing in front of it can be taken:
// in programs without bounds on queues nobody can see when. So a queue of a machine at rest
// begins with deferred events, and the next one is taken.
//
// The events in front that cannot be taken are counted, and not looked at again while the
// machine rests in the same state, or, in a program of at most 64 events, in one that defers all
// kinds of them. So a step rarely depends on the length of the queue: if it takes an event in the
// middle, or changes to a state that takes or drops some of the deferred ones.

#include <stdlib.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"

enum { EVENT_BITS = 64 };

// ---------------------------------------------------------------------------------- the ring

static void grow(Mailbox *box)
{
    uint32_t capacity = box->capacity ? box->capacity * 2 : 4;
    Mail *items = memory_resized(NULL, capacity, sizeof *items);
    for (uint32_t i = 0; i < box->count; i++)
        items[i] = *mail_at(box, i);
    free(box->items);
    box->items = items;
    box->first = 0;
    box->capacity = capacity;
}

void mail_push(Mailbox *box, Mail mail)
{
    if (box->count == box->capacity)
        grow(box);
    box->count++;
    *mail_at(box, box->count - 1) = mail;
}

// The events in front of it move back by one place, or those behind it forwards if these are fewer:
// the event that is taken behind many deferred ones is mostly one of the last.
Mail mail_remove(Mailbox *box, uint32_t i)
{
    Mail mail = *mail_at(box, i);
    print_remove(box, i);
    if (i >= box->count / 2) {
        for (; i + 1 < box->count; i++)
            *mail_at(box, i) = *mail_at(box, i + 1);
    } else {
        for (; i > 0; i--)
            *mail_at(box, i) = *mail_at(box, i - 1);
        box->first = (box->first + 1) & (box->capacity - 1);
    }
    box->count--;
    return mail;
}

void mail_clear(const PProgram *p, Mailbox *box)
{
    for (uint32_t i = 0; i < box->count; i++)
        p_release(p, p->events[mail_at(box, i)->event].payload, mail_at(box, i)->payload);
    box->first = box->count = box->printed = 0;
    box->print = 0;
}

// ----------------------------------------------------------------------------------- looking

void mail_init(Direct *d)
{
    uint64_t count = (uint64_t)d->program->state_count * d->program->event_count;
    if (!d->program->is_classic && count <= KNOWN_MOST)
        d->reactions = memory_zeroed(count, sizeof *d->reactions);
}

// NULL: it must be asked for what it does.
static inline const Reaction *reaction(const Direct *d, const Machine *m, uint32_t event)
{
    if (!d->reactions || m->receive != P_NONE || m->level_count != 1)
        return NULL;
    uint32_t state = m->levels[0].state;
    Reaction *r = &d->reactions[(size_t)state * d->program->event_count + event];
    if (!r->wants)
        *r = (Reaction){.action = machine_action(d->program, state, event),
                        .wants = (uint8_t)(machine_wants(m, event) + 1)};
    return r;
}

Wants direct_wants(const Direct *d, const Machine *m, uint32_t event)
{
    const Reaction *r = reaction(d, m, event);
    return r ? (Wants)(r->wants - 1) : machine_wants(m, event);
}

// The usual action is started without a search for its handler.
void direct_take(const Direct *d, Machine *m, uint32_t event, PWord payload)
{
    const Reaction *r = reaction(d, m, event);
    if (r && r->action && machine_act(m, r->action, event, payload))
        notes_add(m->observer->data, CELL_EVENT, m->levels[0].state, event, WAY_TAKEN);
    else
        machine_take(m, event, payload);
}

static Wants wants(const Direct *d, const Actor *a, uint32_t place)
{
    return direct_wants(d, &a->machine, mail_at(&a->mailbox, place)->event);
}

// Whether the machine defers all events that were looked at. Known without a look at each one, if
// there are more of them than kinds; else false.
static bool defers_all(const Direct *d, const Actor *a)
{
    uint32_t kinds = d->program->event_count;
    bool defers = a->passed > kinds && kinds <= EVENT_BITS && !d->has_bounds;
    for (uint32_t e = 0; e < kinds && defers; e++)
        defers = !(a->passed_events >> e & 1) || direct_wants(d, &a->machine, e) == WANTS_DEFER;
    return defers;
}

// The machine rests again: forgets which events were looked at, if its state has changed.
static void begin_look(const Direct *d, Actor *a)
{
    const Machine *m = &a->machine;
    uint32_t state = machine_state(m);
    if (m->level_count > 1 || a->passed_state != state || a->passed_receive != m->receive) {
        a->must_note = defers_all(d, a);
        if (!a->must_note) {
            a->passed = 0;
            a->passed_events = 0;
        }
    }
    a->passed_state = state;
    a->passed_receive = m->receive;
}

static void note_passed(const Direct *d, Actor *a)
{
    a->must_note = false;
    for (uint32_t e = 0; e < d->program->event_count && a->machine.receive == P_NONE; e++)
        if (a->passed_events >> e & 1)
            engine_note_deferred(d->stepper, a->passed_state, e);
}

bool mail_look(Direct *d, Actor *a)
{
    Mailbox *box = &a->mailbox;
    bool receives = a->machine.receive != P_NONE;
    assert_debug(a->position == AT_REST && a->passed <= box->count);
    if (a->must_note)
        note_passed(d, a);
    for (; !a->takes && a->passed < box->count; a->passed++) {
        Wants what = wants(d, a, a->passed);
        a->takes = what == WANTS_TAKE;
        if (a->takes)
            break;
        assert_debug(what == WANTS_DEFER || d->has_bounds);
        uint32_t event = mail_at(box, a->passed)->event;
        a->passed_events |= UINT64_C(1) << event % EVENT_BITS;
        if (what == WANTS_DEFER && !receives)
            engine_note_deferred(d->stepper, a->passed_state, event);
    }
    assert_debug(!a->takes || wants(d, a, a->passed) == WANTS_TAKE);
    return a->takes;
}

bool mail_could_run(const Direct *d, const Actor *a)
{
    if (a->role != PATH_MACHINE)
        return a->role != PATH_CUT;
    bool can = a->position != AT_REST || a->takes || machine_wants_null(&a->machine);
    for (uint32_t i = a->passed; !can && i < a->mailbox.count; i++)
        can = wants(d, a, i) == WANTS_TAKE;
    return can;
}

// ---------------------------------------------------------------------------------- dropping

// Drops the ignored event at the place.
static void ignore(Direct *d, Actor *a, uint32_t place)
{
    const PProgram *p = d->program;
    Mail mail = mail_remove(&a->mailbox, place);
    notes_add(&d->also, CELL_EVENT, machine_state(&a->machine), mail.event, WAY_IGNORED);
    p_release(p, p->events[mail.event].payload, mail.payload);
}

void mail_rest(Direct *d, Actor *a)
{
    begin_look(d, a);
    if (d->has_bounds)
        return;
    for (uint32_t i = a->passed; i < a->mailbox.count;) {
        Wants what = wants(d, a, i);
        a->takes = what == WANTS_TAKE && i == a->passed && !a->must_note;
        if (what == WANTS_TAKE)
            return;
        if (what == WANTS_DROP)
            ignore(d, a, i);
        else
            i++;
    }
}

void mail_came(Direct *d, Actor *a)
{
    uint32_t last = a->mailbox.count - 1;
    assert_debug(a->mailbox.count > 0 && a->position == AT_REST);
    if (d->has_bounds || a->takes)
        return;
    Wants what = wants(d, a, last);
    a->takes = what == WANTS_TAKE && last == a->passed && !a->must_note;
    if (what != WANTS_DROP)
        return;
    for (uint32_t i = a->passed; i < last; i++)
        if (wants(d, a, i) == WANTS_TAKE)
            return;
    ignore(d, a, last);
}

bool mail_take(Direct *d, Actor *a, Mail *mail)
{
    // A fast path for the usual event: the first one, and it was looked at.
    Mailbox *box = &a->mailbox;
    if (a->takes && a->passed == 0 && !d->has_bounds && !box->printed) {
        assert_debug(mail_look(d, a));
        *mail = box->items[box->first];
        box->first = (box->first + 1) & (box->capacity - 1);
        box->count--;
        a->takes = false;
        return true;
    }
    bool is_there = mail_look(d, a);
    for (uint32_t i = 0; d->has_bounds && i < a->passed;)
        if (wants(d, a, i) == WANTS_DROP) {
            ignore(d, a, i);
            a->passed--;
        } else {
            i++;
        }
    if (is_there)
        *mail = mail_remove(&a->mailbox, a->passed);
    a->takes = false;
    return is_there;
}
