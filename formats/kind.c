/* The table of kinds. */
#include "kind.h"
#include "kind-rows.h"
#include "../lib/ccdq.h"
#include <string.h>

/* The known flags. */
enum {
    QUERY_FLAGS = CCDQ_HAS_TRUTH | CCDQ_TRUTH_HIT,
    RESULT_FLAGS = CCDQ_TOI_PROVEN | CCDQ_AT_START | CCDQ_BUDGET_SPENT,
    CONTACT_FLAGS = CCDQ_CONTACT_UNIQUE | CCDQ_CONTACT_ADJACENT | CCDQ_CONTACT_SAME_OBJECT |
                    CCDQ_CONTACT_DEGENERATE | CCDQ_CONTACT_ODD | CCDQ_CONTACT_EVEN,
};

/* A row with what is reserved in the word at `at`. */
#define RESERVED(at, bits, problem) .reserved_at = (at), .reserved = (bits), .reserved_problem = (problem)

const struct kind kinds[] = {
    {.letter = 'Q',
     .records = 'Q',
     .queries = true,
     .record_size = sizeof(struct ccdq_query),
     .least_size = sizeof(struct ccdq_query),
     RESERVED(8, (uint64_t)(uint8_t)~QUERY_FLAGS << 8 | UINT64_C(0xffff) << 16,
              "it has a flag that is unknown, or reserved bytes that are not 0"),
     .word = "query",
     .columns = query_columns,
     .plain_columns = query_plain_columns,
     .parse = query_parse,
     .print = query_print},
    {.letter = 'I', .records = 'Q', .queries = true},
    {.letter = 'P',
     .records = 'P',
     .queries = true,
     .record_size = PATCH_SIZE,
     .least_size = PATCH_LEAST_SIZE,
     .size_of = patch_size,
     .word = "patch",
     .columns = patch_columns,
     .plain_columns = patch_plain_columns,
     .rows_alike = patch_rows_alike,
     .parse = patch_parse,
     .print = patch_print},
    {.letter = 'S',
     .records = 'S',
     .queries = true,
     .record_size = sizeof(struct ccdq_sdf_query),
     .least_size = sizeof(struct ccdq_sdf_query),
     RESERVED(8, UINT64_C(0xffffffff) << 32, "its reserved bytes are not 0"),
     .word = "sdf",
     .columns = sdf_columns,
     .plain_columns = sdf_plain_columns,
     .parse = sdf_parse,
     .print = sdf_print},
    {.letter = 'R',
     .records = 'R',
     .record_size = sizeof(struct ccdq_result),
     .least_size = sizeof(struct ccdq_result),
     RESERVED(8, (uint64_t)(uint8_t)~RESULT_FLAGS << 8, "it has a flag that is unknown"),
     .word = "result",
     .columns = result_columns,
     .foreign_columns = foreign_result_columns,
     .plain_columns = result_plain_columns,
     .parse = result_parse,
     .print = result_print},
    {.letter = 'C',
     .records = 'C',
     .record_size = sizeof(struct ccdq_contact),
     .least_size = sizeof(struct ccdq_contact),
     RESERVED(40, (uint64_t)(uint16_t)~CONTACT_FLAGS << 48, "it has a flag that is unknown"),
     .word = "contact",
     .columns = contact_columns,
     .plain_columns = contact_plain_columns,
     .parse = contact_parse,
     .print = contact_print},
    {0},
};

const struct kind *kind_find(char letter)
{
    for (const struct kind *k = kinds; k->letter; k++)
        if (k->letter == letter) return k;
    return NULL;
}

char kind_records(char letter)
{
    const struct kind *k = kind_find(letter);
    return k ? k->records : 0;
}

const char *kind_reserved_problem(const struct kind *kind, const void *record)
{
    uint64_t word;
    memcpy(&word, (const char *)record + kind->reserved_at, sizeof word);
    return word & kind->reserved ? kind->reserved_problem : NULL;
}

const struct kind *kind_of_word(const char *word, size_t n)
{
    for (const struct kind *k = kinds; k->letter; k++)
        if (k->word && strlen(k->word) == n && !memcmp(k->word, word, n)) return k;
    return NULL;
}

void print_word(struct buf *out, const char *(*name_of)(unsigned), unsigned number)
{
    const char *name = name_of(number);
    if (name)
        buf_add(out, name, strlen(name));
    else
        buf_printf(out, "%u", number);
}
