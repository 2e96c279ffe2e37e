// manage/node.c: the manager of a host: starts containers and watches them.

#include "manage/node.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/end_signals.h"
#include "base/hex.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/whole_file.h"
#include "manage/node_impl.h"
#include "net/address.h"
#include "net/loop.h"

enum { WAIT = 200, WAIT_FOR_START = 20 };  // milliseconds

// ------------------------------------------------------------------------------- containers

// A container asks for a place for another one.
static void take_want(Node *n, const Child *c, const ControlWord *word, const char *bytes,
                      size_t count)
{
    Buf address = {0}, creation = {0};
    char incarnation[17];

    if (word->address_size > count)
        return;
    snprintf(incarnation, sizeof incarnation, "%llx", (unsigned long long)word->incarnation);
    buf_add(&address, bytes, word->address_size);
    hex_add(&creation, bytes + word->address_size, count - word->address_size);
    json_t *message =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:s}", "what", "want", "by", c->incarnation,
                  "incarnation", incarnation, "kind", (int)word->machine_kind, "restart",
                  (int)word->number, "address", buf_text(&address), "creation",
                  buf_text(&creation));
    // Without a manager the container repeats it later.
    if (message && n->is_welcome)
        node_send(n, message);
    else
        json_decref(message);
    buf_drop(&address);
    buf_drop(&creation);
}

static void take_word(Node *n, Child *c, const ControlWord *word, const char *bytes, size_t count)
{
    switch ((ControlKind)word->kind) {
    case CONTROL_WANT:
        take_want(n, c, word, bytes, count);
        break;
    case CONTROL_STATE:
        c->state = *word;
        break;
    case CONTROL_ASK:
        c->is_asking = true;
        if (n->is_welcome)
            node_send(n, json_pack("{s:s, s:s}", "what", "ask", "by", c->incarnation));
        break;
    case CONTROL_OVER:
        c->has_said_code = true;
        c->code = (int)word->number;
        break;
    default:
        break;  // is never sent by a container
    }
}

// Reads one word. The length of what follows it; -1: the line has ended; -2: nothing came.
static ssize_t read_word(int fd, ControlWord *word, char *bytes, size_t room)
{
    int passed;
    ssize_t count = control_receive(fd, bytes, room, &passed);

    if (passed >= 0)
        close(passed);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return -2;
    if (count < (ssize_t)sizeof *word)
        return -1;
    memcpy(word, bytes, sizeof *word);
    return count - (ssize_t)sizeof *word;
}

static char word_bytes[sizeof(ControlWord) + CONTROL_BYTES_MAX + ADDRESS_MAX];

// Until nothing comes any more: of one that has ended, its last words are heard.
static void listen_to(Node *n, Child *c)
{
    ControlWord word;
    ssize_t count;

    while (c->control >= 0 &&
           (count = read_word(c->control, &word, word_bytes, sizeof word_bytes)) != -2) {
        if (count >= 0) {
            take_word(n, c, &word, word_bytes + sizeof word, (size_t)count);
            continue;
        }
        close(c->control);
        c->control = -1;
    }
}

static Child *child_of(Node *n, const ControlWord *hello, pid_t pid)
{
    char incarnation[17];

    snprintf(incarnation, sizeof incarnation, "%llx", (unsigned long long)hello->incarnation);
    Child *c = node_child(n, incarnation);
    return c && c->process.pid == pid ? c : NULL;
}

// A container says who it is; the system says which process it is.
static void greet(Node *n, const Caller *caller, const ControlWord *hello, const char *kind,
                  size_t size)
{
    Child *c = child_of(n, hello, caller->pid);

    if (!c || hello->kind != CONTROL_HELLO) {
        close(caller->fd);
        return;
    }
    if (c->control >= 0)
        close(c->control);
    c->control = caller->fd;
    if (!json_object_get(c->entry, "restart")) {
        json_object_set_new(c->entry, "kind", json_stringn(kind, size));
        json_object_set_new(c->entry, "restart", json_integer((json_int_t)hello->number));
        node_save(n);
    }
    node_take_policy(c);
    if (!c->has_called)
        node_say(n, c, LOG_INFORMS, "started", "pid", (int)c->process.pid, "process %d");
    c->has_called = true;
    if (c->is_ending)
        node_tell(c, &(ControlWord){.kind = c->kill_at ? CONTROL_STOP : CONTROL_DRAIN}, NULL);
    if (n->is_welcome)
        node_tell(c, &(ControlWord){.kind = CONTROL_REPEAT}, NULL);
    if (n->probe)
        node_tell(c, &(ControlWord){CONTROL_PROBE, .number = n->probe}, NULL);
}

