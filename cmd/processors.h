/* How many processors this process may use: the default of -j. */
#ifndef CCDQ_PROCESSORS_H
#define CCDQ_PROCESSORS_H

/* At least 1. */
unsigned processors(void);

#endif
