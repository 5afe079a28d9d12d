/* reference/poisson.h - the CPU reference of poisson.h: the same function, in double precision.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time.
 *
 * Given points with normals that point outwards, a function f is looked for whose gradient is closest
 * to a vector field V made of the normals: the integral of |grad f - V|^2 is as small as it can be.
 * Far outside f is 0, and along the surface it has one value, the isovalue. Inside it is smaller.
 *
 * Basis functions. A vertex at depth d of a graded octree is inner if all eight cells of this depth
 * that share it exist. Each inner vertex v has a hat function of its depth: along each axis it falls
 * linearly from 1 at v to 0 at one cell's width, and the hat is the product of the three. A vertex is
 * known by the node whose lower corner it is, so that all numbers are stored by nodes, and a node
 * whose lower corner is not inner has 0.
 * The paper centers its functions at the centers of nodes (equation 9 with n = 2, which is the same
 * hat). Centered at vertices, those of one depth are sums of those of the next one. So what has been
 * found at a depth is handed to the next depth by interpolation of eight numbers, where the paper
 * visits the ancestors and all of their neighbors; and f is trilinear in every leaf.
 *
 * In units of a cell of depth d:
 *     V       = sum over inner vertices u of the last depth D of V_u hat_u, where
 *     V_u     = sum over points of area * (normal of the point) * hat_u(point)       (equation 4)
 *     b_v     = 2^(d - D) * (integral of grad hat_v . V in units of a cell of depth D)
 *     L_vw    = integral of grad hat_v . grad hat_w, which is 8/3 for v = w, 0 for vertices that
 *               share an edge, -1/6 across a face, and -1/12 across a cell
 *     f_d     = sum of x_v hat_v over all vertices of depths up to d, where the x of depth d solve
 *               sum_w L_vw x_w = b_v - (integral of grad hat_v . grad f_(d-1))       (equation 8)
 *
 * Density. The density at an inner vertex v of depth d is the sum of hat_v over all points. A point in
 * a cell on the root's border counts where it would be if it were moved away from the border, along
 * each axis, to the end of its cell. So each point counts for 1 in all. w_d of a point is what the
 * densities at the eight corners of its cell of depth d are there, by trilinear interpolation, the
 * point moved likewise; 0 where there is no such cell.
 * Area. Samples stand for parts of a surface, in cells^2 of depth D. With w = w_d of the sample at
 * d = density_depth:
 *     area = 4^(D - d) * w^3 / (w^4 + 8)
 * This is about 1/w cells of depth d where w is 3 or more, and never more than 0.34: few samples are no
 * surface. One that lies alone, whose w is about 0.3, gets a hundredth of that.
 *
 * Screening. With a = screening above 0, f is drawn to one number at the samples. From depth 3 on, the
 * samples in a cell of depth d count as one: A is the sum of their areas in cells^2 of this depth, and
 * m is the mean of their positions, weighted by areas. For A, m and c, though not for V, no area is more
 * than 4^(D - d) * 2 / (mean of w at all samples), which is twice that of a sample with the mean of w.
 * Without weights all areas stay 1.
 * Samples strewn at random make V uneven from cell to cell, and what is drawn to them need not follow V as
 * closely. So if D is 3 or more, b of depth D alone is smoothed: b_v becomes the sum of weight * b_u over v
 * itself and the 26 vertices u around it. A weight is a product over the three axes: 7/8 where u and v have the
 * same coordinate, 1/16 where they differ. Vertices that are not inner count as 0. The systems become
 *     sum_w (L_vw + a S_vw) x_w = (the right side above) - a * sum of A hat_v(m) (f_(d-1)(m) - c), where
 *     S_vw = sum over cells of A hat_v(m) hat_w(m)
 *     c    = mean of f_(d-1) at the merged samples of depth d - 1, weighted by their areas
 * So f_d is closest to V, and at once a * (sum of A (f_d(m) - c)^2) is small. Both are measured in
 * cells of the depth, which makes the screening of each depth half as strong as that of the next one.
 *
 * Anchors. The caller may say that only the first of the points are anchors. The others make V and the densities
 * as all points do, and nothing else: the isovalue is the mean of f at the anchors (section V-A, step 7), and A, m
 * and c are those of anchors.
 *
 * Source, and how it is cited here:
 *   - M. Kazhdan, H. Hoppe, "Screened Poisson Surface Reconstruction", ACM Transactions on Graphics
 *     32(3), 2013, https://doi.org/10.1145/2487228.2487237: the screening.
 *   - "the paper": Zhou, Gong, Huang, Guo, "Data-Parallel Octrees for Surface Reconstruction", IEEE
 *     Transactions on Visualization and Computer Graphics 17(5), 2011,
 *     https://doi.org/10.1109/TVCG.2010.75; its appendix and section IV. */
