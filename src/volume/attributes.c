/* attributes.c - writes color and normal of surface voxels as lists in the point list's order, by
 * general counts (Dyken and Ziegler, section 4) and rank. The passes are in attributes_draw.c.
 * SPDX-License-Identifier: MIT */
#include "volume/attributes.h"

#include <stdlib.h>

enum { MAX_DEPTH = 1 << 18 /* see pack_column */ };

/* ---- the lists ---- */

static hpyr_result check_list(hpi_attributes *a, const hpyr_texture *list, const char *what, hpyr_format format,
                              hpyr_texture *resolved) {
    resolved->name = 0;
    if (!list)
        return HPYR_OK;
    hpyr_result result = hpi_gl_texture_check(a->context, list, what, resolved);
    if (result != HPYR_OK)
        return result;
    if (resolved->target != GL_TEXTURE_2D || resolved->format != format)
        return hpi_gl_fail(a->context, HPYR_ERROR_TEXTURE, "%s: a 2D texture of %s is needed", what,
                           hpi_gl_format_of(format)->name);
    if (a->list[0] && a->list[0] != resolved->width)
        return hpi_gl_fail(a->context, HPYR_ERROR_TEXTURE, "%s: %u texels wide, the other list %u", what,
                           resolved->width, a->list[0]);
    a->list[0] = resolved->width;
    if (!a->list[1] || a->list[1] > resolved->height)
        a->list[1] = resolved->height;
    return HPYR_OK;
}

/* Refuses a list that the passes also read. */
static hpyr_result check_alias(const hpi_attributes *a, GLuint list, const hpyr_mesh_part *parts, uint32_t part_count) {
    const hpyr_pyramid *pyramid = a->pyramid;
    bool read = list == a->v->output.name || hpi_core_borrows(pyramid, list);
    for (uint32_t i = 0; i < part_count; i++)
        read = read || list == parts[i].texture.name;
    if (!list || !read)
        return HPYR_OK;
    return hpi_gl_fail(a->context, HPYR_ERROR_TEXTURE, "attributes: texture %u is a list and an input", list);
}

static void attach(hpi_attributes *a, int which, const hpyr_texture *list, GLenum draws[2]) {
    const GLenum attachment = GL_COLOR_ATTACHMENT0 + (GLenum)which;
    draws[which] = list->name ? attachment : GL_NONE;
    if (!list->name)
        return;
    hpi_gl_texture_borrow(a->context, list, TEXTURE_UNIT, &a->lent[which]); /* its level alone is complete */
    glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, list->name, list->level);
}

/* Checks the framebuffer that is bound; `what` is attached to it. */
static hpyr_result check_framebuffer(const hpi_attributes *a, const char *what) {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        return HPYR_OK;
    return hpi_gl_fail(a->context, HPYR_ERROR_TEXTURE, "attributes: this GL cannot render to %s of %ux%u texels", what,
                       a->list[0], a->list[1]);
}

/* Attaches the lists to a framebuffer and clears them. */
static hpyr_result make_lists(hpi_attributes *a, const hpyr_texture *colors, const hpyr_texture *normals) {
    static const GLfloat nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    GLenum draws[2];
    glGenFramebuffers(1, &a->framebuffer);
    hpi_gl_targets_bind(a->context, a->framebuffer, 2);
    attach(a, 0, colors, draws);
    attach(a, 1, normals, draws);
    glDrawBuffers(2, draws);
    hpyr_result result = check_framebuffer(a, "lists");
    hpi_gl_viewport(a->context, 0, 0, a->list[0], a->list[1]);
    for (int i = 0; i < 2; i++)
        if (result == HPYR_OK && draws[i] != GL_NONE)
            glClearBufferfv(GL_COLOR, i, nothing);
    return result;
}

