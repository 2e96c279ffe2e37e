// view/history.c: an execution, with what every step changed.

#include "view/history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/memory.h"
#include "report/story.h"
#include "view/view_actors.h"

// With a network an event reaches the queue of its target later than it is sent.
typedef struct Travelling {
    uint32_t step, by, to;  // actors
} Travelling;

struct History {
    Steps steps;
    TraceObserver list;    // adds to `steps`
    Execution *execution;  // NULL: the steps are from a file
    ViewActors actors;
    uint32_t running;        // the actor that has the turn; P_NONE before the first
    uint32_t target;         // the actor that was sent to last; P_NONE: none
    uint32_t from;           // the actor whose event may come into a queue now
    Travelling *travelling;  // sends whose event has not reached a queue, in order
    uint32_t travelling_count, travelling_capacity;
    Buf *changes;  // by step
    uint32_t change_capacity;
};

// -------------------------------------------------------------------------------- observing

static void compare_monitor(void *context, const Machine *m)
{
    History *r = context;
    uint32_t index = view_actors_find(&r->actors, r->actors.program->machines[m->kind].name);
    if (index != P_NONE)
        view_actors_compare(&r->actors, index, m, 0, &r->changes[r->steps.count - 1]);
}

// The oldest of the travelling events from one actor to the other; their number: none.
static uint32_t find_travelling(const History *r, uint32_t by, uint32_t to)
{
    uint32_t i = 0;
    while (i < r->travelling_count && (r->travelling[i].by != by || r->travelling[i].to != to))
        i++;
    return i;
}

static void end_travel(History *r, uint32_t index)
{
    if (index == r->travelling_count)
        return;
    r->travelling_count--;
    memmove(&r->travelling[index], &r->travelling[index + 1],
            (r->travelling_count - index) * sizeof *r->travelling);
}

// Compares an actor to whose queue `r->from` may have added an event; `m` is NULL: only the queue.
static void compare_one(History *r, uint32_t index, const Machine *m, Buf *changes)
{
    const ViewActor *one = &r->actors.items[index];
    uint32_t before = one->queue_count, travelling = find_travelling(r, r->from, index);
    uint32_t sent = travelling < r->travelling_count ? r->travelling[travelling].step : 0;

    if (m)
        view_actors_compare(&r->actors, index, m, sent, changes);
    else
        view_actors_compare_queue(&r->actors, index, sent, changes);
    if (one->queue_count > before)
        end_travel(r, travelling);
}

// What has changed since the last step belongs to that step.
static void compare_all(History *r)
{
    if (r->steps.count == 0)
        return;
    Buf *changes = &r->changes[r->steps.count - 1];
    if (r->running != P_NONE) {
        uint32_t number = r->actors.items[r->running].number;
        compare_one(r, r->running, execution_machine(r->execution, number), changes);
    }
    if (r->target != P_NONE && r->target != r->running)
        compare_one(r, r->target, NULL, changes);
    execution_each_monitor(r->execution, compare_monitor, r);
}

static void add_step(History *r, const TraceStep *step)
{
    r->list.take(r->list.data, step);
    MEMORY_GROW(r->changes, r->steps.count, r->change_capacity);
    r->changes[r->steps.count - 1] = (Buf){0};
}

// Who runs, who sends to whom, and which events are on their way.
static void note_travel(History *r, const TraceStep *step, uint32_t who)
{
    uint32_t target = view_actors_find(&r->actors, step->target);

    switch (step->kind) {
    case TRACED_TURN:
        r->running = r->from = who;  // a channel is no actor
        break;
    case TRACED_SEND:
        r->target = target;
        MEMORY_GROW(r->travelling, r->travelling_count + 1, r->travelling_capacity);
        r->travelling[r->travelling_count++] = (Travelling){r->steps.count, who, target};
        break;
    case TRACED_ENQUEUE:
        r->target = target;
        break;
    case TRACED_DELIVER:
        r->target = target;
        r->from = who;
        break;
    case TRACED_DROP:
        end_travel(r, find_travelling(r, who, target));
        break;
    default:
        break;
    }
}

static void take(void *data, const TraceStep *step)
{
    History *r = data;
    bool is_taken = step->kind == TRACED_DEQUEUE || step->kind == TRACED_RECEIVE;

    // The event that is taken has left the queue already, but leaves it in this step.
    if (!is_taken || step->is_monitor)
        compare_all(r);
    add_step(r, step);
    uint32_t number = r->steps.count;
    if (step->kind == TRACED_CREATE)
        view_actors_add(&r->actors, step->who, step->is_monitor, number);
    uint32_t who = view_actors_find(&r->actors, step->who);
    Buf *changes = &r->changes[number - 1];
    if (step->kind == TRACED_CREATE && !step->is_monitor)
        view_actors_compare(&r->actors, who,
                            execution_machine(r->execution, r->actors.items[who].number), 0,
                            changes);
    note_travel(r, step, who);
    if (is_taken && !step->is_monitor && who != P_NONE)
        view_actors_compare_queue(&r->actors, who, 0, changes);
    bool is_unborn = step->kind == TRACED_LOST && !step->target;
    if ((step->kind == TRACED_HALT || step->kind == TRACED_CRASH || is_unborn) && who != P_NONE)
        view_actors_halt(&r->actors, who, changes);
}

static void moved(void *data)
{
    compare_all(data);
}

// ------------------------------------------------------------------------------- life cycle

static History *make(void)
{
    History *r = memory_zeroed(1, sizeof *r);
    r->list = steps_observer(&r->steps);
    r->running = r->target = r->from = P_NONE;
    return r;
}

