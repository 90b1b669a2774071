/* Gzip data of one or several members, inflated as it is read. */
#ifndef CCDQ_GUNZIP_H
#define CCDQ_GUNZIP_H

#include <stddef.h>

struct gunzip;

/* Reads from fd, after the n bytes at `first` that were read from it already. */
struct gunzip *gunzip_new(int fd, const unsigned char *first, size_t n);
void gunzip_free(struct gunzip *g);

/* Up to n bytes to p; 0 at the end, and then *damage tells why if the end came early. */
size_t gunzip_read(struct gunzip *g, unsigned char *p, size_t n, const char **damage);

#endif
