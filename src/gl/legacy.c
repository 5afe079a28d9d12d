/* legacy.c - what GL 2.1 has in the place of newer functions.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"

void hpi_gl_legacy_framebuffers_create(int count, GLuint *names) {
    glGenFramebuffersEXT(count, names);
}

void hpi_gl_legacy_framebuffers_delete(int count, const GLuint *names) {
    glDeleteFramebuffersEXT(count, names);
}

void hpi_gl_legacy_framebuffer_bind(GLenum target, GLuint name) {
    glBindFramebufferEXT(target, name);
}

void hpi_gl_legacy_framebuffer_attach(GLenum target, GLuint texture, GLint level) {
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture, level);
}

GLenum hpi_gl_legacy_framebuffer_status(void) {
    return glCheckFramebufferStatusEXT(GL_FRAMEBUFFER);
}

void hpi_gl_legacy_draw_fullscreen(void) {
    glBegin(GL_TRIANGLES);
    glVertex2f(-1.0f, -1.0f);
    glVertex2f(3.0f, -1.0f);
    glVertex2f(-1.0f, 3.0f);
    glEnd();
}

static bool query_runs(const hpyr_context *context) {
    static const GLenum targets[] = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE};
    GLint running = 0;
    for (int i = 0; i < context->occlusion_targets && !running; i++)
        glGetQueryiv(targets[i], GL_CURRENT_QUERY, &running);
    return running != 0;
}

/* A query ends after all work before it, also a query that counts a draw without colors. */
GLuint hpi_gl_legacy_query(const hpyr_context *context) {
    GLuint query = 0;
    if (query_runs(context))
        return 0;
    glGenQueries(1, &query);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    hpi_gl_legacy_draw_fullscreen();
    glEndQuery(GL_SAMPLES_PASSED);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    return query;
}

void *hpi_gl_legacy_map(void) {
    return glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE); /* keeps the bytes that are not written */
}

GLfloat hpi_gl_legacy_lod_bias(void) {
    GLfloat bias;
    glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
    return bias;
}
