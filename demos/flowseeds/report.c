/* report.c - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"
#include "common/platform/gl.h"

#include <math.h>

static const char *const STAGES[TIME_COUNT] = {"build", "seeds", "lines", "total"};

const char *const REPORT_TYPES[5] = {"no point", "source", "sink", "saddle out", "saddle in"};

bool report_json(const char *path, const subject *s) {
    static const char *const KEYS[5] = {"", "sources", "sinks", "saddles_out", "saddles_in"};
    uint32_t types[5];
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    subject_count_types(s, types);
    json_open(&j, NULL, '{');
    json_text(&j, "flow", subject_name(s));
    json_counts(&j, "samples", s->size, 3);
    json_text(&j, "seeds", SEED_NAMES[s->wishes.seeds]);
    json_number(&j, "threshold", s->threshold);
    json_number(&j, "width", s->width);
    json_count(&j, "count", s->seed_count);
    json_truth(&j, "truncated", s->is_incomplete);
    for (int type = 1; type < 5; type++)
        json_count(&j, KEYS[type], types[type]);
    json_count(&j, "lines", 2 * (uint64_t)s->lines.starts);
    json_count(&j, "steps", s->lines.steps);
    json_times(&j, "ms", STAGES, s->ms, TIME_COUNT);
    json_text(&j, "gl", name_of_gl(s->library->gl));
    json_text(&j, "renderer", s->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

static void put_seeds(FILE *stream, const subject *s) {
    static const char *const WORDS[SEED_KINDS] = {"critical point", "sample of high vorticity", "cell of a band",
                                                  "place of a grid"};
    static const char *const MANY[SEED_KINDS] = {"critical points", "samples of high vorticity", "cells of a band",
                                                 "places of a grid"};
    uint32_t types[5];
    subject_count_types(s, types);
    fprintf(stream, "%u %s", (unsigned)s->seed_count, (s->seed_count == 1 ? WORDS : MANY)[s->wishes.seeds]);
    if (s->wishes.seeds == SEEDS_CRITICAL && s->seed_count > 0)
        fprintf(stream, " (%u sources, %u sinks, %u saddles)", (unsigned)types[1], (unsigned)types[2],
                (unsigned)(types[3] + types[4]));
    if (s->is_incomplete)
        fputs(" among the first candidates, of which there are too many", stream);
    if (!isnan(s->threshold))
        fprintf(stream, " at %.4g", s->threshold);
}

void report_summary(FILE *stream, const subject *s) {
    fprintf(stream, "%s: ", subject_name(s));
    put_seeds(stream, s);
    fprintf(stream, " in %ux%ux%u samples, %u lines of %u steps, %.1f ms (", (unsigned)s->size[0], (unsigned)s->size[1],
            (unsigned)s->size[2], (unsigned)(2 * s->lines.starts), (unsigned)s->lines.steps, s->ms[TIME_TOTAL]);
    for (int i = 0; i < TIME_TOTAL; i++)
        if (!isnan(s->ms[i]))
            fprintf(stream, "%s%s %.1f",
                    i && !isnan(s->ms[0]) ? ", "
                    : i == TIME_LINES     ? ", "
                                          : "",
                    STAGES[i], s->ms[i]);
    fprintf(stream, ") on %s, %s\n", s->library->caps->renderer, title_of_gl(s->library->gl));
}
