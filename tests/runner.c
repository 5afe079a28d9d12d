/* runner.c - runs a program's tests one by one and answers for the skipped ones.  SPDX-License-Identifier: MIT */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED_STATUS = 77 }; /* SKIP_RETURN_CODE in tests/entries.cmake */

size_t runner_checks;

static struct {
    const struct CMUnitTest *tests;
    size_t next; /* cmocka runs the tests in their order */
    const struct CMUnitTest *current;
    bool skipped;
} run;

/* ---- the list ---- */

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* A test and its hostile twin share one line. */
static void base_name(const char *test, char *name, size_t size) {
    static const char twin[] = "_hostile";
    snprintf(name, size, "%s", test);
    size_t length = strlen(name), end = sizeof twin - 1;
    if (length > end && strcmp(name + length - end, twin) == 0)
        name[length - end] = '\0';
}

/* A star of a pattern stands for any characters. */
static bool matches(const char *pattern, const char *text) {
    if (*pattern == '*')
        return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
    return *pattern == *text && (*text == '\0' || matches(pattern + 1, text + 1));
}

static bool line_allows(const char *line, const char *driver, const char *entry, const char *test) {
    char drivers[64], entries[128], tests[256];
    return sscanf(line, "%63s %127s %255s", drivers, entries, tests) == 3 && drivers[0] != '#' &&
           matches(drivers, driver) && matches(entries, entry) && matches(tests, test);
}

/* Without a driver or a list this is a run by hand, where everything may be skipped. */
static bool is_allowed(const char *test) {
    const char *driver = variable("HPYR_TEST_DRIVER"), *entry = variable("HPYR_TEST_ENTRY");
    const char *path = variable("HPYR_TEST_SKIPS");
    char line[1024], name[256];
    bool allowed = false;
    if (!driver || !entry || !path)
        return true;
    FILE *list = fopen(path, "r");
    if (!list) {
        fprintf(stderr, "%s cannot be read\n", path);
        return false;
    }
    base_name(test, name, sizeof name);
    while (!allowed && fgets(line, sizeof line, list))
        allowed = line_allows(line, driver, entry, name);
    fclose(list);
    if (!allowed)
        fprintf(stderr, "%s on %s, %s: this skip is not on %s\n", entry, driver, name, path);
    return allowed;
}

/* ---- what was not run ---- */

static void note(const char *mode, const char *test, const char *reason) {
    const char *folder = variable("HPYR_TEST_NOT_RUN"), *entry = variable("HPYR_TEST_ENTRY");
    const char *driver = variable("HPYR_TEST_DRIVER");
    char path[4096];
    if (!folder || !entry)
        return;
    snprintf(path, sizeof path, "%s/%s@%s", folder, entry, driver ? driver : "unknown");
    FILE *file = fopen(path, mode);
    if (!file) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(1);
    }
    if (test)
        fprintf(file, "%s: %s\n", test, reason);
    fclose(file);
}

void runner_skip(const char *reason, const char *file, int line) {
    run.skipped = true;
    printf("SKIPPED %s: %s\n", run.current->name, reason);
    fflush(stdout);
    note("a", run.current->name, reason);
    if (!is_allowed(run.current->name))
        _fail(file, line);
    _skip(file, line);
}

bool runner_skipped(void) {
    return run.skipped;
}

int runner_skip_all(const char *reason) {
    printf("SKIPPED all: %s\n", reason);
    note("w", "all", reason);
    return is_allowed("all") ? SKIPPED_STATUS : 1;
}

/* ---- tests ---- */

static int set_up(void **state) {
    run.current = &run.tests[run.next++];
    run.skipped = false;
    runner_checks = 0;
    return run.current->setup_func ? run.current->setup_func(state) : 0;
}

static void run_one(void **state) {
    run.current->test_func(state);
    if (runner_checks == 0)
        fail_msg("%s checked nothing", run.current->name);
}

static int tear_down(void **state) {
    return run.current->teardown_func ? run.current->teardown_func(state) : 0;
}

int runner_run(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction group_setup,
               CMFixtureFunction group_teardown) {
    struct CMUnitTest *wrapped = calloc(count + 1, sizeof *wrapped);
    if (!wrapped || count == 0) {
        fprintf(stderr, "%s: there are no tests\n", name);
        free(wrapped);
        return 1;
    }
    for (size_t i = 0; i < count; i++)
        wrapped[i] = (struct CMUnitTest){tests[i].name, run_one, set_up, tear_down, tests[i].initial_state};
    run.tests = tests;
    run.next = 0;
    note("w", NULL, NULL);
    int failed = _cmocka_run_group_tests(name, wrapped, count, group_setup, group_teardown);
    free(wrapped);
    return failed;
}

void *make_room(size_t bytes) {
    void *memory = malloc(bytes);
    assert_non_null(memory);
    return memory;
}

void *make_zeros(size_t count, size_t size) {
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

/* ---- tests that list themselves ---- */

static runner_test *listed; /* by their lines */

/* A compiler may call what runs before `main` in any order. Twins stand in one line, the second one behind the first. */
void runner_add(runner_test *test) {
    runner_test **at = &listed;
    while (*at && (*at)->line <= test->line)
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

int runner_run_group(const runner_group *group) {
    size_t count = 0;
    if (group->can_run && !group->can_run())
        return runner_skip_all(group->reason);
    for (const runner_test *test = listed; test; test = test->next)
        count++;
    SCOPED(free_memory) struct CMUnitTest *tests = calloc(count + 1, sizeof *tests);
    if (!tests)
        return 1;
    count = 0;
    for (const runner_test *test = listed; test; test = test->next)
        tests[count++] = test->test;
    int failed = runner_run("tests", tests, count, group->open, group->close);
    return failed;
}

int runner_main(void) {
    static const runner_group none;
    const runner_group *group = &none;
    for (const runner_test *test = listed; test; test = test->next)
        if (test->group)
            group = test->group;
    return runner_run_group(group);
}
