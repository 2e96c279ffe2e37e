// cli/cmd_new.c: plait new, a project to begin with.
//
// A small protocol with a bug that needs two clients: its test fails at once, the README says how
// to read the counterexample and what to change, and then the test is verified.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/whole_file.h"
#include "cli/front.h"

static const Opt new_opts[] = {FRONT_OPT_RESULT_JSON, FRONT_OPT_QUIET, FRONT_OPT_HELP, {0}};

typedef struct NewFile {
    const char *path;  // %s: the project's name
    const char *text;  // @NAME@: the same
} NewFile;

static const NewFile files[] = {
    {"%s.pproj", "<Project>\n"
                 "  <ProjectName>@NAME@</ProjectName>\n"
                 "  <InputFiles>\n"
                 "    <PFile>./src</PFile>\n"
                 "  </InputFiles>\n"
                 "</Project>\n"},
    {"src/lock.p",
     "// A server lends one lock to its clients.\n"
     "\n"
     "event eAcquire: machine;  // client to server: I want the lock\n"
     "event eGranted;           // server to client: you have it\n"
     "event eRelease: machine;  // client to server: I am done\n"
     "\n"
     "machine LockServer {\n"
     "    var holder: machine;\n"
     "\n"
     "    start state Free {\n"
     "        on eAcquire do (client: machine) {\n"
     "            holder = client;\n"
     "            send client, eGranted;\n"
     "            goto Held;\n"
     "        }\n"
     "    }\n"
     "\n"
     "    state Held {\n"
     "        // The bug: a client that asks while the lock is held gets it, too. It must wait:\n"
     "        // replace the handler of eAcquire by `defer eAcquire;`.\n"
     "        on eAcquire do (client: machine) {\n"
     "            holder = client;\n"
     "            send client, eGranted;\n"
     "        }\n"
     "        on eRelease do (client: machine) {\n"
     "            if (client == holder) { goto Free; }\n"
     "        }\n"
     "    }\n"
     "}\n"
     "\n"
     "machine Client {\n"
     "    var server: machine;\n"
     "\n"
     "    start state Wanting {\n"
     "        entry (s: machine) {\n"
     "            server = s;\n"
     "            send server, eAcquire, this;\n"
     "        }\n"
     "        on eGranted goto Working;\n"
     "    }\n"
     "\n"
     "    state Working {\n"
     "        entry {\n"
     "            announce eBegins;\n"
     "            send this, eWorked;\n"
     "        }\n"
     "        on eWorked do {\n"
     "            announce eEnds;\n"
     "            send server, eRelease, this;\n"
     "            goto Done;\n"
     "        }\n"
     "    }\n"
     "\n"
     "    state Done { }\n"
     "}\n"
     "\n"
     "event eWorked;  // a client to itself: its work takes time\n"},
    {"src/spec.p", "// What must never happen: two clients at work.\n"
                   "\n"
                   "event eBegins;  // a client has the lock and begins to work\n"
                   "event eEnds;\n"
                   "\n"
                   "spec OneAtATime observes eBegins, eEnds {\n"
                   "    var working: int;\n"
                   "\n"
                   "    start state Watch {\n"
                   "        on eBegins do {\n"
                   "            working = working + 1;\n"
                   "            assert working <= 1, \"two clients hold the lock\";\n"
                   "        }\n"
                   "        on eEnds do { working = working - 1; }\n"
                   "    }\n"
                   "}\n"},
    {"src/test.p", "// How many clients there are, and which specifications watch them.\n"
                   "\n"
                   "machine OneClient {\n"
                   "    start state Init {\n"
                   "        entry { new Client(new LockServer()); }\n"
                   "    }\n"
                   "}\n"
                   "\n"
                   "machine TwoClients {\n"
                   "    start state Init {\n"
                   "        entry {\n"
                   "            var server: machine;\n"
                   "\n"
                   "            server = new LockServer();\n"
                   "            new Client(server);\n"
                   "            new Client(server);\n"
                   "        }\n"
                   "    }\n"
                   "}\n"
                   "\n"
                   "test tcOneClient [main = OneClient]:\n"
                   "    assert OneAtATime in { OneClient, LockServer, Client };\n"
                   "test tcTwoClients [main = TwoClients]:\n"
                   "    assert OneAtATime in { TwoClients, LockServer, Client };\n"},
    {"README.md",
     "# @NAME@\n"
     "\n"
     "A server lends one lock to its clients. It has a bug, which two clients show:\n"
     "\n"
     "    plait check                      # tcOneClient is verified, tcTwoClients has a bug\n"
     "    plait replay plait-out/tcTwoClients-assertion.trace.jsonl   # the schedule, step by "
     "step\n"
     "    plait check --view               # the same as a page for a browser\n"
     "\n"
     "The comment in `src/lock.p` says what to change. Then `plait check` says that both tests "
     "are\n"
     "verified: no schedule of these machines breaks the specification in `src/spec.p`.\n"
     "\n"
     "Next: a third client in `src/test.p`; a server that answers in order; a client that may "
     "crash.\n"},
    {".gitignore", "plait-out/\n"},
};

