/* solids.c - checks voxelizers, isosurfaces and marching cubes.  SPDX-License-Identifier: MIT */
#include "check.h"
#include "gl.h"
#include "modules.h"

#include <stdlib.h>
#include <string.h>

/* ---- voxelizers ---- */

enum { WIDTH = 23, HEIGHT = 17, DEPTH = 41, VOXELS = WIDTH * HEIGHT * DEPTH, TRIANGLES = 8 };

typedef struct voxelization {
    const char *name;
    hpyr_voxelizer_kind kind;
    hpyr_fill fill;
    hpyr_inside inside;
} voxelization;

/* A closed surface: an octahedron whose corners are somewhere. */
static float *make_soup(check *c) {
    float corners[6][3], *soup = check_memory(c, TRIANGLES * 9 * sizeof *soup);
    for (int i = 0; i < 6; i++)
        for (int axis = 0; axis < 3; axis++)
            corners[i][axis] = 0.15f * check_random_float(c) + (axis != i / 2 ? 0 : i % 2 ? 0.8f : -0.8f);
    for (int i = 0; i < TRIANGLES; i++)
        for (int axis = 0; axis < 3; axis++) /* one of the two corners on each axis */
            memcpy(soup + 9 * i + 3 * axis, corners[2 * axis + (i >> axis & 1)], sizeof corners[0]);
    return soup;
}

/* must[i]: voxel i is set for sure; may[i]: it may be. */
static void voxelize(check *c, const voxelization *v, const float *soup, uint8_t *must, uint8_t *may) {
    uint8_t *ambiguous = check_memory(c, VOXELS);
    if (v->fill == HPYR_FILL_SURFACE) {
        hpyr_ref_voxelize_surface(soup, TRIANGLES, WIDTH, HEIGHT, DEPTH, -2e-4, must, NULL);
        hpyr_ref_voxelize_surface(soup, TRIANGLES, WIDTH, HEIGHT, DEPTH, 2e-4, may, NULL);
        return;
    }
    (v->fill == HPYR_FILL_THIN ? hpyr_ref_voxelize_thin
     : v->inside == HPYR_INSIDE_SIX_RAYS
         ? hpyr_ref_voxelize_solid_six_rays
         : hpyr_ref_voxelize_solid)(soup, TRIANGLES, WIDTH, HEIGHT, DEPTH, may, ambiguous, NULL);
    for (size_t i = 0; i < VOXELS; i++) {
        must[i] = may[i] && !ambiguous[i];
        may[i] |= ambiguous[i];
    }
}

/* The voxels of a volume, by a pyramid: got[i] becomes 1. */
static bool list_voxels(check *c, const voxelization *v, hpyr_voxelizer *voxelizer, uint8_t *got) {
    const hpyr_voxelizer_desc *resolved = hpyr_voxelizer_resolved(voxelizer);
    bool is_bits = v->kind == HPYR_VOXELIZER_KIND_BITS;
    const hpyr_pyramid_desc desc = {.width = WIDTH,
                                    .height = HEIGHT,
                                    .depth = DEPTH,
                                    .tiles_x = resolved->tiles_x,
                                    .layout = is_bits ? HPYR_LAYOUT_BITS : HPYR_LAYOUT_VEC4,
                                    .order = is_bits ? HPYR_ORDER_COLUMN : HPYR_ORDER_DEFAULT};
    hpyr_point *points = check_memory(c, VOXELS * sizeof *points);
    hpyr_discriminator *rule = NULL;
    hpyr_pyramid *pyramid = NULL;
    hpyr_texture volume;
    uint32_t total = 0;
    bool ok = CALL(c, hpyr_voxelizer_volume(voxelizer, &volume)) &&
              CALL(c, hpyr_discriminator_create(c->context, NULL, &rule)) &&
              CALL(c, hpyr_pyramid_create(c->context, &desc, &pyramid)) &&
              (is_bits ? CALL(c, hpyr_pyramid_build_bits(pyramid, &volume))
                       : CALL(c, hpyr_pyramid_build(pyramid, rule, &volume))) &&
              CALL(c, hpyr_pyramid_total(pyramid, &total)) &&
              CALL(c, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, VOXELS, 0, NULL));
    for (uint32_t i = 0; ok && i < total; i++)
        if (points[i].x < WIDTH && points[i].y < HEIGHT && points[i].z < DEPTH)
            got[(points[i].z * HEIGHT + points[i].y) * WIDTH + points[i].x] = 1;
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(rule);
    return ok;
}

