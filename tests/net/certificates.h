// tests/net/certificates.h: authorities and certificates for tests, made by OpenSSL.

#pragma once

#include <stdbool.h>

typedef struct CertificateSpec {
    const char *folder;     // NAME.crt and NAME.key are written there
    const char *name;       // of the files, and the common name
    const char *authority;  // of whom AUTHORITY.crt and .key are there; NULL: signs itself
    const char *uri;        // whom it names; NULL: nobody
    enum { CERTIFICATE_VALID, CERTIFICATE_EXPIRED, CERTIFICATE_EARLY } when;
    bool can_sign;          // also without being its own authority
} CertificateSpec;

// False when it could not be made.
bool certificate_make(const CertificateSpec *spec);
