#include "upward.h"
#include <fenv.h>

int upward_begin(void)
{
    const int mode = fegetround();
    fesetround(FE_UPWARD);
    return mode;
}

void upward_end(int mode)
{
    fesetround(mode);
}
