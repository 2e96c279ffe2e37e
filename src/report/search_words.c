// report/search_words.c: the words for kinds of searches, stores and points.

#include "report/search_words.h"

const char *const search_names[SEARCH_COUNT] = {
    [SEARCH_SES] = "ses",
    [SEARCH_DFS] = "dfs",
    [SEARCH_BFS] = "bfs",
    [SEARCH_DEPTH] = "depth",
    [SEARCH_PB] = "pb",
    [SEARCH_HYBRID] = "hybrid",
    [SEARCH_RANDOM] = "random",
    [SEARCH_IRS] = "irs",
    [SEARCH_SS] = "ss",
    [SEARCH_SS_PAPER] = "ss-paper",
    [SEARCH_PCT] = "pct",
    [SEARCH_POS] = "pos",
    [SEARCH_SURW] = "surw",
    [SEARCH_QL] = "ql",
    [SEARCH_FEEDBACK] = "feedback",
    [SEARCH_PORTFOLIO] = "portfolio",
};

const char *const points_names[POINTS_COUNT] = {
    [POINTS_MODERN] = "modern",
    [POINTS_CLASSIC] = "classic",
    [POINTS_FULL] = "full",
};

bool search_has_explorer(SearchKind kind)
{
    switch (kind) {
    case SEARCH_SES:
    case SEARCH_HYBRID:
    case SEARCH_SS:
    case SEARCH_SS_PAPER:
    case SEARCH_PORTFOLIO:
    case SEARCH_FEEDBACK:
        return true;
    default:
        return false;
    }
}
