// manage/manager_impl.h: what the files of the cluster's manager share.

#pragma once

#include "base/buf.h"
#include "manage/channel.h"
#include "manage/credentials.h"
#include "manage/manager.h"
#include "manage/state.h"

enum { NAME_MOST = 64 };

// A connection: of a node, or of somebody who asks.
typedef struct Guest {
    Channel *channel;
    uint64_t id;
    uint64_t since;   // when it called, as loop_now
    bool has_spoken;  // at least one message
    char node[NAME_MOST + 1];  // "": it is none
    uint64_t probed;           // the last probe that it has answered
    json_int_t blocks;         // of incarnations that it has left
    bool is_over;              // to be closed when all was sent
} Guest;

typedef struct Manager {
    const ManagerSetup *setup;
    State state;
    Credentials credentials;
    Authority *signer;  // renews certificates; NULL: somebody else does
    uint64_t renew_at;  // when it tries again, as loop_now
    int listener, signals;
    bool is_local;
    Guest **guests;
    uint32_t guest_count, guest_capacity;
    uint64_t next_guest;
    json_t *figures;  // by incarnation: what its node has said last
    json_t *rests;    // by deployment: its last sums, while all were at rest
    json_t *drains;   // by deployment: when it must be drained, in microseconds
    uint64_t began;   // when this process began, as loop_now
    json_t *away;     // by node without a connection: since when, as loop_now; null: it is lost
    uint64_t probe, probe_at;
    bool is_over;
} Manager;

// manager_place.c: where containers live.

// The connection of a node; NULL: it is away.
Guest *manager_node(const Manager *m, const char *node);
// How many containers and granted addresses there are on the node.
uint32_t manager_load(const Manager *m, const char *node);
// A free address on the node with the fewest containers of those that the deployment may use; nodes
// that are away come last. False: there is none, with the reason. `moved`: a container that leaves
// its node, for one with the fewest of its kind; may be NULL.
bool manager_choose(const Manager *m, const char *deployment, const json_t *moved,
                    const char **node, Buf *address, Err *err);
// Gives a container addresses until it has some on each node, and at least `more` new ones.
void manager_grant(Manager *m, const char *incarnation, uint32_t more);
// Sends the node what it needs to start the container, if it is there.
void manager_start(Manager *m, const char *incarnation);
// Places main machines that have waited for a node.
void manager_place_main(Manager *m);
// The containers of a node that is lost.
void manager_move(Manager *m, const char *node);
void manager_top_up(Manager *m, Guest *g);  // blocks of a node

// manager_node.c: what nodes say.

void manager_take_node(Manager *m, Guest *g, json_t *message);
// False: the message makes no sense.
bool manager_hear_node(Manager *m, Guest *g, const json_t *message);
void manager_tell_dead(Manager *m, const char *deployment, const char *dead, const char *next);
void manager_stop(Manager *m, const char *deployment, const char *how);

// manager_ask.c: what others ask.

void manager_answer(Manager *m, Guest *g, const json_t *message);
// A part of a file has come from a node.
void manager_pass_part(Manager *m, const json_t *message);

// manager_certificates.c: the certificates of the nodes, and the own one.

// A node wants a new one, with its owner and its key as before.
void manager_renew_node(const Manager *m, Guest *g, const json_t *message);
// Takes a new one for itself, if somebody has made it, or makes it in time.
void manager_renew_own(Manager *m);

// manager_rest.c: whether a deployment has something to do.

void manager_probe(Manager *m);
void manager_judge(Manager *m);

void manager_say(const Manager *m, LogLevel level, const char *what, const char *name,
                 const char *format) __attribute__((format(printf, 5, 0)));
