/* quadtree.c - the life of a quadtree, its build, and the number of its leaves.
 * Source: Ziegler et al. 2006, section 8.4.  SPDX-License-Identifier: MIT */
#include "tree/quadtree_object.h"

#include "core/traversal.h"

enum { LARGEST_SIDE = 1 << HPI_QUADTREE_MOST_LEVEL };

/* ---- life ---- */

static uint32_t larger_side(const hpyr_quadtree_desc *desc) {
    return desc->width > desc->height ? desc->width : desc->height;
}

static bool is_power_of_two(uint32_t number) {
    return number && !(number & (number - 1));
}

static hpyr_result resolve(const hpyr_context *context, const hpyr_quadtree_desc *desc, hpyr_quadtree_desc *resolved) {
    const uint32_t most = context->caps.max_texture_size < LARGEST_SIDE ? context->caps.max_texture_size : LARGEST_SIDE;
    *resolved = *desc;
    if (hpi_gl_is_format(resolved->format) && resolved->format >= HPYR_FORMAT_RGB32F) /* and those behind it */
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "quadtree: not of %s, which GL may not paint",
                           hpi_gl_format_of(resolved->format)->name);
    if (!desc->width || !desc->height || !hpi_gl_is_format(resolved->format))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "quadtree: %ux%u texels of hpyr_format %d; sizes must be positive, and the format one",
                           desc->width, desc->height, (int)desc->format);
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "quadtree: GL 2.1 has no integers, so it has no quadtrees");
    if (larger_side(desc) > most)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "quadtree: %ux%u texels; this GL allows %ux%u", desc->width,
                           desc->height, most, most);
    const uint32_t root = hpi_core_power_of_two(larger_side(desc));
    if (!resolved->min_size)
        resolved->min_size = 1;
    if (!resolved->max_size)
        resolved->max_size = root;
    if (!is_power_of_two(resolved->min_size) || !is_power_of_two(resolved->max_size) ||
        resolved->min_size > resolved->max_size || resolved->min_size > root)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "quadtree: leaves of %u to %u texels; these must be powers of two, and the first no more "
                           "than the second, nor than the root's %u",
                           resolved->min_size, resolved->max_size, root);
    if (resolved->max_size > root)
        resolved->max_size = root;
    return HPYR_OK;
}

/* A stage has a quarter of the nodes of the one below along each axis, so it is every second mipmap; the longer side may have
 * to be doubled for the last stage to have one. */
static void set_shape(hpyr_quadtree *tree) {
    const uint32_t size[2] = {tree->desc.width, tree->desc.height};
    const int longer = size[1] > size[0];
    tree->stages = 1;
    while (hpi_core_halved(size[longer], 2 * tree->stages) > 1)
        tree->stages++;
    for (int i = 0; i < 2; i++)
        tree->side[i] = hpi_core_power_of_two(hpi_core_halved(size[i], 2));
    if (tree->side[longer] < UINT32_C(1) << (2 * (tree->stages - 1)))
        tree->side[longer] *= 2;
}

static hpyr_result create_planes(hpyr_quadtree *tree) {
    hpyr_context *context = tree->context;
    hpyr_result result = hpi_gl_levels_probe(context);
    if (result != HPYR_OK)
        return result;
    for (int i = 0; i < HPI_QUADTREE_PLANES; i++) {
        tree->planes[i] = hpi_gl_mipmaps_create(context, (int)hpi_quadtree_plane_format(tree, i), tree->side[0],
                                                tree->side[1], hpi_quadtree_mipmaps(tree));
        if (!tree->planes[i])
            return HPYR_ERROR_OUT_OF_MEMORY;
    }
    for (int stage = 0; stage < tree->stages; stage++) {
        tree->framebuffers[stage] = hpi_gl_levels_framebuffer(context, tree->planes, HPI_QUADTREE_LEVELS, 2 * stage);
        if (!tree->framebuffers[stage])
            return HPYR_ERROR_GL;
    }
    return HPYR_OK;
}

static hpyr_pyramid_desc blocks_of(const hpyr_quadtree *tree) {
    const hpyr_pyramid_desc desc = {.width = hpi_core_halved(tree->desc.width, 3),
                                    .height = hpi_core_halved(tree->desc.height, 3),
                                    .depth = HPI_QUADTREE_BLOCK * HPI_QUADTREE_BLOCK,
                                    .layout = HPYR_LAYOUT_BITS,
                                    .order = HPYR_ORDER_COLUMN,
                                    .max_count = 1};
    return desc;
}

static hpyr_result create_bits(hpyr_quadtree *tree) {
    const hpyr_pyramid_desc desc = blocks_of(tree);
    tree->bits = hpi_gl_array_create(tree->context, HPYR_FORMAT_RGBA32UI, desc.width, desc.height, 1);
    if (!tree->bits)
        return HPYR_ERROR_OUT_OF_MEMORY;
    tree->bits_framebuffer = hpi_gl_layers_framebuffer(tree->context, tree->bits, 0, 0, 1);
    return tree->bits_framebuffer ? hpyr_pyramid_create(tree->context, &desc, &tree->pyramid) : HPYR_ERROR_GL;
}

hpyr_result hpyr_quadtree_create(hpyr_context *context, const hpyr_quadtree_desc *desc, hpyr_quadtree **out) {
    hpyr_quadtree_desc resolved;
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "quadtree");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    hpyr_quadtree *tree = hpi_alloc_zeros(context, 1, sizeof *tree);
    if (!tree)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a quadtree");
    hpi_gl_context_hold(context);
    tree->context = context;
    tree->desc = resolved;
    set_shape(tree);
    hpi_gl_state_enter(context, &state);
    result = create_planes(tree);
    if (result == HPYR_OK)
        result = create_bits(tree);
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK) {
        hpyr_quadtree_destroy(tree);
        return result;
    }
    *out = tree;
    return HPYR_OK;
}

