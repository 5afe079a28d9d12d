/* test_particles_gpu.c - what HeartBreaker's engines leave of GL's state, and that no particle ever leaves the GPU.
 * SPDX-License-Identifier: MIT */
#include "read_backs.h"
#include "swarms.h"

/* A whole story of a cloud, without a look at it. */
static void tell_story(cloud *c, const world *w, uint32_t frames) {
    impact hit = swarm_impact(0.2f, 0.3f, 0.7f);
    WORKS(engine_take(c->engine, &w->pipeline, NULL));
    cloud_explode(c, &hit);
    for (uint32_t i = 0; i < frames; i++)
        cloud_advance(c, 8);
    WORKS(engine_turn_back(c->engine, 1));
    for (uint32_t i = 1; i <= frames; i++)
        WORKS(engine_reassemble(c->engine, (float)i / (float)frames));
    engine_rest(c->engine);
    glFinish();
}

GL_TEST(a_million_particles_never_leave_the_gpu) {
    SCOPED(world_close) world w;
    world_open_block(&w, e, e->small ? 32 : 256, 16);
    SCOPED(cloud_close) cloud c = cloud_open(&w, ENGINE_GPU, 1);
    read_backs_begin();
    tell_story(&c, &w, e->small ? 4 : 38);
    assert_int_equal(read_backs_end(NULL), 0);
    assert_true(e->small || c.count > 1000000);
    read_backs_begin();
    cloud_read(&c);
    assert_true(read_backs_end(NULL) > 0); /* they are counted */
}

/* The CPU engine downloads when it takes particles, and never again. */
GL_TEST(the_cpu_engine_reads_once) {
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    SCOPED(cloud_close) cloud c = cloud_open(&w, ENGINE_CPU, 1);
    read_backs_begin();
    tell_story(&c, &w, 5);
    assert_int_equal(read_backs_end(NULL), 2); /* cells and normals */
}

/* ---- state ---- */

static void assert_gl(GLenum name, GLint expected) {
    GLint value = -1;
    glGetIntegerv(name, &value);
    if (value != expected)
        fail_msg("GL state 0x%04x is %d, not %d", name, value, expected);
}

static void assert_defaults(const env *e) {
    const GLenum zero[] = {GL_CURRENT_PROGRAM,
                           GL_FRAMEBUFFER_BINDING,
                           GL_ARRAY_BUFFER_BINDING,
                           GL_BLEND,
                           GL_PIXEL_UNPACK_BUFFER_BINDING,
                           GL_PIXEL_PACK_BUFFER_BINDING,
                           GL_UNPACK_ROW_LENGTH,
                           GL_PACK_ROW_LENGTH};
    for (size_t i = 0; i < LENGTH(zero); i++)
        assert_gl(zero[i], 0);
    assert_gl(GL_ACTIVE_TEXTURE, GL_TEXTURE0);
    assert_gl(GL_PACK_ALIGNMENT, 4);
    assert_gl(GL_UNPACK_ALIGNMENT, 4);
    if (!e->gl21)
        assert_gl(GL_VERTEX_ARRAY_BINDING, 0);
    for (GLenum unit = 0; unit < 8; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        assert_gl(GL_TEXTURE_BINDING_2D, 0);
    }
    glActiveTexture(GL_TEXTURE0);
    CHECK_GL();
}

GL_TEST(gl_is_left_as_it_was) {
    impact hit = swarm_impact(0.1f, 0.2f, 0.5f);
    SCOPED(world_close) world w;
    world_open_teapot(&w, e);
    for (int kind = 0; kind < 2; kind++) {
        SCOPED(cloud_close) cloud c = cloud_open(&w, (engine_kind)kind, 3);
        assert_defaults(e);
        cloud_explode(&c, &hit);
        assert_defaults(e);
        cloud_advance(&c, 20);
        assert_defaults(e);
        WORKS(engine_turn_back(c.engine, 1));
        WORKS(engine_reassemble(c.engine, 0.5f));
        assert_defaults(e);
        cloud_read(&c);
        assert_defaults(e);
    }
}
