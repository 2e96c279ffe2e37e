// cluster/log.h: messages of a manager and its containers, for people or as JSON.
//
// As JSON a message is one object on one line: "time" (UTC), "level", "what" happened as one word,
// and the members that belong to it. Payloads are never in it.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "plait/host.h"

typedef struct ClusterLog {
    FILE *out;
    const char *who;  // texts begin with it
    bool is_json;
    bool is_quiet;  // only errors
} ClusterLog;

typedef enum LogLevel { LOG_INFORMS, LOG_WARNS, LOG_FAILS } LogLevel;

// A member of a JSON message: a text, or, when that is NULL, a number.
typedef struct LogMember {
    const char *name;
    const char *text;
    double number;
} LogMember;

// `text` is for people; it has no line feed.
void log_message(const ClusterLog *log, LogLevel level, const char *what, const LogMember *members,
                 size_t count, const char *text);

// A message about a container; `number` belongs to the member called `name`, and to `format`.
void log_container(const ClusterLog *log, uint64_t incarnation, const char *kind, LogLevel level,
                   const char *what, const char *name, int number, const char *format);

// A bug of the program in a container, as JSON.
void log_problem(const ClusterLog *log, uint64_t incarnation, const PlaitProblem *problem);
