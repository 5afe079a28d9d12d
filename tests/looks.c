/* looks.c - what voxels must look like: their nearest points by brute force, in double.  SPDX-License-Identifier: MIT
 *
 * Where several points of a mesh are as near as each other, to a thousandth of a voxel, any of them may give its
 * looks. */
#include "looks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLACK 1e-3 /* voxels */

/* ---- meshes with looks ---- */

/* Looks are functions of the position, so that triangles of a closed mesh agree at their edges. */
static void paint_vertex(looks *l, size_t i) {
    const float *p = l->s.corners + 3 * i;
    double length = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]) + 1e-9;
    for (size_t k = 0; k < 3; k++) {
        l->colors[4 * i + k] = (uint8_t)(127.5 + 127 * sin(3.0 * p[k] + (double)k));
        l->normals[3 * i + k] = (float)(p[k] / length * (1.5 + p[0]));
    }
    l->colors[4 * i + 3] = (uint8_t)(i % 256); /* not looked at */
    l->texcoords[2 * i] = 1.3f * p[0] - 0.4f * p[2];
    l->texcoords[2 * i + 1] = 0.9f * p[1] + 0.3f * p[2] + 0.7f;
}

static void make_texture(looks *l, int level) {
    l->texture = image_make(HPYR_FORMAT_RGBA8, 0, 8, 8, 1);
    image_scramble(&l->texture, 5);
    image_upload_to(&l->texture, 0, level);
}

looks looks_make(soup s, int parts, int level) {
    looks l = {.s = s};
    size_t vertices = 3 * (size_t)s.count;
    l.colors = calloc(vertices + 1, 4);
    l.normals = calloc(vertices + 1, 12);
    l.texcoords = calloc(vertices + 1, 8);
    assert_true(l.colors && l.normals && l.texcoords);
    for (size_t i = 0; i < vertices; i++)
        paint_vertex(&l, i);
    l.gpu.mesh = (hpyr_mesh){.positions.buffer = buffer_of(s.corners, vertices * 12 + 4), .triangle_count = s.count};
    if (parts & LOOKS_COLORS)
        l.gpu.mesh.colors.buffer = buffer_of(l.colors, vertices * 4 + 4);
    if (parts & LOOKS_NORMALS)
        l.gpu.normals.buffer = buffer_of(l.normals, vertices * 12 + 4);
    if (parts & LOOKS_TEXTURE) {
        make_texture(&l, level);
        l.gpu.texcoords.buffer = buffer_of(l.texcoords, vertices * 8 + 4);
        l.gpu.texture = l.texture.texture;
    }
    return l;
}

void looks_free(looks *l) {
    const GLuint buffers[] = {l->gpu.mesh.positions.buffer, l->gpu.mesh.colors.buffer, l->gpu.normals.buffer,
                              l->gpu.texcoords.buffer, l->gpu.mesh.index_buffer};
    glDeleteBuffers(LENGTH(buffers), buffers);
    if (l->texture.pixels)
        image_free(&l->texture);
    free(l->colors);
    free(l->normals);
    free(l->texcoords);
    soup_free(&l->s);
}

/* ---- the oracle ---- */

typedef struct nearest {
    double weights[3], distance;
} nearest;

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void try_weights(nearest *best, const double (*corners)[3], double u, double v, double w) {
    double at[3];
    for (int k = 0; k < 3; k++)
        at[k] = u * corners[0][k] + v * corners[1][k] + w * corners[2][k];
    double distance = sqrt(dot(at, at));
    if (distance < best->distance)
        *best = (nearest){{u, v, w}, distance};
}

/* The point of a triangle that is nearest to the origin: the best of three edges and, where its foot lies inside, the
 * plane. */
static nearest nearest_of(const double (*c)[3]) {
    nearest best = {{1, 0, 0}, INFINITY};
    double e[3], f[3], n = 0, ee, ff, ef, ae, af;
    for (int k = 0; k < 3; k++) {
        const double *p = c[k], *q = c[(k + 1) % 3];
        double d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, square = dot(d, d), weights[3] = {0, 0, 0};
        double t = square > 0 ? fmin(fmax(-dot(p, d) / square, 0), 1) : 0;
        weights[k] = 1 - t;
        weights[(k + 1) % 3] = t;
        try_weights(&best, c, weights[0], weights[1], weights[2]);
        e[k] = c[1][k] - c[0][k];
        f[k] = c[2][k] - c[0][k];
    }
    ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), ae = -dot(c[0], e), af = -dot(c[0], f);
    n = ee * ff - ef * ef;
    if (n > 0) {
        double v = (ff * ae - ef * af) / n, w = (ee * af - ef * ae) / n;
        if (v >= 0 && w >= 0 && v + w <= 1)
            try_weights(&best, c, 1 - v - w, v, w);
    }
    return best;
}

