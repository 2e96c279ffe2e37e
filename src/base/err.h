// base/err.h: when the world is wrong, and when we are.
//
// Three ways to fail. An `Err` is a reason, returned to a caller that decides: a
// file that cannot be read, a folder that is not there. `die` ends the process
// where nothing can be decided. `bug` is for what cannot happen; so is `assert`, which
// stays on in release builds.

#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

// What a command's exit code means; docs/cli.md repeats it for users.
enum {
    EXIT_NO_BUG = 0,       // nothing wrong was found
    EXIT_BUG = 1,          // a bug was found in the user's protocol
    EXIT_WRONG = 2,        // the P program is wrong; diagnostics were printed
    EXIT_ENVIRONMENT = 3,  // usage or environment
};

typedef struct Err {
    bool set;
    char text[512];
} Err;

void err_set(Err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// "cannot <verb> <path>: <reason in errno>".
void err_os(Err *err, const char *verb, const char *path);

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_out_of_memory(size_t size);
_Noreturn void bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)

// For hot paths: checked in debug and sanitizer builds only. The condition is compiled in
// all builds, and has no side effects.
#ifdef PLAIT_PARANOID
#define assert_debug(condition) assert(condition)
#else
#define assert_debug(condition) ((void)sizeof((condition) ? 1 : 0))
#endif
