/* test_flow.c - vortices and narrow bands equal the oracle's, and lists of seeds have the ranges that are asked for.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "flows.h"
#include "lists.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_AXES = 7 };

/* ---- vorticity ---- */

/* A threshold in the widest gap near the middle of all lengths, so that rounding decides nothing. */
static void set_threshold(flow_field *field) {
    const size_t cells = (size_t)field->ref.size[0] * field->ref.size[1] * field->ref.size[2];
    SCOPED(free_memory) uint8_t *flags = malloc(cells);
    double *margins = malloc(cells * sizeof *margins), best = 0, threshold = 0;
    assert_true(flags && margins);
    for (int i = 0; i < 50; i++) {
        double least = INFINITY;
        field->ref.threshold = 1 + i * 0.0123;
        answered(hpyr_ref_flow_flags(&field->ref, flags, margins));
        for (size_t j = 0; j < cells; j++)
            least = isnan(margins[j]) ? least : fmin(least, margins[j]);
        if (least > best) {
            best = least;
            threshold = field->ref.threshold;
        }
    }
    field->ref.threshold = threshold;
    assert_true(best > 1e-5);
    free(margins);
}

GPU_TEST(vortices_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{12, 9, 7}, {1, 1, 1}, {2, 20, 3}};
    uint32_t total = 0;
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (unsigned bits = 0; bits < (e->hostile || e->small ? 2 : 8); bits += 3) {
            SCOPED(flow_field_free)
            flow_field field = flow_field_make(HPYR_FLOW_KIND_VORTICITY, sizes[i][0], sizes[i][1], sizes[i][2], bits);
            field.ref.order = i == 0 ? HPYR_ORDER_LINE : HPYR_ORDER_MORTON;
            flow_field_randomize(&field, true, 31 * i + bits);
            field.samples[0] = i == 2 ? NAN : field.samples[0];
            set_threshold(&field);
            flow_field_upload(e, &field, 0);
            SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
            total += check_flow(e, flow, &field, 1e-5);
            field.ref.threshold = 0; /* every sample */
            check_flow(e, flow, &field, 1e-5);
        }
    assert_true(total > 100);
}

/* The fourth channel is not looked at, so texels without it give the same seeds, bit for bit. */
GPU_TEST(vectors_of_three_channels_are_those_of_four) {
    static const hpyr_format formats[] = {HPYR_FORMAT_RGBA32F, HPYR_FORMAT_RGB32F};
    static const hpyr_flow_kind kinds[] = {HPYR_FLOW_KIND_CRITICAL, HPYR_FLOW_KIND_VORTICITY};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        hpyr_flow_seed *seeds[2];
        uint32_t counts[2];
        for (size_t i = 0; i < LENGTH(formats); i++) {
            SCOPED(flow_field_free) flow_field field = flow_field_make(kinds[k], 13, 9, 7, ALL_AXES);
            flow_field_randomize(&field, true, 7);
            flow_field_upload(e, &field, formats[i]);
            SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
            const hpyr_flow_field given = flow_given(&field);
            OK(e, hpyr_flow_build(flow, &given));
            seeds[i] = flow_download(e, flow, &counts[i]);
        }
        assert_true(counts[0] > 20);
        assert_int_equal(counts[0], counts[1]);
        assert_memory_equal(seeds[0], seeds[1], counts[0] * sizeof *seeds[0]);
        free(seeds[0]);
        free(seeds[1]);
    }
}

/* Samples of opposite signs that no float is as far apart as; vectors whose squares are infinite, or 0; curls that are longer than
 * the largest float, or shorter than the smallest one. */
GPU_TEST(vortices_of_any_size_equal_the_oracle) {
    static const struct {
        double size;
        float spacing[3];
    } rows[] = {{1e30, {8, 8, 8}},
                {1e-25, {8, 8, 8}},
                {1.65e38, {8, 8, 8}},
                {1.65e38, {2, 2, 2}},
                {1e30, {1e-30f, 1e-30f, 1e-30f}},
                {1.65e38, {2e-42f, 3e-42f, -2e-42f}},
                {1e-37, {1e30f, 1e30f, 2e30f}},
                {1e-3, {1e-36f, 1e36f, 1e-36f}}};
    for (size_t i = 0; i < (e->hostile ? 1 : LENGTH(rows)); i++) {
        const double size = rows[i].size;
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_VORTICITY, 6, 5, 4, 1);
        flow_field_randomize(&field, true, 77);
        for (int axis = 0; axis < 3; axis++)
            field.ref.spacing[axis] = rows[i].spacing[axis] / (double)rows[i].spacing[0];
        set_threshold(&field);
        for (size_t k = 0; k < (size_t)3 * 6 * 5 * 4; k++)
            field.samples[k] *= (float)size;
        field.samples[100] = -2.0f * (float)size;
        field.samples[106] = 2.0f * (float)size;
        for (int axis = 0; axis < 3; axis++)
            field.ref.spacing[axis] = rows[i].spacing[axis];
        field.ref.threshold *= size / rows[i].spacing[0];
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        const uint32_t count = check_flow(e, flow, &field, size / rows[i].spacing[0] * 1e-6);
        assert_true(count > 10 && count < 110);
    }
}

