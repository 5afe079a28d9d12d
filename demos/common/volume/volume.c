/* volume.c - volumes of samples in CPU memory.  SPDX-License-Identifier: MIT */
#include "common/volume/volume.h"

#include "common/files/error.h"
#include "common/files/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- samples ---- */

uint64_t volume_count(const volume *v) {
    return (uint64_t)v->size[0] * v->size[1] * v->size[2];
}

size_t volume_sample_bytes(hpyr_format format) {
    return format == HPYR_FORMAT_R8UI ? 1 : format == HPYR_FORMAT_RGB32F ? 12 : format == HPYR_FORMAT_R32F ? 4 : 2;
}

const char *volume_type_name(hpyr_format format) {
    switch (format) {
    case HPYR_FORMAT_R8UI:
        return "uint8";
    case HPYR_FORMAT_R16UI:
        return "uint16";
    case HPYR_FORMAT_R16I:
        return "int16";
    default:
        return "float32";
    }
}

double volume_value(const volume *v, uint64_t index) {
    switch (v->format) {
    case HPYR_FORMAT_R8UI:
        return ((const uint8_t *)v->samples)[index];
    case HPYR_FORMAT_R16UI:
        return ((const uint16_t *)v->samples)[index];
    case HPYR_FORMAT_R16I:
        return ((const int16_t *)v->samples)[index];
    default:
        return ((const float *)v->samples)[index];
    }
}

bool volume_open(volume *v, const char *name, const uint32_t size[3], uint32_t max_side) {
    const uint64_t sides[3] = {size[0], size[1], size[2]};
    memcpy(v->size, size, sizeof v->size);
    v->format = HPYR_FORMAT_R32F;
    for (int i = 0; i < 3; i++) {
        v->origin[i] = -1;
        v->spacing[i] = size[i] > 1 ? (float)(2.0 / (double)(size[i] - 1)) : 2;
    }
    return volume_check_size(name, sides, sizeof(float), max_side) && volume_allocate(v, name);
}

void volume_free(volume *v) {
    free(v->samples);
    memset(v, 0, sizeof *v);
}

bool volume_allocate(volume *v, const char *name) {
    uint64_t bytes = volume_count(v) * volume_sample_bytes(v->format);
    v->samples = bytes <= SIZE_MAX ? malloc((size_t)bytes) : NULL;
    return v->samples || error_set("%s: out of memory for %llu bytes of samples", name, (unsigned long long)bytes);
}

bool volume_check_size(const char *name, const uint64_t size[3], size_t sample_bytes, uint32_t max_side) {
    char what[ERROR_SIZE / 2];
    snprintf(what, sizeof what, "%s: %llux%llux%llu samples", name, (unsigned long long)size[0],
             (unsigned long long)size[1], (unsigned long long)size[2]);
    for (int i = 0; i < 3; i++)
        if (size[i] > max_side)
            return error_set("%s: this OpenGL allows %u a side", what, (unsigned)max_side);
    /* Here and in a texture, which is the same memory where OpenGL is software. */
    return memory_check(what, 2 * size[0] * size[1] * size[2] * sample_bytes);
}

void volume_box(const volume *v, float low[3], float high[3]) {
    for (int a = 0; a < 3; a++) {
        int c = v->axes[a] ? v->axes[a] - 1 : a;
        float end = v->origin[a] + v->spacing[a] * (float)(v->size[a] - 1);
        low[c] = fminf(v->origin[a], end);
        high[c] = fmaxf(v->origin[a], end);
    }
}

hpyr_field_grid volume_grid(const volume *v) {
    hpyr_field_grid d = {0};
    d.width = v->size[0];
    d.height = v->size[1];
    d.depth = v->size[2];
    memcpy(d.spacing, v->spacing, sizeof d.spacing);
    memcpy(d.origin, v->origin, sizeof d.origin);
    memcpy(d.axes, v->axes, sizeof d.axes);
    return d;
}

/* ---- what they are ---- */

static void find_range(const volume *v, volume_facts *f) {
    uint64_t count = volume_count(v);
    double low = INFINITY, high = -INFINITY;
    for (uint64_t i = 0; i < count; i++) {
        double value = volume_value(v, i);
        if (isnan(value)) {
            f->nans++;
        } else if (!isinf(value)) {
            f->finite++;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    }
    f->minimum = low <= high ? low : 0;
    f->maximum = low <= high ? high : 0;
}

/* The split with the largest variance between the two kinds. */
static double otsu(const volume_facts *f) {
    double total = 0, sum = 0, below = 0, sum_below = 0, best = -1;
    int at = VOLUME_BINS / 2, last = at;
    for (int i = 0; i < VOLUME_BINS; i++) {
        total += (double)f->bins[i];
        sum += (double)f->bins[i] * i;
    }
    for (int i = 0; i + 1 < VOLUME_BINS; i++) {
        below += (double)f->bins[i];
        sum_below += (double)f->bins[i] * i;
        if (below > 0 && below < total) {
            double apart = sum_below / below - (sum - sum_below) / (total - below);
            double between = below * (total - below) * apart * apart;
            at = between > best ? i + 1 : at;
            last = between >= best ? i + 1 : last; /* of a plateau, the bins of which are empty, the middle */
            best = fmax(best, between);
        }
    }
    return f->minimum + (f->maximum - f->minimum) * ((at + fmax(last, at)) / 2) / VOLUME_BINS;
}

void volume_survey(const volume *v, volume_facts *f) {
    uint64_t count = volume_count(v);
    memset(f, 0, sizeof *f);
    find_range(v, f);
    double scale = f->maximum > f->minimum ? VOLUME_BINS / (f->maximum - f->minimum) : 0;
    for (uint64_t i = 0; i < count; i++) {
        double value = volume_value(v, i);
        if (value >= f->minimum && value <= f->maximum) {
            int bin = (int)((value - f->minimum) * scale);
            f->bins[bin < VOLUME_BINS ? bin : VOLUME_BINS - 1]++;
        }
    }
    f->split = otsu(f);
    if (v->format != HPYR_FORMAT_R32F && f->maximum > f->minimum) /* no sample is on the surface then */
        f->split = fmin(floor(f->split) + 0.5, f->maximum - 0.5);
}
