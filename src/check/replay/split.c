// check/replay/split.c: the moves of a schedule, one by one.

#include "check/replay/execute_impl.h"

static bool is_choosing(const Execution *x)
{
    for (uint32_t i = 0; i < x->present_count; i++)
        if (player_at(x, x->present[i])->position == POSITION_CHOICE)
            return true;
    return false;
}

Executed schedule_split(const PProgram *p, const PTest *test, const Schedule *s, uint32_t turns,
                        Schedule *moves, bool *is_open, Bug *bug)
{
    Execution *x = execution_new(p, test, NULL);

    assert(turns <= s->turn_count);
    *moves = (Schedule){.network = s->network};
    x->single = moves;
    execution_set_network(x, s->network);
    Executed result = execution_start(x, bug);
    for (uint32_t i = 0; i < turns && result == EXECUTED_ALL; i++)
        result = execution_turn(x, &s->turns[i], s->choices, bug);
    *is_open = is_choosing(x);
    execution_free(x);
    return result;
}
