/* cloud_load.c - files of splats, of whatever kind.  SPDX-License-Identifier: MIT */
#include "splats/cloud.h"

#include "common/files/error.h"
#include "common/files/path.h"
#include "splats/cloud_ply.h"
#include "splats/cloud_splat.h"
#include "splats/splat_numbers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool cloud_names_file(const char *path) {
    return path_ends_with(path, ".ply") || path_ends_with(path, ".splat");
}

/* How a name ends that belongs to splats, but to no format that is read; or NULL. */
static const char *find_unread(const char *path) {
    static const char *const ENDS[] = {".ksplat", ".spz", ".sog"};
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++)
        if (path_ends_with(path, ENDS[i]))
            return ENDS[i];
    return NULL;
}

bool cloud_is_splats(const char *path) {
    if (path_ends_with(path, ".splat") || find_unread(path))
        return true;
    FILE *file = path_open(path, NULL);
    bool is_ply = file && ply_tells_of_splats(file);
    if (file)
        fclose(file);
    return is_ply;
}

static bool read_file(FILE *file, uint64_t size, const char *path, splat_cloud *out) {
    char magic[3] = {0};
    bool is_ply = fread(magic, 1, sizeof magic, file) == sizeof magic && memcmp(magic, "ply", sizeof magic) == 0;
    if (ferror(file))
        return error_set("%s: cannot be read: %s", path, strerror(errno));
    rewind(file);
    if (!is_ply && find_unread(path))
        return error_set("%s: files of %s are not read: save the splats as .ply or .splat", path, find_unread(path));
    if (!is_ply && !path_ends_with(path, ".splat"))
        return error_set("%s: no file of splats: begins without 'ply' and ends not in .splat", path);
    bool ok = is_ply ? ply_read(file, size, path, out) : splat_read(file, size, path, out);
    if (ok && out->count == 0)
        ok = error_set("%s: none of %u records is a splat: %s", path, (unsigned)out->skipped, CLOUD_NO_SPLAT);
    return ok;
}

bool cloud_load_stream(FILE *file, uint64_t size, const char *path, splat_cloud *out) {
    memset(out, 0, sizeof *out);
    bool ok = read_file(file, size, path, out);
    if (!ok)
        cloud_free(out);
    return ok;
}

bool cloud_load(const char *path, splat_cloud *out) {
    uint64_t size;
    memset(out, 0, sizeof *out);
    FILE *file = path_open(path, &size);
    if (!file)
        return false;
    bool ok = cloud_load_stream(file, size, path, out);
    fclose(file);
    return ok;
}
