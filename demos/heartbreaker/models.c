/* models.c - what there is to break: the models of keys 1 to 5.  SPDX-License-Identifier: MIT */
#include "models.h"

#include "common/files/error.h"
#include "common/files/path.h"
#include "common/files/system.h"
#include "common/mesh/mesh_load.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAPOT_DIVISIONS = 7, DIE_DIVISIONS = 12, KNOT_STEPS = 220, KNOT_SIDES = 24, LONGEST_PATH = 4096 };

static const float PI = 3.14159265f;

/* sRGB, from the bottom to the top of a mesh. */
typedef struct paint {
    float bottom[3], top[3];
} paint;

static const paint PAINT_HEART_RED = {{118, 6, 18}, {206, 24, 40}};
static const paint PAINT_GLAZE = {{24, 74, 98}, {74, 158, 166}};
static const paint PAINT_GOLD = {{150, 78, 22}, {238, 176, 74}};

/* For models that have no colors of their own. */
static void paint_mesh(mesh *m, const paint *colors) {
    float low[3], high[3];
    mesh_bounds(m, low, high);
    for (size_t v = 0; v < m->vertex_count; v++) {
        float at = high[1] > low[1] ? (m->positions[3 * v + 1] - low[1]) / (high[1] - low[1]) : 0;
        for (int k = 0; k < 3; k++) {
            float value = colors->bottom[k] + (colors->top[k] - colors->bottom[k]) * fminf(fmaxf(at, 0), 1);
            m->colors[4 * v + (size_t)k] = (uint8_t)(value + 0.5f);
        }
        m->colors[4 * v + 3] = 255;
    }
    m->has_colors = true;
}

/* The curve's point, and its derivative. */
static void trefoil(float t, float point[3], float along[3]) {
    point[0] = sinf(t) + 2 * sinf(2 * t);
    point[1] = cosf(t) - 2 * cosf(2 * t);
    point[2] = -sinf(3 * t);
    along[0] = cosf(t) + 4 * cosf(2 * t);
    along[1] = -sinf(t) + 4 * sinf(2 * t);
    along[2] = -3 * cosf(3 * t);
}

static void cross_unit(vec3 a, vec3 b, vec3 out) {
    glm_vec3_cross(a, b, out);
    glm_vec3_divs(out, glm_vec3_norm(out), out);
}

/* A tube of radius 0.62 about the trefoil. Its frame comes from z, which the curve is nowhere parallel to. */
static bool make_knot(mesh *out) {
    vec3 up = {0, 0, 1};
    const float radius = 0.62f;
    if (!mesh_allocate(out, KNOT_STEPS * KNOT_SIDES, KNOT_STEPS * KNOT_SIDES * 2))
        return false;
    uint32_t *index = out->indices;
    for (uint32_t i = 0; i < KNOT_STEPS; i++) {
        float center[3], along[3], side[3], over[3];
        trefoil(2 * PI * (float)i / KNOT_STEPS, center, along);
        cross_unit(along, up, side);
        cross_unit(side, along, over);
        for (uint32_t j = 0; j < KNOT_SIDES; j++) {
            float angle = 2 * PI * (float)j / KNOT_SIDES;
            size_t v = (size_t)i * KNOT_SIDES + j;
            for (int k = 0; k < 3; k++) {
                float n = cosf(angle) * side[k] + sinf(angle) * over[k];
                out->normals[3 * v + (size_t)k] = n;
                out->positions[3 * v + (size_t)k] = center[k] + radius * n;
            }
            uint32_t next = (i + 1) % KNOT_STEPS * KNOT_SIDES, beside = (j + 1) % KNOT_SIDES;
            uint32_t a = (uint32_t)v, b = i * KNOT_SIDES + beside, c = next + j, d = next + beside;
            const uint32_t quad[6] = {a, c, b, b, c, d};
            memcpy(index, quad, sizeof quad);
            index += 6;
        }
    }
    return true;
}

/* An installed tree may be moved: its assets are found from the program on, where the system tells where that is. */
static const char *installed_assets(char *folder, size_t size) {
    char program[LONGEST_PATH];
    const char *name = system_program(program, sizeof program) ? path_last_part(program) : program;
    if (name == program)
        return HEARTBREAKER_INSTALLED_ASSETS;
    program[name - program - 1] = '\0';
    return snprintf(folder, size, "%s/%s", program, HEARTBREAKER_ASSETS_FROM_PROGRAM) < (int)size
               ? folder
               : HEARTBREAKER_INSTALLED_ASSETS;
}

/* The first of the places that has the file; else one line that names them all. */
static bool find_asset(const char *name, char *path, size_t size) {
    char folder[2 * LONGEST_PATH];
    const char *set = getenv("HPYR_ASSETS");
    const char *const places[] = {set && *set ? set : NULL, HEARTBREAKER_SOURCE_ASSETS,
                                  installed_assets(folder, sizeof folder)};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (places[i] && snprintf(path, size, "%s/%s", places[i], name) < (int)size && path_check_regular(path))
            return true;
    return error_set("%s: not found in %s%s%s, nor in %s; HPYR_ASSETS names another folder", name,
                     places[0] ? places[0] : "", places[0] ? ", " : "", places[1], places[2]);
}

