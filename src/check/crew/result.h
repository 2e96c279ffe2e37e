// check/crew/result.h: the result of a search.

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
    LIMIT_SEALED = 1 << 11,    // seals of the program excluded schedules
    LIMIT_ASSUME = 1 << 12,    // an assumption discarded every execution: nothing was checked
} Limit;

// The verdict, decided in one place (check/search/search_verdict.c).
typedef enum VerdictKind {
    VERDICT_NOT_RUN,       // the search did not begin
    VERDICT_VERIFIED,      // all states were covered, and every property of the test was checked
    VERDICT_NO_BUG_FOUND,  // no bug in the part that was covered
    VERDICT_BUG,
    VERDICT_CANNOT_CHECK,  // the search could not go on: foreign code or an explorer
} VerdictKind;

enum { MISS_MAX = 8 };

// What samples have seen, and the probability that they missed a bug.
typedef struct Sampled {
    bool is_there;
    uint64_t runs;      // executions: a sample of ss has several
    uint64_t machines;  // the most at one time
    double states, orders;                // distinct states, distinct partial orders
    bool has_all_states, has_all_orders;  // these are exact; else estimates
    uint64_t counted;                     // schedules whose states were counted
    uint64_t direct;                      // schedules that executed machines directly
    double new_steps;  // estimated share of steps that were new; negative: not measured
    double new_state, new_order;          // the probability that the next one is new
    // delay_missed[i] is an upper bound for the probability that an execution with i delays,
    // counted from where the samples begin, was missed; for i from delay_first to
    // delay_count - 1.
    uint32_t delay_first, delay_count;
    double delay_missed[MISS_MAX];
    uint64_t delay_points;    // the most in one execution
    bool draws_choices;       // the probabilities do not include the random choices
    uint64_t frontier;        // hybrid: items that samples begin with; 0: none was left
    uint64_t frontier_among;  // the most steps that one of them was drawn from
    // pct: the same for a bug of depth `depth`; depth 0: no guarantee.
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
    bool is_reduced;            // except states that differ in the order of local steps
    bool hides_order;           // and states that differ in an order that the program cannot see
    bool knows_terminal;        // `terminal` is the number of states where no machine can run
    uint64_t terminal;
    bool has_hot_states;        // of monitors of the test
    bool checks_liveness;       // infinite runs of the covered part were checked for them
    uint64_t liveness_states;   // states of products that an algorithm of --liveness has searched
    double map_seconds, map_refine_seconds;  // of --liveness map or imap: its two phases
    uint32_t stem_steps, loop_steps;  // when the bug is an infinite run
    bool is_within_handler;     // and one handler makes choices for ever
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
    uint64_t frontier_bytes;    // the most that states took that waited for their steps
    double omission;            // probability
    uint64_t replaced, unknown;
    uint64_t completed_orders, sealed_orders;
    Coverage *coverage;         // of the steps taken
    char note[P_TEXT_MAX];      // what else the user should know; "" for nothing
} SearchResult;
