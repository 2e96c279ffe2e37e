// manage/journal.c: a file of records, of which all that were acknowledged survive.

#include "manage/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/buf.h"
#include "base/memory.h"

enum { HEADER = 24, RECORD_MAX = 64 << 20 };

static const char title[] = "plait journal 1\n";

static void put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static uint64_t check_sum(const void *text, uint32_t size, uint32_t number)
{
    return XXH3_64bits_withSeed(text, size, number);
}

static bool is_header(const uint8_t *at, uint32_t number)
{
    return get(at + 4, 4) == number && get(at + 8, 8) == XXH3_64bits(at, 8);
}

// ---------------------------------------------------------------------------------- reading

static bool read_all(int fd, const char *path, Buf *bytes, Err *err)
{
    char block[64 << 10];
    ssize_t count;

    while ((count = read(fd, block, sizeof block)) > 0)
        buf_add(bytes, block, (size_t)count);
    if (count < 0)
        err_os(err, "read", path);
    return count == 0;
}

typedef enum Found { RECORD_WHOLE, RECORD_CUT, RECORD_DAMAGED } Found;

// Whether the header of a record with that number is somewhere in these bytes.
static bool has_header(const uint8_t *at, uint64_t left, uint32_t number)
{
    for (uint64_t i = 0; i + HEADER <= left; i++)
        if (is_header(at + i, number))
            return true;
    return false;
}

// The record at `at`, of which `left` bytes are there. The blocks of the last one may have reached
// the disk in any order, or not at all.
static Found look(const uint8_t *at, uint64_t left, uint32_t number, uint32_t *size)
{
    if (left >= HEADER && is_header(at, number)) {
        *size = (uint32_t)get(at, 4);
        if (*size > left - HEADER)
            return RECORD_CUT;
        if (get(at + 16, 8) == check_sum(at + HEADER, *size, number))
            return RECORD_WHOLE;
    }
    return has_header(at, left, number + 1) ? RECORD_DAMAGED : RECORD_CUT;
}

static bool read_records(Journal *j, const Buf *bytes,
                         bool (*take)(void *data, const char *text, size_t size, Err *err),
                         void *data, Err *err)
{
    const uint8_t *all = (const uint8_t *)buf_text(bytes);
    uint32_t size;

    for (j->size = sizeof title - 1; j->size < bytes->size; j->size += HEADER + size) {
        const uint8_t *at = all + j->size;
        uint64_t left = bytes->size - j->size;
        Found found = look(at, left, j->count + 1, &size);
        if (found == RECORD_CUT) {
            j->cut = left;
            return true;
        }
        if (found == RECORD_DAMAGED) {
            err_set(err,
                    "%s is damaged: record %u at byte %llu is not what was written, and "
                    "others follow it",
                    j->path, j->count + 1, (unsigned long long)j->size);
            return false;
        }
        j->count++;
        if (!take(data, (const char *)at + HEADER, size, err))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------- writing

static bool write_all(int fd, const void *bytes, size_t count)
{
    const char *at = bytes;

    while (count > 0) {
        ssize_t put_now = write(fd, at, count);
        if (put_now < 0 && errno == EINTR)
            continue;
        if (put_now <= 0)
            return false;
        at += put_now;
        count -= (size_t)put_now;
    }
    return true;
}

// The name of a file is in its folder, which is written through on its own.
static bool sync_folder(const char *path)
{
    char *folder = memory_copy_text(path);
    char *slash = strrchr(folder, '/');

    if (slash)
        slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_synced = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    free(folder);
    return is_synced;
}

static bool fail(Journal *j, const char *verb, Err *err)
{
    j->is_broken = true;
    err_os(err, verb, j->path);
    return false;
}

static void add_record(Buf *out, uint32_t number, const char *text, size_t size)
{
    uint8_t header[HEADER];

    put(header, size, 4);
    put(header + 4, number, 4);
    put(header + 8, XXH3_64bits(header, 8), 8);
    put(header + 16, check_sum(text, (uint32_t)size, number), 8);
    buf_add(out, (const char *)header, HEADER);
    buf_add(out, text, size);
}

bool journal_add(Journal *j, const char *text, size_t size, Err *err)
{
    Buf record = {0};

    assert(size <= RECORD_MAX);
    if (j->is_broken) {
        err_set(err, "%s could not be written before", j->path);
        return false;
    }
    add_record(&record, j->count + 1, text, size);
    bool is_written = write_all(j->fd, record.text, record.size) && fdatasync(j->fd) == 0;
    j->size += record.size;
    j->count++;
    buf_drop(&record);
    return is_written || fail(j, "write", err);
}

static bool is_locked(Journal *j, int fd, Err *err)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        err_set(err, "%s is in use by another process", j->path);
    else
        err_os(err, "lock", j->path);
    return false;
}

bool journal_replace(Journal *j, const char *text, size_t size, Err *err)
{
    Buf part = {0}, bytes = {0};

    if (j->is_broken)
        return fail(j, "write", err);
    buf_print(&part, "%s.new", j->path);
    buf_str(&bytes, title);
    add_record(&bytes, 1, text, size);
    int fd = open(part.text, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool is_there = fd >= 0 && is_locked(j, fd, err) && write_all(fd, bytes.text, bytes.size) &&
                    fsync(fd) == 0 && rename(part.text, j->path) == 0 && sync_folder(j->path);
    if (is_there) {
        close(j->fd);
        j->fd = fd;
        j->count = 1;
        j->size = bytes.size;
    } else if (fd >= 0) {
        close(fd);
    }
    buf_drop(&part);
    buf_drop(&bytes);
    return is_there || (err->set ? false : fail(j, "replace", err));
}

// ------------------------------------------------------------------------------------- life

static bool begin(Journal *j, const Buf *bytes, Err *err)
{
    size_t size = sizeof title - 1;

    // A file that was just made, or whose making was interrupted.
    if (bytes->size < size && memcmp(buf_text(bytes), title, bytes->size) == 0) {
        j->size = size;
        return (ftruncate(j->fd, 0) == 0 && lseek(j->fd, 0, SEEK_SET) == 0 &&
                write_all(j->fd, title, size) && fsync(j->fd) == 0 && sync_folder(j->path)) ||
               fail(j, "write", err);
    }
    if (bytes->size >= size && memcmp(bytes->text, title, size) == 0)
        return true;
    err_set(err, "%s is no journal of this version of plait", j->path);
    return false;
}

bool journal_open(Journal *j, const char *path,
                  bool (*take)(void *data, const char *text, size_t size, Err *err), void *data,
                  Err *err)
{
    Buf bytes = {0};

    *j = (Journal){.path = memory_copy_text(path)};
    j->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (j->fd < 0)
        err_os(err, "open", path);
    bool is_open = j->fd >= 0 && is_locked(j, j->fd, err) && read_all(j->fd, path, &bytes, err) &&
                   begin(j, &bytes, err) && read_records(j, &bytes, take, data, err);
    if (is_open && (ftruncate(j->fd, (off_t)j->size) != 0 || lseek(j->fd, 0, SEEK_END) < 0 ||
                    fsync(j->fd) != 0))
        is_open = fail(j, "cut", err);
    buf_drop(&bytes);
    if (!is_open)
        journal_close(j);
    return is_open;
}

void journal_close(Journal *j)
{
    if (j->fd >= 0)
        close(j->fd);
    free(j->path);
    *j = (Journal){.fd = -1};
}
