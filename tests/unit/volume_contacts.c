/* The contacts of lib/volume against brute force. */
#include "../tap.h"
#include "volume_oracle.h"
#include "volume_run.h"

static struct ccdq_workspace *ws;

/* Whether the flags say how often the pair touches. */
static bool right_parity(const struct known *known, unsigned flags)
{
    const unsigned parity = flags & (CCDQ_CONTACT_ODD | CCDQ_CONTACT_EVEN);
    if (known->kind != CCDQ_CONTACT_VF && known->kind != CCDQ_CONTACT_EE) return true;
    if (known->roots == CCDQ_ROOTS_INTERVAL) return !parity;
    return parity == (known->roots % 2 ? CCDQ_CONTACT_ODD : CCDQ_CONTACT_EVEN);
}

/* Why these contacts are not those of brute force, or NULL. */
static const char *differs(const struct known_list *truth, const struct found *found)
{
    size_t i = 0;
    for (; i < truth->n && i < found->n; i++) {
        const struct known k = who(&found->contact[i]);
        const int order = known_compare(&truth->known[i], &k);
        if (order) return order < 0 ? "a contact is missing" : "a contact too many";
        if (!(k.lo <= truth->known[i].hi && k.hi >= truth->known[i].lo)) return "another time";
        if (!(k.hi - k.lo <= 1e-12)) return "times too far apart";
        if (!right_parity(&truth->known[i], found->contact[i].flags)) return "odd or even";
    }
    return i < truth->n ? "a contact is missing" : i < found->n ? "a contact too many" : NULL;
}

static bool same_records(const struct found *a, const struct found *b)
{
    return a->n == b->n && (!a->n || !memcmp(a->contact, b->contact, a->n * sizeof *a->contact));
}

static const struct volume_options ways[] = {
    {.method = VOLUME_NAIVE},
    {.method = VOLUME_VOLCCD},
    {.method = VOLUME_VOLCCD, .csat = true},
    {.method = VOLUME_VOLCCD, .oset = true},
    {.method = VOLUME_VOLCCD, .assign = true},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true},
    {.method = VOLUME_VOLCCD, .csat = true, .assign = true},
    {.method = VOLUME_VOLCCD, .oset = true, .assign = true},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true, .simd = CCDQ_SIMD_PORTABLE},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true, .simd = CCDQ_SIMD_AVX2},
    {.method = VOLUME_HASH},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const char *const names[SCENES] = {"matching cells", "tetrahedra", "any cells", "soup",
                                          "nested",         "a fan",      "lattice",   "nothing moves",
                                          "touching",       "shells"};

/* Contacts in the order of their times, kinds, nodes, elements. */
static int compare_times(const void *left, const void *right)
{
    const struct ccdq_contact *a = left, *b = right;
    if (a->toi_lo != b->toi_lo) return a->toi_lo < b->toi_lo ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    for (int i = 0; i < 6; i++) {
        const uint32_t p = i < 4 ? a->node[i] : a->element[i - 4], q = i < 4 ? b->node[i] : b->element[i - 4];
        if (p != q) return p < q ? -1 : 1;
    }
    return 0;
}

/* Whether the first contact alone is the first of all, for one and for several that look for it. */
static bool first_agrees(struct volume_model *model, const struct found *all)
{
    enum { MOST = 3 };
    const struct ccdq_contact *least = NULL;
    bool agrees = true;
    for (size_t i = 0; i < all->n; i++)
        if (!least || compare_times(&all->contact[i], least) < 0) least = &all->contact[i];
    for (size_t n = 1; n <= MOST; n++) {
        struct ccdq_contact found[MOST], earliest = {.verdict = CCDQ_FREE};
        struct volume_counts counts = {0};
        struct volume_first *first = volume_first_new(model);
        for (size_t i = 0; i < n; i++) found[i] = earliest;
        for (size_t i = 0; i < volume_tasks(model); i++)
            if (!first || !volume_first_task(first, i, &found[i % n], &counts, ws)) abort();
        volume_first_free(first);
        for (size_t i = 0; i < n; i++)
            if (volume_earlier(&found[i], &earliest)) earliest = found[i];
        agrees &= least ? !memcmp(&earliest, least, sizeof earliest) : earliest.verdict == CCDQ_FREE;
    }
    return agrees;
}

