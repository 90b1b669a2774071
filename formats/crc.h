/* The crc32 of gzip (RFC 1952). */
#ifndef CCDQ_CRC_H
#define CCDQ_CRC_H

#include <stddef.h>
#include <stdint.h>

/* Of the bytes so far, whose crc is given (0: none), and n more. */
uint32_t crc_more(uint32_t crc, const void *bytes, size_t n);

/* The same, and copies them, which takes no more time. `to` may overlap them if it is not behind them. */
uint32_t crc_copy(uint32_t crc, void *to, const void *bytes, size_t n);

#endif
