/* splitmix64's finalizer (Steele, Lea, Flood 2014): a bijection of 64-bit integers whose output bits all
 * depend on all input bits. The stream's digest and the generators' random numbers are built on it. */
#ifndef CCDQ_MIX64_H
#define CCDQ_MIX64_H

#include <stdint.h>

static inline uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
