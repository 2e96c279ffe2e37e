// explore/explore.c: answers the requests of a page that drives an execution.

#include "explore/explore.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/search/futures.h"
#include "check/search/search.h"
#include "explore/explore_move.h"
#include "explore/explore_next.h"
#include "explore/explore_request.h"
#include "view/page.h"
#include "view/view_data.h"

enum { WHOLE_MAX = 10000 };  // moves of a machine before it rests
#define FUTURE_SECONDS 10.0  // other users wait meanwhile

// An execution on its way to what was asked for.
typedef struct Stage {
    const Explore *explore;
    ExploreRequest *request;
    History *history;
    Execution *execution;
    Executed result;
    bool is_over;
    Bug bug;
} Stage;

// ------------------------------------------------------------------------------- executing

// Executes the turns of the request.
static void follow(Stage *s)
{
    const Schedule *schedule = &s->request->schedule;
    execution_set_network(s->execution, s->explore->network);
    s->result = execution_start(s->execution, &s->bug);
    for (uint32_t i = 0; i < schedule->turn_count && s->result == EXECUTED_ALL; i++)
        s->result = execution_turn(s->execution, &schedule->turns[i], schedule->choices, &s->bug);
}

static bool is_on_its_way(const Stage *s, uint32_t machine)
{
    PlayerPosition position = execution_position(s->execution, machine);
    return s->result == EXECUTED_ALL && position != POSITION_REST && position != POSITION_CHOICE &&
           position != POSITION_HALTED;
}

static Executed move(Stage *s, const uint32_t *choices, uint32_t count)
{
    return explore_move(s->execution, &s->request->schedule, s->request->machine, choices, count,
                        &s->bug);
}

static void act(Stage *s)
{
    ExploreRequest *r = s->request;
    if (s->result != EXECUTED_ALL)
        return;
    s->result = move(s, r->choices, r->choice_count);
    for (int i = 0; r->is_whole && i < WHOLE_MAX && is_on_its_way(s, r->machine); i++)
        s->result = move(s, NULL, 0);
}

// When nothing can run any more, a deadlock or a hot monitor is a bug.
static void judge(Stage *s)
{
    s->is_over = s->is_over || s->result != EXECUTED_ALL;
    if (!s->is_over && !explore_next_is_any(s->execution)) {
        s->is_over = true;
        s->result = execution_end(s->execution, false, &s->bug);
    }
}

// Moves are executed one by one, but stored as turns; so the page is made from a second execution,
// in which they are turns.
static Executed make_moves(const Explore *e, ExploreRequest *r, Bug *bug)
{
    Stage s = {.explore = e, .request = r, .execution = execution_new(e->program, e->test, NULL)};
    follow(&s);
    act(&s);
    execution_free(s.execution);
    *bug = s.bug;
    return s.result;
}

// The turns of the request, as those of the execution that has the network.
static Onward *go_on(const Explore *e, ExploreRequest *r, Err *err)
{
    SearchOptions options = search_defaults();
    options.kind = r->kind;
    options.explorer = r->explorer;
    options.network = e->network;
    options.seed = r->seed;
    options.steps = r->steps;
    options.leaves_liveness = true;  // the user decides when it is enough
    options.ends_at_steps = true;
    r->schedule.network = e->network;
    return onward_new(e->program, e->test, &r->schedule, r->schedule.turn_count, &options, err);
}

static Executed run_on(const Explore *e, ExploreRequest *r, Bug *bug)
{
    Err err = {0};
    Onward *o = go_on(e, r, &err);
    OnwardEnd end = ONWARD_STOPPED;

    for (uint32_t i = 0; o && i <= r->number; i++)
        end = onward_next(o, bug);
    if (o && end != ONWARD_STOPPED)
        onward_schedule(o, &r->schedule);
    else
        snprintf(bug->text, sizeof bug->text, "%s",
                 err.set        ? err.text
                 : bug->text[0] ? bug->text
                                : "the run was stopped: there is not enough memory");
    onward_free(o);
    return end == ONWARD_STOPPED ? EXECUTED_ODD : EXECUTED_ALL;
}

// Does what the request asks for: its schedule becomes longer.
static Executed lengthen(const Explore *e, ExploreRequest *r, Bug *bug)
{
    return r->act == EXPLORE_RUN ? run_on(e, r, bug) : make_moves(e, r, bug);
}

static Stage begin(const Explore *e, ExploreRequest *r)
{
    Stage s = {.explore = e, .request = r, .history = history_new(e->program, e->test)};
    s.execution = history_execution(s.history);
    if (r->act != EXPLORE_LOOK && lengthen(e, r, &s.bug) == EXECUTED_ODD) {
        s.result = EXECUTED_ODD;
        return s;
    }
    follow(&s);
    judge(&s);
    return s;
}

// ---------------------------------------------------------------------------------- answers

static void refuse(ServeAnswer *a, const char *reason)
{
    a->status = 422;
    a->body.size = 0;
    buf_str(&a->body, "{\"error\":");
    explore_quote(&a->body, reason);
    buf_str(&a->body, "}\n");
}

static const char *outcome_of(const Stage *s)
{
    const char *stop = executed_stop(s->result);
    return stop ? stop : s->is_over ? "quiescent" : "open";
}

