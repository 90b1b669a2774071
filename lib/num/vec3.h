/* Vectors of three doubles, in plain rounding arithmetic. */
#ifndef CCDQ_VEC3_H
#define CCDQ_VEC3_H

struct vec3 {
    double x, y, z;
};

static inline struct vec3 vec3_sub(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vec3 vec3_add(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/* a + t b */
static inline struct vec3 vec3_along(struct vec3 a, double t, struct vec3 b)
{
    return (struct vec3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}

static inline struct vec3 vec3_cross(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vec3_dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

#endif
