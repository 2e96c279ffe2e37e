// check/direct/direct_impl.h: the data of a direct execution.

#pragma once

#include <assert.h>

#include "base/mix.h"
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
    uint32_t printed;                 // `print` is of so many events, from the first
    uint64_t print;
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
    uint64_t print;      // AT_SHOW, AT_PUT, AT_SAY: as that of a Mail
} Intent;

// The print of a variable. A value that has a node is retained, so it is copied before it changes:
// as long as the variable has this word, it has this print.
typedef struct VarPrint {
    PWord word;
    uint64_t print;    // 0 for the word 0
    bool is_retained;
    bool may_change;   // the value may change although the word does not
} VarPrint;

enum { KNOWN_MOST = 1 << 20 };  // entries of the tables of what machines do with events

// The prints of all variables, and their sum.
typedef struct VarPrints {
    VarPrint *vars;  // NULL: none yet
    uint64_t sum;
} VarPrints;

// An execution has two hashes, each of which is computed only when somebody asks for it.
typedef enum HashKind { HASH_PRINT, HASH_OUTLINE, HASH_KINDS } HashKind;

// A machine in one of them.
typedef struct ActorHash {
    uint64_t part;    // of the sum
    uint64_t own;     // the part without its queue
    bool is_changed;  // since then: it is in StateHash.changed
    bool has_moved;   // likewise, not only its queue
} ActorHash;

typedef struct WatcherHash {
    uint64_t part;
    bool is_changed;  // since then
} WatcherHash;

typedef struct StateHash {
    uint64_t machines;  // without those that have changed
    uint64_t monitors;
    bool has_watch_changed;  // since then
    uint32_t *changed, changed_count, changed_capacity;  // their numbers
} StateHash;

// A machine, or something of the network (direct_network.c), which has only a path and a mailbox.
typedef struct Actor {
    Machine machine;
    Direct *direct;  // that it belongs to
    VarPrints vars;
    uint32_t number, path;
    PathRole role;
    bool is_orphan;  // of a channel: its sender has crashed
    bool is_there;  // it has not halted
    Position position;
    Intent intent;
    Mailbox mailbox;
    // The first `passed` events were looked at in this state and receive: none can be taken.
    uint32_t passed, passed_state, passed_receive;
    uint64_t passed_events;  // a bit for each kind of them, if there are at most 64 kinds
    bool must_note;          // coverage has not noted yet that this state defers them
    bool takes;              // the next one can
    ActorHash hashes[HASH_KINDS];
} Actor;

// A monitor. In the 2015 dialect there may be several of a kind.
typedef struct Watcher {
    Machine machine;
    VarPrints vars;
    WatcherHash hashes[HASH_KINDS];
    struct Watcher *next;
} Watcher;

// The variables of a kind of machine that an outline has: those of which it has the word, then
// those of which it has the size.
typedef struct OutlineVars {
    uint32_t *vars;  // NULL: not known yet
    uint32_t words, all;
} OutlineVars;

// What direct_warmest answers for a kind of monitor.
typedef struct Warmth {
    bool is_known;  // since monitors of the kind have run
    bool is_there;
    MonitorView view;
} Warmth;

// What a machine in a state does with an event, when it is not in a receive.
typedef struct Reaction {
    const PHandler *action;  // as machine_action
    uint8_t wants;           // what machine_wants answers, plus 1; 0: not known yet
} Reaction;

// The kinds of monitors that see an event of an interface, if it is not announced to one alone.
typedef struct SeenBy {
    uint32_t count;
    uint32_t kinds[];
} SeenBy;

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

