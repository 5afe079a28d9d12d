/* test_binding.c - what may be bound together, and what a pyramid keeps of what it was built from.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 16 };

static thresholded scene_make(env *e, int level) {
    image im = image_make(HPYR_FORMAT_R8, 0, SIDE, SIDE, 1);
    image_fill(&im, 0.4, 5);
    image_upload_to(&im, 0, level);
    thresholded s = thresholded_of(e, im, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(s.pyramid, s.discriminator, &s.im.texture));
    return s;
}

static GLuint drawing_program(env *e, const hpyr_pyramid *pyramid, const char *prefix) {
    char body[256], *vertex;
    snprintf(body, sizeof body, "void main() { gl_Position = vec4(%spoint_at(%skey_of_vertex(gl_VertexID))); }\n",
             prefix, prefix);
    vertex = paste_snippet(e, pyramid, prefix, body);
    GLuint program = make_program(vertex, "#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n");
    free(vertex);
    return program;
}

GPU_TEST(pyramids_are_unbound_in_the_reverse_order) {
    SCOPED(thresholded_free) thresholded a = scene_make(e, 0), b = scene_make(e, 0);
    GLuint programs[2] = {drawing_program(e, a.pyramid, "hpyr_"), drawing_program(e, b.pyramid, "hpyr_")};
    hpyr_binding first, second;
    env_bind(e, a.pyramid, programs[0], NULL, 1, &first);
    env_bind(e, b.pyramid, programs[1], NULL, 4, &second);
    env_calm(e);
    assert_int_equal(hpyr_pyramid_unbind(a.pyramid), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_pyramid_draw(a.pyramid, GL_POINTS, 0, 1, 1, NULL), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_pyramid_bind(b.pyramid, programs[1], NULL, 4, NULL), HPYR_ERROR_INVALID_ARGUMENT);
    CHECK_GL();
    env_unbind(e, b.pyramid);
    env_unbind(e, a.pyramid);
    glDeleteProgram(programs[0]);
    glDeleteProgram(programs[1]);
}

/* Whatever goes first, the other still reads its input, and the input's own parameters come back in the end. */
GPU_TEST(a_bound_pyramid_may_be_destroyed) {
    SCOPED(thresholded_free) thresholded a = scene_make(e, 0);
    GLint swizzle = 0;
    SCOPED(destroy_pyramid)
    hpyr_pyramid *b = make_pyramid_of(e, SIDE, SIDE, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(b, a.discriminator, &a.im.texture));
    GLuint program = drawing_program(e, a.pyramid, "hpyr_");
    for (int shared = 0; shared < 2; shared++) {
        glBindTexture(GL_TEXTURE_2D, a.im.texture.name);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_GREEN);
        glBindTexture(GL_TEXTURE_2D, 0);
        SCOPED(thresholded_free) thresholded other = scene_make(e, 0);
        hpyr_pyramid *first = make_pyramid_of(e, SIDE, SIDE, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
        OK(e, hpyr_pyramid_build(first, a.discriminator, &a.im.texture));
        hpyr_pyramid *second = shared ? b : other.pyramid;
        assert_int_equal(hpyr_pyramid_bind(first, program, NULL, 1, NULL), HPYR_OK);
        assert_int_equal(hpyr_pyramid_bind(second, program, NULL, 4, NULL), HPYR_OK);
        hpyr_pyramid_destroy(first);
        glBindTexture(GL_TEXTURE_2D, a.im.texture.name);
        glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, &swizzle);
        glBindTexture(GL_TEXTURE_2D, 0);
        assert_int_equal(swizzle, shared ? GL_RED : GL_GREEN);
        assert_int_equal(hpyr_pyramid_unbind(second), HPYR_OK);
        glBindTexture(GL_TEXTURE_2D, a.im.texture.name);
        glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, &swizzle);
        glBindTexture(GL_TEXTURE_2D, 0);
        assert_int_equal(swizzle, GL_GREEN);
    }
    glUseProgram(0);
    glDeleteProgram(program);
    CHECK_GL();
}

GPU_TEST(a_program_must_be_linked_and_use_the_prefix) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, 0);
    SCOPED(delete_program) GLuint unlinked = glCreateProgram(), program = drawing_program(e, s.pyramid, "hpyr_");
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, unlinked, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, program, "other_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, program, "_hpyr", 0, NULL));
    uint32_t last = hpyr_context_caps(e->context)->max_texture_units - 1; /* the levels fit there, the input does not */
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, program, NULL, last, NULL));
    env_bind(e, s.pyramid, program, NULL, last - 1, NULL);
    env_unbind(e, s.pyramid);
}

