// lsp/lsp.h: the room's door. The language server: P programs for editors.
//
// A client sends JSON-RPC messages, each behind a header, and gets answers, diagnostics and
// requests in the same form (Language Server Protocol 3.17). The server is one state, `Lsp`, which
// takes bytes and hands out messages; `lsp_serve` connects it with two file descriptors and runs
// the checks that a user asks for as processes of their own.
//
//     input.c       bytes to messages            server.c     methods, and the life of a session
//     text.c        lines, UTF-16, addresses     document.c   what the client has open
//     workspace.c   which program a file belongs to; its analysis after a change
//     occur.c       every name, and what it means
//     publish.c     diagnostics and corrections  hover.c      what a name means, for people
//     find.c        definition, references, rename, highlights
//     outline.c     symbols                      paint.c      semantic tokens
//     complete.c    completion                   signature.c  parameters of a call
//     lens.c        tests, and what checking them said
//
// Sees: base, lang, format.
// Used by: cli.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct Lsp Lsp;

// What the server needs from outside.
typedef struct LspHost {
    void *context;
    // Hands a message to the client, without its header.
    void (*send)(void *context, const char *message, size_t size);
    // The command that checks programs; NULL: there is none, and checks are refused.
    const char *plait;
    const char *version;
} LspHost;

Lsp *lsp_new(const LspHost *host);
void lsp_free(Lsp *lsp);

// Bytes as they come, in whatever pieces.
void lsp_receive(Lsp *lsp, const char *bytes, size_t size);

// To be called when no input waits: answers what is still open, analyses what has changed and
// publishes diagnostics.
void lsp_idle(Lsp *lsp);

// The client has said `exit`; with which code the process should end.
bool lsp_is_over(const Lsp *lsp, int *code);

// Serves a client until it exits or its input ends; the exit code.
int lsp_serve(int in, int out, const char *plait, const char *version);
