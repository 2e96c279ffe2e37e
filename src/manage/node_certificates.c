// manage/node_certificates.c: the certificates of a node and of its containers.

#include "manage/node_impl.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hex.h"
#include "net/loop.h"

// The name that this life has had from its start: later the kind is known, and it was not then.
static const char *name_in_certificate(const Child *c)
{
    const char *name = json_string_value(json_object_get(c->entry, "certified-as"));
    return name ? name : "container";
}

// Adds a certificate with its key for this life. False: the reason is in err.
static bool issue(const Node *n, Child *c, Buf *pem, Err *err)
{
    Speaker who = {.role = ROLE_CONTAINER};

    hex_number(c->incarnation, &who.incarnation);
    snprintf(who.name, sizeof who.name, "%s", name_in_certificate(c));
    c->renew_at = certificate_time_of(n->setup->life).renew;
    return authority_issue(n->issuer, &who, n->setup->life, pem, err);
}

json_t *node_tls(const Node *n, Child *c, Err *err)
{
    json_t *kind = json_object_get(c->entry, "kind"), *tls = NULL;
    Buf pem = {0};

    if (!n->issuer)
        return json_null();
    if (kind)
        json_object_set(c->entry, "certified-as", kind);
    if (issue(n, c, &pem, err))
        tls = json_pack("{s:s, s:s}", "authority", n->setup->authority, "pem", pem.text);
    certificate_drop_secret(&pem);
    return tls;
}

static void renew(const Node *n, Child *c)
{
    Buf pem = {0};
    Err err = {0};

    if (!issue(n, c, &pem, &err))
        node_say(n, c, LOG_FAILS, "certificate", "life", (int)n->setup->life,
                 "has no new certificate for %d seconds");
    else if (!node_tell(c, &(ControlWord){.kind = CONTROL_RENEW}, pem.text))
        c->renew_at = (int64_t)time(NULL) + 1;  // it does not listen at the moment
    certificate_drop_secret(&pem);
}

// One that was adopted has never been issued a certificate by this manager: it gets one at once.
static void renew_containers(const Node *n)
{
    int64_t now = (int64_t)time(NULL);

    for (uint32_t i = 0; i < n->child_count; i++) {
        Child *c = n->children[i];
        if (c->process.pid && c->control >= 0 && now >= c->renew_at)
            renew(n, c);
    }
}

// ----------------------------------------------------------------------------------- the node

// Its containers show its certificate behind theirs: all need a new one.
static void begin_to_issue_with_new(Node *n)
{
    const NodeSetup *s = n->setup;
    Err err = {0};
    Authority *issuer = authority_open((CertificateFiles){s->certificate, s->key}, &err);

    if (!issuer) {
        log_message(&s->log, LOG_FAILS, "certificate", &(LogMember){"message", err.text, 0}, 1,
                    err.text);
        return;
    }
    authority_free(n->issuer);
    n->issuer = issuer;
    for (uint32_t i = 0; i < n->child_count; i++)
        n->children[i]->renew_at = 0;
}

// Tries some times before the certificate ends.
static uint64_t ask_pause(const Node *n)
{
    CertificateTime t = tls_identity_time(n->credentials.identity);
    int64_t seconds = (t.end - t.renew) / 8;

    return (uint64_t)(seconds < 1 ? 1 : seconds > 3600 ? 3600 : seconds) * 1000000;
}

static void ask_for_renewal(Node *n)
{
    Err err = {0};
    char *text = NULL;

    if (!n->is_welcome || loop_now() < n->renew_at || !credentials_are_due(&n->credentials))
        return;
    n->renew_at = loop_now() + ask_pause(n);
    text = credentials_text(&n->credentials, &err);
    if (text)
        node_send(n, json_pack("{s:s, s:s}", "what", "renew", "certificate", text));
    free(text);
}

void node_take_renewed(Node *n, const json_t *message)
{
    const char *pem = json_string_value(json_object_get(message, "certificate"));
    const char *why = json_string_value(json_object_get(message, "why"));
    Err err = {0};

    if (!pem || !n->issuer || !credentials_replace(&n->credentials, pem, &err))
        log_message(&n->setup->log, LOG_WARNS, "certificate", NULL, 0,
                    err.set ? err.text
                    : why   ? why
                            : "the certificate is not renewed");
}

void node_renew_due(Node *n)
{
    if (!n->issuer)
        return;
    ask_for_renewal(n);
    if (credentials_turn(&n->credentials, &n->setup->log))
        begin_to_issue_with_new(n);
    renew_containers(n);
}
