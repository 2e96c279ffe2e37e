// cli/cmd_format.c: plait format, the layout of P files.

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/json.h"
#include "base/whole_file.h"
#include "cli/front.h"
#include "format/format.h"

enum { OPT_CHECK = OPT_OWN };

static const Opt format_opts[] = {
    {OPT_CHECK, "check", NULL, NULL,
     "change nothing: print the names of files that would\n"
     "change, and exit with 1 if there are any"},
    FRONT_OPT_RESULT_JSON,
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Task {
    Front front;
    bool only_check;
    uint32_t files;
    json_t *changed;  // names
    json_t *failed;   // messages
} Task;

static void own_option(int id, void *context)
{
    assert(id == OPT_CHECK);
    ((Task *)context)->only_check = true;
}

// ---------------------------------------------------------------------- one file

static void fail(Task *task, int code, const char *message)
{
    fprintf(stderr, "plait format: %s\n", message);
    json_array_append_new(task->failed, json_text(message));
    if (task->front.exit_code != EXIT_ENVIRONMENT)
        task->front.exit_code = code;
}

static void fail_os(Task *task, const char *verb, const char *path)
{
    Err err = {0};
    err_os(&err, verb, path);
    fail(task, EXIT_ENVIRONMENT, err.text);
}

static bool read_all(FILE *in, Buf *text)
{
    char part[65536];
    size_t size;
    while ((size = fread(part, 1, sizeof part, in)) > 0)
        buf_add(text, part, size);
    return !ferror(in);
}

// False when the text cannot be laid out: reported.
static bool lay_out(Task *task, const char *path, const Buf *text, Buf *out)
{
    Err why = {0};
    if (format_text(buf_text(text), text->size, out, &why))
        return true;
    Buf message = {0};
    buf_print(&message, "%s:%s", path, why.text);
    fail(task, EXIT_WRONG, buf_text(&message));
    buf_drop(&message);
    return false;
}

// The file keeps its permissions, and is there in full at any moment.
static void replace(Task *task, const char *path, const Buf *text)
{
    struct stat info;
    WholeFile f;
    Err err = {0};
    char *target = realpath(path, NULL);  // a link stays one
    if (!target || stat(target, &info) != 0) {
        fail_os(task, "write", path);
    } else if (!whole_file_open(&f, target, &err)) {
        fail(task, EXIT_ENVIRONMENT, err.text);
    } else {
        bool ok = fwrite(buf_text(text), 1, text->size, f.out) == text->size;
        ok = fchmod(fileno(f.out), info.st_mode & 07777) == 0 && ok;
        if (!whole_file_close(&f, &err) || !ok)
            fail(task, EXIT_ENVIRONMENT, err.set ? err.text : "cannot write the file");
    }
    free(target);
}

static void format_file(Task *task, const char *path)
{
    Buf text = {0}, out = {0};
    FILE *in = fopen(path, "rb");
    bool ok = in && read_all(in, &text);
    if (!ok)
        fail_os(task, in ? "read" : "open", path);
    if (in)
        fclose(in);

    task->files++;
    if (ok && lay_out(task, path, &text, &out) &&
        (out.size != text.size || memcmp(buf_text(&out), buf_text(&text), out.size) != 0)) {
        json_array_append_new(task->changed, json_text(path));
        if (!task->front.quiet)
            puts(path);
        if (!task->only_check)
            replace(task, path, &out);
    }
    buf_drop(&text);
    buf_drop(&out);
}

static void format_input(Task *task)
{
    Buf text = {0}, out = {0};
    if (!read_all(stdin, &text)) {
        fail_os(task, "read", "standard input");
    } else if (lay_out(task, "<stdin>", &text, &out)) {
        bool is_same = out.size == text.size && !memcmp(buf_text(&out), buf_text(&text), out.size);
        if (!is_same)
            json_array_append_new(task->changed, json_string("<stdin>"));
        if (!task->only_check && fwrite(buf_text(&out), 1, out.size, stdout) != out.size)
            die("cannot write to standard output: %s", strerror(errno));
    }
    buf_drop(&text);
    buf_drop(&out);
}

// ------------------------------------------------------------------------- paths

static Task *walking;  // nftw has no context

// As when a program is read, hidden folders and the output of tools are no source.
static bool is_source_folder(const char *name)
{
    return name[0] != '.' && strcmp(name, "PGenerated") != 0 &&
           strcmp(name, "PCheckerOutput") != 0 && strcmp(name, "plait-out") != 0;
}

static int visit(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    if (kind == FTW_D && walk->level > 0 && !is_source_folder(path + walk->base))
        return FTW_SKIP_SUBTREE;
    if (kind == FTW_DNR)
        fail_os(walking, "open the folder", path);
    if (kind == FTW_F && has_ending(path, ".p") && path[walk->base] != '.')
        format_file(walking, path);
    return FTW_CONTINUE;
}

// The files of a project, not those of projects that it includes.
static void format_project(Task *task, const char *path)
{
    Lang lang;
    Err err = {0};
    lang_init(&lang);
    if (!lang_read(&lang, &path, 1, &err))
        fail(task, EXIT_ENVIRONMENT, err.text);
    else
        for (uint32_t i = 0; i < lang.sources.files.count; i++)
            if (!lang.sources.files.items[i]->is_included)
                format_file(task, lang.sources.files.items[i]->path);
    lang_drop(&lang);
}

static void format_path(Task *task, const char *path)
{
    struct stat info;
    if (strcmp(path, "-") == 0) {
        format_input(task);
    } else if (stat(path, &info) != 0) {
        fail_os(task, "open", path);
    } else if (S_ISDIR(info.st_mode)) {
        walking = task;
        if (nftw(path, visit, 20, FTW_PHYS | FTW_ACTIONRETVAL) != 0)
            fail_os(task, "open the folder", path);
    } else if (has_ending(path, ".pproj")) {
        format_project(task, path);
    } else {
        format_file(task, path);
    }
}

static void write_json(Task *task)
{
    json_t *fields = json_object();
    json_set_number(fields, "files", task->files);
    json_object_set_new(fields, "only_check", json_boolean(task->only_check));
    json_object_set(fields, "changed", task->changed);
    json_object_set(fields, "failed", task->failed);
    front_write_json(&task->front, fields);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Task task = {.changed = json_array(), .failed = json_array()};
    Front *front = &task.front;
    front_init(front, self, argc, argv);
    if (front_options(front, own_option, &task)) {
        if (front->path_count == 0)
            front->paths[front->path_count++] = ".";
        for (size_t i = 0; i < front->path_count; i++)
            format_path(&task, front->paths[i]);
        if (front->exit_code == EXIT_NO_BUG && task.only_check && json_array_size(task.changed))
            front->exit_code = EXIT_BUG;
        write_json(&task);
    }
    json_decref(task.changed);
    json_decref(task.failed);
    front_drop(front);
    return front->exit_code;
}

const Command command_format = {
    .name = "format",
    .operands = "[OPTION...] [PATH...]",
    .summary = "lay out P files: indentation, spaces, line ends",
    .about = "Changes the files to a common layout, and prints the names of those that changed.\n"
             "Only spaces and line ends change; comments stay.\n"
             "\n"
             "A PATH is a .p file, a folder (every .p file below it), a .pproj project, or -,\n"
             "which lays out standard input and prints the result. Default: this folder.\n",
    .opts = format_opts,
    .examples = "  plait format                 all files below this folder\n"
                "  plait format --check src     for continuous integration\n"
                "  plait format - < server.p    prints the result\n",
    .exit_codes = "  0  the files have the layout now; with --check: they had it\n"
                  "  1  with --check: some files would change\n"
                  "  2  a file cannot be laid out: brackets that do not match, text that is no P\n"
                  "  3  wrong usage, or a file that cannot be read or written\n",
    .run = run,
};
