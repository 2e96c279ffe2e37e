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

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The lines of a whole trace, in the format of docs/traces.md, that we wrote ourselves or
// that recording_read has accepted. It is read twice.
void story_tell(FILE *trace, FILE *out, bool color);

// The same lines one by one, for others who show them.
typedef struct StoryLine {
    uint32_t turn;     // 0 before the first one
    const char *who;
    const char *text;  // "takes eAnswer <ok:true, > in Waiting"
    const char *at;    // file:line:column, "" when there is no such place
    const char *what;  // the happening, as the trace names it
    bool is_monitor;
} StoryLine;

void story_each(FILE *trace, void (*take)(const StoryLine *line, void *context), void *context);
