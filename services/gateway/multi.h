// services/gateway/multi.h: the commands of a connection between MULTI and EXEC.

#pragma once

#include "commands.h"

enum {
    MULTI_COMMANDS = 32,
    MULTI_BYTES = 256 << 10,
};

typedef struct Multi {
    bool is_open;    // after MULTI
    bool is_spoilt;  // a command was refused: EXEC refuses all
    Kept *list;      // NULL: none yet
    uint32_t count;
    size_t bytes;
} Multi;

// What is to be done with a command, after what MULTI says. COMMAND_EXEC: the list has commands, and they go to the service; COMMAND_SAYS: the
// reply is there. Never COMMAND_MULTI or COMMAND_DISCARD.
CommandUse multi_take(Multi *m, CommandUse use, const Operation *operation, Reply *reply);
// Forgets the list and what was open.
void multi_clear(Multi *m);
