// cli/cmd_view.c: plait view, a trace as a page for a browser.

#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/json.h"
#include "cli/replay_input.h"
#include "view/view_file.h"

enum { VIEW_TEST = OPT_OWN, VIEW_OUTPUT, VIEW_FUTURES, VIEW_TRUST_C };

enum { FUTURES_MAX = 100000 };

static const Opt view_opts[] = {
    {VIEW_OUTPUT, "output", "o", "FILE",
     "where to write the page; default: the name of the trace\n"
     "with .html instead of .trace.jsonl"},
    {VIEW_FUTURES, "futures", NULL, "N",
     "for a bug: from each turn, execute up to N random\n"
     "futures, and draw how many end in it; default 100,\n"
     "0 for none"},
    REPLAY_INPUT_OPT_TEST(VIEW_TEST),
    REPLAY_INPUT_OPT_TRUST_C(VIEW_TRUST_C),
    {OPT_DIALECT, "dialect", NULL, "D",
     "the language: auto, modern or classic; default: the one\n"
     "in the trace"},
    FRONT_OPT_RESULT_JSON,
    {OPT_QUIET, "quiet", "q", NULL, "do not print where the page is"},
    FRONT_OPT_HELP,
    {0},
};

typedef struct View {
    ReplayInput input;
    const char *test_name;  // from the command line, or NULL
    const char *output;
    uint64_t futures;
    Err err;
} View;

static void take_option(int id, void *context)
{
    View *v = context;
    const char *value = v->input.front.opts.value;
    if (id == VIEW_TRUST_C)
        v->input.trusts_c = true;
    if (id == VIEW_TEST)
        v->test_name = value;
    if (id == VIEW_OUTPUT)
        v->output = value;
    if (id == VIEW_FUTURES && (!amount_count(value, &v->futures) || v->futures > FUTURES_MAX))
        err_set(&v->err, "--futures wants a number up to %d, not %s", FUTURES_MAX, value);
}

static bool write_page(View *v, const char *path, Err *err)
{
    ReplayInput *r = &v->input;
    if (r->recording.is_run)
        return view_file_write_run(path, r->path, &r->recording, err);
    ViewFile file = {
        .program = r->make.program,
        .test = r->test,
        .sources = &r->front.lang.sources,
        .title = r->origin.path_count ? r->origin.paths[0] : "",
        .trace = r->path,
        .futures = (uint32_t)v->futures,
        .schedule = r->is_schedule ? &r->recording.schedule : NULL,
        .recording = r->is_schedule ? NULL : &r->recording,
    };
    return view_file_write(path, &file, err);
}

static int complain(const char *text)
{
    fprintf(stderr, "plait view: %s\n", text);
    return EXIT_ENVIRONMENT;
}

static int view(View *v)
{
    Buf path = {0};
    Err err = {0};

    if (v->output)
        buf_str(&path, v->output);
    else
        view_file_name(&path, v->input.path);
    bool ok = write_page(v, path.text, &err);
    if (ok && !v->input.front.quiet)
        printf("the page is %s: open it in a browser\n", path.text);
    if (ok) {
        json_t *fields = json_object();
        json_set_text(fields, "page", path.text);
        front_write_json(&v->input.front, fields);
    }
    buf_drop(&path);
    return ok ? v->input.front.exit_code : complain(err.text);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    View v = {.futures = VIEW_FUTURES_DEFAULT};
    ReplayInput *input = &v.input;

    replay_input_init(input, self, argc, argv);
    input->takes_runs = true;
    if (front_options(&input->front, take_option, &v)) {
        if (v.err.set)
            input->front.exit_code = complain(v.err.text);
        else if (replay_input_load(input, v.test_name))
            input->front.exit_code = view(&v);
    }
    int code = input->front.exit_code;
    replay_input_drop(input);
    return code;
}

const Command command_view = {
    .name = "view",
    .operands = "[OPTION...] TRACE [PATH...]",
    .summary = "make a page for a browser that shows a trace",
    .about = "Executes a trace again, as plait replay does, and writes one HTML file that shows\n"
             "it: who sends what to whom, the state of each machine, and for the selected step\n"
             "all queues and variables, and the line of the program. The file needs no network\n"
             "and no other file: it can be sent by mail or kept with a test's results.\n"
             "\n"
             "In the page: arrow keys go from step to step, / searches, ? lists all keys. The\n"
             "address names the step (#step=12), so that a link can point to it.\n"
             "\n"
             "Without a PATH it executes the program that the trace names. A trace that plait\n"
             "run wrote is shown as it is: it has no variables and no queues.\n",
    .opts = view_opts,
    .examples = "  plait view plait-out/tcSmall-deadlock.trace.jsonl  the .html beside it\n"
                "  plait view -o bug.html plait-out/tcSmall-deadlock.trace.jsonl\n"
                "  plait view -o fixed.html bug.trace.jsonl ../fixed  in another version\n"
                "  plait check --view                                  a page for each bug found\n",
    .exit_codes = "  0  the page was written\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a trace that cannot be read or does not fit the program, or\n"
                  "     a page that cannot be written\n",
    .run = run,
};
