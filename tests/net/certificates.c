// tests/net/certificates.c: authorities and certificates for tests, made by OpenSSL.

#include "certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>

enum { DAY = 24 * 60 * 60 };

static FILE *open_file(const CertificateSpec *spec, const char *name, const char *end,
                       const char *mode)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s.%s", spec->folder, name, end);
    return fopen(path, mode);
}

// The certificate of another signer than the authority itself goes with it.
static bool write_both(const CertificateSpec *spec, X509 *certificate, X509 *issuer, EVP_PKEY *key)
{
    bool is_whole = issuer == certificate || X509_check_issued(issuer, issuer) == X509_V_OK;
    FILE *c = open_file(spec, spec->name, "crt", "w"), *k = open_file(spec, spec->name, "key", "w");
    bool fine = c && k && PEM_write_X509(c, certificate) == 1 &&
                (is_whole || PEM_write_X509(c, issuer) == 1) &&
                PEM_write_PrivateKey(k, key, NULL, NULL, 0, NULL, NULL) == 1;

    fine &= c && fclose(c) == 0;
    fine &= k && fclose(k) == 0;
    return fine;
}

static bool fill_in(const CertificateSpec *spec, X509 *certificate, EVP_PKEY *key, X509 *issuer)
{
    X509_NAME *name = X509_get_subject_name(certificate);
    bool is_authority = !spec->authority || spec->can_sign;
    int days = spec->when == CERTIFICATE_EXPIRED ? -2 : spec->when == CERTIFICATE_EARLY ? 2 : 0;
    char names[300];
    X509V3_CTX context;

    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), spec->name[0] + 256 * spec->name[1]);
    X509_gmtime_adj(X509_getm_notBefore(certificate), (days - 1) * DAY);
    X509_gmtime_adj(X509_getm_notAfter(certificate), (days + 1) * DAY);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)spec->name, -1, -1,
                               0);
    X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, &context, NID_basic_constraints,
                                            is_authority ? "critical,CA:TRUE" : "CA:FALSE");
    bool fine = e && X509_add_ext(certificate, e, -1) == 1 &&
                X509_set_pubkey(certificate, key) == 1;
    X509_EXTENSION_free(e);
    if (!spec->uri)
        return fine;
    snprintf(names, sizeof names, "URI:%s", spec->uri);
    e = X509V3_EXT_conf_nid(NULL, &context, NID_subject_alt_name, names);
    fine &= e && X509_add_ext(certificate, e, -1) == 1;
    X509_EXTENSION_free(e);
    return fine;
}

bool certificate_make(const CertificateSpec *spec)
{
    EVP_PKEY *key = EVP_EC_gen("P-256"), *signer = key;
    X509 *certificate = X509_new(), *issuer = certificate;

    if (spec->authority) {
        FILE *c = open_file(spec, spec->authority, "crt", "r");
        FILE *k = open_file(spec, spec->authority, "key", "r");
        issuer = c ? PEM_read_X509(c, NULL, NULL, NULL) : NULL;
        signer = k ? PEM_read_PrivateKey(k, NULL, NULL, NULL) : NULL;
        if (c)
            fclose(c);
        if (k)
            fclose(k);
    }
    bool fine = key && certificate && issuer && signer &&
                fill_in(spec, certificate, key, issuer) &&
                X509_sign(certificate, signer, EVP_sha256()) > 0 &&
                write_both(spec, certificate, issuer, key);
    if (issuer != certificate)
        X509_free(issuer);
    if (signer != key)
        EVP_PKEY_free(signer);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return fine;
}
