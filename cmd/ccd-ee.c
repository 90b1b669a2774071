/* ccd-ee: when do two moving edges touch? */
#include "linear-filter.h"
#include "../lib/ccdq.h"

int main(int argc, char **argv)
{
    return linear_filter(CCDQ_EE, "ccd-ee",
                         "Answers edge-edge queries: do two edges touch while both move, and when.", argc,
                         argv);
}
