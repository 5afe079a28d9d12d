/* hpi_bits_engine.c - expansion FRAGMENT: memory, and what its passes share.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"
#include "reference/cube_cases.h"

#include <stdlib.h>

/* Of a slice, in samples: the shaders add a block, or another one, in signed numbers. */
enum { MAX_SLICE = 1 << 30 };

/* ---- shape ---- */

uint64_t hpi_isosurface_padded(uint32_t width) {
    return ((uint64_t)width + 15) / 16 * 16;
}

static uint64_t slab_samples(const hpyr_isosurface_desc *d) {
    uint64_t slices = d->slab_depth < d->depth ? (uint64_t)d->slab_depth + 3 : d->depth;
    return (slices < d->depth ? slices : d->depth) * d->height * hpi_isosurface_padded(d->width);
}

/* A row of blocks is the power of two that makes the texture about square. */
static void shape_of(const hpyr_isosurface_desc *d, hpi_bits_engine *e) {
    uint64_t blocks = (slab_samples(d) - 1) / BLOCK + 1;
    e->row_shift = RANK_SHIFT;
    while ((uint64_t)1 << (2 * e->row_shift) < blocks)
        e->row_shift++;
    e->width = 1u << e->row_shift;
    e->height = (uint32_t)((blocks - 1) / e->width + 1);
}

static bool samples_fit(const hpyr_isosurface_desc *d) {
    uint64_t slice = hpi_isosurface_padded(d->width) * d->height;
    return slice <= MAX_SLICE && slab_samples(d) <= UINT32_MAX - BLOCK;
}

static hpyr_pyramid_desc pyramid_desc(const hpi_bits_engine *e) {
    return (hpyr_pyramid_desc){.width = e->width, .height = e->height, .layout = HPYR_LAYOUT_LINE};
}

static uint64_t bits_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc) {
    hpi_bits_engine e = {0};
    if (!samples_fit(desc))
        return 0;
    shape_of(desc, &e);
    hpyr_pyramid_desc pyramid = pyramid_desc(&e);
    uint64_t texels = (uint64_t)e.width * e.height,
             of_block = 16 + 4 * COUNT_TEXTURES + 16 * (EDGE_LAYERS + CELL_LAYERS) + 4 * BLOCK + 4;
    uint64_t table = HPYR_CUBE_CASES * HPYR_CUBE_TRIANGLES * sizeof(GLushort),
             totals = 5 * 16; /* ours twice, pyramids' */
    return texels * of_block + texels / RANK_BLOCKS * 4 + 3 * hpyr_pyramid_bytes(context, &pyramid) + table + totals;
}

/* ---- life ---- */

static hpyr_result check_size(const hpyr_isosurface *iso) {
    const hpyr_isosurface_desc *d = &iso->desc;
    const hpyr_context *context = iso->context;
    hpi_bits_engine e = {0};
    if (!samples_fit(d))
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                           "isosurface: %llu samples in a build, %llu in a slice; allowed are %u, and %d in a slice. "
                           "Use slab_depth",
                           (unsigned long long)slab_samples(d),
                           (unsigned long long)hpi_isosurface_padded(d->width) * d->height, UINT32_MAX - BLOCK,
                           MAX_SLICE);
    shape_of(d, &e);
    if (e.width > context->caps.max_texture_size || e.height > context->caps.max_texture_size)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                           "isosurface: %llu samples need a texture of %ux%u texels; this GL allows %ux%u",
                           (unsigned long long)slab_samples(d), e.width, e.height, context->caps.max_texture_size,
                           context->caps.max_texture_size);
    return HPYR_OK;
}

