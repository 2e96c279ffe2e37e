// base/amount.c: a number, and what it counts.

#include "base/amount.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct Unit {
    const char *name;
    double size;
} Unit;

// Decimal digits and a point: nothing else that strtod would take. What stands behind it is
// at `*end`.
static bool read_number(const char *text, double *number, const char **end)
{
    size_t size = strspn(text, "0123456789.");
    char digits[40];
    char *stop;

    if (size == 0 || size >= sizeof digits)
        return false;
    memcpy(digits, text, size);
    digits[size] = '\0';
    *number = strtod(digits, &stop);
    *end = text + size;
    return *stop == '\0' && stop != digits;
}

// The unit at `text`, which ends with the text or before a digit; NULL for none.
static const Unit *read_unit(const Unit *units, const char *text, size_t *size)
{
    *size = strcspn(text, "0123456789.");
    for (; units->name; units++)
        if (strlen(units->name) == *size && strncasecmp(units->name, text, *size) == 0)
            return units;
    return NULL;
}

bool amount_seconds(const char *text, double *seconds)
{
    static const Unit units[] = {{"ms", 1e-3}, {"s", 1},     {"sec", 1}, {"m", 60},
                                 {"min", 60},  {"h", 3600}, {"d", 86400}, {NULL, 0}};
    double sum = 0, last = 1e99;
    const char *at = text;

    do {
        double number;
        size_t size = 0;
        if (!read_number(at, &number, &at))
            return false;
        if (*at == '\0' && last == 1e99) {
            sum = number;
            break;
        }
        const Unit *unit = read_unit(units, at, &size);
        if (!unit || unit->size >= last)  // 1m30s, not 30s1m
            return false;
        sum += number * unit->size;
        last = unit->size;
        at += size;
    } while (*at);
    if (!(sum > 0) || sum > 1e9)
        return false;
    *seconds = sum;
    return true;
}

bool amount_bytes(const char *text, uint64_t unit, uint64_t *bytes)
{
    static const Unit units[] = {
        {"k", 1 << 10},    {"kb", 1 << 10},   {"kib", 1 << 10},  {"m", 1 << 20},
        {"mb", 1 << 20},   {"mib", 1 << 20},  {"g", 1 << 30},    {"gb", 1 << 30},
        {"gib", 1 << 30},  {"t", 0x1p40},     {"tb", 0x1p40},    {"tib", 0x1p40},
        {NULL, 0},
    };
    const char *at;
    double number;
    size_t size = 0;

    assert(unit > 0);
    if (!read_number(text, &number, &at))
        return false;
    double each = (double)unit;
    if (*at) {
        const Unit *named = read_unit(units, at, &size);
        if (!named || at[size] != '\0')
            return false;
        each = named->size;
    }
    if (number * each >= 0x1p63)
        return false;
    *bytes = (uint64_t)(number * each);
    return true;
}

bool amount_count(const char *text, uint64_t *count)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    bool ok = text[0] >= '0' && text[0] <= '9' && !*end && errno == 0;
    if (ok)
        *count = n;
    return ok;
}
