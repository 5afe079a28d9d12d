/* normals_orientation.c - the oracle's orientation of normals: Kruskal's minimum spanning tree, then a walk along it.
 * SPDX-License-Identifier: MIT
 *
 * Source: Hoppe et al. 1992, section 3.3; histopyramid/reference/normals.h names it and says what is computed. */
#include <histopyramid/reference/normals.h>

#include <math.h>
#include <stdlib.h>

typedef struct edge {
    uint32_t weight; /* in 1 / 65535 */
    uint32_t point, place, other;
} edge;

/* What is known of each point while the tree grows. */
typedef struct tree_point {
    uint32_t part;    /* all points of a part have the same number */
    uint32_t next;    /* the points of a part are a ring */
    uint32_t size;    /* of the part */
    bool is_reversed; /* to agree with the part's other points */
} tree_point;

static double dot(const float *a, const float *b) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2];
}

static bool is_decided(const float *normal) {
    return normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
}

/* ---- edges ---- */

static int compare_edges(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static size_t list_edges(const float *normals, uint32_t count, const uint32_t *lists, uint32_t neighbors, edge *edges) {
    size_t found = 0;
    for (uint32_t point = 0; point < count; point++)
        for (uint32_t place = 0; place < neighbors; place++) {
            const uint32_t other = lists[(size_t)point * neighbors + place];
            if (other == HPYR_REF_NORMALS_NONE || other == point)
                continue;
            const float *normal = normals + (size_t)point * 3, *beside = normals + (size_t)other * 3;
            if (!is_decided(normal) || !is_decided(beside))
                continue;
            const double weight = fmax(0, 1 - fabs(dot(normal, beside)));
            edges[found++] = (edge){(uint32_t)floor(weight * 65535 + 0.5), point, place, other};
        }
    qsort(edges, found, sizeof *edges, compare_edges);
    return found;
}

/* ---- parts ---- */

/* Joins two parts along an edge. The smaller one takes the other one's number, and turns if it must. */
static void join(tree_point *points, uint32_t a, uint32_t b, bool differ) {
    const bool turns = differ != (points[a].is_reversed != points[b].is_reversed);
    if (points[points[a].part].size < points[points[b].part].size) {
        const uint32_t smaller = a;
        a = b;
        b = smaller;
    }
    points[points[a].part].size += points[points[b].part].size;
    const uint32_t first = b;
    do {
        points[b].part = points[a].part;
        points[b].is_reversed = points[b].is_reversed != turns;
        b = points[b].next;
    } while (b != first);
    const uint32_t next = points[a].next;
    points[a].next = points[first].next;
    points[first].next = next;
}

/* Does the highest point of a part have to turn? */
static bool seed_turns(const float *positions, uint32_t stride, const tree_point *points, uint32_t point,
                       const float *normals) {
    uint32_t seed = point;
    for (uint32_t other = points[point].next; other != point; other = points[other].next) {
        const float z = positions[(size_t)other * stride + 2], best = positions[(size_t)seed * stride + 2];
        if (z > best || (z == best && other < seed))
            seed = other;
    }
    const float *normal = normals + (size_t)seed * 3;
    const float tells = normal[2] != 0 ? normal[2] : normal[1] != 0 ? normal[1] : normal[0];
    return points[seed].is_reversed != (tells < 0);
}

/* The sum of a part's normals, and the mean of its positions. Returns the number of its points. */
static uint32_t average(const float *positions, uint32_t stride, const tree_point *points, uint32_t point,
                        const float *normals, double normal[3], double middle[3]) {
    uint32_t other = point, count = 0;
    do {
        for (int axis = 0; axis < 3; axis++) {
            const double along = normals[(size_t)other * 3 + axis];
            normal[axis] += points[other].is_reversed ? -along : along;
            middle[axis] += positions[(size_t)other * stride + axis];
        }
        count++;
        other = points[other].next;
    } while (other != point);
    for (int axis = 0; axis < 3; axis++)
        middle[axis] /= count;
    return count;
}

/* Do the normals of a part point to its inside? */
static bool part_turns(const float *positions, uint32_t stride, const tree_point *points, uint32_t point,
                       const float *normals) {
    double normal[3] = {0}, middle[3] = {0}, flux = 0, all = 0;
    const uint32_t count = average(positions, stride, points, point, normals, normal, middle);
    uint32_t other = point;
    do {
        double through = 0;
        for (int axis = 0; axis < 3; axis++)
            through += normals[(size_t)other * 3 + axis] * (positions[(size_t)other * stride + axis] - middle[axis]);
        flux += points[other].is_reversed ? -through : through;
        all += fabs(through);
        other = points[other].next;
    } while (other != point);
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const bool is_sheet = length > 0.5 * count || fabs(flux) <= all / 50;
    return is_sheet ? seed_turns(positions, stride, points, point, normals) : flux < 0;
}

static uint32_t turn_parts(const float *positions, uint32_t stride, uint32_t count, tree_point *points,
                           const float *normals) {
    uint32_t parts = 0;
    for (uint32_t point = 0; point < count; point++) {
        if (points[point].part != point || !is_decided(normals + (size_t)point * 3))
            continue;
        parts++;
        if (!part_turns(positions, stride, points, point, normals))
            continue;
        uint32_t other = point;
        do {
            points[other].is_reversed = !points[other].is_reversed;
            other = points[other].next;
        } while (other != point);
    }
    return parts;
}

static void reverse(float *normal) {
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = -normal[axis];
}

hpyr_result hpyr_ref_normals_along_tree(const float *positions, uint32_t stride, uint32_t count, const uint32_t *lists,
                                        uint32_t neighbors, float *normals, uint32_t *parts) {
    if (parts)
        *parts = 0;
    if (!neighbors || (count && (!positions || stride < 3 || !lists || !normals)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    edge *edges = malloc(((size_t)count * neighbors + 1) * sizeof *edges);
    tree_point *points = malloc(((size_t)count + 1) * sizeof *points);
    if (edges && points) {
        const size_t edge_count = list_edges(normals, count, lists, neighbors, edges);
        for (uint32_t i = 0; i < count; i++)
            points[i] = (tree_point){i, i, 1, false};
        for (size_t i = 0; i < edge_count; i++)
            if (points[edges[i].point].part != points[edges[i].other].part)
                join(points, edges[i].point, edges[i].other,
                     dot(normals + (size_t)edges[i].point * 3, normals + (size_t)edges[i].other * 3) < 0);
        const uint32_t found = turn_parts(positions, stride, count, points, normals);
        if (parts)
            *parts = found;
        for (uint32_t i = 0; i < count; i++)
            if (points[i].is_reversed)
                reverse(normals + (size_t)i * 3);
    }
    const hpyr_result result = edges && points ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
    free(edges);
    free(points);
    return result;
}

hpyr_result hpyr_ref_normals_to_viewpoint(const float *positions, uint32_t stride, uint32_t count,
                                          const float viewpoint[3], float *normals) {
    if (!viewpoint || (count && (!positions || stride < 3 || !normals)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        const float *position = positions + (size_t)i * stride, *normal = normals + (size_t)i * 3;
        double towards = 0;
        for (int axis = 0; axis < 3; axis++)
            towards += ((double)viewpoint[axis] - position[axis]) * normal[axis];
        if (towards < 0)
            reverse(normals + (size_t)i * 3);
    }
    return HPYR_OK;
}
