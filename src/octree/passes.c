/* passes.c - programs, textures and draws of octrees.  SPDX-License-Identifier: MIT */
#include "octree/octree_object.h"

#include "core/sizes.h"
#include "list/operands.h"

hpyr_result hpi_octree_program(hpyr_octree *octree, const char *entry, const char *define, GLuint *program) {
    hpi_text defines = HPI_TEXT(octree->context);
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
    const hpi_octree_level *level = &octree->levels[read];
    /* Level 1 reads no other level. Its own textures must not be bound, or WebGL refuses to draw into them. */
    const hpi_list_plane *none = read ? NULL : &octree->keys;
    hpyr_result result = hpi_octree_program(octree, entry, "", program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, *program, "around", 0, none ? none : &level->around);
    hpi_octree_bind(octree, *program, "firsts", 1, none ? none : &level->firsts);
    hpi_octree_bind(octree, *program, "families", 2, none ? none : &level->families);
    hpi_octree_bind(octree, *program, "parents", 3, none ? none : &level->parent_nodes);
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
    hpi_gl_draw_bands(context, (end - first) * HPI_OCTREE_FETCHES);
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
    const hpyr_lists_desc *now = hpyr_lists_resolved(octree->lists);
    if (now && entries <= now->capacity)
        return HPYR_OK;
    uint32_t room = entries ? hpi_core_power_of_two(entries) : 1;
    const hpyr_lists_desc desc = {
        .capacity = room < context->caps.max_list_length ? room : context->caps.max_list_length,
        .operations = HPYR_LIST_OPERATION_SCAN | HPYR_LIST_OPERATION_SELECT | HPYR_LIST_OPERATION_SORT};
    hpyr_lists *lists;
    hpyr_result result = hpyr_lists_create(context, &desc, &lists);
    if (result != HPYR_OK) /* what there is serves everything but longer lists */
        return result;
    hpyr_lists_destroy(octree->lists);
    octree->lists = lists;
    return HPYR_OK;
}

static hpyr_texture texture_of(const hpi_list_plane *plane, hpyr_format format) {
    return (hpyr_texture){.name = plane->texture,
                          .target = GL_TEXTURE_2D,
                          .width = 1u << plane->shift,
                          .height = plane->rows,
                          .format = format};
}

