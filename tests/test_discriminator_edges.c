/* test_discriminator_edges.c - kind EDGE: where the gradient is long.  SPDX-License-Identifier: MIT */
#include "kinds.h"

#include <math.h>

static hpyr_discriminator_desc edge_desc(hpyr_edge_operator edge_operator, double threshold) {
    return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_EDGE,
                                     .has_threshold = true,
                                     .threshold = threshold,
                                     .edge_operator = edge_operator};
}

GPU_TEST(edges_are_found_on_every_layout) {
    hpyr_discriminator_desc desc = edge_desc(HPYR_EDGE_OPERATOR_SOBEL, 12 / 255.0);
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, 37, 23, 1, 90, 1), volume = kind_image(HPYR_FORMAT_R8, 11, 9, 7, 90, 2);
    kind_check_all(e, &desc, &im, e->hostile ? 5 : 0, 4);
    kind_check_all(e, &desc, &volume, 6, e->hostile ? 2 : 8);
    volume.texture.target = GL_TEXTURE_2D; /* as tiles */
    desc.edge_operator = e->gl21 ? HPYR_EDGE_OPERATOR_CENTRAL : HPYR_EDGE_OPERATOR_SCHARR;
    kind_check_all(e, &desc, &volume, 7, e->hostile ? 1 : 4);
}

/* Thresholds in the middle of what a format's random values give, and at exact lengths: of multiples of 1/8, too. */
GPU_TEST_ONCE(edges_are_found_in_every_format) {
    for (int i = 0; i < kind_formats(e); i++) {
        hpyr_format format = kind_format(e, i);
        bool wide = format == HPYR_FORMAT_R16 || format == HPYR_FORMAT_R16UI || format == HPYR_FORMAT_R16I;
        double unit = kind_unit(format);
        for (int edge_operator = HPYR_EDGE_OPERATOR_CENTRAL; edge_operator <= HPYR_EDGE_OPERATOR_SCHARR;
             edge_operator++) {
            bool is_close = e->gl21 && (format == HPYR_FORMAT_R16 || edge_operator == HPYR_EDGE_OPERATOR_SCHARR);
            SCOPED(image_free) image few = kind_image(format, 29, 18, 1, 12, 10 + (uint64_t)i);
            SCOPED(image_free) image im = kind_image(format, 19, 9, 1, 0, 20 + (uint64_t)i);
            hpyr_discriminator_desc desc = edge_desc((hpyr_edge_operator)edge_operator, 2.5 * unit);
            if (!is_close)
                kind_check_plain(e, &desc, &few);
            desc.threshold = (wide ? 20000 : 60) * unit;
            if (!is_close)
                kind_check_plain(e, &desc, &im);
            desc.threshold = edge_operator == HPYR_EDGE_OPERATOR_SOBEL ? -1 : 0;
            kind_check_plain(e, &desc, &few);
        }
    }
}

/* Sums of squares that need 50 bits: volumes of 16-bit values with the largest weights. */
GPU_TEST_ONCE(large_sums_compare_exactly) {
    if (e->gl21) { /* has sums below 2^24 only */
        SCOPED(image_free) image volume = kind_image(HPYR_FORMAT_R8, 9, 8, 7, 0, 5);
        hpyr_discriminator_desc desc = edge_desc(HPYR_EDGE_OPERATOR_CENTRAL, 0.25);
        kind_check_plain(e, &desc, &volume);
    }
    for (int edge_operator = HPYR_EDGE_OPERATOR_CENTRAL; edge_operator <= HPYR_EDGE_OPERATOR_SCHARR && !e->gl21;
         edge_operator++) {
        image volume = kind_image(e->es ? HPYR_FORMAT_R16UI : HPYR_FORMAT_R16, 9, 8, 7, 0, 5);
        hpyr_discriminator_desc desc = edge_desc((hpyr_edge_operator)edge_operator, e->es ? 9000 : 9000 / 65535.0);
        kind_check_all(e, &desc, &volume, 3, 2);
        image_free(&volume);
        SCOPED(image_free) image steep = kind_image(HPYR_FORMAT_R16I, 6, 5, 4, 2, 6);
        for (uint32_t i = 0; i < 120; i++)
            image_set_bits(&steep, i, i % 6 < 3 ? 0x8000 : 0x7fff);
        glDeleteTextures(1, &steep.texture.name);
        image_upload_to(&steep, GL_TEXTURE_3D, 0);
        desc.threshold = 32767.5; /* what the cells at the step have, exactly */
        kind_check_plain(e, &desc, &steep);
        desc.threshold = nextafter(32767.5, 40000);
        kind_check_plain(e, &desc, &steep);
    }
}

