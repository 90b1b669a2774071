/* read(2) and write(2) that wait: for a file descriptor which whoever started us has set O_NONBLOCK, and
 * through signals. */
#ifndef CCDQ_FORMATS_WAITING_H
#define CCDQ_FORMATS_WAITING_H

#include <sys/types.h>

ssize_t waiting_read(int fd, void *bytes, size_t n);
ssize_t waiting_write(int fd, const void *bytes, size_t n);

#endif
