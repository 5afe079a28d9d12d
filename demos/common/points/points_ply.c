/* points_ply.c - the vertices of a PLY file as points.  SPDX-License-Identifier: MIT */
#include "common/mesh/ply.h"
#include "common/points/points.h"

enum { NUMBERS = 6, NORMAL = 3 };

static const char *const NAMES[] = {"x", "y", "z", "nx", "ny", "nz", NULL};

static bool check_names(const ply_header *h, const point_source *s) {
    if (h->vertex == h->element_count)
        return error_set("%s: no file of points: it has no element vertex", s->path);
    const int present = h->has[NORMAL] + h->has[NORMAL + 1] + h->has[NORMAL + 2];
    for (int i = 0; i < NUMBERS; i++)
        if (!h->has[i] && (i < NORMAL || present > 0))
            return error_set("%s: its property %s is missing", s->path, NAMES[i]);
    return true;
}

bool points_read_ply(point_source *s) {
    const ply_wanted wanted = {.names = NAMES};
    double numbers[PLY_MAX_NUMBERS] = {0};
    ply_file ply;
    if (!ply_open(&ply, s->file, s->size, s->path, &wanted) || !check_names(&ply.header, s) || !ply_begin(&ply) ||
        !ply_check_room(&ply))
        return false;
    const uint64_t count = ply.header.elements[ply.header.vertex].count;
    const bool has_normals = ply.header.has[NORMAL];
    if (!points_reserve(s->out, s->path, count, has_normals))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!ply_next(&ply, numbers))
            return false;
        points_add(s->out, numbers, has_normals ? numbers + NORMAL : NULL);
        points_tell(s->bar, i, count);
    }
    return ply_end(&ply);
}
