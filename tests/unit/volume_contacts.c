/* The contacts of lib/volume against brute force. */
#include "../tap.h"
#include "volume_oracle.h"

static struct ccdq_workspace *ws;

/* What a run of a step has found. */
struct found {
    struct ccdq_contact *contact;
    size_t n, room;
};

static bool take(void *context, const struct ccdq_contact *c)
{
    struct found *found = context;
    if (found->n == found->room) {
        found->room = found->room ? 2 * found->room : 64;
        found->contact = realloc(found->contact, found->room * sizeof *c);
        if (!found->contact) abort();
    }
    found->contact[found->n++] = *c;
    return true;
}

static struct known who(const struct ccdq_contact *c)
{
    struct known known = {c->kind, {c->element[0], c->element[1], 0, 0}, c->toi_lo, c->toi_hi};
    if (c->kind == CCDQ_CONTACT_VF || c->kind == CCDQ_CONTACT_EE)
        memcpy(known.who, c->node, sizeof known.who);
    return known;
}

static int compare(const void *left, const void *right)
{
    const struct known a = who(left), b = who(right);
    return known_compare(&a, &b);
}

/* All contacts of the step, sorted. */
static struct found run(struct volume_model *model, const struct scene *s,
                        const struct volume_options *options, struct volume_counts *counts)
{
    struct found found = {0};
    *counts = (struct volume_counts){0};
    if (!volume_step(model, (const double(*)[3])s->x0, (const double(*)[3])s->x1, options)) abort();
    for (size_t task = 0; task < volume_tasks(model); task++)
        if (!volume_task(model, task, take, &found, counts, ws)) abort();
    if (found.n) qsort(found.contact, found.n, sizeof *found.contact, compare);
    return found;
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
    {.method = VOLUME_HASH},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const char *const names[SCENES] = {"matching cells", "any cells",     "soup",     "nested",
                                          "lattice",        "nothing moves", "touching", "shells"};

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

/* Whether the first contact alone is the first of all. */
static bool first_agrees(struct volume_model *model, const struct found *all)
{
    struct ccdq_contact first, *least = NULL;
    struct volume_counts counts = {0};
    if (!volume_first(model, &first, &counts, ws)) abort();
    for (size_t i = 0; i < all->n; i++)
        if (!least || compare_times(&all->contact[i], least) < 0) least = &all->contact[i];
    return least ? !memcmp(&first, least, sizeof first) : first.verdict == CCDQ_FREE;
}

/* How many contacts of each kind a family had. */
struct tally {
    size_t kind[CCDQ_CONTACT_PP + 1];
};

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
        struct found found = run(model, &s, &options, &counts);
        const char *why = differs(&truth, &found);
        if (!why && w && !same_records(&first, &found)) why = "another record";
        if (!why && counts.vf + counts.ee + counts.overlaps + counts.inversions != found.n) why = "counts";
        if (!why && !first_agrees(model, &found)) why = "another first contact";
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
    const int scenes = getenv("CCDQ_LONG") ? 200 : 8;
    for (enum scene_kind kind = 0; kind < SCENES; kind++)
        for (int boundary = 0; boundary < 2; boundary++) {
            bool agree = true;
            struct tally tally = {{0}};
            for (int id = 0; id < scenes; id++) agree &= scene_agrees(kind, (uint64_t)id, boundary, &tally);
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
