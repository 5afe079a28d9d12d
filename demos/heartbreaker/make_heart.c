/* make_heart.c - make_heart FILE.ply: the heart in assets/, by marching cubes.  SPDX-License-Identifier: MIT
 *
 * Source: G. Taubin 1994, Rasterizing algebraic curves and surfaces (IEEE Computer Graphics and Applications 14):
 *
 *     (x^2 + 9/4 y^2 + z^2 - 1)^3 - x^2 z^3 - 9/80 y^2 z^3 = 0      with z up.
 *
 * Turned about x so that y is up and the broad face looks to +z. With q = x^2 + y^2 + 9/4 z^2 - 1 and r = x^2 + 9/80 z^2 it
 * says q^3 = y^3 r. That polynomial vanishes to third order all around the heart's waist, where q and y are both 0: no gradient,
 * no normals. But q = y cbrt(r) is the same surface, and smooth, except for two cusps, the dip and the tip, where the y axis
 * leaves it.
 *
 * Marching cubes leaves slivers where the surface grazes a sample. So the vertices wander: each to the middle of its neighbors,
 * along the surface, and back onto it. Around the cusps they would crowd, and their normals turn about; so they wander on a blunt
 * heart, r + BLUNT for r, which differs there only, take its normals, and go to the real one at last. */
#include "common/files/error.h"
#include "common/files/options.h"
#include "common/mesh/mesh_file.h"
#include "common/mesh/vector.h"

#include <histopyramid/reference/reference.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_X = 31, SAMPLES_Y = 31, SAMPLES_Z = 21, ROUNDS = 60, NEWTON_STEPS = 3 };

static const double SPACING = 0.0825, LOWEST_Y = -1.08, BLUNT = 0.001;

typedef struct heart {
    uint32_t vertex_count, triangle_count;
    double *positions, *normals, *means;
    uint32_t *valences;
    const uint32_t *indices;
} heart;

/* ---- the surface ---- */

/* By Newton's method and not by the C library, whose last bit differs from machine to machine. */
static double cube_root(double value) {
    double root = value < 1 ? 1 : value;
    if (!(value > 0))
        return 0;
    for (;;) {
        double next = (2 * root + value / (root * root)) / 3;
        if (!(next < root))
            return root;
        root = next;
    }
}

/* The heart is sharp where `blunt` is 0. */
static double width_at(const double p[3], double blunt) {
    return cube_root(p[0] * p[0] + 0.1125 * p[2] * p[2] + blunt);
}

/* Positive inside. */
static double value_at(const double p[3], double blunt) {
    return p[1] * width_at(p, blunt) - (p[0] * p[0] + p[1] * p[1] + 2.25 * p[2] * p[2] - 1);
}

/* A sharp heart has none on the axis. */
static void gradient_at(const double p[3], double blunt, double gradient[3]) {
    double width = width_at(p, blunt), slope = p[1] / (3 * width * width);
    gradient[0] = slope * 2 * p[0] - 2 * p[0];
    gradient[1] = width - 2 * p[1];
    gradient[2] = slope * 0.225 * p[2] - 4.5 * p[2];
}

static bool is_on_axis(const double p[3]) {
    return p[0] == 0 && p[2] == 0;
}

static void project(double p[3], double blunt) {
    if (blunt == 0 && is_on_axis(p)) {
        p[1] = p[1] < 0 ? -1 : 1;
        return;
    }
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double gradient[3], distance;
        gradient_at(p, blunt, gradient);
        distance = value_at(p, blunt) / vector_dot(gradient, gradient);
        for (int i = 0; i < 3; i++)
            p[i] -= distance * gradient[i];
    }
}

static void set_normal(const double p[3], double normal[3]) {
    gradient_at(p, BLUNT, normal);
    double length = vector_length(normal);
    for (int i = 0; i < 3; i++)
        normal[i] /= -length;
}

/* ---- the mesh ---- */

/* In a closed mesh every edge is walked once in either direction, so each neighbor is added once. */
static void add_neighbors(heart *h) {
    memset(h->means, 0, 3 * (size_t)h->vertex_count * sizeof *h->means);
    memset(h->valences, 0, h->vertex_count * sizeof *h->valences);
    for (size_t i = 0; i < 3 * (size_t)h->triangle_count; i++) {
        size_t from = h->indices[i], to = h->indices[i % 3 == 2 ? i - 2 : i + 1];
        for (int k = 0; k < 3; k++)
            h->means[3 * from + k] += h->positions[3 * to + k];
        h->valences[from]++;
    }
}

/* The dip and the tip keep their places. */
static void relax(heart *h) {
    add_neighbors(h);
    for (size_t v = 0; v < h->vertex_count; v++) {
        double *p = h->positions + 3 * v, *normal = h->normals + 3 * v, way[3];
        if (is_on_axis(p))
            continue;
        for (int i = 0; i < 3; i++)
            way[i] = h->means[3 * v + i] / h->valences[v] - p[i];
        double along_normal = vector_dot(way, normal);
        for (int i = 0; i < 3; i++)
            p[i] += 0.5 * (way[i] - along_normal * normal[i]);
        project(p, BLUNT);
        set_normal(p, normal);
    }
}

static void sharpen(heart *h) {
    for (size_t v = 0; v < h->vertex_count; v++) {
        project(h->positions + 3 * v, 0);
        set_normal(h->positions + 3 * v, h->normals + 3 * v);
    }
}

