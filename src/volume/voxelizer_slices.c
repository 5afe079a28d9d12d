/* voxelizer_slices.c - the mesh drawn once per slice into a flat-3D texture (Ziegler et al. 2006, section 9): one instance of
 * the prepared triangles a slice, into its tile.  SPDX-License-Identifier: MIT */
#include "volume/voxelizer.h"

hpyr_result hpyr_volume_slices_program(hpyr_voxelizer *voxelizer) {
    static const char *const vertex[] = {"volume/slices.vert.glsl", NULL};
    static const char *const fragment[] = {"volume/slices.frag.glsl", NULL};
    const gl_program_desc desc = {.vertex = vertex, .fragment = fragment};
    return hpyr_gl_program_get(voxelizer->context, &desc, &voxelizer->slices_program);
}

/* A rasterizer may cut triangles at the edge of the viewport and round the new corners, which moves their old edges a little.
 * A viewport that reaches past the texture by up to its own size keeps that away from what is drawn. */
static uint32_t margin(const hpyr_context *context, uint32_t size) {
    uint32_t room = (context->max_viewport - size) / 2;
    return room < size ? room : size;
}

void hpyr_volume_draw_slices(const hpyr_voxelizer *voxelizer, uint32_t triangle_count) {
    const hpyr_flat3d *map = &voxelizer->map;
    const hpyr_context *context = voxelizer->context;
    uint32_t width = hpyr_flat3d_texture_width(map), height = hpyr_flat3d_texture_height(map);
    uint32_t x = margin(context, width), y = margin(context, height);
    GLuint program = voxelizer->slices_program;
    hpyr_gl_viewport(context, -(int32_t)x, -(int32_t)y, width + 2 * x, height + 2 * y);
    glUseProgram(program);
    glUniform3i(hpyr_gl_uniform(program, "", "volume"), (GLint)map->width, (GLint)map->height, (GLint)map->tiles_x);
    glUniform4f(hpyr_gl_uniform(program, "", "scale"), 2.0f / (GLfloat)(width + 2 * x),
                2.0f / (GLfloat)(height + 2 * y), (GLfloat)x, (GLfloat)y);
    glBindVertexArray(voxelizer->setup_array);
    glDrawArraysInstanced(GL_TRIANGLES, 0, (GLsizei)(3 * triangle_count), (GLsizei)map->depth);
}
