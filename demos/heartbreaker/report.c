/* report.c - what HeartBreaker tells: the summary, JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"

#include <math.h>
#include <string.h>

/* Figure 7, of a heart of 5000 triangles. */
static const uint32_t PAPER_GRID[3] = {64, 64, 256};
enum { PAPER_POINTS = 1872, PAPER_FIRST_MS = 90, PAPER_LATER_MS = 25 };

static void put_acts(json *j, const times *t) {
    json_open(j, "acts", '[');
    for (int i = 0; i < SHOW_ACTS; i++) {
        json_open(j, NULL, '{');
        json_text(j, "name", show_name((show_act)i));
        json_count(j, "frames", times_count(t, (show_act)i));
        json_ms(j, "ms", times_median(t, TIME_FRAME, (show_act)i));
        json_close(j, '}');
    }
    json_close(j, ']');
}

bool report_json(const char *path, const char *model, const player *p, const times *t) {
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, "model", model);
    json_count(&j, "triangles", p->deform.mesh.triangle_count);
    json_counts(&j, "grid", p->pipeline.desc.grid, 3);
    json_count(&j, "points", player_points(p));
    json_count(&j, "frames", t->count);
    json_open(&j, "ms", '{');
    for (int i = 0; i < TIME_STAGES; i++)
        json_ms(&j, time_name((time_stage)i), times_median(t, (time_stage)i, SHOW_ACTS));
    json_close(&j, '}');
    json_text(&j, "engine", name_of_engine(p->desc.engine));
    json_count(&j, "seed", p->desc.seed);
    json_text(&j, "gl", name_of_gl(p->pipeline.library->gl));
    json_text(&j, "renderer", p->pipeline.library->caps->renderer);
    json_text(&j, "fill", name_of_fill(p->pipeline.desc.fill));
    json_text(&j, "voxelizer", name_of_voxelizer(p->pipeline.desc.voxelizer));
    json_text(&j, "layout", layout_find(p->pipeline.desc.layout)->name);
    json_ms(&j, "first_ms", p->points > 0 ? times_first(t) : NAN);
    put_acts(&j, t);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

/* What the paper counted: its heart, by its grid and its sampling. */
static bool is_papers(const pipeline_desc *desc, bool is_heart) {
    return is_heart && memcmp(desc->grid, PAPER_GRID, sizeof PAPER_GRID) == 0 && desc->fill == HPYR_FILL_THIN;
}

static void print_frames(FILE *stream, const player *p, const times *t) {
    double median = times_median(t, TIME_FRAME, SHOW_ACTS), first = times_first(t);
    fprintf(stream, "%u frame%s of %.1f ms", (unsigned)t->count, t->count == 1 ? "" : "s", median);
    if (t->count > 1)
        fprintf(stream, " in the median");
    if (p->points > 0 && !isnan(first))
        fprintf(stream, ", the first with particles of %.1f ms", first);
    fprintf(stream, "\n");
}

void report_summary(FILE *stream, const char *model, bool is_heart, const player *p, const times *t) {
    const pipeline_desc *d = &p->pipeline.desc;
    uint32_t points = player_points(p);
    bool was_diced = points > 0 || p->told_nothing;
    if (!was_diced && t->count == 0)
        fprintf(stream, "%s: nothing was drawn\n", model);
    if (was_diced) {
        fprintf(stream, "%s: %u point%s in a grid of %ux%ux%u, %s by %s, particles on the %s; %s on %s\n", model,
                (unsigned)points, points == 1 ? "" : "s", (unsigned)d->grid[0], (unsigned)d->grid[1],
                (unsigned)d->grid[2], name_of_fill(d->fill), name_of_voxelizer(d->voxelizer),
                p->desc.engine == ENGINE_GPU ? "GPU" : "CPU", title_of_gl(p->pipeline.library->gl),
                p->pipeline.library->caps->renderer);
    }
    if (t->count > 0)
        print_frames(stream, p, t);
    if (points > 0 && is_papers(d, is_heart)) {
        fprintf(stream, "the paper's heart, in 2006: %d points, frames of %d ms, the first of %d ms\n", PAPER_POINTS,
                PAPER_LATER_MS, PAPER_FIRST_MS);
    }
}
