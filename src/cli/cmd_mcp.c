// cli/cmd_mcp.c: plait mcp, tools for assistants.
//
// The Model Context Protocol over standard input and output: JSON-RPC, a message per line. The
// tools run this command as a process of its own, with the arguments that the client names, so a
// crash or a limit ends the tool, not the session.

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "cli/explain.h"
#include "cli/front.h"

static const Opt mcp_opts[] = {FRONT_OPT_HELP, {0}};

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
};

static const char newest_version[] = "2025-06-18";

// ------------------------------------------------------------------------ messages

static void send_message(json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    if (json_dumpf(message, stdout, JSON_COMPACT) != 0 || fputc('\n', stdout) == EOF ||
        fflush(stdout) != 0)
        die("cannot write to the client: %s", strerror(errno));
    json_decref(message);
}

static void respond(json_t *id, json_t *result)
{
    json_t *message = json_object();
    json_object_set(message, "id", id);
    json_object_set_new(message, "result", result);
    send_message(message);
}

static void respond_error(json_t *id, int code, const char *text)
{
    json_t *message = json_object(), *error = json_object();
    json_object_set_new(error, "code", json_integer(code));
    json_set_text(error, "message", text);
    json_object_set_new(message, "id", id ? json_incref(id) : json_null());
    json_object_set_new(message, "error", error);
    send_message(message);
}

// --------------------------------------------------------------------------- tools

typedef struct Arguments {
    const char *items[70];
    int count;
} Arguments;

static bool add(Arguments *a, const char *argument)
{
    if (a->count + 1 >= (int)(sizeof a->items / sizeof *a->items))
        return false;
    a->items[a->count++] = argument;
    return true;
}

static _Noreturn void become(const Arguments *arguments, int output)
{
    char *argv[72] = {(char *)"plait"};
    for (int i = 0; i < arguments->count; i++)
        argv[i + 1] = (char *)arguments->items[i];
    int none = open("/dev/null", O_RDONLY);
    if (none < 0 || dup2(none, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0)
        _exit(EXIT_ENVIRONMENT);
    execv("/proc/self/exe", argv);
    _exit(EXIT_ENVIRONMENT);
}

// Runs this command; its exit code, or -1 when that was not possible.
static int run_plait(const Arguments *arguments, Buf *output)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0)
        become(arguments, ends[1]);
    close(ends[1]);
    char part[4096];
    for (ssize_t size; child > 0 && ((size = read(ends[0], part, sizeof part)) > 0 ||
                                     (size < 0 && errno == EINTR));)
        buf_add(output, part, size > 0 ? (size_t)size : 0);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The paths of `paths`, which is an array of texts. False: it is none.
static bool add_paths(Arguments *a, const json_t *paths)
{
    if (!add(a, "--"))
        return false;
    if (paths && !json_is_array(paths))
        return false;
    for (size_t i = 0; i < json_array_size(paths); i++) {
        const char *path = json_string_value(json_array_get(paths, i));
        if (!path || !path[0] || !add(a, path))
            return false;
    }
    return true;
}

static const char *text_of(const json_t *params, const char *name)
{
    return json_string_value(json_object_get(params, name));
}

// Each tool adds its answer; false: the arguments are wrong. `failed` when it could not be done.
typedef bool RunTool(const json_t *params, Buf *out, bool *failed);

static bool run_check(const json_t *params, Buf *out, bool *failed)
{
    Arguments a = {0};
    char limit[32];
    const json_t *seconds = json_object_get(params, "seconds");
    const char *test = text_of(params, "test");
    if (seconds && (!json_is_integer(seconds) || json_integer_value(seconds) < 1))
        return false;
    snprintf(limit, sizeof limit, "%lld", seconds ? (long long)json_integer_value(seconds) : 60LL);
    add(&a, "check");
    add(&a, "--json=-");
    add(&a, "--quiet");
    add(&a, "--color=never");
    add(&a, "--total-time");
    add(&a, limit);
    if (test && test[0]) {
        add(&a, "--test");
        add(&a, test);
    }
    if (!add_paths(&a, json_object_get(params, "paths")))
        return false;
    int code = run_plait(&a, out);
    *failed = code < 0 || code >= EXIT_ENVIRONMENT;
    return true;
}

static bool run_replay(const json_t *params, Buf *out, bool *failed)
{
    Arguments a = {0};
    const char *trace = text_of(params, "trace");
    if (!trace || !trace[0])
        return false;
    add(&a, "replay");
    add(&a, "--values");
    add(&a, "--color=never");
    add(&a, "--");
    add(&a, trace);
    int code = run_plait(&a, out);
    *failed = code < 0 || code >= EXIT_WRONG;
    return true;
}

static bool run_explain(const json_t *params, Buf *out, bool *failed)
{
    const char *code = text_of(params, "code");
    if (!code)
        return false;
    *failed = !explain(code, out);
    if (*failed)
        buf_print(out, "there is no diagnostic %s", code);
    return true;
}

