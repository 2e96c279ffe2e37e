// draw/draw.h: the room that draws a machine's states and transitions as a diagram (SVG).
//
// What is declared is drawn: a box for each state, an arrow for each pair of states with a
// transition between them. With counts, what a check has seen is solid and has a number, the rest
// is dashed.
//
//     draw.h    a diagram as SVG
//     layout.h  where states and arrows are
//
// Sees: base, rt, check/coverage.
// Used by: view, cli.

#pragma once

#include "base/buf.h"
#include "check/coverage/coverage.h"

typedef struct DrawOptions {
    bool has_counts;  // from the coverage; otherwise everything is drawn alike
    bool has_style;   // colours are in the picture: for a file; a page has its own
} DrawOptions;

// Adds one <svg> element. Names of the program are escaped.
void draw_machine(Buf *svg, const PProgram *p, const Coverage *c, uint32_t machine,
                  const DrawOptions *options);

// Whether there is something to draw.
bool draw_has_states(const PProgram *p, uint32_t machine);
