// cluster/metrics.h: figures for Prometheus, over HTTP.
//
// Answers GET /metrics with what the owner writes. One descriptor to wait for, and no thread: the
// owner's loop calls metrics_turn when it is readable.

#pragma once

#include "base/buf.h"
#include "base/err.h"

typedef struct Metrics Metrics;

// Listens at 127.0.0.1:PORT (0: any that is free), [::1]:PORT or unix:PATH. NULL: the reason is in
// err.
Metrics *metrics_open(const char *address, Err *err);
void metrics_close(Metrics *m);  // NULL is fine
// In a process that was forked: closes the descriptors.
void metrics_leave(Metrics *m);

// Where it listens.
const char *metrics_address(const Metrics *m);

int metrics_fd(const Metrics *m);
// Reads requests and answers them; `write` adds the figures.
void metrics_turn(Metrics *m, void (*write)(void *data, Buf *out), void *data);

// Adds the comment lines of a metric: what it is, and its type ("counter" or "gauge").
void metrics_describe(Buf *out, const char *name, const char *type, const char *help);
