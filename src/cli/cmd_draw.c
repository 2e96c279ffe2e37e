// cli/cmd_draw.c: plait draw, the machines of a program as state diagrams.

#include <ctype.h>
#include <string.h>

#include "base/json.h"
#include "base/whole_file.h"
#include "cli/make.h"
#include "draw/draw.h"
#include "report/coverage_report.h"

enum { DRAW_OUTPUT = OPT_OWN, DRAW_MACHINE, DRAW_COVERAGE };

static const Opt draw_opts[] = {
    {DRAW_OUTPUT, "output", "o", "DIR", "folder for the pictures; default plait-out"},
    {DRAW_MACHINE, "machine", "m", "NAME", "only this machine or monitor"},
    {DRAW_COVERAGE, "coverage", NULL, "FILE",
     "count what checks have seen: a file that\n"
     "plait check --coverage-json wrote"},
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_COLOR,
    FRONT_OPT_RESULT_JSON,
    {OPT_QUIET, "quiet", "q", NULL, "do not print the names of the pictures"},
    FRONT_OPT_HELP,
    {0},
};

typedef struct Draw {
    Front front;
    Make make;
    const char *output, *machine, *coverage;
    CoverageReport report;
    json_t *pictures;  // names
    Err err;
} Draw;

static void take_option(int id, void *context)
{
    Draw *d = context;
    const char *value = d->front.opts.value;
    if (id == DRAW_OUTPUT)
        d->output = value;
    if (id == DRAW_MACHINE)
        d->machine = value;
    if (id == DRAW_COVERAGE)
        d->coverage = value;
}

static int complain(const char *text)
{
    fprintf(stderr, "plait draw: %s\n", text);
    return EXIT_ENVIRONMENT;
}

// Reads the counts. False when the file cannot be read, or is about another program.
static bool read_counts(Draw *d)
{
    d->report = (CoverageReport){
        .program = d->make.program,
        .identity = coverage_identity(&d->front.lang.sources),
        .coverage = coverage_new(d->make.program),
    };
    if (!d->coverage)
        return true;
    switch (coverage_report_merge(&d->report, d->coverage, &d->err)) {
    case COVERAGE_FILE_SAME:
        return true;
    case COVERAGE_FILE_NONE:
        err_set(&d->err, "%s does not exist: plait check --coverage-json writes it", d->coverage);
        break;
    case COVERAGE_FILE_OTHER:
        err_set(&d->err, "%s is of another program, or the program has changed", d->coverage);
        break;
    case COVERAGE_FILE_WRONG:
        break;
    }
    return false;
}

static void name_file(Buf *path, const Draw *d, const char *name)
{
    buf_print(path, "%s/", d->output);
    for (; *name; name++)
        buf_char(path, isalnum((unsigned char)*name) || *name == '_' ? *name : '_');
    buf_str(path, ".svg");
}

static bool draw_one(Draw *d, uint32_t machine)
{
    DrawOptions options = {.has_counts = d->coverage != NULL, .has_style = true};
    Buf path = {0}, svg = {0};
    WholeFile f;

    name_file(&path, d, d->make.program->machines[machine].name);
    bool ok = whole_file_open(&f, path.text, &d->err);
    if (ok) {
        draw_machine(&svg, d->make.program, d->report.coverage, machine, &options);
        fwrite(svg.text, 1, svg.size, f.out);
        ok = whole_file_close(&f, &d->err);
    }
    if (ok && !d->front.quiet)
        printf("%s\n", path.text);
    if (ok)
        json_array_append_new(d->pictures, json_text(path.text));
    buf_drop(&path);
    buf_drop(&svg);
    return ok;
}

static bool draw_all(Draw *d)
{
    const PProgram *p = d->make.program;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < p->machine_count; i++) {
        if (!draw_has_states(p, i) || (d->machine && strcmp(d->machine, p->machines[i].name) != 0))
            continue;
        if (!draw_one(d, i))
            return false;
        drawn++;
    }
    if (drawn == 0)
        err_set(&d->err, d->machine ? "there is no machine %s" : "there is no machine",
                d->machine);
    return drawn > 0;
}

static int draw(Draw *d)
{
    Front *front = &d->front;
    make_take_files(&d->make);
    if (!front_read(front))
        return front->exit_code;
    lang_check(&front->lang);
    front_report(front);
    if (front->lang.diags.error_count > 0)
        return front->exit_code;
    bool ok = make_program(&d->make, TARGET_CHECK, &d->err) && read_counts(d) && draw_all(d);
    coverage_report_drop(&d->report);
    return ok ? front->exit_code : complain(d->err.text);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Draw d = {.output = "plait-out", .pictures = json_array()};
    front_init(&d.front, self, argc, argv);
    make_init(&d.make, &d.front);
    if (front_options(&d.front, take_option, &d)) {
        d.make.program = &d.make.made;
        d.front.exit_code = draw(&d);
        front_write_json(&d.front, json_pack("{s:O}", "pictures", d.pictures));
    }
    json_decref(d.pictures);
    int code = d.front.exit_code;
    make_drop(&d.make);
    front_drop(&d.front);
    return code;
}

const Command command_draw = {
    .name = "draw",
    .operands = "[OPTION...] [PATH...]",
    .summary = "draw the machines of a program as state diagrams",
    .about = "Writes a picture (SVG) for each machine and monitor: a box for each state that is\n"
             "declared, an arrow for each transition, with the event that causes it; (goto) is\n"
             "a statement. Monitors' hot and cold states are red and blue; a dot marks the\n"
             "start state.\n"
             "\n"
             "With --coverage each state and transition has the number of steps on which checks\n"
             "have seen it; what was never seen is dashed: there the tests do not go.\n",
    .opts = draw_opts,
    .examples = "  plait draw -o pictures .                          every machine\n"
                "  plait check --coverage-json seen.json .\n"
                "  plait draw --coverage seen.json -m Server .       how often each was seen\n",
    .exit_codes = "  0  the pictures were written\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read or written, no such machine, or\n"
                  "     a coverage file of another program\n",
    .run = run,
};
