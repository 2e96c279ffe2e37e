// check/crew/outcomes.c: a sorted list of texts.

#include "check/crew/outcomes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

struct Outcomes {
    pthread_mutex_t lock;
    char **texts;
    uint32_t count, capacity;
};

Outcomes *outcomes_new(void)
{
    Outcomes *o = memory_zeroed(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    return o;
}

void outcomes_free(Outcomes *o)
{
    if (!o)
        return;
    for (uint32_t i = 0; i < o->count; i++)
        free(o->texts[i]);
    free(o->texts);
    pthread_mutex_destroy(&o->lock);
    free(o);
}

// The place of the first text that is not smaller.
static uint32_t place_of(const Outcomes *o, const char *text)
{
    uint32_t low = 0, high = o->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(o->texts[middle], text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void outcomes_add(Outcomes *o, const char *text)
{
    pthread_mutex_lock(&o->lock);
    uint32_t place = place_of(o, text);
    if (place == o->count || strcmp(o->texts[place], text) != 0) {
        MEMORY_GROW(o->texts, o->count + 1, o->capacity);
        memmove(o->texts + place + 1, o->texts + place, (o->count - place) * sizeof *o->texts);
        o->texts[place] = memory_copy_text(text);
        o->count++;
    }
    pthread_mutex_unlock(&o->lock);
}

uint32_t outcomes_count(const Outcomes *o)
{
    return o->count;
}

const char *outcomes_at(const Outcomes *o, uint32_t i)
{
    assert(i < o->count);
    return o->texts[i];
}
