/* voxelizer_bits_draw.c - one draw of the mesh's triangles into bits: into words, or into channels.  SPDX-License-Identifier: MIT */
#include "volume/viewport.h"
#include "volume/voxelizer_object.h"

static const GLfloat FARTHEST = 3e38f; /* no corner of a triangle is farther */

uint32_t hpi_volume_bits_slices(const hpi_bits_volume *b) {
    return b->map.depth + b->has_totals;
}

/* Number of layers in a group. */
uint32_t hpi_volume_bits_targets(const hpi_bits_volume *b, uint32_t group) {
    uint32_t left = b->texture.depth - group * b->group_layers;
    return left < b->group_layers ? left : b->group_layers;
}

uint32_t hpi_volume_bits_bind(const hpyr_context *context, const hpi_bits_volume *b, uint32_t group) {
    hpi_gl_targets_bind(context, b->framebuffers[group], hpi_volume_bits_targets(b, group));
    hpi_gl_viewport(context, 0, 0, b->map.width, b->map.height);
    return hpi_volume_bits_targets(b, group);
}

hpyr_result hpi_volume_bits_program(const hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                                    uint32_t targets, GLuint *program) {
    bool raster = kind == SETUP_RASTER, coarse = raster && hpi_volume_rounds_coarsely(v->context);
    const char *vertex = coarse   ? "volume/thin_covered.vert.glsl"
                         : raster ? "volume/thin.vert.glsl"
                                  : "volume/cover.vert.glsl";
    const char *fragment = coarse                              ? "volume/thin_covered.frag.glsl"
                           : raster                            ? "volume/thin.frag.glsl"
                           : v->desc.fill == HPYR_FILL_SURFACE ? "volume/surface.frag.glsl"
                                                               : "volume/solid.frag.glsl";
    hpi_text defines = HPI_TEXT(v->context);
    hpi_gl_add_targets(&defines, targets);
    if (b->has_totals)
        hpi_text_print(&defines, "#define HPYR_TOTALS\n");
    const hpi_gl_program_desc desc = {
        .vertex = {.entry = vertex},
        .fragment = {.part = b->channels.texture ? "volume/channels.glsl" : "volume/words.glsl", .entry = fragment},
        .defines = &defines};
    hpyr_result result = hpi_gl_program_get(v->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

/* The slices that a triangle must reach. In SOLID it flips all bits above it, so none is too low for
 * words; for channels it flips the first alone, which may be the volume's lowest. None is too high for totals. */
static void set_slices(const hpyr_voxelizer *v, const hpi_bits_volume *b, GLuint program, uint32_t first,
                       uint32_t end) {
    bool draws_totals = b->has_totals && end > b->map.depth, lowest = !b->channels.texture || !first;
    GLfloat bottom = !b->is_solid ? (GLfloat)first : lowest ? -FARTHEST : (GLfloat)first - 1.0f;
    uint32_t top = end < b->map.depth ? end : b->map.depth;
    glUniform1i(hpi_gl_location(v->context, program, "", "first_slice"), (GLint)first);
    glUniform1i(hpi_gl_location(v->context, program, "", "depth"), (GLint)hpi_volume_bits_slices(b));
    glUniform2f(hpi_gl_location(v->context, program, "", "slices"), bottom, draws_totals ? FARTHEST : (GLfloat)top);
}

hpyr_result hpi_volume_bits_triangles(hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind, GLuint program,
                                      uint32_t first, uint32_t end, uint32_t triangle_count) {
    const hpyr_flat3d *map = &b->map;
    uint32_t margin[2];
    glUseProgram(program);
    set_slices(v, b, program, first, end);
    if (kind == SETUP_RASTER && !hpi_volume_rounds_coarsely(v->context)) {
        hpi_volume_wide_viewport(v->context, map->width, map->height, margin);
        hpi_volume_set_scale(v->context, program, map->width, map->height, margin);
        glBindVertexArray(v->setups[kind].records_array);
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * triangle_count));
        return HPYR_OK;
    }
    hpyr_result result = hpi_volume_setup_bind(&v->setups[kind], program, HPI_EXTRA_UNIT, map, triangle_count);
    if (result != HPYR_OK)
        return result;
    hpi_volume_set_slack(v->context, program, map->width, map->height);
    if (kind == SETUP_EXACT)
        glUniform1f(hpi_gl_location(v->context, program, "", "margin"),
                    v->desc.fill == HPYR_FILL_SURFACE ? 0.5f : 0.0f);
    glBindVertexArray(v->context->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(6 * triangle_count));
    return HPYR_OK;
}
