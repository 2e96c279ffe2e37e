// cli/opt.h: options from a table.
//
// A command says once what options it has; the table both reads the command
// line and prints the help, so neither can forget the other.
//
//     Opts opts = {.table = table, .argc = argc, .argv = argv};
//     for (int id; (id = opt_next(&opts)) != OPT_END;)
//         switch (id) {...}
//
// An option is `--name`, `--name VALUE` or `--name=VALUE`; short ones have one
// dash, `-t VALUE`. What is no option is an operand; behind `--` all are.

#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct Opt {
    int id;                // positive
    const char *name;      // without the dashes
    const char *letter;    // the short form, without its dash; NULL for none
    const char *argument;  // what the help calls its value; NULL for none
    const char *help;      // lines separated by \n
} Opt;

// In a second table: an option of another tool that we do not have. Its help is what we say.
enum { OPT_OF_OTHERS = 1 << 20 };

enum { OPT_END = 0, OPT_OPERAND = -1, OPT_WRONG = -2 };

typedef struct Opts {
    const Opt *table;     // ended by id 0
    const Opt *others;    // understood, but not in the help: those of another tool; or NULL
    const char *command;  // for messages: "check"
    int argc;
    const char *const *argv;
    int at;              // the next argument
    const char *value;   // of the option, or the operand
    bool only_operands;  // `--` was seen
} Opts;

// The next option's id, OPT_OPERAND, OPT_END, or, after a message to standard
// error, OPT_WRONG.
int opt_next(Opts *opts);

void opt_help(const Opt *table, FILE *out);

