/* voxelizer.c - turns meshes into volumes: descriptors, limits, and the way through the voxelizers.
 * Source: Ziegler et al. 2006, section 9.  SPDX-License-Identifier: MIT */
#include "core/bits.h"
#include "core/sizes.h"
#include "volume/voxelizer_object.h"

enum { LARGEST_SIDE = 1 << 30 };

/* ---- descriptors ---- */

static bool is_bits(const hpyr_voxelizer_desc *desc) {
    return desc->kind == HPYR_VOXELIZER_KIND_BITS;
}

static bool has_six_rays(const hpyr_voxelizer_desc *desc) {
    return desc->inside == HPYR_INSIDE_SIX_RAYS;
}

static hpyr_result check_desc(const hpyr_context *context, const hpyr_voxelizer_desc *desc) {
    if ((uint32_t)desc->kind > HPYR_VOXELIZER_KIND_BITS || (uint32_t)desc->fill > HPYR_FILL_SOLID)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "voxelizer: kind %d or fill %d is unknown",
                           (int)desc->kind, (int)desc->fill);
    if (desc->tiles_x && desc->kind != HPYR_VOXELIZER_KIND_SLICES)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "voxelizer: tiles_x is %u, and only SLICES has tiles",
                           desc->tiles_x);
    if ((uint32_t)desc->inside > HPYR_INSIDE_SIX_RAYS)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "voxelizer: inside %d is unknown", (int)desc->inside);
    if (desc->inside && desc->fill != HPYR_FILL_SOLID)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "voxelizer: inside is %d, and only SOLID has an inside", (int)desc->inside);
    return HPYR_OK;
}

/* Replaces DEFAULT by what this GL can do; then the fill must suit, and the volume must fit. If
 * `context` is NULL, it is GL 3.3's, and nothing is logged. */
static hpyr_result resolve(const hpyr_context *context, const hpyr_voxelizer_desc *desc, hpyr_voxelizer_desc *resolved,
                           hpyr_flat3d *map) {
    bool capable = !context || !context->legacy;
    *resolved = *desc;
    hpyr_result result = check_desc(context, desc);
    if (result != HPYR_OK)
        return result;
    if (!desc->fill)
        resolved->fill = HPYR_FILL_THIN;
    if (desc->fill == HPYR_FILL_SOLID && !desc->inside)
        resolved->inside = HPYR_INSIDE_ONE_RAY;
    if (!desc->kind)
        resolved->kind =
            capable || resolved->fill != HPYR_FILL_THIN ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES;
    if (!is_bits(resolved) && resolved->fill != HPYR_FILL_THIN)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "voxelizer: SLICES has fill THIN only");
    if (is_bits(resolved) && !capable)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "voxelizer: BITS and fills but THIN need integer render targets, and GL 2.1 has none");
    const uint32_t size[3] = {desc->width, desc->height, desc->depth};
    uint32_t max_side = context && !is_bits(resolved) ? context->caps.max_texture_size : LARGEST_SIDE;
    result = hpi_core_arrange(context, "voxelizer", size, desc->tiles_x, max_side, map);
    if (result == HPYR_OK && context && is_bits(resolved))
        result = hpi_core_bits_check(context, "voxelizer", map);
    if (result == HPYR_OK && context && has_six_rays(resolved))
        result = hpi_volume_six_rays_check(context, map);
    if (result == HPYR_OK && !is_bits(resolved))
        resolved->tiles_x = map->tiles_x;
    return result;
}

uint64_t hpyr_voxelizer_bytes(const hpyr_context *context, const hpyr_voxelizer_desc *desc) {
    hpyr_voxelizer_desc resolved;
    hpyr_flat3d map;
    if (!desc || resolve(context, desc, &resolved, &map) != HPYR_OK)
        return 0;
    if (!is_bits(&resolved))
        return 4 * (uint64_t)hpyr_flat3d_texture_width(&map) * hpyr_flat3d_texture_height(&map);
    if (!has_six_rays(&resolved))
        return hpi_volume_bits_bytes(context, &map, resolved.fill == HPYR_FILL_SOLID);
    hpi_bits_shape columns = hpi_core_bits_of_columns(&map);
    return hpi_core_bits_bytes(&columns) + hpi_volume_six_rays_bytes(context, &map);
}

/* ---- life ---- */

/* Fragments decide SURFACE and SOLID. SURFACE is also rasterized, so it holds THIN's voxels. */
static bool uses(const hpyr_voxelizer *v, hpi_setup_kind kind) {
    if (v->context->legacy) /* the CPU sets triangles up */
        return false;
    return kind == SETUP_RASTER ? v->desc.fill != HPYR_FILL_SOLID : v->desc.fill != HPYR_FILL_THIN;
}

/* Six rays decide in passes that draw a single layer of the output. */
static hpyr_result create_bits(hpyr_voxelizer *v) {
    bool decides = has_six_rays(&v->desc);
    v->bits = (hpi_bits_volume){.map = v->map,
                                .is_drawn = !decides,
                                .is_solid = v->desc.fill == HPYR_FILL_SOLID,
                                .group_layers = decides ? 1 : hpi_volume_bits_group(v->context)};
    hpyr_result result = hpi_volume_bits_create(v->context, &v->bits);
    v->output = v->bits.texture;
    return result == HPYR_OK && has_six_rays(&v->desc) ? hpi_volume_six_rays_create(v) : result;
}

