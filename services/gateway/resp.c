// services/gateway/resp.c: the protocol of Redis clients, RESP2.

#include "resp.h"

#include <stdbool.h>
#include <string.h>

typedef struct Reader {
    const char *at, *end;
    const char *why;  // NULL: nothing is wrong
} Reader;

static RespStatus bad(Reader *r, const char *why)
{
    r->why = why;
    return RESP_BAD;
}

// "123\r\n", a number between 0 and the limit.
static RespStatus read_number(Reader *r, uint32_t limit, uint32_t *number)
{
    const char *at = r->at;

    *number = 0;
    for (; at < r->end && *at >= '0' && *at <= '9'; at++) {
        *number = *number * 10 + (uint32_t)(*at - '0');
        if (*number > limit)
            return bad(r, "too large");
    }
    if (at == r->end)
        return RESP_MORE;
    if (at == r->at || *at != '\r')
        return bad(r, "a number was expected");
    if (at + 1 == r->end)
        return RESP_MORE;
    if (at[1] != '\n')
        return bad(r, "the end of a line was expected");
    r->at = at + 2;
    return RESP_COMMAND;
}

// "$3\r\nSET\r\n"
static RespStatus read_word(Reader *r, RespWord *word)
{
    uint32_t size;

    if (r->at == r->end)
        return RESP_MORE;
    if (*r->at != '$')
        return bad(r, "expected '$'");
    r->at++;
    RespStatus status = read_number(r, RESP_WORD_MAX, &size);
    if (status != RESP_COMMAND)
        return status;
    if ((size_t)(r->end - r->at) < (size_t)size + 2)
        return RESP_MORE;
    if (r->at[size] != '\r' || r->at[size + 1] != '\n')
        return bad(r, "the end of a line was expected");
    *word = (RespWord){r->at, size};
    r->at += size + 2;
    return RESP_COMMAND;
}

static RespStatus read_array(Reader *r, RespCommand *out)
{
    uint32_t count;

    r->at++;
    RespStatus status = read_number(r, RESP_WORDS, &count);
    for (uint32_t i = 0; i < count && status == RESP_COMMAND; i++)
        status = read_word(r, &out->words[i]);
    if (status == RESP_COMMAND)
        out->count = count;
    return status;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static RespStatus read_line(Reader *r, RespCommand *out)
{
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));

    if ((end ? end : r->end) - r->at > RESP_LINE_MAX)
        return bad(r, "too large");
    if (!end)
        return RESP_MORE;
    for (const char *at = r->at; at < end;) {
        const char *begin = at;
        while (at < end && !is_blank(*at))
            at++;
        if (at > begin) {
            if (out->count == RESP_WORDS)
                return bad(r, "too many words");
            out->words[out->count++] = (RespWord){begin, (size_t)(at - begin)};
        }
        while (at < end && is_blank(*at))
            at++;
    }
    r->at = end + 1;
    return RESP_COMMAND;
}

RespStatus resp_parse(const char *bytes, size_t count, RespCommand *out, size_t *used,
                      const char **why)
{
    Reader r = {bytes, bytes + count, NULL};

    out->count = 0;
    *used = 0;
    *why = NULL;
    if (count == 0)
        return RESP_MORE;
    RespStatus status = *bytes == '*' ? read_array(&r, out) : read_line(&r, out);
    if (status == RESP_COMMAND)
        *used = (size_t)(r.at - bytes);
    *why = r.why;
    return status;
}
