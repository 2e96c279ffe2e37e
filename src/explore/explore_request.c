// explore/explore_request.c: what a page asks for, read from JSON and checked.

#include "explore/explore_request.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum {
    TURNS_MAX = 200000,
    MOVES_MAX = 100000,  // of one turn
    STEPS_MAX = 100000,  // of one request
    NUMBER_MAX = 10000,
    COUNT_MAX = 10000,
};

static bool wrong(Err *err, const char *what)
{
    err_set(err, "%s", what);
    return false;
}

// A whole number from `least` to `most`; `*to` keeps its value when there is none.
static bool read_number(const json_t *o, const char *name, uint32_t least, uint32_t most,
                        uint32_t *to, Err *err)
{
    const json_t *value = json_object_get(o, name);
    if (!value)
        return true;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most) {
        err_set(err, "%s must be a number from %" PRIu32 " to %" PRIu32, name, least, most);
        return false;
    }
    *to = (uint32_t)number;
    return true;
}

// ----------------------------------------------------------------------------------- turns

static bool is_small(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= 0 &&
           json_integer_value(value) <= UINT32_MAX / 2;
}

static bool read_turn(const json_t *turn, Schedule *s, Err *err)
{
    const json_t *machine = json_array_get(turn, 0), *moves = json_array_get(turn, 1);
    const json_t *choices = json_array_get(turn, 2);

    if (json_array_size(turn) != 3 || !is_small(machine) || !is_small(moves) ||
        !json_is_array(choices))
        return wrong(err, "a turn must be [machine, moves, [choice, ...]]");
    if (json_integer_value(moves) > MOVES_MAX)
        return wrong(err, "a turn has too many moves");
    schedule_add(s, (uint32_t)json_integer_value(machine), (uint32_t)json_integer_value(moves),
                 NULL, 0);
    for (size_t i = 0; i < json_array_size(choices); i++) {
        if (!is_small(json_array_get(choices, i)))
            return wrong(err, "a choice must be a number");
        schedule_choose(s, (uint32_t)json_integer_value(json_array_get(choices, i)));
    }
    return true;
}

static bool read_turns(const json_t *turns, Schedule *s, Err *err)
{
    if (!json_is_array(turns))
        return wrong(err, "turns must be a list");
    if (json_array_size(turns) > TURNS_MAX)
        return wrong(err, "there are too many turns");
    for (size_t i = 0; i < json_array_size(turns); i++)
        if (!read_turn(json_array_get(turns, i), s, err))
            return false;
    return true;
}

void explore_turns_write(const Schedule *s, Buf *json)
{
    buf_char(json, '[');
    for (uint32_t i = 0; i < s->turn_count; i++) {
        const Turn *t = &s->turns[i];
        buf_print(json, "%s[%" PRIu32 ",%" PRIu32 ",[", i ? "," : "", t->machine, t->moves);
        for (uint32_t k = 0; k < t->choice_count; k++)
            buf_print(json, "%s%" PRIu32, k ? "," : "", s->choices[t->first_choice + k]);
        buf_str(json, "]]");
    }
    buf_char(json, ']');
}

// ---------------------------------------------------------------------------------- requests

// A page may not name a file: an explorer of the user's own is for `plait check`.
static const char *const explorers[] = {"rtc", "rtc-raise", "rr", "prr", "random", "custom"};

static bool is_offered(int kind)
{
    return search_samples((SearchKind)kind) && !search_policy((SearchKind)kind)->remembers;
}

void explore_ways_write(Buf *json)
{
    const char *comma = "";
    buf_str(json, "{\"samplers\":[");
    for (int i = 0; i < SEARCH_COUNT; i++)
        if (is_offered(i)) {
            buf_print(json, "%s\"%s\"", comma, search_policies[i].name);
            comma = ",";
        }
    buf_str(json, "],\"explorers\":[");
    for (size_t i = 0; i < sizeof explorers / sizeof *explorers; i++)
        buf_print(json, "%s\"%s\"", i ? "," : "", explorers[i]);
    buf_str(json, "]}");
}

static bool read_sampler(const json_t *name, ExploreRequest *r, Err *err)
{
    for (int i = 0; i < SEARCH_COUNT; i++)
        if (json_is_string(name) && is_offered(i) &&
            strcmp(json_string_value(name), search_policies[i].name) == 0) {
            r->kind = (SearchKind)i;
            return true;
        }
    return wrong(err, "run must be a --search of plait check that makes samples");
}

static bool read_explorer(const json_t *name, ExploreRequest *r, Err *err)
{
    for (size_t i = 0; i < sizeof explorers / sizeof *explorers; i++)
        if (json_is_string(name) && strcmp(json_string_value(name), explorers[i]) == 0) {
            r->explorer = explorers[i];
            return true;
        }
    return wrong(err, "explorer must be rtc, rtc-raise, rr, prr, random or custom");
}

// An explorer alone is the first sample of `ss`, which has no delays.
static bool read_run(const json_t *act, ExploreRequest *r, Err *err)
{
    const json_t *sampler = json_object_get(act, "run");
    const json_t *explorer = json_object_get(act, "explorer");
    r->act = EXPLORE_RUN;
    r->kind = SEARCH_SS;
    if (sampler && !read_sampler(sampler, r, err))
        return false;
    if (explorer && !read_explorer(explorer, r, err))
        return false;
    if (explorer && !search_policy(r->kind)->has_explorer)
        return wrong(err, "this run has no explorer");
    return read_number(act, "schedule", 0, NUMBER_MAX, &r->number, err);
}

static bool read_choices(const json_t *act, ExploreRequest *r, Err *err)
{
    const json_t *choices = json_object_get(act, "choices");
    if (!choices)
        return true;
    if (!json_is_array(choices) || json_array_size(choices) > EXPLORE_CHOICES_MAX)
        return wrong(err, "choices must be a list of at most three");
    for (size_t i = 0; i < json_array_size(choices); i++) {
        if (!is_small(json_array_get(choices, i)))
            return wrong(err, "a choice must be a number");
        r->choices[r->choice_count++] = (uint32_t)json_integer_value(json_array_get(choices, i));
    }
    return true;
}

static bool read_act(const json_t *act, ExploreRequest *r, Err *err)
{
    if (!act)
        return true;
    if (!json_is_object(act))
        return wrong(err, "do must be an object");
    if (json_object_get(act, "run") || json_object_get(act, "explorer"))
        return read_run(act, r, err);
    r->act = EXPLORE_MOVE;
    if (!json_object_get(act, "machine"))
        return wrong(err, "do must have a machine, run or explorer");
    r->is_whole = json_is_true(json_object_get(act, "whole"));
    return read_number(act, "machine", 1, UINT32_MAX / 2, &r->machine, err) &&
           read_choices(act, r, err);
}

bool explore_request_read(const char *text, size_t size, ExploreRequest *r, Err *err)
{
    json_error_t error;
    json_t *o = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    uint32_t seed = 1;

    *r = (ExploreRequest){.steps = 1000, .count = 100};
    bool ok = json_is_object(o) || wrong(err, o ? "the request must be an object" : error.text);
    ok = ok && read_turns(json_object_get(o, "turns"), &r->schedule, err) &&
         read_act(json_object_get(o, "do"), r, err) &&
         read_number(o, "steps", 1, STEPS_MAX, &r->steps, err) &&
         read_number(o, "count", 1, COUNT_MAX, &r->count, err) &&
         read_number(o, "seed", 0, UINT32_MAX, &seed, err);
    r->seed = seed;
    json_decref(o);
    return ok;
}
