/* Golden section search (Kiefer 1953), Algorithm 1.1 of Pelletier-Guenette 2025. */
#ifndef CCDQ_SDF_GOLDEN_H
#define CCDQ_SDF_GOLDEN_H

/* A function of the share [0, 1] of the way along a line. */
typedef double golden_function(void *context, double share);

/* Where f is least, if it falls and then rises: to within tol. Of a function that does so more than once it
 * is one of the minima. */
double golden_minimum(golden_function *f, void *context, double tol);

#endif
