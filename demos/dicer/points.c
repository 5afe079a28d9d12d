/* points.c - the points of a pipeline in a file.  SPDX-License-Identifier: MIT */
#include "points.h"

#include "pointfile.h"
#include "volume.h"

#include "common/voxels/pipeline.h"

#include <string.h>

typedef struct source {
    const pipeline *pipeline;
    const mesh_fit *fit;
    attributes attributes;
} source;

static void read_point(const void *user, size_t index, cloud_point *out) {
    const source *s = user;
    const hpyr_point *point = &s->pipeline->points[index];
    double center[3];
    memset(out, 0, sizeof *out);
    memcpy(out->cell, point, sizeof out->cell);
    for (int k = 0; k < 3; k++)
        center[k] = (2.0 * out->cell[k] + 1) / s->pipeline->desc.grid[k] - 1;
    mesh_fit_back(s->fit, center, out->position);
    if (s->attributes.colors) {
        memcpy(out->color, s->attributes.colors + 4 * index, sizeof out->color);
        memcpy(out->normal, s->attributes.normals + 4 * index, sizeof out->normal);
    }
}

static bool mark_grid(const void *user, uint8_t *bits, const uint64_t strides[3]) {
    return volume_read(((const source *)user)->pipeline, bits, strides);
}

bool points_save(const char *path, bool dense, const pipeline *p, const mesh_fit *fit) {
    source s = {p, fit, {NULL, NULL}};
    cloud c = {0};
    c.count = p->total;
    memcpy(c.grid, p->desc.grid, sizeof c.grid);
    for (int k = 0; k < 3; k++)
        c.origin[k] = fit->center[k] - 1 / fit->scale;
    c.side = 2 / fit->scale;
    c.point = read_point;
    c.mark = p->points ? NULL : mark_grid;
    c.user = &s;
    bool ok = (pointfile_kind(path) != POINTFILE_PLY || attributes_read(&s.attributes, p)) &&
              pointfile_write(path, &c, dense);
    attributes_free(&s.attributes);
    return ok;
}
