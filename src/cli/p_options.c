// cli/p_options.c: options of P's own checker.
//
// An option with the same meaning is another name for our option. Others are translated to our
// options. For the rest an error message says what to type instead; none is ignored silently.

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/amount.h"
#include "cli/check_options.h"

const Opt check_p_opts[] = {
    FRONT_P_OPTS,
    {CHECK_TIME, "timeout", NULL, "SECONDS", NULL},
    {CHECK_MEMOUT, "memout", "m", "GIB", NULL},
    {CHECK_OUT, "outdir", "o", "DIR", NULL},
    {CHECK_SCHEDULES, "iterations", "i", "N", NULL},
    {CHECK_TEMPERATURE, "liveness-temperature-threshold", NULL, "N", NULL},
    {CHECK_MODE, "mode", "md", "MODE", NULL},
    {CHECK_SCH_RANDOM, "sch-random", NULL, NULL, NULL},
    {CHECK_SCH_PCT, "sch-pct", NULL, "N", NULL},
    {CHECK_SCH_POS, "sch-pos", NULL, NULL, NULL},
    {CHECK_SCH_RL, "sch-rl", NULL, NULL, NULL},
    {CHECK_SCH_FEEDBACK, "sch-feedback", NULL, NULL, NULL},
    {OPT_OF_OTHERS, "sch-feedbackpct", NULL, NULL, "type --search feedback or --search pct"},
    {OPT_OF_OTHERS, "sch-feedbackpos", NULL, NULL, "type --search feedback or --search pos"},
    {OPT_OF_OTHERS, "sch-fairpct", NULL, NULL,
     "type --search pct --temperature 50000; a schedule that is cut off hot continues fairly"},
    {OPT_OF_OTHERS, "sch-probabilistic", "sp", NULL, "type --search random"},
    {OPT_OF_OTHERS, "sch-pex", NULL, NULL,
     "plait check explores all schedules by default; or type --search dfs"},
    {OPT_OF_OTHERS, "fail-on-maxsteps", NULL, NULL,
     "in plait a schedule that was cut off is not a bug; the verdict says so, and limits_hit in "
     "--json contains steps"},
    {OPT_OF_OTHERS, "explore", NULL, NULL,
     "a test ends at its first bug; the other tests are still checked"},
    {OPT_OF_OTHERS, "graph", NULL, NULL, "type --coverage, or --p-output DIR for P's visualiser"},
    {OPT_OF_OTHERS, "graph-bug", NULL, NULL, "type --p-output DIR for P's visualiser"},
    {OPT_OF_OTHERS, "xml-trace", NULL, NULL,
     "traces are written to plait-out as JSON lines; --p-output DIR writes P's files"},
    {OPT_OF_OTHERS, "debug", "d", NULL, "type --verbose"},
    {OPT_OF_OTHERS, "timeline-repr", NULL, NULL, "--search feedback has no such setting"},
    {OPT_OF_OTHERS, "timeline-kgram", NULL, NULL, "--search feedback has no such setting"},
    {OPT_OF_OTHERS, "timeline-payload", NULL, NULL, "--search feedback has no such setting"},
    {OPT_OF_OTHERS, "jvm-args", NULL, NULL, "plait check does not use Java"},
    {OPT_OF_OTHERS, "checker-args", NULL, NULL, "plait check --help lists the options"},
    {OPT_OF_OTHERS, "psym-args", NULL, NULL, "plait check --help lists the options"},
    {OPT_OF_OTHERS, "projname", "pn", NULL, "the name of a program comes from its first path"},
    {0},
};

static void set_search(CheckOptions *options, SearchKind kind)
{
    options->is_given[CHECK_SEARCH] = true;
    options->search.kind = kind;
}

// The value is the number of priority changes; a bug of depth d needs d - 1 of them.
static void set_pct(CheckOptions *options, const char *value)
{
    char *end;
    unsigned long changes = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end || changes >= PCT_DEPTH_MAX) {
        err_set(&options->err, "--sch-pct wants a number from 0 to %d, not %s", PCT_DEPTH_MAX - 1,
                value);
        return;
    }
    set_search(options, SEARCH_PCT);
    options->search.pct_depth = (uint32_t)changes + 1;
}

static void set_mode(CheckOptions *options, const char *value)
{
    if (strcasecmp(value, "bugfinding") == 0)
        set_search(options, SEARCH_RANDOM);
    else
        err_set(&options->err,
                "--mode %s is not there: without --mode plait check explores all schedules, with "
                "--mode bugfinding random ones",
                value);
}

static void set_memout(CheckOptions *options, const char *value)
{
    const uint64_t gib = 1 << 30;
    if (!amount_bytes(value, gib, &options->search.memory) || options->search.memory < gib / 64)
        err_set(&options->err, "--memout wants a number of GiB, not %s", value);
}

bool check_options_set_p(CheckOptions *options, int id, const char *value)
{
    switch (id) {
    case CHECK_MEMOUT:
        set_memout(options, value);
        return true;
    case CHECK_MODE:
        set_mode(options, value);
        return true;
    case CHECK_SCH_PCT:
        set_pct(options, value);
        return true;
    case CHECK_SCH_RANDOM:
        set_search(options, SEARCH_RANDOM);
        return true;
    case CHECK_SCH_POS:
        set_search(options, SEARCH_POS);
        return true;
    case CHECK_SCH_RL:
        set_search(options, SEARCH_QL);
        return true;
    case CHECK_SCH_FEEDBACK:
        set_search(options, SEARCH_FEEDBACK);
        return true;
    }
    return false;
}
