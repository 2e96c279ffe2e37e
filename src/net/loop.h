// net/loop.h: a transport over sockets, on epoll.
//
// Addresses: "127.0.0.1:4000", "[::1]:4000", "unix:/run/plait/7". Hosts are numbers, not names: a
// look-up of a name would block. The caller turns the loop: everything that an endpoint hears of
// its connections and of the clock happens in loop_turn, in the thread that calls it.
//
// Who may talk: over a local socket processes of the same user, which the system tells; over TCP
// everybody, or with loop_use_tls those with a certificate. Others are closed before the endpoint
// reads a byte of theirs.

#pragma once

#include "base/err.h"
#include "net/endpoint.h"
#include "net/tls.h"

typedef struct Loop Loop;

Loop *loop_new(Err *err);  // NULL: the reason is in err
void loop_free(Loop *l);   // after the endpoint

Transport loop_transport(Loop *l);
// The endpoint whose connections these are.
void loop_attach(Loop *l, Endpoint *e);

// Connections over TCP that begin from now on use TLS. The identity is used until another one is
// given, or as long as the loop.
void loop_use_tls(Loop *l, TlsIdentity *identity);

// Calls over TCP that begin from now on come from the host of this address, of the same family, and
// not from the one that the system would choose. False: it is no address.
bool loop_call_from(Loop *l, const char *address);

// Takes calls at the address; port 0 is any free one. Returns the address with its port, valid
// until loop_free; NULL: the reason is in err.
const char *loop_listen(Loop *l, const char *address, Err *err);

// Takes calls at a socket that listens already, and does not block. The loop closes it. False: the
// reason is in err.
bool loop_adopt(Loop *l, int fd, Err *err);

// Calls the function in loop_turn while the descriptor is readable. The descriptor stays the
// caller's; it must not be closed before loop_free. False: the reason is in err.
bool loop_watch(Loop *l, int fd, void (*readable)(void *data), void *data, Err *err);
// Not any more. The descriptor is not closed.
void loop_unwatch(Loop *l, int fd);

// Waits until something happens, at most `timeout` microseconds, and does what is to do.
void loop_turn(Loop *l, uint64_t timeout);
// Ends the wait of loop_turn. From any thread.
void loop_wake(Loop *l);

// Connections, called or taken, that were closed because the other side is not allowed to talk.
uint64_t loop_refused(const Loop *l);

uint64_t loop_now(void);  // microseconds, of a clock that only goes forward
