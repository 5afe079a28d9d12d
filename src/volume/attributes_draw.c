/* attributes_draw.c - the passes of hpyr_voxelizer_attributes. General counts (Dyken and Ziegler,
 * section 4) find the candidates of a batch of triangles, and ranks their places in the lists.
 *
 *     SURFACE, SOLID   triangles --columns each--> pyramid --> columns --voxels each--> pyramid --> candidates
 *     THIN             triangles --columns each--> pyramid --> candidates: one voxel a column
 *
 * A candidate is a triangle at a voxel, drawn as a point at the voxel's rank. The depth test keeps
 * the nearest one. Looks are made afterwards, once a voxel.  SPDX-License-Identifier: MIT */
#include "volume/attributes.h"
#include "volume/viewport.h"

enum { FETCHES_OF_TRIANGLE = 8 };

static hpyr_result get_program(hpi_attributes *a, hpi_gl_program_desc desc, GLuint *program) {
    hpi_text defines = HPI_TEXT(a->context);
    hpi_text_print(&defines, "#define HPYR_LIST_ROW %d\n%s", LIST_ROW,
                   a->v->desc.fill == HPYR_FILL_SOLID ? "#define HPYR_SOLID\n" : "");
    desc.defines = &defines;
    hpyr_result result = hpi_gl_program_get(a->context, &desc, program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

static hpyr_result capture_looks(hpi_attributes *a, const hpyr_mesh_part *s, const hpi_mesh_input *input,
                                 uint32_t first) {
    static const char *const words[] = {"v_look0", "v_look1", NULL};
    const hpi_gl_program_desc desc = {.vertex = hpi_volume_mesh_stage(input, "volume/looks.vert.glsl"),
                                      .captured = words};
    GLuint program;
    hpyr_result result = get_program(a, desc, &program);
    if (result != HPYR_OK)
        return result;
    glUniform1i(hpi_gl_location(a->context, program, "", "colored"), s->mesh.colors.buffer != 0);
    glUniform1i(hpi_gl_location(a->context, program, "", "has_normals"), s->normals.buffer != 0);
    glUniform1i(hpi_gl_location(a->context, program, "", "has_texcoords"), s->texcoords.buffer != 0);
    /* New memory: llvmpipe captures at once, but may still have to draw looks of the last batch. */
    glBindBuffer(GL_ARRAY_BUFFER, a->looks);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)a->batch * 3 * LOOK_WORDS * WORD, NULL, GL_DYNAMIC_COPY);
    hpi_gl_framebuffer_bind(a->context, a->framebuffer); /* even captures need a complete framebuffer */
    hpi_volume_mesh_capture(input, program, a->looks, first, a->count);
    return HPYR_OK;
}

hpyr_result hpi_volume_attributes_set_up(hpi_attributes *a, const hpyr_mesh_part *s, const hpi_mesh_input *input,
                                         const float *transform, uint32_t first, uint32_t count) {
    a->count = count;
    hpyr_result result = capture_looks(a, s, input, first);
    if (result == HPYR_OK)
        result = hpi_volume_setup_run(&a->setup, input, transform, &a->v->map, first, count);
    if (result == HPYR_OK && a->thin)
        result = hpi_volume_setup_run(&a->v->setups[SETUP_RASTER], input, transform, &a->v->map, first, count);
    return result;
}

/* ---- triangles to columns ---- */

hpyr_result hpi_volume_attributes_counts(hpi_attributes *a, hpyr_format format, uint32_t width, uint32_t height,
                                         hpyr_texture *texture, hpyr_pyramid **pyramid) {
    const hpyr_pyramid_desc desc = {.width = width, .height = height, .layout = HPYR_LAYOUT_VEC4};
    glDeleteTextures(1, &texture->name);
    hpyr_pyramid_destroy(*pyramid);
    *pyramid = NULL;
    *texture = (hpyr_texture){.name = hpi_gl_texture_create(a->context, format, width, height),
                              .target = GL_TEXTURE_2D,
                              .width = width,
                              .height = height,
                              .depth = 1,
                              .format = format};
    return texture->name ? hpyr_pyramid_create(a->context, &desc, pyramid) : HPYR_ERROR_OUT_OF_MEMORY;
}

/* Binds the records of the batch. */
static hpyr_result bind_triangles(hpi_attributes *a, GLuint program) {
    hpyr_result result = hpi_volume_setup_bind(&a->setup, program, TRIANGLE_UNIT, &a->v->map, a->count);
    glUniform1i(hpi_gl_location(a->context, program, "", "row"), (GLint)a->row);
    if (result == HPYR_OK && a->thin)
        result = hpi_volume_setup_bind(&a->v->setups[SETUP_RASTER], program, LIST_UNIT, &a->v->map, a->count);
    return result;
}

static hpyr_result draw_into(hpi_attributes *a, const hpyr_texture *target) {
    if (!hpi_gl_target(a->context, target->name, 0, target->width, target->height))
        return hpi_gl_fail(a->context, HPYR_ERROR_GL, "attributes: this GL cannot render to integers");
    hpi_gl_draw_fullscreen(a->context);
    return HPYR_OK;
}

