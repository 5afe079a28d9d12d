/* test_child.c - what a child process reads comes to its parent whole; or nothing of it and one line, wherever the child ends.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/files/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS = 100000, PLACES = 4 }; /* more bytes than a pipe holds; places in `move` where a child may end */

typedef struct answer {
    uint32_t count;
    uint32_t *numbers;
    char *absent;
    char *words;
} answer;

/* What the child is to do, beside what it reads. */
typedef struct plan {
    answer out;
    pid_t parent;
    const char *failure; /* of `work`, or NULL */
    int ends_at;         /* a place of `move`, or -1 */
} plan;

/* The size that malloc has no memory for. */
static size_t refused;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size) {
    return refused > 0 && size == refused ? NULL : __real_malloc(size);
}

static char warning[ERROR_SIZE];

static void keep_warning(const char *line) {
    snprintf(warning, sizeof warning, "%s", line);
}

static bool work(const char *path, void *user, warn_fn warn) {
    plan *p = user;
    assert_string_equal(path, "a.file");
    assert_true(getpid() != p->parent);
    if (p->failure)
        return error_set("%s", p->failure);
    warn_with(warn, "read by %s", "a child");
    p->out = (answer){NUMBERS, malloc(NUMBERS * sizeof *p->out.numbers), NULL, malloc(6)};
    for (uint32_t i = 0; i < NUMBERS; i++)
        p->out.numbers[i] = i * 2654435761u;
    memcpy(p->out.words, "whole", 6);
    return true;
}

static void end_at(const plan *p, int place) {
    if (place == p->ends_at && getpid() != p->parent)
        _exit(9);
}

static void move(void *user, child *c) {
    plan *p = user;
    end_at(p, 0);
    child_move(c, &p->out, sizeof p->out);
    end_at(p, 1);
    child_move_array(c, &p->out.numbers, NUMBERS * sizeof *p->out.numbers);
    end_at(p, 2);
    child_move_array(c, &p->out.absent, 77);
    child_move_array(c, &p->out.words, 6);
    end_at(p, 3);
}

static void free_answer(answer *a) {
    free(a->numbers);
    free(a->absent);
    free(a->words);
}

static bool run(plan *p) {
    static const child_task task = {"test", sizeof(plan), work, move};
    p->parent = getpid();
    warning[0] = '\0';
    error_clear();
    return child_run(&task, "a.file", p, keep_warning);
}

TEST(all_that_is_read_arrives) {
    plan p = {.ends_at = -1};
    assert_true(run(&p));
    assert_string_equal(warning, "read by a child");
    assert_int_equal(p.out.count, NUMBERS);
    for (uint32_t i = 0; i < NUMBERS; i++)
        if (p.out.numbers[i] != i * 2654435761u)
            fail_msg("number %u is %u", (unsigned)i, (unsigned)p.out.numbers[i]);
    assert_null(p.out.absent);
    assert_string_equal(p.out.words, "whole");
    free_answer(&p.out);
}

/* At the last place all has arrived, so that nobody misses the child. */
TEST(a_child_that_ends_leaves_what_can_be_freed) {
    for (int place = 0; place < PLACES; place++) {
        plan p = {.ends_at = place};
        bool ok = run(&p);
        assert_int_equal(ok, place == PLACES - 1);
        assert_int_equal(p.out.numbers != NULL, place > 1);
        assert_int_equal(p.out.words != NULL, ok);
        assert_null(p.out.absent);
        assert_string_equal(error_text(), ok ? "" : "a.file: the reader crashed with status 9");
        free_answer(&p.out);
    }
}

TEST(a_failure_is_the_childs_own_line) {
    plan p = {.failure = "a.file: holds nothing", .ends_at = -1};
    assert_false(run(&p));
    assert_string_equal(error_text(), "a.file: holds nothing");
    assert_null(p.out.numbers);
}

TEST(a_parent_without_memory_says_so) {
    plan p = {.ends_at = -1};
    refused = NUMBERS * sizeof *p.out.numbers + 1;
    bool ok = run(&p);
    refused = 0;
    assert_false(ok);
    assert_string_equal(error_text(), "a.file: out of memory for what was read");
    assert_null(p.out.numbers);
    assert_null(p.out.words);
}