static void check_voxelization(check *c, const voxelization *v, const float *soup) {
    const hpyr_voxelizer_desc desc = {
        .width = WIDTH, .height = HEIGHT, .depth = DEPTH, .kind = v->kind, .fill = v->fill, .inside = v->inside};
    const hpyr_mesh mesh = {.positions.buffer = check_buffer(c, soup, TRIANGLES * 9 * sizeof *soup),
                            .triangle_count = TRIANGLES};
    uint8_t *must = check_memory(c, VOXELS), *may = check_memory(c, VOXELS), *got = check_memory(c, VOXELS);
    hpyr_voxelizer *voxelizer = NULL;
    if (CALL(c, hpyr_voxelizer_create(c->context, &desc, &voxelizer)) &&
        CALL(c, hpyr_voxelizer_run(voxelizer, &mesh, NULL)) && list_voxels(c, v, voxelizer, got)) {
        voxelize(c, v, soup, must, may);
        c->compared++;
        for (unsigned i = 0; i < VOXELS; i++)
            if (got[i] < must[i] || got[i] > may[i])
                check_wrong(c, "voxel (%u, %u, %u) is %d, not %d", i % WIDTH, i / WIDTH % HEIGHT, i / WIDTH / HEIGHT,
                            got[i], must[i]);
    }
    hpyr_voxelizer_destroy(voxelizer);
}

void check_voxelizers(check *c) {
    static const voxelization ALL[] = {
        {"SLICES THIN", HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, HPYR_INSIDE_DEFAULT},
        {"BITS THIN", HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN, HPYR_INSIDE_DEFAULT},
        {"BITS SURFACE", HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE, HPYR_INSIDE_DEFAULT},
        {"SOLID", HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, HPYR_INSIDE_ONE_RAY},
        {"SOLID SIX_RAYS", HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, HPYR_INSIDE_SIX_RAYS}};
    const float *soup = make_soup(c);
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        check_part(c, "%s", ALL[i].name);
        check_voxelization(c, &ALL[i], soup);
    }
}

/* ---- meshes ---- */

enum { SAMPLES_X = 13, SAMPLES_Y = 9, SAMPLES_Z = 21, SAMPLES = SAMPLES_X * SAMPLES_Y * SAMPLES_Z };
static const double ISOVALUE = 0.1;

static hpyr_ref_isosurface *make_field(check *c, hpyr_mesh_form form, hpyr_field *field) {
    float *samples = check_memory(c, SAMPLES * sizeof *samples);
    const hpyr_ref_isosurface_desc desc = {.samples = samples,
                                           .width = SAMPLES_X,
                                           .height = SAMPLES_Y,
                                           .depth = SAMPLES_Z,
                                           .iso = ISOVALUE,
                                           .mesh = form,
                                           .trace = true};
    hpyr_ref_isosurface *mesh = NULL;
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = check_random_float(c);
    *field = (hpyr_field){
        .texture = check_texture(c, GL_TEXTURE_3D, HPYR_FORMAT_R32F, SAMPLES_X, SAMPLES_Y, SAMPLES_Z, samples)};
    if (hpyr_ref_isosurface_create(&desc, &mesh) != HPYR_OK)
        abort();
    return mesh;
}

/* Positions and normals, which the GPU computes with floats. Triangle i is number order[i] of the mesh; i if `order` is NULL. */
static void check_vertices(check *c, const hpyr_mesh_vertex *got, const hpyr_ref_isosurface *mesh,
                           const uint32_t *order) {
    for (uint64_t i = 0; i < mesh->vertex_count; i++) {
        uint64_t at = order ? 3 * (uint64_t)order[i / 3] + i % 3 : i;
        if (!check_numbers(c, "position", got[i].position, mesh->positions + 3 * at, 3, 1e-4) ||
            !check_numbers(c, "normal", got[i].normal, mesh->normals + 3 * at, 3, 2e-3))
            return;
    }
}

static void check_counts(check *c, const hpyr_mesh_statistics *got, const hpyr_mesh_statistics *want) {
    check_count(c, "active cells", got->active_cells, want->active_cells);
    check_count(c, "triangles", got->triangles, want->triangles);
    check_count(c, "crossed edges", got->crossed_edges, want->crossed_edges);
}

