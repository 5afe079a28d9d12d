/* test_reference_flow.c - the oracle's seeds: the ABC flow by analysis, and examples worked by hand.  SPDX-License-Identifier: MIT */
#include "flows.h"

#include <math.h>

/* With 4x4x4 samples the error falls as the fourth power of the spacing. */
TEST(points_of_the_abc_flow_are_the_analytic_ones) {
    static const double shifts[][3] = {{0, 0, 0}, {0.5, 0.5, 0.5}, {0.3, 0, 0.5}};
    double worst[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) {
            const uint32_t side = i ? 40 : 20;
            SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, side, side, side, 7);
            hpyr_flow_seed seeds[FLOW_ABC_POINTS];
            uint32_t found = 0;
            int nearest;
            field.ref.tiles_x = 1;
            flow_field_turn(&field, shifts[j]);
            flow_field_fill(&field, flow_abc);
            assert_int_equal(answer_seeds(&field.ref, seeds, FLOW_ABC_POINTS), FLOW_ABC_POINTS);
            for (int k = 0; k < FLOW_ABC_POINTS; k++) {
                worst[i] = fmax(worst[i], flow_abc_distance(&seeds[k], &nearest));
                found |= 1u << nearest;
            }
            assert_int_equal(found, 0xFF);
        }
    assert_true(worst[1] < 1e-4 && worst[0] > 8 * worst[1]);
}

/* The gradient of a sphere's distance is 1, so that the band is a shell of cells. */
static void distance(const double p[3], double out[3]) {
    out[0] = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

TEST(bands_are_shells) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_BAND, 21, 21, 21, 0);
    SCOPED(free_memory) hpyr_flow_seed *seeds = make_room(8000 * sizeof *seeds);
    for (int axis = 0; axis < 3; axis++)
        field.ref.origin[axis] = -10;
    field.ref.tiles_x = 4;
    field.ref.isovalue = 6;
    field.ref.width = 0.5;
    flow_field_fill(&field, distance);
    const uint32_t count = answer_seeds(&field.ref, seeds, 8000);
    assert_true(count > 500 && count < 2000);
    for (uint32_t i = 0; i < count; i++) {
        const float *p = seeds[i].position;
        const double r = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]);
        assert_true(fabs(r - 6) < 0.5 + sqrt(3) / 2 + 1e-6);
        assert_true(fabs(r - 6 - seeds[i].value) < 0.1);
    }
}

/* A turn about z, whose curl is 2 everywhere. */
static void turn(const double p[3], double out[3]) {
    out[0] = -p[1];
    out[1] = p[0];
    out[2] = 1;
}

TEST(a_turn_has_its_curl_at_borders_too) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_VORTICITY, 4, 5, 3, 0);
    hpyr_flow_seed seeds[60];
    field.ref.tiles_x = 1;
    field.ref.order = HPYR_ORDER_LINE;
    field.ref.threshold = 2;
    flow_field_fill(&field, turn);
    assert_int_equal(answer_seeds(&field.ref, seeds, 60), 60);
    for (uint32_t i = 0; i < 60; i++) {
        const uint32_t place[3] = {i % 4, i / 4 % 5, i / 20};
        assert_true(seeds[i].value == 2);
        assert_memory_equal(seeds[i].cell, place, sizeof place);
    }
    field.samples[7] = NAN; /* the sample itself and its neighbors */
    assert_int_equal(answer_seeds(&field.ref, seeds, 60), 60 - 5);
    field.ref.threshold = 2.001;
    assert_int_equal(answer_seeds(&field.ref, seeds, 60), 0);
}
