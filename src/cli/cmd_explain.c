// cli/cmd_explain.c: plait explain, what a diagnostic means.

#include <string.h>

#include "base/json.h"
#include "cli/explain.h"
#include "cli/front.h"

extern const char errors_page[];  // docs/errors.md, by tools/embed_text.cmake

static const Opt explain_opts[] = {FRONT_OPT_RESULT_JSON, FRONT_OPT_HELP, {0}};

bool explain(const char *code, Buf *out)
{
    Buf heading = {0};
    buf_print(&heading, "\n### %s: ", code);
    const char *found = code[0] ? strstr(errors_page, buf_text(&heading)) : NULL;
    buf_drop(&heading);
    if (!found)
        return false;
    found += strlen("\n### ");
    const char *end = strstr(found, "\n##");  // the next section, of whatever depth
    size_t size = end ? (size_t)(end - found) : strlen(found);
    while (size && found[size - 1] == '\n')
        size--;
    buf_add(out, found, size);
    buf_char(out, '\n');
    return true;
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Front front;
    front_init(&front, self, argc, argv);
    if (front_options(&front, NULL, NULL)) {
        Buf text = {0};
        const char *code = front.path_count == 1 ? front.paths[0] : "";
        if (explain(code, &text)) {
            fputs(buf_text(&text), stdout);
            json_t *fields = json_object();
            json_set_text(fields, "code", code);
            json_set_text(fields, "text", buf_text(&text));
            front_write_json(&front, fields);
        } else {
            fprintf(stderr, "plait explain: %s%s\nsee plait explain --help\n",
                    code[0] ? "there is no diagnostic " : "give one CODE, such as E0204", code);
            front.exit_code = EXIT_ENVIRONMENT;
        }
        buf_drop(&text);
    }
    front_drop(&front);
    return front.exit_code;
}

const Command command_explain = {
    .name = "explain",
    .operands = "[OPTION...] CODE",
    .summary = "explain a diagnostic, with an example",
    .about =
        "Prints what a diagnostic such as E0204 means, a program that has it, and what to do.\n",
    .opts = explain_opts,
    .examples = "  plait explain E0204\n",
    .exit_codes = "  0  the diagnostic was explained\n"
                  "  3  wrong usage, or there is no such diagnostic\n",
    .run = run,
};