// "my/dir/name" is a project called name. Letters, digits, - and _ only: it becomes a file name
// and stands in XML.
static const char *project_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return name[0] && name[0] != '-' && strspn(name, letters) == strlen(name) ? name : NULL;
}

static void replace_name(Buf *out, const char *text, const char *name)
{
    static const char mark[] = "@NAME@";
    for (const char *found; (found = strstr(text, mark)); text = found + sizeof mark - 1) {
        buf_add(out, text, (size_t)(found - text));
        buf_str(out, name);
    }
    buf_str(out, text);
}

static bool write_file(const NewFile *file, const char *folder, const char *name, Err *err)
{
    Buf path = {0}, text = {0};
    WholeFile f;
    buf_print(&path, "%s/", folder);
    if (strchr(file->path, '%'))
        buf_print(&path, "%s.pproj", name);
    else
        buf_str(&path, file->path);
    replace_name(&text, file->text, name);
    bool ok = whole_file_open(&f, buf_text(&path), err);
    if (ok) {
        fwrite(buf_text(&text), 1, text.size, f.out);
        ok = whole_file_close(&f, err);  // it fails if a write did
    }
    buf_drop(&path);
    buf_drop(&text);
    return ok;
}

static int create(const char *folder, bool quiet)
{
    Err err = {0};
    const char *name = project_name(folder);
    if (!name) {
        fprintf(stderr, "plait new: %s is no name: letters, digits, - and _ only\n", folder);
        return EXIT_ENVIRONMENT;
    }
    if (mkdir(folder, 0777) != 0) {
        err_os(&err, "make the folder", folder);
        fprintf(stderr, "plait new: %s\n", err.text);
        return EXIT_ENVIRONMENT;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!write_file(&files[i], folder, name, &err)) {
            fprintf(stderr, "plait new: %s\n", err.text);
            return EXIT_ENVIRONMENT;
        }
    if (!quiet)
        printf(
            "made %s: a server, its clients, and a test that fails\nnext: cd %s && plait check\n",
            folder, folder);
    return EXIT_NO_BUG;
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Front front;
    front_init(&front, self, argc, argv);
    if (front_options(&front, NULL, NULL)) {
        if (front.path_count == 1) {
            front.exit_code = create(front.paths[0], front.quiet);
            if (front.exit_code == EXIT_NO_BUG) {
                json_t *fields = json_object();
                json_set_text(fields, "folder", front.paths[0]);
                front_write_json(&front, fields);
            }
        } else {
            fputs("plait new: give one NAME\nsee plait new --help\n", stderr);
            front.exit_code = EXIT_ENVIRONMENT;
        }
    }
    front_drop(&front);
    return front.exit_code;
}

const Command command_new = {
    .name = "new",
    .operands = "[OPTION...] NAME",
    .summary = "make a project to begin with",
    .about = "Makes the folder NAME with a project: a server that lends a lock, two clients, a\n"
             "specification, and tests, one of which fails. Its README says what to do next.\n",
    .opts = new_opts,
    .examples = "  plait new lock && cd lock && plait check\n",
    .exit_codes = "  0  the project was made\n"
                  "  3  wrong usage, the folder exists, or it cannot be written\n",
    .run = run,
};