static hpyr_result count_columns(hpi_attributes *a, uint32_t *total) {
    const hpi_gl_program_desc desc = {.fragment = {.part = a->thin ? "volume/columns_thin.glsl" : "volume/columns.glsl",
                                                   .entry = "volume/count_columns.frag.glsl"}};
    GLuint program;
    hpyr_result result = get_program(a, desc, &program);
    if (result == HPYR_OK)
        result = bind_triangles(a, program);
    if (result != HPYR_OK)
        return result;
    glUniform1i(hpi_gl_location(a->context, program, "", "count"), (GLint)a->count);
    result = draw_into(a, &a->counts);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(a->triangle_pyramid, &a->counts);
    return result == HPYR_OK ? hpyr_pyramid_total(a->triangle_pyramid, total) : result;
}

/* Writes the GLSL of the pyramids that a program traverses into a->pyramids. */
static hpyr_result write_pyramids(hpi_attributes *a, const hpyr_pyramid *first, const char *prefix,
                                  const hpyr_pyramid *second) {
    hpi_text_free(&a->pyramids);
    hpyr_result result = hpi_core_add_glsl(first, prefix, &a->pyramids);
    return result == HPYR_OK && second ? hpi_core_add_glsl(second, NULL, &a->pyramids) : result;
}

/* Lists columns [first, first + keys) of the batch; `total` becomes the number of their voxels. */
static hpyr_result list_columns(hpi_attributes *a, uint32_t first, uint32_t keys, uint32_t *total) {
    const hpi_gl_program_desc desc = {.fragment = {.entry = "volume/list_columns.frag.glsl"}, .front = &a->pyramids};
    static const char prefix[] = "triangle_";
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result = write_pyramids(a, a->triangle_pyramid, prefix, NULL);
    if (result == HPYR_OK)
        result = get_program(a, desc, &program);
    if (result == HPYR_OK)
        result = hpi_core_use(a->triangle_pyramid, program, prefix, COLUMN_UNIT, HPI_STATE_UNITS, &borrowed);
    if (result != HPYR_OK)
        return result;
    glUniform1ui(hpi_gl_location(a->context, program, "", "first"), first);
    glUniform1ui(hpi_gl_location(a->context, program, "", "keys"), keys);
    result = bind_triangles(a, program);
    if (result == HPYR_OK)
        result = draw_into(a, &a->columns);
    hpi_core_loan_end(a->triangle_pyramid->context, &borrowed);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(a->column_pyramid, &a->columns);
    return result == HPYR_OK ? hpyr_pyramid_total(a->column_pyramid, total) : result;
}

/* ---- candidates ---- */

/* Draws `copies` points for each of `keys` keys, which begin at uniform u_<prefix>first_key. */
static void draw_points(hpi_attributes *a, GLuint program, const char *prefix, uint32_t keys, GLsizei copies) {
    const uint32_t traversals = (uint32_t)copies * 3 * hpi_core_traversal_fetches(a->pyramid);
    uint32_t margin[2], limit = hpi_gl_vertices_of_draw(a->context, traversals + FETCHES_OF_TRIANGLE);
    hpi_gl_framebuffer_bind(a->context, a->winner_framebuffer);
    hpi_volume_wide_viewport(a->context, a->list[0], a->rows, margin);
    hpi_volume_set_scale(a->context, program, a->list[0], a->rows, margin);
    glUniform1i(hpi_gl_location(a->context, program, "", "width"), (GLint)a->list[0]);
    /* Clipping costs llvmpipe a sixth of the whole, so unwanted points go beside the lists. */
    bool clips = !margin[0] || !margin[1];
    glUniform4f(hpi_gl_location(a->context, program, "", "aside"), clips ? 2.0f : -1.0f, clips ? 2.0f : -1.0f,
                clips ? 2.0f : 0.0f, 1.0f);
    glUniform1i(hpi_gl_location(a->context, program, prefix, "vertices"), 1);
    hpi_gl_depth_test(a->context, true);
    glBindVertexArray(a->context->vertex_array);
    for (uint32_t first = 0; first < keys;) {
        uint32_t count = keys - first < limit ? keys - first : limit;
        hpi_gl_set_count(a->context, hpi_gl_location(a->context, program, prefix, "first_key"), first);
        glDrawArraysInstanced(GL_POINTS, 0, (GLsizei)count, copies);
        first += count;
        if (first < keys)
            glFlush();
    }
    hpi_gl_depth_test(a->context, false);
}

