// report/conform.c: whether what ran is what was checked.
//
// Executor and story name machines differently: the n-th created, and the number in a container.
// A machine gets its second name when it is created in both. What the executor has done and the
// story has not told yet waits in a list for each machine. A step of the story takes the first of
// its machine; when there is none, the machine makes its next move.

#include "report/conform.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "plait/foreign.h"
#include "report/inputs.h"
#include "rt/trace_tables.h"

// Steps of one machine of the executor that the story has not told: indices.
typedef struct Untold {
    uint32_t *steps;
    uint32_t first, count, capacity;
} Untold;

typedef struct Follower {
    const Merged *story;
    uint32_t at;  // the step of the story
    Execution *x;
    Steps made;               // by the executor
    uint32_t sorted;          // so many of them are in lists
    Untold *untold;           // by number
    const char **told_names;  // by number: the name in the story; NULL: none
    uint32_t untold_capacity, name_capacity;
    Arena arena;
    Names names;
    Map numbers;   // by the id of a name of the story
    Map channels;  // by two numbers
    Map calls;     // by the id of a name: an Untold with the calls of foreign functions
    Inputs inputs;
    Conformance unread;  // CONFORMS_UNKNOWN: the value of a call cannot be read; `text` says why
    Executed state;
    Conformed *result;
} Follower;

