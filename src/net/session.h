// net/session.h: two incarnations of containers that talk.
//
// A session lives as long as both incarnations do, and outlives its connections. Messages in each
// direction are numbered. The receiver delivers each number once, in order, and acknowledges it.
// The sender keeps what is not acknowledged, and writes it again on the next connection.
//
// So between two incarnations that live, nothing is lost, repeated or reordered, until the session
// ends. It ends for good: a prefix of what was sent has been delivered then, and nothing more will
// be. "Acknowledged" means: in the memory of the peer's container. Not handled, not on disk.
//
// A sender never waits. When the peer grants no credit, messages stay in the outbox; above the soft
// limit the owner is told to take in less; above the hard limit the session is cut.

#pragma once

#include <stdbool.h>

#include "net/frame.h"
#include "net/outbox.h"

typedef struct SessionLimits {
    uint32_t window;          // bytes that the peer may have on the way, unless session_grant
    uint64_t soft, hard;      // bytes in the outbox
    uint64_t beat;            // microseconds after which a sign of life is written
    uint64_t suspicion;       // microseconds without one after which the peer is suspected
    uint64_t give_up;         // microseconds without a connection until it is cut; 0: never
} SessionLimits;

extern const SessionLimits session_limits;  // usual ones

// A peer is suspected after so many microseconds; signs of life are written often enough for that.
void session_suspect_after(SessionLimits *l, uint64_t microseconds);

typedef enum SessionEnd {
    SESSION_GOES_ON,
    SESSION_CUT_HERE,   // a limit was reached on this side
    SESSION_CUT_THERE,  // the peer has cut it
    SESSION_PEER_GONE,  // another incarnation lives at the peer's address
    SESSION_REFUSED,    // another cluster or program, or no common version
} SessionEnd;

typedef struct Session Session;

typedef struct SessionEvents {
    void *owner;
    // The message is valid during the call.
    void (*deliver)(void *owner, Session *s, const uint8_t *message, uint32_t count);
    void (*crowded)(void *owner, Session *s, bool is_crowded);
    void (*suspected)(void *owner, Session *s, bool is_suspected);
    void (*ended)(void *owner, Session *s, SessionEnd how);
} SessionEvents;

typedef struct SessionCounts {
    uint64_t sent, delivered;  // messages
    uint64_t repeated;         // messages written again after a reconnection
    uint64_t duplicates;       // messages that came again
    uint64_t connections;
    uint64_t faults;           // connections that broke the protocol
} SessionCounts;

struct Session {
    uint64_t peer;  // its incarnation
    SessionLimits limits;
    SessionEvents events;
    SessionEnd end;
    Outbox outbox;
    uint64_t written_max;  // the number after the highest one that was ever written
    uint64_t delivered;    // the last number that was delivered here
    uint32_t credit;       // granted by the peer
    uint32_t window;       // granted to the peer
    uint64_t said_delivered;  // in the last frame that was written
    uint32_t said_window;
    bool is_connected, is_crowded, is_suspected;
    uint64_t heard, spoken, left;  // the last times of: a frame from there, to there, a connection
    SessionCounts counts;
};

// The numbers of messages begin at `first`, on both sides: 1, but for tests.
void session_init(Session *s, uint64_t peer, uint64_t first, const SessionLimits *limits,
                  const SessionEvents *events, uint64_t now);
void session_drop(Session *s);

typedef enum Sent { SENT, SENT_TOO_LARGE, SENT_NOWHERE } Sent;

// Puts a message into the outbox. SENT_NOWHERE: the session has ended, perhaps just now.
Sent session_send(Session *s, const void *message, uint32_t count);
// From now on the peer may have so many bytes on the way.
void session_grant(Session *s, uint32_t window);
void session_end(Session *s, SessionEnd how);

// -------------------------------------------------------- for the owner of connections

// Whether the peer has acknowledged more than this: then it said so before it did, on a connection
// that it has given up since. What TCP carries may arrive long after the sender has closed.
bool session_has_more(const Session *s, uint64_t delivered);
// Both sides have greeted each other: the peer has got everything up to `delivered`. False: the
// session has ended, because the peer cannot mean this session.
bool session_join(Session *s, uint64_t delivered, uint32_t credit, uint64_t now);
void session_leave(Session *s, uint64_t now);

// A frame that came, other than HELLO. False: it breaks the protocol; close the connection.
bool session_read(Session *s, const Frame *f, const uint8_t *body, uint64_t now);
// Adds frames to be written. Returns whether there were any.
bool session_write(Session *s, Bytes *out, uint64_t epoch, uint64_t now);

// Looks at the clock. False: the connection is silent for too long, and to be closed.
bool session_tick(Session *s, uint64_t now);
// When to look next; `can_write`: the connection takes bytes.
uint64_t session_wake(const Session *s, bool can_write);
