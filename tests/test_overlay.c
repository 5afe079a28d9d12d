/* test_overlay.c - the demos' overlay: text whose pixels are whole, on boxes that stay inside of the picture.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/draw/overlay.h"
#include "common/draw/picture.h"
#include "common/draw/viewer.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct screen {
    viewer viewer;
    overlay *overlay;
    picture picture;
} screen;

static const overlay_line LINES[] = {
    {"Title", "of two", true}, {"points", "33990", false}, {NULL, NULL, false}, {"alone (jpqgy)", NULL, false}};
enum { LINE_COUNT = sizeof LINES / sizeof LINES[0], MAX_COLOURS = 16, WHITE = 0xFFFFFF };

static int open_screen(void **state) {
    static screen s;
    char error[ERROR_SIZE] = "";
    const viewer_desc desc = {"", env_is_21() ? 21 : 33, true, 0, 0};
    memset(&s, 0, sizeof s);
    *state = &s;
    bool ok = viewer_open(&s.viewer, &desc, error, sizeof error);
    s.overlay = ok ? overlay_create(&s.viewer.painter, error, sizeof error) : NULL;
    if (!s.overlay)
        fprintf(stderr, "%s\n", error);
    return s.overlay ? 0 : -1;
}

static int close_screen(void **state) {
    screen *s = *state;
    overlay_destroy(s->overlay);
    picture_free(&s->picture);
    viewer_close(&s->viewer);
    return 0;
}

/* What a box over a blue picture looks like, RGB. To be freed. */
static uint8_t *draw_box(screen *s, overlay_corner corner, int width, int height, float scale) {
    char error[ERROR_SIZE] = "";
    assert_true(picture_resize(&s->picture, s->viewer.painter.gl, width, height, error, sizeof error));
    framebuffer_bind(s->viewer.painter.gl, s->picture.framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painter_begin(&s->viewer.painter);
    overlay_begin(s->overlay, width, height);
    overlay_box(s->overlay, corner, LINES, LINE_COUNT, scale);
    overlay_draw(s->overlay);
    painter_end(&s->viewer.painter);
    assert_true(glIsEnabled(GL_DEPTH_TEST) && !glIsEnabled(GL_BLEND));
    uint8_t *rgb = picture_read(&s->picture, error, sizeof error);
    assert_non_null(rgb);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    return rgb;
}

typedef struct looks {
    unsigned colours[MAX_COLOURS]; /* that occur, the ground among them */
    unsigned count;
    int low[2], high[2]; /* of what is not ground */
} looks;

static looks look_at(const uint8_t *rgb, int width, int height) {
    looks l;
    memset(&l, 0, sizeof l);
    l.low[0] = width;
    l.low[1] = height;
    l.high[0] = l.high[1] = -1;
    for (int i = 0; i < width * height; i++) {
        unsigned colour = (unsigned)rgb[3 * i] << 16 | (unsigned)rgb[3 * i + 1] << 8 | rgb[3 * i + 2], k = 0;
        while (k < l.count && l.colours[k] != colour)
            k++;
        if (k == l.count && l.count < MAX_COLOURS)
            l.colours[l.count++] = colour;
        for (int axis = 0; axis < 2 && colour != 0x0000FF; axis++) {
            int at = axis ? i / width : i % width;
            l.low[axis] = at < l.low[axis] ? at : l.low[axis];
            l.high[axis] = at > l.high[axis] ? at : l.high[axis];
        }
    }
    return l;
}

/* Ground, box, title, left, right: a pixel that is half a letter would have a colour of its own. */
static void text_is_crisp(void **state) {
    static const float SCALES[] = {1, 1.3f, 2, 3, 3.4f};
    screen *s = *state;
    for (size_t i = 0; i < sizeof SCALES / sizeof SCALES[0]; i++) {
        uint8_t *rgb = draw_box(s, OVERLAY_TOP_LEFT, 601, 399, SCALES[i]);
        looks l = look_at(rgb, 601, 399);
        bool has_white = false;
        for (unsigned k = 0; k < l.count; k++)
            has_white = has_white || l.colours[k] == WHITE;
        assert_int_equal(l.count, 5);
        assert_true(has_white);
        free(rgb);
    }
}

static void a_box_lies_in_its_corner(void **state) {
    screen *s = *state;
    for (int corner = OVERLAY_TOP_LEFT; corner <= OVERLAY_BOTTOM_RIGHT; corner++) {
        bool is_left = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_BOTTOM_LEFT;
        bool is_top = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_TOP_RIGHT;
        uint8_t *rgb = draw_box(s, (overlay_corner)corner, 400, 300, 1);
        looks l = look_at(rgb, 400, 300);
        assert_int_equal(is_left ? l.low[0] : 399 - l.high[0], 8);
        assert_int_equal(is_top ? 299 - l.high[1] : l.low[1], 8);
        assert_true(l.high[0] - l.low[0] < 200 && l.high[1] - l.low[1] < 100);
        free(rgb);
    }
}

/* However small the picture is: smaller, or not at all. */
static void a_box_stays_inside(void **state) {
    static const int SIZES[][2] = {{300, 200}, {150, 100}, {130, 300}, {300, 80}, {60, 300}, {30, 20}, {1, 1}};
    screen *s = *state;
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        uint8_t *rgb = draw_box(s, OVERLAY_TOP_LEFT, SIZES[i][0], SIZES[i][1], 4);
        looks l = look_at(rgb, SIZES[i][0], SIZES[i][1]);
        if (l.high[0] >= 0)
            assert_true(l.low[0] > 0 && l.high[0] < SIZES[i][0] - 1 && l.low[1] > 0 && l.high[1] < SIZES[i][1] - 1);
        assert_true((l.high[0] >= 0) == (SIZES[i][0] >= 130 && SIZES[i][1] >= 80));
        free(rgb);
    }
}

static void nothing_is_legal(void **state) {
    screen *s = *state;
    free(draw_box(s, OVERLAY_TOP_LEFT, 100, 100, 1));
    framebuffer_bind(s->viewer.painter.gl, s->picture.framebuffer);
    overlay_begin(s->overlay, 100, 100);
    overlay_box(s->overlay, OVERLAY_TOP_LEFT, NULL, 0, 1);
    overlay_text(s->overlay, "", 0, 0, 1, (const float[4]){1, 1, 1, 1});
    painter_begin(&s->viewer.painter);
    overlay_draw(s->overlay);
    painter_end(&s->viewer.painter);
    framebuffer_bind(s->viewer.painter.gl, 0);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    overlay_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_crisp),
        cmocka_unit_test(a_box_lies_in_its_corner),
        cmocka_unit_test(a_box_stays_inside),
        cmocka_unit_test(nothing_is_legal),
    };
    return RUN_GL_TESTS(tests, open_screen, close_screen);
}
