// report/story.c: a trace as text, one line for each important step.

#include "report/story.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "rt/trace.h"

enum {
    TEXT_WIDTH = 58,  // width of the text; the column of positions follows it
    NAME_WIDTH_MAX = 24,
    TEXT_MAX = 400,  // bytes; a longer payload is cut, but complete in the trace
};

typedef struct Story {
    FILE *out;
    bool color;
    int name_width;
    uint32_t turn;
    bool has_number;    // the number of the turn was written
    bool has_turns;     // the trace has turns; else a turn begins when another machine acts
    Buf who;            // the name that was written last
    Buf turn_owner;          // the machine that has the turn
    Buf goto_machine, goto_target;  // of a `goto`, until its target is entered
    void (*take)(const StoryLine *line, void *context);  // instead of writing to `out`
    void *context;
} Story;

// An absent text is written as "".
static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

static void set(Buf *b, const char *text)
{
    b->size = 0;
    buf_str(b, text);
}

// The name of the step's machine; "" for a monitor.
static const char *own_name(const TraceStep *step)
{
    return step->is_monitor ? "" : or_nothing(step->who);
}

// ------------------------------------------------------------------------------ sentences
//
// What happened, without machine and position. False for a step that gets no line.

static void add_payload(Buf *b, const TraceStep *step, const char *before)
{
    if (step->payload)
        buf_print(b, "%s%s", before, or_nothing(step->payload));
}

static void add_event(Buf *b, const char *verb, const TraceStep *step)
{
    buf_print(b, "%s %s", verb, or_nothing(step->event));
    add_payload(b, step, " ");
}

static bool tell_create(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    if (step->by)
        buf_print(b, "creates %s", or_nothing(step->who));
    else
        buf_str(b, step->is_monitor ? "begins to watch" : "is created");
    add_payload(b, step, " with ");
    return true;
}

static bool tell_send(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    add_event(b, "sends", step);
    buf_print(b, " to %s", or_nothing(step->target));
    return true;
}

static bool tell_enqueue(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "puts %s into the queue of %s", or_nothing(step->event), or_nothing(step->target));
    return true;
}

static bool tell_drop(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "loses %s: %s has halted", or_nothing(step->event), or_nothing(step->target));
    return true;
}

static bool tell_deliver(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    add_event(b, "gets", step);
    buf_print(b, " from %s", or_nothing(step->who));
    return true;
}

static bool tell_lost(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    if (step->event)
        buf_print(b, "loses %s on its way to %s", step->event, or_nothing(step->target));
    else
        buf_str(b, "is never created: its creation is lost");
    return true;
}

static bool tell_crash(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    (void)step;
    buf_str(b, "crashes");
    return true;
}

static bool tell_cut(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "and %s are cut off from each other", or_nothing(step->target));
    return true;
}

static bool tell_suspect(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "is told that %s is suspected", or_nothing(step->target));
    return true;
}

static bool tell_taken(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    add_event(b,
              step->is_monitor               ? "sees"
              : step->kind == TRACED_RECEIVE ? "receives"
                                             : "takes",
              step);
    buf_print(b, " in %s", or_nothing(step->state));
    return true;
}

static bool tell_call(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "calls %s", or_nothing(step->function));
    add_payload(b, step, ", which returns ");
    return true;
}

// A monitor's `goto` gets no line: the line of the entry also shows the temperature.
static bool tell_goto(Story *s, const TraceStep *step, Buf *b)
{
    set(&s->goto_machine, own_name(step));
    set(&s->goto_target, or_nothing(step->to));
    buf_print(b, "goes to %s", or_nothing(step->to));
    add_payload(b, step, " with ");
    if (step->kind == TRACED_PUSH)
        buf_str(b, ", to come back");
    return !step->is_monitor;
}

static bool tell_entry(Story *s, const TraceStep *step, Buf *b)
{
    const char *temperature = or_nothing(step->temperature);
    bool is_known = strcmp(buf_text(&s->goto_machine), own_name(step)) == 0 &&
                    strcmp(buf_text(&s->goto_target), or_nothing(step->state)) == 0;
    set(&s->goto_machine, "");
    buf_print(b, "enters %s", or_nothing(step->state));
    if (!step->is_monitor)  // for a monitor the line before has the payload
        add_payload(b, step, " with ");
    if (*temperature && strcmp(temperature, "warm") != 0)
        buf_print(b, " (%s)", temperature);
    return step->is_monitor || !is_known;
}