#ifndef HPYR_REFERENCE_POISSON_H
#define HPYR_REFERENCE_POISSON_H

#include <histopyramid/export.h>
#include <histopyramid/reference/octree.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What hpyr_ref_poisson_solve is to do.
 *
 *  | member         | meaning                                                                  |
 *  |----------------|--------------------------------------------------------------------------|
 *  | tolerance      | conjugate gradients at a depth stop when the residual's norm has become  |
 *  |                | this part of the first one: 0 or more                                    |
 *  | max_iterations | or after so many iterations                                              |
 *  | screening      | a: finite, 0 or more                                                     |
 *  | density_depth  | depth of the cells in which points are counted: up to the octree's. 0 is |
 *  |                | two less than the octree's, and 1 at least                               |
 *  | unweighted     | every sample's area is 1                                                 |
 *  | anchors        | only so many of the first points are anchors. 0: all                     | */
typedef struct hpyr_ref_poisson_desc {
    double tolerance;
    uint32_t max_iterations;
    double screening;
    uint32_t density_depth;
    bool unweighted;
    uint32_t anchors;
} hpyr_ref_poisson_desc;

/** What hpyr_ref_poisson_solve has found. All arrays are by the octree's nodes; a node stands for its
 *  lower corner. */
typedef struct hpyr_ref_poisson {
    double (*field)[3];     /**< V_u of nodes of the last depth, 0 of all others. */
    double *divergence;     /**< b_v. */
    double *values;         /**< f_d at the vertex, d the node's depth. 0 where it is not inner. */
    double *density;        /**< Density at the vertex, down to density_depth; 0 of all others. */
    bool *inner;            /**< Whether the vertex is inner. */
    uint32_t density_depth; /**< With the default filled in. */
    double isovalue;        /**< Mean of f at the anchors (section IV-C). 0 if none is in the octree. */
    uint32_t iterations[HPYR_OCTREE_MAX_DEPTH + 1]; /**< Of conjugate gradients, by depth. */
    double residuals[HPYR_OCTREE_MAX_DEPTH + 1];    /**< Norm of the last residual / norm of the first. */
} hpyr_ref_poisson;

/** Solves for f. `octree` was built GRADED from the same positions. Points that the octree skips, and
 *  those whose normal is not finite, count as absent from V; the latter count in the isovalue, in
 *  densities and in the screening.
 *  Units: strides count floats.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing or out of range, or the octree is not GRADED enough: a
 *      corner of a node of the last depth with points, inside the root, is not inner.
 *    After an error *out is all zero.
 *  Cost: O(nodes * iterations).
 *  Lifetime: until hpyr_ref_poisson_free. */
HPYR_API hpyr_result hpyr_ref_poisson_solve(const hpyr_ref_octree *octree, const float *positions,
                                            uint32_t position_stride, const float *normals, uint32_t normal_stride,
                                            const hpyr_ref_poisson_desc *desc, hpyr_ref_poisson *out);

/** Finds f at a point of the root. Outside of the root it is 0.
 *  Units: those of the positions. */
HPYR_API hpyr_result hpyr_ref_poisson_value(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                            const double point[3], double *value);

/** Finds the depth in whose cells there is one point each near a point, as a real number: of the
 *  depths d up to density_depth with w_d >= 1 at the point, the largest one. If it is density_depth,
 *  d + log4(w_d). If not, d + log(w_d) / log(w_d / w_(d+1)), which is between d and d + 1, or d where
 *  w_(d+1) is 0. 0 where there is no such depth. Outside of the root, that of the nearest place in it.
 *  Units: those of the positions. */
HPYR_API hpyr_result hpyr_ref_poisson_density(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                              const double point[3], double *depth);

/** Frees the arrays. All zero is allowed. */
HPYR_API void hpyr_ref_poisson_free(hpyr_ref_poisson *poisson);

#ifdef __cplusplus
}
#endif

#endif
