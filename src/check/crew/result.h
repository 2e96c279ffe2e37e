// check/crew/result.h: what came of a search.

#pragma once

#include "check/engine/engine.h"
#include "check/replay/execute.h"

// Limits that were hit, as bits; search_limit_name names each.
typedef enum Limit {
    LIMIT_DELAYS = 1 << 0,
    LIMIT_DEPTH = 1 << 1,
    LIMIT_STATES = 1 << 2,
    LIMIT_QUEUE = 1 << 3,
    LIMIT_TIME = 1 << 4,
    LIMIT_MEMORY = 1 << 5,
    LIMIT_SCHEDULES = 1 << 6,
    LIMIT_STEPS = 1 << 7,
    LIMIT_CHOICES = 1 << 8,
    LIMIT_INTERRUPTED = 1 << 9,
    LIMIT_EXPLORER = 1 << 10,  // the explorer crashed
    LIMIT_SEALED = 1 << 11,    // the program sealed off schedules
    LIMIT_ASSUME = 1 << 12,    // an assumption discarded every execution: nothing was checked
} Limit;

// What is said in the end. Decided once, by the search (check/search/search_verdict.c).
typedef enum VerdictKind {
    VERDICT_NOT_RUN,       // the search did not begin
    VERDICT_VERIFIED,      // all states were covered, and every property of the test was checked
    VERDICT_NO_BUG_FOUND,  // nothing is wrong in what was covered
    VERDICT_BUG,
    VERDICT_CANNOT_CHECK,  // the search could not go on: foreign code or an explorer
} VerdictKind;

enum { MISS_MAX = 8 };

// What samples have seen, and how likely they have missed something.
typedef struct Sampled {
    bool is_there;
    uint64_t runs;      // executions: a sample of ss has several
    uint64_t machines;  // the most at one time
    double states, orders;                // different ones: states, partial orders
    bool has_all_states, has_all_orders;  // these are counts; else estimates
    double new_state, new_order;          // the probability that the next one is new
    // Delays: at most so likely was an execution missed that has as many delays, counted
    // from where the samples begin, as the index says. The first index that is meant, and
    // the number behind the last.
    uint32_t delay_first, delay_count;
    double delay_missed[MISS_MAX];
    uint64_t delay_points;    // the most in one execution
    bool draws_choices;       // what is chosen is left out of all this
    uint64_t frontier;        // hybrid: items that samples begin with; 0: there was no need
    uint64_t frontier_among;  // steps that one of them stood for, at most
    // Depth: the same for a bug of that depth; 0: nothing is promised.
    uint32_t depth;
    uint64_t depth_points;
    double depth_missed;
} Sampled;

typedef struct SearchResult {
    VerdictKind verdict;
    bool has_bug;
    Bug bug;
    Schedule schedule;          // that leads to the bug
    bool is_replayed;           // the executor found the same bug
    uint64_t bug_delays;        // of the stratum in which it was found
    bool cannot_check;          // something outside of the program is missing: `note` says what
    bool is_complete;           // the whole state space was covered
    bool is_reduced;            // but for states that differ in the order of unseen steps
    bool knows_terminal;        // the number of states in which nobody can run:
    uint64_t terminal;
    bool has_hot_states;        // of monitors of the test
    bool checks_liveness;       // in what was covered, runs without end were checked for them
    uint32_t stem_steps, loop_steps;  // of a run without end, where the bug is one
    bool is_within_handler;     // and that makes choices for ever in one handler
    uint64_t assumed;           // steps, or samples, that an assumption discarded
    uint32_t limits;
    uint64_t states, transitions;
    uint64_t schedules, steps;  // samples
    Sampled sampled;
    uint64_t strata;            // completed ones
    uint64_t depth;             // the longest path
    double seconds;
    uint64_t peak_bytes;
    uint64_t store_bytes;
    double omission;            // probability
    uint64_t replaced, unknown;
    uint64_t completed_orders, sealed_orders;
    Coverage *coverage;         // of the steps taken
    char note[P_TEXT_MAX];      // what else the user should know; "" for nothing
} SearchResult;
