// cli/check_options.h: the options of `plait check`, and whether they go together.

#pragma once

#include "check/search/search.h"
#include "cli/front.h"
#include "report/ci.h"
#include "report/search_words.h"

enum {
    CHECK_TEST = OPT_OWN,
    CHECK_LIST,
    CHECK_NATIVE,
    CHECK_OUT,
    CHECK_REPLAY,
#define FORMAT(id, name, help) CHECK_##id,
#include "report/formats.def"
#undef FORMAT
    CHECK_GITHUB,
    CHECK_CORPUS,
    CHECK_P_OUTPUT,
    CHECK_NO_SHRINK,
    CHECK_SHRINK_TIME,
    CHECK_COVERAGE,
    CHECK_COVERAGE_JSON,
    CHECK_TOTAL_TIME,
    CHECK_VERBOSE,
    CHECK_MEMOUT,  // from here on: as P's users say it (p_options.c)
    CHECK_MODE,
    CHECK_SCH_RANDOM,
    CHECK_SCH_PCT,
    CHECK_SCH_POS,
    CHECK_SCH_RL,
    CHECK_SCH_FEEDBACK,
    CHECK_SEARCH,  // from here on: what only some searches have
    CHECK_EXPLORER,
    CHECK_DELAYS,
    CHECK_STRICT,
    CHECK_DELAY_COST,
    CHECK_CHOICE_COST,
    CHECK_SCHEDULES,
    CHECK_STEPS,
    CHECK_MAX_STEPS,  // P's way to say it
    CHECK_TEMPERATURE,
    CHECK_LIVENESS,
    CHECK_SS_C1,
    CHECK_SS_C2,
    CHECK_PCT_DEPTH,
    CHECK_PCT_K,
    CHECK_DEPTH,
    CHECK_STATES,
    CHECK_STORE,
    CHECK_WHEN_FULL,
    CHECK_SEED,
    CHECK_QUEUE,
    CHECK_TIME,
    CHECK_MEMORY,
    CHECK_WORKERS,
    CHECK_POINTS,
    CHECK_REDUCE,
    CHECK_NETWORK,
    CHECK_NO_MEMO,
    CHECK_LOOP_LIMIT,
    CHECK_OPTION_COUNT,
};

extern const Opt check_opts[];
extern const Opt check_p_opts[];  // p_options.c

typedef struct CheckOptions {
    SearchOptions search;
    const char **tests;  // names or beginnings of names
    size_t test_count;
    const char *out;     // folder for traces
    const char *replay;  // a trace, or NULL
    const char *files[FORMAT_COUNT];  // for others to read (report/formats.def), or NULL
    const char *corpus;         // folder of past counterexamples, or NULL
    const char *p_output;       // folder for what P's tools read, or NULL
    bool is_github;             // annotations for GitHub
    bool has_coverage;          // a report of what was seen
    const char *coverage_json;  // the same as a file, or NULL
    bool lists, is_native;
    bool is_verbose;            // verdicts with all figures
    bool shrinks;               // bugs are made short before they are shown ...
    double shrink_seconds;      // ... for so long
    uint64_t fair_steps;        // of P's --max-steps N[,M]: M; 0: not given
    double total_seconds;       // for all tests together; 0: no limit
    bool is_given[CHECK_OPTION_COUNT];
    Err err;
} CheckOptions;

// At most `most` options are on the command line.
void check_options_init(CheckOptions *options, size_t most);
void check_options_drop(CheckOptions *options);

// Sets an option. If the value is wrong, `err` says why; only the first error is kept.
void check_options_set(CheckOptions *options, int id, const char *value);
// After the last option. False when options do not go together; `err` says which.
bool check_options_fits(CheckOptions *options);

// The same for an option of P's checker; false when the option needs no translation.
bool check_options_set_p(CheckOptions *options, int id, const char *value);

