// cli/verdict.c: verdicts in words.
//
// `verified` is a strong word: every state was covered, and every property that the
// test has was checked on all of them. Whatever falls short of that is `no bug found`,
// followed by why.

#include "cli/verdict.h"

#include <inttypes.h>

#include "check/progress.h"
#include "cli/shrink_bug.h"
#include "rt/trace.h"

// Below that, what is said is the least of one's doubts. JSON has every number.
#define OMISSION_SHOWN 1e-12

const char *verdict_word(const Verdict *v)
{
    return search_verdict_name(v->result.verdict);
}

const char *verdict_not_run(const Verdict *v)
{
    return v->not_run ? v->not_run : "the check was interrupted";
}

// ---------------------------------------------------------------------------- what it was

static void print_count(FILE *out, uint64_t count, const char *what)
{
    char text[NUMBER_MAX];
    fprintf(out, "%s %s%s", progress_number(text, count), what, count == 1 ? "" : "s");
}

// "12 strata", "3 preemptions": how far it came.
static void print_strata(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    char text[NUMBER_MAX];
    const char *count = progress_number(text, r->strata);
    switch (v->wish->search.kind) {
    case SEARCH_SES:
    case SEARCH_HYBRID:
        fprintf(out, ", %s strat%s", count, r->strata == 1 ? "um" : "a");
        break;
    case SEARCH_PB:
        fprintf(out, ", %s bound%s", count, r->strata == 1 ? "" : "s");
        break;
    case SEARCH_BFS:
        fprintf(out, ", %s level%s", count, r->strata == 1 ? "" : "s");
        break;
    case SEARCH_DEPTH:
        fprintf(out, ", %s round%s", count, r->strata == 1 ? "" : "s");
        break;
    default:
        break;
    }
}

// What was done: hybrid is no more than ses when that came to its end.
static const char *search_done(const Verdict *v)
{
    SearchKind kind = v->wish->search.kind;
    bool is_ses = kind == SEARCH_HYBRID && !v->result.sampled.is_there;
    return check_search_name(is_ses ? SEARCH_SES : kind);
}

static void print_search(const Verdict *v, FILE *out)
{
    const SearchOptions *o = &v->wish->search;
    const char *explorer = o->explorer ? o->explorer : "rtc";
    fprintf(out, " (%s", search_done(v));
    if (check_has_explorer(o->kind))
        fprintf(out, " %s%s", explorer, o->is_strict ? " strict" : "");
    print_strata(v, out);
    if (v->result.sampled.is_there)
        fprintf(out, ", seed %" PRIu64, o->seed);
    if (o->workers > 1)
        fprintf(out, ", %" PRIu32 " workers", o->workers);
    fprintf(out, ", %.*f s)\n", v->result.seconds < 10 ? 2 : 0, v->result.seconds);
}

static void print_work(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    bool is_sampled = search_samples(v->wish->search.kind);
    if (!is_sampled) {
        print_count(out, r->states, "state");
        fputs(", ", out);
        print_count(out, r->transitions, "transition");
    }
    if (r->sampled.is_there) {
        fputs(is_sampled ? "" : ", ", out);
        print_count(out, r->schedules, "schedule");
        fputs(", ", out);
        print_count(out, r->steps, "step");
    }
    if (r->is_complete)
        fputs(", all of them", out);
    print_search(v, out);
}

// ------------------------------------------------------------------------ what was not done

static const char *limit_phrase(const Verdict *v, Limit limit)
{
    switch (limit) {
    case LIMIT_DELAYS:
        return v->wish->search.kind == SEARCH_PB ? "more preemptions than --delays says"
                                                 : "more delays than --delays says";
    case LIMIT_DEPTH:
        return "what lies deeper than --depth says";
    case LIMIT_STATES:
        return "more states than --states says";
    case LIMIT_QUEUE:
        return "longer queues than --queue says";
    case LIMIT_TIME:
        return "what takes longer than --time says";
    case LIMIT_MEMORY:
        return "what needs more memory than --memory says";
    case LIMIT_SCHEDULES:
        return "other schedules than those drawn";
    case LIMIT_STEPS:
        return "schedules longer than --steps says";
    case LIMIT_CHOICES:
        return "more choices off the first alternative than the budget allows";
    case LIMIT_INTERRUPTED:
        return "the rest: it was interrupted";
    case LIMIT_EXPLORER:
        return "the rest: the explorer failed";
    case LIMIT_SEALED:
        return "schedules that the program sealed off";
    case LIMIT_ASSUME:
        return "anything: an assumption discarded every execution";
    }
    return search_limit_name(limit);
}

