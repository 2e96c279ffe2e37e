// report/p_output.c: a trace in the formats of P's checker.
//
// The text has one line for each step, with a tag at its beginning. The JSON trace has one
// entry for each step, with a vector clock: from the clocks P's visualiser knows where to draw
// a message between two machines. A send is written where the event is put into the queue, so
// after the steps of the monitors that saw the event.

#include "report/p_output.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/whole_file.h"
#include "report/p_schedule.h"
#include "report/search_words.h"
#include "report/steps.h"
#include "report/trace_file.h"

typedef struct Output {
    const Verdict *v;
    Steps steps;    // the steps of the trace, with values
    uint32_t at;    // number of the step that is being written, counted from 1
    Buf text;
    json_t *log;         // P's entries
    json_t *clocks;      // by machine: {machine: count}
    json_t *sent;        // by event and target: [{"clock", "at"}], oldest first
    json_t *active;      // by machine: its last step
    json_t *inboxes;     // by machine: events that were put into its queue and not taken
    json_t *hot;         // by monitor: the temperature of its state
    const char *sender;  // the machine that sent the event that monitors see now
    json_t *held;        // by machine: {"send", "waits": for a later turn}, not yet in a queue
    bool *booleans;      // of each choice: whether it is a `$`
    size_t choice;
} Output;

// ------------------------------------------------------------------------------- our steps

// An absent text is written as "".
static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

static const char *who_of(const TraceStep *step)
{
    return or_nothing(step->who);
}

// Adds "Server" for "Server(3)".
static void add_kind(Buf *b, const char *machine)
{
    buf_add(b, machine, strcspn(machine, "("));
}

// "eAnswer with payload (<ok:true, >)"
static void add_event(Buf *b, const TraceStep *step)
{
    buf_str(b, or_nothing(step->event));
    if (step->payload)
        buf_print(b, " with payload (%s)", or_nothing(step->payload));
}

// ---------------------------------------------------------------------------------- entries

static json_t *entry_new(const char *type)
{
    return json_pack("{s:s,s:{}}", "type", type, "details");
}

static void set(json_t *entry, const char *member, json_t *value)
{
    if (value)
        json_object_set_new(json_object_get(entry, "details"), member, value);
}

static void set_text(json_t *entry, const char *member, const char *text)
{
    set(entry, member, json_text(text));
}

static json_t *clock_of(Output *o, const char *who)
{
    json_t *clock = json_object_get(o->clocks, who);
    if (!clock) {
        clock = json_object();
        json_object_set_new(clock, who, json_integer(0));
        json_object_set_new(o->clocks, who, clock);
    }
    return clock;
}

// Each step of a machine increments its clock.
static void tick(Output *o, const char *who)
{
    json_t *clock = clock_of(o, who);
    json_int_t count = json_integer_value(json_object_get(clock, who));
    json_object_set_new(clock, who, json_integer(count + 1));
}

// Merges the other clock into the clock of the machine.
static void learn(Output *o, const char *who, json_t *other)
{
    json_t *clock = clock_of(o, who), *count;
    const char *name;
    json_object_foreach(other, name, count)
    {
        json_int_t known = json_integer_value(json_object_get(clock, name));
        if (strcmp(name, who) != 0 && json_integer_value(count) > known)
            json_object_set(clock, name, count);
    }
}

// Writes the line of text, the entry's `log`, and the clock of the machine.
static void finish(Output *o, json_t *entry, const char *tag, const char *who, const Buf *log_line)
{
    buf_print(&o->text, "<%s> %s\n", tag, buf_text(log_line));
    if (!entry)
        return;
    set_text(entry, "log", buf_text(log_line));
    if (who)
        set(entry, "clock", json_copy(clock_of(o, who)));
    json_array_append_new(o->log, entry);
}

