/* Files with meshes: their bytes, and which reader they belong to. */
#include "mesh-read.h"
#include "form.h"
#include "xml.h"
#include <string.h>
#include <strings.h>

/* ---- Telling forms from each other ---- */

static mesh_reader *const readers[] = {
    [MESH_FORM_VTU] = mesh_read_vtu, [MESH_FORM_VTK] = mesh_read_vtk, [MESH_FORM_MSH] = mesh_read_msh,
    [MESH_FORM_PLY] = mesh_read_ply, [MESH_FORM_OBJ] = mesh_read_obj, [MESH_FORM_MEDIT] = mesh_read_medit};

/* How the files of a form begin, behind blanks. Those without a reader are known so that a message can name
 * them. */
static const struct {
    const char *mark;
    enum mesh_form form;
    const char *what;
} marks[] = {
    {"# vtk DataFile", MESH_FORM_VTK, NULL},
    {"$", MESH_FORM_MSH, NULL},
    {"ply\n", MESH_FORM_PLY, NULL},
    {"ply\r", MESH_FORM_PLY, NULL},
    {"MeshVersionFormatted", MESH_FORM_MEDIT, NULL},
    {"{", MESH_FORM_SERIES, NULL},
    {"\x89HDF", MESH_FORM_NONE, "HDF5"},
    {"CDF\x01", MESH_FORM_NONE, "netCDF (Exodus II?)"},
    {"CDF\x02", MESH_FORM_NONE, "netCDF (Exodus II?)"},
    {"solid ", MESH_FORM_NONE, "STL"},
    {"*", MESH_FORM_NONE, "Abaqus or LS-DYNA"},
};
enum { MARKS = sizeof marks / sizeof *marks };

/* The mark that the bytes begin with, or MARKS. */
static int find_mark(const unsigned char *p, size_t n)
{
    int i = 0;
    while (i < MARKS && (n < strlen(marks[i].mark) || memcmp(p, marks[i].mark, strlen(marks[i].mark)) != 0))
        i++;
    return i;
}

static enum mesh_form sniff_xml(const unsigned char *p, size_t n)
{
    struct xml xml;
    char type[32];
    xml_start(&xml, p, n);
    const bool collection = xml_next(&xml) == XML_OPEN && xml_attribute(&xml, "type", type, sizeof type) &&
                            !strcmp(type, "Collection");
    xml_free(&xml);
    return collection ? MESH_FORM_PVD : MESH_FORM_VTU;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), k = strlen(end);
    return n >= k && !strcasecmp(name + n - k, end);
}

/* Is the first line with a word that is no comment one of OBJ's? */
static bool looks_like_obj(const char *p, const char *end)
{
    static const char *const words[] = {"v", "vn", "vt", "vp", "f", "o", "g", "s", "mtllib", "usemtl"};
    while (p < end) {
        const size_t n = strcspn(p, " \t\r\n");
        for (size_t i = 0; n && i < sizeof words / sizeof *words; i++)
            if (n == strlen(words[i]) && !memcmp(p, words[i], n)) return true;
        if (n && *p != '#') return false;
        if (n) p += strcspn(p, "\n");
        p += strspn(p, " \t\r\n");
        if (!*p) return false;
    }
    return false;
}

static const unsigned char *pass_blanks(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) p++;
    return p;
}

/* Passes over lines that begin with a #. */
static const unsigned char *pass_comments(const unsigned char *p, const unsigned char *end)
{
    while (p < end && *p == '#') {
        const unsigned char *newline = memchr(p, '\n', (size_t)(end - p));
        p = pass_blanks(newline ? newline : end, end);
    }
    return p;
}

static bool is_medit(const unsigned char *p, const unsigned char *end)
{
    p = pass_comments(p, end);
    const int mark = find_mark(p, (size_t)(end - p));
    return mark < MARKS && marks[mark].form == MESH_FORM_MEDIT;
}