static Conformance refuse(Follower *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static Conformance refuse(Follower *f, const char *format, ...)
{
    char why[600];
    va_list args;

    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    snprintf(f->result->text, sizeof f->result->text, "%s: %s",
             merged_place(f->story, f->at < f->story->count ? f->at : f->story->count - 1), why);
    return CONFORMS_NOT;
}

// ------------------------------------------------------------------------------- names

// "Server(3)" of the executor is number 3.
static uint32_t number_in(const char *name)
{
    const char *at = strrchr(name, '(');
    return at ? (uint32_t)strtoul(at + 1, NULL, 10) : 0;
}

static uint32_t number_of(Follower *f, const char *told)
{
    return told ? (uint32_t)(uintptr_t)map_get(&f->numbers, name_of(&f->names, told)->id + 1u) : 0;
}

static uint32_t number_by_name(void *data, const char *told)
{
    return number_of(data, told);
}

static void grow_to(Follower *f, uint32_t number)
{
    uint32_t before = f->untold_capacity, names_before = f->name_capacity;

    MEMORY_GROW(f->untold, number + 1, f->untold_capacity);
    for (uint32_t i = before; i < f->untold_capacity; i++)
        f->untold[i] = (Untold){0};
    MEMORY_GROW(f->told_names, number + 1, f->name_capacity);
    for (uint32_t i = names_before; i < f->name_capacity; i++)
        f->told_names[i] = NULL;
}

static void give_name(Follower *f, uint32_t number, const char *told)
{
    grow_to(f, number);
    f->told_names[number] = told;
    map_put(&f->numbers, name_of(&f->names, told)->id + 1u, (void *)(uintptr_t)number);
}

// The name that the story has for a machine of the executor, if that is what the text begins with.
static const char *told_at(const Follower *f, const char *text, size_t *size)
{
    char *end;
    size_t word = 0;

    while (isalnum((unsigned char)text[word]) || text[word] == '_')
        word++;
    if (word == 0 || text[word] != '(')
        return NULL;
    unsigned long number = strtoul(text + word + 1, &end, 10);
    *size = (size_t)(end - text) + 1;
    if (*end != ')' || number == 0 || number >= f->name_capacity || !f->told_names[number] ||
        strncmp(execution_name(f->x, (uint32_t)number), text, *size) != 0)
        return NULL;
    return f->told_names[number];
}

// A text of the executor, with the names of the story.
static void translate(const Follower *f, const char *text, Buf *out)
{
    bool is_inside = false;  // of a word
    size_t size;

    while (*text) {
        const char *told = is_inside ? NULL : told_at(f, text, &size);
        if (told) {
            buf_str(out, told);
            text += size;
            continue;
        }
        is_inside = isalnum((unsigned char)*text) || *text == '_';
        buf_char(out, *text++);
    }
}

static bool is_same_text(const Follower *f, const char *told, const char *made)
{
    Buf text = {0};

    if (!told || !made)
        return told == made;
    translate(f, made, &text);
    bool is_same = strcmp(told, buf_text(&text)) == 0;
    buf_drop(&text);
    return is_same;
}

// ---------------------------------------------------------------------------- the executor

static void add_untold(Follower *f, uint32_t number, uint32_t step)
{
    grow_to(f, number);
    Untold *u = &f->untold[number];
    MEMORY_GROW(u->steps, u->count + 1, u->capacity);
    u->steps[u->count++] = step;
}

// Faults are not what a machine does.
static bool is_of_interest(const TraceStep *s)
{
    return !s->is_monitor && s->kind != TRACED_TURN && s->kind != TRACED_ENQUEUE &&
           s->kind != TRACED_VARIABLES && s->kind != TRACED_LOOP && s->kind != TRACED_END &&
           s->kind != TRACED_LOST && s->kind != TRACED_CRASH && s->kind != TRACED_SUSPECT;
}

// Puts what the executor has done into the lists of those who did it.
static void sort(Follower *f)
{
    for (; f->sorted < f->made.count; f->sorted++) {
        const TraceStep *s = &f->made.items[f->sorted];
        const char *who = s->by && s->kind == TRACED_CREATE ? s->by : s->who;
        if (!is_of_interest(s) || !who)
            continue;
        if (s->kind == TRACED_OPEN && s->by && s->target)
            map_put(&f->channels, (uint64_t)number_in(s->by) << 32 | number_in(s->target),
                    (void *)(uintptr_t)number_in(s->who));
        else if (s->kind != TRACED_OPEN)
            add_untold(f, number_in(who), f->sorted);
    }
}

// A send that monitors see first is two moves of the executor, and one step of a run.
static void move(Follower *f, uint32_t number, const uint32_t *choice)
{
    bool is_shown =
        execution_is_machine(f->x, number) && execution_position(f->x, number) == POSITION_SHOW;
    Turn turn = {.machine = number, .moves = 1 + is_shown, .choice_count = choice != NULL};
    uint32_t none = 0;

    f->state = execution_turn(f->x, &turn, choice ? choice : &none, &f->result->bug);
    sort(f);
}

static const TraceStep *next_untold(Follower *f, uint32_t number)
{
    if (number >= f->untold_capacity)
        return NULL;
    Untold *u = &f->untold[number];
    return u->first < u->count ? &f->made.items[u->steps[u->first++]] : NULL;
}

// -------------------------------------------------------------------------------- steps

static bool is_same(const Follower *f, const TraceStep *told, const TraceStep *made)
{
    bool is_create = told->kind == TRACED_CREATE;

    return told->kind == made->kind && (is_create || is_same_text(f, told->who, made->who)) &&
           is_same_text(f, told->by, made->by) && is_same_text(f, told->target, made->target) &&
           is_same_text(f, told->payload, made->payload) &&
           is_same_text(f, told->text, made->text) && is_same_text(f, told->state, made->state) &&
           is_same_text(f, told->to, made->to) && is_same_text(f, told->event, made->event) &&
           is_same_text(f, told->function, made->function) &&
           is_same_text(f, told->error, made->error) && told->count == made->count &&
           told->chosen == made->chosen && told->line == made->line && told->column == made->column;
}

static void describe(const Follower *f, const TraceStep *s, Buf *out)
{
    buf_print(out, "%s", trace_kind_word(s->kind));
    if (s->who)
        translate(f, (buf_char(out, ' '), s->who), out);
    if (s->event)
        buf_print(out, " %s", s->event);
    if (s->function)
        buf_print(out, " %s", s->function);
    if (s->payload)
        translate(f, (buf_char(out, ' '), s->payload), out);
    if (s->target)
        translate(f, (buf_str(out, " to "), s->target), out);
    if (s->to)
        buf_print(out, " to %s", s->to);
    if (s->text)
        translate(f, (buf_char(out, ' '), s->text), out);
    if (s->kind == TRACED_CHOICE)
        buf_print(out, " %" PRIu32 " of %" PRIu32, s->chosen, s->count);
    if (s->file)
        buf_print(out, " at %s:%" PRIu32 ":%" PRIu32, s->file, s->line, s->column);
}

static Conformance compare(Follower *f, const TraceStep *told, const TraceStep *made)
{
    if (is_same(f, told, made)) {
        if (told->kind == TRACED_CREATE)
            give_name(f, number_in(made->who), told->who);
        return CONFORMS;
    }
    Buf text = {0};
    buf_str(&text, "the run says: ");
    describe(f, told, &text);
    buf_str(&text, "; the program does: ");
    describe(f, made, &text);
    Conformance result = refuse(f, "%s", text.text);
    buf_drop(&text);
    return result;
}

// The executor has stopped: with the bug that the story tells next, with one that a monitor found,
// or where it should not.
static Conformance stopped(Follower *f, const TraceStep *told)
{
    Conformed *r = f->result;

    if (f->unread != CONFORMS)
        return f->unread;
    snprintf(r->culprit, sizeof r->culprit, "%s", execution_culprit(f->x));
    if (f->state == EXECUTED_BUG && told->kind == TRACED_ERROR &&
        strcmp(told->error, error_kind(r->bug.kind)) == 0)
        return CONFORMS_TO_BUG;
    if (f->state == EXECUTED_BUG && number_in(r->culprit) == 0)
        return CONFORMS_BUG;
    return refuse(f, "the run went on; the program stops: %s", r->bug.text);
}

// Lets a machine move until it does something.
static Conformance advance(Follower *f, uint32_t number, const TraceStep *told,
                           const TraceStep **made)
{
    while (!(*made = next_untold(f, number))) {
        if (f->state != EXECUTED_ALL)
            return stopped(f, told);
        if (execution_is_orphan(f->x, number)) {
            uint32_t is_created = 0;
            move(f, number, &is_created);
            continue;
        }
        bool chooses = execution_position(f->x, number) == POSITION_CHOICE;
        if (chooses && told->kind != TRACED_CHOICE)
            return refuse(f, "the program chooses here, and the run does not");
        if (chooses && execution_alternatives(f->x, number) != told->count)
            return refuse(f, "the program chooses one of %" PRIu32 " here, the run one of %" PRIu32,
                          execution_alternatives(f->x, number), told->count);
        if (!chooses && !execution_is_enabled(f->x, number))
            return refuse(f, "%s cannot make a step here", f->told_names[number]);
        move(f, number, chooses ? &told->chosen : NULL);
    }
    if ((*made)->kind == TRACED_ERROR && told->kind == TRACED_ERROR)
        return stopped(f, told);
    return CONFORMS;
}

static bool is_arrival(const Follower *f, const TraceStep *told)
{
    const MergedTrace *t = &f->story->traces[f->story->places[f->at].trace];
    return told->kind == TRACED_DELIVER ||
           (told->kind == TRACED_DROP && merged_container(told->who) != t->recording.container);
}

static Conformance arrive(Follower *f, const TraceStep *told)
{
    uint32_t from = number_of(f, told->who), to = number_of(f, told->target);
    uint64_t key = (uint64_t)from << 32 | to;
    uint32_t channel = (uint32_t)(uintptr_t)map_get(&f->channels, key);

    if (!channel || !execution_is_enabled(f->x, channel))
        return refuse(f, "nothing of %s is on its way to %s", told->who, told->target);
    uint32_t before = f->made.count, arrives = 0;
    move(f, channel, NULL);
    // What a crashed container has sent may be lost; this was not.
    if (f->state == EXECUTED_ALL && execution_position(f->x, channel) == POSITION_CHOICE)
        move(f, channel, &arrives);
    if (f->state != EXECUTED_ALL)
        return stopped(f, told);
    for (uint32_t i = before; i < f->made.count; i++)
        if (f->made.items[i].kind == TRACED_DELIVER || f->made.items[i].kind == TRACED_DROP) {
            // It is in the list of the sender, as the last one.
            f->untold[from].count--;
            return compare(f, told, &f->made.items[i]);
        }
    return refuse(f, "nothing is delivered here");
}

// -------------------------------------------------------------------------- from outside

static Conformance unreadable(Follower *f, const Err *err)
{
    refuse(f, "%s", err->text);
    f->unread = CONFORMS_UNKNOWN;
    return CONFORMS_UNKNOWN;
}

// The first step since `before` of that kind is what the story tells.
static Conformance compare_since(Follower *f, uint32_t before, const TraceStep *told)
{
    for (uint32_t i = before; i < f->made.count; i++)
        if (f->made.items[i].kind == told->kind && !f->made.items[i].is_monitor)
            return compare(f, told, &f->made.items[i]);
    return refuse(f, "this does not happen");
}

static uint64_t container_here(const Follower *f)
{
    return f->story->traces[f->story->places[f->at].trace].recording.container;
}

// What goes to another container is told there again, when it arrives.
static Conformance post(Follower *f, const TraceStep *told)
{
    const PProgram *p = f->inputs.program;
    uint32_t to = number_of(f, told->target), event = told->event ? p_event(p, told->event) : 0;
    uint32_t before = f->made.count;
    PWord payload;
    Err err = {0};

    if (to == 0 || !told->event || event == P_NONE)
        return refuse(f, "%s does not exist", to ? "the event" : told->target);
    if (merged_container(told->target) != container_here(f))
        return CONFORMS;
    if (!inputs_value(&f->inputs, told, p->events[event].payload, &payload, &err))
        return unreadable(f, &err);
    f->state = execution_post(f->x, to, event, payload, &f->result->bug);
    sort(f);
    // One that is gone loses it; the next step of the story says so.
    if (f->state == EXECUTED_ODD)
        f->state = EXECUTED_ALL;
    return f->state == EXECUTED_ALL ? compare_since(f, before, told) : stopped(f, told);
}

// An event from outside, or a suspicion, was lost: its target must have halted.
static Conformance lose(Follower *f, const TraceStep *told)
{
    uint32_t to = number_of(f, told->target);

    if (to && execution_position(f->x, to) == POSITION_HALTED)
        return CONFORMS;
    return refuse(f, "%s has not halted", told->target);
}

static Conformance suspect(Follower *f, const TraceStep *told)
{
    uint32_t who = number_of(f, told->who), about = number_of(f, told->target);
    uint32_t before = f->made.count;

    if (!who || !about)
        return refuse(f, "%s does not exist", who ? told->target : told->who);
    if (execution_position(f->x, who) == POSITION_HALTED)
        return CONFORMS;
    f->state = execution_fault(f->x, FAULT_SUSPECT, who, about, &f->result->bug);
    sort(f);
    return f->state == EXECUTED_ALL ? compare_since(f, before, told) : stopped(f, told);
}

// The container that was there before crashes, with all its machines.
static void crash(Follower *f, uint64_t container)
{
    for (uint32_t number = 1; number < f->name_capacity; number++)
        if (f->told_names[number] && merged_container(f->told_names[number]) == container &&
            execution_position(f->x, number) != POSITION_HALTED) {
            f->state = execution_fault(f->x, FAULT_CRASH, execution_container(f->x, number), 0,
                                       &f->result->bug);
            sort(f);
            return;
        }
}

// The payload type of a machine of that kind.
static uint32_t type_of_kind(const Follower *f, const char *name, Buf *kind)
{
    const PProgram *p = f->inputs.program;
    const char *end = strrchr(name, '(');

    buf_add(kind, name, end ? (size_t)(end - name) : strlen(name));
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (strcmp(p->machines[i].name, kind->text) == 0)
            return p->machines[i].payload;
    return P_NONE;
}

static Conformance restart(Follower *f, const TraceStep *told)
{
    const MergedTrace *t = &f->story->traces[f->story->places[f->at].trace];
    Buf kind = {0};
    uint32_t type = type_of_kind(f, told->who, &kind), number = 0;
    PWord payload = 0;
    Err err = {0};

    crash(f, t->recording.replaces);
    if (f->state == EXECUTED_ALL && type != P_NONE &&
        inputs_value(&f->inputs, told, type, &payload, &err)) {
        number = execution_restart(f->x, kind.text, payload);
        sort(f);
    }
    buf_drop(&kind);
    if (f->state != EXECUTED_ALL)
        return stopped(f, told);
    if (err.set)
        return unreadable(f, &err);
    const TraceStep *made = number ? next_untold(f, number) : NULL;
    return made ? compare(f, told, made) : refuse(f, "the program has no %s", told->who);
}

static bool is_restart(const Follower *f, const TraceStep *told)
{
    return told->kind == TRACED_CREATE && !told->by &&
           f->story->traces[f->story->places[f->at].trace].recording.replaces;
}

// ---------------------------------------------------------------------- foreign functions

static Untold *calls_of(Follower *f, const char *name)
{
    uint64_t key = name_of(&f->names, name)->id + 1u;
    Untold *calls = map_get(&f->calls, key);

    if (!calls) {
        calls = NEW(&f->arena, Untold);
        map_put(&f->calls, key, calls);
    }
    return calls;
}

static void collect_calls(Follower *f)
{
    for (uint32_t i = 0; i < f->story->count; i++) {
        const TraceStep *s = &f->story->steps[i];
        if (s->kind != TRACED_CALL || !s->who || s->is_monitor)
            continue;
        Untold *calls = calls_of(f, s->who);
        MEMORY_GROW(calls->steps, calls->count + 1, calls->capacity);
        calls->steps[calls->count++] = i;
    }
}

static bool is_cut(const Follower *f, const char *name)
{
    for (uint32_t i = 0; i < f->story->trace_count; i++)
        if (f->story->traces[i].recording.container == merged_container(name))
            return f->story->traces[i].recording.is_cut;
    return true;
}

// The executor's own step, which the story will tell.
static void note_call(Follower *f, const TraceStep *told, uint32_t number, const PForeignCall *call)
{
    TraceObserver observer = steps_observer(&f->made);
    TraceStep made = *told;

    made.who = execution_name(f->x, number);
    made.function = call->fun->name;
    made.payload_size = made.payload ? strlen(made.payload) : 0;
    observer.take(observer.data, &made);
}

// The executor comes to a call: its result is the next one that the story has for this machine.
static bool answer(void *data, PForeignCall *call)
{
    Follower *f = data;
    uint32_t number = ((const Machine *)call->machine)->id;
    const char *name = number < f->name_capacity ? f->told_names[number] : NULL;
    Untold *calls = name ? calls_of(f, name) : NULL;
    PWord result = 0;
    Err err = {0};

    if (!calls)  // a monitor: it watches here only
        return call->fun->foreign ? call->fun->foreign(call)
                                  : p_foreign_cannot(call, "nothing supplies it");
    if (calls->first == calls->count) {
        if (is_cut(f, name))
            return true;  // it was killed in this handler, and does nothing more in the story
        return p_foreign_cannot(call, "the run does not call it here");
    }
    const TraceStep *told = &f->story->steps[calls->steps[calls->first++]];
    if (f->inputs.program->types[call->result_type].kind == P_TYPE_FOREIGN)
        result = inputs_foreign(told->payload);
    else if (!inputs_value(&f->inputs, told, call->result_type, &result, &err)) {
        unreadable(f, &err);
        return p_foreign_cannot(call, "its result cannot be read");
    }
    note_call(f, told, number, call);
    p_release(call->program, call->result_type, call->result);
    call->result = result;
    return true;
}

// --------------------------------------------------------------------------- each step

static Conformance step(Follower *f, const TraceStep *told)
{
    const TraceStep *made;
    uint32_t number = number_of(f, told->kind == TRACED_CREATE ? told->by : told->who);

    if (told->kind == TRACED_SEND && !told->who)
        return post(f, told);
    if (told->kind == TRACED_DROP && !told->who)
        return lose(f, told);
    if (told->kind == TRACED_SUSPECT)
        return suspect(f, told);
    if (is_restart(f, told))
        return restart(f, told);
    if (is_arrival(f, told))
        return arrive(f, told);
    if (told->kind == TRACED_CREATE && !told->by) {
        // The first machine exists from the start.
        made = next_untold(f, 1);
        return made ? compare(f, told, made) : refuse(f, "nobody creates %s", told->who);
    }
    if (number == 0)
        return refuse(f, "%s does not exist", told->who ? told->who : "?");
    if (told->kind == TRACED_ERROR && strcmp(told->error, error_kind(P_ERROR_DEADLOCK)) == 0) {
        // It may wait for a container that was killed, which could go on in the executor.
        if (f->story->cut)
            return CONFORMS;
        execution_no_more_faults(f->x, &f->result->bug);
        f->state = execution_end(f->x, false, &f->result->bug);
        return f->state == EXECUTED_ALL ? refuse(f, "the program has no deadlock here")
                                        : stopped(f, told);
    }
    Conformance result = advance(f, number, told, &made);
    return result == CONFORMS ? compare(f, told, made) : result;
}

// ----------------------------------------------------------------------------------- all

// Nothing is left to do. A monitor in a hot state is a bug then.
static Conformance end(Follower *f)
{
    Conformed *r = f->result;

    execution_no_more_faults(f->x, &r->bug);
    if (execution_end(f->x, false, &r->bug) != EXECUTED_BUG || r->bug.kind != P_ERROR_LIVENESS)
        return CONFORMS;
    snprintf(r->culprit, sizeof r->culprit, "%s", execution_culprit(f->x));
    return CONFORMS_BUG;
}

// The story does not tell that a machine in C begins: then it can go on, and takes no event.
static void begin_outside(Follower *f)
{
    for (uint32_t i = 1; i <= execution_machines(f->x); i++)
        if (execution_is_machine(f->x, i) && execution_machine(f->x, i)->foreign &&
            execution_is_enabled(f->x, i) && execution_takes(f->x, i) == P_NONE)
            move(f, i, NULL);
}

// A run that came to rest: nothing can go on.
static Conformance at_rest(Follower *f)
{
    uint32_t *list;

    if (f->story->cut)
        return CONFORMS;
    begin_outside(f);
    for (uint32_t i = 0; i < f->story->trace_count; i++) {
        const char *outcome = f->story->traces[i].recording.outcome;
        if (!outcome || strcmp(outcome, "quiescent") != 0)
            return CONFORMS;
    }
    list = memory_zeroed(execution_machines(f->x) + 1, sizeof *list);
    uint32_t count = execution_enabled(f->x, list), first = list[0];
    free(list);
    if (count == 0)
        return end(f);
    return refuse(f, "the run came to rest after this step, but %s can go on",
                  execution_name(f->x, first));
}

static Conformance follow(Follower *f)
{
    const Merged *m = f->story;
    Conformance result = CONFORMS;

    f->state = execution_start(f->x, &f->result->bug);
    sort(f);
    for (f->at = 0; f->at < m->count && result == CONFORMS; f->at++) {
        if (m->steps[f->at].is_monitor)
            continue;
        result = step(f, &m->steps[f->at]);
        if (result == CONFORMS)
            f->result->steps++;
    }
    return result == CONFORMS ? at_rest(f) : result;
}

Conformance conform(const Merged *m, const PProgram *p, const PTest *test, const Recording *first,
                    Conformed *result)
{
    Follower f = {.story = m, .result = result};
    TraceObserver observer = steps_observer(&f.made);
    ForeignAnswers answers = {answer, &f};
    Network with_faults = first->network;

    *result = (Conformed){0};
    names_init(&f.names, &f.arena);
    bool has_same_tables = first->tables == trace_tables_sum(p);
    f.inputs = (Inputs){p, has_same_tables, number_by_name, &f};
    collect_calls(&f);
    f.x = execution_new_observed(p, test, &observer);
    with_faults.crashes = m->restarts;
    with_faults.suspicions = m->suspicions;
    execution_set_network(f.x, &with_faults);
    execution_set_outside(f.x, first->is_in_c);
    machine_foreign_answers = &answers;
    Conformance conformance = follow(&f);
    machine_foreign_answers = NULL;
    execution_free(f.x);
    for (uint32_t i = 0; i < m->count; i++)
        if (m->steps[i].kind == TRACED_CALL && m->steps[i].who) {
            Untold *calls = calls_of(&f, m->steps[i].who);
            free(calls->steps);
            calls->steps = NULL;
        }
    map_drop(&f.calls);
    for (uint32_t i = 0; i < f.untold_capacity; i++)
        free(f.untold[i].steps);
    free(f.untold);
    free(f.told_names);
    map_drop(&f.numbers);
    map_drop(&f.channels);
    names_drop(&f.names);
    arena_drop(&f.arena);
    steps_drop(&f.made);
    return conformance;
}
