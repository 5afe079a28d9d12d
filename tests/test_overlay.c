/* test_overlay.c - the demos' overlay: text of any language whose letters stand on whole rows, on boxes inside of the picture.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "screens.h"

#include "common/draw/overlay.h"
#include "common/draw/utf8.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"

#include <stdlib.h>
#include <string.h>

static const overlay_line LINES[] = {{"Title", "of two", OVERLAY_TITLE},
                                     {"points", "33990", OVERLAY_PLAIN},
                                     {NULL, NULL, OVERLAY_PLAIN},
                                     {"alone (jpqgy)", NULL, OVERLAY_PLAIN}};
enum { LINE_COUNT = sizeof LINES / sizeof LINES[0], BLUE = 0x0000FF };
static const float WHITE[4] = {1, 1, 1, 1};

/* The picture, RGB. To be freed. */
static uint8_t *end(screen *s) {
    overlay_draw(s->overlay);
    painter_end(&s->viewer.painter);
    assert_true(glIsEnabled(GL_DEPTH_TEST) && !glIsEnabled(GL_BLEND));
    uint8_t *rgb = picture_read(&s->picture);
    assert_non_null(rgb);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    return rgb;
}

/* A box over a blue picture. */
static uint8_t *draw_box(screen *s, overlay_corner corner, int width, int height, float scale) {
    begin_screen(s, width, height);
    overlay_box(s->overlay, corner, LINES, LINE_COUNT, scale);
    return end(s);
}

static unsigned color_at(const uint8_t *rgb, int i) {
    return (unsigned)rgb[3 * i] << 16 | (unsigned)rgb[3 * i + 1] << 8 | rgb[3 * i + 2];
}

typedef struct looks {
    int low[2], high[2]; /* of what is not ground */
} looks;

static looks look_at(const uint8_t *rgb, int width, int height) {
    looks l = {{width, height}, {-1, -1}};
    for (int i = 0; i < width * height; i++) {
        for (int axis = 0; axis < 2 && color_at(rgb, i) != BLUE; axis++) {
            int at = axis ? i / width : i % width;
            l.low[axis] = at < l.low[axis] ? at : l.low[axis];
            l.high[axis] = at > l.high[axis] ? at : l.high[axis];
        }
    }
    return l;
}

/* Where a line of white text is, drawn from (20,10) on. */
static looks look_at_text(screen *s, const char *text, float scale) {
    begin_screen(s, 640, 100);
    overlay_text(s->overlay, text, 20, 10, scale, WHITE);
    SCOPED(free_memory) uint8_t *rgb = end(s);
    looks l = look_at(rgb, 640, 100);
    return l;
}

/* Capitals fill whole rows of pixels: none below the baseline, none above their height, whatever the scale asks for. */
SCREEN_TEST(capitals_stand_on_whole_rows) {
    static const float SCALES[] = {1, 1.25f, 9 / 7.f, 2, 2.55f, 6};
    static const int CAPITALS[] = {7, 8, 9, 14, 17, 42};
    for (int i = 0; i < 6; i++) {
        looks l = look_at_text(s, "HELIX", SCALES[i]);
        assert_int_equal(l.low[1], 10);
        assert_int_equal(l.high[1], 10 + CAPITALS[i] - 1);
    }
}

/* What is measured is what is drawn, but for the little that letters leave free on their sides. */
SCREEN_TEST(widths_are_those_of_the_letters) {
    static const char *const TEXTS[] = {"H", "1 048 576", "AVAVAV To",
                                        "Gr\xC3\xBC\xC3\x9F"
                                        "e",
                                        "\xCE\xB1\xD0\x96"};
    for (int i = 0; i < 5; i++) {
        float width = overlay_text_width(s->overlay, TEXTS[i], 2);
        looks l = look_at_text(s, TEXTS[i], 2);
        assert_true(l.low[0] >= 19 && l.low[0] <= 23);
        assert_true(l.high[0] + 1 >= 20 + (int)width - 4 && l.high[0] <= 20 + (int)width + 1);
    }
    assert_true(overlay_text_width(s->overlay, "0", 1) == overlay_text_width(s->overlay, "1", 1)); /* columns */
    assert_true(overlay_text_width(s->overlay, "1 171.7", 1) == overlay_text_width(s->overlay, "8 888.8", 1));
    assert_true(overlay_text_width(s->overlay, "AV", 1) <
                overlay_text_width(s->overlay, "A", 1) + overlay_text_width(s->overlay, "V", 1));
    assert_true(overlay_text_width(s->overlay, "", 1) == 0);
}

