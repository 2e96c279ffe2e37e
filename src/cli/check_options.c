// cli/check_options.c: the options of `plait check`.
//
// An option that has no effect on the chosen search is an error: the user expects an effect.

#include "cli/check_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/memory.h"
#include "check/liveness/liveness.h"
#include "cli/network_options.h"

const Opt check_opts[] = {
    {CHECK_TEST, "test", "t", "NAME",
     "check this test, or all tests whose names begin with\n"
     "NAME; may be given more than once. Default: every test"},
    {CHECK_LIST, "list-tests", NULL, NULL,
     "print the names of the tests, one per line: in the\n"
     "order of declaration, parametric ones with all their\n"
     "members, implementations last"},
    {CHECK_SEARCH, "search", NULL, "S",
     "how schedules are explored. Exhaustive: ses (by the\n"
     "number of delays), dfs, bfs (finds a short\n"
     "counterexample), depth (dfs, bound raised in rounds), pb\n"
     "(by the number of preemptions). Sampling: random,\n"
     "irs, ss (by the number of delays), ss-paper, pct, pos,\n"
     "surw, ql, feedback, portfolio (several in turn). Both:\n"
     "hybrid (the default: ses, and samples of the schedules\n"
     "that ses did not cover)"},
    {CHECK_EXPLORER, "explorer", NULL, "E",
     "ses, ss: the order in which machines run without delays:\n"
     "rtc (the default), rtc-raise, rr, prr, random, custom, or\n"
     "a C file of your own"},
    {CHECK_DELAYS, "delays", NULL, "N", "ses, pb: at most N delays or preemptions"},
    {CHECK_STRICT, "strict", NULL, NULL,
     "ses: a stored state includes the state of the explorer;\n"
     "then --delays N covers every schedule with N delays"},
    {CHECK_DELAY_COST, "delay-cost", NULL, "C",
     "ses: delays for running a machine that is not the first\n"
     "one: position (the default: its position), or unit: 1"},
    {CHECK_CHOICE_COST, "choice-cost", NULL, "C",
     "ses: delays for a choice: delay (the default: one for\n"
     "each alternative that is skipped), free: none, or\n"
     "budget:K: none, but at most K choices on a path may\n"
     "take another than the first alternative"},
    {CHECK_SCHEDULES, "schedules", "s", "N",
     "number of samples; default 1,000; hybrid: as many as\n"
     "the time allows, or up to 10,000. Without --search it\n"
     "means --search random"},
    {CHECK_STEPS, "steps", NULL, "N",
     "samples have at most N steps; default 10,000, random:\n"
     "100,000. Without --search it means --search random"},
    {CHECK_TEMPERATURE, "temperature", NULL, "N",
     "samples: a monitor that is hot for more than N steps of a\n"
     "fair schedule is reported, as a suspicion. 0: never.\n"
     "Default: random: half of --steps, if --steps is 10,000 or\n"
     "more; others: never"},
    {CHECK_LIVENESS, "liveness", NULL, "HOW",
     "how to look for infinite fair runs in which a monitor\n"
     "stays hot: scc (the default); for comparison, not with\n"
     "samples: ndfs, indfs, map or imap; off: do not"},
    {CHECK_SS_C1, "ss-c1", NULL, "N",
     "ss, hybrid: C1 of C1 + C2^i, the number of samples with\n"
     "i delays; default 100"},
    {CHECK_SS_C2, "ss-c2", NULL, "X", "ss, hybrid: C2 of the same; default 3"},
    {CHECK_PCT_DEPTH, "pct-depth", NULL, "D", "pct: the depth of the bugs it looks for; default 3"},
    {CHECK_PCT_K, "pct-k", NULL, "K",
     "pct: number of points of an execution at which another\n"
     "machine can run; default: the highest number so far"},
    {CHECK_DEPTH, "depth", NULL, "N", "cut off paths of more than N steps"},
    {CHECK_STATES, "states", NULL, "N", "end after N states"},
    {CHECK_QUEUE, "queue", NULL, "N", "cut off where a queue would hold more than N events"},
    {CHECK_TIME, "time", NULL, "TIME",
     "time limit for each test: seconds, or 90s, 5m, 2h;\n"
     "default: no limit"},
    {CHECK_TOTAL_TIME, "total-time", NULL, "TIME", "time limit for all tests together"},
    {CHECK_MEMORY, "memory", NULL, "SIZE",
     "memory limit: MiB, or 512M, 4G; default: three quarters\n"
     "of the computer's memory"},
    {CHECK_STORE, "store", NULL, "S",
     "how states are stored: fingerprint (the default: 8\n"
     "bytes), wide or numbered (16 bytes), exact, or bitstate"},
    {CHECK_WHEN_FULL, "when-full", NULL, "W",
     "when the store is full: end (the default), keep (continue\n"
     "without storing states) or replace (discard older states)"},
    {CHECK_WORKERS, "workers", NULL, "N", "number of threads; default 1"},
    {CHECK_SEED, "seed", NULL, "N", "seed of the random numbers; default 0"},
    {CHECK_POINTS, "points", NULL, "P",
     "where the checker may switch to another machine: modern\n"
     "(the default: before a send or new), classic (after)\n"
     "or full (also before announcements)"},
    {CHECK_REDUCE, "reduce", NULL, "R",
     "states and schedules that are left out: local (a step\n"
     "that no other machine and no monitor can see is executed\n"
     "at once, in one order only), order (the order of sets and\n"
     "maps counts only where the program can see it),\n"
     "local,order (the default), or none"},
    NETWORK_OPTS(CHECK_NETWORK, CHECK_DEPLOY, CHECK_CRASHES, CHECK_CUTS, CHECK_SUSPICIONS),
    {CHECK_OUTCOMES, "outcomes", NULL, "FILE",
     "write the values of the variables `outcome` in which\n"
     "executions end, of each test that is verified"},
    {CHECK_NATIVE, "native", NULL, NULL, "compile to machine code first; needs a C compiler"},
    {CHECK_NO_MEMO, "no-memo", NULL, NULL, "compute every step again instead of caching it"},
    {CHECK_SHORT_QUEUE, "short-queue", NULL, "N",
     "store queues of more than N events as trees; default 16,\n"
     "and 8 for samples"},
    {CHECK_WALK, "walk", NULL, "W",
     "samples make steps from a cache (memo), or by executing the\n"
     "machines (direct). The same schedules either way; auto (the\n"
     "default): the faster one"},
    {CHECK_LOOP_LIMIT, "loop-limit", NULL, "N",
     "a handler that makes more than N backward jumps and\n"
     "calls without a send is an endless loop; default a\n"
     "hundred million"},
    {CHECK_OUT, "out", NULL, "DIR", "folder for traces; default plait-out"},
    {CHECK_NO_SHRINK, "no-shrink", NULL, NULL,
     "show bugs as they were found; by default plait first\n"
     "looks for a shorter way to the same bug"},
    {CHECK_SHRINK_TIME, "shrink-time", NULL, "TIME", "time limit for shrinking; default 10"},
    {CHECK_VIEW, "view", NULL, NULL,
     "write a page for a browser beside the trace of each bug,\n"
     "as plait view does"},
    {CHECK_SAMPLE, "sample", NULL, "N",
     "for each test, also write N random executions without\n"
     "a bug as traces, and with --view as pages"},
    {CHECK_CORPUS, "corpus", NULL, "DIR",
     "replay the traces in DIR first, and add the traces of\n"
     "new bugs to DIR"},
    {CHECK_COVERAGE, "coverage", NULL, NULL,
     "after the verdicts, print which declared states, events\n"
     "and transitions were seen"},
    {CHECK_COVERAGE_JSON, "coverage-json", NULL, "FILE",
     "write the coverage as JSON to FILE, merged with earlier\n"
     "runs of the same program that FILE contains"},
#define FORMAT(id, name, help) {CHECK_##id, #name, NULL, "FILE", help},
#include "report/formats.def"
#undef FORMAT
    {CHECK_GITHUB, "github", NULL, NULL,
     "annotate source lines in a GitHub workflow; automatic\n"
     "when GITHUB_ACTIONS is true"},
    {CHECK_P_OUTPUT, "p-output", NULL, "DIR",
     "write bugs to DIR as P's checker does: a text, a JSON\n"
     "trace for its visualiser, and a schedule"},
    {CHECK_TEST, "testcase", "tc", "NAME", "same as --test, as in P"},
    {CHECK_MAX_STEPS, "max-steps", "ms", "N[,M]",
     "as in P: --steps N; for random, which is fair, M (default\n"
     "10 N)"},
    {CHECK_REPLAY, "replay", "r", "TRACE", "same as plait replay TRACE, as in P"},
    {CHECK_VERBOSE, "verbose", "v", NULL, "also print the figures of each search"},
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_WERROR,
    {OPT_JSON, "json", NULL, "FILE",
     "write diagnostics and verdicts as JSON to FILE, - for\n"
     "standard output"},
    {OPT_COLOR, "color", NULL, "WHEN",
     "colour in diagnostics and verdicts: auto (the default:\n"
     "on a terminal, unless NO_COLOR is set), always, never"},
    {OPT_QUIET, "quiet", "q", NULL, "print diagnostics and verdicts only: no progress, no notes"},
    FRONT_OPT_HELP,
    {0},
};

