// lsp/document.h: the texts that the client has open.
//
// While a document is open its text counts, not that of the file.

#pragma once

#include <jansson.h>
#include <sys/types.h>

#include "lsp/text.h"

typedef struct Program Program;

typedef struct Document {
    char *uri;
    char *path;  // NULL when it is no file
    bool is_on_disk;
    dev_t device;
    ino_t inode;
    Buf text;
    json_int_t version;
    bool is_changed;   // since it was opened or saved
    Program *program;  // that it belongs to
} Document;

typedef struct Documents {
    Document **items;
    size_t count, capacity;
} Documents;

Document *documents_open(Documents *all, const char *uri, const char *text, size_t size);
void documents_close(Documents *all, Document *d);
void documents_drop(Documents *all);
Document *documents_find(const Documents *all, const char *uri);
Document *documents_find_file(const Documents *all, const char *path);

// Asks the file system again which file this is.
void document_look(Document *d);

// Applies one of `contentChanges`. False when it is malformed.
bool document_change(Document *d, const json_t *change);

// {"line": 1, "character": 2}; false when it is none.
bool position_read(const json_t *json, Position *position);
