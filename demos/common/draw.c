/* draw.c - programs, framebuffers and meshes in buffers.  SPDX-License-Identifier: MIT */
#include "draw.h"

#include "error.h"
#include "gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static GLuint compile(GLenum stage, const char *name, const char *text, char *error, size_t error_size) {
    const char *parts[2] = {"#version 330 core\n", text};
    GLuint shader = glCreateShader(stage);
    GLint ok = GL_FALSE;
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char log[ERROR_SIZE / 2] = "";
        glGetShaderInfoLog(shader, (GLsizei)sizeof log, NULL, log);
        error_set(error, error_size, "shader %s does not compile: %s", name, log);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

uint32_t draw_program(const char *name, const char *vertex, const char *fragment, char *error, size_t error_size) {
    GLuint v = compile(GL_VERTEX_SHADER, name, vertex, error, error_size);
    GLuint f = v ? compile(GL_FRAGMENT_SHADER, name, fragment, error, error_size) : 0;
    GLuint program = 0;
    if (v && f) {
        GLint ok = GL_FALSE;
        program = glCreateProgram();
        glAttachShader(program, v);
        glAttachShader(program, f);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &ok);
        if (!ok) {
            char log[ERROR_SIZE / 2] = "";
            glGetProgramInfoLog(program, (GLsizei)sizeof log, NULL, log);
            error_set(error, error_size, "shader %s does not link: %s", name, log);
            glDeleteProgram(program);
            program = 0;
        }
    }
    glDeleteShader(v);
    glDeleteShader(f);
    return program;
}

int draw_uniform(uint32_t program, const char *name) {
    return glGetUniformLocation(program, name);
}

bool draw_target_resize(draw_target *t, int width, int height, char *error, size_t error_size) {
    if (t->framebuffer && t->width == width && t->height == height) {
        return true;
    }
    draw_target_free(t);
    t->width = width;
    t->height = height;
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    samples = samples < 4 ? samples : 4;
    glGenRenderbuffers(1, &t->colour);
    glBindRenderbuffer(GL_RENDERBUFFER, t->colour);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
    glGenRenderbuffers(1, &t->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, t->depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
    glGenTextures(1, &t->texture);
    glBindTexture(GL_TEXTURE_2D, t->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glGenFramebuffers(1, &t->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, t->colour);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
    GLenum first = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glGenFramebuffers(1, &t->resolved);
    glBindFramebuffer(GL_FRAMEBUFFER, t->resolved);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t->texture, 0);
    GLenum second = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (first != GL_FRAMEBUFFER_COMPLETE || second != GL_FRAMEBUFFER_COMPLETE) {
        draw_target_free(t);
        return error_set(error, error_size, "OpenGL has no framebuffer of %dx%d pixels", width, height);
    }
    return draw_check("a framebuffer", error, error_size);
}

void draw_target_begin(const draw_target *t) {
    glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
    glViewport(0, 0, t->width, t->height);
}

void draw_target_end(const draw_target *t, uint32_t framebuffer, int width, int height) {
    /* In two steps: samples can only be merged at the same size. */
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, t->resolved);
    glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->resolved);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void draw_target_free(draw_target *t) {
    glDeleteFramebuffers(1, &t->framebuffer);
    glDeleteFramebuffers(1, &t->resolved);
    glDeleteRenderbuffers(1, &t->colour);
    glDeleteRenderbuffers(1, &t->depth);
    glDeleteTextures(1, &t->texture);
    memset(t, 0, sizeof *t);
}

/* Fitted positions, in doubles until the last moment. NULL where memory runs out. */
static float *fitted_positions(const mesh *m, const mesh_fit *fit) {
    float *fitted = malloc((size_t)m->vertex_count * 3 * sizeof *fitted);
    for (size_t i = 0; fitted && i < (size_t)m->vertex_count * 3; i++) {
        fitted[i] = (float)((m->positions[i] - fit->centre[i % 3]) * fit->scale);
    }
    return fitted;
}

static void measure(draw_mesh *out, const mesh *fitted) {
    float minimum[3], maximum[3];
    mesh_bounds(fitted, minimum, maximum);
    for (int k = 0; k < 3; k++) {
        out->centre[k] = minimum[k] / 2 + maximum[k] / 2;
    }
    for (size_t i = 0; i < (size_t)fitted->triangle_count * 3; i++) {
        const float *p = fitted->positions + 3 * (size_t)fitted->indices[i];
        if (mesh_triangle_is_finite(fitted, (uint32_t)(i / 3))) {
            float d[3] = {p[0] - out->centre[0], p[1] - out->centre[1], p[2] - out->centre[2]};
            out->radius = fmaxf(out->radius, sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
            out->swept_radius = fmaxf(out->swept_radius, hypotf(p[0], p[2]));
        }
    }
}

static GLuint upload(GLenum target, const void *bytes, size_t size) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
    return buffer;
}

