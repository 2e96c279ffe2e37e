// cli/front.c: options, files, diagnostics, exit code.

#include "cli/front.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

void front_init(Front *front, const Command *command, int argc, const char *const *argv)
{
    *front = (Front){.command = command};
    front->opts = (Opts){
        .table = command->opts,
        .others = command->p_opts,
        .command = command->name,
        .argc = argc,
        .argv = argv,
    };
    lang_init(&front->lang);
    front->paths = memory_zeroed((size_t)argc + 1, sizeof *front->paths);
}

void front_drop(Front *front)
{
    if (front->json_out)
        fclose(front->json_out);
    lang_drop(&front->lang);
    free(front->paths);
}

// ---------------------------------------------------------------------- options

// The index of the value in the list; a message and -1 when it is not there.
static int choice(Front *front, const char *option, const char *const *values)
{
    for (int i = 0; values[i]; i++)
        if (strcmp(front->opts.value, values[i]) == 0)
            return i;

    fprintf(stderr, "plait %s: --%s takes", front->command->name, option);
    for (int i = 0; values[i]; i++)
        fprintf(stderr, "%s %s", i == 0 ? "" : values[i + 1] ? "," : " or", values[i]);
    fprintf(stderr, ", not %s\nsee plait %s --help\n", front->opts.value, front->command->name);
    return -1;
}

static bool set_dialect(Front *front)
{
    static const char *const values[] = {"auto", "modern", "classic", NULL};
    static const Dialect dialects[] = {DIALECT_AUTO, DIALECT_MODERN, DIALECT_CLASSIC};
    int i = choice(front, "dialect", values);
    if (i >= 0)
        front->lang.dialect = dialects[i];
    return i >= 0;
}

static bool set_color(Front *front)
{
    static const char *const values[] = {"auto", "always", "never", NULL};
    static const int colors[] = {0, 1, -1};
    int i = choice(front, "color", values);
    if (i >= 0)
        front->color = colors[i];
    return i >= 0;
}

static bool silence_one(Front *front, const char *name)
{
    bool *silenced = front->lang.diags.silenced;
    if (strcmp(name, "all") == 0) {
        for (int code = 0; code < DIAG_CODE_COUNT; code++)
            silenced[code] |= diag_code_severity((DiagCode)code) == SEVERITY_WARNING;
        return true;
    }

    DiagCode code = diag_code_find(name);
    if (code == DIAG_CODE_COUNT) {
        fprintf(stderr, "plait %s: there is no warning %s\nthe warnings are", front->command->name,
                name[0] ? name : "without a name");
        for (int c = 0; c < DIAG_CODE_COUNT; c++)
            if (diag_code_severity((DiagCode)c) == SEVERITY_WARNING)
                fprintf(stderr, "\n  %s  %s", diag_code_name((DiagCode)c),
                        diag_code_title((DiagCode)c));
        fputc('\n', stderr);
        return false;
    }
    if (diag_code_severity(code) == SEVERITY_ERROR) {
        fprintf(stderr, "plait %s: %s is an error; only warnings can be left out\n",
                front->command->name, name);
        return false;
    }
    silenced[code] = true;
    return true;
}

static bool silence(Front *front)
{
    const char *list = front->opts.value;
    for (;;) {
        size_t size = strcspn(list, ",");
        char *name = strndup(list, size);
        if (!name)
            die_out_of_memory(size);
        bool ok = silence_one(front, name);
        free(name);
        if (!ok || list[size] == '\0')
            return ok;
        list += size + 1;
    }
}

static bool take_option(Front *front, int id)
{
    switch (id) {
    case OPT_OPERAND:
    case OPT_PATH:
        front->paths[front->path_count++] = front->opts.value;
        return true;
    case OPT_DIALECT:
        return set_dialect(front);
    case OPT_COLOR:
        return set_color(front);
    case OPT_NO_WARN:
        return silence(front);
    case OPT_WERROR:
        front->werror = true;
        return true;
    case OPT_JSON:
        front->json = front->opts.value;
        return true;
    case OPT_QUIET:
        front->quiet = true;
        return true;
    default:
        return false;
    }
}

