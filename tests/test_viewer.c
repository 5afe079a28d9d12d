/* test_viewer.c - the demos' window: clicks, drags, dropped files; and their clock.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/draw/viewer.h"
#include "common/files/error.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A window and what GLFW would call when the user does something. */
typedef struct user {
    viewer viewer;
    GLFWwindow *handle;
    GLFWmousebuttonfun press;
    GLFWcursorposfun move;
    GLFWdropfun drop;
    double x, y; /* where they press */
} user;

static int open_viewer(void **state) {
    static user u;
    const viewer_desc desc = {"test_viewer", env_gl(), false, 320, 200};
    memset(&u, 0, sizeof u);
    if (!viewer_open(&u.viewer, &desc)) {
        fprintf(stderr, "%s\n", error_text());
        return -1;
    }
    u.handle = glfwGetCurrentContext();
    u.press = glfwSetMouseButtonCallback(u.handle, NULL);
    u.move = glfwSetCursorPosCallback(u.handle, NULL);
    u.drop = glfwSetDropCallback(u.handle, NULL);
    u.x = 100.25;
    u.y = 30.75;
    *state = &u;
    return 0;
}

static int close_viewer(void **state) {
    user *u = *state;
    viewer_close(&u->viewer);
    return 0;
}

#define USER_TEST(function)                                                                                            \
    RUNNER_ENTRY(function, function, open_viewer, close_viewer, NULL, true)                                            \
    RUNNER_FUNCTION(function, user *u)

static window_input poll(user *u) {
    window_input input;
    window_poll(u->viewer.window, &input);
    return input;
}

/* Presses, moves along the way, releases; the real pointer is elsewhere by the time that the program gets to know. */
static window_input press_and_move(user *u, const double (*way)[2], size_t count) {
    poll(u);
    u->move(u->handle, u->x, u->y);
    u->press(u->handle, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
    for (size_t i = 0; i < count; i++)
        u->move(u->handle, u->x + way[i][0], u->y + way[i][1]);
    u->press(u->handle, GLFW_MOUSE_BUTTON_LEFT, GLFW_RELEASE, 0);
    return poll(u);
}

USER_TEST(a_press_in_one_place_is_a_click) {
    static const double TREMBLE[][2] = {{1, 0}, {2, -2}, {0, 3}};
    int width, height;
    window_framebuffer_size(u->viewer.window, &width, &height);
    for (size_t moves = 0; moves <= 3; moves++) {
        window_input input = press_and_move(u, TREMBLE, moves);
        assert_true(input.clicked);
        assert_true(input.drag_x == 0 && input.drag_y == 0);
        /* Xvfb's pixels are the window's units: the middle of the one below the pointer. */
        assert_true(fabs(input.click_x - (floor(u->x) + 0.5)) < 1e-3);
        assert_true(fabs(input.click_y - (height - floor(u->y) - 0.5)) < 1e-3);
        assert_true(input.held && input.press_x == input.click_x && input.press_y == input.click_y);
    }
    assert_false(poll(u).clicked);
}

USER_TEST(a_press_that_moves_is_a_drag) {
    static const double FAR[][2] = {{3, 0}, {6, 2}, {10, 4}}, THERE_AND_BACK[][2] = {{10, 10}, {0, 0}};
    window_input input = press_and_move(u, FAR, 3);
    assert_false(input.clicked);
    assert_true(input.drag_x == 10 && input.drag_y == -4); /* all of it, y up */
    input = press_and_move(u, THERE_AND_BACK, 2);
    assert_false(input.clicked);
    assert_true(input.drag_x == 0 && input.drag_y == 0);
    u->move(u->handle, u->x + 50, u->y);
    input = poll(u);
    assert_true(input.drag_x == 0 && !input.clicked); /* nothing is held */
}

USER_TEST(what_is_held_is_told_with_its_place) {
    static const double FAR[][2] = {{10, 4}, {30, -8}};
    window_input input = press_and_move(u, FAR, 2); /* and released, all between two polls */
    float press_x = input.press_x, press_y = input.press_y;
    assert_true(input.held);
    assert_true(fabsf(input.held_x - press_x - 30) < 1e-3f && fabsf(input.held_y - press_y - 8) < 1e-3f);
    u->move(u->handle, u->x + 50, u->y);
    assert_false(poll(u).held);
    u->press(u->handle, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
    input = poll(u);
    assert_true(input.held && fabsf(input.press_x - press_x - 50) < 1e-3f && input.held_x == input.press_x);
    input = poll(u); /* it rests, and is still held */
    assert_true(input.held && input.drag_x == 0 && !input.clicked);
    u->press(u->handle, GLFW_MOUSE_BUTTON_LEFT, GLFW_RELEASE, 0);
    poll(u);
    assert_false(poll(u).held);
}

USER_TEST(other_buttons_do_nothing) {
    poll(u);
    u->press(u->handle, GLFW_MOUSE_BUTTON_RIGHT, GLFW_PRESS, 0);
    u->move(u->handle, u->x + 50, u->y);
    u->press(u->handle, GLFW_MOUSE_BUTTON_RIGHT, GLFW_RELEASE, 0);
    window_input input = poll(u);
    assert_true(input.drag_x == 0 && !input.clicked && !input.held);
}

USER_TEST(the_first_of_dropped_files_is_told_once) {
    static char longest[WINDOW_MAX_PATH + 100];
    const char *paths[] = {"/a/model with blanks.obj", "/b"}, *too_long[] = {longest};
    poll(u);
    u->drop(u->handle, 2, paths);
    assert_string_equal(poll(u).dropped, paths[0]);
    assert_string_equal(poll(u).dropped, "");
    memset(longest, 'x', sizeof longest - 1);
    u->drop(u->handle, 1, too_long);
    assert_int_equal(strlen(poll(u).dropped), WINDOW_MAX_PATH - 1);
    u->drop(u->handle, 0, NULL);
    assert_string_equal(poll(u).dropped, "");
}

TEST(the_clock_counts_frames_and_forgets_pauses) {
    frame_clock c = {0};
    frame_clock_tick(&c, 5000);
    assert_true(c.passed_s == 0 && c.fps == 0);
    for (int i = 1; i <= 100; i++) {
        frame_clock_tick(&c, 5000 + 20 * i);
        assert_true(fabs(c.passed_s - 0.020) < 1e-9);
        assert_true(c.fps == 0 ? i * 20 < 250 : fabs(c.fps - 50) < 1e-9);
    }
    frame_clock_tick(&c, 60000);
    assert_true(fabs(c.passed_s - 0.1) < 1e-9);
}

static void expect_no_viewer(int gl, const char *words) {
    const viewer_desc desc = {"test_viewer", gl, false, 64, 64};
    SCOPED(viewer_close) viewer v;
    memset(&v, 0, sizeof v);
    assert_false(viewer_open(&v, &desc));
    assert_non_null(strstr(error_text(), words));
}

TEST(without_such_an_opengl_another_is_told) {
    expect_no_viewer(99, "not 9.9: try --gl 3.3");
}

TEST(without_a_window_system_the_way_out_is_told) {
    char display[256];
    assert_true(snprintf(display, sizeof display, "%s", getenv("DISPLAY")) < (int)sizeof display);
    unsetenv("DISPLAY");
    expect_no_viewer(env_gl(), "use --headless");
    setenv("DISPLAY", display, 1);
}