// Paths that PATIENCE parked are not the user's limit.
static void print_limits(const Verdict *v, FILE *out)
{
    for (uint32_t bit = 1; bit && bit <= v->result.limits; bit <<= 1)
        if (bit == LIMIT_ASSUME && v->result.limits & bit)
            fputs("  nothing was checked: the assumptions leave nothing to explore\n", out);
        else if (v->result.limits & bit)
            fprintf(out, "  not covered: %s\n", limit_phrase(v, (Limit)bit));
}

static void print_store(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    const SearchOptions *o = &v->wish->search;
    char text[NUMBER_MAX];

    if (search_samples(o->kind))
        return;
    if (o->store == STORE_BITSTATE)
        fprintf(out,
                "  not covered: states that share their bits with others (--store bitstate)\n");
    if (r->replaced)
        fprintf(out, "  memory was short: %s states were forgotten, and perhaps explored again\n",
                progress_number(text, r->replaced));
    if (r->unknown)
        fprintf(out, "  memory was short: %s states were explored without being remembered\n",
                progress_number(text, r->unknown));
    if (r->omission >= OMISSION_SHOWN)
        fprintf(out, "  probability that a state was taken for another: %.1e\n", r->omission);
}

// A probability; nobody needs to know by how little it differs from nothing.
static const char *chance(char text[static NUMBER_MAX], double probability)
{
    snprintf(text, NUMBER_MAX, "%.2g", probability < 1e-9 && probability > 0 ? 1e-9 : probability);
    return text;
}

// How likely something was missed, as far as the strategy promises anything.
static void print_promise(const Sampled *s, FILE *out)
{
    char text[NUMBER_MAX];
    const char *aside = s->draws_choices ? ", choices aside" : "";
    const char *more = s->frontier ? " more" : "";
    const char *before = "  chance that a bug was missed, at most: ";
    for (uint32_t i = s->delay_first; i < s->delay_count; i++, before = ", ")
        fprintf(out, "%swith %" PRIu32 "%s delay%s %s", before, i, more, i == 1 ? "" : "s",
                chance(text, s->delay_missed[i]));
    if (s->delay_count > s->delay_first)
        fprintf(out, " (%s points%s)\n", progress_number(text, s->delay_points), aside);
    if (!s->depth)
        return;
    fprintf(out, "  chance that a bug was missed, at most: of depth %" PRIu32 " %s", s->depth,
            chance(text, s->depth_missed));
    fprintf(out, " (%s points, choices aside)\n", progress_number(text, s->depth_points));
}

static void print_sampled(const Verdict *v, FILE *out)
{
    const Sampled *s = &v->result.sampled;
    char text[NUMBER_MAX];
    if (!s->is_there)
        return;
    if (s->frontier)
        fprintf(out, "  samples began at %s states that ses had left\n",
                progress_number(text, s->frontier));
    fprintf(out, "  samples saw %s%s states", s->has_all_states ? "" : "about ",
            progress_number(text, (uint64_t)s->states));
    fprintf(out, " (chance that the next is new: %s)", chance(text, s->new_state));
    fprintf(out, ", %s%s partial orders", s->has_all_orders ? "" : "about ",
            progress_number(text, (uint64_t)s->orders));
    fprintf(out, " (%s)\n", chance(text, s->new_order));
    print_promise(s, out);
}