bool front_options(Front *front, void (*own)(int id, void *context), void *context)
{
    for (int id; (id = opt_next(&front->opts)) != OPT_END;) {
        if (id == OPT_HELP) {
            command_help(front->command, stdout);
            front->exit_code = EXIT_NO_BUG;
            return false;
        }
        if (id >= OPT_OWN) {
            own(id, context);
        } else if (!take_option(front, id)) {
            front->exit_code = EXIT_ENVIRONMENT;
            return false;
        }
    }
    return !front->json || strcmp(front->json, "-") != 0 || front_keep_output(front);
}

// ------------------------------------------------------------------------ files

bool front_read(Front *front)
{
    Err err = {0};

    if (front->path_count == 0)
        front->paths[front->path_count++] = ".";
    bool ok = lang_read(&front->lang, front->paths, front->path_count, &err);
    for (uint32_t i = 0; i < front->lang.warnings.count; i++)
        fprintf(stderr, "warning: %s\n", front->lang.warnings.items[i]);
    if (ok)
        return true;
    fprintf(stderr, "plait %s: %s\n", front->command->name, err.text);
    front->exit_code = EXIT_ENVIRONMENT;
    return false;
}

// ------------------------------------------------------------------ diagnostics

bool front_has_color(const Front *front, int descriptor)
{
    if (front->color != 0)
        return front->color > 0;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool is_dumb = term && strcmp(term, "dumb") == 0;
    return isatty(descriptor) && !(no_color && no_color[0]) && !is_dumb;
}

void front_report(Front *front)
{
    const Diags *diags = &front->lang.diags;
    uint32_t errors = diags->error_count,
             warnings = diags->all.count - errors + front->lang.warnings.count;

    diags_print(diags, &front->lang.sources, stderr, front_has_color(front, STDERR_FILENO));
    if (errors)
        fprintf(stderr, "%u error%s%s", errors, errors == 1 ? "" : "s", warnings ? ", " : "");
    if (warnings)
        fprintf(stderr, "%u warning%s", warnings, warnings == 1 ? "" : "s");
    if (errors || warnings)
        fputc('\n', stderr);
    front->exit_code = errors || (warnings && front->werror) ? EXIT_WRONG : EXIT_NO_BUG;
}

// ---------------------------------------------------------------------- summary

static void print_count(uint32_t count, const char *what, bool even_none)
{
    if (count || even_none)
        printf(", %u %s%s", count, what, count == 1 ? "" : "s");
}

void front_print_summary(const Front *front)
{
    const Lang *lang = &front->lang;
    uint32_t files = lang->sources.files.count;
    uint32_t specs = 0, scenarios = 0, tests = 0;

    for (uint32_t i = 0; i < lang->tree.machines.count; i++) {
        const MachineDecl *m = lang->tree.machines.items[i];
        scenarios += m->kind == MACHINE_SCENARIO;
        specs += m->kind == MACHINE_SPEC || m->kind == MACHINE_MONITOR;
    }
    // DefaultImpl is not declared in the program, but it can be checked.
    for (uint32_t i = 0; i < lang->cases.all.count; i++)
        tests += lang->cases.all.items[i].is_test || !lang->cases.all.items[i].decl;

    printf("ok: %u file%s", files, files == 1 ? "" : "s");
    print_count(lang->tree.machines.count - specs - scenarios, "machine", true);
    print_count(specs, "spec", false);
    print_count(scenarios, "scenario", false);
    print_count(tests, "test", true);
    print_count(lang->cases.all.count - tests, "implementation", false);
    putchar('\n');
}

void front_each_case(const Front *front, void (*visit)(const TestCase *c, void *context),
                     void *context)
{
    const TestCases *cases = &front->lang.cases;
    for (int tests = 1; tests >= 0; tests--)
        for (uint32_t i = 0; i < cases->all.count; i++)
            if (cases->all.items[i].is_test == (tests == 1))
                visit(&cases->all.items[i], context);
}
