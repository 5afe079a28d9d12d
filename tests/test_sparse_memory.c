/* test_sparse_memory.c - memory for sparse matrices where memory runs out: it is told, and nothing is left behind.
 * SPDX-License-Identifier: MIT */
#include "matrices.h"
#include "starving.h"

static bool counts_textures;

static hpyr_result create_with(const env *e, const hpyr_sparse_desc *desc, int passing, hpyr_sparse **out) {
    starving_begin(counts_textures, passing);
    hpyr_result result = hpyr_sparse_create(e->context, desc, out);
    starving_end();
    return result;
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, const hpyr_sparse_desc *desc, bool textures) {
    hpyr_sparse *sparse = NULL;
    int failures = 0;
    counts_textures = textures;
    const uint32_t before = starving_objects();
    while (CALL(e, create_with(e, desc, failures, &sparse)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        assert_null(sparse);
        assert_int_equal(starving_objects(), before);
        failures++;
    }
    CALL_VOID(e, hpyr_sparse_destroy(sparse));
    assert_int_equal(starving_objects(), before);
    return failures;
}

GPU_TEST(each_allocation_may_fail_once) {
    for (uint32_t operations = 1; operations <= HPYR_SPARSE_OPERATION_ALL;
         operations += operations == 4 ? 3 : operations) {
        const hpyr_sparse_desc desc = {.rows = 40, .columns = 300, .capacity = 700, .operations = operations};
        assert_true(fail_everywhere(e, &desc, false) > 0);
        assert_true(fail_everywhere(e, &desc, true) >= 8);
    }
}
