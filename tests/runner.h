/* runner.h - cmocka, and what it leaves out: a skip says why and is on a list, a test that checked nothing fails.
 * SPDX-License-Identifier: MIT
 *
 * Include it in place of <cmocka.h>. Tests list themselves, see TEST. tests/skips.txt is the list of skips that may be; CONTRIBUTING.md says how to use it.
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

#include "scoped.h"

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

#undef cmocka_run_group_tests /* it gets round the runner */

/* ---- tests that list themselves ---- */

/** What tests share: `open` runs before the first one, `close` after the last. */
typedef struct runner_group {
    bool (*can_run)(void); /* NULL: always */
    const char *reason;    /* for a skip, where it cannot */
    CMFixtureFunction open, close;
} runner_group;

typedef struct runner_test {
    struct CMUnitTest test;
    int line; /* where it is written */
    const runner_group *group;
    struct runner_test *next;
} runner_test;

void runner_add(runner_test *test);

/** Runs the tests of the program in the order in which they are written. Exit status of `main`. */
int runner_run_group(const runner_group *group);

/** The same in the group that the tests name. It is what `main` does in a program that has none of its own, see main.c. */
int runner_main(void);

/** A test is written
 *
 *     TEST(numbers_are_equal) {
 *         assert_int_equal(1, 1);
 *     }
 *
 *  and is in the program's list with that. Tests that get something have a macro of their own, such as GPU_TEST in harness.h. It has
 *  two parts: RUNNER_FUNCTION with the parameter of the tests, which is what `setup` or the group's `open` left in cmocka's state;
 *  and RUNNER_ENTRY, which lists the function by a name, unless `condition` is false when the program starts. */
#define TEST(function) TEST_IF(true, function)
#define TEST_IF(condition, function)                                                                                   \
    RUNNER_ENTRY(function, function, NULL, NULL, NULL, condition)                                                      \
    RUNNER_FUNCTION(function, void *no_state)
#define TEST_WITH(parameter, function)                                                                                 \
    RUNNER_ENTRY(function, function, NULL, NULL, NULL, true)                                                           \
    RUNNER_FUNCTION(function, parameter)

#define RUNNER_ENTRY(function, name, setup, teardown, group, condition)                                                \
    static void function##_of_state(void **state);                                                                     \
    __attribute__((constructor)) static void name##_is_listed(void) {                                                  \
        static runner_test test = {{#name, function##_of_state, setup, teardown, NULL}, __LINE__, group, NULL};        \
        if (condition)                                                                                                 \
            runner_add(&test);                                                                                         \
    }
#define RUNNER_FUNCTION(function, parameter)                                                                           \
    static void function(parameter);                                                                                   \
    static void function##_of_state(void **state) {                                                                    \
        function(*state);                                                                                              \
    }                                                                                                                  \
    static void function(parameter __attribute__((unused)))

/** New memory, the second one of zeros. A test that there is none for has failed. */
void *make_room(size_t bytes);
void *make_zeros(size_t count, size_t size);

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* ---- cmocka ---- */

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
