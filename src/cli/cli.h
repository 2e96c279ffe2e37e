// cli/cli.h: the room of the plait command: options, commands, exit codes.
//
// main.c has the table of commands. Each command is a file cmd_NAME.c that ends with its Command
// (command.h). No other room includes this one.
//
// Sees: base, lang, format, gen, rt, native, deploy, trust, net, cluster, check, report,
//     draw, view, serve, explore, launch, start, manage, lsp.
// Used by: none.

#pragma once
