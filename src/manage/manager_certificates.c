// manage/manager_certificates.c: the certificates of the nodes, and of the manager itself.
//
// Only with the key of the authority, which the manager need not have: then somebody replaces the
// files by hand (plait cluster renew), and nodes and managers read them again.

#include "manage/manager_impl.h"

#include <string.h>

#include "net/loop.h"

enum { RENEW_PAUSE = 10000000 };  // microseconds

void manager_renew_node(const Manager *m, Guest *g, const json_t *message)
{
    const char *before = state_text(message, "certificate");
    Speaker who = {.role = ROLE_NODE};
    Buf pem = {0};
    Err err = {0};

    snprintf(who.name, sizeof who.name, "%s", g->node);
    if (!m->signer) {
        err_set(&err, "the manager of the cluster has no key of the authority");
    } else {
        memcpy(who.cluster, authority_speaker(m->signer)->cluster, sizeof who.cluster);
        authority_renew(m->signer, before ? before : "", &who, 0, &pem, &err);
    }
    channel_send(g->channel,
                 json_pack("{s:s, s:s?, s:s?}", "what", "renewed", "certificate",
                           err.set ? NULL : pem.text, "why", err.set ? err.text : NULL));
    if (!err.set)
        manager_say(m, LOG_INFORMS, "renewed", g->node, "node %s has a new certificate");
    buf_drop(&pem);
}

void manager_renew_own(Manager *m)
{
    Err err = {0};

    if (m->signer && loop_now() >= m->renew_at && credentials_are_due(&m->credentials)) {
        m->renew_at = loop_now() + RENEW_PAUSE;
        if (authority_renew_file(m->signer, m->setup->certificate, 0, &err))
            m->credentials.look_at = 0;
        else
            manager_say(m, LOG_FAILS, "certificate", err.text, "%s");
    }
    credentials_turn(&m->credentials, &m->setup->log);
}
