// view/view_file.c: the page of a trace, as a file.

#include "view/view_file.h"

#include <stdio.h>
#include <string.h>

#include "base/whole_file.h"
#include "rt/trace_open.h"
#include "view/page.h"
#include "view/view_data.h"

void view_file_name(Buf *path, const char *trace)
{
    buf_print(path, "%.*s.html", (int)recording_name_size(trace), trace);
}

static bool write_page(const char *path, const ViewData *data, Err *err)
{
    Buf json = {0}, html = {0}, title = {0};
    WholeFile f;
    bool ok = whole_file_open(&f, path, err);

    if (ok) {
        buf_print(&title, "%s: %s", data->test, data->kind ? data->kind : data->outcome);
        view_data_write(data, &json);
        page_write(&html, title.text, &json, false);
        fwrite(html.text, 1, html.size, f.out);
        ok = whole_file_close(&f, err);
    }
    buf_drop(&json);
    buf_drop(&html);
    buf_drop(&title);
    return ok;
}

static const char *outcome_of(Executed result)
{
    const char *stop = executed_stop(result);
    return stop ? stop : "no-bug";
}

static Executed follow(const ViewFile *v, Execution *x, Bug *bug)
{
    uint32_t turn;
    return v->recording ? recording_follow(v->recording, x, &turn, bug)
                        : execution_follow(x, v->schedule, bug);
}

static FutureCurve make_curve(const ViewFile *v, Executed result, const Bug *bug)
{
    const Schedule *s = v->recording ? &v->recording->schedule : v->schedule;
    if (result != EXECUTED_BUG || v->futures == 0)
        return (FutureCurve){0};
    return futures_curve(v->program, v->test, s, bug->kind, v->futures);
}

bool view_file_write(const char *path, const ViewFile *v, Err *err)
{
    History *history = history_new(v->program, v->test);
    Bug bug;
    Executed result = follow(v, history_execution(history), &bug);
    bool has_bug = result == EXECUTED_BUG || result == EXECUTED_SETUP, ok = false;
    FutureCurve curve = make_curve(v, result, &bug);
    ViewData data = {
        .program = v->program,
        .title = v->title,
        .test = v->test->name,
        .trace = v->trace,
        .sources = v->sources,
        .history = history,
        .outcome = outcome_of(result),
        .kind = has_bug ? error_kind(bug.kind) : NULL,
        .message = has_bug ? bug.text : NULL,
        .curve = &curve,
        .has_values = true,
    };

    if (result == EXECUTED_ODD)
        err_set(err, "the trace does not fit the program: %s", bug.text);
    else
        ok = write_page(path, &data, err);
    futures_curve_drop(&curve);
    history_free(history);
    return ok;
}

bool view_file_write_run(const char *path, const char *trace, const Recording *recording, Err *err)
{
    FILE *f = trace_open_lines(trace, err);
    if (!f)
        return false;
    History *history = history_read(f);
    fclose(f);
    ViewData data = {
        .title = trace,
        .test = recording->test,
        .trace = trace,
        .history = history,
        .outcome = recording->outcome,
        .kind = recording->kind,
        .message = recording->message,
    };
    bool ok = write_page(path, &data, err);
    history_free(history);
    return ok;
}