static bool tell_pop(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "comes back to %s", or_nothing(step->state));
    return true;
}

static bool tell_raise(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    add_event(b, "raises", step);
    return true;
}

static bool tell_unhandled(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "does not handle %s in %s", or_nothing(step->event), or_nothing(step->state));
    return true;
}

static bool tell_choice(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "chooses %" PRIu32 " of %" PRIu32, step->chosen, step->count);
    // What the network chooses, outside any state, shows in what happens next.
    return step->state != NULL;
}

static bool tell_announce(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    add_event(b, "announces", step);
    return true;
}

static bool tell_print(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "prints \"%s\"", or_nothing(step->text));
    return true;
}

static bool tell_variables(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    buf_print(b, "has %s", or_nothing(step->text));
    return true;
}

static bool tell_halt(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    (void)step;
    buf_str(b, "halts");
    return true;
}

// Only the kind of the error: the verdict below has the details.
static bool tell_error(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    bool is_bug = strcmp(or_nothing(step->error), error_kind(P_ERROR_SETUP)) != 0;
    buf_print(b, is_bug ? "bug: %s" : "cannot go on: %s", or_nothing(step->error));
    return true;
}

static bool tell_loop(Story *s, const TraceStep *step, Buf *b)
{
    (void)s;
    (void)step;
    buf_str(b, "from here on the same happens again and again");
    return true;
}

static bool (*const sentences[TRACED_COUNT])(Story *s, const TraceStep *step, Buf *b) = {
    [TRACED_CREATE] = tell_create,       [TRACED_SEND] = tell_send,
    [TRACED_ENQUEUE] = tell_enqueue,     [TRACED_DROP] = tell_drop,
    [TRACED_DELIVER] = tell_deliver,     [TRACED_LOST] = tell_lost,
    [TRACED_CRASH] = tell_crash,         [TRACED_CUT] = tell_cut,
    [TRACED_SUSPECT] = tell_suspect,
    [TRACED_DEQUEUE] = tell_taken,       [TRACED_RECEIVE] = tell_taken,
    [TRACED_GOTO] = tell_goto,           [TRACED_PUSH] = tell_goto,
    [TRACED_ENTRY] = tell_entry,         [TRACED_POP] = tell_pop,
    [TRACED_RAISE] = tell_raise,         [TRACED_UNHANDLED] = tell_unhandled,
    [TRACED_CHOICE] = tell_choice,       [TRACED_ANNOUNCE] = tell_announce,
    [TRACED_PRINT] = tell_print,         [TRACED_HALT] = tell_halt,
    [TRACED_ERROR] = tell_error,         [TRACED_VARIABLES] = tell_variables,
    [TRACED_LOOP] = tell_loop,           [TRACED_CALL] = tell_call,
};

static bool tell(Story *s, const TraceStep *step, Buf *b)
{
    return step->kind < TRACED_COUNT && sentences[step->kind] && sentences[step->kind](s, step, b);
}

// ---------------------------------------------------------------------------------- lines

// Escapes control characters and cuts the text, between characters. Returns its width.
static int tidy(Buf *b)
{
    int width = 0;
    if (b->size > TEXT_MAX) {
        b->size = TEXT_MAX;
        while (b->size > 0 && ((unsigned char)b->text[b->size] & 0xc0) == 0x80)
            b->size--;
        buf_str(b, " ...");
    }
    for (size_t i = 0; i < b->size; i++) {
        if ((unsigned char)b->text[i] < 0x20 || b->text[i] == 0x7f)
            b->text[i] = ' ';
        width += ((unsigned char)b->text[i] & 0xc0) != 0x80;
    }
    return width;
}

// Writes file.p:3 for "folder/file.p", 3.
static void write_place(const Story *s, const TraceStep *step)
{
    const char *slash = strrchr(step->file, '/'), *file = slash ? slash + 1 : step->file;
    fprintf(s->out, "%s%s:%" PRIu32 "%s", s->color ? "[2m" : "", file, step->line,
            s->color ? "[0m" : "");
}

