/* Types of numbers in files of VTK. */
#include "vtk-data.h"
#include "number.h"
#include <inttypes.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *xml, *legacy;
    size_t size;
} types[VTK_TYPES] = {
    [VTK_INT8] = {"Int8", "char", 1},           [VTK_UINT8] = {"UInt8", "unsigned_char", 1},
    [VTK_INT16] = {"Int16", "short", 2},        [VTK_UINT16] = {"UInt16", "unsigned_short", 2},
    [VTK_INT32] = {"Int32", "int", 4},          [VTK_UINT32] = {"UInt32", "unsigned_int", 4},
    [VTK_INT64] = {"Int64", "vtktypeint64", 8}, [VTK_UINT64] = {"UInt64", "vtktypeuint64", 8},
    [VTK_FLOAT32] = {"Float32", "float", 4},    [VTK_FLOAT64] = {"Float64", "double", 8},
};

/* Further names in legacy files. A vtkIdType has four bytes there, whatever it has in memory. */
static const struct {
    const char *name;
    enum vtk_type type;
} others[] = {
    {"signed_char", VTK_INT8}, {"long", VTK_INT64}, {"unsigned_long", VTK_UINT64}, {"vtkIdType", VTK_INT32}};

size_t vtk_type_size(enum vtk_type type)
{
    return types[type].size;
}

const char *vtk_type_name(enum vtk_type type)
{
    return types[type].xml;
}

enum vtk_type vtk_type_named(const char *name)
{
    for (enum vtk_type t = 0; t < VTK_TYPES; t++)
        if (!strcmp(name, types[t].xml) || !strcasecmp(name, types[t].legacy)) return t;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcasecmp(name, others[i].name)) return others[i].type;
    return VTK_TYPES;
}

/* The bytes of a number as this machine has them, the rest 0. */
static uint64_t bits(const struct vtk_data *data, size_t i)
{
    const size_t size = types[data->type].size;
    uint64_t b = 0;
    memcpy(&b, data->p + i * size, size);
    return data->swapped ? __builtin_bswap64(b) >> (64 - 8 * size) : b;
}

/* Of a signed type. */
static int64_t extended(uint64_t b, size_t size)
{
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return (int64_t)((b ^ sign) - sign);
}

static bool is_signed(enum vtk_type type)
{
    return type == VTK_INT8 || type == VTK_INT16 || type == VTK_INT32 || type == VTK_INT64;
}

double vtk_real(const struct vtk_data *data, size_t i)
{
    const uint64_t b = bits(data, i);
    const uint32_t low = (uint32_t)b;
    float f;
    double d;
    switch (data->type) {
    case VTK_FLOAT32:
        memcpy(&f, &low, sizeof f);
        return f;
    case VTK_FLOAT64:
        memcpy(&d, &b, sizeof d);
        return d;
    default:
        return is_signed(data->type) ? (double)extended(b, types[data->type].size) : (double)b;
    }
}

uint64_t vtk_index(const struct vtk_data *data, size_t i)
{
    if (data->type == VTK_FLOAT32 || data->type == VTK_FLOAT64) {
        const double x = vtk_real(data, i);
        const bool fits = x >= 0 && x <= 0x1p53;
        return fits && (double)(uint64_t)x == x ? (uint64_t)x : UINT64_MAX;
    }
    const uint64_t b = bits(data, i);
    if (!is_signed(data->type)) return b;
    const int64_t v = extended(b, types[data->type].size);
    return v < 0 ? UINT64_MAX : (uint64_t)v;
}

void vtk_print(struct buf *out, const struct vtk_data *data, size_t i)
{
    const uint64_t b = bits(data, i);
    if (data->type == VTK_FLOAT32 || data->type == VTK_FLOAT64)
        number_print(out, vtk_real(data, i));
    else if (is_signed(data->type))
        buf_printf(out, "%" PRId64, extended(b, types[data->type].size));
    else
        number_print_uint(out, b);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

size_t vtk_take_text(const char **at, const char *end, enum vtk_type type, size_t most, struct buf *numbers)
{
    size_t taken = 0;
    while (taken < most) {
        const char *p = *at;
        double x;
        while (p < end && is_blank(*p)) p++;
        size_t n = 0;
        while (p + n < end && !is_blank(p[n])) n++;
        *at = p;
        if (n == 0 || !number_parse(p, n, &x) || !buf_try_reserve(numbers, sizeof x)) break;
        if (type == VTK_FLOAT32) x = (float)x;
        buf_add(numbers, &x, sizeof x);
        *at = p + n;
        taken++;
    }
    return taken;
}

struct vtk_data vtk_text_data(const struct buf *numbers)
{
    return (struct vtk_data){VTK_FLOAT64, false, numbers->p, numbers->n / sizeof(double)};
}
