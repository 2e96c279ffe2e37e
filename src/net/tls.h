// net/tls.h: TLS 1.3 with certificates on both sides, on a socket that does not block.
//
// Both sides show a certificate of the cluster's authority; without one, nothing of a connection
// reaches the endpoint. Until then at most FRAME_STRANGER_MAX bytes are taken from it. Nothing is
// resumed and no early data is taken, so a handshake that was recorded is worth nothing.
//
// OpenSSL writes in a way that may raise SIGPIPE: a process that uses it must ignore that signal.
//
// A build without OpenSSL has these functions, too; tls_identity_new says there that it cannot.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "trust/certificate.h"
#include "trust/speaker.h"

typedef struct TlsIdentity TlsIdentity;
typedef struct Tls Tls;

// Reads the authority's certificate, the own certificate and its key, all as PEM files. The own one
// must name somebody (trust/speaker.h). NULL: the reason is in err.
TlsIdentity *tls_identity_new(const char *authority, const char *certificate, const char *key,
                              Err *err);
// The same from text: the own certificate and its key, as authority_issue makes them.
TlsIdentity *tls_identity_from(const char *authority, const char *pem, Err *err);
// Connections that use it may go on.
void tls_identity_free(TlsIdentity *identity);

// The same one with a newer certificate: connections go on as they are, new ones use it. It must
// name the same owner; else, and when it cannot be read, the old one stays, with the reason in err.
bool tls_identity_renew(TlsIdentity *identity, const char *pem, Err *err);
// The same from the files that tls_identity_new has read.
bool tls_identity_reload(TlsIdentity *identity, Err *err);
// Of the own certificate.
CertificateTime tls_identity_time(const TlsIdentity *identity);

// Who it is.
const Speaker *tls_identity_speaker(const TlsIdentity *identity);

// Neither closes the socket.
Tls *tls_new(TlsIdentity *identity, int fd, bool is_caller);
void tls_free(Tls *t);

typedef enum TlsResult {
    TLS_DONE,
    TLS_WAITS_TO_READ,
    TLS_WAITS_TO_WRITE,
    TLS_BROKEN,  // also when the peer is not who it must be, or has ended the connection
} TlsResult;

// Goes on with the handshake. After TLS_DONE the peer is authenticated.
TlsResult tls_shake(Tls *t);

// Who the peer is, by its certificate. False: its certificate names nobody.
bool tls_peer(const Tls *t, Speaker *who);
// Whether the peer may send events as the container with this incarnation: its certificate must be
// for this life of a container of the own cluster.
bool tls_speaks_for(const Tls *t, uint64_t incarnation);

// What could be read without waiting, until `most` bytes or more; at most TLS_RECORD more than
// that. No part of it stays behind in memory, so that the next bytes are seen by epoll.
enum { TLS_RECORD = 16 << 10 };
TlsResult tls_read(Tls *t, uint8_t *bytes, size_t most, size_t *count);
// Takes some of the bytes, as send would. What was not taken must be offered again.
TlsResult tls_write(Tls *t, const uint8_t *bytes, size_t count, size_t *taken);
