/* Arrays of numbers as files of VTK hold them: their types, and getting at a value whatever type it has. */
#ifndef CCDQ_VTK_DATA_H
#define CCDQ_VTK_DATA_H

#include "buf.h"
#include <stdbool.h>
#include <stdint.h>

enum vtk_type {
    VTK_INT8,
    VTK_UINT8,
    VTK_INT16,
    VTK_UINT16,
    VTK_INT32,
    VTK_UINT32,
    VTK_INT64,
    VTK_UINT64,
    VTK_FLOAT32,
    VTK_FLOAT64,
    VTK_TYPES, /* none of these */
};

size_t vtk_type_size(enum vtk_type type);

/* Its name in XML, "Float64"; and the other way, also from the names that legacy files have ("double", in any
 * case). VTK_TYPES: a type that is not known. */
const char *vtk_type_name(enum vtk_type type);
enum vtk_type vtk_type_named(const char *name);

/* n numbers, in the bytes of a file or elsewhere. */
struct vtk_data {
    enum vtk_type type;
    bool swapped; /* the bytes of a number are in the order that is not this machine's */
    const unsigned char *p;
    size_t n;
};

double vtk_real(const struct vtk_data *data, size_t i);

/* The same as an index or a count; UINT64_MAX: it is negative, or not whole, or above 2^53 in a real. */
uint64_t vtk_index(const struct vtk_data *data, size_t i);

/* Appends number i as text that reads back exactly. */
void vtk_print(struct buf *out, const struct vtk_data *data, size_t i);

/* Appends up to `most` numbers of the text at *at to numbers, as Float64, and passes over them; text ends
 * with what is no part of a number. Of the type Float32 they are rounded, so that a mesh saved as text is the
 * same as one saved as bytes. Stops early at what is no number, or where memory is out. Returns how many. */
size_t vtk_take_text(const char **at, const char *end, enum vtk_type type, size_t most, struct buf *numbers);

/* What vtk_take_text has appended. */
struct vtk_data vtk_text_data(const struct buf *numbers);

#endif
