/* cubes_classes.c - the class of each cell, stored with its number of triangles.
 * Source: Dyken et al. 2008, section 4.
 * SPDX-License-Identifier: MIT
 *
 *     samples --32 a word--> rows --four a texel--> quads --> classes: triangles + class / 256
 *
 * A row is the signs of 32 neighboring samples, so every sample is read once, and not once for
 * each of the eight cells around it. Rows overlap by one sample and so have 31 cells. A quad is the
 * four rows around 31 cells. All textures have the same flat-3D tiles. GL 2.1 has no bits in its
 * shaders: there the eight samples of each cell are read. */
#include "isosurface/cubes.h"

enum { ROW_CELLS = 31, SAMPLES_OF_ROW = 32, SAMPLES_OF_CELL = 8 };

/* A class and its count take eleven bits, which a 16-bit float holds exactly. GL 2.1 has the format
 * of the pyramid's nodes. */
static hpyr_format class_format(const hpyr_context *context) {
    if (!context || !context->legacy)
        return HPYR_FORMAT_R16F;
    return context->red_textures ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F;
}

/* Number of rows of 31 cells in the width of a tile. */
static uint32_t runs_of(const hpyr_flat3d *map) {
    return (map->width - 1) / ROW_CELLS + 1;
}

static uint32_t rows_height(const hpyr_flat3d *map) {
    return (map->height + 1) * (map->depth / map->tiles_x + 1); /* one more sample than cells */
}

uint64_t hpi_cubes_classes_bytes(const hpyr_context *context, const hpyr_flat3d *map) {
    uint64_t width = hpyr_flat3d_texture_width(map), height = hpyr_flat3d_texture_height(map);
    uint64_t bytes = width * height * hpi_gl_texel_bytes((int)class_format(context));
    if (context && context->legacy)
        return bytes;
    uint64_t runs = (uint64_t)runs_of(map) * map->tiles_x;
    return bytes + runs * (rows_height(map) * (uint64_t)hpi_gl_texel_bytes(HPYR_FORMAT_R32UI) +
                           height * hpi_gl_texel_bytes(HPYR_FORMAT_RGBA32UI));
}

/* ---- life ---- */

static hpyr_result create_rows(hpyr_marching_cubes *cubes) {
    const hpyr_context *context = cubes->context;
    const hpyr_flat3d *map = &cubes->pyramid->map;
    uint32_t width = runs_of(map) * map->tiles_x, height = rows_height(map);
    if (context->legacy || height > context->caps.max_texture_size) /* single samples will do */
        return HPYR_OK;
    cubes->rows = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, width, height);
    cubes->quads = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, width, cubes->classes.height);
    return cubes->rows && cubes->quads ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpi_cubes_classes_create(hpyr_marching_cubes *cubes) {
    const hpyr_context *context = cubes->context;
    hpyr_texture *t = &cubes->classes;
    t->width = cubes->pyramid->base_width;
    t->height = cubes->pyramid->base_height;
    t->format = class_format(context);
    t->channel = HPYR_CHANNEL_RED;
    if (t->width > context->caps.max_texture_size || t->height > context->caps.max_texture_size)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "marching cubes: classes of %ux%u texels; GL takes %u a side",
                           t->width, t->height, context->caps.max_texture_size);
    t->name = hpi_gl_texture_create(context, t->format, t->width, t->height);
    if (!t->name)
        return HPYR_ERROR_OUT_OF_MEMORY;
    bool can_draw = hpi_gl_try_target(context, t->name, 0, t->width, t->height);
    hpi_gl_target_release(context);
    if (!can_draw)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "marching cubes: this GL cannot render to %s",
                           hpi_gl_format_of(t->format)->name);
    return create_rows(cubes);
}

void hpi_cubes_classes_destroy(const hpyr_marching_cubes *cubes) {
    const GLuint textures[] = {cubes->classes.name, cubes->rows, cubes->quads};
    hpi_gl_textures_delete(cubes->context, sizeof textures / sizeof *textures, textures);
}

/* ---- passes ---- */