/* Bilinear, repeating; row 0 is the bottom. */
static double sample(const image *texture, double s, double t, int channel) {
    double x = s * texture->ref.width - 0.5, y = t * texture->ref.height - 0.5, sum = 0;
    const uint8_t *pixels = texture->pixels;
    for (int k = 0; k < 4; k++) {
        double dx = k % 2 ? x - floor(x) : 1 - (x - floor(x)), dy = k / 2 ? y - floor(y) : 1 - (y - floor(y));
        int64_t i = ((int64_t)floor(x) + k % 2) & 7, j = ((int64_t)floor(y) + k / 2) & 7;
        sum += dx * dy * pixels[4 * (8 * j + i) + channel];
    }
    return sum / 255;
}

/* What a point of a triangle looks like. Normals are of the mesh's own coordinates. */
static void look_at(const looks *l, uint32_t triangle, const double weights[3], double color[3], double normal[3]) {
    double at[8] = {0}, length; /* color, normal, texture coordinates */
    const float *p = l->s.corners + 9 * (size_t)triangle;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 8; k++) {
            size_t v = 3 * (size_t)triangle + i;
            double white = l->gpu.mesh.colors.buffer ? l->colors[4 * v + k % 3] / 255.0 : 1;
            at[k] += weights[i] * (k < 3 ? white : k < 6 ? l->normals[3 * v + k - 3] : l->texcoords[2 * v + k - 6]);
        }
    for (size_t k = 0; k < 3; k++) {
        size_t i = (k + 1) % 3, j = (k + 2) % 3;
        double own = ((double)p[3 + i] - p[i]) * ((double)p[6 + j] - p[j]) -
                     ((double)p[3 + j] - p[j]) * ((double)p[6 + i] - p[i]);
        normal[k] = l->gpu.normals.buffer ? at[3 + k] : own;
        color[k] = at[k] * (l->texture.pixels ? sample(&l->texture, at[6], at[7], (int)k) : 1);
    }
    length = sqrt(dot(normal, normal));
    for (int k = 0; k < 3; k++)
        normal[k] /= length;
}

static void corners_in_cells(const looked *r, const looks *l, uint32_t triangle, const float *m, const hpyr_point *p,
                             double (*out)[3]) {
    const double center[3] = {p->x + 0.5, p->y + 0.5, p->z + 0.5};
    for (size_t i = 0; i < 3; i++) {
        const float *from = l->s.corners + 9 * (size_t)triangle + 3 * i;
        for (size_t k = 0; k < 3; k++) {
            double at = m ? (double)m[k] * from[0] + (double)m[4 + k] * from[1] + (double)m[8 + k] * from[2] + m[12 + k]
                          : from[k];
            out[i][k] = (at * 0.5 + 0.5) * r->size[k] - center[k];
        }
    }
}

/* Whether fill thin marks a voxel for a triangle; corners are in cells, the center is their origin. The triangle covers the center of
 * the column, x and y rounded to 1/256, and its plane passes the voxel there. Rounding decides within two such steps of an edge, and
 * where one of them would move the height past the voxel's side. */
typedef enum marks { MARKS_NOTHING, MARKS_PERHAPS, MARKS_IT } marks;

