// manage/programs.c: the executables that a node may start.

#include "manage/programs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { BLOCK = 256 << 10, SLICE = 2 << 20 };

bool programs_open(Programs *p, const char *folder, Err *err)
{
    DIR *d = opendir(folder);

    *p = (Programs){.search = {.fd = -1, .copy = -1}};
    if (!d) {
        err_os(err, "open the folder", folder);
        return false;
    }
    closedir(d);
    p->folder = memory_copy_text(folder);
    return true;
}

bool programs_hash(const char *path, char hash[static 2 * SHA256_SIZE + 1], Err *err)
{
    static uint8_t block[BLOCK];
    uint8_t digest[SHA256_SIZE];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = -1;
    Sha256 s;

    sha256_init(&s);
    while (fd >= 0 && (count = read(fd, block, sizeof block)) > 0)
        sha256_add(&s, block, (size_t)count);
    bool is_read = count == 0;
    sha256_end(&s, digest);
    sha256_text(digest, hash);
    if (!is_read)
        err_os(err, "read", path);
    if (fd >= 0)
        close(fd);
    return is_read;
}

// ----------------------------------------------------------------------------------- search

static void close_file(ProgramSearch *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->copy >= 0)
        close(s->copy);
    s->fd = s->copy = -1;
}

static void end_search(ProgramSearch *s)
{
    close_file(s);
    if (s->folder)
        closedir(s->folder);
    s->folder = NULL;
}

// Opens the next file of the folder, and begins a copy of it. False: there is none.
static bool open_next(ProgramSearch *s)
{
    const struct dirent *entry;

    while (s->fd < 0 && (entry = readdir(s->folder))) {
        struct stat what;
        s->fd = openat(dirfd(s->folder), entry->d_name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (s->fd < 0)
            continue;
        if (fstat(s->fd, &what) == 0 && S_ISREG(what.st_mode))
            s->copy = memfd_create("plait-container", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        if (s->copy < 0)
            close_file(s);
    }
    sha256_init(&s->sum);
    return s->fd >= 0;
}

// The copy becomes one that cannot be changed, if its SHA-256 is the wanted one.
static bool is_wanted(ProgramSearch *s)
{
    char hash[2 * SHA256_SIZE + 1];
    uint8_t digest[SHA256_SIZE];

    sha256_end(&s->sum, digest);
    sha256_text(digest, hash);
    return strcmp(hash, s->wanted) == 0 &&
           fcntl(s->copy, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) ==
               0;
}

static void keep(Programs *p, ProgramSearch *s)
{
    MEMORY_GROW(p->known, p->count + 1, p->capacity);
    Program *one = &p->known[p->count++];
    *one = (Program){.fd = s->copy};
    memcpy(one->hash, s->wanted, sizeof one->hash);
    s->copy = -1;
}

// Reads a slice. False: the search is over.
static bool search_on(Programs *p)
{
    static uint8_t block[BLOCK];
    ProgramSearch *s = &p->search;

    for (size_t done = 0; done < SLICE; done += sizeof block) {
        if (s->fd < 0 && !open_next(s))
            return false;
        ssize_t count = read(s->fd, block, sizeof block);
        if (count > 0) {
            sha256_add(&s->sum, block, (size_t)count);
            if (write(s->copy, block, (size_t)count) == count)
                continue;
        } else if (count == 0 && is_wanted(s)) {
            keep(p, s);
            return false;
        }
        close_file(s);
    }
    return true;
}

static int known(const Programs *p, const char *hash)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (strcmp(p->known[i].hash, hash) == 0)
            return p->known[i].fd;
    return -1;
}

int programs_find(Programs *p, const char *hash, Err *err)
{
    ProgramSearch *s = &p->search;
    int fd = known(p, hash);

    if (fd >= 0)
        return fd;
    if (!s->folder) {
        snprintf(s->wanted, sizeof s->wanted, "%s", hash);
        s->folder = opendir(p->folder);
    }
    if (s->folder && search_on(p))
        return -1;
    end_search(s);
    if (strcmp(s->wanted, hash) != 0)
        return -1;  // that was the search for another one
    fd = known(p, hash);
    if (fd < 0)
        err_set(err, "no file in %s has the SHA-256 %.64s", p->folder, hash);
    return fd;
}

void programs_drop(Programs *p)
{
    if (p->folder)
        end_search(&p->search);
    for (uint32_t i = 0; i < p->count; i++)
        close(p->known[i].fd);
    free(p->known);
    free(p->folder);
    *p = (Programs){0};
}
