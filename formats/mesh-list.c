/* Lists of files that are steps: from PVD, from .series. */
#include "mesh-list.h"
#include "json.h"
#include "number.h"
#include "xml.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096 };

void mesh_list_free(struct mesh_list *list)
{
    for (size_t i = 0; i < list->n; i++) free(list->entry[i].path);
    free(list->entry);
    *list = (struct mesh_list){0};
}

/* The path as seen from the folder that the file `from` is in. */
static char *resolve(const char *from, const char *path)
{
    struct buf joined = {0};
    const char *slash = from && *path != '/' ? strrchr(from, '/') : NULL;
    if (slash) buf_add(&joined, from, (size_t)(slash - from) + 1);
    buf_add(&joined, path, strlen(path) + 1);
    return (char *)joined.p;
}

struct mesh_entry *mesh_list_add(struct mesh_list *list, const char *folder, const char *path, double time)
{
    if (list->n == list->room) {
        list->room = list->room * 2 + 16;
        list->entry = realloc(list->entry, list->room * sizeof *list->entry);
        if (!list->entry) xnomem();
    }
    struct mesh_entry *entry = &list->entry[list->n];
    *entry = (struct mesh_entry){.path = resolve(folder, path), .time = time, .order = list->n++};
    return entry;
}

/* ---- Steps ---- */

int mesh_entry_compare_bodies(const struct mesh_entry *p, const struct mesh_entry *q)
{
    if (p->part != q->part) return p->part < q->part ? -1 : 1;
    return strcmp(p->group, q->group);
}

static int by_body(const void *a, const void *b)
{
    const struct mesh_entry *p = a, *q = b;
    if (p->time != q->time) return p->time < q->time ? -1 : 1;
    return mesh_entry_compare_bodies(p, q);
}

static int by_order(const void *a, const void *b)
{
    const struct mesh_entry *p = a, *q = b;
    const int order = by_body(p, q);
    return order ? order : (p->order > q->order) - (p->order < q->order);
}

/* Files by what they are, those that are none by their names. */
static int by_file(const void *a, const void *b)
{
    const struct mesh_entry *p = a, *q = b;
    if (p->device != q->device) return p->device < q->device ? -1 : 1;
    if (p->inode != q->inode) return p->inode < q->inode ? -1 : 1;
    return p->inode ? 0 : strcmp(p->path, q->path);
}

static int by_body_and_file(const void *a, const void *b)
{
    int order = by_body(a, b);
    if (!order) order = by_file(a, b);
    return order ? order : by_order(a, b);
}

static void identify(struct mesh_list *list)
{
    struct stat st;
    for (struct mesh_entry *entry = list->entry; entry < list->entry + list->n; entry++) {
        if (stat(entry->path, &st) || !S_ISREG(st.st_mode)) continue;
        entry->device = st.st_dev;
        entry->inode = st.st_ino;
    }
}

/* Takes files out that are listed twice as one body, as ParaView does that goes on with a run: they would be
 * bodies that lie within each other. */
static void take_once(struct mesh_list *list, const char *name, struct messages *messages)
{
    const size_t all = list->n;
    const char *first = NULL;
    identify(list);
    qsort(list->entry, all, sizeof *list->entry, by_body_and_file);
    list->n = 0;
    for (size_t i = 0; i < all; i++) {
        struct mesh_entry *last = list->n ? &list->entry[list->n - 1] : NULL, this = list->entry[i];
        if (!last || by_body(last, &this) || by_file(last, &this)) {
            list->entry[list->n++] = this;
            continue;
        }
        if (!first) first = last->path;
        free(this.path);
    }
    if (list->n < all)
        message(messages, "%s: %zu file%s listed twice at one time, the first %s: taken once", name,
                all - list->n, all - list->n == 1 ? " is" : "s are", first);
}

/* Bodies that are taken for frames would lose their contacts with each other. */
static void warn_of_times(const struct mesh_list *list, const char *name, struct messages *messages)
{
    const struct mesh_entry *entry = list->entry, *first = NULL;
    size_t n = 0;
    for (size_t i = 1; i < list->n; i++) {
        if (entry[i].time != entry[i - 1].time) continue;
        if (!n++) first = &entry[i];
    }
    if (n)
        message(messages,
                "%s: %zu file%s at the same time as another one, the first %s at %g, after %s: each is "
                "taken as a "
                "frame of its own, in the order of the list; files that are bodies of one time need a PVD",
                name, n, n == 1 ? " is" : "s are", first->path, first->time, first[-1].path);
}