void hpyr_quadtree_destroy(hpyr_quadtree *tree) {
    if (!tree)
        return;
    hpyr_context *context = tree->context;
    hpi_gl_warn_of_leaks(context, "quadtree");
    hpi_core_bound_drop(context, &tree->bound);
    hpyr_pyramid_destroy(tree->pyramid);
    hpi_gl_framebuffers_delete(context, HPI_QUADTREE_MOST_STAGES, tree->framebuffers);
    hpi_gl_framebuffers_delete(context, 1, &tree->bits_framebuffer);
    hpi_gl_textures_delete(context, HPI_QUADTREE_PLANES, tree->planes);
    const GLuint others[] = {tree->bits, tree->list, tree->values, tree->records};
    hpi_gl_textures_delete(context, 4, others);
    hpi_free(context, tree);
    hpi_gl_context_release(context);
}

const hpyr_quadtree_desc *hpyr_quadtree_resolved(const hpyr_quadtree *tree) {
    return tree ? &tree->desc : NULL;
}

uint64_t hpyr_quadtree_memory(const hpyr_quadtree *tree) {
    if (!tree)
        return 0;
    const hpyr_pyramid_desc blocks = blocks_of(tree);
    uint64_t texels = 0, texel_bytes = 0;
    for (int mip = 0; mip < hpi_quadtree_mipmaps(tree); mip++)
        texels += (uint64_t)hpi_core_mip_side(tree->side[0], mip) * hpi_core_mip_side(tree->side[1], mip);
    for (int i = 0; i < HPI_QUADTREE_PLANES; i++)
        texel_bytes += hpi_gl_texel_bytes((int)hpi_quadtree_plane_format(tree, i));
    const uint64_t list = (uint64_t)tree->rows * HPI_QUADTREE_ROW *
                          (sizeof(hpyr_point) + sizeof(hpyr_quadtree_value) + sizeof(hpyr_quadtree_leaf));
    return texels * texel_bytes + hpyr_pyramid_bytes(tree->context, &blocks) +
           list; /* bits are counted with the pyramid */
}

/* ---- build ---- */

static hpyr_result take_image(hpyr_quadtree *tree, const hpyr_texture *image) {
    const hpyr_context *context = tree->context;
    const hpyr_quadtree_desc *desc = &tree->desc;
    hpyr_result result = hpi_gl_texture_check(context, image, "quadtree image", &tree->image);
    if (result == HPYR_OK && (tree->image.target != GL_TEXTURE_2D || tree->image.format != desc->format ||
                              tree->image.width < desc->width || tree->image.height < desc->height))
        result = hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                             "quadtree image: %ux%u texels of %s, target 0x%04x; the quadtree is for a 2D texture of "
                             "%ux%u texels of %s",
                             tree->image.width, tree->image.height, hpi_gl_format_of(tree->image.format)->name,
                             tree->image.target, desc->width, desc->height, hpi_gl_format_of(desc->format)->name);
    return result;
}

static hpyr_result build_pyramid(const hpyr_quadtree *tree) {
    const hpyr_pyramid_desc blocks = blocks_of(tree);
    const hpyr_texture bits = {.name = tree->bits,
                               .target = GL_TEXTURE_2D_ARRAY,
                               .width = blocks.width,
                               .height = blocks.height,
                               .depth = 1,
                               .format = HPYR_FORMAT_RGBA32UI};
    return hpyr_pyramid_build_bits(tree->pyramid, &bits);
}

hpyr_result hpyr_quadtree_build(hpyr_quadtree *tree, const hpyr_texture *image, double tolerance) {
    hpi_gl_state state;
    if (!tree || !image)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = tree->context;
    hpyr_result result = hpi_gl_check_current(context, "quadtree");
    if (result == HPYR_OK)
        result = hpi_core_check_unbound(context, &tree->bound, "quadtree");
    if (result != HPYR_OK)
        return result;
    tree->is_built = false;
    if (!(tolerance >= 0))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "quadtree: a tolerance of %g; it must be 0 or more",
                           tolerance);
    hpi_gl_state_enter(context, &state);
    result = take_image(tree, image);
    if (result == HPYR_OK)
        result = hpi_quadtree_find_levels(tree, tolerance);
    if (result == HPYR_OK)
        result = hpi_quadtree_draw_bits(tree);
    if (result == HPYR_OK)
        result = build_pyramid(tree);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    tree->is_built = result == HPYR_OK;
    return result;
}

/* ---- the number of leaves ---- */

hpyr_result hpi_quadtree_check_built(const hpyr_quadtree *tree, const char *what) {
    hpyr_result result = hpi_gl_check_current(tree->context, what);
    if (result == HPYR_OK && !tree->is_built)
        result =
            hpi_gl_fail(tree->context, HPYR_ERROR_NOT_BUILT, "%s: there is no quadtree yet, or its build failed", what);
    return result;
}

static hpyr_result tell(hpyr_quadtree *tree, uint32_t *count,
                        hpyr_result (*ask)(hpyr_pyramid *pyramid, uint32_t *total)) {
    if (count)
        *count = 0;
    if (!tree || !count)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_quadtree_check_built(tree, "quadtree");
    return result == HPYR_OK ? ask(tree->pyramid, count) : result;
}

hpyr_result hpyr_quadtree_count(hpyr_quadtree *tree, uint32_t *count) {
    return tell(tree, count, hpyr_pyramid_total);
}

hpyr_result hpyr_quadtree_try_count(hpyr_quadtree *tree, uint32_t *count) {
    return tell(tree, count, hpyr_pyramid_try_total);
}
