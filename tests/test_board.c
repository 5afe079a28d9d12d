/* test_board.c - what the demos tell over their pictures: boxes that leave room, messages that are whole and end in time.
 * SPDX-License-Identifier: MIT */
#include "harness.h"
#include "screens.h"

#include "common/draw/board.h"
#include "common/files/warnings.h"

#include <stdlib.h>
#include <string.h>

static void fill_facts(page *facts) {
    page_add(facts, "Title", "subject");
    for (int i = 0; i < 12; i++)
        page_add_ms(facts, "something", 10.0 * i);
}

static void fill_keys(page *keys) {
    page_add(keys, "Keys", "%s", "");
    for (int i = 0; i < 11; i++)
        page_add(keys, i % 3 == 0 ? "drag, wheel" : "A", "%s", i % 2 ? "something else" : "something");
}

/* The board over a blue picture, RGB. To be freed. */
static uint8_t *draw(screen *s, const board *b, int width, int height) {
    begin_screen(s, width, height);
    board_write(b, s->overlay, width, height);
    overlay_draw(s->overlay);
    painter_end(&s->viewer.painter);
    uint8_t *rgb = picture_read(&s->picture);
    assert_non_null(rgb);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    return rgb;
}

static bool is_ground(const uint8_t *pixel) {
    return pixel[0] == 0 && pixel[1] == 0 && pixel[2] == 255;
}

/* Of the part of a picture from row `first` to row `end` - 1, and of its left or right half. */
static int covered(const uint8_t *rgb, int width, int first, int end, bool is_right) {
    int count = 0;
    for (int y = first; y < end; y++)
        for (int x = is_right ? width / 2 : 0; x < (is_right ? width : width / 2); x++)
            count += !is_ground(rgb + 3 * (y * width + x));
    return count;
}

/* Pixels with much of one color and less of another: 0 red, 1 green. */
static int colored(const uint8_t *rgb, int pixels, int most, int less, int least_gap) {
    int count = 0;
    for (int i = 0; i < pixels; i++)
        count += rgb[3 * i + most] > 150 && rgb[3 * i + most] - rgb[3 * i + less] > least_gap;
    return count;
}

SCREEN_TEST(text_grows_with_the_window_and_its_content) {
    assert_float_equal(board_scale(640, 480, 1) * 7, 9, 0.01);
    assert_float_equal(board_scale(1280, 720, 1) * 7, 9, 0.01);
    assert_float_equal(board_scale(1280, 720, 0) * 7, 9, 0.01);
    assert_float_equal(board_scale(1280, 720, 2) * 7, 18, 0.01);
    assert_float_equal(board_scale(2560, 1440, 1) * 7, 13, 0.01);
    assert_float_equal(board_scale(2560, 1440, 2) * 7, 18, 0.01);
    assert_float_equal(board_scale(3840, 2160, 1) * 7, 18, 0.01);
}

/* Keys where there is room for both, then facts alone, then nothing; never more than half of the picture. */
SCREEN_TEST(keys_go_first) {
    static const struct {
        int width, height;
        float content;
        bool has_keys, has_facts;
    } CASES[] = {{640, 480, 1, true, true},   {1280, 720, 1, true, true}, {3840, 2160, 1, true, true},
                 {1280, 720, 2, true, true},  {320, 200, 1, false, true}, {170, 250, 1, false, true},
                 {240, 480, 1, false, true},  {640, 480, 2, false, true}, {100, 60, 1, false, false},
                 {2000, 100, 1, false, false}};
    page facts = {0}, keys = {0};
    fill_facts(&facts);
    fill_keys(&keys);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int width = CASES[i].width, height = CASES[i].height;
        const board b = {&facts, &keys, NULL, 0, 0, CASES[i].content};
        SCOPED(free_memory) uint8_t *rgb = draw(s, &b, width, height);
        int left = covered(rgb, width, 0, height, false), right = covered(rgb, width, 0, height, true);
        assert_int_equal(left > 0, CASES[i].has_facts);
        bool has_right_edge = !is_ground(rgb + 3 * ((height - 1 - height / 12) * width + width - width / 32));
        assert_int_equal(has_right_edge, CASES[i].has_keys);
        assert_true(2 * (left + right) <= width * height);
        assert_true(CASES[i].has_facts == (board_measure(&b, s->overlay, width, height).height > 0));
    }
}