/* Creates a texel and a depth for each voxel, by which its nearest triangle is found. */
static hpyr_result make_winners(hpi_attributes *a) {
    GLint renderbuffer = hpi_gl_bound_renderbuffer();
    a->winners = hpi_gl_texture_create(a->context, HPYR_FORMAT_RGBA32F, a->list[0], a->rows);
    if (!a->winners)
        return HPYR_ERROR_OUT_OF_MEMORY;
    glGenRenderbuffers(1, &a->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, a->depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, (GLsizei)a->list[0], (GLsizei)a->rows);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)renderbuffer);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(a->context, HPYR_ERROR_OUT_OF_MEMORY, "attributes: GL refused a depth of %ux%u texels",
                           a->list[0], a->rows);
    glGenFramebuffers(1, &a->winner_framebuffer);
    hpi_gl_framebuffer_bind(a->context, a->winner_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, a->winners, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, a->depth);
    hpyr_result result = check_framebuffer(a, "floats");
    if (result == HPYR_OK)
        hpi_gl_depth_clear(a->context);
    return result;
}

/* ---- parts ---- */

static hpyr_result check_part(hpi_attributes *a, const hpyr_mesh_part *given, hpyr_mesh_part *s) {
    hpyr_result result = hpi_volume_setup_begin(&a->setup, &given->mesh, &s->mesh);
    if (result == HPYR_OK)
        result = hpi_volume_check_array(a->context, &s->mesh, "normals", &s->normals, 3 * WORD);
    if (result == HPYR_OK)
        result = hpi_volume_check_array(a->context, &s->mesh, "texture coordinates", &s->texcoords, 2 * WORD);
    if (result == HPYR_OK && s->texture.name && !s->texcoords.buffer)
        result = hpi_gl_fail(a->context, HPYR_ERROR_INVALID_ARGUMENT,
                             "surface: texture %u has no effect without texture coordinates", s->texture.name);
    if (result == HPYR_OK && s->texture.name)
        result = hpi_gl_texture_check(a->context, &given->texture, "surface", &s->texture);
    if (result == HPYR_OK && s->texture.name &&
        (s->texture.target != GL_TEXTURE_2D || s->texture.format != HPYR_FORMAT_RGBA8))
        result = hpi_gl_fail(a->context, HPYR_ERROR_TEXTURE, "surface: a 2D texture of RGBA8 is needed");
    return result;
}

/* ---- buffers ---- */

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* The records of a batch fit into buffer textures, and the number of its columns into a total. */
static uint32_t batch_size(const hpi_attributes *a, uint32_t triangle_count) {
    const hpyr_flat3d *map = &a->v->map;
    uint64_t width = map->width, height = map->height, depth = map->depth;
    uint64_t most = (UINT32_MAX - 1) / larger(width * height, larger(width * depth, height * depth));
    uint32_t texels = hpi_gl_texels_limit(a->context), batch = smaller(a->setup.capacity, texels / LOOK_TEXELS);
    if (a->thin)
        batch = smaller(batch, smaller(a->v->setups[SETUP_RASTER].capacity, texels / SETUP_RASTER_TEXELS));
    batch = smaller(batch, triangle_count);
    return most && most < batch ? (uint32_t)most : batch;
}

/* Makes room for the counts and the looks of a batch of a surface's triangles. */
static hpyr_result reserve_batch(hpi_attributes *a, const hpyr_mesh *mesh) {
    hpyr_mesh checked;
    hpi_setup *raster = &a->v->setups[SETUP_RASTER];
    hpyr_result result = a->thin ? hpi_volume_setup_begin(raster, mesh, &checked) : HPYR_OK;
    if (result != HPYR_OK)
        return result;
    a->batch = batch_size(a, mesh->triangle_count);
    for (a->row = 1; a->row * a->row < a->batch;)
        a->row *= 2;
    glGenBuffers(1, &a->looks);
    glBindBuffer(GL_ARRAY_BUFFER, a->looks);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)a->batch * 3 * LOOK_WORDS * WORD, NULL, GL_DYNAMIC_COPY);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(a->context, HPYR_ERROR_OUT_OF_MEMORY, "attributes: GL refused a buffer for %u triangles",
                           a->batch);
    return hpi_volume_attributes_counts(a, HPYR_FORMAT_R32UI, a->row, (a->batch - 1) / a->row + 1, &a->counts,
                                        &a->triangle_pyramid);
}

