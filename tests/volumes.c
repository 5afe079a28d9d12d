/* volumes.c - triangle soups, and volumes read back voxel by voxel.  SPDX-License-Identifier: MIT */
#include "volumes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mesh/mesh.h"
#include "oracle.h"

#define PI 3.14159265358979323846

/* ---- soups ---- */

soup soup_make(uint32_t count) {
    soup s = {calloc((size_t)count * 9 + 1, sizeof(float)), count};
    assert_non_null(s.corners);
    return s;
}

soup soup_copy(const float *corners, uint32_t count) {
    soup s = soup_make(count);
    memcpy(s.corners, corners, (size_t)count * 36);
    return s;
}

soup soup_without_area(void) {
    static const float corners[] = {
        0.1f,  -0.5f, -0.5f, 0.1f, 0.5f, -0.5f, 0.1f, 0,    0.5f, /* in the plane x = 0.1 */
        -0.5f, 0.2f,  -0.5f, 0.5f, 0.2f, -0.5f, 0,    0.2f, 0.5f, /* in the plane y = 0.2 */
        0.3f,  0.3f,  0.3f,  0.3f, 0.3f, 0.3f,  0.3f, 0.3f, 0.3f, /* a point */
        -0.5f, -0.5f, 0,     0.5f, 0.5f, 0,     0,    0,    0,    /* a line */
    };
    return soup_copy(corners, 4);
}

void soup_append(soup *to, const soup *from) {
    to->corners = realloc(to->corners, ((size_t)to->count + from->count) * 36 + sizeof(float));
    assert_non_null(to->corners);
    memcpy(to->corners + (size_t)to->count * 9, from->corners, (size_t)from->count * 36);
    to->count += from->count;
}

void soup_free(soup *s) {
    free(s->corners);
    *s = (soup){NULL, 0};
}

static float random_in(float range, uint64_t *seed) {
    return ((float)random_next(seed) / 2147483648.0f - 1.0f) * range;
}

soup soup_random(uint32_t count, float range, uint64_t seed) {
    soup s = soup_make(count);
    for (size_t i = 0; i < (size_t)count * 9; i++)
        s.corners[i] = random_in(range, &seed);
    return s;
}

soup soup_crumbs(uint32_t count, float size, float range, uint64_t seed) {
    soup s = soup_make(count);
    for (uint32_t t = 0; t < count; t++) {
        float place[3] = {random_in(range, &seed), random_in(range, &seed), random_in(range, &seed)};
        for (int i = 0; i < 9; i++)
            s.corners[9 * (size_t)t + (size_t)i] = place[i % 3] + random_in(size, &seed);
    }
    return s;
}

soup soup_slivers(uint32_t count, uint64_t seed) {
    soup s = soup_random(count, 1.1f, seed);
    for (size_t t = 0; t < count; t++) {
        float *c = s.corners + 9 * t, width = 0.001f * (float)(t % 8);
        c[6] = 0.5f * (c[0] + c[3]) + width * c[6];
        c[7] = 0.5f * (c[1] + c[4]) + width * c[7];
    }
    return s;
}

soup soup_ties(uint32_t count, uint64_t seed) {
    soup s = soup_random(count, 1.0f, seed);
    for (size_t i = 0; i < 9 * (size_t)count; i++)
        s.corners[i] = (float)(floor(s.corners[i] * 32) / 32);
    return s;
}

/* A net of (columns x rows) points, two triangles a square, but one where corners meet in a pole. */
static soup soup_of_net(const float (*points)[3], uint32_t columns, uint32_t rows) {
    soup s = soup_make(2 * columns * rows);
    s.count = 0;
    for (uint32_t j = 0; j + 1 < rows; j++)
        for (uint32_t i = 0; i < columns; i++) {
            uint32_t a = j * columns + i, b = j * columns + (i + 1) % columns, c = a + columns, d = b + columns;
            const uint32_t corners[2][3] = {{a, b, d}, {a, d, c}};
            for (int k = 0; k < 2; k++) {
                const float *p = points[corners[k][0]], *q = points[corners[k][1]], *r = points[corners[k][2]];
                if (memcmp(p, q, 12) == 0 || memcmp(q, r, 12) == 0 || memcmp(r, p, 12) == 0)
                    continue;
                for (int i2 = 0; i2 < 3; i2++)
                    memcpy(s.corners + 9 * (size_t)s.count + 3 * i2, points[corners[k][i2]], 12);
                s.count++;
            }
        }
    return s;
}

