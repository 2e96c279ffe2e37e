// cluster/log.c: messages of a manager and its containers, for people or as JSON.

#include "cluster/log.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/json_text.h"

static void add_text(Buf *b, const char *name, const char *text)
{
    buf_print(b, ",\"%s\":\"", name);
    text_json(b, text, strlen(text));
    buf_char(b, '"');
}

static void add_time(Buf *b)
{
    struct timespec now;
    struct tm parts;
    char text[32];

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    buf_print(b, "{\"time\":\"%s.%03ldZ\"", text, now.tv_nsec / 1000000);
}

static void write_json(const ClusterLog *log, LogLevel level, const char *what,
                       const LogMember *members, size_t count)
{
    static const char *const levels[] = {"info", "warning", "error"};
    Buf line = {0};

    add_time(&line);
    add_text(&line, "level", levels[level]);
    add_text(&line, "what", what);
    for (size_t i = 0; i < count; i++)
        if (members[i].text)
            add_text(&line, members[i].name, members[i].text);
        else
            buf_print(&line, ",\"%s\":%.15g", members[i].name, members[i].number);
    buf_str(&line, "}\n");
    fwrite(line.text, 1, line.size, log->out);  // in one piece: several processes write
    buf_drop(&line);
}

void log_message(const ClusterLog *log, LogLevel level, const char *what, const LogMember *members,
                 size_t count, const char *text)
{
    if (log->is_quiet && level != LOG_FAILS)
        return;
    if (log->is_json)
        write_json(log, level, what, members, count);
    else
        fprintf(log->out, "%s: %s\n", log->who, text);
}

void log_container(const ClusterLog *log, uint64_t incarnation, const char *kind, LogLevel level,
                   const char *what, const char *name, int number, const char *format)
{
    char id[17], text[256];
    const LogMember members[] = {{"container", id, 0}, {"kind", kind, 0}, {name, NULL, number}};
    int used = snprintf(text, sizeof text, "container %" PRIx64 " (%s): ", incarnation, kind);

    snprintf(id, sizeof id, "%" PRIx64, incarnation);
    if (used > 0 && (size_t)used < sizeof text)
        snprintf(text + used, sizeof text - (size_t)used, format, number);
    log_message(log, level, what, members, sizeof members / sizeof *members, text);
}

void log_problem(const ClusterLog *log, uint64_t incarnation, const PlaitProblem *p)
{
    char id[17];
    const LogMember members[] = {
        {"container", id, 0},       {"kind", p->kind, 0},    {"message", p->message, 0},
        {"machine", p->machine, 0}, {"state", p->state, 0},  {"event", p->event, 0},
        {"file", p->file, 0},       {"line", NULL, p->line},
    };

    snprintf(id, sizeof id, "%" PRIx64, incarnation);
    write_json(log, LOG_FAILS, p->error == P_ERROR_SETUP ? "set-up" : "bug", members,
               sizeof members / sizeof *members);
}
