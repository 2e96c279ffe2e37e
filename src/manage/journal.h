// manage/journal.h: a file of records, of which all that were acknowledged survive.
//
// Records are added at the end and written through to the disk before journal_add returns. The file
// begins with a line that names its format. A record is a header of 24 bytes and its text:
//
//     0  u32  size of the text
//     4  u32  its number, from 1
//     8  u64  XXH3 over these 8 bytes
//    16  u64  XXH3 over the text, seeded with the number
//
// A process that is killed while it writes leaves a last record that is not whole: it was not
// acknowledged, and is cut off when the file is opened. A record that is damaged and has others
// behind it is an error: the disk has lost something, and nobody can say what followed from it.
//
// When the file has grown, journal_replace writes a new one with fewer records: beside its place,
// then moved there. An error of the disk is final: nothing is written afterwards.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

typedef struct Journal {
    char *path;
    int fd;
    uint32_t count;  // of records
    uint64_t size;   // bytes
    uint64_t cut;    // bytes that were cut off when it was opened
    bool is_broken;
} Journal;

// Reads the records, or makes the file if it is not there. Only one process can have it open.
// False: the reason is in err.
bool journal_open(Journal *j, const char *path,
                  bool (*take)(void *data, const char *text, size_t size, Err *err), void *data,
                  Err *err);
void journal_close(Journal *j);

// False: it is not sure whether the record is there; the process must end.
bool journal_add(Journal *j, const char *text, size_t size, Err *err);
// From now on the file holds these records alone.
bool journal_replace(Journal *j, const char *text, size_t size, Err *err);
