/* fuzz_voxelizers.c - random triangle soups: the voxels of every kind and fill are the oracle's.
 * SPDX-License-Identifier: MIT
 *
 * How exact a voxelizer must be is said by hpyr_voxelizer_run. Soups with slivers may mark a neighbor along z; soups that reach
 * far outside of the volume are compared with a wider tolerance, or not with the oracle but with each other. */
#include "fuzz.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "volumes.h"

enum { MOST_CELLS = 60000, MOST_SMALL_CELLS = 3000, MOST_SIDE = 130, MOST_TRIANGLES = 300 };

/* What is known of a soup. Lengths in voxels. */
typedef struct traits {
    double largest;  /* coordinate, from the middle of the volume */
    double thinnest; /* height of a triangle seen along z, of those that are no line there */
} traits;

/* ---- soups ---- */

static void snap(soup *s, const uint32_t size[3], uint32_t parts) {
    for (uint32_t i = 0; i < 9 * s->count; i++) {
        float cells = (float)(size[i % 3] * parts);
        s->corners[i] = floorf(s->corners[i] * cells * 0.5f) * 2 / cells;
    }
}

static void flatten(fuzz *f, soup *s) {
    for (uint32_t t = 0; t < s->count; t++) {
        float *c = s->corners + 9 * (size_t)t;
        uint32_t axis = fuzz_below(f, 3), kind = fuzz_below(f, 4);
        if (kind == 0)
            c[axis] = c[3 + axis] = c[6 + axis]; /* along a plane of the grid */
        else if (kind == 1)
            memcpy(c + 3, c, 12); /* without area */
        else if (kind == 2)
            for (int i = 0; i < 3; i++) /* almost a line */
                c[6 + i] = c[i] + 0.3f * (c[3 + i] - c[i]) + (float)fuzz_between(f, -1e-4, 1e-4);
    }
}

static void spread(fuzz *f, soup *s) {
    static const float odd[] = {NAN,    INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 1e30f,
                                -1e30f, 1e9f,     1e10f,     1e7f,    0,        -0.0f};
    for (uint32_t i = 0; i < 9 * s->count; i++)
        if (fuzz_chance(f, 12))
            s->corners[i] = odd[fuzz_below(f, 12)];
        else if (fuzz_chance(f, 12))
            s->corners[i] *= (float)pow(10, fuzz_between(f, 0, 12));
}

static soup choose_soup(fuzz *f, const uint32_t size[3]) {
    uint32_t count = 1 + fuzz_below(f, fuzz_chance(f, 2) ? 6 : MOST_TRIANGLES), kind = fuzz_below(f, 8);
    soup s = fuzz_chance(f, 2) ? soup_random(count, (float)fuzz_between(f, 0.1, 2.5), f->random)
                               : soup_crumbs(count, (float)fuzz_between(f, 0.01, 0.3), 1.1f, f->random);
    if (kind == 0 || kind == 1)
        snap(&s, size, kind ? 1 : 2);
    else if (kind == 2)
        flatten(f, &s);
    else if (kind == 3)
        spread(f, &s);
    return s;
}

static traits traits_of(const soup *s, const uint32_t size[3]) {
    traits t = {0, INFINITY};
    for (uint32_t i = 0; i < s->count; i++) {
        double c[3][3], longest = 0;
        for (int k = 0; k < 9; k++) {
            c[k / 3][k % 3] = 0.5 * s->corners[9 * (size_t)i + (size_t)k] * size[k % 3];
            t.largest = c[k / 3][k % 3] == c[k / 3][k % 3] ? fmax(t.largest, fabs(c[k / 3][k % 3])) : INFINITY;
        }
        for (int k = 0; k < 3; k++)
            longest = fmax(longest, hypot(c[k][0] - c[(k + 1) % 3][0], c[k][1] - c[(k + 1) % 3][1]));
        double area = (c[1][0] - c[0][0]) * (c[2][1] - c[0][1]) - (c[1][1] - c[0][1]) * (c[2][0] - c[0][0]);
        if (area != 0)
            t.thinnest = fmin(t.thinnest, fabs(area) / longest);
    }
    return t;
}

static bool is_finite(const soup *s) {
    for (uint32_t i = 0; i < 9 * s->count; i++)
        if (!isfinite(s->corners[i]))
            return false;
    return true;
}

/* ---- thin ---- */

/* Sets voxels below and above those that are set, too. */
static uint8_t *grown(const uint8_t *voxels, const uint32_t size[3]) {
    size_t slice = (size_t)size[0] * size[1], cells = slice * size[2];
    uint8_t *result = calloc(cells, 1);
    assert_non_null(result);
    for (size_t i = 0; i < cells; i++)
        result[i] = voxels[i] || (i >= slice && voxels[i - slice]) || (i + slice < cells && voxels[i + slice]);
    return result;
}

