// check/crew/progress.h: how far a search has come, on a terminal.

#pragma once

#include <stdint.h>
#include <stdio.h>

typedef struct Progress {
    const char *label;  // the test
    const char *unit;   // "stratum", "depth" ...; NULL: schedules are counted
    uint64_t stratum;
    uint64_t states;  // or schedules
    uint64_t per_second;
    uint64_t frontier, depth;
    uint64_t bytes, bytes_max;
    double seconds;
} Progress;

// One line, drawn over the one before it.
void progress_draw(FILE *out, const Progress *p);
void progress_erase(FILE *out);

// 1234567 as "1,234,567", into a text with room for NUMBER_MAX.
enum { NUMBER_MAX = 32 };
const char *progress_number(char *text, uint64_t number);
