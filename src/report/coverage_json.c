// report/coverage_json.c: coverage as JSON, written and read.
//
// The next run reads the file of this run and adds its own counts. So the file contains all
// counts, by name. docs/coverage.md describes it.

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/whole_file.h"
#include "report/coverage_report.h"

static const char format_name[] = "plait-coverage";
enum { SCHEMA = 1 };

static json_t *identity_json(uint64_t identity)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, identity);
    return json_string(text);
}

// ---------------------------------------------------------------------------------- writing

static json_t *share_json(Share s)
{
    json_t *o = json_object();
    json_set_number(o, "seen", s.seen);
    json_set_number(o, "declared", s.declared);
    json_object_set_new(o, "percent",
                        s.declared ? json_real(100.0 * s.seen / s.declared) : json_null());
    return o;
}

static void set_shares(json_t *object, Shares s)
{
    json_object_set_new(object, "states_share", share_json(s.states));
    json_object_set_new(object, "events_share", share_json(s.triples));
    json_object_set_new(object, "transitions_share", share_json(s.transitions));
}

static void set_place(json_t *object, const PProgram *p, PPosition at)
{
    json_set_text(object, "file", at.line ? p->files[at.file] : NULL);
    json_set_number(object, "line", at.line);
}

static const char *state_name(const PProgram *p, uint32_t state)
{
    return state != P_NONE ? p->states[state].name : NULL;
}

static json_t *declared_json(const CoverageReport *r, const Declared *d)
{
    const PProgram *p = r->program;
    bool has_event = d->kind == DECLARED_HANDLER || d->kind == DECLARED_RECEIVE;
    json_t *o = json_object();
    json_set_text(o, "event", has_event ? p->events[d->event].name : NULL);
    json_set_text(o, "how", coverage_how(d));
    json_set_text(o, "target", state_name(p, d->target));
    json_set_number(o, "seen", coverage_seen(r->coverage, d));
    set_place(o, p, d->at);
    return o;
}

