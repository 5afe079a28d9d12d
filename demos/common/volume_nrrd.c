/* volume_nrrd.c - NRRD files, by teem.  SPDX-License-Identifier: MIT */
#include "volume_file.h"

#include "error.h"
#include "path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef DEMO_HAS_TEEM

#    include <teem/biff.h>
#    include <teem/nrrd.h>

#    include <float.h>

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

/* A file that a header names; an empty line names none, and files that are numbered by a pattern are left to teem. */
static bool check_data_file(const char *path, char *name, char *error, size_t error_size) {
    char beside[4096];
    name[strcspn(name, "\r\n")] = '\0';
    if (name[0] == '\0' || strchr(name, '%')) {
        return true;
    }
    if (!path_beside(path, name, beside, sizeof beside)) {
        return error_set(error, error_size, "%s: names a file by more than %d bytes", path, (int)sizeof beside);
    }
    return volume_check_file(beside, error, error_size);
}

/* What follows "data file:" in a line of a header; NULL where it is another line. */
static char *data_file_of(char *line) {
    static const char *const FIELDS[] = {"data file:", "datafile:"};
    for (int i = 0; i < 2; i++) {
        if (strncmp(line, FIELDS[i], strlen(FIELDS[i])) == 0) {
            return line + strlen(FIELDS[i]);
        }
    }
    return NULL;
}

/* Teem opens the files of samples that a header names, whatever they are: one name, or LIST and a name a line, to the end. */
static bool check_data_files(const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "rb");
    char line[4096];
    bool ok = true, lists = false;
    while (ok && file && fgets(line, sizeof line, file) && (lists || strcspn(line, "\r\n") > 0)) {
        char *name = lists ? line : data_file_of(line);
        if (!name) {
            continue;
        }
        name += strspn(name, " \t");
        if (!lists && strncmp(name, "LIST", 4) == 0) {
            lists = true;
        } else {
            ok = check_data_file(path, name, error, error_size);
        }
    }
    if (file) {
        fclose(file);
    }
    return ok;
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

static void warn_of(uint64_t samples, const char *what, const Nrrd *n, const char *path, volume_warn_fn warn) {
    if (samples > 0 && warn) {
        char line[ERROR_SIZE];
        error_set(line, sizeof line, "%s: %llu of %llu samples of type %s %s", path, (unsigned long long)samples,
                  (unsigned long long)nrrdElementNumber(n), airEnumStr(nrrdType, n->type), what);
        warn(line);
    }
}

/* Other types become floats. */
static bool convert(const Nrrd *n, const char *path, volume_warn_fn warn, volume *out, char *error, size_t error_size) {
    if (!volume_allocate(out, path, error, error_size)) {
        return false;
    }
    float *samples = out->samples;
    uint64_t count = volume_count(out), rounded = 0, infinite = 0;
    for (uint64_t i = 0; i < count; i++) {
        double value = nrrdDLookup[n->type](n->data, (size_t)i);
        samples[i] = (float)value;
        if (isinf(samples[i]) && !isinf(value)) {
            infinite++;
        } else {
            rounded += samples[i] != value && !isnan(value);
        }
    }
    warn_of(rounded, "are rounded to float32", n, path, warn);
    warn_of(infinite, "are out of float32's range, and so infinite", n, path, warn);
    return true;
}

/* ---- places ---- */

/* Whatever the size of its parts. */
static double length_of(const double v[NRRD_SPACE_DIM_MAX]) {
    return hypot(hypot(v[0], v[1]), v[2]);
}

/* Before they are floats; NaN is what a file does not tell. */
typedef struct places {
    double spacing[3], origin[3];
} places;

/* The coordinate that a direction runs along, or -1. */
static int axis_along(const double direction[NRRD_SPACE_DIM_MAX]) {
    double length = length_of(direction);
    for (int c = 0; c < 3; c++) {
        if (length > 0 && fabs(direction[c]) > (1 - 1e-6) * length) {
            return c;
        }
    }
    return -1;
}

/* False where directions are askew. */
static bool place_by_directions(const Nrrd *n, volume *out, places *p) {
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
        p->spacing[a] = n->axis[a].spaceDirection[along[a]];
        p->origin[a] = n->spaceOrigin[along[a]];
    }
    return true;
}

static void place_by_spacing(const Nrrd *n, places *p) {
    for (unsigned a = 0; a < 3; a++) {
        const NrrdAxisInfo *axis = &n->axis[a];
        double spacing = axis->spacing, origin = 0;
        if (n->spaceDim == 3) {
            spacing = length_of(axis->spaceDirection);
        } else if (isfinite(axis->min)) {
            origin = nrrdAxisInfoPos(n, a, 0);
            if (isnan(spacing) && isfinite(axis->max) && axis->size > 1) {
                spacing = nrrdAxisInfoPos(n, a, 1) - origin;
            }
        }
        p->spacing[a] = spacing;
        p->origin[a] = origin;
    }
}

/* Both ends of each axis have to be floats. */
static bool take_places(const places *p, const char *path, volume *out, char *error, size_t error_size) {
    for (int a = 0; a < 3; a++) {
        double spacing = isnan(p->spacing[a]) ? 1 : p->spacing[a], origin = isnan(p->origin[a]) ? 0 : p->origin[a];
        if (fabs(spacing) < FLT_MIN || !(fabs(origin) + fabs(spacing) * out->size[a] < FLT_MAX)) {
            return error_set(error, error_size,
                             "%s: axis %d begins at %g, its samples %g apart: that is out of float32's range", path, a,
                             origin, spacing);
        }
        out->spacing[a] = (float)spacing;
        out->origin[a] = (float)origin;
    }
    return true;
}

static bool place(const Nrrd *n, const char *path, volume_warn_fn warn, volume *out, char *error, size_t error_size) {
    places p;
    bool is_aligned = n->spaceDim == 3 && place_by_directions(n, out, &p);
    if (!is_aligned) {
        out->first_slice_on_top = n->spaceDim == 0;
        place_by_spacing(n, &p);
    }
    if (!take_places(&p, path, out, error, error_size)) {
        return false;
    }
    if (!is_aligned && n->spaceDim > 0 && warn) {
        char line[ERROR_SIZE];
        error_set(line, sizeof line,
                  "%s: its space directions do not run along x, y and z: the mesh keeps the lengths and not the "
                  "directions",
                  path);
        warn(line);
    }
    return true;
}

static bool take(Nrrd *n, const char *path, volume_warn_fn warn, volume *out, char *error, size_t error_size) {
    for (int a = 0; a < 3; a++) {
        out->size[a] = (uint32_t)n->axis[a].size;
    }
    out->format = format_of(n->type);
    if (!place(n, path, warn, out, error, error_size)) {
        return false;
    }
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
    ok = ok && check_data_files(path, error, error_size) && load(header, path, true, error, error_size) &&
         check_header(header, path, max_side, error, error_size) && load(n, path, false, error, error_size) &&
         take(n, path, warn, out, error, error_size);
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