static void check_inside(const uint8_t *inner, const uint8_t *outer, const uint8_t *except, const uint32_t size[3],
                         const char *what) {
    for (size_t i = 0; i < (size_t)size[0] * size[1] * size[2]; i++)
        if (inner[i] && !outer[i] && !(except && except[i]))
            fuzz_fail("%s: voxel %zu %zu %zu of %ux%ux%u", what, i % size[0], i / size[0] % size[1],
                      i / size[0] / size[1], size[0], size[1], size[2]);
}

static void compare_thin(const uint8_t *got, const soup *s, const uint32_t size[3], bool is_exact) {
    size_t cells = (size_t)size[0] * size[1] * size[2];
    uint8_t *expected = malloc(2 * cells), *ambiguous = expected + cells;
    assert_non_null(expected);
    answer_thin(s->corners, s->count, size[0], size[1], size[2], expected, ambiguous);
    if (is_exact) {
        check_voxels(got, expected, ambiguous, size, "thin");
    } else {
        SCOPED(free_memory)
        uint8_t *more = grown(expected, size), *most = grown(got, size), *unclear = grown(ambiguous, size);
        check_inside(got, more, unclear, size, "thin, not of the oracle nor beside one");
        /* The first and the last slice have a neighbor outside, where nothing can be marked. */
        size_t slice = (size_t)size[0] * size[1];
        memset(unclear, 1, slice);
        memset(unclear + cells - slice, 1, slice);
        check_inside(expected, most, unclear, size, "thin, lost");
    }
    free(expected);
}

static void print_triangle(const float *c) {
    fprintf(stderr, "alone, too: {%.9gf, %.9gf, %.9gf}, {%.9gf, %.9gf, %.9gf}, {%.9gf, %.9gf, %.9gf}\n", c[0], c[1],
            c[2], c[3], c[4], c[5], c[6], c[7], c[8]);
}

static bool are_kinds_equal(env *e, const uint32_t size[3], const soup *s) {
    SCOPED(free_memory) uint8_t *slices = voxelize(e, size, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, s);
    SCOPED(free_memory) uint8_t *bits = voxelize(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN, s);
    return memcmp(slices, bits, (size_t)size[0] * size[1] * size[2]) == 0;
}

static void check_kinds(env *e, const uint32_t size[3], const soup *s) {
    if (are_kinds_equal(e, size, s))
        return;
    for (uint32_t t = 0; t < s->count; t++) {
        SCOPED(soup_free) soup one = soup_copy(s->corners + 9 * (size_t)t, 1);
        if (!are_kinds_equal(e, size, &one))
            print_triangle(one.corners);
    }
    fuzz_fail("slices and bits mark other voxels of %ux%ux%u", size[0], size[1], size[2]);
}

static void check_thin(env *e, const uint32_t size[3], const soup *s) {
    traits t = traits_of(s, size);
    bool is_far = t.largest > 4.0 * MOST_SIDE;
    SCOPED(free_memory) uint8_t *slices = voxelize(e, size, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, s);
    if (has_bits(e) && !is_far) /* a rasterizer may cut what reaches far outside: see hpyr_voxelizer_run */
        check_kinds(e, size, s);
    if (!is_far)
        compare_thin(slices, s, size, t.thinnest > 1);
}

/* ---- surface and solid ---- */

/* The first voxel of `inner` that `outer` lacks, or `cells`. */
static size_t first_outside(const uint8_t *inner, const uint8_t *outer, const uint8_t *except, size_t cells) {
    size_t i = 0;
    while (i < cells && (!inner[i] || outer[i] || (except && except[i])))
        i++;
    return i;
}

/* Corners on one line but for rounding may be skipped, or count as that line: then no voxel has to be set. */
static soup without_lines(const soup *s, const uint32_t size[3]) {
    soup kept = soup_make(s->count);
    kept.count = 0;
    for (uint32_t t = 0; t < s->count; t++) {
        const float *c = s->corners + 9 * (size_t)t;
        double u[3], v[3], w[3], area = 0, longest = 0;
        for (int i = 0; i < 3; i++) {
            u[i] = 0.5 * size[i] * ((double)c[3 + i] - c[i]);
            v[i] = 0.5 * size[i] * ((double)c[6 + i] - c[i]);
            w[i] = u[i] - v[i];
        }
        for (int i = 0; i < 3; i++)
            area = hypot(area, u[i] * v[(i + 1) % 3] - u[(i + 1) % 3] * v[i]);
        longest =
            fmax(hypot(hypot(u[0], u[1]), u[2]), fmax(hypot(hypot(v[0], v[1]), v[2]), hypot(hypot(w[0], w[1]), w[2])));
        if (area > 1e-4 * longest)
            memcpy(kept.corners + 9 * (size_t)kept.count++, c, 36);
    }
    return kept;
}