static double length_along(const heart *h, int axis, double *middle) {
    double low = INFINITY, high = -INFINITY;
    for (size_t v = 0; v < h->vertex_count; v++) {
        low = fmin(low, h->positions[3 * v + axis]);
        high = fmax(high, h->positions[3 * v + axis]);
    }
    *middle = (low + high) / 2;
    return high - low;
}

/* Across its axis the heart has its middle already; its longest side, from left to right, becomes 2. */
static void center(heart *h) {
    double middle_x, middle_y;
    double scale = 2 / length_along(h, 0, &middle_x);
    length_along(h, 1, &middle_y);
    for (size_t v = 0; v < h->vertex_count; v++) {
        h->positions[3 * v + 1] -= middle_y;
        for (int i = 0; i < 3; i++)
            h->positions[3 * v + i] *= scale;
    }
}

static float *sample_heart(const hpyr_ref_isosurface_desc *desc) {
    float *samples = malloc((size_t)desc->width * desc->height * desc->depth * sizeof *samples);
    size_t i = 0;
    for (uint32_t z = 0; samples && z < desc->depth; z++) {
        for (uint32_t y = 0; y < desc->height; y++) {
            for (uint32_t x = 0; x < desc->width; x++) {
                double p[3] = {((double)x - (SAMPLES_X - 1) / 2) * SPACING, y * SPACING + LOWEST_Y,
                               ((double)z - (SAMPLES_Z - 1) / 2) * SPACING};
                samples[i++] = (float)value_at(p, BLUNT);
            }
        }
    }
    return samples;
}

/* The grid's middle column is the axis, so that the dip and the tip are vertices. */
static hpyr_result make_surface(hpyr_ref_isosurface **out) {
    hpyr_ref_isosurface_desc desc = {.width = SAMPLES_X, .height = SAMPLES_Y, .depth = SAMPLES_Z};
    float *samples = sample_heart(&desc);
    desc.samples = samples;
    for (int i = 0; i < 3; i++)
        desc.spacing[i] = 1; /* grid coordinates are exact */
    hpyr_result result = samples ? hpyr_ref_isosurface_create(&desc, out) : HPYR_ERROR_OUT_OF_MEMORY;
    free(samples);
    return result;
}

static bool make_heart(heart *h, const hpyr_ref_isosurface *surface) {
    static const double origin[3] = {-(SAMPLES_X - 1) / 2, LOWEST_Y / SPACING, -(SAMPLES_Z - 1) / 2};
    size_t n = (size_t)surface->vertex_count;
    h->vertex_count = (uint32_t)n;
    h->triangle_count = (uint32_t)surface->triangle_count;
    h->indices = surface->indices;
    h->positions = calloc(3 * n, sizeof *h->positions);
    h->normals = calloc(3 * n, sizeof *h->normals);
    h->means = calloc(3 * n, sizeof *h->means);
    h->valences = calloc(n, sizeof *h->valences);
    if (!h->positions || !h->normals || !h->means || !h->valences)
        return false;
    for (size_t i = 0; i < 3 * n; i++)
        h->positions[i] = (surface->positions[i] + origin[i % 3]) * SPACING;
    for (size_t v = 0; v < n; v++)
        set_normal(h->positions + 3 * v, h->normals + 3 * v);
    for (int round = 0; round < ROUNDS; round++)
        relax(h);
    sharpen(h);
    center(h);
    return true;
}

static void free_heart(heart *h) {
    free(h->positions);
    free(h->normals);
    free(h->means);
    free(h->valences);
}

/* ---- the file ---- */

static void give_vertex(const void *user, size_t index, mesh_file_vertex *out) {
    const heart *h = user;
    for (size_t i = 0; i < 3; i++) {
        out->position[i] = (float)h->positions[3 * index + i];
        out->normal[i] = (float)h->normals[3 * index + i];
    }
}

static bool write_heart(const heart *h, const char *path) {
    mesh_file file = {0};
    file.vertex_count = h->vertex_count;
    file.triangle_count = h->triangle_count;
    file.vertex = give_vertex;
    file.user = h;
    file.indices = h->indices;
    file.comment = "G. Taubin's heart (1994), made by make_heart of libhistopyramid; MIT";
    return mesh_file_write(path, &file);
}

static bool run(const char *path) {
    hpyr_ref_isosurface *surface = NULL;
    heart h = {0};
    bool done = false;
    if (make_surface(&surface) != HPYR_OK || !make_heart(&h, surface))
        error_set("out of memory");
    else
        done = write_heart(&h, path);
    if (done && strcmp(path, "-") != 0) {
        printf("%s: %lu vertices, %lu triangles\n", path, (unsigned long)h.vertex_count,
               (unsigned long)h.triangle_count);
    }
    free_heart(&h);
    hpyr_ref_isosurface_destroy(surface);
    return done;
}

int main(int argc, char **argv) {
    const char *path = NULL;
    option_table table = {0};
    table.program = "make_heart";
    table.summary = "Writes HeartBreaker's heart, about 5000 triangles with normals. FILE.ply - is standard output.";
    table.operand = "FILE.ply";
    table.operand_target = &path;
    int status = options_parse(&table, argc, argv);
    if (status >= 0)
        return status;
    if (!path) {
        fputs("make_heart: FILE.ply is missing: see make_heart --help\n", stderr);
        return 2;
    }
    if (!run(path)) {
        fprintf(stderr, "make_heart: %s\n", error_text());
        return 1;
    }
    return 0;
}
