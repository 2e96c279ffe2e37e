// check/replay/execute_impl.h: the data of an execution.

#pragma once

#include "check/replay/execute.h"
#include "rt/live.h"

typedef struct Mail {
    uint32_t event;
    PWord payload;  // owned, of the event's payload type
} Mail;

// What counts as a machine (check/engine/network.h).
typedef enum PlayerRole {
    PLAYER_MACHINE,
    PLAYER_CHANNEL,  // the events that travel are its queue; at rest while there are any
    PLAYER_CUT,      // marks two containers, never runs
    PLAYER_FAULTS,
} PlayerRole;

// A machine, its position and its queue. The other roles have only the number of a `machine`.
typedef struct Player {
    Machine machine;
    char *name;
    PlayerPosition position;
    bool has_begun;            // its start entry has run or is running
    PRequest ask;              // of the position: owns its value from show to say
    uint32_t interface, kind;  // POSITION_NEW: of the machine to create
    uint32_t shown_in;         // POSITION_PUT: the turn in which monitors saw it, or 0
    uint32_t last;             // the event it took last, for reports; P_NONE: none
    uint32_t creator;          // running number; 0 for the first
    uint32_t container;        // running number of the machine that it was made for
    PlayerRole role;
    PWord self;                // a reference to it
    bool is_orphan;            // channel: its sender has crashed; machine: its creator has, before
                               // it ran
    uint32_t from, to;         // channel: running numbers of its sender and target; cut: of the
                               // containers; else 0
    Mail *queue;
    uint32_t queue_count, queue_capacity;
} Player;

// A monitor, and the interfaces that it watches. For a kind that the program itself creates
// (2015 dialect) the first Watcher is only the head of a list, and is never there; the
// monitors that the program has created follow it, in order.
typedef struct Watcher {
    Machine machine;
    uint32_t kind;
    bool *watched;  // by interface; NULL: all
    bool is_there;  // false also when it has halted
    uint32_t hot_since;  // turn in which it became hot and after which it was not cold, plus 1
    bool is_in_loop;     // it was there when the loop began; in it, it
    bool was_hot, was_cold;
    Observer observer;
    struct Execution *execution;
    struct Watcher *next;
} Watcher;

struct Execution {
    const PProgram *program;
    const PTest *test;
    Network network;
    const bool *is_outside;  // by kind of machine, or NULL: execution_set_outside
    Player **players;  // by running number, from 0
    uint32_t player_count, player_capacity;
    uint32_t *present;  // the numbers of those that have not left, ascending: channels come and go
    uint32_t present_count;
    Watcher *watchers;
    uint32_t watcher_count;
    bool has_trace, is_over;
    bool is_suspicion;  // what fails now is no proof
    bool has_guard;  // for foreign functions
    bool is_doomed;  // the assumption of some machine has failed
    Trace trace;
    uint32_t turn;            // counts them
    const uint32_t *choices;  // of the turn
    uint32_t choices_left;
    Schedule *single;  // gets each move as a turn of its own (split.c), or NULL
    struct Loop *loop;  // the turns that are repeated for ever, or NULL
    Bug bug;
    const char *culprit;
};

// Executes a whole schedule on an execution that has not begun.
Executed execution_follow(Execution *x, const Schedule *schedule, Bug *bug);
static inline Player *player_at(const Execution *x, uint32_t number)
{
    assert(number > 0 && number <= x->player_count);
    return x->players[number - 1];
}

static inline bool player_is_there(const Player *a)
{
    return a->position != POSITION_HALTED;
}

// A new number, for something of this name.
Player *player_add(Execution *x, const char *kind);
void player_push(Player *to, Mail m);
// Frees everything but its name.
void player_leave(Execution *x, Player *a);
// Takes the next of the turn's choices, of `count`. False when there is none: then the player is
// in the middle of its move; or when the choice is none (`*result` says so).
bool player_pick(Execution *x, Player *a, uint32_t count, uint32_t *chosen, Executed *result);
Executed execution_odd(Execution *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The machine that is stopped at a choice, 0 for none.
uint32_t execution_chooser(const Execution *x);

// ------------------------------------------------------------ moves (execute_move.c)

Executed player_move(Execution *x, Player *a);
// Runs the machine to its next position.
Executed execution_run_on(Execution *x, Player *a);
// Checks the bounds after one more event is in the queue of `to`. A failure is one of `by`.
Executed execution_check_bounds(Execution *x, const Player *by, const Player *to, uint32_t event);

// -------------------------------------------------- channels and faults (execute_network.c)

void network_begin(Execution *x);  // the machine of faults, if something may go wrong
bool network_is_remote(const Execution *x, const Player *from, const Player *to);
// Puts an event into the channel; takes the payload.
void network_send(Execution *x, const Player *from, const Player *to, Mail m);
// The move of something that is no machine, or of an orphan that has not run.
Executed network_move(Execution *x, Player *a);
// Creates a machine, before its start entry; without a creator in a container of its own. Takes the
// payload.
PWord execution_make(Execution *x, const Player *by, uint32_t kind, uint32_t interface,
                     PWord payload);

// Records a failure: the execution is over.
Executed execution_fail(Execution *x, const Machine *m, PError error, const char *text,
                        uint32_t event);
Executed execution_assume(Execution *x);

// -------------------------------------------------------------- loops (execute_loop.c)

void loop_note_choice(Execution *x, const Player *a, uint32_t chosen);
// The machine has had its turn.
void loop_note_turn(Execution *x, uint32_t machine);
// Checks whether the loop is fair, and which monitor it keeps hot.
Executed loop_judge(Execution *x);
void loop_drop(Execution *x);

// ----------------------------------------------------------- monitors (execute_watch.c)

void watchers_init(Execution *x);
void watchers_drop(Execution *x);
Executed watchers_start(Execution *x);
// The program creates a monitor (2015 dialect). Takes the payload.
Executed watchers_create(Execution *x, const Machine *by, uint32_t kind, uint32_t interface,
                         PWord payload);
// Whether some kind of monitor watches such an event, whether it was created already or not.
// `only` as in rules_watches.
bool watchers_watch(const Execution *x, uint32_t by_interface, uint32_t event, uint32_t only);
// Borrows the payload.
Executed watchers_show(Execution *x, const Machine *by, uint32_t event, PWord payload,
                       uint32_t only);
const Watcher *watchers_hot(const Execution *x);
void watcher_print_since(const Watcher *w, Buf *b);  // ", hot since turn 4"
// A loop begins: from here on the monitors that are there note whether they are hot or cold.
void watchers_begin_loop(Execution *x);
// The first monitor that is hot in the loop at some time, and never cold; NULL: there is none.
const Watcher *watchers_hot_in_loop(const Execution *x);

// ------------------------------------------------------- whole states (execute_state.c)

typedef struct StateWords StateWords;

StateWords *state_words_new(const Execution *x, const Live *live);
void state_words_free(StateWords *s);  // may be NULL
// Whether two states of one execution are the same, up to the numbers of machines. Then
// `renamed` has, by number in `a`, the number in `b`; 0 for machines that do not matter.
bool state_words_same(const StateWords *a, const StateWords *b, uint32_t *renamed);
