// cli/main.c: the `plait` command.
//
// A table of subcommands, and what they have in common: help, the version, and an error when
// output could not be written.

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/err.h"
#include "base/alike.h"
#include "cli/command.h"
#include "cli/pages.h"

static const Command *const commands[] = {
    &command_check,
    &command_compile,
    &command_build,
    &command_dump,
    &command_run,
    &command_cluster,
    &command_node,
    &command_deploy,
    &command_replay,
    &command_shrink,
    &command_format,
    &command_lsp,
    &command_mcp,
    &command_explain,
    &command_new,
    &command_view,
    &command_explore,
    &command_draw,
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

// ------------------------------------------------------------------------- help

static void main_help(FILE *out)
{
    fputs("plait: a toolchain for the P language\n\nusage: plait COMMAND [ARGUMENT...]\n\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "  %-10s %s\n\n", "help", "explain a command");
    fputs("  --help     print this\n"
          "  --version  print the version\n"
          "\n"
          "examples:\n"
          "  plait check               check the program in this folder\n"
          "  plait help check          what check can do\n"
          "\n"
          "exit codes:\n"
          "  0  nothing wrong was found\n"
          "  1  a bug was found\n"
          "  2  the P program is wrong; diagnostics are on standard error\n"
          "  3  wrong usage, or a file that cannot be read or written\n"
          "  130, 143  a signal left tests unfinished\n",
          out);
}

void command_help(const Command *c, FILE *out)
{
    fprintf(out, "usage: plait %s %s\n\n%s\noptions:\n", c->name, c->operands, c->about);
    opt_help(c->opts, out);
    fprintf(out, "\nexamples:\n%s\nexit codes:\n%s", c->examples, c->exit_codes);
}

static const Command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown(const char *word)
{
    const char *words[COMMAND_COUNT + 4] = {0};
    int count = 0;
    while (count < COMMAND_COUNT) {
        words[count] = commands[count]->name;
        count++;
    }
    words[count++] = "help";
    words[count++] = "--help";
    words[count++] = "--version";

    const char *nearest = alike_nearest(word, words);
    fprintf(stderr, "plait: there is no %s %s", word[0] == '-' ? "option" : "command", word);
    if (nearest)
        fprintf(stderr, "; did you mean %s?", nearest);
    fputs("\nsee plait --help\n", stderr);
    return EXIT_ENVIRONMENT;
}

// For packages: help --man [COMMAND], help --completion SHELL.
static int print_page(int argc, const char *const *argv)
{
    Commands all = {commands, COMMAND_COUNT};
    const char *what = argc > 1 ? argv[1] : NULL;
    if (strcmp(argv[0], "--completion") == 0) {
        if (what && page_completion(all, what, stdout))
            return EXIT_NO_BUG;
        fputs("plait help: --completion takes bash, zsh or fish\n", stderr);
        return EXIT_ENVIRONMENT;
    }
    const Command *command = what ? find(what) : NULL;
    if (what && !command)
        return unknown(what);
    page_man(all, command, stdout);
    return EXIT_NO_BUG;
}

static int help(int argc, const char *const *argv)
{
    if (argc > 0 && (strcmp(argv[0], "--man") == 0 || strcmp(argv[0], "--completion") == 0))
        return print_page(argc, argv);
    if (argc == 0) {
        main_help(stdout);
        return EXIT_NO_BUG;
    }
    const Command *command = find(argv[0]);
    if (!command)
        return unknown(argv[0]);
    command_help(command, stdout);
    return EXIT_NO_BUG;
}

// ------------------------------------------------------------------------- main

static bool is(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

static int run(int argc, const char *const *argv)
{
    if (argc == 0) {
        main_help(stderr);
        return EXIT_ENVIRONMENT;
    }
    if (is(argv[0], "--help", "-h") || strcmp(argv[0], "help") == 0)
        return help(argc - 1, argv + 1);
    if (is(argv[0], "--version", "-V")) {
        puts("plait " PLAIT_VERSION);
        return EXIT_NO_BUG;
    }
    const Command *command = find(argv[0]);
    return command ? command->run(command, argc - 1, argv + 1) : unknown(argv[0]);
}

int main(int argc, char **argv)
{
    // When the reader of a pipe ends, writing fails with an error, like on a full disk. The
    // signal would end the process at once.
    signal(SIGPIPE, SIG_IGN);

    int code = run(argc > 0 ? argc - 1 : 0, (const char *const *)argv + 1);

    // A closed standard output is an error only if there was something to write.
    errno = 0;
    bool lost = ferror(stdout) || fflush(stdout) != 0;
    if (lost || (fclose(stdout) != 0 && errno != EBADF)) {
        // The reason is unknown when an earlier write failed.
        fprintf(stderr, "plait: cannot write to standard output%s%s\n", errno ? ": " : "",
                errno ? strerror(errno) : "");
        return EXIT_ENVIRONMENT;
    }
    return code;
}