// ------------------------------------------------------------- which options fit together

static const char *const policy_names[] = {
    [STORE_ENDS] = "end", [STORE_KEEPS] = "keep", [STORE_REPLACES] = "replace"};

static const char *const walk_names[] = {
    [WALK_KIND_AUTO] = "auto", [WALK_KIND_MEMO] = "memo", [WALK_KIND_DIRECT] = "direct"};

// The number of a name is a set of reductions.
enum { REDUCE_LOCAL = 1, REDUCE_ORDER = 2 };
static const char *const reduce_names[] = {
    "none", [REDUCE_LOCAL] = "local", [REDUCE_ORDER] = "order",
    [REDUCE_LOCAL | REDUCE_ORDER] = "local,order"};

static void set_reductions(CheckOptions *options, int which)
{
    options->search.reduces = which & REDUCE_LOCAL;
    options->hides_order = which & REDUCE_ORDER;
}

// Whether the option has an effect on this kind of search.
static bool concerns(int id, SearchKind kind)
{
    const SearchPolicy *p = search_policy(kind);
    switch (id) {
    case CHECK_EXPLORER:
    case CHECK_CHOICE_COST:
        return p->has_explorer;
    case CHECK_STRICT:
    case CHECK_DELAY_COST:
        return p->cost == COST_DELAYS;
    case CHECK_DELAYS:
        return p->cost != COST_NONE;
    case CHECK_SCHEDULES:
    case CHECK_STEPS:
    case CHECK_MAX_STEPS:
    case CHECK_TEMPERATURE:
        return p->samples;
    case CHECK_SS_C1:
    case CHECK_SS_C2:
        return p->stratifies || policy_is_hybrid(p);
    case CHECK_PCT_DEPTH:
    case CHECK_PCT_K:
        return p->is_pct;
    case CHECK_WALK:
        return p->may_walk_direct;
    case CHECK_SEED:
        return p->samples || p->cost == COST_DELAYS;
    case CHECK_DEPTH:
    case CHECK_STATES:
    case CHECK_STORE:
    case CHECK_WHEN_FULL:
    case CHECK_REDUCE:
        return p->remembers;
    }
    return true;
}

