/* The table of kinds. */
#include "kind.h"
#include "kind-rows.h"
#include "../lib/ccdq.h"
#include <string.h>

const struct kind kinds[] = {
    {'Q', 'Q', sizeof(struct ccdq_query), "query", query_columns, QUERY_COLUMNS, query_plain_columns,
     query_parse, query_print},
    {.letter = 'I', .records = 'Q'},
    {'R', 'R', sizeof(struct ccdq_result), "result", result_columns, RESULT_COLUMNS, result_plain_columns,
     result_parse, result_print},
    {'C', 'C', sizeof(struct ccdq_contact), "contact", contact_columns, CONTACT_COLUMNS,
     contact_plain_columns, contact_parse, contact_print},
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
