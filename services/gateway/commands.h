// services/gateway/commands.h: what a command of a client asks for.

#pragma once

#include <stdbool.h>

#include "resp.h"

enum { KEY_MAX = 1024 };

// The numbers of tKind and tReplyKind in services/common/operations.p.
typedef enum OperationKind {
    OPERATION_GET,
    OPERATION_SET,
    OPERATION_DEL,
    OPERATION_CAS
} OperationKind;
typedef enum ReplyKind { REPLY_DONE, REPLY_NOTHING, REPLY_TEXT, REPLY_COUNT } ReplyKind;

typedef struct Operation {
    OperationKind kind;
    RespWord key, value, expected;
} Operation;

typedef enum CommandUse {
    COMMAND_ASKS,  // the service: an operation
    COMMAND_SAYS,  // a reply that the gateway gives itself
    COMMAND_ENDS,  // the same, and the connection ends
} CommandUse;

// Text that grows, of a reply.
typedef struct Reply {
    char *text;
    size_t size, capacity;
} Reply;

void reply_add(Reply *r, const char *text, size_t size);
void reply_error(Reply *r, const char *why);
void reply_result(Reply *r, ReplyKind kind, const char *text, size_t size);

CommandUse command_read(const RespCommand *command, Operation *operation, Reply *reply);
