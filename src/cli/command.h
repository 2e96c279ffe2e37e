// cli/command.h: what a subcommand is.
//
// Each is a file that ends with its Command; main.c lists them.

#pragma once

#include "cli/opt.h"

#ifndef PLAIT_VERSION
#define PLAIT_VERSION "0.1.0-dev"
#endif

typedef struct Command {
    const char *name;
    const char *operands;  // for the usage line: "[OPTION...] [PATH...]"
    const char *summary;   // one line
    const char *about;     // several lines, each ended by \n
    const Opt *opts;
    const Opt *p_opts;     // options that only P's own command has, or NULL
    const char *examples;  // lines, each ended by \n
    const char *exit_codes;
    int (*run)(const struct Command *self, int argc, const char *const *argv);
} Command;

extern const Command command_build;
extern const Command command_check;
extern const Command command_cluster;
extern const Command command_compile;
extern const Command command_deploy;
extern const Command command_draw;
extern const Command command_dump;
extern const Command command_explain;
extern const Command command_explore;
extern const Command command_format;
extern const Command command_lsp;
extern const Command command_mcp;
extern const Command command_new;
extern const Command command_node;
extern const Command command_replay;
extern const Command command_run;
extern const Command command_shrink;
extern const Command command_view;

// Prints the text of `plait NAME --help`.
void command_help(const Command *command, FILE *out);
