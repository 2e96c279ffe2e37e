// report/coverage_text.c: coverage as text.
//
// First the shares, then what was never seen, because readers look for that; then everything,
// machine by machine. The list of things never seen is short: for a state that was never
// entered it does not also list the events of that state.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/crew/progress.h"
#include "report/coverage_report.h"

typedef struct Text {
    CoverageReport *report;
    const PProgram *p;
    Coverage *c;
    FILE *out;
    const Cell *cells;
    uint32_t cell_count;
} Text;

static bool is_monitor(const Text *t, uint32_t machine)
{
    PMachineKind kind = t->p->machines[machine].kind;
    return kind == P_MACHINE_SPEC || kind == P_MACHINE_SCENARIO;
}

static const char *kind_word(const Text *t, uint32_t machine)
{
    return is_monitor(t, machine) ? "monitor" : "machine";
}

// Whether the machine was created. Monitors of tests exist from the beginning.
static bool is_created(const Text *t, uint32_t machine)
{
    if (coverage_count(t->c, CELL_ENTERED, t->p->machines[machine].start, 0, 0))
        return true;
    for (uint32_t i = 0; i < t->cell_count; i++)
        if (t->cells[i].kind == CELL_CREATED && t->cells[i].b == machine)
            return true;
    return false;
}

// ---------------------------------------------------------------------------------- shares

static void print_share(const Text *t, Share s)
{
    char text[48];
    if (s.declared == 0) {
        fprintf(t->out, "  %20s", "-");
        return;
    }
    snprintf(text, sizeof text, "%" PRIu32 " of %" PRIu32, s.seen, s.declared);
    fprintf(t->out, "  %12s %5.1f %%", text, 100.0 * s.seen / s.declared);
}

static void print_shares(const Text *t, int width, const char *name, Shares s)
{
    fprintf(t->out, "  %-*s", width, name);
    print_share(t, s.states);
    print_share(t, s.triples);
    print_share(t, s.transitions);
    fputc('\n', t->out);
}

static void print_heading(const Text *t)
{
    size_t tests = json_array_size(t->report->tests);
    uint64_t runs = t->report->runs + 1;
    fprintf(t->out, "coverage of %zu test%s", tests, tests == 1 ? "" : "s");
    if (runs > 1)
        fprintf(t->out, " in %" PRIu64 " runs", runs);
    fputs(":\n", t->out);
}

static void print_summary(const Text *t)
{
    int width = (int)strlen("all");
    for (uint32_t i = 0; i < t->p->machine_count; i++)
        if (coverage_has_machine(t->c, i) && (int)strlen(t->p->machines[i].name) > width)
            width = (int)strlen(t->p->machines[i].name);
    fprintf(t->out, "  %-*s  %20s  %20s  %20s\n", width, "", "states", "events", "transitions");
    for (uint32_t i = 0; i < t->p->machine_count; i++)
        if (coverage_has_machine(t->c, i))
            print_shares(t, width, t->p->machines[i].name, coverage_of_machine(t->c, i));
    print_shares(t, width, "all", coverage_of_all(t->c));
}

// ------------------------------------------------------------------------------ never seen

static void print_place(const Text *t, PPosition at)
{
    if (at.line)
        fprintf(t->out, "  (%s:%" PRIu32 ":%" PRIu32 ")", t->p->files[at.file], at.line, at.column);
    fputc('\n', t->out);
}

static void print_declared(const Text *t, const Declared *d)
{
    const char *how = coverage_how(d);
    const char *target = d->target != P_NONE ? t->p->states[d->target].name : NULL;
    switch (d->kind) {
    case DECLARED_STATE:
        fputs("never entered", t->out);
        break;
    case DECLARED_HANDLER: {
        const char *event = t->p->events[d->event].name;
        if (d->how == P_ON_DEFER || d->how == P_ON_IGNORE)
            fprintf(t->out, "%s %s", how, event);
        else
            fprintf(t->out, "on %s %s%s%s", event, how, target ? " " : "", target ? target : "");
        break;
    }
    case DECLARED_RECEIVE:
        fprintf(t->out, "receive %s", t->p->events[d->event].name);
        break;
    case DECLARED_GOTO:
    case DECLARED_PUSH:
        fprintf(t->out, "statement %s %s", how, target);
        break;
    }
}

static bool is_event_there(const Text *t, uint32_t event)
{
    for (uint32_t i = 0; i < t->cell_count; i++) {
        const Cell *cell = &t->cells[i];
        bool is_made =
            cell->kind == CELL_SENT || cell->kind == CELL_ANNOUNCED ||
            (cell->kind == CELL_EVENT && (cell->c == WAY_RAISED || cell->c == WAY_UNHANDLED));
        if (is_made && cell->b == event)
            return true;
    }
    return false;
}

