/* test_particles.c - HeartBreaker's two engines against each other and against the physics.  SPDX-License-Identifier: MIT */
#include "swarms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- both engines ---- */

static void engines_agree_on(const world *w, uint32_t seed, const physics *p, const impact *hit, uint32_t steps) {
    cloud clouds[2];
    for (int kind = 0; kind < 2; kind++) {
        clouds[kind] = cloud_open(w, (engine_kind)kind, seed);
        WORKS(engine_explode(clouds[kind].engine, p, hit));
        cloud_advance(&clouds[kind], steps);
        cloud_read(&clouds[kind]);
    }
    assert_int_equal(clouds[0].count, clouds[1].count);
    double off = cloud_farthest(&clouds[0], &clouds[1]);
    fprintf(stderr, "%u particles, %u steps, seed %u: engines differ by %.2g\n", (unsigned)clouds[0].count,
            (unsigned)steps, (unsigned)seed, off);
    assert_true(off < 1e-3);
    assert_true(cloud_from_home(&clouds[0]) > 0.3);
    cloud_close(&clouds[0]);
    cloud_close(&clouds[1]);
}

GL_TEST(engines_agree_after_two_seconds) {
    const float points[][3] = {{0.1f, 0.2f, 0.5f}, {-0.6f, 0.1f, 0.0f}, {0.0f, 0.0f, 1e-4f}, {0.3f, -0.3f, -0.3f}};
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (uint32_t i = 0; i < LENGTH(points); i++) {
        impact hit = swarm_impact(points[i][0], points[i][1], points[i][2]);
        physics p = i % 2 ? physics_default : swarm_physics();
        engines_agree_on(&w, 1 + i * 977, &p, &hit, 480);
    }
}

GL_TEST(engines_agree_on_many) {
    const physics p = swarm_physics();
    impact hit = swarm_impact(0.2f, 0.3f, 0.7f);
    SCOPED(world_close) world w;
    world_open_block(&w, e, e->small ? 24 : getenv("HPYR_TEST_FULL") ? 360 : 128, 8); /* a million, 131 072 */
    engines_agree_on(&w, 5, &p, &hit, 480);
}

/* At the swap from the solid to the cloud. */
GL_TEST(at_rest_they_are_the_extracted_points) {
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    SCOPED(free_memory) hpyr_point *points = make_zeros(w.pipeline.total, sizeof *points);
    assert_int_equal(hpyr_pyramid_download(w.pipeline.pyramid, 0, HPYR_ALL, points, w.pipeline.total, 0, NULL),
                     HPYR_OK);
    for (int kind = 0; kind < 2; kind++) {
        impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
        SCOPED(cloud_close) cloud c = cloud_open(&w, (engine_kind)kind, 3);
        for (int flies = 0; flies < 3; flies++) { /* at rest, launched, after no time */
            const swarm *s = engine_swarm(c.engine);
            for (uint32_t i = 0; i < c.count; i++) {
                const float expected[3] = {((float)points[i].x + 0.5f) / 64 * 2 - 1,
                                           ((float)points[i].y + 0.5f) / 64 * 2 - 1,
                                           ((float)points[i].z + 0.5f) / 256 * 2 - 1};
                assert_true(swarm_distance(c.states[i].position, expected) < 1e-6);
                assert_true(c.states[i].angle == 0);
            }
            assert_int_equal(s->count, w.pipeline.total);
            assert_true((s->moving != 0) == (flies > 0) && (s->speeds != 0) == (flies > 0));
            if (flies == 0)
                cloud_explode(&c, &hit);
            cloud_advance(&c, 0);
            cloud_read(&c);
        }
    }
}

GL_TEST(launches_are_those_of_the_physics) {
    const physics p = swarm_physics();
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud c = cloud_open(&w, (engine_kind)kind, 3);
        static float table[ENGINE_RANDOM_COUNT][4];
        physics_random(3, ENGINE_RANDOM_COUNT, table);
        cloud_explode(&c, &hit);
        cloud_read(&c);
        for (uint32_t i = 0; i < c.count; i++) {
            particle_state expected;
            physics_launch(&p, &hit, &c.rests[i], &expected);
            assert_memory_equal(c.rests[i].random, table[i % ENGINE_RANDOM_COUNT], sizeof table[0]);
            assert_true(swarm_distance(c.rests[i].normal, SWARM_ORIGIN) > 0.99 &&
                        swarm_distance(c.rests[i].normal, SWARM_ORIGIN) < 1.01);
            assert_true(swarm_distance(c.states[i].velocity, expected.velocity) < 1e-5);
            assert_true(fabsf(c.states[i].rate - expected.rate) < 1e-4f);
        }
        cloud_advance(&c, 1);
        cloud_read(&c); /* only what the wave has reached has moved */
        for (uint32_t i = 0; i < c.count; i++) {
            bool is_reached = physics_delay(&p, &hit, &c.rests[i]) < 1.0f / PHYSICS_STEPS_PER_SECOND;
            assert_true(is_reached || swarm_distance(c.states[i].position, c.rests[i].home) < 1e-6);
        }
    }
}

