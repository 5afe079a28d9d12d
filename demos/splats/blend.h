/* blend.h - the picture of splats, computed on the CPU in double precision: what the GPU's picture is compared with. Splatting of
 * anisotropic Gaussians as in Zwicker et al. 2001 (EWA) and Kerbl et al. 2023 (3DGS).  SPDX-License-Identifier: MIT
 *
 * The picture, exactly. Matrices act on columns; V is `view`, W its upper left 3x3, t = (tx, ty, tz) = V (center, 1); the eye
 * looks along -z, x is right, y is up.
 *
 *  1. depth = -tz. A splat with depth < near (or a depth that is not a number) is not drawn.
 *  2. Covariance in the world: M = R S, with R the rotation of the quaternion and S the diagonal of scales; C = M transposed(M).
 *  3. Jacobian of the projection (fx x / depth, fy y / depth) at the center, whose slopes are held inside of 1.3 times the field
 *     of view:
 *       lx = 1.3 * width / (2 fx),   ly = 1.3 * height / (2 fy)
 *       sx = clamp(tx / depth, -lx, lx),   sy = clamp(ty / depth, -ly, ly)
 *       J = | fx / depth   0            fx sx / depth |
 *           | 0            fy / depth   fy sy / depth |
 *     (the last column's sign is that of d/dtz, with depth = -tz)
 *  4. Covariance in the picture, in pixels squared: (J W) C transposed(J W), with 0.3 added to both entries of the diagonal:
 *       | a b |
 *       | b c |      Determinant a c - b^2; where it is not over 0 the splat is not drawn.
 *  5. Center in the picture, in pixels from the lower left corner (not clamped):
 *       mx = width / 2 + fx tx / depth,   my = height / 2 + fy ty / depth
 *  6. At the pixel (i, j), j = 0 the lowest row: d = (i + 0.5 - mx, j + 0.5 - my),
 *       power = -0.5 (c dx^2 - 2 b dx dy + a dy^2) / determinant
 *       alpha = min(0.99, opacity * exp(power));   where alpha < 1/255 nothing is drawn.
 *     So a splat reaches as far as -2 power <= 2 ln(255 opacity): an ellipse; its box has half the sides
 *       sqrt(2 ln(255 opacity) a)   and   sqrt(2 ln(255 opacity) c).   There is no other limit at 3 standard deviations.
 *  7. Color: u = normalized(center - eye), eye = -transposed(W) (V's last column); red, green, blue of degree 0 plus the sum of
 *     coefficient k times basis function k of u (blend_harmonics has them), at least 0, not held below 1.
 *  8. Pixels begin as the background. Splats come in the order given, the farthest first:
 *       pixel = alpha color + (1 - alpha) pixel
 *  9. 8 bits: floor(255 clamp(value, 0, 1) + 0.5). Nothing is converted to or from sRGB. */
#ifndef DEMO_BLEND_H
#define DEMO_BLEND_H

#include "splats/cloud.h"

/** What a picture is seen with. */
typedef struct splat_camera {
    float view[16];   /* from the world to the eye, a rotation and a translation, column by column */
    float focal[2];   /* fx, fy: pixels of a length 1 at a depth of 1 */
    float near_depth; /* splats whose center is nearer are not drawn; over 0 */
    uint32_t width, height;
    float background[3];
} splat_camera;

/** Alphas below are not drawn, and above are held; variance in pixels squared that every splat has at least; slopes are held
 *  at so many times the field of view. */
#define BLEND_ALPHA_MIN (1.0 / 255.0)
#define BLEND_ALPHA_MAX 0.99
#define BLEND_VARIANCE  0.3
#define BLEND_SLOPE     1.3

/** What a splat is in the picture: steps 1 to 5 and 7. */
typedef struct splat_print {
    double center[2];     /* mx, my */
    double covariance[3]; /* a, b, c */
    double color[3];
    double opacity;
} splat_print;

/** Sum of the coefficients' basis functions for the unit direction u, times the coefficients of each color; 0 for degree 0. */
void blend_harmonics(uint32_t degree, const float *harmonics, const double u[3], double sum[3]);

/** False where the splat is not drawn: too near, or of no area. */
bool blend_project(const splat_cloud *c, uint32_t splat, const splat_camera *camera, splat_print *out);

/** Fills width * height * 3 numbers, row 0 the lowest. `order` has `count` splats, the farthest first; NULL is 0, 1, ...
 *  Indices past the cloud's are not drawn. Cost: O(pixels that the splats cover). */
void blend_draw(const splat_cloud *c, const uint32_t *order, uint32_t count, const splat_camera *camera, double *rgb);

/** Step 9. */
void blend_quantize(const double *rgb, size_t values, uint8_t *out);

/** Peak signal-to-noise ratio of two pictures of 8 bits, in dB; infinite where they are equal. */
double blend_psnr(const uint8_t *a, const uint8_t *b, size_t values);

#endif
