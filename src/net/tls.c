// net/tls.c: TLS 1.3 with certificates on both sides, by OpenSSL.

#include "net/tls.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/frame.h"
#include "trust/rights.h"

#ifndef HAVE_OPENSSL

TlsIdentity *tls_identity_new(const char *authority, const char *certificate, const char *key,
                              Err *err)
{
    (void)authority, (void)key;
    err_set(err, "%s cannot be used: Plait was built without OpenSSL", certificate);
    return NULL;
}

TlsIdentity *tls_identity_from(const char *authority, const char *pem, Err *err)
{
    (void)pem;
    return tls_identity_new(authority, "a certificate", NULL, err);
}

void tls_identity_free(TlsIdentity *identity)
{
    assert(!identity);
}

bool tls_identity_renew(TlsIdentity *identity, const char *pem, Err *err)
{
    (void)identity, (void)pem, (void)err;
    bug("there is no TLS");
}

bool tls_identity_reload(TlsIdentity *identity, Err *err)
{
    (void)identity, (void)err;
    bug("there is no TLS");
}

CertificateTime tls_identity_time(const TlsIdentity *identity)
{
    (void)identity;
    bug("there is no TLS");
}

const Speaker *tls_identity_speaker(const TlsIdentity *identity)
{
    (void)identity;
    bug("there is no TLS");
}

Tls *tls_new(TlsIdentity *identity, int fd, bool is_caller)
{
    (void)identity, (void)fd, (void)is_caller;
    bug("there is no TLS");
}

void tls_free(Tls *t)
{
    assert(!t);
}

TlsResult tls_shake(Tls *t)
{
    (void)t;
    return TLS_BROKEN;
}

bool tls_peer(const Tls *t, Speaker *who)
{
    (void)t, (void)who;
    return false;
}

bool tls_speaks_for(const Tls *t, uint64_t incarnation)
{
    (void)t, (void)incarnation;
    return false;
}

TlsResult tls_read(Tls *t, uint8_t *bytes, size_t most, size_t *count)
{
    (void)t, (void)bytes, (void)most, (void)count;
    return TLS_BROKEN;
}

TlsResult tls_write(Tls *t, const uint8_t *bytes, size_t count, size_t *taken)
{
    (void)t, (void)bytes, (void)count, (void)taken;
    return TLS_BROKEN;
}

#else

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

struct TlsIdentity {
    SSL_CTX *context;
    Speaker speaker;
    CertificateTime time;
    char *authority, *certificate, *key;  // files; the last two are NULL: it was made from text
};

struct Tls {
    SSL *ssl;
    bool is_shaken;
    char cluster[SPEAKER_NAME + 1];  // the own one
};

// ------------------------------------------------------------------------------- identities

// Why OpenSSL has failed.
static const char *reason(void)
{
    const char *text = ERR_reason_error_string(ERR_peek_last_error());
    return text ? text : "unknown reason";
}

