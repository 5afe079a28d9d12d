/* prints.c - splats as they are in the picture: one pass of a fragment a splat, into four textures.  SPDX-License-Identifier: MIT */
#include "prints.h"

#include "common/files/error.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

enum { TARGETS = 4, UNIT_SHAPES = 0, UNIT_COLORS = 1 };

uint32_t prints_count(uint32_t total, uint32_t stride) {
    return total == 0 ? 0 : (total - 1) / stride + 1;
}

bool prints_create(splat_prints *p, const painter *painter) {
    const draw_program_desc desc = {
        splats_shaders, {"square.vert.glsl"}, {"harmonics.glsl", "project.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    p->program = draw_program(painter, &desc);
    return p->program != 0;
}

static void drop_targets(splat_prints *p) {
    const GLuint textures[TARGETS] = {p->depths, p->places, p->lights, p->reaches};
    glDeleteTextures(TARGETS, textures);
    framebuffer_delete(33, &p->framebuffer);
    p->depths = p->places = p->lights = p->reaches = 0;
}

void prints_free(splat_prints *p) {
    if (p->program) { /* else GL may not even be loaded */
        drop_targets(p);
        glDeleteProgram(p->program);
    }
    memset(p, 0, sizeof *p);
}

static bool resize(splat_prints *p, const splat_store *store) {
    if (p->framebuffer && p->width == store->width && p->height == store->height)
        return true;
    const uint32_t size[3] = {store->width, store->height, 1};
    GLenum outputs[TARGETS];
    drop_targets(p);
    p->width = store->width;
    p->height = store->height;
    p->depths = draw_texels(GL_TEXTURE_2D, GL_R32F, size, GL_RED, GL_FLOAT, NULL);
    p->places = draw_texels(GL_TEXTURE_2D, GL_RGBA32F, size, GL_RGBA, GL_FLOAT, NULL);
    p->lights = draw_texels(GL_TEXTURE_2D, GL_RGBA32F, size, GL_RGBA, GL_FLOAT, NULL);
    p->reaches = draw_texels(GL_TEXTURE_2D, GL_RG32F, size, GL_RG, GL_FLOAT, NULL);
    const GLuint textures[TARGETS] = {p->depths, p->places, p->lights, p->reaches};
    framebuffer_generate(33, &p->framebuffer);
    framebuffer_bind(33, p->framebuffer);
    for (GLuint i = 0; i < TARGETS; i++) {
        outputs[i] = GL_COLOR_ATTACHMENT0 + i;
        glFramebufferTexture2D(GL_FRAMEBUFFER, outputs[i], GL_TEXTURE_2D, textures[i], 0);
    }
    glDrawBuffers(TARGETS, outputs);
    bool ok = framebuffer_is_complete(33);
    framebuffer_bind(33, 0);
    return draw_check("textures of the projected splats") &&
           (ok || error_set("OpenGL does not draw into four float textures of %ux%u", (unsigned)p->width,
                            (unsigned)p->height));
}

/* The view's inverse, of a rotation and a translation. */
static void eye_of(const float view[16], float eye[3]) {
    for (int k = 0; k < 3; k++)
        eye[k] = (float)-((double)view[4 * k] * view[12] + (double)view[4 * k + 1] * view[13] +
                          (double)view[4 * k + 2] * view[14]);
}

static void bind_array(uint32_t program, const char *sampler, uint32_t unit, uint32_t texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    glActiveTexture(GL_TEXTURE0);
    glUniform1i(draw_uniform(program, sampler), (GLint)unit);
}

/* Fewer splats have to cover the same surfaces, so they are larger. */
static void set_uniforms(const splat_prints *p, const splat_store *store, const splat_camera *camera,
                         const splat_looks *looks) {
    float eye[3];
    uint32_t program = p->program, degree = looks->degree < store->degree ? looks->degree : store->degree;
    eye_of(camera->view, eye);
    bind_array(program, "u_shapes", UNIT_SHAPES, store->shapes);
    bind_array(program, "u_colors", UNIT_COLORS, store->colors);
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, camera->view);
    glUniform3fv(draw_uniform(program, "u_eye"), 1, eye);
    glUniform2fv(draw_uniform(program, "u_focal"), 1, camera->focal);
    glUniform2f(draw_uniform(program, "u_picture"), (float)camera->width, (float)camera->height);
    glUniform1f(draw_uniform(program, "u_near"), camera->near_depth);
    glUniform1f(draw_uniform(program, "u_spread"), looks->size * sqrtf((float)looks->stride));
    glUniform1ui(draw_uniform(program, "u_count"), prints_count(store->count, looks->stride));
    glUniform1ui(draw_uniform(program, "u_total"), store->count);
    glUniform1ui(draw_uniform(program, "u_stride"), looks->stride);
    glUniform1i(draw_uniform(program, "u_degree"), (GLint)degree);
    glUniform1i(draw_uniform(program, "u_channel"), (GLint)store->channel_layers);
}

bool prints_make(splat_prints *p, const painter *painter, const splat_store *store, const splat_camera *camera,
                 const splat_looks *looks) {
    if (!resize(p, store))
        return false;
    uint32_t rows = (prints_count(store->count, looks->stride) - 1) / p->width + 1;
    framebuffer_bind(33, p->framebuffer);
    glViewport(0, 0, (GLsizei)p->width, (GLsizei)p->height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, (GLsizei)p->width, (GLsizei)rows);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(p->program);
    set_uniforms(p, store, camera, looks);
    draw_square(painter);
    glDisable(GL_SCISSOR_TEST);
    for (int unit = UNIT_COLORS; unit >= UNIT_SHAPES; unit--) {
        glActiveTexture((GLenum)(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    }
    framebuffer_bind(33, 0);
    return draw_check("projecting the splats");
}