// Lists of notes that occurred before, and their trails (direct_trail.c).
typedef struct KnownTrails KnownTrails;
typedef struct TrailNode TrailNode;

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
    bool has_found_children;  // also of paths that are not there:
    uint32_t *absent, absent_count, absent_capacity;  // these have created machines
    uint32_t *marks;     // by path: equal to `mark` when something refers to it
    uint32_t path_capacity, mark;
    Gone *gone;
    uint32_t gone_count, gone_capacity;
    bool *may_refer;  // by type: a value of it may refer to a machine; NULL: not known yet

    Watcher **watchers;  // by kind of monitor
    Warmth *warmth;      // the same
    uint32_t kind_count;

    StateHash hashes[HASH_KINDS];
    uint64_t watch_changes;  // so far, of all executions
    OutlineVars *outline_vars;  // by kind of machine; NULL: not known yet

    // By state and event. NULL: there would be too many, or they depend on a stack of states.
    Reaction *reactions;
    SeenBy **seen;  // by interface and event; NULL: there would be too many
    bool has_null;  // some state or receive handles `null`
    // The current step.
    PRequest ask;
    NodeHost host;
    bool is_guarded;  // what runs now, as a whole, by direct_guard
    Rng *rng;
    DirectStep *step;
    const DirectChooser *chooser;  // or NULL: choices are random
    uint64_t weight;  // product of the alternatives of the choices so far
    bool has_acted, is_shown, may_merge;
    bool is_asking;  // the chooser is asked,
    bool is_within;  // and the machine has done something before that
    bool goes_on;    // the next step is this one; `resumed` is what it did
    DirectStep resumed;
    uint32_t was_choosing;  // when the step began
    UserOp *ops;            // what the machine has told the explorer
    uint32_t op_count, op_capacity;
    uint32_t ops_before;  // so many of them before it created something
    StepEvent *events;
    uint32_t event_capacity;
    uint32_t *choices, choice_capacity;
    uint32_t *shows, show_capacity;
    uint32_t *lost, lost_capacity;
    Notes own, also;
    Observer own_observer, also_observer;
    KnownTrails *trails;
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

const char *direct_name_path(void *engine, uint32_t path);
// Runs the machine; values may not need more memory than there is.
Step direct_run_guarded(Direct *d, Machine *m);

static inline Step direct_run(Direct *d, Machine *m)
{
    return d->is_guarded ? machine_run(m, &d->ask) : direct_run_guarded(d, m);
}

// -------------------------------------------------------------------- machines (direct.c)

// Creates a machine, before its start entry. Takes the payload.
Actor *actor_create(Direct *d, uint32_t path, uint32_t kind, uint32_t interface, PWord payload);
void actor_leave(Direct *d, Actor *a);  // it has halted
bool actor_owns_value(const Actor *a);  // its intent has one
void actor_join(Direct *d, Actor *a);   // its machine is in the checker now
// Something of the network.
Actor *actor_add_part(Direct *d, uint32_t path, PathRole role);
// What has the path and is there; or NULL.
Actor *actor_find(const Direct *d, uint32_t path);
// Another one with the next number, for what had the path in a copy.
Actor *actor_add(Direct *d, uint32_t path, PathRole role);

// --------------------------------------------------------------------- steps (direct_step.c)

Part step_over(Direct *d, EdgeKind kind);
// Chooses one of the alternatives, and adds it to the choices of the step.
uint32_t step_choose(Direct *d, uint32_t count);
uint32_t step_ask(Direct *d, const uint32_t *values, uint32_t count);  // only asks the chooser
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

void mail_init(Direct *d);
// As machine_wants.
Wants direct_wants(const Direct *d, const Machine *m, uint32_t event);
// As machine_take. What the machine notes goes to the notes of its observer.
void direct_take(const Direct *d, Machine *m, uint32_t event, PWord payload);

void mail_push(Mailbox *box, Mail mail);
Mail mail_remove(Mailbox *box, uint32_t i);
void mail_clear(const PProgram *p, Mailbox *box);

// Whether the machine, at rest, finds an event to take: then it is at place `passed`. Coverage
// notes the deferred events in front of it.
bool mail_look(Direct *d, Actor *a);
// The same without coverage, and the machine may be elsewhere: whether it could run now if no other
// were in the middle of its choices.
bool mail_could_run(const Direct *d, const Actor *a);
// The machine has come to rest: drops ignored events in front of the first one that it takes.
void mail_rest(Direct *d, Actor *a);
// Another machine has put an event at the end of the queue of a machine at rest: the same.
void mail_came(Direct *d, Actor *a);
// Removes the event that it takes, and ignored ones in front of it. False: there is none, it
// takes `null`.
bool mail_take(Direct *d, Actor *a, Mail *mail);

