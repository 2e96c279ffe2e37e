// report/verdict.c: verdicts in words.
//
//     tcX: verified: all 61,117 reachable states explored, nothing wrong (0.2 s)
//     tcX: no bug found in 3 s; not a proof: the time limit was reached
//       explored 529,488 states, simplest schedules first, then 4,351 random schedules
//       new states were still appearing: more time may find more
//     tcX: BUG: assertion failed: index 0: 0 and 1 both committed
//       PSpec/Specs.p:7:13, spec LogAgreement, state Watch
//       39 steps (47 as first found), 0.3 s
//       show it: plait replay plait-out/tcX-assertion.trace.jsonl
//
// Figures for users who know the searches are only printed with --verbose (verdict_detail.c).
// The search decides the verdict; this file only prints it.

#include "report/verdict.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "check/crew/progress.h"
#include "report/search_words.h"
#include "rt/trace.h"

// The probability that two states had the same fingerprint is printed if it is at least this.
#define OMISSION_SHOWN 1e-6
// When the share of samples with a new state is smaller, more samples will hardly find more.
#define NEW_STATE_SHOWN 1e-3

const char *verdict_word(const Verdict *v)
{
    return search_verdict_name(v->result.verdict);
}

const char *verdict_not_run(const Verdict *v)
{
    return v->not_run ? v->not_run : "the check was interrupted";
}

bool verdict_is_suspicion(const Verdict *v)
{
    return v->result.has_bug && v->result.bug.is_suspected;
}

const char *verdict_bug_kind(const Verdict *v)
{
    return verdict_is_suspicion(v) ? "liveness-suspicion" : error_kind(v->result.bug.kind);
}

// ----------------------------------------------------------------------------------- parts

void verdict_print_text(const char *text, FILE *out)
{
    Buf shown = {0};
    utf8_shown(&shown, text);
    fputs(buf_text(&shown), out);
    buf_drop(&shown);
}

void verdict_print_count(FILE *out, uint64_t count, const char *what)
{
    char text[NUMBER_MAX];
    fprintf(out, "%s %s%s", progress_number(text, count), what, count == 1 ? "" : "s");
}

// "0.02 s", "0.3 s", "3 s", "48 s", "12 min", "2.5 h"
static void print_seconds(FILE *out, double seconds)
{
    if (seconds < 0.095)
        fprintf(out, "%.2f s", seconds);
    else if (seconds < 9.95)
        fprintf(out, "%.*f s", seconds < 0.95 || (int)(seconds * 10 + 0.5) % 10 ? 1 : 0, seconds);
    else if (seconds < 600)
        fprintf(out, "%.0f s", seconds);
    else if (seconds < 7200)
        fprintf(out, "%.0f min", seconds / 60);
    else
        fprintf(out, "%.1f h", seconds / 3600);
}

void verdict_print_note(const char *note, FILE *out)
{
    while (*note) {
        int size = (int)strcspn(note, "\n");
        Buf line = {0};
        buf_add(&line, note, (size_t)size);
        verdict_print_text(buf_text(&line), out);
        fputc('\n', out);
        buf_drop(&line);
        note += size;
        note += *note == '\n';
        if (*note)
            fputs("  ", out);
    }
}

// -------------------------------------------------------------------------------- verified

static void print_omission(const Verdict *v, FILE *out)
{
    if (v->result.omission >= OMISSION_SHOWN)
        fprintf(out,
                "  chance that two states were taken for one: %.1e (--store exact rules it out)\n",
                v->result.omission);
}

static void print_verified(const Verdict *v, const char *end, FILE *out)
{
    char text[NUMBER_MAX];
    const SearchResult *r = &v->result;

    if (r->states == 1)
        fprintf(out, "verified:%s the only reachable state explored, nothing wrong (", end);
    else if (r->is_reduced || r->hides_order)
        fprintf(out, "verified:%s all schedules covered by %s states, nothing wrong (", end,
                progress_number(text, r->states));
    else
        fprintf(out, "verified:%s all %s reachable states explored, nothing wrong (", end,
                progress_number(text, r->states));
    print_seconds(out, v->seconds);
    fputs(")\n", out);
    print_omission(v, out);
}

// ---------------------------------------------------------------------------- no bug found

