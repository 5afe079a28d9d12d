/* subject.c - what is looked at: a volume and its surface.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/files/error.h"
#include "common/volume/volume_load.h"

#include <stdio.h>
#include <string.h>

bool subject_load(subject *s, library *l, const volume_source *source, const surface_desc *desc, warn_fn warn,
                  char *error, size_t error_size) {
    s->source = *source;
    return volume_load(source, l->caps->max_texture_3d_size, warn, &s->volume, &s->facts, error, error_size) &&
           surface_create(&s->surface, l, desc, &s->volume, error, error_size);
}

void subject_free(subject *s) {
    surface_destroy(&s->surface);
    volume_free(&s->volume);
    memset(s, 0, sizeof *s);
}

bool subject_change(subject *s, const surface_desc *desc, char *error, size_t error_size) {
    surface next = {0};
    if (!surface_create(&next, s->surface.library, desc, &s->volume, error, error_size)) {
        surface_destroy(&next);
        return false;
    }
    surface_destroy(&s->surface);
    s->surface = next;
    return true;
}

bool subject_move(subject *s, double seconds, char *error, size_t error_size) {
    field_sample(s->source.field, seconds, s->volume.size, s->volume.samples);
    return surface_upload(&s->surface, error, error_size);
}

double subject_iso(const subject *s) {
    return s->source.field != FIELD_COUNT ? 0 : s->facts.split;
}

const char *subject_name(const subject *s) {
    return s->source.field != FIELD_COUNT ? FIELD_NAMES[s->source.field] : s->source.path;
}

void subject_tell_empty(const subject *s, double iso) {
    const volume_facts *f = &s->facts;
    const uint32_t *size = s->volume.size;
    if (s->surface.counts.triangles > 0)
        return;
    fprintf(stderr, "isosurface: %s: no surface at isovalue %.9g: ", subject_name(s), iso);
    if (size[0] < 2 || size[1] < 2 || size[2] < 2) {
        fprintf(stderr, "cells lie between samples, and %ux%ux%u have none between them\n", (unsigned)size[0],
                (unsigned)size[1], (unsigned)size[2]);
    } else if (f->finite == 0) {
        fprintf(stderr, "%s\n", f->nans == volume_count(&s->volume) ? "all samples are NaN" : "no sample is finite");
    } else if (f->minimum == f->maximum) {
        fprintf(stderr, "all %ssamples are %.9g\n", f->finite < volume_count(&s->volume) ? "finite " : "", f->minimum);
    } else {
        fprintf(stderr, "samples range from %.9g to %.9g\n", f->minimum, f->maximum);
    }
}
