// lsp/lens.c: the lenses of tests, and the processes behind them.

#include "lsp/lens.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "lsp/features.h"

// ------------------------------------------------------------------------- lenses

static const Verdict *verdict_of(const Program *p, const char *test)
{
    for (const Verdict *v = p->verdicts; v; v = v->next)
        if (strcmp(v->test, test) == 0)
            return v;
    return NULL;
}

static void add_lens(const Query *q, json_t *list, Span span, const char *title,
                     const char *command, const char *argument)
{
    json_t *lens = json_object(), *c = json_object(), *arguments = json_array();
    json_object_set_new(lens, "range", program_range(q->program, span));
    json_set_text(c, "title", title);
    json_set_text(c, "command", command);
    json_array_append_new(arguments, json_text(q->document->uri));
    json_array_append_new(arguments, json_text(argument));
    json_object_set_new(c, "arguments", arguments);
    json_object_set_new(lens, "command", c);
    json_array_append_new(list, lens);
}

static void add_lenses(const Query *q, json_t *list, const Decl *decl, const char *test)
{
    if (decl_is_built_in(decl) ||
        source_at(&q->program->lang.sources, decl->span.start) != q->source)
        return;
    const Verdict *v = verdict_of(q->program, test);
    add_lens(q, list, decl->span, "check this test", "plait.check", test);
    if (v)
        add_lens(q, list, decl->span, v->text, v->trace ? "plait.showTrace" : "plait.check",
                 v->trace ? v->trace : test);
}

json_t *feature_code_lens(Query *q)
{
    json_t *list = json_array();
    const Tree *t = &q->program->lang.tree;
    for (uint32_t i = 0; i < t->tests.count; i++)
        if (t->tests.items[i]->decl.kind == DECL_TEST)
            add_lenses(q, list, &t->tests.items[i]->decl, t->tests.items[i]->decl.name->text);
    // A program without tests is checked as a whole.
    const TestCases *cases = &q->program->lang.cases;
    for (uint32_t i = 0; i < cases->all.count; i++)
        if (!cases->all.items[i].decl && cases->all.items[i].main)
            add_lenses(q, list, &cases->all.items[i].main->decl, cases->all.items[i].name);
    return list;
}

// ---------------------------------------------------------------------- processes

// In the child: the folder of the program, its output in the pipe, no input.
static _Noreturn void become(const char *plait, const Program *p, const char *test, int output)
{
    char **arguments = memory_zeroed(p->path_count + 9, sizeof *arguments);
    size_t count = 0;
    arguments[count++] = (char *)plait;
    arguments[count++] = (char *)"check";
    arguments[count++] = (char *)"--view";
    arguments[count++] = (char *)"--quiet";
    arguments[count++] = (char *)"--json=-";
    arguments[count++] = (char *)"--test";
    arguments[count++] = (char *)test;
    for (size_t i = 0; i < p->path_count; i++)
        arguments[count++] = p->paths[i];

    char *slash = strrchr(p->paths[0], '/');
    int none = open("/dev/null", O_RDWR);
    if (slash && slash != p->paths[0]) {
        char *folder = strndup(p->paths[0], (size_t)(slash - p->paths[0]));
        if (!folder || chdir(folder) != 0)
            _exit(EXIT_ENVIRONMENT);
    }
    if (none < 0 || dup2(none, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(none, STDERR_FILENO) < 0)
        _exit(EXIT_ENVIRONMENT);
    setpgid(0, 0);  // an interrupt of the editor is not meant for it
    execv(plait, arguments);
    _exit(EXIT_ENVIRONMENT);
}

Child *child_start(const char *plait, const Program *p, const char *test, Err *err)
{
    int ends[2];
    if (!plait || p->path_count == 0) {
        err_set(err, "only a program that is saved to a file can be checked");
        return NULL;
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        err_set(err, "cannot start a check: %s", strerror(errno));
        return NULL;
    }
    pid_t pid = fork();
    if (pid == 0)
        become(plait, p, test, ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        err_set(err, "cannot start a check: %s", strerror(errno));
        return NULL;
    }
    Child *c = memory_zeroed(1, sizeof *c);
    c->pid = pid;
    c->output = ends[0];
    c->test = memory_copy_text(test);
    return c;
}

bool child_read(Child *c)
{
    char part[4096];
    ssize_t size = read(c->output, part, sizeof part);
    if (size > 0)
        buf_add(&c->text, part, (size_t)size);
    return size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN);
}