History *history_new(const PProgram *p, const PTest *test)
{
    History *r = make();
    TraceObserver observer = {.take = take, .data = r, .moved = moved};
    r->execution = execution_new_observed(p, test, &observer);
    r->actors.program = p;
    r->actors.execution = r->execution;
    return r;
}

History *history_read(FILE *trace)
{
    History *r = make();
    steps_read(&r->steps, trace);
    r->changes = memory_zeroed(r->steps.count, sizeof *r->changes);
    for (uint32_t i = 0; i < r->steps.count; i++)
        if (r->steps.items[i].kind == TRACED_CREATE && r->steps.items[i].who)
            view_actors_add(&r->actors, r->steps.items[i].who, r->steps.items[i].is_monitor, i + 1);
    return r;
}

void history_free(History *r)
{
    if (!r)
        return;
    view_actors_drop(&r->actors);
    if (r->execution)
        execution_free(r->execution);
    for (uint32_t i = 0; i < r->steps.count; i++)
        buf_drop(&r->changes[i]);
    free(r->changes);
    free(r->travelling);
    steps_drop(&r->steps);
    free(r);
}

Execution *history_execution(History *r)
{
    return r->execution;
}

uint32_t history_steps(const History *r)
{
    return r->steps.count;
}

// ---------------------------------------------------------------------------------- writing

typedef struct Writer {
    History *history;
    FileIndex *file_index;
    void *context;
    Buf *json;
    uint32_t rows;
    uint32_t next;  // the first step whose changes are not written yet
} Writer;

static void add_text(Buf *json, const char *name, const char *text)
{
    if (!text)
        return;
    buf_print(json, ",\"%s\":\"", name);
    text_json(json, text, strlen(text));
    buf_char(json, '"');
}

static void add_actor(const History *r, const char *name, const char *who, Buf *json)
{
    uint32_t index = view_actors_find(&r->actors, who);
    if (index != P_NONE)
        buf_print(json, ",\"%s\":%" PRIu32, name, index);
}

static void add_place(const Writer *w, const TraceStep *step)
{
    uint32_t file = step->file ? w->file_index(w->context, step->file) : P_NONE;
    if (file != P_NONE)
        buf_print(w->json, ",\"at\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", file, step->line,
                  step->column);
}

// The changes of the steps before `end` belong to the last row: the steps after a row that have
// no row of their own.
static void end_row(Writer *w, uint32_t end)
{
    bool is_first = true;
    if (w->rows == 0)
        return;
    for (; w->next < end; w->next++) {
        Buf *changes = &w->history->changes[w->next];
        if (!changes->size)
            continue;
        buf_print(w->json, "%s%s", is_first ? ",\"d\":[" : ",", changes->text);
        is_first = false;
    }
    buf_str(w->json, is_first ? "}" : "]}");
}

static void take_line(const StoryLine *line, void *context)
{
    Writer *w = context;
    const History *r = w->history;
    const TraceStep *step = line->step;
    uint32_t index = (uint32_t)(step - r->steps.items);
    Buf *json = w->json;

    end_row(w, index);
    buf_print(json, "%s\n{\"n\":%" PRIu32 ",\"turn\":%" PRIu32 ",\"what\":\"%s\"",
              w->rows++ ? "," : "", index + 1, line->turn, trace_kind_word(step->kind));
    add_actor(r, "who", line->who, json);
    if (step->kind == TRACED_CREATE && step->by)
        add_actor(r, "to", step->who, json);
    add_actor(r, "to", step->target, json);
    if (step->kind == TRACED_DELIVER)
        add_actor(r, "from", step->who, json);
    add_text(json, "state", step->state);
    add_text(json, "next", step->to);
    add_text(json, "event", step->event);
    add_text(json, "payload", step->payload);
    add_text(json, "kind", step->error);
    add_text(json, "message", step->message);
    add_text(json, "text", line->text);
    add_place(w, step);
}

static void write_actors(const History *r, Buf *json)
{
    const PProgram *p = r->actors.program;
    buf_str(json, "\"actors\":[");
    for (uint32_t i = 0; i < r->actors.count; i++) {
        const ViewActor *a = &r->actors.items[i];
        buf_print(json, "%s\n{\"created\":%" PRIu32 "%s", i ? "," : "", a->created,
                  a->is_monitor ? ",\"monitor\":true" : "");
        add_text(json, "name", a->name);
        if (a->kind != P_NONE) {
            const PMachineInfo *info = &p->machines[a->kind];
            add_text(json, "kind", info->name);
            buf_str(json, ",\"variables\":[");
            for (uint32_t k = 0; k < info->var_count; k++) {
                buf_print(json, "%s\"", k ? "," : "");
                text_json(json, info->var_names[k], strlen(info->var_names[k]));
                buf_char(json, '"');
            }
            buf_char(json, ']');
        }
        buf_char(json, '}');
    }
    buf_char(json, ']');
}

void history_write(History *r, FileIndex *file_index, void *context, Buf *json)
{
    Writer w = {.history = r, .file_index = file_index, .context = context, .json = json};
    uint32_t loop = 0;
    for (uint32_t i = 0; i < r->steps.count; i++)
        if (r->steps.items[i].kind == TRACED_LOOP)
            loop = i + 1;
    write_actors(r, json);
    buf_print(json, ",\n\"loop\":%" PRIu32 ",\"rows\":[", loop);
    story_each(&r->steps, take_line, &w);
    end_row(&w, r->steps.count);
    buf_char(json, ']');
}
