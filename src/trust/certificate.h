// trust/certificate.h: the authority of a cluster, and certificates that say who somebody is.
//
// Keys are of the curve P-256, certificates of X.509 version 3. A certificate is for both sides of
// a connection, and names its owner as in speaker.h. A container has a new one for each life: the
// node that starts it makes one that is valid for some hours, and another one before that time is
// over. For that the certificate of a node is itself an authority, but only for containers of that
// node: so a host never has the key of the cluster's authority, and cannot speak for another host.
//
// A build without OpenSSL has these functions, too; they say that it cannot.

#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "trust/speaker.h"

enum { CERTIFICATE_LIFE = 24 * 60 * 60 };  // seconds: the usual one of a container

typedef struct CertificateFiles {
    const char *certificate, *key;  // paths of PEM files
} CertificateFiles;

// Makes an authority that signs itself. Nothing that exists is overwritten; only this user can read
// the key. False: the reason is in err.
bool authority_make(CertificateFiles made, const char *cluster, int days, Err *err);

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
// The same as two files. Nothing that exists is overwritten; only this user can read the key.
bool authority_issue_files(const Authority *a, const Speaker *who, long seconds,
                           CertificateFiles made, Err *err);

// Signs bytes; the signature is in base64. False: the reason is in err.
bool authority_sign(const Authority *a, const void *bytes, size_t size, Buf *signature, Err *err);
// Whether the authority, whose certificate is in the file, has signed the bytes; `cluster` gets its
// name. False: the reason is in err.
bool authority_has_signed(const char *certificate, const void *bytes, size_t size,
                          const char *signature, char cluster[static SPEAKER_NAME + 1], Err *err);

// Whom a certificate names. False: nobody. The type is X509 of OpenSSL.
struct x509_st;
bool certificate_speaker(const struct x509_st *certificate, Speaker *who);
// The same for the first one of a chain up to the authority, which OpenSSL has verified: everybody
// in it must be allowed to sign for the one before. The type is STACK_OF(X509).
struct stack_st_X509;
bool certificate_chain_speaker(const struct stack_st_X509 *chain, Speaker *who);
