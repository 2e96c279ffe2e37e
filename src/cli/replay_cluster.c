// cli/replay_cluster.c: plait replay, for the traces of the containers of a run.

#include "cli/replay_cluster.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

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

// Reads the program, and lets the executor of the checker follow the story.
static int compare(ReplayInput *input, const Merged *m)
{
    Conformed result;
    Err err = {0};

    if (!recording_read(m->traces[0].path, &input->recording, &err))
        return complain(err.text);
    if (!replay_input_program(input, NULL))
        return input->front.exit_code;
    Conformance how =
        conform(m, input->make.program, input->test, &input->recording.network, &result);
    return judge(m, how, &result);
}

int replay_cluster(ReplayInput *input, bool conforms)
{
    bool color = front_has_color(&input->front, STDOUT_FILENO);
    Merged m;
    Err err = {0};
    int code;

    input->path = input->front.paths[0];
    if (!conforms && input->front.path_count > 1)
        return complain("a program is needed only with --conform");
    if (!merged_read(&m, input->path, &err)) {
        code = complain(err.text);
    } else {
        if (!input->front.quiet)
            tell(&m, color);
        code = tell_bugs(&m);
        if (conforms) {
            int compared = compare(input, &m);
            code = compared != EXIT_NO_BUG ? compared : code;
        }
    }
    merged_drop(&m);
    return code;
}