static enum mesh_form sniff(const struct mesh_source *s)
{
    const unsigned char *p = pass_blanks(s->p, s->p + s->n), *end = s->p + s->n;
    const int mark = find_mark(p, (size_t)(end - p));
    if (p < end && *p == '<') return sniff_xml(p, (size_t)(end - p));
    if (mark < MARKS) return marks[mark].form;
    if (is_medit(p, end)) return MESH_FORM_MEDIT;
    if (ends_with(s->name, ".obj") || ends_with(s->name, ".obj.gz")) return MESH_FORM_OBJ;
    return looks_like_obj((const char *)p, (const char *)end) ? MESH_FORM_OBJ : MESH_FORM_NONE;
}

/* ---- Bytes ---- */

/* Makes the source of n bytes, without the mark of UTF-8 that some editors put in front of a text. */
static void set_bytes(struct mesh_source *s, const unsigned char *p, size_t n)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t passed = n >= strlen(mark) && !memcmp(p, mark, strlen(mark)) ? strlen(mark) : 0;
    s->p = p + passed;
    s->n = n - passed;
    s->form = sniff(s);
}

static void set_own(struct mesh_source *s)
{
    s->own.p[s->own.n] = 0;
    set_bytes(s, s->own.p, s->own.n);
}

enum { FIRST_BYTES = 1 << 20 };

/* Whether there are so many bytes that their form is known, and it is none. Only these are kept then: what
 * may have no end is not read for nothing. */
static bool is_unknown(struct mesh_source *s)
{
    if (input_peek(&s->in, FIRST_BYTES) < FIRST_BYTES || !buf_try_reserve(&s->own, FIRST_BYTES + 1))
        return false;
    memcpy(s->own.p, input_bytes(&s->in), s->own.n = FIRST_BYTES);
    set_own(s);
    return s->form == MESH_FORM_NONE;
}

static bool read_all(struct mesh_source *s, struct messages *messages)
{
    if (is_unknown(s)) return true;
    input_take(&s->in, &s->own, SIZE_MAX, 0);
    const bool memory = !s->in.no_memory && buf_try_reserve(&s->own, 1);
    if (!memory || s->in.damage) {
        message(messages, "%s: %s", s->name, memory ? s->in.damage : "not enough memory for the file");
        return false;
    }
    set_own(s);
    return true;
}

bool mesh_source_open(struct mesh_source *s, const char *path, struct messages *messages)
{
    *s = (struct mesh_source){0};
    if (!input_open(&s->in, path, messages)) return false;
    s->name = s->in.name;
    if (input_is_gzip(&s->in)) input_gunzip(&s->in);
    if (read_all(s, messages)) return true;
    mesh_source_close(s);
    return false;
}

void mesh_source_close(struct mesh_source *s)
{
    if (s->name) input_close(&s->in);
    buf_free(&s->own);
    *s = (struct mesh_source){0};
}

/* ---- Meshes ---- */

static bool refuse(const struct mesh_source *s, struct messages *messages)
{
    const unsigned char *p = pass_blanks(s->p, s->p + s->n);
    const int mark = find_mark(p, (size_t)(s->p + s->n - p));
    if (s->form != MESH_FORM_NONE)
        message(messages, "%s: names other files, where one with a mesh is needed", s->name);
    else if (mark < MARKS)
        message(messages, "%s: a file of %s, which is not read; meshio converts many forms to VTU", s->name,
                marks[mark].what);
    else
        message(messages, "%s: no mesh in a form that is known (VTU, VTP, VTK, MSH, PLY, OBJ, Medit)",
                s->name);
    return false;
}

bool mesh_source_read(const struct mesh_source *s, struct mesh_file *file, struct messages *messages)
{
    const bool known = (size_t)s->form < sizeof readers / sizeof *readers && readers[s->form];
    return known ? readers[s->form](s->name, s->p, s->n, file, messages) : refuse(s, messages);
}

bool mesh_read(const char *path, struct mesh_file *file, struct messages *messages)
{
    struct mesh_source source;
    if (!mesh_source_open(&source, path, messages)) return false;
    const bool read = mesh_source_read(&source, file, messages);
    mesh_source_close(&source);
    return read;
}