static const struct {
    const char *name;
    const char *description;
    const char *schema;  // of the arguments
    RunTool *run;
} tools[] = {
    {"check",
     "Explores all schedules of the tests of a P program, and returns the diagnostics or, for each "
     "test, the verdict and the path of the trace of a bug, as JSON.",
     "{\"type\":\"object\",\"properties\":{"
     "\"paths\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
     "\"description\":\"files, folders or projects; default: the current folder\"},"
     "\"test\":{\"type\":\"string\",\"description\":\"only tests whose names begin so\"},"
     "\"seconds\":{\"type\":\"integer\",\"minimum\":1,"
     "\"description\":\"time limit for all tests; default 60\"}}}",
     run_check},
    {"replay",
     "Executes the schedule of a trace that check has written, and tells it step by step: which "
     "machine ran, what was sent, taken and chosen, which variables changed, where the bug is.",
     "{\"type\":\"object\",\"properties\":{\"trace\":{\"type\":\"string\","
     "\"description\":\"the path of the trace\"}},\"required\":[\"trace\"]}",
     run_replay},
    {"explain",
     "Explains a diagnostic of the P compiler, with a program that has it and what to do.",
     "{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\","
     "\"description\":\"such as E0204\"}},\"required\":[\"code\"]}",
     run_explain},
};

enum { TOOL_COUNT = sizeof tools / sizeof *tools };

static json_t *list_tools(void)
{
    json_t *list = json_array(), *result = json_object();
    for (int i = 0; i < TOOL_COUNT; i++) {
        json_error_t error;
        json_t *tool = json_object();
        json_t *schema = json_loads(tools[i].schema, 0, &error);
        assert(schema);
        json_set_text(tool, "name", tools[i].name);
        json_set_text(tool, "description", tools[i].description);
        json_object_set_new(tool, "inputSchema", schema);
        json_array_append_new(list, tool);
    }
    json_object_set_new(result, "tools", list);
    return result;
}

static void call_tool(json_t *id, const json_t *params)
{
    const char *name = text_of(params, "name");
    for (int i = 0; name && i < TOOL_COUNT; i++) {
        if (strcmp(tools[i].name, name) != 0)
            continue;
        Buf text = {0};
        bool failed = false;
        if (!tools[i].run(json_object_get(params, "arguments"), &text, &failed)) {
            respond_error(id, INVALID_PARAMS, "the arguments do not fit the tool's schema");
        } else {
            json_t *result = json_object(), *content = json_array(), *part = json_object();
            json_set_text(part, "type", "text");
            json_set_text(part, "text", buf_text(&text));
            json_array_append_new(content, part);
            json_object_set_new(result, "content", content);
            json_object_set_new(result, "isError", json_boolean(failed));
            respond(id, result);
        }
        buf_drop(&text);
        return;
    }
    respond_error(id, INVALID_PARAMS, "there is no such tool");
}

// ------------------------------------------------------------------------- session

static json_t *initialize(const json_t *params)
{
    // The versions differ in nothing that is used here: the client's is as good as ours.
    const char *version = text_of(params, "protocolVersion");
    json_t *result = json_object(), *capabilities = json_object(), *info = json_object();
    json_set_text(result, "protocolVersion", version ? version : newest_version);
    json_object_set_new(capabilities, "tools", json_object());
    json_object_set_new(result, "capabilities", capabilities);
    json_set_text(info, "name", "plait");
    json_set_text(info, "version", PLAIT_VERSION);
    json_object_set_new(result, "serverInfo", info);
    return result;
}

static void take(json_t *message)
{
    const char *method = text_of(message, "method");
    json_t *id = json_object_get(message, "id");
    const json_t *params = json_object_get(message, "params");
    if (!json_is_object(message) || !method || (id && !json_is_integer(id) && !json_is_string(id)))
        respond_error(NULL, INVALID_REQUEST, "this is no request");
    else if (!id)
        return;  // a notification: none of them asks for anything
    else if (strcmp(method, "initialize") == 0)
        respond(id, initialize(params));
    else if (strcmp(method, "ping") == 0)
        respond(id, json_object());
    else if (strcmp(method, "tools/list") == 0)
        respond(id, list_tools());
    else if (strcmp(method, "tools/call") == 0)
        call_tool(id, params);
    else
        respond_error(id, METHOD_NOT_FOUND, "there is no such method");
}

static void serve(void)
{
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t size; (size = getline(&line, &capacity, stdin)) > 0;) {
        json_error_t error;
        if (strspn(line, " \t\r\n") == (size_t)size)
            continue;
        json_t *message = json_loadb(line, (size_t)size, JSON_DECODE_ANY, &error);
        if (message)
            take(message);
        else
            respond_error(NULL, PARSE_ERROR, error.text);
        json_decref(message);
    }
    free(line);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Front front;
    front_init(&front, self, argc, argv);
    if (front_options(&front, NULL, NULL)) {
        if (front.path_count) {
            fputs("plait mcp: the client names the files, not the command line\n", stderr);
            front.exit_code = EXIT_ENVIRONMENT;
        } else {
            serve();
        }
    }
    front_drop(&front);
    return front.exit_code;
}

const Command command_mcp = {
    .name = "mcp",
    .operands = "[OPTION...]",
    .summary = "serve an assistant: check, replay, explain",
    .about = "Speaks the Model Context Protocol over standard input and output. Its tools check a\n"
             "program, replay a trace, and explain a diagnostic. A client starts it in the folder\n"
             "whose programs it may read; checks write traces to plait-out there.\n",
    .opts = mcp_opts,
    .examples = "  plait mcp        started by a client\n",
    .exit_codes = "  0  the input has ended\n"
                  "  3  wrong usage, or the client cannot be written to\n",
    .run = run,
};