/* What is wrong with the voxels of SURFACE, and where; NULL where nothing is. */
static const char *judge_surface(env *e, const uint32_t size[3], const soup *s, size_t *at) {
    size_t cells = (size_t)size[0] * size[1] * size[2], lost, more = cells, thin_only;
    double tolerance = 1e-4 * fmax(1, 2 * traits_of(s, size).largest / 256);
    uint8_t *inner = calloc(2, cells), *outer = inner + cells;
    uint8_t *got = voxelize(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE, s);
    uint8_t *thin = voxelize(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN, s);
    assert_non_null(inner);
    thin_only = first_outside(thin, got, NULL, cells);
    if (tolerance < 0.5) { /* beyond, nothing is promised */
        soup wide = without_lines(s, size);
        answered(
            hpyr_ref_voxelize_surface(wide.corners, wide.count, size[0], size[1], size[2], -tolerance, inner, NULL));
        answered(hpyr_ref_voxelize_surface(s->corners, s->count, size[0], size[1], size[2], tolerance, outer, NULL));
        soup_free(&wide);
        more = first_outside(got, outer, thin, cells);
    }
    lost = first_outside(inner, got, NULL, cells);
    free(got);
    free(thin);
    free(inner);
    *at = thin_only < cells ? thin_only : lost < cells ? lost : more;
    return thin_only < cells ? "set by thin, but not by surface"
           : lost < cells    ? "touched, but not set"
           : more < cells    ? "set, but not touched"
                             : NULL;
}

static void check_surface(env *e, const uint32_t size[3], const soup *s) {
    size_t at, ignored;
    const char *wrong = judge_surface(e, size, s, &at);
    if (!wrong)
        return;
    for (uint32_t t = 0; t < s->count; t++) {
        SCOPED(soup_free) soup one = soup_copy(s->corners + 9 * (size_t)t, 1);
        if (judge_surface(e, size, &one, &ignored))
            print_triangle(one.corners);
    }
    fuzz_fail("%s: voxel %zu %zu %zu of %ux%ux%u", wrong, at % size[0], at / size[0] % size[1], at / size[0] / size[1],
              size[0], size[1], size[2]);
}

static void check_solid(env *e, const uint32_t size[3], const soup *s, hpyr_inside inside) {
    size_t cells = (size_t)size[0] * size[1] * size[2];
    bool six = inside == HPYR_INSIDE_SIX_RAYS;
    uint8_t *expected = malloc(2 * cells), *ambiguous = expected + cells;
    SCOPED(free_memory) uint8_t *got = voxelize_solid(e, size, inside, s);
    assert_non_null(expected);
    if (2 * traits_of(s, size).largest < 4.0 * MOST_SIDE) {
        answered((six ? hpyr_ref_voxelize_solid_six_rays : hpyr_ref_voxelize_solid)(
            s->corners, s->count, size[0], size[1], size[2], expected, ambiguous, NULL));
        for (int axis = six ? 0 : 2; axis < 3; axis++)
            excuse_columns_at_edges(s, size, axis, ambiguous);
        check_voxels(got, expected, ambiguous, size, six ? "solid by six rays" : "solid");
    }
    free(expected);
}

/* ---- skipped triangles ---- */

/* What is skipped marks nothing, and what is left marks the same without it. */
static void check_skipped(env *e, const uint32_t size[3], const soup *s) {
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_THIN);
    GLuint buffer = buffer_of(s->corners, (size_t)s->count * 36 + 4);
    hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = s->count};
    uint32_t skipped = UINT32_MAX;
    OK(e, hpyr_voxelizer_count_skipped(voxelizer, &mesh, NULL, &skipped));
    if (skipped > s->count)
        fuzz_fail("%u of %u triangles are skipped", skipped, s->count);
    glDeleteBuffers(1, &buffer);
    CALL_VOID(e, hpyr_voxelizer_destroy(voxelizer));
}

static void one_case(fuzz *f, env *e) {
    uint32_t size[3], most = e->small ? MOST_SMALL_CELLS : MOST_CELLS;
    char call[120];
    do
        for (int i = 0; i < 3; i++)
            size[i] = fuzz_size(f, MOST_SIDE);
    while (size[0] * size[1] * size[2] > most);
    SCOPED(soup_free) soup s = choose_soup(f, size);
    traits t = traits_of(&s, size);
    snprintf(call, sizeof call, "%u triangles in %ux%ux%u, up to %g voxels away, %g voxels thin", s.count, size[0],
             size[1], size[2], t.largest, t.thinnest);
    fuzz_call(f, call);
    check_thin(e, size, &s);
    check_skipped(e, size, &s);
    if (has_bits(e)) {
        if (is_finite(&s))
            check_surface(e, size, &s);
        for (int inside = HPYR_INSIDE_ONE_RAY; inside <= HPYR_INSIDE_SIX_RAYS; inside++)
            check_solid(e, size, &s, (hpyr_inside)inside);
    }
}

int main(int argc, char **argv) {
    return fuzz_run(argc, argv, one_case);
}
