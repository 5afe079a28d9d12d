/* report.c - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"
#include "common/platform/gl.h"

#include <math.h>

static const char *const STAGES[TIME_COUNT] = {"build", "list", "total"};

bool report_json(const char *path, const subject *s) {
    json j = {0};
    int levels = 1;
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    while (1u << (levels - 1) < subject_largest(s))
        levels++;
    json_open(&j, NULL, '{');
    json_text(&j, "image", s->name);
    json_count(&j, "width", s->size[0]);
    json_count(&j, "height", s->size[1]);
    json_count(&j, "channels", (uint64_t)s->channels);
    json_number(&j, "tolerance", s->tolerance);
    json_count(&j, "leaves", s->leaf_count);
    json_number(&j, "leaf_ratio", subject_ratio(s));
    json_number(&j, "psnr", s->psnr);
    json_truth(&j, "is_exact", isinf(s->psnr));
    json_counts(&j, "leaves_by_level", s->by_level, levels);
    json_count(&j, "bytes", hpyr_quadtree_memory(s->tree));
    json_times(&j, "ms", STAGES, s->ms, TIME_COUNT);
    json_text(&j, "gl", name_of_gl(s->library->gl));
    json_text(&j, "renderer", s->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

void report_summary(FILE *stream, const subject *s) {
    fprintf(stream, "%s, %ux%u: %u lea%s of up to %u pixels a side (%.3g %% of the pixels) at tolerance %g, ", s->name,
            (unsigned)s->size[0], (unsigned)s->size[1], (unsigned)s->leaf_count, s->leaf_count == 1 ? "f" : "ves",
            (unsigned)subject_largest(s), 100 * subject_ratio(s), s->tolerance);
    if (isinf(s->psnr))
        fputs("exact", stream);
    else
        fprintf(stream, "PSNR %.2f dB", s->psnr);
    fprintf(stream, ", %.1f ms (build %.1f, list %.1f) on %s, %s\n", s->ms[TIME_TOTAL], s->ms[TIME_BUILD],
            s->ms[TIME_LIST], s->library->caps->renderer, title_of_gl(s->library->gl));
}
