#include "families.h"
#include <math.h>

/* Another family at 2^lo .. 2^hi times its size. */
static void scaled(struct ccdq_query *q, int lo, int hi, struct rng *rng)
{
    static family_make *const shapes[] = {family_uniform, family_grid, family_coplanar, family_touch};
    shapes[rng_below(rng, 4)](q, rng);
    const int exponent = rng_int(rng, lo, hi);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) q->x[i][k] = ldexp(q->x[i][k], exponent);
}

void family_tiny(struct ccdq_query *q, struct rng *rng)
{
    /* From -1022 down coordinates are denormal, and those with many bits are rounded to what is there. */
    if (rng_below(rng, 2))
        scaled(q, -1074, -1022, rng);
    else
        scaled(q, -1000, -300, rng);
}

void family_huge(struct ccdq_query *q, struct rng *rng)
{
    scaled(q, 300, 1010, rng);
}

void family_mixed(struct ccdq_query *q, struct rng *rng)
{
    const struct gen_family *others[32], *f = gen_linear_families;
    unsigned n = 0;
    for (; f->make != family_mixed; f++) /* those before it in the table */
        if (f->types & CCDQ_TYPE_BIT(q->type)) others[n++] = f;
    others[rng_below(rng, n)]->make(q, rng);
}