// What the limit left out, in a few words; false when the limit does not matter here.
static bool limit_reason(const Verdict *v, Limit limit, Buf *b)
{
    const SearchOptions *o = v->search;
    bool is_sampled = search_samples(o->kind);
    char text[NUMBER_MAX];

    switch (limit) {
    case LIMIT_DELAYS:
        buf_print(b, "schedules with more than %s %ss were not explored",
                  progress_number(text, o->delays_max),
                  search_policy(o->kind)->cost_name);
        return true;
    case LIMIT_DEPTH:
        buf_print(b, "executions were cut off after %s steps", progress_number(text, o->depth_max));
        return true;
    case LIMIT_STATES:
        buf_print(b, "the limit of %s states was reached", progress_number(text, o->states_max));
        return true;
    case LIMIT_QUEUE:
        buf_print(b, "executions with more than %" PRIu32 " events in a queue were cut off",
                  o->queue_max);
        return true;
    case LIMIT_TIME:
        buf_str(b, "the time limit was reached");
        return true;
    case LIMIT_MEMORY:
        buf_str(b, "the memory limit was reached");
        return true;
    case LIMIT_SCHEDULES:
        buf_str(b, "not all schedules were tried");
        return is_sampled;
    case LIMIT_STEPS:
        buf_print(b, "schedules were cut off after %s steps", progress_number(text, o->steps));
        return is_sampled;
    case LIMIT_CHOICES:
        buf_print(b, "no more than %" PRIu32 " choices of an execution were changed",
                  o->choice_budget);
        return true;
    case LIMIT_INTERRUPTED:
        buf_str(b, "it was interrupted");
        return true;
    case LIMIT_SEALED:
        buf_str(b, "the program sealed off schedules");
        return true;
    case LIMIT_EXPLORER:
    case LIMIT_ASSUME:
        break;
    }
    return false;
}

static void add_reason(Buf *reasons, const char *reason)
{
    buf_print(reasons, "%s%s", reasons->size ? "; " : "", reason);
}

// Hot states are about infinite executions. Whether the check did not look for those.
static bool leaves_hot_states(const Verdict *v)
{
    const SearchOptions *o = v->search;
    return v->result.has_hot_states && !v->result.checks_liveness &&
           !(search_samples(o->kind) && (o->temperature || !o->leaves_liveness));
}

#define HOT_STATES "executions that never end were not checked for hot states"

static void add_reasons(const Verdict *v, Buf *reasons)
{
    const SearchResult *r = &v->result;
    bool remembers = !search_samples(v->search->kind);

    for (uint32_t bit = 1; bit && bit <= r->limits; bit <<= 1) {
        Buf one = {0};
        if (r->limits & bit && limit_reason(v, (Limit)bit, &one))
            add_reason(reasons, one.text);
        buf_drop(&one);
    }
    if (remembers && store_is_lossy(v->search->store)) {
        Buf lossy = {0};
        buf_print(&lossy, "--store %s misses states", store_names[v->search->store]);
        add_reason(reasons, lossy.text);
        buf_drop(&lossy);
    }
    if (remembers && (r->replaced || r->unknown))
        add_reason(reasons, "memory was too short for all states");
    if (!reasons->size && leaves_hot_states(v))
        add_reason(reasons, HOT_STATES);
}

static void print_explored(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    char text[NUMBER_MAX];

    if (r->is_complete) {
        bool is_reduced = r->is_reduced || r->hides_order;
        fprintf(out, is_reduced ? "  covered all schedules by %s states\n"
                                : "  explored all %s reachable states\n",
                progress_number(text, r->states));
        return;
    }
    fputs("  explored ", out);
    verdict_print_count(out, r->states, "state");
    fprintf(out, ", %s", search_policy(v->search->kind)->order);
    if (r->sampled.is_there) {
        fputs(", then ", out);
        verdict_print_count(out, r->schedules, "random schedule");
    }
    fputc('\n', out);
}

static void print_tried(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    SearchKind kind = v->search->kind;
    bool is_random = search_policy(kind)->is_fair;

    fputs("  tried ", out);
    verdict_print_count(out, r->schedules, is_random ? "random schedule" : "schedule");
    if (!is_random)
        fprintf(out, " of --search %s", search_policies[kind].name);
    fputs(", ", out);
    verdict_print_count(out, r->steps, "step");
    fputc('\n', out);
}

// Prints whether more time is likely to find more.
static void print_growth(const Verdict *v, FILE *out)
{
    const SearchResult *r = &v->result;
    const uint32_t more = LIMIT_TIME | LIMIT_MEMORY | LIMIT_STATES | LIMIT_INTERRUPTED;
    bool is_sampled = search_samples(v->search->kind);

    if (r->is_complete || !(is_sampled || r->limits & more))
        return;
    if (r->sampled.is_there && r->sampled.new_state < NEW_STATE_SHOWN)
        return;
    // Direct walks count no states; but a new step leads to a new state.
    if (r->sampled.is_there && !r->sampled.counted && r->sampled.new_steps < NEW_STATE_SHOWN)
        return;
    const char *what = r->limits & LIMIT_TIME     ? "time"
                       : r->limits & LIMIT_MEMORY ? "memory"
                       : is_sampled               ? "schedules"
                                                  : "time";
    fprintf(out, "  new states were still appearing: more %s may find more\n", what);
}

// An option that could not do what it says.
static void print_walk_refused(const Verdict *v, FILE *out)
{
    const Sampled *s = &v->result.sampled;
    if (s->is_there && v->search->walk == WALK_KIND_DIRECT && !s->direct)
        fputs("  --walk direct: no schedule was executed directly (docs/sampling.md says when)\n",
              out);
}

