// lsp/server.c: a session: its methods, its life, its checks.
//
// Messages wait in a queue, so that a request that is cancelled before its turn is not answered
// in vain. All questions about programs are answered at once, on the analysis of the last text;
// only checks take longer, and are processes.

#include "lsp/lsp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "lsp/features.h"
#include "lsp/input.h"
#include "lsp/lens.h"
#include "lsp/publish.h"

// Error codes of JSON-RPC and of the protocol.
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
    REQUEST_CANCELLED = -32800,
    REQUEST_FAILED = -32803,
};

typedef enum Phase { PHASE_NEW, PHASE_OPEN, PHASE_SHUT, PHASE_OVER } Phase;

struct Lsp {
    LspHost host;
    Input input;
    json_t **queue;
    size_t queue_first, queue_count, queue_capacity;
    Phase phase;
    bool was_shut;
    bool shows_documents, refreshes_lenses;  // what the client can do
    json_int_t next_id;                      // of our own requests
    Workspace workspace;
    Child *checks;
};

// ---------------------------------------------------------------------- messages

static void send_message(Lsp *lsp, json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT);
    if (!text)
        die("cannot write a message: out of memory");
    lsp->host.send(lsp->host.context, text, strlen(text));
    free(text);
    json_decref(message);
}

static void notify(void *context, const char *method, json_t *params)
{
    json_t *message = json_object();
    json_set_text(message, "method", method);
    json_object_set_new(message, "params", params);
    send_message(context, message);
}

static void request(Lsp *lsp, const char *method, json_t *params)
{
    json_t *message = json_object();
    json_object_set_new(message, "id", json_integer(++lsp->next_id));
    json_set_text(message, "method", method);
    if (params)
        json_object_set_new(message, "params", params);
    send_message(lsp, message);
}

static void respond(Lsp *lsp, json_t *id, json_t *result)
{
    json_t *message = json_object();
    json_object_set(message, "id", id);
    json_object_set_new(message, "result", result ? result : json_null());
    send_message(lsp, message);
}

static void respond_error(Lsp *lsp, json_t *id, int code, const char *text)
{
    json_t *message = json_object(), *error = json_object();
    json_object_set_new(error, "code", json_integer(code));
    json_set_text(error, "message", text);
    if (id)
        json_object_set(message, "id", id);
    else
        json_object_set_new(message, "id", json_null());
    json_object_set_new(message, "error", error);
    send_message(lsp, message);
}

static void show_message(Lsp *lsp, int type, const char *text)
{
    json_t *params = json_object();
    json_object_set_new(params, "type", json_integer(type));
    json_set_text(params, "message", text);
    notify(lsp, "window/showMessage", params);
}

static const char *text_at(const json_t *params, const char *object, const char *member)
{
    return json_string_value(json_object_get(json_object_get(params, object), member));
}

static Document *document_of(Lsp *lsp, const json_t *params)
{
    const char *uri = text_at(params, "textDocument", "uri");
    return uri ? documents_find(&lsp->workspace.documents, uri) : NULL;
}

// ----------------------------------------------------------------------- life cycle

static json_t *strings(const char *const *items)
{
    json_t *list = json_array();
    for (; *items; items++)
        json_array_append_new(list, json_string(*items));
    return list;
}

static void set_options(json_t *capabilities, const char *name, const char *member, json_t *value)
{
    json_t *options = json_object();
    if (member)
        json_object_set_new(options, member, value);
    json_object_set_new(capabilities, name, options);
}

