/* volume_nrrd.c - NRRD files, by teem, or by the small reader where that is not there.  SPDX-License-Identifier: MIT */
#include "common/volume/volume_nrrd.h"

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/files/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef DEMO_HAS_TEEM

#    include <teem/biff.h>
#    include <teem/nrrd.h>

#    include <ctype.h>
#    include <errno.h>
#    include <sys/resource.h>

/* Teem writes for programmers. `teem` stands in what it writes; we say `before`, then the field that teem names next, then `after`.
 * Where `after` is NULL there is no field. */
typedef struct saying {
    const char *teem, *before, *after;
} saying;

static const saying SAYINGS[] = {
    {"immediately hit EOF", "it is empty", NULL},
    {" as magic", "it does not begin as NRRD files do", NULL},
    {"require endian", "its header has no line 'endian'", NULL},
    {"no \"data file\"", "no samples follow its header", NULL},
    {"required field: ", "its header has no line '", "'"},
    {"already set field ", "its header has two lines '", "'"},
    {"_nrrdFieldCheck_", "its header's line '", "' cannot be true"},
    {"_nrrdSizeCheck", "its header's line 'sizes' cannot be true", NULL},
    {"_nrrdReadNrrdParse_", "its header's line '", "' cannot be understood"},
    {"ParseField", "its header has a line that is no field of NRRD", NULL},
    {"_nrrdHeaderCheck", "its header is incomplete", NULL},
    {"_nrrdEncoding", "its samples end too early, or are not what its header says", NULL},
    {"Skip: ", "its samples end too early", NULL},
};

/* A field may have two words: "space_directions: ..". */
static void copy_field(const char *from, char *field, size_t size) {
    size_t length = strcspn(from, ":\n");
    length = length < size ? length : size - 1;
    for (size_t i = 0; i < length; i++)
        field[i] = isalpha((unsigned char)from[i]) ? from[i] : ' ';
    field[length] = '\0';
}

static void translate(const char *text, const char *path) {
    for (size_t i = 0; i < sizeof SAYINGS / sizeof SAYINGS[0]; i++) {
        const saying *s = &SAYINGS[i];
        const char *found = strstr(text, s->teem), *after = s->after ? s->after : "";
        char field[40] = "";
        if (found) {
            if (s->after)
                copy_field(found + strlen(s->teem), field, sizeof field);
            error_set("%s: cannot be read as NRRD: %s%s%s", path, s->before, field, after);
            return;
        }
    }
    error_set("%s: cannot be read as NRRD", path);
}

/* Its message has a line for each function that it was in. */
static bool teem_error(const char *path) {
    char *text = biffGetDone(NRRD);
    if (text)
        translate(text, path);
    else
        error_set("%s: out of memory", path);
    free(text);
    return false;
}

/* ---- files of samples ---- */

/* A name as teem takes it: an empty one names no file, and one that begins as a drive of Windows does is not beside the header. */
static bool check_data_file(const char *path, const char *name) {
    char beside[4096];
    bool is_drive = isalpha((unsigned char)name[0]) && name[1] == ':';
    if (name[0] == '\0')
        return true;
    if (strcmp(name, "-") == 0)
        return error_set("%s: names standard input as its file of samples", path);
    if (!path_beside(is_drive ? name : path, name, beside, sizeof beside))
        return error_set("%s: names a file by more than %d bytes", path, (int)sizeof beside);
    return path_check_regular(is_drive ? name : beside);
}

/* The number in a name such as "slice%03d.raw": "%", perhaps a 0, perhaps a width of one digit, "d". */
typedef struct numbering {
    int before; /* characters of the pattern */
    bool has_zeros;
    int width;
    const char *rest;
} numbering;

/* False for other patterns: teem's printf would look for arguments that are not there. */
static bool parse_pattern(const char *pattern, numbering *out) {
    const char *next = strchr(pattern, '%');
    if (!next)
        return false;
    out->before = (int)(next++ - pattern);
    out->has_zeros = *next == '0';
    next += out->has_zeros;
    out->width = isdigit((unsigned char)*next) ? *next++ - '0' : 0;
    out->rest = next + 1;
    return *next == 'd' && !strchr(next, '%');
}