static bool is_event_wanted(const Text *t, uint32_t event)
{
    const Declared *d = coverage_declared(t->c);
    for (uint32_t i = 0; i < coverage_declared_count(t->c); i++)
        if ((d[i].kind == DECLARED_HANDLER || d[i].kind == DECLARED_RECEIVE) &&
            d[i].event == event && coverage_has_machine(t->c, d[i].machine))
            return true;
    return false;
}

// Events that some state handles, but that were never sent, raised or announced.
static uint32_t print_events_never(const Text *t)
{
    uint32_t count = 0;
    for (uint32_t event = P_EVENT_HALT + 1; event < t->p->event_count; event++)
        if (is_event_wanted(t, event) && !is_event_there(t, event)) {
            fprintf(t->out, "  event %s: never sent, raised or announced\n",
                    t->p->events[event].name);
            count++;
        }
    return count;
}

static uint32_t print_states_never(const Text *t)
{
    const Declared *d = coverage_declared(t->c);
    uint32_t count = 0, skipped_machine = P_NONE, skipped_state = P_NONE;
    for (uint32_t i = 0; i < coverage_declared_count(t->c); i++, d++) {
        if (!coverage_has_machine(t->c, d->machine) || d->machine == skipped_machine ||
            d->state == skipped_state || coverage_seen(t->c, d))
            continue;
        const char *machine = t->p->machines[d->machine].name;
        count++;
        if (!is_created(t, d->machine)) {
            fprintf(t->out, "  %s: never created", machine);
            print_place(t, t->p->machines[d->machine].at);
            skipped_machine = d->machine;
            continue;
        }
        if (d->kind == DECLARED_STATE)
            skipped_state = d->state;
        fprintf(t->out, "  %s, state %s: ", machine, t->p->states[d->state].name);
        print_declared(t, d);
        print_place(t, d->at);
    }
    return count;
}

static void print_never(const Text *t)
{
    fputs("never seen:\n", t->out);
    uint32_t count = print_states_never(t);
    count += print_events_never(t);
    if (count == 0)
        fputs("  nothing: all that is declared was seen\n", t->out);
}

// ------------------------------------------------------------------------------ everything

static void print_times(const Text *t, uint64_t count)
{
    char text[NUMBER_MAX];
    if (count)
        fprintf(t->out, "%14s", progress_number(text, count));
    else
        fprintf(t->out, "%14s", "never");
}

static void print_row(const Text *t, const char *event, const char *how, const char *target,
                      uint64_t count, bool is_flag)
{
    char what[256];
    snprintf(what, sizeof what, "%s%s%s", how, target ? " " : "", target ? target : "");
    fprintf(t->out, "    %-24s %-24s", event, what);
    if (is_flag && count)
        fprintf(t->out, "%14s", "seen");
    else
        print_times(t, count);
    fputc('\n', t->out);
}

static void print_declared_row(const Text *t, const Declared *d)
{
    bool has_event = d->kind == DECLARED_HANDLER || d->kind == DECLARED_RECEIVE;
    bool is_flag = d->kind == DECLARED_HANDLER && d->how == P_ON_DEFER;
    print_row(t, has_event ? t->p->events[d->event].name : "(statement)", coverage_how(d),
              d->target != P_NONE ? t->p->states[d->target].name : NULL, coverage_seen(t->c, d),
              is_flag);
}

static const char *temperature_word(PTemperature temperature)
{
    return temperature == P_HOT ? ", hot" : temperature == P_COLD ? ", cold" : "";
}

static void print_state_row(const Text *t, const Declared *d)
{
    const PState *s = &t->p->states[d->state];
    char text[NUMBER_MAX];
    uint64_t count = coverage_seen(t->c, d);
    fprintf(t->out, "  state %s%s%s: ", s->name,
            t->p->machines[d->machine].start == d->state ? ", start" : "",
            temperature_word(s->temperature));
    if (count)
        fprintf(t->out, "entered %s\n", progress_number(text, count));
    else
        fputs("never entered\n", t->out);
}

static bool is_declared(const Text *t, uint32_t state, uint32_t event, Way way)
{
    const Declared *d = coverage_declared(t->c);
    for (uint32_t i = 0; i < coverage_declared_count(t->c); i++)
        if (d[i].state == state && d[i].event == event &&
            d[i].kind == (way == WAY_RECEIVED ? DECLARED_RECEIVE : DECLARED_HANDLER))
            return way != WAY_UNHANDLED && way != WAY_INHERITED;
    return false;
}

