/* passes.c - programs, textures and draws of octrees.  SPDX-License-Identifier: MIT */
#include "octree/octree_object.h"

#include "core/sizes.h"

hpyr_result hpi_octree_program(hpyr_octree *octree, const char *entry, const char *define, GLuint *program) {
    hpi_text defines = {0};
    hpi_text_add(&defines, define);
    return hpi_list_program(octree->lists, entry, &defines, program);
}

void hpi_octree_set(const hpyr_octree *octree, GLuint program, const char *name, int64_t value) {
    glUniform1i(hpi_gl_location(octree->context, program, "", name), (GLint)value);
}

void hpi_octree_set_unsigned(const hpyr_octree *octree, GLuint program, const char *name, uint32_t value) {
    glUniform1ui(hpi_gl_location(octree->context, program, "", name), value);
}

void hpi_octree_bind(const hpyr_octree *octree, GLuint program, const char *name, GLuint unit,
                     const hpi_list_plane *plane) {
    hpi_list_bind_plane(octree->lists, program, name, HPI_OCTREE_MORE_UNIT + unit, plane);
}

hpyr_result hpi_octree_use_level(hpyr_octree *octree, const char *entry, int read, uint32_t blocks, GLuint *program) {
    const hpi_octree_level *level = &octree->levels[read ? read : 1];
    hpyr_result result = hpi_octree_program(octree, entry, "", program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, *program, "around", 0, &level->around);
    hpi_octree_bind(octree, *program, "firsts", 1, &level->firsts);
    hpi_octree_bind(octree, *program, "families", 2, &level->families);
    hpi_octree_bind(octree, *program, "parents", 3, &level->parent_nodes);
    hpi_octree_set(octree, *program, "points", read ? 0 : octree->report.points);
    hpi_octree_set(octree, *program, "blocks", blocks);
    return HPYR_OK;
}

hpyr_result hpi_octree_draw(const hpyr_octree *octree, GLuint program, const hpi_list_plane *plane, uint64_t first,
                            uint64_t end) {
    const hpyr_context *context = octree->context;
    uint32_t row = (uint32_t)(first >> plane->shift), width = 1u << plane->shift;
    if (first >= end)
        return HPYR_OK;
    uint32_t rows = (uint32_t)((end - 1) >> plane->shift) + 1 - row;
    glUniform2i(hpi_gl_location(context, program, "", "target_row"), (GLint)(width - 1), plane->shift);
    if (!hpi_gl_target(context, plane->texture, 0, width, rows))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "octree: this GL cannot render to its textures");
    hpi_gl_viewport(context, 0, (int32_t)row, width, rows);
    hpi_gl_draw_fullscreen(context);
    return HPYR_OK;
}

hpyr_result hpi_octree_need(const hpyr_octree *octree, hpyr_format format, uint64_t texels, hpi_list_plane *plane) {
    if (texels > octree->context->caps.max_list_length)
        return hpi_gl_fail(octree->context, HPYR_ERROR_TOO_LARGE, "octree: a texture of %llu texels; this GL allows %u",
                           (unsigned long long)texels, octree->context->caps.max_list_length);
    if (plane->texture && (uint64_t)plane->rows << plane->shift >= texels)
        return HPYR_OK;
    hpi_list_plane_destroy(octree->context, plane);
    *plane = hpi_list_plane_create_of(octree->context, format, texels ? (uint32_t)texels : 1);
    return plane->texture ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpi_octree_need_lists(hpyr_octree *octree, uint32_t entries) {
    hpyr_context *context = octree->context;
    const hpyr_list_scratch_desc *now = hpyr_list_scratch_resolved(octree->lists);
    if (now && entries <= now->capacity)
        return HPYR_OK;
    uint32_t room = entries ? hpi_core_power_of_two(entries) : 1;
    const hpyr_list_scratch_desc desc = {
        .capacity = room < context->caps.max_list_length ? room : context->caps.max_list_length,
        .operations = HPYR_LIST_SCAN | HPYR_LIST_SELECT | HPYR_LIST_SORT};
    hpyr_list_scratch *lists;
    hpyr_result result = hpyr_list_scratch_create(context, &desc, &lists);
    if (result != HPYR_OK) /* what there is serves everything but longer lists */
        return result;
    hpyr_list_scratch_destroy(octree->lists);
    octree->lists = lists;
    return HPYR_OK;
}

hpyr_list hpi_octree_list(const hpi_list_plane *words) {
    return (hpyr_list){.texture = {.name = words->texture,
                                   .target = GL_TEXTURE_2D,
                                   .width = 1u << words->shift,
                                   .height = words->rows,
                                   .format = HPYR_FORMAT_R32UI}};
}

hpyr_result hpi_octree_count_bits(hpyr_octree *octree, const hpi_list_plane *words, uint32_t counted, uint32_t count,
                                  const hpi_list_plane *target) {
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/count_bits.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "words", 0, words);
    hpi_octree_set_unsigned(octree, program, "counted", counted);
    hpi_octree_set(octree, program, "end", count);
    return hpi_octree_draw(octree, program, target, 0, count);
}

uint64_t hpi_owned_planes_bytes(const hpi_owned_plane *planes, int count) {
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++)
        if (planes[i].plane->texture)
            bytes += ((uint64_t)planes[i].plane->rows << planes[i].plane->shift) * planes[i].texel_bytes;
    return bytes;
}

void hpi_owned_planes_destroy(const hpyr_context *context, const hpi_owned_plane *planes, int count) {
    for (int i = 0; i < count; i++)
        hpi_list_plane_destroy(context, planes[i].plane);
}
