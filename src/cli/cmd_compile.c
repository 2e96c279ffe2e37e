// cli/cmd_compile.c: plait compile, P to C.
//
// Without -o it only answers whether the program is correct: users of P type this command first.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "cli/make.h"
#include "gen/emit.h"
#include "rt/program.h"

enum { OPT_OUTPUT = OPT_OWN, OPT_EMIT, OPT_SYMBOL, OPT_PREFIX };

static const Opt compile_opts[] = {
    {OPT_OUTPUT, "output", "o", "DIR",
     "write the program as C to DIR, with a header, and a\n"
     "file to fill in with its foreign functions and types"},
    {OPT_EMIT, "emit", NULL, "WHAT",
     "c (the default), or program: print the tables and the\n"
     "code that the virtual machine runs"},
    {OPT_SYMBOL, "symbol", NULL, "NAME",
     "the program's name in C; default plait_program. For\n"
     "several programs in one executable"},
    {OPT_PREFIX, "prefix", NULL, "WORD",
     "prefix of all names in C: WORD_program, WORD_E_eReq ...\n"
     "For several programs in one executable"},
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_WERROR,
    FRONT_OPT_JSON,
    FRONT_OPT_COLOR,
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

// Options of P's own compiler.
static const Opt compile_p_opts[] = {
    FRONT_P_OPTS,
    {OPT_OUTPUT, "outdir", NULL, "DIR", NULL},
    {OPT_WERROR, "strict-errors", "se", NULL, NULL},
    {OPT_OF_OTHERS, "projname", "pn", NULL,
     "a program is called after its first path; --symbol names it in C"},
    {OPT_OF_OTHERS, "mode", "md", NULL,
     "plait compile -o DIR writes C, the only target; plait check needs no compilation"},
    {OPT_OF_OTHERS, "debug", "d", NULL,
     "plait dump tokens, tree or types shows the result of a phase"},
    {OPT_OF_OTHERS, "pobserve-package", "po", NULL, "PObserve is not supported"},
    {OPT_OF_OTHERS, "timeout", "t", NULL,
     "proofs by a solver are not supported; plait check explores schedules"},
    {OPT_OF_OTHERS, "proof-blocks", "pb", NULL,
     "proofs by a solver are not supported; plait check explores schedules"},
    {OPT_OF_OTHERS, "check-only", "co", NULL,
     "proofs by a solver are not supported; plait check explores schedules"},
    {OPT_OF_OTHERS, "no-event-handler-checks", "nch", NULL,
     "proofs by a solver are not supported; plait check explores schedules"},
    {OPT_OF_OTHERS, "jobs", "j", NULL, "type plait check --workers N for several threads"},
    {0},
};

typedef struct Compile {
    Front front;
    Make make;
    const char *folder;  // NULL: nothing is written
    const char *emit;
    MakeNames names;
    Err err;
} Compile;

static void take_option(int id, void *context)
{
    Compile *c = context;
    const char *value = c->front.opts.value;
    if (id == OPT_OUTPUT)
        c->folder = value;
    else if (id == OPT_EMIT)
        c->emit = value;
    else if (id == OPT_PREFIX)
        c->names.prefix = value;
    else
        c->names.symbol = value;
}

static bool is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return text[0] && strchr(letters, text[0]) && strspn(text, all) == strlen(text);
}

static bool options_fit(Compile *c)
{
    if (c->emit && strcmp(c->emit, "c") != 0 && strcmp(c->emit, "program") != 0)
        err_set(&c->err, "--emit takes c or program, not %s", c->emit);
    else if (c->emit && strcmp(c->emit, "c") == 0 && !c->folder)
        err_set(&c->err, "--emit c needs -o DIR");
    else if (c->emit && strcmp(c->emit, "program") == 0 && c->folder)
        err_set(&c->err, "--emit program prints to standard output; leave out -o");
    else if (c->names.symbol && !is_identifier(c->names.symbol))
        err_set(&c->err, "--symbol takes a name that C allows, not %s", c->names.symbol);
    else if (c->names.prefix && !is_identifier(c->names.prefix))
        err_set(&c->err, "--prefix takes a name that C allows, not %s", c->names.prefix);
    return !c->err.set;
}

// ------------------------------------------------------------------------------- writing

static const char *path_of(Compile *c, const char *end)
{
    Buf b = {0};
    buf_print(&b, "%s/%s%s", c->folder, c->make.name, end);
    const char *path = arena_copy(&c->make.arena, b.text, b.size);
    buf_drop(&b);
    return path;
}

static bool write_file(Compile *c, const char *path, const char *mode, const Buf *text)
{
    FILE *f = fopen(path, mode);
    if (!f) {
        err_os(&c->err, "write", path);
        return false;
    }
    bool ok = fwrite(text->text, 1, text->size, f) == text->size;
    if (fclose(f) != 0 || !ok) {
        err_os(&c->err, "write", path);
        return false;
    }
    if (!c->front.quiet)
        printf("wrote %s\n", path);
    return true;
}

