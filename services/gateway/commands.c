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

void reply_line(Reply *r, const char *line)
{
    reply_add(r, line, strlen(line));
    reply_add(r, "\r\n", 2);
}

void reply_error(Reply *r, const char *why)
{
    reply_add(r, "-ERR ", 5);
    reply_line(r, why);
}

static void add_text(Reply *r, const char *text, size_t size)
{
    char head[32];

    snprintf(head, sizeof head, "$%zu", size);
    reply_line(r, head);
    reply_add(r, text, size);
    reply_add(r, "\r\n", 2);
}

void reply_result(Reply *r, ReplyKind kind, const char *text, size_t size)
{
    switch (kind) {
    case REPLY_DONE:
        reply_line(r, "+OK");
        return;
    case REPLY_NOTHING:
        reply_line(r, "$-1");
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
    uint32_t kind;
    uint32_t words;
} Shape;

enum { SHAPES = 4 };  // of each language

static const Shape table_shapes[SHAPES] = {
    {"GET", TABLE_GET, 2},  // key
    {"SET", TABLE_SET, 3},  // key value
    {"DEL", TABLE_DEL, 2},  // key
    {"CAS", TABLE_CAS, 4},  // key expected value
};

static const Shape list_shapes[SHAPES] = {
    {"RPUSH", LIST_RPUSH, 3},    // key value
    {"LPOP", LIST_LPOP, 2},      // key
    {"LLEN", LIST_LLEN, 2},      // key
    {"LINDEX", LIST_LINDEX, 3},  // key index
};

// At most nine digits, with or without a sign.
static bool read_index(const RespWord *word, int64_t *index)
{
    bool is_negative = word->size > 0 && word->text[0] == '-';
    size_t i = is_negative;

    if (word->size == i || word->size > i + 9)
        return false;
    for (*index = 0; i < word->size; i++) {
        if (word->text[i] < '0' || word->text[i] > '9')
            return false;
        *index = 10 * *index + (word->text[i] - '0');
    }
    *index = is_negative ? -*index : *index;
    return true;
}

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
            reply_line(reply, "+PONG");
        return COMMAND_SAYS;
    }
    if (is_word(&words[0], "QUIT")) {
        reply_line(reply, "+OK");
        return COMMAND_ENDS;
    }
    if (is_word(&words[0], "COMMAND")) {
        reply_line(reply, "*0");
        return COMMAND_SAYS;
    }
    if (is_word(&words[0], "CONFIG") && command->count == 3 && is_word(&words[1], "GET")) {
        reply_line(reply, "*2");
        add_text(reply, words[2].text, words[2].size);
        add_text(reply, "", 0);
        return COMMAND_SAYS;
    }
    return say_error(reply, "unknown command");
}

static bool read_transaction(const RespCommand *command, CommandUse *use)
{
    static const char *const names[] = {"MULTI", "EXEC", "DISCARD"};

    for (uint32_t i = 0; i < 3; i++)
        if (command->count == 1 && is_word(&command->words[0], names[i])) {
            *use = (CommandUse)(COMMAND_MULTI + i);
            return true;
        }
    return false;
}

CommandUse command_read(Language language, const RespCommand *command, Operation *operation,
                        Reply *reply)
{
    const Shape *shapes = language == LANGUAGE_LIST ? list_shapes : table_shapes;
    CommandUse use;

    if (language == LANGUAGE_TRANSACTIONS && read_transaction(command, &use))
        return use;
    for (size_t i = 0; i < SHAPES; i++) {
        if (!is_word(&command->words[0], shapes[i].name))
            continue;
        use = read_operation(command, &shapes[i], operation, reply);
        if (language == LANGUAGE_LIST && shapes[i].kind == LIST_LINDEX && use == COMMAND_ASKS &&
            !read_index(&command->words[2], &operation->index))
            return say_error(reply, "value is not an integer or out of range");
        return use;
    }
    return read_other(command, reply);
}

// ------------------------------------------------------------------------------------ copies

Kept operation_kept(const Operation *o)
{
    Kept k = {.kind = o->kind,
              .key_size = o->key.size,
              .value_size = o->value.size,
              .expected_size = o->expected.size,
              .index = o->index};

    k.text = calloc(1, kept_size(&k) + 1);
    if (!k.text)
        abort();
    memcpy(k.text, o->key.text, k.key_size);
    if (k.value_size)
        memcpy(k.text + k.key_size, o->value.text, k.value_size);
    if (k.expected_size)
        memcpy(k.text + k.key_size + k.value_size, o->expected.text, k.expected_size);
    return k;
}

size_t kept_size(const Kept *k)
{
    return k->key_size + k->value_size + k->expected_size;
}