static const char *paint_of(const TraceStep *step)
{
    return step->kind == TRACED_ERROR       ? "\033[1;31m"
           : step->kind == TRACED_CHOICE    ? "\033[33m"
           : step->kind == TRACED_VARIABLES ? "\033[32m"
           : step->is_monitor      ? "\033[36m"
                                   : "";
}

static void write_who(Story *s, const char *who)
{
    bool is_new = strcmp(buf_text(&s->who), who) != 0 || !s->has_number;
    if (s->has_number || s->turn == 0)
        fputs("      ", s->out);
    else
        fprintf(s->out, "%5u ", s->turn);
    fprintf(s->out, " %s%-*s%s  ", s->color ? "\033[1m" : "", s->name_width, is_new ? who : "",
            s->color ? "\033[0m" : "");
    s->has_number = true;
    set(&s->who, who);
}

static const char *who_of(const TraceStep *step)
{
    bool by_creator = step->kind == TRACED_CREATE && step->by;
    if (step->kind == TRACED_SEND && !step->who)
        return "(outside)";
    if (step->kind == TRACED_DELIVER)
        return or_nothing(step->target);
    return or_nothing(by_creator ? step->by : step->who);
}

static void hand_over(Story *s, const TraceStep *step, Buf *text)
{
    tidy(text);
    StoryLine told = {
        .turn = s->turn,
        .who = who_of(step),
        .text = buf_text(text),
        .step = step,
    };
    s->take(&told, s->context);
}

static void write_line(Story *s, const TraceStep *step, Buf *text)
{
    const char *who = who_of(step);
    int width = tidy(text);

    write_who(s, who);
    fprintf(s->out, "%s%s%s", s->color ? paint_of(step) : "", buf_text(text),
            s->color ? "\033[0m" : "");
    if (step->file) {
        fprintf(s->out, "%*s  ", width < TEXT_WIDTH ? TEXT_WIDTH - width : 0, "");
        write_place(s, step);
    }
    fputc('\n', s->out);
}

// Whether another machine acts now. The trace of a run has no turns, so this begins one.
static bool is_other_machine(Story *s, const TraceStep *step)
{
    const char *who = who_of(step);
    if (s->has_turns || step->is_monitor || step->kind == TRACED_END)
        return false;
    bool is_other = s->turn == 0 || strcmp(buf_text(&s->turn_owner), who) != 0;
    set(&s->turn_owner, who);
    return is_other;
}

static void take_line(Story *s, const TraceStep *step)
{
    Buf text = {0};

    if (step->kind == TRACED_TURN || is_other_machine(s, step)) {
        s->turn++;
        s->has_number = false;
    }
    if (tell(s, step, &text)) {
        (s->take ? hand_over : write_line)(s, step, &text);
    }
    buf_drop(&text);
}

// The column of names is as wide as the longest name.
static void measure(Story *s, const TraceStep *step)
{
    int width = step->kind == TRACED_OPEN || step->kind == TRACED_TURN
                    ? 0
                    : (int)strlen(or_nothing(step->who));
    s->has_turns |= step->kind == TRACED_TURN;
    if (width > s->name_width && width <= NAME_WIDTH_MAX)
        s->name_width = width;
}

static void drop(Story *s)
{
    buf_drop(&s->who);
    buf_drop(&s->turn_owner);
    buf_drop(&s->goto_machine);
    buf_drop(&s->goto_target);
}

void story_tell(const Steps *steps, FILE *out, bool color)
{
    Story s = {.out = out, .color = color};

    for (uint32_t i = 0; i < steps->count; i++)
        measure(&s, &steps->items[i]);
    for (uint32_t i = 0; i < steps->count; i++)
        take_line(&s, &steps->items[i]);
    drop(&s);
}

void story_each(const Steps *steps, void (*take)(const StoryLine *line, void *context),
                void *context)
{
    Story s = {.take = take, .context = context};

    for (uint32_t i = 0; i < steps->count; i++)
        measure(&s, &steps->items[i]);
    for (uint32_t i = 0; i < steps->count; i++)
        take_line(&s, &steps->items[i]);
    drop(&s);
}
