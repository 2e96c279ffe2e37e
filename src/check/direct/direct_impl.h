// check/direct/direct_impl.h: the data of a direct execution.

#pragma once

#include <assert.h>

#include "check/coverage/notes.h"
#include "check/direct/direct.h"
#include "rt/node.h"

typedef struct Mail {
    uint32_t event;
    PWord payload;  // owned, of the event's payload type
    uint64_t print;  // of both; 0: not computed yet
} Mail;

// A queue: a ring of events.
typedef struct Mailbox {
    Mail *items;
    uint32_t first, count, capacity;  // the capacity is 0 or a power of two
} Mailbox;

// What a machine will do next when it is not at rest. As the engine's Pending.
typedef struct Intent {
    uint32_t event;  // AT_SHOW, AT_PUT, AT_SAY
    uint32_t type;   // of the value
    PWord value;     // owned: the payload
    PWord target;    // AT_SHOW, AT_PUT
    uint32_t monitor;    // AT_SAY: the only one, or P_NONE
    uint32_t interface;  // AT_NEW
    uint32_t kind;       // AT_NEW
    uint32_t answer;     // AT_NEW, AT_CHOICE: slot
    uint32_t count;      // AT_CHOICE: alternatives
} Intent;

// A machine, or something of the network (direct_network.c), which has only a path and a mailbox.
// The print of a variable. The value is retained, so it is copied before it changes: as long as the
// variable has this word, it has this print.
typedef struct VarPrint {
    PWord word;  // 0: none
    uint64_t print;
} VarPrint;

typedef struct Actor {
    Machine machine;
    VarPrint *vars;  // NULL: none yet
    uint32_t number, path;
    PathRole role;
    bool is_orphan;  // of a channel: its sender has crashed
    bool is_there;  // it has not halted
    Position position;
    Intent intent;
    Mailbox mailbox;
    // The first `passed` events were looked at in this state and receive: none can be taken.
    uint32_t passed, passed_state, passed_receive;
    uint64_t print;          // its part of Direct.print
    uint64_t machine_print;  // the part without its queue
    bool is_changed;         // since then: it is in Direct.changed
    bool has_moved;          // likewise, not only its queue
} Actor;

// A monitor. In the 2015 dialect there may be several of a kind.
typedef struct Watcher {
    Machine machine;
    VarPrint *vars;
    uint64_t print;
    bool is_changed;  // since its print was computed
    struct Watcher *next;
} Watcher;

// The machines that a path has created, by k. Each k below `born` was given to a machine, which
// either is there or is in the list of those that are gone.
typedef struct Gone {
    uint32_t k, path;
    uint32_t next;  // index in Direct.gone; 0: none. Ascending by k
} Gone;

typedef struct Children {
    uint32_t born;
    uint32_t gone;  // index in Direct.gone; 0: none
} Children;

// Lists of notes that occurred before, and their trails.
typedef struct KnownTrail {
    uint64_t hash;
    Cell *cells;
    uint32_t count, trail;
} KnownTrail;

struct Direct {
    Stepper *stepper;
    Engine *engine;
    const PProgram *program;
    const PTest *test;
    const EngineOptions *options;
    bool has_bounds, has_guard;
    Network left;  // what may still go wrong

    Actor **actors;  // by number; the first is not used. They are reused by later executions
    uint32_t actor_count, actor_capacity;
    uint32_t choosing;  // number of the machine in the middle of its choices; 0: none
    uint32_t *numbers;  // by path: the machine that has it, or had it last
    Children *children;  // by path
    uint32_t *marks;     // by path: equal to `mark` when something refers to it
    uint32_t path_capacity, mark;
    Gone *gone;
    uint32_t gone_count, gone_capacity;
    bool *may_refer;  // by type: a value of it may refer to a machine; NULL: not known yet

    Watcher **watchers;  // by kind of monitor
    uint32_t kind_count;

    uint64_t print;  // of the machines, without those that have changed
    uint32_t *changed, changed_count, changed_capacity;  // their numbers

    // The current step.
    PRequest ask;
    NodeHost host;
    Rng *rng;
    DirectStep *step;
    uint64_t weight;  // product of the alternatives of the choices so far
    bool has_acted, is_shown, may_merge;
    uint32_t *choices, choice_capacity;
    uint32_t *shows, show_capacity;
    uint32_t *lost, lost_capacity;
    Notes own, also;
    Observer own_observer, also_observer;
    KnownTrail *trails;
    uint32_t trail_count;
};

static inline int64_t direct_fuel(const Direct *d)
{
    return d->options->loop_limit > 0 ? d->options->loop_limit : machine_fuel;
}