// What of the program was seen to happen; of interest where not everything was explored.
static void print_shares(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    if (!r->sampled.is_there || !r->coverage)
        return;
    Shares s = coverage_of_all(r->coverage);
    fprintf(out,
            "  seen: %" PRIu32 " of %" PRIu32 " (machine, state, event) triples, %" PRIu32
            " of %" PRIu32 " states of machines (--coverage says which)\n",
            s.triples.seen, s.triples.declared, s.states.seen, s.states.declared);
}

static void print_coverage(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    char text[NUMBER_MAX];

    print_limits(v, out);
    if (v->result.has_hot_states)
        fputs("  not covered: hot states in executions that never end\n", out);
    print_store(v, out);
    print_sampled(v, out);
    print_shares(v, out);
    if (r->sealed_orders)
        fprintf(out, "  sealed: %s states in which only one machine was allowed to run\n",
                progress_number(text, r->sealed_orders));
    if (r->completed_orders)
        fprintf(out,
                "  the explorer left out machines that can run in %s orders; they were added\n",
                progress_number(text, r->completed_orders));
}

// ----------------------------------------------------------------------------------- bugs

static void print_bug(const Verdict *v, FILE *out)
{
    const PProgram *p = v->program;
    const Bug *b = &v->result.bug;
    const char *comma = "";

    if (b->machine != P_NONE) {
        bool is_spec = p->machines[b->machine].kind == P_MACHINE_SPEC;
        fprintf(out, "  %s %s", is_spec ? "monitor" : "machine", p->machines[b->machine].name);
        comma = ", ";
    }
    if (b->state != P_NONE)
        fprintf(out, "%sstate %s", comma[0] ? comma : "  ", p->states[b->state].name);
    if (b->machine != P_NONE || b->state != P_NONE)
        fputc('\n', out);
    if (b->at.line)
        fprintf(out, "  at %s:%" PRIu32 ":%" PRIu32 "\n", p->files[b->at.file], b->at.line,
                b->at.column);
    fputs("  after ", out);
    print_count(out, v->full.turn_count ? v->full.turn_count : v->result.schedule.turn_count,
                "step");
    if (v->corpus) {
        fputs(", from the corpus; nothing was explored\n", out);
    } else {
        if (check_has_explorer(v->wish->search.kind)) {
            fputs(", ", out);
            print_count(out, v->result.bug_delays, "delay");
        }
        fputs("; ", out);
        print_work(v, out);
    }
    shrink_bug_print(v, out);
    if (v->trace)
        fprintf(out, "  to see it: plait replay %s\n", v->trace);
    if (v->full_trace)
        fprintf(out, "  as it was found: %s\n", v->full_trace);
}

static void print_searched(const Verdict *v, const char *end, FILE *out)
{
    const SearchResult *r = &v->result;
    if (r->has_bug) {
        fprintf(out, "bug: %s:%s %s\n", error_kind(r->bug.kind), end, r->bug.text);
        print_bug(v, out);
    } else {
        bool is_verified = r->verdict == VERDICT_VERIFIED;
        fprintf(out, "%s:%s ", is_verified ? "verified" : "no bug found", end);
        print_work(v, out);
        print_coverage(v, out);
    }
    if (r->note[0])
        fprintf(out, "  %s\n", r->note);
}

void verdict_print(const Verdict *v, FILE *out, bool color)
{
    static const char *const colors[] = {
        [VERDICT_NOT_RUN] = "\033[1;33m",   [VERDICT_VERIFIED] = "\033[1;32m",
        [VERDICT_NO_BUG_FOUND] = "\033[1m", [VERDICT_BUG] = "\033[1;31m",
        [VERDICT_CANNOT_CHECK] = "\033[1;31m",
    };
    VerdictKind kind = v->result.verdict;
    const char *end = color ? "\033[0m" : "";

    fprintf(out, "%s: %s", v->test->name, color ? colors[kind] : "");
    switch (kind) {
    case VERDICT_NOT_RUN:
        fprintf(out, "not run:%s %s\n", end, verdict_not_run(v));
        break;
    case VERDICT_CANNOT_CHECK:
        fprintf(out, "cannot check:%s %s\n", end, v->result.note);
        break;
    default:
        print_searched(v, end, out);
        break;
    }
}