/* Draws the first `total` keys: columns of triangles (THIN), or voxels of the listed columns. */
static hpyr_result draw_candidates(hpi_attributes *a, hpyr_pyramid *keys, uint32_t total) {
    const hpi_gl_program_desc desc = {
        .vertex = {.part = a->thin ? "volume/candidates_thin.glsl" : "volume/candidates.glsl",
                   .entry = "volume/attributes.vert.glsl"},
        .fragment = {.entry = "volume/attributes.frag.glsl"},
        .front = &a->pyramids};
    const char *prefix = a->thin ? "triangle_" : "column_";
    hpi_loan own, input;
    GLuint program;
    hpyr_result result = write_pyramids(a, keys, prefix, a->pyramid);
    if (result == HPYR_OK)
        result = get_program(a, desc, &program);
    if (result == HPYR_OK)
        result = hpi_core_use(keys, program, prefix, COLUMN_UNIT, HPI_STATE_UNITS, &own);
    if (result != HPYR_OK)
        return result;
    result = hpi_core_use(a->pyramid, program, "hpyr_", PYRAMID_UNIT, HPI_STATE_UNITS, &input);
    if (result == HPYR_OK) {
        if (!a->thin) {
            hpi_gl_texture_bind(a->context, LIST_UNIT, GL_TEXTURE_2D, a->columns.name);
            glUniform1i(hpi_gl_location(a->context, program, "", "columns"), LIST_UNIT);
        }
        result = bind_triangles(a, program);
        if (result == HPYR_OK)
            draw_points(a, program, prefix, total, a->thin ? 2 : 1);
        hpi_core_loan_end(a->pyramid->context, &input);
    }
    hpi_core_loan_end(keys->context, &own);
    return result;
}

/* Draws the columns of SURFACE and SOLID, as many at once as the list of columns holds. */
static hpyr_result draw_columns(hpi_attributes *a, uint32_t columns) {
    const uint32_t largest = LIST_ROW * LIST_ROWS;
    uint32_t voxels = 0;
    hpyr_result result = HPYR_OK;
    for (uint32_t first = 0; result == HPYR_OK && first < columns;) {
        uint32_t keys = columns - first < largest ? columns - first : largest;
        uint32_t rows = ((keys - 1) / LIST_ROW / ROW_STEP + 1) * ROW_STEP;
        if (!a->columns.name || rows > a->columns.height)
            result =
                hpi_volume_attributes_counts(a, HPYR_FORMAT_RGBA32UI, LIST_ROW, rows, &a->columns, &a->column_pyramid);
        if (result == HPYR_OK)
            result = list_columns(a, first, keys, &voxels);
        if (result == HPYR_OK && voxels)
            result = draw_candidates(a, a->column_pyramid, voxels);
        first += keys;
    }
    return result;
}

/* ---- looks ---- */

static void bind_part(hpi_attributes *a, const hpyr_mesh_part *s, GLuint program, hpi_gl_borrowed *borrowed) {
    borrowed->name = 0;
    hpi_gl_texture_bind(a->context, TEXTURE_UNIT, GL_TEXTURE_2D, 0); /* may hold a list of the caller */
    if (s->texture.name) {
        hpi_gl_texture_borrow(a->context, &s->texture, TEXTURE_UNIT, borrowed);
        glBindSampler(TEXTURE_UNIT, a->sampler);
    }
    glUniform1i(hpi_gl_location(a->context, program, "", "texture"), TEXTURE_UNIT);
    glUniform1i(hpi_gl_location(a->context, program, "", "textured"), s->texture.name != 0);
    glUniform1i(hpi_gl_location(a->context, program, "", "has_normals"), s->normals.buffer != 0);
}

/* Writes the looks of voxels that triangles of this batch have won into the lists. */
static hpyr_result draw_looks(hpi_attributes *a, const hpyr_mesh_part *s) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "volume/looks.frag.glsl"}};
    hpi_gl_borrowed texture;
    uint32_t texel; /* looks begin at the buffer's begin */
    GLuint program;
    hpyr_result result = get_program(a, desc, &program);
    if (result == HPYR_OK)
        result = hpi_gl_texels_bind(a->context, &a->look_texels, LOOK_UNIT, HPYR_FORMAT_RGBA32F, a->looks, 0,
                                    a->count * LOOK_TEXELS, &texel);
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_bind(a->context, LIST_UNIT, GL_TEXTURE_2D, a->winners);
    glUniform1i(hpi_gl_location(a->context, program, "", "winners"), LIST_UNIT);
    glUniform1i(hpi_gl_location(a->context, program, "", "looks"), LOOK_UNIT);
    bind_part(a, s, program, &texture);
    hpi_gl_targets_bind(a->context, a->framebuffer, 2);
    hpi_gl_viewport(a->context, 0, 0, a->list[0], a->rows);
    hpi_gl_draw_fullscreen(a->context);
    hpi_gl_texture_return(a->context, &texture, TEXTURE_UNIT);
    return HPYR_OK;
}

/* ---- the whole batch ---- */

hpyr_result hpi_volume_attributes_draw(hpi_attributes *a, const hpyr_mesh_part *s) {
    static const GLfloat nobody[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    uint32_t columns = 0;
    hpyr_result result = count_columns(a, &columns);
    if (result != HPYR_OK || !columns)
        return result;
    hpi_gl_framebuffer_bind(a->context, a->winner_framebuffer);
    hpi_gl_viewport(a->context, 0, 0, a->list[0], a->rows);
    glClearBufferfv(GL_COLOR, 0, nobody);
    result = a->thin ? draw_candidates(a, a->triangle_pyramid, columns) : draw_columns(a, columns);
    return result == HPYR_OK ? draw_looks(a, s) : result;
}