soup soup_sphere(const double center[3], double radius, uint32_t segments) {
    uint32_t rows = segments / 2 + 1;
    float(*points)[3] = calloc((size_t)segments * rows, sizeof *points);
    assert_non_null(points);
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < segments; i++) {
            double up = PI * j / (rows - 1) - PI / 2, round = 2 * PI * i / segments;
            bool pole = j == 0 || j + 1 == rows;
            float *p = points[j * segments + i];
            p[0] = (float)(center[0] + (pole ? 0 : radius * cos(up) * cos(round)));
            p[1] = (float)(center[1] + (pole ? 0 : radius * cos(up) * sin(round)));
            p[2] = (float)(center[2] + radius * sin(up));
        }
    soup s = soup_of_net((const float(*)[3])points, segments, rows);
    free(points);
    return s;
}

soup soup_torus(double radius, double tube, uint32_t segments) {
    uint32_t rows = segments + 1; /* the last row is the first again */
    float(*points)[3] = calloc((size_t)segments * rows, sizeof *points);
    assert_non_null(points);
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < segments; i++) {
            double a = 2 * PI * i / segments, b = 2 * PI * (j % segments) / segments;
            double x = (radius + tube * cos(b)) * cos(a), y = (radius + tube * cos(b)) * sin(a), z = tube * sin(b);
            float *p = points[j * segments + i];
            p[0] = (float)x;
            p[1] = (float)(0.8 * y - 0.6 * z);
            p[2] = (float)(0.6 * y + 0.8 * z);
        }
    soup s = soup_of_net((const float(*)[3])points, segments, rows);
    free(points);
    return s;
}

soup soup_box(const double low[3], const double high[3]) {
    /* Corners by bits: x 1, y 2, z 4. */
    static const unsigned char faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                               {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    soup s = soup_make(12);
    for (size_t i = 0; i < 108; i++) {
        unsigned corner = faces[i / 9][i / 3 % 3], axis = i % 3;
        s.corners[i] = (float)(corner >> axis & 1 ? high[axis] : low[axis]);
    }
    return s;
}

/* A face is where all corners have the coordinate of one side. */
static bool is_on_face(const float *triangle, const double low[3], const double high[3], unsigned faces) {
    for (int face = 0; face < 6; face++) {
        int axis = face % 3;
        float side = (float)(face < 3 ? low[axis] : high[axis]);
        if (faces >> face & 1 && triangle[axis] == side && triangle[3 + axis] == side && triangle[6 + axis] == side)
            return true;
    }
    return false;
}

soup soup_open_box(const double low[3], const double high[3], unsigned without) {
    soup box = soup_box(low, high), s = soup_make(box.count);
    s.count = 0;
    for (uint32_t t = 0; t < box.count; t++)
        if (!is_on_face(box.corners + 9 * (size_t)t, low, high, without))
            memcpy(s.corners + 9 * (size_t)s.count++, box.corners + 9 * (size_t)t, 36);
    soup_free(&box);
    return s;
}

soup soup_teapot(uint32_t divisions) {
    SCOPED(mesh_free) mesh m;
    assert_true(mesh_make_teapot(&m, divisions));
    soup s = soup_make(m.triangle_count);
    for (size_t i = 0; i < 3 * (size_t)m.triangle_count; i++)
        memcpy(s.corners + 3 * i, m.positions + 3 * (size_t)m.indices[i], 12);
    return s;
}

/* Patches have 2 * divisions^2 triangles, in the order of teapot.c: lid and knob are 12 to 19, the bottom is 20 to 23. */
soup soup_broken_teapot(uint32_t divisions, double about_y, double about_x) {
    soup whole = soup_teapot(divisions), s = soup_make(whole.count);
    uint32_t patch = 2 * divisions * divisions;
    s.count = 0;
    for (uint32_t t = 0; t < whole.count; t++) {
        float *to = s.corners + 9 * (size_t)s.count;
        bool is_gone = t / patch >= 12 && t / patch < 24;
        for (int k = 0; k < 3; k++) {
            const float *p = whole.corners + 9 * (size_t)t + 3 * k;
            double z = p[0] * sin(about_y) + p[2] * cos(about_y);
            to[3 * k] = (float)(0.9 * (p[0] * cos(about_y) - p[2] * sin(about_y)));
            to[3 * k + 1] = (float)(0.9 * (p[1] * cos(about_x) - z * sin(about_x)));
            to[3 * k + 2] = (float)(0.9 * (p[1] * sin(about_x) + z * cos(about_x)));
        }
        s.count += !is_gone;
    }
    soup_free(&whole);
    return s;
}

double soup_volume(const soup *s) {
    double sum = 0;
    for (uint32_t t = 0; t < s->count; t++) {
        const float *a = s->corners + 9 * (size_t)t, *b = a + 3, *c = a + 6;
        sum += a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) + a[1] * ((double)b[2] * c[0] - (double)b[0] * c[2]) +
               a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
    }
    return sum / 6;
}

