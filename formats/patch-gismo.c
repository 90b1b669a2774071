/* B-splines and NURBS as G+Smo writes them. */
#include "patch-model.h"
#include "text-file.h"
#include "xml.h"
#include <stdlib.h>
#include <string.h>

enum { MODEL_MOST = 1 << 26 };

struct reader {
    struct xml xml;
    struct patch_model *model;
    const char *problem, *at; /* where it is; NULL: where xml is */
    /* One geometry: doubles. */
    struct buf knots[2], weights, points;
    size_t degree[2];
    unsigned bases; /* how many knot vectors came */
};

static bool trouble(struct reader *r, const char *problem)
{
    if (!r->problem) r->problem = problem;
    return false;
}

static size_t count(const struct buf *numbers)
{
    return numbers->n / sizeof(double);
}

/* All numbers of the element that is open now. */
static bool read_numbers(struct reader *r, struct buf *numbers)
{
    enum xml_event event;
    double x;
    while ((event = xml_next(&r->xml)) == XML_TEXT) {
        struct number_text text = {r->xml.text.p, r->xml.text.p + r->xml.text.n};
        int got;
        while ((got = number_text_next(&text, &x)) == 1) {
            if (!buf_try_reserve(numbers, sizeof x)) return trouble(r, "not enough memory");
            buf_add(numbers, &x, sizeof x);
        }
        r->at = text.at;
        if (got < 0) return trouble(r, number_text_problem);
        r->at = NULL;
    }
    return event == XML_CLOSE || trouble(r, event == XML_OPEN ? "an element among numbers" : r->xml.problem);
}

static bool read_attribute(struct reader *r, const char *name, double least, double most, size_t *x)
{
    char value[32];
    if (!xml_attribute(&r->xml, name, value, sizeof value)) return false;
    struct number_text text = {value, value + strlen(value)};
    return number_text_whole(&text, least, most, x) && text.at == text.end;
}

/* ---- One geometry ---- */

static bool read_knots(struct reader *r)
{
    if (r->bases == 2) return trouble(r, "more than two knot vectors");
    struct buf *knots = &r->knots[r->bases];
    if (!read_attribute(r, "degree", 1, PATCH_DEGREE, &r->degree[r->bases]))
        return trouble(r, "a knot vector needs a degree from 1 to 15");
    r->bases++;
    return read_numbers(r, knots);
}

static bool read_element(struct reader *r)
{
    size_t dimension;
    if (xml_is(r->xml.name, "KnotVector")) return read_knots(r);
    if (xml_is(r->xml.name, "weights")) return read_numbers(r, &r->weights);
    if (!xml_is(r->xml.name, "coefs")) return true;
    if (!read_attribute(r, "geoDim", 3, 3, &dimension))
        return trouble(r, "points of three coordinates are expected");
    return read_numbers(r, &r->points);
}

static bool check_knots(struct reader *r, size_t i)
{
    const double *t = (const double *)r->knots[i].p;
    const size_t n = count(&r->knots[i]), p = r->degree[i];
    if (n < 2 * p + 2) return trouble(r, "too few knots");
    for (size_t k = 1; k < n; k++)
        if (t[k] < t[k - 1]) return trouble(r, "knots that do not ascend");
    return t[p] < t[n - 1 - p] || trouble(r, "knots that are all the same");
}

/* Points times their weights, which come to be 1 where there are none. */
static bool weigh(struct reader *r, size_t points, struct buf *weighed)
{
    if (count(&r->points) != 3 * points) return trouble(r, "not as many points as the knots ask for");
    if (r->weights.n && count(&r->weights) != points) return trouble(r, "not as many weights as points");
    if (!buf_try_reserve(weighed, 4 * points * sizeof(double))) return trouble(r, "not enough memory");
    for (size_t i = 0; i < points; i++) {
        const double *x = (const double *)r->points.p + 3 * i;
        const double w = r->weights.n ? ((const double *)r->weights.p)[i] : 1;
        const double point[4] = {w * x[0], w * x[1], w * x[2], w};
        if (!(w >= 1e-60)) return trouble(r, "a weight that is not above 0");
        buf_add(weighed, point, sizeof point);
    }
    return true;
}

static bool add_geometry(struct reader *r)
{
    struct buf weighed = {0};
    if (r->bases < 2) return trouble(r, "two knot vectors are expected");
    struct scene_spline s = {.degree = {(unsigned)r->degree[0], (unsigned)r->degree[1]}};
    for (int i = 0; i < 2; i++) {
        if (!check_knots(r, (size_t)i)) return false;
        s.knot[i] = (const double *)r->knots[i].p;
        s.points[i] = count(&r->knots[i]) - r->degree[i] - 1;
    }
    bool good = weigh(r, s.points[0] * s.points[1], &weighed);
    s.point = (const double(*)[4])weighed.p;
    if (good && !spline_patches(&s, &r->model->patch, &r->model->patches))
        good = trouble(r, "not enough memory");
    buf_free(&weighed);
    return good;
}

/* From behind the tag that opens it. */
static bool read_geometry(struct reader *r)
{
    const size_t depth = xml_depth(&r->xml);
    char type[64];
    if (!xml_attribute(&r->xml, "type", type, sizeof type) ||
        (strcmp(type, "TensorBSpline2") != 0 && strcmp(type, "TensorNurbs2") != 0))
        return trouble(r, "a geometry that is neither a TensorBSpline2 nor a TensorNurbs2");
    r->knots[0].n = r->knots[1].n = r->weights.n = r->points.n = r->bases = 0;
    for (;;) {
        const enum xml_event event = xml_next(&r->xml);
        if (event == XML_ERROR) return trouble(r, r->xml.problem);
        if (event == XML_OPEN && !read_element(r)) return false;
        if (event == XML_CLOSE && xml_depth(&r->xml) < depth) return add_geometry(r);
    }
}

static bool read_file(struct reader *r)
{
    enum xml_event event;
    while ((event = xml_next(&r->xml)) != XML_END) {
        if (event == XML_ERROR) return trouble(r, r->xml.problem);
        if (event == XML_OPEN && xml_is(r->xml.name, "Geometry") && !read_geometry(r)) return false;
    }
    return r->model->patches > 0 || trouble(r, "there is no geometry");
}

bool nurbs_file_read(struct patch_model *model, const char *path, struct messages *messages)
{
    struct buf text = {0};
    struct reader r = {.model = model};
    const char *name;
    *model = (struct patch_model){0};
    bool good = text_file_read(&text, &name, path, MODEL_MOST, "no model", messages);
    if (good) {
        xml_start(&r.xml, text.p, text.n - 1);
        good = read_file(&r);
        if (!good) message(messages, "%s:%zu: %s", name, xml_line(&r.xml, r.at ? r.at : r.xml.at), r.problem);
        xml_free(&r.xml);
    }
    for (int i = 0; i < 2; i++) buf_free(&r.knots[i]);
    buf_free(&r.weights);
    buf_free(&r.points);
    buf_free(&text);
    return good;
}
