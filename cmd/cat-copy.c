/* Copying: convert, slice, repair. */
#include "cat.h"
#include <stdlib.h>

/* A cut is a whole of its own, not the part of something whose other parts are elsewhere. */
static void place(struct cat *cat, struct cat_item *item)
{
    if (cat->cut) item->run = (struct run){item->block.run.tag, 0, 1};
}

static void take(struct cat *cat, struct cat_item *item)
{
    cat_put(cat, cat->writers[0], &item->chunk);
    cat->kept += item->chunk.n;
}

/* A repair has done its work when it has kept something; what was lost it has said. */
static void finish(struct cat *cat, bool whole)
{
    if (cat->repair) cat->trouble = !cat->kept;
    if (cat->repair && !cat->kept) cli_message("no whole frame to keep");
    cat_close_writers(cat, (whole && !cat->refused) || (cat->repair && cat->kept));
}

const struct cat_mode cat_copy = {.place = place, .take = take, .finish = finish, .writes = true};
