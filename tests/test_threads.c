/* test_threads.c - several contexts on several threads at the same time, and a context that moves to another thread.
 * SPDX-License-Identifier: MIT */
#include "answers.h"
#include "oracle.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 3, ROUNDS = 12, WIDTH = 61, HEIGHT = 47, CELLS = WIDTH * HEIGHT };

/* A GL context with a context of the library, and what it works on. */
typedef struct worker {
    pthread_t thread;
    headless *display;
    hpyr_context *context;
    image im;
    hpyr_ref_pyramid *oracle;
    hpyr_point expected[CELLS];
    uint32_t lines; /* of its log, on any other thread than its own */
    uint32_t wrong; /* answers */
} worker;

static pthread_mutex_t creation = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t all_are_ready;

static void count_strange_lines(hpyr_log_level level, const char *message, void *user) {
    worker *w = user;
    (void)level;
    (void)message;
    w->lines += !pthread_equal(pthread_self(), w->thread);
}

/* The thread is the one that calls. */
static void open_worker(worker *w, uint64_t seed) {
    hpyr_context_desc desc = {.log = count_strange_lines, .user = w, .gl_version_cap = env_is_21() ? 21 : 0};
    w->thread = pthread_self();
    w->display = headless_open(env_gl());
    assert_non_null(w->display);
    assert_int_equal(hpyr_context_create(&desc, &w->context), HPYR_OK);
    w->im = image_make(HPYR_FORMAT_R8, 0, WIDTH, HEIGHT, 1);
    image_scramble(&w->im, seed);
    image_upload(&w->im);
    w->oracle = oracle_range(&w->im, WIDTH, HEIGHT, 0.5, 1);
    answer_list(w->oracle, 0, CELLS, w->expected);
}

static void close_worker(worker *w) {
    image_free(&w->im);
    hpyr_ref_pyramid_destroy(w->oracle);
    hpyr_context_destroy(w->context);
    headless_close(w->display);
}

static bool list_is_right(worker *w, hpyr_pyramid *pyramid) {
    hpyr_point points[CELLS];
    hpyr_report report;
    const uint64_t total = answer_total(w->oracle);
    return hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, CELLS, 0, &report) == HPYR_OK &&
           report.written == total && memcmp(points, w->expected, total * sizeof *points) == 0;
}

/* Makes objects, uses them, fails on purpose and destroys them. */
static void do_round(worker *w, uint32_t round) {
    const hpyr_pyramid_desc desc = {.width = WIDTH,
                                    .height = HEIGHT,
                                    .layout = round % 2 ? HPYR_LAYOUT_SINGLE : HPYR_LAYOUT_VEC4,
                                    .base = round % 3 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE};
    const hpyr_discriminator_desc half = {.has_threshold = true, .threshold = 0.5};
    hpyr_texture wrong = w->im.texture;
    hpyr_discriminator *discriminator = NULL;
    hpyr_pyramid *pyramid = NULL;
    wrong.width = WIDTH + 1;
    w->wrong += hpyr_discriminator_create(w->context, &half, &discriminator) != HPYR_OK;
    w->wrong += hpyr_pyramid_create(w->context, &desc, &pyramid) != HPYR_OK;
    w->wrong += hpyr_pyramid_build(pyramid, discriminator, &wrong) != HPYR_ERROR_TEXTURE;
    w->wrong += hpyr_pyramid_build(pyramid, discriminator, &w->im.texture) != HPYR_OK;
    w->wrong += !list_is_right(w, pyramid);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(discriminator);
}

static void *work(void *user) {
    worker *w = user;
    pthread_mutex_lock(&creation); /* of contexts, as context.h demands */
    open_worker(w, (uint64_t)(uintptr_t)w);
    pthread_mutex_unlock(&creation);
    pthread_barrier_wait(&all_are_ready);
    for (uint32_t round = 0; round < ROUNDS; round++)
        do_round(w, round);
    close_worker(w);
    return NULL;
}

TEST(contexts_work_at_the_same_time) {
    SCOPED(free_memory) worker *workers = make_zeros(THREADS, sizeof *workers);
    pthread_t threads[THREADS];
    assert_int_equal(pthread_barrier_init(&all_are_ready, NULL, THREADS), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(workers[i].wrong, 0);
        assert_int_equal(workers[i].lines, 0);
    }
    pthread_barrier_destroy(&all_are_ready);
}

static void *work_elsewhere(void *user) {
    worker *w = user;
    w->wrong += !headless_make_current(w->display, true);
    for (uint32_t round = 0; round < 3; round++)
        do_round(w, round);
    w->wrong += !headless_make_current(w->display, false);
    return NULL;
}

TEST(a_context_moves_to_another_thread_and_back) {
    SCOPED(free_memory) worker *w = make_zeros(1, sizeof *w);
    pthread_t thread;
    open_worker(w, 1);
    do_round(w, 0);
    for (int i = 0; i < 2; i++) {
        assert_true(headless_make_current(w->display, false));
        assert_int_equal(pthread_create(&thread, NULL, work_elsewhere, w), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(headless_make_current(w->display, true));
        do_round(w, 1);
    }
    assert_int_equal(w->wrong, 0);
    close_worker(w);
}

int main(void) {
    return runner_run_group(&(runner_group){env_has_gl, "there is no GL", NULL, NULL});
}