static const char *option_name(int id)
{
    for (const Opt *o = check_opts; o->id; o++)
        if (o->id == id)
            return o->name;
    return "";
}

static void complain_of_search(CheckOptions *options, int id)
{
    char list[160] = "";
    for (int i = 0; i < SEARCH_COUNT; i++)
        if (concerns(id, (SearchKind)i))
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", list[0] ? ", " : "",
                     search_policies[i].name);
    err_set(&options->err, "--%s does nothing with --search %s; it is for %s", option_name(id),
            search_policies[options->search.kind].name, list);
}

// Random schedules are fair. So, as in P's own checker, they may be longer, and a monitor
// that is hot for half of the steps is suspicious.
static void set_fairness(CheckOptions *options)
{
    enum { FAIR = 10, SHORT = 10000 };
    SearchOptions *o = &options->search;
    if (o->kind != SEARCH_RANDOM)
        return;
    if (!options->is_given[CHECK_STEPS])
        o->steps = options->fair_steps ? options->fair_steps : FAIR * o->steps;
    // In a short schedule a correct monitor is often hot for half of the steps.
    bool is_short = options->is_given[CHECK_STEPS] && o->steps < SHORT;
    if (options->is_given[CHECK_TEMPERATURE] || is_short)
        return;
    o->temperature = o->steps / 2;
    o->ends_at_steps = true;
}