/* All samples of a rotation have one curl, which is a power of two, also beyond the largest float, or below the
 * smallest one. */
GPU_TEST(thresholds_are_compared_exactly) {
    static const int exponents[][2] = {{0, 0}, {100, -60}, {-90, 60}}; /* of vectors and of the spacing */
    for (size_t i = 0; i < LENGTH(exponents); i++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_VORTICITY, 4, 3, 2, 0);
        field.ref.order = i == 1 ? HPYR_ORDER_MORTON3 : HPYR_ORDER_MORTON;
        const double curl = ldexp(2, exponents[i][0] - exponents[i][1]);
        for (size_t k = 0; k < 24; k++) {
            field.samples[3 * k] = ldexpf(-(float)(k / 4 % 3), exponents[i][0]);
            field.samples[3 * k + 1] = ldexpf((float)(k % 4), exponents[i][0]);
        }
        for (int axis = 0; axis < 3; axis++)
            field.ref.spacing[axis] = ldexp(1, exponents[i][1]);
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        field.ref.threshold = curl;
        assert_int_equal(check_flow(e, flow, &field, FLT_MIN), 24);
        field.ref.threshold = nextafter(curl, INFINITY);
        assert_int_equal(check_flow(e, flow, &field, 0), 0);
    }
}

/* ---- narrow bands ---- */

static void sphere(const double p[3], double out[3]) {
    out[0] = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 0.7;
}

static void torus(const double p[3], double out[3]) {
    const double ring = hypot(p[0], p[1]) - 0.6;
    out[0] = hypot(ring, p[2]) - 0.25;
}

/* The oracle is brute force: it looks at the eight samples of each cell. */
GPU_TEST(bands_of_shapes_equal_the_oracle) {
    static const flow_fn shapes[] = {sphere, torus};
    static const uint32_t sizes[][3] = {{33, 33, 33}, {40, 29, 17}};
    for (size_t shape = 0; shape < LENGTH(shapes); shape++)
        for (size_t i = 0; i < (e->hostile || e->small ? 1 : LENGTH(sizes)); i++) {
            SCOPED(flow_field_free)
            flow_field field = flow_field_make(HPYR_FLOW_KIND_BAND, sizes[i][0], sizes[i][1], sizes[i][2], 0);
            for (int axis = 0; axis < 3; axis++) {
                field.ref.spacing[axis] = (float)(2.0 / (sizes[i][axis] - 1));
                field.ref.origin[axis] = -1;
            }
            flow_field_fill(&field, shapes[shape]);
            flow_field_upload(e, &field, HPYR_FORMAT_R32F);
            SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
            field.ref.width = 0;
            const uint32_t surface = check_flow(e, flow, &field, 1e-6);
            field.ref.width = 0.1;
            assert_true(check_flow(e, flow, &field, 1e-6) > surface && surface > 100);
            field.ref.isovalue = field.samples[0]; /* the cell of a corner, and those whose samples are the same */
            field.ref.width = 0;
            assert_true(check_flow(e, flow, &field, 1e-6) >= 1);
            field.ref.isovalue = 100;
            assert_int_equal(check_flow(e, flow, &field, 1e-6), 0);
        }
}

/* What a texture of a format holds: in its own units. */
static float rounded_to(hpyr_format format, double value) {
    const double largest = format == HPYR_FORMAT_R8 ? 255 : 65535;
    if (format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_R16)
        return (float)(floor((value + 1) / 2 * largest + 0.5) / largest);
    return format == HPYR_FORMAT_R32F ? (float)value : (float)floor((value + 1) * 100);
}

