// launch/main.c: the command line of a built executable.
//
// The options are in tables; the program is fixed.

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "launch/launch.h"

enum { HELP_COLUMN = 24 };

// Prints the lines of an option's help below each other.
static void print_option(const LaunchOption *o)
{
    int width =
        printf("  --%s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    for (const char *line = o->help; line; width = 0) {
        int size = (int)strcspn(line, "\n");
        printf("%*s%.*s\n", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "", size, line);
        line = line[size] ? line + size + 1 : NULL;
    }
}

static void print_help(const LaunchOption *const *tables, const char *who)
{
    printf("usage: %s [OPTION...]\n\noptions:\n", who);
    for (; *tables; tables++)
        for (const LaunchOption *o = *tables; o->name; o++)
            print_option(o);
    puts("\nexit codes:\n"
         "  0  it ended, or was stopped, without a bug\n"
         "  1  a bug\n"
         "  3  wrong usage, or a file that cannot be written");
}

// The option that the argument names, or NULL. `value` gets the text after `=`, if any.
static const LaunchOption *find(const LaunchOption *const *tables, const char *argument,
                                const char **value)
{
    bool is_long = strncmp(argument, "--", 2) == 0;
    const char *name = argument + (is_long ? 2 : 1);
    size_t size = strcspn(name, "=");

    if (argument[0] != '-')
        return NULL;
    *value = name[size] ? name + size + 1 : NULL;
    for (; *tables; tables++)
        for (const LaunchOption *o = *tables; o->name; o++) {
            const char *own = is_long ? o->name : o->letter;
            if (own && strlen(own) == size && strncmp(own, name, size) == 0)
                return o;
        }
    return NULL;
}

static bool read_options(const LaunchOption *const *tables, LaunchSet *set, void *context, int argc,
                         char **argv, Err *err)
{
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        const LaunchOption *o = find(tables, argv[i], &value);
        if (!o) {
            err_set(err, "there is no option %s; see --help", argv[i]);
            return false;
        }
        if (o->argument && !value && i + 1 < argc)
            value = argv[++i];
        if (!o->argument != !value) {
            err_set(err, "--%s %s", o->name, value ? "has no value" : "needs a value; see --help");
            return false;
        }
        if (!set(context, o->name, value, err))
            return false;
    }
    return true;
}

const char *launch_who(int argc, char **argv)
{
    return argc > 0 ? argv[0] : "program";
}

bool launch_read(const LaunchOption *const *tables, LaunchSet *set, void *context, int argc,
                 char **argv, int *code)
{
    Err err = {0};

    signal(SIGPIPE, SIG_IGN);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(tables, launch_who(argc, argv));
            *code = EXIT_NO_BUG;
            return false;
        }
    if (read_options(tables, set, context, argc, argv, &err))
        return true;
    fprintf(stderr, "%s: %s\n", launch_who(argc, argv), err.text);
    *code = EXIT_ENVIRONMENT;
    return false;
}

int launch_flushed(int code, int argc, char **argv)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "%s: cannot write to standard output\n", launch_who(argc, argv));
    return EXIT_ENVIRONMENT;
}

static bool set_option(void *context, const char *option, const char *value, Err *err)
{
    return launch_set(context, option, value, err);
}

int plait_main(const PProgram *p, int argc, char **argv)
{
    static const LaunchOption *const tables[] = {launch_options, NULL};
    Launch launch = {0};
    int code;

    if (!launch_read(tables, set_option, &launch, argc, argv, &code))
        return code;
    return launch_flushed(launch_run(p, &launch, launch_who(argc, argv)), argc, argv);
}
