/* sides.c - the sides of a mesh's triangles as lines, by transform feedback.  SPDX-License-Identifier: MIT */
#include "common/draw/sides.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <string.h>

enum { LINE_INDICES = 6, BYTES = LINE_INDICES * 4 }; /* of a triangle */

static bool prepare(triangle_sides *s, const painter *p, uint32_t triangles) {
    static const char *const ATTRIBUTES[] = {"a_corners", NULL}, *const CAPTURED[] = {"v_first", "v_last", NULL};
    const draw_program_desc desc = {demo_shaders, {"sides.vert.glsl"}, {"never.frag.glsl"}, ATTRIBUTES, CAPTURED};
    const uint64_t bytes = (uint64_t)triangles * BYTES;
    if (!memory_check("lines between the triangles", bytes))
        return false;
    if (!s->program)
        s->program = draw_program(p, &desc);
    if (!s->program)
        return false;
    if (!s->indices)
        glGenBuffers(1, &s->indices);
    if (s->room < bytes) {
        s->room = bytes + bytes / 4;
        glBindBuffer(GL_ARRAY_BUFFER, s->indices);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)s->room, NULL, GL_DYNAMIC_COPY);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    }
    return draw_check("lines between the triangles");
}

bool triangle_sides_make(triangle_sides *s, const painter *p, uint32_t corners, uint32_t triangles) {
    if (!prepare(s, p, triangles))
        return false;
    glUseProgram(s->program);
    glUniform1i(draw_uniform(s->program, "u_has_corners"), corners != 0);
    if (corners) {
        glBindBuffer(GL_ARRAY_BUFFER, corners);
        glVertexAttribIPointer(0, 3, GL_UNSIGNED_INT, 0, NULL);
        glEnableVertexAttribArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    } else {
        glVertexAttribI4ui(0, 0, 0, 0, 0); /* of the shader's type, though it is not read */
    }
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, s->indices);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)triangles);
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
    glDisableVertexAttribArray(0);
    glVertexAttrib4f(0, 0, 0, 0, 1); /* as others expect it */
    glUseProgram(0);
    return draw_check("lines between the triangles") &&
           draw_elements_take(&s->elements, s->indices, (size_t)triangles * BYTES);
}

/* Draw calls take signed counts. */
void triangle_sides_draw(const triangle_sides *s, uint32_t triangles) {
    const uint32_t most = INT32_MAX / LINE_INDICES;
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, s->elements.buffer);
    for (uint32_t first = 0; first < triangles; first += most) {
        uint32_t count = triangles - first < most ? triangles - first : most;
        glDrawElements(GL_LINES, (GLsizei)(LINE_INDICES * count), GL_UNSIGNED_INT,
                       (const void *)((uintptr_t)first * BYTES));
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

void triangle_sides_free(triangle_sides *s) {
    if (s->program) { /* else GL may not even be loaded */
        glDeleteProgram(s->program);
        glDeleteBuffers(1, &s->indices);
        draw_elements_free(&s->elements);
    }
    memset(s, 0, sizeof *s);
}
