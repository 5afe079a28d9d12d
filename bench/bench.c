/* bench.c - what the benchmarks share: names, and figures that several rows make.  SPDX-License-Identifier: MIT */
#include "bench.h"

#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

const char *const stage_names[STAGES] = {"build", "total", "buffer", "texture", "download", "draw"};
const char *const cpu_scan_names[CPU_SCANS] = {"plain", "by_256", "by_64"};
const char *const cpu_stage_names[CPU_STAGES] = {"readback", "scan", "total"};
const char *const mesh_time_names[MESH_TIMES] = {"build", "extract", "total"};

bool bench_has_floats(const bench *b) {
    return b->caps->glsl_version == 120;
}

int bench_gl(const bench *b) {
    return b->caps->gl == HPYR_GL_ES3 ? GL_ES3 : bench_has_floats(b) ? 21 : 33;
}

void bench_remember(hpyr_log_level level, const char *message, void *user) {
    bench *b = user;
    if (level == HPYR_LOG_LEVEL_ERROR)
        line_write(b->logged, sizeof b->logged, "%s", message);
}

bool bench_check(bench *b, const char *part, hpyr_result result, const char *what) {
    return result == HPYR_OK || error_set("%s, %s: %s: %.600s", part, what, hpyr_result_string(result), b->logged);
}

bool bench_wants(const bench *b, hpyr_layout layout) {
    return b->layout == HPYR_LAYOUT_AUTO || b->layout == layout;
}

double list_ms(const double ms[STAGES]) {
    return ms[STAGE_BUILD] + ms[STAGE_TOTAL] + ms[STAGE_BUFFER];
}

double bench_image_list_ratio(const bench *b, hpyr_order order) {
    double worst = NAN;
    for (size_t i = 0; i < b->contest_count; i++) {
        const cpu_times *t = &b->contests[i];
        for (size_t k = t->first_row; k < t->first_row + t->row_count && strcmp(t->part, "image_list") == 0; k++) {
            double ratio = list_ms(b->rows[k].ms) / t->ms[t->fastest][CPU_TOTAL];
            if (b->rows[k].desc.order == order && !(ratio <= worst))
                worst = ratio;
        }
    }
    return worst;
}

static double per_cell(const mesh_row *r) {
    return r->ms[MESH_TOTAL] / (double)r->counts.cells;
}

double bench_mesh_ratio(const bench *b, const mesh_row *row) {
    for (size_t i = 0; i < b->mesh_count; i++) {
        const mesh_row *r = &b->meshes[i];
        if (strcmp(r->table, "scaling") == 0 && strcmp(row->table, "scaling") == 0 && r->samples[0] == 128)
            return per_cell(row) / per_cell(r);
    }
    return NAN;
}

double bench_mesh_scaling(const bench *b) {
    double worst = NAN;
    for (size_t i = 0; i < b->mesh_count; i++) {
        double ratio = bench_mesh_ratio(b, &b->meshes[i]);
        worst = isnan(ratio) || ratio <= worst ? worst : ratio;
    }
    return worst;
}
