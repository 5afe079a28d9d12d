/* bits_engine.c - the GL objects of a hpyr_isosurface, and how large they are.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"

#include "tables/cube_cases.h"

/* Most samples in a slice. Shaders add a block, or a second slice, to such a number as signed
 * integers. */
enum { MAX_SLICE = 1 << 30 };

/* ---- shape ---- */

static uint64_t slab_samples(const hpyr_field_grid *d) {
    return hpi_field_most_slices(d) * d->height * hpi_isosurface_padded(d->width);
}

/* The number of blocks in a row is the power of two that makes the texture about square. */
static void shape_of(const hpyr_field_grid *d, hpi_bits_engine *e) {
    uint64_t blocks = (slab_samples(d) - 1) / BLOCK + 1;
    e->row_shift = RANK_SHIFT;
    while ((uint64_t)1 << (2 * e->row_shift) < blocks)
        e->row_shift++;
    e->width = 1u << e->row_shift;
    e->height = (uint32_t)((blocks - 1) / e->width + 1);
}

static bool samples_fit(const hpyr_field_grid *d) {
    uint64_t slice = hpi_isosurface_padded(d->width) * d->height;
    return slice <= MAX_SLICE && slab_samples(d) <= UINT32_MAX - BLOCK;
}

static hpyr_pyramid_desc pyramid_desc(const hpi_bits_engine *e) {
    return (hpyr_pyramid_desc){.width = e->width, .height = e->height, .layout = HPYR_LAYOUT_LINE};
}

uint64_t hpi_isosurface_engine_bytes(const hpyr_context *context, const hpyr_field_grid *grid) {
    hpi_bits_engine e = {0};
    if (!samples_fit(grid))
        return 0;
    shape_of(grid, &e);
    hpyr_pyramid_desc pyramid = pyramid_desc(&e);
    uint64_t texels = (uint64_t)e.width * e.height, of_block = 16 + 16 * BOUND_TEXTURES + 4 * COUNT_TEXTURES +
                                                               16 * (EDGE_LAYERS + CELL_LAYERS) + 4 * BLOCK + 4;
    uint64_t of_pyramid = hpyr_pyramid_bytes(context, &pyramid); /* 0 if it does not fit, nor do the textures */
    uint64_t table = HPYR_CUBE_CASES * HPYR_CUBE_TRIANGLES * sizeof(GLushort),
             totals = 5 * 16; /* our texel, our buffer, and the buffers of three pyramids */
    return of_pyramid ? texels * of_block + texels / RANK_BLOCKS * 4 + 3 * of_pyramid + table + totals : 0;
}

/* ---- life ---- */

static hpyr_result check_size(const hpyr_isosurface *iso) {
    const hpyr_field_grid *d = &iso->desc.grid;
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
    const int *turn = iso->grid.is_reversed ? backwards : forwards;
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
    hpi_bits_engine *e = &iso->bits;
    for (int i = 0; i < COUNT_TEXTURES; i++) {
        e->counts[i] = hpi_gl_texture_create(iso->context, HPYR_FORMAT_R32UI, e->width, e->height);
        if (!e->counts[i])
            return false;
    }
    return true;
}

/* The pass that counts also writes the records of cells, if it has targets for both. The records of
 * edges hold ranks, which come later. */
static hpyr_result create_framebuffers(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpi_bits_engine *e = &iso->bits;
    const hpi_gl_layers cells = {e->records, 0, EDGE_LAYERS, CELL_LAYERS}, none = {0};
    bool together = context->targets >= COUNT_TEXTURES + CELL_LAYERS;
    e->counts_framebuffer = hpi_gl_framebuffer_create(context, e->counts, COUNT_TEXTURES, together ? &cells : &none);
    if (!together)
        e->cells_framebuffer = hpi_gl_framebuffer_create(context, NULL, 0, &cells);
    e->edges_framebuffer = hpi_gl_layers_framebuffer(context, e->records, 0, 0, EDGE_LAYERS);
    return e->counts_framebuffer && (together || e->cells_framebuffer) && e->edges_framebuffer ? HPYR_OK
                                                                                               : HPYR_ERROR_GL;
}

static hpyr_result create_textures(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpi_bits_engine *e = &iso->bits;
    e->signs = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, e->width, e->height);
    e->records = hpi_gl_array_create(context, HPYR_FORMAT_RGBA32UI, e->width, e->height, EDGE_LAYERS + CELL_LAYERS);
    e->ranks = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, e->width / RANK_BLOCKS, e->height);
    e->totals = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, 1, 1);
    e->table = hpi_gl_texture_create(context, HPYR_FORMAT_R16UI, HPYR_CUBE_TRIANGLES, HPYR_CUBE_CASES);
    bool has_counts = create_counts(iso);
    if (!e->signs || !has_counts || !e->ranks || !e->records || !e->totals || !e->table)
        return HPYR_ERROR_OUT_OF_MEMORY;
    /* This is a probe. It comes first, since it would take an error of the calls below for its
     * own. */
    hpyr_result result = hpi_isosurface_lists_create(iso);
    if (result != HPYR_OK)
        return result;
    fill_table(iso, e->table);
    e->total_buffer = hpi_gl_read_buffer_create(16);
    return create_framebuffers(iso);
}

hpyr_result hpi_isosurface_engine_create(hpyr_isosurface *iso) {
    hpyr_result result = check_size(iso);
    if (result != HPYR_OK)
        return result;
    hpi_bits_engine *e = &iso->bits;
    shape_of(&iso->desc.grid, e);
    e->vertices.prefix = "vertex_";
    e->triangles.prefix = "triangle_";
    e->actives.prefix = "active_";
    hpyr_pyramid_desc desc = pyramid_desc(e);
    result = create_textures(iso);
    if (result == HPYR_OK)
        result = hpyr_pyramid_create(iso->context, &desc, &e->vertices.pyramid);
    if (result == HPYR_OK)
        result = hpyr_pyramid_create(iso->context, &desc, &e->triangles.pyramid);
    return result;
}

void hpi_isosurface_engine_destroy(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpi_bits_engine *e = &iso->bits;
    const GLuint textures[] = {e->signs, e->ranks, e->records, e->table, e->totals, e->active_counts};
    const GLuint buffers[] = {e->copy, e->total_buffer};
    hpyr_pyramid_destroy(e->vertices.pyramid);
    hpyr_pyramid_destroy(e->triangles.pyramid);
    hpyr_pyramid_destroy(e->actives.pyramid);
    hpi_isosurface_lists_destroy(iso);
    hpi_gl_framebuffers_delete(context, 1, &e->edges_framebuffer);
    hpi_gl_framebuffers_delete(context, 1, &e->counts_framebuffer);
    hpi_gl_framebuffers_delete(context, 1, &e->cells_framebuffer);
    hpi_gl_texels_delete(context, &e->wide);
    hpi_gl_framebuffers_delete(context, 1, &e->bounds_framebuffer);
    hpi_gl_textures_delete(context, COUNT_TEXTURES, e->counts);
    hpi_gl_textures_delete(context, BOUND_TEXTURES, e->bounds);
    hpi_gl_textures_delete(context, sizeof textures / sizeof *textures, textures);
    hpi_gl_buffers_delete(context, sizeof buffers / sizeof *buffers, buffers);
    if (hpi_gl_is_current(context))
        hpi_gl_fence_delete(&e->fence);
}
