/* splat_models.c - clouds of splats for the page, by the C of the native demo: of a file, or of the teapot's voxels.
 * SPDX-License-Identifier: MIT */
#include "mesh_arrays.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/mesh/teapot.h"
#include "splats/cloud_voxels.h"
#include "splats/gloss.h"
#include "splats/sight.h"
#include "splats/store_layers.h"

#include <emscripten.h>

#include <stdio.h>
#include <stdlib.h>

enum { TEAPOT_DIVISIONS = 32 }; /* as in subject.c */

/** What splats/clouds.mjs reads of a cloud. */
typedef struct cloud_facts {
    uint32_t count, skipped, degree;
    uint32_t width, height, channel_layers;
    float middle[3], radius;
    float low[3], high[3]; /* of a mesh, with rings about the middle of this box; else 0 */
    camera_ring rings[SIGHT_RINGS];
} cloud_facts;

/** A cloud on its way to the page. */
typedef struct cloud_maker {
    uint8_t *room; /* for what JavaScript hands over */
    mesh mesh;     /* as it lies in the volume */
    mesh_arrays arrays;
    float *normals; /* of the mesh's vertices, that tell places */
    grid_search search;
    uint32_t side, voxels;
    float *places;
    splat_cloud cloud;
    splat_store store;
    float *texels;
    cloud_facts facts;
} cloud_maker;

EMSCRIPTEN_KEEPALIVE cloud_maker *splats_begin(void) {
    return calloc(1, sizeof(cloud_maker));
}

EMSCRIPTEN_KEEPALIVE void splats_end(cloud_maker *m) {
    free(m->room);
    mesh_free(&m->mesh);
    free(m->normals);
    free(m->places);
    cloud_free(&m->cloud);
    free(m->texels);
    free(m);
}

/** Why the last function has failed. */
EMSCRIPTEN_KEEPALIVE const char *splats_error(void) {
    return error_text();
}

/** So many bytes, which hold until the next call; NULL where there are none. */
EMSCRIPTEN_KEEPALIVE uint8_t *splats_room(cloud_maker *m, uint32_t size) {
    free(m->room);
    m->room = malloc((size_t)size + 1);
    return m->room;
}

/* ---- files ---- */

/** Reads a file, whose bytes lie in the room, behind them its name and a 0. */
EMSCRIPTEN_KEEPALIVE bool splats_read(cloud_maker *m, uint32_t size) {
    const char *name = (const char *)m->room + size;
    cloud_free(&m->cloud);
    FILE *file = fmemopen(m->room, size > 0 ? size : 1, "rb");
    bool ok = file ? cloud_load_stream(file, size, name, &m->cloud) : error_set("%s: out of memory", name);
    ok = ok && cloud_sphere(&m->cloud, m->facts.middle, &m->facts.radius) &&
         sight_check(name, m->facts.middle, m->facts.radius);
    if (file)
        fclose(file);
    free(m->room);
    m->room = NULL;
    return ok;
}

/* ---- voxels ---- */

static void fit_mesh(mesh *m) {
    const mesh_fit fit = voxels_fit(m);
    for (size_t i = 0; i < (size_t)m->vertex_count * 3; i++)
        m->positions[i] = (float)((m->positions[i] - fit.center[i % 3]) * fit.scale);
}

/** The teapot, as it lies in the volume. NULL on failure. */
EMSCRIPTEN_KEEPALIVE const mesh_arrays *splats_teapot(cloud_maker *m) {
    if (!mesh_make_teapot(&m->mesh, TEAPOT_DIVISIONS)) {
        error_set("out of memory");
        return NULL;
    }
    fit_mesh(&m->mesh);
    m->arrays = mesh_arrays_of(&m->mesh);
    return &m->arrays;
}

/** The side of the first grid to try for so many splats. */
EMSCRIPTEN_KEEPALIVE uint32_t splats_first_side(cloud_maker *m, uint32_t wanted) {
    m->search = grid_search_begin(wanted);
    return m->search.side;
}

