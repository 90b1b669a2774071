/* ccd-vol, by what it does with a step: find the contacts, list candidates, paint. */
#ifndef CCDQ_VOL_H
#define CCDQ_VOL_H

#include "cli.h"
#include "crew.h"
#include "vol-steps.h"
#include "../formats/output.h"
#include "../lib/volume/volume.h"

struct vol_picture;

struct vol {
    /* As the command line wants it. */
    struct cli_common common;
    struct volume_options options;
    const char *method; /* its name, */
    unsigned number;    /* and its number in results */
    bool first;         /* only the first contact of each step */
    int candidates;     /* enum ccdq_query_type of the candidates to write instead of contacts, or -1 */
    const char *vtu;    /* file for the picture, or NULL */

    struct vol_steps steps;
    struct volume_model *model;         /* of steps.mesh */
    struct ccdq_workspace **workspaces; /* one a job, */
    struct crew *crew;                  /* which is this */
    struct writer *writer;
    struct vol_picture *picture; /* NULL: none is wanted */
    struct buf stats;            /* JSON: the steps so far */
    bool trouble;                /* a message was given */
    bool lacks;                  /* the output is not all that it should be */

    /* Of the step at hand. */
    uint32_t step;
    struct ccdq_contact earliest; /* verdict CCDQ_FREE: none so far */
    struct volume_counts counts;  /* of this step, */
    uint64_t pairs;               /* and the pairs of elements of all steps */
};

/* Writes a chunk, and says what is wrong with it. 0, or nonzero after an error that writer_close will tell;
 * ends the process when nobody reads any more. */
int vol_put(struct vol *v, struct chunk *chunk);

/* Prints messages and frees them. */
void vol_tell(struct vol *v, struct messages *messages);

/* What the records that are written belong to. */
static inline struct run vol_run(const struct vol *v)
{
    return (struct run){0, v->common.part[0], v->common.part[1]};
}

/* So many tasks a job are begun before the oldest is done: some take much longer than others. */
enum { VOL_AHEAD = 32 };

/* vol-tasks.c: finds the contacts or candidates of the step at hand, in parallel, and writes them; fills
 * counts and earliest. false: it was stopped, by an error in writing, or with a message because memory is
 * out. */
bool vol_run_tasks(struct vol *v);

/* vol-first.c: finds the first contact of the step at hand, in parallel, and writes it; the rest likewise. */
bool vol_find_first(struct vol *v);

/* vol-spread.c: spreads parts of making a step ready (volume_spread) over the jobs of the struct vol. */
bool vol_spread(void *v, size_t n, void (*part)(void *context, size_t i), void *context);

/* Encodes contacts of the step, which are as volume_take gets them, for the stream: they get its number as
 * their id, and as their elements the numbers that the file has for them. */
void vol_encode(const struct vol *v, struct ccdq_contact *contacts, size_t n, struct chunk *chunk);

/* vol-outputs.c: whether what the options write spares the inputs, operands and files that they name, and
 * each other. The steps are open. false with a message. */
bool vol_outputs_check(const struct vol *v, char *const *operands, size_t n);

/* ---- vol-candidates.c: pairs of features as indexed queries ---- */

/* Pairs that are not yet written. */
struct vol_candidates {
    struct buf vertices; /* of the mesh at both ends of the step */
    struct buf nodes;    /* four of each pair */
    uint64_t written;    /* in this step */
    struct chunk chunk;
};

bool vol_candidates_begin(struct vol *v, struct vol_candidates *c);
/* Both: 0, or as vol_put. */
int vol_candidates_add(struct vol *v, struct vol_candidates *c, const struct buf *nodes);
int vol_candidates_end(struct vol *v, struct vol_candidates *c);

/* ---- vol-picture.c: when and how often each element is touched, for ParaView ---- */

/* The file for a step: v->vtu itself or, if that is a PVD, one beside it, whose name is put into `path`. */
const char *vol_picture_path(const struct vol *v, size_t step, struct buf *path);

/* Opens the picture of v->vtu. NULL after a message. */
struct vol_picture *vol_picture_open(struct vol *v);
/* A step begins; a contact as volume_take gets it; the step is over. The last one is: not `whole` if there
 * should have been more. */
void vol_picture_begin(struct vol *v);
void vol_picture_add(struct vol *v, const struct ccdq_contact *c);
void vol_picture_end(struct vol *v);
void vol_picture_close(struct vol *v, bool whole);

#endif
