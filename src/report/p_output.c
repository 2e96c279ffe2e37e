// report/p_output.c: a trace of ours, told as P's checker tells it.
//
// The text has a line for each happening, with a tag in front. The JSON trace has an entry
// for it, with a vector clock: P's visualiser draws machines as lines, and what is sent
// between them where a clock knows of another. A send stands where the event is put into
// the queue, so behind what monitors did with it.

#include "report/p_output.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole_file.h"
#include "lang/diag_json.h"
#include "report/p_schedule.h"
#include "report/search_words.h"
#include "report/trace_file.h"

typedef struct Output {
    const Verdict *v;
    json_t *lines;  // of our trace
    size_t at;      // the one that is told
    Buf text;
    json_t *log;         // P's entries
    json_t *clocks;      // by machine: {machine: count}
    json_t *sent;        // by what was sent to whom: [{"clock", "at"}], oldest first
    json_t *active;      // by machine: the line at which it did something last
    json_t *inboxes;     // by machine: events that were put and not taken
    json_t *hot;         // by monitor: the temperature of its state
    const char *sender;  // whose event monitors are shown
    json_t *held;        // by machine: {"send", "waits": for a later turn}, not put yet
    bool *booleans;      // of each choice
    size_t choice;
} Output;

// ------------------------------------------------------------------------------- our lines

static const char *text_of(const json_t *line, const char *member)
{
    const char *text = json_string_value(json_object_get(line, member));
    return text ? text : "";
}

static bool is(const json_t *line, const char *what)
{
    return strcmp(text_of(line, "what"), what) == 0;
}

static bool is_monitor(const json_t *line)
{
    return json_object_get(line, "monitor") != NULL;
}

static const char *who_of(const json_t *line)
{
    return text_of(line, is_monitor(line) ? "monitor" : "machine");
}

// "Server(3)" is a Server.
static void add_kind(Buf *b, const char *machine)
{
    buf_add(b, machine, strcspn(machine, "("));
}

