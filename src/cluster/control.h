// cluster/control.h: what a manager and its containers on the same host say to each other.
//
// Over a socket that keeps the limits of messages. A word is a ControlWord; bytes may follow it.
// After a WANT these are the bytes of a creation, and, when containers of one manager talk over
// TCP, the socket at which the new one takes calls goes with it; in a cluster with several hosts
// its address stands before the creation.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

// Of the bytes after a word: of a creation, and of a text for a container.
enum { CONTROL_BYTES_MAX = 128 << 10, CONTROL_TEXT_MAX = 8 << 10 };

typedef enum ControlKind {
    // From a container.
    CONTROL_WANT = 1,  // a container: its incarnation, the kind of its first machine
    CONTROL_STATE,     // the answer to a probe
    CONTROL_HELLO,     // who calls a node: its incarnation; the kind of its first machine follows
    CONTROL_ASK,       // for another address where a new container may live
    CONTROL_OVER,      // it ends now; `number` is its exit code
    // From the manager.
    CONTROL_PROBE,  // how are you?
    CONTROL_DEAD,   // the container with that incarnation is gone
    CONTROL_DRAIN,  // take nothing from outside any more
    CONTROL_REST,   // nothing is left to do anywhere: end
    CONTROL_STOP,   // end at once
    CONTROL_RENEW,  // a newer certificate for this life, with its key, follows as PEM
    // From the manager of a node.
    CONTROL_GRANT,    // an address where a new container may live follows
    CONTROL_REFUSED,  // there is none, or not for the WANT of that incarnation; the reason follows
    CONTROL_PLACED,   // the container of a WANT will be started
    CONTROL_REPEAT,   // all WANTs that are not confirmed
} ControlKind;

typedef struct ControlWord {
    uint32_t kind;
    uint32_t machine_kind;    // WANT
    uint64_t incarnation;     // WANT, DEAD, HELLO, REFUSED, PLACED
    // PROBE, STATE: of the probe. HELLO: whether it is started again, as in MemberRestart. DEAD:
    // the incarnation that took its place; 1: one will, 0: none.
    uint64_t number;
    uint64_t address_size;    // WANT: of the address before the creation
    uint64_t sent, delivered;  // STATE: messages
    uint64_t is_at_rest;      // STATE: nothing to do, and all that was sent has arrived
    uint64_t stale, refused, ended;     // STATE: as in ContainerCounts
    uint64_t strangers;                 // STATE: connections of those who may not talk
    uint64_t machines, halted, events;  // STATE: as in PlaitResult
    uint64_t traced;                    // STATE: bytes of its trace, also those that are gone
} ControlWord;

// Sends a message with a descriptor; -1: without. False: the socket does not take it now.
bool control_send(int socket, const void *bytes, size_t count, int fd);
// What recv returns; `*fd` gets the descriptor that came with it, -1: none.
ssize_t control_receive(int socket, void *bytes, size_t room, int *fd);

// A socket that takes calls at any free port of a loopback address that belongs to the container,
// as far as there are enough of them: so the system's own tools can tell containers apart, and cut
// the link between two. -1: the reason is in err.
int control_listener(uint64_t incarnation, Err *err);
