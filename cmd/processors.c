/* POSIX counts the processors of the machine; only Linux says which of them this process may use (taskset,
 * containers, job schedulers). */
#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#endif
#include "processors.h"
#include <unistd.h>

unsigned processors(void)
{
#ifdef __linux__
    cpu_set_t allowed;
    if (!sched_getaffinity(0, sizeof allowed, &allowed)) return (unsigned)CPU_COUNT(&allowed);
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 1 ? (unsigned)n : 1;
}
