/* report.c - what the demo tells: a summary, JSON, and the splats' order and centers in files.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"
#include "common/files/little_endian.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>

static void put_floats(json *j, const char *key, const float *values, int count) {
    json_open(j, key, '[');
    for (int i = 0; i < count; i++)
        json_number(j, NULL, values[i]); /* nine digits are exact */
    json_close(j, ']');
}

static bool has_gpu_times(const report *r) {
    return !isnan(r->times.gpu_ms[STEP_KEYS]) && !isnan(r->times.gpu_ms[STEP_DRAW]);
}

bool report_json(const char *path, const report *r) {
    const subject *s = r->subject;
    const uint32_t pixels[2] = {r->camera.width, r->camera.height};
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, "model", s->name);
    json_count(&j, "splats", s->cloud.count);
    json_count(&j, "skipped", s->cloud.skipped);
    json_count(&j, "degree", s->cloud.degree);
    json_text(&j, "sort", sort_name(r->way));
    json_number(&j, "splat_size", r->looks.size);
    json_counts(&j, "pixels", pixels, 2);
    put_floats(&j, "view", r->camera.view, 16);
    put_floats(&j, "focal", r->camera.focal, 2);
    json_number(&j, "near", r->camera.near_depth);
    json_count(&j, "frames", r->frames);
    json_times(&j, "ms", STEP_NAMES, r->times.ms, STEP_COUNT);
    if (has_gpu_times(r))
        json_times(&j, "gpu_ms", STEP_NAMES, r->times.gpu_ms, GPU_STEP_COUNT);
    else
        json_null(&j, "gpu_ms");
    json_text(&j, "gl", name_of_gl(r->library->gl));
    json_text(&j, "renderer", r->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

void report_summary(FILE *stream, const report *r) {
    const double *ms = r->times.ms;
    fprintf(stream, "%s: %u splat%s of degree %u, ", r->subject->name, (unsigned)r->subject->cloud.count,
            r->subject->cloud.count == 1 ? "" : "s", (unsigned)r->subject->cloud.degree);
    if (r->way == SORT_NONE)
        fputs("not sorted, ", stream);
    else
        fprintf(stream, "sorted by the %s, ", sort_name(r->way));
    fprintf(stream, "%.1f ms (keys %.1f, ", ms[STEP_FRAME], ms[STEP_KEYS]);
    if (r->way != SORT_NONE)
        fprintf(stream, "sort %.1f, ", ms[STEP_SORT]);
    fprintf(stream, "draw %.1f) on %s, %s\n", ms[STEP_DRAW], r->library->caps->renderer, title_of_gl(r->library->gl));
}

/* ---- lists ---- */

enum { PER_BLOCK = 4096 };

bool report_order(const char *path, const scene *drawn, uint32_t count) {
    uint8_t block[4 * PER_BLOCK];
    uint32_t *order = memory_zeroed((size_t)count * sizeof *order);
    bool ok = order && scene_read_order(drawn, order);
    outfile *file = ok ? outfile_open(path) : NULL;
    for (size_t first = 0; file && first < count; first += PER_BLOCK) {
        uint8_t *end = block;
        for (size_t i = first; i < count && i < first + PER_BLOCK; i++)
            end = put_word(end, order[i]);
        outfile_write(file, block, (size_t)(end - block));
    }
    free(order);
    return file && outfile_close(file, true);
}

bool report_positions(const char *path, const splat_cloud *c) {
    uint8_t block[12 * PER_BLOCK];
    outfile *file = outfile_open(path);
    for (size_t first = 0; file && first < c->count; first += PER_BLOCK) {
        uint8_t *end = block;
        for (size_t i = first; i < c->count && i < first + PER_BLOCK; i++)
            end = put_three_floats(end, c->centers + 3 * i);
        outfile_write(file, block, (size_t)(end - block));
    }
    return file && outfile_close(file, true);
}