static void print_no_bug_found(const Verdict *v, const char *end, FILE *out)
{
    const SearchResult *r = &v->result;
    Buf reasons = {0};

    fprintf(out, "no bug found%s in ", end);
    print_seconds(out, v->seconds);
    if (r->limits & LIMIT_ASSUME) {
        fputs(", but nothing was checked: the assumptions leave nothing to explore\n", out);
        return;
    }
    add_reasons(v, &reasons);
    fprintf(out, "; not a proof: %s\n", buf_text(&reasons));
    if (search_samples(v->search->kind))
        print_tried(v, out);
    else
        print_explored(v, out);
    print_growth(v, out);
    print_walk_refused(v, out);
    if (leaves_hot_states(v) && !r->is_complete)
        fputs("  " HOT_STATES "\n", out);
    print_omission(v, out);
    buf_drop(&reasons);
}

// ------------------------------------------------------------------------------------ bugs

// "assertion failed", "unhandled event"
static void print_kind(const Verdict *v, FILE *out)
{
    const Bug *b = &v->result.bug;
    if (b->kind == P_ERROR_ASSERTION) {
        fputs("assertion failed", out);
        return;
    }
    for (const char *c = error_kind(b->kind); *c; c++)
        fputc(*c == '-' ? ' ' : *c, out);
}

// "  Specs.p:7:13, spec LogAgreement, state Watch"
static void print_place(const Verdict *v, FILE *out)
{
    const PProgram *p = v->program;
    const Bug *b = &v->result.bug;
    const char *comma = "  ";

    if (b->at.line) {
        fputs(comma, out);
        verdict_print_text(p->files[b->at.file], out);
        fprintf(out, ":%" PRIu32 ":%" PRIu32, b->at.line, b->at.column);
        comma = ", ";
    }
    if (b->machine != P_NONE) {
        bool is_spec = p->machines[b->machine].kind == P_MACHINE_SPEC;
        fprintf(out, "%s%s %s", comma, is_spec ? "spec" : "machine", p->machines[b->machine].name);
        comma = ", ";
    }
    if (b->state != P_NONE) {
        fprintf(out, "%sstate %s", comma, p->states[b->state].name);
        comma = ", ";
    }
    if (comma[0] == ',')
        fputc('\n', out);
}

static void print_steps(const Verdict *v, FILE *out)
{
    uint64_t steps = v->result.schedule.turn_count, found = v->full.turn_count;
    char text[NUMBER_MAX];

    fputs("  ", out);
    verdict_print_count(out, steps, "step");
    if (found > steps)
        fprintf(out, " (%s as first found)", progress_number(text, found));
    if (v->corpus) {
        fputs(", from the corpus; nothing was explored\n", out);
        return;
    }
    fputs(", ", out);
    print_seconds(out, v->seconds);
    fputc('\n', out);
}

static void print_bug(const Verdict *v, const char *end, FILE *out)
{
    if (verdict_is_suspicion(v)) {
        fprintf(out, "SUSPICION:%s ", end);
        verdict_print_text(v->result.bug.text, out);
        fputs("; not a proof\n", out);
    } else {
        fputs("BUG: ", out);
        print_kind(v, out);
        fprintf(out, ":%s ", end);
        verdict_print_text(v->result.bug.text, out);
        fputc('\n', out);
    }
    print_place(v, out);
    print_steps(v, out);
    if (v->trace) {
        fputs("  show it: plait replay ", out);
        verdict_print_text(v->trace, out);
        verdict_print_text(v->paths, out);
        fputc('\n', out);
    }
    if (v->page) {
        fputs("  in a browser: ", out);
        verdict_print_text(v->page, out);
        fputc('\n', out);
    }
}

// ------------------------------------------------------------------------------------- all

static void print_searched(const Verdict *v, const char *end, FILE *out)
{
    switch (v->result.verdict) {
    case VERDICT_BUG:
        print_bug(v, end, out);
        break;
    case VERDICT_VERIFIED:
        print_verified(v, end, out);
        break;
    default:
        print_no_bug_found(v, end, out);
        break;
    }
    if (v->is_verbose)
        verdict_print_details(v, out);
    if (v->result.note[0]) {
        fputs("  ", out);
        verdict_print_note(v->result.note, out);
    }
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

    verdict_print_text(v->test->name, out);
    fprintf(out, ": %s", color ? colors[kind] : "");
    switch (kind) {
    case VERDICT_NOT_RUN:
        fprintf(out, "not run:%s %s\n", end, verdict_not_run(v));
        break;
    case VERDICT_CANNOT_CHECK:
        fprintf(out, "cannot check:%s ", end);
        verdict_print_note(v->result.note, out);
        break;
    default:
        print_searched(v, end, out);
        break;
    }
}
