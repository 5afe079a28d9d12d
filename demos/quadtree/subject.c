/* subject.c - what is looked at: an image and its quadtree.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/draw/draw.h"
#include "common/draw/image_texture.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/median.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the image ---- */

enum { BUILT_IN_SIDE = 512, DISCS = 9, SHADES = 64 };

/* Discs of one color before a sky that grows dark: large leaves, small ones at edges, and slopes that a tolerance joins. */
static void draw_discs(uint8_t *rgba) {
    static const float discs[DISCS][6] = {
        /* x, y, radius, red, green, blue */
        {0.30f, 0.62f, 0.22f, 214, 92, 60},  {0.68f, 0.70f, 0.17f, 240, 190, 72}, {0.52f, 0.34f, 0.25f, 52, 110, 160},
        {0.82f, 0.30f, 0.13f, 90, 168, 120}, {0.14f, 0.24f, 0.11f, 150, 90, 160}, {0.36f, 0.70f, 0.06f, 250, 235, 220},
        {0.47f, 0.42f, 0.07f, 20, 34, 60},   {0.74f, 0.76f, 0.05f, 120, 50, 40},  {0.90f, 0.88f, 0.07f, 60, 70, 90}};
    for (int i = 0; i < BUILT_IN_SIDE * BUILT_IN_SIDE; i++) {
        const float x = ((float)(i % BUILT_IN_SIDE) + 0.5f) / BUILT_IN_SIDE;
        const float y = ((float)(i / BUILT_IN_SIDE) + 0.5f) / BUILT_IN_SIDE;
        const float sky = 226 - SHADES * y;
        float color[3] = {sky, sky + 4, sky + 12};
        for (int k = 0; k < DISCS; k++)
            if (hypotf(x - discs[k][0], y - discs[k][1]) < discs[k][2])
                memcpy(color, discs[k] + 3, sizeof color);
        for (int c = 0; c < 3; c++)
            rgba[4 * i + c] = (uint8_t)color[c];
        rgba[4 * i + 3] = 255;
    }
}

static bool load_image(subject *s, const char *path) {
    snprintf(s->name, sizeof s->name, "%s", path ? path : "discs");
    if (path) {
        s->rgba = image_read(path, &s->size[0], &s->size[1]);
        return s->rgba || error_set("%s: %s", path, error_text());
    }
    s->size[0] = s->size[1] = BUILT_IN_SIDE;
    s->rgba = memory_zeroed((size_t)BUILT_IN_SIDE * BUILT_IN_SIDE * 4);
    if (s->rgba)
        draw_discs(s->rgba);
    return s->rgba != NULL;
}

static int count_channels(const subject *s) {
    bool is_gray = true, is_opaque = true;
    for (size_t i = 0; i < (size_t)s->size[0] * s->size[1]; i++) {
        const uint8_t *pixel = s->rgba + 4 * i;
        is_gray = is_gray && pixel[0] == pixel[1] && pixel[1] == pixel[2];
        is_opaque = is_opaque && pixel[3] == 255;
    }
    return !is_opaque ? 4 : is_gray ? 1 : 3;
}

bool subject_load(subject *s, library *l, const char *path, const subject_desc *desc) {
    s->library = l;
    s->desc = *desc;
    if (!load_image(s, path))
        return false;
    s->channels = count_channels(s);
    s->texture = image_texture_create(l->gl, s->rgba, s->size[0], s->size[1], false);
    s->painted = s->texture ? image_texture_create(l->gl, s->rgba, s->size[0], s->size[1], false) : 0;
    const hpyr_quadtree_desc tree = {s->size[0], s->size[1], HPYR_FORMAT_RGBA8, desc->smallest, desc->largest};
    return s->painted && library_check(l, hpyr_quadtree_create(l->context, &tree, &s->tree), "the quadtree");
}

void subject_free(subject *s) {
    hpyr_quadtree_destroy(s->tree);
    if (s->texture) /* else GL may not even be loaded */
        glDeleteTextures(1, &s->texture);
    if (s->painted)
        glDeleteTextures(1, &s->painted);
    free(s->rgba);
    free(s->leaves);
    memset(s, 0, sizeof *s);
}

/* ---- the quadtree ---- */

static hpyr_texture texture_of(const subject *s, uint32_t name) {
    const hpyr_texture texture = {.name = name, .width = s->size[0], .height = s->size[1], .format = HPYR_FORMAT_RGBA8};
    return texture;
}