/** The side of the next one, as the last one has `total` voxels; 0 at the end of the search. */
EMSCRIPTEN_KEEPALIVE uint32_t splats_next_side(cloud_maker *m, uint32_t total) {
    return grid_search_next(&m->search, total) ? m->search.side : 0;
}

EMSCRIPTEN_KEEPALIVE uint32_t splats_best_side(const cloud_maker *m) {
    return m->search.best;
}

/** Takes the voxels of a grid of `side`: hpyr_points that lie in the room. */
EMSCRIPTEN_KEEPALIVE bool splats_take_voxels(cloud_maker *m, uint32_t count, uint32_t side) {
    m->voxels = count;
    m->side = side;
    free(m->places);
    m->places = voxels_places((const hpyr_point *)m->room, count, side);
    return m->places != NULL;
}

/** Normals of the mesh that tell two coordinates of the voxels' places, three floats a vertex. They hold until the next call. NULL on
 *  failure. */
EMSCRIPTEN_KEEPALIVE const float *splats_normals(cloud_maker *m, int first, int second) {
    const mesh_fit fit = mesh_fit_none();
    free(m->normals);
    m->normals = voxels_make_normals(&m->mesh, &fit, first, second);
    return m->normals;
}

/** Takes the voxels' normals that came back of those: four floats a voxel in the room. */
EMSCRIPTEN_KEEPALIVE void splats_take_places(cloud_maker *m, int first, int second) {
    voxels_take_places((const float *)m->room, m->voxels, m->side, first, second, m->places);
}

static bool find_sight(cloud_maker *m) {
    cloud_facts *f = &m->facts;
    cloud_bounds(&m->cloud, f->low, f->high);
    sight_rings(&m->cloud, f->low, f->high, 1, f->rings);
    return cloud_sphere(&m->cloud, f->middle, &f->radius);
}

/** Makes the cloud of the voxels' true normals, in the room four floats a voxel, behind them four bytes of color a voxel. */
EMSCRIPTEN_KEEPALIVE bool splats_take_looks(cloud_maker *m) {
    const voxel_list voxels = {m->voxels,        m->side,
                               m->places,        m->room + (size_t)m->voxels * 4 * sizeof(float),
                               (float *)m->room, m->mesh.has_colors};
    cloud_free(&m->cloud);
    return voxels_make_cloud(&voxels, &m->cloud) && gloss_add(&m->cloud, m->mesh.has_colors) && find_sight(m);
}

/* ---- what the page gets ---- */

/** Lays the cloud out in textures of at most such sides and so many layers. NULL on failure. */
EMSCRIPTEN_KEEPALIVE const cloud_facts *splats_lay_out(cloud_maker *m, uint32_t largest, uint32_t layers) {
    cloud_facts *f = &m->facts;
    const splat_store *s = &m->store;
    if (!store_lay_out(&m->store, &m->cloud, largest, layers))
        return NULL;
    free(m->texels);
    m->texels = memory_zeroed((size_t)s->width * s->height * STORE_PER_TEXEL * sizeof *m->texels);
    f->count = s->count;
    f->skipped = m->cloud.skipped;
    f->degree = s->degree;
    f->width = s->width;
    f->height = s->height;
    f->channel_layers = s->channel_layers;
    return m->texels ? f : NULL;
}

/** RGBA of one layer's texels. They hold until the next call. */
EMSCRIPTEN_KEEPALIVE const float *splats_shapes(cloud_maker *m, uint32_t layer) {
    store_fill_shapes(&m->cloud, layer, m->texels);
    return m->texels;
}

EMSCRIPTEN_KEEPALIVE const float *splats_colors(cloud_maker *m, uint32_t layer) {
    store_fill_colors(&m->cloud, layer, m->texels);
    return m->texels;
}
