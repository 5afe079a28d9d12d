/* target.c - what a picture is drawn into, with several samples a pixel.  SPDX-License-Identifier: MIT */
#include "common/draw/target.h"

#include "common/files/error.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <string.h>

/* A new renderbuffer of the target's size, at the attachment of the framebuffer that is bound. */
static uint32_t attach_renderbuffer(const draw_target *t, GLenum attachment, GLenum format) {
    GLuint name = 0;
    if (framebuffer_is_ext(t->gl)) {
        glGenRenderbuffersEXT(1, &name);
        glBindRenderbufferEXT(GL_RENDERBUFFER, name);
        if (t->samples > 0)
            glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, t->samples, format, t->width, t->height);
        else
            glRenderbufferStorageEXT(GL_RENDERBUFFER, format, t->width, t->height);
        glFramebufferRenderbufferEXT(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
        glBindRenderbufferEXT(GL_RENDERBUFFER, 0);
    } else {
        glGenRenderbuffers(1, &name);
        glBindRenderbuffer(GL_RENDERBUFFER, name);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, t->samples, format, t->width, t->height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
        glBindRenderbuffer(GL_RENDERBUFFER, 0);
    }
    return name;
}

static void delete_renderbuffer(int gl, uint32_t *name) {
    if (*name && framebuffer_is_ext(gl))
        glDeleteRenderbuffersEXT(1, name);
    else if (*name)
        glDeleteRenderbuffers(1, name);
    *name = 0;
}

static int choose_samples(int gl) {
    GLint samples = 0;
    if (!framebuffer_is_ext(gl) || (gl_has("GL_EXT_framebuffer_multisample") && gl_has("GL_EXT_framebuffer_blit")))
        glGetIntegerv(GL_MAX_SAMPLES, &samples);
    return samples < 4 ? samples : 4;
}

/* With several samples a pixel a framebuffer of its own and the texture's for the mean; else only the latter, with depth. */
static bool make_framebuffers(draw_target *t) {
    t->texture = framebuffer_texture(t->format, t->width, t->height);
    t->resolved = framebuffer_of(t->gl, t->texture);
    if (!t->resolved)
        return false;
    if (t->samples > 0)
        framebuffer_generate(t->gl, &t->framebuffer);
    framebuffer_bind(t->gl, t->framebuffer ? t->framebuffer : t->resolved);
    if (t->samples > 0)
        t->color = attach_renderbuffer(t, GL_COLOR_ATTACHMENT0, t->format ? t->format : GL_RGBA8);
    t->depth = attach_renderbuffer(t, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24);
    bool ok = framebuffer_is_complete(t->gl);
    framebuffer_bind(t->gl, 0);
    return ok;
}

static void drop_framebuffers(draw_target *t) {
    framebuffer_delete(t->gl, &t->framebuffer);
    framebuffer_delete(t->gl, &t->resolved);
    delete_renderbuffer(t->gl, &t->color);
    delete_renderbuffer(t->gl, &t->depth);
    glDeleteTextures(1, &t->texture);
    t->texture = 0;
}

bool draw_target_resize(draw_target *t, const painter *p, int width, int height) {
    if (t->resolved && t->width == width && t->height == height)
        return true;
    uint32_t format = t->format;
    bool is_single = t->is_single;
    draw_target_free(t);
    t->gl = p->gl;
    t->format = format;
    t->is_single = is_single;
    t->width = width;
    t->height = height;
    t->samples = is_single ? 0 : choose_samples(p->gl);
    bool made = make_framebuffers(t);
    if (!made && t->samples > 0) { /* not every OpenGL has several samples of every format */
        drop_framebuffers(t);
        while (glGetError() != GL_NO_ERROR) {}
        t->samples = 0;
        made = make_framebuffers(t);
    }
    if (!made) {
        draw_target_free(t);
        while (glGetError() != GL_NO_ERROR) {}
        return error_set("OpenGL has no framebuffer of %dx%d pixels", width, height);
    }
    return draw_check("a framebuffer");
}

void draw_target_begin(const draw_target *t) {
    framebuffer_bind(t->gl, t->framebuffer ? t->framebuffer : t->resolved);
    glViewport(0, 0, t->width, t->height);
}

static void resolve(const draw_target *t) {
    if (framebuffer_is_ext(t->gl)) {
        glBindFramebufferEXT(GL_READ_FRAMEBUFFER, t->framebuffer);
        glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER, t->resolved);
        glBlitFramebufferEXT(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    } else {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, t->framebuffer);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, t->resolved);
        glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
}

void draw_target_resolve(const draw_target *t) {
    if (t->framebuffer)
        resolve(t);
}

/* The last step is a draw, because a GL 2.1 without multisampling may have no blit either. At half the size the filter takes the
 * mean of exactly four texels. */
void draw_target_end(const draw_target *t, const painter *p, uint32_t framebuffer, int width, int height) {
    draw_target_resolve(t);
    framebuffer_bind(t->gl, framebuffer);
    glViewport(0, 0, width, height);
    draw_present(p, t->texture);
    glEnable(GL_DEPTH_TEST);
}

void draw_target_free(draw_target *t) {
    if (t->gl) /* else GL may not even be loaded */
        drop_framebuffers(t);
    memset(t, 0, sizeof *t);
}