static void take_call(Node *n)
{
    struct ucred who;
    socklen_t size = sizeof who;
    int fd = accept4(n->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return;
    if (n->caller_count == CALLERS_MOST || !address_is_own_user(fd) ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
        close(fd);
    else
        n->callers[n->caller_count++] = (Caller){fd, who.pid};
}

static void listen_to_caller(Node *n, uint32_t index)
{
    Caller caller = n->callers[index];
    ControlWord word;
    ssize_t count = read_word(caller.fd, &word, word_bytes, sizeof word_bytes);

    if (count == -2)
        return;
    n->callers[index] = n->callers[--n->caller_count];
    if (count >= 0)
        greet(n, &caller, &word, word_bytes + sizeof word, (size_t)count);
    else
        close(caller.fd);
}

// -------------------------------------------------------------------------------------- loop

typedef struct Polled {
    struct pollfd *fds;
    uint32_t count, capacity;
} Polled;

static void add(Polled *p, int fd, short events)
{
    MEMORY_GROW(p->fds, p->count + 1, p->capacity);
    p->fds[p->count++] = (struct pollfd){fd, events, 0};
}

static int wait_time(const Node *n)
{
    if (n->programs.search.folder)
        return 0;  // a program is being looked for
    for (uint32_t i = 0; i < n->child_count; i++)
        if (!n->children[i]->process.pid)
            return WAIT_FOR_START;
    return n->manager ? WAIT : WAIT_FOR_START;
}

static void wait_for(Node *n, Polled *p)
{
    p->count = 0;
    add(p, n->signals, POLLIN);
    add(p, n->listener, POLLIN);
    add(p, n->manager ? channel_fd(n->manager) : -1, n->manager ? channel_events(n->manager) : 0);
    for (uint32_t i = 0; i < n->caller_count; i++)
        add(p, n->callers[i].fd, POLLIN);
    for (uint32_t i = 0; i < n->child_count; i++) {
        const Child *c = n->children[i];
        add(p, c->control, POLLIN);
        add(p, c->process.pid ? c->process.pidfd : -1, POLLIN);
    }
    if (poll(p->fds, p->count, wait_time(n)) < 0)
        memset(p->fds, 0, p->count * sizeof *p->fds);
}

static void turn(Node *n, Polled *p)
{
    wait_for(n, p);
    uint32_t callers = n->caller_count, children = n->child_count;
    const struct pollfd *of_children = p->fds + 3 + callers;
    // From the last to the first: the place of one that has ended is taken by the last.
    for (uint32_t i = children; i-- > 0;) {
        Child *c = n->children[i];
        if (of_children[2 * i].revents || of_children[2 * i + 1].revents)
            listen_to(n, c);
        if (of_children[2 * i + 1].revents)
            node_ended(n, c, NULL);
    }
    for (uint32_t i = callers; i-- > 0;)
        if (p->fds[3 + i].revents)
            listen_to_caller(n, i);
    if (p->fds[1].revents)
        take_call(n);
    if (p->fds[0].revents)
        n->is_over = true;
    node_listen(n);
    node_call(n);
    node_start_due(n);
    node_renew_due(n);
    node_answer_probe(n);
}

// ------------------------------------------------------------------------------------- begin

static bool make_folders(Node *n, Err *err)
{
    static const char *const parts[] = {"containers", "logs", "traces"};

    if (!whole_file_folders(n->setup->folder, err))
        return false;
    n->folder = realpath(n->setup->folder, NULL);
    if (!n->folder || chmod(n->folder, 0700) != 0) {
        err_os(err, "use the folder", n->setup->folder);
        return false;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        Buf path = {0};
        buf_print(&path, "%s/%s", n->folder, parts[i]);
        if (mkdir(path.text, 0700) != 0 && errno != EEXIST)
            err_os(err, "make the folder", path.text);
        buf_drop(&path);
    }
    Buf path = {0};
    buf_print(&path, "%s/socket", n->folder);
    n->socket_path = path.text;
    return !err->set;
}

// The one before may have left its file; the state is locked, so nobody uses it.
static bool open_socket(Node *n, Err *err)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};

    if (strlen(n->socket_path) >= sizeof a.sun_path) {
        err_set(err, "the path %s is too long for a socket", n->socket_path);
        return false;
    }
    strcpy(a.sun_path, n->socket_path);
    unlink(n->socket_path);
    n->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (n->listener >= 0 && bind(n->listener, (struct sockaddr *)&a, sizeof a) == 0 &&
        listen(n->listener, CALLERS_MOST) == 0)
        return true;
    err_os(err, "listen at", n->socket_path);
    return false;
}

