/* volume_nrrd.c - NRRD files, by teem.  SPDX-License-Identifier: MIT */
#include "volume_file.h"

#include "error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef DEMO_HAS_TEEM

#    include <teem/biff.h>
#    include <teem/nrrd.h>

/* Teem's messages come as one line for each function that it was in, the innermost last. */
static bool teem_error(const char *path, char *error, size_t error_size) {
    char *text = biffGetDone(NRRD), *line = text;
    for (char *end = text ? text + strlen(text) : NULL; end && end > text && end[-1] == '\n'; end--) {
        end[-1] = '\0';
    }
    if (text && strrchr(text, '\n')) {
        line = strrchr(text, '\n') + 1;
    }
    if (line && strncmp(line, "[nrrd] ", 7) == 0) {
        line += 7;
    }
    for (char *c = line; c && *c; c++) { /* it may quote what is no text */
        *c = (unsigned char)*c < ' ' || *c == 127 ? '?' : *c;
    }
    error_set(error, error_size, "%s: cannot be read as NRRD: %s", path, line ? line : "out of memory");
    free(text);
    return false;
}

static bool load(Nrrd *n, const char *path, bool header_only, char *error, size_t error_size) {
    NrrdIoState *state = nrrdIoStateNew();
    if (!state) {
        return error_set(error, error_size, "%s: out of memory", path);
    }
    nrrdIoStateSet(state, nrrdIoStateSkipData, header_only ? AIR_TRUE : AIR_FALSE);
    bool ok = nrrdLoad(n, path, state) == 0;
    nrrdIoStateNix(state);
    return ok || teem_error(path, error, error_size);
}

static bool check_header(const Nrrd *n, const char *path, uint32_t max_side, char *error, size_t error_size) {
    if (n->dim != 3) {
        return error_set(error, error_size, "%s: has %u dimensions, a volume has 3", path, n->dim);
    }
    if (n->type == nrrdTypeBlock || n->type == nrrdTypeUnknown || n->type == nrrdTypeDefault) {
        return error_set(error, error_size, "%s: its samples are no numbers", path);
    }
    for (int a = 0; a < 3; a++) {
        int kind = n->axis[a].kind;
        if (kind != nrrdKindUnknown && !nrrdKindIsDomain(kind)) {
            return error_set(error, error_size, "%s: axis %d holds %s: a volume has one number a sample", path, a,
                             airEnumStr(nrrdKind, kind));
        }
    }
    const uint64_t size[3] = {n->axis[0].size, n->axis[1].size, n->axis[2].size};
    return volume_check_size(path, size, nrrdElementSize(n), max_side, error, error_size);
}

/* ---- samples ---- */

static hpyr_format format_of(int type) {
    switch (type) {
    case nrrdTypeUChar:
        return HPYR_FORMAT_R8UI;
    case nrrdTypeUShort:
        return HPYR_FORMAT_R16UI;
    case nrrdTypeShort:
        return HPYR_FORMAT_R16I;
    default:
        return HPYR_FORMAT_R32F;
    }
}

/* Other types become floats. */
static bool convert(const Nrrd *n, const char *path, volume_warn_fn warn, volume *out, char *error, size_t error_size) {
    if (!volume_allocate(out, path, error, error_size)) {
        return false;
    }
    float *samples = out->samples;
    uint64_t count = volume_count(out), rounded = 0;
    for (uint64_t i = 0; i < count; i++) {
        double value = nrrdDLookup[n->type](n->data, (size_t)i);
        samples[i] = (float)value;
        rounded += samples[i] != value && !isnan(value);
    }
    if (rounded > 0 && warn) {
        char line[ERROR_SIZE];
        error_set(line, sizeof line, "%s: %llu of %llu samples of type %s are rounded to float32", path,
                  (unsigned long long)rounded, (unsigned long long)count, airEnumStr(nrrdType, n->type));
        warn(line);
    }
    return true;
}

/* ---- places ---- */

