// cluster/local.c: a whole cluster on this host: a manager, and containers that are processes.

#include "cluster/local.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/end_signals.h"
#include "base/memory.h"
#include "cluster/local_impl.h"
#include "cluster/member.h"
#include "net/loop.h"

enum {
    PROBE_FIRST = 5000,  // microseconds
    PROBE_LAST = 200000,
    START_LATER = 30000000,  // after a start that the system did not allow
    END_WITHIN = 4000000,  // a process that does not end then is killed
};

void local_say(const Local *l, const Child *c, LogLevel level, const char *what, const char *name,
               int number, const char *format)
{
    log_container(&l->setup->log, c->incarnation, local_kind(l, c->kind), level, what, name, number,
                  format);
}

static void complain(const Local *l, const char *what, const char *text)
{
    char message[256];
    const LogMember members[] = {{"message", strerror(errno), 0}};

    snprintf(message, sizeof message, "%s: %s", text, strerror(errno));
    log_message(&l->setup->log, LOG_FAILS, what, members, 1, message);
}

void local_tell(const Child *c, const ControlWord *word)
{
    // One that does not listen any more will be found dead, or killed in the end.
    if (c->process.pid)
        send(c->control, word, sizeof *word, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// --------------------------------------------------------------------------------- starting

// Takes the descriptor.
static bool add_child(Local *l, uint64_t incarnation, uint32_t kind, int listener,
                      const uint8_t *creation, uint32_t count)
{
    Child *c = memory_zeroed(1, sizeof *c);

    *c = (Child){.incarnation = incarnation,
                 .kind = kind,
                 .listener = listener,
                 .creation_count = count};
    c->restarts.policy =
        l->setup->starts(l->setup->owner, kind == P_NONE ? l->setup->main_kind : kind);
    c->creation = memory_resized(NULL, count ? count : 1, 1);
    if (count)
        memcpy(c->creation, creation, count);
    MEMORY_GROW(l->children, l->child_count + 1, l->child_capacity);
    l->children[l->child_count++] = c;
    if (local_start(l, c))
        return true;
    complain(l, "cannot-start", "cannot start a process");
    return false;
}

// ------------------------------------------------------------------------------------ words

static void tell_all(Local *l, const ControlWord *word)
{
    for (uint32_t i = 0; i < l->child_count; i++)
        local_tell(l->children[i], word);
}

static void end_all(Local *l, ControlKind how)
{
    if (l->is_ending)
        return;
    l->is_ending = true;
    l->end = how;
    l->kill_at = loop_now() + END_WITHIN;
    tell_all(l, &(ControlWord){.kind = how});
}

static void listen_to(Local *l, Child *c)
{
    static uint8_t bytes[sizeof(ControlWord) + CONTROL_BYTES_MAX];
    ControlWord word;
    int listener;
    ssize_t count = control_receive(c->control, bytes, sizeof bytes, &listener);

    if (count < (ssize_t)sizeof word)
        return;  // its pidfd tells the rest
    memcpy(&word, bytes, sizeof word);
    if (word.kind == CONTROL_STATE) {
        c->state = word;
    } else if (word.kind == CONTROL_WANT && !l->is_ending) {
        l->was_at_rest = false;
        if (!add_child(l, word.incarnation, word.machine_kind, listener, bytes + sizeof word,
                       (uint32_t)((size_t)count - sizeof word))) {
            l->code = EXIT_ENVIRONMENT;
            end_all(l, CONTROL_STOP);
        }
    } else if (listener >= 0) {
        close(listener);
    }
}

// ------------------------------------------------------------------------------------ ends

// Plans another start. False: the deployment does not want one, or there were too many.
static bool plan_restart(Local *l, Child *c, bool has_failed)
{
    MemberRestart policy =
        l->setup->restart(l->setup->owner, c->kind == P_NONE ? l->setup->main_kind : c->kind);

    if (policy == MEMBER_NEVER || (policy == MEMBER_ON_FAILURE && !has_failed))
        return false;
    c->start_at = restarts_next(&c->restarts, loop_now());
    if (c->start_at == 0) {
        local_say(l, c, LOG_FAILS, "given-up", "starts", (int)restarts_most(&c->restarts),
                  "has failed: %d starts in too short a time");
        return false;
    }
    c->before = c->incarnation;
    c->incarnation = l->next_incarnation++;
    l->before.restarts++;
    return true;
}

static void remove_child(Local *l, uint32_t index)
{
    if (l->children[index]->listener >= 0)
        close(l->children[index]->listener);
    free(l->children[index]->creation);
    free(l->children[index]);
    l->children[index] = l->children[--l->child_count];
}

// At the end nothing is started again.
static void drop_waiting(Local *l)
{
    for (uint32_t i = l->child_count; i-- > 0;)
        if (!l->children[i]->process.pid)
            remove_child(l, i);
}

static void ended(Local *l, uint32_t index)
{
    Child *c = l->children[index];
    uint64_t dead = c->incarnation;
    ProcessEnd end = process_end(&c->process);

    close(c->control);
    l->was_at_rest = false;
    bool has_exited = end.how == PROCESS_EXITED;
    bool has_bug = has_exited && end.number == EXIT_BUG;
    bool has_failed = !has_exited || end.number != 0;
    if (has_bug)
        l->code = EXIT_BUG;
    else if (has_exited && has_failed && l->code == EXIT_NO_BUG)
        l->code = EXIT_ENVIRONMENT;
    ended_add(&l->before, &c->state);
    l->before.by_signal += !has_exited;
    l->before.with_bug += has_bug;
    if (!has_exited)
        local_say(l, c, LOG_WARNS, "ended", "signal", end.number, "ended by signal %d");
    else if (has_failed)
        local_say(l, c, LOG_WARNS, "ended", "code", end.number, "ended with code %d");
    MEMORY_GROW(l->dead, l->dead_count + 1, l->dead_capacity);
    l->dead[l->dead_count++] = dead;
    if (!l->is_ending)
        tell_all(l, &(ControlWord){.kind = CONTROL_DEAD, .incarnation = dead});
    if (!l->is_ending && !l->is_draining && plan_restart(l, c, has_failed))
        return;
    remove_child(l, index);
}

static void start_due(Local *l)
{
    for (uint32_t i = 0; i < l->child_count && !l->is_ending; i++) {
        Child *c = l->children[i];
        if (!c->process.pid && loop_now() >= c->start_at && !local_start(l, c))
            c->start_at = loop_now() + START_LATER;
    }
}

// ------------------------------------------------------------------------------------- rest

static void ask(Local *l)
{
    l->probe++;
    l->probe_at = loop_now() + l->probe_pause;
    if (l->probe_pause < PROBE_LAST)
        l->probe_pause *= 2;
    tell_all(l, &(ControlWord){CONTROL_PROBE, .number = l->probe});
}

// All have answered the last probe: the same as the one before?
static void judge(Local *l)
{
    uint64_t sent = 0, delivered = 0;
    bool is_at_rest = true;

    for (uint32_t i = 0; i < l->child_count; i++) {
        const ControlWord *state = &l->children[i]->state;
        is_at_rest &= l->children[i]->process.pid != 0 && state->is_at_rest;
        sent += state->sent;
        delivered += state->delivered;
    }
    bool is_same = sent == l->last_sent && delivered == l->last_delivered;
    l->last_sent = sent;
    l->last_delivered = delivered;
    if (is_at_rest && l->was_at_rest && is_same)
        end_all(l, CONTROL_REST);
    l->was_at_rest = is_at_rest;
    if (!is_same)
        l->probe_pause = PROBE_FIRST;
}

static bool has_everyone_answered(const Local *l)
{
    for (uint32_t i = 0; i < l->child_count; i++)
        if (l->children[i]->process.pid && l->children[i]->state.number != l->probe)
            return false;
    return true;
}

static void look_for_rest(Local *l)
{
    if (l->is_ending || loop_now() < l->probe_at || !has_everyone_answered(l))
        return;
    if (l->probe > 0)
        judge(l);
    if (!l->is_ending)
        ask(l);
}

// ------------------------------------------------------------------------------------- loop

static int wait_time(const Local *l, uint64_t end_at)
{
    uint64_t now = loop_now(), wake = l->is_ending ? l->kill_at : l->probe_at;

    for (uint32_t i = 0; i < l->child_count; i++)
        if (!l->children[i]->process.pid && l->children[i]->start_at < wake)
            wake = l->children[i]->start_at;
    if (!l->is_ending && end_at < wake)
        wake = end_at;
    if (!l->is_ending && l->is_draining && l->drain_until < wake)
        wake = l->drain_until;
    // When an answer is late, its arrival ends the wait.
    return wake <= now ? 5 : (int)((wake - now) / 1000 + 1);
}

static void take_signal(Local *l, int number)
{
    l->was_signalled = true;
    if (number != SIGTERM || l->setup->drain <= 0 || l->is_draining) {
        end_all(l, CONTROL_STOP);
        return;
    }
    l->is_draining = true;
    l->drain_until = loop_now() + (uint64_t)(l->setup->drain * 1e6);
    l->probe_pause = PROBE_FIRST;
    l->was_at_rest = false;
    drop_waiting(l);
    tell_all(l, &(ControlWord){.kind = CONTROL_DRAIN});
    log_message(&l->setup->log, LOG_INFORMS, "draining", NULL, 0, "nothing comes in any more");
}

// The time is over, and there is still something to do.
static void end_drain(Local *l)
{
    uint32_t busy = 0;
    char text[80];

    if (l->is_ending)
        return;
    for (uint32_t i = 0; i < l->child_count; i++)
        busy += !l->children[i]->state.is_at_rest;
    snprintf(text, sizeof text, "not drained in time: %" PRIu32 " container%s had something to do",
             busy, busy == 1 ? "" : "s");
    const LogMember members[] = {{"busy", NULL, busy}};
    log_message(&l->setup->log, LOG_FAILS, "not-drained", members, 1, text);
    if (l->code == EXIT_NO_BUG)
        l->code = EXIT_ENVIRONMENT;
    end_all(l, CONTROL_STOP);
}

static void turn(Local *l, uint64_t end_at)
{
    uint32_t count = l->child_count;
    struct pollfd *fds = memory_zeroed(2 * (size_t)count + 2, sizeof *fds);
    struct signalfd_siginfo signal_info;

    fds[2 * count + 1] = (struct pollfd){l->metrics ? metrics_fd(l->metrics) : -1, POLLIN, 0};
    fds[0] = (struct pollfd){l->signals, POLLIN, 0};
    for (uint32_t i = 0; i < count; i++) {
        const Child *c = l->children[i];
        fds[1 + 2 * i] = (struct pollfd){c->process.pid ? c->control : -1, POLLIN, 0};
        fds[2 + 2 * i] = (struct pollfd){c->process.pid ? c->process.pidfd : -1, POLLIN, 0};
    }
    int happened = poll(fds, 2 * count + 2, wait_time(l, end_at));
    if (happened > 0 && fds[2 * count + 1].revents)
        metrics_turn(l->metrics, local_metrics, l);
    if (happened > 0 && fds[0].revents &&
        read(l->signals, &signal_info, sizeof signal_info) == sizeof signal_info)
        take_signal(l, (int)signal_info.ssi_signo);
    for (uint32_t i = 0; happened > 0 && i < count; i++)
        if (fds[1 + 2 * i].revents & POLLIN)
            listen_to(l, l->children[i]);
    // From the last to the first: the place of one that has ended is taken by the last.
    for (uint32_t i = count; happened > 0 && i-- > 0;)
        if (fds[2 + 2 * i].revents)
            ended(l, i);
    free(fds);
}

static void kill_late(Local *l)
{
    if (!l->is_ending || loop_now() < l->kill_at)
        return;
    for (uint32_t i = 0; i < l->child_count; i++)
        process_kill(&l->children[i]->process, SIGKILL);
}

static void serve(Local *l)
{
    uint64_t end_at = UINT64_MAX;

    if (l->setup->seconds > 0)
        end_at = loop_now() + (uint64_t)(l->setup->seconds * 1e6);
    while (l->child_count > 0) {
        turn(l, end_at);
        if (loop_now() >= end_at)
            end_all(l, CONTROL_STOP);
        if (l->is_draining && loop_now() >= l->drain_until)
            end_drain(l);
        start_due(l);
        local_renew_due(l);
        look_for_rest(l);
        kill_late(l);
        if (l->is_ending)
            drop_waiting(l);
    }
}

static bool open_folder(Local *l)
{
    snprintf(l->folder, sizeof l->folder, "/tmp/plait-XXXXXX");
    if (!mkdtemp(l->folder))  // only this user may enter it
        return false;
    l->signals = end_signals_open();
    return l->signals >= 0;
}

// A process that was killed has left its socket behind.
static void remove_folder(const Local *l)
{
    DIR *folder = opendir(l->folder);
    const struct dirent *entry;

    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(l->folder);
}

static const char *phrase(const Local *l)
{
    return l->is_draining && l->end == CONTROL_REST ? "drained"
           : l->was_signalled                       ? "stopped by a signal"
           : l->end == CONTROL_REST                 ? "nothing is left to do"
           : l->is_ending && l->code == 0           ? "the time is over"
                                                    : "no container is left";
}

static void sum_up(const Local *l, uint64_t began)
{
    double seconds = (double)(loop_now() - began) / 1e6;
    Buf text = {0};
    const LogMember members[] = {
        {"how", phrase(l), 0},
        {"containers", NULL, (double)l->forks},
        {"messages", NULL, (double)l->last_delivered},
        {"seconds", NULL, seconds},
        {"seed", NULL, (double)l->setup->seed},
    };

    buf_print(&text,
              "%s: %" PRIu64 " container%s, %" PRIu64
              " message%s between them, %.3f s, seed %" PRIu64,
              phrase(l), l->forks, l->forks == 1 ? "" : "s", l->last_delivered,
              l->last_delivered == 1 ? "" : "s", seconds, l->setup->seed);
    if (l->setup->log.is_json)
        log_message(&l->setup->log, LOG_INFORMS, "over", members, sizeof members / sizeof *members,
                    text.text);
    else if (!l->setup->log.is_quiet)
        fprintf(stderr, "%s\n", text.text);
    buf_drop(&text);
}

// NULL: the files do not belong together, or do not make certificates of containers.
static Authority *open_issuer(const LocalSetup *setup, Err *err)
{
    TlsIdentity *own = tls_identity_new(setup->authority, setup->certificate, setup->key, err);
    CertificateFiles files = {setup->certificate, setup->key};

    tls_identity_free(own);
    return own ? authority_open(files, err) : NULL;
}

// False, and reported: they cannot be made.
static bool open_outputs(Local *l)
{
    const LocalSetup *setup = l->setup;
    Err err = {0};

    if (setup->trace && mkdir(setup->trace, 0777) != 0 && errno != EEXIST)
        err_os(&err, "make the folder", setup->trace);
    if (setup->authority && !err.set)
        l->issuer = open_issuer(setup, &err);
    if (setup->metrics && !err.set)
        l->metrics = metrics_open(setup->metrics, &err);
    if (err.set) {
        log_message(&setup->log, LOG_FAILS, "set-up", &(LogMember){"message", err.text, 0}, 1,
                    err.text);
        return false;
    }
    if (l->metrics) {
        char text[ADDRESS_MAX + 16];
        snprintf(text, sizeof text, "metrics at %s", metrics_address(l->metrics));
        log_message(&setup->log, LOG_INFORMS, "metrics",
                    &(LogMember){"address", metrics_address(l->metrics), 0}, 1, text);
    }
    return true;
}

static int run(Local *l)
{
    uint64_t began = loop_now();
    Err err = {0};
    int listener = l->issuer ? control_listener(1, &err) : -1;

    if (err.set)
        log_message(&l->setup->log, LOG_FAILS, "set-up", &(LogMember){"message", err.text, 0}, 1,
                    err.text);
    if (!err.set && add_child(l, 1, P_NONE, listener, NULL, 0))
        serve(l);
    else
        l->code = EXIT_ENVIRONMENT;
    drop_waiting(l);
    close(l->signals);
    remove_folder(l);
    free(l->children);
    free(l->dead);
    sum_up(l, began);
    return l->code;
}

int local_run(const LocalSetup *setup)
{
    Local l = {.setup = setup, .probe_pause = PROBE_FIRST, .next_incarnation = 2};
    int code = EXIT_ENVIRONMENT;

    if (!open_outputs(&l)) {
    } else if (!open_folder(&l)) {
        complain(&l, "set-up", "cannot make a folder in /tmp");
    } else {
        code = run(&l);
    }
    metrics_close(l.metrics);
    authority_free(l.issuer);
    return code;
}