// An entry about a machine or monitor, with its state if it has one.
static json_t *entry_of(Output *o, const TraceStep *step, const char *type)
{
    json_t *entry = entry_new(type);
    tick(o, who_of(step));
    set_text(entry, step->is_monitor ? "monitor" : "id", who_of(step));
    if (step->state)
        set_text(entry, "state", or_nothing(step->state));
    return entry;
}

static void add_about(const Output *o, json_t *entry, const TraceStep *step)
{
    const char *value = o->steps.values[step - o->steps.items];
    set_text(entry, "event", or_nothing(step->event));
    if (value)
        set(entry, "payload", json_loads(value, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
}

// ----------------------------------------------------------------------------- happenings

static void tell_create(Output *o, const TraceStep *step)
{
    const char *by = or_nothing(step->by), *who = who_of(step);
    Buf log_line = {0}, kind = {0};
    json_t *entry = entry_new(step->is_monitor ? "CreateMonitor" : "CreateStateMachine");

    tick(o, who);
    set_text(entry, step->is_monitor ? "monitor" : "id", who);
    buf_print(&log_line, "%s was created", who);
    if (!step->is_monitor)
        buf_print(&log_line, " by %s", *by ? by : "task '0'");
    buf_char(&log_line, '.');
    if (*by && !step->is_monitor) {
        add_kind(&kind, by);
        set_text(entry, "creatorName", by);
        set_text(entry, "creatorType", kind.text);
    }
    finish(o, entry, "CreateLog", who, &log_line);
    buf_drop(&log_line);
    buf_drop(&kind);
}

static void add_mail_key(Buf *key, const char *target, const TraceStep *step)
{
    buf_print(key, "%s %s %s", target, or_nothing(step->event), or_nothing(step->payload));
}

static void count_mail(Output *o, const char *machine, int more)
{
    json_int_t count = json_integer_value(json_object_get(o->inboxes, machine));
    json_object_set_new(o->inboxes, machine, json_integer(count + more));
}

// Writes that the event was put into the queue, or lost.
static void tell_put(Output *o, const TraceStep *send, bool is_lost)
{
    const char *who = who_of(send), *target = or_nothing(send->target);
    Buf log_line = {0}, key = {0};
    json_t *entry = entry_new("SendEvent");

    tick(o, who);
    set_text(entry, "sender", who);
    set_text(entry, "state", or_nothing(send->state));
    set_text(entry, "target", target);
    set(entry, "isTargetHalted", json_boolean(is_lost));
    add_about(o, entry, send);
    buf_print(&log_line, "'%s' in state '%s' sent event '", who, or_nothing(send->state));
    add_event(&log_line, send);
    buf_print(&log_line, "' to '%s'%s.", target, is_lost ? " which has halted" : "");
    finish(o, entry, "SendLog", who, &log_line);
    if (!is_lost) {
        add_mail_key(&key, target, send);
        json_t *queue = json_object_get(o->sent, key.text);
        if (!queue) {
            queue = json_array();
            json_object_set_new(o->sent, key.text, queue);
        }
        json_t *clock = json_copy(clock_of(o, who));
        json_array_append_new(queue,
                              json_pack("{s:o,s:I}", "clock", clock, "at", (json_int_t)o->at));
        count_mail(o, target, 1);
    }
    buf_drop(&log_line);
    buf_drop(&key);
}

// Takes the oldest matching event. True if it was sent after the last step of the machine: then
// the machine was waiting for it.
static bool take_mail(Output *o, const TraceStep *step)
{
    const char *who = who_of(step);
    bool was_blocked = false;
    Buf key = {0};

    add_mail_key(&key, who, step);
    json_t *queue = json_object_get(o->sent, key.text);
    const json_t *mail = json_array_get(queue, 0);
    if (mail) {
        json_int_t active = json_integer_value(json_object_get(o->active, who));
        was_blocked = json_integer_value(json_object_get(mail, "at")) > active;
        learn(o, who, json_object_get(mail, "clock"));
        json_array_remove(queue, 0);
        count_mail(o, who, -1);
    }
    buf_drop(&key);
    return was_blocked;
}

static void tell_shown(Output *o, const TraceStep *step)
{
    json_t *entry = entry_of(o, step, "MonitorProcessEvent");
    Buf log_line = {0};

    if (o->sender) {
        set_text(entry, "sender", o->sender);
        learn(o, who_of(step), clock_of(o, o->sender));
    }
    add_about(o, entry, step);
    buf_print(&log_line, "%s is processing event '", who_of(step));
    add_event(&log_line, step);
    buf_print(&log_line, "' in state '%s'.", or_nothing(step->state));
    finish(o, entry, "MonitorLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_default(Output *o, const TraceStep *step)
{
    json_t *entry = entry_of(o, step, "DefaultEventHandler");
    Buf log_line = {0};
    buf_print(&log_line, "%s is executing the default handler in state '%s'.", who_of(step),
              or_nothing(step->state));
    finish(o, entry, "DefaultLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_taken(Output *o, const TraceStep *step)
{
    bool is_receive = step->kind == TRACED_RECEIVE;
    Buf log_line = {0};

    if (step->is_monitor) {
        tell_shown(o, step);
        return;
    }
    if (!is_receive && strcmp(or_nothing(step->event), "null") == 0) {
        tell_default(o, step);
        return;
    }
    json_t *entry = entry_of(o, step, is_receive ? "ReceiveEvent" : "DequeueEvent");
    bool was_blocked = take_mail(o, step);
    add_about(o, entry, step);
    if (is_receive)
        set(entry, "wasBlocked", json_boolean(was_blocked));
    buf_print(&log_line, "'%s' dequeued event '", who_of(step));
    add_event(&log_line, step);
    buf_print(&log_line, "'%s in state '%s'.", is_receive && was_blocked ? " and unblocked" : "",
              or_nothing(step->state));
    finish(o, entry, is_receive ? "ReceiveLog" : "DequeueLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

// Returns "hot " or "cold ", and adds the temperature to the entry.
static const char *tell_temperature(Output *o, json_t *entry, const TraceStep *step)
{
    if (step->temperature)
        json_object_set_new(o->hot, who_of(step), json_string(step->temperature));
    const char *word = or_nothing(json_string_value(json_object_get(o->hot, who_of(step))));
    bool is_hot = strcmp(word, "hot") == 0, is_cold = strcmp(word, "cold") == 0;
    if (is_hot || is_cold)
        set(entry, "isInHotState", json_boolean(is_hot));
    return is_hot ? "hot " : is_cold ? "cold " : "";
}

static void tell_transition(Output *o, const TraceStep *step)
{
    bool is_entry = step->kind == TRACED_ENTRY;
    json_t *entry =
        entry_of(o, step, step->is_monitor ? "MonitorStateTransition" : "StateTransition");
    const char *temperature = step->is_monitor ? tell_temperature(o, entry, step) : "";
    Buf log_line = {0};

    set(entry, "isEntry", json_boolean(is_entry));
    buf_print(&log_line, "%s %s %sstate '%s'.", who_of(step), is_entry ? "enters" : "exits",
              temperature, or_nothing(step->state));
    finish(o, entry, step->is_monitor ? "MonitorLog" : "StateLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_goto(Output *o, const TraceStep *step)
{
    bool is_push = step->kind == TRACED_PUSH;
    Buf log_line = {0};
    if (step->is_monitor)
        return;
    tick(o, who_of(step));
    json_t *entry = entry_new(is_push ? "PushState" : "GotoState");
    set_text(entry, "id", who_of(step));
    set_text(entry, "startState", or_nothing(step->state));
    set_text(entry, "endState", or_nothing(step->to));
    buf_print(&log_line,
              is_push ? "%s pushed from state '%s' to state '%s'."
                      : "%s is transitioning from state '%s' to state '%s'.",
              who_of(step), or_nothing(step->state), or_nothing(step->to));
    finish(o, entry, is_push ? "PushLog" : "GotoLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_pop(Output *o, const TraceStep *step)
{
    Buf log_line = {0};
    tick(o, who_of(step));
    json_t *entry = entry_new("PopState");
    set_text(entry, "id", who_of(step));
    set_text(entry, "endState", or_nothing(step->state));
    buf_print(&log_line, "%s popped its state and reentered state '%s'.", who_of(step),
              or_nothing(step->state));
    finish(o, entry, "PopLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_raise(Output *o, const TraceStep *step)
{
    json_t *entry = entry_of(o, step, step->is_monitor ? "MonitorRaiseEvent" : "RaiseEvent");
    Buf log_line = {0};
    add_about(o, entry, step);
    buf_print(&log_line, "%s'%s' raised event '", step->is_monitor ? "Monitor " : "", who_of(step));
    add_event(&log_line, step);
    buf_print(&log_line, "' in state '%s'.", or_nothing(step->state));
    finish(o, entry, step->is_monitor ? "MonitorLog" : "RaiseLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_unhandled(Output *o, const TraceStep *step)
{
    Buf log_line = {0};
    if (step->is_monitor)
        return;
    json_t *entry = entry_of(o, step, "PopStateUnhandledEvent");
    set_text(entry, "event", or_nothing(step->event));
    buf_print(&log_line, "%s popped state %s due to unhandled event '%s'.", who_of(step),
              or_nothing(step->state), or_nothing(step->event));
    finish(o, entry, "PopLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_choice(Output *o, const TraceStep *step)
{
    Buf log_line = {0};
    buf_print(&log_line, "%s nondeterministically chose '", who_of(step));
    if (o->booleans[o->choice++])
        buf_str(&log_line, step->chosen ? "True" : "False");
    else
        buf_print(&log_line, "%" PRIu32, step->chosen);
    buf_str(&log_line, "'.");
    finish(o, NULL, "RandomLog", NULL, &log_line);
    buf_drop(&log_line);
}

static void tell_announce(Output *o, const TraceStep *step)
{
    Buf log_line = {0};
    tick(o, who_of(step));
    json_t *entry = entry_new("Announce");
    set_text(entry, "id", who_of(step));
    add_about(o, entry, step);
    buf_print(&log_line, "'%s' announced event '%s'", who_of(step), or_nothing(step->event));
    if (step->payload)
        buf_print(&log_line, " with payload %s", or_nothing(step->payload));
    buf_char(&log_line, '.');
    finish(o, entry, "AnnounceLog", who_of(step), &log_line);
    buf_drop(&log_line);
    o->sender = who_of(step);
}

static void tell_print(Output *o, const TraceStep *step)
{
    Buf log_line = {0};
    buf_str(&log_line, or_nothing(step->text));
    finish(o, entry_new("Print"), "PrintLog", NULL, &log_line);
    buf_drop(&log_line);
}

static void tell_halt(Output *o, const TraceStep *step)
{
    json_int_t left = json_integer_value(json_object_get(o->inboxes, who_of(step)));
    Buf log_line = {0};
    tick(o, who_of(step));
    json_t *entry = entry_new("Halt");
    set_text(entry, "id", who_of(step));
    set(entry, "haltInboxSize", json_integer(left));
    buf_print(&log_line, "%s halted with %lld events in its inbox.", who_of(step), (long long)left);
    finish(o, entry, "HaltLog", who_of(step), &log_line);
    buf_drop(&log_line);
}

static void tell_error(Output *o, const TraceStep *step)
{
    const char *search = search_policies[o->v->search->kind].name;
    json_t *entry = entry_new("AssertionFailure");
    Buf log_line = {0};

    // P has no kinds of errors. So the kind is part of the message.
    buf_print(&log_line, "%s: %s", or_nothing(step->error), or_nothing(step->message));
    set_text(entry, "error", log_line.text);
    finish(o, entry, "ErrorLog", NULL, &log_line);
    log_line.size = 0;
    entry = entry_new("StrategyDescription");
    set_text(entry, "strategy", search);
    set_text(entry, "strategyDescription", "");
    buf_print(&log_line, "Found bug using '%s' strategy.", search);
    finish(o, entry, "StrategyLog", NULL, &log_line);
    buf_drop(&log_line);
}

// ------------------------------------------------------------------------- when it is sent

// The next step in which the machine itself does something.
static const TraceStep *next_of(const Output *o, const char *who)
{
    for (uint32_t i = o->at; i < o->steps.count; i++) {
        const TraceStep *step = &o->steps.items[i];
        if (step->kind != TRACED_TURN && !step->is_monitor && strcmp(who_of(step), who) == 0)
            return step;
    }
    return NULL;
}

// Monitors see the event first. It is put into the queue later, or never if a monitor fails.
static void tell_send(Output *o, const TraceStep *step)
{
    const TraceStep *next = o->at < o->steps.count ? &o->steps.items[o->at] : NULL;
    const TraceStep *own = next_of(o, who_of(step));
    bool waits = own && (own->kind == TRACED_ENQUEUE || own->kind == TRACED_DROP);

    o->sender = who_of(step);
    if (waits || (next && next->is_monitor))
        json_object_set_new(o->held, who_of(step),
                            json_pack("{s:I,s:b}", "send", (json_int_t)(o->at - 1), "waits",
                                      (int)waits));
    else
        tell_put(o, step, false);
}

static void tell_held(Output *o, const char *who, bool is_lost)
{
    json_t *held = json_object_get(o->held, who);
    if (!held)
        return;
    tell_put(o, &o->steps.items[json_integer_value(json_object_get(held, "send"))], is_lost);
    json_object_del(o->held, who);
}

// Whether the step belongs to a monitor that handles an event. The error of a monitor that is
// hot at the end does not.
static bool is_watching(const TraceStep *step)
{
    bool is_hot = step->kind == TRACED_ERROR && strcmp(or_nothing(step->error), "liveness") == 0;
    return step->is_monitor && !is_hot;
}

// The monitors are done: writes the events that are put into their queues now, not in a later
// turn.
static void settle_sends(Output *o, const TraceStep *step)
{
    const char *who;
    json_t *held;
    void *next;

    if (is_watching(step) || step->kind == TRACED_END)
        return;
    json_object_foreach_safe(o->held, next, who, held)
    {
        if (!json_is_true(json_object_get(held, "waits")))
            tell_held(o, who, false);
    }
}

static void tell_enqueue(Output *o, const TraceStep *step)
{
    tell_held(o, who_of(step), step->kind == TRACED_DROP);
}

static void (*const tellers[TRACED_COUNT])(Output *o, const TraceStep *step) = {
    [TRACED_CREATE] = tell_create,       [TRACED_SEND] = tell_send,
    [TRACED_ENQUEUE] = tell_enqueue,     [TRACED_DROP] = tell_enqueue,
    [TRACED_DEQUEUE] = tell_taken,       [TRACED_RECEIVE] = tell_taken,
    [TRACED_ENTRY] = tell_transition,    [TRACED_EXIT] = tell_transition,
    [TRACED_GOTO] = tell_goto,           [TRACED_PUSH] = tell_goto,
    [TRACED_POP] = tell_pop,             [TRACED_RAISE] = tell_raise,
    [TRACED_UNHANDLED] = tell_unhandled, [TRACED_CHOICE] = tell_choice,
    [TRACED_ANNOUNCE] = tell_announce,   [TRACED_PRINT] = tell_print,
    [TRACED_HALT] = tell_halt,           [TRACED_ERROR] = tell_error,
};

static void tell(Output *o, const TraceStep *step)
{
    settle_sends(o, step);
    if (tellers[step->kind])
        tellers[step->kind](o, step);
    if (step->kind != TRACED_TURN && *who_of(step))
        json_object_set_new(o->active, who_of(step), json_integer((json_int_t)o->at));
}

// ----------------------------------------------------------------------------------- files

static void tell_all(Output *o)
{
    const Verdict *v = o->v;
    o->steps.has_values = true;
    steps_execute(&o->steps, v->program, v->test, &v->result.schedule);
    o->log = json_array();
    o->clocks = json_object();
    o->sent = json_object();
    o->active = json_object();
    o->inboxes = json_object();
    o->hot = json_object();
    o->held = json_object();
    buf_print(&o->text, "<TestLog> Running test '%s'.\n", o->v->test->name);
    for (o->at = 1; o->at <= o->steps.count; o->at++)
        tell(o, &o->steps.items[o->at - 1]);
}

static void drop(Output *o)
{
    json_t *all[] = {o->log, o->clocks, o->sent, o->active, o->inboxes, o->hot, o->held};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        json_decref(all[i]);
    steps_drop(&o->steps);
    buf_drop(&o->text);
    free(o->booleans);
}

static bool write_file(const Output *o, const char *folder, const char *ending, const char *text,
                       size_t size, Err *err)
{
    Buf path = {0};
    WholeFile f;
    trace_file_path(&path, folder, o->v->test, o->v->result.bug.kind, ending);
    bool ok = whole_file_open(&f, path.text, err);
    if (ok) {
        fwrite(text, 1, size, f.out);
        ok = whole_file_close(&f, err);
    }
    buf_drop(&path);
    return ok;
}

// P checks how long a monitor is hot only in a fair schedule, with the threshold in the file.
// P counts choices as well as turns, so it reports the bug at our step or earlier.
static void write_threshold(uint64_t steps, Buf *schedule)
{
    buf_print(schedule, "--fair-scheduling\n--liveness-temperature-threshold:%" PRIu64 "\n", steps);
}

// P has no infinite executions: several rounds of a loop take its place, so many that the monitor
// is hot for longer in them than in everything before them.
static void unroll(const Verdict *v, Schedule *several, Buf *schedule)
{
    const Schedule *once = &v->result.schedule;
    uint64_t steps = (uint64_t)once->turn_count + once->choice_count;
    uint32_t loop = once->turn_count - once->loop + 1;
    if (!schedule_unroll(v->program, v->test, once, (uint32_t)(steps / loop) + 2, several))
        bug("a loop that was executed cannot be repeated");
    write_threshold(steps, schedule);
}

bool p_output_write(const char *folder, const Verdict *found, Err *err)
{
    Verdict shown = *found;
    const Verdict *v = &shown;
    Output o = {.v = v};
    Schedule several = {0};
    Buf schedule = {0};
    Err why = {0};

    if (verdict_is_suspicion(v))
        write_threshold(v->search->temperature, &schedule);
    if (v->result.schedule.loop && v->result.is_replayed) {
        unroll(v, &several, &schedule);
        shown.result.schedule = several;
    }
    bool has_schedule =
        p_schedule_write(v->program, v->test, &v->result.schedule, &schedule, &o.booleans, &why);
    tell_all(&o);
    char *log = json_dumps(o.log, JSON_INDENT(2));
    if (!log)
        die_out_of_memory(0);
    bool ok = write_file(&o, folder, ".txt", o.text.text, o.text.size, err);
    ok = write_file(&o, folder, ".trace.json", log, strlen(log), err) && ok;
    if (has_schedule)
        ok = write_file(&o, folder, ".schedule", schedule.text, schedule.size, err) && ok;
    else
        fprintf(stderr, "note: there is no schedule for P's checker: %s\n", why.text);
    free(log);
    buf_drop(&schedule);
    drop(&o);
    schedule_drop(&several);
    return ok;
}
