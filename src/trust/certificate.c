// trust/certificate.c: the authority of a cluster, and certificates of it, by OpenSSL.

#include "trust/certificate.h"

#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/whole_file.h"

CertificateTime certificate_time_of(long seconds)
{
    int64_t now = (int64_t)time(NULL);

    return (CertificateTime){.renew = now + seconds / 3 * 2 + seconds % 3 * 2 / 3,
                             .end = now + seconds};
}

void certificate_drop_secret(Buf *pem)
{
    if (pem->text)
        explicit_bzero(pem->text, pem->size);
    buf_drop(pem);
}

#ifndef HAVE_OPENSSL

static const char reason[] = "Plait was built without OpenSSL";

bool authority_make(CertificateFiles made, const char *cluster, long seconds, Err *err)
{
    (void)cluster, (void)seconds;
    err_set(err, "%s cannot be made: %s", made.certificate, reason);
    return false;
}

Authority *authority_open(CertificateFiles files, Err *err)
{
    err_set(err, "%s cannot be used: %s", files.certificate, reason);
    return NULL;
}

void authority_free(Authority *a)
{
    assert(!a);
}

const Speaker *authority_speaker(const Authority *a)
{
    (void)a;
    bug("there is no authority");
}

bool authority_issue(const Authority *a, const Speaker *who, long seconds, Buf *pem, Err *err)
{
    (void)a, (void)who, (void)seconds, (void)pem, (void)err;
    bug("there is no authority");
}

bool authority_issue_files(const Authority *a, const Speaker *who, long seconds,
                           CertificateFiles made, Err *err)
{
    (void)a, (void)who, (void)seconds, (void)made, (void)err;
    bug("there is no authority");
}

bool authority_renew(const Authority *a, const char *before, const Speaker *who, long seconds,
                     Buf *pem, Err *err)
{
    (void)a, (void)before, (void)who, (void)seconds, (void)pem, (void)err;
    bug("there is no authority");
}

bool authority_renew_file(const Authority *a, const char *path, long seconds, Err *err)
{
    (void)a, (void)path, (void)seconds, (void)err;
    bug("there is no authority");
}

bool certificate_speaker(const struct x509_st *certificate, Speaker *who)
{
    (void)certificate, (void)who;
    return false;
}

bool certificate_time(const struct x509_st *certificate, CertificateTime *time)
{
    (void)certificate, (void)time;
    return false;
}

bool certificate_chain_speaker(const struct stack_st_X509 *chain, Speaker *who)
{
    (void)chain, (void)who;
    return false;
}

#else

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "trust/authority_impl.h"

enum {
    SERIAL_BITS = 127,
    SECONDS_BEFORE = 300,  // clocks of hosts differ
    COMMON_NAME = 64,
};

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

// The common name is for people, and cut when it is too long; what counts is the URI.
static bool set_names(X509 *c, const char *uri)
{
    GENERAL_NAMES *names = GENERAL_NAMES_new();
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_IA5STRING *text = ASN1_IA5STRING_new();
    const char *common = strchr(uri, ':') + 3;
    size_t size = strlen(common);
    bool is_set = names && name && text && ASN1_STRING_set(text, uri, -1) == 1;

    if (is_set) {
        GENERAL_NAME_set0_value(name, GEN_URI, text);
        text = NULL;
        is_set = sk_GENERAL_NAME_push(names, name) > 0;
        name = is_set ? NULL : name;
    }
    is_set = is_set &&
             X509_add1_ext_i2d(c, NID_subject_alt_name, names, 0, X509V3_ADD_DEFAULT) == 1 &&
             X509_NAME_add_entry_by_txt(X509_get_subject_name(c), "CN", MBSTRING_UTF8,
                                        (const unsigned char *)common,
                                        size < COMMON_NAME ? (int)size : COMMON_NAME, -1, 0) == 1;
    ASN1_IA5STRING_free(text);
    GENERAL_NAME_free(name);
    GENERAL_NAMES_free(names);
    return is_set;
}