static void fill_table(const hpyr_isosurface *iso, GLuint texture) {
    static const int forwards[3] = {0, 1, 2}, backwards[3] = {0, 2, 1};
    const int *turn = hpi_isosurface_is_reversed(&iso->desc) ? backwards : forwards;
    GLushort entries[HPYR_CUBE_CASES][HPYR_CUBE_TRIANGLES] = {{0}};
    uint8_t edges[HPYR_CUBE_CORNERS];
    for (uint32_t c = 0; c < HPYR_CUBE_CASES; c++) {
        uint32_t triangles = hpi_cube_case(c, edges);
        for (uint32_t t = 0; t < triangles; t++) {
            const uint8_t *e = edges + 3 * t;
            entries[c][t] = (GLushort)(e[turn[0]] | e[turn[1]] << 4 | e[turn[2]] << 8);
        }
    }
    hpi_gl_texture_bind(iso->context, HPI_PYRAMID_UNIT, GL_TEXTURE_2D, texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, HPYR_CUBE_TRIANGLES, HPYR_CUBE_CASES, GL_RED_INTEGER, GL_UNSIGNED_SHORT,
                    entries);
}

static bool create_counts(hpyr_isosurface *iso) {
    hpi_bits_engine *e = iso->bits;
    for (int i = 0; i < COUNT_TEXTURES; i++) {
        e->counts[i] = hpi_gl_texture_create(iso->context, HPYR_FORMAT_R32UI, e->width, e->height);
        if (!e->counts[i])
            return false;
    }
    return true;
}

/* Counting a block finds what is known of its cells; of its edges, the ranks come later. */
static hpyr_result create_framebuffers(hpyr_isosurface *iso) {
    hpi_bits_engine *e = iso->bits;
    const hpi_gl_layers cells = {e->records, 0, EDGE_LAYERS, CELL_LAYERS};
    e->counts_framebuffer = hpi_gl_framebuffer_create(iso->context, e->counts, COUNT_TEXTURES, &cells);
    e->edges_framebuffer = hpi_gl_layers_framebuffer(iso->context, e->records, 0, 0, EDGE_LAYERS);
    return e->counts_framebuffer && e->edges_framebuffer ? HPYR_OK : HPYR_ERROR_GL;
}

static hpyr_result create_textures(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpi_bits_engine *e = iso->bits;
    e->signs = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, e->width, e->height);
    e->records = hpi_gl_array_create(context, HPYR_FORMAT_RGBA32UI, e->width, e->height, EDGE_LAYERS + CELL_LAYERS);
    e->ranks = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, e->width / RANK_BLOCKS, e->height);
    e->totals = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, 1, 1);
    e->table = hpi_gl_texture_create(context, HPYR_FORMAT_R16UI, HPYR_CUBE_TRIANGLES, HPYR_CUBE_CASES);
    bool has_counts = create_counts(iso);
    if (!e->signs || !has_counts || !e->ranks || !e->records || !e->totals || !e->table)
        return HPYR_ERROR_OUT_OF_MEMORY;
    /* A probe, which would take an error of the calls below for its own. */
    hpyr_result result = hpi_isosurface_lists_create(iso);
    if (result != HPYR_OK)
        return result;
    fill_table(iso, e->table);
    glGenTextures(1, &e->wide);
    glGenBuffers(1, &e->total_buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, e->total_buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, 16, NULL, GL_STREAM_READ);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return create_framebuffers(iso);
}

