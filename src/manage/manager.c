// manage/manager.c: the manager of the cluster.

#include "manage/manager.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/end_signals.h"
#include "base/memory.h"
#include "base/whole_file.h"
#include "manage/manager_impl.h"
#include "net/address.h"
#include "net/loop.h"

enum { WAIT = 20, GUESTS_MOST = 1000, WAITING_MOST = 64 << 20 };
static const uint64_t speak_within = 10 * 1000000;  // microseconds

void manager_say(const Manager *m, LogLevel level, const char *what, const char *name,
                 const char *format)
{
    char text[256];

    snprintf(text, sizeof text, format, name);
    log_message(&m->setup->log, level, what, &(LogMember){"name", name, 0}, 1, text);
}

// ------------------------------------------------------------------------------------- guests

static void take_call(Manager *m)
{
    int fd = accept4(m->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return;
    if (m->guest_count >= GUESTS_MOST) {
        close(fd);
        return;
    }
    Channel *channel = channel_accept(fd, m->is_local, m->credentials.identity);
    if (!channel)
        return;
    Guest *g = memory_zeroed(1, sizeof *g);
    *g = (Guest){.channel = channel, .id = ++m->next_guest, .since = loop_now()};
    MEMORY_GROW(m->guests, m->guest_count + 1, m->guest_capacity);
    m->guests[m->guest_count++] = g;
}

static void take(Manager *m, Guest *g, json_t *message)
{
    const char *what = state_text(message, "what");

    g->has_spoken = true;
    if (!g->node[0] && what && strcmp(what, "node") == 0)
        manager_take_node(m, g, message);
    else if (!g->node[0])
        manager_answer(m, g, message);
    else
        manager_hear_node(m, g, message);
}

// False: it is gone.
static bool listen_to(Manager *m, Guest *g)
{
    json_t *message;
    Err err = {0};
    bool is_alive = channel_turn(g->channel, &err);

    while (!g->is_over && (message = channel_next(g->channel))) {
        take(m, g, message);
        json_decref(message);
    }
    // Nothing may ever come again that would be a reason to look at it.
    if (channel_is_wrong(g->channel))
        return false;
    if (g->is_over)
        return is_alive && !channel_is_flushed(g->channel);
    return is_alive && channel_waiting(g->channel) < WAITING_MOST;
}

static void remove_guest(Manager *m, uint32_t index)
{
    Guest *g = m->guests[index];

    if (g->node[0] && !g->is_over) {
        json_object_set_new(m->away, g->node, json_integer((json_int_t)loop_now()));
        manager_say(m, LOG_WARNS, "node-away", g->node, "node %s is away");
    }
    channel_free(g->channel);
    free(g);
    m->guests[index] = m->guests[--m->guest_count];
}

static bool is_node(const Guest *g)
{
    return g->node[0] && !g->is_over;
}

static uint64_t lost_time(const Manager *m)
{
    return (uint64_t)(m->setup->lost_after * 1e6);
}

// Whether at least half of so many nodes have said something lately. If not, this manager is the
// one that is cut off, or was stopped for a while: their containers live, and must not be replaced.
static bool hears_enough(const Manager *m, size_t nodes)
{
    uint64_t since = loop_now() - lost_time(m) / 2;
    size_t heard = 0;

    for (uint32_t i = 0; i < m->guest_count; i++)
        heard += is_node(m->guests[i]) && channel_heard(m->guests[i]->channel) >= since;
    return 2 * heard >= nodes;
}

static size_t connected(const Manager *m)
{
    size_t nodes = 0;

    for (uint32_t i = 0; i < m->guest_count; i++)
        nodes += is_node(m->guests[i]);
    return nodes;
}

// A node that has been silent for too long: its connection would have ended if only its manager
// had.
static bool is_lost(const Manager *m, const Guest *g)
{
    return is_node(g) && loop_now() - channel_heard(g->channel) > lost_time(m) &&
           hears_enough(m, connected(m));
}

// Somebody who calls and says nothing, or never proves who it is, would keep a place for ever.
static bool is_silent(const Guest *g)
{
    return !g->has_spoken && loop_now() - g->since > speak_within;
}

static void lose(Manager *m, uint32_t index)
{
    char name[NAME_MOST + 1];

    memcpy(name, m->guests[index]->node, sizeof name);
    json_object_set_new(m->away, name, json_null());
    manager_say(m, LOG_FAILS, "node-lost", name, "node %s is lost: it says nothing");
    m->guests[index]->is_over = true;
    remove_guest(m, index);
    manager_move(m, name);
}

// Since when a node that is not connected is away: when its connection ended, or since this manager
// began. UINT64_MAX: it is lost already.
static uint64_t away_since(const Manager *m, const char *name)
{
    const json_t *since = json_object_get(m->away, name);

    return !since                ? m->began
           : json_is_null(since) ? UINT64_MAX
                                 : (uint64_t)json_integer_value(since);
}

// A host may die while its node or the cluster has no manager, and then nobody sees the silence. So
// nodes that stay away are lost, too.
static void lose_absent(Manager *m)
{
    json_t *all = json_copy(state_part(&m->state, "nodes")), *one;
    uint64_t now = loop_now();
    const char *name;

    json_object_foreach(all, name, one)
    {
        uint64_t since = away_since(m, name);
        if (manager_node(m, name) || since > now || now - since <= lost_time(m) ||
            !hears_enough(m, json_object_size(all)))
            continue;
        json_object_set_new(m->away, name, json_null());
        manager_say(m, LOG_FAILS, "node-lost", name, "node %s is lost: it does not call");
        manager_move(m, name);
    }
    json_decref(all);
}

// --------------------------------------------------------------------------------------- loop

static void turn(Manager *m)
{
    uint32_t count = m->guest_count;
    struct pollfd *fds = memory_zeroed(count + 2, sizeof *fds);

    fds[0] = (struct pollfd){m->signals, POLLIN, 0};
    fds[1] = (struct pollfd){m->listener, POLLIN, 0};
    for (uint32_t i = 0; i < count; i++)
        fds[2 + i] = (struct pollfd){channel_fd(m->guests[i]->channel),
                                     channel_events(m->guests[i]->channel), 0};
    int happened = poll(fds, count + 2, WAIT);
    // From the last to the first: the place of one that is removed is taken by the last.
    for (uint32_t i = count; i-- > 0;) {
        Guest *g = m->guests[i];
        bool is_due = (happened > 0 && fds[2 + i].revents) || g->is_over;
        if ((is_due && !listen_to(m, g)) || is_silent(g))
            remove_guest(m, i);
        else if (is_lost(m, g))
            lose(m, i);
    }
    if (happened > 0 && fds[1].revents)
        take_call(m);
    if (happened > 0 && fds[0].revents)
        m->is_over = true;
    lose_absent(m);
    manager_probe(m);
    manager_renew_own(m);
    free(fds);
}

// -------------------------------------------------------------------------------------- begin

static bool catch_signals(Manager *m, Err *err)
{
    signal(SIGPIPE, SIG_IGN);
    m->signals = end_signals_open();
    if (m->signals < 0)
        err_os(err, "catch", "signals");
    return m->signals >= 0;
}

static bool open_state(Manager *m, Err *err)
{
    Buf path = {0};

    if (!whole_file_folders(m->setup->folder, err))
        return false;
    chmod(m->setup->folder, 0700);
    buf_print(&path, "%s/journal", m->setup->folder);
    bool is_open = state_open(&m->state, path.text, err);
    buf_drop(&path);
    if (is_open && m->state.journal.cut > 0) {
        char text[128];
        snprintf(text, sizeof text, "the last record was not whole: %llu bytes are cut off",
                 (unsigned long long)m->state.journal.cut);
        log_message(&m->setup->log, LOG_WARNS, "cut", NULL, 0, text);
    }
    return is_open;
}

static bool open_manager(Manager *m, Err *err)
{
    const ManagerSetup *s = m->setup;

    if (!credentials_open(&m->credentials, s->authority, s->certificate, s->key, err))
        return false;
    if (s->authority_key) {
        m->signer = authority_open((CertificateFiles){s->authority, s->authority_key}, err);
        if (!m->signer)
            return false;
    }
    if (!open_state(m, err) || !catch_signals(m, err))
        return false;
    m->listener = channel_listen(s->address, m->credentials.identity, &m->is_local, err);
    return m->listener >= 0;
}

static void close_manager(Manager *m)
{
    while (m->guest_count > 0) {
        m->guests[0]->is_over = true;
        remove_guest(m, 0);
    }
    free(m->guests);
    if (m->listener >= 0)
        close(m->listener);
    if (m->is_local && m->listener >= 0)
        unlink(m->setup->address + strlen("unix:"));
    if (m->signals >= 0)
        close(m->signals);
    if (m->state.doc)
        state_close(&m->state);
    json_decref(m->figures);
    json_decref(m->rests);
    json_decref(m->drains);
    json_decref(m->away);
    credentials_drop(&m->credentials);
    authority_free(m->signer);
}

int manager_run(const ManagerSetup *setup)
{
    Manager m = {.setup = setup,
                 .listener = -1,
                 .signals = -1,
                 .figures = json_object(),
                 .rests = json_object(),
                 .drains = json_object(),
                 .began = loop_now(),
                 .away = json_object()};
    Err err = {0};
    bool is_open = open_manager(&m, &err);

    if (is_open) {
        char *address = address_text(m.listener, setup->address);
        manager_say(&m, LOG_INFORMS, "listening", address, "the manager listens at %s");
        free(address);
        while (!m.is_over)
            turn(&m);
    } else {
        log_message(&setup->log, LOG_FAILS, "set-up", &(LogMember){"message", err.text, 0}, 1,
                    err.text);
    }
    close_manager(&m);
    return is_open ? EXIT_NO_BUG : EXIT_ENVIRONMENT;
}
