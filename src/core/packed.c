/* packed.c - levels of a pyramid side by side in two textures.
 * Source: the pseudo-mipmap of Ziegler et al. 2006, section 9 and figure 6 (report, figure 10).
 *
 *     levels 1, 3, 5..        levels 2, 4..
 *     +-------+--+            +---+-+
 *     |       |..|            |   |4|
 *     |   1   |5 |            | 2 +-+
 *     |       +--+            +---+
 *     |       |3 |
 *     +-------+--+
 *
 * The papers put all levels into one texture. But GL does not define what happens when one texture
 * is read and drawn at once, even in different regions. So levels alternate between two textures;
 * if one pass draws two levels, pairs of levels alternate. Level 0 is so much larger that a texture
 * with it would be mostly gaps; if it is stored, it has a third texture.  SPDX-License-Identifier: MIT */
#include "core/packed.h"

static uint32_t ceil_div(uint32_t a, uint32_t b) {
    return (a - 1) / b + 1;
}

/* ---- arrangement ---- */

/* Places the levels of one texture. The first level decides how long the texture is, in y, or in x
 * if `along` is 0. The others stand in columns beside it, or in rows above it. */
static void fill(hpi_packed_level *levels, int texture, int top, int along, uint32_t size[2]) {
    const int across = 1 - along;
    uint32_t used = UINT32_MAX, column = 0; /* how full the last column is; its start */
    size[0] = size[1] = 0;
    for (int i = 1; i <= top; i++) {
        if (levels[i].texture != texture)
            continue;
        const uint32_t extent[2] = {levels[i].width, levels[i].height};
        uint32_t corner[2];
        if (!size[along])
            size[along] = extent[along];
        if (used > size[along] - extent[along]) {
            used = 0;
            column = size[across];
            size[across] += extent[across];
        }
        corner[along] = used;
        corner[across] = column;
        used += extent[along];
        levels[i].x = corner[0];
        levels[i].y = corner[1];
    }
}

static uint64_t area(const uint32_t size[2]) {
    return (uint64_t)size[0] * size[1];
}

static uint32_t longer(const uint32_t size[2]) {
    return size[0] > size[1] ? size[0] : size[1];
}

/* Prefers what GL has textures for, then what takes less memory, then the shorter sides. */
static bool is_better(const uint32_t size[2], const uint32_t other[2], uint32_t limit) {
    bool fits = longer(size) <= limit, other_fits = longer(other) <= limit;
    if (fits != other_fits)
        return fits;
    return area(size) != area(other) ? area(size) < area(other) : longer(size) < longer(other);
}

static void fill_best(hpi_packed_level *levels, int texture, int top, uint32_t limit, uint32_t size[2]) {
    uint32_t rows[2];
    fill(levels, texture, top, 0, rows);
    fill(levels, texture, top, 1, size);
    if (is_better(rows, size, limit))
        fill(levels, texture, top, 0, size);
}

static uint32_t longest_side(const hpyr_context *context, GLenum target) {
    if (!context)
        return UINT32_MAX;
    return target == GL_TEXTURE_RECTANGLE ? context->max_rectangle_size : context->caps.max_texture_size;
}

/* Computes levels[1 .. top] and the sizes of their textures, 0 for a texture without levels.
 * levels[0] holds its size and is not placed. Sides stay within `limit` if they can. Returns the
 * top, which is at least 1. */
static int arrange(const hpi_packed_plan *plan, uint32_t limit, hpi_packed_level *levels, uint32_t sizes[2][2]) {
    int top = 0;
    levels[0].texture = PACKED_BASE;
    do {
        const hpi_packed_level *below = &levels[top++];
        hpi_packed_level *level = &levels[top];
        bool column = below->width == 1;
        level->children[0] = plan->children[column];
        level->children[1] = plan->children[!column];
        level->texture = (top / plan->run) & 1 ? PACKED_ODD : PACKED_EVEN;
        level->width = ceil_div(below->width, level->children[0]);
        level->height = ceil_div(below->height, level->children[1]);
    } while (levels[top].width > 1 || levels[top].height > 1);
    fill_best(levels, PACKED_EVEN, top, limit, sizes[PACKED_EVEN]);
    fill_best(levels, PACKED_ODD, top, limit, sizes[PACKED_ODD]);
    return top;
}