static hpyr_result bits_create(hpyr_isosurface *iso) {
    hpi_gl_state state;
    hpyr_result result = check_size(iso);
    if (result != HPYR_OK)
        return result;
    iso->bits = calloc(1, sizeof *iso->bits);
    if (!iso->bits)
        return hpi_gl_fail(iso->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for an isosurface");
    hpi_bits_engine *e = iso->bits;
    shape_of(&iso->desc, e);
    e->vertices.prefix = "vertex_";
    e->triangles.prefix = "triangle_";
    e->actives.prefix = "active_";
    hpyr_pyramid_desc desc = pyramid_desc(e);
    hpi_gl_state_enter(iso->context, &state);
    result = hpi_gl_state_leave(iso->context, &state, create_textures(iso));
    if (result == HPYR_OK)
        result = hpyr_pyramid_create(iso->context, &desc, &e->vertices.pyramid);
    if (result == HPYR_OK)
        result = hpyr_pyramid_create(iso->context, &desc, &e->triangles.pyramid);
    return result;
}

static void bits_destroy(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpi_bits_engine *e = iso->bits;
    if (!e)
        return;
    const GLuint textures[] = {e->signs, e->ranks, e->records, e->table, e->totals, e->active_counts, e->wide};
    const GLuint buffers[] = {e->copy, e->total_buffer};
    hpyr_pyramid_destroy(e->vertices.pyramid);
    hpyr_pyramid_destroy(e->triangles.pyramid);
    hpyr_pyramid_destroy(e->actives.pyramid);
    hpi_isosurface_lists_destroy(iso);
    hpi_gl_framebuffers_delete(context, 1, &e->edges_framebuffer);
    hpi_gl_framebuffers_delete(context, 1, &e->counts_framebuffer);
    hpi_gl_textures_delete(context, COUNT_TEXTURES, e->counts);
    hpi_gl_textures_delete(context, sizeof textures / sizeof *textures, textures);
    hpi_gl_buffers_delete(context, sizeof buffers / sizeof *buffers, buffers);
    if (hpi_gl_is_current(context))
        hpi_gl_fence_delete(&e->fence);
    free(e);
}

/* ---- passes ---- */

hpyr_result hpi_isosurface_program(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                   const hpi_block_pyramid *first, const hpi_block_pyramid *second, GLuint *program) {
    const hpi_block_pyramid *const pyramids[] = {first, second};
    bool reads_field = hpi_gl_stage_includes(entry, "isosurface/field.glsl");
    hpi_text defines = {0}, front = {0};
    hpyr_result result = HPYR_OK;
    for (int i = 0; result == HPYR_OK && i < 2 && pyramids[i]; i++)
        result = hpi_core_add_glsl(pyramids[i]->pyramid, pyramids[i]->prefix, &front);
    if (reads_field)
        hpi_isosurface_add_defines(iso, &defines);
    hpi_text_add(&defines, more_defines ? more_defines : "");
    const hpi_gl_program_desc desc = {.fragment = {.entry = entry},
                                      .front = &front,
                                      .defines = &defines,
                                      .caller = reads_field ? iso->field.glsl : NULL};
    if (result == HPYR_OK)
        result = hpi_gl_program_get(iso->context, &desc, program);
    if (result == HPYR_OK)
        glUseProgram(*program);
    hpi_text_free(&defines);
    hpi_text_free(&front);
    return result;
}

hpyr_result hpi_isosurface_traverse(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                    const hpi_block_pyramid *keys, GLuint *program, hpi_gl_borrowed *borrowed) {
    hpyr_result result = hpi_isosurface_program(iso, entry, more_defines, keys, NULL, program);
    if (result != HPYR_OK)
        return result;
    return hpi_core_use(keys->pyramid, *program, keys->prefix, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, borrowed);
}

void hpi_isosurface_bind_texture(const hpyr_isosurface *iso, GLuint program, const char *name, GLuint unit,
                                 GLenum target, GLuint texture) {
    hpi_gl_texture_bind(iso->context, unit, target, texture);
    glUniform1i(hpi_gl_location(iso->context, program, "", name), (GLint)unit);
}

static uint32_t least(uint64_t a, uint64_t b) {
    return (uint32_t)(a < b ? a : b);
}

void hpi_isosurface_set_blocks(const hpyr_isosurface *iso, GLuint program) {
    const hpi_bits_engine *e = iso->bits;
    const uint32_t *size = iso->field.size;
    uint32_t row = e->stride, slice = row * size[1], count = slice * size[2];
    uint32_t first = iso->slab.first_owned - iso->slab.first_slice, end = first + iso->slab.owned_count;
    glUniform1i(hpi_gl_location(iso->context, program, "", "row_shift"), (GLint)e->row_shift);
    glUniform2f(hpi_gl_location(iso->context, program, "", "texel"), 1.0f / (float)e->width, 1.0f / (float)e->height);
    glUniform3ui(hpi_gl_location(iso->context, program, "", "samples"), size[0], size[1], size[2]);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "stride"), row);
    glUniform4ui(hpi_gl_location(iso->context, program, "", "rows"), 0, row, slice, slice + row);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "count"), count);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "last_block"), (count - 1) / BLOCK);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "start"), first * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "cells_end"), least(end, size[2] - 1) * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "edges_end"), least((uint64_t)end + 1, size[2]) * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "up_end"), (size[2] - 1) * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "owned_end"), end * slice);
}

