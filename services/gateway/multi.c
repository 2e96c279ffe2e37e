// services/gateway/multi.c: the commands of a connection between MULTI and EXEC.

#include "multi.h"

#include <stdlib.h>

static CommandUse say(Reply *reply, const char *line)
{
    reply_line(reply, line);
    return COMMAND_SAYS;
}

static CommandUse spoil(Multi *m, Reply *reply, const char *why)
{
    m->is_spoilt = true;
    return say(reply, why);
}

static CommandUse queue(Multi *m, const Operation *operation, Reply *reply)
{
    size_t bytes = operation->key.size + operation->value.size + operation->expected.size;

    if (m->count == MULTI_COMMANDS || m->bytes + bytes > MULTI_BYTES)
        return spoil(m, reply, "-ERR the transaction is too large");
    if (!m->list)
        m->list = calloc(MULTI_COMMANDS, sizeof *m->list);
    if (!m->list)
        abort();  // as everywhere, without memory the process ends
    m->list[m->count++] = operation_kept(operation);
    m->bytes += bytes;
    return say(reply, "+QUEUED");
}

static CommandUse take_open(Multi *m, CommandUse use, const Operation *operation, Reply *reply)
{
    switch (use) {
    case COMMAND_ASKS:
        return queue(m, operation, reply);
    case COMMAND_SAYS:  // an error, or a command of the gateway
        if (reply->text[0] == '-')
            m->is_spoilt = true;
        return use;
    case COMMAND_MULTI:
        return say(reply, "-ERR MULTI calls can not be nested");
    case COMMAND_EXEC:
        if (m->is_spoilt)
            say(reply, "-EXECABORT Transaction discarded because of previous errors.");
        else if (m->count == 0)
            say(reply, "*0");
        else
            return COMMAND_EXEC;
        multi_clear(m);
        return COMMAND_SAYS;
    case COMMAND_DISCARD:
        multi_clear(m);
        return say(reply, "+OK");
    case COMMAND_ENDS:
        break;
    }
    return use;
}

CommandUse multi_take(Multi *m, CommandUse use, const Operation *operation, Reply *reply)
{
    if (m->is_open)
        return take_open(m, use, operation, reply);
    if (use == COMMAND_MULTI) {
        m->is_open = true;
        return say(reply, "+OK");
    }
    if (use == COMMAND_EXEC)
        return say(reply, "-ERR EXEC without MULTI");
    if (use == COMMAND_DISCARD)
        return say(reply, "-ERR DISCARD without MULTI");
    return use;
}

void multi_clear(Multi *m)
{
    for (uint32_t i = 0; i < m->count; i++)
        free(m->list[i].text);
    free(m->list);
    *m = (Multi){0};
}
