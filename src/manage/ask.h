// manage/ask.h: a question to the manager of the cluster, and its answer.

#pragma once

#include <jansson.h>

#include "manage/channel.h"

// Sends the question, takes it, and waits for the answer, which is to be released. NULL: the reason
// is in err; also when the answer is that something is wrong.
json_t *ask(Channel *manager, json_t *question, double seconds, Err *err);
