/* normals.c - the oracle's normals: the nearest points by exhaustive search, and the planes of their covariances.
 * SPDX-License-Identifier: MIT
 *
 * Source: Hoppe et al. 1992, section 3.2; histopyramid/reference/normals.h names it and says what is computed. */
#include <histopyramid/reference/normals.h>

#include "reference/nearest.h"

#include <math.h>
#include <stdlib.h>

static bool is_valid(const float *positions, uint32_t stride, uint32_t count, uint32_t neighbors) {
    return neighbors > 0 && (count == 0 || (positions && stride >= 3));
}

/* ---- lists ---- */

/* The power of two by which the largest side of the box around all points becomes 2^62 to 2^63. */
static double scale_of(const float *positions, uint32_t stride, uint32_t count) {
    double extent = 0, low[3], high[3];
    hpi_reference_box(positions, stride, count, low, high);
    for (int axis = 0; axis < 3; axis++)
        extent = fmax(extent, high[axis] - low[axis]);
    return extent > 0 ? ldexp(1, 62 - ilogb(extent)) : 1;
}

/* Assignments round to single precision; fused operations are off for this file. */
static float distance(const float *a, const float *b, double scale) {
    float squares[3];
    for (int axis = 0; axis < 3; axis++) {
        const float scaled = (float)(((double)a[axis] - b[axis]) * scale);
        squares[axis] = scaled * scaled;
    }
    const float first = squares[0] + squares[1];
    return first + squares[2];
}

hpyr_result hpyr_ref_normals_lists(const float *positions, uint32_t stride, uint32_t count, uint32_t neighbors,
                                   uint32_t *lists) {
    if (!is_valid(positions, stride, count, neighbors) || (count && !lists))
        return HPYR_ERROR_INVALID_ARGUMENT;
    float *distances = malloc(neighbors * sizeof *distances);
    if (!distances)
        return HPYR_ERROR_OUT_OF_MEMORY;
    const double scale = scale_of(positions, stride, count);
    for (uint32_t i = 0; i < count; i++) {
        const float *position = positions + (size_t)i * stride;
        uint32_t *list = lists + (size_t)i * neighbors;
        hpi_reference_list_clear(list, neighbors);
        for (uint32_t other = 0; other < count && hpi_reference_is_finite_point(position); other++)
            if (hpi_reference_is_finite_point(positions + (size_t)other * stride))
                hpi_reference_list_insert(list, distances, neighbors, other,
                                          distance(position, positions + (size_t)other * stride, scale));
    }
    free(distances);
    return HPYR_OK;
}

/* ---- planes ---- */

/* Makes one entry beside the diagonal 0 by a rotation of rows and columns p and q. */
static void rotate(double matrix[3][3], double vectors[3][3], int p, int q) {
    if (matrix[p][q] == 0)
        return;
    const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
    const double tangent = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (int i = 0; i < 3; i++) {
        const double a = matrix[i][p], b = matrix[i][q];
        matrix[i][p] = cosine * a - sine * b;
        matrix[i][q] = sine * a + cosine * b;
    }
    for (int i = 0; i < 3; i++) {
        const double a = matrix[p][i], b = matrix[q][i], v = vectors[p][i], w = vectors[q][i];
        matrix[p][i] = cosine * a - sine * b;
        matrix[q][i] = sine * a + cosine * b;
        vectors[p][i] = cosine * v - sine * w;
        vectors[q][i] = sine * v + cosine * w;
    }
}

static void solve(double matrix[3][3], hpyr_ref_plane *plane) {
    double vectors[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int order[3] = {0, 1, 2};
    for (int sweep = 0; sweep < 32; sweep++) {
        rotate(matrix, vectors, 0, 1);
        rotate(matrix, vectors, 0, 2);
        rotate(matrix, vectors, 1, 2);
    }
    for (int i = 0; i < 2; i++)
        for (int j = i + 1; j < 3; j++)
            if (matrix[order[j]][order[j]] < matrix[order[i]][order[i]]) {
                const int larger = order[i];
                order[i] = order[j];
                order[j] = larger;
            }
    for (int i = 0; i < 3; i++)
        plane->eigenvalues[i] = matrix[order[i]][order[i]];
    if (plane->eigenvalues[1] > HPYR_REF_NORMALS_LINE * plane->eigenvalues[2])
        for (int axis = 0; axis < 3; axis++)
            plane->normal[axis] = vectors[order[0]][axis];
}

static hpyr_ref_plane plane_of(const float *positions, uint32_t stride, const uint32_t *list, uint32_t neighbors) {
    double mean[3] = {0}, matrix[3][3] = {{0}};
    hpyr_ref_plane plane = {{0}, {0}};
    uint32_t count = 0;
    for (; count < neighbors && list[count] != HPYR_REF_NORMALS_NONE; count++)
        for (int axis = 0; axis < 3; axis++)
            mean[axis] += positions[(size_t)list[count] * stride + axis];
    if (!count)
        return plane;
    for (uint32_t i = 0; i < count; i++)
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                matrix[row][column] += (positions[(size_t)list[i] * stride + row] - mean[row] / count) *
                                       (positions[(size_t)list[i] * stride + column] - mean[column] / count) / count;
    solve(matrix, &plane);
    return plane;
}

hpyr_result hpyr_ref_normals_planes(const float *positions, uint32_t stride, uint32_t count, const uint32_t *lists,
                                    uint32_t neighbors, hpyr_ref_plane *planes) {
    if (!is_valid(positions, stride, count, neighbors) || (count && (!lists || !planes)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        planes[i] = plane_of(positions, stride, lists + (size_t)i * neighbors, neighbors);
    return HPYR_OK;
}
