/* draw.c - GLSL programs in every dialect, vertex attributes, and what all drawing shares.  SPDX-License-Identifier: MIT */
#include "common/draw/draw.h"

#include "common/files/error.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PIECES = 4 + DRAW_MAX_PIECES };

/* The pyramid's GLSL reads levels in fragment shaders, and rectangle textures. `enable` and not `require`: what this GL lacks,
 * the library keeps out of its GLSL. */
static const char *version_of(int gl, GLenum stage) {
    if (gl >= 33)
        return gl == GL_ES3 ? "#version 300 es\n" : "#version 330 core\n";
    return stage == GL_VERTEX_SHADER ? "#version 120\n#extension GL_ARB_texture_rectangle : enable\n"
                                     : "#version 120\n#extension GL_ARB_texture_rectangle : enable\n"
                                       "#extension GL_ARB_shader_texture_lod : enable\n";
}

/* The shader proper, for messages. */
static const char *last(const char *const *pieces) {
    int i = 1;
    while (i < DRAW_MAX_PIECES && pieces[i])
        i++;
    return pieces[i - 1];
}

static GLuint compile(GLenum stage, int gl, const draw_program_desc *desc, const char *const *pieces) {
    const char *parts[MAX_PIECES];
    GLsizei count = 0;
    parts[count++] = version_of(gl, stage);
    parts[count++] = stage == GL_VERTEX_SHADER ? "#define VERTEX_STAGE\n" : "#define FRAGMENT_STAGE\n";
    parts[count++] = desc->has_own_outputs ? "#define HAS_OWN_OUTPUTS\n" : "";
    parts[count++] = demo_shader(desc->files, "prelude.glsl");
    for (int i = 0; i < DRAW_MAX_PIECES && pieces[i]; i++)
        parts[count++] = strchr(pieces[i], '\n') ? pieces[i] : demo_shader(desc->files, pieces[i]);
    GLuint shader = glCreateShader(stage);
    GLint ok = GL_FALSE;
    glShaderSource(shader, count, parts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char log[ERROR_SIZE / 2] = "";
        glGetShaderInfoLog(shader, (GLsizei)sizeof log, NULL, log);
        error_set("shader %s does not compile: %s", last(pieces), log);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

static GLsizei count_of(const char *const *names) {
    GLsizei count = 0;
    while (names[count])
        count++;
    return count;
}

static GLuint link(GLuint vertex, GLuint fragment, const draw_program_desc *desc) {
    GLint ok = GL_FALSE;
    GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    if (desc->captured)
        glTransformFeedbackVaryings(program, count_of(desc->captured), desc->captured, GL_INTERLEAVED_ATTRIBS);
    for (GLuint i = 0; desc->attributes && desc->attributes[i]; i++)
        glBindAttribLocation(program, i, desc->attributes[i]);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) {
        char log[ERROR_SIZE / 2] = "";
        glGetProgramInfoLog(program, (GLsizei)sizeof log, NULL, log);
        error_set("shader %s does not link: %s", last(desc->fragment), log);
        glDeleteProgram(program);
        return 0;
    }
    return program;
}

uint32_t draw_program(const painter *p, const draw_program_desc *desc) {
    GLuint v = compile(GL_VERTEX_SHADER, p->gl, desc, desc->vertex);
    GLuint f = v ? compile(GL_FRAGMENT_SHADER, p->gl, desc, desc->fragment) : 0;
    GLuint program = v && f ? link(v, f, desc) : 0;
    glDeleteShader(v);
    glDeleteShader(f);
    return program;
}

int draw_uniform(uint32_t program, const char *name) {
    return glGetUniformLocation(program, name);
}

uint32_t draw_buffer(const void *bytes, size_t size) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER,
                 buffer); /* indices too: a core profile has no place for them without a vertex array */
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

#if GL_IS_WEB

bool draw_elements_take(draw_elements *e, uint32_t buffer, size_t bytes) {
    void *indices = malloc(bytes + 1);
    if (!indices)
        return error_set("out of memory for indices");
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, indices);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    if (!e->copy)
        glGenBuffers(1, &e->copy);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, e->copy);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes, indices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    free(indices);
    e->buffer = e->copy;
    return draw_check("copying indices");
}

#else

bool draw_elements_take(draw_elements *e, uint32_t buffer, size_t bytes) {
    (void)bytes;
    e->buffer = buffer;
    return true;
}

#endif

void draw_elements_free(draw_elements *e) {
    if (e->copy) /* else GL may not even be loaded */
        glDeleteBuffers(1, &e->copy);
    e->buffer = e->copy = 0;
}