static void check_network(CheckOptions *options)
{
    if (network_fits(&options->network, options->deploy, &options->err) && options->p_output &&
        options->network.kind == NETWORK_FIFO)
        err_set(&options->err,
                "--network fifo does not work with --p-output: P's traces have no channels");
}

bool check_options_fits(CheckOptions *options)
{
    SearchOptions *o = &options->search;
    if (!options->is_given[CHECK_SEARCH] &&
        (options->is_given[CHECK_SCHEDULES] || options->is_given[CHECK_STEPS] ||
         options->is_given[CHECK_MAX_STEPS]))
        o->kind = SEARCH_RANDOM;
    set_fairness(options);
    if (!options->is_given[CHECK_SCHEDULES] && o->kind == SEARCH_HYBRID)
        o->schedules = 0;  // the hybrid search chooses the number
    if (o->choice_cost == CHOICE_BUDGET && search_samples(o->kind))
        err_set(&options->err, "--choice-cost budget:K does nothing with --search %s",
                search_policies[o->kind].name);
    if (o->liveness && search_samples(o->kind))
        err_set(&options->err, "--liveness %s does nothing with --search %s; that takes scc or off",
                o->liveness, search_policies[o->kind].name);
    for (int id = CHECK_SEARCH; id < CHECK_OPTION_COUNT && !options->err.set; id++)
        if (options->is_given[id] && !concerns(id, o->kind))
            complain_of_search(options, id);
    if (!options->err.set && o->store == STORE_BITSTATE && options->is_given[CHECK_WHEN_FULL])
        err_set(&options->err,
                "--when-full does nothing with --store bitstate, which is never full");
    if (!options->err.set && !options->shrinks && options->is_given[CHECK_SHRINK_TIME])
        err_set(&options->err, "--shrink-time does nothing with --no-shrink");
    if (!options->err.set && options->outcomes && search_samples(o->kind))
        err_set(&options->err, "--outcomes does nothing with --search %s: it needs all executions",
                search_policies[o->kind].name);
    if (!options->err.set)
        check_network(options);
    return !options->err.set;
}

// --------------------------------------------------------------------------------- values

static uint64_t number(CheckOptions *options, int id, const char *value, uint64_t least,
                       uint64_t most)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    if (value[0] >= '0' && value[0] <= '9' && !*end && !errno && n >= least && n <= most)
        return n;
    err_set(&options->err, "--%s wants a number from %llu to %llu, not %s", option_name(id),
            (unsigned long long)least, (unsigned long long)most, value);
    return least;
}

static double seconds(CheckOptions *options, int id, const char *value)
{
    double n = 0;
    if (!amount_seconds(value, &n))
        err_set(&options->err,
                "--%s wants a number of seconds, or a time such as 90s, 5m or 2h, not %s",
                option_name(id), value);
    return n;
}

static uint64_t bytes(CheckOptions *options, int id, const char *value)
{
    const uint64_t mib = 1 << 20;
    uint64_t n = 0;
    if (!amount_bytes(value, mib, &n) || n < 16 * mib)
        err_set(&options->err,
                "--%s wants a number of MiB, or a size such as 512M or 4G, 16M at least, not %s",
                option_name(id), value);
    return n;
}

static double real(CheckOptions *options, int id, const char *value, double least, double most)
{
    char *end;
    errno = 0;
    double n = strtod(value, &end);
    if (end != value && !*end && !errno && n >= least && n <= most)
        return n;
    err_set(&options->err, "--%s wants a number from %g to %g, not %s", option_name(id), least,
            most, value);
    return least;
}

static int one_of(CheckOptions *options, int id, const char *value, const char *const *names,
                  int count)
{
    char list[192] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(value, names[i]) == 0)
            return i;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                 i == 0 ? "" : i + 1 < count ? ", " : " or ", names[i]);
    }
    err_set(&options->err, "--%s takes %s, not %s", option_name(id), list, value);
    return 0;
}