bool mesh_list_finish(struct mesh_list *list, const char *name, bool single, struct messages *messages)
{
    if (list->n == 0) {
        message(messages, "%s: names no files", name);
        return false;
    }
    take_once(list, name, messages);
    qsort(list->entry, list->n, sizeof *list->entry, by_order);
    if (single) warn_of_times(list, name, messages);
    for (size_t i = 0; i < list->n; i++) {
        list->steps += i == 0 || single || list->entry[i].time != list->entry[i - 1].time;
        list->entry[i].step = list->steps - 1;
    }
    return true;
}

/* ---- PVD ---- */

static bool pvd_fail(struct xml *xml, const struct mesh_source *source, const char *reason,
                     struct messages *messages)
{
    message(messages, "%s: line %zu: %s", source->name, xml_line(xml, xml->at),
            xml->problem ? xml->problem : reason);
    return false;
}

/* One tag DataSet. Without a time it is a frame of its own. */
static const char *pvd_add_set(struct mesh_list *list, const struct xml *xml, const char *path, size_t *timed)
{
    char file[PATH_ROOM], time[64] = "", part[32] = "0", group[32] = "";
    uint64_t number;
    double t = (double)list->n;
    if (!xml_attribute(xml, "file", file, sizeof file) || !*file) return "a DataSet without its file";
    const bool has_time = xml_attribute(xml, "timestep", time, sizeof time) || *time;
    xml_attribute(xml, "group", group, sizeof group);
    xml_attribute(xml, "part", part, sizeof part);
    if (has_time && (!number_parse(time, strlen(time), &t) || !isfinite(t)))
        return "a timestep that is no number";
    if (!number_parse_uint(*part ? part : "0", strlen(part) + !*part, UINT64_MAX, &number))
        return "a part that is no number";
    struct mesh_entry *entry = mesh_list_add(list, path, file, t);
    entry->part = number;
    memcpy(entry->group, group, sizeof entry->group);
    *timed += has_time;
    return NULL;
}

/* Are the files either frames, or bodies at a time? false with a message: it cannot be told. */
static bool pvd_is_clear(const struct mesh_list *list, size_t timed, const char *name,
                         struct messages *messages)
{
    if (timed == list->n) return true;
    if (timed) {
        message(messages, "%s: some files have a timestep and some have none", name);
        return false;
    }
    for (size_t i = 1; i < list->n; i++) {
        if (list->entry[i].part == list->entry[0].part && !strcmp(list->entry[i].group, list->entry[0].group))
            continue;
        message(messages, "%s: files of different parts or groups need a timestep", name);
        return false;
    }
    return true;
}

bool mesh_list_pvd(struct mesh_list *list, const struct mesh_source *source, const char *path,
                   struct messages *messages)
{
    struct xml xml;
    size_t timed = 0;
    bool good = true;
    enum xml_event event = XML_OPEN;
    xml_start(&xml, source->p, source->n);
    while (good && event != XML_END) {
        event = xml_next(&xml);
        if (event == XML_ERROR) good = pvd_fail(&xml, source, NULL, messages);
        if (event != XML_OPEN || !xml_is(xml.name, "DataSet")) continue;
        const char *problem = pvd_add_set(list, &xml, path, &timed);
        if (problem) good = pvd_fail(&xml, source, problem, messages);
    }
    xml_free(&xml);
    return good && pvd_is_clear(list, timed, source->name, messages) &&
           mesh_list_finish(list, source->name, false, messages);
}

/* ---- .series ---- */

static bool series_add(struct mesh_list *list, const struct json *json, const struct json_value *file,
                       const char *path)
{
    const struct json_value *name = json_member(json, file, "name"), *time = json_member(json, file, "time");
    if (!name || name->type != JSON_STRING) return json_trouble(json, file, "a file without its name");
    if (!time || time->type != JSON_NUMBER || !isfinite(time->number))
        return json_trouble(json, file, "a file without its time");
    mesh_list_add(list, path, json_text(json, name), time->number);
    return true;
}

static bool series_add_all(struct mesh_list *list, const struct json *json, const char *path)
{
    const struct json_value *root = json_root(json),
                            *version = json_member(json, root, "file-series-version"),
                            *files = json_member(json, root, "files");
    if (!version || version->type != JSON_STRING || strcmp(json_text(json, version), "1.0") != 0)
        return json_trouble(json, root, "no file-series-version \"1.0\"");
    if (!files || files->type != JSON_ARRAY) return json_trouble(json, root, "no list of files");
    for (const struct json_value *file = json_first(json, files); file; file = json_next(json, file))
        if (!series_add(list, json, file, path)) return false;
    return true;
}

bool mesh_list_series(struct mesh_list *list, const struct mesh_source *source, const char *path,
                      struct messages *messages)
{
    struct json json;
    const bool good =
        json_parse(&json, source->name, source->p, source->n, messages) && series_add_all(list, &json, path);
    json_free(&json);
    return good && mesh_list_finish(list, source->name, true, messages);
}