GPU_TEST(two_levels_of_one_input_are_not_bound_at_once) {
    SCOPED(thresholded_free) thresholded a = scene_make(e, 1);
    hpyr_texture other = a.im.texture;
    other.level = 0;
    other.width = other.height = 2 * SIDE;
    SCOPED(destroy_pyramid)
    hpyr_pyramid *b = make_pyramid_of(e, SIDE, SIDE, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(b, a.discriminator, &other));
    SCOPED(delete_program) GLuint program = drawing_program(e, a.pyramid, "hpyr_");
    env_bind(e, a.pyramid, program, NULL, 1, NULL);
    env_calm(e);
    assert_int_equal(hpyr_pyramid_bind(b, program, NULL, 4, NULL), HPYR_ERROR_INVALID_ARGUMENT);
    env_unbind(e, a.pyramid);
}

GPU_TEST(a_discriminator_may_go_after_the_build) {
    hpyr_discriminator *odd =
        make_custom(e, "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT((cell.x + cell.y) & 1); }");
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, SIDE, SIDE, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, odd, NULL));
    CALL_VOID(e, hpyr_discriminator_destroy(odd));
    hpyr_point points[SIDE * SIDE / 2];
    hpyr_report report;
    OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, SIDE * SIDE / 2, 0, &report));
    assert_int_equal(report.written, SIDE * SIDE / 2);
    for (uint32_t i = 0; i < report.written; i++)
        assert_int_equal((points[i].x + points[i].y) % 2, 1);
}

static void remember_prefix(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    char name[64];
    (void)first_unit;
    snprintf(name, sizeof name, "u_%slevel", prefix);
    glUniform1ui(glGetUniformLocation(program, name), 3);
    strcpy(user, prefix);
}

GPU_TEST(a_callback_is_told_the_prefix) {
    char seen[64] = "";
    const hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                          .glsl =
                                              "#\tdefine\tHPYR_ONCE 1u\nuniform uint u_hpyr_level;\n"
                                              "uint hpyr_twice(uint n) { return 2u * n * HPYR_ONCE; }\n"
                                              "HPYR_UINT hpyr_count_at(ivec3 c) { return hpyr_twice(u_hpyr_level); }",
                                          .bind = remember_prefix,
                                          .user = seen};
    SCOPED(destroy_discriminator) hpyr_discriminator *six = NULL;
    uint32_t total = 0;
    OK(e, hpyr_discriminator_create(e->context, &desc, &six));
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, SIDE, SIDE, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, six, NULL));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 6 * SIDE * SIDE);
    assert_string_equal(seen, "hpyr_");
    size_t needed = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(pyramid, "a_", NULL, 0, &needed));
    SCOPED(free_memory) char *first = make_room(needed);
    OK(e, hpyr_pyramid_glsl(pyramid, "a_", first, needed, NULL));
    SCOPED(free_memory)
    char *body = make_room(needed + 128); /* the same pyramid once more under another prefix: nothing clashes */
    strcpy(body, first);
    strcat(body, "void main() { gl_Position = vec4(a_point_at(0u) + x_point_at(1u)); }\n");
    SCOPED(free_memory) char *vertex = paste_snippet(e, pyramid, "x_", body);
    SCOPED(delete_program)
    GLuint program = make_program(vertex, "#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n");
    env_bind(e, pyramid, program, "x_", 0, NULL);
    assert_string_equal(seen, "x_");
    env_unbind(e, pyramid);
}

GPU_TEST(an_input_that_was_changed_is_refused) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, 0);
    hpyr_point points[SIDE * SIDE];
    hpyr_report report;
    glBindTexture(GL_TEXTURE_2D, s.im.texture.name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, 1, 1, 0, GL_RED, GL_FLOAT, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_download(s.pyramid, 0, HPYR_ALL, points, SIDE * SIDE, 0, &report));
    assert_int_equal(report.written, 0);
}

GPU_TEST(a_mapped_buffer_is_refused) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, 0);
    hpyr_report report;
    SCOPED(delete_buffer) GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
    glMapBufferRange(GL_ARRAY_BUFFER, 0, 4096, GL_MAP_WRITE_BIT);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_pyramid_extract_buffer(s.pyramid, 0, 4, buffer, 0, 0, &report));
    assert_int_equal(report.written, 0);
}

GPU_TEST(the_list_may_not_be_the_input) {
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_RGBA32F, SIDE, SIDE, 0.5, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, SIDE, SIDE, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_extract_texture(pyramid, 0, HPYR_ALL, &im.texture, NULL));
}