/* The coordinate that a direction runs along, or -1. */
static int axis_along(const double direction[NRRD_SPACE_DIM_MAX]) {
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    for (int c = 0; c < 3; c++) {
        if (length > 0 && fabs(direction[c]) > (1 - 1e-6) * length) {
            return c;
        }
    }
    return -1;
}

/* False where directions are askew. */
static bool place_by_directions(const Nrrd *n, volume *out) {
    int along[3], seen = 0;
    for (int a = 0; a < 3; a++) {
        along[a] = axis_along(n->axis[a].spaceDirection);
        seen |= along[a] >= 0 ? 1 << along[a] : 0;
    }
    if (seen != 7) {
        return false;
    }
    for (int a = 0; a < 3; a++) {
        out->axes[a] = (uint8_t)(along[a] + 1);
        out->spacing[a] = (float)n->axis[a].spaceDirection[along[a]];
        out->origin[a] = (float)(isfinite(n->spaceOrigin[along[a]]) ? n->spaceOrigin[along[a]] : 0);
    }
    return true;
}

static double length_of(const double v[NRRD_SPACE_DIM_MAX]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void place_by_spacing(const Nrrd *n, volume *out) {
    for (unsigned a = 0; a < 3; a++) {
        const NrrdAxisInfo *axis = &n->axis[a];
        double spacing = axis->spacing, origin = 0;
        if (n->spaceDim == 3) {
            spacing = length_of(axis->spaceDirection);
        } else if (isfinite(axis->min)) {
            origin = nrrdAxisInfoPos(n, a, 0);
            if (!isfinite(spacing) && isfinite(axis->max) && axis->size > 1) {
                spacing = nrrdAxisInfoPos(n, a, 1) - origin;
            }
        }
        float given = (float)spacing;
        out->spacing[a] = isfinite(given) && given != 0 ? given : 1;
        out->origin[a] = isfinite((float)origin) ? (float)origin : 0;
    }
}

static void place(const Nrrd *n, const char *path, volume_warn_fn warn, volume *out) {
    if (n->spaceDim == 3 && place_by_directions(n, out)) {
        return;
    }
    if (n->spaceDim > 0 && warn) {
        char line[ERROR_SIZE];
        error_set(line, sizeof line,
                  "%s: its space directions do not run along x, y and z: the mesh keeps the lengths and not the "
                  "directions",
                  path);
        warn(line);
    }
    out->first_slice_on_top = n->spaceDim == 0;
    place_by_spacing(n, out);
}

static bool take(Nrrd *n, const char *path, volume_warn_fn warn, volume *out, char *error, size_t error_size) {
    for (int a = 0; a < 3; a++) {
        out->size[a] = (uint32_t)n->axis[a].size;
    }
    out->format = format_of(n->type);
    place(n, path, warn, out);
    if (out->format == HPYR_FORMAT_R32F && n->type != nrrdTypeFloat) {
        return convert(n, path, warn, out, error, error_size);
    }
    out->samples = n->data; /* which teem allocates as we do */
    n->data = NULL;
    return true;
}

bool volume_read_nrrd(const char *path, uint32_t max_side, volume_warn_fn warn, volume *out, char *error,
                      size_t error_size) {
    Nrrd *header = nrrdNew(), *n = nrrdNew();
    nrrdStateVerboseIO = 0;
    bool ok = header && n;
    if (!ok) {
        error_set(error, error_size, "%s: out of memory", path);
    }
    /* Sizes first: what teem allocates for them might be more than there is. */
    ok = ok && load(header, path, true, error, error_size) && check_header(header, path, max_side, error, error_size) &&
         load(n, path, false, error, error_size) && take(n, path, warn, out, error, error_size);
    nrrdNuke(header);
    nrrdNuke(n);
    return ok;
}

#else

bool volume_read_nrrd(const char *path, uint32_t max_side, volume_warn_fn warn, volume *out, char *error,
                      size_t error_size) {
    (void)max_side;
    (void)warn;
    (void)out;
    return error_set(error, error_size, "%s: this program was built without teem, and reads no NRRD", path);
}

#endif
