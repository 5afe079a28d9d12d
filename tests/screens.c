/* screens.c - a picture that the demos' overlay draws over, for tests.  SPDX-License-Identifier: MIT */
#include "screens.h"

#include "harness.h"

#include "common/platform/framebuffer.h"

#include <stdio.h>
#include <string.h>

static int open_screen(void **state) {
    static screen s;
    const viewer_desc desc = {"", env_gl(), true, 0, 0};
    memset(&s, 0, sizeof s);
    *state = &s;
    bool ok = viewer_open(&s.viewer, &desc);
    s.overlay = ok ? overlay_create(&s.viewer.painter) : NULL;
    if (!s.overlay)
        fprintf(stderr, "%s\n", error_text());
    return s.overlay ? 0 : -1;
}

static int close_screen(void **state) {
    screen *s = *state;
    overlay_destroy(s->overlay);
    picture_free(&s->picture);
    viewer_close(&s->viewer);
    return 0;
}

const runner_group screen_group = {env_has_gl, "there is no GL", open_screen, close_screen};

int open_viewer(void **state) {
    static viewer v;
    const viewer_desc desc = {"", env_gl(), true, 0, 0};
    memset(&v, 0, sizeof v);
    *state = &v;
    bool ok = viewer_open(&v, &desc);
    if (!ok)
        fprintf(stderr, "%s\n", error_text());
    return ok ? 0 : -1;
}

int close_viewer(void **state) {
    viewer_close(*state);
    return 0;
}

void begin_screen(screen *s, int width, int height) {
    assert_true(picture_resize(&s->picture, s->viewer.painter.gl, width, height));
    framebuffer_bind(s->viewer.painter.gl, s->picture.framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painter_begin(&s->viewer.painter);
    overlay_begin(s->overlay, width, height);
}