/* How many contacts of each kind a family had. */
struct tally {
    size_t kind[CCDQ_CONTACT_PP + 1];
};

/* Whether the candidates are pairs that come once, and all vf and ee contacts are among them. */
static bool candidates_agree(struct volume_model *model, const struct scene *s,
                             const struct volume_options *options, const struct known_list *truth)
{
    struct volume_options candidates = *options;
    struct volume_counts counts;
    candidates.candidates = true;
    struct found found = run(model, s, &candidates, &counts, ws);
    bool agree = true;
    size_t i = 0;
    for (size_t k = 1; k < found.n; k++) agree &= compare(&found.contact[k - 1], &found.contact[k]) < 0;
    for (size_t k = 0; k < truth->n; k++) {
        if (truth->known[k].kind > CCDQ_CONTACT_EE) continue;
        for (; i < found.n; i++) {
            const struct known w = who(&found.contact[i]);
            if (known_compare(&w, &truth->known[k]) >= 0) break;
        }
        agree &= i < found.n;
        if (i < found.n) {
            const struct known w = who(&found.contact[i]);
            agree &= known_compare(&w, &truth->known[k]) == 0;
        }
    }
    free(found.contact);
    return agree;
}

/* A scene by all methods and cullings; says what is wrong. */
static bool scene_agrees(enum scene_kind kind, uint64_t id, bool boundary, struct tally *tally)
{
    struct scene s;
    bool agrees = true;
    scene_make(&s, kind, id);
    struct volume_model *model = volume_model_new(&s.mesh);
    if (!model) abort();
    const struct known_list truth = oracle(&s, volume_model_features(model), boundary, ws);
    struct found first = {0};
    for (size_t i = 0; i < truth.n; i++) tally->kind[truth.known[i].kind]++;
    for (int w = 0; w < WAYS; w++) {
        struct volume_options options = ways[w];
        struct volume_counts counts;
        options.boundary = boundary;
        struct found found = run(model, &s, &options, &counts, ws);
        const char *why = differs(&truth, &found);
        if (!why && w && !same_records(&first, &found)) why = "another record";
        if (!why && counts.vf + counts.ee + counts.overlaps + counts.inversions != found.n) why = "counts";
        if (!why && !first_agrees(model, &found)) why = "another first contact";
        if (!why && !candidates_agree(model, &s, &options, &truth)) why = "candidates";
        if (why) diag("%s %d, way %d: %s", names[kind], (int)id, w, why);
        agrees &= !why;
        if (w)
            free(found.contact);
        else
            first = found;
    }
    free(first.contact);
    free(truth.known);
    volume_model_free(model);
    scene_free(&s);
    return agrees;
}

static void brute_force(void)
{
    const int scenes = getenv("CCDQ_LONG") ? 100 : 8;
    for (enum scene_kind kind = 0; kind < SCENES; kind++)
        for (int boundary = 0; boundary < 2; boundary++) {
            bool agree = true;
            struct tally tally = {{0}};
            const int n = kind == SCENE_FAN ? (scenes + 9) / 10 : scenes; /* it has so many pairs */
            for (int id = 0; id < n; id++) agree &= scene_agrees(kind, (uint64_t)id, boundary, &tally);
            ok(agree, "%s%s: %d vf, %d ee, %d overlaps, %d inversions as by brute force", names[kind],
               boundary ? ", the boundary" : "", (int)tally.kind[CCDQ_CONTACT_VF],
               (int)tally.kind[CCDQ_CONTACT_EE], (int)tally.kind[CCDQ_CONTACT_OVERLAP],
               (int)tally.kind[CCDQ_CONTACT_INVERSION]);
        }
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    brute_force();
    ccdq_workspace_free(ws);
    return tap_done();
}
