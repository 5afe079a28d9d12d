/* expansion_classes.c - the class of each cell, cached with its count.
 * Source: Dyken et al. 2008, section 4.
 *
 *     samples --32 a word--> rows --four a texel--> quads --> classes: triangles + class / 256
 *
 * So every sample is looked at once, not once for each of the eight cells around it. Rows overlap by a sample and have 31 cells.
 * All lie flat-3D in the same tiles. GL 2.1, which has no bits, looks at a cell's eight samples.  SPDX-License-Identifier: MIT */
#include "isosurface/expansion.h"

enum { ROW_CELLS = 31 };

/* Eleven bits hold a class and its count. On GL 2.1 what the pyramid's nodes are stored in. */
static hpyr_format class_format(const hpyr_context *context) {
    if (!context || !context->legacy)
        return HPYR_FORMAT_R16F;
    return context->red_textures ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F;
}

/* Rows in a tile's width. */
static uint32_t runs_of(const hpyr_flat3d *map) {
    return (map->width - 1) / ROW_CELLS + 1;
}

static uint32_t rows_height(const hpyr_flat3d *map) {
    return (map->height + 1) * (map->depth / map->tiles_x + 1); /* samples are one more than cells */
}

uint64_t hpi_isosurface_classes_bytes(const hpyr_context *context, const hpyr_flat3d *map) {
    uint64_t width = hpyr_flat3d_texture_width(map), height = hpyr_flat3d_texture_height(map);
    uint64_t bytes = width * height * hpi_gl_texel_bytes((int)class_format(context));
    if (context && context->legacy)
        return bytes;
    uint64_t runs = (uint64_t)runs_of(map) * map->tiles_x;
    return bytes + runs * (rows_height(map) * (uint64_t)hpi_gl_texel_bytes(HPYR_FORMAT_R32UI) +
                           height * hpi_gl_texel_bytes(HPYR_FORMAT_RGBA32UI));
}

/* ---- life ---- */

static hpyr_result create_rows(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    const hpyr_context *context = iso->context;
    const hpyr_flat3d *map = &store->pyramid->map;
    uint32_t width = runs_of(map) * map->tiles_x, height = rows_height(map);
    if (context->legacy || height > context->caps.max_texture_size) /* then sample by sample */
        return HPYR_OK;
    store->rows = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, width, height);
    store->quads = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, width, store->classes.height);
    return store->rows && store->quads ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpi_isosurface_classes_create(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpyr_texture *t = &iso->store->classes;
    t->width = iso->store->pyramid->base_width;
    t->height = iso->store->pyramid->base_height;
    t->format = class_format(context);
    t->channel = HPYR_CHANNEL_RED;
    if (t->width > context->caps.max_texture_size || t->height > context->caps.max_texture_size)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "isosurface: classes of %ux%u texels; GL takes %u a side",
                           t->width, t->height, context->caps.max_texture_size);
    t->name = hpi_gl_texture_create(context, t->format, t->width, t->height);
    if (!t->name)
        return HPYR_ERROR_OUT_OF_MEMORY;
    bool can_draw = hpi_gl_target(context, t->name, 0, t->width, t->height);
    hpi_gl_target_release(context);
    if (!can_draw)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "isosurface: this GL cannot render to %s",
                           hpi_gl_format_of(t->format)->name);
    return create_rows(iso);
}

void hpi_isosurface_classes_destroy(const hpyr_isosurface *iso) {
    const GLuint textures[] = {iso->store->classes.name, iso->store->rows, iso->store->quads};
    hpi_gl_textures_delete(iso->context, sizeof textures / sizeof *textures, textures);
}

/* ---- passes ---- */