GL_TEST(nothing_falls_through_the_floor) {
    const physics p = swarm_physics();
    impact hit = swarm_impact(0.2f, 0.5f, 0.3f);
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud c = cloud_open(&w, (engine_kind)kind, 11);
        cloud_explode(&c, &hit);
        for (uint32_t steps = 0; steps < 1200; steps += 100) {
            cloud_advance(&c, 100);
            cloud_read(&c);
            for (uint32_t i = 0; i < c.count; i++)
                assert_true(c.states[i].position[1] >= p.floor);
        }
        for (uint32_t i = 0; i < c.count; i++)
            assert_true(c.states[i].position[1] < p.floor + 0.05f);
    }
}

GL_TEST(steps_may_be_split_anyhow) {
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud a = cloud_open(&w, (engine_kind)kind, 3), b = cloud_open(&w, (engine_kind)kind, 3);
        cloud_explode(&a, &hit);
        cloud_explode(&b, &hit);
        for (int i = 0; i < 20; i++) { /* into the bounces */
            cloud_advance(&a, 7);
            cloud_advance(&a, 13);
            cloud_advance(&b, 20);
        }
        assert_int_equal(engine_steps(a.engine), 400);
        cloud_read(&a);
        cloud_read(&b);
        assert_memory_equal(a.states, b.states, a.count * sizeof *a.states);
    }
}

/* ---- the way back ---- */

static void turn_back_home(cloud *c, float duration) {
    double last = INFINITY;
    particle_state *homes = c->states, *away;
    c->states = NULL;
    cloud_read(c);
    away = c->states;
    c->states = NULL;
    WORKS(engine_turn_back(c->engine, duration));
    cloud_read(c);
    assert_memory_equal(c->states, away, c->count * sizeof *away);
    WORKS(engine_reassemble(c->engine, 0));
    cloud_read(c);
    for (uint32_t i = 0; i < c->count; i++)
        assert_true(swarm_distance(c->states[i].position, away[i].position) < 1e-5);
    for (float t = 0.3f; t < duration; t += 0.1f) {
        WORKS(engine_reassemble(c->engine, t));
        cloud_read(c);
        double mean = cloud_from_home(c);
        assert_true(mean < last || mean + last == 0);
        last = mean;
    }
    WORKS(engine_reassemble(c->engine, duration));
    cloud_read(c);
    for (uint32_t i = 0; i < c->count; i++) {
        assert_memory_equal(c->states[i].position, homes[i].position, sizeof homes[i].position);
        assert_true(c->states[i].angle == 0 && c->states[i].rate == 0 &&
                    swarm_distance(c->states[i].velocity, SWARM_ORIGIN) == 0);
    }
    free(homes);
    free(away);
}

GL_TEST(they_all_find_home) {
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud c = cloud_open(&w, (engine_kind)kind, 3);
        assert_false(engine_turn_back(c.engine, 1)); /* from where? */
        assert_false(engine_reassemble(c.engine, 1));
        assert_false(engine_advance(c.engine, 1));
        for (uint32_t steps = 60; steps < 700; steps += 570) {
            cloud_explode(&c, &hit);
            cloud_read(&c); /* bit for bit home */
            cloud_advance(&c, steps);
            turn_back_home(&c, 2.5f);
        }
        engine_rest(c.engine);
        assert_true(engine_swarm(c.engine)->moving == 0 && engine_swarm(c.engine)->speeds == 0);
    }
}

