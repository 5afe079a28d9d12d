/* test_flow_memory.c - flows where memory runs out: it is told, the next build is right, and nothing is left behind.
 * SPDX-License-Identifier: MIT */
#include "flows.h"
#include "starving.h"

static bool counts_textures;

/* Allocations and textures that still may pass are counted down over all the calls. */
static hpyr_result make_all(hpyr_context *context, const hpyr_flow_field *given, int passing, hpyr_flow **flow) {
    const hpyr_flow_desc desc = {.grid = {.width = 9, .height = 8, .depth = 7, .spacing = {1, 1, 1}}, .capacity = 1000};
    hpyr_flow_seed seed;
    starving_begin(counts_textures, passing);
    hpyr_result result = hpyr_flow_create(context, &desc, flow);
    if (result == HPYR_OK)
        result = hpyr_flow_build(*flow, given);
    if (result == HPYR_OK)
        result = hpyr_flow_download(*flow, 0, 1, &seed, 1, NULL);
    starving_end();
    return result;
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, bool textures) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 9, 8, 7, 0);
    flow_field_randomize(&field, false, 4);
    flow_field_upload(e, &field, 0);
    const hpyr_flow_field given = flow_given(&field);
    hpyr_flow *flow = make_flow(e, &field, 0);
    int failures = 0;
    assert_true(check_flow(e, flow, &field, 1e-4) > 0); /* what the context keeps is there afterwards */
    CALL_VOID(e, hpyr_flow_destroy(flow));
    flow = NULL;
    counts_textures = textures;
    const uint32_t before = starving_objects();
    while (CALL(e, make_all(e->context, &given, failures, &flow)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        if (flow && failures % (e->hostile ? 7 : 1) == 0)
            check_flow(e, flow, &field, 1e-4);
        CALL_VOID(e, hpyr_flow_destroy(flow));
        assert_int_equal(starving_objects(), before);
        flow = NULL;
        failures++;
    }
    check_flow(e, flow, &field, 1e-4);
    CALL_VOID(e, hpyr_flow_destroy(flow));
    assert_int_equal(starving_objects(), before);
    return failures;
}

GPU_TEST(each_allocation_may_fail_once) {
    int failures = fail_everywhere(e, false);
    assert_true(failures >= 4);
}

GPU_TEST(each_texture_may_fail_once) {
    int failures = fail_everywhere(e, true);
    if (failures == 0)
        SKIP("the linker wraps no texture");
    assert_true(failures >= 6);
}
