/* bits_index.c - counts of blocks, pyramids over them, records of words, totals.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"

/* Texel fetches of a block: its signs and those of rows beside it, and a rank. */
enum { BLOCK_FETCHES = 32 };

static const GLuint zeros[4] = {0};

static hpyr_texture counts_texture(const hpi_bits_engine *e, int which) {
    return (hpyr_texture){
        .name = e->counts[which], .width = e->width, .height = e->height, .format = HPYR_FORMAT_R32UI};
}

/* See planes.glsl. */
static const char *rows_define(const hpyr_isosurface *iso) {
    return iso->field.size[0] >= BLOCK ? "#define HPYR_LONG_ROWS\n" : "";
}

/* Draws a pass that writes the counts of blocks, the records of cells, or both. */
static hpyr_result look_at_blocks(hpyr_isosurface *iso, const char *what, GLuint framebuffer, uint32_t targets) {
    const hpi_bits_engine *e = &iso->bits;
    hpi_text defines = HPI_TEXT(iso->context);
    GLuint program;
    hpi_text_add(&defines, what);
    hpi_text_add(&defines, rows_define(iso));
    hpyr_result result = defines.failed ? hpi_gl_fail(iso->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program")
                                        : hpi_isosurface_program(iso, "isosurface/count.frag.glsl",
                                                                 hpi_text_get(&defines), NULL, NULL, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    hpi_isosurface_set_blocks(iso, program);
    hpi_isosurface_bind_texture(iso, program, "signs", BITS_UNIT, GL_TEXTURE_2D, e->signs);
    hpi_gl_targets_bind(iso->context, framebuffer, targets);
    bool counts = framebuffer == e->counts_framebuffer;
    if (counts && hpi_isosurface_block_rows(iso) < e->height) /* the blocks behind a small slab are empty */
        for (int i = 0; i < COUNT_TEXTURES; i++)
            glClearBufferuiv(GL_COLOR, i, zeros);
    hpi_isosurface_draw_blocks(iso, BLOCK_FETCHES);
    return HPYR_OK;
}

static hpyr_result count_blocks(hpyr_isosurface *iso) {
    const hpi_bits_engine *e = &iso->bits;
    if (!e->cells_framebuffer)
        return look_at_blocks(iso, "#define HPYR_COUNTS\n#define HPYR_CELLS\n", e->counts_framebuffer,
                              COUNT_TEXTURES + CELL_LAYERS);
    hpyr_result result = look_at_blocks(iso, "#define HPYR_COUNTS\n", e->counts_framebuffer, COUNT_TEXTURES);
    return result == HPYR_OK ? look_at_blocks(iso, "#define HPYR_CELLS\n", e->cells_framebuffer, CELL_LAYERS) : result;
}

/* Stores the rank of every sixteenth block, so that the ranks of all others need not go up all
 * levels. */
static hpyr_result write_ranks(hpyr_isosurface *iso) {
    const hpi_bits_engine *e = &iso->bits;
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result =
        hpi_isosurface_traverse(iso, "isosurface/ranks.frag.glsl", NULL, &e->vertices, &program, &borrowed);
    if (result != HPYR_OK)
        return result;
    if (!hpi_gl_target(iso->context, e->ranks, 0, e->width / RANK_BLOCKS, hpi_isosurface_block_rows(iso)))
        result = HPYR_ERROR_GL;
    else
        hpi_gl_draw_fullscreen(iso->context);
    hpi_core_loan_end(e->vertices.pyramid->context, &borrowed);
    return result;
}

static hpyr_result write_edges(hpyr_isosurface *iso) {
    const hpi_bits_engine *e = &iso->bits;
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result =
        hpi_isosurface_traverse(iso, "isosurface/edges.frag.glsl", rows_define(iso), &e->vertices, &program, &borrowed);
    if (result != HPYR_OK)
        return result;
    hpi_isosurface_set_blocks(iso, program);
    hpi_isosurface_bind_texture(iso, program, "signs", BITS_UNIT, GL_TEXTURE_2D, e->signs);
    hpi_isosurface_bind_texture(iso, program, "ranks", BITS_UNIT + 1, GL_TEXTURE_2D, e->ranks);
    hpi_gl_targets_bind(iso->context, e->edges_framebuffer, EDGE_LAYERS);
    hpi_isosurface_draw_blocks(iso, BLOCK_FETCHES);
    hpi_core_loan_end(e->vertices.pyramid->context, &borrowed);
    return HPYR_OK;
}

/* Writes both totals into one texel, and begins to copy it to the CPU. */
static hpyr_result write_totals(hpyr_isosurface *iso) {
    enum { SECOND_UNIT = HPI_PYRAMID_UNITS, RECORDS_UNIT = 2 * HPI_PYRAMID_UNITS };
    hpi_bits_engine *e = &iso->bits;
    hpi_loan first, second;
    GLuint program;
    hpyr_result result =
        hpi_isosurface_program(iso, "isosurface/totals.frag.glsl", NULL, &e->vertices, &e->triangles, &program);
    if (result == HPYR_OK)
        result =
            hpi_core_use(e->vertices.pyramid, program, e->vertices.prefix, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, &first);
    if (result != HPYR_OK)
        return result;
    result = hpi_core_use(e->triangles.pyramid, program, e->triangles.prefix, SECOND_UNIT, HPI_STATE_UNITS, &second);
    if (result == HPYR_OK && !hpi_gl_target(iso->context, e->totals, 0, 1, 1))
        result = HPYR_ERROR_GL;
    if (result == HPYR_OK) {
        hpi_isosurface_set_blocks(iso, program);
        hpi_isosurface_bind_texture(iso, program, "records", RECORDS_UNIT, GL_TEXTURE_2D_ARRAY, e->records);
        hpi_gl_draw_fullscreen(iso->context);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, e->total_buffer);
        hpi_gl_pixels_read(iso->context, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        hpi_gl_fence_set(iso->context, &e->fence);
        hpi_core_loan_end(e->triangles.pyramid->context, &second);
    }
    hpi_core_loan_end(e->vertices.pyramid->context, &first);
    hpi_gl_target_release(iso->context);
    return result;
}

hpyr_result hpi_isosurface_index(hpyr_isosurface *iso) {
    const hpi_bits_engine *e = &iso->bits;
    const hpyr_texture vertices = counts_texture(e, VERTICES), triangles = counts_texture(e, TRIANGLES);
    hpyr_result result = count_blocks(iso);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(e->vertices.pyramid, &vertices);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(e->triangles.pyramid, &triangles);
    if (result == HPYR_OK)
        result = write_ranks(iso);
    if (result == HPYR_OK)
        result = write_edges(iso);
    return result == HPYR_OK ? write_totals(iso) : result;
}

/* ---- on the CPU ---- */

hpyr_result hpi_isosurface_totals(hpyr_isosurface *iso, bool patient) {
    hpi_bits_engine *e = &iso->bits;
    uint32_t words[4] = {0}, total;
    if (e->has_totals)
        return HPYR_OK;
    hpyr_result result = hpi_gl_fence_ask(iso->context, &e->fence, patient, "isosurface");
    if (result != HPYR_OK)
        return result;
    result = hpi_gl_buffer_read(iso->context, e->total_buffer, 0, sizeof words, words);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(e->vertices.pyramid, &total); /* it finds overflows */
    if (result == HPYR_OK && total > INT32_MAX)
        result = hpi_gl_fail(iso->context, HPYR_ERROR_OVERFLOW, "isosurface: %u vertices; a build may have %d", total,
                             INT32_MAX);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(e->triangles.pyramid, &total);
    e->totals_found[0] = words[0];
    e->totals_found[1] = words[1];
    e->has_totals = result == HPYR_OK;
    return result;
}

static hpyr_result count_actives(hpyr_isosurface *iso) {
    hpi_bits_engine *e = &iso->bits;
    GLuint program;
    hpyr_result result = hpi_isosurface_program(iso, "isosurface/actives.frag.glsl", NULL, NULL, NULL, &program);
    if (result != HPYR_OK)
        return result;
    if (!e->active_counts)
        e->active_counts = hpi_gl_texture_create(iso->context, HPYR_FORMAT_R32UI, e->width, e->height);
    if (!e->active_counts)
        return HPYR_ERROR_OUT_OF_MEMORY;
    hpi_isosurface_set_blocks(iso, program);
    hpi_isosurface_bind_texture(iso, program, "records", BITS_UNIT, GL_TEXTURE_2D_ARRAY, e->records);
    if (!hpi_gl_target(iso->context, e->active_counts, 0, e->width, e->height))
        return HPYR_ERROR_GL;
    glClearBufferuiv(GL_COLOR, 0, zeros);
    hpi_isosurface_draw_blocks(iso, BLOCK_FETCHES);
    hpi_gl_target_release(iso->context);
    return HPYR_OK;
}

hpyr_result hpi_isosurface_actives(hpyr_isosurface *iso) {
    hpi_bits_engine *e = &iso->bits;
    hpyr_result result = HPYR_OK;
    if (e->has_actives)
        return HPYR_OK;
    if (!e->actives.pyramid) {
        hpyr_pyramid_desc desc = *hpyr_pyramid_resolved(e->vertices.pyramid);
        result = hpyr_pyramid_create(iso->context, &desc, &e->actives.pyramid);
    }
    if (result == HPYR_OK)
        result = count_actives(iso);
    const hpyr_texture counts = {
        .name = e->active_counts, .width = e->width, .height = e->height, .format = HPYR_FORMAT_R32UI};
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(e->actives.pyramid, &counts);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(e->actives.pyramid, &e->actives_found);
    e->has_actives = result == HPYR_OK;
    return result;
}
