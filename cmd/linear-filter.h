/* ccd-vf and ccd-ee: linear queries in, results out. */
#ifndef CCDQ_LINEAR_FILTER_H
#define CCDQ_LINEAR_FILTER_H

/* The whole command for queries of one type (CCDQ_VF, CCDQ_EE). Returns the exit status. */
int linear_filter(unsigned type, const char *name, const char *summary, int argc, char **argv);

#endif