/* File names may hold anything: each wrong byte is one unknown character. */
SCREEN_TEST(all_bytes_are_text) {
    static const struct {
        const char *text;
        uint32_t characters[4];
    } CASES[] = {{"aZ", {'a', 'Z'}},
                 {"\xC3\xA9\xE2\x82\xAC", {0xE9, 0x20AC}},
                 {"\xF0\x9F\x99\x82", {0x1F642}},
                 {"\xFFz", {UTF8_UNKNOWN, 'z'}},
                 {"\xC3", {UTF8_UNKNOWN}},
                 {"\xE2\x82", {UTF8_UNKNOWN, UTF8_UNKNOWN}},
                 {"\xC0\x80", {UTF8_UNKNOWN, UTF8_UNKNOWN}},
                 {"\xED\xA0\x80", {UTF8_UNKNOWN, UTF8_UNKNOWN, UTF8_UNKNOWN}},
                 {"\xE0\x80\x80", {UTF8_UNKNOWN, UTF8_UNKNOWN, UTF8_UNKNOWN}}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const char *rest = CASES[i].text;
        for (int k = 0; k < 4 && CASES[i].characters[k]; k++)
            assert_int_equal(utf8_next(&rest), CASES[i].characters[k]);
        assert_int_equal(utf8_next(&rest), 0);
        assert_ptr_equal(rest, CASES[i].text + strlen(CASES[i].text));
    }
    float box = overlay_text_width(s->overlay, "\xEF\xBF\xBD", 1);
    assert_true(box > 2 && box == overlay_text_width(s->overlay, "\xFF", 1));
    assert_true(overlay_text_width(s->overlay, "\xE6\x97\xA5\xE6\x9C\xAC", 1) == 2 * box);
    assert_true(look_at_text(s, "\xFF", 2).high[0] > 20);
}

/* More sizes than there is room for textures: in one picture, and one after the other. */
SCREEN_TEST(sizes_are_many) {
    begin_screen(s, 640, 400);
    for (int i = 0; i < 12; i++)
        overlay_text(s->overlay, "H", 5 + 50.f * (float)i, 5, (5.f + (float)i) / 7, WHITE);
    uint8_t *rgb = end(s);
    for (int i = 0; i < 12; i++) { /* each is there, at its height */
        int x = 5 + 50 * i + (5 + i) / 2, rows = 0;
        for (int y = 5; y < 5 + 5 + i; y++)
            rows += color_at(rgb, y * 640 + x - 1) != BLUE || color_at(rgb, y * 640 + x - 3) != BLUE;
        assert_true(rows > 0);
    }
    free(rgb);
    for (int i = 0; i < 20; i++) {
        looks l = look_at_text(s, "H", (float)(6 + i) / 7);
        assert_int_equal(l.high[1] - l.low[1] + 1, 6 + i);
    }
}

SCREEN_TEST(a_box_lies_in_its_corner) {
    for (int corner = OVERLAY_TOP_LEFT; corner <= OVERLAY_BOTTOM_RIGHT; corner++) {
        bool is_left = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_BOTTOM_LEFT;
        bool is_top = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_TOP_RIGHT;
        SCOPED(free_memory) uint8_t *rgb = draw_box(s, (overlay_corner)corner, 400, 300, 1);
        looks l = look_at(rgb, 400, 300);
        assert_int_equal(is_left ? l.low[0] : 399 - l.high[0], 8);
        assert_int_equal(is_top ? 299 - l.high[1] : l.low[1], 8);
        assert_true(l.high[0] - l.low[0] < 200 && l.high[1] - l.low[1] < 100);
    }
}

