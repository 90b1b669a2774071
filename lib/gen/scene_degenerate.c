#include "scene.h"
void write_degenerate(struct draft *d)
{
    (void)d;
}
