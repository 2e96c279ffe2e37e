// trust/certificate.h: the authority of a cluster, and certificates that say who somebody is.
//
// Keys are of the curve P-256, certificates of X.509 version 3. A certificate is for both sides of
// a connection, and names its owner as in speaker.h. A container has a new one for each life: the
// node that starts it makes one that is valid for a day, and another one when two thirds of that
// time are over. For that the certificate of a node is itself an authority, but only for containers
// of that node: so a host needs no key of the cluster's authority, and cannot speak for another
// host.
//
// A build without OpenSSL has these functions, too; they say that it cannot.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "trust/speaker.h"

enum { CERTIFICATE_LIFE = 24 * 60 * 60 };  // seconds: the usual one of a container

// Seconds since 1970.
typedef struct CertificateTime {
    int64_t renew;  // when to replace it: two thirds of its time are over
    int64_t end;
} CertificateTime;

// Of one that is made now, for so many seconds.
CertificateTime certificate_time_of(long seconds);

typedef struct CertificateFiles {
    const char *certificate, *key;  // paths of PEM files
} CertificateFiles;

// Makes an authority that signs itself. Nothing that exists is overwritten; only this user can read
// the key. False: the reason is in err.
bool authority_make(CertificateFiles made, const char *cluster, long seconds, Err *err);

typedef struct Authority Authority;

// The authority of a cluster, or a node as the authority of its containers. NULL: the reason is in
// err.
Authority *authority_open(CertificateFiles files, Err *err);
void authority_free(Authority *a);  // also wipes its key from memory
const Speaker *authority_speaker(const Authority *a);

// Adds a certificate for this one, valid from now on for so many seconds, that of the node, if a
// node has made it, and then the new key, all as PEM. The cluster of `who` is that of the
// authority; the node is that of a node. False: the reason is in err.
bool authority_issue(const Authority *a, const Speaker *who, long seconds, Buf *pem, Err *err);
// A key does not stay behind in memory that is used again.
void certificate_drop_secret(Buf *pem);
// As authority_issue, but to two files. Nothing that exists is overwritten; only this user can read
// the key.
bool authority_issue_files(const Authority *a, const Speaker *who, long seconds,
                           CertificateFiles made, Err *err);

// The first certificate of this PEM text again, with the same owner and the same key, valid from
// now on; `seconds` is 0: for as long as it was. It must name `who` and be signed by this
// authority, or be its own. Adds it as PEM. False: the reason is in err.
bool authority_renew(const Authority *a, const char *before, const Speaker *who, long seconds,
                     Buf *pem, Err *err);
// The same for a file, which is replaced as a whole. `who` is whom it names.
bool authority_renew_file(const Authority *a, const char *path, long seconds, Err *err);

// Signs bytes; the signature is in base64. False: the reason is in err.
bool authority_sign(const Authority *a, const void *bytes, size_t size, Buf *signature, Err *err);
// Whether the authority, whose certificate is in the file, has signed the bytes; `cluster` gets its
// name. False: the reason is in err.
bool authority_has_signed(const char *certificate, const void *bytes, size_t size,
                          const char *signature, char cluster[static SPEAKER_NAME + 1], Err *err);

// Whom a certificate names. False: nobody. The type is X509 of OpenSSL.
struct x509_st;
bool certificate_speaker(const struct x509_st *certificate, Speaker *who);
// False: its times cannot be read.
bool certificate_time(const struct x509_st *certificate, CertificateTime *time);
// Whom it names, for the first one of a chain up to the authority, which OpenSSL has verified:
// everybody in it must be allowed to sign for the one before. The type is STACK_OF(X509).
struct stack_st_X509;
bool certificate_chain_speaker(const struct stack_st_X509 *chain, Speaker *who);