/* A full-screen program in use, its tiles so wide and high. */
static hpyr_result use_pass(hpyr_isosurface *iso, const hpi_gl_program_desc *desc, uint32_t width, uint32_t height,
                            GLuint *program) {
    const uint32_t *cells = iso->store->cells;
    hpyr_result result = hpi_gl_program_get(iso->context, desc, program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(*program);
    glUniform3f(hpi_gl_location(iso->context, *program, "", "tile"), (GLfloat)width, (GLfloat)height,
                (GLfloat)iso->store->pyramid->map.tiles_x);
    glUniform1i(hpi_gl_location(iso->context, *program, "", "layers"), cells[0] && cells[1] ? (GLint)cells[2] : 0);
    glUniform1i(hpi_gl_location(iso->context, *program, "", "lowest_slice"),
                (GLint)(iso->slab.first_owned - iso->slab.first_slice));
    return HPYR_OK;
}

static void draw_pass(const hpyr_isosurface *iso, GLuint texture, uint32_t width, uint32_t height) {
    hpi_gl_target(iso->context, texture, 0, width, height);
    hpi_gl_draw_fullscreen(iso->context);
    hpi_gl_target_release(iso->context);
}

static void bind_input(const hpyr_isosurface *iso, GLuint program, const char *name, GLuint texture) {
    hpi_gl_texture_bind(iso->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, texture);
    glUniform1i(hpi_gl_location(iso->context, program, "", name), HPI_INPUT_UNIT);
}

/* The pass that reads the field into `texture`. */
static hpyr_result draw_from_field(hpyr_isosurface *iso, const char *entry, const uint32_t tile[2], GLuint texture,
                                   uint32_t width, uint32_t height) {
    hpi_text defines = {0};
    const hpi_gl_program_desc desc = {.fragment = {.entry = entry}, .defines = &defines, .caller = iso->field.glsl};
    hpi_gl_borrowed borrowed;
    GLuint program;
    hpi_isosurface_add_defines(iso, &defines);
    hpyr_result result = use_pass(iso, &desc, tile[0], tile[1], &program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        result = hpi_isosurface_field_use(iso, program, "hpyr_", EXPANSION_FIELD_UNIT, HPI_STATE_UNITS, &borrowed);
    if (result != HPYR_OK)
        return result;
    draw_pass(iso, texture, width, height);
    hpi_isosurface_field_release(iso, &borrowed, EXPANSION_FIELD_UNIT);
    return HPYR_OK;
}

static hpyr_result draw_quads(hpyr_isosurface *iso) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/quads.frag.glsl"}};
    const hpyr_flat3d *map = &iso->store->pyramid->map;
    GLuint program;
    hpyr_result result = use_pass(iso, &desc, runs_of(map), map->height, &program);
    if (result != HPYR_OK)
        return result;
    bind_input(iso, program, "rows", iso->store->rows);
    draw_pass(iso, iso->store->quads, runs_of(map) * map->tiles_x, iso->store->classes.height);
    return HPYR_OK;
}

static hpyr_result draw_from_quads(hpyr_isosurface *iso) {
    hpi_text defines = {0};
    const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/classes.frag.glsl"}, .defines = &defines};
    const hpyr_texture *t = &iso->store->classes;
    const hpyr_flat3d *map = &iso->store->pyramid->map;
    GLuint program;
    hpi_text_add(&defines, "#define HPYR_QUADS\n");
    hpyr_result result = use_pass(iso, &desc, map->width, map->height, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    bind_input(iso, program, "quads", iso->store->quads);
    glUniform1i(hpi_gl_location(iso->context, program, "", "quads_width"), (GLint)runs_of(map));
    draw_pass(iso, t->name, t->width, t->height);
    return HPYR_OK;
}

hpyr_result hpi_isosurface_draw_classes(hpyr_isosurface *iso) {
    const hpi_expansion_store *store = iso->store;
    const hpyr_texture *t = &store->classes;
    const hpyr_flat3d *map = &store->pyramid->map;
    const uint32_t cells[2] = {map->width, map->height}, rows[2] = {runs_of(map), map->height + 1};
    if (!store->rows)
        return draw_from_field(iso, "isosurface/classes.frag.glsl", cells, t->name, t->width, t->height);
    hpyr_result result =
        draw_from_field(iso, "isosurface/rows.frag.glsl", rows, store->rows, rows[0] * map->tiles_x, rows_height(map));
    if (result == HPYR_OK)
        result = draw_quads(iso);
    return result == HPYR_OK ? draw_from_quads(iso) : result;
}
