// serve/http.h: reads HTTP requests, strictly.
//
// The subset of HTTP/1.1 that browsers and curl speak: GET and POST, a body with Content-Length.
// What is unusual is refused, so that nothing can be understood in two ways: line ends without CR,
// folded lines, two equal headers of those that matter, other encodings, other versions.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { HTTP_HEAD_MAX = 8192, HTTP_BODY_MAX = 8 << 20, HTTP_PATH_MAX = 512 };

typedef struct HttpRequest {
    bool is_post;
    char path[HTTP_PATH_MAX];  // without a query
    char host[256];            // "" when there is none
    char origin[256];          // "" when there is none
    char site[32];             // Sec-Fetch-Site; "" when there is none
    char type[128];            // Content-Type; "" when there is none
    const char *body;          // inside of the bytes that were given
    size_t body_size;
} HttpRequest;

typedef enum HttpRead {
    HTTP_MORE,  // the request is not complete
    HTTP_READY,
    HTTP_WRONG,  // `*status` says what is wrong: 400, 405, 413, 431, 501, 505
} HttpRead;

HttpRead http_read(const char *bytes, size_t size, HttpRequest *r, int *status);

const char *http_reason(int status);  // "Not Found"
