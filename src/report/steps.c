// report/steps.c: steps copied from an execution, or read back from a trace file.

#include "report/steps.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

static TraceStep *add(Steps *steps, const TraceStep *step)
{
    MEMORY_GROW(steps->items, steps->count + 1, steps->capacity);
    steps->items[steps->count] = *step;
    return &steps->items[steps->count++];
}

// ------------------------------------------------------------------------ from an execution

static const char *keep(Steps *steps, const char *text)
{
    return text ? arena_copy(&steps->arena, text, strlen(text)) : NULL;
}

// Text of the program may contain any bytes. It is stored with the same escapes as in a trace
// file.
static const char *keep_clean(Steps *steps, const char *text, size_t size)
{
    if (!text)
        return NULL;
    Buf clean = {0};
    utf8_clean(&clean, text, size);
    const char *kept = arena_copy(&steps->arena, buf_text(&clean), clean.size);
    buf_drop(&clean);
    return kept;
}

static const char *keep_json(Steps *steps, const TraceStep *step)
{
    Buf json = {0};
    if (!step->payload)
        return NULL;
    trace_payload_json(step, &json);
    const char *kept = arena_copy(&steps->arena, buf_text(&json), json.size);
    buf_drop(&json);
    return kept;
}

static void take(void *data, const TraceStep *step)
{
    Steps *steps = data;
    TraceStep *s = add(steps, step);

    // Names of states, events and files belong to the program and stay valid; names of machines
    // do not.
    s->who = keep(steps, step->who);
    s->by = keep(steps, step->by);
    s->target = keep(steps, step->target);
    s->payload = keep_clean(steps, step->payload, step->payload_size);
    s->text = keep_clean(steps, step->text, step->text_size);
    s->message = step->message ? keep_clean(steps, step->message, strlen(step->message)) : NULL;
    s->trace = NULL;
    if (steps->has_values) {
        steps->values = memory_resized(steps->values, steps->capacity, sizeof *steps->values);
        steps->values[steps->count - 1] = keep_json(steps, step);
    }
}

TraceObserver steps_observer(Steps *steps)
{
    return (TraceObserver){.take = take, .data = steps, .has_variables = steps->has_variables};
}

void steps_execute(Steps *steps, const PProgram *p, const PTest *test, const Schedule *schedule)
{
    TraceObserver observer = steps_observer(steps);
    Bug bug;
    execute_observed(p, test, schedule, &observer, &bug);
}

// ------------------------------------------------------------------------------ from a file

static const char *read_text(Steps *steps, const json_t *line, const char *member)
{
    const json_t *text = json_object_get(line, member);
    return text ? arena_copy(&steps->arena, json_string_value(text), json_string_length(text))
                : NULL;
}

static uint32_t read_number(const json_t *line, const char *member)
{
    return (uint32_t)json_integer_value(json_object_get(line, member));
}

// TRACED_COUNT: unknown, from a later version of the format.
static TraceKind read_kind(const json_t *line)
{
    const char *word = json_string_value(json_object_get(line, "what"));
    int kind = 0;
    while (kind < TRACED_COUNT && strcmp(word, trace_kind_word((TraceKind)kind)) != 0)
        kind++;
    return (TraceKind)kind;
}

// "file:line:column"
static void read_place(Steps *steps, const json_t *line, TraceStep *s)
{
    const char *at = json_string_value(json_object_get(line, "at"));
    const char *column = at ? strrchr(at, ':') : NULL;
    const char *row = column ? memrchr(at, ':', (size_t)(column - at)) : NULL;
    if (!row)
        return;
    s->file = arena_copy(&steps->arena, at, (size_t)(row - at));
    s->line = (uint32_t)strtoul(row + 1, NULL, 10);
    s->column = (uint32_t)strtoul(column + 1, NULL, 10);
}

static void read_step(Steps *steps, const json_t *line)
{
    bool is_monitor = json_object_get(line, "monitor") != NULL;
    TraceStep s = {
        .kind = read_kind(line),
        .who = read_text(steps, line, is_monitor ? "monitor" : "machine"),
        .is_monitor = is_monitor,
        .by = read_text(steps, line, "by"),
        .state = read_text(steps, line, "state"),
        .to = read_text(steps, line, "to"),
        .temperature = read_text(steps, line, "temperature"),
        .event = read_text(steps, line, "event"),
        .function = read_text(steps, line, "function"),
        .encoded = read_text(steps, line, "encoded"),
        .payload = read_text(steps, line, "payload"),
        .target = read_text(steps, line, "target"),
        .count = read_number(line, "of"),
        .chosen = read_number(line, "chosen"),
        .is_fair = json_is_true(json_object_get(line, "fair")),
        .text = read_text(steps, line, "text"),
        .error = read_text(steps, line, "kind"),
        .message = read_text(steps, line, "message"),
        .moves = read_number(line, "moves"),
        .outcome = read_text(steps, line, "outcome"),
        .type = P_NONE,
    };
    read_place(steps, line, &s);
    add(steps, &s);
}

void steps_read(Steps *steps, FILE *trace)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t size;

    // A line without an end is the last one of a process that was killed.
    while ((size = getline(&text, &room, trace)) > 0 && text[size - 1] == '\n') {
        json_error_t error;
        json_t *line = json_loadb(text, (size_t)size, JSON_ALLOW_NUL, &error);
        if (!line)
            bug("a trace that was accepted is no JSON: %s", error.text);
        if (json_object_get(line, "step"))  // the header has no "step"
            read_step(steps, line);
        json_decref(line);
    }
    free(text);
}

void steps_drop(Steps *steps)
{
    arena_drop(&steps->arena);
    free(steps->items);
    free(steps->values);
    *steps = (Steps){0};
}
