// lsp/publish.h: the diagnostics of a program, for the client.

#pragma once

#include "lsp/workspace.h"

// Sends a notification; takes the parameters.
typedef void Notify(void *context, const char *method, json_t *params);

// The diagnostics of every file, and none for files that had some before.
void publish(Program *p, Notify *notify, void *context);

// None for all files of a program that is about to go.
void publish_nothing(Program *p, Notify *notify, void *context);
