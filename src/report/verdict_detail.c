// report/verdict_detail.c: what --verbose adds to a verdict.
//
// Figures about the search: what it did, what each limit cut off, what the samples saw. The
// probability that a bug was missed is about one class of schedules; the text names the class.

#include <inttypes.h>

#include "check/crew/progress.h"
#include "report/search_words.h"
#include "report/shrink_bug.h"
#include "report/verdict.h"

// ------------------------------------------------------------------------------ what was done

// "12 strata", "3 preemptions": how far the search got.
static void print_strata(const Verdict *v, FILE *out)
{
    const SearchPolicy *p = search_policy(v->search->kind);
    uint64_t strata = v->result.strata;
    char text[NUMBER_MAX];
    if (p->stratum)
        fprintf(out, ", %s %s", progress_number(text, strata),
                strata == 1 ? p->stratum : p->strata);
}

// The name of the search that was done: hybrid takes no samples when its ses part is complete.
static const char *search_done(const Verdict *v)
{
    SearchKind kind = v->search->kind;
    bool is_ses = kind == SEARCH_HYBRID && !v->result.sampled.is_there;
    return search_policies[is_ses ? SEARCH_SES : kind].name;
}

static void print_search(const Verdict *v, FILE *out)
{
    const SearchOptions *o = v->search;
    const char *explorer = o->explorer ? o->explorer : "rtc";
    fprintf(out, "  search: %s", search_done(v));
    if (search_policy(o->kind)->has_explorer)
        fprintf(out, " %s%s", explorer, o->is_strict ? " strict" : "");
    print_strata(v, out);
    if (v->result.sampled.is_there)
        fprintf(out, ", seed %" PRIu64, o->seed);
    if (o->workers > 1)
        fprintf(out, ", %" PRIu32 " workers", o->workers);
    if (v->rounds > 1)
        fprintf(out, ", round %" PRIu32, v->rounds);
    fprintf(out, ", %.2f s\n", v->result.seconds);
}

static void print_work(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    bool is_sampled = search_samples(v->search->kind);
    const uint64_t mib = 1 << 20;

    print_search(v, out);
    fputs("  ", out);
    if (!is_sampled) {
        verdict_print_count(out, r->states, "state");
        fputs(", ", out);
        verdict_print_count(out, r->transitions, "transition");
    }
    if (r->sampled.is_there) {
        fputs(is_sampled ? "" : ", ", out);
        verdict_print_count(out, r->schedules, "schedule");
        fputs(", ", out);
        verdict_print_count(out, r->steps, "step");
    }
    fprintf(out, ", %" PRIu64 " MiB\n", r->peak_bytes / mib);
    if (r->is_reduced)
        fputs("  steps that no other machine sees were made at once (--reduce local)\n", out);
    if (r->hides_order)
        fputs("  orders of sets and maps that the program cannot see did not count "
              "(--reduce order)\n",
              out);
}

// ------------------------------------------------------------------------ what was not done

