// services/gateway/commands.h: what a command of a client asks for.

#pragma once

#include <stdbool.h>

#include "resp.h"

enum { KEY_MAX = 1024 };

// What a service understands. The kinds of its operations are the numbers of its tKind.
typedef enum Language {
    LANGUAGE_TABLE,         // services/common/operations.p
    LANGUAGE_LIST,          // services/list/operations.p
    LANGUAGE_TRANSACTIONS,  // services/commit/operations.p: the same, and MULTI, EXEC, DISCARD
} Language;

// As tKind in services/common/operations.p and services/commit/operations.p.
typedef enum TableKind { TABLE_GET, TABLE_SET, TABLE_DEL, TABLE_CAS } TableKind;
// As tKind in services/list/operations.p.
typedef enum ListKind { LIST_RPUSH, LIST_LPOP, LIST_LLEN, LIST_LINDEX } ListKind;
// As tReplyKind in services/common/operations.p and services/list/operations.p.
typedef enum ReplyKind { REPLY_DONE, REPLY_NOTHING, REPLY_TEXT, REPLY_COUNT } ReplyKind;

typedef struct Operation {
    uint32_t kind;
    RespWord key, value, expected;
    int64_t index;  // LINDEX
} Operation;

// An operation with a copy of its words.
typedef struct Kept {
    uint32_t kind;
    char *text;  // key, value, expected value
    size_t key_size, value_size, expected_size;
    int64_t index;
} Kept;

Kept operation_kept(const Operation *o);
size_t kept_size(const Kept *k);

typedef enum CommandUse {
    COMMAND_ASKS,  // the service: an operation
    COMMAND_SAYS,  // a reply that the gateway gives itself
    COMMAND_ENDS,  // the same, and the connection ends
    COMMAND_MULTI,
    COMMAND_EXEC,
    COMMAND_DISCARD,
} CommandUse;

// Text that grows, of a reply.
typedef struct Reply {
    char *text;
    size_t size, capacity;
} Reply;

void reply_add(Reply *r, const char *text, size_t size);
void reply_line(Reply *r, const char *line);
void reply_error(Reply *r, const char *why);
void reply_result(Reply *r, ReplyKind kind, const char *text, size_t size);

CommandUse command_read(Language language, const RespCommand *command, Operation *operation,
                        Reply *reply);
