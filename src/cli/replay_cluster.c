// cli/replay_cluster.c: plait replay, for the traces of the containers of a run.

#include "cli/replay_cluster.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

#include "report/conform.h"
#include "report/story.h"

static int complain(const char *text)
{
    fprintf(stderr, "plait replay: %s\n", text);
    return EXIT_ENVIRONMENT;
}

static void tell(const Merged *m, bool color)
{
    const Steps steps = {.items = m->steps, .count = m->count};

    printf("run of %s, %" PRIu32 " container%s\n\n", m->traces[0].recording.test, m->trace_count,
           m->trace_count == 1 ? "" : "s");
    story_tell(&steps, stdout, color);
    putchar('\n');
    if (m->later)
        printf("%" PRIu32 " steps are left out: what they need is not in the traces yet\n",
               m->later);
    if (m->cut)
        printf("%" PRIu32 " container%s ended without an end of the trace\n", m->cut,
               m->cut == 1 ? "" : "s");
}

// The bugs of the containers. The exit code.
static int tell_bugs(const Merged *m)
{
    int code = EXIT_NO_BUG;

    for (uint32_t i = 0; i < m->trace_count; i++) {
        const Recording *r = &m->traces[i].recording;
        if (!r->kind)
            continue;
        printf("bug: %s: %s\n  in %s\n", r->kind, r->message, r->culprit ? r->culprit : "?");
        if (r->place)
            printf("  at %s\n", r->place);
        code = EXIT_BUG;
    }
    if (code == EXIT_NO_BUG)
        puts("no bug");
    return code;
}

static int judge(const Merged *m, Conformance how, const Conformed *c)
{
    switch (how) {
    case CONFORMS:
        printf("conforms: %" PRIu32 " steps of %" PRIu32 " container%s are an execution of the "
               "checked program\n",
               c->steps, m->trace_count, m->trace_count == 1 ? "" : "s");
        return EXIT_NO_BUG;
    case CONFORMS_TO_BUG:
        printf("conforms: %" PRIu32 " steps, up to the bug of %s\n", c->steps, c->culprit);
        return EXIT_BUG;
    case CONFORMS_BUG:
        printf("bug: %s: %s\n  monitor %s, after %" PRIu32 " steps\n", error_kind(c->bug.kind),
               c->bug.text, c->culprit, c->steps);
        return EXIT_BUG;
    case CONFORMS_NOT:
        printf("does not conform: %s\n", c->text);
        return EXIT_BUG;
    case CONFORMS_UNKNOWN:
        break;
    }
    fprintf(stderr, "plait replay: cannot be compared: %s\n", c->text);
    return EXIT_ENVIRONMENT;
}

// The test, with all monitors of the program. What it watches with is to be freed.
static PTest with_specs(const PProgram *p, const PTest *test)
{
    PAttachment *list = memory_zeroed(test->attachment_count + p->machine_count, sizeof *list);
    PTest all = *test;

    all.attachments = list;
    for (uint32_t i = 0; i < test->attachment_count; i++)
        list[i] = test->attachments[i];
    for (uint32_t kind = 0; kind < p->machine_count; kind++) {
        bool is_new = p->machines[kind].kind == P_MACHINE_SPEC && !p->machines[kind].is_explicit;
        for (uint32_t i = 0; i < test->attachment_count; i++)
            is_new = is_new && list[i].spec != kind;
        if (is_new)
            list[all.attachment_count++] = (PAttachment){.spec = kind, .watches_all = true};
    }
    return all;
}

static void tell_specs(const PProgram *p, const PTest *test)
{
    if (test->attachment_count == 0)
        puts("no monitor watches: the program has none");
    for (uint32_t i = 0; i < test->attachment_count; i++)
        printf("monitor %s watches\n", p->machines[test->attachments[i].spec].name);
}

// Reads the program, and lets the executor of the checker follow the story.
static int compare(ReplayInput *input, const Merged *m, bool has_specs)
{
    Conformed result;
    Err err = {0};

    if (!recording_read(m->traces[0].path, &input->recording, &err))
        return complain(err.text);
    if (!replay_input_program(input, NULL))
        return input->front.exit_code;
    const PProgram *p = input->make.program;
    PTest test = has_specs ? with_specs(p, input->test) : *input->test;
    if (has_specs)
        tell_specs(p, &test);
    Conformance how = conform(m, p, &test, &input->recording, &result);
    if (has_specs)
        free((void *)test.attachments);
    return judge(m, how, &result);
}

int replay_cluster(ReplayInput *input, const ReplayCluster *how)
{
    bool conforms = how->conforms || how->has_specs;
    bool color = front_has_color(&input->front, STDOUT_FILENO);
    Merged m;
    Err err = {0};
    int code;

    input->path = input->front.paths[0];
    if (!conforms && input->front.path_count > 1)
        return complain("a program is needed only with --conform and --specs");
    if (!merged_read(&m, input->path, how->is_running, &err)) {
        code = complain(err.text);
    } else {
        if (!input->front.quiet)
            tell(&m, color);
        code = tell_bugs(&m);
        if (conforms) {
            int compared = compare(input, &m, how->has_specs);
            code = compared != EXIT_NO_BUG ? compared : code;
        }
    }
    merged_drop(&m);
    return code;
}
