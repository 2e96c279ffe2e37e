// manage/node_impl.h: what the files of the node's manager share.
//
// Invariant: what a Child has in `entry` is in the file before anything follows from it.

#pragma once

#include <jansson.h>

#include "cluster/control.h"
#include "cluster/process.h"
#include "cluster/restarts.h"
#include "manage/channel.h"
#include "manage/credentials.h"
#include "manage/journal.h"
#include "manage/node.h"
#include "manage/programs.h"
#include "trust/certificate.h"

// A container: a process, or a place where one will be started again.
typedef struct Child {
    char incarnation[17];
    json_t *entry;  // in the document; borrowed
    Process process;
    int control;  // its line; -1: it has not called
    Restarts restarts;
    uint64_t start_at;   // without a process
    int64_t renew_at;    // its certificate, in seconds since 1970
    uint64_t kill_at;    // 0: it may live
    bool is_ending;      // it is not started again
    bool is_asking;      // for an address
    bool has_called;     // in this life
    bool has_said_code;  // it ends, with this code
    int code;
    ControlWord state;
} Child;

// Somebody who has called the local socket, and has not said who it is.
typedef struct Caller {
    int fd;
    pid_t pid;
} Caller;

enum { CALLERS_MOST = 64 };

typedef struct Node {
    const NodeSetup *setup;
    char *folder;  // without links, from the root: containers use it, too
    char *socket_path;
    Credentials credentials;
    Authority *issuer;  // of the certificates of its containers; NULL: no TLS
    uint64_t renew_at;  // when it asks for a certificate again, as loop_now
    Programs programs;
    Journal journal;
    json_t *doc;  // what is in the file
    Child **children;
    uint32_t child_count, child_capacity;
    int signals, listener;
    Caller callers[CALLERS_MOST];
    uint32_t caller_count;
    Channel *manager;  // NULL: there is no connection
    bool is_welcome;   // the manager has answered
    uint64_t call_at, call_pause;
    uint64_t probe;  // the last one of the manager that is not answered; 0: none
    bool is_over;
    int code;
} Node;

// node_state.c: the document. It has
//   "cluster"     its number, once it is known
//   "boot"        of the system when it was written
//   "blocks"      [[FIRST, COUNT], ...]: blocks of incarnations that were not used
//   "containers"  by incarnation: "start" (the manager's message), "pid", "born", "kind", "restart"
//   "news"        what the manager of the cluster has not confirmed, each with a "number"
//   "next-news"

// Reads the file. False: the reason is in err.
bool node_load(Node *n, Err *err);
// Writes the document. Without a disk nothing can go on: the process ends.
void node_save(Node *n);
// Adds to the news, to be sent now and again until it is confirmed. Takes the message.
void node_report(Node *n, json_t *news);
void node_confirmed(Node *n, json_int_t number);
// Takes a block. 0: there is none.
uint64_t node_take_block(Node *n);
uint64_t node_blocks_left(const Node *n);

// node_child.c: the processes.

Child *node_child(Node *n, const char *incarnation);  // NULL: not known
// Adds a container that is in the document.
Child *node_add_child(Node *n, const char *incarnation, json_t *entry);
// Reads from its deployment file how often it is started again.
void node_take_policy(Child *c);
// Finds the process of a container that another manager has started. False: it is gone.
bool node_adopt(Node *n, Child *c);
// Its process has ended; or, with `why`, could not be started. The child may be gone afterwards.
void node_ended(Node *n, Child *c, const char *why);
// Starts those whose time has come, and ends those that do not end by themselves.
void node_start_due(Node *n);
// Tells a container something. False: it does not listen at the moment.
bool node_tell(const Child *c, const ControlWord *word, const char *text);
void node_tell_all(const Node *n, const char *deployment, const ControlWord *word);
const char *node_deployment(const Child *c);

// node_certificates.c: the certificates of the node and of its containers.

// A certificate with its key for this life of the container; null without TLS. NULL: the reason is
// in err.
json_t *node_tls(const Node *n, Child *c, Err *err);
// Takes a new one for itself, if somebody has made it, or asks for it in time; gives new ones to
// containers.
void node_renew_due(Node *n);
// The answer of the manager of the cluster.
void node_take_renewed(Node *n, const json_t *message);

// node_manager.c: the conversation with the manager of the cluster.

void node_call(Node *n);                   // if it is time
void node_listen(Node *n);                 // what has come
void node_send(Node *n, json_t *message);  // if there is a connection
void node_answer_probe(Node *n);           // if all containers have answered

void node_say(const Node *n, const Child *c, LogLevel level, const char *what, const char *name,
              int number, const char *format);
