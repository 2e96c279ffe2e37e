// check/crew/progress.c: one line, redrawn.

#include "check/crew/progress.h"

#include <inttypes.h>
#include <string.h>
#include <sys/ioctl.h>

const char *progress_number(char *text, uint64_t number)
{
    char digits[NUMBER_MAX];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *to = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

static size_t columns_of(FILE *out)
{
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return 80;
    return size.ws_col;
}

// Large counts as people say them: 1,234  56.7k  8.90M.
static const char *short_number(char *text, uint64_t number)
{
    if (number < 10000)
        return progress_number(text, number);
    static const char *const units[] = {"k", "M", "G", "T"};
    double n = (double)number / 1000;
    int unit = 0;
    while (n >= 1000 && unit < 3) {
        n /= 1000;
        unit++;
    }
    snprintf(text, NUMBER_MAX, "%.*f%s", n < 10 ? 2 : n < 100 ? 1 : 0, n, units[unit]);
    return text;
}

void progress_draw(FILE *out, const Progress *p)
{
    char a[NUMBER_MAX], b[NUMBER_MAX], c[NUMBER_MAX], d[NUMBER_MAX], line[512];
    const uint64_t mib = 1 << 20;
    int size;

    if (p->unit)
        size = snprintf(line, sizeof line,
                        "%s: %s %" PRIu64 ", %s states, %s/s, frontier %s, depth %s", p->label,
                        p->unit, p->stratum, short_number(a, p->states),
                        short_number(b, p->per_second), short_number(c, p->frontier),
                        short_number(d, p->depth));
    else
        size = snprintf(line, sizeof line, "%s: %s schedules, %s/s, depth %s", p->label,
                        short_number(a, p->states), short_number(b, p->per_second),
                        short_number(d, p->depth));
    if (size > 0 && (size_t)size < sizeof line)
        snprintf(line + size, sizeof line - (size_t)size,
                 ", %" PRIu64 " of %" PRIu64 " MiB, %.0f s", p->bytes / mib, p->bytes_max / mib,
                 p->seconds);
    // A line that wraps could not be drawn over.
    size_t columns = columns_of(out);
    if (strlen(line) >= columns)
        line[columns - 1] = '\0';
    fprintf(out, "\r%s\033[K", line);
    fflush(out);
}

void progress_erase(FILE *out)
{
    fputs("\r\033[K", out);
    fflush(out);
}
