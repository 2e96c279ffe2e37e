// cli/pages.h: manual pages and completions, from the same tables as the help.

#pragma once

#include "cli/command.h"

typedef struct Commands {
    const Command *const *items;
    int count;
} Commands;

// The manual page of a command in the language of man; of `plait` itself when it is NULL.
void page_man(Commands all, const Command *one, FILE *out);

// What a shell needs to complete commands and options: bash, zsh or fish. False: no such shell.
bool page_completion(Commands all, const char *shell, FILE *out);