static void write_data(const Stage *s, Buf *json)
{
    const Explore *e = s->explore;
    bool has_bug = s->result == EXECUTED_BUG || s->result == EXECUTED_SETUP;
    ViewData data = {
        .program = e->program,
        .title = e->title,
        .test = e->test->name,
        .trace = e->trace,
        .sources = e->sources,
        .history = s->history,
        .outcome = outcome_of(s),
        .kind = has_bug ? error_kind(s->bug.kind) : NULL,
        .message = has_bug ? s->bug.text : NULL,
        .has_values = true,
        .is_live = true,
    };
    view_data_write(&data, json);
}

// What can go wrong now.
static void find_faults(const Stage *s, Schedule *faults)
{
    Err err = {0};
    ExploreRequest *r = s->request;
    if (s->is_over || !execution_has_faults(s->execution))
        return;
    r->kind = SEARCH_RANDOM;
    r->explorer = NULL;
    Onward *o = go_on(s->explore, r, &err);
    if (o)
        onward_faults(o, faults);
    onward_free(o);
}

// {"data", "turns", "next", "over", "ways"}
static void write_state(const Stage *s, Buf *json)
{
    Schedule faults = {0};
    find_faults(s, &faults);
    buf_str(json, "{\"data\":");
    write_data(s, json);
    buf_str(json, ",\"turns\":");
    explore_turns_write(&s->request->schedule, json);
    buf_print(json, ",\"over\":%s,\"next\":", s->is_over ? "true" : "false");
    explore_next_write(s->execution, s->explore->program, &faults, s->is_over, json);
    buf_str(json, ",\"ways\":");
    explore_ways_write(json);
    buf_str(json, "}\n");
    schedule_drop(&faults);
}

static void answer_state(const Explore *e, ExploreRequest *r, ServeAnswer *a)
{
    Stage s = begin(e, r);
    if (s.result == EXECUTED_ODD)
        refuse(a, s.bug.text);
    else
        write_state(&s, &a->body);
    history_free(s.history);
}

static void answer_futures(const Explore *e, ExploreRequest *r, ServeAnswer *a)
{
    Futures f = {0};
    FutureOptions options = {
        .count = r->count, .most = r->steps, .seed = r->seed, .seconds = FUTURE_SECONDS};
    Err err = {0};

    r->schedule.network = e->network;
    if (!futures_add(&f, e->program, e->test, &r->schedule, r->schedule.turn_count, &options,
                     &err)) {
        refuse(a, err.text);
        return;
    }
    buf_print(&a->body,
              "{\"tried\":%" PRIu32 ",\"quiet\":%" PRIu32 ",\"cut\":%" PRIu32
              ",\"discarded\":%" PRIu32 ",\"bugs\":{",
              f.tried, f.quiet, f.cut, f.discarded);
    const char *comma = "";
    for (int kind = 0; kind <= P_ERROR_SETUP; kind++)
        if (f.bugs[kind]) {
            buf_print(&a->body, "%s\"%s\":%" PRIu32, comma, error_kind((PError)kind), f.bugs[kind]);
            comma = ",";
        }
    buf_str(&a->body, "}}\n");
}

static void answer_trace(const Explore *e, ExploreRequest *r, ServeAnswer *a)
{
    char *text = NULL;
    size_t size = 0;
    Bug bug;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        die_out_of_memory(0);
    r->schedule.network = e->network;
    Executed result = execute_from(e->program, e->test, &r->schedule, &e->origin, out, &bug);
    if (fclose(out) != 0)
        die_out_of_memory(0);
    if (result == EXECUTED_ODD || result == EXECUTED_SETUP) {
        refuse(a, bug.text);
    } else {
        a->type = "application/jsonl";
        a->download = "explored.trace.jsonl";
        buf_add(&a->body, text, size);
    }
    free(text);
}

// ------------------------------------------------------------------------------------- the page

static void answer_page(const Explore *e, ServeAnswer *a)
{
    ExploreRequest r = {0};
    Buf json = {0}, title = {0};

    // The turns of the trace are copied: the page may send back a part of them.
    for (uint32_t i = 0; e->begin && i < e->begin->turn_count; i++) {
        const Turn *t = &e->begin->turns[i];
        schedule_add(&r.schedule, t->machine, t->moves, e->begin->choices + t->first_choice,
                     t->choice_count);
    }
    Stage s = begin(e, &r);
    write_state(&s, &json);
    buf_print(&title, "explore %s", e->test->name);
    page_write(&a->body, title.text, &json, true);
    a->type = "text/html";
    history_free(s.history);
    schedule_drop(&r.schedule);
    buf_drop(&json);
    buf_drop(&title);
}

void explore_answer(void *context, const HttpRequest *request, const char *path, ServeAnswer *a)
{
    static const struct {
        const char *path;
        void (*answer)(const Explore *e, ExploreRequest *r, ServeAnswer *a);
    } rows[] = {{"/state", answer_state}, {"/futures", answer_futures}, {"/trace", answer_trace}};
    const Explore *e = context;
    Err err = {0};

    if (strcmp(path, "/") == 0 && !request->is_post) {
        answer_page(e, a);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ExploreRequest r;
        if (strcmp(path, rows[i].path) != 0)
            continue;
        if (!request->is_post) {
            a->status = 405;
            return;
        }
        if (explore_request_read(request->body, request->body_size, &r, &err))
            rows[i].answer(e, &r, a);
        else
            refuse(a, err.text);
        schedule_drop(&r.schedule);
        return;
    }
    a->status = 404;
}
