// manage/credentials.h: the certificate of a manager, which is replaced while it runs.
//
// The files are looked at again and again. When somebody has replaced them (plait cluster renew, or
// this manager itself), they are read: new connections show the new certificate, those that stand
// go on. A certificate that is to be renewed, and that nobody renews, is warned of.

#pragma once

#include <sys/stat.h>

#include "cluster/log.h"
#include "net/tls.h"

// Tells one content of a file from another.
typedef struct FileStamp {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
} FileStamp;

typedef struct Credentials {
    const char *paths[3];  // authority, certificate, key
    FileStamp stamps[3];
    TlsIdentity *identity;  // the same one for ever; NULL: no TLS
    uint64_t look_at;       // as loop_now
    uint64_t warn_at;
} Credentials;

// Without files there is no TLS, and nothing to renew. False: the reason is in err.
bool credentials_open(Credentials *c, const char *authority, const char *certificate,
                      const char *key, Err *err);
void credentials_drop(Credentials *c);

// Reads the files if they were replaced. Whether there is a new certificate.
bool credentials_turn(Credentials *c, const ClusterLog *log);
// Whether it is time to renew the certificate.
bool credentials_are_due(const Credentials *c);
// The own certificate as PEM, to be freed. NULL: the reason is in err.
char *credentials_text(const Credentials *c, Err *err);
// Replaces the file of the certificate; credentials_turn finds it. False: the reason is in err.
bool credentials_replace(Credentials *c, const char *pem, Err *err);
