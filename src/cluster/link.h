// cluster/link.h: a container's line to its manager.
//
// A handler never waits for the manager: words that the socket does not take wait here. The manager
// of a node may end and come back. Then the line ends, and the container calls again until somebody
// answers; it says who it is, and repeats each container that it wants and that nobody has
// confirmed.

#pragma once

#include "cluster/control.h"

// A word that the socket has not taken.
typedef struct LinkWord {
    uint8_t *bytes;
    size_t count;
    int fd;                // goes with it; -1: none
    uint64_t incarnation;  // of a WANT that is to be confirmed; 0: none
} LinkWord;

typedef struct Link {
    int socket;        // -1: there is no line
    const char *path;  // where to call again; NULL: nobody comes back
    LinkWord hello;    // the first word of each line; no bytes: there is none
    LinkWord *waiting;
    uint32_t waiting_count, waiting_capacity;
    LinkWord *wants;  // were sent, and are not confirmed
    uint32_t want_count, want_capacity;
    uint64_t call_at;  // when to call again, as loop_now
} Link;

// With a path: calls it, now or later. Else the socket is the line.
void link_init(Link *l, int socket, const char *path);
void link_drop(Link *l);

// The bytes follow the word. Takes the descriptor.
void link_tell(Link *l, const ControlWord *word, const void *bytes, uint32_t count, int fd);
// Sends what waits. Returns whether something still does.
bool link_flush(Link *l);
// The container is placed: its WANT is not repeated any more.
void link_confirmed(Link *l, uint64_t incarnation);
// All WANTs that are not confirmed are sent again.
void link_repeat(Link *l);

// The line has ended.
void link_lost(Link *l);
// Calls again if it is time. Whether there is a new line.
bool link_call(Link *l);