static marks marks_of(const double (*c)[3]) {
    enum { STEPS = 256 };
    double p[3][2], inside = INFINITY, height, e[2], f[2], area, slope[2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            p[i][k] = rint(c[i][k] * STEPS) / STEPS;
    for (int k = 0; k < 2; k++) {
        e[k] = p[1][k] - p[0][k];
        f[k] = p[2][k] - p[0][k];
    }
    area = e[0] * f[1] - e[1] * f[0];
    if (area == 0)
        return MARKS_NOTHING;
    for (int i = 0; i < 3; i++) {
        const double *from = p[i], *to = p[(i + 1) % 3];
        double cross = from[0] * to[1] - from[1] * to[0], length = hypot(to[0] - from[0], to[1] - from[1]);
        inside = fmin(inside, (area > 0 ? cross : -cross) / length);
    }
    slope[0] = ((c[1][2] - c[0][2]) * f[1] - e[1] * (c[2][2] - c[0][2])) / area;
    slope[1] = (e[0] * (c[2][2] - c[0][2]) - (c[1][2] - c[0][2]) * f[0]) / area;
    height = c[0][2] - slope[0] * p[0][0] - slope[1] * p[0][1];
    height = fmin(fmax(height, fmin(c[0][2], fmin(c[1][2], c[2][2]))), fmax(c[0][2], fmax(c[1][2], c[2][2])));
    double beyond = fabs(height) - 0.5, slack = SLACK + hypot(slope[0], slope[1]) * 1.5 / STEPS;
    if (inside < -3.0 / STEPS || beyond > slack)
        return MARKS_NOTHING;
    return inside > 1.0 / STEPS && beyond < -slack ? MARKS_IT : MARKS_PERHAPS;
}

static bool looks_like(const looked *r, uint32_t key, const looks *l, uint32_t triangle, const double weights[3]) {
    double color[3], normal[3], worst = 0;
    look_at(l, triangle, weights, color, normal);
    for (size_t k = 0; k < 3; k++) {
        double off = fabs(r->colors[4 * (size_t)key + k] - 255 * color[k]) / (l->texture.pixels ? 4.5 : 1.6);
        worst = fmax(worst, fmax(off, fabs(r->normals[4 * (size_t)key + k] - normal[k]) / 3e-3));
    }
    return worst <= 1;
}

/* Whether a key's looks are those of one of the nearest points. False with a line on stderr where they are not. */
static bool check_key(const looked *r, uint32_t key, const looks *list, size_t count, const float *transform) {
    const hpyr_point *p = &r->points[key];
    const uint8_t *c = r->colors + 4 * (size_t)key;
    const float *n = r->normals + 4 * (size_t)key;
    bool blank = !c[0] && !c[1] && !c[2] && !c[3] && n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0, found = false;
    double best = INFINITY, reach = r->reach > 0 ? r->reach : sqrt(0.75), corners[3][3];
    for (int pass = 0; pass < 2 && !found; pass++)
        for (size_t i = 0; i < count; i++)
            for (uint32_t t = 0; t < list[i].s.count; t++) {
                corners_in_cells(r, &list[i], t, transform, p, corners);
                marks marked = r->thin ? marks_of((const double(*)[3])corners) : MARKS_IT;
                if (marked == MARKS_NOTHING || (pass == 0 && marked != MARKS_IT))
                    continue;
                nearest near = nearest_of((const double(*)[3])corners);
                if (pass == 0)
                    best = fmin(best, near.distance);
                else if (!found && near.distance <= best + SLACK)
                    found = looks_like(r, key, &list[i], t, near.weights);
            }
    bool good = c[3] == 255 && n[3] == 0 && found && (r->thin || best < reach + SLACK);
    if (blank)
        good = r->thin ? isinf(best) : best > reach - SLACK;
    if (!good)
        fprintf(stderr, "key %u, voxel %u %u %u of %ux%ux%u, %g from the mesh: color %u %u %u %u, normal %g %g %g %g\n",
                key, p->x, p->y, p->z, r->size[0], r->size[1], r->size[2], best, c[0], c[1], c[2], c[3], n[0], n[1],
                n[2], n[3]);
    return good;
}

void check_looked(const looked *r, const looks *list, size_t count, const float *transform) {
    uint32_t wrong = 0;
    for (uint32_t key = 0; key < r->total && wrong < 10; key++)
        wrong += !check_key(r, key, list, count, transform);
    if (wrong)
        fail();
}

void check_none_blank(const looked *r) {
    for (size_t key = 0; key < r->total; key++) {
        const hpyr_point *p = &r->points[key];
        const float *n = r->normals + 4 * key;
        double length = sqrt((double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2]);
        if (r->colors[4 * key + 3] != 255 || fabs(length - 1) > 1e-5)
            fail_msg("key %zu, voxel %u %u %u: alpha %u, a normal of %g", key, p->x, p->y, p->z, r->colors[4 * key + 3],
                     length);
    }
}

/* ---- what the library makes of a mesh ---- */

/* A pyramid of any layout over what the voxelizer made. */
static void make_points(env *e, stage *st, const job *j) {
    bool single = j->layout == HPYR_LAYOUT_SINGLE;
    const hpyr_pyramid_desc shape = {.width = j->size[0],
                                     .height = j->size[1],
                                     .depth = j->size[2],
                                     .layout = j->layout,
                                     .base = j->base,
                                     .order = single ? HPYR_ORDER_MORTON : HPYR_ORDER_COLUMN};
    hpyr_texture texture;
    st->pyramid = make_pyramid_from(e, &shape);
    if (!single && hpyr_voxelizer_resolved(st->voxelizer)->kind == HPYR_VOXELIZER_KIND_BITS) {
        OK(e, hpyr_voxelizer_volume(st->voxelizer, &texture));
        OK(e, hpyr_pyramid_build_bits(st->pyramid, &texture));
    } else {
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
        st->volume = image_make(HPYR_FORMAT_R8UI, 0, j->size[0], j->size[1], j->size[2]);
        free(st->volume.pixels);
        st->volume.ref.pixels = st->volume.pixels = read_voxels(e, st->voxelizer, NULL);
        image_upload_to(&st->volume, GL_TEXTURE_3D, 0);
        OK(e, hpyr_pyramid_build(st->pyramid, discriminator, &st->volume.texture));
    }
}

image make_list(hpyr_format format, uint32_t width, uint32_t height) {
    image list = image_make(format, 0, width, height, 1);
    memset(list.pixels, 0x3c, (size_t)width * height * format_bytes(format));
    image_upload(&list);
    return list;
}

void read_list(image *list) {
    bool floats = list->ref.format == HPYR_FORMAT_RGBA32F;
    fetch_texture(&list->texture, GL_RGBA, floats ? GL_FLOAT : GL_UNSIGNED_BYTE, list->pixels);
}

void stage_make(env *e, stage *st, const job *j, const looks *list, uint32_t count) {
    soup all = soup_make(0);
    memset(st, 0, sizeof *st);
    for (uint32_t i = 0; i < count; i++) {
        soup_append(&all, &list[i].s);
        st->surfaces[i] = list[i].gpu;
    }
    st->count = count;
    st->voxelizer = make_voxelizer_of(e, j->size, j->kind, j->fill);
    GLuint buffer = buffer_of(all.corners, (size_t)all.count * 36 + 4);
    hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = all.count};
    OK(e, hpyr_voxelizer_run(st->voxelizer, &mesh, j->transform));
    glDeleteBuffers(1, &buffer);
    soup_free(&all);
    make_points(e, st, j);
    OK(e, hpyr_pyramid_total(st->pyramid, &st->total));
}

