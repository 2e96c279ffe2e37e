// serve/http.c: reads HTTP requests, strictly.

#include "serve/http.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/err.h"

typedef struct Reader {
    const char *at, *end;  // the rest of the head, without its empty line
    HttpRequest *request;
    bool has_host, has_length, has_origin, has_site, has_type;
    size_t length;
    int status;
} Reader;

const char *http_reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 422:
        return "Unprocessable Content";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 503:
        return "Service Unavailable";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Error";
    }
}

static bool wrong(Reader *r, int status)
{
    r->status = status;
    return false;
}

// ------------------------------------------------------------------------------- the first line

static bool is_path_char(char c)
{
    return isalnum((unsigned char)c) || strchr("/-_.~", c);
}

// "/token/state". Escapes and queries are refused: no address of ours has them.
static bool read_path(Reader *r, const char *path, size_t size)
{
    if (size == 0 || path[0] != '/')
        return wrong(r, 400);
    if (size >= HTTP_PATH_MAX)
        return wrong(r, 431);
    for (size_t i = 0; i < size; i++)
        if (path[i] == '\0' || !is_path_char(path[i]))
            return wrong(r, 400);
    memcpy(r->request->path, path, size);
    r->request->path[size] = '\0';
    return true;
}

static bool read_first_line(Reader *r, const char *line, size_t size)
{
    const char *space = memchr(line, ' ', size);
    size_t method = space ? (size_t)(space - line) : size;
    const char *path = line + method + 1;
    size_t rest = space ? size - method - 1 : 0;
    const char *second = space ? memchr(path, ' ', rest) : NULL;

    if (!second)
        return wrong(r, 400);
    r->request->is_post = method == 4 && memcmp(line, "POST", 4) == 0;
    if (!r->request->is_post && !(method == 3 && memcmp(line, "GET", 3) == 0))
        return wrong(r, 405);
    size_t version = rest - (size_t)(second - path) - 1;
    if (version != 8 || memcmp(second + 1, "HTTP/1.", 7) != 0)
        return wrong(r, 400);
    if (second[8] != '1' && second[8] != '0')
        return wrong(r, 505);
    return read_path(r, path, (size_t)(second - path));
}

// ----------------------------------------------------------------------------------- headers

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_named(const char *line, size_t size, const char *name)
{
    return size == strlen(name) && strncasecmp(line, name, size) == 0;
}

// A header that may be there once.
static bool keep(Reader *r, bool *has, char *to, size_t room, const char *value, size_t size)
{
    if (*has || memchr(value, '\0', size))
        return wrong(r, 400);
    if (size >= room)
        return wrong(r, 431);
    *has = true;
    memcpy(to, value, size);
    to[size] = '\0';
    return true;
}

static bool read_length(Reader *r, const char *value, size_t size)
{
    if (r->has_length || size == 0)
        return wrong(r, 400);
    r->has_length = true;
    for (size_t i = 0; i < size; i++) {
        if (!isdigit((unsigned char)value[i]))
            return wrong(r, 400);
        r->length = r->length * 10 + (size_t)(value[i] - '0');
        if (r->length > HTTP_BODY_MAX)
            return wrong(r, 413);
    }
    return true;
}

static bool read_header(Reader *r, const char *line, size_t size)
{
    HttpRequest *q = r->request;
    const char *colon = memchr(line, ':', size);
    size_t name = colon ? (size_t)(colon - line) : 0;
    if (name == 0)
        return wrong(r, 400);
    for (size_t i = 0; i < name; i++)
        if (!is_name_char(line[i]))
            return wrong(r, 400);
    const char *value = colon + 1, *end = line + size;
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    size_t rest = (size_t)(end - value);
    if (is_named(line, name, "host"))
        return keep(r, &r->has_host, q->host, sizeof q->host, value, rest);
    if (is_named(line, name, "origin"))
        return keep(r, &r->has_origin, q->origin, sizeof q->origin, value, rest);
    if (is_named(line, name, "sec-fetch-site"))
        return keep(r, &r->has_site, q->site, sizeof q->site, value, rest);
    if (is_named(line, name, "content-type"))
        return keep(r, &r->has_type, q->type, sizeof q->type, value, rest);
    if (is_named(line, name, "content-length"))
        return read_length(r, value, rest);
    if (is_named(line, name, "transfer-encoding") || is_named(line, name, "expect"))
        return wrong(r, 501);
    return true;
}

// The next line, without its end. False at the end, or when it is wrong.
static bool next_line(Reader *r, const char **line, size_t *size)
{
    const char *feed = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (r->at == r->end)
        return false;
    if (!feed || feed == r->at || feed[-1] != '\r')
        return wrong(r, 400);
    *line = r->at;
    *size = (size_t)(feed - 1 - r->at);
    if (memchr(*line, '\r', *size))
        return wrong(r, 400);
    r->at = feed + 1;
    return true;
}

static bool read_head(Reader *r)
{
    const char *line;
    size_t size;
    if (!next_line(r, &line, &size) || !read_first_line(r, line, size))
        return r->status ? false : wrong(r, 400);
    while (next_line(r, &line, &size))
        if (!read_header(r, line, size))
            return false;
    if (r->status)
        return false;
    if (!r->has_host || (r->request->is_post && !r->has_length))
        return wrong(r, 400);
    return r->request->is_post || r->length == 0 || wrong(r, 400);
}

HttpRead http_read(const char *bytes, size_t size, HttpRequest *request, int *status)
{
    size_t seen = size < HTTP_HEAD_MAX ? size : HTTP_HEAD_MAX;
    const char *empty = size ? memmem(bytes, seen, "\r\n\r\n", 4) : NULL;
    Reader r = {.at = bytes, .request = request};

    *request = (HttpRequest){0};
    *status = 0;
    if (!empty) {
        *status = 431;
        return size >= HTTP_HEAD_MAX ? HTTP_WRONG : HTTP_MORE;
    }
    r.end = empty + 2;
    if (!read_head(&r)) {
        assert(r.status >= 400);
        *status = r.status;
        return HTTP_WRONG;
    }
    size_t head = (size_t)(empty + 4 - bytes);
    assert(head <= size);
    if (size - head < r.length)
        return HTTP_MORE;
    request->body = bytes + head;
    request->body_size = r.length;
    return HTTP_READY;
}
