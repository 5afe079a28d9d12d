/* probe.c - a test program that does one thing wrong, by its argument; test_runner.sh looks at what becomes of it.
 * SPDX-License-Identifier: MIT */
#include "runner.h"

#include <stdio.h>
#include <string.h>

static void it_checks_something(void **state) {
    (void)state;
    assert_int_equal(1, 1);
}

static void it_checks_nothing(void **state) {
    (void)state;
}

static void it_is_skipped(void **state) {
    (void)state;
    SKIP("it is told to");
}

static void it_is_skipped_hostile(void **state) {
    it_is_skipped(state);
}

/* ---- tests that list themselves ---- */

static int calls;

TEST(it_is_first) {
    assert_int_equal(calls++, 0);
}

TEST_IF(false, it_is_left_out) {
    fail();
}

TEST_IF(true, it_is_second) {
    assert_int_equal(calls++, 1);
}

int main(int argc, char **argv) {
    const struct CMUnitTest good[] = {cmocka_unit_test(it_checks_something)};
    const struct CMUnitTest skipped[] = {cmocka_unit_test(it_checks_something), cmocka_unit_test(it_is_skipped),
                                         cmocka_unit_test(it_is_skipped_hostile)};
    const struct CMUnitTest vacuous[] = {cmocka_unit_test(it_checks_something), cmocka_unit_test(it_checks_nothing)};
    const char *what = argc == 2 ? argv[1] : "";
    if (strcmp(what, "good") == 0)
        return runner_run("good", good, LENGTH(good), NULL, NULL);
    if (strcmp(what, "skipped") == 0)
        return runner_run("skipped", skipped, LENGTH(skipped), NULL, NULL);
    if (strcmp(what, "vacuous") == 0)
        return runner_run("vacuous", vacuous, LENGTH(vacuous), NULL, NULL);
    if (strcmp(what, "empty") == 0)
        return runner_run("empty", good, 0, NULL, NULL);
    if (strcmp(what, "listed") == 0)
        return runner_main();
    if (strcmp(what, "all") == 0)
        return runner_skip_all("it is told to");
    fprintf(stderr, "usage: %s good|skipped|vacuous|empty|listed|all\n", argv[0]);
    return 2;
}