/* Also when they are told to turn back once more on their way, and when the two engines do. */
GL_TEST(engines_agree_on_the_way_back) {
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    SCOPED(world_close) world w;
    cloud clouds[2];
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        cloud *c = &clouds[kind];
        *c = cloud_open(&w, (engine_kind)kind, 21);
        cloud_explode(c, &hit);
        cloud_advance(c, 333);
        WORKS(engine_turn_back(c->engine, 2));
        WORKS(engine_reassemble(c->engine, 0.6f));
        WORKS(engine_reassemble(c->engine, 0.7f));
        WORKS(engine_turn_back(c->engine, 3));
        WORKS(engine_reassemble(c->engine, 1.2f));
        cloud_read(c);
    }
    assert_true(cloud_farthest(&clouds[0], &clouds[1]) < 1e-3);
    cloud_close(&clouds[0]);
    cloud_close(&clouds[1]);
}

/* ---- again and again ---- */

GL_TEST(explosions_repeat) {
    impact first = swarm_impact(0.1f, 0.2f, 0.5f), other = swarm_impact(-0.6f, 0, 0.1f);
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud a = cloud_open(&w, (engine_kind)kind, 3), b = cloud_open(&w, (engine_kind)kind, 3);
        cloud_explode(&a, &other);
        cloud_advance(&a, 100);
        cloud_explode(&a, &first); /* in the middle of the flight */
        cloud_advance(&a, 50);
        WORKS(engine_turn_back(a.engine, 1));
        WORKS(engine_reassemble(a.engine, 0.5f));
        cloud_explode(&a, &first); /* and of the way back */
        cloud_advance(&a, 200);
        cloud_explode(&b, &first);
        cloud_advance(&b, 200);
        cloud_read(&a);
        cloud_read(&b);
        assert_memory_equal(a.states, b.states, a.count * sizeof *a.states);
    }
}

GL_TEST(other_particles_may_be_taken) {
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    world teapot, block;
    world_open_teapot(&teapot, e);
    world_open_block(&block, e, 20, 3);
    for (int kind = 0; kind < 2; kind++) {
        const pipeline *pipelines[] = {&teapot.pipeline, &block.pipeline, &teapot.pipeline};
        SCOPED(cloud_close) cloud c = cloud_open(&teapot, (engine_kind)kind, 3);
        for (size_t i = 0; i < LENGTH(pipelines); i++) {
            cloud_take(&c, pipelines[i]);
            assert_int_equal(engine_swarm(c.engine)->side, hpyr_list_side(pipelines[i]->total));
            cloud_explode(&c, &hit);
            cloud_advance(&c, 120);
            cloud_read(&c);
            assert_true(cloud_from_home(&c) > 0.05);
        }
        SCOPED(cloud_close) cloud fresh = cloud_open(&teapot, (engine_kind)kind, 3);
        cloud_explode(&fresh, &hit);
        cloud_advance(&fresh, 120);
        cloud_read(&fresh);
        assert_memory_equal(c.states, fresh.states, c.count * sizeof *c.states);
    }
    world_close(&block);
    world_close(&teapot);
}

GL_TEST(no_particles_are_no_trouble) {
    const uint32_t grid[3] = {16, 16, 16};
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    SCOPED(world_close) world w;
    mesh m;
    assert_true(mesh_allocate(&m, 3, 1)); /* a triangle that is a point */
    world_open(&w, e, &m, grid);
    assert_int_equal(w.pipeline.total, 0);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud c = cloud_open(&w, (engine_kind)kind, 3);
        cloud_explode(&c, &hit);
        cloud_advance(&c, 100);
        assert_int_equal(engine_steps(c.engine), 100);
        WORKS(engine_turn_back(c.engine, 1));
        WORKS(engine_reassemble(c.engine, 1));
        cloud_read(&c);
        engine_rest(c.engine);
    }
    engine_destroy(NULL);
}

GL_TEST(lists_that_were_not_made_are_refused) {
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    uint32_t side = w.pipeline.list_texture.width;
    w.pipeline.list_texture.width = 1;
    engine *other = engine_create(ENGINE_GPU, &w.painter, 1);
    assert_non_null(other);
    assert_false(engine_take(other, &w.pipeline, NULL));
    assert_non_null(strstr(error_text(), "was not made"));
    assert_int_equal(engine_swarm(other)->count, 0);
    w.pipeline.list_texture.width = side;
    w.pipeline.has_attributes = false;
    assert_false(engine_take(other, &w.pipeline, NULL));
    assert_non_null(strstr(error_text(), "were not made"));
    w.pipeline.has_attributes = true;
    WORKS(engine_take(other, &w.pipeline, NULL));
    engine_destroy(other);
}
