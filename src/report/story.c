// report/story.c: a trace as people read it, one line for each happening that matters.

#include "report/story.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/utf8.h"
#include "rt/trace.h"

enum {
    TEXT_WIDTH = 58,  // of what happened; places stand behind it, below each other
    NAME_WIDTH_MAX = 24,
    TEXT_MAX = 400,  // bytes; a longer payload is cut, the trace has it all
};

typedef struct Story {
    FILE *out;
    bool color;
    int name_width;
    uint32_t turn;
    bool is_told;       // the number of the turn
    bool has_turns;     // else one begins where another machine does something
    Buf who;            // the name that was written last
    Buf mover;          // whose turn it is
    Buf goer, gone_to;  // who goes to which state, until it is entered
    void (*take)(const StoryLine *line, void *context);  // instead of writing to `out`
    void *context;
} Story;

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

static void set(Buf *b, const char *text)
{
    b->size = 0;
    buf_str(b, text);
}

// ------------------------------------------------------------------------------ sentences
//
// What happened, without who and where. False for what is not worth a line.

static void add_payload(Buf *b, const json_t *line, const char *before)
{
    if (json_object_get(line, "payload"))
        buf_print(b, "%s%s", before, text_of(line, "payload"));
}

static void add_event(Buf *b, const char *verb, const json_t *line)
{
    buf_print(b, "%s %s", verb, text_of(line, "event"));
    add_payload(b, line, " ");
}

static bool tell_create(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    if (json_object_get(line, "by"))
        buf_print(b, "creates %s", text_of(line, is_monitor(line) ? "monitor" : "machine"));
    else
        buf_str(b, is_monitor(line) ? "begins to watch" : "is created");
    add_payload(b, line, " with ");
    return true;
}

static bool tell_send(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    add_event(b, "sends", line);
    buf_print(b, " to %s", text_of(line, "target"));
    return true;
}

static bool tell_enqueue(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "puts %s into the queue of %s", text_of(line, "event"), text_of(line, "target"));
    return true;
}

static bool tell_drop(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "loses %s: %s has halted", text_of(line, "event"), text_of(line, "target"));
    return true;
}

static bool tell_taken(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    add_event(b, is_monitor(line) ? "sees" : is(line, "receive") ? "receives" : "takes", line);
    buf_print(b, " in %s", text_of(line, "state"));
    return true;
}

// The entry of a monitor tells the temperature, too: that is line enough.
static bool tell_goto(Story *s, const json_t *line, Buf *b)
{
    set(&s->goer, text_of(line, "machine"));
    set(&s->gone_to, text_of(line, "to"));
    buf_print(b, "goes to %s", text_of(line, "to"));
    add_payload(b, line, " with ");
    if (is(line, "push"))
        buf_str(b, ", to come back");
    return !is_monitor(line);
}

static bool tell_entry(Story *s, const json_t *line, Buf *b)
{
    const char *temperature = text_of(line, "temperature");
    bool is_known = strcmp(buf_text(&s->goer), text_of(line, "machine")) == 0 &&
                    strcmp(buf_text(&s->gone_to), text_of(line, "state")) == 0;
    set(&s->goer, "");
    buf_print(b, "enters %s", text_of(line, "state"));
    if (!is_monitor(line))  // it was shown the payload right before
        add_payload(b, line, " with ");
    if (*temperature && strcmp(temperature, "warm") != 0)
        buf_print(b, " (%s)", temperature);
    return is_monitor(line) || !is_known;
}

static bool tell_pop(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "comes back to %s", text_of(line, "state"));
    return true;
}

static bool tell_raise(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    add_event(b, "raises", line);
    return true;
}

static bool tell_unhandled(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "does not handle %s in %s", text_of(line, "event"), text_of(line, "state"));
    return true;
}

static bool tell_choice(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "chooses %lld of %lld", json_integer_value(json_object_get(line, "chosen")),
              json_integer_value(json_object_get(line, "of")));
    return true;
}

static bool tell_announce(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    add_event(b, "announces", line);
    return true;
}

static bool tell_print(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "prints \"%s\"", text_of(line, "text"));
    return true;
}

static bool tell_variables(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    buf_print(b, "has %s", text_of(line, "text"));
    return true;
}

static bool tell_halt(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    (void)line;
    buf_str(b, "halts");
    return true;
}

// The verdict below tells the rest.
static bool tell_error(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    bool is_bug = strcmp(text_of(line, "kind"), error_kind(P_ERROR_SETUP)) != 0;
    buf_print(b, is_bug ? "bug: %s" : "cannot go on: %s", text_of(line, "kind"));
    return true;
}

static bool tell_loop(Story *s, const json_t *line, Buf *b)
{
    (void)s;
    (void)line;
    buf_str(b, "from here on the same happens again and again");
    return true;
}

static const struct {
    const char *what;
    bool (*tell)(Story *s, const json_t *line, Buf *b);
} sentences[] = {
    {"create", tell_create}, {"send", tell_send},         {"enqueue", tell_enqueue},
    {"drop", tell_drop},     {"dequeue", tell_taken},     {"receive", tell_taken},
    {"goto", tell_goto},     {"push", tell_goto},         {"entry", tell_entry},
    {"pop", tell_pop},       {"raise", tell_raise},       {"unhandled", tell_unhandled},
    {"choice", tell_choice}, {"announce", tell_announce}, {"print", tell_print},
    {"halt", tell_halt},     {"error", tell_error},       {"variables", tell_variables},
    {"loop", tell_loop},
};

