// bench/front_end.c: how fast the front end is, and whether it is linear.
//
// Generated programs of n and 2n lines, up to a million by default, go through
// each phase; the fastest of a few runs counts. Every run happens in a process of
// its own, so that its memory can be read off at the end. A phase is measured
// together with those before it, and their time is taken off.
//
//     front_end [LINES [RUNS]]       measures
//     front_end --print LINES        prints the program instead

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/lang.h"
#include "program.h"

enum { FILE_LINES = 5000 };

typedef struct Program {
    Buf *files;
    unsigned count;
    double lines;
    size_t bytes;
} Program;

typedef enum Phase { PHASE_READ, PHASE_LEX, PHASE_PARSE, PHASE_CHECK, PHASE_COUNT } Phase;

// What one run tells its parent.
typedef struct Measure {
    double seconds;
    long peak_kib;
} Measure;

static Program generate(unsigned wanted)
{
    Program p = {.count = (wanted + FILE_LINES - 1) / FILE_LINES};

    p.files = calloc(p.count, sizeof *p.files);
    if (!p.files)
        die_out_of_memory(p.count * sizeof *p.files);
    for (unsigned i = 0; i < p.count; i++) {
        unsigned left = wanted - i * FILE_LINES;
        program_file(&p.files[i], i, left < FILE_LINES ? left : FILE_LINES);
        p.bytes += p.files[i].size;
        for (size_t k = 0; k < p.files[i].size; k++)
            p.lines += p.files[i].text[k] == '\n';
    }
    return p;
}

static void program_drop(Program *p)
{
    for (unsigned i = 0; i < p->count; i++)
        buf_drop(&p->files[i]);
    free(p->files);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// Everything up to a phase. The program must be right, or we would measure how
// fast errors are found.
static Measure measure_here(const Program *p, Phase phase)
{
    Lang lang;
    Err err = {0};

    lang_init(&lang);
    for (unsigned i = 0; i < p->count; i++) {
        char path[32];
        snprintf(path, sizeof path, "file%u.p", i);
        if (!lang_add_text(&lang, path, p->files[i].text, p->files[i].size, &err))
            die("%s", err.text);
    }
    double start = now();
    if (phase == PHASE_LEX)
        lang_lex(&lang);
    else if (phase == PHASE_PARSE)
        lang_parse(&lang);
    else if (phase == PHASE_CHECK)
        lang_check(&lang);
    Measure m = {.seconds = now() - start, .peak_kib = peak_kib()};

    if (lang.diags.error_count) {
        if (lang.diags.all.count > 5)
            lang.diags.all.count = 5;
        diags_print(&lang.diags, &lang.sources, stderr, false);
        die("the generated program has errors");
    }
    lang_drop(&lang);
    return m;
}

static Measure measure(const Program *p, Phase phase)
{
    Measure m = {0};
    int ends[2], status = 0;

    fflush(NULL);
    if (pipe(ends) != 0)
        die("no pipe");
    pid_t child = fork();
    if (child < 0)
        die("no process");
    if (child == 0) {
        m = measure_here(p, phase);
        _exit(write(ends[1], &m, sizeof m) == (ssize_t)sizeof m ? 0 : 1);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], &m, sizeof m);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (got != (ssize_t)sizeof m || status != 0)
        die("a run failed");
    return m;
}

static Measure fastest(const Program *p, Phase phase, unsigned runs)
{
    Measure best = measure(p, phase);
    for (unsigned i = 1; i < runs; i++) {
        Measure m = measure(p, phase);
        if (m.seconds < best.seconds)
            best = m;
    }
    return best;
}

typedef struct Row {
    double lines;
    double seconds[PHASE_COUNT];  // of the phase alone; of all together under PHASE_READ
    double bytes_per_line;
} Row;

static Row measure_size(unsigned lines, unsigned runs)
{
    Program p = generate(lines);
    Measure m[PHASE_COUNT];
    Row row = {.lines = p.lines};

    for (int phase = PHASE_READ; phase < PHASE_COUNT; phase++) {
        m[phase] = fastest(&p, (Phase)phase, runs);
        if (phase > PHASE_READ) {
            double before = phase > PHASE_LEX ? m[phase - 1].seconds : 0;
            row.seconds[phase] = m[phase].seconds - before;
        }
    }
    row.seconds[PHASE_READ] = m[PHASE_CHECK].seconds;
    // What the process had before the front end began is not the front end's; the
    // text of the program is.
    long used = m[PHASE_CHECK].peak_kib - m[PHASE_READ].peak_kib;
    row.bytes_per_line = ((double)used * 1024 + (double)p.bytes) / p.lines;
    program_drop(&p);
    return row;
}

static void print_speed(double lines, double seconds)
{
    printf("  %9.2f M", lines / seconds / 1e6);
}

static void print_row(const Row *row, const Row *half)
{
    printf("%9.0f", row->lines);
    for (int phase = PHASE_LEX; phase < PHASE_COUNT; phase++)
        print_speed(row->lines, row->seconds[phase]);
    print_speed(row->lines, row->seconds[PHASE_READ]);
    printf("  %8.3f s", row->seconds[PHASE_READ]);
    if (half)
        printf("  %6.2f", row->seconds[PHASE_READ] / half->seconds[PHASE_READ]);
    else
        printf("  %6s", "");
    printf("  %10.0f\n", row->bytes_per_line);
    fflush(stdout);
}

static void print_program(unsigned lines)
{
    Program p = generate(lines);
    for (unsigned i = 0; i < p.count; i++)
        fwrite(p.files[i].text, 1, p.files[i].size, stdout);
    program_drop(&p);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--print") == 0) {
        print_program((unsigned)strtoul(argv[2], NULL, 10));
        return 0;
    }
    unsigned most = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000000;
    unsigned runs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 3;
    if (most < 8 || runs < 1) {
        fputs("usage: front_end [LINES [RUNS]] | --print LINES\n", stderr);
        return EXIT_ENVIRONMENT;
    }

    printf("The front end on generated programs, fastest of %u runs; lines per second.\n"
           "t(2n)/t(n) compares with the row above; near 2 means linear.\n\n",
           runs);
    printf("%9s  %11s  %11s  %11s  %11s  %10s  %6s  %10s\n", "lines", "lex", "parse", "check",
           "together", "time", "ratio", "bytes/line");
    Row last = {0};
    for (unsigned size = most / 8; size <= most; size *= 2) {
        Row row = measure_size(size, runs);
        print_row(&row, last.lines > 0 ? &last : NULL);
        last = row;
    }
    return 0;
}
