// manage/state.h: what the manager of the cluster knows, as one JSON document that only records
// change.
//
// A record is written through to the disk (journal.h) before it changes the document, and before
// anything follows from it. After an end, even by kill -9, the records that are there give the same
// document again. The document has
//
//     "cluster"      32 hexadecimal digits, drawn once
//     "next"         the next block of incarnations: block B has B * 2^32 and those after it. It
//                    only grows, so no incarnation is ever given twice
//     "nodes"        by name: "host", "ports" [FIRST, LAST]
//     "deployments"  by name: "sha256", "deploy", "test", "seed", "trace", "wants" ("running",
//                    "draining" or "stopped"), "note", "dead" (incarnations, the last ones),
//                    "bugs", "how" (the last failure), "is-placed" (its main machine), "most"
//                    (containers at a time; 0: any number)
//     "containers"   by incarnation: "deployment", "kind", "node", "address", "creation", "starts",
//                    "again" (it is created by what created it before)
//     "grants"       by address: "to" (an incarnation), "node"

#pragma once

#include <jansson.h>

#include "base/err.h"
#include "manage/journal.h"

typedef struct State {
    json_t *doc;
    Journal journal;
} State;

// False: the reason is in err.
bool state_open(State *s, const char *path, Err *err);
void state_close(State *s);

// Takes the record. When it cannot be written the process ends: what it says then might not be
// true after the next start.
void state_record(State *s, json_t *record);

json_t *state_part(const State *s, const char *part);  // "nodes", "deployments" ...
// NULL: not known.
json_t *state_find(const State *s, const char *part, const char *key);
const char *state_text(const json_t *object, const char *key);  // NULL: there is none
