/* lens.c - the targets that light is drawn into, and what a lens makes of it: the mean of the samples, and what glows, blurred, at a
 * fraction of the size.  SPDX-License-Identifier: MIT */
#include "lens.h"

#include "shaders.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

/* Two textures, so that a blur goes from one to the other and back. */
typedef struct pair {
    uint32_t textures[2], framebuffers[2];
    int width, height;
} pair;

struct lens {
    const painter *painter;
    uint32_t bright, blur, final;
    draw_target target, mirror;
    uint32_t room, room_framebuffer; /* of the mirror's size */
    pair glow, shade;
};

/* The glow is as wide in every picture: its texture has about as many rows in each, but no more than an eighth. */
enum { GLOW_ROWS = 60, LEAST_DIVISOR = 8, ROOM_DIVISOR = 2 };

static uint32_t make(const painter *p, const char *fragment) {
    const draw_program_desc desc = {
        heartbreaker_shaders, {"square.vert.glsl"}, {"exposure.glsl", fragment}, DRAW_SQUARE_ATTRIBUTES};
    return draw_program(p, &desc);
}

static void pair_free(pair *p, int gl) {
    for (int i = 0; i < 2; i++) {
        framebuffer_delete(gl, &p->framebuffers[i]);
        if (p->textures[i])
            glDeleteTextures(1, &p->textures[i]);
    }
    memset(p, 0, sizeof *p);
}

static bool pair_resize(pair *p, int gl, int width, int height) {
    if (p->width == width && p->height == height)
        return true;
    pair_free(p, gl);
    for (int i = 0; i < 2; i++) {
        p->textures[i] = framebuffer_texture(GL_RGBA16F_ARB, width, height);
        p->framebuffers[i] = framebuffer_of(gl, p->textures[i]);
        if (!p->framebuffers[i]) {
            pair_free(p, gl);
            while (glGetError() != GL_NO_ERROR) {}
            return error_set("OpenGL cannot draw 16-bit floats");
        }
    }
    p->width = width;
    p->height = height;
    return draw_check("targets of 16-bit floats");
}

lens *lens_create(const painter *painter, int shade_side) {
    lens *l = memory_zeroed(sizeof *l);
    if (!l)
        return NULL;
    l->painter = painter;
    l->mirror.is_single = true; /* soft enough at half the size */
    l->bright = make(painter, "bright.frag.glsl");
    l->blur = l->bright ? make(painter, "blur.frag.glsl") : 0;
    l->final = l->blur ? make(painter, "final.frag.glsl") : 0;
    if (!l->final || !pair_resize(&l->shade, painter->gl, shade_side, shade_side)) {
        lens_destroy(l);
        return NULL;
    }
    return l;
}

void lens_destroy(lens *l) {
    if (l) {
        const uint32_t programs[] = {l->bright, l->blur, l->final};
        for (int i = 0; i < 3; i++)
            if (programs[i])
                glDeleteProgram(programs[i]);
        pair_free(&l->glow, l->painter->gl);
        pair_free(&l->shade, l->painter->gl);
        framebuffer_delete(l->painter->gl, &l->room_framebuffer);
        if (l->room)
            glDeleteTextures(1, &l->room);
        draw_target_free(&l->target);
        draw_target_free(&l->mirror);
        free(l);
    }
}

static bool resize_room(lens *l, int width, int height) {
    if (l->room_framebuffer && l->mirror.width == width && l->mirror.height == height)
        return true;
    framebuffer_delete(l->painter->gl, &l->room_framebuffer);
    glDeleteTextures(1, &l->room);
    l->room = framebuffer_texture(GL_RGBA16F_ARB, width, height);
    l->room_framebuffer = framebuffer_of(l->painter->gl, l->room);
    return draw_target_resize(&l->mirror, l->painter, width, height) &&
           (l->room_framebuffer || error_set("OpenGL has no framebuffer of %dx%d pixels", width, height));
}

static int part_of(int size, int divisor) {
    return (size + divisor - 1) / divisor;
}

static int glow_divisor(int height) {
    int divisor = (height + GLOW_ROWS / 2) / GLOW_ROWS;
    return divisor > LEAST_DIVISOR ? divisor : LEAST_DIVISOR;
}

