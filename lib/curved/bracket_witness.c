/* A contact is a zero of F(u1, v1, u2, v2, t) = S1 - S2: three equations, five unknowns. Two of the unknowns
 * are fixed, each at a simple number of the cell (an edge of its domain where the cell has one); Newton's
 * method finds the other three; and Krawczyk's test proves that a zero is there: with any matrix C, and J an
 * interval matrix that holds all derivatives over a box Y around y,
 *
 *     K = y - C F(y) + (I - C J) (Y - y)  inside the interior of Y
 *
 * proves that Y holds a zero, and then K does. At a first contact in the inside of both patches these touch
 * tangentially; still J is regular where time is among the unknowns and the patches move towards each other
 * at all: that is the usual case. Patches that overlap at the start are those with t fixed at 0. Where J is
 * singular (corners that meet, patches that touch without crossing) the zero may be one of simple fractions:
 * then rational arithmetic decides. */
#include "bracket_witness.h"
#include "../num/extremes.h"

enum { TIME = 4, UNKNOWNS = 3 };

/* F over a box, and its derivatives by all five variables. */
struct gap {
    struct interval f[3], by[5][3];
};

static void gap_over(const struct bracket_pair *pair, const struct interval box[5], struct gap *gap)
{
    struct net_value value[2];
    for (int i = 0; i < 2; i++) net_value_at(&pair->shape[i], pair->net[i], box + 2 * i, &value[i]);
    for (int a = 0; a < 3; a++) {
        gap->by[TIME][a] = interval_sub(value[0].at[3 + a], value[1].at[3 + a]);
        gap->f[a] = interval_add(interval_sub(value[0].at[a], value[1].at[a]),
                                 interval_mul(box[TIME], gap->by[TIME][a]));
        for (int k = 0; k < 4; k++) {
            const struct interval *by = value[k / 2].by[k % 2];
            const struct interval d = interval_add(by[a], interval_mul(box[TIME], by[3 + a]));
            gap->by[k][a] = k < 2 ? d : interval_neg(d);
        }
    }
}

static void gap_at(const struct bracket_pair *pair, const double y[5], struct gap *gap)
{
    struct interval box[5];
    for (int k = 0; k < 5; k++) box[k] = interval_of(y[k]);
    gap_over(pair, box, gap);
}

/* C, about J^T (J J^T + c)^-1 with a small c: the inverse of J, or where it has none, what solves the
 * equations as well as possible by short steps. False: J is 0. */
static bool invert(const double j[3][3], double c[3][3])
{
    double s[3][3], adjugate[3][3], trace = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) s[a][b] = j[a][0] * j[b][0] + j[a][1] * j[b][1] + j[a][2] * j[b][2];
    for (int a = 0; a < 3; a++) trace += s[a][a];
    for (int a = 0; a < 3; a++) s[a][a] += trace * 0x1p-46;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            const int a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
            adjugate[b][a] = s[a1][b1] * s[a2][b2] - s[a1][b2] * s[a2][b1];
        }
    const double det = s[0][0] * adjugate[0][0] + s[0][1] * adjugate[1][0] + s[0][2] * adjugate[2][0];
    if (!(det > 0)) return false;
    for (int k = 0; k < 3; k++)
        for (int b = 0; b < 3; b++) {
            c[k][b] = 0;
            for (int a = 0; a < 3; a++) c[k][b] += j[a][k] * adjugate[a][b];
            c[k][b] /= det;
        }
    return true;
}

