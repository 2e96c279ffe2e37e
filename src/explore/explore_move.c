// explore/explore_move.c: moves that a user asks for, one by one.

#include "explore/explore_move.h"

static void store(Schedule *s, uint32_t machine, const uint32_t *choices, uint32_t count,
                  bool is_choice)
{
    bool is_same = s->turn_count > 0 && s->turns[s->turn_count - 1].machine == machine;
    if (is_choice && is_same)
        schedule_choose(s, *choices);  // with it, the move before does not stop
    else if (is_same && count == 0)
        s->turns[s->turn_count - 1].moves++;
    else
        schedule_add(s, machine, 1, choices, count);
}

Executed explore_move(Execution *x, Schedule *s, uint32_t machine, const uint32_t *choices,
                      uint32_t count, Bug *bug)
{
    const uint32_t first = 0;
    bool is_known = machine > 0 && machine <= execution_machines(x);
    bool is_choice = is_known && execution_position(x, machine) == POSITION_CHOICE;

    if (is_choice && count == 0) {
        choices = &first;
        count = 1;
    }
    Turn turn = {.machine = machine, .moves = 1, .choice_count = count};
    Executed result = execution_turn(x, &turn, choices, bug);
    if (result != EXECUTED_ODD)
        store(s, machine, choices, count, is_choice);
    return result;
}
