// explore/explore_next.c: what can happen next in an execution.

#include "explore/explore_next.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/memory.h"
#include "view/view_actors.h"

void explore_quote(Buf *json, const char *text)
{
    buf_char(json, '"');
    text_json(json, text, strlen(text));
    buf_char(json, '"');
}

bool explore_next_is_any(const Execution *x)
{
    uint32_t *list = memory_zeroed(execution_machines(x), sizeof *list);
    bool is_any = execution_enabled(x, list) > 0;
    free(list);
    return is_any;
}

static void add_value(Buf *b, const Execution *x, const PProgram *p, uint32_t type, PWord value)
{
    if (type == P_NONE || p->types[type].kind == P_TYPE_NULL)
        return;
    char *text = view_print_value(x, p, type, value);
    buf_print(b, " %s", text);
    free(text);
}

// "takes eAsk Client(3)", "starts"; a channel "delivers eAsk Client(3)".
static uint32_t tell_rest(Buf *b, const Execution *x, const PProgram *p, uint32_t machine)
{
    uint32_t event = execution_takes(x, machine), place = 0;

    if (event == P_NONE) {
        buf_str(b, "starts");
        return P_NONE;
    }
    buf_print(b, "%s %s", execution_is_machine(x, machine) ? "takes" : "delivers",
              p->events[event].name);
    while (place < execution_queue_count(x, machine) &&
           execution_queue_event(x, machine, place) != event)
        place++;
    if (place < execution_queue_count(x, machine))
        add_value(b, x, p, p->events[event].payload, execution_queue_payload(x, machine, place));
    return event;
}

// What the machine does in its next move; returns the event, or P_NONE.
static uint32_t tell(Buf *b, const Execution *x, const PProgram *p, uint32_t machine)
{
    const PRequest *ask = execution_request(x, machine);
    switch (execution_position(x, machine)) {
    case POSITION_REST:
        return tell_rest(b, x, p, machine);
    case POSITION_SHOW:
        buf_print(b, "shows monitors %s", p->events[ask->event].name);
        add_value(b, x, p, ask->type, ask->value);
        return ask->event;
    case POSITION_PUT:
        buf_print(b, "sends %s", p->events[ask->event].name);
        add_value(b, x, p, ask->type, ask->value);
        buf_print(b, " to %s", execution_name(x, P_MACHINE_ID(ask->target)));
        return ask->event;
    case POSITION_NEW:
        buf_print(b, "creates a %s", p->interfaces[ask->interface].name);
        return P_NONE;
    case POSITION_SAY:
        buf_print(b, "announces %s", p->events[ask->event].name);
        add_value(b, x, p, ask->type, ask->value);
        return ask->event;
    case POSITION_CHOICE:
        buf_print(b, "chooses one of %" PRIu32, ask->count);
        return P_NONE;
    case POSITION_DOOMED:
        buf_str(b, "ends the execution: its assumption does not hold");
        return P_NONE;
    case POSITION_HALTED:
        break;
    }
    bug("a machine that has halted can run");
}

static void write_one(const Execution *x, const PProgram *p, uint32_t machine, Buf *json)
{
    Buf does = {0};
    uint32_t event = tell(&does, x, p, machine);
    buf_print(json, "{\"machine\":%" PRIu32 ",\"name\":", machine);
    explore_quote(json, execution_name(x, machine));
    buf_str(json, ",\"does\":");
    explore_quote(json, buf_text(&does));
    if (event != P_NONE) {
        buf_str(json, ",\"event\":");
        explore_quote(json, p->events[event].name);
    }
    if (execution_position(x, machine) == POSITION_CHOICE)
        buf_print(json, ",\"alternatives\":%" PRIu32, execution_alternatives(x, machine));
    buf_char(json, '}');
    buf_drop(&does);
}

void explore_next_write(const Execution *x, const PProgram *p, bool is_over, Buf *json)
{
    uint32_t *list = memory_zeroed(execution_machines(x), sizeof *list);
    uint32_t count = is_over ? 0 : execution_enabled(x, list);
    buf_char(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        buf_str(json, i ? ",\n" : "\n");
        write_one(x, p, list[i], json);
    }
    buf_char(json, ']');
    free(list);
}