static const char *limit_phrase(const Verdict *v, Limit limit)
{
    switch (limit) {
    case LIMIT_DELAYS:
        return search_policy(v->search->kind)->cost == COST_PREEMPTION
                   ? "more preemptions than --delays says"
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

// Prints what was not covered because of each limit that was reached.
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
    const SearchOptions *o = v->search;
    char text[NUMBER_MAX];

    if (search_samples(o->kind))
        return;
    if (store_is_lossy(o->store))
        fprintf(out, "  not covered: states that share their bits with others (--store %s)\n",
                store_names[o->store]);
    if (r->replaced)
        fprintf(out, "  memory was short: %s states were forgotten, and perhaps explored again\n",
                progress_number(text, r->replaced));
    if (r->unknown)
        fprintf(out, "  memory was short: %s states were explored without being remembered\n",
                progress_number(text, r->unknown));
    fprintf(out, "  chance that two states were taken for one: %.1e\n", r->omission);
}

// A probability as text; smaller ones than 1e-9 are printed as 1e-9.
static const char *chance(char text[static NUMBER_MAX], double probability)
{
    snprintf(text, NUMBER_MAX, "%.2g", probability < 1e-9 && probability > 0 ? 1e-9 : probability);
    return text;
}

static void print_missed(FILE *out, const char *class_of, const Sampled *s, double missed,
                         uint64_t points, bool has_aside)
{
    char text[NUMBER_MAX], count[NUMBER_MAX];
    fprintf(out, "  chance that samples missed a bug %s%s, at most: %s (%s points%s)\n", class_of,
            s->frontier ? " from where they began" : "", chance(text, missed),
            progress_number(count, points), has_aside ? ", choices aside" : "");
}

// The probability that something was missed, if the strategy guarantees a bound.
static void print_promise(const Verdict *v, FILE *out)
{
    const Sampled *s = &v->result.sampled;
    const SearchOptions *o = v->search;
    char class_of[96];
    for (uint32_t i = s->delay_first; i < s->delay_count; i++) {
        snprintf(class_of, sizeof class_of, "that shows with %" PRIu32 " delay%s of %.40s", i,
                 i == 1 ? "" : "s", o->explorer ? o->explorer : "rtc");
        print_missed(out, class_of, s, s->delay_missed[i], s->delay_points, s->draws_choices);
    }
    if (!s->depth)
        return;
    snprintf(class_of, sizeof class_of, "of depth %" PRIu32, s->depth);
    print_missed(out, class_of, s, s->depth_missed, s->depth_points, true);
}

// How the steps were made; and, if that was decided by measuring, why.
static void print_walks(const Verdict *v, FILE *out)
{
    const Sampled *s = &v->result.sampled;
    const uint64_t all = s->counted + s->direct;
    const double percent = 100;
    char text[NUMBER_MAX], more[NUMBER_MAX];
    if (s->direct && s->counted)
        fprintf(out, "  steps were executed directly in %s of %s schedules",
                progress_number(text, s->direct), progress_number(more, all));
    else
        fprintf(out, "  steps were %s", s->direct ? "executed directly" : "cached");
    if (s->new_steps >= 0)
        fprintf(out, ": %.*f %% of them are new", s->new_steps < 1 / percent ? 2 : 0,
                percent * (s->new_steps > 1 ? 1 : s->new_steps));
    fputc('\n', out);
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
    print_walks(v, out);
    fputs("  samples saw ", out);
    if (s->counted) {
        fprintf(out, "%s%s states", s->has_all_states ? "" : "about ",
                progress_number(text, (uint64_t)s->states));
        if (s->direct)
            fprintf(out, " in %s of the schedules", progress_number(text, s->counted));
        fprintf(out, " (chance that the next is new: %s), ", chance(text, s->new_state));
    }
    fprintf(out, "%s%s partial orders", s->has_all_orders ? "" : "about ",
            progress_number(text, (uint64_t)s->orders));
    fprintf(out, " (%s%s)\n", s->counted ? "" : "chance that the next is new: ",
            chance(text, s->new_order));
    print_promise(v, out);
}

// The share of the program's states and events that was seen; printed when there were samples.
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

static void print_explorer(const SearchResult *r, FILE *out)
{
    char text[NUMBER_MAX];
    if (r->sealed_orders)
        fprintf(out, "  sealed: %s states in which only one machine was allowed to run\n",
                progress_number(text, r->sealed_orders));
    if (r->completed_orders)
        fprintf(out,
                "  the explorer left out machines that can run in %s orders; they were added\n",
                progress_number(text, r->completed_orders));
}

static void print_coverage(const Verdict *v, FILE *out)
{
    print_limits(v, out);
    bool watches_loops = search_samples(v->search->kind) && !v->search->leaves_liveness;
    if (v->result.has_hot_states && watches_loops)
        fputs("  hot states in executions that never end: checked in each sample alone\n", out);
    else if (v->result.has_hot_states && !v->result.checks_liveness)
        fputs("  not covered: hot states in executions that never end\n", out);
    else if (v->result.has_hot_states && !v->result.is_complete)
        fputs("  hot states in executions that never end: checked in what was explored\n", out);
    print_store(v, out);
    print_sampled(v, out);
    print_shares(v, out);
}

// ------------------------------------------------------------------------------------ bugs

static void print_found(const Verdict *v, FILE *out)
{
    const Schedule *found = v->full.turn_count ? &v->full : &v->result.schedule;

    fputs("  found after ", out);
    verdict_print_count(out, found->turn_count, "step");
    if (search_policy(v->search->kind)->has_explorer) {
        fputs(", ", out);
        verdict_print_count(out, v->result.bug_delays, "delay");
    }
    fputc('\n', out);
    shrink_bug_print(v, out);
    if (v->full_trace) {
        fputs("  as it was found: ", out);
        verdict_print_text(v->full_trace, out);
        fputc('\n', out);
    }
}

void verdict_print_details(const Verdict *v, FILE *out)
{
    if (v->corpus)
        return;
    if (v->result.has_bug)
        print_found(v, out);
    print_work(v, out);
    if (!v->result.has_bug)
        print_coverage(v, out);
    print_explorer(&v->result, out);
}
