// report/story.h: a trace as people read it.
//
//     7  Client(3)  takes eAnswer <ok:true, > in Waiting           client.p:31
//        Safety     enters Settled (cold)                          client.p:60
//     8  Server(2)  chooses 1 of 2                                 server.p:14
//
// The number counts turns; in the trace of a run, where nobody says whose turn it is, how
// often another machine went on. A name stands where it changes. Happenings that follow
// from others (leaving a state, entering the one that a `goto` named) are left out.

#pragma once

#include <stdio.h>

#include "report/steps.h"

void story_tell(const Steps *steps, FILE *out, bool color);

// The same lines one by one, for others who show them.
typedef struct StoryLine {
    uint32_t turn;     // 0 before the first one
    const char *who;
    const char *text;  // "takes eAnswer <ok:true, > in Waiting"
    const TraceStep *step;
} StoryLine;

void story_each(const Steps *steps, void (*take)(const StoryLine *line, void *context),
                void *context);
