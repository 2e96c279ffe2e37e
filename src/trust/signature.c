// trust/signature.c: what the authority of a cluster has signed, by OpenSSL.

#include "trust/certificate.h"

#include <string.h>

#include "base/memory.h"

#ifndef HAVE_OPENSSL

bool authority_sign(const Authority *a, const void *bytes, size_t size, Buf *signature, Err *err)
{
    (void)a, (void)bytes, (void)size, (void)signature, (void)err;
    bug("there is no authority");
}

bool authority_has_signed(const char *certificate, const void *bytes, size_t size,
                          const char *signature, char cluster[static SPEAKER_NAME + 1], Err *err)
{
    (void)bytes, (void)size, (void)signature, (void)cluster;
    err_set(err, "%s cannot be used: %s", certificate, "Plait was built without OpenSSL");
    return false;
}

#else

#include "trust/authority_impl.h"

enum { SIGNATURE_MAX = 128 };  // bytes; of the curve P-256 at most 72

bool authority_sign(const Authority *a, const void *bytes, size_t size, Buf *signature, Err *err)
{
    unsigned char raw[SIGNATURE_MAX], text[4 * SIGNATURE_MAX / 3 + 8];
    size_t raw_size = sizeof raw;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_signed = context &&
                     EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, a->key) == 1 &&
                     EVP_DigestSign(context, raw, &raw_size, bytes, size) == 1;

    if (is_signed)
        buf_add(signature, (char *)text, (size_t)EVP_EncodeBlock(text, raw, (int)raw_size));
    else
        err_set(err, "cannot sign: %s", authority_reason());
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return is_signed;
}

// Returns how many bytes they are; 0: this is no base64, or not written as authority_sign does.
static size_t decode(const char *text, unsigned char raw[static SIGNATURE_MAX])
{
    unsigned char again[4 * SIGNATURE_MAX / 3 + 8];
    size_t size = strlen(text), padding = 0;

    while (padding < 2 && padding < size && text[size - 1 - padding] == '=')
        padding++;
    if (size == 0 || size % 4 != 0 || size / 4 * 3 > SIGNATURE_MAX)
        return 0;
    int count = EVP_DecodeBlock(raw, (const unsigned char *)text, (int)size) - (int)padding;
    if (count <= 0)
        return 0;
    EVP_EncodeBlock(again, raw, count);
    return strcmp((char *)again, text) == 0 ? (size_t)count : 0;
}

bool authority_has_signed(const char *certificate, const void *bytes, size_t size,
                          const char *signature, char cluster[static SPEAKER_NAME + 1], Err *err)
{
    unsigned char raw[SIGNATURE_MAX];
    size_t raw_size = decode(signature, raw);
    Speaker name;
    X509 *c = authority_read_certificate(certificate, err);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_known = c && authority_read_name(c, certificate, ROLE_AUTHORITY, &name, err);
    bool is_signed =
        is_known && context && raw_size > 0 &&
        EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, X509_get0_pubkey(c)) == 1 &&
        EVP_DigestVerify(context, raw, raw_size, bytes, size) == 1;

    if (is_signed)
        memcpy(cluster, name.cluster, SPEAKER_NAME + 1);
    else if (is_known)
        err_set(err, "this is not the signature of %s", certificate);
    EVP_MD_CTX_free(context);
    X509_free(c);
    ERR_clear_error();
    return is_signed;
}

#endif
