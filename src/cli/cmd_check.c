// cli/cmd_check.c: plait check.
//
// Runs the whole front end. It will go on to explore the schedules of every test;
// this version does not, and says so.

#include <string.h>

#include "cli/front.h"

enum { OPT_LIST_TESTS = OPT_OWN };

static const Opt check_opts[] = {
    {OPT_LIST_TESTS, "list-tests", NULL, NULL,
     "print the names of the tests, one per line: in the\n"
     "order of declaration, parametric ones with all their\n"
     "members, implementations last"},
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_WERROR,
    FRONT_OPT_JSON,
    FRONT_OPT_COLOR,
    FRONT_OPT_QUIET,
    FRONT_OPT_HELP,
    {0},
};

#define PATHS_ABOUT                                                             \
    "A PATH is a .p file, a .pproj project, or a folder: with one project in\n" \
    "it that project, else every .p file below it. All of them together are\n"  \
    "one program. Without a PATH it is the folder you are in.\n"

#define EXIT_CODES                                        \
    "  0  the program is correct P\n"                     \
    "  2  it is not; diagnostics are on standard error\n" \
    "  3  wrong usage, a file that cannot be read, no P program\n"

static void set_flag(int id, void *context)
{
    *(bool *)context |= id == OPT_LIST_TESTS;
}

static void print_name(const Case *c, void *context)
{
    (void)context;
    printf("%s\n", c->name);
}

// Standard output holds the JSON object alone, when it is asked for there.
static bool says_more(const Front *front)
{
    bool json_there = front->json && strcmp(front->json, "-") == 0;
    return front->lang.diags.error_count == 0 && !json_there;
}

static int run_check(const Command *self, int argc, const char *const *argv)
{
    Front front;
    bool listing = false;

    front_init(&front, self, argc, argv);
    if (front_options(&front, set_flag, &listing) && front_read(&front)) {
        lang_check(&front.lang);
        front_report(&front);
        front_write_json(&front);
        if (says_more(&front) && listing)
            front_each_case(&front, print_name, NULL);
        else if (says_more(&front) && !front.quiet)
            front_print_summary(&front);
        if (front.lang.diags.error_count == 0 && !listing && !front.quiet)
            fputs("note: no schedule was explored: this version checks the program text only\n",
                  stderr);
    }
    front_drop(&front);
    return front.exit_code;
}

const Command command_check = {
    .name = "check",
    .operands = "[OPTION...] [PATH...]",
    .summary = "check a P program and list its tests",
    .about = "Reads a P program and reports everything that is wrong with it, in one\n"
             "run. This version checks the program text: names, types, effects,\n"
             "modules, tests. It does not explore schedules yet.\n"
             "\n" PATHS_ABOUT,
    .opts = check_opts,
    .examples = "  plait check                      the project or program in this folder\n"
                "  plait check client.p server.p    these files, as one program\n"
                "  plait check --list-tests         what could be tested\n"
                "  plait check --no-warn W0904 .    without warnings about unused variables\n"
                "  plait check --json - . | jq '.diagnostics[].message'\n",
    .exit_codes = EXIT_CODES,
    .run = run_check,
};