bool lens_resize(lens *l, int width, int height) {
    int divisor = glow_divisor(height);
    return draw_target_resize(&l->target, l->painter, width, height) &&
           resize_room(l, part_of(width, ROOM_DIVISOR), part_of(height, ROOM_DIVISOR)) &&
           pair_resize(&l->glow, l->painter->gl, part_of(width, divisor), part_of(height, divisor));
}

static void draw_from(const lens *l, uint32_t program, uint32_t texture) {
    glUniform1i(draw_uniform(program, "u_picture"), 0);
    glBindTexture(GL_TEXTURE_2D, texture);
    draw_square(l->painter);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/* From the first texture to the second and back, by steps of `step` texels. */
static void blur(const lens *l, const pair *p, float step) {
    glViewport(0, 0, p->width, p->height);
    glUseProgram(l->blur);
    for (int i = 0; i < 2; i++) {
        framebuffer_bind(l->painter->gl, p->framebuffers[1 - i]);
        glUniform2f(draw_uniform(l->blur, "u_step"), i ? 0 : step / (float)p->width, i ? step / (float)p->height : 0);
        draw_from(l, l->blur, p->textures[i]);
    }
}

void lens_shade_begin(lens *l) {
    framebuffer_bind(l->painter->gl, l->shade.framebuffers[0]);
    glViewport(0, 0, l->shade.width, l->shade.height);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void lens_shade_end(lens *l) {
    blur(l, &l->shade, 1.0f);
    blur(l, &l->shade, 1.6f);
}

uint32_t lens_shade(const lens *l) {
    return l->shade.textures[0];
}

static const draw_target *begin(const draw_target *t) {
    draw_target_begin(t);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return t;
}

const draw_target *lens_mirror_begin(lens *l) {
    return begin(&l->mirror);
}

uint32_t lens_mirror(const lens *l) {
    return l->mirror.texture;
}

void lens_room_begin(lens *l) {
    framebuffer_bind(l->painter->gl, l->room_framebuffer);
    glViewport(0, 0, l->mirror.width, l->mirror.height);
}

const draw_target *lens_begin(lens *l) {
    return begin(&l->target);
}

static void draw_glow(const lens *l) {
    framebuffer_bind(l->painter->gl, l->glow.framebuffers[0]);
    glViewport(0, 0, l->glow.width, l->glow.height);
    glUseProgram(l->bright);
    float apart = (float)glow_divisor(l->target.height) / 8; /* 4 x 4 places, 2 * apart texels from each other */
    glUniform2f(draw_uniform(l->bright, "u_step"), apart / (float)l->target.width, apart / (float)l->target.height);
    draw_from(l, l->bright, l->target.texture);
    /* Twice: a sum of two widths has a bright core and a wide skirt. */
    blur(l, &l->glow, 1.0f);
    blur(l, &l->glow, 1.7f);
}

static void set_burst(const lens *l, const lens_burst *b) {
    glUniform1f(draw_uniform(l->final, "u_aspect"), (float)l->target.width / (float)l->target.height);
    glUniform2f(draw_uniform(l->final, "u_burst_at"), 0.5f + 0.5f * b->place[0], 0.5f + 0.5f * b->place[1]);
    glUniform1f(draw_uniform(l->final, "u_burst"), b->burst);
    glUniform1f(draw_uniform(l->final, "u_ring"), b->ring);
    glUniform2f(draw_uniform(l->final, "u_burst_size"), b->burst_size, b->ring_size);
}

void lens_end(lens *l, const lens_burst *burst, uint32_t framebuffer, int width, int height) {
    draw_target_resolve(&l->target);
    draw_glow(l);
    framebuffer_bind(l->painter->gl, framebuffer);
    glViewport(0, 0, width, height);
    glUseProgram(l->final);
    set_burst(l, burst);
    draw_bind(l->final, "u_glow", 1, l->glow.textures[0]);
    draw_bind(l->final, "u_room", 2, l->room);
    draw_from(l, l->final, l->target.texture);
    draw_unbind(1, 3);
}
