// net/endpoint.h: one container: its sessions, its connections, and the transport below.
//
// The transport carries bytes: it dials addresses, and tells the endpoint what happens to its
// connections. The endpoint greets, finds the session that a connection belongs to, dials again
// after a failure, and writes what sessions have to say.
//
// A peer is an incarnation, with the address where it can be called. Either side may dial. When
// both do at the same moment, the connection that the smaller incarnation dialled is kept.

#pragma once

#include "base/rng.h"
#include "net/session.h"

typedef struct Endpoint Endpoint;
typedef struct Connection Connection;
typedef struct Peer Peer;

// The functions of a transport. None of them calls the endpoint back before it returns.
typedef struct Transport {
    void *self;
    // Begins to connect. endpoint_connected or endpoint_closed follows.
    void (*dial)(void *self, Connection *c, const char *address);
    // Takes some of the bytes, and returns how many. When it takes fewer than all,
    // endpoint_writable follows.
    size_t (*write)(void *self, Connection *c, const uint8_t *bytes, size_t count);
    // The endpoint forgets the connection: nothing may follow.
    void (*close)(void *self, Connection *c);
    // Whether the other side can be the container that it says it is. NULL: it always can.
    bool (*can_be)(void *self, const Connection *c, uint64_t incarnation);
} Transport;

typedef struct EndpointSetup {
    uint64_t incarnation;  // not 0; never used before in this cluster
    const char *address;   // where it can be called; "" when it cannot
    uint8_t cluster[CLUSTER_ID];
    uint8_t program[PROGRAM_HASH];
    SessionLimits limits;
    uint64_t first;  // number of the first message of each session: 1, but for tests
    uint64_t seed;   // of the time between two attempts to connect
    Transport transport;
    // Of all sessions; session_peer finds the peer. They may send and grant, and call
    // nothing else of the endpoint.
    SessionEvents events;
} EndpointSetup;

Endpoint *endpoint_new(const EndpointSetup *setup);
// Closes all connections.
void endpoint_free(Endpoint *e);

// The peer with that incarnation; a new one when it is not known. The address may be NULL when it
// is known. Lives as long as the endpoint.
Peer *endpoint_peer(Endpoint *e, uint64_t incarnation, const char *address, uint64_t now);
Session *peer_session(Peer *p);
const char *peer_address(const Peer *p);
// For the events of a session.
Peer *session_peer(Session *s);

// From now on each peer may have so many bytes on the way, also peers that are not known yet.
void endpoint_grant(Endpoint *e, uint32_t window);

// The message is on its way after endpoint_flush.
Sent endpoint_send(Peer *p, const void *message, uint32_t count);
// Writes what there is to write. To be called after a turn of sends and receipts.
void endpoint_flush(Endpoint *e, uint64_t now);

// Does what is due, and returns when to call it next.
uint64_t endpoint_tick(Endpoint *e, uint64_t now);

// ------------------------------------------------------------------ from the transport

// Somebody has called. `carried` belongs to the transport.
Connection *endpoint_accepted(Endpoint *e, void *carried, uint64_t now);
void endpoint_connected(Connection *c, uint64_t now);
// False: the endpoint has closed the connection.
bool endpoint_received(Connection *c, const uint8_t *bytes, size_t count, uint64_t now);
void endpoint_writable(Connection *c, uint64_t now);
void endpoint_closed(Connection *c, uint64_t now);  // the connection is forgotten

// What the transport keeps with a connection.
void **connection_carried(Connection *c);

// Connections that broke the protocol, those of strangers included.
uint64_t endpoint_faults(const Endpoint *e);