/* ---- voxelizers ---- */

bool has_bits(const env *e) {
    return hpyr_context_caps(e->context)->glsl_version > 120;
}

bool is_softpipe(const env *e) {
    return strstr(hpyr_context_caps(e->context)->renderer, "softpipe") != NULL;
}

bool has_quick_bits(const env *e) {
    return has_bits(e) && !is_softpipe(e);
}

void need_bits(const env *e) {
    if (!has_bits(e))
        SKIP("this GL cannot make bits: it has no integer targets");
}

void need_quick_bits(const env *e) {
    need_bits(e);
    if (is_softpipe(e))
        SKIP("it takes too long on a slow GL");
}

hpyr_voxelizer *make_voxelizer_of(env *e, const uint32_t size[3], hpyr_voxelizer_kind kind, hpyr_fill fill) {
    hpyr_voxelizer_desc desc = {.width = size[0], .height = size[1], .depth = size[2], .kind = kind, .fill = fill};
    hpyr_voxelizer *voxelizer = NULL;
    OK(e, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
    assert_non_null(voxelizer);
    return voxelizer;
}

hpyr_voxelizer *make_solid_voxelizer(env *e, const uint32_t size[3], hpyr_inside inside) {
    hpyr_voxelizer_desc desc = {
        .width = size[0], .height = size[1], .depth = size[2], .fill = HPYR_FILL_SOLID, .inside = inside};
    hpyr_voxelizer *voxelizer = NULL;
    OK(e, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
    assert_non_null(voxelizer);
    return voxelizer;
}

void run_soup(env *e, hpyr_voxelizer *voxelizer, const soup *s) {
    SCOPED(delete_buffer) GLuint buffer = buffer_of(s->corners, (size_t)s->count * 36 + 4);
    hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = s->count};
    OK(e, hpyr_voxelizer_run(voxelizer, &mesh, NULL));
}

void fetch_texture(const hpyr_texture *t, GLenum external, GLenum type, void *out) {
    const fetch_source source = {t->target, t->name, (int)t->level, t->width, t->height, t->depth};
    fetch_texels(&source, external, type, out);
}

static uint8_t *read_slices(const hpyr_texture *texture, const hpyr_flat3d *map) {
    size_t row = texture->width, cells = (size_t)map->width * map->height * map->depth;
    uint8_t *texels = malloc(row * texture->height * 4), *voxels = malloc(cells);
    assert_true(texels && voxels);
    fetch_texture(texture, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    for (size_t i = 0; i < cells; i++) {
        size_t x = i % map->width, y = i / map->width % map->height, z = i / map->width / map->height;
        size_t texel = (z / map->tiles_x * map->height + y) * row + z % map->tiles_x * map->width + x;
        voxels[i] = texels[4 * texel + 3] == 255;
    }
    free(texels);
    return voxels;
}

static uint8_t *read_bits(const hpyr_texture *t, const hpyr_flat3d *map) {
    size_t channels = t->format == HPYR_FORMAT_R32UI ? 1 : 4, slice = (size_t)map->width * map->height;
    SCOPED(free_memory) uint32_t *texels = malloc((size_t)t->width * t->height * t->depth * channels * 4);
    uint8_t *voxels = malloc(slice * map->depth);
    assert_true(texels && voxels);
    assert_true(t->target == GL_TEXTURE_2D_ARRAY && (channels == 1 || t->format == HPYR_FORMAT_RGBA32UI));
    assert_true(t->width == map->width && t->height == map->height && t->depth * 32 * channels >= map->depth);
    fetch_texture(t, channels == 1 ? GL_RED_INTEGER : GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    for (size_t z = 0; z < t->depth * 32 * channels; z++)
        for (size_t i = 0; i < slice; i++) {
            uint32_t word = texels[(z / (32 * channels) * slice + i) * channels + z / 32 % channels];
            if (z < map->depth)
                voxels[z * slice + i] = word >> z % 32 & 1;
            else if (word >> z % 32 & 1)
                fail_msg("bit %zu of texel %zu is set, the depth is %u", z, i, map->depth);
        }
    return voxels;
}

hpyr_flat3d map_of(const hpyr_voxelizer *voxelizer) {
    const hpyr_voxelizer_desc *d = hpyr_voxelizer_resolved(voxelizer);
    hpyr_flat3d map;
    assert_int_equal(hpyr_flat3d_arrange(d->width, d->height, d->depth, d->tiles_x, INT32_MAX, &map), HPYR_OK);
    return map;
}

uint8_t *read_voxels(env *e, const hpyr_voxelizer *voxelizer, uint64_t *set) {
    hpyr_texture texture;
    hpyr_flat3d map = map_of(voxelizer);
    OK(e, hpyr_voxelizer_volume(voxelizer, &texture));
    bool bits = hpyr_voxelizer_resolved(voxelizer)->kind == HPYR_VOXELIZER_KIND_BITS;
    uint8_t *voxels = bits ? read_bits(&texture, &map) : read_slices(&texture, &map);
    CHECK_GL();
    for (size_t i = set ? *set = 0 : SIZE_MAX; i < (size_t)map.width * map.height * map.depth; i++)
        *set += voxels[i];
    return voxels;
}

uint8_t *voxelize(env *e, const uint32_t size[3], hpyr_voxelizer_kind kind, hpyr_fill fill, const soup *s) {
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, kind, fill);
    run_soup(e, voxelizer, s);
    uint8_t *voxels = read_voxels(e, voxelizer, NULL);
    return voxels;
}

uint8_t *voxelize_solid(env *e, const uint32_t size[3], hpyr_inside inside, const soup *s) {
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_solid_voxelizer(e, size, inside);
    run_soup(e, voxelizer, s);
    uint8_t *voxels = read_voxels(e, voxelizer, NULL);
    return voxels;
}

void check_voxels(const uint8_t *got, const uint8_t *expected, const uint8_t *except, const uint32_t size[3],
                  const char *what) {
    size_t cells = (size_t)size[0] * size[1] * size[2], wrong = 0, first = cells;
    for (size_t i = 0; i < cells; i++)
        if (got[i] != expected[i] && !(except && except[i]))
            first = wrong++ ? first : i;
    if (wrong)
        fail_msg("%s, %ux%ux%u: %zu voxels differ, the first is %zu %zu %zu: %d, not %d", what, size[0], size[1],
                 size[2], wrong, first % size[0], first / size[0] % size[1], first / size[0] / size[1], got[first],
                 expected[first]);
}

/* Distance from the center of column (column[0], column[1]) to the edge from a to b, seen along an axis that is neither of `across`,
 * in voxels. */
static double edge_distance(const float *a, const float *b, const uint32_t size[3], const int across[2],
                            const size_t column[2]) {
    double from[2], along[2];
    for (int i = 0; i < 2; i++) {
        int axis = across[i];
        from[i] = (a[axis] * 0.5 + 0.5) * size[axis] - (double)column[i] - 0.5;
        along[i] = (b[axis] - (double)a[axis]) * 0.5 * size[axis];
    }
    double square = along[0] * along[0] + along[1] * along[1];
    double part = square > 0 ? -(from[0] * along[0] + from[1] * along[1]) / square : 0;
    part = fmin(fmax(part, 0), 1);
    return hypot(from[0] + part * along[0], from[1] + part * along[1]);
}

/* The columns whose centers lie between the ends of an edge, or 1e-4 voxel beside them, as [*begin, *end). */
static void center_range(float a, float b, uint32_t size, size_t *begin, size_t *end) {
    double from = (a * 0.5 + 0.5) * size, to = (b * 0.5 + 0.5) * size;
    *begin = (size_t)fmin(fmax(ceil(fmin(from, to) - 0.5001), 0), size);
    *end = (size_t)fmin(fmax(floor(fmax(from, to) - 0.4999) + 1, 0), size);
}

static void excuse_column(const uint32_t size[3], int axis, const size_t column[2], uint8_t *except) {
    const size_t strides[3] = {1, size[0], (size_t)size[0] * size[1]};
    for (size_t i = 0; i < size[axis]; i++)
        except[column[0] * strides[(axis + 1) % 3] + column[1] * strides[(axis + 2) % 3] + i * strides[axis]] = 1;
}

void excuse_columns_at_edges(const soup *s, const uint32_t size[3], int axis, uint8_t *except) {
    const int across[2] = {(axis + 1) % 3, (axis + 2) % 3};
    for (size_t i = 0; i < 3 * (size_t)s->count; i++) {
        const float *t = s->corners + 9 * (i / 3), *a = t + 3 * (i % 3), *b = t + 3 * ((i + 1) % 3);
        size_t begin[2], end[2], column[2];
        for (int k = 0; k < 2; k++)
            center_range(a[across[k]], b[across[k]], size[across[k]], &begin[k], &end[k]);
        for (column[0] = begin[0]; column[0] < end[0]; column[0]++)
            for (column[1] = begin[1]; column[1] < end[1]; column[1]++)
                if (edge_distance(a, b, size, across, column) <= 1e-4)
                    excuse_column(size, axis, column, except);
    }
}
