/* pyramid_volume.c - layout VOLUME: a texel is one count, the levels are the mipmaps of one 3D
 * texture, and a node has 2x2x2 children.
 * Source: the "hierarchy of 3D volumes" that the report wishes for, section 7.2.
 *
 *     level 0 (where stored)   level 1                 top
 *     W x H x D                ceil(W/2) x ceil(H/2)   1 x 1 x 1
 *                              x ceil(D/2)
 *
 *     children of a node, in 3D Morton order: x is bit 0, y bit 1, z bit 2
 *     z 2n    2 3    z 2n+1   6 7
 *             0 1             4 5
 *
 * Each side of the texture is a power of two, for the reason that mipmaps.c gives. A pass draws up
 * to eight slices, each into a color buffer of its own.  SPDX-License-Identifier: MIT */
#include "core/layout.h"

#include <stdio.h>

enum { LARGEST_SIDE = 1 << 30 };

struct hpi_volume_store {
    uint32_t size[3]; /* size of the texture */
    uint32_t framebuffer_count;
    GLuint *framebuffers; /* of the slices of each level, from the first level on */
};

/* ---- shape ---- */

/* Computes the size of the texture and returns the top level. There is at least one reduction. */
static int arrange_levels(const hpyr_pyramid_desc *desc, uint32_t size[3]) {
    const uint32_t cells[3] = {desc->width, desc->height, desc->depth};
    int top = 1;
    for (int axis = 0; axis < 3; axis++) {
        uint32_t side = hpi_core_power_of_two(cells[axis]);
        while (side >> top > 1)
            top++;
        size[axis] = hpi_core_mip_side(side, hpi_core_first_level(desc));
    }
    if (size[0] == 1 && hpi_core_first_level(desc) == 0 && top == 1) /* it has no second mipmap */
        size[0] = 2;
    return top;
}

/* Returns how many slices the next pass computes, at most `most`: a power of two, so few programs
 * serve all depths. */
static uint32_t targets_of(uint32_t left, uint32_t most) {
    uint32_t targets = 1;
    while (targets < left && targets <= most / 2)
        targets *= 2;
    return targets;
}

static uint64_t volume_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    uint32_t size[3], texel_bytes = hpi_core_node_bytes(context, desc->count_format, 1);
    int level_count = arrange_levels(desc, size) + 1 - hpi_core_first_level(desc);
    uint64_t bytes = 0;
    (void)map;
    for (int i = 0; i < level_count; i++)
        bytes += (uint64_t)texel_bytes * hpi_core_mip_side(size[0], i) * hpi_core_mip_side(size[1], i) *
                 hpi_core_mip_side(size[2], i);
    return bytes;
}

static hpyr_result volume_check(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    const uint32_t cells[3] = {desc->width, desc->height, desc->depth};
    uint32_t limit = context ? context->caps.max_texture_3d_size : LARGEST_SIDE;
    for (int axis = 0; axis < 3; axis++)
        if (cells[axis] && hpi_core_halved(cells[axis], hpi_core_first_level(desc)) > limit)
            return hpi_gl_fail(
                context, HPYR_ERROR_TOO_LARGE,
                "pyramid: layout VOLUME: %ux%ux%u cells need a 3D texture of %u texels a side, this GL has %u",
                cells[0], cells[1], cells[2], hpi_core_halved(cells[axis], hpi_core_first_level(desc)), limit);
    return HPYR_OK;
}

/* ---- life ---- */

static hpyr_result create_framebuffers(hpyr_pyramid *pyramid) {
    struct hpi_volume_store *store = pyramid->volume;
    uint32_t count = 0, most = targets_of(UINT32_MAX, pyramid->context->narrow_targets);
    for (int level = pyramid->first_level; level <= pyramid->top; level++)
        count += (hpi_core_halved(pyramid->desc.depth, level) - 1) / most + 1;
    store->framebuffers = hpi_alloc_zeros(pyramid->context, count, sizeof *store->framebuffers);
    if (!store->framebuffers)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    for (int level = pyramid->first_level; level <= pyramid->top; level++) {
        uint32_t slices = hpi_core_halved(pyramid->desc.depth, level);
        for (uint32_t slice = 0; slice < slices; slice += most) {
            uint32_t left = slices - slice;
            GLuint framebuffer = hpi_gl_layers_framebuffer(
                pyramid->context, pyramid->texture, level - pyramid->first_level, slice, left < most ? left : most);
            if (!framebuffer)
                return HPYR_ERROR_GL;
            store->framebuffers[store->framebuffer_count++] = framebuffer;
        }
    }
    return HPYR_OK;
}

