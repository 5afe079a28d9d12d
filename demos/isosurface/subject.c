/* subject.c - what is looked at: a volume and its surface.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/files/error.h"
#include "common/volume/volume_load.h"

#include <stdio.h>
#include <string.h>

bool subject_load(subject *s, library *l, const volume_source *source, const surface_desc *desc, warn_fn warn) {
    s->source = *source;
    return volume_load(source, l->caps->max_texture_3d_size, warn, &s->volume, &s->facts) &&
           surface_create(&s->surface, l, desc, &s->volume);
}

void subject_free(subject *s) {
    surface_destroy(&s->surface);
    volume_free(&s->volume);
    memset(s, 0, sizeof *s);
}

bool subject_change(subject *s, const surface_desc *desc) {
    surface next = {0};
    if (!surface_create(&next, s->surface.library, desc, &s->volume)) {
        surface_destroy(&next);
        return false;
    }
    surface_destroy(&s->surface);
    s->surface = next;
    return true;
}

bool subject_move(subject *s, double seconds) {
    field_sample(s->source.field, seconds, s->volume.size, s->volume.samples);
    return surface_upload(&s->surface);
}

double subject_iso(const subject *s) {
    return s->source.field != FIELD_COUNT ? 0 : s->facts.split;
}

const char *subject_name(const subject *s) {
    return s->source.field != FIELD_COUNT ? FIELD_NAMES[s->source.field] : s->source.path;
}

bool subject_is_empty(const subject *s, double iso, char *why, size_t size) {
    const volume_facts *f = &s->facts;
    const uint32_t *samples = s->volume.size;
    char reason[160];
    if (s->surface.counts.triangles > 0)
        return false;
    if (samples[0] < 2 || samples[1] < 2 || samples[2] < 2) {
        snprintf(reason, sizeof reason, "cells lie between samples, and %ux%ux%u have none between them",
                 (unsigned)samples[0], (unsigned)samples[1], (unsigned)samples[2]);
    } else if (f->finite == 0) {
        snprintf(reason, sizeof reason, "%s",
                 f->nans == volume_count(&s->volume) ? "all samples are NaN" : "no sample is finite");
    } else if (f->minimum == f->maximum) {
        snprintf(reason, sizeof reason, "all %ssamples are %.7g", f->finite < volume_count(&s->volume) ? "finite " : "",
                 f->minimum);
    } else {
        snprintf(reason, sizeof reason, "samples range from %.7g to %.7g", f->minimum, f->maximum);
    }
    snprintf(why, size, "no surface at isovalue %.9g: %s", iso, reason);
    return true;
}

void subject_tell_empty(const subject *s, double iso) {
    char why[ERROR_SIZE];
    if (subject_is_empty(s, iso, why, sizeof why))
        fprintf(stderr, "isosurface: %s: %s\n", subject_name(s), why);
}
