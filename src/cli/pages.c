// cli/pages.c: the option tables as manual pages and as completions.

#include "cli/pages.h"

#include <ctype.h>
#include <string.h>

// ------------------------------------------------------------------------- manual

// Text in troff: a line must not begin with a dot or quote, and signs that mean something
// are written out.
static void man_text(const char *text, size_t size, FILE *out)
{
    for (size_t i = 0; i < size; i++) {
        bool begins = i == 0 || text[i - 1] == '\n';
        if (begins && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", out);
        if (text[i] == '\\')
            fputs("\\e", out);
        else if (text[i] == '-')
            fputs("\\-", out);
        else
            fputc(text[i], out);
    }
}

static void man_line(const char *text, FILE *out)
{
    man_text(text, strlen(text), out);
    fputc('\n', out);
}

// Lines that stay as they are.
static void man_lines(const char *text, FILE *out)
{
    fputs(".nf\n", out);
    man_text(text, strlen(text), out);
    fputs(".fi\n", out);
}

static void man_head(const char *name, FILE *out)
{
    fputs(".TH ", out);
    for (; *name; name++)
        fputc(toupper((unsigned char)*name), out);
    fputs(" 1 \"\" \"plait " PLAIT_VERSION "\" \"Plait\"\n", out);
}

static void man_option(const Opt *opt, FILE *out)
{
    fputs(".TP\n", out);
    if (opt->letter)
        fprintf(out, "\\fB\\-%s\\fR, ", opt->letter);
    fputs("\\fB\\-\\-", out);
    man_text(opt->name, strlen(opt->name), out);
    fputs("\\fR", out);
    if (opt->argument) {
        fputs(" \\fI", out);
        man_text(opt->argument, strlen(opt->argument), out);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    man_line(opt->help, out);
}

static void man_command(const Command *c, FILE *out)
{
    char name[64];
    snprintf(name, sizeof name, "plait-%s", c->name);
    man_head(name, out);
    fprintf(out, ".SH NAME\nplait\\-%s \\- ", c->name);
    man_line(c->summary, out);
    fprintf(out, ".SH SYNOPSIS\n\\fBplait %s\\fR ", c->name);
    man_line(c->operands, out);
    fputs(".SH DESCRIPTION\n", out);
    man_lines(c->about, out);
    fputs(".SH OPTIONS\n", out);
    for (const Opt *opt = c->opts; opt->id; opt++)
        man_option(opt, out);
    fputs(".SH EXAMPLES\n", out);
    man_lines(c->examples, out);
    fputs(".SH EXIT STATUS\n", out);
    man_lines(c->exit_codes, out);
    fputs(".SH SEE ALSO\n.BR plait (1)\n", out);
}

static void man_all(Commands all, FILE *out)
{
    man_head("plait", out);
    fputs(".SH NAME\nplait \\- a toolchain for the P language\n"
          ".SH SYNOPSIS\n\\fBplait\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n"
          ".SH COMMANDS\n",
          out);
    for (int i = 0; i < all.count; i++) {
        fprintf(out, ".TP\n.BR plait\\-%s (1)\n", all.items[i]->name);
        man_line(all.items[i]->summary, out);
    }
    fputs(".SH OPTIONS\n.TP\n\\fB\\-\\-help\\fR\nprint a list of the commands\n"
          ".TP\n\\fB\\-\\-version\\fR\nprint the version\n",
          out);
}

void page_man(Commands all, const Command *one, FILE *out)
{
    if (one)
        man_command(one, out);
    else
        man_all(all, out);
}

// --------------------------------------------------------------------- completion

static void bash(Commands all, FILE *out)
{
    fputs("# bash completion of plait: made by plait help --completion bash\n"
          "_plait()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    for (int i = 0; i < all.count; i++)
        fprintf(out, "%s ", all.items[i]->name);
    fputs("help --help --version' -- \"$word\"))\n        return\n    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (int i = 0; i < all.count; i++) {
        fprintf(out, "    %s) options='", all.items[i]->name);
        for (const Opt *opt = all.items[i]->opts; opt->id; opt++)
            fprintf(out, "%s--%s", opt == all.items[i]->opts ? "" : " ", opt->name);
        fputs("' ;;\n", out);
    }
    fputs("    help) options='", out);
    for (int i = 0; i < all.count; i++)
        fprintf(out, "%s%s", i ? " " : "", all.items[i]->name);
    fputs("' ;;\n    esac\n"
          "    case ${COMP_WORDS[1]}:$word in\n"
          "    *:-* | help:*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
          "    esac\n}\n"
          "complete -o default -F _plait plait\n",
          out);
}

// The first sentence of a help text in one line, with the signs a shell gives a meaning left out.
static void short_help(const char *help, FILE *out)
{
    for (; *help && *help != '.' && *help != ';' && !(*help == ':' && help[1] == ' '); help++)
        fputc(strchr("'\"`$\\[]", *help) ? ' '
              : *help == '\n'            ? ' '
              : *help == ':'             ? '.'
                                         : *help,
              out);
}

static void zsh(Commands all, FILE *out)
{
    fputs("#compdef plait\n# made by plait help --completion zsh\n_plait() {\n"
          "  local -a commands\n  commands=(\n",
          out);
    for (int i = 0; i < all.count; i++) {
        fprintf(out, "    '%s:", all.items[i]->name);
        short_help(all.items[i]->summary, out);
        fputs("'\n", out);
    }
    fputs("    'help:explain a command'\n  )\n"
          "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
          "  case $words[2] in\n",
          out);
    for (int i = 0; i < all.count; i++) {
        fprintf(out, "  %s)\n    _arguments", all.items[i]->name);
        for (const Opt *opt = all.items[i]->opts; opt->id; opt++) {
            fprintf(out, " \\\n      '--%s[", opt->name);
            short_help(opt->help, out);
            fprintf(out, "]%s'", opt->argument ? ":value:_files" : "");
        }
        fputs(" \\\n      '*:file:_files' ;;\n", out);
    }
    fputs("  help) _describe command commands ;;\n  esac\n}\n_plait \"$@\"\n", out);
}

static void fish(Commands all, FILE *out)
{
    fputs("# fish completion of plait: made by plait help --completion fish\n", out);
    for (int i = 0; i < all.count; i++) {
        const Command *c = all.items[i];
        fprintf(out, "complete -c plait -n __fish_use_subcommand -a %s -d '", c->name);
        short_help(c->summary, out);
        fputs("'\n", out);
        for (const Opt *opt = c->opts; opt->id; opt++) {
            fprintf(out, "complete -c plait -n '__fish_seen_subcommand_from %s' -l %s%s -d '",
                    c->name, opt->name, opt->argument ? " -r" : "");
            short_help(opt->help, out);
            fputs("'\n", out);
        }
    }
}

bool page_completion(Commands all, const char *shell, FILE *out)
{
    static const struct {
        const char *name;
        void (*write)(Commands all, FILE *out);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].write(all, out);
            return true;
        }
    return false;
}
