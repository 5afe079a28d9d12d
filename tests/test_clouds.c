/* test_clouds.c - HeartBreaker's clouds have no holes: wherever a ray meets the model it meets a particle at about the same distance.
 * SPDX-License-Identifier: MIT */
#include "swarms.h"

#include "heartbreaker/models.h"
#include "heartbreaker/player.h"

#include "common/draw/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 180, RAY_STEP = 5 /* pixels */, GRID = 96, MOMENTS = 3 };

/* In the cloud's act, and the explosion's beginning, when no particle has left its place. */
static const double SECONDS[MOMENTS] = {3.25, 4.1, 4.5};

typedef struct theater {
    painter painter;
    library library;
    player player;
    picture picture;
} theater;

static void ignore(const char *line) {
    (void)line;
}

static void theater_open(theater *t, model_number model, hpyr_fill fill) {
    mesh m;
    memset(t, 0, sizeof *t);
    WORKS(painter_open(&t->painter, env_gl()));
    WORKS(library_open(&t->library, env_gl()));
    WORKS(models_load(model, NULL, &m, ignore));
    player_desc desc = {.library = &t->library, .painter = &t->painter, .motion = MOTION_HEARTBEAT};
    desc.pipeline.fill = fill;
    for (int k = 0; k < 3; k++)
        desc.pipeline.grid[k] = GRID;
    WORKS(player_open(&t->player, &desc, &m));
    mesh_free(&m);
    WORKS(picture_resize(&t->picture, env_gl(), WIDTH, HEIGHT));
    t->player.show.goes_on = true;
}

static void theater_close(theater *t) {
    player_close(&t->player);
    picture_free(&t->picture);
    library_close(&t->library);
    painter_close(&t->painter);
    CHECK_GL();
}

static void go_to(theater *t, double seconds) {
    player_restart(&t->player);
    WORKS(player_frame(&t->player, seconds, t->picture.framebuffer, WIDTH, HEIGHT, false));
}

/* ---- by rays ---- */

/* The square of the distance of a point from a ray, and how far along it that is. */
static float distance_of(const float origin[3], const float direction[3], const float point[3], float *along) {
    float to[3], square = 0;
    *along = 0;
    for (int k = 0; k < 3; k++) {
        to[k] = point[k] - origin[k];
        *along += to[k] * direction[k];
        square += to[k] * to[k];
    }
    return square - *along * *along;
}

/* Whether the ray meets a ball no farther away than `farthest`. */
static bool meets_particle(const particle_rest *rests, uint32_t count, const float origin[3], const float direction[3],
                           float farthest) {
    const uint32_t grid[3] = {GRID, GRID, GRID};
    float radius = stage_radius(grid), along;
    for (uint32_t i = 0; i < count; i++)
        if (distance_of(origin, direction, rests[i].home, &along) <= radius * radius && along <= farthest)
            return true;
    return false;
}

/* The share of rays that meet the model, but no particle within two cells. */
static double holes_of(theater *t) {
    uint32_t count = engine_swarm(t->player.engine)->count, met = 0, holes = 0;
    particle_rest *rests = make_room(count * sizeof *rests + 1);
    WORKS(engine_read_rest(t->player.engine, rests));
    for (int y = 0; y < HEIGHT; y += RAY_STEP) {
        for (int x = 0; x < WIDTH; x += RAY_STEP) {
            float origin[3], direction[3], point[3], along;
            camera_ray(&t->player.camera, WIDTH, HEIGHT, (float)x + 0.5f, (float)y + 0.5f, origin, direction);
            if (deform_pick(&t->player.deform, origin, direction, point)) {
                distance_of(origin, direction, point, &along);
                met++;
                holes += !meets_particle(rests, count, origin, direction, along + 2 * 2.0f / GRID);
            }
        }
    }
    free(rests);
    assert_in_range(met, 60, WIDTH * HEIGHT);
    return (double)holes / met;
}

