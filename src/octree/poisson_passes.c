/* poisson_passes.c - textures, draws and sums of Poisson reconstruction.  SPDX-License-Identifier: MIT */
#include "octree/poisson_object.h"

/* All planes have rows of the same length, so that planes of different sizes can be drawn together. */
enum { FAN_OUT = 512, TARGETS = 8, ROW_SHIFT = 10 };

hpyr_result hpi_poisson_check_solved(const hpyr_poisson *poisson) {
    hpyr_result result = hpi_gl_check_current(poisson->context, "poisson");
    if (result == HPYR_OK && !poisson->is_solved)
        result = hpi_gl_fail(poisson->context, HPYR_ERROR_NOT_BUILT,
                             "poisson: there is no solution, or the last one failed");
    return result;
}

void hpi_poisson_tell_stage(const hpyr_poisson *poisson, hpyr_poisson_stage stage, uint32_t depth) {
    if (poisson->desc.on_stage)
        poisson->desc.on_stage(stage, depth, poisson->desc.user);
}

/* A plane that has more rows than are needed serves as well; but not on WebGL 2, where all targets of a draw must have the same size. */
static bool has_rows(const hpi_list_plane *plane, uint64_t rows) {
    return plane->texture && (HPI_GL_WEB ? plane->rows == rows : plane->rows >= rows);
}

/* Makes a plane or, with several layers, an array of planes. */
static hpyr_result need(const hpyr_poisson *poisson, hpyr_format format, uint64_t texels, uint32_t layers,
                        hpi_list_plane *plane) {
    const hpyr_context *context = poisson->context;
    const uint64_t rows = texels ? ((texels - 1) >> ROW_SHIFT) + 1 : 1;
    if (has_rows(plane, rows))
        return HPYR_OK;
    if (rows > context->caps.max_texture_size)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "poisson: %llu texels; this GL allows %llu",
                           (unsigned long long)texels, (unsigned long long)context->caps.max_texture_size << ROW_SHIFT);
    hpi_list_plane_destroy(context, plane);
    *plane = (hpi_list_plane){.shift = ROW_SHIFT, .rows = (uint32_t)rows};
    const uint32_t width = 1u << ROW_SHIFT;
    plane->texture = layers > 1 ? hpi_gl_array_create(context, format, width, plane->rows, layers)
                                : hpi_gl_texture_create(context, format, width, plane->rows);
    return plane->texture ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpi_poisson_need(const hpyr_poisson *poisson, uint64_t texels, hpi_list_plane *plane) {
    return need(poisson, HPYR_FORMAT_RGBA32F, texels, 1, plane);
}

hpyr_result hpi_poisson_need_words(const hpyr_poisson *poisson, uint64_t texels, hpi_list_plane *plane) {
    return need(poisson, HPYR_FORMAT_R32UI, texels, 1, plane);
}

hpyr_result hpi_poisson_need_field(hpyr_poisson *poisson, uint64_t blocks) {
    return need(poisson, HPYR_FORMAT_RGBA32F, blocks, HPI_POISSON_LAYERS, &poisson->field);
}

void hpi_poisson_bind_field(const hpyr_poisson *poisson, GLuint program, GLuint unit) {
    const hpi_list_plane *field = &poisson->field;
    hpi_list_bind(poisson->octree->lists, program, "field", unit, GL_TEXTURE_2D_ARRAY, field->texture);
    glUniform2i(hpi_gl_location(poisson->context, program, "", "field_row"), (1 << ROW_SHIFT) - 1, ROW_SHIFT);
    glUniform2f(hpi_gl_location(poisson->context, program, "", "field_texel"), 1.0f / (float)(1 << ROW_SHIFT),
                1.0f / (float)field->rows);
}

void hpi_poisson_set_last_cell(const hpyr_poisson *poisson, GLuint program) {
    glUniform1f(hpi_gl_location(poisson->context, program, "", "last_cell"), (float)((1 << poisson->desc.depth) - 1));
}

hpyr_result hpi_poisson_need_halves(const hpyr_poisson *poisson, uint64_t texels, hpi_halves *halves) {
    hpyr_result result = hpi_poisson_need(poisson, texels, &halves->lower);
    return result == HPYR_OK ? hpi_poisson_need(poisson, texels, &halves->upper) : result;
}

void hpi_poisson_bind_halves(const hpyr_poisson *poisson, GLuint program, const char *lower, const char *upper,
                             GLuint unit, const hpi_halves *halves) {
    hpi_list_bind_plane(poisson->octree->lists, program, lower, unit, &halves->lower);
    hpi_list_bind(poisson->octree->lists, program, upper, unit + 1, GL_TEXTURE_2D, halves->upper.texture);
}

