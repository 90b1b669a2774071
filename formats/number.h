/* Numbers as text, exactly, in the C locale whatever the process has set. */
#ifndef CCDQ_NUMBER_H
#define CCDQ_NUMBER_H

#include "buf.h"
#include <stdbool.h>
#include <stdint.h>

/* Appends the shortest decimal that reads back as exactly x: "0.25", "-0", "1e300", "inf", "nan". */
void number_print(struct buf *out, double x);

void number_print_uint(struct buf *out, uint64_t value);

/* Reads the n bytes at p as strtod does in the C locale: decimal, hexadecimal, inf, nan. p[n] is readable and
 * no part of a number. false if they are not one number. */
bool number_parse(const char *p, size_t n, double *x);

/* Reads decimal digits. false for anything else, or above max. */
bool number_parse_uint(const char *p, size_t n, uint64_t max, uint64_t *value);

#endif
