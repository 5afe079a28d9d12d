/* report.c - what a demo tells when it is done: a line, and JSON.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/files/path.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* As the option is called, with _ for -. */
static void add_setting(frame *f, json *j, const setting *s) {
    char name[SETTING_WORDS], words[SETTING_WORDS];
    snprintf(name, sizeof name, "%s", s->name);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    switch (s->kind) {
    case SETTING_FLAG: /* of --no-grid it is "grid" */
        json_truth(j, strncmp(name, "no_", 3) == 0 ? name + 3 : name, setting_number(s, f->self) != 0);
        break;
    case SETTING_COUNT:
    case SETTING_NUMBER:
        if (s->otherwise && setting_number(s, f->self) == s->standard)
            json_null(j, name);
        else
            json_number(j, name, setting_number(s, f->self));
        break;
    case SETTING_CHOICE:
        setting_text(s, f->self, "x", words);
        json_text(j, name, words);
        break;
    case SETTING_GRID:
        json_counts(j, name, setting_place(s, f->self), 3);
        break;
    default:
        break;
    }
}

bool report_json(frame *f, const char *path) {
    const demo *d = f->demo;
    const int stages = work_stages(d);
    const char *names[FRAME_STAGES + 1];
    json j = {.file = outfile_open(path)};
    facts all = {.json = &j};
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, d->subject, frame_name(f));
    for (size_t i = 0; i < d->setting_count; i++)
        if (d->settings[i].name && !d->settings[i].is_fact && !d->settings[i].no_member)
            add_setting(f, &j, &d->settings[i]);
    d->tell(f->self, f, &all);
    for (int i = 0; i < stages; i++)
        names[i] = d->stages[i];
    names[stages] = d->total ? d->total : "total";
    if (stages > 0)
        json_times(&j, "ms", names, f->ms, stages + 1);
    if (d->gpu_stages > 0) {
        const double *gpu = f->ms + stages + 1;
        bool is_known = false;
        for (int i = 0; i < d->gpu_stages; i++)
            is_known = is_known || !isnan(gpu[i]);
        fact_times(&all, "gpu_ms", is_known ? names : NULL, gpu, d->gpu_stages);
    }
    json_text(&j, "gl", name_of_gl(f->viewer.library.gl));
    json_text(&j, "renderer", f->viewer.library.caps->renderer);
    json_close(&j, '}');
    outfile_print(j.file, "\n");
    return outfile_close(j.file, true);
}

/* Three digits or so, and never "0.0" of something. */
static void add_ms(FILE *stream, const char *before, double ms) {
    if (!isnan(ms))
        fprintf(stream, "%s%.*f", before, ms >= 9.995 ? 1 : ms >= 0.0995 ? 2 : 3, ms);
}

void report_summary(frame *f, FILE *stream) {
    const demo *d = f->demo;
    const int stages = work_stages(d);
    facts all = {.summary = stream};
    fprintf(stream, "%s: ", frame_name(f));
    d->tell(f->self, f, &all);
    if (stages > 0)
        add_ms(stream, ", ", f->ms[stages]);
    bool is_open = false;
    for (int i = 0; i < stages; i++) {
        if (isnan(f->ms[i]))
            continue;
        fprintf(stream, "%s%s", is_open ? ", " : " ms (", d->stages[i]);
        add_ms(stream, " ", f->ms[i]);
        is_open = true;
    }
    fprintf(stream, "%s on %s, %s\n", is_open ? ")" : "", f->viewer.library.caps->renderer,
            title_of_gl(f->viewer.library.gl));
}
