// cli/cmd_dump.c: plait dump, the result of a compiler phase as text.

#include <errno.h>
#include <string.h>

#include "base/alike.h"
#include "cli/front.h"
#include "gen/gen.h"
#include "lang/dump.h"
#include "rt/program.h"

static const Opt dump_opts[] = {
    FRONT_OPT_DIALECT,
    FRONT_OPT_COLOR,
    FRONT_OPT_HELP,
    {0},
};

static void show_tokens(Lang *lang, Buf *out)
{
    lang_lex(lang);
    dump_tokens(out, lang);
}

static void show_tree(Lang *lang, Buf *out)
{
    lang_parse(lang);
    dump_tree(out, &lang->tree);
}

static void show_types(Lang *lang, Buf *out)
{
    lang_check(lang);
    dump_types(out, &lang->tree, &lang->cases);
}

static void show_program(Lang *lang, Buf *out)
{
    Arena arena = {0};
    PProgram program;
    Err err = {0};
    if (lang_check(lang)) {
        if (!gen_program(&arena, lang, TARGET_CHECK, &program, &err))
            die("%s", err.text);
        program_print(&program, out);
    }
    arena_drop(&arena);
}

typedef struct Phase {
    const char *name;
    void (*show)(Lang *lang, Buf *out);
} Phase;

static const Phase phases[] = {
    {"tokens", show_tokens},
    {"tree", show_tree},
    {"types", show_types},
    {"program", show_program},
};

enum { PHASE_COUNT = sizeof phases / sizeof *phases };

// The first operand says what to dump, the rest are paths.
static const Phase *take_phase(Front *front)
{
    const char *names[PHASE_COUNT + 1] = {0};
    const char *word = front->path_count ? front->paths[0] : NULL;

    for (int i = 0; i < PHASE_COUNT; i++) {
        names[i] = phases[i].name;
        if (word && strcmp(word, phases[i].name) == 0) {
            front->path_count--;
            memmove(front->paths, front->paths + 1, front->path_count * sizeof *front->paths);
            return &phases[i];
        }
    }

    const char *nearest = word ? alike_nearest(word, names) : NULL;
    if (!word)
        fputs("plait dump: say what: tokens, tree, types or program\n", stderr);
    else if (nearest)
        fprintf(stderr, "plait dump: cannot dump %s; did you mean %s?\n", word, nearest);
    else
        fprintf(stderr, "plait dump: cannot dump %s, only tokens, tree, types or program\n", word);
    fputs("see plait dump --help\n", stderr);
    front->exit_code = EXIT_ENVIRONMENT;
    return NULL;
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Front front;
    const Phase *phase;

    front_init(&front, self, argc, argv);
    // A dump shows the program as it is, without warnings.
    for (int code = 0; code < DIAG_CODE_COUNT; code++)
        front.lang.diags.silenced[code] = diag_code_severity((DiagCode)code) == SEVERITY_WARNING;

    if (front_options(&front, NULL, NULL) && (phase = take_phase(&front)) && front_read(&front)) {
        Buf out = {0};
        phase->show(&front.lang, &out);
        if (fwrite(buf_text(&out), 1, out.size, stdout) != out.size)
            die("cannot write to standard output: %s", strerror(errno));
        buf_drop(&out);
        diags_sort(&front.lang.diags);
        front_report(&front);
    }
    front_drop(&front);
    return front.exit_code;
}

const Command command_dump = {
    .name = "dump",
    .operands = "tokens|tree|types|program [OPTION...] [PATH...]",
    .summary = "print what a phase of the compiler made of a program",
    .about = "Prints a P program as one phase sees it, as far as it was understood:\n"
             "\n"
             "  tokens   one line per token: line:column kind text\n"
             "  tree     declarations and statements indented, expressions in prefix form\n"
             "  types    declarations with their types, functions with their effects,\n"
             "           expressions as line:column text : type, tests with their machines\n"
             "  program  what is executed: tables, and the instructions of every function\n"
             "\n"
             "A PATH is a .p file, a .pproj project, or a folder, as in plait check.\n",
    .opts = dump_opts,
    .examples = "  plait dump tokens server.p       the words and signs of a file\n"
                "  plait dump tree .                how the parser understood this folder\n"
                "  plait dump types server.p | grep effects\n",
    .exit_codes = "  0  the phase found nothing wrong\n"
                  "  2  the program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read, no P program\n",
    .run = run,
};
