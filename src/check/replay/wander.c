// check/replay/wander.c: goes on with an execution, move by move.

#include "check/replay/wander.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

WanderWay wander_way(const char *word)
{
    static const char *const words[WANDER_WAY_COUNT] = {"random", "rtc", "rr"};
    int way = 0;
    while (way < WANDER_WAY_COUNT && strcmp(words[way], word) != 0)
        way++;
    return (WanderWay)way;
}

Wander wander_begin(Execution *x, Schedule *schedule, uint64_t seed)
{
    return (Wander){.execution = x, .schedule = schedule, .rng = rng_from(seed)};
}

void wander_drop(Wander *w)
{
    free(w->enabled);
    free(w->line);
    *w = (Wander){0};
}

// ----------------------------------------------------------------------------------- moves

static void store(Wander *w, uint32_t machine, bool is_choice, uint32_t chosen)
{
    Schedule *s = w->schedule;
    if (!s)
        return;
    bool is_same = s->turn_count > 0 && s->turns[s->turn_count - 1].machine == machine;
    if (is_choice && is_same)
        schedule_choose(s, chosen);  // with it, the move before does not stop
    else if (is_choice)
        schedule_add(s, machine, 1, &chosen, 1);
    else if (is_same)
        s->turns[s->turn_count - 1].moves++;
    else
        schedule_add(s, machine, 1, NULL, 0);
}

Executed wander_move(Wander *w, uint32_t machine, uint32_t chosen, Bug *bug)
{
    bool is_known = machine > 0 && machine <= execution_machines(w->execution);
    bool is_choice = is_known && execution_position(w->execution, machine) == POSITION_CHOICE;
    Turn turn = {.machine = machine, .moves = 1, .choice_count = is_choice};

    Executed result = execution_turn(w->execution, &turn, &chosen, bug);
    if (result != EXECUTED_ODD)
        store(w, machine, is_choice, chosen);
    w->last = machine;
    return result;
}

// ------------------------------------------------------------------------------ which machine

// The machines that can run, ascending.
static uint32_t find_enabled(Wander *w)
{
    uint32_t machines = execution_machines(w->execution);
    if (machines > w->capacity) {
        w->capacity = machines * 2;
        w->enabled = memory_resized(w->enabled, w->capacity, sizeof *w->enabled);
        w->line = memory_resized(w->line, w->capacity, sizeof *w->line);
    }
    return execution_enabled(w->execution, w->enabled);
}

static bool has(const uint32_t *list, uint32_t count, uint32_t machine)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == machine)
            return true;
    return false;
}

// Keeps the line: machines that can no longer run leave it, new ones come to its front.
static void update_line(Wander *w, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->line_count; i++)
        if (has(w->enabled, count, w->line[i]))
            w->line[kept++] = w->line[i];
    w->line_count = kept;
    for (uint32_t i = 0; i < count; i++)
        if (!has(w->line, kept, w->enabled[i]))
            w->line[w->line_count++] = w->enabled[i];
}

static uint32_t pick(Wander *w, WanderWay way, uint32_t count)
{
    switch (way) {
    case WANDER_RTC:
        update_line(w, count);
        return w->line[w->line_count - 1];
    case WANDER_RR:
        for (uint32_t i = 0; i < count; i++)
            if (w->enabled[i] > w->last)
                return w->enabled[i];
        return w->enabled[0];
    case WANDER_RANDOM:
    case WANDER_WAY_COUNT:
        break;
    }
    return w->enabled[rng_below(&w->rng, count)];
}

Executed wander_on(Wander *w, WanderWay way, uint64_t most, bool *is_over, Bug *bug)
{
    Executed result = EXECUTED_ALL;
    *is_over = false;
    for (uint64_t i = 0; i < most && result == EXECUTED_ALL; i++) {
        uint32_t count = find_enabled(w), chosen = 0;
        if (count == 0) {
            *is_over = true;
            return execution_end(w->execution, false, bug);
        }
        uint32_t machine = pick(w, way, count);
        if (execution_position(w->execution, machine) == POSITION_CHOICE)
            chosen = (uint32_t)rng_below(&w->rng, execution_alternatives(w->execution, machine));
        result = wander_move(w, machine, chosen, bug);
    }
    *is_over = result != EXECUTED_ALL;
    return result;
}