static void free_buffers(hpi_attributes *a) {
    hpyr_pyramid_destroy(a->triangle_pyramid);
    hpyr_pyramid_destroy(a->column_pyramid);
    glDeleteTextures(1, &a->counts.name);
    glDeleteTextures(1, &a->columns.name);
    hpi_gl_texels_delete(a->context, &a->look_texels);
    hpi_gl_texels_delete(a->context, &a->v->setups[SETUP_RASTER].texels);
    glDeleteBuffers(1, &a->looks);
    a->triangle_pyramid = a->column_pyramid = NULL;
    a->counts.name = a->columns.name = a->looks = 0;
    hpi_text_free(&a->pyramids);
}

/* ---- the whole ---- */

static hpyr_result draw_part(hpi_attributes *a, const hpyr_mesh_part *given, const float *transform) {
    hpyr_mesh_part s = *given;
    hpi_mesh_input input = {0};
    if (!given->mesh.triangle_count)
        return HPYR_OK;
    hpyr_result result = check_part(a, given, &s);
    if (result == HPYR_OK)
        result = reserve_batch(a, &s.mesh);
    if (result == HPYR_OK)
        result = hpi_volume_mesh_input_begin(&input, a->context, &s.mesh, &s);
    for (uint32_t first = 0; result == HPYR_OK && first < s.mesh.triangle_count; first += a->batch) {
        uint32_t left = s.mesh.triangle_count - first, count = left < a->batch ? left : a->batch;
        result = hpi_volume_attributes_set_up(a, &s, &input, transform, first, count);
        if (result == HPYR_OK)
            result = hpi_volume_attributes_draw(a, &s);
    }
    hpi_volume_mesh_input_end(&input);
    free_buffers(a);
    return result;
}

/* Rows of the lists that hold voxels, at least one. */
static uint32_t rows_of(const hpi_attributes *a, uint32_t voxels) {
    return smaller(a->list[1], voxels ? (voxels - 1) / a->list[0] + 1 : 1);
}

static hpyr_result run(hpi_attributes *a, const hpyr_mesh_part *parts, uint32_t part_count, const float *transform,
                       const hpyr_texture *colors, const hpyr_texture *normals) {
    uint32_t voxels = a->pyramid->total / a->pyramid->desc.clones;
    hpyr_texture lists[2];
    hpyr_result result = check_list(a, colors, "colors", HPYR_FORMAT_RGBA8, &lists[0]);
    if (result == HPYR_OK)
        result = check_list(a, normals, "normals", HPYR_FORMAT_RGBA32F, &lists[1]);
    for (int i = 0; result == HPYR_OK && i < 2; i++)
        result = check_alias(a, lists[i].name, parts, part_count);
    if (result == HPYR_OK)
        result = hpi_core_check_borrowed(a->pyramid);
    if (result == HPYR_OK && a->list[0]) {
        a->rows = rows_of(a, voxels);
        result = make_lists(a, &lists[0], &lists[1]);
    }
    if (result == HPYR_OK && a->list[0])
        result = make_winners(a);
    if (result == HPYR_OK)
        result = hpi_volume_setup_create(&a->setup, a->context, SETUP_EXACT);
    for (uint32_t i = 0; result == HPYR_OK && a->list[0] && i < part_count; i++)
        result = draw_part(a, &parts[i], transform);
    if (result == HPYR_OK && a->list[0] && (uint64_t)a->list[0] * a->list[1] < voxels)
        result = HPYR_TRUNCATED;
    if (result == HPYR_TRUNCATED)
        hpi_gl_log(a->context, HPYR_LOG_LEVEL_WARNING, "attributes: lists of %ux%u texels for %u voxels", a->list[0],
                   a->list[1], voxels);
    return result;
}

