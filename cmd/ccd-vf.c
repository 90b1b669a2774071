/* ccd-vf: when does a moving vertex touch a moving face? */
#include "linear-filter.h"
#include "../lib/ccdq.h"

int main(int argc, char **argv)
{
    return linear_filter(
        CCDQ_VF, "ccd-vf",
        "Answers vertex-face queries: does the vertex touch the face while both move, and when.", argc, argv);
}
