// services/gateway/resp.h: the protocol of Redis clients, RESP2: commands in, replies out.
//
// A command is an array of texts, or one line of words. The bytes come from outside: nothing in them is
// trusted, and every size has a limit.

#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    RESP_WORDS = 16,       // of one command
    RESP_WORD_MAX = 8192,  // bytes of one word
    RESP_LINE_MAX = 1024,  // bytes of a command on one line
    RESP_COMMAND_MAX = RESP_WORDS * (RESP_WORD_MAX + 16) + 16,
};

typedef struct RespWord {
    const char *text;  // part of the bytes that were parsed
    size_t size;
} RespWord;

typedef struct RespCommand {
    RespWord words[RESP_WORDS];
    uint32_t count;  // 0: an empty line, which has no reply
} RespCommand;

typedef enum RespStatus {
    RESP_COMMAND,  // `used` bytes were one command
    RESP_MORE,     // the command is not complete
    RESP_BAD,      // this is no command, or one too large: `why` says it, and the connection ends
} RespStatus;

RespStatus resp_parse(const char *bytes, size_t count, RespCommand *out, size_t *used,
                      const char **why);
