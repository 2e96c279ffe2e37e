// cli/front_json.c: what a command did, as one JSON object for other programs.

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/whole_file.h"
#include "cli/front.h"
#include "lang/diag_json.h"

bool front_keep_output(Front *front)
{
    int kept = dup(STDOUT_FILENO);
    front->json_out = kept >= 0 ? fdopen(kept, "wb") : NULL;
    if (front->json_out && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
        return true;
    fprintf(stderr, "plait %s: cannot write to standard output: %s\n", front->command->name,
            strerror(errno));
    front->exit_code = EXIT_ENVIRONMENT;
    return false;
}

static void add_test(const TestCase *c, void *list)
{
    json_t *test = json_object();
    json_object_set_new(test, "test", json_text(c->name));
    json_array_append_new(list, test);
}

json_t *front_tests_json(const Front *front)
{
    json_t *tests = json_array();
    front_each_case(front, add_test, tests);
    return tests;
}

static bool write_object(const json_t *object, FILE *out)
{
    return json_dumpf(object, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF &&
           fflush(out) == 0;
}

static bool write_to_file(const json_t *object, const char *path, Err *err)
{
    WholeFile f;
    if (!whole_file_open(&f, path, err))
        return false;
    write_object(object, f.out);  // a stream remembers that it failed
    return whole_file_close(&f, err);
}

static json_t *begin_object(Front *front)
{
    json_t *object = json_object();
    json_object_set_new(object, "plait", json_string(PLAIT_VERSION));
    json_object_set_new(object, "schema", json_integer(1));
    json_object_set_new(object, "diagnostics",
                        diags_json(&front->lang.diags, &front->lang.sources));
    return object;
}

void front_write_json(Front *front, json_t *fields)
{
    Err err = {0};
    if (!front->json) {
        json_decref(fields);
        return;
    }
    json_t *object = begin_object(front);
    if (fields)
        json_object_update(object, fields);
    if (front->json_out) {
        if (!write_object(object, front->json_out))
            die("cannot write to standard output: %s", strerror(errno));
    } else if (!write_to_file(object, front->json, &err)) {
        fprintf(stderr, "plait %s: %s\n", front->command->name, err.text);
        front->exit_code = EXIT_ENVIRONMENT;
    }
    json_decref(object);
    json_decref(fields);
}
