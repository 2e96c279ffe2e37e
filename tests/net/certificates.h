// tests/net/certificates.h: authorities and certificates for tests, made by OpenSSL.

#pragma once

#include <stdbool.h>

typedef struct CertificateSpec {
    const char *folder;     // NAME.crt and NAME.key are written there
    const char *name;       // of the files, and the common name
    const char *authority;  // of whom AUTHORITY.crt and .key are there; NULL: signs itself
    bool is_expired;
} CertificateSpec;

// False when it could not be made.
bool certificate_make(const CertificateSpec *spec);
