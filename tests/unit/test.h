// tests/unit/test.h: unit tests with as little around them as possible.
//
//     TEST(a_map_forgets_nothing)
//     {
//         EXPECT_EQ(map.count, 2);
//     }
//
// A test registers itself before main runs. Expectations show both sides and
// end the test that broke them, not the others; cmocka does the running.

#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef void TestFunction(void **state);

void test_register(const char *name, TestFunction *run);

void expect_eq(intmax_t got, intmax_t wanted, const char *text, const char *file, int line);
void expect_str(const char *got, const char *wanted, const char *text, const char *file, int line);
void expect_true(bool got, const char *text, const char *file, int line);

// Runs `act` in a process of its own: what it writes to standard error, and its
// exit code, or 128 and the signal that ended it.
typedef struct Death {
    int code;
    char said[1024];
} Death;

Death death_of(void (*act)(void));

#define TEST(name)                                              \
    static void name(void **state);                             \
    __attribute__((constructor)) static void register_##name(void) \
    {                                                           \
        test_register(#name, name);                             \
    }                                                           \
    static void name(void **state __attribute__((unused)))

#define EXPECT_EQ(got, wanted) \
    expect_eq((intmax_t)(got), (intmax_t)(wanted), #got, __FILE__, __LINE__)
#define EXPECT_STR(got, wanted) expect_str((got), (wanted), #got, __FILE__, __LINE__)
#define EXPECT_TRUE(got) expect_true((got), #got, __FILE__, __LINE__)
#define EXPECT_FALSE(got) expect_true(!(got), "!(" #got ")", __FILE__, __LINE__)
#define EXPECT_NULL(got) expect_true((got) == NULL, #got " == NULL", __FILE__, __LINE__)
#define EXPECT_SAME(got, wanted) \
    expect_true((got) == (wanted), #got " == " #wanted, __FILE__, __LINE__)
