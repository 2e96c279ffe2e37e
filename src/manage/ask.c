// manage/ask.c: a question to the manager of the cluster, and its answer.

#include "manage/ask.h"

#include <poll.h>
#include <string.h>

#include "net/loop.h"

static json_t *judged(json_t *answer, Err *err)
{
    const char *what = json_string_value(json_object_get(answer, "what"));
    const char *why = json_string_value(json_object_get(answer, "why"));

    if (!what || strcmp(what, "error") != 0)
        return answer;
    err_set(err, "%s", why ? why : "the manager gives no reason");
    json_decref(answer);
    return NULL;
}

json_t *ask(Channel *manager, json_t *question, double seconds, Err *err)
{
    uint64_t until = loop_now() + (uint64_t)(seconds * 1e6);
    json_t *answer;
    Err why = {0};

    channel_send(manager, question);
    while (loop_now() < until) {
        struct pollfd fd = {channel_fd(manager), channel_events(manager), 0};
        poll(&fd, 1, 100);
        bool is_alive = channel_turn(manager, &why);
        answer = channel_next(manager);
        if (answer && !channel_may(manager, ACT_START_CONTAINER, NULL, err)) {
            json_decref(answer);
            return NULL;
        }
        if (answer)
            return judged(answer, err);
        if (!is_alive) {
            err_set(err, "no answer from the manager of the cluster: %s", why.text);
            return NULL;
        }
    }
    err_set(err, "no answer from the manager of the cluster within %g seconds", seconds);
    return NULL;
}
