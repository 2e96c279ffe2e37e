// check/replay/schedule.c: lists of turns and choices.

#include <stdlib.h>

#include "check/replay/execute.h"

// Makes room for `more` items after `count`; returns the array, which may have moved.
static void *grown(void *items, size_t size, uint32_t count, uint32_t more, uint32_t *capacity)
{
    assert(count <= *capacity && more <= UINT32_MAX / 2 - count);
    if (count + more <= *capacity)
        return items;
    uint32_t wanted = *capacity ? *capacity : 16;
    while (wanted < count + more)
        wanted *= 2;
    items = realloc(items, wanted * size);
    if (!items)
        die_out_of_memory(wanted * size);
    *capacity = wanted;
    return items;
}

void schedule_choose(Schedule *s, uint32_t chosen)
{
    assert(s->turn_count > 0);  // a choice belongs to a turn
    s->choices = grown(s->choices, sizeof *s->choices, s->choice_count, 1, &s->choice_capacity);
    s->choices[s->choice_count++] = chosen;
    s->turns[s->turn_count - 1].choice_count++;
}

void schedule_add(Schedule *s, uint32_t machine, uint32_t moves, const uint32_t *choices,
                  uint32_t choice_count)
{
    if (s->turn_count == s->turn_capacity)
        s->turns = grown(s->turns, sizeof *s->turns, s->turn_count, 1, &s->turn_capacity);
    if (choice_count > s->choice_capacity - s->choice_count)
        s->choices = grown(s->choices, sizeof *s->choices, s->choice_count, choice_count,
                           &s->choice_capacity);
    s->turns[s->turn_count++] = (Turn){
        .machine = machine,
        .moves = moves,
        .first_choice = s->choice_count,
        .choice_count = choice_count,
    };
    for (uint32_t i = 0; i < choice_count; i++)
        s->choices[s->choice_count++] = choices[i];
}

void schedule_number(Schedule *s, const uint32_t *numbers)
{
    const Turn *turn = &s->turns[s->turn_count - 1];
    for (uint32_t i = 1; i < turn->choice_count; i++)
        s->choices[turn->first_choice + i] = numbers[s->choices[turn->first_choice + i]];
}

void schedule_drop(Schedule *s)
{
    free(s->turns);
    free(s->choices);
    *s = (Schedule){0};
}

Schedule schedule_copy(const Schedule *s)
{
    Schedule copy = {.loop = s->loop, .ends_hot = s->ends_hot, .network = s->network};
    for (uint32_t i = 0; i < s->turn_count; i++)
        schedule_add(&copy, s->turns[i].machine, s->turns[i].moves,
                     s->choices + s->turns[i].first_choice, s->turns[i].choice_count);
    return copy;
}
