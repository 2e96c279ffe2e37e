// report/coverage_report.c: coverage added up over tests, and its words.

#include "report/coverage_report.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/json.h"

uint64_t coverage_identity(const Sources *sources)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < sources->files.count; i++) {
        const Source *source = sources->files.items[i];
        sum += XXH3_64bits(source->text, source->size);
    }
    return sum;
}

static bool has_name(const json_t *names, const char *name)
{
    size_t i;
    json_t *item;
    json_array_foreach(names, i, item) if (json_is_string(item) &&
                                           strcmp(json_string_value(item), name) == 0) return true;
    return false;
}

void coverage_report_add(CoverageReport *r, const PTest *test, const Coverage *coverage)
{
    if (!coverage)  // the search was interrupted before it began
        return;
    if (!r->coverage)
        r->coverage = coverage_new(r->program);
    if (!r->tests)
        r->tests = json_array();
    coverage_join(r->coverage, coverage);
    if (!has_name(r->tests, test->name))
        json_array_append_new(r->tests, json_text(test->name));
}

void coverage_report_drop(CoverageReport *r)
{
    coverage_free(r->coverage);
    json_decref(r->tests);
}

const char *coverage_how(const Declared *d)
{
    static const char *const words[] = {
        [P_ON_DO] = "do",       [P_ON_GOTO] = "goto",     [P_ON_PUSH] = "push",
        [P_ON_DEFER] = "defer", [P_ON_IGNORE] = "ignore",
    };
    switch (d->kind) {
    case DECLARED_HANDLER:
        return words[d->how];
    case DECLARED_RECEIVE:
        return "receive";
    case DECLARED_GOTO:
        return "goto";
    case DECLARED_PUSH:
        return "push";
    case DECLARED_STATE:
        break;
    }
    return "state";
}

const char *coverage_way(Way way)
{
    static const char *const words[WAY_COUNT] = {
        [WAY_TAKEN] = "taken",         [WAY_RAISED] = "raised",   [WAY_RECEIVED] = "received",
        [WAY_DEFERRED] = "deferred",   [WAY_IGNORED] = "ignored", [WAY_INHERITED] = "inherited",
        [WAY_UNHANDLED] = "unhandled",
    };
    return words[way];
}
