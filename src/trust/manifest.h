// trust/manifest.h: the list of programs that a cluster may run, signed by its authority.
//
//     plait-manifest 1
//     cluster NAME
//     time 1794912345
//     deployment SHA256 table.json
//     binary SHA256 table
//     signature BASE64
//
// The signature is that of the authority (certificate.h) over all bytes before its line. There is
// one deployment file and at least one binary; names have no folders. `time` is that of the
// signature in seconds: who has seen a list must not take an older one.
//
// A name or path of a program never comes from the network alone: a node runs what this list has,
// and of that only the bytes that were signed.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "trust/certificate.h"

enum { MANIFEST_HASH = 32, MANIFEST_SIZE_MAX = 1 << 20 };

typedef struct ManifestEntry {
    char *name;
    uint8_t hash[MANIFEST_HASH];  // SHA-256
} ManifestEntry;

typedef struct Manifest {
    char cluster[SPEAKER_NAME + 1];
    uint64_t time;
    ManifestEntry deployment;
    ManifestEntry *binaries;
    uint32_t binary_count;
} Manifest;

// Adds a signed list of these files. False: the reason is in err.
bool manifest_make(const Authority *a, const char *deployment, const char *const *binaries,
                   uint32_t count, Buf *out, Err *err);

// Reads a list, and looks whether the authority with this certificate, a PEM file, has signed it.
// `from` is for messages. False: the reason is in err, and nothing of the list is to be used.
bool manifest_parse(Manifest *m, const char *from, const char *text, size_t size,
                    const char *authority, Err *err);
// The same from a file.
bool manifest_read(Manifest *m, const char *path, const char *authority, Err *err);
void manifest_drop(Manifest *m);

// Whether the file is the deployment file that was signed. False: the reason is in err.
bool manifest_is_deployment(const Manifest *m, const char *path, Err *err);

// Opens the binary with that name of the list, which is a file in the folder: as a copy in memory
// that nobody can change any more, so that what is executed (fexecve) is what was signed. Closed on
// exec. -1: the reason is in err.
int manifest_open(const Manifest *m, const char *name, const char *folder, Err *err);