/* F at y about, and about the inverse of its derivatives by the unknowns. */
static bool guess_gap(const struct bracket_pair *pair, const int unknown[UNKNOWNS], const double y[5],
                      double f[3], double c[3][3])
{
    struct net_plain p[2];
    double j[3][3];
    for (int i = 0; i < 2; i++) net_plain_at(&pair->shape[i], pair->net[i], y + 2 * i, &p[i]);
    for (int a = 0; a < 3; a++) {
        const double speed = p[0].at[3 + a] - p[1].at[3 + a];
        f[a] = (p[0].at[a] - p[1].at[a]) + y[TIME] * speed;
        for (int k = 0; k < UNKNOWNS; k++) {
            const int v = unknown[k];
            if (v == TIME) {
                j[a][k] = speed;
                continue;
            }
            const double *by = p[v / 2].by[v % 2], d = by[a] + y[TIME] * by[3 + a];
            j[a][k] = v < 2 ? d : -d;
        }
    }
    return invert(j, c);
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Newton's method inside the domain. Whether y comes near a zero; then C is made at it. */
static bool newton(const struct bracket_pair *pair, const int unknown[UNKNOWNS], double y[5], double c[3][3])
{
    double last = INFINITY;
    for (int i = 0; i < 12; i++) {
        double f[3], step, length = 0, size = 0;
        if (!guess_gap(pair, unknown, y, f, c)) return false;
        for (int a = 0; a < 3; a++) size += fabs(f[a]);
        for (int k = 0; k < UNKNOWNS; k++) {
            const int v = unknown[k];
            step = c[k][0] * f[0] + c[k][1] * f[1] + c[k][2] * f[2];
            const double moved = clamp(y[v] - step, 0, v == TIME ? pair->units.end : 1);
            length += fabs(moved - y[v]);
            y[v] = moved;
        }
        if (length < 0x1p-48) return size < 0x1p-40;
        if (i > 3 && size > 0.5 * last) return false;
        last = size;
    }
    return last < 0x1p-40;
}

/* Krawczyk's test in the box of half width r around y. *time: an upper bound of the zero's time. */
static bool proves_zero(const struct bracket_pair *pair, const int unknown[UNKNOWNS], const double y[5],
                        double c[3][3], double r, double *time)
{
    struct gap at, over;
    struct interval box[5], off[3];
    for (int k = 0; k < 5; k++) box[k] = interval_of(y[k]);
    for (int k = 0; k < UNKNOWNS; k++) {
        struct interval *b = &box[unknown[k]];
        *b = (struct interval){add_down(b->lo, -r), add_up(b->hi, r)};
        if (unknown[k] != TIME && !(b->lo >= 0 && b->hi <= 1)) return false;
    }
    gap_at(pair, y, &at);
    gap_over(pair, box, &over);
    for (int k = 0; k < UNKNOWNS; k++) { /* row k of K - y */
        off[k] = interval_of(0);
        for (int a = 0; a < 3; a++) off[k] = interval_sub(off[k], interval_scale(at.f[a], c[k][a]));
        for (int l = 0; l < UNKNOWNS; l++) {
            struct interval entry = interval_of(k == l);
            for (int a = 0; a < 3; a++)
                entry = interval_sub(entry, interval_scale(over.by[unknown[l]][a], c[k][a]));
            const double reach = mul_up(interval_size(entry), r);
            off[k] = interval_add(off[k], (struct interval){-reach, reach});
        }
        if (!(off[k].lo > -r && off[k].hi < r)) return false;
    }
    if (unknown[2] != TIME) return true;
    const double earliest = add_down(y[TIME], off[2].lo);
    *time = add_up(y[TIME], off[2].hi);
    return earliest >= 0 && *time <= pair->units.end;
}

/* The same in boxes of several sizes. */
static bool krawczyk(const struct bracket_pair *pair, const int unknown[UNKNOWNS], const double y[5],
                     double c[3][3], double *time)
{
    for (double r = 0x1p-44; r <= 0x1p-20; r *= 64)
        if (proves_zero(pair, unknown, y, c, r, time)) return true;
    return false;
}

bool simplest_fraction(double low, double high, struct fraction *f)
{
    /* Stern and Brocot: continued fractions of both ends as long as they agree. */
    long n[2] = {0, 1}, d[2] = {1, 0}; /* the last two convergents, the older first */
    for (int i = 0; i < 40; i++) {
        const double whole = ceil(low);
        if (whole <= high) {
            *f = (struct fraction){(long)whole * n[1] + n[0], (long)whole * d[1] + d[0]};
            return f->denominator <= 1L << 20;
        }
        const double part = whole - 1, next_low = 1 / (high - part);
        const long n2 = (long)part * n[1] + n[0], d2 = (long)part * d[1] + d[0];
        if (d2 > 1L << 20 || !(next_low < 0x1p21)) return false;
        n[0] = n[1], n[1] = n2, d[0] = d[1], d[1] = d2;
        high = 1 / (low - part);
        low = next_low;
    }
    return false;
}

/* The contact of the simple fractions near y, exactly. */
static bool simple_contact(const struct bracket_pair *pair, const double y[5], double *time)
{
    struct fraction at[4];
    for (int k = 0; k < 4; k++)
        if (!simplest_fraction(clamp(y[k] - 0x1p-34, 0, 1), clamp(y[k] + 0x1p-34, 0, 1), &at[k]) ||
            at[k].denominator > 4096)
            return false;
    if (!exact_contact(pair->query, at, time)) return false;
    *time = interval_ldexp(interval_of(*time), -pair->units.time).hi;
    return true;
}

/* Tries one choice of the two fixed variables, from y on. The time, or +inf. */
static double try_fixed(const struct bracket_pair *pair, int fixed_a, int fixed_b, const double start[5])
{
    double y[5], c[3][3], time = 0;
    int unknown[UNKNOWNS], n = 0;
    for (int k = 0; k < 5; k++) {
        y[k] = start[k];
        if (k != fixed_a && k != fixed_b) unknown[n++] = k;
    }
    if (fixed_b == TIME) y[TIME] = 0;
    if (!newton(pair, unknown, y, c)) return INFINITY;
    if (krawczyk(pair, unknown, y, c, &time) || simple_contact(pair, y, &time)) return time;
    return INFINITY;
}

double witness_near(const struct bracket_pair *pair, const double low[4], const double high[4], double time)
{
    double y[5], best = INFINITY;
    for (int k = 0; k < 4; k++) {
        struct fraction f;
        y[k] = 0.5 * (low[k] + high[k]);
        if (high[k] - low[k] < 0.25 && simplest_fraction(low[k], high[k], &f))
            y[k] = (double)f.numerator / (double)f.denominator;
    }
    y[TIME] = time;
    for (int a = 0; a < 4; a++)
        for (int b = a + 1; b <= TIME; b++)
            if (b != TIME || time == 0) best = min_of(best, try_fixed(pair, a, b, y));
    return best;
}
