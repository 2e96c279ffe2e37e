// cli/opt.h: options from a table.
//
// A command has one table of options. It serves both to read the command line and to print the
// help, so the two always agree.
//
//     Opts opts = {.table = table, .argc = argc, .argv = argv};
//     for (int id; (id = opt_next(&opts)) != OPT_END;)
//         switch (id) {...}
//
// An option is `--name`, `--name VALUE` or `--name=VALUE`; short ones have one dash,
// `-t VALUE`. All other arguments are operands, and so is every argument after `--`.

#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct Opt {
    int id;                // positive
    const char *name;      // without the dashes
    const char *letter;    // the short form, without its dash; NULL for none
    const char *argument;  // the name of its value in the help; NULL for none
    const char *help;      // lines separated by \n
} Opt;

// In the second table: an option of another tool that plait does not have. Its `help` is the
// error message.
enum { OPT_OF_OTHERS = 1 << 20 };

enum { OPT_END = 0, OPT_OPERAND = -1, OPT_WRONG = -2 };

typedef struct Opts {
    const Opt *table;     // ended by id 0
    const Opt *others;    // options of another tool, accepted but not in the help; or NULL
    const char *command;  // for messages: "check"
    int argc;
    const char *const *argv;
    int at;              // index of the next argument
    const char *value;   // the value of the option, or the operand
    bool only_operands;  // `--` was seen
} Opts;

// The next option's id, OPT_OPERAND, OPT_END, or, after a message to standard
// error, OPT_WRONG.
int opt_next(Opts *opts);

void opt_help(const Opt *table, FILE *out);