static SearchKind kind_of(CheckOptions *options, int id, const char *value)
{
    const char *names[SEARCH_COUNT];
    for (int i = 0; i < SEARCH_COUNT; i++)
        names[i] = search_policies[i].name;
    return (SearchKind)one_of(options, id, value, names, SEARCH_COUNT);
}

#define ONE_OF(names) one_of(options, id, value, names, (int)(sizeof names / sizeof *names))

static void set_choice_cost(CheckOptions *options, const char *value)
{
    static const char budget[] = "budget:";
    SearchOptions *o = &options->search;
    size_t size = sizeof budget - 1;

    if (strncmp(value, budget, size) == 0) {
        o->choice_cost = CHOICE_BUDGET;
        o->choice_budget =
            (uint32_t)number(options, CHECK_CHOICE_COST, value + size, 0, UINT16_MAX - 1);
    } else if (strcmp(value, "free") == 0) {
        o->choice_cost = CHOICE_FREE;
    } else if (strcmp(value, "delay") == 0) {
        o->choice_cost = CHOICE_DELAY;
    } else {
        err_set(&options->err, "--choice-cost takes delay, free or budget:K, not %s", value);
    }
}

// N, or N,M: N is for searches that are not fair, M for fair ones.
static void set_max_steps(CheckOptions *options, const char *value)
{
    const uint64_t most = UINT32_MAX / 20;
    char first[24] = "";
    size_t size = strcspn(value, ",");
    if (size < sizeof first)
        memcpy(first, value, size);
    uint64_t unfair =
        number(options, CHECK_MAX_STEPS, size < sizeof first ? first : value, 1, most);
    options->search.steps = unfair;
    if (value[size] == ',')
        options->fair_steps =
            number(options, CHECK_MAX_STEPS, value + size + 1, unfair, UINT32_MAX - 1);
}

static void take_search_option(CheckOptions *options, int id, const char *value)
{
    static const char *const delay_costs[] = {"position", "unit"};
    SearchOptions *o = &options->search;
    const uint64_t most = UINT64_MAX - 1;

    switch (id) {
    case CHECK_SEARCH:
        o->kind = kind_of(options, id, value);
        break;
    case CHECK_EXPLORER:
        o->explorer = value;
        break;
    case CHECK_DELAYS:
        o->delays_max = number(options, id, value, 0, most);
        break;
    case CHECK_STRICT:
        o->is_strict = true;
        break;
    case CHECK_DELAY_COST:
        o->delay_cost = (DelayCost)ONE_OF(delay_costs);
        break;
    case CHECK_CHOICE_COST:
        set_choice_cost(options, value);
        break;
    case CHECK_SCHEDULES:
        o->schedules = number(options, id, value, 1, most);
        break;
    case CHECK_STEPS:
        o->steps = number(options, id, value, 1, UINT32_MAX - 1);
        break;
    case CHECK_MAX_STEPS:
        set_max_steps(options, value);
        break;
    case CHECK_TEMPERATURE:
        o->temperature = number(options, id, value, 0, UINT32_MAX / 4);
        break;
    case CHECK_LIVENESS:
        o->leaves_liveness = strcmp(value, "off") == 0;
        o->liveness = o->leaves_liveness || strcmp(value, "scc") == 0 ? NULL : value;
        if (o->liveness && !finder_named(value))
            err_set(&options->err, "--liveness takes scc, ndfs, indfs, map, imap or off, not %s",
                    value);
        break;
    case CHECK_SS_C1:
        o->ss_c1 = (double)number(options, id, value, 1, 1000000000);
        break;
    case CHECK_SS_C2:
        o->ss_c2 = real(options, id, value, 0, 1000);
        break;
    case CHECK_PCT_DEPTH:
        o->pct_depth = (uint32_t)number(options, id, value, 1, PCT_DEPTH_MAX);
        break;
    case CHECK_PCT_K:
        o->pct_k = number(options, id, value, 1, UINT32_MAX - 1);
        break;
    case CHECK_DEPTH:
        o->depth_max = number(options, id, value, 1, UINT32_MAX - 1);
        break;
    case CHECK_STATES:
        o->states_max = number(options, id, value, 1, most);
        break;
    case CHECK_STORE:
        o->store = (StoreKind)ONE_OF(store_names);
        break;
    case CHECK_WHEN_FULL:
        o->policy = (StorePolicy)ONE_OF(policy_names);
        break;
    case CHECK_SEED:
        o->seed = number(options, id, value, 0, UINT64_MAX);
        break;
    case CHECK_QUEUE:
        o->queue_max = (uint32_t)number(options, id, value, 1, UINT32_MAX - 1);
        break;
    case CHECK_TIME:
        o->seconds = seconds(options, id, value);
        break;
    case CHECK_MEMORY:
        o->memory = bytes(options, id, value);
        break;
    case CHECK_WORKERS:
        o->workers = (uint32_t)number(options, id, value, 1, 256);
        break;
    case CHECK_POINTS:
        o->points = (Points)ONE_OF(points_names);
        break;
    case CHECK_REDUCE:
        set_reductions(options, ONE_OF(reduce_names));
        break;
    case CHECK_NETWORK:
        network_set_kind(&options->network, value, &options->err);
        options->search.network = &options->network;
        break;
    case CHECK_CRASHES:
        network_set_budget(&options->network.crashes, option_name(id), value, &options->err);
        break;
    case CHECK_CUTS:
        network_set_budget(&options->network.cuts, option_name(id), value, &options->err);
        break;
    case CHECK_SUSPICIONS:
        network_set_budget(&options->network.suspicions, option_name(id), value, &options->err);
        break;
    case CHECK_OUTCOMES:
        options->outcomes = value;
        break;
    case CHECK_DEPLOY:
        options->deploy = value;
        break;
    case CHECK_NO_MEMO:
        o->has_memo = false;
        break;
    case CHECK_SHORT_QUEUE:
        o->short_queue = (uint32_t)number(options, id, value, 1, UINT32_MAX - 1);
        break;
    case CHECK_WALK:
        o->walk = (WalkKind)ONE_OF(walk_names);
        break;
    case CHECK_LOOP_LIMIT:
        o->loop_limit = (int64_t)number(options, id, value, 1, INT64_MAX);
        break;
    }
}

