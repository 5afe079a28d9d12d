/* volume_load.c - volumes by name: fields, raw files, and NRRD files, which a child process reads.  SPDX-License-Identifier: MIT */
#include "common/volume/volume_load.h"

#include "common/files/little_endian.h"
#include "common/files/options.h"
#include "common/files/path.h"
#include "common/volume/volume_nrrd.h"

#include <errno.h>
#include <string.h>

/* ---- NRRD ---- */

typedef struct reading {
    bool vectors;
    uint32_t max_side;
    volume out;
} reading;

static bool work(const char *path, void *user, warn_fn warn) {
    reading *r = user;
    return volume_parse_nrrd(path, r->vectors, r->max_side, warn, &r->out);
}

static size_t bytes_of(const volume *v) {
    return (size_t)volume_count(v) * volume_sample_bytes(v->format);
}

static void move(void *user, child *c) {
    volume *v = &((reading *)user)->out;
    child_move(c, v, sizeof *v);
    child_move_array(c, &v->samples, bytes_of(v));
}

const child_task VOLUME_READER = {"volume", sizeof(reading), work, move};

static bool read_nrrd(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out) {
    reading r = {vectors, max_side, *out};
    bool ok = child_run(&VOLUME_READER, path, &r, warn);
    *out = r.out;
    if (ok && !out->samples)
        ok = error_set("%s: cannot be read as a volume: the reader went astray", path);
    if (!ok)
        volume_free(out);
    return ok;
}

/* ---- samples as they are, in files that tell nothing of them ---- */

static const hpyr_format TYPES[] = {HPYR_FORMAT_R8UI, HPYR_FORMAT_R16UI, HPYR_FORMAT_R16I, HPYR_FORMAT_R32F};
enum { TYPE_COUNT = sizeof TYPES / sizeof TYPES[0] };

static bool parse_type(const char *text, hpyr_format *format) {
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(text, volume_type_name(TYPES[i])) == 0) {
            *format = TYPES[i];
            return true;
        }
    }
    return false;
}

/* What stands behind the last colon, cut off; NULL where there is none. */
static char *cut_last(char *text) {
    char *colon = strrchr(text, ':');
    if (colon)
        *colon++ = '\0';
    return colon;
}

/* From the end, since a path may have colons of its own. */
static bool parse_raw(const char *text, volume_source *out) {
    char *type, *size;
    memcpy(out->path, text, strlen(text) + 1);
    out->is_raw = true;
    type = cut_last(out->path);
    if (type && strcmp(type, "big") == 0) {
        out->is_big_endian = true;
        type = cut_last(out->path);
    }
    size = type ? cut_last(out->path) : NULL;
    if (!size || out->path[0] == '\0')
        return error_set("'%s': expected FILE.raw:XxYxZ:TYPE[:big]", text);
    if (strcmp(out->path, ".raw") == 0 || strcmp(out->path, ".RAW") == 0)
        return error_set("'%s': there is no name before .raw", text);
    if (!parse_type(type, &out->format) && parse_type(size, &out->format))
        return error_set("'%s': '%s' after the type: only :big may follow it", text, type);
    if (!parse_type(type, &out->format))
        return error_set("'%s': unknown type '%s': expected uint8, int16, uint16 or float32", text, type);
    return options_numbers(size, out->size, 3, 1, UINT32_MAX) ||
           error_set("'%s': size '%s': expected XxYxZ, each a whole number from 1 on", text, size);
}

static bool read_samples(FILE *file, uint64_t size, const volume_source *source, volume *out) {
    size_t bytes_each = volume_sample_bytes(source->format);
    uint64_t count = volume_count(out), needed = count * bytes_each;
    if (size != needed) {
        return error_set("%s: has %llu bytes, %ux%ux%u samples of %s are %llu", source->path, (unsigned long long)size,
                         (unsigned)out->size[0], (unsigned)out->size[1], (unsigned)out->size[2],
                         volume_type_name(source->format), (unsigned long long)needed);
    }
    if (!volume_allocate(out, source->path))
        return false;
    if (fread(out->samples, 1, (size_t)needed, file) != needed)
        return error_set("%s: cannot be read: %s", source->path, strerror(errno));
    order_bytes(out->samples, count, bytes_each, source->is_big_endian);
    return true;
}

static bool read_raw(const volume_source *source, volume *out) {
    uint64_t size;
    FILE *file = path_open(source->path, &size);
    if (!file)
        return false;
    memcpy(out->size, source->size, sizeof out->size);
    out->format = source->format;
    out->first_slice_on_top = true;
    for (int i = 0; i < 3; i++)
        out->spacing[i] = 1;
    bool ok = read_samples(file, size, source, out);
    fclose(file);
    return ok;
}

/* ---- all ---- */

static bool names_nrrd(const char *path) {
    return path_ends_with(path, ".nrrd") || path_ends_with(path, ".nhdr");
}

bool volume_parse(const char *text, const uint32_t size[3], volume_source *out) {
    memset(out, 0, sizeof *out);
    memcpy(out->size, size, sizeof out->size);
    out->field = field_of_name(text);
    if (out->field != FIELD_COUNT)
        return true;
    if (strlen(text) >= sizeof out->path)
        return error_set("'%.40s...': the name is too long", text);
    if (names_nrrd(text) || path_is_directory(text)) {
        memcpy(out->path, text, strlen(text) + 1);
        return true;
    }
    if (strstr(text, ".raw") || strstr(text, ".RAW"))
        return parse_raw(text, out);
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
             read_raw(source, out);
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
    if (!names_nrrd(path))
        return error_set("'%s' is no field of vectors: expected FILE.nrrd or FILE.nhdr", path);
    if (path_is_directory(path))
        return error_set("%s is a directory, not a field of vectors", path);
    return path_check_regular(path) && read_nrrd(path, true, max_side, warn, out);
}
