/* quadtree_levels.c - which nodes are uniform, and so which leaf every cell is in.
 * SPDX-License-Identifier: MIT
 *
 * Uniformity is monotone: what lies in a uniform node is uniform. So the leaf of a cell is the largest
 * uniform node around it, and a walk from the top down finds it at the first node that is. */
#include "tree/quadtree_object.h"

#include "core/traversal.h"

#include <float.h>
#include <math.h>

enum { IMAGE_BITS = 8, WORDS = 4, WHOLE = 31 /* all flags of a node */ };

/* ---- planes ---- */

static const hpi_gl_format *format_of(const hpyr_quadtree *tree) {
    return hpi_gl_format_of(tree->desc.format);
}

/* Four channels of 8 bits are one word. */
static bool is_packed(const hpyr_quadtree *tree) {
    return format_of(tree)->channels == WORDS && format_of(tree)->bits == IMAGE_BITS;
}

int hpi_quadtree_mipmaps(const hpyr_quadtree *tree) {
    return 2 * tree->stages - 1;
}

hpyr_format hpi_quadtree_plane_format(const hpyr_quadtree *tree, int plane) {
    if (plane == HPI_QUADTREE_FLAGS || plane == HPI_QUADTREE_LEVELS)
        return HPYR_FORMAT_R8UI;
    return format_of(tree)->channels == 1 || is_packed(tree) ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI;
}

/* ---- programs ---- */