/* Makes a full-screen program and uses it. Its tiles are `width` x `height` texels. */
static hpyr_result use_pass(hpyr_marching_cubes *cubes, const hpi_gl_program_desc *desc, uint32_t width,
                            uint32_t height, GLuint *program) {
    uint32_t cells[3];
    hpi_field_cells(&cubes->field, cells);
    hpyr_result result = hpi_gl_program_get(cubes->context, desc, program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(*program);
    glUniform3f(hpi_gl_location(cubes->context, *program, "", "tile"), (GLfloat)width, (GLfloat)height,
                (GLfloat)cubes->pyramid->map.tiles_x);
    glUniform1i(hpi_gl_location(cubes->context, *program, "", "layers"), cells[0] && cells[1] ? (GLint)cells[2] : 0);
    glUniform1i(hpi_gl_location(cubes->context, *program, "", "lowest_slice"),
                (GLint)(cubes->field.slab.first_owned - cubes->field.slab.first_slice));
    return HPYR_OK;
}

/* Each texel takes so many fetches. */
static void draw_pass(const hpyr_marching_cubes *cubes, GLuint texture, uint32_t width, uint32_t height,
                      uint32_t fetches) {
    hpi_gl_target(cubes->context, texture, 0, width, height);
    hpi_gl_draw_bands(cubes->context, (uint64_t)width * height * fetches);
    hpi_gl_target_release(cubes->context);
}

static void bind_input(const hpyr_marching_cubes *cubes, GLuint program, const char *name, GLuint texture) {
    hpi_gl_texture_bind(cubes->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, texture);
    glUniform1i(hpi_gl_location(cubes->context, program, "", name), HPI_INPUT_UNIT);
}

/* Draws the pass that reads the field, into `texture`. */
static hpyr_result draw_from_field(hpyr_marching_cubes *cubes, const char *entry, const uint32_t tile[2],
                                   GLuint texture, uint32_t width, uint32_t height) {
    hpi_text defines = HPI_TEXT(cubes->context);
    const hpi_gl_program_desc desc = {.fragment = {.entry = entry}, .defines = &defines, .caller = cubes->field.glsl};
    hpi_gl_borrowed borrowed;
    GLuint program;
    hpi_field_add_defines(&cubes->field, &defines);
    hpyr_result result = use_pass(cubes, &desc, tile[0], tile[1], &program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        result = hpi_field_use(&cubes->field, program, "hpyr_", CUBES_FIELD_UNIT, HPI_STATE_UNITS, &borrowed);
    if (result != HPYR_OK)
        return result;
    draw_pass(cubes, texture, width, height,
              (texture == cubes->rows ? SAMPLES_OF_ROW : SAMPLES_OF_CELL) * hpi_field_sample_fetches(&cubes->field));
    hpi_field_release(&cubes->field, &borrowed, CUBES_FIELD_UNIT);
    return HPYR_OK;
}

static hpyr_result draw_quads(hpyr_marching_cubes *cubes) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/quads.frag.glsl"}};
    const hpyr_flat3d *map = &cubes->pyramid->map;
    GLuint program;
    hpyr_result result = use_pass(cubes, &desc, runs_of(map), map->height, &program);
    if (result != HPYR_OK)
        return result;
    bind_input(cubes, program, "rows", cubes->rows);
    draw_pass(cubes, cubes->quads, runs_of(map) * map->tiles_x, cubes->classes.height, 4);
    return HPYR_OK;
}

static hpyr_result draw_from_quads(hpyr_marching_cubes *cubes) {
    hpi_text defines = HPI_TEXT(cubes->context);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/classes.frag.glsl"}, .defines = &defines};
    const hpyr_texture *t = &cubes->classes;
    const hpyr_flat3d *map = &cubes->pyramid->map;
    GLuint program;
    hpi_text_add(&defines, "#define HPYR_QUADS\n");
    hpyr_result result = use_pass(cubes, &desc, map->width, map->height, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    bind_input(cubes, program, "quads", cubes->quads);
    glUniform1i(hpi_gl_location(cubes->context, program, "", "quads_width"), (GLint)runs_of(map));
    draw_pass(cubes, t->name, t->width, t->height, 1);
    return HPYR_OK;
}

hpyr_result hpi_cubes_draw_classes(hpyr_marching_cubes *cubes) {
    const hpyr_texture *t = &cubes->classes;
    const hpyr_flat3d *map = &cubes->pyramid->map;
    const uint32_t cells[2] = {map->width, map->height}, rows[2] = {runs_of(map), map->height + 1};
    if (!cubes->rows)
        return draw_from_field(cubes, "isosurface/classes.frag.glsl", cells, t->name, t->width, t->height);
    hpyr_result result = draw_from_field(cubes, "isosurface/rows.frag.glsl", rows, cubes->rows, rows[0] * map->tiles_x,
                                         rows_height(map));
    if (result == HPYR_OK)
        result = draw_quads(cubes);
    return result == HPYR_OK ? draw_from_quads(cubes) : result;
}
