// report/shrink_bug.c: shrinks a bug that a check found, before it is shown.
//
// The short schedule is shown, annotated, stored in a corpus and written for P's tools. The
// original one is also written, so that the user can verify that it is the same bug.

#include "report/shrink_bug.h"

#include <inttypes.h>
#include <unistd.h>

#include "check/crew/progress.h"
#include "report/trace_file.h"

bool shrunk_is_smaller(const Shrunk *s)
{
    const ScheduleSize *a = &s->after, *b = &s->before;
    return a->steps != b->steps || a->switches != b->switches || a->choices != b->choices;
}

void shrink_bug(Verdict *v, double seconds, const volatile sig_atomic_t *stop)
{
    const SearchOptions *search = v->search;
    SearchResult *r = &v->result;
    ShrinkOptions options = {
        .points = &search->points,
        .queue_max = search->queue_max,
        .loop_limit = search->loop_limit,
        .seconds = seconds,
        .memory = search->memory,
        .stop = stop,
    };
    Err err = {0};

    if (!r->has_bug || !r->is_replayed || r->schedule.turn_count == 0 ||
        r->schedule.ends_hot)
        return;
    if (!shrink_run(v->program, v->test, &r->schedule, &options, &v->shrunk, &err)) {
        if (!r->note[0])
            snprintf(r->note, sizeof r->note, "it was not made shorter: %.400s", err.text);
        return;
    }
    if (!shrunk_is_smaller(&v->shrunk)) {
        shrunk_drop(&v->shrunk);
        return;
    }
    v->full = r->schedule;
    r->schedule = v->shrunk.schedule;
    v->shrunk.schedule = (Schedule){0};
    r->bug = v->shrunk.bug;
}

char *shrink_bug_write_full(const Verdict *v, const char *folder, const TraceOrigin *origin,
                            Err *err)
{
    Buf path = {0};

    trace_file_path(&path, folder, v->test, v->result.bug.kind, ".full.trace.jsonl");
    if (!v->full.turn_count)
        unlink(path.text);
    if (!v->full.turn_count ||
        !trace_file_write_at(path.text, v->program, v->test, &v->full, origin, err))
        buf_drop(&path);
    return path.text;
}

void shrink_bug_print(const Verdict *v, FILE *out)
{
    const ScheduleSize *before = &v->shrunk.before, *after = &v->shrunk.after;
    char a[NUMBER_MAX], b[NUMBER_MAX];

    if (!v->full.turn_count)
        return;
    if (after->steps != before->steps)
        fprintf(out, "  %s steps reduced to %s", progress_number(a, before->steps),
                progress_number(b, after->steps));
    else if (after->switches != before->switches)
        fprintf(out, "  %s switches between machines reduced to %s",
                progress_number(a, before->switches), progress_number(b, after->switches));
    else
        fputs("  choices made smaller", out);
    fprintf(out, " in %.2f s%s\n", v->shrunk.seconds,
            v->shrunk.is_interrupted ? ", then time was up" : "");
}
