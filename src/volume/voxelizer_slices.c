/* voxelizer_slices.c - draws the mesh once per slice into a flat-3D texture (Ziegler et al. 2006,
 * section 9): one instance for each slice, into its tile.  SPDX-License-Identifier: MIT */
#include "volume/viewport.h"
#include "volume/voxelizer_object.h"

hpyr_result hpi_volume_slices_create(hpyr_voxelizer *v) {
    static const hpi_gl_program_desc fine = {.vertex = {.entry = "volume/slices.vert.glsl"},
                                             .fragment = {.entry = "volume/slices.frag.glsl"}},
                                     coarse = {.vertex = {.entry = "volume/slices_covered.vert.glsl"},
                                               .fragment = {.entry = "volume/slices_covered.frag.glsl"}};
    hpyr_result result =
        hpi_gl_program_get(v->context, hpi_volume_rounds_coarsely(v->context) ? &coarse : &fine, &v->slices_program);
    return result == HPYR_OK ? hpi_volume_slices_create_output(v) : result;
}

hpyr_result hpi_volume_slices_create_output(hpyr_voxelizer *v) {
    uint32_t width = hpyr_flat3d_texture_width(&v->map), height = hpyr_flat3d_texture_height(&v->map);
    v->output = (hpyr_texture){.name = hpi_gl_texture_create(v->context, HPYR_FORMAT_RGBA8, width, height),
                               .target = GL_TEXTURE_2D,
                               .width = width,
                               .height = height,
                               .depth = 1,
                               .format = HPYR_FORMAT_RGBA8,
                               .channel = HPYR_CHANNEL_ALPHA};
    return v->output.name ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpi_volume_slices_clear(hpyr_voxelizer *v) {
    static const GLfloat nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    if (!hpi_gl_target(v->context, v->output.name, 0, v->output.width, v->output.height))
        return hpi_gl_fail(v->context, HPYR_ERROR_GL, "voxelizer: this GL cannot render to RGBA8");
    if (v->context->legacy) {
        glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    } else {
        glClearBufferfv(GL_COLOR, 0, nothing);
    }
    return HPYR_OK;
}

static void draw_triangles(const hpyr_voxelizer *v, uint32_t triangle_count) {
    uint32_t margin[2];
    hpi_volume_wide_viewport(v->context, v->output.width, v->output.height, margin);
    hpi_volume_set_scale(v->context, v->slices_program, v->output.width, v->output.height, margin);
    glBindVertexArray(v->setups[SETUP_RASTER].records_array);
    glDrawArraysInstanced(GL_TRIANGLES, 0, (GLsizei)(3 * triangle_count), (GLsizei)v->map.depth);
}

/* Where the rasterizer rounds corners coarsely: fragments decide. */
static hpyr_result draw_rectangles(hpyr_voxelizer *v, uint32_t triangle_count) {
    static const uint32_t no_margin[2] = {0, 0};
    hpi_gl_viewport(v->context, 0, 0, v->output.width, v->output.height);
    hpi_volume_set_scale(v->context, v->slices_program, v->output.width, v->output.height, no_margin);
    hpi_volume_set_slack(v->context, v->slices_program, v->output.width, v->output.height);
    hpyr_result result =
        hpi_volume_setup_bind(&v->setups[SETUP_RASTER], v->slices_program, HPI_EXTRA_UNIT, &v->map, triangle_count);
    if (result != HPYR_OK)
        return result;
    glBindVertexArray(v->context->vertex_array);
    glDrawArraysInstanced(GL_TRIANGLES, 0, (GLsizei)(6 * triangle_count), (GLsizei)v->map.depth);
    return HPYR_OK;
}

hpyr_result hpi_volume_slices_draw(hpyr_voxelizer *v, uint32_t triangle_count) {
    const hpyr_flat3d *map = &v->map;
    GLuint program = v->slices_program;
    glUseProgram(program);
    glUniform3i(hpi_gl_location(v->context, program, "", "volume"), (GLint)map->width, (GLint)map->height,
                (GLint)map->tiles_x);
    if (hpi_volume_rounds_coarsely(v->context))
        return draw_rectangles(v, triangle_count);
    draw_triangles(v, triangle_count);
    return HPYR_OK;
}