// Events that were seen in the state, but that the state does not declare.
static void print_others(const Text *t, uint32_t state)
{
    for (uint32_t i = 0; i < t->cell_count; i++) {
        const Cell *cell = &t->cells[i];
        if (cell->kind != CELL_EVENT || cell->a != state ||
            is_declared(t, state, cell->b, (Way)cell->c))
            continue;
        print_row(t, t->p->events[cell->b].name, coverage_way((Way)cell->c), NULL,
                  coverage_count(t->c, CELL_EVENT, state, cell->b, cell->c),
                  cell->c == WAY_DEFERRED);
    }
    uint64_t popped = coverage_count(t->c, CELL_POPPED, state, 0, 0);
    if (popped)
        print_row(t, "(pop)", "back here", NULL, popped, false);
    uint64_t halted = coverage_count(t->c, CELL_HALTED, t->p->states[state].machine, state, 0);
    if (halted)
        print_row(t, "(halt)", "gone", NULL, halted, false);
}

// For a monitor: how many of its hot and cold states were reached.
static void print_temperature(const Text *t, uint32_t machine)
{
    static const PTemperature temperatures[] = {P_HOT, P_COLD};
    Share shares[2] = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < t->p->state_count; i++)
        for (uint32_t k = 0; k < 2; k++)
            if (t->p->states[i].machine == machine &&
                t->p->states[i].temperature == temperatures[k]) {
                shares[k].declared++;
                shares[k].seen += coverage_count(t->c, CELL_ENTERED, i, 0, 0) > 0;
            }
    if (shares[0].declared + shares[1].declared)
        fprintf(t->out,
                ": %" PRIu32 " of %" PRIu32 " hot and %" PRIu32 " of %" PRIu32
                " cold states reached",
                shares[0].seen, shares[0].declared, shares[1].seen, shares[1].declared);
}

static void print_machine(const Text *t, uint32_t machine)
{
    const Declared *d = coverage_declared(t->c);
    uint32_t count = coverage_declared_count(t->c);
    fprintf(t->out, "%s %s", kind_word(t, machine), t->p->machines[machine].name);
    if (!is_created(t, machine)) {
        fputs(": never created\n", t->out);
        return;
    }
    if (is_monitor(t, machine))
        print_temperature(t, machine);
    fputc('\n', t->out);
    for (uint32_t i = 0; i < count; i++) {
        if (d[i].machine != machine)
            continue;
        if (d[i].kind == DECLARED_STATE)
            print_state_row(t, &d[i]);
        else
            print_declared_row(t, &d[i]);
        if (i + 1 == count || d[i + 1].state != d[i].state)
            print_others(t, d[i].state);
    }
}

static void print_pairs(const Text *t, CellKind kind, const char *heading)
{
    bool is_first = true;
    for (uint32_t i = 0; i < t->cell_count; i++) {
        const Cell *cell = &t->cells[i];
        if (cell->kind != kind)
            continue;
        if (is_first)
            fprintf(t->out, "%s\n", heading);
        is_first = false;
        bool is_created = kind == CELL_CREATED;
        const char *by = cell->a == P_NONE ? "(the test)" : t->p->machines[cell->a].name;
        const char *to = kind == CELL_SENT ? t->p->machines[cell->c].name
                         : is_created      ? t->p->machines[cell->b].name
                                           : NULL;
        char who[256];
        snprintf(who, sizeof who, "%s%s%s", by, to ? " -> " : "", to ? to : "");
        fprintf(t->out, "    %-24s %-24s", is_created ? "" : t->p->events[cell->b].name, who);
        print_times(t, coverage_count(t->c, kind, cell->a, cell->b, cell->c));
        fputc('\n', t->out);
    }
}

void coverage_report_print(CoverageReport *r, FILE *out)
{
    if (!r->coverage)
        return;
    Text t = {
        .report = r,
        .p = r->program,
        .c = r->coverage,
        .out = out,
        .cells = coverage_cells(r->coverage),
        .cell_count = coverage_cell_count(r->coverage),
    };
    print_heading(&t);
    print_summary(&t);
    print_never(&t);
    for (uint32_t i = 0; i < t.p->machine_count; i++)
        if (coverage_has_machine(t.c, i))
            print_machine(&t, i);
    print_pairs(&t, CELL_SENT, "sent");
    print_pairs(&t, CELL_ANNOUNCED, "announced");
    print_pairs(&t, CELL_CREATED, "created");
}
