/* test_image_view.c - an image in a part of a target: each pixel is drawn where the map says, and the user moves it.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "screens.h"

#include "common/draw/image_texture.h"
#include "common/draw/image_view.h"
#include "common/draw/picture.h"
#include "common/draw/viewer.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TARGET_WIDTH = 160, TARGET_HEIGHT = 120 };

static const uint32_t SIZE[2] = {7, 5};
static const image_area AREA = {20, 10, 112, 90};

/* The third channel tells that a pixel of the target shows the image. */
static void paint_image(uint8_t rgba[5][7][4]) {
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 7; x++) {
            const uint8_t pixel[4] = {(uint8_t)(x * 30), (uint8_t)(y * 40), 255, 255};
            memcpy(rgba[y][x], pixel, 4);
        }
}

static void compare_with_map(const uint8_t *rgb, const image_map *map) {
    int shown = 0;
    for (int row = 0; row < TARGET_HEIGHT; row++)
        for (int column = 0; column < TARGET_WIDTH; column++) {
            const uint8_t *pixel = rgb + 3 * (row * TARGET_WIDTH + column);
            float place[2];
            image_map_to_image(map, (float)column + 0.5f, (float)row + 0.5f, place);
            bool in_area =
                column >= AREA.x && column < AREA.x + AREA.width && row >= AREA.y && row < AREA.y + AREA.height;
            bool is_shown = in_area && place[0] > 0 && place[1] > 0 && place[0] < 7 && place[1] < 5;
            assert_int_equal(pixel[2], is_shown ? 255 : 0);
            float edge = fminf(fabsf(place[0] - roundf(place[0])), fabsf(place[1] - roundf(place[1])));
            if (is_shown && edge * map->scale >= 1) { /* the fade between two pixels is one wide */
                assert_in_range(pixel[0] + 1, (int)place[0] * 30, (int)place[0] * 30 + 2);
                assert_in_range(pixel[1] + 1, (int)place[1] * 40, (int)place[1] * 40 + 2);
                shown++;
            }
        }
    assert_true(shown > 1000);
}

VIEWER_TEST(every_pixel_lies_where_the_map_says) {
    uint8_t rgba[5][7][4];
    SCOPED(picture_free) picture into;
    SCOPED(image_painter_close) image_painter shown = {0};
    image_view view;
    memset(&into, 0, sizeof into);
    memset(&view, 0, sizeof view);
    paint_image(rgba);
    SCOPED(delete_texture)
    uint32_t texture = image_texture_create(v->painter.gl, &rgba[0][0][0], SIZE[0], SIZE[1], false);
    assert_true(texture && image_painter_open(&shown, &v->painter) &&
                picture_resize(&into, v->painter.gl, TARGET_WIDTH, TARGET_HEIGHT));
    for (int k = 0; k < 3; k++) {
        image_map map = image_view_map(&view, &AREA, SIZE);
        framebuffer_bind(v->painter.gl, into.framebuffer);
        glViewport(0, 0, TARGET_WIDTH, TARGET_HEIGHT);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        painter_begin(&v->painter);
        image_painter_draw(&shown, &v->painter, texture, SIZE, &map, &AREA);
        painter_end(&v->painter);
        uint8_t *rgb = picture_read(&into);
        assert_non_null(rgb);
        compare_with_map(rgb, &map);
        free(rgb);
        image_view_zoom(&view, 1.7f, 40, 30, &AREA, SIZE);
    }
}

VIEWER_TEST(a_texture_that_is_too_large_is_an_error) {
    const uint8_t nothing[4] = {0};
    assert_int_equal(image_texture_create(v->painter.gl, nothing, 1u << 24, 1, false), 0);
    assert_non_null(strstr(error_text(), "16777216x1 texels"));
}

TEST(all_of_the_image_is_shown_at_first) {
    const image_view view = {0};
    float low[2], high[2];
    image_map map = image_view_map(&view, &AREA, SIZE); /* 112 / 7 is 16, 90 / 5 is 18 */
    image_map_to_target(&map, 0, 0, low);
    image_map_to_target(&map, 7, 5, high);
    assert_true(map.scale == 16 && low[0] == 20 && low[1] == 15 && high[0] == 132 && high[1] == 95);
}

TEST(zooming_keeps_the_pixel_at_the_pointer) {
    image_view view = {0};
    float before[2], after[2];
    image_map map = image_view_map(&view, &AREA, SIZE);
    image_map_to_image(&map, 90, 50, before);
    image_view_zoom(&view, 2, 90, 50, &AREA, SIZE);
    map = image_view_map(&view, &AREA, SIZE);
    image_map_to_image(&map, 90, 50, after);
    assert_true(map.scale == 32);
    assert_true(fabsf(before[0] - after[0]) < 1e-4f && fabsf(before[1] - after[1]) < 1e-4f);
    image_view_zoom(&view, 1000, 90, 50, &AREA, SIZE);
    assert_true(image_view_map(&view, &AREA, SIZE).scale == 64);
    image_view_zoom(&view, 1e-6f, 90, 50, &AREA, SIZE);
    assert_true(image_view_map(&view, &AREA, SIZE).scale == 16 && view.middle[0] == 0 && view.middle[1] == 0);
}

TEST(a_drag_moves_as_far_as_there_is_more_to_show) {
    image_view view = {0};
    window_input input;
    uint32_t first[2], end[2];
    memset(&input, 0, sizeof input);
    image_view_zoom(&view, 2, 76, 55, &AREA, SIZE);
    image_map before = image_view_map(&view, &AREA, SIZE);
    input.held = true;
    input.press_x = input.held_x = 60;
    input.press_y = input.held_y = 60;
    assert_false(image_view_input(&view, &input, &AREA, 1, SIZE)); /* no drag yet */
    input.drag_x = 2;
    input.held_x = 65;
    assert_true(image_view_input(&view, &input, &AREA, 1, SIZE));
    assert_true(fabsf(image_view_map(&view, &AREA, SIZE).left - before.left - 5) < 1e-3f);
    input.held_x = 1e6f;
    assert_true(image_view_input(&view, &input, &AREA, 1, SIZE));
    image_map map = image_view_map(&view, &AREA, SIZE);
    assert_true(fabsf(map.left - 20) < 1e-3f);
    image_map_range(&map, &AREA, SIZE, first, end);
    assert_true(first[0] == 0 && end[0] == 4 && first[1] == 1 && end[1] == 4);
    view.holds = false;
    input.press_x = 5; /* beside the area */
    assert_false(image_view_input(&view, &input, &AREA, 1, SIZE));
}

TEST(keys_zoom_and_move) {
    image_view view = {0};
    assert_true(image_view_key(&view, '+', &AREA, SIZE) && view.zoom == 1.25f);
    image_map before = image_view_map(&view, &AREA, SIZE);
    assert_true(image_view_key(&view, WINDOW_KEY_RIGHT, &AREA, SIZE));
    assert_true(image_view_map(&view, &AREA, SIZE).left < before.left);
    assert_true(image_view_key(&view, WINDOW_KEY_UP, &AREA, SIZE));
    assert_true(image_view_map(&view, &AREA, SIZE).bottom < before.bottom);
    assert_true(image_view_key(&view, '-', &AREA, SIZE) && view.zoom == 1);
    assert_false(image_view_key(&view, ']', &AREA, SIZE));
}