static hpyr_result volume_create(hpyr_pyramid *pyramid) {
    int format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 1);
    struct hpi_volume_store *store = hpi_alloc_zeros(pyramid->context, 1, sizeof *store);
    if (!store)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    pyramid->volume = store;
    pyramid->first_level = hpi_core_first_level(&pyramid->desc);
    pyramid->top = arrange_levels(&pyramid->desc, store->size);
    hpyr_result result = hpi_gl_levels_probe(pyramid->context);
    if (result != HPYR_OK)
        return result;
    pyramid->texture =
        hpi_gl_volume_create(pyramid->context, format, store->size, pyramid->top + 1 - pyramid->first_level);
    return pyramid->texture ? create_framebuffers(pyramid) : HPYR_ERROR_OUT_OF_MEMORY;
}

static void volume_destroy(hpyr_pyramid *pyramid) {
    struct hpi_volume_store *store = pyramid->volume;
    if (!store)
        return;
    hpi_gl_framebuffers_delete(pyramid->context, (int)store->framebuffer_count, store->framebuffers);
    hpi_gl_textures_delete(pyramid->context, 1, &pyramid->texture);
    hpi_free(pyramid->context, store->framebuffers);
    hpi_free(pyramid->context, store);
}

/* ---- build ---- */

/* Values of HPYR_PASS in reduce_volume.frag.glsl. */
typedef enum volume_pass { PASS_BASE, PASS_MERGED, PASS_REDUCE } volume_pass;

typedef struct level_size {
    GLint x, y, z;
} level_size;

static level_size size_of_level(const hpyr_pyramid *pyramid, int level) {
    const hpyr_pyramid_desc *desc = &pyramid->desc;
    return (level_size){(GLint)hpi_core_halved(desc->width, level), (GLint)hpi_core_halved(desc->height, level),
                        (GLint)hpi_core_halved(desc->depth, level)};
}

static volume_pass pass_of(const hpyr_pyramid *pyramid, int level) {
    return level > pyramid->first_level ? PASS_REDUCE : level == 0 ? PASS_BASE : PASS_MERGED;
}

/* Of a node of a level. */
static uint32_t fetches_of(const hpyr_pyramid *pyramid, int level) {
    volume_pass pass = pass_of(pyramid, level);
    return (pass == PASS_BASE ? 1 : 8) * (pass == PASS_REDUCE ? 1 : hpi_core_source_fetches(&pyramid->source));
}

/* Makes the program that draws `targets` slices of `level` current. */
static hpyr_result use_program(hpyr_pyramid *pyramid, int level, uint32_t targets, GLuint *program, hpi_loan *loan) {
    static const hpi_gl_stage stage = {.entry = "core/reduce_volume.frag.glsl"};
    const hpi_source *s = &pyramid->source;
    const uint32_t *size = pyramid->volume->size;
    volume_pass pass = pass_of(pyramid, level);
    level_size read = size_of_level(pyramid, level ? level - 1 : 0);
    bool even = read.x % 2 == 0 && read.y % 2 == 0 && (read.z % 2 == 0 || read.z == 1);
    int input_kind = !s->has_input || s->custom || s->rule    ? 0
                     : s->input.target == GL_TEXTURE_3D       ? 3
                     : s->input.target == GL_TEXTURE_2D_ARRAY ? 2
                                                              : 1;
    hpi_text defines = HPI_TEXT(pyramid->context);
    hpi_text_print(&defines, "#define HPYR_PASS %d\n#define HPYR_INPUT_KIND %d\n%s%s", (int)pass,
                   pass == PASS_REDUCE ? 0 : input_kind, even ? "#define HPYR_EVEN\n" : "",
                   read.z == 1 ? "#define HPYR_ONE_SLICE\n" : "");
    hpi_gl_add_targets(&defines, targets);
    const char *more = hpi_text_get(&defines);
    hpyr_result result = pass == PASS_REDUCE ? hpi_core_program(pyramid, &stage, false, more, program)
                                             : hpi_core_source_begin(pyramid, &stage, more, program, loan);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    glUseProgram(*program);
    glUniform3i(hpi_gl_location(pyramid->context, *program, "hpyr_", "cells"), read.x, read.y, read.z);
    glUniform3i(hpi_gl_location(pyramid->context, *program, "hpyr_", "read"), read.x, read.y, read.z);
    glUniform1i(hpi_gl_location(pyramid->context, *program, "hpyr_", "children"), 8);
    if (pass == PASS_REDUCE) {
        int mip = level - 1 - pyramid->first_level;
        glUniform1i(hpi_gl_location(pyramid->context, *program, "hpyr_", "pyramid"), HPI_PYRAMID_UNIT);
        glUniform3f(hpi_gl_location(pyramid->context, *program, "hpyr_", "scale"),
                    1.0f / (GLfloat)hpi_core_mip_side(size[0], mip), 1.0f / (GLfloat)hpi_core_mip_side(size[1], mip),
                    1.0f / (GLfloat)hpi_core_mip_side(size[2], mip));
    }
    return HPYR_OK;
}

