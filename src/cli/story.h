// cli/story.h: a trace as people read it.
//
//     7  Client(3)  takes eAnswer <ok:true, > in Waiting           client.p:31
//        Safety     enters Settled (cold)                          client.p:60
//     8  Server(2)  chooses 1 of 2                                 server.p:14
//
// The number counts turns; a name stands where it changes. Happenings that follow from
// others (leaving a state, entering the one that a `goto` named) are left out.

#pragma once

#include <stdbool.h>
#include <stdio.h>

// The lines of a whole trace, in the format of docs/traces.md, that we wrote ourselves.
// It is read twice.
void story_tell(FILE *trace, FILE *out, bool color);
