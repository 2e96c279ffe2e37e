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
    bool is_any = execution_enabled(x, list) > 0 || execution_has_faults(x);
    free(list);
    return is_any;
}

// "Client(3)"; a channel is "Client(3) to Server(2)".
static void add_name(Buf *b, const Execution *x, uint32_t machine)
{
    uint32_t from, to;
    if (execution_ends(x, machine, &from, &to))
        buf_print(b, "%s to %s", execution_name(x, from), execution_name(x, to));
    else
        buf_str(b, execution_name(x, machine));
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
        buf_print(b, "chooses one of %" PRIu32, execution_alternatives(x, machine));
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
    Buf does = {0}, name = {0};
    uint32_t event = tell(&does, x, p, machine);
    add_name(&name, x, machine);
    buf_print(json, "{\"machine\":%" PRIu32 ",\"name\":", machine);
    explore_quote(json, buf_text(&name));
    buf_str(json, ",\"does\":");
    explore_quote(json, buf_text(&does));
    if (event != P_NONE) {
        buf_str(json, ",\"event\":");
        explore_quote(json, p->events[event].name);
    }
    if (execution_position(x, machine) == POSITION_CHOICE)
        buf_print(json, ",\"alternatives\":%" PRIu32, execution_alternatives(x, machine));
    // The sender of a channel has crashed: what it sent arrives up to some event.
    if (execution_position(x, machine) == POSITION_CHOICE && !execution_is_machine(x, machine))
        buf_str(json, ",\"words\":[\"delivers the next event\",\"loses the rest\"]");
    buf_char(json, '}');
    buf_drop(&does);
    buf_drop(&name);
}

// The machines of a container.
static void add_container(Buf *b, const Execution *x, uint32_t container)
{
    const char *comma = "";
    for (uint32_t i = 1; i <= execution_machines(x); i++)
        if (execution_is_machine(x, i) && execution_container(x, i) == container &&
            execution_position(x, i) != POSITION_HALTED) {
            buf_print(b, "%s%s", comma, execution_name(x, i));
            comma = ", ";
        }
    if (!*comma)
        buf_str(b, execution_name(x, container));
}

static void tell_fault(Buf *b, const Execution *x, const uint32_t *choices)
{
    switch ((FaultKind)choices[0]) {
    case FAULT_NONE:
        buf_str(b, "nothing more goes wrong");
        return;
    case FAULT_CRASH:
        add_container(b, x, choices[1]);
        buf_str(b, ": crash");
        return;
    case FAULT_CUT:
        buf_str(b, "cut between ");
        add_container(b, x, choices[1]);
        buf_str(b, " and ");
        add_container(b, x, choices[2]);
        return;
    case FAULT_SUSPECT:
        buf_print(b, "%s suspects %s", execution_name(x, choices[1]),
                  execution_name(x, choices[2]));
        return;
    }
    bug("a fault has the kind %u", choices[0]);
}

static void write_fault(const Execution *x, const Turn *turn, const uint32_t *choices, Buf *json)
{
    Buf does = {0};
    tell_fault(&does, x, choices);
    buf_print(json, "{\"machine\":%" PRIu32 ",\"name\":\"fault\",\"does\":", turn->machine);
    explore_quote(json, buf_text(&does));
    buf_str(json, ",\"choices\":[");
    for (uint32_t i = 0; i < turn->choice_count; i++)
        buf_print(json, "%s%" PRIu32, i ? "," : "", choices[i]);
    buf_str(json, "]}");
    buf_drop(&does);
}

void explore_next_write(const Execution *x, const PProgram *p, const Schedule *faults,
                        bool is_over, Buf *json)
{
    uint32_t *list = memory_zeroed(execution_machines(x), sizeof *list);
    uint32_t count = is_over ? 0 : execution_enabled(x, list);
    buf_char(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        buf_str(json, i ? ",\n" : "\n");
        write_one(x, p, list[i], json);
    }
    for (uint32_t i = 0; i < faults->turn_count && !is_over; i++) {
        buf_str(json, count || i ? ",\n" : "\n");
        write_fault(x, &faults->turns[i], faults->choices + faults->turns[i].first_choice, json);
    }
    buf_char(json, ']');
    free(list);
}