static void upload_buffers(draw_mesh *out, const mesh *fitted) {
    size_t vertices = fitted->vertex_count;
    glGenVertexArrays(1, &out->vertex_array);
    glBindVertexArray(out->vertex_array);
    out->positions = upload(GL_ARRAY_BUFFER, fitted->positions, vertices * 12);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    out->normals = upload(GL_ARRAY_BUFFER, fitted->normals, vertices * 12);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    out->colours = upload(GL_ARRAY_BUFFER, fitted->colours, vertices * 4);
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
    if (fitted->texcoords) {
        out->texcoords = upload(GL_ARRAY_BUFFER, fitted->texcoords, vertices * 8);
        glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
        glEnableVertexAttribArray(3);
    }
    for (GLuint i = 0; i < 3; i++) {
        glEnableVertexAttribArray(i);
    }
    out->indices = upload(GL_ELEMENT_ARRAY_BUFFER, fitted->indices, (size_t)fitted->triangle_count * 12);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static bool upload_textures(draw_mesh *out, const mesh *m, char *error, size_t error_size) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    for (uint32_t i = 0; i < m->texture_count; i++) {
        const mesh_texture *t = &m->textures[i];
        if (t->width > (uint32_t)largest || t->height > (uint32_t)largest) {
            return error_set(error, error_size, "a texture has %ux%u texels: this OpenGL allows %dx%d",
                             (unsigned)t->width, (unsigned)t->height, (int)largest, (int)largest);
        }
        glGenTextures(1, &out->textures[i]);
        out->texture_count++;
        glBindTexture(GL_TEXTURE_2D, out->textures[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)t->width, (GLsizei)t->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     t->rgba);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glGenerateMipmap(GL_TEXTURE_2D);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    return draw_check("uploading the textures", error, error_size);
}

/* Twice the area of a triangle whose corners have `dimensions` coordinates. */
static double area(const float *values, size_t dimensions, const uint32_t *corner) {
    double e[3] = {0}, g[3] = {0};
    for (size_t k = 0; k < dimensions; k++) {
        e[k] = (double)values[corner[1] * dimensions + k] - values[corner[0] * dimensions + k];
        g[k] = (double)values[corner[2] * dimensions + k] - values[corner[0] * dimensions + k];
    }
    double x = e[1] * g[2] - e[2] * g[1], y = e[2] * g[0] - e[0] * g[2], z = e[0] * g[1] - e[1] * g[0];
    return sqrt(x * x + y * y + z * z);
}

static float texel_density(const mesh *fitted, const mesh_part *part, const mesh_texture *texture) {
    double texels = 0, surface = 0;
    for (uint32_t t = part->first_triangle; t < part->first_triangle + part->triangle_count; t++) {
        const uint32_t *corner = fitted->indices + (size_t)t * 3;
        double here = area(fitted->texcoords, 2, corner) * texture->width * texture->height;
        if (mesh_triangle_is_finite(fitted, t) && isfinite(here)) {
            texels += here;
            surface += area(fitted->positions, 3, corner);
        }
    }
    return surface > 0 ? (float)sqrt(texels / surface) : 0;
}

static void describe_parts(draw_mesh *out, const mesh *fitted) {
    for (uint32_t i = 0; i < fitted->part_count; i++) {
        const mesh_part *from = &fitted->parts[i];
        draw_part *to = &out->parts[i];
        to->first_triangle = from->first_triangle;
        to->triangle_count = from->triangle_count;
        if (from->texture != MESH_NO_TEXTURE) {
            const mesh_texture *texture = &fitted->textures[from->texture];
            to->texture = out->textures[from->texture];
            to->width = texture->width;
            to->height = texture->height;
            to->texels_per_unit = texel_density(fitted, from, texture);
        }
    }
    out->part_count = fitted->part_count;
}

bool draw_mesh_upload(draw_mesh *out, const mesh *m, const mesh_fit *fit, char *error, size_t error_size) {
    memset(out, 0, sizeof *out);
    mesh fitted = *m;
    fitted.positions = fitted_positions(m, fit);
    out->parts = calloc(m->part_count + 1, sizeof *out->parts);
    out->textures = calloc(m->texture_count + 1, sizeof *out->textures);
    bool ok = fitted.positions && out->parts && out->textures;
    if (!ok) {
        error_set(error, error_size, "out of memory for %u vertices", (unsigned)m->vertex_count);
    } else {
        measure(out, &fitted);
        upload_buffers(out, &fitted);
        out->triangle_count = m->triangle_count;
        out->has_colours = m->has_colours;
        ok = draw_check("uploading the mesh", error, error_size) && upload_textures(out, m, error, error_size);
    }
    if (ok) {
        describe_parts(out, &fitted);
    } else {
        draw_mesh_free(out);
    }
    free(fitted.positions);
    return ok;
}

void draw_mesh_free(draw_mesh *m) {
    if (m->vertex_array) { /* else GL may not even be loaded */
        glDeleteVertexArrays(1, &m->vertex_array);
        glDeleteBuffers(1, &m->positions);
        glDeleteBuffers(1, &m->normals);
        glDeleteBuffers(1, &m->colours);
        glDeleteBuffers(1, &m->texcoords);
        glDeleteBuffers(1, &m->indices);
        glDeleteTextures((GLsizei)m->texture_count, m->textures);
    }
    free(m->parts);
    free(m->textures);
    memset(m, 0, sizeof *m);
}

bool draw_check(const char *what, char *error, size_t error_size) {
    GLenum code = glGetError();
    if (code == GL_NO_ERROR) {
        return true;
    }
    while (glGetError() != GL_NO_ERROR) {}
    return error_set(error, error_size, "%s: OpenGL %s (0x%04x)", what,
                     code == GL_OUT_OF_MEMORY ? "is out of memory" : "reports an error", (unsigned)code);
}
