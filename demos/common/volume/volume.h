/* volume.h - volumes of samples in CPU memory.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_H
#define DEMO_VOLUME_H

#include "common/volume/fields.h"

#include <histopyramid/field.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Samples, x fastest, then y, then z; sample (i,j,k) lies at origin + (i,j,k) * spacing along the coordinates that axes[] says,
 *  1 to 3, all zero for {1,2,3}. Zero it first. */
typedef struct volume {
    void *samples;
    hpyr_format format; /* R8UI, R16UI, R16I or R32F; of vectors RGB32F */
    uint32_t size[3];
    float spacing[3], origin[3];
    uint8_t axes[3];
    bool first_slice_on_top; /* as in images: nothing tells where up is */
} volume;

/** Where samples come from. */
typedef struct volume_source {
    field_kind field; /* FIELD_COUNT: a file */
    char path[4096];  /* "" for a field */
    bool is_raw;      /* with what a raw file does not tell: */
    hpyr_format format;
    bool is_big_endian;
    uint32_t size[3]; /* of a field, too */
} volume_source;

enum { VOLUME_BINS = 256 };

/** What the samples are. Infinite ones and NaN are in neither range nor bins. */
typedef struct volume_facts {
    double minimum, maximum; /* 0 and 0 where there is none */
    uint64_t nans, finite;
    uint64_t bins[VOLUME_BINS]; /* equal parts of the range */
    double
        split; /* value that parts the bins into two kinds best (Otsu 1979), between two whole numbers for integers */
} volume_facts;

/** One line for a volume with a side over `max_side`, or without memory for it. */
bool volume_check_size(const char *name, const uint64_t size[3], size_t sample_bytes, uint32_t max_side);
/** Room for the samples of v->size and v->format. */
bool volume_allocate(volume *v, const char *name);
/** Both, for floats over [-1,1]^3; a side of one sample is at -1. */
bool volume_open(volume *v, const char *name, const uint32_t size[3], uint32_t max_side);
void volume_free(volume *v);

uint64_t volume_count(const volume *v);
/** Of one sample. */
size_t volume_sample_bytes(hpyr_format format);
double volume_value(const volume *v, uint64_t index); /* not of vectors */
/** uint8, int16, uint16 or float32. */
const char *volume_type_name(hpyr_format format);
void volume_survey(const volume *v, volume_facts *facts);

/** The corners of the box that the samples span, lowest and highest along each coordinate. */
void volume_box(const volume *v, float low[3], float high[3]);

/** The descriptor of its isosurface, all else being default. */
hpyr_field_grid volume_grid(const volume *v);

#endif