uint64_t hpi_core_packed_bytes(const hpyr_context *context, const hpi_packed_plan *plan, uint32_t width,
                               uint32_t height, int first, uint32_t texel_bytes) {
    hpi_packed_level levels[PYRAMID_MAX_LEVELS] = {{.width = width, .height = height}};
    uint32_t sizes[2][2];
    uint32_t limit = longest_side(context, plan->target);
    arrange(plan, limit, levels, sizes);
    if (longer(sizes[0]) > limit || longer(sizes[1]) > limit || (!first && (width > limit || height > limit)))
        return 0;
    uint64_t texels = area(sizes[0]) + area(sizes[1]) + (first ? 0 : (uint64_t)width * height);
    return texels * plan->layers * texel_bytes;
}

/* ---- life ---- */

static hpyr_result check_sizes(const hpyr_pyramid *pyramid) {
    const hpyr_context *context = pyramid->context;
    const hpi_packed_store *store = pyramid->packed;
    uint32_t limit = longest_side(context, store->target);
    for (int which = PACKED_TEXTURES; which-- > 0;) /* the largest first */
        if (longer(store->sizes[which]) > limit)
            return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                               "pyramid: levels of layout %s need a texture of %ux%u texels; this GL allows %ux%u",
                               pyramid->layout->name, store->sizes[which][0], store->sizes[which][1], limit, limit);
    return HPYR_OK;
}

static hpyr_result create_layers(const hpyr_pyramid *pyramid, const hpi_packed_plan *plan, int format, int which) {
    const hpyr_context *context = pyramid->context;
    hpi_packed_store *store = pyramid->packed;
    const uint32_t *size = store->sizes[which];
    store->textures[which] = hpi_gl_array_create(context, (hpyr_format)format, size[0], size[1], plan->layers);
    if (!store->textures[which])
        return HPYR_ERROR_OUT_OF_MEMORY;
    uint32_t head = plan->layers > context->targets ? 1 : 0;
    store->framebuffers[which] =
        hpi_gl_layers_framebuffer(context, store->textures[which], 0, head, plan->layers - head);
    if (head)
        store->heads[which] = hpi_gl_layers_framebuffer(context, store->textures[which], 0, 0, 1);
    return store->framebuffers[which] && (!head || store->heads[which]) ? HPYR_OK : HPYR_ERROR_GL;
}

static hpyr_result create_plane(const hpyr_pyramid *pyramid, int format, int which) {
    const hpyr_context *context = pyramid->context;
    hpi_packed_store *store = pyramid->packed;
    const uint32_t *size = store->sizes[which];
    store->textures[which] = hpi_gl_plane_create(context, store->target, format, size[0], size[1]);
    if (!store->textures[which])
        return HPYR_ERROR_OUT_OF_MEMORY;
    hpi_gl_framebuffers_create(context, 1, &store->framebuffers[which]);
    hpi_gl_framebuffer_bind(context, store->framebuffers[which]);
    hpi_gl_framebuffer_attach(context, store->target, store->textures[which], 0);
    GLenum status = hpi_gl_framebuffer_status(context);
    if (status == GL_FRAMEBUFFER_COMPLETE)
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_GL, "pyramid: levels of layout %s cannot be rendered to (status 0x%04x)",
                       pyramid->layout->name, status);
}

hpyr_result hpi_core_packed_create(hpyr_pyramid *pyramid, const hpi_packed_plan *plan, uint32_t width, uint32_t height,
                                   int first, int format) {
    hpi_packed_store *store = hpi_alloc_zeros(pyramid->context, 1, sizeof *store);
    if (!store)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    pyramid->packed = store;
    store->target = plan->target;
    store->layers = plan->layers;
    store->levels[0].width = width;
    store->levels[0].height = height;
    store->sizes[PACKED_BASE][0] = first == 0 ? width : 0;
    store->sizes[PACKED_BASE][1] = first == 0 ? height : 0;
    pyramid->first_level = first;
    pyramid->top = arrange(plan, longest_side(pyramid->context, plan->target), store->levels, store->sizes);
    pyramid->top_at[0] = store->levels[pyramid->top].x;
    pyramid->top_at[1] = store->levels[pyramid->top].y;
    hpyr_result result = check_sizes(pyramid);
    for (int which = 0; result == HPYR_OK && which < PACKED_TEXTURES; which++)
        if (store->sizes[which][0])
            result =
                plan->layers > 1 ? create_layers(pyramid, plan, format, which) : create_plane(pyramid, format, which);
    return result;
}

void hpi_core_packed_destroy(hpyr_pyramid *pyramid) {
    hpi_packed_store *store = pyramid->packed;
    if (!store)
        return;
    hpi_gl_framebuffers_delete(pyramid->context, PACKED_TEXTURES, store->framebuffers);
    hpi_gl_framebuffers_delete(pyramid->context, PACKED_TEXTURES, store->heads);
    hpi_gl_textures_delete(pyramid->context, PACKED_TEXTURES, store->textures);
    hpi_free(pyramid->context, store);
}