GPU_TEST_ONCE(edges_are_found_in_photographs) {
    for (int i = e->small ? 2 : 0; i < KIND_PHOTOS; i++) {
        SCOPED(image_free) image im = kind_photo(i);
        hpyr_discriminator_desc desc = edge_desc((hpyr_edge_operator)(1 + (e->gl21 ? i % 2 : i)), 20 / 255.0);
        kind_check_photo(e, &desc, &im, 20 + (uint64_t)i, 2);
    }
}

/* A ramp of 3 codes a cell has that gradient everywhere but at its ends, where the border repeats: there it is half. */
GPU_TEST_ONCE(every_operator_estimates_the_derivative) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 10, 6, 1);
    for (uint32_t i = 0; i < 60; i++)
        image_set_bits(&im, i, 7 + i % 10 * 3);
    image_upload(&im);
    for (int edge_operator = HPYR_EDGE_OPERATOR_DEFAULT; edge_operator <= HPYR_EDGE_OPERATOR_SCHARR; edge_operator++)
        for (int half = 0; half < 2; half++) {
            uint32_t totals[2];
            for (int above = 0; above < 2; above++) {
                double length = (half ? 1.5 : 3) / 255;
                hpyr_discriminator_desc desc =
                    edge_desc((hpyr_edge_operator)edge_operator, above ? nextafter(length, 1) : length);
                SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
                SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 10, 6);
                OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
                OK(e, hpyr_pyramid_total(pyramid, &totals[above]));
            }
            assert_int_equal(totals[0], half ? 60 : 48);
            assert_int_equal(totals[1], half ? 48 : 0);
        }
}

/* 91 codes a cell: with SCHARR the sum of squares is 2912 * 2912, a whole number above 2^23, and the next one is odd. */
GPU_TEST_ONCE(steep_ramps_compare_exactly) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 3, 4, 1);
    for (uint32_t i = 0; i < 12; i++)
        image_set_bits(&im, i, i % 3 * 91);
    image_upload(&im);
    hpyr_discriminator_desc desc = edge_desc(HPYR_EDGE_OPERATOR_SCHARR, 91 / 255.0);
    kind_check_plain(e, &desc, &im);
    desc.threshold = nextafter(desc.threshold, 1);
    kind_check_plain(e, &desc, &im);
}

/* A cell's own value is not looked at along x and y, and not along z in images, whatever holds them: so NaN, or an
 * infinity, that is multiplied by 0 does not count. */
GPU_TEST_ONCE(values_that_are_not_finite_count_where_they_are_looked_at) {
    static const uint32_t targets[] = {GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D};
    enum { ACROSS = 13, UP = 7 };
    for (int i = 0; i < 4; i++) {
        uint32_t depth = i == 3 ? 3 : 1, middle = depth / 2 * UP * ACROSS;
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, 0, ACROSS, UP, depth);
        for (uint32_t k = 0; k < ACROSS * UP * depth; k++)
            image_set(&im, k, 0);
        image_set(&im, middle + 3 * ACROSS + 2, NAN);
        image_set(&im, middle + 3 * ACROSS + 3, 10);
        image_set(&im, middle + 1 * ACROSS + 6, INFINITY);
        image_set(&im, middle + 5 * ACROSS + 6, -INFINITY);
        image_set(&im, middle + 1 * ACROSS + 10, INFINITY);
        image_set(&im, middle + 1 * ACROSS + 12, INFINITY); /* infinity - infinity is NaN, too */
        image_set(&im, middle, NAN);                        /* at the border a cell is its own neighbor */
        image_upload_to(&im, e->gl21 && i == 2 ? GL_TEXTURE_2D : targets[i], 0);
        for (int edge_operator = HPYR_EDGE_OPERATOR_CENTRAL; edge_operator <= HPYR_EDGE_OPERATOR_SCHARR;
             edge_operator++) {
            hpyr_discriminator_desc desc = edge_desc((hpyr_edge_operator)edge_operator, 1);
            kind_check_plain(e, &desc, &im);
        }
    }
}

GPU_TEST_ONCE(edges_of_tiny_grids_are_found) {
    static const uint32_t sizes[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 3, 1}, {2, 2, 2}, {1, 1, 4}};
    for (int i = 0; i < 5; i++) {
        SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8, sizes[i][0], sizes[i][1], sizes[i][2], 9, 5);
        hpyr_discriminator_desc desc = edge_desc((hpyr_edge_operator)(1 + i % 2), 1 / 255.0);
        kind_check_plain(e, &desc, &im);
    }
}
