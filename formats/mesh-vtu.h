/* The inside of reading VTK's XML files: what the tags say, and the numbers of an array. */
#ifndef CCDQ_MESH_VTU_H
#define CCDQ_MESH_VTU_H

#include "vtk-data.h"
#include "xml.h"

/* What holds for all arrays of a file. */
struct vtu_coding {
    const char *name; /* of the file, for messages */
    struct messages *messages;
    bool swapped;     /* bytes of the other order */
    bool long_counts; /* counts before the data have eight bytes, else four */
    char compressor[64];
    bool appended_text;       /* the appended data are base64, else raw */
    struct xml_span appended; /* from behind the '_' to the end of the file */
};

enum vtu_section { VTU_POINTS, VTU_CELLS, VTU_POINT_DATA, VTU_CELL_DATA };

/* One tag DataArray. */
struct vtu_array {
    enum vtu_section section;
    char name[64];
    enum vtk_type type;
    uint64_t components;
    enum { VTU_ASCII, VTU_BINARY, VTU_APPENDED } format;
    struct xml_span text; /* between its tags */
    uint64_t offset;      /* into the appended data */
    size_t line;          /* of its tag */
};

/* The numbers of an array, in `own` or in the file. want: how many there must be, or VTU_ANY. false with a
 * message. */
#define VTU_ANY UINT64_MAX
bool vtu_load(const struct vtu_coding *coding, const struct vtu_array *array, uint64_t want, struct buf *own,
              struct vtk_data *data);

/* "NAME: line 12: array Points: reason" */
void vtu_trouble(const struct vtu_coding *coding, const struct vtu_array *array, const char *reason);

#endif
