/* The solids of a scene (sdf-solids.c), for sdf-json.c. */
#ifndef CCDQ_SDF_SOLIDS_H
#define CCDQ_SDF_SOLIDS_H

#include "sdf-json.h"

/* Reads the solid of this name from the object at `value`. *known is set to false, and nothing else is done,
 * when the name is not one of a solid. SDF_NONE with a message. */
size_t sdf_read_solid(const struct sdf_reader *r, const char *name, const struct json_value *value,
                      bool *known);

#endif