void child_free(Child *c)
{
    close(c->output);
    json_decref(c->id);
    free(c->test);
    free(c->uri);
    buf_drop(&c->text);
    free(c);
}

void child_cancel(Child *c)
{
    int status;
    kill(c->pid, SIGTERM);
    waitpid(c->pid, &status, 0);
}

// ----------------------------------------------------------------------- verdicts

static Verdict *verdict_for(Program *p, const char *test)
{
    Verdict *v = (Verdict *)verdict_of(p, test);
    if (!v) {
        v = memory_zeroed(1, sizeof *v);
        v->test = memory_copy_text(test);
        v->next = p->verdicts;
        p->verdicts = v;
    }
    free(v->text);
    free(v->trace);
    free(v->file);
    v->text = v->trace = v->file = NULL;
    v->is_bug = false;
    return v;
}

static const char *member(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

// A family of tests has many verdicts: the first bug, else the first that is not verified.
static const json_t *worst(const json_t *tests)
{
    const json_t *found = NULL;
    for (size_t i = 0; i < json_array_size(tests); i++) {
        const json_t *t = json_array_get(tests, i);
        const char *verdict = member(t, "verdict");
        if (verdict && strcmp(verdict, "bug") == 0)
            return t;
        if (!found || (verdict && strcmp(verdict, "verified") != 0))
            found = t;
    }
    return found;
}

static char *absolute(const Program *p, const char *path)
{
    if (!path || path[0] == '/' || p->path_count == 0)
        return path ? memory_copy_text(path) : NULL;
    const char *slash = strrchr(p->paths[0], '/');
    Buf whole = {0};
    buf_print(&whole, "%.*s/%s", slash ? (int)(slash - p->paths[0]) : 1, slash ? p->paths[0] : ".",
              path);
    char *copy = memory_copy_text(buf_text(&whole));
    buf_drop(&whole);
    return copy;
}

static void keep_verdict(Program *p, const char *test, const json_t *t, const char *message)
{
    const json_t *bug = json_object_get(t, "bug");
    Verdict *v = verdict_for(p, test);
    v->text = memory_copy_text(message);
    v->is_bug = json_is_object(bug);
    const char *page = member(bug, "page");
    v->trace = absolute(p, page ? page : member(bug, "trace"));
    v->file = absolute(p, member(bug, "file"));
    v->line = (uint32_t)json_integer_value(json_object_get(bug, "line"));
    v->column = (uint32_t)json_integer_value(json_object_get(bug, "column"));
    p->is_published = false;
}

static void write_message(Buf *out, const json_t *t, int status)
{
    const char *verdict = member(t, "verdict");
    const json_t *bug = json_object_get(t, "bug");
    if (!verdict && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_WRONG)
        buf_str(out, "the program has errors");
    else if (!verdict)
        buf_str(out, "the check could not be done");
    else if (json_is_object(bug))
        buf_print(out, "BUG: %s", member(bug, "message") ? member(bug, "message") : "");
    else if (strcmp(verdict, "verified") == 0)
        buf_print(out, "verified (%lld states)",
                  (long long)json_integer_value(json_object_get(t, "states")));
    else if (strcmp(verdict, "no-bug-found") == 0)
        buf_str(out, "no bug found, not all schedules covered");
    else
        buf_print(out, "%s: %s", verdict, member(t, "note") ? member(t, "note") : "");
}

json_t *child_end(Child *c, Program *p)
{
    int status = 0;
    json_error_t error;
    waitpid(c->pid, &status, 0);
    json_t *run = json_loadb(buf_text(&c->text), c->text.size, 0, &error);
    const json_t *t = worst(json_object_get(run, "tests"));
    const json_t *bug = json_object_get(t, "bug");
    Buf message = {0};
    write_message(&message, t, status);
    if (p)
        keep_verdict(p, c->test, t, buf_text(&message));

    json_t *result = json_object();
    const char *verdict = member(t, "verdict");
    json_set_text(result, "test", c->test);
    json_set_text(result, "verdict", verdict ? verdict : "not-run");
    json_set_text(result, "message", buf_text(&message));
    char *trace = p ? absolute(p, member(bug, "trace")) : NULL;
    char *page = p ? absolute(p, member(bug, "page")) : NULL;
    json_set_text(result, "trace", trace);
    json_set_text(result, "page", page);
    free(trace);
    free(page);
    buf_drop(&message);
    json_decref(run);
    return result;
}