void draw_attributes_begin(const draw_attribute *attributes, int count) {
    for (int i = 0; i < count; i++) {
        const draw_attribute *a = &attributes[i];
        if (a->buffer) {
            glBindBuffer(GL_ARRAY_BUFFER, a->buffer);
            glVertexAttribPointer((GLuint)i, a->components, a->type ? a->type : GL_FLOAT, a->normalized,
                                  (GLsizei)a->stride, (const void *)(uintptr_t)a->offset);
            glEnableVertexAttribArray((GLuint)i);
        }
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void draw_attributes_end(int count) {
    for (int i = 0; i < count; i++)
        glDisableVertexAttribArray((GLuint)i);
}

void draw_bind(uint32_t program, const char *sampler, uint32_t unit, uint32_t texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0);
    glUniform1i(draw_uniform(program, sampler), (GLint)unit);
}

void draw_unbind(uint32_t first, uint32_t end) {
    for (uint32_t unit = first; unit < end; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glActiveTexture(GL_TEXTURE0);
}

uint32_t draw_texels(uint32_t target, uint32_t format, const uint32_t size[3], uint32_t channels, uint32_t type,
                     const void *texels) {
    const GLsizei width = (GLsizei)size[0], height = (GLsizei)size[1], depth = (GLsizei)size[2];
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(target, name);
    if (target == GL_TEXTURE_2D)
        glTexImage2D(target, 0, (GLint)format, width, height, 0, channels, type, texels);
    else
        glTexImage3D(target, 0, (GLint)format, width, height, depth, 0, channels, type, texels);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(target, 0);
    return name;
}

void draw_border(int gl, uint32_t target) {
    static const GLenum AXES[] = {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R};
    for (int i = 0; i < 3; i++)
        glTexParameteri(target, AXES[i], gl == GL_ES3 ? GL_CLAMP_TO_EDGE : GL_CLAMP_TO_BORDER);
}

static const float CORNERS[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};

bool painter_open(painter *p, int gl) {
    memset(p, 0, sizeof *p);
    p->gl = gl;
    if (gl >= 33)
        glGenVertexArrays(1, &p->vertex_array);
    p->square = draw_buffer(CORNERS, sizeof CORNERS);
    const draw_program_desc desc = {demo_shaders, {"square.vert.glsl"}, {"present.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    p->present = draw_program(p, &desc);
    return p->present && draw_check("preparing to draw");
}

void painter_close(painter *p) {
    if (p->gl) { /* else GL may not even be loaded */
        if (p->vertex_array)
            glDeleteVertexArrays(1, &p->vertex_array);
        glDeleteBuffers(1, &p->square);
        glDeleteProgram(p->present);
        memset(p, 0, sizeof *p);
    }
}

void painter_begin(const painter *p) {
    if (p->vertex_array)
        glBindVertexArray(p->vertex_array);
    if (p->gl != GL_ES3) /* which has no way to turn it off */
        glEnable(GL_MULTISAMPLE);
}

void painter_end(const painter *p) {
    if (p->vertex_array)
        glBindVertexArray(0);
    glUseProgram(0);
}

const char *const DRAW_SQUARE_ATTRIBUTES[] = {"a_corner", NULL};

static draw_attribute corner_of(const painter *p) {
    return (draw_attribute){p->square, 2, GL_FLOAT, false, 0, 0};
}

void draw_square(const painter *p) {
    const draw_attribute corner = corner_of(p);
    draw_attributes_begin(&corner, 1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    draw_attributes_end(1);
}

void draw_present(const painter *p, uint32_t texture) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glUseProgram(p->present);
    draw_bind(p->present, "u_picture", 0, texture);
    draw_square(p);
    draw_unbind(0, 1);
}

void draw_squares(const painter *p, const draw_attribute *attributes, int count, uint32_t squares) {
    draw_attribute all[1 + DRAW_MAX_OF_SQUARE] = {corner_of(p)};
    for (int i = 0; i < count; i++) {
        all[1 + i] = attributes[i];
        glVertexAttribDivisor((GLuint)(1 + i), 1);
    }
    draw_attributes_begin(all, 1 + count);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)squares);
    draw_attributes_end(1 + count);
    for (int i = 0; i < count; i++)
        glVertexAttribDivisor((GLuint)(1 + i), 0);
}

void draw_points_begin(const painter *p) {
    if (p->gl == GL_ES3) /* knows nothing else */
        return;
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE); /* 3.3's GL_PROGRAM_POINT_SIZE */
    if (p->gl < 33)
        glEnable(GL_POINT_SPRITE); /* core profiles know nothing else */
}

void draw_points_end(const painter *p) {
    if (p->gl == GL_ES3)
        return;
    if (p->gl < 33)
        glDisable(GL_POINT_SPRITE);
    glDisable(GL_VERTEX_PROGRAM_POINT_SIZE);
}

/* Mesa's softpipe cuts longer draws after 4096 vertices, and begins anew with gl_VertexID. */
void draw_points(uint32_t count) {
    const uint32_t most = 4096;
    for (uint32_t first = 0; first < count && first <= INT32_MAX - most; first += most)
        glDrawArrays(GL_POINTS, (GLint)first, (GLsizei)(count - first < most ? count - first : most));
}

bool draw_check(const char *what) {
    GLenum code = glGetError();
    if (code == GL_NO_ERROR)
        return true;
    while (glGetError() != GL_NO_ERROR) {}
    return error_set("%s: OpenGL %s (0x%04x)", what, code == GL_OUT_OF_MEMORY ? "is out of memory" : "reports an error",
                     (unsigned)code);
}

bool draw_read_buffer(int gl, uint32_t buffer, size_t size, void *out, const char *what) {
    bool ok = readback_buffer(gl, buffer, 0, size, out);
    return draw_check(what) && (ok || error_set("%s: OpenGL ES refuses it", what));
}
