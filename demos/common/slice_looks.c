/* slice_looks.c - colours and normals of points where only slices know them: on OpenGL 2.1.  SPDX-License-Identifier: MIT
 *
 * Slices hold a colour for each voxel, and a pass over the point list fetches each point's. Normals come the same way: they are given
 * to the voxelizer as if they were colours. */
#include "slice_looks.h"

#include "gl.h"
#include "shaders.h"

#include <math.h>
#include <stdlib.h>

enum { COLOURS, NORMALS, LIST_COUNT };

struct slice_looks {
    painter painter;
    uint32_t program;
    uint32_t framebuffers[LIST_COUNT]; /* of lists with `side` texels a side */
    uint32_t side;
    uint32_t encoded; /* the mesh's normals as colours */
};

slice_looks *slice_looks_create(int gl, char *error, size_t error_size) {
    slice_looks *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(error, error_size, "out of memory");
        return NULL;
    }
    draw_program_desc desc = {0};
    desc.name = "slice_looks.frag.glsl";
    desc.vertex[0] = demo_shader(NULL, 0, "square.vert.glsl");
    desc.fragment[0] = demo_shader(NULL, 0, desc.name);
    desc.attributes = DRAW_SQUARE_ATTRIBUTES;
    if (painter_open(&s->painter, gl, error, error_size)) {
        s->program = draw_program(&s->painter, &desc, error, error_size);
    }
    if (!s->program) {
        slice_looks_destroy(s);
        return NULL;
    }
    glGenBuffers(1, &s->encoded);
    return s;
}

static void drop_framebuffers(slice_looks *s) {
    for (int i = 0; i < LIST_COUNT; i++) {
        framebuffer_delete(s->painter.gl, &s->framebuffers[i]);
    }
    s->side = 0;
}

void slice_looks_destroy(slice_looks *s) {
    if (!s) {
        return;
    }
    if (s->program) {
        drop_framebuffers(s);
        glDeleteProgram(s->program);
        glDeleteBuffers(1, &s->encoded);
    }
    painter_close(&s->painter);
    free(s);
}

static bool make_framebuffers(slice_looks *s, const pipeline *p, char *error, size_t error_size) {
    const uint32_t lists[LIST_COUNT] = {p->colours.name, p->normals.name};
    if (s->side == p->colours.width) {
        return true;
    }
    drop_framebuffers(s);
    for (int i = 0; i < LIST_COUNT; i++) {
        s->framebuffers[i] = framebuffer_of(s->painter.gl, lists[i]);
        if (!s->framebuffers[i]) {
            return error_set(error, error_size, "this OpenGL does not draw into a list of the points' %s",
                             i == COLOURS ? "colours" : "normals");
        }
    }
    s->side = p->colours.width;
    return true;
}

static void bind_unit(GLuint unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0);
}

/* From the slices as they are now; whole rows of the list, as many as there are points in. */
static void fetch(const slice_looks *s, const pipeline *p, int list) {
    GLint framebuffer = 0, viewport[4];
    uint32_t program = s->program, side = p->list_texture.width;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
    glGetIntegerv(GL_VIEWPORT, viewport);
    framebuffer_bind(s->painter.gl, s->framebuffers[list]);
    glViewport(0, 0, (GLsizei)side, (GLsizei)((p->total + side - 1) / side));
    painter_begin(&s->painter);
    glUseProgram(program);
    glUniform1i(draw_uniform(program, "u_cells"), 0);
    glUniform1i(draw_uniform(program, "u_slices"), 1);
    glUniform1i(draw_uniform(program, "u_are_normals"), list == NORMALS);
    glUniform1f(draw_uniform(program, "u_side"), (float)side);
    glUniform2f(draw_uniform(program, "u_slices_size"), (float)p->volume.width, (float)p->volume.height);
    glUniform2f(draw_uniform(program, "u_slice"), (float)p->desc.grid[0], (float)p->desc.grid[1]);
    glUniform1f(draw_uniform(program, "u_tiles"), (float)p->map.tiles_x);
    bind_unit(0, p->list_texture.name);
    bind_unit(1, p->volume.name);
    draw_square(&s->painter);
    bind_unit(1, 0);
    bind_unit(0, 0);
    painter_end(&s->painter);
    framebuffer_bind(s->painter.gl, (uint32_t)framebuffer);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
}

/* -1..1 to 1..255, 0 to exactly 128; also what is no number. */
static uint8_t encode(float n) {
    return (uint8_t)(128 + lrintf(127 * fminf(fmaxf(n, -1), 1)));
}

/* On demand, for normals that may change with every frame. */
static bool encode_normals(const slice_looks *s, const draw_mesh *mesh, char *error, size_t error_size) {
    GLint size = 0;
    glBindBuffer(GL_ARRAY_BUFFER, mesh->normals);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    size_t count = (size_t)size / 12;
    float *normals = malloc((size_t)size + 1);
    uint8_t *colours = malloc(count * 4 + 1);
    bool ok = normals && colours;
    if (ok) {
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, size, normals);
        for (size_t i = 0; i < count * 4; i++) {
            colours[i] = i % 4 < 3 ? encode(normals[i / 4 * 3 + i % 4]) : 255;
        }
        glBindBuffer(GL_ARRAY_BUFFER, s->encoded);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * 4), colours, GL_STREAM_DRAW);
    } else {
        error_set(error, error_size, "out of memory for %zu normals", count);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    free(normals);
    free(colours);
    return ok && draw_check("normals for the slices", error, error_size);
}

bool slice_looks_make(slice_looks *s, const pipeline *p, const draw_mesh *mesh, const float transform[16], char *error,
                      size_t error_size) {
    if (p->total == 0) {
        return true;
    }
    if (!make_framebuffers(s, p, error, error_size) || !encode_normals(s, mesh, error, error_size)) {
        return false;
    }
    fetch(s, p, COLOURS);
    hpyr_mesh coded = pipeline_describe(mesh);
    coded.colour_buffer = s->encoded;
    hpyr_result result = hpyr_voxelizer_run(p->voxelizer, &coded, transform);
    if (!library_check(p->library, result, "voxelizing the normals", error, error_size)) {
        return false;
    }
    fetch(s, p, NORMALS);
    return draw_check("colours and normals of the points", error, error_size);
}
