// tests/litmus/simulate.c: a program on a simulated cluster, for many seeds.
//
//     litmus_simulate [--seeds N] [--first N] [--crashes N] [--cuts N] [--suspicions N]
//                     [--test NAME] [--with-creator KIND]... FILE...
//
// Prints each outcome with the number of seeds that ended in it, sorted by text. Each seed is run
// twice and must give the same outcome and digest. The exit code is 1 when something went wrong.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "gen/gen.h"
#include "plait/host.h"
#include "world.h"

typedef struct Seen {
    char *outcome;
    uint64_t count;
} Seen;

typedef struct Simulation {
    LitmusRun run;
    uint64_t seeds, first;
    Seen *seen;
    uint32_t count, capacity;
    uint64_t messages, stale, beyond;
    bool is_wrong;
} Simulation;

static const char usage[] =
    "litmus_simulate [--seeds N] [--first N] [--crashes N] [--cuts N] [--suspicions N] "
    "[--test NAME] [--with-creator KIND]... FILE...";

static void count_outcome(Simulation *s, const char *outcome)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->seen[i].outcome, outcome) == 0) {
            s->seen[i].count++;
            return;
        }
    MEMORY_GROW(s->seen, s->count + 1, s->capacity);
    s->seen[s->count++] = (Seen){memory_copy_text(outcome), 1};
}

static int compare_seen(const void *a, const void *b)
{
    return strcmp(((const Seen *)a)->outcome, ((const Seen *)b)->outcome);
}

static void run_seeds(Simulation *s)
{
    for (uint64_t seed = s->first; seed < s->first + s->seeds; seed++) {
        LitmusResult r, again;
        litmus_run(&s->run, seed, &r);
        litmus_run(&s->run, seed, &again);
        if (strcmp(r.outcome, again.outcome) != 0 || r.digest != again.digest) {
            fprintf(stderr, "seed %" PRIu64 ": two runs differ\n", seed);
            s->is_wrong = true;
        }
        if (r.is_wrong)
            fprintf(stderr, "seed %" PRIu64 ": %s\n", seed, r.outcome);
        s->is_wrong |= r.is_wrong;
        s->messages += r.messages;
        s->stale += r.stale;
        s->beyond += r.is_beyond;
        if (!r.is_beyond)
            count_outcome(s, r.outcome);
    }
    qsort(s->seen, s->count, sizeof *s->seen, compare_seen);
    for (uint32_t i = 0; i < s->count; i++) {
        printf("%" PRIu64 " %s\n", s->seen[i].count, s->seen[i].outcome);
        free(s->seen[i].outcome);
    }
    free(s->seen);
    fprintf(stderr,
            "%" PRIu64 " seeds, %" PRIu64 " messages, %" PRIu64 " to machines that are gone; %" PRIu64
            " seeds left out, with more suspicions than allowed\n",
            s->seeds, s->messages, s->stale, s->beyond);
}

static void place_machines(Simulation *s, const PProgram *p, char **kinds, uint32_t count)
{
    bool *is_apart = memory_zeroed(p->machine_count, sizeof *is_apart);

    for (uint32_t i = 0; i < p->machine_count; i++)
        is_apart[i] = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = p_interface(p, kinds[i]);
        if (kind >= p->machine_count)
            die("there is no machine %s", kinds[i]);
        is_apart[kind] = false;
    }
    s->run.is_apart = is_apart;
}

static void simulate(Simulation *s, const char *const *paths, size_t path_count, char **kinds,
                     uint32_t kind_count)
{
    static Lang lang;
    Arena arena = {0};
    PProgram program;
    Err err = {0};

    lang_init(&lang);
    if (!lang_read(&lang, paths, path_count, &err))
        die("%s", err.text);
    if (!lang_check(&lang)) {
        diags_print(&lang.diags, &lang.sources, stderr, false);
        die("the program is wrong");
    }
    if (!gen_program(&arena, &lang, TARGET_CHECK, &program, &err))
        die("%s", err.text);
    s->run.program = &program;
    if (!s->run.test && program.test_count > 0)
        s->run.test = program.tests[0].name;
    place_machines(s, &program, kinds, kind_count);
    run_seeds(s);
    free((void *)s->run.is_apart);
    arena_drop(&arena);
    lang_drop(&lang);
}

static uint64_t number_of(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (*end || !*text)
        die("%s is no number; %s", text, usage);
    return number;
}

int main(int argc, char **argv)
{
    Simulation s = {.seeds = 100, .first = 1};
    const char **paths = memory_zeroed((size_t)argc, sizeof *paths);
    char **kinds = memory_zeroed((size_t)argc, sizeof *kinds);
    size_t path_count = 0;
    uint32_t kind_count = 0;

    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--seeds") == 0 && has_value)
            s.seeds = number_of(argv[++i]);
        else if (strcmp(argv[i], "--first") == 0 && has_value)
            s.first = number_of(argv[++i]);
        else if (strcmp(argv[i], "--crashes") == 0 && has_value)
            s.run.crashes = (uint32_t)number_of(argv[++i]);
        else if (strcmp(argv[i], "--cuts") == 0 && has_value)
            s.run.cuts = (uint32_t)number_of(argv[++i]);
        else if (strcmp(argv[i], "--suspicions") == 0 && has_value)
            s.run.suspicions = (uint32_t)number_of(argv[++i]);
        else if (strcmp(argv[i], "--test") == 0 && has_value)
            s.run.test = argv[++i];
        else if (strcmp(argv[i], "--with-creator") == 0 && has_value)
            kinds[kind_count++] = argv[++i];
        else if (argv[i][0] == '-')
            die("%s", usage);
        else
            paths[path_count++] = argv[i];
    }
    if (path_count == 0)
        die("%s", usage);
    simulate(&s, paths, path_count, kinds, kind_count);
    free(paths);
    free(kinds);
    return s.is_wrong;
}
