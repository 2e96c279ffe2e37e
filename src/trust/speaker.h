// trust/speaker.h: who speaks in a cluster.
//
// A certificate names its owner by a URI in its subject's alternative names:
//
//     plait://CLUSTER/container/NODE/KIND/INCARNATION   one life of a container; in hexadecimal
//     plait://CLUSTER/node/NAME                         the manager of the containers of a host
//     plait://CLUSTER/manager/NAME                      the manager of the cluster
//     plait://CLUSTER/operator/NAME                     a person, by `plait deploy`
//     plait://CLUSTER/authority                         who signs all of these
//
// There is one way to write each of them, so that two are the same if their texts are.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum Role {
    ROLE_AUTHORITY,
    ROLE_CONTAINER,
    ROLE_NODE,
    ROLE_MANAGER,
    ROLE_OPERATOR,
    ROLE_COUNT,
} Role;

enum { SPEAKER_NAME = 64, SPEAKER_TEXT = 256 };

typedef struct Speaker {
    Role role;
    char cluster[SPEAKER_NAME + 1];
    char node[SPEAKER_NAME + 1];  // of a container: where it lives
    char name[SPEAKER_NAME + 1];  // of a container: the kind of its first machine
    uint64_t incarnation;         // of a container, not 0
} Speaker;

// What can be a part of a name: 1 to SPEAKER_NAME printable characters of ASCII without space, '/'
// and '%', not "." or "..".
bool speaker_is_name(const char *text);

// False: some part of it is no name.
bool speaker_print(const Speaker *s, char text[static SPEAKER_TEXT]);
// False: this names nobody.
bool speaker_parse(const char *text, Speaker *s);

const char *role_name(Role role);
// False: there is no such role.
bool role_parse(const char *text, Role *role);
