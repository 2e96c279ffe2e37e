// manage/programs.h: the executables that a node may start.
//
// The administrator of a host puts them into a folder. From the network comes only the SHA-256 of
// the one that is meant, never a name or a path. What is started is a copy in memory that nobody
// can change any more, and whose SHA-256 is that number: not a file that might be another one when
// it is opened again.
//
// A folder with large files is not read at once: who looks for a program does so in slices, and can
// do other things between two of them.

#pragma once

#include <dirent.h>

#include "base/err.h"
#include "base/sha256.h"

typedef struct Program {
    char hash[2 * SHA256_SIZE + 1];
    int fd;  // of the copy
} Program;

// A search that is under way.
typedef struct ProgramSearch {
    char wanted[2 * SHA256_SIZE + 1];
    DIR *folder;   // NULL: there is no search
    int fd, copy;  // the file that is read; -1: none
    Sha256 sum;
} ProgramSearch;

typedef struct Programs {
    char *folder;
    ProgramSearch search;
    Program *known;
    uint32_t count, capacity;
} Programs;

// False: there is no such folder.
bool programs_open(Programs *p, const char *folder, Err *err);
void programs_drop(Programs *p);

// Looks for a slice of time. A descriptor for fexecve; it stays open. -1: the reason is in err, or,
// without a reason, look again.
int programs_find(Programs *p, const char *hash, Err *err);

// The SHA-256 of a file. False: the reason is in err.
bool programs_hash(const char *path, char hash[static 2 * SHA256_SIZE + 1], Err *err);
