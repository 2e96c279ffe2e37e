// A TCP server whose protocol is the P program chat.p: one thread, epoll, no workers.
//
// The loop waits for sockets and for the runtime's file descriptor. A line that comes in is
// posted to the Room; plait_step runs the machines; what they send to a Peer comes back to
// peer_event, which writes it to the socket.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "chat.h"

typedef struct Connection {
    int fd;
    PWord peer;  // the machine that stands for it
    bool has_joined;
    size_t size;
    char line[512];
} Connection;

typedef struct Server {
    PlaitRuntime *rt;
    PWord room;
    int epoll, listener;
    Connection *born;  // the connection whose Peer is about to be created
    bool has_failed;
} Server;

// ------------------------------------------------------------------------ P talks to us

static void *peer_create(PMachine *m, PWord payload)
{
    (void)payload;
    Server *s = plait_user(m->runtime);
    return s->born;
}

static void peer_event(PMachine *m, void *state, uint32_t event, PWord payload)
{
    (void)m;
    const Connection *c = state;
    switch (event) {
    case chat_E_eLine:
        dprintf(c->fd, "%s\n", chat_read_eLine(payload).value);
        break;
    case chat_E_eWelcome:
        dprintf(c->fd, "welcome, you are one of %d\n", (int)chat_read_eWelcome(payload).value);
        break;
    case chat_E_eRefused:
        dprintf(c->fd, "%s\n", chat_read_eRefused(payload).value);
        shutdown(c->fd, SHUT_RDWR);  // the loop sees its end
        break;
    }
}

// The machine has halted: the connection goes with it.
static void peer_destroy(void *state)
{
    Connection *c = state;
    close(c->fd);
    free(c);
}

static void on_problem(void *user, const PlaitProblem *problem)
{
    Server *s = user;
    fprintf(stderr, "%s: %s\n", problem->kind, problem->message);
    s->has_failed = true;
}

// ------------------------------------------------------------------------- sockets to P

static void watch(Server *s, int fd, void *data)
{
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = data};
    epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &e);
}

static void run_machines(Server *s)
{
    while (plait_step(s->rt, 1000) == PLAIT_RUNNING)
        ;
}

static void welcome(Server *s)
{
    Connection *c = calloc(1, sizeof *c);
    if (!c)
        return;
    c->fd = accept(s->listener, NULL, NULL);
    if (c->fd < 0) {
        free(c);
        return;
    }
    s->born = c;
    c->peer = plait_create(s->rt, chat_I_Peer,
                           p_default(&chat_program, chat_program.interfaces[chat_I_Peer].payload));
    run_machines(s);  // now peer_create was called
    watch(s, c->fd, c);
}

static void take_line(Server *s, Connection *c, const char *line)
{
    if (c->has_joined)
        chat_post_eSay(s->rt, s->room, c->peer, line);
    else
        chat_post_eJoin(s->rt, s->room, c->peer, line);
    c->has_joined = true;
}

static void leave(Server *s, Connection *c)
{
    epoll_ctl(s->epoll, EPOLL_CTL_DEL, c->fd, NULL);
    chat_post_eLeave(s->rt, s->room, c->peer);
    chat_post_halt(s->rt, c->peer);
}

static void read_lines(Server *s, Connection *c)
{
    ssize_t size = read(c->fd, c->line + c->size, sizeof c->line - 1 - c->size);
    if (size <= 0) {
        leave(s, c);
        return;
    }
    c->size += (size_t)size;
    c->line[c->size] = '\0';
    char *start = c->line, *end;
    while ((end = strchr(start, '\n'))) {
        *end = '\0';
        take_line(s, c, start);
        start = end + 1;
    }
    c->size = strlen(start);
    if (c->size == sizeof c->line - 1)
        c->size = 0;  // a line that is too long is dropped
    memmove(c->line, start, c->size);
}

// -------------------------------------------------------------------------------- main

static int listen_on(uint16_t port)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 16) != 0)
        return -1;
    socklen_t size = sizeof at;
    getsockname(fd, (struct sockaddr *)&at, &size);
    printf("listening on port %d\n", ntohs(at.sin_port));
    fflush(stdout);
    return fd;
}

static void serve(Server *s)
{
    struct epoll_event events[64];
    while (!s->has_failed) {
        int count = epoll_wait(s->epoll, events, 64, -1);
        if (count < 0 && errno != EINTR)
            return;
        for (int i = 0; i < count; i++)
            if (events[i].data.ptr == s)
                welcome(s);
            else if (events[i].data.ptr)
                read_lines(s, events[i].data.ptr);
        run_machines(s);
    }
}

int main(int argc, char **argv)
{
    Server s = {0};
    PlaitMachine peer = {"Peer", {peer_create, peer_event, peer_destroy}};
    PlaitOptions options = {.user = &s,
                            .problem = on_problem,
                            .single_threaded = true,
                            .machines = &peer,
                            .machine_count = 1};
    PlaitProblem problem;
    s.rt = plait_new(&chat_program, &options, &problem);
    s.listener = listen_on((uint16_t)(argc > 1 ? atoi(argv[1]) : 0));
    if (!s.rt || s.listener < 0) {
        fprintf(stderr, "cannot serve: %s\n", s.rt ? strerror(errno) : problem.message);
        return 1;
    }
    s.room = plait_create(s.rt, chat_I_Room, 0);
    s.epoll = epoll_create1(0);
    watch(&s, s.listener, &s);
    watch(&s, plait_fd(s.rt), NULL);
    serve(&s);
    plait_free(s.rt);
    return 1;
}
