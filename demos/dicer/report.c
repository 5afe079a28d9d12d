/* report.c - what Dicer tells: the summary, JSON, point files.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/json.h"
#include "common/pointfile.h"

#include <stdlib.h>

static const char *const STAGE_NAMES[STAGE_COUNT] = {"voxelize", "build", "extract", "download", "total"};
static const char *const HYBRID_NAMES[HYBRID_STAGE_COUNT] = {"readback", "scan", "upload", "total"};

static void put_times(json *j, const char *key, const char *const *names, const double *ms, int count) {
    json_open(j, key, '{');
    for (int i = 0; i < count; i++) {
        json_ms(j, names[i], ms[i]);
    }
    json_close(j, '}');
}

bool report_json(const char *path, const char *model, const draw_mesh *mesh, const pipeline *p, const measurement *m,
                 char *error, size_t error_size) {
    json j = {0};
    j.file = outfile_open(path, error, error_size);
    if (!j.file) {
        return false;
    }
    json_open(&j, NULL, '{');
    json_text(&j, "model", model);
    json_count(&j, "triangles", mesh->triangle_count);
    json_open(&j, "grid", '[');
    for (int i = 0; i < 3; i++) {
        json_count(&j, NULL, p->grid[i]);
    }
    json_close(&j, ']');
    json_text(&j, "voxelizer", "slices");
    json_text(&j, "layout", "single");
    json_text(&j, "gl", "3.3");
    json_text(&j, "renderer", p->library->caps->renderer);
    json_count(&j, "points", p->total);
    put_times(&j, "ms", STAGE_NAMES, m->times.wall, STAGE_COUNT);
    if (measurement_has_gpu(m)) {
        put_times(&j, "gpu_ms", STAGE_NAMES, m->times.gpu, GPU_STAGE_COUNT);
    } else {
        json_null(&j, "gpu_ms");
    }
    put_times(&j, "cpu_ms", HYBRID_NAMES, m->cpu, HYBRID_STAGE_COUNT);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true, error, error_size);
}

void report_summary(FILE *stream, const char *model, const pipeline *p, const measurement *m) {
    const double *ms = m->times.wall;
    fprintf(
        stream, "%s: %u points in %ux%ux%u, %.1f ms (voxelize %.1f, build %.1f, extract %.1f, download %.1f) on %s\n",
        model, (unsigned)p->total, (unsigned)p->grid[0], (unsigned)p->grid[1], (unsigned)p->grid[2], ms[STAGE_TOTAL],
        ms[STAGE_VOXELIZE], ms[STAGE_BUILD], ms[STAGE_EXTRACT], ms[STAGE_DOWNLOAD], p->library->caps->renderer);
}

bool report_points(const char *path, const pipeline *p, const mesh_fit *fit, char *error, size_t error_size) {
    uint8_t *voxels = pipeline_read_volume(p, error, error_size);
    cloud_point *cloud = voxels ? malloc(((size_t)p->total + 1) * sizeof *cloud) : NULL;
    bool ok = false;
    if (voxels && !cloud) {
        error_set(error, error_size, "out of memory for %u points", (unsigned)p->total);
    }
    if (cloud) {
        for (size_t i = 0; i < p->total; i++) {
            const hpyr_point *point = &p->points[i];
            const uint32_t cell[3] = {point->x, point->y, point->z};
            double centre[3];
            uint32_t u, v;
            for (int k = 0; k < 3; k++) {
                centre[k] = (2.0 * cell[k] + 1) / p->grid[k] - 1;
            }
            mesh_fit_back(fit, centre, cloud[i].position);
            hpyr_flat3d_texel(&p->map, point->x, point->y, point->z, &u, &v);
            for (size_t k = 0; k < 3; k++) {
                cloud[i].colour[k] = voxels[((size_t)v * p->volume.width + u) * 4 + k];
            }
        }
        ok = pointfile_write(path, cloud, p->total, error, error_size);
    }
    free(cloud);
    free(voxels);
    return ok;
}
