/* report.c - what the demo tells: a summary, JSON, and the features as CSV.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"
#include "common/platform/gl.h"

#include <string.h>

static const char *const TIME_NAMES[TIME_COUNT] = {"detect", "list", "total"};

bool report_json(const char *path, const report *r) {
    const finder *f = r->finder;
    const uint32_t pixels[2] = {f->width, f->height};
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, "image", r->image);
    json_counts(&j, "size", pixels, 2);
    json_text(&j, "detector", FINDER_NAMES[r->settings.kind]);
    json_number(&j, "threshold", r->settings.threshold);
    json_count(&j, "strongest", r->settings.strongest);
    json_count(&j, "found", f->found);
    json_count(&j, "listed", f->count);
    json_truth(&j, "cut", f->is_cut);
    json_count(&j, "frames", r->frames);
    json_times(&j, "ms", TIME_NAMES, r->ms, TIME_COUNT);
    json_text(&j, "gl", name_of_gl(f->library->gl));
    json_text(&j, "renderer", f->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

/* Nine digits are exact. */
static int print_row(char *row, size_t size, const hpyr_feature *f, bool has_response) {
    if (!has_response)
        return snprintf(row, size, "%u,%u\n", (unsigned)f->x, (unsigned)f->y);
    return snprintf(row, size, "%u,%u,%.9g,%.6g,%.6g,%.6g\n", (unsigned)f->x, (unsigned)f->y, (double)f->response,
                    (double)f->offset[0], (double)f->offset[1], (double)f->scale);
}

bool report_csv(const char *path, const report *r, const hpyr_feature *features) {
    const bool has_response = finder_has_responses(r->settings.kind);
    const char *header = has_response ? "x,y,response,offset_x,offset_y,scale\n" : "x,y\n";
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    outfile_write(file, header, strlen(header));
    for (uint32_t i = 0; i < r->finder->count; i++) {
        char row[160];
        outfile_write(file, row, (size_t)print_row(row, sizeof row, &features[i], has_response));
    }
    return outfile_close(file, true);
}

void report_summary(FILE *stream, const report *r) {
    const finder *f = r->finder;
    fprintf(stream, "%s: %u feature%s of %u (%s), %.1f ms (detect %.1f, list %.1f) on %s, %s\n", r->image,
            (unsigned)f->count, f->count == 1 ? "" : "s", (unsigned)f->found, FINDER_NAMES[r->settings.kind],
            r->ms[TIME_TOTAL], r->ms[TIME_DETECT], r->ms[TIME_LIST], f->library->caps->renderer,
            title_of_gl(f->library->gl));
}

void report_cut(FILE *stream, const report *r) {
    const finder *f = r->finder;
    if (f->is_cut)
        fprintf(stream,
                "features: there is no memory for a longer list: it has the %s %u of %u features; ask for a larger "
                "--threshold\n",
                f->features ? "strongest" : "first", (unsigned)f->count, (unsigned)f->found);
}