static const hpyr_field_grid GRID = {.width = SAMPLES_X, .height = SAMPLES_Y, .depth = SAMPLES_Z};

void check_isosurfaces(check *c) {
    for (hpyr_mesh_form form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        const hpyr_isosurface_desc desc = {.grid = GRID, .mesh = form};
        hpyr_isosurface *isosurface = NULL;
        hpyr_mesh_statistics counts = {0};
        hpyr_field field;
        check_part(c, form == HPYR_MESH_FORM_SOUP ? "SOUP" : "WELDED");
        hpyr_ref_isosurface *mesh = make_field(c, form, &field);
        hpyr_mesh_vertex *vertices = check_memory(c, mesh->vertex_count * sizeof *vertices);
        uint32_t *indices = form == HPYR_MESH_FORM_SOUP ? NULL : check_memory(c, mesh->triangle_count * 12);
        if (CALL(c, hpyr_isosurface_create(c->context, &desc, &isosurface)) &&
            CALL(c, hpyr_isosurface_build(isosurface, &field, 0, ISOVALUE)) &&
            CALL(c, hpyr_isosurface_statistics(isosurface, &counts))) {
            check_counts(c, &counts, &mesh->counts);
            if (CALL(c, hpyr_isosurface_download(isosurface, vertices, mesh->vertex_count, indices,
                                                 indices ? mesh->triangle_count : 0, NULL)))
                check_vertices(c, vertices, mesh, NULL);
            if (indices)
                check_words(c, "indices", indices, mesh->indices, 3 * (size_t)mesh->triangle_count);
        }
        hpyr_isosurface_destroy(isosurface);
        hpyr_ref_isosurface_destroy(mesh);
    }
}

/* Triangles follow the cells of a pyramid, and the reference knows their order. want[i] becomes the number of triangle i in the
 * mesh. */
static void order_triangles(check *c, const hpyr_ref_isosurface *mesh, uint32_t *want) {
    hpyr_flat3d map;
    hpyr_ref_pyramid *pyramid = NULL;
    hpyr_flat3d_arrange(SAMPLES_X - 1, SAMPLES_Y - 1, SAMPLES_Z - 1, 0, c->caps->max_texture_size, &map);
    uint32_t width = hpyr_flat3d_texture_width(&map), u, v;
    size_t texels = (size_t)width * hpyr_flat3d_texture_height(&map);
    uint32_t *counts = check_memory(c, texels * 4), *firsts = check_memory(c, texels * 4);
    hpyr_point *points = check_memory(c, mesh->triangle_count * sizeof *points);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        hpyr_flat3d_texel(&map, mesh->cells[i].x, mesh->cells[i].y, mesh->cells[i].z, &u, &v);
        if (counts[v * width + u]++ == 0)
            firsts[v * width + u] = i;
    }
    if (hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_MORTON, &pyramid) != HPYR_OK)
        abort();
    hpyr_ref_pyramid_list(pyramid, 0, mesh->triangle_count, points, NULL);
    hpyr_ref_pyramid_destroy(pyramid);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        hpyr_flat3d_texel(&map, points[i].x, points[i].y, points[i].z, &u, &v);
        want[i] = firsts[v * width + u] + points[i].remainder;
    }
}

void check_marching_cubes(check *c) {
    const hpyr_marching_cubes_desc desc = {.grid = GRID};
    hpyr_marching_cubes *cubes = NULL;
    hpyr_mesh_statistics counts = {0};
    hpyr_field field;
    hpyr_ref_isosurface *mesh = make_field(c, HPYR_MESH_FORM_SOUP, &field);
    uint32_t *order = check_memory(c, mesh->triangle_count * sizeof *order);
    hpyr_mesh_vertex *vertices = check_memory(c, mesh->vertex_count * sizeof *vertices);
    order_triangles(c, mesh, order);
    if (CALL(c, hpyr_marching_cubes_create(c->context, &desc, &cubes)) &&
        CALL(c, hpyr_marching_cubes_build(cubes, &field, 0, ISOVALUE)) &&
        CALL(c, hpyr_marching_cubes_statistics(cubes, &counts))) {
        check_counts(c, &counts, &mesh->counts);
        if (CALL(c, hpyr_marching_cubes_download(cubes, vertices, (size_t)mesh->vertex_count, NULL)))
            check_vertices(c, vertices, mesh, order);
    }
    hpyr_marching_cubes_destroy(cubes);
    hpyr_ref_isosurface_destroy(mesh);
}
