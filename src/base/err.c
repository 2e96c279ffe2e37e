// base/err.c: reasons, and ways to stop.

#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void err_set(Err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    err->set = true;
}

void err_os(Err *err, const char *verb, const char *path)
{
    err_set(err, "cannot %s %s: %s", verb, path, strerror(errno));
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("plait: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(EXIT_ENVIRONMENT);
}

void die_out_of_memory(size_t size)
{
    die("out of memory (%zu bytes wanted)", size);
}

void bug_at(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "plait: a bug in plait itself, at %s:%d: ", file, line);
    vfprintf(stderr, format, args);
    fputs("\nplease report it with the program that showed it\n", stderr);
    va_end(args);
    abort();
}
