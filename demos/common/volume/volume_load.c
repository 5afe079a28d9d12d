/* volume_load.c - volumes by name: fields, raw files, and NRRD files, which a child process reads.  SPDX-License-Identifier: MIT */
#include "common/volume/volume_load.h"

#include "common/files/child.h"
#include "common/files/path.h"
#include "common/volume/volume_nrrd.h"
#include "common/volume/volume_raw.h"

#include <stdlib.h>
#include <string.h>

/* ---- NRRD ---- */

typedef struct reading {
    const char *path;
    bool vectors;
    uint32_t max_side;
    volume *out;
} reading;

static bool work(void *user, warn_fn warn) {
    const reading *r = user;
    return volume_parse_nrrd(r->path, r->vectors, r->max_side, warn, r->out);
}

static size_t bytes_of(const volume *v) {
    return (size_t)volume_count(v) * volume_sample_bytes(v->format);
}

static void move(void *user, child *c) {
    volume *v = ((const reading *)user)->out;
    child_move(c, v, sizeof *v);
    child_move_array(c, &v->samples, bytes_of(v));
}

static bool read_nrrd(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out) {
    reading r = {path, vectors, max_side, out};
    const child_task task = {path, &r, warn, work, move};
    bool ok = child_run(&task);
    if (ok && !out->samples)
        ok = error_set("%s: cannot be read as a volume: the reader went astray", path);
    if (!ok)
        volume_free(out);
    return ok;
}

/* ---- all ---- */

bool volume_parse(const char *text, const uint32_t size[3], volume_source *out) {
    memset(out, 0, sizeof *out);
    memcpy(out->size, size, sizeof out->size);
    out->field = field_of_name(text);
    if (out->field != FIELD_COUNT)
        return true;
    if (strlen(text) >= sizeof out->path)
        return error_set("'%.40s...': the name is too long", text);
    if (path_ends_with(text, ".nrrd") || path_ends_with(text, ".nhdr") || path_is_directory(text)) {
        memcpy(out->path, text, strlen(text) + 1);
        return true;
    }
    if (strstr(text, ".raw") || strstr(text, ".RAW"))
        return volume_parse_raw(text, out);
    if (path_names_mesh(text))
        return error_set("%s is a mesh, not a volume: dicer shows meshes", text);
    if (strchr(text, ':'))
        return error_set("'%s' is no volume: the name of a raw file ends in .raw", text);
    return error_set(
        "'%s' is no volume: expected cayley, gyroid, sphere, torus, metaballs, FILE.nrrd or FILE.raw:XxYxZ:TYPE[:big]",
        text);
}

static bool sample(const volume_source *source, uint32_t max_side, volume *out) {
    if (!volume_open(out, FIELD_NAMES[source->field], source->size, max_side))
        return false;
    field_sample(source->field, 0, out->size, out->samples);
    return true;
}

bool volume_check_file(const volume_source *source) {
    if (source->field != FIELD_COUNT)
        return true;
    if (!source->is_raw && path_is_directory(source->path))
        return error_set("%s is a directory, not a volume", source->path);
    return path_check_regular(source->path);
}

bool volume_load(const volume_source *source, uint32_t max_side, warn_fn warn, volume *out, volume_facts *facts) {
    bool ok = false;
    memset(out, 0, sizeof *out);
    if (source->field != FIELD_COUNT) {
        ok = sample(source, max_side, out);
    } else if (!volume_check_file(source)) {
        return false;
    } else if (source->is_raw) {
        const uint64_t size[3] = {source->size[0], source->size[1], source->size[2]};
        ok = volume_check_size(source->path, size, volume_sample_bytes(source->format), max_side) &&
             volume_read_raw(source, out);
    } else {
        ok = read_nrrd(source->path, false, max_side, warn, out);
    }
    if (!ok) {
        volume_free(out);
        return false;
    }
    volume_survey(out, facts);
    if (facts->nans > 0)
        warn_with(warn, "%s: %llu of %llu samples are NaN, and so outside of every surface", source->path,
                  (unsigned long long)facts->nans, (unsigned long long)volume_count(out));
    return true;
}

bool volume_load_vectors(const char *path, uint32_t max_side, warn_fn warn, volume *out) {
    memset(out, 0, sizeof *out);
    if (!path_ends_with(path, ".nrrd") && !path_ends_with(path, ".nhdr"))
        return error_set("'%s' is no field of vectors: expected FILE.nrrd or FILE.nhdr", path);
    if (path_is_directory(path))
        return error_set("%s is a directory, not a field of vectors", path);
    return path_check_regular(path) && read_nrrd(path, true, max_side, warn, out);
}
