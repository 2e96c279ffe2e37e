// base/whole_file.h: a file that is there in full, or not at all.
//
// Written beside its place, then moved there. A reader that finds a file of that name finds all
// of it, even if we were killed while writing, or the disk was full.
//
//     WholeFile f;
//     if (whole_file_open(&f, path, err)) {
//         fputs("all of it", f.out);
//         ok = whole_file_close(&f, err);
//     }

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"

typedef struct WholeFile {
    FILE *out;
    char *path, *part;  // no part: what stands there is no file, and is written to
} WholeFile;

// Makes the folders on the way. False, with the reason, when that is not possible.
bool whole_file_open(WholeFile *f, const char *path, Err *err);

// Ends the file, and puts it into its place. False, with the reason, when it could not be
// written; then nothing of it is left, and what stood there before still does.
bool whole_file_close(WholeFile *f, Err *err);

// The same, but a file that stands there already is kept.
bool whole_file_close_new(WholeFile *f, Err *err);

// Removes what is being written: for a signal handler that is about to end the process.
void whole_file_abandon(void);

// All folders of a path of folders.
bool whole_file_folders(const char *path, Err *err);
