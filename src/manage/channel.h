// manage/channel.h: JSON messages between managers, and from those who ask them.
//
// A message is its length, a little-endian number of four bytes, and a JSON object. Over a local
// socket processes of the same user may talk; over TCP, those with a certificate of the cluster's
// authority (net/tls.h). Others are closed before a byte of theirs is parsed. TCP without TLS is
// for addresses 127.x.y.z and ::1 alone.
//
// A channel never waits: its owner polls channel_fd for channel_events, and calls channel_turn.

#pragma once

#include <jansson.h>

#include "base/err.h"
#include "net/tls.h"
#include "trust/rights.h"

enum { CHANNEL_MESSAGE_MAX = 8 << 20 };

typedef struct Channel Channel;

// Begins to call. NULL: the reason is in err.
Channel *channel_call(const char *address, TlsIdentity *identity, Err *err);
// For a call that was accepted at a socket of that kind. Takes the socket. NULL: it may not talk.
Channel *channel_accept(int socket, bool is_local, TlsIdentity *identity);
void channel_free(Channel *c);  // NULL is fine

// A socket that takes calls; -1: the reason is in err. `*is_local`: a local socket.
int channel_listen(const char *address, TlsIdentity *identity, bool *is_local, Err *err);

int channel_fd(const Channel *c);
short channel_events(const Channel *c);  // of poll

// Reads and writes what can be. False: it has ended, with the reason in err.
bool channel_turn(Channel *c, Err *err);
// The next message; NULL: there is none. To be released.
json_t *channel_next(Channel *c);
// What came is no message: there will be none any more.
bool channel_is_wrong(const Channel *c);
// Takes the message. What is sent after the end goes nowhere.
void channel_send(Channel *c, json_t *message);
// Whether all that was sent has left.
bool channel_is_flushed(const Channel *c);
// Bytes that wait to leave.
size_t channel_waiting(const Channel *c);
// Whether who is at the other end may do that, by its certificate; `node` as in Wish. Without TLS
// everybody who can talk may. False: the reason is in err.
bool channel_may(const Channel *c, Act act, const char *node, Err *err);
// The last time, as loop_now, at which something came.
uint64_t channel_heard(const Channel *c);