hpyr_result hpi_quadtree_program(const hpyr_quadtree *tree, const char *entry, const char *more, GLuint *program) {
    static const char *const samplers[] = {"sampler2D", "sampler2D", "usampler2D", "isampler2D"};
    const hpi_gl_format *format = format_of(tree);
    hpi_text defines = HPI_TEXT(tree->context);
    hpi_text_print(&defines,
                   "#define HPYR_CLASS %d\n#define HPYR_CHANNELS %d\n#define HPYR_SAMPLER %s\n#define HPYR_LARGEST "
                   "%u.0\n%s%s",
                   (int)format->kind, format->channels, samplers[format->kind], (1u << (format->bits & 31)) - 1,
                   is_packed(tree) ? "#define HPYR_PACKED\n" : "", more);
    const hpi_gl_program_desc desc = {.fragment = {.entry = entry}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(tree->context, &desc, program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

void hpi_quadtree_set(const hpyr_quadtree *tree, GLuint program, const char *name, GLint value) {
    glUniform1i(hpi_gl_location(tree->context, program, "", name), value);
}

void hpi_quadtree_set_pair(const hpyr_quadtree *tree, GLuint program, const char *name, uint32_t x, uint32_t y) {
    glUniform2i(hpi_gl_location(tree->context, program, "", name), (GLint)x, (GLint)y);
}

static hpi_gl_levels levels_of(const hpyr_quadtree *tree, int plane, int first, int last) {
    return (hpi_gl_levels){.target = GL_TEXTURE_2D,
                           .name = tree->planes[plane],
                           .format = (int)hpi_quadtree_plane_format(tree, plane),
                           .first = first,
                           .last = last,
                           .size = {tree->side[0], tree->side[1], 1}};
}

void hpi_quadtree_show(const hpyr_quadtree *tree, GLuint program, const char *name, GLuint unit, int plane, int first,
                       int last) {
    const hpi_gl_levels levels = levels_of(tree, plane, first, last);
    hpi_gl_levels_bind(tree->context, unit, &levels);
    hpi_quadtree_set(tree, program, name, (GLint)unit);
}

/* Shows one mipmap of a plane to draws into another one of it. */
static hpyr_result show_mipmap(const hpyr_quadtree *tree, GLuint program, const char *name, GLuint unit, int plane,
                               int mip, hpi_gl_levels *shown) {
    *shown = levels_of(tree, plane, mip, mip);
    hpi_quadtree_set(tree, program, name, (GLint)unit);
    return hpi_gl_level_show(tree->context, unit, shown);
}

void hpi_quadtree_use(const hpyr_quadtree *tree, GLuint program, const char *prefix, GLuint unit) {
    const hpi_gl_levels levels = levels_of(tree, HPI_QUADTREE_LEVELS, 0, 0);
    hpi_gl_levels_bind(tree->context, unit, &levels);
    glUniform1i(hpi_gl_location(tree->context, program, prefix, "levels"), (GLint)unit);
}

/* ---- from the texels up ---- */

/* The number of times that 1 is doubled. */
static int level_of(uint32_t size) {
    int level = 0;
    while (size >> level > 1)
        level++;
    return level;
}

static uint32_t nodes_of(const hpyr_quadtree *tree, int axis, int stage) {
    return hpi_core_halved(axis ? tree->desc.height : tree->desc.width, 2 * stage);
}

/* Children of a node of stage s have level 2 s - 1. What is not larger than the smallest leaf counts as uniform. */
static GLint forced_flags(const hpyr_quadtree *tree, int stage) {
    const int smallest = level_of(tree->desc.min_size);
    return smallest >= 2 * stage ? WHOLE : smallest >= 2 * stage - 1 ? WHOLE >> 1 : 0;
}

/* A GPU may take the difference of two tiny floats for 0. So no difference is within a tolerance of 0, and bits decide alone. */
static float float_tolerance(double tolerance) {
    if (tolerance > FLT_MAX)
        return INFINITY;
    if (tolerance < FLT_MIN)
        return tolerance > 0 ? FLT_MIN : -1;
    return (float)tolerance;
}

/* Whole numbers are compared, of normalized formats those that the texture stores. The largest float below k / 65535 is less than
 * 1/64 away from k then, and k is meant. */
static void set_tolerance(const hpyr_quadtree *tree, GLuint program, double tolerance) {
    GLint location = hpi_gl_location(tree->context, program, "", "tolerance");
    const hpi_gl_format *format = format_of(tree);
    if (format->kind == HPI_CLASS_UNORM)
        tolerance = tolerance * ((1u << format->bits) - 1) + 1.0 / 64;
    if (format->kind != HPI_CLASS_FLOAT)
        glUniform1ui(location, tolerance < UINT32_MAX ? (GLuint)tolerance : UINT32_MAX);
    else
        glUniform1f(location, float_tolerance(tolerance));
}

static void draw_stage(const hpyr_quadtree *tree, GLuint program, int stage, double tolerance) {
    const hpyr_context *context = tree->context;
    set_tolerance(tree, program, tolerance);
    glUniform1ui(hpi_gl_location(context, program, "", "forced"), (GLuint)forced_flags(tree, stage));
    hpi_quadtree_set_pair(tree, program, "last", nodes_of(tree, 0, stage - 1) - 1, nodes_of(tree, 1, stage - 1) - 1);
    hpi_gl_targets_bind(context, tree->framebuffers[stage - 1], HPI_QUADTREE_LEVELS);
    hpi_gl_viewport(context, 0, 0, nodes_of(tree, 0, stage), nodes_of(tree, 1, stage));
    hpi_gl_draw_fullscreen(context);
}

/* Beyond the edges of an image that fills its texture, the sampler repeats the texels of the edge. */
static hpyr_result reduce_image(const hpyr_quadtree *tree, double tolerance) {
    const hpyr_texture *image = &tree->image;
    const bool fills = image->width == tree->desc.width && image->height == tree->desc.height;
    hpi_gl_borrowed borrowed;
    GLuint program;
    hpyr_result result = hpi_quadtree_program(
        tree, "tree/reduce.frag.glsl",
        fills ? "#define HPYR_FROM_IMAGE\n" : "#define HPYR_FROM_IMAGE\n#define HPYR_LARGER\n", &program);
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_borrow(tree->context, image, HPI_QUADTREE_IMAGE_UNIT, &borrowed);
    hpi_quadtree_set(tree, program, "image", HPI_QUADTREE_IMAGE_UNIT);
    glUniform2f(hpi_gl_location(tree->context, program, "", "scale"), 1.0f / (GLfloat)image->width,
                1.0f / (GLfloat)image->height);
    draw_stage(tree, program, 1, tolerance);
    hpi_gl_texture_return(tree->context, &borrowed, HPI_QUADTREE_IMAGE_UNIT);
    return HPYR_OK;
}

static hpyr_result reduce_stages(const hpyr_quadtree *tree, double tolerance) {
    GLuint program;
    hpyr_result result = hpi_quadtree_program(tree, "tree/reduce.frag.glsl", "", &program);
    for (int stage = 2; result == HPYR_OK && stage <= tree->stages; stage++) {
        const int mip = 2 * (stage - 2);
        hpi_gl_levels low, high = {0};
        result = show_mipmap(tree, program, "low", HPI_QUADTREE_LOW_UNIT, HPI_QUADTREE_LOW, mip, &low);
        if (result == HPYR_OK)
            result = show_mipmap(tree, program, "high", HPI_QUADTREE_HIGH_UNIT, HPI_QUADTREE_HIGH, mip, &high);
        if (result == HPYR_OK)
            draw_stage(tree, program, stage, tolerance);
        hpi_gl_level_release(&low);
        hpi_gl_level_release(&high);
    }
    return result;
}

/* ---- from the root down ---- */

static hpyr_result descend(const hpyr_quadtree *tree, int stage) {
    const hpyr_context *context = tree->context;
    const bool is_top = stage == tree->stages;
    const int mip = 2 * (stage - 1), largest = level_of(tree->desc.max_size), level = 2 * stage;
    hpi_gl_levels above = {0};
    GLuint program;
    hpyr_result result =
        hpi_quadtree_program(tree, "tree/levels.frag.glsl", is_top ? "#define HPYR_TOP\n" : "", &program);
    if (result == HPYR_OK && !is_top)
        result = show_mipmap(tree, program, "above", HPI_QUADTREE_LEVELS_UNIT, HPI_QUADTREE_LEVELS, mip + 2, &above);
    if (result != HPYR_OK)
        return result;
    hpi_quadtree_show(tree, program, "flags", HPI_QUADTREE_LOW_UNIT, HPI_QUADTREE_FLAGS, mip, mip);
    /* The node of stage 8 is of level 16, around an image whose root is of level 15. */
    hpi_quadtree_set(tree, program, "level", level < HPI_QUADTREE_MOST_LEVEL ? level : HPI_QUADTREE_MOST_LEVEL);
    hpi_quadtree_set(tree, program, "largest", stage == 1 ? largest : WHOLE);
    if (hpi_gl_target(context, tree->planes[HPI_QUADTREE_LEVELS], mip, nodes_of(tree, 0, stage),
                      nodes_of(tree, 1, stage)))
        hpi_gl_draw_fullscreen(context);
    else
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "quadtree: this GL cannot render to R8UI");
    hpi_gl_level_release(&above);
    return result;
}

hpyr_result hpi_quadtree_find_levels(const hpyr_quadtree *tree, double tolerance) {
    hpyr_result result = reduce_image(tree, tolerance);
    if (result == HPYR_OK && tree->stages > 1)
        result = reduce_stages(tree, tolerance);
    for (int stage = tree->stages; result == HPYR_OK && stage > 0; stage--)
        result = descend(tree, stage);
    return result;
}

hpyr_result hpi_quadtree_draw_bits(const hpyr_quadtree *tree) {
    const hpyr_context *context = tree->context;
    GLuint program;
    hpyr_result result = hpi_quadtree_program(tree, "tree/bits.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_quadtree_use(tree, program, HPI_DEFAULT_PREFIX, HPI_QUADTREE_LEVELS_UNIT);
    hpi_quadtree_set_pair(tree, program, "size", tree->desc.width, tree->desc.height);
    hpi_gl_targets_bind(context, tree->bits_framebuffer, 1);
    hpi_gl_viewport(context, 0, 0, hpi_core_halved(tree->desc.width, 3), hpi_core_halved(tree->desc.height, 3));
    hpi_gl_draw_fullscreen(context);
    return HPYR_OK;
}
