// services/gateway/commands.c: what a command of a client asks for.

#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// --------------------------------------------------------------------------------- replies

void reply_add(Reply *r, const char *text, size_t size)
{
    if (r->size + size > r->capacity) {
        r->capacity = 2 * (r->size + size);
        r->text = realloc(r->text, r->capacity);
        if (!r->text)
            abort();  // as everywhere, without memory the process ends
    }
    memcpy(r->text + r->size, text, size);
    r->size += size;
}

static void add_line(Reply *r, const char *line)
{
    reply_add(r, line, strlen(line));
    reply_add(r, "\r\n", 2);
}

void reply_error(Reply *r, const char *why)
{
    reply_add(r, "-ERR ", 5);
    add_line(r, why);
}

static void add_text(Reply *r, const char *text, size_t size)
{
    char head[32];

    snprintf(head, sizeof head, "$%zu", size);
    add_line(r, head);
    reply_add(r, text, size);
    reply_add(r, "\r\n", 2);
}

void reply_result(Reply *r, ReplyKind kind, const char *text, size_t size)
{
    switch (kind) {
    case REPLY_DONE:
        add_line(r, "+OK");
        return;
    case REPLY_NOTHING:
        add_line(r, "$-1");
        return;
    case REPLY_TEXT:
        add_text(r, text, size);
        return;
    case REPLY_COUNT:
        reply_add(r, ":", 1);
        reply_add(r, text, size);
        reply_add(r, "\r\n", 2);
        return;
    }
}

// -------------------------------------------------------------------------------- commands

static bool is_word(const RespWord *word, const char *name)
{
    return word->size == strlen(name) && strncasecmp(word->text, name, word->size) == 0;
}

static CommandUse say_error(Reply *reply, const char *why)
{
    reply_error(reply, why);
    return COMMAND_SAYS;
}

typedef struct Shape {
    const char *name;
    OperationKind kind;
    uint32_t words;
} Shape;

static const Shape shapes[] = {
    {"GET", OPERATION_GET, 2},  // key
    {"SET", OPERATION_SET, 3},  // key value
    {"DEL", OPERATION_DEL, 2},  // key
    {"CAS", OPERATION_CAS, 4},  // key expected value
};

static CommandUse read_operation(const RespCommand *command, const Shape *shape,
                                 Operation *operation, Reply *reply)
{
    const RespWord *words = command->words;

    if (command->count != shape->words)
        return say_error(reply, "wrong number of arguments");
    if (words[1].size > KEY_MAX)
        return say_error(reply, "the key is too long");
    *operation = (Operation){.kind = shape->kind, .key = words[1]};
    if (shape->words > 2)
        operation->value = words[shape->words - 1];
    if (shape->words > 3)
        operation->expected = words[2];
    return COMMAND_ASKS;
}

// What clients send to find out with whom they talk.
static CommandUse read_other(const RespCommand *command, Reply *reply)
{
    const RespWord *words = command->words;

    if (is_word(&words[0], "PING") || is_word(&words[0], "ECHO")) {
        if (command->count == 2)
            add_text(reply, words[1].text, words[1].size);
        else
            add_line(reply, "+PONG");
        return COMMAND_SAYS;
    }
    if (is_word(&words[0], "QUIT")) {
        add_line(reply, "+OK");
        return COMMAND_ENDS;
    }
    if (is_word(&words[0], "COMMAND")) {
        add_line(reply, "*0");
        return COMMAND_SAYS;
    }
    if (is_word(&words[0], "CONFIG") && command->count == 3 && is_word(&words[1], "GET")) {
        add_line(reply, "*2");
        add_text(reply, words[2].text, words[2].size);
        add_text(reply, "", 0);
        return COMMAND_SAYS;
    }
    return say_error(reply, "unknown command");
}

CommandUse command_read(const RespCommand *command, Operation *operation, Reply *reply)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (is_word(&command->words[0], shapes[i].name))
            return read_operation(command, &shapes[i], operation, reply);
    return read_other(command, reply);
}
