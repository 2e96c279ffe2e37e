// report/ci.c: who is told what, and the files at the end.

#include "report/ci.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/whole_file.h"

static bool is_set(const char *name, const char *value)
{
    const char *text = getenv(name);
    return text && strcmp(text, value) == 0;
}

void ci_init(Ci *ci, Front *front, const CheckWish *wish)
{
    *ci = (Ci){.front = front, .wish = wish};
    // Standard output holds the JSON object alone, when it is asked for there. GitHub
    // reads both streams.
    if (wish->is_github || is_set("GITHUB_ACTIONS", "true"))
        ci->annotations = front->json && strcmp(front->json, "-") == 0 ? stderr : stdout;
    sarif_init(ci);
}

void ci_drop(Ci *ci)
{
    buf_drop(&ci->cases);
    json_decref(ci->rules);
    json_decref(ci->results);
    json_decref(ci->notifications);
}

void ci_add_diagnostics(Ci *ci)
{
    const Diags *diags = &ci->front->lang.diags;
    bool is_wrong = ci->front->exit_code != EXIT_NO_BUG;

    for (uint32_t i = 0; i < diags->all.count; i++) {
        sarif_add_diagnostic(ci, diags->all.items[i]);
        github_add_diagnostic(ci, diags->all.items[i]);
    }
    if (!is_wrong)
        return;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        die_out_of_memory(size);
    diags_print(diags, &ci->front->lang.sources, f, false);
    fclose(f);
    junit_add_error(ci, "the program", "diagnostics", text);
    free(text);
}

void ci_tell_verdict(const Ci *ci, const Verdict *v)
{
    VerdictKind kind = v->result.verdict;
    github_add_verdict(ci, v);
    if (kind == VERDICT_CANNOT_CHECK || v->result.limits & LIMIT_EXPLORER)
        github_add_error(ci, v->test->name, v->result.note);
    if (kind == VERDICT_NOT_RUN)
        github_add_note(ci, v->test->name, verdict_not_run(v));
}

void ci_add_verdict(Ci *ci, const Verdict *v)
{
    junit_add_verdict(ci, v);
    sarif_add_verdict(ci, v);
}

void ci_add_failure(Ci *ci, const char *what, const char *reason)
{
    junit_add_error(ci, what, "environment", reason);
    github_add_error(ci, what, reason);
}

static void write_file(Ci *ci, const char *path, bool (*write)(const Ci *ci, FILE *out))
{
    Err err = {0};
    WholeFile f;
    bool ok = whole_file_open(&f, path, &err);
    if (ok) {
        write(ci, f.out);  // a stream remembers that it failed
        ok = whole_file_close(&f, &err);
    }
    if (ok)
        return;
    fprintf(stderr, "plait check: %s\n", err.text);
    ci->front->exit_code = EXIT_ENVIRONMENT;
}

void ci_write(Ci *ci)
{
    if (ci->wish->junit)
        write_file(ci, ci->wish->junit, junit_write);
    if (ci->wish->sarif)
        write_file(ci, ci->wish->sarif, sarif_write);
}

// ---------------------------------------------------------------------------------- places

// One more component; ".." takes the last one away.
static void add_component(Buf *to, size_t start, const char *name, size_t size)
{
    if (size == 0 || (size == 1 && name[0] == '.'))
        return;
    bool is_up = size == 2 && name[0] == '.' && name[1] == '.';
    const char *last = to->size > start ? memrchr(to->text + start, '/', to->size - start) : NULL;
    size_t last_at = last ? (size_t)(last - to->text) : start;
    size_t last_name = last ? last_at + 1 : start;
    bool last_is_up = to->size - last_name == 2 && memcmp(to->text + last_name, "..", 2) == 0;
    if (is_up && to->size > start && !last_is_up) {
        to->size = last_at;
        to->text[to->size] = '\0';
        return;
    }
    if (to->size > start || (start > 0 && to->text[start - 1] != '/'))
        buf_char(to, '/');
    buf_add(to, name, size);
}

static void tidy_path(Buf *to, const char *path)
{
    size_t start = to->size;
    if (*path == '/') {
        buf_char(to, '/');
        start = to->size;
    }
    for (;;) {
        size_t size = strcspn(path, "/");
        add_component(to, start, path, size);
        if (!path[size])
            break;
        path += size + 1;
    }
    if (to->size == 0)
        buf_char(to, '.');
}

static const char *root_folder(void)
{
    const char *github = getenv("GITHUB_WORKSPACE"), *gitlab = getenv("CI_PROJECT_DIR");
    return github && *github ? github : gitlab && *gitlab ? gitlab : NULL;
}

static void absolute_path(Buf *to, const char *path)
{
    Buf whole = {0};
    if (*path != '/') {
        char *here = getcwd(NULL, 0);
        buf_print(&whole, "%s/", here ? here : "");
        free(here);
    }
    buf_str(&whole, path);
    tidy_path(to, whole.text);
    buf_drop(&whole);
}

void ci_path(Buf *to, const char *path)
{
    const char *root = root_folder();
    Buf whole = {0}, folder = {0};

    if (root) {
        absolute_path(&whole, path);
        absolute_path(&folder, root);
    }
    bool is_below = root && whole.size > folder.size && whole.text[folder.size] == '/' &&
                    memcmp(whole.text, folder.text, folder.size) == 0;
    if (is_below)
        buf_str(to, whole.text + folder.size + 1);
    else
        tidy_path(to, path);
    buf_drop(&whole);
    buf_drop(&folder);
}

const PPosition *ci_place(const Verdict *v)
{
    const Bug *b = &v->result.bug;
    if (b->at.line)
        return &b->at;
    return b->machine != P_NONE ? &v->program->machines[b->machine].at : NULL;
}

void ci_culprit(Buf *to, const Verdict *v)
{
    const PProgram *p = v->program;
    const Bug *b = &v->result.bug;

    if (b->machine != P_NONE) {
        bool is_spec = p->machines[b->machine].kind == P_MACHINE_SPEC;
        buf_print(to, "%s %s", is_spec ? "monitor" : "machine", p->machines[b->machine].name);
    }
    if (b->state != P_NONE)
        buf_print(to, "%sstate %s", b->machine != P_NONE ? ", " : "", p->states[b->state].name);
}
