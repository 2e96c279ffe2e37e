// cli/cmd_lsp.c: plait lsp, the language server.

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/front.h"
#include "lsp/lsp.h"

enum { OPT_STDIO = OPT_OWN };

static const Opt lsp_opts[] = {
    {OPT_STDIO, "stdio", NULL, NULL, "use standard input and output; the only way there is"},
    FRONT_OPT_HELP,
    {0},
};

static void own_option(int id, void *context)
{
    (void)id, (void)context;  // --stdio, which many clients pass, changes nothing
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Front front;
    front_init(&front, self, argc, argv);
    if (front_options(&front, own_option, NULL)) {
        char plait[4096];
        ssize_t size = readlink("/proc/self/exe", plait, sizeof plait - 1);
        plait[size > 0 ? size : 0] = '\0';
        if (front.path_count) {
            fprintf(stderr, "plait lsp: the client names the files, not the command line\n"
                            "see plait lsp --help\n");
            front.exit_code = EXIT_ENVIRONMENT;
        } else {
            front.exit_code =
                lsp_serve(STDIN_FILENO, STDOUT_FILENO, size > 0 ? plait : NULL, PLAIT_VERSION);
        }
    }
    front_drop(&front);
    return front.exit_code;
}

const Command command_lsp = {
    .name = "lsp",
    .operands = "[OPTION...]",
    .summary = "serve an editor: the language server",
    .about = "Speaks the Language Server Protocol over standard input and output: diagnostics,\n"
             "hover, definitions, references, rename, completion, symbols, formatting, and lenses\n"
             "that check a test. Editors start it; docs/editors.md says how to set them up.\n",
    .opts = lsp_opts,
    .examples = "  plait lsp        started by an editor\n",
    .exit_codes = "  0  the client has shut the session down\n"
                  "  1  the input ended without that\n"
                  "  3  wrong usage, or the client cannot be written to\n",
    .run = run,
};
