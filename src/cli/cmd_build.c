// cli/cmd_build.c: plait build, P to a native executable.
//
// One call of the C compiler compiles and links the program as C, the user's C files, a main
// function and the libraries of the runtime.

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/vec.h"
#include "cli/layout.h"
#include "cli/make.h"

#ifndef PLAIT_LINK_FLAGS
#define PLAIT_LINK_FLAGS ""
#endif
#ifndef PLAIT_LINK_LIBRARIES
#define PLAIT_LINK_LIBRARIES "-ljansson -lssl -lcrypto"
#endif

enum { OPT_OUTPUT = OPT_OWN };

static const Opt build_opts[] = {
    {OPT_OUTPUT, "output", "o", "FILE", "the executable; default NAME, from the first PATH"},
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_WERROR,
    FRONT_OPT_COLOR,
    FRONT_OPT_RESULT_JSON,
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Build {
    Front front;
    Make make;
    const char *output;
    char *folder;  // temporary folder for the generated C
    VEC(const char *) args;
    Err err;
} Build;

static void take_option(int id, void *context)
{
    Build *b = context;
    if (id == OPT_OUTPUT)
        b->output = b->front.opts.value;
}

// ------------------------------------------------------------------------------- C to link

static const char main_text[] = "#include \"plait/cluster.h\"\n"
                                "extern const PProgram plait_program;\n"
                                "int main(int argc, char **argv)\n"
                                "{\n"
                                "    return plait_cluster_main(&plait_program, argc, argv);\n"
                                "}\n";

static const char *in_folder(Build *b, const char *name)
{
    Buf path = {0};
    buf_print(&path, "%s/%s", b->folder, name);
    const char *copy = arena_copy(&b->make.arena, path.text, path.size);
    buf_drop(&path);
    return copy;
}

static bool write_text(Build *b, const char *name, const char *text, size_t size)
{
    const char *path = in_folder(b, name);
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(text, 1, size, f) == size;
    if ((f && fclose(f) != 0) || !ok) {
        err_os(&b->err, "write", path);
        return false;
    }
    vec_push(&b->make.arena, &b->args, path);
    return true;
}

static void add(Build *b, const char *arg)
{
    vec_push(&b->make.arena, &b->args, arg);
}

static bool add_libraries(Build *b)
{
    const char *path = layout_library(&b->make.arena, &b->err);
    if (!path)
        return false;
    add(b, path);
    add(b, "-lm");
    // Words separated by spaces: what the library needs, and the flags that it was built with.
    static const char flags[] = PLAIT_LINK_LIBRARIES " " PLAIT_LINK_FLAGS;
    for (const char *at = flags; *at;) {
        size_t size = strcspn(at, " ");
        if (size)
            add(b, arena_copy(&b->make.arena, at, size));
        at += size + (at[size] == ' ');
    }
    return true;
}

static bool link_all(Build *b)
{
    Buf text = {0};
    make_text(&b->make, (MakeNames){0}, false, &text);
    const char *include = layout_include(&b->make.arena, &b->err);
    bool ok = include && write_text(b, "program.c", text.text, text.size) &&
              write_text(b, "main.c", main_text, sizeof main_text - 1);
    buf_drop(&text);
    if (!ok)
        return false;

    static const char *const flags[] = {"-std=gnu11", "-O2", "-g", "-pthread", "-I"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        add(b, flags[i]);
    add(b, include);
    for (size_t i = 0; i < b->make.file_count; i++)
        add(b, native_operand(&b->make.arena, b->make.files[i]));
    if (!add_libraries(b))
        return false;
    add(b, "-o");
    add(b, native_operand(&b->make.arena, b->output ? b->output : b->make.name));
    add(b, NULL);
    return native_cc(b->args.items, &b->err);
}

static bool build(Build *b)
{
    const char *temporary = getenv("TMPDIR");
    Buf path = {0};
    if (!make_program(&b->make, TARGET_RUN, &b->err))
        return false;
    buf_print(&path, "%s/plait-build-XXXXXX", temporary && temporary[0] ? temporary : "/tmp");
    b->folder = mkdtemp(path.text);
    bool ok = b->folder != NULL;
    if (ok) {
        ok = link_all(b);
        unlink(in_folder(b, "program.c"));
        unlink(in_folder(b, "main.c"));
        rmdir(b->folder);
    } else {
        err_os(&b->err, "make the folder", path.text);
    }
    buf_drop(&path);
    return ok;
}

// --------------------------------------------------------------------------------- command

static void read_and_build(Build *b)
{
    Front *front = &b->front;
    make_take_files(&b->make);
    if (!front_read(front))
        return;
    lang_check(&front->lang);
    front_report(front);
    const char *name = b->output ? b->output : b->make.name;
    bool is_built = front->exit_code == EXIT_NO_BUG && build(b);
    if (is_built && !front->quiet)
        printf("built %s\n", name);
    json_t *fields = json_object();
    json_set_text(fields, "executable", is_built ? name : NULL);
    json_set_text(fields, "error", b->err.set ? b->err.text : NULL);
    front_write_json(front, fields);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Build b = {0};

    front_init(&b.front, self, argc, argv);
    make_init(&b.make, &b.front);
    if (front_options(&b.front, take_option, &b))
        read_and_build(&b);
    if (b.err.set) {
        fprintf(stderr, "plait build: %s\n", b.err.text);
        b.front.exit_code = EXIT_ENVIRONMENT;
    }
    make_drop(&b.make);
    front_drop(&b.front);
    return b.front.exit_code;
}

const Command command_build = {
    .name = "build",
    .operands = "[OPTION...] [PATH...] [FILE.c...]",
    .summary = "compile a P program to a native executable",
    .about = "Compiles a P program with the C compiler of this computer (CC, else cc)\n"
             "and links it with the runtime. The executable does what plait run does,\n"
             "and takes its options; with --deploy it is a cluster of processes. Foreign\n"
             "functions and types are C files among the paths: .c, .o or .a;\n"
             "plait compile -o DIR writes one to fill in.\n"
             "\n"
             "A PATH is a .p file, a .pproj project, or a folder, as in plait check.\n",
    .opts = build_opts,
    .examples = "  plait build -o server .             the program in this folder\n"
                "  plait build timer.p clock.c         with a function in C; makes ./timer\n"
                "  ./server --workers 2 --seed 7       runs it\n",
    .exit_codes = "  0  the executable was made\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, no C compiler, or C that does not compile\n",
    .run = run,
};
