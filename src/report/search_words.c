// report/search_words.c: the names of points.

#include "report/search_words.h"

const char *const points_names[POINTS_COUNT] = {
    [POINTS_MODERN] = "modern",
    [POINTS_CLASSIC] = "classic",
    [POINTS_FULL] = "full",
};
