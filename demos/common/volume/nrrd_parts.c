/* nrrd_parts.c - what both readers of NRRD files share: axes, places of samples, and samples as floats.  SPDX-License-Identifier: MIT */
#include "common/volume/volume_nrrd.h"

#include <float.h>
#include <math.h>

/* ---- axes ---- */

bool nrrd_check_dimension(long dimension, bool vectors, const char *path) {
    const int wanted = vectors ? 4 : 3;
    return dimension == wanted || error_set("%s: has %ld dimensions, a %s has %d", path, dimension,
                                            vectors ? "field of vectors" : "volume", wanted);
}

bool nrrd_refuse_kind(int axis, const char *kind, bool vectors, const char *path) {
    return error_set("%s: axis %d holds %s: %s", path, axis, kind,
                     vectors ? "only the first axis of a field of vectors holds numbers of one sample"
                             : "a volume has one number a sample");
}

bool nrrd_check_vectors(uint64_t size, bool is_domain, const char *path) {
    return (size == 3 && !is_domain) ||
           error_set("%s: its first axis must hold the 3 numbers of a vector, and has %llu%s", path,
                     (unsigned long long)size, is_domain ? " samples of a domain" : "");
}

/* ---- samples ---- */

static void warn_of(uint64_t samples, const char *what, uint64_t count, const char *type, const char *path,
                    warn_fn warn) {
    if (samples > 0)
        warn_with(warn, "%s: %llu of %llu samples of type %s %s", path, (unsigned long long)samples,
                  (unsigned long long)count, type, what);
}

bool nrrd_convert(double (*value)(const void *samples, size_t index), const void *samples, const char *type,
                  const char *path, warn_fn warn, volume *out) {
    if (!volume_allocate(out, path))
        return false;
    uint64_t count = volume_count(out) * volume_sample_bytes(out->format) / sizeof(float), rounded = 0, infinite = 0;
    for (uint64_t i = 0; i < count; i++) {
        double number = value(samples, (size_t)i);
        float *sample = (float *)out->samples + i;
        *sample = (float)number;
        if (isinf(*sample) && !isinf(number))
            infinite++;
        else
            rounded += *sample != number && !isnan(number);
    }
    warn_of(rounded, "are rounded to float32", count, type, path, warn);
    warn_of(infinite, "are out of float32's range, and so infinite", count, type, path, warn);
    return true;
}

void nrrd_warn_of_rest(long bytes, const char *path, warn_fn warn) {
    warn_with(warn, "%s: bytes that follow its samples: %ld; are its sizes right?", path, bytes);
}

/* ---- places ---- */

/* Whatever the size of its parts. */
static double length_of(const double v[3]) {
    return hypot(hypot(v[0], v[1]), v[2]);
}

/* Before they are floats. */
typedef struct places {
    double spacing[3], origin[3];
} places;

/* The coordinate that a direction runs along, or -1. */
static int axis_along(const double direction[3]) {
    double length = length_of(direction);
    for (int c = 0; c < 3; c++)
        if (length > 0 && fabs(direction[c]) > (1 - 1e-6) * length)
            return c;
    return -1;
}

/* False where directions are askew. */
static bool place_by_directions(const nrrd_axes *axes, volume *out, places *p) {
    int along[3], seen = 0;
    for (int a = 0; a < 3; a++) {
        along[a] = axis_along(axes->direction[a]);
        seen |= along[a] >= 0 ? 1 << along[a] : 0;
    }
    if (seen != 7)
        return false;
    for (int a = 0; a < 3; a++) {
        out->axes[a] = (uint8_t)(along[a] + 1);
        p->spacing[a] = axes->direction[a][along[a]];
        p->origin[a] = axes->origin[along[a]];
    }
    return true;
}

/* Of a sample between both ends of an axis. */
static double position_of(const nrrd_axes *axes, int a, uint32_t size, double index) {
    const double low = axes->minimum[a], span = axes->maximum[a] - low;
    return axes->is_node[a] ? span * index / ((double)size - 1) + low : span * (index + 0.5) / size + low;
}

static void place_by_spacing(const nrrd_axes *axes, const volume *out, places *p) {
    for (int a = 0; a < 3; a++) {
        double spacing = axes->spacing[a], origin = 0;
        if (axes->space_dimension == 3) {
            spacing = length_of(axes->direction[a]);
        } else if (isfinite(axes->minimum[a])) {
            origin = position_of(axes, a, out->size[a], 0);
            if (isnan(spacing) && isfinite(axes->maximum[a]) && out->size[a] > 1)
                spacing = position_of(axes, a, out->size[a], 1) - origin;
        }
        p->spacing[a] = spacing;
        p->origin[a] = origin;
    }
}

/* Both ends of each axis have to be floats. */
static bool take_places(const places *p, const char *path, volume *out) {
    for (int a = 0; a < 3; a++) {
        double spacing = isnan(p->spacing[a]) ? 1 : p->spacing[a], origin = isnan(p->origin[a]) ? 0 : p->origin[a];
        if (fabs(spacing) < FLT_MIN || !(fabs(origin) + fabs(spacing) * out->size[a] < FLT_MAX)) {
            return error_set("%s: axis %d begins at %g, its samples %g apart: that is out of float32's range", path, a,
                             origin, spacing);
        }
        out->spacing[a] = (float)spacing;
        out->origin[a] = (float)origin;
    }
    return true;
}

bool nrrd_place(const nrrd_axes *axes, const char *path, warn_fn warn, volume *out) {
    places p;
    bool is_aligned = axes->space_dimension == 3 && place_by_directions(axes, out, &p);
    if (!is_aligned) {
        out->first_slice_on_top = axes->space_dimension == 0;
        place_by_spacing(axes, out, &p);
    }
    if (!take_places(&p, path, out))
        return false;
    if (!is_aligned && axes->space_dimension > 0)
        warn_with(warn,
                  "%s: its space directions do not run along x, y and z: the mesh keeps the lengths and not the "
                  "directions",
                  path);
    return true;
}
