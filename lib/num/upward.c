#include "upward.h"
#include <fenv.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

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

/* On x86-64 <fenv.h> also reads and writes the notes of the x87 unit, which takes longer than a small
 * evaluation. */
#ifdef __SSE2__
enum { NOTES = _MM_EXCEPT_INVALID | _MM_EXCEPT_DIV_ZERO | _MM_EXCEPT_OVERFLOW };

void upward_forget(void)
{
    const unsigned notes = _mm_getcsr();
    if (notes & NOTES) _mm_setcsr(notes & ~(unsigned)NOTES);
}

bool upward_noted(void)
{
    return _mm_getcsr() & NOTES;
}
#else
enum { NOTES = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW };

void upward_forget(void)
{
    feclearexcept(NOTES);
}

bool upward_noted(void)
{
    return fetestexcept(NOTES);
}
#endif