/* How many pixels have a color, and in which columns and rows they are. */
static looks find_color(const uint8_t *rgb, int width, int height, unsigned color, int *count) {
    looks l = {{width, height}, {-1, -1}};
    *count = 0;
    for (int i = 0; i < width * height; i++) {
        for (int axis = 0; axis < 2 && color_at(rgb, i) == color; axis++) {
            int at = axis ? i / width : i % width;
            l.low[axis] = at < l.low[axis] ? at : l.low[axis];
            l.high[axis] = at > l.high[axis] ? at : l.high[axis];
        }
        *count += color_at(rgb, i) == color;
    }
    return l;
}

/* Steps between the words, each in its own color, and a square behind words. What they take is a part of the box. */
SCREEN_TEST(colors_stand_beside_their_words) {
    static const float STOPS[2][3] = {{1, 0, 0}, {0, 1, 0}};
    static const unsigned STEPS[] = {0xFF0000, 0xAA5500, 0x55AA00, 0x00FF00};
    overlay_line lines[] = {{"slow", "fast", OVERLAY_PLAIN, {STOPS, 2, 4, false}},
                            {"one", "1", OVERLAY_PLAIN, {STOPS, 1, 0, false}}};
    for (int tapers = 0; tapers < 2; tapers++) {
        int count, before = 0, tall = 17;
        float width, height;
        lines[0].colors.tapers = tapers;
        begin_screen(s, 400, 200);
        overlay_box_size(s->overlay, lines, 2, 2, &width, &height);
        overlay_box(s->overlay, OVERLAY_TOP_LEFT, lines, 2, 2);
        SCOPED(free_memory) uint8_t *rgb = end(s);
        for (int i = 1; i < 4; i++) { /* red is in both lines */
            looks l = find_color(rgb, 400, 200, STEPS[i], &count);
            const int high = l.high[1] - l.low[1] + 1, wide = l.high[0] - l.low[0] + 1;
            assert_int_equal(count, high * wide);
            assert_true(l.low[0] > before && l.high[0] < (int)width);
            assert_true(tapers ? high < tall && wide == high : high == 16 && abs(wide - 36) <= 1);
            before = l.high[0];
            tall = high;
        }
        looks red = find_color(rgb, 400, 200, STEPS[0], &count);
        assert_true(abs(count - 16 * 16 - 16 * (tapers ? 16 : 36)) <= 16);
        assert_true(red.low[0] > 24 && red.high[0] < before);
    }
}

/* However small the picture is: smaller, or not at all. */
SCREEN_TEST(a_box_stays_inside) {
    static const int SIZES[][2] = {{300, 200}, {150, 100}, {110, 300}, {300, 70}, {60, 300}, {30, 20}, {1, 1}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        SCOPED(free_memory) uint8_t *rgb = draw_box(s, OVERLAY_TOP_LEFT, SIZES[i][0], SIZES[i][1], 4);
        looks l = look_at(rgb, SIZES[i][0], SIZES[i][1]);
        if (l.high[0] >= 0)
            assert_true(l.low[0] > 0 && l.high[0] < SIZES[i][0] - 1 && l.low[1] > 0 && l.high[1] < SIZES[i][1] - 1);
        assert_true((l.high[0] >= 0) == (SIZES[i][0] >= 110 && SIZES[i][1] >= 70));
    }
}

SCREEN_TEST(nothing_is_legal) {
    free(draw_box(s, OVERLAY_TOP_LEFT, 100, 100, 1));
    framebuffer_bind(s->viewer.painter.gl, s->picture.framebuffer);
    overlay_begin(s->overlay, 100, 100);
    overlay_box(s->overlay, OVERLAY_TOP_LEFT, NULL, 0, 1);
    overlay_text(s->overlay, "", 0, 0, 1, WHITE);
    painter_begin(&s->viewer.painter);
    overlay_draw(s->overlay);
    painter_end(&s->viewer.painter);
    framebuffer_bind(s->viewer.painter.gl, 0);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    overlay_destroy(NULL);
}