/* ---- build ---- */

bool hpi_core_packed_has_parts(const hpyr_pyramid *pyramid) {
    return pyramid->packed->heads[PACKED_EVEN] || pyramid->packed->heads[PACKED_ODD];
}

void hpi_core_packed_target(const hpyr_pyramid *pyramid, int level, hpi_packed_part part) {
    const hpi_packed_store *store = pyramid->packed;
    const hpi_packed_level *to = &store->levels[level];
    if (part == PACKED_HEAD)
        hpi_gl_targets_bind(pyramid->context, store->heads[to->texture], 1);
    else
        hpi_gl_targets_bind(pyramid->context, store->framebuffers[to->texture],
                            store->layers - (part == PACKED_REST ? 1 : 0));
    hpi_gl_viewport(pyramid->context, (int32_t)to->x, (int32_t)to->y, to->width, to->height);
}

void hpi_core_packed_reduce(const hpyr_pyramid *pyramid, GLuint program, int below, int level, hpi_packed_part part) {
    const hpyr_context *context = pyramid->context;
    const hpi_packed_store *store = pyramid->packed;
    const hpi_packed_level *to = &store->levels[level], *from = &store->levels[below];
    int read = from->texture;
    glUseProgram(program);
    hpi_gl_texture_bind(context, HPI_PYRAMID_UNIT, store->target, store->textures[read]);
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "pyramid"), HPI_PYRAMID_UNIT);
    glUniform2f(hpi_gl_location(context, program, "hpyr_", "corner"), (GLfloat)to->x, (GLfloat)to->y);
    glUniform2f(hpi_gl_location(context, program, "hpyr_", "read_corner"), (GLfloat)from->x, (GLfloat)from->y);
    glUniform2f(hpi_gl_location(context, program, "hpyr_", "read"), (GLfloat)from->width, (GLfloat)from->height);
    if (store->target == GL_TEXTURE_2D) /* other targets are read by whole texels */
        glUniform2f(hpi_gl_location(context, program, "hpyr_", "scale"), 1.0f / (GLfloat)store->sizes[read][0],
                    1.0f / (GLfloat)store->sizes[read][1]);
    hpi_core_packed_target(pyramid, level, part);
    hpi_gl_draw_fullscreen(context);
}

/* ---- traversal ---- */

int hpi_core_packed_row_levels(const hpyr_pyramid *pyramid) {
    int rows = 0;
    while (rows < pyramid->top && pyramid->packed->levels[rows + 1].children[1] == 1)
        rows++;
    return rows;
}

void hpi_core_packed_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit) {
    const hpyr_context *context = pyramid->context;
    const hpi_packed_store *store = pyramid->packed;
    bool plane = store->target == GL_TEXTURE_2D;
    GLfloat levels[PYRAMID_MAX_LEVELS][4] = {{0}};
    for (int i = pyramid->first_level; i <= pyramid->top; i++) {
        const hpi_packed_level *level = &store->levels[i];
        const uint32_t *size = store->sizes[level->texture];
        GLfloat step_x = plane ? 1.0f / (GLfloat)size[0] : 1.0f, step_y = plane ? 1.0f / (GLfloat)size[1] : 1.0f;
        levels[i][0] = ((GLfloat)level->x + 0.5f) * step_x;
        levels[i][1] = ((GLfloat)level->y + 0.5f) * step_y;
        levels[i][2] = plane ? step_x : (GLfloat)level->width;
        levels[i][3] = plane ? step_y : (GLfloat)level->height;
    }
    glUniform4fv(hpi_gl_location(context, program, prefix, "levels"), pyramid->top + 1, levels[0]);
    static const char *const names[] = {[PACKED_ODD] = "odd", [PACKED_BASE] = "base", [PACKED_EVEN] = "even"};
    static const GLuint units[] = {[PACKED_ODD] = 0, [PACKED_BASE] = PYRAMID_INPUT_OFFSET, [PACKED_EVEN] = 2};
    for (int which = 0; which < PACKED_TEXTURES; which++) {
        GLint location = hpi_gl_location(context, program, prefix, names[which]);
        int bound = store->textures[which] ? which : store->levels[1].texture; /* its sampler exists */
        if (location >= 0)
            hpi_gl_texture_bind(context, unit + units[which], store->target, store->textures[bound]);
        glUniform1i(location, (GLint)(unit + units[which]));
    }
}
