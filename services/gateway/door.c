// services/gateway/door.c: where clients come in.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // accept4
#endif

#include "door.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 64, IN_SIZE = 2 * RESP_COMMAND_MAX, PLACE_LISTENER = CONNECTIONS, PLACE_WAKER };

typedef struct Slot {
    bool is_done;
    Reply reply;
} Slot;

typedef struct Connection {
    int fd;
    uint32_t place;
    uint64_t serial;
    char *in;
    size_t in_count;
    Slot slots[CONNECTION_COMMANDS];  // number N is at N % CONNECTION_COMMANDS
    uint64_t first, next;             // numbers of open commands
    Multi multi;
    Reply out;
    size_t written;     // of `out`
    bool is_ending;     // no more commands; it is closed when all is written
    bool has_ended;     // the client has closed its side
    uint32_t interest;  // what epoll waits for
} Connection;

struct Door {
    int listener, epoll, waker;
    uint16_t port;
    Language language;
    pthread_t thread;
    void (*knock)(void *owner);
    bool (*may_ask)(void *owner);
    void *owner;

    pthread_mutex_t lock;
    Request *ready, *ready_last;  // for the machine
    Request *taken;               // by the machine
    Request *replied;             // for the thread
    bool is_ending;

    // Of the thread alone.
    Connection *connections[CONNECTIONS];
    Request *collecting;
    uint32_t open;    // requests that were given to the machine
    bool is_crowded;  // the service wants no requests at the moment
    uint64_t next_serial, next_id;
};

static void *zeroed(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();  // as everywhere, without memory the process ends
    return memory;
}

static void request_free(Request *r)
{
    for (uint32_t i = 0; r && i < r->count; i++) {
        free(r->entries[i].kept.text);
        free(r->entries[i].reply.text);
    }
    free(r);
}

static void requests_free(Request *r)
{
    while (r) {
        Request *next = r->next;
        request_free(r);
        r = next;
    }
}

// ------------------------------------------------------------------------------ connections

static void connection_free(Door *d, Connection *c)
{
    d->connections[c->place] = NULL;
    close(c->fd);
    for (uint32_t i = 0; i < CONNECTION_COMMANDS; i++)
        free(c->slots[i].reply.text);
    multi_clear(&c->multi);
    free(c->out.text);
    free(c->in);
    free(c);
}

static Slot *slot_at(Connection *c, uint64_t number)
{
    return &c->slots[number % CONNECTION_COMMANDS];
}

static bool is_full(const Connection *c)
{
    return c->next - c->first == CONNECTION_COMMANDS ||
           c->out.size - c->written > CONNECTION_UNREAD;
}

static void wait_for(Door *d, Connection *c)
{
    bool reads = !c->is_ending && !c->has_ended && !is_full(c) && c->in_count < IN_SIZE;
    uint32_t interest = (reads ? EPOLLIN : 0u) | (c->written < c->out.size ? EPOLLOUT : 0u);

    if (interest == c->interest)
        return;
    c->interest = interest;
    epoll_ctl(d->epoll, EPOLL_CTL_MOD, c->fd,
              &(struct epoll_event){.events = interest, .data.u32 = c->place});
}

static void flush_replies(Connection *c)
{
    for (; c->first < c->next && slot_at(c, c->first)->is_done; c->first++) {
        Slot *s = slot_at(c, c->first);
        reply_add(&c->out, s->reply.text, s->reply.size);
        s->reply.size = 0;
        s->is_done = false;
    }
}