static hpyr_result check_pyramid(const hpyr_voxelizer *v, hpyr_pyramid *pyramid) {
    const hpyr_flat3d *map = &v->map, *cells = &pyramid->map;
    hpyr_result result = hpi_gl_check_current(pyramid->context, "attributes");
    if (result != HPYR_OK)
        return result;
    if (pyramid->context->legacy)
        return hpi_gl_fail(v->context, HPYR_ERROR_UNSUPPORTED, "attributes: the pyramid's context is held to GL 2.1");
    if (map->width != cells->width || map->height != cells->height || map->depth != cells->depth)
        return hpi_gl_fail(v->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "attributes: a pyramid of %ux%ux%u cells, a volume of %ux%ux%u", cells->width, cells->height,
                           cells->depth, map->width, map->height, map->depth);
    if (map->depth > MAX_DEPTH)
        return hpi_gl_fail(v->context, HPYR_ERROR_TOO_LARGE, "attributes: %u slices; at most %d", map->depth,
                           (int)MAX_DEPTH);
    return hpi_core_wait_total(pyramid);
}

hpyr_result hpyr_voxelizer_attributes(hpyr_voxelizer *voxelizer, hpyr_pyramid *pyramid, const hpyr_mesh_part *parts,
                                      uint32_t part_count, const float transform[16], const hpyr_texture *colors,
                                      const hpyr_texture *normals) {
    hpi_gl_state state;
    if (!voxelizer || !pyramid || (part_count && !parts))
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (voxelizer->context->legacy)
        return hpi_gl_fail(voxelizer->context, HPYR_ERROR_UNSUPPORTED,
                           "attributes: they need general counts by triangles in integers, and GL 2.1 has none");
    if (!voxelizer->context->caps.float_targets)
        return hpi_gl_fail(voxelizer->context, HPYR_ERROR_UNSUPPORTED,
                           "attributes: they need render targets of 32-bit floats, and %s has none",
                           voxelizer->context->caps.renderer);
    hpyr_result result = hpi_gl_check_current(voxelizer->context, "attributes");
    if (result == HPYR_OK)
        result = hpi_volume_check_transform(voxelizer->context, &transform);
    if (result == HPYR_OK)
        result = check_pyramid(voxelizer, pyramid);
    if (result != HPYR_OK)
        return result;
    hpi_attributes a = {.v = voxelizer,
                        .context = voxelizer->context,
                        .pyramids = HPI_TEXT(voxelizer->context),
                        .pyramid = pyramid,
                        .thin = voxelizer->desc.fill == HPYR_FILL_THIN};
    hpi_gl_state *outer = pyramid->context->state;
    hpi_gl_state_enter(a.context, &state);
    pyramid->context->state = &state; /* it may be another context's: its bindings are saved with ours */
    a.sampler = hpi_gl_sampler_create(GL_LINEAR, GL_LINEAR, GL_REPEAT);
    result = run(&a, parts, part_count, transform, colors, normals);
    free_buffers(&a);
    hpi_volume_setup_destroy(&a.setup);
    glDeleteSamplers(1, &a.sampler);
    glDeleteFramebuffers(1, &a.framebuffer);
    glDeleteFramebuffers(1, &a.winner_framebuffer);
    glDeleteRenderbuffers(1, &a.depth);
    glDeleteTextures(1, &a.winners);
    hpi_gl_target_release(a.context);
    for (int i = 0; i < 2; i++)
        hpi_gl_texture_return(a.context, &a.lent[i], TEXTURE_UNIT);
    pyramid->context->state = outer;
    return hpi_gl_state_leave(a.context, &state, result);
}
