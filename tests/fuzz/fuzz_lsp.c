// tests/fuzz/fuzz_lsp.c: whatever bytes a client sends, the session goes on.
//
// Half of the inputs are bytes as they come from a client. The other half begins with a session that
// has a document open, and makes of each line the method and the parameters of a message: so the
// features see odd positions and texts, not only the reader of messages.

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "fuzz.h"
#include "lsp/lsp.h"

static void drop_message(void *context, const char *message, size_t size)
{
    (void)context;
    json_error_t error;
    json_t *json = json_loadb(message, size, 0, &error);
    if (!json)
        abort();  // what we send is JSON
    json_decref(json);
}

static void send_text(Lsp *lsp, const char *text, size_t size)
{
    char header[64];
    int length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", size);
    lsp_receive(lsp, header, (size_t)length);
    lsp_receive(lsp, text, size);
    lsp_idle(lsp);
}

static void send_json(Lsp *lsp, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text)
        send_text(lsp, text, strlen(text));
    free(text);
    json_decref(message);
}

static const char *const methods[] = {
    "hover",          "definition",     "typeDefinition", "references",
    "rename",         "prepareRename",  "completion",     "signatureHelp",
    "documentSymbol", "foldingRange",   "codeLens",       "semanticTokens/full",
    "codeAction",     "formatting",     "documentHighlight",
};

static json_t *position(uint8_t line, uint8_t character)
{
    return json_pack("{s:i, s:i}", "line", (int)line % 40, "character", (int)character);
}

// A change of the text, then a question at a place.
static void edit_and_ask(Lsp *lsp, const uint8_t *at, const char *text, size_t size)
{
    static const char uri[] = "untitled:a";
    json_t *inserted = json_stringn(text, size);  // NULL when it is no UTF-8
    if (inserted)
        send_json(lsp, json_pack("{s:s, s:{s:{s:s}, s:[{s:{s:o, s:o}, s:o}]}}", "method",
                                 "textDocument/didChange", "params", "textDocument", "uri", uri,
                                 "contentChanges", "range", "start", position(at[0], at[1]), "end",
                                 position(at[2], at[3]), "text", inserted));
    char method[64];
    snprintf(method, sizeof method, "textDocument/%s",
             methods[at[4] % (sizeof methods / sizeof *methods)]);
    send_json(lsp, json_pack("{s:i, s:s, s:{s:{s:s}, s:o, s:{s:o, s:o}, s:s}}", "id", 1, "method",
                             method, "params", "textDocument", "uri", uri, "position",
                             position(at[5], at[6]), "range", "start", position(at[0], at[1]),
                             "end", position(at[5], at[6]), "newName", "fresh"));
}

static void edit(Lsp *lsp, const uint8_t *data, size_t size)
{
    enum { PLACES = 8, EDITS_MAX = 32 };  // each edit analyses the program again
    static const char text[] =
        "type tA = (x: int, y: seq[int]);\nevent eA: tA;\nenum tE { A, B }\n"
        "fun F(n: int, m: tA): int { return n; }\n"
        "machine M {\n    var a: tA;\n    start state S {\n        entry { a.x = F(1, a); }\n"
        "        on eA do (p: tA) { send this, eA, p; goto S; }\n    }\n}\n"
        "test t [main = M]: { M };\n";
    send_json(lsp, json_pack("{s:s, s:{s:{s:s, s:s, s:i, s:s}}}", "method", "textDocument/didOpen",
                             "params", "textDocument", "uri", "untitled:a", "languageId", "p",
                             "version", 1, "text", text));
    for (int edits = 0; size > PLACES && edits < EDITS_MAX; edits++) {
        const uint8_t *line = memchr(data + PLACES, '\n', size - PLACES);
        size_t length = line ? (size_t)(line - data) : size;
        edit_and_ask(lsp, data, (const char *)data + PLACES, length - PLACES);
        size -= length;
        data += length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LspHost host = {.send = drop_message, .version = "0"};
    Lsp *lsp = lsp_new(&host);
    if (size < 2 || data[0] % 2) {
        lsp_receive(lsp, (const char *)data + (size > 0), size - (size > 0));
        lsp_idle(lsp);
    } else {
        send_json(lsp, json_pack("{s:i, s:s, s:{}}", "id", 1, "method", "initialize", "params"));
        edit(lsp, data + 1, size - 1);
    }
    lsp_free(lsp);
    return 0;
}