static double most_holes(model_number model, hpyr_fill fill) {
    theater t;
    double most = 0;
    theater_open(&t, model, fill);
    for (int i = 0; i < MOMENTS; i++) {
        go_to(&t, SECONDS[i]);
        most = fmax(most, holes_of(&t));
    }
    theater_close(&t);
    return most;
}

GL_TEST(no_model_has_holes) {
    for (int model = MODEL_HEART; model <= MODEL_OWN; model++)
        assert_true(most_holes((model_number)model, HPYR_FILL_DEFAULT) < 0.001);
}

/* So the test before this one would find them. */
GL_TEST(sampling_along_z_leaves_holes) {
    for (int model = MODEL_HEART; model <= MODEL_OWN; model++)
        assert_true(most_holes((model_number)model, HPYR_FILL_THIN) > 0.01);
}

/* ---- by pixels ---- */

static uint8_t *read_picture(theater *t) {
    uint8_t *rgb = picture_read(&t->picture);
    assert_non_null(rgb);
    return rgb;
}

static uint8_t *draw_again(theater *t) {
    WORKS(player_draw(&t->player, t->picture.framebuffer, WIDTH, HEIGHT, false));
    return read_picture(t);
}

/* How unlike two colors are, 0 to 2, however bright. */
static double hue_distance(const uint8_t *a, const uint8_t *b) {
    double distance = 0, sum_a = a[0] + a[1] + a[2] + 1, sum_b = b[0] + b[1] + b[2] + 1;
    for (int k = 0; k < 3; k++)
        distance += fabs(a[k] / sum_a - b[k] / sum_b);
    return distance;
}

static bool differ(const uint8_t *a, const uint8_t *b) {
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]) > 40;
}

/* Whether all pixels about this one show the model. */
static bool is_inside(const uint8_t *solid, const uint8_t *room, int x, int y) {
    for (int v = y - 3; v <= y + 3; v++) {
        for (int u = x - 3; u <= x + 3; u++) {
            size_t i = 3 * ((size_t)v * WIDTH + (size_t)u);
            if (!differ(solid + i, room + i))
                return false;
        }
    }
    return true;
}

/* The share of the die's pixels where the cloud has another color than the solid. Each side has its own, so that an inside that is
 * seen through a hole is found, too. */
static double wrong_pixels(theater *t) {
    size_t inside = 0, wrong = 0;
    go_to(t, SECONDS[1]);
    uint8_t *cloud = read_picture(t);
    t->player.show.act = SHOW_SOLID;
    uint8_t *solid = draw_again(t);
    t->player.show.act = SHOW_CLOUD;
    t->player.has_cloud = false;
    uint8_t *room = draw_again(t);
    for (int y = 3; y < HEIGHT - 3; y++) {
        for (int x = 3; x < WIDTH - 3; x++) {
            size_t i = 3 * ((size_t)y * WIDTH + (size_t)x);
            if (is_inside(solid, room, x, y)) {
                inside++;
                wrong += hue_distance(solid + i, cloud + i) > 0.35;
            }
        }
    }
    free(cloud);
    free(solid);
    free(room);
    assert_in_range(inside, 2000, WIDTH * HEIGHT);
    return (double)wrong / (double)inside;
}

GL_TEST(the_cloud_of_the_die_looks_like_the_die) {
    static const hpyr_fill FILLS[] = {HPYR_FILL_DEFAULT, HPYR_FILL_THIN};
    double wrong[2];
    for (int i = 0; i < 2; i++) {
        SCOPED(theater_close) theater t;
        theater_open(&t, MODEL_DIE, FILLS[i]);
        t.player.camera.elevation = 0.5f; /* so that its top is well in the picture */
        wrong[i] = wrong_pixels(&t);
    }
    assert_true(wrong[0] < 0.01);
    assert_true(wrong[1] > 0.04);
}