// False: the connection is gone.
static bool write_out(Door *d, Connection *c)
{
    flush_replies(c);
    while (c->written < c->out.size) {
        ssize_t count = send(c->fd, c->out.text + c->written, c->out.size - c->written,
                             MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (count < 0) {
            connection_free(d, c);
            return false;
        }
        c->written += (size_t)count;
    }
    if (c->written == c->out.size)
        c->written = c->out.size = 0;
    bool is_done = c->out.size == 0 && c->first == c->next;
    if (is_done && (c->is_ending || (c->has_ended && c->in_count == 0))) {
        connection_free(d, c);
        return false;
    }
    return true;
}

// --------------------------------------------------------------------------------- requests

static void submit(Door *d)
{
    Request *r = d->collecting;

    r->id = ++d->next_id;
    d->collecting = NULL;
    d->open++;
    pthread_mutex_lock(&d->lock);
    if (d->ready)
        d->ready_last->next = r;
    else
        d->ready = r;
    d->ready_last = r;
    pthread_mutex_unlock(&d->lock);
    d->knock(d->owner);
}

static bool may_submit(const Door *d)
{
    return d->open < REQUESTS_OPEN && !d->is_crowded;
}

// Whether so many operations of this size can be added to the request that is collected.
static bool make_room(Door *d, uint32_t count, size_t bytes)
{
    Request *r = d->collecting;

    if (r && (r->count + count > REQUEST_COMMANDS || r->bytes + bytes > REQUEST_BYTES)) {
        if (!may_submit(d))
            return false;
        submit(d);
    }
    if (!d->collecting)
        d->collecting = zeroed(sizeof *d->collecting);
    return true;
}

// One operation of the transaction that is the connection's next command. Takes the copy.
static void collect(Door *d, const Connection *c, Kept kept, uint32_t size, bool is_multi)
{
    Request *r = d->collecting;

    r->entries[r->count++] = (Entry){.place = c->place,
                                     .serial = c->serial,
                                     .number = c->next,
                                     .kept = kept,
                                     .size = size,
                                     .is_multi = is_multi};
    r->bytes += kept_size(&kept);
}

static bool collect_multi(Door *d, Connection *c)
{
    Multi *m = &c->multi;

    if (!make_room(d, m->count, m->bytes))
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        collect(d, c, m->list[i], i == 0 ? m->count : 0, true);
    m->count = 0;  // the request has them now
    multi_clear(m);
    return true;
}

// False: there is no room for it now.
static bool take_command(Door *d, Connection *c, const RespCommand *command)
{
    Operation operation;

    if (command->count == 0)
        return true;
    if (!make_room(d, 1, RESP_WORDS * RESP_WORD_MAX))
        return false;
    Slot *slot = slot_at(c, c->next);
    CommandUse use = command_read(d->language, command, &operation, &slot->reply);
    use = multi_take(&c->multi, use, &operation, &slot->reply);
    if (use == COMMAND_ASKS)
        collect(d, c, operation_kept(&operation), 1, false);
    else if (use == COMMAND_EXEC) {
        if (!collect_multi(d, c))
            return false;
    } else {
        c->is_ending |= use == COMMAND_ENDS;
        slot->is_done = true;
    }
    c->next++;
    return true;
}

static void refuse(Connection *c, const char *why)
{
    Slot *slot = slot_at(c, c->next++);
    static const char begin[] = "-ERR Protocol error: ";

    reply_add(&slot->reply, begin, sizeof begin - 1);
    reply_add(&slot->reply, why, strlen(why));
    reply_add(&slot->reply, "\r\n", 2);
    slot->is_done = true;
    c->is_ending = true;
}

static void take_commands(Door *d, Connection *c)
{
    size_t done = 0;

    while (!c->is_ending && !is_full(c)) {
        RespCommand command;
        size_t used;
        const char *why;
        RespStatus status = resp_parse(c->in + done, c->in_count - done, &command, &used, &why);
        if (status == RESP_BAD)
            refuse(c, why);
        if (status != RESP_COMMAND || !take_command(d, c, &command))
            break;
        done += used;
    }
    c->in_count -= done;
    memmove(c->in, c->in + done, c->in_count);
    // Half a command at the end never gets its other half.
    if (c->has_ended && done == 0 && c->in_count > 0 && !is_full(c) && may_submit(d))
        c->in_count = 0;
}

// What a connection can do now. It may be gone afterwards.
static void advance(Door *d, Connection *c)
{
    bool goes_on = true;

    // Replies that are written make room for commands that have already arrived.
    while (goes_on) {
        size_t before = c->in_count;
        flush_replies(c);
        bool was_full = is_full(c);
        take_commands(d, c);
        if (!write_out(d, c))
            return;
        goes_on = c->in_count < before || (was_full && !is_full(c));
    }
    wait_for(d, c);
}

static void read_in(Door *d, Connection *c)
{
    ssize_t count = recv(c->fd, c->in + c->in_count, IN_SIZE - c->in_count, MSG_DONTWAIT);

    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count < 0) {
        connection_free(d, c);
        return;
    }
    c->has_ended |= count == 0 && c->in_count < IN_SIZE;
    c->in_count += (size_t)count;
    advance(d, c);
}

// ----------------------------------------------------------------------------------- replies

static void deliver(Door *d, Entry *e)
{
    Connection *c = d->connections[e->place];

    if (!c || c->serial != e->serial || e->size == 0)
        return;
    Slot *slot = slot_at(c, e->number);
    free(slot->reply.text);
    slot->reply = e->reply;
    slot->is_done = true;
    e->reply = (Reply){0};
}

static void advance_all(Door *d)
{
    for (uint32_t i = 0; i < CONNECTIONS; i++)
        if (d->connections[i])
            advance(d, d->connections[i]);
}

static void take_replies(Door *d)
{
    uint64_t count;

    if (read(d->waker, &count, sizeof count) < 0)
        return;
    pthread_mutex_lock(&d->lock);
    Request *r = d->replied;
    d->replied = NULL;
    pthread_mutex_unlock(&d->lock);
    for (Request *next; r; r = next) {
        next = r->next;
        for (uint32_t i = 0; i < r->count; i++)
            deliver(d, &r->entries[i]);
        d->open--;
        request_free(r);
    }
    advance_all(d);
}

// Asked once in each turn, so that all decisions of a turn are made with the same answer.
static void look_whether_crowded(Door *d)
{
    bool was_crowded = d->is_crowded;

    d->is_crowded = !d->may_ask(d->owner);
    if (was_crowded && !d->is_crowded)
        advance_all(d);
}

// -------------------------------------------------------------------------------------- life