// --------------------------------------------------------------------------- setting them

void check_options_init(CheckOptions *options, size_t most)
{
    *options = (CheckOptions){
        .out = "plait-out",
        .shrinks = true,
        .hides_order = true,
        .shrink_seconds = 10,
        .search = search_defaults(),
    };
    options->tests = memory_zeroed(most + 1, sizeof *options->tests);
}

void check_options_drop(CheckOptions *options)
{
    free(options->tests);
}

void check_options_set(CheckOptions *options, int id, const char *value)
{
    if (options->err.set)
        return;
    options->is_given[id] = true;
    if (check_options_set_p(options, id, value))
        return;
    switch (id) {
    case CHECK_TEST:
        options->tests[options->test_count++] = value;
        break;
    case CHECK_LIST:
        options->lists = true;
        break;
    case CHECK_VERBOSE:
        options->is_verbose = true;
        break;
    case CHECK_NATIVE:
        options->is_native = true;
        break;
    case CHECK_OUT:
        options->out = value;
        break;
    case CHECK_REPLAY:
        options->replay = value;
        break;
    case CHECK_COVERAGE:
        options->has_coverage = true;
        break;
    case CHECK_COVERAGE_JSON:
        options->coverage_json = value;
        if (strcmp(value, "-") == 0)
            err_set(&options->err, "--coverage-json wants a file, to be merged with what is in it");
        break;
#define FORMAT(id, name, help)             \
    case CHECK_##id:                       \
        options->files[FORMAT_##id] = value;  \
        break;
#include "report/formats.def"
#undef FORMAT
    case CHECK_GITHUB:
        options->is_github = true;
        break;
    case CHECK_NO_SHRINK:
        options->shrinks = false;
        break;
    case CHECK_TOTAL_TIME:
        options->total_seconds = seconds(options, id, value);
        break;
    case CHECK_SHRINK_TIME:
        options->shrink_seconds = seconds(options, id, value);
        break;
    case CHECK_CORPUS:
        options->corpus = value;
        break;
    case CHECK_SAMPLE:
        options->samples = (uint32_t)number(options, id, value, 1, 1000);
        break;
    case CHECK_VIEW:
        options->has_pages = true;
        break;
    case CHECK_P_OUTPUT:
        options->p_output = value;
        break;
    default:
        take_search_option(options, id, value);
    }
}
