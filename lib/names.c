/* The words for the numbers in records: one table each; and how many points a type has. */
#include "ccdq.h"
#include <string.h>

static const char *const types[] = {
    [CCDQ_VF] = "vf", [CCDQ_EE] = "ee", [CCDQ_PE] = "pe", [CCDQ_PP] = "pp", NULL};
static const char *const verdicts[] = {[CCDQ_FREE] = "free",
                                       [CCDQ_HIT] = "hit",
                                       [CCDQ_UNRESOLVED] = "unresolved",
                                       [CCDQ_INVALID] = "invalid",
                                       NULL};
static const char *const methods[] = {[CCDQ_METHOD_UNKNOWN] = "unknown",
                                      [CCDQ_METHOD_EXACT] = "exact",
                                      [CCDQ_METHOD_CERTIFIED] = "certified",
                                      [CCDQ_METHOD_FAST] = "fast",
                                      [CCDQ_METHOD_CUBIC] = "cubic",
                                      [CCDQ_METHOD_INTERVAL] = "interval",
                                      [CCDQ_METHOD_TDI_AABB] = "tdi-aabb",
                                      [CCDQ_METHOD_TDI_OBB] = "tdi-obb",
                                      [CCDQ_METHOD_TDI] = "tdi",
                                      [CCDQ_METHOD_TRAD_AABB] = "trad-aabb",
                                      [CCDQ_METHOD_TRAD_OBB] = "trad-obb",
                                      [CCDQ_METHOD_FWGSS] = "fwgss",
                                      [CCDQ_METHOD_FW] = "fw",
                                      [CCDQ_METHOD_DCD] = "dcd",
                                      [CCDQ_METHOD_VERTICES] = "vertices",
                                      [CCDQ_METHOD_VOLCCD] = "volccd",
                                      [CCDQ_METHOD_NAIVE] = "naive",
                                      [CCDQ_METHOD_HASH] = "hash",
                                      [CCDQ_METHOD_SNYDER] = "snyder",
                                      NULL};
static const char *const contacts[] = {
    [CCDQ_CONTACT_VF] = "vf",   [CCDQ_CONTACT_EE] = "ee",           [CCDQ_CONTACT_SURFACES] = "surface",
    [CCDQ_CONTACT_SDF] = "sdf", [CCDQ_CONTACT_OVERLAP] = "overlap", [CCDQ_CONTACT_INVERSION] = "inversion",
    [CCDQ_CONTACT_PE] = "pe",   [CCDQ_CONTACT_PP] = "pp",           NULL};
static const char *const simds[] = {[CCDQ_SIMD_BEST] = "best",
                                    [CCDQ_SIMD_PORTABLE] = "portable",
                                    [CCDQ_SIMD_AVX2] = "avx2",
                                    [CCDQ_SIMD_AVX512] = "avx512",
                                    NULL};
static const char *const tiers[] = {[CCDQ_TIER_EXACT] = "exact",
                                    [CCDQ_TIER_CERTIFIED] = "certified",
                                    [CCDQ_TIER_BASELINE] = "baseline",
                                    NULL};

static const char *name_of(const char *const *table, size_t size, unsigned number)
{
    return number < size - 1 ? table[number] : NULL;
}

static int number_of(const char *const *table, const char *name)
{
    for (int i = 0; table[i]; i++)
        if (!strcmp(table[i], name)) return i;
    return -1;
}

#define SIZE(table) (sizeof(table) / sizeof *(table))

const char *ccdq_type_name(unsigned type)
{
    return name_of(types, SIZE(types), type);
}

const char *ccdq_verdict_name(unsigned verdict)
{
    return name_of(verdicts, SIZE(verdicts), verdict);
}

const char *ccdq_method_name(unsigned method)
{
    return name_of(methods, SIZE(methods), method);
}

const char *ccdq_contact_name(unsigned kind)
{
    return name_of(contacts, SIZE(contacts), kind);
}

const char *ccdq_simd_name(unsigned simd)
{
    return name_of(simds, SIZE(simds), simd);
}

const char *ccdq_tier_name(enum ccdq_tier tier)
{
    return name_of(tiers, SIZE(tiers), tier);
}

int ccdq_type_number(const char *name)
{
    return number_of(types, name);
}

int ccdq_type_points(unsigned type)
{
    static const unsigned char points[] = {[CCDQ_VF] = 4, [CCDQ_EE] = 4, [CCDQ_PE] = 3, [CCDQ_PP] = 2};
    return type < SIZE(points) ? points[type] : 0;
}

int ccdq_verdict_number(const char *name)
{
    return number_of(verdicts, name);
}

int ccdq_method_number(const char *name)
{
    return number_of(methods, name);
}

int ccdq_contact_number(const char *name)
{
    return number_of(contacts, name);
}
