// net/tls_make.h: makes the authority of a cluster, and certificates of it.
//
// Keys are of the curve P-256, certificates of X.509 version 3. A certificate is for both sides of
// a connection. Nothing that exists is overwritten; only this user can read keys.
//
// A build without OpenSSL has these functions, too; they say that it cannot.

#pragma once

#include <stdbool.h>

#include "base/err.h"

typedef struct TlsFiles {
    const char *certificate, *key;  // paths of PEM files
} TlsFiles;

// An authority that signs itself, valid for so many days. False: the reason is in err.
bool tls_make_authority(TlsFiles made, const char *name, int days, Err *err);
// A certificate of the authority.
bool tls_make_certificate(TlsFiles authority, TlsFiles made, const char *name, int days, Err *err);