uint32_t hpi_isosurface_block_rows(const hpyr_isosurface *iso) {
    uint32_t count = iso->bits->stride * iso->field.size[1] * iso->field.size[2];
    return ((count - 1) / BLOCK) / iso->bits->width + 1;
}

void hpi_isosurface_draw_blocks(const hpyr_isosurface *iso) {
    hpi_gl_viewport(iso->context, 0, 0, iso->bits->width, hpi_isosurface_block_rows(iso));
    hpi_gl_draw_fullscreen(iso->context);
}

/* ---- the engine ---- */

static hpyr_result bits_classify(hpyr_isosurface *iso) {
    hpi_gl_state state;
    hpi_gl_state_enter(iso->context, &state);
    iso->bits->has_totals = iso->bits->has_actives = false;
    hpi_gl_fence_delete(&iso->bits->fence);
    return hpi_gl_state_leave(iso->context, &state, hpi_isosurface_write_signs(iso));
}

static hpyr_result bits_counts(hpyr_isosurface *iso, hpyr_mesh_counts *counts, bool patient) {
    hpyr_result result = hpi_isosurface_totals(iso, patient);
    if (result == HPYR_OK && patient)
        result = hpi_isosurface_actives(iso);
    if (result != HPYR_OK)
        return result;
    counts->crossed_edges = iso->bits->totals_found[0];
    counts->triangles = iso->bits->totals_found[1];
    counts->active_cells = patient ? iso->bits->actives_found : 0;
    return HPYR_OK;
}

static hpyr_result bits_command(hpyr_isosurface *iso, uint32_t buffer, uint64_t offset) {
    const hpi_bits_engine *e = iso->bits;
    GLuint program, target = hpi_gl_texture_create(iso->context, HPYR_FORMAT_RGBA32UI, 2, 1);
    hpyr_result result = target ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK)
        result = hpi_isosurface_program(iso, "isosurface/command.frag.glsl", NULL, NULL, NULL, &program);
    if (result == HPYR_OK && !hpi_gl_target(iso->context, target, 0, 2, 1))
        result = HPYR_ERROR_GL;
    if (result == HPYR_OK) {
        hpi_isosurface_bind_texture(iso, program, "totals", BITS_UNIT, GL_TEXTURE_2D, e->totals);
        hpi_gl_draw_fullscreen(iso->context);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, (void *)(uintptr_t)offset);
        glReadPixels(1, 0, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, (void *)(uintptr_t)(offset + 16));
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        result = hpi_gl_buffer_settle(iso->context);
    }
    hpi_gl_target_release(iso->context);
    glDeleteTextures(1, &target);
    return result;
}

const hpi_iso_engine hpi_isosurface_bits_engine = {
    .bytes = bits_bytes,
    .create = bits_create,
    .destroy = bits_destroy,
    .classify = bits_classify,
    .build = hpi_isosurface_index,
    .counts = bits_counts,
    .extract = hpi_isosurface_write_mesh,
    .download = hpi_isosurface_read_mesh,
    .command = bits_command,
};