static json_t *capabilities(void)
{
    static const char *const plain[] = {"hoverProvider",
                                        "definitionProvider",
                                        "typeDefinitionProvider",
                                        "referencesProvider",
                                        "documentHighlightProvider",
                                        "documentSymbolProvider",
                                        "workspaceSymbolProvider",
                                        "documentFormattingProvider",
                                        "foldingRangeProvider",
                                        NULL};
    json_t *all = json_object(), *sync = json_object(), *tokens = json_object();
    for (size_t i = 0; plain[i]; i++)
        json_object_set_new(all, plain[i], json_true());
    json_set_text(all, "positionEncoding", "utf-16");
    json_object_set_new(sync, "openClose", json_true());
    json_object_set_new(sync, "change", json_integer(2));  // incremental
    json_object_set_new(sync, "save", json_true());
    json_object_set_new(all, "textDocumentSync", sync);
    set_options(all, "renameProvider", "prepareProvider", json_true());
    set_options(all, "completionProvider", "triggerCharacters",
                strings((const char *const[]){".", NULL}));
    set_options(all, "signatureHelpProvider", "triggerCharacters",
                strings((const char *const[]){"(", ",", NULL}));
    set_options(all, "codeActionProvider", "codeActionKinds",
                strings((const char *const[]){"quickfix", NULL}));
    set_options(all, "codeLensProvider", NULL, NULL);
    set_options(all, "executeCommandProvider", "commands",
                strings((const char *const[]){"plait.check", "plait.showTrace", NULL}));
    json_object_set_new(tokens, "legend", semantic_legend());
    json_object_set_new(tokens, "full", json_true());
    json_object_set_new(all, "semanticTokensProvider", tokens);
    return all;
}

static void initialize(Lsp *lsp, json_t *id, const json_t *params)
{
    if (lsp->phase != PHASE_NEW) {
        respond_error(lsp, id, INVALID_REQUEST, "the session is initialised already");
        return;
    }
    const json_t *client = json_object_get(params, "capabilities");
    const json_t *window = json_object_get(client, "window");
    const json_t *workspace = json_object_get(client, "workspace");
    lsp->shows_documents =
        json_is_true(json_object_get(json_object_get(window, "showDocument"), "support"));
    lsp->refreshes_lenses =
        json_is_true(json_object_get(json_object_get(workspace, "codeLens"), "refreshSupport"));
    lsp->phase = PHASE_OPEN;

    json_t *result = json_object(), *info = json_object();
    json_object_set_new(result, "capabilities", capabilities());
    json_set_text(info, "name", "plait");
    json_set_text(info, "version", lsp->host.version);
    json_object_set_new(result, "serverInfo", info);
    respond(lsp, id, result);
}

static void shutdown_session(Lsp *lsp, json_t *id, const json_t *params)
{
    (void)params;
    lsp->phase = PHASE_SHUT;
    lsp->was_shut = true;
    respond(lsp, id, NULL);
}

// ---------------------------------------------------------------------- documents

static void did_open(Lsp *lsp, const json_t *params)
{
    const char *uri = text_at(params, "textDocument", "uri");
    const json_t *text = json_object_get(json_object_get(params, "textDocument"), "text");
    if (!uri || !json_is_string(text))
        return;
    Document *d = documents_find(&lsp->workspace.documents, uri);
    if (d) {  // opened twice: the newer text counts
        d->text.size = 0;
        buf_add(&d->text, json_string_value(text), json_string_length(text));
    } else {
        d = documents_open(&lsp->workspace.documents, uri, json_string_value(text),
                           json_string_length(text));
    }
    d->version =
        json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
    workspace_place(&lsp->workspace, d);
}

static void did_change(Lsp *lsp, const json_t *params)
{
    Document *d = document_of(lsp, params);
    const json_t *changes = json_object_get(params, "contentChanges");
    if (!d)
        return;
    for (size_t i = 0; i < json_array_size(changes); i++)
        if (!document_change(d, json_array_get(changes, i))) {
            show_message(lsp, 1,
                         "plait: a change of the text is malformed; close and open the file");
            break;
        }
    d->is_changed = true;
    d->version =
        json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
    workspace_changed(&lsp->workspace, d);
}

static void did_save(Lsp *lsp, const json_t *params)
{
    Document *d = document_of(lsp, params);
    if (!d)
        return;
    d->is_changed = false;
    workspace_place(&lsp->workspace, d);
}