static bool set_up(SSL_CTX *c)
{
    SSL_CTX_set_verify(c, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    SSL_CTX_set_options(c, SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(c, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_max_cert_list(c, FRAME_STRANGER_MAX);
    return SSL_CTX_set_min_proto_version(c, TLS1_3_VERSION) == 1 &&
           SSL_CTX_set_max_early_data(c, 0) == 1 && SSL_CTX_set_num_tickets(c, 0) == 1;
}

// A context that trusts the authority. NULL: the reason is in err.
static SSL_CTX *context_new(const char *authority, Err *err)
{
    SSL_CTX *c = SSL_CTX_new(TLS_method());

    ERR_clear_error();
    if (!c || !set_up(c))
        err_set(err, "TLS 1.3 is not to be had: %s", reason());
    else if (SSL_CTX_load_verify_locations(c, authority, NULL) != 1)
        err_set(err, "%s: no certificate of an authority: %s", authority, reason());
    else
        return c;
    SSL_CTX_free(c);
    return NULL;
}

// Takes the context, which has a certificate and its key.
static TlsIdentity *identity_of(SSL_CTX *c, const char *certificate, Err *err)
{
    TlsIdentity *identity = memory_zeroed(1, sizeof *identity);

    identity->context = c;
    if (!certificate_speaker(SSL_CTX_get0_certificate(c), &identity->speaker) ||
        !certificate_time(SSL_CTX_get0_certificate(c), &identity->time)) {
        err_set(err, "%s names no member of a cluster; those of plait cluster add do",
                certificate);
        tls_identity_free(identity);
        return NULL;
    }
    return identity;
}

TlsIdentity *tls_identity_new(const char *authority, const char *certificate, const char *key,
                              Err *err)
{
    SSL_CTX *c = context_new(authority, err);
    bool is_read = false;

    if (!c)
        return NULL;
    if (SSL_CTX_use_certificate_chain_file(c, certificate) != 1)
        err_set(err, "%s: no certificate: %s", certificate, reason());
    else if (SSL_CTX_use_PrivateKey_file(c, key, SSL_FILETYPE_PEM) != 1)
        err_set(err, "%s: no key: %s", key, reason());
    else if (SSL_CTX_check_private_key(c) != 1)
        err_set(err, "%s is not the key of %s", key, certificate);
    else
        is_read = true;
    ERR_clear_error();
    TlsIdentity *identity = is_read ? identity_of(c, certificate, err) : NULL;
    if (identity) {
        identity->authority = memory_copy_text(authority);
        identity->certificate = memory_copy_text(certificate);
        identity->key = memory_copy_text(key);
    }
    if (!is_read)
        SSL_CTX_free(c);
    return identity;
}

// The certificate of the node, when a node has signed.
static bool add_signer(SSL_CTX *c, BIO *in)
{
    long here = BIO_tell(in);
    X509 *signer = PEM_read_bio_X509(in, NULL, NULL, NULL);

    if (signer)
        return SSL_CTX_add0_chain_cert(c, signer) == 1;
    ERR_clear_error();
    return BIO_seek(in, here) >= 0;  // it has read over the key
}

TlsIdentity *tls_identity_from(const char *authority, const char *pem, Err *err)
{
    SSL_CTX *c = context_new(authority, err);
    BIO *in = c ? BIO_new_mem_buf(pem, -1) : NULL;
    X509 *certificate = in ? PEM_read_bio_X509(in, NULL, NULL, NULL) : NULL;
    bool is_read = certificate && SSL_CTX_use_certificate(c, certificate) == 1 &&
                   add_signer(c, in);
    EVP_PKEY *key = is_read ? PEM_read_bio_PrivateKey(in, NULL, NULL, NULL) : NULL;

    is_read = key && SSL_CTX_use_PrivateKey(c, key) == 1 && SSL_CTX_check_private_key(c) == 1;

    if (c && !is_read)
        err_set(err, "this is no certificate with its key: %s", reason());
    EVP_PKEY_free(key);
    X509_free(certificate);
    BIO_free(in);
    ERR_clear_error();
    TlsIdentity *identity = is_read ? identity_of(c, "a certificate", err) : NULL;
    if (identity)
        identity->authority = memory_copy_text(authority);
    if (!is_read)
        SSL_CTX_free(c);
    return identity;
}

// Takes the newer one; NULL: there is none, with the reason in err.
static bool take_newer(TlsIdentity *identity, TlsIdentity *newer, Err *err)
{
    char before[SPEAKER_TEXT], now[SPEAKER_TEXT];

    if (!newer)
        return false;
    bool is_same = speaker_print(&identity->speaker, before) &&
                   speaker_print(&newer->speaker, now) && strcmp(before, now) == 0;
    if (is_same) {
        // Connections hold the old one for as long as they live.
        SSL_CTX *old = identity->context;
        identity->context = newer->context;
        identity->time = newer->time;
        newer->context = old;
    } else {
        err_set(err, "the new certificate names %s instead of %s", now, before);
    }
    tls_identity_free(newer);
    return is_same;
}

bool tls_identity_renew(TlsIdentity *identity, const char *pem, Err *err)
{
    return take_newer(identity, tls_identity_from(identity->authority, pem, err), err);
}

bool tls_identity_reload(TlsIdentity *identity, Err *err)
{
    assert(identity->certificate && identity->key);
    return take_newer(
        identity, tls_identity_new(identity->authority, identity->certificate, identity->key, err),
        err);
}

CertificateTime tls_identity_time(const TlsIdentity *identity)
{
    return identity->time;
}

const Speaker *tls_identity_speaker(const TlsIdentity *identity)
{
    return &identity->speaker;
}

void tls_identity_free(TlsIdentity *identity)
{
    if (!identity)
        return;
    SSL_CTX_free(identity->context);
    free(identity->authority);
    free(identity->certificate);
    free(identity->key);
    free(identity);
}

// ------------------------------------------------------------------------------ connections

// Before a read: a stranger is not listened to for longer than it may talk.
static long limit_stranger(BIO *b, int what, const char *bytes, size_t count, int number,
                           long more, int result, size_t *done)
{
    (void)bytes, (void)number, (void)more, (void)done;
    if (what != BIO_CB_READ || BIO_number_read(b) + count <= FRAME_STRANGER_MAX)
        return result;
    BIO_clear_retry_flags(b);  // this is no wait for more
    return -1;
}

Tls *tls_new(TlsIdentity *identity, int fd, bool is_caller)
{
    Tls *t = memory_zeroed(1, sizeof *t);

    t->ssl = SSL_new(identity->context);
    if (!t->ssl || SSL_set_fd(t->ssl, fd) != 1)
        die_out_of_memory(sizeof *t);
    memcpy(t->cluster, identity->speaker.cluster, sizeof t->cluster);
    BIO_set_callback_ex(SSL_get_rbio(t->ssl), limit_stranger);
    if (is_caller)
        SSL_set_connect_state(t->ssl);
    else
        SSL_set_accept_state(t->ssl);
    return t;
}

void tls_free(Tls *t)
{
    if (!t)
        return;
    SSL_free(t->ssl);
    free(t);
}

static TlsResult result_of(const Tls *t, int returned)
{
    int why = SSL_get_error(t->ssl, returned);

    // Errors stay in a queue of the thread and would be taken for those of another connection.
    ERR_clear_error();
    return why == SSL_ERROR_WANT_READ    ? TLS_WAITS_TO_READ
           : why == SSL_ERROR_WANT_WRITE ? TLS_WAITS_TO_WRITE
                                         : TLS_BROKEN;
}

TlsResult tls_shake(Tls *t)
{
    int returned = SSL_do_handshake(t->ssl);

    if (returned != 1)
        return result_of(t, returned);
    assert(SSL_get_verify_result(t->ssl) == X509_V_OK);
    BIO_set_callback_ex(SSL_get_rbio(t->ssl), NULL);
    t->is_shaken = true;
    return TLS_DONE;
}

bool tls_peer(const Tls *t, Speaker *who)
{
    assert(t->is_shaken);
    return certificate_chain_speaker(SSL_get0_verified_chain(t->ssl), who);
}

bool tls_speaks_for(const Tls *t, uint64_t incarnation)
{
    Wish wish = {.act = ACT_SEND, .cluster = t->cluster, .incarnation = incarnation};
    Speaker who;
    Err why = {0};

    return tls_peer(t, &who) && speaker_may(&who, &wish, &why);
}

TlsResult tls_read(Tls *t, uint8_t *bytes, size_t most, size_t *count)
{
    assert(t->is_shaken);
    *count = 0;
    while (*count < most || SSL_has_pending(t->ssl)) {
        size_t got;
        assert(*count <= most + TLS_RECORD);
        int returned = SSL_read_ex(t->ssl, bytes + *count, most + TLS_RECORD - *count, &got);
        if (returned != 1)
            return result_of(t, returned);
        *count += got;
    }
    return TLS_DONE;
}

TlsResult tls_write(Tls *t, const uint8_t *bytes, size_t count, size_t *taken)
{
    assert(t->is_shaken);
    *taken = 0;
    while (*taken < count) {
        size_t put;
        int returned = SSL_write_ex(t->ssl, bytes + *taken, count - *taken, &put);
        if (returned != 1)
            return result_of(t, returned);
        *taken += put;
    }
    return TLS_DONE;
}

#endif