// "eAnswer with payload (<ok:true, >)"
static void add_event(Buf *b, const json_t *line)
{
    buf_str(b, text_of(line, "event"));
    if (json_object_get(line, "payload"))
        buf_print(b, " with payload (%s)", text_of(line, "payload"));
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

// Everything a machine does counts.
static void tick(Output *o, const char *who)
{
    json_t *clock = clock_of(o, who);
    json_int_t count = json_integer_value(json_object_get(clock, who));
    json_object_set_new(clock, who, json_integer(count + 1));
}

// What the other knew, this one knows now.
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

// The line of text, the entry's `log`, and the clock of who did it.
static void finish(Output *o, json_t *entry, const char *tag, const char *who, const Buf *told)
{
    buf_print(&o->text, "<%s> %s\n", tag, buf_text(told));
    if (!entry)
        return;
    set_text(entry, "log", buf_text(told));
    if (who)
        set(entry, "clock", json_copy(clock_of(o, who)));
    json_array_append_new(o->log, entry);
}

// An entry about a machine or monitor that has a name, and perhaps a state.
static json_t *entry_of(Output *o, const json_t *line, const char *type)
{
    json_t *entry = entry_new(type);
    tick(o, who_of(line));
    set_text(entry, is_monitor(line) ? "monitor" : "id", who_of(line));
    if (json_object_get(line, "state"))
        set_text(entry, "state", text_of(line, "state"));
    return entry;
}

static void add_about(json_t *entry, const json_t *line)
{
    set_text(entry, "event", text_of(line, "event"));
    set(entry, "payload", json_incref(json_object_get(line, "value")));
}

// ----------------------------------------------------------------------------- happenings

static void tell_create(Output *o, const json_t *line)
{
    const char *by = text_of(line, "by"), *who = who_of(line);
    Buf told = {0}, kind = {0};
    json_t *entry = entry_new(is_monitor(line) ? "CreateMonitor" : "CreateStateMachine");

    tick(o, who);
    set_text(entry, is_monitor(line) ? "monitor" : "id", who);
    buf_print(&told, "%s was created", who);
    if (!is_monitor(line))
        buf_print(&told, " by %s", *by ? by : "task '0'");
    buf_char(&told, '.');
    if (*by && !is_monitor(line)) {
        add_kind(&kind, by);
        set_text(entry, "creatorName", by);
        set_text(entry, "creatorType", kind.text);
    }
    finish(o, entry, "CreateLog", who, &told);
    buf_drop(&told);
    buf_drop(&kind);
}

static void add_mail_key(Buf *key, const char *target, const json_t *line)
{
    buf_print(key, "%s %s %s", target, text_of(line, "event"), text_of(line, "payload"));
}

static void count_mail(Output *o, const char *machine, int more)
{
    json_int_t count = json_integer_value(json_object_get(o->inboxes, machine));
    json_object_set_new(o->inboxes, machine, json_integer(count + more));
}

// The event is in the queue, or lost.
static void tell_put(Output *o, const json_t *send, bool is_lost)
{
    const char *who = who_of(send), *target = text_of(send, "target");
    Buf told = {0}, key = {0};
    json_t *entry = entry_new("SendEvent");

    tick(o, who);
    set_text(entry, "sender", who);
    set_text(entry, "state", text_of(send, "state"));
    set_text(entry, "target", target);
    set(entry, "isTargetHalted", json_boolean(is_lost));
    add_about(entry, send);
    buf_print(&told, "'%s' in state '%s' sent event '", who, text_of(send, "state"));
    add_event(&told, send);
    buf_print(&told, "' to '%s'%s.", target, is_lost ? " which has halted" : "");
    finish(o, entry, "SendLog", who, &told);
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
    buf_drop(&told);
    buf_drop(&key);
}

// Whether the event was sent after the machine had begun to wait for it.
static bool take_mail(Output *o, const json_t *line)
{
    const char *who = who_of(line);
    bool was_blocked = false;
    Buf key = {0};

    add_mail_key(&key, who, line);
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

static void tell_shown(Output *o, const json_t *line)
{
    json_t *entry = entry_of(o, line, "MonitorProcessEvent");
    Buf told = {0};

    if (o->sender) {
        set_text(entry, "sender", o->sender);
        learn(o, who_of(line), clock_of(o, o->sender));
    }
    add_about(entry, line);
    buf_print(&told, "%s is processing event '", who_of(line));
    add_event(&told, line);
    buf_print(&told, "' in state '%s'.", text_of(line, "state"));
    finish(o, entry, "MonitorLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_default(Output *o, const json_t *line)
{
    json_t *entry = entry_of(o, line, "DefaultEventHandler");
    Buf told = {0};
    buf_print(&told, "%s is executing the default handler in state '%s'.", who_of(line),
              text_of(line, "state"));
    finish(o, entry, "DefaultLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_taken(Output *o, const json_t *line)
{
    bool is_receive = is(line, "receive");
    Buf told = {0};

    if (is_monitor(line)) {
        tell_shown(o, line);
        return;
    }
    if (!is_receive && strcmp(text_of(line, "event"), "null") == 0) {
        tell_default(o, line);
        return;
    }
    json_t *entry = entry_of(o, line, is_receive ? "ReceiveEvent" : "DequeueEvent");
    bool was_blocked = take_mail(o, line);
    add_about(entry, line);
    if (is_receive)
        set(entry, "wasBlocked", json_boolean(was_blocked));
    buf_print(&told, "'%s' dequeued event '", who_of(line));
    add_event(&told, line);
    buf_print(&told, "'%s in state '%s'.", is_receive && was_blocked ? " and unblocked" : "",
              text_of(line, "state"));
    finish(o, entry, is_receive ? "ReceiveLog" : "DequeueLog", who_of(line), &told);
    buf_drop(&told);
}

// "hot " or "cold ", and the member that says so.
static const char *tell_temperature(Output *o, json_t *entry, const json_t *line)
{
    json_t *now = json_object_get(line, "temperature");
    if (now)
        json_object_set(o->hot, who_of(line), now);
    const char *word = text_of(o->hot, who_of(line));
    bool is_hot = strcmp(word, "hot") == 0, is_cold = strcmp(word, "cold") == 0;
    if (is_hot || is_cold)
        set(entry, "isInHotState", json_boolean(is_hot));
    return is_hot ? "hot " : is_cold ? "cold " : "";
}

static void tell_transition(Output *o, const json_t *line)
{
    bool is_entry = is(line, "entry");
    json_t *entry =
        entry_of(o, line, is_monitor(line) ? "MonitorStateTransition" : "StateTransition");
    const char *temperature = is_monitor(line) ? tell_temperature(o, entry, line) : "";
    Buf told = {0};

    set(entry, "isEntry", json_boolean(is_entry));
    buf_print(&told, "%s %s %sstate '%s'.", who_of(line), is_entry ? "enters" : "exits",
              temperature, text_of(line, "state"));
    finish(o, entry, is_monitor(line) ? "MonitorLog" : "StateLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_goto(Output *o, const json_t *line)
{
    bool is_push = is(line, "push");
    Buf told = {0};
    if (is_monitor(line))
        return;
    tick(o, who_of(line));
    json_t *entry = entry_new(is_push ? "PushState" : "GotoState");
    set_text(entry, "id", who_of(line));
    set_text(entry, "startState", text_of(line, "state"));
    set_text(entry, "endState", text_of(line, "to"));
    buf_print(&told,
              is_push ? "%s pushed from state '%s' to state '%s'."
                      : "%s is transitioning from state '%s' to state '%s'.",
              who_of(line), text_of(line, "state"), text_of(line, "to"));
    finish(o, entry, is_push ? "PushLog" : "GotoLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_pop(Output *o, const json_t *line)
{
    Buf told = {0};
    tick(o, who_of(line));
    json_t *entry = entry_new("PopState");
    set_text(entry, "id", who_of(line));
    set_text(entry, "endState", text_of(line, "state"));
    buf_print(&told, "%s popped its state and reentered state '%s'.", who_of(line),
              text_of(line, "state"));
    finish(o, entry, "PopLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_raise(Output *o, const json_t *line)
{
    json_t *entry = entry_of(o, line, is_monitor(line) ? "MonitorRaiseEvent" : "RaiseEvent");
    Buf told = {0};
    add_about(entry, line);
    buf_print(&told, "%s'%s' raised event '", is_monitor(line) ? "Monitor " : "", who_of(line));
    add_event(&told, line);
    buf_print(&told, "' in state '%s'.", text_of(line, "state"));
    finish(o, entry, is_monitor(line) ? "MonitorLog" : "RaiseLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_unhandled(Output *o, const json_t *line)
{
    Buf told = {0};
    if (is_monitor(line))
        return;
    json_t *entry = entry_of(o, line, "PopStateUnhandledEvent");
    set_text(entry, "event", text_of(line, "event"));
    buf_print(&told, "%s popped state %s due to unhandled event '%s'.", who_of(line),
              text_of(line, "state"), text_of(line, "event"));
    finish(o, entry, "PopLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_choice(Output *o, const json_t *line)
{
    long long chosen = json_integer_value(json_object_get(line, "chosen"));
    Buf told = {0};
    buf_print(&told, "%s nondeterministically chose '", who_of(line));
    if (o->booleans[o->choice++])
        buf_str(&told, chosen ? "True" : "False");
    else
        buf_print(&told, "%lld", chosen);
    buf_str(&told, "'.");
    finish(o, NULL, "RandomLog", NULL, &told);
    buf_drop(&told);
}

static void tell_announce(Output *o, const json_t *line)
{
    Buf told = {0};
    tick(o, who_of(line));
    json_t *entry = entry_new("Announce");
    set_text(entry, "id", who_of(line));
    add_about(entry, line);
    buf_print(&told, "'%s' announced event '%s'", who_of(line), text_of(line, "event"));
    if (json_object_get(line, "payload"))
        buf_print(&told, " with payload %s", text_of(line, "payload"));
    buf_char(&told, '.');
    finish(o, entry, "AnnounceLog", who_of(line), &told);
    buf_drop(&told);
    o->sender = who_of(line);
}

static void tell_print(Output *o, const json_t *line)
{
    Buf told = {0};
    buf_str(&told, text_of(line, "text"));
    finish(o, entry_new("Print"), "PrintLog", NULL, &told);
    buf_drop(&told);
}

static void tell_halt(Output *o, const json_t *line)
{
    json_int_t left = json_integer_value(json_object_get(o->inboxes, who_of(line)));
    Buf told = {0};
    tick(o, who_of(line));
    json_t *entry = entry_new("Halt");
    set_text(entry, "id", who_of(line));
    set(entry, "haltInboxSize", json_integer(left));
    buf_print(&told, "%s halted with %lld events in its inbox.", who_of(line), (long long)left);
    finish(o, entry, "HaltLog", who_of(line), &told);
    buf_drop(&told);
}

static void tell_error(Output *o, const json_t *line)
{
    const char *search = search_policies[o->v->search->kind].name;
    json_t *entry = entry_new("AssertionFailure");
    Buf told = {0};

    // P has no kinds; its messages say as much.
    buf_print(&told, "%s: %s", text_of(line, "kind"), text_of(line, "message"));
    set_text(entry, "error", told.text);
    finish(o, entry, "ErrorLog", NULL, &told);
    told.size = 0;
    entry = entry_new("StrategyDescription");
    set_text(entry, "strategy", search);
    set_text(entry, "strategyDescription", "");
    buf_print(&told, "Found bug using '%s' strategy.", search);
    finish(o, entry, "StrategyLog", NULL, &told);
    buf_drop(&told);
}

// ------------------------------------------------------------------------- when it is sent

// The next line in which the machine itself does something.
static const json_t *next_of(const Output *o, const char *who)
{
    for (size_t i = o->at + 1; i < json_array_size(o->lines); i++) {
        const json_t *line = json_array_get(o->lines, i);
        if (!is(line, "turn") && strcmp(text_of(line, "machine"), who) == 0)
            return line;
    }
    return NULL;
}

// Monitors are shown the event first; it may be put later, or never, when one of them fails.
static void tell_send(Output *o, json_t *line)
{
    const json_t *next = json_array_get(o->lines, o->at + 1);
    const json_t *own = next_of(o, who_of(line));
    bool waits = own && (is(own, "enqueue") || is(own, "drop"));

    o->sender = who_of(line);
    if (waits || (next && is_monitor(next)))
        json_object_set_new(o->held, who_of(line),
                            json_pack("{s:O,s:b}", "send", line, "waits", (int)waits));
    else
        tell_put(o, line, false);
}

static void tell_held(Output *o, const char *who, bool is_lost)
{
    json_t *held = json_object_get(o->held, who);
    if (!held)
        return;
    tell_put(o, json_object_get(held, "send"), is_lost);
    json_object_del(o->held, who);
}

// Whether monitors are still busy with what was shown to them. One that is hot in the end
// is not.
static bool is_watching(const json_t *line)
{
    bool is_hot = is(line, "error") && strcmp(text_of(line, "kind"), "liveness") == 0;
    return is_monitor(line) && !is_hot;
}

// What monitors have seen and is not put later, was put now.
static void settle_sends(Output *o, const json_t *line)
{
    const char *who;
    json_t *held;
    void *next;

    if (is_watching(line) || is(line, "end"))
        return;
    json_object_foreach_safe(o->held, next, who, held)
    {
        if (!json_is_true(json_object_get(held, "waits")))
            tell_held(o, who, false);
    }
}

static void tell_enqueue(Output *o, const json_t *line)
{
    tell_held(o, who_of(line), is(line, "drop"));
}

static const struct {
    const char *what;
    void (*tell)(Output *o, const json_t *line);
} happenings[] = {
    {"create", tell_create},   {"enqueue", tell_enqueue},   {"drop", tell_enqueue},
    {"dequeue", tell_taken},   {"receive", tell_taken},     {"entry", tell_transition},
    {"exit", tell_transition}, {"goto", tell_goto},         {"push", tell_goto},
    {"pop", tell_pop},         {"raise", tell_raise},       {"unhandled", tell_unhandled},
    {"choice", tell_choice},   {"announce", tell_announce}, {"print", tell_print},
    {"halt", tell_halt},       {"error", tell_error},
};

static void tell(Output *o, json_t *line)
{
    settle_sends(o, line);
    if (is(line, "send"))
        tell_send(o, line);
    for (size_t i = 0; i < sizeof happenings / sizeof *happenings; i++)
        if (is(line, happenings[i].what))
            happenings[i].tell(o, line);
    if (!is(line, "turn") && *who_of(line))
        json_object_set_new(o->active, who_of(line), json_integer((json_int_t)o->at));
}

// ----------------------------------------------------------------------------------- files

static json_t *trace_lines(const Verdict *v)
{
    json_t *lines = json_array();
    char *text = NULL;
    size_t size = 0;
    Bug bug;
    FILE *trace = open_memstream(&text, &size);

    if (!trace)
        die_out_of_memory(size);
    execute_in_detail(v->program, v->test, &v->result.schedule, TRACE_TYPED, trace, &bug);
    fclose(trace);
    for (char *at = text, *end; (end = strchr(at, '\n')); at = end + 1)
        json_array_append_new(lines, json_loadb(at, (size_t)(end - at), JSON_ALLOW_NUL, NULL));
    free(text);
    return lines;
}

static void tell_all(Output *o)
{
    o->lines = trace_lines(o->v);
    o->log = json_array();
    o->clocks = json_object();
    o->sent = json_object();
    o->active = json_object();
    o->inboxes = json_object();
    o->hot = json_object();
    o->held = json_object();
    buf_print(&o->text, "<TestLog> Running test '%s'.\n", o->v->test->name);
    for (o->at = 1; o->at < json_array_size(o->lines); o->at++)
        tell(o, json_array_get(o->lines, o->at));
}

static void drop(Output *o)
{
    json_t *all[] = {o->lines, o->log, o->clocks, o->sent, o->active, o->inboxes, o->hot, o->held};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        json_decref(all[i]);
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

// P looks at how long a monitor is hot only in what it takes for a fair schedule, by the
// threshold that the file has. It counts choices as well as turns, so it says stop where we
// did, or before.
static void write_threshold(const Verdict *v, Buf *schedule)
{
    buf_print(schedule, "--fair-scheduling\n--liveness-temperature-threshold:%" PRIu64 "\n",
              v->search->temperature);
}

bool p_output_write(const char *folder, const Verdict *v, Err *err)
{
    Output o = {.v = v};
    Buf schedule = {0};
    Err why = {0};

    if (verdict_is_suspicion(v))
        write_threshold(v, &schedule);
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
    return ok;
}
