/* test_show.c - HeartBreaker's acts: the same story at every rate, and what keys and clicks make of it.
 * SPDX-License-Identifier: MIT */
#include "harness.h"

#include "heartbreaker/show.h"

#include <math.h>

static show playing(void) {
    show s = {0};
    s.goes_on = true;
    return s;
}

/* To the end of `seconds`, through all acts on the way; returns how many began. */
static int advance(show *s, double seconds) {
    int begun = 0;
    while (seconds > 0) {
        show_act before = s->act;
        seconds = show_advance(s, seconds);
        begun += s->act != before;
    }
    return begun;
}

TEST(acts_follow_each_other_and_last_as_long_as_told) {
    show s = playing();
    for (int i = 0; i < SHOW_ACTS; i++) {
        assert_int_equal(s.act, i);
        assert_true(show_begin((show_act)i) >= 0);
        assert_true(isfinite(show_duration(&s)));
        double left = show_advance(&s, show_duration(&s) + 0.25);
        assert_true(fabs(left - 0.25) < 1e-12);
        assert_true(s.time == 0);
    }
    assert_int_equal(s.act, SHOW_SOLID);
    assert_true(show_length() > show_begin(SHOW_RETURN));
}

/* What a film of few frames skips it must have played all the same. */
TEST(the_story_does_not_depend_on_the_rate) {
    static const int FRAMES[] = {1, 2, 7, 390, 5000};
    for (int stop = 1; stop <= 26; stop++) {
        double until = show_length() * stop / 26.3; /* never at the very end of an act, where rounding would choose */
        show whole = playing();
        int begun = advance(&whole, until);
        for (size_t f = 0; f < sizeof FRAMES / sizeof FRAMES[0]; f++) {
            show s = playing();
            int here = 0;
            for (int i = 0; i < FRAMES[f]; i++)
                here += advance(&s, until * (i + 1) / FRAMES[f] - until * i / FRAMES[f]);
            assert_int_equal(s.act, whole.act);
            assert_int_equal(here, begun);
            assert_true(fabs(s.time - whole.time) < 1e-9);
            assert_true(fabs(s.motion - whole.motion) < 1e-9);
            assert_true(fabs(s.impact - whole.impact) < 1e-9);
            assert_true(fabs(show_sweep(&s) - show_sweep(&whole)) < 1e-9);
            assert_true(fabs(show_life(&s) - show_life(&whole)) < 1e-9);
        }
    }
}

TEST(nothing_leaps_from_frame_to_frame) {
    show s = playing(), before = s;
    const double step = 1.0 / 1000;
    for (double t = 0; t < 3 * show_length(); t += step) {
        advance(&s, step);
        assert_true(fabs(show_sweep(&s) - show_sweep(&before)) < 3 * step);
        assert_true(fabs(show_distance(&s) - show_distance(&before)) < step);
        assert_true(s.motion >= before.motion && s.motion - before.motion < 1.01 * step);
        if (s.act != SHOW_EXPLOSION || before.act == SHOW_EXPLOSION) /* but for the impact itself */
            assert_true(fabs(show_life(&s) - show_life(&before)) < 4 * step);
        before = s;
    }
}

/* The pose at the impact is that of the solid that returns. */
TEST(the_motion_stands_still_from_the_impact_to_the_return) {
    show s = playing();
    advance(&s, show_begin(SHOW_EXPLOSION) + 1e-6);
    double motion = s.motion;
    while (s.act != SHOW_SOLID) {
        assert_true(s.motion == motion);
        advance(&s, 0.01);
    }
    assert_true(s.motion - motion < 0.001);
    advance(&s, 0.9);
    assert_true(s.motion - motion > 0.3);
}

TEST(a_show_that_waits_goes_on_by_keys) {
    show s = {0};
    advance(&s, 1000);
    assert_int_equal(s.act, SHOW_SOLID);
    assert_true(show_next(&s));
    assert_int_equal(s.act, SHOW_DISSOLVE);
    assert_false(show_next(&s)); /* would tear it */
    advance(&s, 1000);
    assert_int_equal(s.act, SHOW_CLOUD);
    assert_true(show_next(&s));
    assert_int_equal(s.act, SHOW_EXPLOSION);
    advance(&s, 0.5);
    assert_true(show_next(&s));
    assert_int_equal(s.act, SHOW_REASSEMBLY);
    assert_true(fabs(s.impact - 0.5) < 1e-12);
    assert_false(show_next(&s));
    advance(&s, 1000);
    assert_int_equal(s.act, SHOW_SOLID);
}

TEST(an_explosion_does_not_wait_forever) {
    show s = {0};
    s.act = SHOW_EXPLOSION;
    advance(&s, 30);
    assert_int_equal(s.act, SHOW_SOLID);
}

TEST(a_hit_breaks_what_is_still_solid_at_once) {
    for (show_act act = SHOW_SOLID; act <= SHOW_CLOUD; act++) {
        show s = {0};
        s.act = act;
        s.time = 0.1;
        double motion = s.motion, sweep = show_sweep(&s);
        assert_true(show_hit(&s));
        assert_false(show_hit(&s));
        assert_true(fabs(show_sweep(&s) - sweep) < 1e-12);
        int begun = advance(&s, 0.3);
        assert_int_equal(s.act, SHOW_EXPLOSION);
        assert_int_equal(begun, SHOW_EXPLOSION - act);
        assert_true(s.motion == motion);
        assert_false(s.is_hit);
    }
    for (show_act act = SHOW_EXPLOSION; act < SHOW_ACTS; act++) {
        show s = {0};
        s.act = act;
        assert_false(show_hit(&s));
        assert_int_equal(s.act, act);
    }
}

TEST(a_rewound_show_voxelizes_again) {
    for (show_act act = SHOW_SOLID; act < SHOW_ACTS; act++) {
        show s = {0};
        s.act = act;
        s.motion = 3;
        show_rewind(&s);
        assert_true(s.act <= SHOW_CLOUD && s.motion == 3 && !s.is_hit);
        assert_int_equal(s.act, act <= SHOW_CLOUD ? act : act == SHOW_RETURN ? SHOW_SOLID : SHOW_CLOUD);
    }
}
