/* six_rays.c - SOLID by a majority of six rays: from a voxel's center down and up along x, y and z.
 * The mesh is drawn three times, into volumes whose columns run along x, y and z. A column has one
 * more bit than slices: the parity of all its crossings. If it is 1, the ray up and the ray down
 * contradict each other. Columns along x and y are then turned, 32 x 32 bits at a time, into words
 * along z, and one pass counts the rays of 128 voxels at once.
 *
 *     mesh --drawn along x--> bits along x --turned--> words along z --+
 *     mesh --drawn along y--> bits along y --turned--> words along z --+--majority--> output
 *     mesh --drawn along z--> bits along z ----------------------------+
 *
 * SPDX-License-Identifier: MIT */
#include "core/bits.h"
#include "volume/voxelizer_object.h"

enum { X, Y, Z, TURNED_LAYERS = 8, WORD_BITS = 32 };

/* The axes of a volume along x, y, z: across its columns, and along them. Columns that are turned
 * into one word are neighbors in a row. */
static const int AXES[3][3] = {{Z, Y, X}, {Z, X, Y}, {X, Y, Z}};

static hpyr_flat3d map_along(const hpyr_flat3d *map, int axis) {
    const uint32_t size[3] = {map->width, map->height, map->depth};
    return (hpyr_flat3d){
        .width = size[AXES[axis][0]], .height = size[AXES[axis][1]], .depth = size[AXES[axis][2]], .tiles_x = 1};
}

/* The same, with the totals as one more slice. */
static hpyr_flat3d map_with_totals(const hpyr_flat3d *map, int axis) {
    hpyr_flat3d along = map_along(map, axis);
    along.depth++;
    return along;
}

static uint32_t words_of(uint32_t bits) {
    return (bits - 1) / WORD_BITS + 1;
}

/* Words along z in a layer of the output: four, or one if the volume has no more. */
static uint32_t words_of_layer(const hpyr_flat3d *map) {
    uint32_t words = words_of(map->depth);
    return words < 4 ? words : 4;
}

/* A texel in each of eight layers holds 32 words along z, of neighbors along `axis`. The totals
 * are there as if they were one more voxel. */
static hpi_bits_shape turned_shape(const hpyr_flat3d *map, int axis) {
    hpyr_flat3d along = map_with_totals(map, axis);
    return (hpi_bits_shape){
        .width = words_of(along.depth) * words_of_layer(map), .height = along.height, .layers = TURNED_LAYERS};
}

hpyr_result hpi_volume_six_rays_check(const hpyr_context *context, const hpyr_flat3d *map) {
    hpyr_result result = HPYR_OK;
    for (int axis = X; result == HPYR_OK && axis <= Z; axis++) {
        hpyr_flat3d with_totals = map_with_totals(map, axis);
        result = hpi_core_bits_check(context, "voxelizer, six rays", &with_totals);
    }
    return result;
}

uint64_t hpi_volume_six_rays_bytes(const hpyr_context *context, const hpyr_flat3d *map) {
    uint64_t bytes = 0;
    for (int axis = X; axis <= Z; axis++) {
        hpyr_flat3d with_totals = map_with_totals(map, axis);
        hpi_bits_shape turned = turned_shape(map, axis);
        bytes += hpi_volume_bits_bytes(context, &with_totals, true) + (axis < Z ? hpi_core_bits_bytes(&turned) : 0);
    }
    return bytes;
}

/* ---- life ---- */

/* Few render targets take two passes. */
static uint32_t turned_targets(const hpyr_context *context) {
    return context->targets < TURNED_LAYERS ? TURNED_LAYERS / HPI_TURNED_PARTS : TURNED_LAYERS;
}

static hpyr_result create_turned(const hpyr_voxelizer *v, int axis) {
    hpi_bits_shape shape = turned_shape(&v->map, axis);
    hpi_six_rays *r = v->six_rays;
    r->turned[axis] = hpi_core_bits_create(v->context, &shape);
    if (!r->turned[axis])
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t part = 0; part < TURNED_LAYERS / turned_targets(v->context); part++) {
        uint32_t first = part * turned_targets(v->context);
        r->framebuffers[axis][part] =
            hpi_gl_layers_framebuffer(v->context, r->turned[axis], 0, first, turned_targets(v->context));
        if (!r->framebuffers[axis][part])
            return HPYR_ERROR_GL;
    }
    return HPYR_OK;
}