static hpyr_result create(hpyr_voxelizer *v) {
    hpyr_result result = HPYR_OK;
    for (int kind = 0; result == HPYR_OK && kind < SETUP_KINDS; kind++)
        if (uses(v, kind))
            result = hpi_volume_setup_create(&v->setups[kind], v->context, kind);
    if (result != HPYR_OK)
        return result;
    if (is_bits(&v->desc))
        return create_bits(v);
    return HPI_GL_DESKTOP && v->context->legacy ? hpi_volume_slices_gl21_create(v) : hpi_volume_slices_create(v);
}

hpyr_result hpyr_voxelizer_create(hpyr_context *context, const hpyr_voxelizer_desc *desc, hpyr_voxelizer **out) {
    hpyr_voxelizer wanted = {.context = context};
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "voxelizer");
    if (result == HPYR_OK)
        result = resolve(context, desc, &wanted.desc, &wanted.map);
    if (result == HPYR_OK && !context->legacy)
        result = hpi_gl_check_captures(context, "voxelizer");
    if (result != HPYR_OK)
        return result;
    if (!desc->kind && !is_bits(&wanted.desc))
        hpi_gl_log(context, HPYR_LOG_LEVEL_INFO,
                   "voxelizer: SLICES, since GL 2.1 has no integer render targets for BITS");
    hpyr_voxelizer *v = hpi_alloc(context, sizeof *v);
    if (!v)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a voxelizer");
    *v = wanted;
    hpi_gl_context_hold(context);
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, create(v));
    if (result != HPYR_OK) {
        hpyr_voxelizer_destroy(v);
        return result;
    }
    *out = v;
    return HPYR_OK;
}

void hpyr_voxelizer_destroy(hpyr_voxelizer *voxelizer) {
    if (!voxelizer)
        return;
    hpyr_context *context = voxelizer->context;
    hpi_gl_warn_of_leaks(context, "voxelizer");
    if (is_bits(&voxelizer->desc))
        hpi_volume_bits_destroy(context, &voxelizer->bits);
    else
        hpi_gl_textures_delete(context, 1, &voxelizer->output.name);
    hpi_volume_six_rays_destroy(voxelizer);
    if (HPI_GL_DESKTOP)
        hpi_volume_slices_gl21_destroy(voxelizer);
    for (int kind = 0; kind < SETUP_KINDS; kind++)
        hpi_volume_setup_destroy(&voxelizer->setups[kind]);
    hpi_free(context, voxelizer);
    hpi_gl_context_release(context);
}

const hpyr_voxelizer_desc *hpyr_voxelizer_resolved(const hpyr_voxelizer *voxelizer) {
    return voxelizer ? &voxelizer->desc : NULL;
}

hpyr_result hpyr_voxelizer_volume(const hpyr_voxelizer *voxelizer, hpyr_texture *texture) {
    if (!voxelizer || !texture)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *texture = voxelizer->output;
    return HPYR_OK;
}

/* ---- run ---- */

static hpyr_result draw_batch(hpyr_voxelizer *v, hpi_setup_kind kind, const hpi_mesh_input *input,
                              const float *transform, uint32_t first, uint32_t count) {
    if (v->six_rays)
        return hpi_volume_six_rays_draw(v, input, transform, first, count);
    hpyr_result result = hpi_volume_setup_run(&v->setups[kind], input, transform, &v->map, first, count);
    if (result != HPYR_OK)
        return result;
    if (is_bits(&v->desc))
        return hpi_volume_bits_draw(v, &v->bits, kind, count);
    return hpi_volume_slices_draw(v, count);
}

static hpyr_result draw_all(hpyr_voxelizer *v, hpi_setup_kind kind, const hpi_mesh_input *input,
                            const float *transform) {
    uint32_t capacity = v->setups[kind].capacity, triangle_count = input->mesh->triangle_count;
    hpyr_result result = HPYR_OK;
    for (uint32_t first = 0; result == HPYR_OK && first < triangle_count; first += capacity) {
        uint32_t left = triangle_count - first, count = left < capacity ? left : capacity;
        result = draw_batch(v, kind, input, transform, first, count);
    }
    return result;
}

static hpyr_result clear(hpyr_voxelizer *v) {
    if (!is_bits(&v->desc))
        return hpi_volume_slices_clear(v);
    if (v->six_rays)
        hpi_volume_six_rays_clear(v);
    else
        hpi_volume_bits_clear(v->context, &v->bits);
    return HPYR_OK;
}

/* Clears the volume and draws a mesh that has triangles, or NULL. From the clear on the volume is bound, because even
 * captures need a framebuffer. */
