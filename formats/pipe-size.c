/* The size of a pipe can be set on Linux only. */
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include "pipe-size.h"
#include <fcntl.h>

#ifdef F_SETPIPE_SZ
/* As much as a user may ask for without privileges, by default. */
enum { PIPE_SIZE = 1 << 20 };

void pipe_enlarge(int fd)
{
    if (fcntl(fd, F_GETPIPE_SZ) < PIPE_SIZE) fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
}
#else
void pipe_enlarge(int fd)
{
    (void)fd;
}
#endif
