// cluster/control.h: what a manager and its containers on the same host say to each other.
//
// Over a pair of sockets that keeps the limits of messages. A word is a ControlWord; after a WANT
// follow the bytes of a creation.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONTROL_BYTES_MAX = 128 << 10 };

typedef enum ControlKind {
    // From a container.
    CONTROL_WANT = 1,  // a container: its incarnation, the kind of its first machine
    CONTROL_STATE,     // the answer to a probe
    // From the manager.
    CONTROL_PROBE,  // how are you?
    CONTROL_DEAD,   // the container with that incarnation is gone
    CONTROL_DRAIN,  // take nothing from outside any more
    CONTROL_REST,   // nothing is left to do anywhere: end
    CONTROL_STOP,   // end at once
} ControlKind;

typedef struct ControlWord {
    uint32_t kind;
    uint32_t machine_kind;    // WANT
    uint64_t incarnation;     // WANT, DEAD
    uint64_t number;          // PROBE, STATE: of the probe
    uint64_t sent, delivered;  // STATE: messages
    uint64_t is_at_rest;      // STATE: nothing to do, and all that was sent has arrived
    uint64_t stale, refused, ended;     // STATE: as in ContainerCounts
    uint64_t machines, halted, events;  // STATE: as in PlaitResult
} ControlWord;
