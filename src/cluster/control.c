// cluster/control.c: words with descriptors, between a manager and its containers.

#include "cluster/control.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "base/mix.h"
#include "net/address.h"

// Room for one descriptor.
typedef union Extra {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} Extra;

bool control_send(int socket, const void *bytes, size_t count, int fd)
{
    Extra extra = {0};
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

    if (fd >= 0) {
        message.msg_control = &extra;
        message.msg_controllen = sizeof extra;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_len = CMSG_LEN(sizeof fd);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        memcpy(CMSG_DATA(header), &fd, sizeof fd);
    }
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

ssize_t control_receive(int socket, void *bytes, size_t room, int *fd)
{
    Extra extra = {0};
    struct iovec part = {bytes, room};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &extra, .msg_controllen = sizeof extra};
    ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    const struct cmsghdr *header = count >= 0 ? CMSG_FIRSTHDR(&message) : NULL;

    *fd = -1;
    if (header && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof *fd))
        memcpy(fd, CMSG_DATA(header), sizeof *fd);
    return count;
}

int control_listener(uint64_t incarnation, Err *err)
{
    uint32_t number = (uint32_t)mix64(incarnation);
    char loopback[32];
    Address a;

    snprintf(loopback, sizeof loopback, "127.%u.%u.%u:0", 64 + (number >> 24) % 64,
             (number >> 16) % 256, 1 + (number & 0xffff) % 254);
    int fd = address_parse(loopback, &a) ? address_listen(&a) : -1;

    if (fd < 0)
        err_os(err, "listen at", loopback);
    return fd;
}