hpyr_result hpi_volume_six_rays_create(hpyr_voxelizer *v) {
    hpyr_result result = HPYR_OK;
    v->six_rays = hpi_alloc_zeros(v->context, 1, sizeof *v->six_rays);
    if (!v->six_rays)
        return hpi_gl_fail(v->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a voxelizer");
    for (int axis = X; result == HPYR_OK && axis <= Z; axis++) {
        hpi_bits_volume *b = &v->six_rays->along[axis];
        *b = (hpi_bits_volume){.map = map_along(&v->map, axis),
                               .has_totals = true,
                               .is_drawn = true,
                               .is_solid = true,
                               .group_layers = hpi_volume_bits_group(v->context)};
        result = hpi_volume_bits_create(v->context, b);
        if (result == HPYR_OK && axis < Z)
            result = create_turned(v, axis);
    }
    return result;
}

void hpi_volume_six_rays_destroy(hpyr_voxelizer *v) {
    hpi_six_rays *r = v->six_rays;
    if (!r)
        return;
    for (int axis = X; axis <= Z; axis++)
        hpi_volume_bits_destroy(v->context, &r->along[axis]);
    hpi_gl_textures_delete(v->context, 2, r->turned);
    for (int axis = X; axis < Z; axis++)
        hpi_gl_framebuffers_delete(v->context, HPI_TURNED_PARTS, r->framebuffers[axis]);
    hpi_free(v->context, r);
}

/* ---- run ---- */

void hpi_volume_six_rays_clear(hpyr_voxelizer *v) {
    for (int axis = X; axis <= Z; axis++)
        hpi_volume_bits_clear(v->context, &v->six_rays->along[axis]);
}

hpyr_result hpi_volume_six_rays_draw(hpyr_voxelizer *v, const hpi_mesh_input *input, const float *transform,
                                     uint32_t first, uint32_t count) {
    hpyr_result result = hpi_volume_setup_soup(&v->setups[SETUP_EXACT], input, first, count);
    for (int axis = X; result == HPYR_OK && axis <= Z; axis++) {
        hpi_bits_volume *b = &v->six_rays->along[axis];
        float rows[16];
        for (int i = 0; i < 16; i++)
            rows[i] = i % 4 < 3 ? transform[i - i % 4 + AXES[axis][i % 4]] : transform[i];
        hpi_volume_setup_records(&v->setups[SETUP_EXACT], rows, &b->map, count);
        result = hpi_volume_bits_draw(v, b, SETUP_EXACT, count);
    }
    return result;
}

static void bind_volume(const hpyr_voxelizer *v, GLuint program, const char *name, GLuint unit, GLuint texture) {
    glUniform1i(hpi_gl_location(v->context, program, "", name), (GLint)unit);
    hpi_gl_texture_bind(v->context, unit, GL_TEXTURE_2D_ARRAY, texture);
}

/* Turns what the columns along `axis` have of one layer of the output. */
static void turn(const hpyr_voxelizer *v, GLuint program, int axis, uint32_t layer) {
    const hpi_six_rays *r = v->six_rays;
    const uint32_t targets = turned_targets(v->context);
    hpi_bits_shape shape = turned_shape(&v->map, axis);
    hpi_gl_viewport(v->context, 0, 0, shape.width, shape.height);
    glUseProgram(program);
    bind_volume(v, program, "columns", HPI_PYRAMID_UNIT, r->along[axis].texture.name);
    glUniform1i(hpi_gl_location(v->context, program, "", "words"), (GLint)words_of(r->along[axis].map.depth + 1));
    glUniform2i(hpi_gl_location(v->context, program, "", "slices"), (GLint)(layer * SLICES_OF_LAYER),
                (GLint)v->map.depth);
    for (uint32_t part = 0; part < TURNED_LAYERS / targets; part++) {
        hpi_gl_targets_bind(v->context, r->framebuffers[axis][part], targets);
        glUniform1i(hpi_gl_location(v->context, program, "", "part"), (GLint)part);
        hpi_gl_draw_fullscreen(v->context);
    }
}

static void decide_layer(const hpyr_voxelizer *v, GLuint program, uint32_t layer) {
    const hpi_six_rays *r = v->six_rays;
    hpi_volume_bits_bind(v->context, &v->bits, layer);
    glUseProgram(program);
    bind_volume(v, program, "along_x", HPI_PYRAMID_UNIT, r->turned[X]);
    bind_volume(v, program, "along_y", HPI_PYRAMID_UNIT + 1, r->turned[Y]);
    bind_volume(v, program, "along_z", HPI_PYRAMID_UNIT + 2, r->along[Z].texture.name);
    glUniform3i(hpi_gl_location(v->context, program, "", "size"), (GLint)v->map.width, (GLint)v->map.height,
                (GLint)v->map.depth);
    glUniform2i(hpi_gl_location(v->context, program, "", "words"), (GLint)words_of(v->map.width + 1),
                (GLint)words_of(v->map.height + 1));
    glUniform1i(hpi_gl_location(v->context, program, "", "layer_words"), (GLint)words_of_layer(&v->map));
    glUniform1i(hpi_gl_location(v->context, program, "", "layer"), (GLint)layer);
    hpi_gl_draw_fullscreen(v->context);
}

static hpyr_result get_programs(const hpyr_voxelizer *v, GLuint *turner, GLuint *decider) {
    static const hpi_gl_program_desc deciding = {.fragment = {.entry = "volume/six_rays.frag.glsl"}};
    hpi_text defines = HPI_TEXT(v->context);
    hpi_gl_add_targets(&defines, turned_targets(v->context));
    const hpi_gl_program_desc turning = {.fragment = {.entry = "volume/turn_bits.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(v->context, &turning, turner);
    hpi_text_free(&defines);
    return result == HPYR_OK ? hpi_gl_program_get(v->context, &deciding, decider) : result;
}

hpyr_result hpi_volume_six_rays_decide(hpyr_voxelizer *v) {
    GLuint turner, decider;
    hpyr_result result = get_programs(v, &turner, &decider);
    for (int axis = X; result == HPYR_OK && axis <= Z; axis++)
        result = hpi_volume_channels_finish(v, &v->six_rays->along[axis]);
    for (uint32_t layer = 0; result == HPYR_OK && layer < v->bits.texture.depth; layer++) {
        turn(v, turner, X, layer);
        turn(v, turner, Y, layer);
        decide_layer(v, decider, layer);
    }
    return result;
}
