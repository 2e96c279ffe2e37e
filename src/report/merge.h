// report/merge.h: the traces of the containers of one run, as one story.
//
// The order of a container is that of its trace. An event is delivered after it was sent, and a
// machine runs after it was created. So the traces are parts of a partial order; the story is one
// total order of it: each container goes on until it needs something of another.
//
// The k-th delivery from one machine to another is that of the k-th send, because events between
// two machines keep their order. The trace of a container that was killed has no end; the others
// can be merged with it, because what it has sent is in its trace.

#pragma once

#include "base/name.h"
#include "check/replay/recording.h"
#include "report/steps.h"

// Of which trace a step is, and its number there.
typedef struct MergedPlace {
    uint32_t trace, step;
} MergedPlace;

typedef struct MergedTrace {
    char *path;
    Recording recording;
    Steps steps;
    uint32_t next;  // the first step that is not in the story
} MergedTrace;

typedef struct Merged {
    MergedTrace *traces;  // by the numbers of their containers
    uint32_t trace_count, trace_capacity;
    TraceStep *steps;  // the story; texts belong to the traces
    MergedPlace *places;
    uint32_t count, capacity, place_capacity;
    uint32_t restarts;    // containers that were started for others
    uint32_t suspicions;  // that machines were told of
    uint32_t later;     // steps that were left out
    uint32_t cut;       // containers whose traces have no end, or that were killed before they
                        // began one
} Merged;

// Reads the traces in a folder. False, with the reason: a trace is wrong, is of another run, or is
// missing.
// With `is_running` the run goes on: containers may have written what others have not yet, which is
// left out.
bool merged_read(Merged *m, const char *folder, bool is_running, Err *err);
void merged_drop(Merged *m);

// "folder/1.jsonl:17", of a step of the story. Valid until the next call.
const char *merged_place(const Merged *m, uint32_t step);

// The number of the container in the name of a machine; 0: there is none.
uint64_t merged_container(const char *machine);
