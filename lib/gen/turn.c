#include "turn.h"
#include <math.h>

void draw_in_ball(double x[3], double radius, struct rng *rng)
{
    do
        for (int a = 0; a < 3; a++) x[a] = rng_real(rng, -1, 1);
    while (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] > 1);
    for (int a = 0; a < 3; a++) x[a] *= radius;
}

void draw_turn(double m[3][3], struct rng *rng)
{
    /* A quaternion of uniform direction. */
    double q[4], square;
    do {
        for (int i = 0; i < 4; i++) q[i] = rng_real(rng, -1, 1);
        square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    } while (square > 1 || square < 0x1p-10);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double *v = q + 1;
        m[i][i] = 1 - 2 * (v[j] * v[j] + v[k] * v[k]) / square;
        m[i][j] = 2 * (v[i] * v[j] - q[0] * v[k]) / square;
        m[i][k] = 2 * (v[i] * v[k] + q[0] * v[j]) / square;
    }
}

void turned(double out[3], const double m[3][3], const double x[3])
{
    for (int a = 0; a < 3; a++) out[a] = m[a][0] * x[0] + m[a][1] * x[1] + m[a][2] * x[2];
}

struct wave wave_of(double turns)
{
    /* Taylor's series up to an eighth of a turn; what is left out is below 2^-54. */
    const double quarters = floor(4 * turns + 0.5), x = 6.283185307179586 * (turns - quarters / 4),
                 y = -x * x;
    double s = 0, c = 0;
    for (int k = 18; k >= 2; k -= 2) {
        c = 1 + y * c / (k * (k - 1));
        s = 1 + y * s / (k * (k + 1));
    }
    s *= x;
    const struct wave in_quarter[4] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
    return in_quarter[(int)(quarters - 4 * floor(quarters / 4))];
}

void turn_about(double m[3][3], const double axis[3], struct wave angle)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) m[i][k] = (1 - angle.c) * axis[i] * axis[k] + (i == k ? angle.c : 0);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        m[j][k] -= angle.s * axis[i];
        m[k][j] += angle.s * axis[i];
    }
}