static void did_close(Lsp *lsp, const json_t *params)
{
    Document *d = document_of(lsp, params);
    if (!d)
        return;
    // The text of the file counts again, in all programs that it belongs to.
    workspace_changed(&lsp->workspace, d);
    Program *p = d->program;
    char *uri = memory_copy_text(d->uri);
    bool is_only = p->only == d;
    d->program = NULL;
    if (is_only) {
        workspace_forget(&lsp->workspace);
        documents_close(&lsp->workspace.documents, d);
    } else {
        documents_close(&lsp->workspace.documents, d);
        workspace_forget(&lsp->workspace);
    }
    free(uri);
}

static void files_changed(Lsp *lsp, const json_t *params)
{
    (void)params;
    for (size_t i = 0; i < lsp->workspace.documents.count; i++)
        workspace_place(&lsp->workspace, lsp->workspace.documents.items[i]);
    for (size_t i = 0; i < lsp->workspace.count; i++)
        lsp->workspace.programs[i]->is_stale = true;
}

// ------------------------------------------------------------------------- checks

static void finish_check(Lsp *lsp, Child *c)
{
    enum { INFO = 3, WARNING = 2 };
    const Document *d = documents_find(&lsp->workspace.documents, c->uri);
    Program *p = d ? d->program : NULL;
    json_t *result = child_end(c, p);
    const char *message = json_string_value(json_object_get(result, "message"));
    const char *page = json_string_value(json_object_get(result, "page"));
    bool is_bug = !strcmp(json_string_value(json_object_get(result, "verdict")), "bug");

    Buf text = {0};
    buf_print(&text, "%s: %s", c->test, message);
    if (d && d->is_changed)
        buf_str(&text, " (the file as it is saved; the editor has changes)");
    show_message(lsp, is_bug ? WARNING : INFO, buf_text(&text));
    buf_drop(&text);
    if (page && lsp->shows_documents) {
        json_t *params = json_object();
        Buf uri = {0};
        path_uri(page, &uri);
        json_set_text(params, "uri", buf_text(&uri));
        json_object_set_new(params, "external", json_true());
        request(lsp, "window/showDocument", params);
        buf_drop(&uri);
    }
    if (lsp->refreshes_lenses)
        request(lsp, "workspace/codeLens/refresh", NULL);
    respond(lsp, c->id, result);
}

static void remove_check(Lsp *lsp, Child *c)
{
    for (Child **at = &lsp->checks; *at; at = &(*at)->next)
        if (*at == c) {
            *at = c->next;
            child_free(c);
            return;
        }
}

static void start_check(Lsp *lsp, json_t *id, Document *d, const char *test)
{
    Err err = {0};
    program_update(d->program);
    Child *c = child_start(lsp->host.plait, d->program, test, &err);
    if (!c) {
        respond_error(lsp, id, REQUEST_FAILED, err.text);
        return;
    }
    c->id = json_incref(id);
    c->uri = memory_copy_text(d->uri);
    c->next = lsp->checks;
    lsp->checks = c;
}

static void show_trace(Lsp *lsp, json_t *id, const char *path)
{
    json_t *params = json_object();
    Buf uri = {0};
    path_uri(path, &uri);
    json_set_text(params, "uri", buf_text(&uri));
    json_object_set_new(params, "external", json_true());
    buf_drop(&uri);
    if (lsp->shows_documents) {
        request(lsp, "window/showDocument", params);
    } else {
        Buf text = {0};
        buf_print(&text, "the trace is %s", path);
        show_message(lsp, 3, buf_text(&text));
        buf_drop(&text);
        json_decref(params);
    }
    respond(lsp, id, NULL);
}

