/* Powers of ten in 128 bits, for turning binary into decimal and back without big integers. */
#ifndef CCDQ_POWER10_H
#define CCDQ_POWER10_H

#include <stdint.h>

/* (hi 2^64 + lo) 2^exponent, with the top bit of hi set. */
struct power {
    uint64_t hi, lo;
    int exponent;
};

/* 10^k, |k| < 512, rounded down: g <= 10^k < g (1 + 2^-122). */
struct power power10(int k);

/* m times the 128 bits of p, in limbs of 64 bits, the lowest first. */
void power_multiply(uint64_t m, struct power p, uint64_t product[3]);

#endif
