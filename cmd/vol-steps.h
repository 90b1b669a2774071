/* The steps of a model in time, one after the other: what moves in each of them. */
#ifndef CCDQ_VOL_STEPS_H
#define CCDQ_VOL_STEPS_H

#include "cli.h"
#include "../formats/mesh-sequence.h"

/* The model at one time. */
struct vol_frame {
    bool here;    /* it was read */
    size_t index; /* of it in the sequence */
    struct mesh_file file;
    bool *absent; /* of each node: its position is not finite, and 0 is there instead; NULL: of none */
};

struct vol_steps {
    struct mesh_sequence *sequence;
    size_t count; /* step k leads from frame k to frame k + 1 of the sequence */
    struct vol_frame frame[2];

    /* The step at hand: the elements that both frames have and whose nodes are at finite positions in both.
     * Their nodes are those of the files, their numbers those in the first. */
    struct mesh mesh;
    bool renewed;                    /* mesh is another one than in the step before */
    const double (*x0)[3], (*x1)[3]; /* positions, all finite */
    size_t deleted, added;           /* elements that one frame alone has */

    bool trouble; /* a message was given */
    bool lacks;   /* something could not take part that was meant to */
};

/* ---- The options of frames that are vectors of one file ---- */

struct vol_vectors {
    const char *name; /* or NULL */
    bool displacements, positions;
};

/* Rows of an option table. */
enum { VOL_VECTORS_OPTIONS = 3 };
struct cli_option vol_vectors_option(struct vol_vectors *vectors, unsigned i);

bool vol_vectors_given(const struct vol_vectors *vectors);

/* Ends the command where they do not fit together, or not the number of files. */
void vol_vectors_check(const struct vol_vectors *vectors, size_t files);

struct mesh_sequence_options vol_vectors_sequence(const struct vol_vectors *vectors);

/* ---- Steps ---- */

/* Opens the sequence of some files. false with a message; close it in any case. */
bool vol_steps_open(struct vol_steps *steps, char *const *files, size_t n,
                    const struct mesh_sequence_options *options);
void vol_steps_close(struct vol_steps *steps);

/* Reads what step k needs. false: it cannot be solved, and a message has said why. */
bool vol_steps_read(struct vol_steps *steps, size_t k);

#endif
