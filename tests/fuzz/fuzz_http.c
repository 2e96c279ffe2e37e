// tests/fuzz/fuzz_http.c: whatever is sent to plait explore, it is answered or refused.
//
// A request that is complete must be complete with the same meaning when more bytes follow. The
// handler is only called with the token, and its request is read as JSON.

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "explore/explore_request.h"
#include "serve/serve.h"

#define TOKEN "0123456789abcdef0123456789abcdef"

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static void read_body(void *context, const HttpRequest *request, const char *path,
                      ServeAnswer *answer)
{
    ExploreRequest r;
    Err err = {0};
    (void)context;
    demand(strncmp(request->path, "/" TOKEN "/", SERVE_TOKEN_SIZE + 2) == 0 && *path == '/');
    demand(strcmp(request->host, "127.0.0.1:80") == 0 ||
           strcmp(request->host, "localhost:80") == 0);
    if (explore_request_read(request->body, request->body_size, &r, &err))
        explore_turns_write(&r.schedule, &answer->body);
    else
        demand(err.set);
    schedule_drop(&r.schedule);
}

static void take(const char *bytes, size_t size)
{
    Server s = {.port = 80, .token = TOKEN};
    HttpRequest r, shorter;
    Buf out = {0};
    int status;

    HttpRead read = http_read(bytes, size, &r, &status);
    demand((read == HTTP_WRONG) == (status >= 400 && read != HTTP_MORE));
    if (read != HTTP_READY)
        return;
    size_t whole = (size_t)(r.body + r.body_size - bytes);
    demand(whole <= size);
    demand(http_read(bytes, whole, &shorter, &status) == HTTP_READY);
    demand(shorter.body_size == r.body_size && strcmp(shorter.path, r.path) == 0);
    serve_answer(&s, &r, read_body, NULL, &out);
    demand(out.size > 0 && strncmp(out.text, "HTTP/1.1 ", 9) == 0);
    buf_drop(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char head[] = "POST /" TOKEN "/state HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"
                               "Content-Type: application/json\r\nContent-Length: ";
    if (size == 0)
        return 0;
    if (data[0] % 2) {
        take((const char *)data + 1, size - 1);
        return 0;
    }
    Buf text = {0};  // a right head, so that what lies behind it is reached
    buf_print(&text, "%s%zu\r\n\r\n", head, size - 1);
    buf_add(&text, (const char *)data + 1, size - 1);
    take(text.text, text.size);
    buf_drop(&text);
    return 0;
}
