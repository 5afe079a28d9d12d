/* test_stage.c - HeartBreaker's picture: what is to be seen of particles wherever they are, at any size.  SPDX-License-Identifier: MIT */
#include "heartbreaker/stage.h"
#include "swarms.h"

#include "common/draw/picture.h"

#include <stdlib.h>
#include <string.h>

typedef struct scenery {
    world world;
    cloud cloud;
    stage *stage;
    picture picture;
    physics physics;
    impact hit;
    stage_scene scene;
} scenery;

static void scenery_open(scenery *s, const env *e) {
    memset(s, 0, sizeof *s);
    world_open_teapot(&s->world, e);
    s->cloud = cloud_open(&s->world, ENGINE_GPU, 1);
    s->stage = stage_create(&s->world.painter);
    assert_non_null(s->stage);
    s->physics = physics_default;
    s->physics.floor = stage_floor + stage_radius(s->world.pipeline.desc.grid);
    s->hit = swarm_impact(0, 0.2f, 0.4f);
    s->scene.mesh = &s->world.mesh;
    s->scene.swarm = engine_swarm(s->cloud.engine);
    s->scene.physics = &s->physics;
    s->scene.hit = &s->hit;
    s->scene.low = -0.5f;
    s->scene.high = 0.5f;
    s->scene.time = -1;
    s->scene.look = (camera){0.1f, 0.2f, 1, 1.8f, {0, -0.3f, 0}};
}

static void scenery_close(scenery *s) {
    stage_destroy(s->stage);
    picture_free(&s->picture);
    cloud_close(&s->cloud);
    world_close(&s->world);
}

static uint8_t *draw(scenery *s, int width, int height, bool fine) {
    const painter *p = &s->world.painter;
    WORKS(picture_resize(&s->picture, p->gl, width, height));
    painter_begin(p);
    WORKS(stage_draw(s->stage, &s->scene, s->picture.framebuffer, width, height, fine));
    painter_end(p);
    CHECK_GL();
    uint8_t *rgb = picture_read(&s->picture);
    assert_non_null(rgb);
    return rgb;
}

/* Pixels that are something else with the particles than without them. */
static size_t pixels_of_particles(scenery *s, int width, int height) {
    SCOPED(free_memory) uint8_t *with = draw(s, width, height, false);
    const swarm *particles = s->scene.swarm;
    s->scene.swarm = NULL;
    SCOPED(free_memory) uint8_t *without = draw(s, width, height, false);
    s->scene.swarm = particles;
    size_t count = 0;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        int difference = 0;
        for (int k = 0; k < 3; k++)
            difference += abs(with[3 * i + (size_t)k] - without[3 * i + (size_t)k]);
        count += difference > 60;
    }
    return count;
}

GL_TEST(particles_are_seen_at_home_in_the_air_and_on_the_floor) {
    SCOPED(scenery_close) scenery s;
    scenery_open(&s, e);
    s.scene.sweep = 1;
    size_t at_home = pixels_of_particles(&s, 320, 240);
    WORKS(engine_explode(s.cloud.engine, &s.physics, &s.hit));
    for (uint32_t steps = 0; steps < 3; steps++) {
        cloud_advance(&s.cloud, 240); /* the last of them lie far below where the model was */
        s.scene.time = (float)engine_steps(s.cloud.engine) / PHYSICS_STEPS_PER_SECOND;
        s.scene.life = 1;
        assert_in_range(pixels_of_particles(&s, 320, 240), at_home / 4, (size_t)320 * 240);
    }
    assert_in_range(at_home, 2000, 20000);
}

GL_TEST(the_front_leaves_particles_above_it) {
    SCOPED(scenery_close) scenery s;
    scenery_open(&s, e);
    s.scene.mesh = NULL; /* or it would hide them */
    size_t seen[4];
    for (int i = 0; i < 4; i++) {
        s.scene.sweep = (float)i / 3;
        seen[i] = pixels_of_particles(&s, 320, 240);
    }
    assert_int_equal(seen[0], 0);
    assert_in_range(seen[1], 1, seen[2] - 1); /* the front's own glow is in them */
    assert_in_range(seen[2], seen[3] / 4, 2 * seen[3]);
}

GL_TEST(every_size_has_a_picture) {
    static const int SIZES[][2] = {{1, 1}, {3, 200}, {200, 3}, {17, 31}, {640, 480}};
    SCOPED(scenery_close) scenery s;
    scenery_open(&s, e);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int half = 0; half <= 2; half++) {
            s.scene.sweep = (float)half / 2;
            free(draw(&s, SIZES[i][0], SIZES[i][1], i % 2 == 1));
        }
    }
}
