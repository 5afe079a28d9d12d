/* test_sculpt_parts.c - scripts, searches and views of the demo sculpt, without GL.  SPDX-License-Identifier: MIT */
#include "seeded.h"
#include "splat_files.h"
#include "works.h"

#include "sculpt/edit.h"
#include "sculpt/nearest.h"
#include "sculpt/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scripts ---- */

static const char *write_script(const char *text) {
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    splat_bytes_put(&b, text, strlen(text));
    return splat_file("edits.txt", &b, b.length);
}

TEST(scripts_are_read_whole_or_not_at_all) {
    edit_list list;
    WORKS(edit_read(write_script("# a comment\n\n  make   sphere 100\t\r\nsave \"a b.ply\"\nundo\n"), &list));
    assert_int_equal(list.count, 3);
    assert_int_equal(list.lines[1], 4);
    assert_string_equal(list.edits[1].name, "a b.ply");
    edit_list_free(&list);
    static const char *const WRONG[][2] = {{"make sphere\nundo", "cut off"},
                                           {"make sphere\nstroke 0 1 0\n", "line 2: expected stroke X Y X Y"},
                                           {"make sphere\nfoo\n", "line 2: 'foo' is no edit"},
                                           {"# nothing\n", "no edit"},
                                           {"", "no edit"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        assert_false(edit_read(write_script(WRONG[i][0]), &list));
        if (!strstr(error_text(), WRONG[i][1]))
            fail_msg("%s: %s", WRONG[i][1], error_text());
        assert_null(list.edits);
    }
}

/* A script with some of its characters changed, or cut off, is read or refused, and nothing else. */
TEST(strange_scripts_are_read_or_refused) {
    static const char GOOD[] =
        "make comb 5000\nview 10 -20 1.5\nstroke 0 1 0 -1 0.5 -1\nnormals near\nlasso 0 0 1 0 1 1\n"
        "paste torus at 1 2 3 scale 0.5\nerase 0 0 0.5 inserted\npull 0 1 0 0.5 0 1 0\n"
        "affine 1 0 0 0 0 1 0 0 0 0 1 0\nunion \"a b.ply\" scale 2\ndepth 7\nundo\nsave x.ply\n";
    static const char STRANGE[] = " \n\t\"#-+.e0159nxai\r\x01\xff";
    uint32_t read = 0, refused = 0;
    random_state = 3;
    for (int round = 0; round < 800; round++) {
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        edit_list list;
        splat_bytes_put(&b, GOOD, sizeof GOOD - 1);
        for (uint32_t i = random_below(4); i > 0; i--)
            b.data[random_below((uint32_t)b.length)] = (uint8_t)STRANGE[random_below(sizeof STRANGE - 1)];
        b.length -= random_below(3) == 0 ? random_below((uint32_t)b.length) : 0;
        error_clear();
        if (edit_read(splat_file("edits.txt", &b, b.length), &list)) {
            read++;
            for (uint32_t i = 0; i < list.count; i++)
                for (int k = 0; k < list.edits[i].count; k++)
                    assert_true(isfinite(list.edits[i].numbers[k]));
            edit_list_free(&list);
        } else {
            refused++;
            assert_true(strlen(error_text()) > 5 && !strchr(error_text(), '\n') && !list.edits);
        }
    }
    assert_true(read > 100 && refused > 100);
}

/* ---- parts ---- */

TEST(the_nearest_points_are_found) {
    SCOPED(clay_free) clay c = {0};
    random_state = 7;
    WORKS(clay_reserve(&c, 600));
    for (int i = 0; i < 600; i++) {
        const float p[3] = {(float)random_below(30), (float)random_below(20), i < 300 ? 1 : 0};
        clay_add(&c, p, p); /* some are at one place */
    }
    nearest *tree = nearest_create(&c);
    assert_non_null(tree);
    for (int round = 0; round < 300; round++) {
        const float place[3] = {(float)random_below(31) - 0.5f, (float)random_below(20), 0.25f};
        uint32_t found[NEAREST_MOST];
        double squares[NEAREST_MOST];
        assert_int_equal(nearest_find(tree, place, 9, found, squares), 9);
        for (int k = 0; k < 9; k++) {
            uint32_t before = 0; /* how many points come before this one */
            for (uint32_t i = 0; i < 600; i++) {
                const float *p = c.points.positions + 3 * (size_t)i;
                const double square = pow(p[0] - place[0], 2) + pow(p[1] - place[1], 2) + pow(p[2] - place[2], 2);
                before += square < squares[k] || (square == squares[k] && i < found[k]);
            }
            assert_int_equal(before, k);
        }
    }
    nearest_destroy(tree);
}

/* What is projected is where the ray is. */
TEST(rays_and_places_agree) {
    SCOPED(clay_free) clay c = {0};
    view v = {{0}};
    const float low[3] = {10, 20, 30}, high[3] = {14, 21, 33};
    WORKS(clay_reserve(&c, 2));
    clay_add(&c, low, low);
    clay_add(&c, high, high);
    view_turn(&v, 40, -25, 1.5);
    view_fit(&v, &c);
    const view_axes a = view_axes_of(&v);
    for (int i = 0; i < 25; i++) {
        const double at[2] = {i % 5 * 0.4 - 0.8, i / 5 * 0.4 - 0.8}, distance = 5 + i;
        double ray[3], x, y, back;
        float p[3];
        view_ray(&a, at[0], at[1], ray);
        for (int k = 0; k < 3; k++)
            p[k] = (float)(a.eye[k] + distance * ray[k]);
        view_project(&a, p, &x, &y, &back);
        assert_true(fabs(x - at[0]) < 1e-4 && fabs(y - at[1]) < 1e-4 && fabs(back - distance) < 1e-4 * distance);
    }
}

int main(void) {
    return runner_run_group(&(runner_group){.open = splat_folder_make, .close = splat_folder_remove});
}