static void execute_command(Lsp *lsp, json_t *id, const json_t *params)
{
    const char *command = json_string_value(json_object_get(params, "command"));
    const json_t *arguments = json_object_get(params, "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0));
    const char *argument = json_string_value(json_array_get(arguments, 1));
    Document *d = uri ? documents_find(&lsp->workspace.documents, uri) : NULL;
    if (!command || !d || !argument || !argument[0])
        respond_error(lsp, id, INVALID_PARAMS,
                      "a command needs the address of an open file, and a test or a trace");
    else if (strcmp(command, "plait.check") == 0)
        start_check(lsp, id, d, argument);
    else if (strcmp(command, "plait.showTrace") == 0)
        show_trace(lsp, id, argument);
    else
        respond_error(lsp, id, INVALID_PARAMS, "there is no such command");
}

// ----------------------------------------------------------------------- questions

static const struct {
    const char *method;
    Feature *answer;
    bool has_position;
} features[] = {
    {"textDocument/hover", feature_hover, true},
    {"textDocument/definition", feature_definition, true},
    {"textDocument/typeDefinition", feature_type_definition, true},
    {"textDocument/references", feature_references, true},
    {"textDocument/documentHighlight", feature_highlight, true},
    {"textDocument/prepareRename", feature_prepare_rename, true},
    {"textDocument/rename", feature_rename, true},
    {"textDocument/completion", feature_completion, true},
    {"textDocument/signatureHelp", feature_signature, true},
    {"textDocument/documentSymbol", feature_document_symbols, false},
    {"textDocument/foldingRange", feature_folding, false},
    {"textDocument/semanticTokens/full", feature_semantic_tokens, false},
    {"textDocument/codeAction", feature_code_actions, false},
    {"textDocument/codeLens", feature_code_lens, false},
    {"textDocument/formatting", feature_formatting, false},
};

static void answer(Lsp *lsp, json_t *id, const json_t *params, Feature *feature, bool has_position)
{
    Position position = {0};
    Query q = {.workspace = &lsp->workspace, .document = document_of(lsp, params)};
    if (!q.document) {
        respond_error(lsp, id, INVALID_PARAMS, "the file is not open");
        return;
    }
    if (has_position && !position_read(json_object_get(params, "position"), &position)) {
        respond_error(lsp, id, INVALID_PARAMS, "a position needs a line and a character");
        return;
    }
    q.program = q.document->program;
    q.params = params;
    program_update(q.program);
    q.source = program_source(q.program, q.document);
    if (!q.source) {  // the project could not be read
        respond(lsp, id, NULL);
        return;
    }
    q.tokens = program_tokens(q.program, q.source);
    q.offset = q.source->base + lines_offset(program_lines(q.program, q.source), position);
    json_t *result = feature(&q);
    if (q.refusal) {
        json_decref(result);
        respond_error(lsp, id, REQUEST_FAILED, q.refusal);
    } else {
        respond(lsp, id, result);
    }
}

static void workspace_symbol(Lsp *lsp, json_t *id, const json_t *params)
{
    const char *pattern = json_string_value(json_object_get(params, "query"));
    for (size_t i = 0; i < lsp->workspace.count; i++)
        program_update(lsp->workspace.programs[i]);
    respond(lsp, id, workspace_symbols(&lsp->workspace, pattern ? pattern : ""));
}

// ----------------------------------------------------------------------- dispatch

static const struct {
    const char *method;
    void (*take)(Lsp *lsp, json_t *id, const json_t *params);
} requests[] = {
    {"initialize", initialize},
    {"shutdown", shutdown_session},
    {"workspace/symbol", workspace_symbol},
    {"workspace/executeCommand", execute_command},
};

static const struct {
    const char *method;
    void (*take)(Lsp *lsp, const json_t *params);
} notifications[] = {
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didSave", did_save},
    {"textDocument/didClose", did_close},
    {"workspace/didChangeWatchedFiles", files_changed},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void take_notification(Lsp *lsp, const char *method, const json_t *params)
{
    if (strcmp(method, "exit") == 0)
        lsp->phase = PHASE_OVER;
    for (size_t i = 0; lsp->phase == PHASE_OPEN && i < COUNT(notifications); i++)
        if (strcmp(notifications[i].method, method) == 0)
            notifications[i].take(lsp, params);
}

static void take_request(Lsp *lsp, json_t *id, const char *method, const json_t *params)
{
    if (lsp->phase == PHASE_NEW && strcmp(method, "initialize") != 0) {
        respond_error(lsp, id, NOT_INITIALIZED, "the first request must be initialize");
        return;
    }
    if (lsp->phase >= PHASE_SHUT) {
        respond_error(lsp, id, INVALID_REQUEST, "the session is shut down");
        return;
    }
    for (size_t i = 0; i < COUNT(requests); i++)
        if (strcmp(requests[i].method, method) == 0) {
            requests[i].take(lsp, id, params);
            return;
        }
    for (size_t i = 0; i < COUNT(features); i++)
        if (strcmp(features[i].method, method) == 0) {
            answer(lsp, id, params, features[i].answer, features[i].has_position);
            return;
        }
    respond_error(lsp, id, METHOD_NOT_FOUND, "there is no such method");
}

static void take(Lsp *lsp, json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    json_t *id = json_object_get(message, "id");
    const json_t *params = json_object_get(message, "params");
    bool is_response = json_object_get(message, "result") || json_object_get(message, "error");
    if (!method && is_response)
        return;  // to a request of ours
    if (!method || (id && !json_is_integer(id) && !json_is_string(id)))
        respond_error(lsp, NULL, INVALID_REQUEST, "this is no request");
    else if (id)
        take_request(lsp, id, method, params);
    else
        take_notification(lsp, method, params);
}

// -------------------------------------------------------------------------- queue

static void cancel(Lsp *lsp, const json_t *id)
{
    for (size_t i = lsp->queue_first; i < lsp->queue_count; i++)
        if (json_equal(json_object_get(lsp->queue[i], "id"), id) &&
            json_object_get(lsp->queue[i], "method")) {
            respond_error(lsp, (json_t *)id, REQUEST_CANCELLED, "cancelled");
            json_decref(lsp->queue[i]);
            memmove(lsp->queue + i, lsp->queue + i + 1,
                    (lsp->queue_count - i - 1) * sizeof *lsp->queue);
            lsp->queue_count--;
            return;
        }
    for (Child *c = lsp->checks; c; c = c->next)
        if (json_equal(c->id, id)) {
            child_cancel(c);
            respond_error(lsp, c->id, REQUEST_CANCELLED, "cancelled");
            remove_check(lsp, c);
            return;
        }
}

static void enqueue(Lsp *lsp, json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method && strcmp(method, "$/cancelRequest") == 0) {
        const json_t *id = json_object_get(json_object_get(message, "params"), "id");
        if (id)
            cancel(lsp, id);
        json_decref(message);
        return;
    }
    if (lsp->queue_first == lsp->queue_count)
        lsp->queue_first = lsp->queue_count = 0;
    MEMORY_GROW(lsp->queue, lsp->queue_count + 1, lsp->queue_capacity);
    lsp->queue[lsp->queue_count++] = message;
}

static void read_message(Lsp *lsp, const char *text, size_t size)
{
    json_error_t error;
    json_t *message = json_loadb(text, size, 0, &error);
    if (!message) {
        respond_error(lsp, NULL, PARSE_ERROR, error.text);
    } else if (!json_is_object(message)) {
        respond_error(lsp, NULL, INVALID_REQUEST, "this is no request");
        json_decref(message);
    } else {
        enqueue(lsp, message);
    }
}

void lsp_receive(Lsp *lsp, const char *bytes, size_t size)
{
    const char *message;
    size_t length;
    input_add(&lsp->input, bytes, size);
    while (input_next(&lsp->input, &message, &length))
        read_message(lsp, message, length);
}

static bool take_one(Lsp *lsp)
{
    if (lsp->queue_first == lsp->queue_count || lsp->phase == PHASE_OVER)
        return false;
    json_t *message = lsp->queue[lsp->queue_first++];
    take(lsp, message);
    json_decref(message);
    return true;
}

static void publish_all(Lsp *lsp)
{
    for (size_t i = 0; lsp->phase == PHASE_OPEN && i < lsp->workspace.count; i++) {
        Program *p = lsp->workspace.programs[i];
        bool could_read = !p->err.set;
        program_update(p);
        if (p->err.set && could_read)
            show_message(lsp, 1, p->err.text);
        if (!p->is_published)
            publish(p, notify, lsp);
    }
}

void lsp_idle(Lsp *lsp)
{
    while (take_one(lsp))
        ;
    publish_all(lsp);
}

// -------------------------------------------------------------------- life and loop

static void forgotten(void *context, Program *p)
{
    publish_nothing(p, notify, context);
}

Lsp *lsp_new(const LspHost *host)
{
    Lsp *lsp = memory_zeroed(1, sizeof *lsp);
    lsp->host = *host;
    lsp->workspace.forgotten = forgotten;
    lsp->workspace.context = lsp;
    return lsp;
}

void lsp_free(Lsp *lsp)
{
    while (lsp->checks) {
        child_cancel(lsp->checks);
        remove_check(lsp, lsp->checks);
    }
    while (lsp->queue_first < lsp->queue_count)
        json_decref(lsp->queue[lsp->queue_first++]);
    free(lsp->queue);
    workspace_drop(&lsp->workspace);
    input_drop(&lsp->input);
    free(lsp);
}

bool lsp_is_over(const Lsp *lsp, int *code)
{
    *code = lsp->was_shut ? EXIT_NO_BUG : EXIT_BUG;  // as the protocol wants it
    return lsp->phase == PHASE_OVER;
}

// False when the input has ended.
static bool read_input(Lsp *lsp, int in)
{
    char part[65536];
    ssize_t size = read(in, part, sizeof part);
    if (size > 0)
        lsp_receive(lsp, part, (size_t)size);
    return size > 0 || (size < 0 && errno == EINTR);
}

static void read_checks(Lsp *lsp, const struct pollfd *fds)
{
    for (Child *c = lsp->checks, *next; c; c = next, fds++) {
        next = c->next;
        if (fds->revents && child_read(c)) {
            finish_check(lsp, c);
            remove_check(lsp, c);
        }
    }
}

// Waits for input or for the output of a check. False when the input has ended.
static bool wait_and_read(Lsp *lsp, int in, bool may_wait)
{
    size_t count = 1;
    for (const Child *c = lsp->checks; c; c = c->next)
        count++;
    struct pollfd *fds = memory_zeroed(count, sizeof *fds);
    fds[0] = (struct pollfd){.fd = in, .events = POLLIN};
    count = 1;
    for (const Child *c = lsp->checks; c; c = c->next)
        fds[count++] = (struct pollfd){.fd = c->output, .events = POLLIN};
    bool goes_on = true;
    if (poll(fds, count, may_wait ? -1 : 0) > 0) {
        read_checks(lsp, fds + 1);
        if (fds[0].revents)
            goes_on = read_input(lsp, in);
    }
    free(fds);
    return goes_on;
}

static void write_message(void *context, const char *message, size_t size)
{
    int out = *(const int *)context;
    Buf whole = {0};
    buf_print(&whole, "Content-Length: %zu\r\n\r\n", size);
    buf_add(&whole, message, size);
    for (size_t done = 0; done < whole.size;) {
        ssize_t written = write(out, whole.text + done, whole.size - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            die("cannot write to the client: %s", strerror(errno));
        done += (size_t)written;
    }
    buf_drop(&whole);
}

int lsp_serve(int in, int out, const char *plait, const char *version)
{
    LspHost host = {.context = &out, .send = write_message, .plait = plait, .version = version};
    Lsp *lsp = lsp_new(&host);
    int code = EXIT_BUG;
    bool goes_on = true;
    while (goes_on && !lsp_is_over(lsp, &code)) {
        // Input first, so that a request can be cancelled before its turn; then one message at
        // a time; diagnostics only when nothing waits.
        goes_on = wait_and_read(lsp, in, false);
        if (take_one(lsp))
            continue;
        publish_all(lsp);
        goes_on = goes_on && wait_and_read(lsp, in, true);
    }
    while (take_one(lsp))
        ;
    lsp_is_over(lsp, &code);
    lsp_free(lsp);
    return code;
}