static bool load_asset(const char *name, const paint *colors, mesh *out, warn_fn warn) {
    char path[2 * LONGEST_PATH];
    if (!find_asset(name, path, sizeof path) || !mesh_load(path, out, warn))
        return false;
    if (!out->has_colors && colors)
        paint_mesh(out, colors);
    return true;
}

static bool computed(bool made, const paint *colors, mesh *out) {
    if (made)
        paint_mesh(out, colors);
    return made || error_set("out of memory for a mesh");
}

/* `values` a vertex of a corner's triangle, at (i, j) of n. */
static void mix_corners(const float *from, const uint32_t *corner, size_t values, const float weights[3], float *to) {
    for (size_t k = 0; k < values; k++) {
        to[k] = 0;
        for (int c = 0; c < 3; c++)
            to[k] += weights[c] * from[corner[c] * values + k];
    }
}

static void divide_triangle(const mesh *m, uint32_t t, uint32_t n, mesh *out) {
    const uint32_t *corner = m->indices + 3 * (size_t)t, first = t * ((n + 1) * (n + 2) / 2);
    uint32_t vertex = first, *index = out->indices + 3 * (size_t)t * n * n;
    for (uint32_t row = 0; row <= n; row++) {
        uint32_t below = vertex + (n + 1 - row); /* the first of the next row */
        for (uint32_t i = 0; i <= n - row; i++, vertex++) {
            const float weights[3] = {(float)(n - row - i) / (float)n, (float)i / (float)n, (float)row / (float)n};
            mix_corners(m->positions, corner, 3, weights, out->positions + 3 * (size_t)vertex);
            mix_corners(m->normals, corner, 3, weights, out->normals + 3 * (size_t)vertex);
            mix_corners(m->texcoords, corner, 2, weights, out->texcoords + 2 * (size_t)vertex);
            memcpy(out->colors + 4 * (size_t)vertex, m->colors + 4 * (size_t)corner[0], 4);
            if (i < n - row)
                *index++ = vertex, *index++ = vertex + 1, *index++ = below + i;
            if (i + 1 < n - row)
                *index++ = vertex + 1, *index++ = below + i + 1, *index++ = below + i;
        }
    }
}

/* Flat textured faces in n * n triangles each: only vertices can be twisted. */
static bool divide(mesh *m, uint32_t n) {
    mesh divided;
    uint32_t vertices = m->triangle_count * ((n + 1) * (n + 2) / 2);
    bool ok = mesh_allocate(&divided, vertices, m->triangle_count * n * n);
    divided.texcoords = ok ? calloc(vertices, 2 * sizeof(float)) : NULL;
    mesh_part *parts = ok ? malloc(m->part_count * sizeof *parts) : NULL;
    if (!divided.texcoords || !parts) {
        free(parts);
        mesh_free(&divided);
        return false;
    }
    for (uint32_t t = 0; t < m->triangle_count; t++)
        divide_triangle(m, t, n, &divided);
    for (uint32_t i = 0; i < m->part_count; i++) {
        parts[i] = m->parts[i];
        parts[i].first_triangle *= n * n;
        parts[i].triangle_count *= n * n;
    }
    free(divided.parts);
    divided.parts = parts;
    divided.part_count = m->part_count;
    divided.textures = m->textures;
    divided.texture_count = m->texture_count;
    divided.has_colors = m->has_colors;
    m->textures = NULL;
    m->texture_count = 0;
    mesh_free(m);
    *m = divided;
    return true;
}

static bool load_die(mesh *out, warn_fn warn) {
    if (!load_asset("die.obj", NULL, out, warn))
        return false;
    bool ok = !out->texcoords || divide(out, DIE_DIVISIONS);
    if (!ok)
        mesh_free(out);
    return ok || error_set("out of memory");
}

bool models_load(model_number number, const char *path, mesh *out, warn_fn warn) {
    memset(out, 0, sizeof *out);
    switch (number) {
    case MODEL_HEART:
        return load_asset("heart.ply", &PAINT_HEART_RED, out, warn);
    case MODEL_TEAPOT:
        return computed(mesh_make_teapot(out, TEAPOT_DIVISIONS), &PAINT_GLAZE, out);
    case MODEL_TORUS:
        return load_asset("torus.ply", NULL, out, warn);
    case MODEL_DIE:
        return load_die(out, warn);
    default:
        return path ? mesh_load(path, out, warn) : computed(make_knot(out), &PAINT_GOLD, out);
    }
}

const char *const MODEL_NAMES[] = {"heart", "teapot", "torus", "die", "knot", NULL};

const char *models_name(model_number number, const char *path) {
    return number == MODEL_OWN && path ? path : MODEL_NAMES[number - 1];
}