static bool set_extensions(X509 *c, X509 *issuer, Role role)
{
    bool can_sign = role == ROLE_AUTHORITY || role == ROLE_NODE;
    const char *constraints = role == ROLE_AUTHORITY ? "critical,CA:TRUE,pathlen:1"
                              : can_sign             ? "critical,CA:TRUE,pathlen:0"
                                                     : "critical,CA:FALSE";

    if (!set_extension(c, issuer, NID_subject_key_identifier, "hash") ||
        !set_extension(c, issuer, NID_basic_constraints, constraints) ||
        !set_extension(c, issuer, NID_key_usage,
                       can_sign ? "critical,keyCertSign,digitalSignature"
                                : "critical,digitalSignature"))
        return false;
    return role == ROLE_AUTHORITY ||
           (set_extension(c, issuer, NID_ext_key_usage, "serverAuth,clientAuth") &&
            set_extension(c, issuer, NID_authority_key_identifier, "keyid:always"));
}

// `by` is NULL: it signs itself.
static X509 *make(EVP_PKEY *key, const Speaker *who, long seconds, const Authority *by)
{
    char uri[SPEAKER_TEXT];
    X509 *c = X509_new();
    X509 *issuer = by ? by->certificate : c;
    bool is_made = c && speaker_print(who, uri) && X509_set_version(c, X509_VERSION_3) &&
                   set_serial(c) && X509_gmtime_adj(X509_getm_notBefore(c), -SECONDS_BEFORE) &&
                   X509_gmtime_adj(X509_getm_notAfter(c), seconds) && set_names(c, uri) &&
                   X509_set_issuer_name(c, X509_get_subject_name(issuer)) &&
                   X509_set_pubkey(c, key) && set_extensions(c, issuer, who->role) &&
                   X509_sign(c, by ? by->key : key, EVP_sha256()) > 0;

    if (is_made)
        return c;
    X509_free(c);
    return NULL;
}

bool certificate_speaker(const X509 *certificate, Speaker *who)
{
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    bool is_found = false;

    // One name alone: nobody is two.
    if (names && sk_GENERAL_NAME_num(names) == 1) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, 0);
        if (name->type == GEN_URI) {
            const ASN1_IA5STRING *text = name->d.uniformResourceIdentifier;
            char uri[SPEAKER_TEXT] = "";
            size_t size = (size_t)ASN1_STRING_length(text);
            if (size < sizeof uri)
                memcpy(uri, ASN1_STRING_get0_data(text), size);
            is_found = size < sizeof uri && strlen(uri) == size && speaker_parse(uri, who);
        }
    }
    GENERAL_NAMES_free(names);
    return is_found;
}

static bool seconds_of(const ASN1_TIME *time, int64_t *seconds)
{
    struct tm parts;

    if (ASN1_TIME_to_tm(time, &parts) != 1)
        return false;
    *seconds = (int64_t)timegm(&parts);
    return true;
}

// The time that was asked for: certificates that are made here begin a little earlier.
static bool life_of(const X509 *certificate, int64_t *begin, int64_t *end)
{
    if (!seconds_of(X509_get0_notBefore(certificate), begin) ||
        !seconds_of(X509_get0_notAfter(certificate), end))
        return false;
    if (*begin + SECONDS_BEFORE < *end)
        *begin += SECONDS_BEFORE;
    return true;
}

bool certificate_time(const X509 *certificate, CertificateTime *time)
{
    int64_t begin;

    if (!life_of(certificate, &begin, &time->end))
        return false;
    time->renew = begin + (time->end - begin) / 3 * 2;
    return true;
}

// A node signs for its own containers, the authority for everybody.
static bool may_sign_for(const Speaker *signer, const Speaker *who)
{
    if (strcmp(signer->cluster, who->cluster) != 0 || who->role == ROLE_AUTHORITY)
        return false;
    return signer->role == ROLE_AUTHORITY ||
           (signer->role == ROLE_NODE && who->role == ROLE_CONTAINER &&
            strcmp(signer->name, who->node) == 0);
}