/* Draws rows of texels into a framebuffer, and deletes it. */
static hpyr_result draw_rows(const hpyr_poisson *poisson, GLuint program, GLuint framebuffer, uint64_t texels) {
    const hpyr_context *context = poisson->context;
    const uint32_t width = 1u << ROW_SHIFT;
    if (!framebuffer)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "poisson: this GL cannot render to its textures");
    glUniform2i(hpi_gl_location(context, program, "", "target_row"), (GLint)(width - 1), ROW_SHIFT);
    hpi_gl_viewport(context, 0, 0, width, (uint32_t)((texels - 1) >> ROW_SHIFT) + 1);
    hpi_gl_draw_bands(context, texels * HPI_OCTREE_FETCHES);
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return HPYR_OK;
}

hpyr_result hpi_poisson_draw(const hpyr_poisson *poisson, GLuint program, const hpi_list_plane *const *planes,
                             uint32_t count, uint64_t texels) {
    const hpi_gl_layers none = {0};
    GLuint textures[TARGETS];
    for (uint32_t i = 0; i < count; i++)
        textures[i] = planes[i]->texture;
    return draw_rows(poisson, program, hpi_gl_framebuffer_create(poisson->context, textures, count, &none), texels);
}

hpyr_result hpi_poisson_draw_field(const hpyr_poisson *poisson, GLuint program, uint64_t blocks) {
    const uint32_t layers = HPI_POISSON_LAYERS / 2;
    hpyr_result result = HPYR_OK;
    for (uint32_t upper = 0; result == HPYR_OK && upper < 2; upper++) {
        hpi_octree_set(poisson->octree, program, "upper", upper);
        result = draw_rows(
            poisson, program,
            hpi_gl_layers_framebuffer(poisson->context, poisson->field.texture, 0, upper * layers, layers), blocks);
    }
    return result;
}

static hpyr_result draw_sums(hpyr_poisson *poisson, const char *define, const hpi_list_plane *numbers, uint32_t count,
                             uint32_t parts, hpi_list_plane *target) {
    hpyr_octree *octree = poisson->octree;
    GLuint program;
    hpyr_result result = hpi_poisson_need(poisson, parts, target);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/poisson/sum.frag.glsl", define, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "numbers", 0, numbers);
    hpi_octree_set(octree, program, "count", count);
    hpi_octree_set(octree, program, "parts", parts);
    return hpi_octree_draw(octree, program, target, 0, parts);
}

static hpyr_result sum_all(hpyr_poisson *poisson, const char *define, uint32_t count) {
    const hpi_list_plane *numbers = &poisson->numbers;
    hpyr_result result = HPYR_OK;
    for (int pass = 0; result == HPYR_OK && count > FAN_OUT; pass++) {
        const uint32_t parts = (count - 1) / FAN_OUT + 1;
        hpi_list_plane *target = &poisson->partial[pass % 2];
        result = draw_sums(poisson, "", numbers, count, parts, target);
        numbers = target;
        count = parts;
    }
    poisson->sum = !poisson->sum;
    return result == HPYR_OK ? draw_sums(poisson, define, numbers, count, 1, &poisson->sums[poisson->sum]) : result;
}

hpyr_result hpi_poisson_sum(hpyr_poisson *poisson, uint32_t count) {
    return sum_all(poisson, "", count);
}

hpyr_result hpi_poisson_sum_steps(hpyr_poisson *poisson, uint32_t count) {
    return sum_all(poisson, "#define HPYR_STEPS\n", count);
}

hpyr_result hpi_poisson_sum_squares(hpyr_poisson *poisson, int depth, const hpi_halves *halves) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    const hpi_list_plane *const targets[] = {&poisson->numbers};
    GLuint program;
    hpyr_result result = hpi_poisson_need(poisson, blocks, &poisson->numbers);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/poisson/squares.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "lower", "upper", HPI_OCTREE_UNIT, halves);
    hpi_octree_set(octree, program, "blocks", blocks);
    result = hpi_poisson_draw(poisson, program, targets, 1, blocks);
    return result == HPYR_OK ? hpi_poisson_sum(poisson, blocks) : result;
}

void hpi_poisson_read_sums(const hpyr_poisson *poisson, float sums[2]) {
    float texel[4] = {0};
    if (hpi_gl_target(poisson->context, poisson->sums[poisson->sum].texture, 0, 1, 1))
        hpi_gl_pixels_read(poisson->context, 0, 0, 1, 1, GL_RGBA, GL_FLOAT, texel);
    sums[0] = texel[0];
    sums[1] = texel[1];
}

void hpi_poisson_set_whole_step(const hpyr_poisson *poisson) {
    static const float texel[] = {0, 0, 1, 0}; /* see sum.frag.glsl */
    hpi_gl_use_unpacking(poisson->context, HPI_ROWS_ANY);
    hpi_gl_texture_bind(poisson->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, poisson->sums[poisson->sum].texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_FLOAT, texel);
}

float hpi_poisson_read_sum(const hpyr_poisson *poisson) {
    float sums[2];
    hpi_poisson_read_sums(poisson, sums);
    return sums[0];
}
