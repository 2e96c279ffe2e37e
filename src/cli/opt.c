// cli/opt.c: reading and printing option tables.

#include "cli/opt.h"

#include <string.h>

#include "base/alike.h"

enum {
    WORD_MAX = 40,  // no suggestions for longer words
    HELP_COLUMN = 26,
};

// ---------------------------------------------------------------------- reading

static const char *nearest_option(const Opt *table, const char *name)
{
    enum { OPTIONS_MAX = 64 };
    const char *names[OPTIONS_MAX + 1];
    int count = 0;
    for (; table->id && count < OPTIONS_MAX; table++)
        names[count++] = table->name;
    names[count] = NULL;
    return alike_nearest(name, names);
}

static int wrong(const Opts *opts, const char *problem, const char *option, const char *nearest)
{
    fprintf(stderr, "plait %s: %s %s", opts->command, problem, option);
    if (nearest)
        fprintf(stderr, "; did you mean --%s?", nearest);
    fprintf(stderr, "\nsee plait %s --help\n", opts->command);
    return OPT_WRONG;
}

// The option's name ends at `=` in the long form.
static const Opt *find(const Opt *table, const char *name, size_t size, bool is_long)
{
    for (; table->id; table++) {
        const char *own = is_long ? table->name : table->letter;
        if (own && strlen(own) == size && strncmp(own, name, size) == 0)
            return table;
    }
    return NULL;
}

static int take(Opts *opts, const Opt *opt, const char *argument, const char *value)
{
    if (!opt->argument) {
        if (value)
            return wrong(opts, "no value belongs to", argument, NULL);
        return opt->id;
    }
    if (!value && opts->at >= opts->argc) {
        fprintf(stderr, "plait %s: %s needs a value: %s\nsee plait %s --help\n", opts->command,
                argument, opt->argument, opts->command);
        return OPT_WRONG;
    }
    opts->value = value ? value : opts->argv[opts->at++];
    // A script passes "" when its variable is not set. As a folder "" would mean the root.
    if (!opts->value[0]) {
        fprintf(stderr, "plait %s: the value of %s is empty\nsee plait %s --help\n", opts->command,
                argument, opts->command);
        return OPT_WRONG;
    }
    return opt->id;
}

int opt_next(Opts *opts)
{
    if (opts->at >= opts->argc)
        return OPT_END;
    const char *argument = opts->argv[opts->at++];

    opts->value = argument;
    if (opts->only_operands || argument[0] != '-' || argument[1] == '\0')
        return OPT_OPERAND;
    if (strcmp(argument, "--") == 0) {
        opts->only_operands = true;
        return opt_next(opts);
    }

    bool is_long = argument[1] == '-';
    const char *name = argument + (is_long ? 2 : 1);
    size_t size = strcspn(name, "=");
    const Opt *opt = find(opts->table, name, size, is_long);
    if (!opt && opts->others)
        opt = find(opts->others, name, size, is_long);
    if (opt && opt->id == OPT_OF_OTHERS) {
        fprintf(stderr, "plait %s: %s is an option of P's tools: %s\n", opts->command, argument,
                opt->help);
        return OPT_WRONG;
    }
    if (!opt) {
        char shown[WORD_MAX + 1] = "";
        if (size <= WORD_MAX)
            memcpy(shown, name, size);
        return wrong(opts, "there is no option", argument, nearest_option(opts->table, shown));
    }
    return take(opts, opt, argument, name[size] == '=' ? name + size + 1 : NULL);
}

// ------------------------------------------------------------------------- help

static void print_help_text(const char *help, int column, FILE *out)
{
    if (column >= HELP_COLUMN) {
        fputc('\n', out);
        column = 0;
    }
    while (*help) {
        size_t size = strcspn(help, "\n");
        fprintf(out, "%*s%.*s\n", HELP_COLUMN - column, "", (int)size, help);
        help += size;
        help += *help ? 1 : 0;
        column = 0;
    }
}

void opt_help(const Opt *table, FILE *out)
{
    for (; table->id; table++) {
        int column = table->letter ? fprintf(out, "  -%s, --%s", table->letter, table->name)
                                   : fprintf(out, "  --%s", table->name);
        if (table->argument)
            column += fprintf(out, " %s", table->argument);
        print_help_text(table->help, column, out);
    }
}