bool certificate_chain_speaker(const STACK_OF(X509) *chain, Speaker *who)
{
    Speaker before, signer;
    int count = chain ? sk_X509_num(chain) : 0;

    if (count < 2 || !certificate_speaker(sk_X509_value(chain, 0), who))
        return false;
    before = *who;
    for (int i = 1; i < count; i++) {
        if (!certificate_speaker(sk_X509_value(chain, i), &signer) ||
            !may_sign_for(&signer, &before))
            return false;
        before = signer;
    }
    return before.role == ROLE_AUTHORITY;
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

// `signer` is added to the certificate; NULL: none.
static bool write_files(CertificateFiles made, X509 *c, X509 *signer, EVP_PKEY *key, Err *err)
{
    FILE *f = create(made.key, 0600, err);

    if (!f ||
        !finish(f, PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1, made.key, err))
        return false;
    f = create(made.certificate, 0644, err);
    return f && finish(f, PEM_write_X509(f, c) == 1 && (!signer || PEM_write_X509(f, signer) == 1),
                       made.certificate, err);
}

X509 *authority_read_certificate(const char *path, Err *err)
{
    FILE *f = fopen(path, "re");
    X509 *c = f ? PEM_read_X509(f, NULL, NULL, NULL) : NULL;

    if (!f)
        err_os(err, "open", path);
    else if (!c)
        err_set(err, "%s: no certificate: %s", path, authority_reason());
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
        err_set(err, "%s: no key: %s", path, authority_reason());
    if (f)
        fclose(f);
    return key;
}

// ------------------------------------------------------------------------------ the authority

bool authority_read_name(const X509 *certificate, const char *path, Role also, Speaker *name,
                         Err *err)
{
    if (certificate_speaker(certificate, name) &&
        (name->role == ROLE_AUTHORITY || name->role == also))
        return true;
    err_set(err, "%s is not a certificate of the authority%s that plait cluster has made", path,
            also == ROLE_NODE ? " or a node" : "");
    return false;
}

bool authority_make(CertificateFiles made, const char *cluster, long seconds, Err *err)
{
    Speaker name = {.role = ROLE_AUTHORITY};

    snprintf(name.cluster, sizeof name.cluster, "%s", cluster);
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *c = key ? make(key, &name, seconds, NULL) : NULL;
    bool is_made = c && write_files(made, c, NULL, key, err);
    if (!c)
        err_set(err, "%s cannot be made: %s", made.certificate, authority_reason());
    X509_free(c);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_made;
}

Authority *authority_open(CertificateFiles files, Err *err)
{
    Authority *a = memory_zeroed(1, sizeof *a);
    bool is_open =
        (a->certificate = authority_read_certificate(files.certificate, err)) &&
        authority_read_name(a->certificate, files.certificate, ROLE_NODE, &a->name, err) &&
        (a->key = read_key(files.key, err));

    if (is_open && X509_check_private_key(a->certificate, a->key) != 1) {
        err_set(err, "%s is not the key of %s", files.key, files.certificate);
        is_open = false;
    }
    ERR_clear_error();
    if (is_open)
        return a;
    authority_free(a);
    return NULL;
}

void authority_free(Authority *a)
{
    if (!a)
        return;
    X509_free(a->certificate);
    EVP_PKEY_free(a->key);
    free(a);
}

const Speaker *authority_speaker(const Authority *a)
{
    return &a->name;
}

// What belongs behind a certificate of this authority. NULL: nothing, everybody knows it.
static X509 *shown_with(const Authority *a)
{
    return a->name.role == ROLE_NODE ? a->certificate : NULL;
}

// A new key, and a certificate for it.
static X509 *issue(const Authority *a, const Speaker *who, long seconds, EVP_PKEY **key, Err *err)
{
    Speaker named = *who;
    char uri[SPEAKER_TEXT];
    X509 *c = NULL;

    memcpy(named.cluster, a->name.cluster, sizeof named.cluster);
    if (a->name.role == ROLE_NODE)
        memcpy(named.node, a->name.name, sizeof named.node);
    *key = NULL;
    if (!may_sign_for(&a->name, &named)) {
        err_set(err, "the %s %s makes no certificate of a %s", role_name(a->name.role),
                a->name.name, role_name(who->role));
        return NULL;
    }
    if (!speaker_print(&named, uri)) {
        err_set(err, "%s is no name for a certificate of a %s", who->name, role_name(who->role));
        return NULL;
    }
    *key = EVP_EC_gen("P-256");
    c = *key ? make(*key, &named, seconds, a) : NULL;
    if (!c)
        err_set(err, "a certificate for %s cannot be made: %s", uri, authority_reason());
    ERR_clear_error();
    return c;
}

bool authority_issue(const Authority *a, const Speaker *who, long seconds, Buf *pem, Err *err)
{
    EVP_PKEY *key;
    X509 *c = issue(a, who, seconds, &key, err);
    BIO *out = c ? BIO_new(BIO_s_secmem()) : NULL;
    X509 *signer = shown_with(a);
    bool is_made = out && PEM_write_bio_X509(out, c) == 1 &&
                   (!signer || PEM_write_bio_X509(out, signer) == 1) &&
                   PEM_write_bio_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL) == 1;

    if (is_made) {
        char *text;
        long size = BIO_get_mem_data(out, &text);
        buf_add(pem, text, (size_t)size);
    } else if (c) {
        err_set(err, "a certificate cannot be written: %s", authority_reason());
    }
    BIO_free(out);
    X509_free(c);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_made;
}

