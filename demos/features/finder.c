/* finder.c - finds what is asked for in an image, and leaves the list on the GPU.  SPDX-License-Identifier: MIT */
#include "finder.h"

#include "common/files/clock.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

const char *const FINDER_NAMES[FINDER_KINDS + 1] = {"corner", "harris", "blob", NULL};
const char *const FINDER_POLARITIES[] = {"both", "bright", "dark", NULL};

bool finder_open(finder *f, library *l, uint32_t width, uint32_t height, char *error, size_t error_size) {
    const uint32_t most = l->caps->max_texture_size;
    f->library = l;
    f->width = width;
    f->height = height;
    if (width > most || height > most)
        return error_set(error, error_size, "the image has %ux%u pixels; this OpenGL takes %ux%u", (unsigned)width,
                         (unsigned)height, (unsigned)most, (unsigned)most);
    glGenBuffers(1, &f->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, f->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(FINDER_CAPACITY * sizeof(hpyr_feature)), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return glGetError() == GL_NO_ERROR || error_set(error, error_size, "no memory for a list of features");
}

void finder_close(finder *f) {
    hpyr_features_destroy(f->features);
    if (f->buffer)
        glDeleteBuffers(1, &f->buffer);
    memset(f, 0, sizeof *f);
}

/* A detector is made for its threshold. */
static bool make_features(finder *f, const finder_settings *s, char *error, size_t error_size) {
    static const hpyr_features_detector DETECTORS[FINDER_KINDS] = {HPYR_FEATURES_SHI_TOMASI, HPYR_FEATURES_HARRIS,
                                                                   HPYR_FEATURES_BLOB};
    const hpyr_features_desc desc = {.width = f->width,
                                     .height = f->height,
                                     .capacity = FINDER_CAPACITY,
                                     .detector = DETECTORS[s->kind],
                                     .quality = (float)s->threshold,
                                     .polarity = s->kind == FINDER_BLOB ? s->polarity : HPYR_FEATURES_POLARITY_DEFAULT};
    if (f->features && f->made_for.kind == s->kind && f->made_for.threshold == s->threshold &&
        f->made_for.polarity == s->polarity)
        return true;
    hpyr_features_destroy(f->features);
    f->made_for = *s;
    return library_check(f->library, hpyr_features_create(f->library->context, &desc, &f->features),
                         "making the detector", error, error_size);
}

/* More features than are kept is no failure here. */
static bool check(finder *f, hpyr_result result, const char *what, char *error, size_t error_size) {
    return result == HPYR_TRUNCATED || library_check(f->library, result, what, error, error_size);
}

bool finder_find(finder *f, const finder_settings *s, uint32_t texture, char *error, size_t error_size) {
    const hpyr_texture image = {.name = texture, .width = f->width, .height = f->height, .format = HPYR_FORMAT_RGBA8};
    hpyr_report report;
    if (!make_features(f, s, error, error_size))
        return false;
    const double start = clock_ms();
    bool ok = check(f, hpyr_features_detect(f->features, &image), "detecting", error, error_size) &&
              check(f, hpyr_features_count(f->features, &f->found), "counting", error, error_size);
    const double counted = clock_ms();
    ok = ok && check(f,
                     hpyr_features_extract_buffer(f->features, 0, s->strongest ? s->strongest : HPYR_ALL, f->buffer, 0,
                                                  &report),
                     "listing", error, error_size);
    glFinish();
    f->detect_ms = counted - start;
    f->list_ms = clock_ms() - counted;
    f->count = ok ? report.written : 0;
    return ok;
}

hpyr_feature *finder_read(finder *f, char *error, size_t error_size) {
    hpyr_feature *records = calloc((size_t)f->count + 1, sizeof *records);
    if (!records) {
        error_set(error, error_size, "out of memory for %u features", (unsigned)f->count);
        return NULL;
    }
    if (check(f, hpyr_features_download(f->features, 0, f->count, records, f->count, NULL), "reading the list", error,
              error_size))
        return records;
    free(records);
    return NULL;
}
