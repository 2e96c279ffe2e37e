// manage/credentials.c: the certificate of a manager, which is replaced while it runs.

#include "manage/credentials.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/whole_file.h"
#include "net/loop.h"

enum { PATHS = 3, PEM_MAX = 64 << 10 };
enum { LOOK_PAUSE = 500000 };  // microseconds
static const uint64_t warn_pause = 3600 * (uint64_t)1000000;

static void read_stamps(const Credentials *c, FileStamp stamps[static PATHS])
{
    struct stat s;

    memset(stamps, 0, PATHS * sizeof *stamps);
    for (int i = 0; i < PATHS; i++)
        if (stat(c->paths[i], &s) == 0) {
            stamps[i].device = s.st_dev;
            stamps[i].inode = s.st_ino;
            stamps[i].size = s.st_size;
            stamps[i].changed = s.st_mtim;
        }
}

bool credentials_open(Credentials *c, const char *authority, const char *certificate,
                      const char *key, Err *err)
{
    *c = (Credentials){.paths = {authority, certificate, key}};
    if (!authority)
        return true;
    read_stamps(c, c->stamps);
    c->identity = tls_identity_new(authority, certificate, key, err);
    return c->identity;
}

void credentials_drop(Credentials *c)
{
    tls_identity_free(c->identity);
    *c = (Credentials){0};
}

bool credentials_are_due(const Credentials *c)
{
    return c->identity && (int64_t)time(NULL) >= tls_identity_time(c->identity).renew;
}

static void print_time(int64_t seconds, char text[static 32])
{
    time_t at = (time_t)seconds;
    struct tm parts;

    strftime(text, 32, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&at, &parts));
}

static void say(const Credentials *c, const ClusterLog *log, LogLevel level, const char *what,
                const char *format) __attribute__((format(printf, 5, 0)));

static void say(const Credentials *c, const ClusterLog *log, LogLevel level, const char *what,
                const char *format)
{
    char end[32], text[160];

    print_time(tls_identity_time(c->identity).end, end);
    snprintf(text, sizeof text, format, end);
    log_message(log, level, what, &(LogMember){"end", end, 0}, 1, text);
}

// When half of the time for the renewal is over, and nobody has done it.
static void warn(Credentials *c, const ClusterLog *log)
{
    CertificateTime t = tls_identity_time(c->identity);

    if ((int64_t)time(NULL) < t.renew + (t.end - t.renew) / 2 || loop_now() < c->warn_at)
        return;
    c->warn_at = loop_now() + warn_pause;
    say(c, log, LOG_WARNS, "certificate-ends",
        "the own certificate is valid until %s, and is to be renewed");
}

bool credentials_turn(Credentials *c, const ClusterLog *log)
{
    FileStamp now[PATHS];
    Err err = {0};

    if (!c->identity || loop_now() < c->look_at)
        return false;
    c->look_at = loop_now() + LOOK_PAUSE;
    read_stamps(c, now);
    if (memcmp(now, c->stamps, sizeof now) == 0) {
        warn(c, log);
        return false;
    }
    memcpy(c->stamps, now, sizeof now);
    if (!tls_identity_reload(c->identity, &err)) {
        // Of several files perhaps only one is replaced yet.
        log_message(log, LOG_WARNS, "certificate", &(LogMember){"message", err.text, 0}, 1,
                    err.text);
        return false;
    }
    c->warn_at = 0;
    say(c, log, LOG_INFORMS, "renewed", "the own certificate is a new one, valid until %s");
    return true;
}

// Adds the text of a PEM file. False: the reason is in err.
static bool add_file(Buf *text, const char *path, Err *err)
{
    FILE *f = fopen(path, "re");
    char block[4096];
    size_t count;

    while (f && (count = fread(block, 1, sizeof block, f)) > 0 && text->size < PEM_MAX)
        buf_add(text, block, count);
    bool is_read = f && !ferror(f) && text->size < PEM_MAX;
    if (!is_read)
        err_os(err, "read", path);
    if (f)
        fclose(f);
    explicit_bzero(block, sizeof block);
    return is_read;
}

char *credentials_text(const Credentials *c, Err *err)
{
    Buf text = {0};

    if (add_file(&text, c->paths[1], err))
        return text.text;
    buf_drop(&text);
    return NULL;
}

// It is used before it is written: what is no certificate for the own key does not come so far.
bool credentials_replace(Credentials *c, const char *pem, Err *err)
{
    WholeFile f;
    Buf both = {0};

    buf_str(&both, pem);
    bool is_fine = add_file(&both, c->paths[2], err) &&
                   tls_identity_renew(c->identity, buf_text(&both), err) &&
                   whole_file_open(&f, c->paths[1], err);
    certificate_drop_secret(&both);
    if (!is_fine)
        return false;
    fputs(pem, f.out);
    c->look_at = 0;
    return whole_file_close(&f, err);
}