/* At the bottom, above what is taken there, in the color of its kind, all of it however long it is. */
SCREEN_TEST(messages_have_a_place_of_their_own) {
    enum { WIDTH = 640, HEIGHT = 480, BOTTOM = 50 };
    page facts = {0}, keys = {0};
    static messages m;
    memset(&m, 0, sizeof m);
    m.program = "test_board";
    fill_facts(&facts);
    fill_keys(&keys);
    const board b = {&facts, &keys, &m, BOTTOM, 0, 1};
    uint8_t *rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_int_equal(covered(rgb, WIDTH, 0, 150, false) + covered(rgb, WIDTH, 0, 150, true), 0);
    free(rgb);
    messages_say(&m, MESSAGE_NOTICE, "short");
    rgb = draw(s, &b, WIDTH, HEIGHT);
    int one_row = covered(rgb, WIDTH, BOTTOM, 150, false);
    assert_true(one_row > 0 && covered(rgb, WIDTH, 0, BOTTOM, false) == 0);
    assert_int_equal(colored(rgb, WIDTH * HEIGHT, 0, 1, 60), 0);
    free(rgb);
    char longer[400] = "";
    while (strlen(longer) < 380)
        strcat(longer, strlen(longer) % 80 < 40 ? "words and " : "a/folder/");
    messages_say(&m, MESSAGE_ERROR, "%s", longer);
    rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_true(covered(rgb, WIDTH, BOTTOM, 240, false) > 4 * one_row && covered(rgb, WIDTH, 0, BOTTOM, false) == 0);
    assert_true(colored(rgb, WIDTH * HEIGHT, 0, 1, 60) > 100);
    free(rgb);
    messages_clear(&m);
    messages_set_oddity(&m, "odd", true);
    rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_true(covered(rgb, WIDTH, BOTTOM, 150, false) > 0 && colored(rgb, WIDTH * HEIGHT, 0, 2, 60) > 5);
    free(rgb);
}

SCREEN_TEST(messages_end) {
    static messages m;
    memset(&m, 0, sizeof m);
    m.program = "test_board";
    assert_false(messages_expire(&m, 1000));
    messages_say(&m, MESSAGE_NOTICE, "two\nlines");
    assert_string_equal(m.text, "two lines");
    assert_false(messages_expire(&m, 1000));
    assert_false(messages_expire(&m, 6900));
    assert_true(messages_expire(&m, 7100));
    assert_string_equal(m.text, "");
    assert_false(messages_expire(&m, 7100));
    messages_say(&m, MESSAGE_ERROR, "an error stays for longer");
    assert_false(messages_expire(&m, 10000));
    assert_false(messages_expire(&m, 29000));
    assert_true(messages_expire(&m, 31000));
    assert_true(messages_set_oddity(&m, "odd", true));
    assert_false(messages_set_oddity(&m, "odd", true));
    assert_true(messages_set_oddity(&m, NULL, false));
    assert_string_equal(m.oddity, "");
}

/* Another file's warnings take the place of the first one's, or not, as the file does. */
SCREEN_TEST(warnings_are_of_what_is_shown) {
    warnings_add("test_board", "first");
    warnings_add("test_board", "second");
    assert_int_equal(warnings_count(), 2);
    warnings_add("test_board", "third");
    warnings_forget_after(2);
    assert_int_equal(warnings_count(), 2);
    assert_string_equal(warnings_at(1), "second");
    warnings_add("test_board", "fourth");
    warnings_forget_first(2);
    assert_int_equal(warnings_count(), 1);
    assert_string_equal(warnings_at(0), "fourth");
    assert_string_equal(warnings_at(1), "");
    for (int i = 0; i < 100; i++)
        warnings_add("test_board", "many");
    warnings_forget_first(1000);
    assert_int_equal(warnings_count(), 0);
}

SCREEN_TEST(names_are_shortened_in_the_middle) {
    page p = {0};
    page_add_name(&p, "a", "/some/folder/short.obj");
    page_add_name(&p, "b", "a name that is much too long for a box of words.obj");
    page_add_name(
        &p, "c",
        "\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC.obj");
    const uint32_t grid[3] = {64, 32, 256};
    page_add_grid(&p, "d", grid);
    assert_string_equal(p.words[0], "short.obj");
    assert_string_equal(p.words[1], "a name that is\xE2\x80\xA6"
                                    "f words.obj");
    assert_int_equal(strlen(p.words[2]), 28);
    assert_string_equal(p.words[3], "64 \xC3\x97 32 \xC3\x97 256");
}

/* Keys below the facts take none of the other side, lie in the columns that are told, and go before the facts do. */
SCREEN_TEST(keys_may_lie_below_the_facts) {
    page facts = {0}, keys = {0};
    fill_facts(&facts);
    fill_keys(&keys);
    const board beside = {&facts, &keys, NULL, 0, 0, 1, false}, below = {&facts, &keys, NULL, 0, 0, 1, true};
    uint8_t *rgb = draw(s, &below, 900, 700);
    const board_extent apart = board_measure(&beside, s->overlay, 900, 700),
                       e = board_measure(&below, s->overlay, 900, 700);
    assert_true(e.keys_width == 0 && e.facts_width < apart.facts_width + apart.keys_width);
    assert_true(e.facts_width >= apart.facts_width && e.height > apart.height + 100);
    int last_row = 0, gap = 0, last_column = 0;
    for (int y = 0; y < 700; y++) { /* from the top */
        bool is_free = true;
        for (int x = 0; x < 900; x++)
            if (!is_ground(rgb + 3 * ((699 - y) * 900 + x))) {
                is_free = false;
                last_column = x > last_column ? x : last_column;
            }
        last_row = is_free ? last_row : y;
        gap += is_free && y > 20 && y < e.height;
    }
    assert_int_equal(last_row + 1, e.height);
    assert_int_equal(last_column + 1, e.facts_width);
    assert_in_range(gap, 5, 15); /* between both boxes, which do not touch */
    free(rgb);
    rgb = draw(s, &below, 900, 300); /* room for facts alone */
    assert_true(board_measure(&below, s->overlay, 900, 300).height < 300 && covered(rgb, 900, 0, 300, true) == 0);
    free(rgb);
}