GPU_TEST(bands_of_random_numbers_equal_the_oracle) {
    static const hpyr_format formats[] = {HPYR_FORMAT_R32F, HPYR_FORMAT_R8,   HPYR_FORMAT_R8UI, HPYR_FORMAT_R16UI,
                                          HPYR_FORMAT_R16I, HPYR_FORMAT_R16F, HPYR_FORMAT_R16};
    for (size_t i = 0; i < (e->hostile ? 3 : LENGTH(formats) - (e->es ? 1 : 0)); i++)
        for (unsigned bits = 0; bits < (e->hostile || i % 2 ? 2 : 8); bits += 5) {
            SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_BAND, 11, 6, 9, bits);
            field.ref.order = i == 0 && bits ? HPYR_ORDER_MORTON3 : HPYR_ORDER_MORTON;
            flow_field_randomize(&field, true, 3 * i + bits);
            for (size_t j = 0; j < 11 * 6 * 9; j++)
                field.samples[j] = rounded_to(formats[i], field.samples[j]);
            if (i == 0)
                field.samples[77] = NAN, field.samples[150] = INFINITY;
            flow_field_upload(e, &field, formats[i]);
            SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
            const double scale =
                formats[i] == HPYR_FORMAT_R32F || formats[i] == HPYR_FORMAT_R8 || formats[i] == HPYR_FORMAT_R16 ? 1
                                                                                                                : 100;
            for (int round = 0; round < 4; round++) { /* a bound on a sample: it belongs to the band */
                field.ref.width = round * 0.01 * scale;
                field.ref.isovalue = round % 2 ? (double)field.samples[40] - field.ref.width : 0.9 * scale;
                check_flow(e, flow, &field, 1e-6 * scale);
            }
        }
}

GPU_TEST_ONCE(bands_of_huge_numbers_are_all_or_nothing) {
    static const hpyr_format formats[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R16, HPYR_FORMAT_R32F};
    static const struct {
        double isovalue, width;
        uint32_t count;
    } bands[] = {{0.5, 1e30, 27}, {0.5, 1e300, 27}, {1e30, 1e30, 27}, {-1e300, 2e300, 27},
                 {1e300, 0, 0},   {1e30, 0, 0},     {-1e30, 1e29, 0}};
    for (size_t i = 0; i < LENGTH(formats); i++) {
        if (e->es && formats[i] == HPYR_FORMAT_R16)
            continue;
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_BAND, 4, 4, 4, 0);
        flow_field_randomize(&field, true, i);
        for (size_t k = 0; k < 64; k++)
            field.samples[k] = rounded_to(HPYR_FORMAT_R8, field.samples[k]);
        flow_field_upload(e, &field, formats[i]);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        for (size_t k = 0; k < LENGTH(bands); k++) {
            const hpyr_flow_field given = {
                .texture = field.im.texture, .isovalue = bands[k].isovalue, .width = bands[k].width};
            uint32_t count;
            OK(e, hpyr_flow_build(flow, &given));
            OK(e, hpyr_flow_count(flow, &count));
            assert_int_equal(count, bands[k].count);
        }
    }
}

/* The sum of two samples is infinite, or the difference of one and the isovalue; the value is not. */
GPU_TEST(bands_have_finite_values) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_BAND, 4, 4, 4, 0);
    flow_field_randomize(&field, true, 5);
    for (size_t k = 0; k < 64; k++)
        field.samples[k] = 2.7e38f + 5e37f * field.samples[k];
    field.ref.width = 3.4e38;
    flow_field_upload(e, &field, HPYR_FORMAT_R32F);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    assert_int_equal(check_flow(e, flow, &field, 3.4e38 * 1e-6), 27);
    field.ref.isovalue = 2e38;
    for (size_t k = 0; k < 64; k++)
        field.samples[k] = k % 2 ? -3.3e38f : 1.1e38f;
    image_free(&field.im);
    flow_field_upload(e, &field, HPYR_FORMAT_R32F);
    assert_int_equal(check_flow(e, flow, &field, 3.4e38 * 1e-6), 27);
}

/* ---- fields with nothing in them ---- */

/* One number, and another one in slice 4. */
GPU_TEST(fields_with_nothing_in_them_equal_the_oracle) {
    static const struct {
        hpyr_flow_kind kind;
        float number, slice;
        uint32_t count;
    } rows[] = {{HPYR_FLOW_KIND_CRITICAL, 0, 0, 0},     {HPYR_FLOW_KIND_CRITICAL, 1, 1, 0},
                {HPYR_FLOW_KIND_CRITICAL, -1, NAN, 0},  {HPYR_FLOW_KIND_CRITICAL, NAN, NAN, 0},
                {HPYR_FLOW_KIND_BAND, 1, 1, 0},         {HPYR_FLOW_KIND_BAND, -1, NAN, 0},
                {HPYR_FLOW_KIND_BAND, INFINITY, -1, 0}, {HPYR_FLOW_KIND_BAND, 0, NAN, 4 * 3 * 3},
                {HPYR_FLOW_KIND_VORTICITY, NAN, 1, 0},  {HPYR_FLOW_KIND_VORTICITY, -INFINITY, INFINITY, 0},
                {HPYR_FLOW_KIND_VORTICITY, 0, NAN, 60}, {HPYR_FLOW_KIND_VORTICITY, 0, 1, 120}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make(rows[i].kind, 5, 4, 6, 0);
        const size_t channels = rows[i].kind == HPYR_FLOW_KIND_BAND ? 1 : 3;
        for (size_t k = 0; k < channels * 120; k++)
            field.samples[k] = k / channels / 20 == 4 ? rows[i].slice : rows[i].number;
        flow_field_upload(e, &field, channels == 1 ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        assert_int_equal(check_flow(e, flow, &field, 1e-6), rows[i].count);
    }
}

/* ---- lists ---- */

GPU_TEST(full_lists_pass_the_end_of_a_chunk) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_BAND, 49, 49, 49, 0);
    field.ref.width = 1;
    flow_field_upload(e, &field, HPYR_FORMAT_R8UI);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    assert_int_equal(check_flow(e, flow, &field, 0), 48 * 48 * 48);
}

