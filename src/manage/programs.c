// manage/programs.c: the executables that a node may start.

#include "manage/programs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { BLOCK = 256 << 10 };

bool programs_open(Programs *p, const char *folder, Err *err)
{
    DIR *d = opendir(folder);

    *p = (Programs){0};
    if (!d) {
        err_os(err, "open the folder", folder);
        return false;
    }
    closedir(d);
    p->folder = memory_copy_text(folder);
    return true;
}

void programs_drop(Programs *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        close(p->known[i].fd);
    free(p->known);
    free(p->folder);
    *p = (Programs){0};
}

// Reads the file from its start, and copies it to `copy`, unless that is -1.
static bool read_file(int fd, int copy, char hash[static 2 * SHA256_SIZE + 1])
{
    static uint8_t block[BLOCK];
    uint8_t digest[SHA256_SIZE];
    Sha256 s;
    ssize_t count;

    sha256_init(&s);
    while ((count = read(fd, block, sizeof block)) > 0) {
        sha256_add(&s, block, (size_t)count);
        if (copy >= 0 && write(copy, block, (size_t)count) != count)
            return false;
    }
    sha256_end(&s, digest);
    sha256_text(digest, hash);
    return count == 0;
}

bool programs_hash(const char *path, char hash[static 2 * SHA256_SIZE + 1], Err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is_read = fd >= 0 && read_file(fd, -1, hash);

    if (!is_read)
        err_os(err, "read", path);
    if (fd >= 0)
        close(fd);
    return is_read;
}

// A copy of the file that cannot be changed, if its SHA-256 is the wanted one; else -1.
static int copy_if(int fd, const char *wanted)
{
    char hash[2 * SHA256_SIZE + 1];
    int copy = memfd_create("plait-container", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (copy < 0)
        return -1;
    bool is_it =
        read_file(fd, copy, hash) && strcmp(hash, wanted) == 0 &&
        fcntl(copy, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
    if (is_it)
        return copy;
    close(copy);
    return -1;
}

static int find_in(DIR *folder, const char *wanted)
{
    const struct dirent *entry;
    int copy = -1;

    while (copy < 0 && (entry = readdir(folder))) {
        struct stat what;
        int fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0)
            continue;
        if (fstat(fd, &what) == 0 && S_ISREG(what.st_mode))
            copy = copy_if(fd, wanted);
        close(fd);
    }
    return copy;
}

int programs_find(Programs *p, const char *hash, Err *err)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (strcmp(p->known[i].hash, hash) == 0)
            return p->known[i].fd;
    DIR *folder = opendir(p->folder);
    int fd = folder ? find_in(folder, hash) : -1;
    if (folder)
        closedir(folder);
    if (fd < 0) {
        err_set(err, "no file in %s has the SHA-256 %.64s", p->folder, hash);
        return -1;
    }
    MEMORY_GROW(p->known, p->count + 1, p->capacity);
    Program *one = &p->known[p->count++];
    *one = (Program){.fd = fd};
    memcpy(one->hash, hash, sizeof one->hash);
    return fd;
}
