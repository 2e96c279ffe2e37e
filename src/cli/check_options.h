// cli/check_options.h: the options of `plait check`, and whether they fit together.

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
    CHECK_VIEW,
    CHECK_SAMPLE,
    CHECK_NO_SHRINK,
    CHECK_SHRINK_TIME,
    CHECK_COVERAGE,
    CHECK_COVERAGE_JSON,
    CHECK_TOTAL_TIME,
    CHECK_VERBOSE,
    CHECK_MEMOUT,  // from here on: options of P's own checker (p_options.c)
    CHECK_MODE,
    CHECK_SCH_RANDOM,
    CHECK_SCH_PCT,
    CHECK_SCH_POS,
    CHECK_SCH_RL,
    CHECK_SCH_FEEDBACK,
    CHECK_SEARCH,  // from here on: options that only some searches have
    CHECK_EXPLORER,
    CHECK_DELAYS,
    CHECK_STRICT,
    CHECK_DELAY_COST,
    CHECK_CHOICE_COST,
    CHECK_SCHEDULES,
    CHECK_STEPS,
    CHECK_MAX_STEPS,  // the name of --steps in P
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
    CHECK_DEPLOY,
    CHECK_CRASHES,
    CHECK_CUTS,
    CHECK_SUSPICIONS,
    CHECK_OUTCOMES,
    CHECK_NO_MEMO,
    CHECK_SHORT_QUEUE,
    CHECK_WALK,
    CHECK_LOOP_LIMIT,
    CHECK_OPTION_COUNT,
};

extern const Opt check_opts[];
extern const Opt check_p_opts[];  // p_options.c

typedef struct CheckOptions {
    SearchOptions search;
    Network network;     // `search` refers to it
    const char *deploy;  // the deployment file, or NULL
    const char *outcomes;  // file for the outcomes of all executions, or NULL
    const char **tests;  // names or prefixes of names
    size_t test_count;
    const char *out;     // folder for traces
    const char *replay;  // a trace, or NULL
    const char *files[FORMAT_COUNT];  // path for each format (report/formats.def), or NULL
    const char *corpus;         // folder of past counterexamples, or NULL
    const char *p_output;       // folder for files in P's formats, or NULL
    bool has_pages;             // a page for each bug
    uint32_t samples;           // random executions without a bug to write for each test
    bool is_github;             // annotations for GitHub
    bool has_coverage;          // prints a coverage report
    const char *coverage_json;  // file for coverage as JSON, or NULL
    bool hides_order;           // equal states that differ only in an order nobody sees
    bool lists, is_native;
    bool is_verbose;            // prints all figures with the verdicts
    bool shrinks;               // shrinks a bug before it is shown
    double shrink_seconds;      // time limit for shrinking one bug
    uint64_t fair_steps;        // the M of P's --max-steps N[,M]; 0: not given
    double total_seconds;       // for all tests together; 0: no limit
    bool is_given[CHECK_OPTION_COUNT];
    Err err;
} CheckOptions;

// `most`: the largest number of options that the command line can have.
void check_options_init(CheckOptions *options, size_t most);
void check_options_drop(CheckOptions *options);

// Sets an option. If the value is wrong, `err` says why. Only the first error is stored.
void check_options_set(CheckOptions *options, int id, const char *value);
// Call it after the last option. False when options do not fit together; `err` says which.
bool check_options_fits(CheckOptions *options);

// Sets an option that only P's own checker has. False when `id` is not such an option.
bool check_options_set_p(CheckOptions *options, int id, const char *value);

