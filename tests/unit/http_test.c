// tests/unit/http_test.c: requests are read strictly, and answered only to whom it may concern.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/serve.h"
#include "test.h"

static int status_of(const char *text)
{
    HttpRequest r;
    int status;
    switch (http_read(text, strlen(text), &r, &status)) {
    case HTTP_MORE:
        return 0;
    case HTTP_READY:
        return 200;
    case HTTP_WRONG:
        return status;
    }
    return -1;
}

TEST(complete_requests_are_read)
{
    const char *text = "POST /a/state HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 3\r\n"
                       "Origin:  http://x \r\n\r\nabcd";
    HttpRequest r;
    int status;
    EXPECT_EQ(http_read(text, strlen(text), &r, &status), HTTP_READY);
    EXPECT_TRUE(r.is_post);
    EXPECT_STR(r.path, "/a/state");
    EXPECT_STR(r.origin, "http://x");
    EXPECT_EQ(r.body_size, 3);
    EXPECT_TRUE(memcmp(r.body, "abc", 3) == 0);
    for (size_t i = 0; i + 1 < strlen(text); i++)  // at every place before the end of the body
        EXPECT_EQ(http_read(text, i, &r, &status), HTTP_MORE);
}

TEST(what_is_unusual_is_refused)
{
    static const struct {
        const char *text;
        int status;
    } rows[] = {
        {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 200},
        {"GET / HTTP/1.1\r\n\r\n", 400},                                // no host
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},          // two
        {"GET / HTTP/1.1\nHost: a\n\r\n\r\n", 400},                     // bare line feeds
        {"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400},          // a folded line
        {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},                    // a space in a name
        {"PUT / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
        {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400},
        {"GET / HTTP/1.7\r\nHost: a\r\n\r\n", 505},
        {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /a?b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /%2e HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\n\r\n", 400},                    // no length
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 501},
        {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 400},
        {"\r\n\r\n", 400},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (status_of(rows[i].text) != rows[i].status) {
            printf("%s\n", rows[i].text);
            EXPECT_EQ(status_of(rows[i].text), rows[i].status);
        }
}

TEST(a_head_without_end_is_refused)
{
    char text[HTTP_HEAD_MAX + 1];
    memset(text, 'a', sizeof text);
    HttpRequest r;
    int status;
    EXPECT_EQ(http_read(text, HTTP_HEAD_MAX - 1, &r, &status), HTTP_MORE);
    EXPECT_EQ(http_read(text, HTTP_HEAD_MAX, &r, &status), HTTP_WRONG);
    EXPECT_EQ(status, 431);
}

static void say_path(void *context, const HttpRequest *request, const char *path,
                     ServeAnswer *answer)
{
    (void)context;
    (void)request;
    buf_str(&answer->body, path);
}

// The status of a request with the path after the token; `head` has more headers.
static int ask(const char *method, const char *token, const char *host, const char *head)
{
    Server s = {.port = 8080, .token = "0123456789abcdef0123456789abcdef"};
    Buf text = {0}, out = {0};
    HttpRequest r;
    int status;
    buf_print(&text, "%s /%s/state HTTP/1.1\r\nHost: %s\r\n%s%s\r\n", method, token, host, head,
              *method == 'P' ? "Content-Length: 0\r\n" : "");
    EXPECT_EQ(http_read(text.text, text.size, &r, &status), HTTP_READY);
    serve_answer(&s, &r, say_path, NULL, &out);
    int answer = atoi(out.text + strlen("HTTP/1.1 "));
    EXPECT_EQ(strstr(out.text, "\r\n\r\n/state") != NULL, answer == 200);
    buf_drop(&text);
    buf_drop(&out);
    return answer;
}

#define TOKEN "0123456789abcdef0123456789abcdef"
#define HOST "127.0.0.1:8080"
#define JSON "Content-Type: application/json\r\n"

TEST(only_the_users_own_page_is_answered)
{
    EXPECT_EQ(ask("GET", TOKEN, HOST, ""), 200);
    EXPECT_EQ(ask("GET", TOKEN, "localhost:8080", ""), 200);
    EXPECT_EQ(ask("GET", "0123456789abcdef0123456789abcdee", HOST, ""), 403);
    EXPECT_EQ(ask("GET", "0123456789abcdef0123456789abcde", HOST, ""), 403);
    EXPECT_EQ(ask("GET", TOKEN "0", HOST, ""), 403);
    EXPECT_EQ(ask("GET", "", HOST, ""), 403);
    EXPECT_EQ(ask("GET", TOKEN, "evil.com:8080", ""), 403);  // a name that leads to the loopback
    EXPECT_EQ(ask("GET", TOKEN, "127.0.0.1:8081", ""), 403);
    EXPECT_EQ(ask("GET", TOKEN, HOST, "Sec-Fetch-Site: cross-site\r\n"), 403);
    EXPECT_EQ(ask("GET", TOKEN, HOST, "Sec-Fetch-Site: none\r\n"), 200);
    EXPECT_EQ(ask("POST", TOKEN, HOST, JSON), 200);
    EXPECT_EQ(ask("POST", TOKEN, HOST, JSON "Origin: http://127.0.0.1:8080\r\n"), 200);
    EXPECT_EQ(ask("POST", TOKEN, HOST, JSON "Origin: http://evil.com\r\n"), 403);
    EXPECT_EQ(ask("POST", TOKEN, HOST, JSON "Origin: null\r\n"), 403);
    EXPECT_EQ(ask("POST", TOKEN, HOST, JSON "Sec-Fetch-Site: same-site\r\n"), 403);
    EXPECT_EQ(ask("POST", TOKEN, HOST, "Content-Type: text/plain\r\n"), 415);
    EXPECT_EQ(ask("POST", TOKEN, HOST, ""), 415);
}

