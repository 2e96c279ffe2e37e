// services/gateway/door.h: where clients come in: a thread that waits for their sockets.
//
// Commands that arrive while earlier ones are under way are collected, and go to the service together, as one
// request: at most REQUEST_COMMANDS, so that a request, its replies and a part of the content that goes to another
// replica are smaller than the largest message of a session. At most REQUESTS_OPEN requests are under way.
//
// Nothing grows without limit: a connection whose client has too many commands open, or does not read its
// replies, is not read until that changes; so is every connection when the service is too slow. Replies of a
// connection come in the order of its commands.
//
// The thread owns the connections. What it shares with the machine are requests, under a lock; each belongs to one of both
// at any time. The thread uses no P values.

#pragma once

#include <netinet/in.h>
#include <stdint.h>

#include "multi.h"

enum {
    REQUEST_COMMANDS = 100,
    REQUEST_BYTES = 900000,
    REQUESTS_OPEN = 16,
    CROWDED_MILLISECONDS = 10,
    CONNECTIONS = 1000,
    CONNECTION_COMMANDS = 512,    // open at a time
    CONNECTION_UNREAD = 1 << 20,  // bytes of replies that the client has not read
};

typedef struct Entry {
    uint32_t place;   // of the connection
    uint64_t serial;  // of the connection: another one may be at this place by now
    uint64_t number;  // of the command
    Kept kept;
    uint32_t size;  // of the transaction that begins here; 0: it belongs to the one before
    bool is_multi;  // the transaction came by MULTI and EXEC
    Reply reply;
} Entry;

typedef struct Request {
    uint64_t id;
    Entry entries[REQUEST_COMMANDS];
    uint32_t count;
    size_t bytes;
    struct Request *next;
} Request;

typedef struct Door Door;

// Listens at this address; port 0 is any free one. `knock` is called by the thread when there is a request; `may_ask` says
// whether the service wants one now: if not, the thread asks again after CROWDED_MILLISECONDS. On
// failure NULL, and errno says why.
Door *door_new(struct sockaddr_in at, Language language, void (*knock)(void *owner),
               bool (*may_ask)(void *owner), void *owner);
// Ends the thread, and frees the owner's data by free().
void door_free(Door *d);
uint16_t door_port(const Door *d);

// The next request, or NULL. It stays the door's, and is not changed until door_reply.
const Request *door_next(Door *d);
// The request with that id, which door_next gave; NULL: there is none.
Request *door_request(Door *d, uint64_t id);
// All its transactions have replies now, at their first entries.
void door_reply(Door *d, Request *r);
