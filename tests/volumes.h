/* volumes.h - triangle soups and the voxels that voxelizers make of them.  SPDX-License-Identifier: MIT */
#ifndef TEST_VOLUMES_H
#define TEST_VOLUMES_H

#include "fetches.h"
#include "harness.h"

/** Nine floats a triangle. Equal corners of a closed one are equal to the last bit. */
typedef struct soup {
    float *corners;
    uint32_t count;
} soup;

soup soup_make(uint32_t count);
soup soup_copy(const float *corners, uint32_t count);
void soup_append(soup *to, const soup *from);
void soup_free(soup *s);

/** Every coordinate in [-range, range]. */
soup soup_random(uint32_t count, float range, uint64_t seed);

/** Triangles of about `size` a side around places in [-range, range]. */
soup soup_crumbs(uint32_t count, float size, float range, uint64_t seed);

/** Long in any direction, and seen along z up to a hundredth of the volume wide, so that many are as steep as 1:1000. */
soup soup_slivers(uint32_t count, uint64_t seed);

/** Triangles that cover no column's center: two seen on edge, a point, a line. */
soup soup_without_area(void);

/** With corners in multiples of 1/32: in volumes with a side of 16 or 32 centers lie on edges, and heights between slices. */
soup soup_ties(uint32_t count, uint64_t seed);

/** Closed, normals outwards, poles along z. `segments` around, half as many from pole to pole. */
soup soup_sphere(const double center[3], double radius, uint32_t segments);

/** Closed, around an axis that lies askew. */
soup soup_torus(double radius, double tube, uint32_t segments);

/** Closed: 12 triangles. */
soup soup_box(const double low[3], const double high[3]);

/** The same without some of its faces: bit `axis` is the low one across this axis, bit 3 + axis the high one. */
soup soup_open_box(const double low[3], const double high[3], unsigned without);

/** The demo's teapot, open at lid, spout and handle. */
soup soup_teapot(uint32_t divisions);

/** The same without its lid and its bottom, turned about y and then about x, and a little smaller. */
soup soup_broken_teapot(uint32_t divisions, double about_y, double about_x);

/** What a closed soup encloses. */
double soup_volume(const soup *s);

/** False, where this GL cannot make bits: what needs them has nothing to test. */
bool has_bits(const env *e);

/** The same where bits take minutes. */
bool is_softpipe(const env *e);
bool has_quick_bits(const env *e);

/** Skips the test where this GL cannot make bits. */
void need_bits(const env *e);
void need_quick_bits(const env *e);

/** Reads all texels of a texture as fetch_texels does. */
void fetch_texture(const hpyr_texture *t, GLenum external, GLenum type, void *out);

hpyr_voxelizer *make_voxelizer_of(env *e, const uint32_t size[3], hpyr_voxelizer_kind kind, hpyr_fill fill);

/** Of fill SOLID. */
hpyr_voxelizer *make_solid_voxelizer(env *e, const uint32_t size[3], hpyr_inside inside);

/** How its volume lies in a 2D texture; of bits only the size has a meaning. */
hpyr_flat3d map_of(const hpyr_voxelizer *voxelizer);

/** Runs it over the soup as it is. */
void run_soup(env *e, hpyr_voxelizer *voxelizer, const soup *s);

/** A byte a voxel, 0 or 1, x fastest, then y, then z; free it. Of slices those of alpha 1, of bits all that are set: no
 *  bit may be set beyond the depth. `set` (may be NULL) receives how many there are. */
uint8_t *read_voxels(env *e, const hpyr_voxelizer *voxelizer, uint64_t *set);

/** make_voxelizer_of, run_soup, read_voxels. */
uint8_t *voxelize(env *e, const uint32_t size[3], hpyr_voxelizer_kind kind, hpyr_fill fill, const soup *s);

/** make_solid_voxelizer, run_soup, read_voxels. */
uint8_t *voxelize_solid(env *e, const uint32_t size[3], hpyr_inside inside, const soup *s);

/** Fails the test at the first voxel that differs, but where `except` (may be NULL) is set. */
void check_voxels(const uint8_t *got, const uint8_t *expected, const uint8_t *except, const uint32_t size[3],
                  const char *what);

/** Sets `except`, a byte a voxel, in each column along `axis` whose center is within 1e-4 voxel of a triangle's edge seen along this
 *  axis. An open edge decides about the whole column, so these columns may be filled or empty. */
void excuse_columns_at_edges(const soup *s, const uint32_t size[3], int axis, uint8_t *except);

#endif
