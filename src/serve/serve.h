// serve/serve.h: a small HTTP server for the browser of the user who started it.
//
//     Server s;
//     if (serve_open(&s, port, &err)) {
//         printf("http://127.0.0.1:%u/%s/\n", s.port, s.token);
//         serve_run(&s, answer, context, &stop);
//         serve_close(&s);
//     }
//
// It listens on the loopback address only. Every address begins with a token that nobody can guess;
// a request without it, for another host name, or from the page of another site is refused. So no
// other user of the machine and no page that the user visits can talk to it. http.h reads the
// requests.
//
// One thread answers one request after the other; each connection serves one request. Handlers
// must be quick.
//
// Sees: base.
// Used by: cluster, explore, cli.

#pragma once

#include <signal.h>
#include <stdint.h>

#include "base/err.h"
#include "serve/http.h"

enum { SERVE_TOKEN_SIZE = 32, SERVE_CONNECTIONS = 64 };

typedef struct ServeAnswer {
    int status;            // 200 at first
    const char *type;      // of the content; "application/json" at first
    const char *download;  // the name of a file that the browser stores; NULL: none
    Buf body;
} ServeAnswer;

// `path` is what follows the token: "/", "/state".
typedef void ServeHandler(void *context, const HttpRequest *request, const char *path,
                          ServeAnswer *answer);

typedef struct ServeConnection {
    int socket;  // -1: free
    Buf in, out;
    size_t sent;
    double deadline;  // when it is closed if nothing is heard
    bool is_answered;
} ServeConnection;

typedef struct Server {
    int socket;
    uint16_t port;
    char token[SERVE_TOKEN_SIZE + 1];
    ServeConnection connections[SERVE_CONNECTIONS];
} Server;

// `port` 0: any that is free. False, with the reason.
bool serve_open(Server *s, uint16_t port, Err *err);
// Until `*stop` is set, by a signal.
void serve_run(Server *s, ServeHandler *handler, void *context, volatile sig_atomic_t *stop);
void serve_close(Server *s);

// The answer to a request that was read, as bytes to send. For serve_run and for tests.
void serve_answer(const Server *s, const HttpRequest *request, ServeHandler *handler, void *context,
                  Buf *out);
