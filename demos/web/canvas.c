/* canvas.c - a page's canvas as the window of a demo. page.mjs tells what the user does by the functions that it can call.
 * SPDX-License-Identifier: MIT */
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/headless.h"
#include "common/platform/window.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const CANVAS = "#picture"; /* as CSS selects it */

struct window {
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context;
};

static window_input input; /* since the last poll */
static bool is_pressed;
static float scale = 1; /* pixels of the canvas for one of CSS */

/* ---- called by page.mjs; all places and ways in pixels of the canvas, from its lower left corner ---- */

EMSCRIPTEN_KEEPALIVE void web_resize(int width, int height, float pixels) {
    emscripten_set_canvas_element_size(CANVAS, width, height);
    scale = pixels;
    input.exposed = true;
}

EMSCRIPTEN_KEEPALIVE void web_press(float x, float y) {
    is_pressed = input.held = true;
    input.press_x = input.held_x = x;
    input.press_y = input.held_y = y;
}

EMSCRIPTEN_KEEPALIVE void web_drag(float x, float y, float by_x, float by_y) {
    input.held_x = x;
    input.held_y = y;
    input.drag_x += by_x;
    input.drag_y += by_y;
}

EMSCRIPTEN_KEEPALIVE void web_release(void) {
    is_pressed = false;
}

EMSCRIPTEN_KEEPALIVE void web_hover(float x, float y) {
    input.pointer_x = x;
    input.pointer_y = y;
}

EMSCRIPTEN_KEEPALIVE void web_wheel(float notches) {
    input.wheel += notches;
}

EMSCRIPTEN_KEEPALIVE void web_click(float x, float y) {
    input.clicked = true;
    input.click_x = input.press_x = x;
    input.click_y = input.press_y = y;
}

EMSCRIPTEN_KEEPALIVE void web_key(int key) {
    if (input.key_count < WINDOW_MAX_KEYS)
        input.keys[input.key_count++] = key;
}

EMSCRIPTEN_KEEPALIVE void web_drop(const char *path) {
    snprintf(input.dropped, sizeof input.dropped, "%s", path);
}

/* No more frames: the page shows another demo. */
EMSCRIPTEN_KEEPALIVE void web_stop(void) {
    emscripten_cancel_main_loop();
}

/* The demo is over: the user has quit, or `error` says why it cannot go on. */
EM_JS(void, web_end, (const char *error), { Module.onEnd(UTF8ToString(error)); })

/* ---- window.h ---- */

window *window_open(const char *title, int gl, int width, int height) {
    (void)title;
    (void)width;
    (void)height;
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.alpha = wanted.depth = wanted.stencil = wanted.antialias = false;
    wanted.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    window *w = memory_zeroed(sizeof *w);
    if (!w)
        return NULL;
    w->context = emscripten_webgl_create_context(CANVAS, &wanted);
    if (w->context <= 0 || emscripten_webgl_make_context_current(w->context) != EMSCRIPTEN_RESULT_SUCCESS)
        error_set("This page needs WebGL 2, which this browser does not have, or has turned off.");
    else if (!emscripten_webgl_enable_extension(w->context, "EXT_color_buffer_float"))
        error_set("This page draws into textures of floats, for which the WebGL extension EXT_color_buffer_float is "
                  "missing here.");
    else if (gl_load(gl))
        return w;
    window_close(w);
    return NULL;
}

void window_close(window *w) {
    if (w && w->context > 0)
        emscripten_webgl_destroy_context(w->context);
    free(w);
}

void window_poll(window *w, window_input *out) {
    (void)w;
    input.held = input.held || is_pressed;
    *out = input;
    const window_input kept = {.press_x = input.press_x,
                               .press_y = input.press_y,
                               .held_x = input.held_x,
                               .held_y = input.held_y,
                               .pointer_x = input.pointer_x,
                               .pointer_y = input.pointer_y};
    input = kept;
}

void window_wait(window *w, double seconds) { /* the browser calls again */
    (void)w;
    (void)seconds;
}

void window_framebuffer_size(const window *w, int *width, int *height) {
    (void)w;
    emscripten_get_canvas_element_size(CANVAS, width, height);
}

float window_content_scale(const window *w) {
    (void)w;
    return scale;
}

void window_set_title(window *w, const window_title *title) { /* the page has its own */
    (void)w;
    (void)title;
}

void window_swap(window *w) { /* the browser does, after each frame */
    (void)w;
}

/* ---- what a page has not ---- */

int posix_spawnp(pid_t *restrict process, const char *restrict program, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const *restrict arguments,
                 char *const *restrict environment) {
    (void)process, (void)program, (void)actions, (void)attributes, (void)arguments, (void)environment;
    return ENOSYS;
}

headless *headless_open(int gl) {
    (void)gl;
    error_set("a page draws into its canvas");
    return NULL;
}

void headless_close(headless *h) {
    (void)h;
}