static bool tell(Story *s, const json_t *line, Buf *b)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (is(line, sentences[i].what))
            return sentences[i].tell(s, line, b);
    return false;
}

// ---------------------------------------------------------------------------------- lines

// Cut, without control characters, in whole characters. Returns how wide it is.
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

// "folder/file.p:3:7" is file.p:3
static void write_place(const Story *s, const char *at)
{
    const char *slash = strrchr(at, '/'), *file = slash ? slash + 1 : at;
    const char *column = strrchr(file, ':');
    int size = column ? (int)(column - file) : (int)strlen(file);
    fprintf(s->out, "%s%.*s%s", s->color ? "\033[2m" : "", size, file, s->color ? "\033[0m" : "");
}

static const char *paint_of(const json_t *line)
{
    return is(line, "error")       ? "\033[1;31m"
           : is(line, "choice")    ? "\033[33m"
           : is(line, "variables") ? "\033[32m"
           : is_monitor(line)      ? "\033[36m"
                                   : "";
}

static void write_who(Story *s, const char *who)
{
    bool is_new = strcmp(buf_text(&s->who), who) != 0 || !s->is_told;
    if (s->is_told || s->turn == 0)
        fputs("      ", s->out);
    else
        fprintf(s->out, "%5u ", s->turn);
    fprintf(s->out, " %s%-*s%s  ", s->color ? "\033[1m" : "", s->name_width, is_new ? who : "",
            s->color ? "\033[0m" : "");
    s->is_told = true;
    set(&s->who, who);
}

static const char *who_of(const json_t *line)
{
    bool by_creator = is(line, "create") && json_object_get(line, "by");
    if (is(line, "send") && !json_object_get(line, "machine"))
        return "(outside)";
    return text_of(line, by_creator ? "by" : is_monitor(line) ? "monitor" : "machine");
}

static void hand_over(Story *s, const json_t *line, Buf *text)
{
    tidy(text);
    StoryLine told = {
        .turn = s->turn,
        .who = who_of(line),
        .text = buf_text(text),
        .at = text_of(line, "at"),
        .what = text_of(line, "what"),
        .is_monitor = is_monitor(line),
    };
    s->take(&told, s->context);
}

static void write_line(Story *s, const json_t *line, Buf *text)
{
    const char *who = who_of(line);
    const char *at = text_of(line, "at");
    int width = tidy(text);

    write_who(s, who);
    fprintf(s->out, "%s%s%s", s->color ? paint_of(line) : "", buf_text(text),
            s->color ? "\033[0m" : "");
    if (*at) {
        fprintf(s->out, "%*s  ", width < TEXT_WIDTH ? TEXT_WIDTH - width : 0, "");
        write_place(s, at);
    }
    fputc('\n', s->out);
}

// In the trace of a run nobody says whose turn it is.
static bool is_other_machine(Story *s, const json_t *line)
{
    const char *who = who_of(line);
    if (s->has_turns || !json_object_get(line, "step") || is_monitor(line) || is(line, "end"))
        return false;
    bool is_other = s->turn == 0 || strcmp(buf_text(&s->mover), who) != 0;
    set(&s->mover, who);
    return is_other;
}

static void take_line(Story *s, const json_t *line)
{
    Buf text = {0};

    if (is(line, "turn") || is_other_machine(s, line)) {
        s->turn++;
        s->is_told = false;
    }
    if (tell(s, line, &text)) {
        (s->take ? hand_over : write_line)(s, line, &text);
    }
    buf_drop(&text);
}

// Names stand in a column as wide as the longest.
static void measure(Story *s, const json_t *line)
{
    int width = (int)strlen(text_of(line, is_monitor(line) ? "monitor" : "machine"));
    s->has_turns |= is(line, "turn");
    if (width > s->name_width && width <= NAME_WIDTH_MAX)
        s->name_width = width;
}

static void each_line(Story *s, FILE *trace, void (*take)(Story *s, const json_t *line))
{
    char *text = NULL;
    size_t room = 0;
    ssize_t size;

    rewind(trace);
    while ((size = getline(&text, &room, trace)) > 0) {
        json_error_t error;
        json_t *line = json_loadb(text, (size_t)size, JSON_ALLOW_NUL, &error);
        if (!line)
            bug("a trace of our own is no JSON: %s", error.text);
        take(s, line);
        json_decref(line);
    }
    free(text);
}

static void drop(Story *s)
{
    buf_drop(&s->who);
    buf_drop(&s->mover);
    buf_drop(&s->goer);
    buf_drop(&s->gone_to);
}

void story_tell(FILE *trace, FILE *out, bool color)
{
    Story s = {.out = out, .color = color};

    each_line(&s, trace, measure);
    each_line(&s, trace, take_line);
    drop(&s);
}

void story_each(FILE *trace, void (*take)(const StoryLine *line, void *context), void *context)
{
    Story s = {.take = take, .context = context, .has_turns = true};

    each_line(&s, trace, take_line);
    drop(&s);
}