static bool check_numbered_file(const char *path, const char *pattern, const numbering *n, int number) {
    char name[4096];
    int length = snprintf(name, sizeof name, n->has_zeros ? "%.*s%0*d%s" : "%.*s%*d%s", n->before, pattern, n->width,
                          number, n->rest);
    if (length >= (int)sizeof name)
        return error_set("%s: names files by more than %d bytes", path, (int)sizeof name);
    return check_data_file(path, name);
}

/* All names differ, so the first file that is missing ends a long row of them. */
static bool check_numbered_files(const char *path, const NrrdIoState *state) {
    numbering n;
    int64_t step = state->dataFNStep, last = state->dataFNMax;
    bool ok = parse_pattern(state->dataFNFormat, &n) && step != 0;
    if (!ok)
        error_set("%s: '%s' is no pattern of numbered files", path, state->dataFNFormat);
    for (int64_t i = state->dataFNMin; ok && (step > 0 ? i <= last : i >= last); i += step)
        ok = check_numbered_file(path, state->dataFNFormat, &n, (int)i);
    return ok;
}

/* Teem opens the first of the files that a header names even where it skips samples, and would wait there for the writer of a pipe.
 * Therefore it may open nothing while it reads the header here; that it fails then is no matter. */
static bool find_data_files(const char *path, NrrdIoState *state) {
    struct rlimit before, none;
    Nrrd *n = nrrdNew();
    FILE *file = fopen(path, "rb");
    bool ok = n && file && getrlimit(RLIMIT_NOFILE, &before) == 0;
    if (ok) {
        none = before;
        none.rlim_cur = 0;
        ok = setrlimit(RLIMIT_NOFILE, &none) == 0;
    }
    if (ok) {
        nrrdIoStateSet(state, nrrdIoStateSkipData, AIR_TRUE);
        if (nrrdRead(n, file, state) != 0)
            biffDone(NRRD); /* its words */
        ok = setrlimit(RLIMIT_NOFILE, &before) == 0;
    }
    if (!ok)
        error_set("%s: cannot be read: %s", path, strerror(errno));
    if (file)
        fclose(file);
    nrrdNuke(n);
    return ok;
}

static bool check_data_files(const char *path) {
    NrrdIoState *state = nrrdIoStateNew();
    if (!state)
        return error_set("%s: out of memory", path);
    bool ok = find_data_files(path, state);
    for (unsigned i = 0; ok && i < state->dataFNArr->len; i++)
        ok = check_data_file(path, state->dataFN[i]);
    ok = ok && (!state->dataFNFormat || check_numbered_files(path, state));
    nrrdIoStateNix(state);
    return ok;
}

/* ---- headers ---- */

/* Bytes behind the samples are no error for teem. */
static void look_behind(NrrdIoState *state, const char *path, warn_fn warn) {
    FILE *file = state->dataFile;
    const long at = file && state->encoding == nrrdEncodingRaw ? ftell(file) : -1;
    const long end = at >= 0 && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (end > at)
        nrrd_warn_of_rest(end - at, path, warn);
    if (file)
        fclose(file);
    state->dataFile = NULL;
}

static bool load(Nrrd *n, const char *path, bool header_only, warn_fn warn) {
    NrrdIoState *state = nrrdIoStateNew();
    if (!state)
        return error_set("%s: out of memory", path);
    nrrdIoStateSet(state, nrrdIoStateSkipData, header_only ? AIR_TRUE : AIR_FALSE);
    nrrdIoStateSet(state, nrrdIoStateKeepNrrdDataFileOpen, header_only ? AIR_FALSE : AIR_TRUE);
    bool ok = nrrdLoad(n, path, state) == 0;
    if (ok && !header_only)
        look_behind(state, path, warn);
    nrrdIoStateNix(state);
    return ok || teem_error(path);
}

