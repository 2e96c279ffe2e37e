// net/tls_make.c: makes the authority of a cluster, and certificates of it, by OpenSSL.

#include "net/tls_make.h"

#ifndef HAVE_OPENSSL

bool tls_make_authority(TlsFiles made, const char *name, int days, Err *err)
{
    (void)name, (void)days;
    err_set(err, "%s cannot be made: Plait was built without OpenSSL", made.certificate);
    return false;
}

bool tls_make_certificate(TlsFiles authority, TlsFiles made, const char *name, int days, Err *err)
{
    (void)authority;
    return tls_make_authority(made, name, days, err);
}

#else

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

enum { SERIAL_BITS = 127, SECONDS_OF_A_DAY = 86400, SECONDS_BEFORE = 300 };

// Why OpenSSL has failed.
static const char *reason(void)
{
    const char *text = ERR_reason_error_string(ERR_peek_last_error());
    return text ? text : "unknown reason";
}

// --------------------------------------------------------------------------- certificates

static bool set_serial(X509 *c)
{
    BIGNUM *number = BN_new();
    bool is_set = number && BN_rand(number, SERIAL_BITS, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) &&
                  BN_to_ASN1_INTEGER(number, X509_get_serialNumber(c));

    BN_free(number);
    return is_set;
}

static bool set_extension(X509 *c, X509 *issuer, int what, const char *value)
{
    X509V3_CTX context;

    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, c, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, what, value);
    bool is_set = extension && X509_add_ext(c, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return is_set;
}

static bool set_extensions(X509 *c, X509 *issuer, bool is_authority)
{
    if (!set_extension(c, issuer, NID_subject_key_identifier, "hash"))
        return false;
    if (is_authority)
        return set_extension(c, issuer, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
               set_extension(c, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    return set_extension(c, issuer, NID_basic_constraints, "critical,CA:FALSE") &&
           set_extension(c, issuer, NID_key_usage, "critical,digitalSignature") &&
           set_extension(c, issuer, NID_ext_key_usage, "serverAuth,clientAuth") &&
           set_extension(c, issuer, NID_authority_key_identifier, "keyid:always");
}

// `issuer` and `signer` are those of the authority; NULL: it signs itself.
static X509 *make(EVP_PKEY *key, const char *name, int days, X509 *issuer, EVP_PKEY *signer)
{
    X509 *c = X509_new();
    X509_NAME *subject = c ? X509_get_subject_name(c) : NULL;
    bool is_made = c && X509_set_version(c, X509_VERSION_3) && set_serial(c) &&
                   X509_gmtime_adj(X509_getm_notBefore(c), -SECONDS_BEFORE) &&
                   X509_gmtime_adj(X509_getm_notAfter(c), (long)days * SECONDS_OF_A_DAY) &&
                   X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                              (const unsigned char *)name, -1, -1, 0) &&
                   X509_set_issuer_name(c, issuer ? X509_get_subject_name(issuer) : subject) &&
                   X509_set_pubkey(c, key) && set_extensions(c, issuer ? issuer : c, !issuer) &&
                   X509_sign(c, signer ? signer : key, EVP_sha256()) > 0;

    if (is_made)
        return c;
    X509_free(c);
    return NULL;
}

// ---------------------------------------------------------------------------------- files

static FILE *create(const char *path, mode_t mode, Err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

    if (!f)
        err_os(err, "create", path);
    return f;
}

static bool finish(FILE *f, bool is_written, const char *path, Err *err)
{
    bool is_flushed = fflush(f) == 0 && fsync(fileno(f)) == 0;

    if (fclose(f) == 0 && is_flushed && is_written)
        return true;
    err_os(err, "write", path);
    return false;
}

static bool write_files(TlsFiles made, X509 *c, EVP_PKEY *key, Err *err)
{
    FILE *f = create(made.key, 0600, err);

    if (!f ||
        !finish(f, PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1, made.key, err))
        return false;
    f = create(made.certificate, 0644, err);
    return f && finish(f, PEM_write_X509(f, c) == 1, made.certificate, err);
}

static X509 *read_certificate(const char *path, Err *err)
{
    FILE *f = fopen(path, "re");
    X509 *c = f ? PEM_read_X509(f, NULL, NULL, NULL) : NULL;

    if (!f)
        err_os(err, "open", path);
    else if (!c)
        err_set(err, "%s: no certificate: %s", path, reason());
    if (f)
        fclose(f);
    return c;
}

static EVP_PKEY *read_key(const char *path, Err *err)
{
    FILE *f = fopen(path, "re");
    EVP_PKEY *key = f ? PEM_read_PrivateKey(f, NULL, NULL, NULL) : NULL;

    if (!f)
        err_os(err, "open", path);
    else if (!key)
        err_set(err, "%s: no key: %s", path, reason());
    if (f)
        fclose(f);
    return key;
}

static bool make_files(TlsFiles made, const char *name, int days, X509 *issuer, EVP_PKEY *signer,
                       Err *err)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *c = key ? make(key, name, days, issuer, signer) : NULL;
    bool is_made = c && write_files(made, c, key, err);

    if (!c)
        err_set(err, "%s cannot be made: %s", made.certificate, reason());
    X509_free(c);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_made;
}

bool tls_make_authority(TlsFiles made, const char *name, int days, Err *err)
{
    return make_files(made, name, days, NULL, NULL, err);
}

bool tls_make_certificate(TlsFiles authority, TlsFiles made, const char *name, int days, Err *err)
{
    X509 *issuer = read_certificate(authority.certificate, err);
    EVP_PKEY *signer = issuer ? read_key(authority.key, err) : NULL;
    bool is_made = false;

    if (signer && X509_check_private_key(issuer, signer) != 1)
        err_set(err, "%s is not the key of %s", authority.key, authority.certificate);
    else if (signer)
        is_made = make_files(made, name, days, issuer, signer, err);
    X509_free(issuer);
    EVP_PKEY_free(signer);
    ERR_clear_error();
    return is_made;
}

#endif
