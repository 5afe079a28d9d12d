/* runner.h - cmocka, and what it leaves out: a skip says why and is on a list, a test that checked nothing fails.
 * SPDX-License-Identifier: MIT
 *
 * Include it in place of <cmocka.h>. tests/skips.txt is the list of skips that may be; CONTRIBUTING.md says how to use it.
 * CMake tells a program its place on that list by environment variables:
 *
 *     HPYR_TEST_ENTRY      name of the ctest entry
 *     HPYR_TEST_DRIVER     driver that the entry runs on; without it the list is not looked at
 *     HPYR_TEST_SKIPS      path of tests/skips.txt
 *     HPYR_TEST_NOT_RUN    folder that receives a file entry@driver for each entry, a line "test: reason" for each skip */
#ifndef TEST_RUNNER_H
#define TEST_RUNNER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** Checks that the running test has made so far. */
extern size_t runner_checks;

/** Ends the running test as skipped; as failed where the skip is not on the list. Free what the test holds before. */
#define SKIP(reason) runner_skip(reason, __FILE__, __LINE__)
void runner_skip(const char *reason, const char *file, int line);

/** The running test was skipped; for fixtures. */
bool runner_skipped(void);

/** Exit status of a program that can run none of its tests. */
int runner_skip_all(const char *reason);

int runner_run(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction group_setup,
               CMFixtureFunction group_teardown);

/* Under cmocka's own name, so that no program gets round it. */
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, group_setup, group_teardown)                                                     \
    runner_run(#tests, tests, sizeof(tests) / sizeof((tests)[0]), group_setup, group_teardown)

#undef skip /* it gives no reason */

/* cmocka does not tell how many assertions passed. */
#define _assert_true(...)             (++runner_checks, _assert_true(__VA_ARGS__))
#define _assert_int_equal(...)        (++runner_checks, _assert_int_equal(__VA_ARGS__))
#define _assert_int_not_equal(...)    (++runner_checks, _assert_int_not_equal(__VA_ARGS__))
#define _assert_float_equal(...)      (++runner_checks, _assert_float_equal(__VA_ARGS__))
#define _assert_string_equal(...)     (++runner_checks, _assert_string_equal(__VA_ARGS__))
#define _assert_string_not_equal(...) (++runner_checks, _assert_string_not_equal(__VA_ARGS__))
#define _assert_memory_equal(...)     (++runner_checks, _assert_memory_equal(__VA_ARGS__))
#define _assert_memory_not_equal(...) (++runner_checks, _assert_memory_not_equal(__VA_ARGS__))
#define _assert_in_range(...)         (++runner_checks, _assert_in_range(__VA_ARGS__))

/* It mostly guards an allocation, so it does not count. */
#undef assert_non_null
#define assert_non_null(pointer)                                                                                       \
    (_assert_true)(cast_ptr_to_largest_integral_type(pointer), #pointer, __FILE__, __LINE__)

#endif