static void take_call(Door *d)
{
    uint32_t place = 0;
    int one = 1, fd = accept4(d->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return;
    while (place < CONNECTIONS && d->connections[place])
        place++;
    if (place == CONNECTIONS) {
        static const char full[] = "-ERR max number of clients reached\r\n";
        send(fd, full, sizeof full - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    Connection *c = zeroed(sizeof *c);
    *c = (Connection){.fd = fd, .place = place, .serial = ++d->next_serial, .interest = EPOLLIN};
    c->in = zeroed(IN_SIZE);
    d->connections[place] = c;
    epoll_ctl(d->epoll, EPOLL_CTL_ADD, fd,
              &(struct epoll_event){.events = EPOLLIN, .data.u32 = place});
}

static void handle(Door *d, const struct epoll_event *event)
{
    uint32_t place = event->data.u32;

    if (place == PLACE_LISTENER) {
        take_call(d);
        return;
    }
    if (place == PLACE_WAKER) {
        take_replies(d);
        return;
    }
    Connection *c = d->connections[place];
    if (!c)
        return;
    if (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR) && c->in_count < IN_SIZE)
        read_in(d, c);
    else
        advance(d, c);
}

static bool is_ending(Door *d)
{
    pthread_mutex_lock(&d->lock);
    bool is = d->is_ending;
    pthread_mutex_unlock(&d->lock);
    return is;
}

static void *work(void *data)
{
    Door *d = data;
    struct epoll_event events[EVENTS];

    while (!is_ending(d)) {
        int count = epoll_wait(d->epoll, events, EVENTS, d->is_crowded ? CROWDED_MILLISECONDS : -1);
        look_whether_crowded(d);
        for (int i = 0; i < count; i++)
            handle(d, &events[i]);
        if (d->collecting && d->collecting->count > 0 && may_submit(d))
            submit(d);
    }
    return NULL;
}

static bool watch(Door *d, int fd, uint32_t place)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = place};
    return fd >= 0 && epoll_ctl(d->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static int listen_at(struct sockaddr_in address, uint16_t *chosen)
{
    socklen_t size = sizeof address;
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&address, size) == 0 && listen(fd, 128) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &size) == 0) {
        *chosen = ntohs(address.sin_port);
        return fd;
    }
    close(fd);
    return -1;
}

static void close_all(Door *d)
{
    if (d->listener >= 0)
        close(d->listener);
    if (d->waker >= 0)
        close(d->waker);
    if (d->epoll >= 0)
        close(d->epoll);
}

Door *door_new(struct sockaddr_in at, Language language, void (*knock)(void *owner),
               bool (*may_ask)(void *owner), void *owner)
{
    Door *d = zeroed(sizeof *d);

    d->language = language;
    d->knock = knock;
    d->may_ask = may_ask;
    d->owner = owner;
    d->listener = listen_at(at, &d->port);
    d->epoll = epoll_create1(EPOLL_CLOEXEC);
    d->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&d->lock, NULL);
    if (watch(d, d->listener, PLACE_LISTENER) && watch(d, d->waker, PLACE_WAKER) &&
        pthread_create(&d->thread, NULL, work, d) == 0)
        return d;
    int why = errno;
    close_all(d);
    pthread_mutex_destroy(&d->lock);
    free(d);
    errno = why;
    return NULL;
}

static void wake(Door *d)
{
    uint64_t one = 1;
    if (write(d->waker, &one, sizeof one) < 0)
        return;  // it is awake already
}

void door_free(Door *d)
{
    pthread_mutex_lock(&d->lock);
    d->is_ending = true;
    pthread_mutex_unlock(&d->lock);
    wake(d);
    pthread_join(d->thread, NULL);
    for (uint32_t i = 0; i < CONNECTIONS; i++)
        if (d->connections[i])
            connection_free(d, d->connections[i]);
    requests_free(d->ready);
    requests_free(d->taken);
    requests_free(d->replied);
    request_free(d->collecting);
    close_all(d);
    pthread_mutex_destroy(&d->lock);
    free(d->owner);
    free(d);
}

uint16_t door_port(const Door *d)
{
    return d->port;
}

// ---------------------------------------------------------------------- the machine's side

const Request *door_next(Door *d)
{
    pthread_mutex_lock(&d->lock);
    Request *r = d->ready;
    if (r) {
        d->ready = r->next;
        r->next = d->taken;
        d->taken = r;
    }
    pthread_mutex_unlock(&d->lock);
    return r;
}

Request *door_request(Door *d, uint64_t id)
{
    pthread_mutex_lock(&d->lock);
    Request *r = d->taken;
    while (r && r->id != id)
        r = r->next;
    pthread_mutex_unlock(&d->lock);
    return r;
}

void door_reply(Door *d, Request *r)
{
    pthread_mutex_lock(&d->lock);
    Request **link = &d->taken;
    while (*link != r)
        link = &(*link)->next;
    *link = r->next;
    r->next = d->replied;
    d->replied = r;
    pthread_mutex_unlock(&d->lock);
    wake(d);
}
