// report/corpus.h: past counterexamples, replayed before the first search.
//
// A corpus is a folder of traces that is stored with the program. A trace that still fails is
// reported in a short time. A trace that no longer fits the program is named and skipped. The
// trace of a new bug is added. No file in the folder is ever changed or removed.

#pragma once

#include "check/replay/recording.h"
#include "report/verdict.h"

typedef struct CorpusEntry {
    char *path;
    Recording recording;
} CorpusEntry;

typedef struct Corpus {
    const char *folder;  // NULL: no corpus
    CorpusEntry *entries;
    uint32_t count, capacity;
} Corpus;

// Reads the traces in the folder, in the order of their names. Names a trace that cannot be
// read, or whose test or machines the program does not have, on standard error. A missing folder
// counts as empty. False, with the reason, when the folder cannot be read.
bool corpus_read(Corpus *c, const char *folder, const PProgram *p, Err *err);
void corpus_drop(Corpus *c);

// Executes a trace, for which recording_bind was called, on the program and test of the verdict.
// `line` is the line of the trace after which the execution stopped, 0 when it reached the end of
// the trace.
Executed corpus_execute(const Recording *recording, const Verdict *v, Bug *bug, uint32_t *line);

// Replays the traces of the verdict's test, in a check with this network. When a trace still fails,
// the verdict becomes the bug of the first such trace. Returns a report, or NULL when the test has
// no traces:
// {"replayed": 3, "failed": [{"file", "kind", "message"}], "passed_over": [{"file", "reason"}]}
struct json_t *corpus_replay(const Corpus *c, const Network *network, Verdict *v);

// Prints the report in words, after the verdict.
void corpus_print(const struct json_t *report, FILE *out);

// Adds the trace of a bug that a search found: DIR/TEST-KIND-SUM.trace.jsonl, where SUM is a
// hash of the schedule. False, with the reason, when it cannot be written.
bool corpus_add(const Corpus *c, const Verdict *v, const TraceOrigin *origin, Err *err);