static bool make_room(subject *s) {
    if (s->leaf_count <= s->room)
        return true;
    free(s->leaves);
    s->room = 0;
    s->leaves = malloc((size_t)s->leaf_count * sizeof *s->leaves);
    if (!s->leaves)
        return error_set("out of memory for %u leaves", (unsigned)s->leaf_count);
    s->room = s->leaf_count;
    return true;
}

static double square(double x) {
    return x * x;
}

double subject_number(const hpyr_quadtree_leaf *leaf, int channel) {
    return (double)lround(2 * 255.0 * leaf->value.floats[channel]) / 2;
}

/* Of the channels that say something. */
static double squared_error(const subject *s, const hpyr_quadtree_leaf *leaf) {
    const uint32_t end_x = leaf->x + leaf->size < s->size[0] ? leaf->x + leaf->size : s->size[0];
    const uint32_t end_y = leaf->y + leaf->size < s->size[1] ? leaf->y + leaf->size : s->size[1];
    double sum = 0;
    for (uint32_t y = leaf->y; y < end_y; y++)
        for (uint32_t x = leaf->x; x < end_x; x++)
            for (int c = 0; c < s->channels; c++)
                sum += square(s->rgba[4 * ((size_t)y * s->size[0] + x) + (size_t)c] - subject_number(leaf, c));
    return sum;
}

static void survey(subject *s) {
    double sum = 0;
    memset(s->by_level, 0, sizeof s->by_level);
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        int level = 0;
        while (s->leaves[i].size >> level > 1)
            level++;
        s->by_level[level]++;
        sum += squared_error(s, &s->leaves[i]);
    }
    const double mean = sum / ((double)s->size[0] * s->size[1] * s->channels);
    s->psnr = mean > 0 ? 10 * log10(square(255) / mean) : INFINITY;
}

/* Its smaller levels too, for views from afar. */
static bool paint(subject *s) {
    const hpyr_texture target = texture_of(s, s->painted);
    if (!library_check(s->library, hpyr_quadtree_paint(s->tree, &target), "painting the leaves"))
        return false;
    glBindTexture(GL_TEXTURE_2D, s->painted);
    framebuffer_mipmaps(s->library->gl, GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    return draw_check("painting the leaves");
}

static bool run(subject *s, double tolerance) {
    const hpyr_texture image = texture_of(s, s->texture);
    const double begin = clock_ms();
    if (!library_check(s->library, hpyr_quadtree_build(s->tree, &image, tolerance / 255), "building the quadtree") ||
        !library_check(s->library, hpyr_quadtree_count(s->tree, &s->leaf_count), "counting the leaves"))
        return false;
    const double built = clock_ms();
    if (!make_room(s) ||
        !library_check(s->library, hpyr_quadtree_download(s->tree, 0, HPYR_ALL, s->leaves, s->room, NULL),
                       "listing the leaves"))
        return false;
    s->tolerance = tolerance;
    s->ms[TIME_BUILD] = built - begin;
    s->ms[TIME_LIST] = clock_ms() - built;
    s->ms[TIME_TOTAL] = s->ms[TIME_BUILD] + s->ms[TIME_LIST];
    return true;
}

bool subject_build(subject *s, double tolerance) {
    if (!run(s, tolerance))
        return false;
    survey(s);
    return paint(s);
}

bool subject_measure(subject *s, double tolerance, uint32_t runs) {
    double *times = malloc((size_t)runs * TIME_COUNT * sizeof *times);
    bool ok = times || error_set("out of memory for the times of %u runs", (unsigned)runs);
    for (uint32_t i = 0; ok && i < runs; i++) {
        ok = run(s, tolerance);
        for (int k = 0; ok && k < TIME_COUNT; k++)
            times[(size_t)k * runs + i] = s->ms[k];
    }
    for (int k = 0; ok && k < TIME_COUNT; k++)
        s->ms[k] = median_of(times + (size_t)k * runs, runs);
    free(times);
    if (ok)
        survey(s);
    return ok && paint(s);
}

double subject_ratio(const subject *s) {
    return (double)s->leaf_count / ((double)s->size[0] * s->size[1]);
}

uint32_t subject_largest(const subject *s) {
    int level = SUBJECT_LEVELS - 1;
    while (level > 0 && s->by_level[level] == 0)
        level--;
    return 1u << level;
}