// The events that were seen in the state, and how each was handled.
static json_t *seen_json(CoverageReport *r, uint32_t state)
{
    const PProgram *p = r->program;
    const Cell *cells = coverage_cells(r->coverage);
    json_t *list = json_array();
    for (uint32_t i = 0; i < coverage_cell_count(r->coverage); i++) {
        const Cell *cell = &cells[i];
        if (cell->kind != CELL_EVENT || cell->a != state)
            continue;
        json_t *o = json_object();
        json_set_text(o, "event", p->events[cell->b].name);
        json_set_text(o, "way", coverage_way((Way)cell->c));
        json_set_number(o, "count",
                        coverage_count(r->coverage, CELL_EVENT, state, cell->b, cell->c));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *transitions_json(CoverageReport *r, uint32_t state)
{
    const PProgram *p = r->program;
    const Cell *cells = coverage_cells(r->coverage);
    json_t *list = json_array();
    for (uint32_t i = 0; i < coverage_cell_count(r->coverage); i++) {
        const Cell *cell = &cells[i];
        if ((cell->kind != CELL_GOTO && cell->kind != CELL_PUSH) || cell->a != state)
            continue;
        json_t *o = json_object();
        json_set_text(o, "to", state_name(p, cell->b));
        json_set_text(o, "by", cell->kind == CELL_GOTO ? "goto" : "push");
        json_set_text(o, "event", cell->c != P_NONE ? p->events[cell->c].name : NULL);
        json_set_number(o, "count",
                        coverage_count(r->coverage, (CellKind)cell->kind, state, cell->b, cell->c));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *state_json(CoverageReport *r, const Declared *first, const Declared *end)
{
    static const char *const temperatures[] = {
        [P_WARM] = "warm", [P_HOT] = "hot", [P_COLD] = "cold"};
    const PProgram *p = r->program;
    uint32_t state = first->state, machine = first->machine;
    json_t *o = json_object(), *declared = json_array();
    for (const Declared *d = first + 1; d < end && d->state == state; d++)
        json_array_append_new(declared, declared_json(r, d));
    json_set_text(o, "state", p->states[state].name);
    json_set_text(o, "temperature", temperatures[p->states[state].temperature]);
    set_place(o, p, first->at);
    json_set_number(o, "entered", coverage_seen(r->coverage, first));
    json_set_number(o, "popped_to", coverage_count(r->coverage, CELL_POPPED, state, 0, 0));
    json_set_number(o, "halted", coverage_count(r->coverage, CELL_HALTED, machine, state, 0));
    Shares s = coverage_of_state(r->coverage, state);
    json_object_set_new(o, "events_share", share_json(s.triples));
    json_object_set_new(o, "transitions_share", share_json(s.transitions));
    json_object_set_new(o, "declared", declared);
    json_object_set_new(o, "events", seen_json(r, state));
    json_object_set_new(o, "transitions", transitions_json(r, state));
    return o;
}

static json_t *machine_json(CoverageReport *r, uint32_t machine)
{
    const PProgram *p = r->program;
    const PMachineInfo *info = &p->machines[machine];
    bool is_monitor = info->kind == P_MACHINE_SPEC || info->kind == P_MACHINE_SCENARIO;
    const Declared *d = coverage_declared(r->coverage);
    const Declared *end = d + coverage_declared_count(r->coverage);
    json_t *o = json_object(), *states = json_array();
    json_set_text(o, "machine", info->name);
    json_set_text(o, "kind", is_monitor ? "monitor" : "machine");
    set_shares(o, coverage_of_machine(r->coverage, machine));
    for (; d < end; d++)
        if (d->machine == machine && d->kind == DECLARED_STATE)
            json_array_append_new(states, state_json(r, d, end));
    json_object_set_new(o, "states", states);
    return o;
}

static const char *machine_name(const PProgram *p, uint32_t machine)
{
    return machine != P_NONE ? p->machines[machine].name : NULL;
}

// The sends, announcements or creations, each with its source and target.
static json_t *deeds_json(CoverageReport *r, CellKind kind)
{
    const PProgram *p = r->program;
    const Cell *cells = coverage_cells(r->coverage);
    json_t *list = json_array();
    for (uint32_t i = 0; i < coverage_cell_count(r->coverage); i++) {
        const Cell *cell = &cells[i];
        if (cell->kind != kind)
            continue;
        json_t *o = json_object();
        json_set_text(o, "by", machine_name(p, cell->a));
        if (kind != CELL_CREATED)
            json_set_text(o, "event", p->events[cell->b].name);
        if (kind != CELL_ANNOUNCED)
            json_set_text(o, "to", machine_name(p, kind == CELL_SENT ? cell->c : cell->b));
        json_set_number(o, "count", coverage_count(r->coverage, kind, cell->a, cell->b, cell->c));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *report_json(CoverageReport *r)
{
    const PProgram *p = r->program;
    json_t *o = json_object(), *machines = json_array();
    json_set_text(o, "format", format_name);
    json_set_number(o, "schema", SCHEMA);
    json_object_set_new(o, "program", identity_json(r->identity));
    json_set_number(o, "runs", r->runs + 1);
    json_object_set(o, "tests", r->tests);
    set_shares(o, coverage_of_all(r->coverage));
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (coverage_has_machine(r->coverage, i))
            json_array_append_new(machines, machine_json(r, i));
    json_object_set_new(o, "machines", machines);
    json_object_set_new(o, "sent", deeds_json(r, CELL_SENT));
    json_object_set_new(o, "announced", deeds_json(r, CELL_ANNOUNCED));
    json_object_set_new(o, "created", deeds_json(r, CELL_CREATED));
    return o;
}

bool coverage_report_write(CoverageReport *r, const char *path, Err *err)
{
    WholeFile f;
    if (!r->coverage)
        return true;
    if (!whole_file_open(&f, path, err))
        return false;
    json_t *o = report_json(r);
    json_dumpf(o, f.out, JSON_INDENT(1));
    fputc('\n', f.out);
    json_decref(o);
    return whole_file_close(&f, err);
}

// ---------------------------------------------------------------------------------- reading

static const char *get_text(const json_t *object, const char *member)
{
    return json_string_value(json_object_get(object, member));
}

static uint64_t get_number(const json_t *object, const char *member)
{
    json_int_t n = json_integer_value(json_object_get(object, member));
    return n > 0 ? (uint64_t)n : 0;
}

static uint32_t find_machine(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; name && i < p->machine_count; i++)
        if (strcmp(p->machines[i].name, name) == 0)
            return i;
    return P_NONE;
}

static uint32_t find_event(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; name && i < p->event_count; i++)
        if (strcmp(p->events[i].name, name) == 0)
            return i;
    return P_NONE;
}

static uint32_t find_state(const PProgram *p, uint32_t machine, const char *name)
{
    for (uint32_t i = 0; name && i < p->state_count; i++)
        if (p->states[i].machine == machine && strcmp(p->states[i].name, name) == 0)
            return i;
    return P_NONE;
}

static uint32_t find_way(const char *name)
{
    for (uint32_t i = 0; name && i < WAY_COUNT; i++)
        if (strcmp(coverage_way((Way)i), name) == 0)
            return i;
    return P_NONE;
}

static void take(CoverageReport *r, CellKind kind, uint32_t a, uint32_t b, uint32_t c,
                 uint64_t count)
{
    coverage_add(r->coverage, &(Cell){kind, a, b, c}, count);
}

static void take_events(CoverageReport *r, uint32_t state, const json_t *list)
{
    size_t i;
    json_t *o;
    json_array_foreach(list, i, o)
    {
        uint32_t event = find_event(r->program, get_text(o, "event"));
        uint32_t way = find_way(get_text(o, "way"));
        if (event != P_NONE && way != P_NONE)
            take(r, CELL_EVENT, state, event, way, get_number(o, "count"));
    }
}

static void take_transitions(CoverageReport *r, uint32_t machine, uint32_t state,
                             const json_t *list)
{
    size_t i;
    json_t *o;
    json_array_foreach(list, i, o)
    {
        const char *by = get_text(o, "by"), *event_name = get_text(o, "event");
        uint32_t to = find_state(r->program, machine, get_text(o, "to"));
        uint32_t event = find_event(r->program, event_name);
        bool is_push = by && strcmp(by, "push") == 0;
        if (to != P_NONE && (event != P_NONE || !event_name))
            take(r, is_push ? CELL_PUSH : CELL_GOTO, state, to, event, get_number(o, "count"));
    }
}

static void take_machine(CoverageReport *r, const json_t *object)
{
    uint32_t machine = find_machine(r->program, get_text(object, "machine"));
    size_t i;
    json_t *o;
    if (machine == P_NONE)
        return;
    coverage_add_machine(r->coverage, machine);
    json_array_foreach(json_object_get(object, "states"), i, o)
    {
        uint32_t state = find_state(r->program, machine, get_text(o, "state"));
        if (state == P_NONE)
            continue;
        take(r, CELL_ENTERED, state, 0, 0, get_number(o, "entered"));
        take(r, CELL_POPPED, state, 0, 0, get_number(o, "popped_to"));
        take(r, CELL_HALTED, machine, state, 0, get_number(o, "halted"));
        take_events(r, state, json_object_get(o, "events"));
        take_transitions(r, machine, state, json_object_get(o, "transitions"));
    }
}

static void take_deeds(CoverageReport *r, CellKind kind, const json_t *list)
{
    const PProgram *p = r->program;
    size_t i;
    json_t *o;
    json_array_foreach(list, i, o)
    {
        uint32_t by = find_machine(p, get_text(o, "by"));
        uint32_t event = find_event(p, get_text(o, "event"));
        uint32_t to = find_machine(p, get_text(o, "to"));
        uint64_t count = get_number(o, "count");
        if (kind == CELL_SENT && by != P_NONE && event != P_NONE && to != P_NONE)
            take(r, kind, by, event, to, count);
        else if (kind == CELL_ANNOUNCED && by != P_NONE && event != P_NONE)
            take(r, kind, by, event, 0, count);
        else if (kind == CELL_CREATED && to != P_NONE)  // the first machine has no creator
            take(r, kind, by, to, 0, count);
    }
}

static void take_tests(CoverageReport *r, const json_t *names)
{
    json_t *all = json_array();
    size_t i, j;
    json_t *name, *other;
    json_array_foreach(names, i, name) json_array_append(all, name);
    json_array_foreach(r->tests, i, name)
    {
        bool is_there = false;
        json_array_foreach(all, j, other) is_there |= json_equal(name, other);
        if (!is_there)
            json_array_append(all, name);
    }
    json_decref(r->tests);
    r->tests = all;
}

static json_t *load(const CoverageReport *r, const char *path, CoverageFile *what, Err *err)
{
    FILE *f = fopen(path, "r");
    json_error_t error;
    *what = COVERAGE_FILE_WRONG;
    if (!f) {
        if (errno == ENOENT)
            *what = COVERAGE_FILE_NONE;
        else
            err_os(err, "read", path);
        return NULL;
    }
    json_t *o = json_loadf(f, 0, &error), *identity = identity_json(r->identity);
    fclose(f);
    const char *format = get_text(o, "format");
    if (!format || strcmp(format, format_name) != 0 || get_number(o, "schema") != SCHEMA)
        err_set(err, "%s is no coverage of plait; it is left as it is", path);
    else
        *what = json_equal(json_object_get(o, "program"), identity) ? COVERAGE_FILE_SAME
                                                                    : COVERAGE_FILE_OTHER;
    json_decref(identity);
    return o;
}

CoverageFile coverage_report_look(const CoverageReport *r, const char *path, Err *err)
{
    CoverageFile what;
    json_decref(load(r, path, &what, err));
    return what;
}

CoverageFile coverage_report_merge(CoverageReport *r, const char *path, Err *err)
{
    CoverageFile what;
    json_t *o = load(r, path, &what, err);
    size_t i;
    json_t *machine;
    if (what == COVERAGE_FILE_SAME && r->coverage) {
        json_array_foreach(json_object_get(o, "machines"), i, machine) take_machine(r, machine);
        take_deeds(r, CELL_SENT, json_object_get(o, "sent"));
        take_deeds(r, CELL_ANNOUNCED, json_object_get(o, "announced"));
        take_deeds(r, CELL_CREATED, json_object_get(o, "created"));
        take_tests(r, json_object_get(o, "tests"));
        r->runs += get_number(o, "runs");
    }
    json_decref(o);
    return what;
}