hpyr_list hpi_octree_list(const hpi_list_plane *words) {
    return (hpyr_list){.texture = texture_of(words, HPYR_FORMAT_R32UI)};
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

void hpi_octree_read_words(const hpyr_octree *octree, uint32_t count, uint32_t *words) {
    uint32_t texels[HPI_OCTREE_MOST_WORDS][4];
    hpi_gl_pixels_read(octree->context, 0, 0, (GLsizei)count, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    for (uint32_t i = 0; i < count; i++)
        words[i] = texels[i][0];
}

/* ---- numbers for callers ---- */

enum { CHUNK = 1 << 20, NUMBER_BYTES = 4 };

/* OpenGL ES copies texels of four words to a buffer, and no others. */
static hpyr_result write_packed(hpyr_octree *octree, const hpi_list_plane *chunk, hpyr_format format, GLuint buffer,
                                uint64_t offset, uint32_t count) {
    const hpyr_texture numbers = texture_of(chunk, format);
    const hpi_list_plane *packed = &octree->packed;
    const GLuint program = hpi_gl_current_program();
    hpyr_result result = hpi_list_pack(octree->lists, &numbers, HPI_STATE_UNITS - 1, count, packed);
    if (result == HPYR_OK)
        result = hpi_list_download(octree->lists, 1u << packed->shift, buffer, offset, (uint64_t)count * NUMBER_BYTES);
    glUseProgram(program);
    return result;
}

/* Copies the first `count` numbers of the framebuffer that is bound, and of a plane, to a buffer. */
static hpyr_result write_chunk(hpyr_octree *octree, const hpi_list_plane *plane, hpyr_format numbers, GLuint buffer,
                               uint64_t offset, uint32_t count) {
    const hpi_gl_format *format = hpi_gl_format_of(numbers);
    if (octree->context->es)
        return write_packed(octree, plane, numbers, buffer, offset, count);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    hpi_gl_pixels_read_rows(octree->context, 1u << plane->shift, count, format->external, format->type, NUMBER_BYTES,
                            (void *)(uintptr_t)offset);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return HPYR_OK;
}

static hpi_list_plane *chunk_of(hpyr_octree *octree, hpyr_format format) {
    return &octree->chunks[format == HPYR_FORMAT_R32F];
}

hpyr_result hpi_octree_need_chunk(hpyr_octree *octree, hpyr_format format, uint64_t count) {
    const uint64_t numbers = count < CHUNK ? count : (uint64_t)CHUNK;
    hpyr_result result = hpi_octree_need(octree, format, numbers, chunk_of(octree, format));
    if (result == HPYR_OK && octree->context->es)
        result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32UI, hpi_list_texels((uint32_t)numbers), &octree->packed);
    return result;
}

hpyr_result hpi_octree_write(hpyr_octree *octree, GLuint program, const hpi_octree_numbers *numbers) {
    const hpi_list_plane *chunk = chunk_of(octree, numbers->format);
    hpi_octree_set_unsigned(octree, program, "per_item", numbers->per_item);
    for (uint64_t done = 0; done < numbers->count; done += CHUNK) {
        const uint64_t left = numbers->count - done, at = numbers->first + done;
        const uint32_t entries = left < CHUNK ? (uint32_t)left : CHUNK;
        hpi_octree_set_unsigned(octree, program, "first_item", (uint32_t)(at / numbers->per_item));
        hpi_octree_set_unsigned(octree, program, "first_part", (uint32_t)(at % numbers->per_item));
        hpyr_result result = hpi_octree_draw(octree, program, chunk, 0, entries);
        if (result == HPYR_OK)
            result = write_chunk(octree, chunk, numbers->format, numbers->buffer, numbers->offset + done * NUMBER_BYTES,
                                 entries);
        if (result != HPYR_OK)
            return result;
    }
    return hpi_gl_buffer_settle(octree->context, numbers->buffer);
}

/* ---- selection ---- */

typedef struct selection {
    const hpyr_octree *octree;
    const hpi_list_plane *flags;
    uint32_t shift;
} selection;

/* A caller's texture stays where it was bound; ours must not. So it goes to the last one of the units
 * that are restored, which a selection does not use. */
static void bind_flags(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    const selection *job = user;
    const hpyr_context *context = job->octree->context;
    const hpi_list_plane *flags = job->flags;
    const GLuint unit = HPI_STATE_UNITS - 1;
    (void)first_unit;
    hpi_gl_texture_bind(context, unit, GL_TEXTURE_2D, flags->texture);
    glUniform1i(hpi_gl_location(context, program, prefix, "my_flags"), (GLint)unit);
    glUniform2i(hpi_gl_location(context, program, prefix, "my_flags_row"), (1 << flags->shift) - 1, flags->shift);
    glUniform1ui(hpi_gl_location(context, program, prefix, "my_shift"), job->shift);
}

hpyr_result hpi_octree_select(hpyr_octree *octree, const hpi_list_plane *flags, uint32_t shift, uint32_t words,
                              const hpi_list_plane *target) {
    static const char is_set[] =
        "uniform usampler2D u_hpyr_my_flags;\n"
        "uniform ivec2 u_hpyr_my_flags_row;\n"
        "uniform uint u_hpyr_my_shift;\n"
        "bool hpyr_select_at(uint place) {\n"
        "    int word = int(place >> u_hpyr_my_shift);\n"
        "    ivec2 at = ivec2(word & u_hpyr_my_flags_row.x, word >> u_hpyr_my_flags_row.y);\n"
        "    return (texelFetch(u_hpyr_my_flags, at, 0).x >> (place & ((1u << u_hpyr_my_shift) - 1u)) & 1u) != 0u;\n"
        "}\n";
    selection job = {octree, flags, shift};
    const hpyr_lists_select_desc select = {.positions = hpi_octree_list(target),
                                           .condition = HPYR_LIST_CONDITION_CUSTOM,
                                           .glsl = is_set,
                                           .bind = bind_flags,
                                           .user = &job,
                                           .length = {.count = words << shift}};
    return hpyr_lists_select(octree->lists, &select);
}

/* ---- planes of objects ---- */

void hpi_planes_visit(hpi_plane_visit *visit, uint32_t texel_bytes, hpi_list_plane *const *planes) {
    for (; *planes; planes++)
        if (visit->destroys)
            hpi_list_plane_destroy(visit->destroys, *planes);
        else if ((*planes)->texture)
            visit->bytes += ((uint64_t)(*planes)->rows << (*planes)->shift) * texel_bytes;
}