static hpyr_result draw(hpyr_voxelizer *v, const hpi_mesh_input *input, const float *transform) {
    hpyr_result result = clear(v);
    for (int kind = 0; result == HPYR_OK && input && kind < SETUP_KINDS; kind++)
        if (uses(v, kind))
            result = draw_all(v, kind, input, transform);
    if (result == HPYR_OK)
        result = hpi_volume_channels_finish(v, &v->bits);
    return result == HPYR_OK && v->six_rays ? hpi_volume_six_rays_decide(v) : result;
}

static hpyr_result run(hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform) {
    hpyr_mesh mesh = *given;
    hpi_mesh_input input = {0};
    hpyr_result result = HPYR_OK;
    for (int kind = 0; result == HPYR_OK && kind < SETUP_KINDS; kind++)
        if (uses(v, kind))
            result = hpi_volume_setup_begin(&v->setups[kind], given, &mesh);
    if (result == HPYR_OK && mesh.triangle_count)
        result = hpi_volume_mesh_input_begin(&input, v->context, &mesh, NULL);
    int provoking = hpi_gl_provoke_first();
    if (result == HPYR_OK)
        result = draw(v, mesh.triangle_count ? &input : NULL, transform);
    hpi_gl_provoke_again(provoking);
    hpi_volume_mesh_input_end(&input);
    if (!is_bits(&v->desc))
        hpi_gl_target_release(v->context);
    return result;
}

hpyr_result hpyr_voxelizer_run(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16]) {
    hpi_gl_state state;
    if (!voxelizer || !mesh)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(voxelizer->context, "voxelizer");
    if (result == HPYR_OK)
        result = hpi_volume_check_transform(voxelizer->context, &transform);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(voxelizer->context, &state);
    result = HPI_GL_DESKTOP && voxelizer->context->legacy ? hpi_volume_slices_gl21_run(voxelizer, mesh, transform)
                                                          : run(voxelizer, mesh, transform);
    return hpi_gl_state_leave(voxelizer->context, &state, result);
}

/* ---- skipped triangles ---- */

static hpyr_result count_batch(const hpi_setup *s, uint32_t count, float *records, uint32_t *skipped) {
    GLsizeiptr size = (GLsizeiptr)count * SETUP_EXACT_WORDS * (GLsizeiptr)sizeof *records;
    hpyr_result result = hpi_gl_buffer_read(s->context, s->records, 0, size, records);
    for (uint32_t i = 0; result == HPYR_OK && i < count; i++)
        *skipped += records[(size_t)i * SETUP_EXACT_WORDS] < -1.5e9f;
    return result;
}

static hpyr_result count_batches(hpyr_voxelizer *v, hpi_setup *s, const hpyr_mesh *given, const float *transform,
                                 uint32_t *skipped) {
    hpi_mesh_input input = {0};
    hpyr_mesh mesh;
    hpyr_result result = hpi_volume_setup_create(s, v->context, SETUP_EXACT);
    if (result == HPYR_OK)
        result = hpi_volume_setup_begin(s, given, &mesh);
    if (result != HPYR_OK || !mesh.triangle_count)
        return result;
    float *records = hpi_alloc(v->context, (size_t)s->capacity * SETUP_EXACT_WORDS * sizeof *records);
    if (!records)
        return hpi_gl_fail(v->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for %u triangles", s->capacity);
    result = hpi_volume_mesh_input_begin(&input, v->context, &mesh, NULL);
    for (uint32_t first = 0; result == HPYR_OK && first < mesh.triangle_count; first += s->capacity) {
        uint32_t left = mesh.triangle_count - first, count = left < s->capacity ? left : s->capacity;
        result = hpi_volume_setup_run(s, &input, transform, &v->map, first, count);
        if (result == HPYR_OK)
            result = count_batch(s, count, records, skipped);
    }
    hpi_volume_mesh_input_end(&input);
    hpi_free(v->context, records);
    return result;
}

static hpyr_result count_skipped(hpyr_voxelizer *v, const hpyr_mesh *mesh, const float *transform, uint32_t *skipped) {
    hpi_setup own = {0};
    hpyr_result result = HPYR_OK;
    GLuint target =
        hpi_gl_texture_create(v->context, HPYR_FORMAT_RGBA8, 1, 1); /* captures need a complete framebuffer */
    if (!target || !hpi_gl_target(v->context, target, 0, 1, 1))
        result = HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK)
        result = count_batches(v, &own, mesh, transform, skipped);
    hpi_volume_setup_destroy(&own);
    hpi_gl_target_release(v->context);
    glDeleteTextures(1, &target);
    return result;
}

hpyr_result hpyr_voxelizer_count_skipped(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16],
                                         uint32_t *skipped) {
    hpi_gl_state state;
    if (skipped)
        *skipped = 0;
    if (!voxelizer || !mesh || !skipped)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = voxelizer->context;
    hpyr_result result = hpi_gl_check_current(context, "voxelizer");
    if (result == HPYR_OK)
        result = hpi_volume_check_transform(context, &transform);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = HPI_GL_DESKTOP && context->legacy ? hpi_volume_count_skipped_gl21(voxelizer, mesh, transform, skipped)
                                               : count_skipped(voxelizer, mesh, transform, skipped);
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK)
        *skipped = 0;
    return result;
}