static bool catch_signals(Node *n, Err *err)
{
    signal(SIGPIPE, SIG_IGN);
    n->signals = end_signals_open();
    if (n->signals < 0)
        err_os(err, "catch", "signals");
    return n->signals >= 0;
}

// Those that live are adopted; the others have ended meanwhile.
static void find_children(Node *n)
{
    json_t *containers = json_object_get(n->doc, "containers"), *entry;
    const char *incarnation;

    json_object_foreach(containers, incarnation, entry) node_add_child(n, incarnation, entry);
    for (uint32_t i = n->child_count; i-- > 0;) {
        Child *c = n->children[i];
        bool was_started = json_object_get(c->entry, "pid") || json_object_get(c->entry, "born");
        if (was_started && !node_adopt(n, c))
            node_ended(n, c, NULL);
    }
}

static bool open_node(Node *n, Err *err)
{
    const NodeSetup *s = n->setup;

    if (!credentials_open(&n->credentials, s->authority, s->certificate, s->key, err))
        return false;
    if (s->authority) {
        n->issuer = authority_open((CertificateFiles){s->certificate, s->key}, err);
        if (!n->issuer)
            return false;
    }
    return make_folders(n, err) && programs_open(&n->programs, s->programs, err) &&
           node_load(n, err) && open_socket(n, err) && catch_signals(n, err);
}

static void close_node(Node *n)
{
    channel_free(n->manager);
    for (uint32_t i = 0; i < n->caller_count; i++)
        close(n->callers[i].fd);
    for (uint32_t i = 0; i < n->child_count; i++) {
        if (n->children[i]->control >= 0)
            close(n->children[i]->control);
        if (n->children[i]->process.pid)
            close(n->children[i]->process.pidfd);
        free(n->children[i]);
    }
    free(n->children);
    if (n->listener >= 0)
        close(n->listener);
    if (n->signals >= 0)
        close(n->signals);
    journal_close(&n->journal);
    programs_drop(&n->programs);
    json_decref(n->doc);
    credentials_drop(&n->credentials);
    authority_free(n->issuer);
    free(n->folder);
    free(n->socket_path);
}

int node_run(const NodeSetup *setup)
{
    Node n = {.setup = setup, .signals = -1, .listener = -1, .journal.fd = -1};
    Polled polled = {0};
    Err err = {0};

    if (open_node(&n, &err)) {
        char text[256];
        snprintf(text, sizeof text, "node %s, containers at %s", setup->name, setup->host);
        log_message(&setup->log, LOG_INFORMS, "node", &(LogMember){"name", setup->name, 0}, 1,
                    text);
        find_children(&n);
        while (!n.is_over)
            turn(&n, &polled);
        // The last words may still be on their way.
        if (n.manager)
            channel_turn(n.manager, &err);
    } else {
        log_message(&setup->log, LOG_FAILS, "set-up", &(LogMember){"message", err.text, 0}, 1,
                    err.text);
        n.code = EXIT_ENVIRONMENT;
    }
    free(polled.fds);
    close_node(&n);
    return n.code;
}
