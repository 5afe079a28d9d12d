/* cloud_load.c - files of splats, of whatever kind.  SPDX-License-Identifier: MIT */
#include "splats/cloud.h"

#include "common/files/error.h"
#include "common/files/path.h"
#include "splats/cloud_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Endings that belong to splats, but to no format that is read. */
static const char *const UNREAD[] = {".ksplat", ".spz", ".sog", NULL};

bool cloud_is_splats(const char *path) {
    if (path_ends_with(path, ".splat") || path_ending(path, UNREAD))
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
    if (!is_ply && path_ending(path, UNREAD))
        return error_set("%s: files of %s are not read: save the splats as .ply or .splat", path,
                         path_ending(path, UNREAD));
    if (!is_ply && !path_ends_with(path, ".splat"))
        return error_set("%s: no file of splats: begins without 'ply' and ends not in .splat", path);
    bool ok = is_ply ? ply_read(file, size, path, out) : splat_read(file, size, path, out);
    if (ok && out->count == 0)
        ok = error_set("%s: none of %u records is a splat: %s", path, (unsigned)out->skipped, CLOUD_NO_SPLAT);
    return ok;
}

bool cloud_load(const char *path, splat_cloud *out) {
    uint64_t size;
    memset(out, 0, sizeof *out);
    FILE *file = path_open(path, &size);
    if (!file)
        return false;
    bool ok = read_file(file, size, path, out);
    fclose(file);
    if (!ok)
        cloud_free(out);
    return ok;
}
