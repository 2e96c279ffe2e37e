// cluster/link.c: a container's line to its manager.

#include "cluster/link.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/memory.h"
#include "net/address.h"
#include "net/loop.h"

enum { CALL_PAUSE = 50000 };  // microseconds

static void word_drop(LinkWord *w)
{
    free(w->bytes);
    if (w->fd >= 0)
        close(w->fd);
}

static LinkWord word_of(const ControlWord *word, const void *bytes, uint32_t count, int fd)
{
    uint8_t *copy = memory_resized(NULL, sizeof *word + count, 1);

    memcpy(copy, word, sizeof *word);
    if (count)
        memcpy(copy + sizeof *word, bytes, count);
    return (LinkWord){copy, sizeof *word + count, fd,
                      word->kind == CONTROL_WANT ? word->incarnation : 0};
}

void link_init(Link *l, int socket, const char *path)
{
    *l = (Link){.socket = path ? -1 : socket, .path = path, .hello = {.fd = -1}};
}

static void drop_words(LinkWord *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        word_drop(&words[i]);
    free(words);
}

void link_drop(Link *l)
{
    drop_words(l->waiting, l->waiting_count);
    drop_words(l->wants, l->want_count);
    word_drop(&l->hello);
    if (l->path && l->socket >= 0)
        close(l->socket);
}

// A WANT is kept until it is confirmed. Where nobody comes back, nobody confirms.
static void sent(Link *l, LinkWord *w)
{
    if (!w->incarnation || !l->path) {
        word_drop(w);
        return;
    }
    MEMORY_GROW(l->wants, l->want_count + 1, l->want_capacity);
    l->wants[l->want_count++] = *w;
}

bool link_flush(Link *l)
{
    uint32_t done = 0;

    while (l->socket >= 0 && done < l->waiting_count) {
        LinkWord *w = &l->waiting[done];
        if (!control_send(l->socket, w->bytes, w->count, w->fd))
            break;
        sent(l, w);
        done++;
    }
    l->waiting_count -= done;
    if (done > 0)
        memmove(l->waiting, l->waiting + done, l->waiting_count * sizeof *l->waiting);
    return l->waiting_count > 0;
}

void link_tell(Link *l, const ControlWord *word, const void *bytes, uint32_t count, int fd)
{
    LinkWord w = word_of(word, bytes, count, fd);

    if (word->kind == CONTROL_HELLO) {
        word_drop(&l->hello);
        l->hello = w;
        return;
    }
    MEMORY_GROW(l->waiting, l->waiting_count + 1, l->waiting_capacity);
    l->waiting[l->waiting_count++] = w;
    link_flush(l);
}

void link_confirmed(Link *l, uint64_t incarnation)
{
    for (uint32_t i = 0; i < l->want_count; i++)
        if (l->wants[i].incarnation == incarnation) {
            word_drop(&l->wants[i]);
            l->wants[i] = l->wants[--l->want_count];
            return;
        }
}

void link_repeat(Link *l)
{
    uint32_t count = l->want_count;

    l->want_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        MEMORY_GROW(l->waiting, l->waiting_count + 1, l->waiting_capacity);
        l->waiting[l->waiting_count++] = l->wants[i];
    }
    link_flush(l);
}

void link_lost(Link *l)
{
    if (l->socket >= 0)
        close(l->socket);
    l->socket = -1;
    l->call_at = loop_now() + CALL_PAUSE;
}

bool link_call(Link *l)
{
    Address a;

    if (!l->path || l->socket >= 0 || loop_now() < l->call_at)
        return false;
    l->call_at = loop_now() + CALL_PAUSE;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    if (!address_parse(l->path, &a) || connect(fd, &a.any, a.length) != 0 ||
        !address_is_own_user(fd) || !control_send(fd, l->hello.bytes, l->hello.count, -1)) {
        close(fd);
        return false;
    }
    l->socket = fd;
    link_repeat(l);
    return true;
}
