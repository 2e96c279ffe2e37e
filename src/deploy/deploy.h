// deploy/deploy.h: the deployment file: which machines share a container, and how containers are
// placed.
//
// The checker and the cluster read the same file; docs/contract.md has its schema. A key that the
// schema does not have is a mistake, so that a misspelt limit is not a missing one.
//
// Sees: base, rt.
// Used by: start, manage, cli.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "plait/runtime.h"

typedef enum DeployRestart { RESTART_NEVER, RESTART_ON_FAILURE, RESTART_ALWAYS } DeployRestart;

// How often and how fast a container is started again; 0: as usual.
typedef struct DeployStarts {
    uint32_t most, within_s;
    uint32_t first_ms, last_ms;  // pauses
} DeployStarts;

enum { DEPLOY_STARTS_MOST = 64 };

// A kind of machine. Limits: 0 is none.
typedef struct DeployKind {
    char *name;
    bool is_own;  // each machine of the kind has its own container; else it is its creator's
    uint32_t per_host;
    bool spreads;
    DeployRestart restart;
    DeployStarts starts;
    uint32_t memory_mib, machines, queue;
    uint32_t cpu_percent;  // of one processor
    uint32_t line;  // in the file
} DeployKind;

typedef struct DeployName {
    char *text;
    uint32_t line;
} DeployName;

typedef struct Deploy {
    char *path;
    bool is_own;  // for kinds without an entry
    DeployKind *kinds;
    uint32_t kind_count;
    DeployName *outside;  // events
    uint32_t outside_count;
    DeployName *hosts;  // names or addresses of the nodes that may have containers; none: all
    uint32_t host_count;
    char *certificate, *key, *authority;  // paths; all three, or all NULL
    uint32_t life_s;                      // of the certificates of containers; 0: the usual time
    uint32_t suspicion_ms;                // 0: the usual time
} Deploy;

// False, with file, line, key and reason in `err`, when the file is wrong.
bool deploy_read(Deploy *d, const char *path, Err *err);
// The same with the text of a file that was read before; `path` is for messages.
bool deploy_take(Deploy *d, const char *path, const char *text, Err *err);
void deploy_drop(Deploy *d);

// The machines and events that the file names are those of the program.
bool deploy_fits(const Deploy *d, const PProgram *p, Err *err);

// What the file says about a kind; NULL: nothing.
const DeployKind *deploy_kind(const Deploy *d, const char *kind);
// Whether machines of the kind live in the container of their creator.
bool deploy_is_with_creator(const Deploy *d, const char *kind);
