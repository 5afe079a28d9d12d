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

/* Of the part of a picture from row `first` to row `end` - 1 and from a column on. */
static int covered(const uint8_t *rgb, int width, int first, int end, int left) {
    int count = 0;
    for (int y = first; y < end; y++)
        for (int x = left; x < width; x++)
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

/* Keys where there is room for both, then facts alone, then nothing; never more than half of the columns, which are all told. */
SCREEN_TEST(keys_go_first) {
    static const struct {
        int width, height;
        float content;
        bool has_keys, has_facts;
    } CASES[] = {{640, 480, 1, true, true},    {1280, 720, 1, true, true},  {3840, 2160, 1, true, true},
                 {1280, 960, 2, true, true},   {320, 200, 1, false, true},  {1280, 300, 1, false, true},
                 {240, 480, 1, false, true},   {640, 480, 2, false, true},  {100, 60, 1, false, false},
                 {2000, 100, 1, false, false}, {120, 480, 1, false, false}, {16, 16, 1, false, false}};
    page facts = {0}, keys = {0};
    fill_facts(&facts);
    fill_keys(&keys);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int width = CASES[i].width, height = CASES[i].height;
        const board b = {&facts, &keys, NULL, 0, CASES[i].content}, alone = {&facts, NULL, NULL, 0, CASES[i].content};
        SCOPED(free_memory) uint8_t *rgb = draw(s, &b, width, height);
        SCOPED(free_memory) uint8_t *without = draw(s, &alone, width, height);
        const board_extent e = board_measure(&b, s->overlay, width, height);
        assert_int_equal(covered(rgb, width, 0, height, 0) > 0, CASES[i].has_facts);
        assert_int_equal(memcmp(rgb, without, (size_t)(3 * width * height)) != 0, CASES[i].has_keys);
        assert_int_equal(e.columns > 0, CASES[i].has_facts);
        assert_int_equal(covered(rgb, width, 0, height, e.columns), 0);
        assert_true(2 * e.columns <= width && e.rows == 0);
    }
}

/* Without any so far; those of the test before are gone. */
static messages *fresh_messages(void) {
    static messages m;
    memset(&m, 0, sizeof m);
    m.program = "test_board";
    return &m;
}

/* At the bottom of the column, in the color of its kind, all of it however long it is. */
SCREEN_TEST(messages_have_a_place_of_their_own) {
    enum { WIDTH = 640, HEIGHT = 480, BELOW = 100 };
    page facts = {0};
    messages *m = fresh_messages();
    fill_facts(&facts);
    const board b = {&facts, NULL, m, 50, 1};
    const int columns = board_measure(&b, s->overlay, WIDTH, HEIGHT).columns;
    uint8_t *rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_int_equal(covered(rgb, WIDTH, 0, BELOW, 0), 0);
    free(rgb);
    messages_say(m, MESSAGE_NOTICE, "short");
    rgb = draw(s, &b, WIDTH, HEIGHT);
    int one_row = covered(rgb, WIDTH, 0, BELOW, 0);
    assert_true(one_row > 0 && covered(rgb, WIDTH, 0, HEIGHT, columns) == 0);
    assert_int_equal(colored(rgb, WIDTH * HEIGHT, 0, 1, 60), 0);
    free(rgb);
    char longer[400] = "";
    while (strlen(longer) < 380)
        strcat(longer, strlen(longer) % 80 < 40 ? "words and " : "a/folder/");
    messages_say(m, MESSAGE_ERROR, "%s", longer);
    rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_true(covered(rgb, WIDTH, 0, 240, 0) > 3 * one_row && covered(rgb, WIDTH, 0, HEIGHT, columns) == 0);
    assert_true(colored(rgb, WIDTH * HEIGHT, 0, 1, 60) > 100);
    assert_int_equal(board_measure(&b, s->overlay, WIDTH, HEIGHT).columns, columns);
    free(rgb);
    messages_clear(m);
    messages_set_oddity(m, "odd", true);
    rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_true(covered(rgb, WIDTH, 0, BELOW, 0) > 0 && colored(rgb, WIDTH * HEIGHT, 0, 2, 60) > 5);
    free(rgb);
}

/* Without room for facts: above what is taken at the bottom, and all rows that they cover are told. */
SCREEN_TEST(messages_without_facts_have_rows_at_the_bottom) {
    enum { WIDTH = 300, HEIGHT = 80, BOTTOM = 20 };
    page facts = {0};
    messages *m = fresh_messages();
    fill_facts(&facts);
    const board b = {&facts, NULL, m, BOTTOM, 1};
    assert_int_equal(board_measure(&b, s->overlay, WIDTH, HEIGHT).rows, 0);
    messages_say(m, MESSAGE_ERROR, "short");
    const board_extent e = board_measure(&b, s->overlay, WIDTH, HEIGHT);
    uint8_t *rgb = draw(s, &b, WIDTH, HEIGHT);
    assert_true(e.columns == 0 && e.rows > 10 && e.rows < 40);
    assert_true(covered(rgb, WIDTH, BOTTOM, BOTTOM + e.rows, 0) > 0);
    assert_int_equal(covered(rgb, WIDTH, 0, BOTTOM, 0) + covered(rgb, WIDTH, BOTTOM + e.rows, HEIGHT, 0), 0);
    free(rgb);
}

SCREEN_TEST(messages_end) {
    messages *m = fresh_messages();
    assert_false(messages_expire(m, 1000));
    messages_say(m, MESSAGE_NOTICE, "two\nlines");
    assert_string_equal(m->text, "two lines");
    assert_false(messages_expire(m, 1000));
    assert_false(messages_expire(m, 6900));
    assert_true(messages_expire(m, 7100));
    assert_string_equal(m->text, "");
    assert_false(messages_expire(m, 7100));
    messages_say(m, MESSAGE_ERROR, "an error stays for longer");
    assert_false(messages_expire(m, 10000));
    assert_false(messages_expire(m, 29000));
    assert_true(messages_expire(m, 31000));
    assert_true(messages_set_oddity(m, "odd", true));
    assert_false(messages_set_oddity(m, "odd", true));
    assert_true(messages_set_oddity(m, NULL, false));
    assert_string_equal(m->oddity, "");
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

/* Two boxes of one width in the columns that are told, and a gap between them. */
SCREEN_TEST(keys_lie_below_the_facts) {
    page facts = {0}, keys = {0};
    fill_facts(&facts);
    fill_keys(&keys);
    const board b = {&facts, &keys, NULL, 0, 1};
    const board_extent e = board_measure(&b, s->overlay, 900, 700);
    uint8_t *rgb = draw(s, &b, 900, 700);
    int boxes = 0, first_column = 900, last_column = 0, widths[2] = {0, 0};
    bool was_free = true;
    for (int y = 0; y < 700; y++) { /* from the top */
        int first = 900, last = -1;
        for (int x = 0; x < 900; x++)
            if (!is_ground(rgb + 3 * ((699 - y) * 900 + x))) {
                first = x < first ? x : first;
                last = x;
            }
        boxes += last >= 0 && was_free;
        assert_in_range(boxes, 0, 2);
        was_free = last < 0;
        first_column = first < first_column ? first : first_column;
        last_column = last > last_column ? last : last_column;
        if (last >= 0 && last - first > widths[boxes - 1])
            widths[boxes - 1] = last - first;
    }
    assert_int_equal(boxes, 2);
    assert_int_equal(widths[0], widths[1]);
    assert_in_range(e.columns - last_column - 1 - first_column, 0,
                    1); /* as far from the picture as from the edge, rounded up */
    free(rgb);
}