// The whole text of a file, "" when it cannot be read.
static void read_file(const char *path, Buf *out)
{
    char block[4096];
    size_t size;
    FILE *f = fopen(path, "rb");
    buf_str(out, "");
    while (f && (size = fread(block, 1, sizeof block, f)) > 0)
        buf_add(out, block, size);
    if (f)
        fclose(f);
}

// Prints a note for each foreign function that the user's file does not define yet.
static void compare_stubs(Compile *c, const char *path)
{
    Buf text = {0};
    read_file(path, &text);
    fprintf(stderr, "note: %s is there already and was left as it is\n", path);
    const PProgram *p = &c->make.made;
    for (uint32_t i = 0; i < p->fun_count; i++) {
        char name[256];
        if (!emit_needs(p, i))
            continue;
        snprintf(name, sizeof name, "%s_FUN_%s", c->names.prefix ? c->names.prefix : "P",
                 p->funs[i].name);
        for (char *dot = name; *dot; dot++)
            *dot = *dot == '.' ? '_' : *dot;
        if (!strstr(buf_text(&text), name))
            fprintf(stderr, "note: it does not define %s yet\n", name);
    }
    buf_drop(&text);
}

static bool write_stubs(Compile *c)
{
    Buf header = {0}, text = {0};
    bool ok = true;
    const char *path = path_of(c, "_foreign.c");
    buf_print(&header, "%s.h", c->make.name);
    make_stubs(&c->make, c->names, header.text, &text);
    errno = 0;
    FILE *there = fopen(path, "rb");
    if (there) {
        fclose(there);
        compare_stubs(c, path);
    } else {
        ok = write_file(c, path, "wbx", &text);
    }
    buf_drop(&header);
    buf_drop(&text);
    return ok;
}

static bool write_c(Compile *c)
{
    Buf text = {0}, header = {0};
    if (mkdir(c->folder, 0777) != 0 && errno != EEXIST) {
        err_os(&c->err, "make the folder", c->folder);
        return false;
    }
    make_text(&c->make, c->names, false, &text);
    make_header(&c->make, c->names, &header);
    bool ok = write_file(c, path_of(c, ".c"), "wb", &text) &&
              write_file(c, path_of(c, ".h"), "wb", &header) &&
              (!emit_wants_stubs(&c->make.made) || write_stubs(c));
    buf_drop(&text);
    buf_drop(&header);
    return ok;
}

static bool generate(Compile *c)
{
    if (!c->folder && !c->emit)
        return true;
    if (!make_program(&c->make, TARGET_RUN, &c->err))
        return false;
    if (c->folder)
        return write_c(c);
    Buf text = {0};
    program_print(&c->make.made, &text);
    fwrite(text.text, 1, text.size, stdout);  // main reports a failed write
    buf_drop(&text);
    return true;
}

// ------------------------------------------------------------------------------- command

// Whether to print a summary. With --json - or --emit program, standard output contains only
// the JSON object or the Program.
static bool says_more(const Compile *c)
{
    bool json_there = c->front.json && strcmp(c->front.json, "-") == 0;
    bool prints = c->emit && !c->folder;
    return c->front.lang.diags.error_count == 0 && !json_there && !prints && !c->front.quiet;
}

static void compile(Compile *c)
{
    lang_check(&c->front.lang);
    front_report(&c->front);
    front_write_json(&c->front, json_pack("{s:o}", "tests", front_tests_json(&c->front)));
    if (says_more(c))
        front_print_summary(&c->front);
    if (c->front.lang.diags.error_count == 0)
        generate(c);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Compile c = {0};

    front_init(&c.front, self, argc, argv);
    make_init(&c.make, &c.front);
    if (front_options(&c.front, take_option, &c) && options_fit(&c)) {
        make_take_files(&c.make);
        if (front_read(&c.front))
            compile(&c);
    }
    if (c.err.set) {
        fprintf(stderr, "plait compile: %s\n", c.err.text);
        c.front.exit_code = EXIT_ENVIRONMENT;
    }
    make_drop(&c.make);
    front_drop(&c.front);
    return c.front.exit_code;
}

const Command command_compile = {
    .name = "compile",
    .operands = "[OPTION...] [PATH...]",
    .summary = "report what is wrong with a P program, or write it as C",
    .about = "Reads a P program and reports all its errors in one run. With -o DIR it\n"
             "writes the program as C:\n"
             "\n"
             "  NAME.c          the program; it includes plait/runtime.h only\n"
             "  NAME.h          numbers of its events and types, for other C files\n"
             "  NAME_foreign.c  foreign functions and types, to be filled in; a file\n"
             "                  that already exists is not changed\n"
             "\n"
             "NAME comes from the first PATH. A PATH is a .p file, a .pproj project, or a\n"
             "folder, as in plait check.\n",
    .opts = compile_opts,
    .p_opts = compile_p_opts,
    .examples = "  plait compile                    the project or program in this folder\n"
                "  plait compile -o gen Timer.pproj the project as C, in the folder gen\n"
                "  plait compile --emit program .   what the virtual machine runs\n"
                "  plait compile --werror .         fail on warnings, too\n",
    .exit_codes = "  0  the program is correct P\n"
                  "  2  it is not; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read or written, no P program\n",
    .run = run,
};