/* Draws a level. `*framebuffer` is the first one of the level, and afterwards of the next level. */
static hpyr_result draw_level(hpyr_pyramid *pyramid, int level, const GLuint **framebuffer) {
    level_size to = size_of_level(pyramid, level);
    hpi_loan loan = {0};
    hpyr_result result = HPYR_OK;
    GLuint program = 0;
    GLint location = -1;
    uint32_t most = targets_of(UINT32_MAX, pyramid->context->narrow_targets), fetches = fetches_of(pyramid, level);
    for (uint32_t slice = 0, before = 0, end = (uint32_t)to.z; slice < end; slice += most) {
        uint32_t targets = targets_of(end - slice, most);
        if (targets != before) {
            hpi_core_loan_end(pyramid->context, &loan);
            result = use_program(pyramid, level, targets, &program, &loan);
            if (result != HPYR_OK)
                break;
            location = hpi_gl_location(pyramid->context, program, "hpyr_", "slice");
            before = targets;
        }
        hpi_gl_targets_bind(pyramid->context, *(*framebuffer)++, targets);
        hpi_gl_viewport(pyramid->context, 0, 0, (uint32_t)to.x, (uint32_t)to.y);
        glUniform1i(location, (GLint)slice);
        hpi_gl_draw_bands(pyramid->context, (uint64_t)to.x * (uint64_t)to.y * targets * fetches);
    }
    hpi_core_loan_end(pyramid->context, &loan);
    return result;
}

static hpyr_result volume_build(hpyr_pyramid *pyramid) {
    const GLuint *framebuffer = pyramid->volume->framebuffers;
    hpyr_result result = draw_level(pyramid, pyramid->first_level, &framebuffer);
    const uint32_t *size = pyramid->volume->size;
    hpi_gl_levels levels = {.target = GL_TEXTURE_3D,
                            .name = pyramid->texture,
                            .format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 1),
                            .size = {size[0], size[1], size[2]}};
    for (int level = pyramid->first_level + 1; result == HPYR_OK && level <= pyramid->top; level++) {
        levels.first = level - 1 - pyramid->first_level;
        result = hpi_gl_level_show(pyramid->context, HPI_PYRAMID_UNIT, &levels);
        if (result == HPYR_OK)
            result = draw_level(pyramid, level, &framebuffer);
        hpi_gl_level_release(&levels);
    }
    levels.first = 0;
    levels.last = pyramid->top - pyramid->first_level;
    hpi_gl_levels_bind(pyramid->context, HPI_PYRAMID_UNIT, &levels);
    return result;
}

/* ---- traversal ---- */

static void volume_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit) {
    level_size cells = size_of_level(pyramid, 0);
    hpi_gl_mipmaps_bind(pyramid->context, unit, GL_TEXTURE_3D, pyramid->texture);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "pyramid"), (GLint)unit);
    glUniform3i(hpi_gl_location(pyramid->context, program, prefix, "cells"), cells.x, cells.y, cells.z);
}

const hpi_pyramid_layout hpi_core_volume = {
    .name = "VOLUME",
    .traversal = "core/traversal_volume.glsl",
    .orders = 1u << HPYR_ORDER_MORTON3,
    .formats = {1u << HPYR_COUNT_FORMAT_UINT | 1u << HPYR_COUNT_FORMAT_FLOAT, 0},
    .addresses_cells = true,
    .volumes = true,
    .units = 1,
    .asked = 64,
    .bytes = volume_bytes,
    .check = volume_check,
    .create = volume_create,
    .destroy = volume_destroy,
    .build = volume_build,
    .bind = volume_bind,
};
