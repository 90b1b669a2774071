/* Shapes as words: read, written again, refused. */
#include "../../lib/ccdq.h"
#include "../tap.h"
#include <string.h>

static void check_word(const char *text, unsigned domain, int first, int second, int rational)
{
    struct ccdq_shape shape[2];
    char word[CCDQ_SHAPE_WORD];
    if (!ok(!ccdq_shapes_of_name(text, shape), "%s is a shape", text)) return;
    ok(shape[0].domain == domain && shape[0].degree[0] == first && shape[0].degree[1] == second &&
           shape[0].rational == rational && !ccdq_shape_problem(&shape[0]),
       "%s: what it says", text);
    ok(!memcmp(&shape[0], &shape[1], sizeof shape[0]), "%s: both patches alike", text);
    ok(!strcmp(ccdq_shape_name(&shape[0], word), text), "%s: written as it was read", text);
}

static void check_pair(void)
{
    struct ccdq_shape shape[2];
    char word[2][CCDQ_SHAPE_WORD];
    ok(!ccdq_shapes_of_name("q16x1r,t2", shape) && !strcmp(ccdq_shape_name(&shape[0], word[0]), "q16x1r") &&
           !strcmp(ccdq_shape_name(&shape[1], word[1]), "t2"),
       "two words, one a patch");
    ok(!ccdq_shapes_of_name("q3x3", shape) && !strcmp(ccdq_shape_name(&shape[0], word[0]), "q3"),
       "the same degree twice is written once");
}

int main(void)
{
    check_word("q3", CCDQ_QUAD, 3, 3, 0);
    check_word("t2", CCDQ_TRIANGLE, 2, 2, 0);
    check_word("q3x2", CCDQ_QUAD, 3, 2, 0);
    check_word("q1x16r", CCDQ_QUAD, 1, 16, 1);
    check_word("t16r", CCDQ_TRIANGLE, 16, 16, 1);
    check_pair();
    static const char *const bad[] = {
        "",     "q",    "3",    "q0",  "q17",  "t100",   "q3x",
        "q3x0", "t3x2", "x3",   "q3,", ",q3",  "q3,t",   "q3,t1,t1",
        "q3 ",  "q-1",  "q3rr", "Q3",  "q3r2", "q1x2x3", "q99999999999999999999",
        "q3;t1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ccdq_shape shape[2];
        ok(ccdq_shapes_of_name(bad[i], shape) || ccdq_shape_problem(&shape[0]) ||
               ccdq_shape_problem(&shape[1]),
           "'%s' is refused", bad[i]);
    }
    return tap_done();
}
