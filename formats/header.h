/* The line that names the columns of plain rows: "id,verdict". */
#ifndef CCDQ_FORMATS_HEADER_H
#define CCDQ_FORMATS_HEADER_H

#include "kind.h"

/* Does the line name columns? It begins with a letter, _ or ", and no field of it is a number. */
bool header_is(const struct row *row);

/* Are there as many columns as the kind can have, and has each that is named as one of the kind's the place
 * that it has there? Other names are not looked at. false: `problem` says which has not. */
enum { HEADER_PROBLEM = 128 };
bool header_agrees(const struct row *row, const struct kind *kind, char problem[HEADER_PROBLEM]);

#endif
