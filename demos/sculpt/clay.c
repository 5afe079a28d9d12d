/* clay.c - a cloud of points with normals.  SPDX-License-Identifier: MIT */
#include "sculpt/clay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Squares of larger coordinates are no floats, and normals are made of such. */
static const float LARGEST = 1e15f;

bool clay_reserve(clay *c, uint64_t more) {
    const uint64_t wanted = c->points.count + more;
    if (wanted <= c->room)
        return true;
    if (wanted > CLAY_MAX_POINTS)
        return error_set("%llu points are too many: %u are allowed", (unsigned long long)wanted,
                         (unsigned)CLAY_MAX_POINTS);
    uint64_t room = 2 * (uint64_t)c->room > wanted ? 2 * (uint64_t)c->room : wanted;
    room = room < CLAY_MAX_POINTS ? room : CLAY_MAX_POINTS;
    float *positions = realloc(c->points.positions, 12 * (size_t)room);
    c->points.positions = positions ? positions : c->points.positions;
    float *normals = realloc(c->points.normals, 12 * (size_t)room);
    c->points.normals = normals ? normals : c->points.normals;
    if (!positions || !normals)
        return error_set("out of memory for %llu points", (unsigned long long)wanted);
    c->room = (uint32_t)room;
    return true;
}

void clay_add(clay *c, const float position[3], const float normal[3]) {
    memcpy(c->points.positions + 3 * (size_t)c->points.count, position, 3 * sizeof *position);
    memcpy(c->points.normals + 3 * (size_t)c->points.count, normal, 3 * sizeof *normal);
    c->points.count++;
}

bool clay_add_some(clay *c, const clay *from, uint32_t first, uint32_t end, const bool *is_kept) {
    if (!clay_reserve(c, end - first))
        return false;
    for (size_t i = first; i < end; i++)
        if (!is_kept || is_kept[i])
            clay_add(c, from->points.positions + 3 * i, from->points.normals + 3 * i);
    return true;
}

bool clay_copy(clay *c, const clay *from) {
    clay copy = {0};
    if (!clay_add_some(&copy, from, 0, from->points.count, NULL)) {
        clay_free(&copy);
        return false;
    }
    copy.anchors = from->anchors;
    clay_take(c, &copy);
    return true;
}

void clay_free(clay *c) {
    point_set_free(&c->points);
    memset(c, 0, sizeof *c);
}

void clay_take(clay *c, clay *from) {
    clay_free(c);
    *c = *from;
    memset(from, 0, sizeof *from);
}

bool clay_check(const clay *c, const char *name) {
    if (c->points.count == 0 || c->anchors == 0)
        return error_set("%s: no points are left", name);
    for (size_t i = 0; i < 3 * (size_t)c->points.count; i++)
        if (!(fabsf(c->points.positions[i]) <= LARGEST && fabsf(c->points.normals[i]) <= LARGEST))
            return error_set("%s: points become infinite, or larger than %g", name, (double)LARGEST);
    return points_check_shape(&c->points, name);
}
