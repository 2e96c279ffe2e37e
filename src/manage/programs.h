// manage/programs.h: the executables that a node may start.
//
// The administrator of a host puts them into a folder. From the network comes only the SHA-256 of
// the one that is meant, never a name or a path. What is started is a copy in memory that nobody
// can change any more, and whose SHA-256 is that number: not a file that might be another one when
// it is opened again.

#pragma once

#include "base/err.h"
#include "base/sha256.h"

typedef struct Program {
    char hash[2 * SHA256_SIZE + 1];
    int fd;  // of the copy
} Program;

typedef struct Programs {
    char *folder;
    Program *known;
    uint32_t count, capacity;
} Programs;

// False: there is no such folder.
bool programs_open(Programs *p, const char *folder, Err *err);
void programs_drop(Programs *p);

// A descriptor for fexecve; it stays open. -1: the reason is in err.
int programs_find(Programs *p, const char *hash, Err *err);

// The SHA-256 of a file. False: the reason is in err.
bool programs_hash(const char *path, char hash[static 2 * SHA256_SIZE + 1], Err *err);