void stage_free(stage *st) {
    CALL_VOID(env_running, hpyr_pyramid_destroy(st->pyramid));
    CALL_VOID(env_running, hpyr_voxelizer_destroy(st->voxelizer));
    if (st->volume.pixels)
        image_free(&st->volume);
}

looked run_job(env *e, const job *j, const looks *list, uint32_t count) {
    SCOPED(stage_free) stage st;
    stage_make(e, &st, j, list, count);
    uint32_t side = hpyr_list_side(st.total);
    image colors = make_list(HPYR_FORMAT_RGBA8, side, side + 1), normals = make_list(HPYR_FORMAT_RGBA32F, side, side);
    looked r = {{j->size[0], j->size[1], j->size[2]},
                st.total,
                calloc(st.total + 1, sizeof(hpyr_point)),
                NULL,
                NULL,
                j->fill == HPYR_FILL_SOLID,
                j->fill <= HPYR_FILL_THIN};
    assert_non_null(r.points);
    OK(e, hpyr_pyramid_download(st.pyramid, 0, HPYR_ALL, r.points, st.total, 0, NULL));
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, st.surfaces, count, j->transform, &colors.texture,
                                    &normals.texture));
    read_list(&colors);
    read_list(&normals);
    r.colors = colors.pixels;
    r.normals = normals.pixels;
    glDeleteTextures(1, &colors.texture.name);
    glDeleteTextures(1, &normals.texture.name);
    return r;
}

void looked_free(looked *r) {
    free(r->points);
    free(r->colors);
    free(r->normals);
}

uint32_t check_job(env *e, const job *j, const looks *list, uint32_t count) {
    SCOPED(looked_free) looked r = run_job(e, j, list, count);
    uint32_t total = r.total;
    check_looked(&r, list, count, j->transform);
    if (r.thin)
        check_none_blank(&r);
    return total;
}
