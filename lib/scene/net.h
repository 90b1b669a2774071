/* Bounds of Bezier patches over boxes by their control nets. */
#ifndef CCDQ_NET_H
#define CCDQ_NET_H

#include "tape.h"

/* One function of u and v in [0, 1]^2: control value i, j, of the degrees m and n, is value[i (n + 1) + j];
 * divided by `weight`, which has the same degrees, if it is rational. */
struct net {
    unsigned m, n;
    ival *value, *weight; /* NULL: none */
};

/* Makes part p of a patch (x, y, z times the weight; the weight), differentiated d[0] times by u, d[1] times
 * by v, which its degrees allow; `quotient`: divided by the weight. false: memory is out. */
bool net_make(struct net *net, const struct tape *tape, const struct tape_patch *patch, unsigned p,
              const unsigned d[2], bool quotient);
void net_free(struct net *net);

/* Of u and v in [0, 1]; IVAL_ENTIRE where the weight is so small that it underflows. While the processor
 * rounds upward. */
ival net_bound(const struct net *net, ival u, ival v);

#endif
