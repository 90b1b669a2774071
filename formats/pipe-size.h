/* Pipes that hold more, so that the two at their ends wait less for each other. */
#ifndef CCDQ_PIPE_SIZE_H
#define CCDQ_PIPE_SIZE_H

/* Gives a pipe room for a few frames, where the system lets it. Does nothing to anything else. */
void pipe_enlarge(int fd);

#endif
