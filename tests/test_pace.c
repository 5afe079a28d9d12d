/* test_pace.c - a coarser grid while things move: when it comes, and when it goes.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/draw/pace.h"

#include <string.h>

/* A machine on which a frame in a grid of n takes fixed + cube (n / 256)^3 ms. Returns the side after so many frames. */
static uint32_t play(pace *p, uint32_t chosen, double fixed, double cube, int frames, bool moves) {
    uint32_t side = chosen;
    double ms = 0;
    for (int i = 0; i < frames; i++) {
        side = pace_frame(p, chosen, ms, moves);
        double part = side / 256.0;
        ms = fixed + cube * part * part * part;
    }
    return side;
}

TEST(quick_frames_keep_the_grid) {
    pace p = {0};
    char words[100];
    assert_int_equal(play(&p, 256, 20, 70, 1000, true), 256);
    pace_words(&p, 256, "cells a side", "while it turns", words, sizeof words);
    assert_string_equal(words, "");
}

TEST(slow_frames_make_it_coarser_and_say_so) {
    pace p = {0};
    char words[100];
    uint32_t side = play(&p, 256, 10, 130, 40, true);
    assert_true(side == 192 || side == 128);
    pace_words(&p, 256, "cells a side", "while it turns", words, sizeof words);
    assert_string_equal(words, side == 192 ? "192 instead of 256 cells a side while it turns: a frame took 140 ms"
                                           : "128 instead of 256 cells a side while it turns: a frame took 140 ms");
}

/* Not even by a first frame that compiles shaders, nor by any other that is slow alone. */
TEST(one_slow_frame_changes_nothing) {
    pace p = {0};
    assert_int_equal(pace_frame(&p, 256, 0, true), 256);
    assert_int_equal(pace_frame(&p, 256, 900, true), 256);
    for (int i = 0; i < 200; i++)
        assert_int_equal(pace_frame(&p, 256, i % 2 ? 20 : 500, true), 256);
}

/* A second a frame: it takes a few frames, not a few for each of many steps. */
TEST(very_slow_frames_skip_steps) {
    pace p = {0};
    assert_true(play(&p, 512, 5, 500, 8, true) <= 192);
}

TEST(it_is_the_users_choice_again_at_rest) {
    pace p = {0};
    uint32_t coarse = play(&p, 256, 5, 400, 40, true);
    char words[100];
    assert_true(coarse < 256);
    assert_int_equal(play(&p, 256, 5, 400, 3, false), 256);
    pace_words(&p, 256, "cells a side", "while it turns", words, sizeof words);
    assert_string_equal(words, "");
    assert_int_equal(play(&p, 256, 5, 400, 1, true), coarse); /* at once: it is known by now */
}

/* A load that goes away, or a model that is simpler: step by step, and not before many quick frames. */
TEST(it_climbs_back_when_frames_are_quick) {
    pace p = {0};
    uint32_t coarse = play(&p, 256, 5, 400, 40, true);
    assert_int_equal(play(&p, 256, 2, 10, 10, true), coarse);
    assert_int_equal(play(&p, 256, 2, 10, 400, true), 256);
}

/* On a machine that is just too slow for the next step it does not swing for ever. */
TEST(it_does_not_swing) {
    pace p = {0};
    uint32_t side = play(&p, 256, 5, 400, 200, true);
    int changes = 0;
    for (int i = 0; i < 4000; i++) {
        double part = side / 256.0;
        uint32_t next = pace_frame(&p, 256, 5 + 400 * part * part * part, true);
        changes += next != side;
        side = next;
    }
    assert_true(changes < 20);
}

/* Frames that are slow for another reason. */
TEST(a_coarser_grid_that_does_not_help_is_taken_back) {
    pace p = {0};
    char words[100];
    assert_int_equal(play(&p, 256, 300, 10, 200, true), 256);
    pace_words(&p, 256, "cells a side", "while it turns", words, sizeof words);
    assert_string_equal(words, "");
}

/* As where a solid model becomes a cloud. */
TEST(it_helps_after_all_where_frames_become_much_slower) {
    pace p = {0};
    assert_int_equal(play(&p, 256, 150, 5, 200, true), 256);
    assert_int_equal(play(&p, 256, 150, 60, 200, true), 256);
    assert_true(play(&p, 256, 20, 400, 200, true) < 256);
}

TEST(there_is_a_least) {
    pace p = {0};
    assert_int_equal(play(&p, 256, 5, 90000, 200, true), PACE_LEAST);
    memset(&p, 0, sizeof p);
    assert_int_equal(play(&p, 64, 500, 90000, 200, true), 64);
    memset(&p, 0, sizeof p);
    assert_int_equal(play(&p, 16, 500, 90000, 200, true), 16);
}

TEST(what_could_not_be_had_is_not_tried_again) {
    pace p = {0};
    assert_true(play(&p, 256, 5, 400, 40, true) < 256);
    pace_give_up(&p);
    assert_int_equal(play(&p, 256, 5, 400, 400, true), 256);
}

TEST(all_sides_shrink_alike) {
    assert_int_equal(pace_side(256, 256, 128), 128);
    assert_int_equal(pace_side(64, 256, 128), 32);
    assert_int_equal(pace_side(1, 256, 64), 1);
    assert_int_equal(pace_side(1000000, 1000000, 750000), 750000);
}
