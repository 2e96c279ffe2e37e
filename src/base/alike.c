// base/alike.c: edit distance with swaps, over three rows of the table.

#include "base/alike.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { COMPARED_MAX = 40 };  // letters; longer words are alike to nothing

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t alike_distance(const char *a, size_t a_size, const char *b, size_t b_size, uint32_t limit)
{
    uint32_t rows[3][COMPARED_MAX + 1];
    if (a_size > COMPARED_MAX || b_size > COMPARED_MAX)
        return limit;
    for (uint32_t j = 0; j <= b_size; j++)
        rows[0][j] = 2 * j;

    for (uint32_t i = 1; i <= a_size; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *twice = rows[(i + 1) % 3];
        uint32_t best_of_row = row[0] = 2 * i;
        for (uint32_t j = 1; j <= b_size; j++) {
            char x = a[i - 1], y = b[j - 1];
            uint32_t change = x == y ? 0 : lower(x) == lower(y) ? 1 : 2;
            row[j] = least(above[j - 1] + change, least(above[j], row[j - 1]) + 2);
            bool is_swap = i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y;
            if (is_swap)
                row[j] = least(row[j], twice[j - 2] + 2);
            best_of_row = least(best_of_row, row[j]);
        }
        if (best_of_row >= limit)
            return limit;
    }
    // Words that differ in length by n are at least n insertions apart.
    size_t gap = a_size > b_size ? a_size - b_size : b_size - a_size;
    assert(rows[a_size % 3][b_size] >= 2 * gap);
    return least(rows[a_size % 3][b_size], limit);
}

uint32_t alike_limit(size_t size)
{
    return 2 * ((uint32_t)size / 3 + (size < 3)) + 1;
}

const char *alike_nearest(const char *word, const char *const *list)
{
    const char *nearest = NULL;
    size_t size = strlen(word);
    uint32_t limit = alike_limit(size);
    for (; *list; list++) {
        uint32_t far = alike_distance(word, size, *list, strlen(*list), limit);
        if (far < limit) {
            nearest = *list;
            limit = far;
        }
    }
    return nearest;
}
