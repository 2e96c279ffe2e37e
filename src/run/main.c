// run/main.c: the command line of a built executable.
//
// The same options as those of `plait run`, for a program that is already chosen.

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "run/run.h"

static const struct {
    const char *name;
    const char *letter;
    const char *argument;  // NULL for none
    const char *help;
} options[] = {
    {"test", "t", "NAME", "what to run: an implementation or a test"},
    {"workers", NULL, "N", "threads to run machines on; one for each core"},
    {"seed", NULL, "N", "of the choices; from the clock"},
    {"decisions", NULL, "D", "choices: random, or default, the first alternative"},
    {"specs", NULL, NULL, "monitors watch the running program"},
    {"trace", NULL, "FILE", "write what happens to FILE, - for standard output"},
    {"time", NULL, "SECONDS", "end after that time"},
    {"max-steps", NULL, "N", "end after so many events"},
    {"loop-limit", NULL, "N", "jumps back and calls without a send that count as endless"},
    {"quiet", "q", NULL, "say nothing but bugs"},
};

enum { OPTION_COUNT = sizeof options / sizeof *options };

static void print_help(const char *who)
{
    printf("usage: %s [OPTION...]\n\noptions:\n", who);
    for (int i = 0; i < OPTION_COUNT; i++)
        printf("  --%s%s%s%*s%s\n", options[i].name, options[i].argument ? " " : "",
               options[i].argument ? options[i].argument : "",
               22 - (int)strlen(options[i].name) -
                   (options[i].argument ? 1 + (int)strlen(options[i].argument) : 0),
               "", options[i].help);
    puts("\nexit codes:\n"
         "  0  it ended, or was stopped, without a bug\n"
         "  1  a bug\n"
         "  3  wrong usage, or a file that cannot be written");
}

// Which option the argument is; its value behind `=`, if any, is left in `value`.
static int find(const char *argument, const char **value)
{
    bool is_long = strncmp(argument, "--", 2) == 0;
    const char *name = argument + (is_long ? 2 : 1);
    size_t size = strcspn(name, "=");

    if (argument[0] != '-')
        return -1;
    *value = name[size] ? name + size + 1 : NULL;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const char *own = is_long ? options[i].name : options[i].letter;
        if (own && strlen(own) == size && strncmp(own, name, size) == 0)
            return i;
    }
    return -1;
}

static bool read_options(RunWish *wish, int argc, char **argv, Err *err)
{
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        int option = find(argv[i], &value);
        if (option < 0) {
            err_set(err, "there is no option %s; see --help", argv[i]);
            return false;
        }
        if (options[option].argument && !value && i + 1 < argc)
            value = argv[++i];
        if (!options[option].argument != !value) {
            err_set(err, "--%s %s", options[option].name,
                    value ? "has no value" : "needs a value; see --help");
            return false;
        }
        if (!run_wish_set(wish, options[option].name, value, err))
            return false;
    }
    return true;
}

int run_main(const PProgram *p, int argc, char **argv)
{
    const char *who = argc > 0 ? argv[0] : "program";
    RunWish wish = {0};
    Err err = {0};

    signal(SIGPIPE, SIG_IGN);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(who);
            return EXIT_NO_BUG;
        }
    if (!read_options(&wish, argc, argv, &err)) {
        fprintf(stderr, "%s: %s\n", who, err.text);
        return EXIT_ENVIRONMENT;
    }
    int code = run_wish(p, &wish, who);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: cannot write to standard output\n", who);
        return EXIT_ENVIRONMENT;
    }
    return code;
}
