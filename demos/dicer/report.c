/* report.c - what Dicer tells: the summary, JSON, point files.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "pointfile.h"
#include "volume.h"

#include "common/files/json.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"
#include "common/voxels/pipeline_lists.h"

#include <math.h>
#include <string.h>

static const char *const STAGE_NAMES[STAGE_COUNT] = {"voxelize", "build", "extract", "download", "total"};
static const char *const HYBRID_NAMES[HYBRID_STAGE_COUNT] = {"readback", "scan", "upload", "total"};

static const char *count_name(hpyr_count_format format) {
    switch (format) {
    case HPYR_COUNT_FORMAT_UINT:
        return "uint";
    case HPYR_COUNT_FORMAT_FLOAT:
        return "float";
    case HPYR_COUNT_FORMAT_HALF:
        return "half";
    default:
        return "?";
    }
}

static void put_facts(json *j, const report_mesh *mesh, const pipeline *p) {
    json_text(j, "model", mesh->model);
    json_count(j, "triangles", mesh->triangles);
    json_count(j, "skipped", mesh->skipped);
    if (mesh->knows_closed)
        json_truth(j, "closed", mesh->closed);
    else
        json_null(j, "closed");
    json_counts(j, "grid", p->desc.grid, 3);
    json_text(j, "voxelizer", name_of_voxelizer(hpyr_voxelizer_resolved(p->voxelizer)->kind));
    json_text(j, "fill", name_of_fill(p->desc.fill));
    json_text(j, "layout", layout_find(p->desc.layout)->name);
    json_text(j, "counts", count_name(hpyr_pyramid_resolved(p->pyramid)->count_format));
    json_count(j, "passes",
               layout_passes(hpyr_pyramid_resolved(p->pyramid),
                             p->desc.voxelizer == HPYR_VOXELIZER_KIND_BITS && p->desc.layout == HPYR_LAYOUT_BITS));
    json_count(j, "pyramid_bytes", pipeline_pyramid_bytes(p));
    json_count(j, "clones", p->quads ? PIPELINE_QUAD_CORNERS : 1);
    json_text(j, "gl", name_of_gl(p->library->gl));
    json_text(j, "renderer", p->library->caps->renderer);
    json_count(j, "points", p->total);
    json_count(j, "bytes", pipeline_bytes(p));
}

bool report_json(const char *path, const report_mesh *mesh, const pipeline *p, const measurement *m) {
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    put_facts(&j, mesh, p);
    json_times(&j, "ms", STAGE_NAMES, m->times.wall, STAGE_COUNT);
    if (measurement_has_gpu(m))
        json_times(&j, "gpu_ms", STAGE_NAMES, m->times.gpu, GPU_STAGE_COUNT);
    else
        json_null(&j, "gpu_ms");
    json_times(&j, "cpu_ms", HYBRID_NAMES, m->cpu, HYBRID_STAGE_COUNT);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

void report_summary(FILE *stream, const char *model, const pipeline *p, const measurement *m) {
    const double *ms = m->times.wall;
    fprintf(stream, "%s: %u point%s in %ux%ux%u, %s by %s%s, layout %s, %.1f ms (", model, (unsigned)p->total,
            p->total == 1 ? "" : "s", (unsigned)p->desc.grid[0], (unsigned)p->desc.grid[1], (unsigned)p->desc.grid[2],
            name_of_fill(p->desc.fill), name_of_voxelizer(p->desc.voxelizer),
            p->desc.voxelizer == HPYR_VOXELIZER_KIND_SLICES ? " (they have no other fill)" : "",
            layout_find(p->desc.layout)->name, ms[STAGE_TOTAL]);
    for (int i = 0; i < STAGE_TOTAL && !isnan(ms[i]); i++) /* where no list was asked for, there are two */
        fprintf(stream, "%s%s %.1f", i > 0 ? ", " : "", STAGE_NAMES[i], ms[i]);
    fprintf(stream, "), %.1f MB on %s, %s\n", (double)pipeline_bytes(p) / 1e6, p->library->caps->renderer,
            title_of_gl(p->library->gl));
}

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

bool report_points(const char *path, bool dense, const pipeline *p, const mesh_fit *fit) {
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
