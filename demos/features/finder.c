/* finder.c - finds what is asked for in an image, and leaves the list on the GPU.  SPDX-License-Identifier: MIT */
#include "finder.h"

#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

const char *const FINDER_NAMES[FINDER_KINDS + 1] = {"corner", "harris", "blob", "edge", "template", NULL};
const char *const FINDER_POLARITIES[] = {"both", "bright", "dark", NULL};
const double FINDER_THRESHOLDS[FINDER_KINDS] = {0.01, 0.01, 0.1, 0.1, 0.9};

enum { FIRST_CAPACITY = 65536 };

bool finder_has_responses(finder_kind kind) {
    return kind < FINDER_EDGE;
}

static bool resize_buffer(finder *f, uint64_t bytes) {
    glBindBuffer(GL_ARRAY_BUFFER, f->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    const bool ok = glGetError() == GL_NO_ERROR;
    f->room = ok ? bytes : 0;
    return ok;
}

bool finder_open(finder *f, library *l, uint32_t width, uint32_t height) {
    const uint32_t most = l->caps->max_texture_size;
    f->library = l;
    f->width = width;
    f->height = height;
    f->most = l->caps->max_list_length / 2; /* see hpyr_features_desc */
    if (width > most || height > most)
        return error_set("the image has %ux%u pixels; this OpenGL takes %ux%u", (unsigned)width, (unsigned)height,
                         (unsigned)most, (unsigned)most);
    glGenBuffers(1, &f->buffer);
    if (resize_buffer(f, FIRST_CAPACITY * sizeof(hpyr_feature)))
        return true;
    return error_set("no memory for a list of features");
}

static void forget_detector(finder *f) {
    hpyr_features_destroy(f->features);
    hpyr_discriminator_destroy(f->rule);
    hpyr_pyramid_destroy(f->pyramid);
    f->features = NULL;
    f->rule = NULL;
    f->pyramid = NULL;
}

void finder_close(finder *f) {
    forget_detector(f);
    if (f->buffer)
        glDeleteBuffers(1, &f->buffer);
    memset(f, 0, sizeof *f);
}

/* ---- detectors ---- */

static hpyr_result make_features(finder *f, const finder_settings *s) {
    static const hpyr_detector DETECTORS[] = {HPYR_DETECTOR_SHI_TOMASI, HPYR_DETECTOR_HARRIS, HPYR_DETECTOR_BLOB};
    const hpyr_features_desc desc = {.width = f->width,
                                     .height = f->height,
                                     .capacity = f->capacity,
                                     .detector = DETECTORS[s->kind],
                                     .quality = (float)s->threshold,
                                     .polarity = s->kind == FINDER_BLOB ? s->polarity : HPYR_POLARITY_DEFAULT,
                                     .edge_ratio = s->kind == FINDER_BLOB ? (float)s->edge_ratio : 0};
    return hpyr_features_create(f->library->context, &desc, &f->features);
}

static hpyr_result make_cells(finder *f, const finder_settings *s) {
    hpyr_context *context = f->library->context;
    /* A template takes a loop for each pixel. SEPARATE runs it in a fragment of its own, which is faster. */
    const hpyr_pyramid_desc size = {.width = f->width,
                                    .height = f->height,
                                    .base = s->kind == FINDER_TEMPLATE ? HPYR_BASE_SEPARATE : HPYR_BASE_DEFAULT,
                                    .max_count = 1};
    hpyr_discriminator_desc rule = {.kind = HPYR_DISCRIMINATOR_KIND_EDGE,
                                    .has_threshold = true,
                                    .threshold = s->threshold,
                                    .edge_operator = HPYR_EDGE_OPERATOR_SOBEL};
    if (s->kind == FINDER_TEMPLATE)
        rule = (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
                                         .has_threshold = true,
                                         .threshold = s->threshold,
                                         .measure = HPYR_TEMPLATE_MEASURE_CORRELATION,
                                         .pattern = s->pattern->values,
                                         .pattern_width = s->pattern->size[0],
                                         .pattern_height = s->pattern->size[1]};
    hpyr_result result = hpyr_discriminator_create(context, &rule, &f->rule);
    return result == HPYR_OK ? hpyr_pyramid_create(context, &size, &f->pyramid) : result;
}

static bool make_with(finder *f, uint32_t capacity) {
    const finder_settings *s = &f->made_for;
    forget_detector(f);
    f->capacity = capacity;
    return library_check(f->library, finder_has_responses(s->kind) ? make_features(f, s) : make_cells(f, s),
                         "making the detector");
}

/* A detector is made for its threshold. With other settings there may be far fewer features, so the capacity is small again. */
static bool make_detector(finder *f, const finder_settings *s) {
    const finder_settings *old = &f->made_for;
    if ((f->features || f->pyramid) && old->kind == s->kind && old->threshold == s->threshold &&
        old->polarity == s->polarity && old->edge_ratio == s->edge_ratio && old->pattern == s->pattern)
        return true;
    f->made_for = *s;
    f->refused = 0;
    return make_with(f, FIRST_CAPACITY);
}

/* ---- finding ---- */

/* More than are kept is no failure here. */
static bool check(finder *f, hpyr_result result, const char *what) {
    return result == HPYR_INCOMPLETE || library_check(f->library, result, what);
}

static hpyr_result detect(finder *f, uint32_t texture) {
    hpyr_texture image = {.name = texture, .width = f->width, .height = f->height, .format = HPYR_FORMAT_RGBA8};
    if (f->features)
        return hpyr_features_detect(f->features, &image);
    image.channel = HPYR_CHANNEL_GREEN; /* the brightest to the eye */
    return hpyr_pyramid_build(f->pyramid, f->rule, &image);
}

static hpyr_result count(finder *f) {
    return f->features ? hpyr_features_count(f->features, &f->found) : hpyr_pyramid_total(f->pyramid, &f->found);
}

static bool detect_with(finder *f, const finder_settings *s, uint32_t texture) {
    if (!make_detector(f, s))
        return false;
    const double start = clock_ms();
    const bool ok = check(f, detect(f, texture), "detecting") && check(f, count(f), "counting");
    f->detect_ms = clock_ms() - start;
    return ok;
}

static uint32_t smaller(uint64_t a, uint32_t b) {
    return a < b ? (uint32_t)a : b;
}

/* What there was no memory for is not asked for again. */
static bool is_refused(const finder *f, uint32_t capacity) {
    return f->refused && capacity >= f->refused;
}

/* How many of those that were found are asked for. */
static uint32_t asked_for(const finder *f, const finder_settings *s) {
    return f->features && s->strongest ? smaller(s->strongest, f->found) : f->found;
}

static bool may_grow(const finder *f, uint32_t asked) {
    return f->features && asked > f->capacity && f->capacity < f->most && !is_refused(f, smaller(asked, f->most));
}

static bool try_capacity(finder *f, uint32_t capacity) {
    if (is_refused(f, capacity))
        return false;
    if (make_with(f, capacity))
        return true;
    f->refused = capacity;
    return false;
}

/* Keeps all features that are asked for, and a quarter more; or just all; or without memory for them as many as before. */
static bool grow(finder *f, uint32_t asked) {
    const uint32_t before = f->capacity, all = smaller(asked, f->most),
                   more = smaller(asked + (uint64_t)asked / 4, f->most);
    return try_capacity(f, more) || try_capacity(f, all) || make_with(f, before);
}

static hpyr_result list(finder *f, uint32_t wanted, hpyr_report *report) {
    const uint64_t entry = f->features ? sizeof(hpyr_feature) : sizeof(hpyr_point), bytes = wanted * entry;
    if (bytes > f->room && !resize_buffer(f, bytes + bytes / 4) && !resize_buffer(f, bytes))
        resize_buffer(f, FIRST_CAPACITY * entry);
    return f->features ? hpyr_features_extract_buffer(f->features, 0, wanted, f->buffer, 0, report)
                       : hpyr_pyramid_extract_buffer(f->pyramid, 0, wanted, f->buffer, 0, 0, report);
}

bool finder_find(finder *f, const finder_settings *s, uint32_t texture) {
    hpyr_report report = {0};
    f->count = 0;
    bool ok = detect_with(f, s, texture);
    const uint32_t asked = asked_for(f, s);
    if (ok && may_grow(f, asked))
        ok = grow(f, asked) && detect_with(f, s, texture);
    const uint32_t wanted = f->features ? smaller(asked, f->capacity) : asked;
    const double start = clock_ms();
    ok = ok && check(f, list(f, wanted, &report), "listing");
    glFinish();
    f->list_ms = clock_ms() - start;
    f->count = ok ? report.written : 0;
    f->is_cut = f->count < asked;
    return ok;
}

/* ---- the list on the CPU ---- */

static bool read_cells(finder *f, hpyr_feature *records) {
    hpyr_point *points = memory_zeroed(((size_t)f->count + 1) * sizeof *points);
    bool ok = points &&
              check(f, hpyr_pyramid_download(f->pyramid, 0, f->count, points, f->count, 0, NULL), "reading the list");
    for (uint32_t i = 0; ok && i < f->count; i++)
        records[i] = (hpyr_feature){.x = points[i].x, .y = points[i].y};
    free(points);
    return ok;
}

hpyr_feature *finder_read(finder *f) {
    hpyr_feature *records = memory_zeroed(((size_t)f->count + 1) * sizeof *records);
    bool ok = records != NULL;
    if (ok && f->features)
        ok = check(f, hpyr_features_download(f->features, 0, f->count, records, f->count, NULL), "reading the list");
    else if (ok)
        ok = read_cells(f, records);
    if (ok)
        return records;
    free(records);
    return NULL;
}
