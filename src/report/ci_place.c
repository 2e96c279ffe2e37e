// report/ci_place.c: paths and positions as CI services expect them.

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/ci.h"

// Adds a component to the path; ".." removes the last one.
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
