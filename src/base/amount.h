// base/amount.h: times and sizes as people type them.

#pragma once

#include <stdbool.h>
#include <stdint.h>

// "90", "90s", "1.5m", "2h", "500ms", "1m30s": seconds. More than none, a billion at most.
bool amount_seconds(const char *text, double *seconds);

// "512M", "4G", "1.5GiB": bytes. A plain number counts units of `unit` bytes.
bool amount_bytes(const char *text, uint64_t unit, uint64_t *bytes);

// "42": digits alone.
bool amount_count(const char *text, uint64_t *count);
