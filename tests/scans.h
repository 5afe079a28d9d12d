/* scans.h - sets of points with normals, and the oracle's Poisson reconstruction of them.  SPDX-License-Identifier: MIT */
#ifndef TEST_SCANS_H
#define TEST_SCANS_H

#include "octrees.h"

/** Floats from a normal to the next one. Behind each normal there is a NaN. */
#define SCAN_NORMAL_STRIDE 4

/** Points with normals, their octree, and what is found in it. */
typedef struct scan {
    point_set set;
    float *normals;
    hpyr_ref_octree tree;
    hpyr_ref_poisson_desc desc; /* how it is solved, with how many anchors */
    hpyr_ref_poisson poisson;
    bool warm; /* the GPU starts from its last solution */
} scan;

/** Points with random normals, which need not fit any surface: mathematics does not mind. Their GRADED octree is
 *  built. */
scan scan_random(points_kind kind, uint32_t count, uint32_t depth);

/** The same, with positions from that float on, so many floats apart. */
scan scan_placed(points_kind kind, uint32_t count, uint32_t depth, uint32_t first, uint32_t stride);

/** Points in a cube from 0 to 4, with normals. All are 0, and there is no octree yet. */
scan scan_empty(uint32_t count);

/** Sets a point of such a scan. */
void scan_set(scan *scan, uint32_t i, const double position[3], const double normal[3]);

/** Builds the GRADED octree, again if there is one. */
void scan_build(scan *scan, uint32_t depth);

/** Solves as scan.desc says, but for tolerance and iterations; again if it has been solved. */
hpyr_result scan_solve(scan *scan, double tolerance, uint32_t most);

void scan_free(scan *scan);

/** Coordinates of a point in cells of the last depth; and f at such coordinates. */
void scan_cells(const scan *scan, const double point[3], double cells[3]);
double scan_value(const scan *scan, const double cells[3]);

/** The largest of all values, without signs. */
double scan_largest(const scan *scan);

/** "40 random points, depth 5". */
void scan_tell(const scan *scan, char *text, size_t size);

#endif
