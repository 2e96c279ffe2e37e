// trust/authority_impl.h: what the files about authorities share. Only with OpenSSL.

#pragma once

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "trust/certificate.h"

struct Authority {
    X509 *certificate;
    EVP_PKEY *key;
    Speaker name;
};

// Why OpenSSL has failed.
static inline const char *authority_reason(void)
{
    const char *text = ERR_reason_error_string(ERR_peek_last_error());
    return text ? text : "unknown reason";
}

// NULL: the reason is in err.
X509 *authority_read_certificate(const char *path, Err *err);
// The name of an authority; `also`: another role that it may have. False: the reason is in err.
bool authority_read_name(const X509 *certificate, const char *path, Role also, Speaker *name,
                         Err *err);
