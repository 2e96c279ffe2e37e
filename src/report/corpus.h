// report/corpus.h: past counterexamples, replayed before anything is explored.
//
// A corpus is a folder of traces, to be kept with the program. What still fails is known
// in no time; what no longer fits the program is named and passed over; the trace of a new
// bug is added. Nothing in it is ever changed or removed.

#pragma once

#include "check/replay/recording.h"
#include "report/verdict.h"

typedef struct CorpusEntry {
    char *path;
    Recording recording;
} CorpusEntry;

typedef struct Corpus {
    const char *folder;  // NULL: there is none
    CorpusEntry *entries;
    uint32_t count, capacity;
} Corpus;

// Reads the traces in the folder, in the order of their names. One that cannot be read, or
// is about a test that the program does not have, is named on standard error. A folder that
// is not there is empty; false, with the reason, when it cannot be read.
bool corpus_read(Corpus *c, const char *folder, const PProgram *p, Err *err);
void corpus_drop(Corpus *c);

// Executes a trace on the program and test of the verdict. `line` is that of the trace behind
// which it stopped, 0 at its end.
Executed corpus_execute(const Recording *recording, const Verdict *v, Bug *bug, uint32_t *line);

// Replays what is there for the test of the verdict. When a trace still fails, the verdict
// tells of the first one. The report, NULL when there is nothing for this test:
// {"replayed": 3, "failed": [{"file", "kind", "message"}], "passed_over": [{"file", "reason"}]}
struct json_t *corpus_replay(const Corpus *c, Verdict *v);

// What a person wants to know of it, behind the verdict.
void corpus_print(const struct json_t *report, FILE *out);

// Adds the trace of a bug that was explored: DIR/TEST-KIND-SUM.trace.jsonl, where the sum is
// that of the schedule. False, with the reason, when it cannot be written.
bool corpus_add(const Corpus *c, const Verdict *v, const TraceOrigin *origin, Err *err);
