// cli/opt.c: reading and printing option tables.

#include "cli/opt.h"

#include <string.h>

enum {
    WORD_MAX = 40,  // longer words have no neighbours
    HELP_COLUMN = 26,
};

// ---------------------------------------------------------------------- nearest

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

// How many letters must change, go, come, or swap places with their neighbour.
static int distance(const char *a, const char *b)
{
    int rows[3][WORD_MAX + 1];
    int *before = rows[0], *last = rows[1], *now = rows[2];
    int m = (int)strlen(a), n = (int)strlen(b);

    for (int j = 0; j <= n; j++)
        last[j] = j;
    for (int i = 1; i <= m; i++) {
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = a[i - 1] != b[j - 1];
            now[j] = least(last[j] + 1, now[j - 1] + 1, last[j - 1] + change);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
        int *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[n];
}

const char *word_nearest(const char *word, const char *const *list)
{
    const char *nearest = NULL;
    size_t size = strlen(word);
    int best = size < 4 ? 2 : 3;  // from here on it is another word

    if (size > WORD_MAX)
        return NULL;
    for (; *list; list++) {
        if (strlen(*list) > WORD_MAX)
            continue;
        int d = distance(word, *list);
        if (d < best) {
            best = d;
            nearest = *list;
        }
    }
    return nearest;
}

// ---------------------------------------------------------------------- reading

static const char *nearest_option(const Opt *table, const char *name)
{
    enum { OPTIONS_MAX = 64 };
    const char *names[OPTIONS_MAX + 1];
    int count = 0;
    for (; table->id && count < OPTIONS_MAX; table++)
        names[count++] = table->name;
    names[count] = NULL;
    return word_nearest(name, names);
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