bool authority_issue_files(const Authority *a, const Speaker *who, long seconds,
                           CertificateFiles made, Err *err)
{
    EVP_PKEY *key;
    X509 *c = issue(a, who, seconds, &key, err);
    bool is_made = c && write_files(made, c, shown_with(a), key, err);

    X509_free(c);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_made;
}

// ------------------------------------------------------------------------------------ renewal

static bool is_same_speaker(const Speaker *a, const Speaker *b)
{
    char first[SPEAKER_TEXT], second[SPEAKER_TEXT];

    return speaker_print(a, first) && speaker_print(b, second) && strcmp(first, second) == 0;
}

// Only what this authority has signed before, or its own certificate.
static bool may_renew(const Authority *a, X509 *before, const Speaker *who, Err *err)
{
    Speaker named;
    bool is_own = X509_cmp(before, a->certificate) == 0;

    if (!certificate_speaker(before, &named) || !is_same_speaker(&named, who))
        err_set(err, "the certificate does not name its owner");
    else if (a->name.role != ROLE_AUTHORITY || (!is_own && !may_sign_for(&a->name, &named)) ||
             X509_verify(before, a->key) != 1)
        err_set(err, "the certificate is not of the authority of %s", a->name.cluster);
    return !err->set;
}

static X509 *renewed(const Authority *a, X509 *before, const Speaker *who, long seconds, Err *err)
{
    int64_t begin = 0, end = 0;
    X509 *c = NULL;

    if (!may_renew(a, before, who, err))
        return NULL;
    if (seconds == 0 && life_of(before, &begin, &end))
        seconds = (long)(end - begin);
    if (seconds > 0)
        c = who->role == ROLE_AUTHORITY ? make(a->key, who, seconds, NULL)
                                        : make(X509_get0_pubkey(before), who, seconds, a);
    if (!c)
        err_set(err, "the certificate cannot be renewed: %s",
                seconds > 0 ? authority_reason() : "its times make no sense");
    return c;
}

bool authority_renew(const Authority *a, const char *before, const Speaker *who, long seconds,
                     Buf *pem, Err *err)
{
    BIO *in = BIO_new_mem_buf(before, -1), *out = BIO_new(BIO_s_mem());
    X509 *old = in ? PEM_read_bio_X509(in, NULL, NULL, NULL) : NULL;
    X509 *c = old ? renewed(a, old, who, seconds, err) : NULL;
    bool is_made = c && out && PEM_write_bio_X509(out, c) == 1;

    if (is_made) {
        char *text;
        long size = BIO_get_mem_data(out, &text);
        buf_add(pem, text, (size_t)size);
    } else if (!err->set) {
        err_set(err, "there is no certificate to renew: %s", authority_reason());
    }
    X509_free(c);
    X509_free(old);
    BIO_free(in);
    BIO_free(out);
    ERR_clear_error();
    return is_made;
}

bool authority_renew_file(const Authority *a, const char *path, long seconds, Err *err)
{
    X509 *old = authority_read_certificate(path, err), *c = NULL;
    Speaker who;
    WholeFile f;

    if (old && !certificate_speaker(old, &who))
        err_set(err, "%s names no member of a cluster", path);
    else if (old)
        c = renewed(a, old, &who, seconds, err);
    bool is_written = c && whole_file_open(&f, path, err);
    if (is_written) {
        is_written = PEM_write_X509(f.out, c) == 1;
        is_written &= whole_file_close(&f, err);
    }
    X509_free(c);
    X509_free(old);
    ERR_clear_error();
    return is_written;
}

#endif