// ------------------------------------------------------------------ monitors (direct_watch.c)

void watch_init(Direct *d);
void watch_drop(Direct *d);
SeenBy *watch_find_seen_by(const Direct *d, uint32_t interface, uint32_t event);

// NULL: there is no table of it.
static inline const SeenBy *watch_seen_by(const Direct *d, uint32_t interface, uint32_t event)
{
    if (!d->seen)
        return NULL;
    SeenBy **by = &d->seen[(size_t)interface * d->program->event_count + event];
    if (!*by)
        *by = watch_find_seen_by(d, interface, event);
    return *by;
}

void watch_clear(Direct *d);
bool watch_start(Direct *d, Bug *bug);
// The results of what monitors do.
typedef enum Watched { WATCHED, WATCH_FAILED, WATCH_STOPPED } Watched;
// Shows the event to all monitors that see it. When one fails, the bug is in the step, with the
// kind P_ERROR_NONE for an assumption.
Watched watch_show(Direct *d, const Machine *by, uint32_t event, PWord payload, uint32_t only);
// The program creates a monitor (2015 dialect). Takes the payload.
Watched watch_create(Direct *d, uint32_t kind, PWord payload);
// The monitor becomes the last one of its kind. Takes it.
void watch_add(Direct *d, uint32_t kind, const Machine *monitor);

// -------------------------------------------------------------------- copies (direct_copy.c)

// Its values are shared.
void machine_copy(const PProgram *p, const Machine *from, Machine *to);
// The machine tells the explorer something (direct_events.c).
void direct_told(PMachine *m, uint32_t op, uint32_t machine, int64_t number);

// --------------------------------------------------------------------- paths (direct_refs.c)

void paths_reserve(Direct *d, uint32_t path);
// The number k of the next machine that the path creates.
uint32_t children_next(Direct *d, uint32_t creator);
void children_leave(Direct *d, uint32_t path);  // a machine has halted
void children_find(Direct *d);  // which numbers are taken, of an execution that begins at a state
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
void print_forget(const Direct *d, const Machine *m, VarPrints *vars);
void print_queue_change(Direct *d, Actor *a);
// Adds the frames of the machine to a hash: what they do next, and their live slots.
uint64_t print_frames(const Direct *d, uint64_t hash, const Machine *m, Position position);
// The event at the place will be removed from the queue.
void print_remove(Mailbox *box, uint32_t place);

// The hash of the whole execution, of which only what has changed is hashed again.
static inline uint64_t direct_sum(Direct *d, HashKind kind,
                                  uint64_t (*of_actor)(Direct *d, Actor *a),
                                  uint64_t (*of_watcher)(Direct *d, Watcher *w))
{
    StateHash *all = &d->hashes[kind];
    for (uint32_t i = 0; i < all->changed_count; i++) {
        Actor *a = actor_at(d, all->changed[i]);
        uint64_t part = a->is_there ? of_actor(d, a) : 0;
        all->machines += part - a->hashes[kind].part;
        a->hashes[kind].part = part;
        a->hashes[kind].is_changed = false;
    }
    all->changed_count = 0;
    if (!all->has_watch_changed)
        return all->machines + all->monitors;
    all->has_watch_changed = false;
    all->monitors = 0;
    for (uint32_t i = 0; i < d->kind_count; i++)
        for (Watcher *w = d->watchers[i]; w; w = w->next) {
            if (w->hashes[kind].is_changed)
                w->hashes[kind].part = of_watcher(d, w);
            w->hashes[kind].is_changed = false;
            all->monitors = mix64(all->monitors + w->hashes[kind].part);
        }
    return all->machines + all->monitors;
}

// -------------------------------------------------------------------- outline (direct_outline.c)

void outline_drop(Direct *d);

// ------------------------------------------------------------------- coverage (direct_trail.c)

uint32_t direct_trail_of(Direct *d, const Notes *notes);  // of at least one

static inline uint32_t direct_trail(Direct *d, const Notes *notes)
{
    return notes->count ? direct_trail_of(d, notes) : 0;
}

void direct_trails_init(Direct *d);
void direct_trails_drop(Direct *d);
