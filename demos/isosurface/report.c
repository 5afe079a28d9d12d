/* report.c - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"
#include "common/platform/gl.h"

#include <math.h>

static const char *const STAGES[TIME_COUNT] = {"build", "extract", "total"};

double report_rate(uint64_t cells, double ms) {
    return ms > 0 ? (double)cells / ms / 1000 : NAN;
}

bool report_json(const char *path, const report *r) {
    const surface *s = &r->subject->surface;
    const hpyr_mesh_statistics *c = &s->statistics;
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, "field", subject_name(r->subject));
    json_counts(&j, "samples", r->subject->volume.size, 3);
    json_number(&j, "iso", r->iso);
    json_count(&j, "cells", c->cells);
    json_number(&j, "occupancy", c->cells > 0 ? (double)c->active_cells / (double)c->cells : 0);
    json_count(&j, "vertices", s->counts.vertices);
    json_count(&j, "triangles", c->triangles);
    json_text(&j, "mesh", surface_mesh_name(s));
    json_text(&j, "normals", surface_normals_name(s));
    json_times(&j, "ms", STAGES, r->ms, TIME_COUNT);
    json_number(&j, "mcells_per_s", report_rate(c->cells, r->ms[TIME_TOTAL]));
    json_text(&j, "gl", name_of_gl(s->library->gl));
    json_text(&j, "renderer", s->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

/* Three digits or so, and never "0.0" of something. */
static int decimals_of(double value) {
    return value >= 9.995 ? 1 : value >= 0.0995 ? 2 : 3;
}

static void put_ms(FILE *stream, const report *r) {
    double rate = report_rate(r->subject->surface.statistics.cells, r->ms[TIME_TOTAL]);
    fprintf(stream, ", %.*f ms (", decimals_of(r->ms[TIME_TOTAL]), r->ms[TIME_TOTAL]);
    for (int i = 0; i < TIME_TOTAL; i++)
        if (!isnan(r->ms[i]))
            fprintf(stream, "%s %.*f, ", STAGES[i], decimals_of(r->ms[i]), r->ms[i]);
    fprintf(stream, "%.*f M cells/s)", rate >= 9.95 ? 0 : decimals_of(rate), rate);
}

void report_summary(FILE *stream, const report *r) {
    const surface *s = &r->subject->surface;
    const hpyr_mesh_statistics *c = &s->statistics;
    const uint32_t *size = r->subject->volume.size;
    fprintf(stream, "%s at %.6g: ", subject_name(r->subject), r->iso);
    if (c->triangles > 0) {
        fprintf(stream, "%llu triangle%s, %llu vertices (%s)", (unsigned long long)c->triangles,
                c->triangles == 1 ? "" : "s", (unsigned long long)s->counts.vertices, surface_mesh_name(s));
    } else {
        fputs("no triangles", stream);
    }
    fprintf(stream, " in %ux%ux%u samples of %s", (unsigned)size[0], (unsigned)size[1], (unsigned)size[2],
            volume_type_name(r->subject->volume.format));
    if (c->triangles > 0) /* else a time would be one of nothing */
        put_ms(stream, r);
    fprintf(stream, " on %s, %s\n", s->library->caps->renderer, title_of_gl(s->library->gl));
}