/* Files of vectors have an axis more, the first one, which holds a vector's numbers. */
static unsigned first_axis(const Nrrd *n) {
    return n->dim - 3;
}

static bool check_axes(const Nrrd *n, const char *path, bool vectors) {
    if (!nrrd_check_dimension(n->dim, vectors, path))
        return false;
    if (n->type == nrrdTypeBlock || n->type == nrrdTypeUnknown || n->type == nrrdTypeDefault)
        return error_set("%s: its samples are no numbers", path);
    for (unsigned a = first_axis(n); a < n->dim; a++) {
        int kind = n->axis[a].kind;
        if (kind != nrrdKindUnknown && !nrrdKindIsDomain(kind))
            return nrrd_refuse_kind((int)a, airEnumStr(nrrdKind, kind), vectors, path);
    }
    return !vectors || nrrd_check_vectors(n->axis[0].size, nrrdKindIsDomain(n->axis[0].kind), path);
}

/* Tells the parent how much comes, too: files of samples may be large beside their header. */
static bool check_header(const Nrrd *n, const char *path, bool vectors, uint32_t max_side) {
    if (!check_axes(n, path, vectors))
        return false;
    const NrrdAxisInfo *axis = n->axis + first_axis(n);
    const uint64_t size[3] = {axis[0].size, axis[1].size, axis[2].size};
    const size_t bytes = vectors ? volume_sample_bytes(HPYR_FORMAT_RGB32F) : nrrdElementSize(n);
    if (!volume_check_size(path, size, bytes, max_side))
        return false;
    child_expect(size[0] * size[1] * size[2] * bytes);
    return true;
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

/* ---- places ---- */

static bool place(const Nrrd *n, const char *path, warn_fn warn, volume *out) {
    nrrd_axes axes;
    axes.space_dimension = (int)n->spaceDim;
    for (unsigned a = 0; a < 3; a++) {
        const NrrdAxisInfo *axis = &n->axis[first_axis(n) + a];
        memcpy(axes.direction[a], axis->spaceDirection, sizeof axes.direction[a]);
        axes.origin[a] = n->spaceOrigin[a];
        axes.spacing[a] = axis->spacing;
        axes.minimum[a] = axis->min;
        axes.maximum[a] = axis->max;
        axes.is_node[a] = axis->center == nrrdCenterNode;
    }
    return nrrd_place(&axes, path, warn, out);
}

static bool take(Nrrd *n, const char *path, warn_fn warn, volume *out) {
    const bool vectors = first_axis(n) > 0;
    for (int a = 0; a < 3; a++)
        out->size[a] = (uint32_t)n->axis[first_axis(n) + (unsigned)a].size;
    out->format = vectors ? HPYR_FORMAT_RGB32F : format_of(n->type);
    if (!place(n, path, warn, out))
        return false;
    if ((vectors || out->format == HPYR_FORMAT_R32F) && n->type != nrrdTypeFloat)
        return nrrd_convert(nrrdDLookup[n->type], n->data, airEnumStr(nrrdType, n->type), path, warn, out);
    out->samples = n->data; /* which teem allocates as we do */
    n->data = NULL;
    return true;
}

bool volume_parse_nrrd(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out) {
    Nrrd *header = nrrdNew(), *n = nrrdNew();
    nrrdStateVerboseIO = 0;
    bool ok = header && n;
    if (!ok)
        error_set("%s: out of memory", path);
    /* Sizes first: what teem allocates for them might be more than there is. */
    ok = ok && check_data_files(path) && load(header, path, true, NULL) &&
         check_header(header, path, vectors, max_side) && load(n, path, false, warn) && take(n, path, warn, out);
    nrrdNuke(header);
    nrrdNuke(n);
    return ok;
}

#else

bool volume_parse_nrrd(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out) {
    return volume_parse_nrrd_small(path, vectors, max_side, warn, out);
}

#endif