GPU_TEST(grids_without_cells_have_no_seeds) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 1, 5, 5, 6);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    const hpyr_flow_field given = flow_given(&field);
    uint32_t count = 7;
    hpyr_report report;
    OK(e, hpyr_flow_build(flow, &given));
    OK(e, hpyr_flow_count(flow, &count));
    assert_int_equal(count, 0);
    OK(e, hpyr_flow_download(flow, 0, HPYR_ALL, NULL, 0, &report));
    assert_int_equal(report.total, 0);
}

static void check_buffer(env *e, hpyr_flow *flow, const hpyr_flow_seed *all, uint32_t count, GLuint buffer) {
    enum { OFFSET = 36, ROOM = 5, BEHIND = 31, SIZE = OFFSET + ROOM * sizeof(hpyr_flow_seed) + BEHIND };
    struct {
        uint8_t before[OFFSET];
        hpyr_flow_seed seeds[ROOM];
        uint8_t behind[BEHIND];
    } got, blank;
    hpyr_report report;
    memset(&blank, 0x5A, sizeof blank);
    for (uint32_t first = 0; first <= count + 1; first += 3) {
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glBufferData(GL_ARRAY_BUFFER, SIZE, &blank, GL_STATIC_DRAW);
        const uint32_t left = first < count ? count - first : 0, written = left < ROOM ? left : ROOM;
        EXPECT(e, left > ROOM ? HPYR_TRUNCATED : HPYR_OK,
               hpyr_flow_extract_buffer(flow, first, HPYR_ALL, buffer, OFFSET, &report));
        assert_int_equal(report.total, count);
        assert_int_equal(report.available, left);
        assert_int_equal(report.written, written);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        fetch_buffer(buffer, 0, SIZE, &got);
        assert_memory_equal(got.before, blank.before, OFFSET);
        assert_memory_equal(got.seeds, all + first, written * sizeof *all);
        assert_memory_equal(got.seeds + written, blank.seeds + written, (ROOM - written) * sizeof *all);
        assert_memory_equal(got.behind, blank.behind, sizeof got.behind);
    }
}

GPU_TEST(ranges_go_to_buffers) {
    static const double shift[3] = {0.5, 0.5, 0.5};
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 32, 32, 32, ALL_AXES);
    flow_field_turn(&field, shift);
    flow_field_fill(&field, flow_abc);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    const hpyr_flow_field given = flow_given(&field);
    uint32_t count, waited = 0;
    SCOPED(delete_buffer) GLuint buffer;
    OK(e, hpyr_flow_build(flow, &given));
    while (CALL(e, hpyr_flow_try_count(flow, &count)) == HPYR_NOT_READY && waited++ < 1000000)
        assert_int_equal(count, 0);
    assert_int_equal(e->result, HPYR_OK);
    assert_int_equal(count, FLOW_ABC_POINTS);
    SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
    glGenBuffers(1, &buffer);
    check_buffer(e, flow, seeds, count, buffer);
}

/* The first candidates by key are refined, and the list of them is the beginning of the whole one. */
GPU_TEST(capacity_cuts_the_list) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 20, 20, 20, 0);
    uint32_t all, some;
    hpyr_flow_seed seeds[64];
    hpyr_report report;
    flow_field_randomize(&field, false, 11);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0), *small = make_flow(e, &field, 40);
    const hpyr_flow_field given = flow_given(&field);
    OK(e, hpyr_flow_build(flow, &given));
    SCOPED(free_memory) hpyr_flow_seed *whole = flow_download(e, flow, &all);
    OK(e, hpyr_flow_build(small, &given));
    EXPECT(e, HPYR_INCOMPLETE, hpyr_flow_count(small, &some));
    assert_true(some > 0 && some < all && some <= 40);
    EXPECT(e, HPYR_TRUNCATED, hpyr_flow_download(small, 0, HPYR_ALL, seeds, some - 1, &report));
    EXPECT(e, HPYR_INCOMPLETE, hpyr_flow_download(small, 0, HPYR_ALL, seeds, 64, &report));
    assert_int_equal(report.written, some);
    assert_memory_equal(seeds, whole, some * sizeof *seeds);
}
