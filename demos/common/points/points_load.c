/* points_load.c - files of points, of whatever kind.  SPDX-License-Identifier: MIT */
#include "common/files/path.h"
#include "common/points/points.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Endings that belong to points, but to no format that is read. */
static const char *const UNREAD[] = {".las", ".laz", ".e57", ".pcd", ".bin", ".bnpts", ".npy", ".ptx", ".rcp", NULL};

static bool read_any(point_source *s) {
    char magic[4] = {0};
    size_t length = fread(magic, 1, 3, s->file);
    if (ferror(s->file))
        return error_set("%s: cannot be read: %s", s->path, strerror(errno));
    rewind(s->file);
    if (length == 3 && memcmp(magic, "ply", 3) == 0)
        return points_read_ply(s);
    if (path_ends_with(s->path, ".ply"))
        return error_set("%s: no PLY file: its first line is not 'ply'", s->path);
    if (path_ending(s->path, UNREAD)) {
        return error_set("%s: files of %s are not read: save the points as .ply or .xyz", s->path,
                         path_ending(s->path, UNREAD));
    }
    if (path_names_mesh(s->path) && !path_ends_with(s->path, ".obj"))
        return error_set("%s: is a mesh, not a file of points: --mesh takes points from it", s->path);
    return path_ends_with(s->path, ".obj") ? points_read_obj(s) : points_read_numbers(s);
}

static void tell_skipped(const point_source *s) {
    char line[ERROR_SIZE];
    if (s->out->skipped == 0)
        return;
    snprintf(line, sizeof line, "%s: %u of %u points are skipped: a coordinate is NaN or infinite", s->path,
             (unsigned)s->out->skipped, (unsigned)(s->out->skipped + s->out->count));
    points_warn(s, line);
}

bool points_load(const char *path, point_set *out, progress *bar, warn_fn warn) {
    point_source s = {NULL, 0, path, out, bar, warn};
    memset(out, 0, sizeof *out);
    s.file = path_open(path, &s.size);
    if (!s.file)
        return false;
    bool ok = read_any(&s);
    if (ok && ferror(s.file))
        ok = error_set("%s: cannot be read to its end", path);
    ok = ok && points_finish(out, path);
    fclose(s.file);
    if (ok)
        tell_skipped(&s);
    else
        point_set_free(out);
    return ok;
}
