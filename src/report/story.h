// report/story.h: a trace as text.
//
//     7  Client(3)  takes eAnswer <ok:true, > in Waiting           client.p:31
//        Safety     enters Settled (cold)                          client.p:60
//     8  Server(2)  chooses 1 of 2                                 server.p:14
//
// The number counts turns; the trace of a run has no turns, so there it counts the changes of
// the running machine. A name is printed when it changes. Steps that follow from others (leaving
// a state, entering the target of a `goto`) are left out.

#pragma once

#include <stdio.h>

#include "report/steps.h"

void story_tell(const Steps *steps, FILE *out, bool color);

// One line of the story, for other formats.
typedef struct StoryLine {
    uint32_t turn;     // 0 before the first turn
    const char *who;
    const char *text;  // "takes eAnswer <ok:true, > in Waiting"
    const TraceStep *step;
} StoryLine;

void story_each(const Steps *steps, void (*take)(const StoryLine *line, void *context),
                void *context);