// The machine with the number.
static inline Actor *actor_at(const Direct *d, uint32_t number)
{
    assert_debug(number > 0 && number < d->actor_count);
    return d->actors[number];
}

// How a part of a step ended.
typedef enum Part {
    PART_ON,       // the machine is at a new position
    PART_OVER,     // the step is complete, or no state follows: `kind` of the step says which
    PART_STOPPED,  // abandoned
} Part;

// Runs the machine; values may not need more memory than there is.
Step direct_run(Direct *d, Machine *m);

// -------------------------------------------------------------------- machines (direct.c)

// Creates a machine, before its start entry. Takes the payload.
Actor *actor_create(Direct *d, uint32_t path, uint32_t kind, uint32_t interface, PWord payload);
void actor_leave(Direct *d, Actor *a);  // it has halted
bool actor_owns_value(const Actor *a);  // its intent has one
// Something of the network.
Actor *actor_add_part(Direct *d, uint32_t path, PathRole role);
// What has the path and is there; or NULL.
Actor *actor_find(const Direct *d, uint32_t path);

// --------------------------------------------------------------------- steps (direct_step.c)

Part step_over(Direct *d, EdgeKind kind);
// Draws one of the alternatives, and adds it to the choices of the step.
uint32_t step_choose(Direct *d, uint32_t count);
// Puts an event into the queue of a machine that is there.
Part step_enqueue(Direct *d, Actor *to, Mail mail);

// ------------------------------------------------------------- the network (direct_network.c)

void direct_network_begin(Direct *d);
// Puts the event that the machine sends into the channel to the target. Takes the payload.
Part direct_network_put(Direct *d, const Actor *from, uint32_t to, Mail mail);
Part direct_network_step(Direct *d, Actor *a);  // of what is not a machine

// ------------------------------------------------------------------- queues (direct_mail.c)

static inline Mail *mail_at(const Mailbox *box, uint32_t i)
{
    assert_debug(i < box->count);
    return &box->items[(box->first + i) & (box->capacity - 1)];
}

void mail_push(Mailbox *box, Mail mail);
Mail mail_remove(Mailbox *box, uint32_t i);
void mail_clear(const PProgram *p, Mailbox *box);

// Whether the machine, at rest, finds an event to take: then it is at place `passed`. Coverage
// notes the deferred events in front of it.
bool mail_look(Direct *d, Actor *a);
// The machine has come to rest: drops ignored events in front of the first one that it takes.
void mail_rest(Direct *d, Actor *a);
// Another machine has put an event at the end of the queue of a machine at rest: the same.
void mail_came(Direct *d, Actor *a);
// Removes the event that it takes, and ignored ones in front of it. False: there is none, it
// takes `null`.
bool mail_take(Direct *d, Actor *a, Mail *mail);

// ------------------------------------------------------------------ monitors (direct_watch.c)

void watch_init(Direct *d);
void watch_clear(Direct *d);
bool watch_start(Direct *d, Bug *bug);
// The results of what monitors do.
typedef enum Watched { WATCHED, WATCH_FAILED, WATCH_STOPPED } Watched;
// Shows the event to all monitors that see it. When one fails, the bug is in the step, with the
// kind P_ERROR_NONE for an assumption.
Watched watch_show(Direct *d, const Machine *by, uint32_t event, PWord payload, uint32_t only);
// The program creates a monitor (2015 dialect). Takes the payload.
Watched watch_create(Direct *d, uint32_t kind, PWord payload);

// --------------------------------------------------------------------- paths (direct_refs.c)

void paths_reserve(Direct *d, uint32_t path);
// The number k of the next machine that the path creates.
uint32_t children_next(Direct *d, uint32_t creator);
void children_leave(Direct *d, uint32_t path);  // a machine has halted
// Marks the paths that the machine itself refers to, not those in its queue.
void refs_mark_own(Direct *d, const Actor *a);
static inline bool refs_is_marked(const Direct *d, uint32_t path)
{
    return d->marks[path] == d->mark;
}

// ---------------------------------------------------------------- fingerprint (direct_print.c)

// To be called when the machine has changed, or only its queue.
void print_change(Direct *d, Actor *a);
// Forgets the prints of the variables, before the machine is dropped.
void print_forget(const Direct *d, const Machine *m, VarPrint **vars);
void print_queue_change(Direct *d, Actor *a);

// ------------------------------------------------------------------- coverage (direct_trail.c)

uint32_t direct_trail(Direct *d, const Notes *notes);
void direct_trails_drop(Direct *d);
