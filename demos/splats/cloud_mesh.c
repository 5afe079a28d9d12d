/* cloud_mesh.c - clouds of splats that need no data: a flat Gaussian for each voxel of a mesh's surface.
 * SPDX-License-Identifier: MIT */
#include "splats/cloud_mesh.h"

#include "common/draw/draw.h"
#include "common/mesh/draw_mesh.h"
#include "common/platform/gl.h"
#include "common/voxels/pipeline.h"
#include "splats/cloud_voxels.h"

#include <stdlib.h>
#include <string.h>

/* ---- voxels ---- */

static pipeline_desc describe(const library *l, uint32_t side) {
    pipeline_desc desc = {.grid = {side, side, side}};
    if (pipeline_has_bits(l))
        desc.fill = HPYR_FILL_SURFACE;
    return desc;
}

static bool count_voxels(library *l, const draw_mesh *mesh, uint32_t side, uint32_t *total) {
    pipeline p = {0};
    run_times times;
    pipeline_desc desc = describe(l, side);
    bool ok = pipeline_create(&p, l, &desc) && pipeline_run(&p, mesh, NULL, PIPELINE_COUNT, &times);
    *total = p.total;
    pipeline_destroy(&p);
    return ok;
}

static bool find_side(library *l, const draw_mesh *mesh, uint32_t wanted, uint32_t *best) {
    grid_search search = grid_search_begin(wanted);
    uint32_t total = 0;
    do {
        if (!count_voxels(l, mesh, search.side, &total))
            return false;
    } while (grid_search_next(&search, total));
    *best = search.best;
    return true;
}

/* ---- places ---- */

static bool upload_places(const mesh *m, const mesh_fit *fit, int first, int second, uint32_t *buffer) {
    float *places = voxels_make_normals(m, fit, first, second);
    if (!places)
        return false;
    *buffer = draw_buffer(places, (size_t)m->vertex_count * 3 * sizeof *places);
    free(places);
    return draw_check("uploading where the mesh is");
}

/* Two coordinates of all places, three floats a voxel. */
static bool find_places(pipeline *p, const draw_mesh *drawn, const mesh *m, const mesh_fit *fit, int first, int second,
                        float *places) {
    draw_mesh placed = *drawn;
    attributes a = {0};
    placed.normals = 0;
    bool ok = upload_places(m, fit, first, second, &placed.normals) && pipeline_make_attributes(p, &placed, NULL) &&
              attributes_read(&a, p);
    if (ok)
        voxels_take_places(a.normals, p->total, p->desc.grid[0], first, second, places);
    p->has_attributes = false; /* these are none that anybody else should have */
    attributes_free(&a);
    glDeleteBuffers(1, &placed.normals);
    return ok;
}

/* ---- clouds ---- */

static bool fill_cloud(splat_cloud *c, const pipeline *p, const float *places, bool has_colors) {
    attributes a = {0};
    bool ok = attributes_read(&a, p);
    const voxel_list voxels = {p->total, p->desc.grid[0], places, a.colors, a.normals, has_colors};
    ok = ok && voxels_make_cloud(&voxels, c);
    attributes_free(&a);
    return ok;
}

static bool make_cloud(splat_cloud *c, library *l, const draw_mesh *drawn, const mesh *m, const mesh_fit *fit,
                       uint32_t side) {
    pipeline p = {0};
    run_times times;
    pipeline_desc desc = describe(l, side);
    float *places = NULL;
    bool ok = pipeline_create(&p, l, &desc) && pipeline_run(&p, drawn, NULL, PIPELINE_DOWNLOAD, &times) &&
              (places = voxels_places(p.points, p.total, side)) != NULL &&
              find_places(&p, drawn, m, fit, 0, 1, places) && find_places(&p, drawn, m, fit, 1, 2, places) &&
              pipeline_make_attributes(&p, drawn, NULL) && fill_cloud(c, &p, places, m->has_colors);
    free(places);
    pipeline_destroy(&p);
    return ok;
}

bool cloud_from_mesh(splat_cloud *c, library *l, const mesh *m, uint32_t wanted) {
    draw_mesh drawn;
    uint32_t side = 0;
    mesh_fit fit = voxels_fit(m);
    memset(c, 0, sizeof *c);
    if (!draw_mesh_upload(&drawn, m, &fit, l->gl))
        return false;
    bool ok = find_side(l, &drawn, wanted, &side) && make_cloud(c, l, &drawn, m, &fit, side) &&
              (c->count > 0 || error_set("the mesh has no surface voxels"));
    if (!ok)
        cloud_free(c);
    draw_mesh_free(&drawn);
    return ok;
}
