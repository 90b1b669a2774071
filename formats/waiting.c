#include "waiting.h"
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

/* Is a call that failed to be made again? Then it can be expected to succeed. */
static bool again(int fd, short events)
{
    if (errno == EINTR) return true;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    struct pollfd ready = {.fd = fd, .events = events};
    return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

ssize_t waiting_read(int fd, void *bytes, size_t n)
{
    ssize_t got;
    do got = read(fd, bytes, n);
    while (got < 0 && again(fd, POLLIN));
    return got;
}

ssize_t waiting_write(int fd, const void *bytes, size_t n)
{
    ssize_t put;
    do put = write(fd, bytes, n);
    while (put < 0 && again(fd, POLLOUT));
    return put;
}
