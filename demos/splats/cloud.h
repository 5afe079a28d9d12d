/* cloud.h - 3D Gaussian splats in CPU memory, and the files they come in: the .ply that 3DGS training writes (Kerbl et al. 2023)
 * and .splat.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOUD_H
#define DEMO_CLOUD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Zero it first. All numbers are finite.
 *
 *  | field     | of each splat                                                                       |
 *  |-----------|-------------------------------------------------------------------------------------|
 *  | centers   | three: x, y, z                                                                      |
 *  | scales    | three: standard deviations along the splat's own axes, over 0                       |
 *  | rotations | four: unit quaternion w, x, y, z, which turns the splat's own axes into the world's |
 *  | colors    | four: red, green, blue of degree 0, which is 0.5 + 0.28209479 f_dc and may leave 0..1, and opacity, 0..1 |
 *  | harmonics | three for each coefficient past degree 0, in the order of the .ply: red, green, blue of the first, ... |
 *
 *  harmonics is NULL for degree 0; cloud_coefficients tells how many there are. */
typedef struct splat_cloud {
    uint32_t count;
    float *centers;
    float *scales;
    float *rotations;
    float *colors;
    uint32_t degree; /* of the spherical harmonics, 0..3 */
    float *harmonics;
    uint32_t skipped; /* records of the file that are no splats, see cloud_add */
} splat_cloud;

/** Why records are skipped, for messages. */
#define CLOUD_NO_SPLAT "a number that is not finite, a scale that is not above 0, or a quaternion of 0"

enum { CLOUD_MAX_DEGREE = 3 };

/** The spherical harmonic of degree 0: sqrt(1 / (4 pi)). */
#define CLOUD_DEGREE_0 0.28209479177387814

/** Most splats: what a texture of 8192^2 can hold one of each. */
#define CLOUD_MAX_COUNT (UINT32_C(1) << 26)

/** Coefficients of each color past degree 0: (degree + 1)^2 - 1. */
uint32_t cloud_coefficients(uint32_t degree);

/** True where the file is a .splat by its name, or one of the formats of splats that are not read, or begins with a PLY header
 *  that has what only splats have: a property scale_0, f_dc_0 or packed_position. The header may be wrong otherwise: then
 *  cloud_load tells what is wrong. False for all other files, also for those that cannot be read. */
bool cloud_is_splats(const char *path);

/** Room for `count` splats of `degree`, of which none is there yet; false with one line that begins with `name`, and an empty
 *  cloud. */
bool cloud_allocate(splat_cloud *c, const char *name, uint32_t count, uint32_t degree);

/** One splat on its way into a cloud. */
typedef struct splat_record {
    float center[3];
    float scale[3];
    float rotation[4]; /* of any length but 0 */
    float color[4];
    float harmonics[45]; /* as many as the cloud's degree has */
} splat_record;

/** Puts a splat behind the last one, its quaternion normalized; there must be room. False where a number is not finite, a
 *  scale is not over 0 (below FLT_MIN counts as 0: GPUs flush such numbers), or the quaternion is 0: then it is counted in
 *  `skipped`. */
bool cloud_add(splat_cloud *c, const splat_record *record);

/** Reads a file of either kind, which its first bytes tell: a PLY begins with "ply". Records that are no splats are skipped
 *  and counted in `skipped`; the caller says so. False with one line that names the file, and an empty cloud, where it is
 *  truncated, lacks a property, has a header that does not fit, more than CLOUD_MAX_COUNT splats or none at all, or where
 *  memory does not suffice. */
bool cloud_load(const char *path, splat_cloud *out);

void cloud_free(splat_cloud *c);

/** Lowest and highest center along each axis. */
void cloud_bounds(const splat_cloud *c, float low[3], float high[3]);

/** What a camera should look at: the medians of the centers along each axis, and the radius of the sphere about them that
 *  holds all centers but a twentieth, since training leaves a few far outside. The radius is over 0; false where memory does
 *  not suffice. */
bool cloud_sphere(const splat_cloud *c, float center[3], float *radius);

#endif
