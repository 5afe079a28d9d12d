/* pipeline.c - mesh, voxels, pyramid, point list: the demos' way through the library (Ziegler et al. 2006, section 9).
 * SPDX-License-Identifier: MIT */
#include "common/voxels/pipeline.h"

#include "common/draw/draw.h"
#include "common/platform/gl.h"
#include "common/voxels/names.h"

#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/files/system.h"
#include "common/voxels/slice_looks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t largest_cube(uint32_t max_side) {
    hpyr_flat3d map;
    uint32_t fits = 1, fails = max_side + 1;
    while (fails - fits > 1) {
        uint32_t middle = fits + (fails - fits) / 2;
        if (hpyr_flat3d_arrange(middle, middle, middle, 0, max_side, &map) == HPYR_OK)
            fits = middle;
        else
            fails = middle;
    }
    return fits;
}

static bool is_legacy(const library *l) {
    return l->gl < 33;
}

bool pipeline_has_bits(const library *l) {
    return !is_legacy(l);
}

static pipeline_desc resolve(const library *l, const pipeline_desc *desc) {
    pipeline_desc resolved = *desc;
    if (resolved.voxelizer == HPYR_VOXELIZER_KIND_DEFAULT)
        resolved.voxelizer = pipeline_has_bits(l) ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES;
    if (resolved.fill == HPYR_FILL_DEFAULT)
        resolved.fill = HPYR_FILL_THIN;
    return resolved;
}

/* As far as the demos ask, auto has what bits have or, on OpenGL 2.1, what vec4 has; the library chooses. */
static const layout_choice *layout_of(const library *l, const pipeline_desc *desc) {
    const hpyr_layout of_auto = is_legacy(l) ? HPYR_LAYOUT_VEC4 : HPYR_LAYOUT_BITS;
    return &layout_choices[layout_find(desc->layout == HPYR_LAYOUT_AUTO ? of_auto : desc->layout)];
}

static const char *prefix(const pipeline_desc *desc) {
    return desc->words ? desc->words->prefix : "";
}

/* What is not there, in one line that says what is. */
static bool check_dialect(const library *l, const pipeline_desc *desc) {
    const int layout = layout_find(desc->layout);
    if (!is_legacy(l))
        return true;
    if (desc->voxelizer == HPYR_VOXELIZER_KIND_BITS)
        return error_set("%svoxelizer bits: OpenGL 2.1 has no integers to draw; it has slices", prefix(desc));
    if (desc->fill != HPYR_FILL_THIN)
        return error_set("%sfill: OpenGL 2.1 has slices, and these have thin only", prefix(desc));
    return layout_choices[layout].is_legacy ||
           error_set("%slayout %s: not on OpenGL 2.1, which has auto, single, vec4, rect, bilinear", prefix(desc),
                     NAMES_LAYOUTS[layout]);
}

/* Flat-3D: the volume of slices, and the base level of most layouts. */
static bool check_flat3d(const library *l, const pipeline_desc *desc, const char *what, const char *kind,
                         const char *name, hpyr_flat3d *map) {
    const uint32_t *grid = desc->grid, side = l->caps->max_texture_size;
    if (hpyr_flat3d_arrange(grid[0], grid[1], grid[2], 0, side, map) == HPYR_OK)
        return true;
    uint32_t cube = largest_cube(side);
    return error_set("%s: %s%s %s lays the slices side by side in one texture: this OpenGL allows %ux%u texels, as "
                     "for %ux%ux%u",
                     what, prefix(desc), kind, name, (unsigned)side, (unsigned)side, (unsigned)cube, (unsigned)cube,
                     (unsigned)cube);
}

static bool check_bits(const library *l, const uint32_t grid[3], const char *what) {
    const uint32_t side = l->caps->max_texture_size, layers = l->caps->max_array_layers;
    uint32_t needed = (uint32_t)(((uint64_t)grid[2] + 127) / 128);
    if (grid[0] > side || grid[1] > side)
        return error_set("%s: this OpenGL allows %ux%u columns", what, (unsigned)side, (unsigned)side);
    return needed <= layers || error_set("%s: its slices need %u layers of 128, this OpenGL allows %u", what,
                                         (unsigned)needed, (unsigned)layers);
}

/* The bits of a volume for layouts that know no bits. */
static const char *const COUNT_BITS = "uniform usampler2DArray u_hpyr_bits;\n"
                                      "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                      "    uvec4 bits = texelFetch(u_hpyr_bits, ivec3(cell.xy, cell.z >> 7), 0);\n"
                                      "    return (bits[(cell.z >> 5) & 3] >> uint(cell.z & 31)) & 1u;\n"
                                      "}\n";

static void bind_bits(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    char name[64];
    snprintf(name, sizeof name, "u_%sbits", prefix);
    GLint unit = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &unit);
    glActiveTexture(GL_TEXTURE0 + first_unit);
    glBindSampler(first_unit, 0);
    glBindTexture(GL_TEXTURE_2D_ARRAY, (GLuint)(uintptr_t)user);
    glActiveTexture((GLenum)unit);
    glUniform1i(draw_uniform(program, name), (GLint)first_unit);
}

static hpyr_voxelizer_desc describe_voxels(const pipeline_desc *desc) {
    hpyr_voxelizer_desc voxels = {0};
    voxels.width = desc->grid[0];
    voxels.height = desc->grid[1];
    voxels.depth = desc->grid[2];
    voxels.kind = desc->voxelizer;
    voxels.fill = desc->fill;
    if (desc->fill == HPYR_FILL_SOLID && desc->is_open)
        voxels.inside = HPYR_INSIDE_SIX_RAYS;
    return voxels;
}

static hpyr_pyramid_desc describe_cells(const library *l, const pipeline_desc *desc, const hpyr_flat3d *map) {
    hpyr_pyramid_desc cells = {0};
    cells.width = desc->grid[0];
    cells.height = desc->grid[1];
    cells.depth = desc->grid[2];
    cells.tiles_x = desc->voxelizer == HPYR_VOXELIZER_KIND_SLICES ? map->tiles_x : 0;
    cells.layout = desc->layout;
    cells.order = layout_of(l, desc)->order;
    cells.max_count = 1;
    return cells;
}

/* The bits of a BITS pyramid are the volume's where that is of bits. */
static uint64_t pyramid_bytes(const library *l, const pipeline_desc *desc, const hpyr_flat3d *map, uint32_t clones) {
    hpyr_voxelizer_desc voxels = describe_voxels(desc);
    hpyr_pyramid_desc cells = describe_cells(l, desc, map);
    cells.clones = clones;
    uint64_t volume = hpyr_voxelizer_bytes(l->context, &voxels), pyramid = hpyr_pyramid_bytes(l->context, &cells);
    bool shares = desc->voxelizer == HPYR_VOXELIZER_KIND_BITS && cells.order == HPYR_ORDER_COLUMN;
    return shares ? pyramid - (pyramid > volume ? volume : pyramid) : pyramid;
}

static uint64_t fixed_bytes(const library *l, const pipeline_desc *desc, const hpyr_flat3d *map) {
    hpyr_voxelizer_desc voxels = describe_voxels(desc);
    return hpyr_voxelizer_bytes(l->context, &voxels) + pyramid_bytes(l, desc, map, 1) +
           (desc->quads ? pyramid_bytes(l, desc, map, PIPELINE_QUAD_CORNERS) : 0);
}

uint64_t pipeline_pyramid_bytes(const pipeline *p) {
    return pyramid_bytes(p->library, &p->desc, &p->map, 1);
}

uint64_t pipeline_bytes(const pipeline *p) {
    return fixed_bytes(p->library, &p->desc, &p->map) + (uint64_t)p->list_capacity * sizeof(hpyr_point);
}

bool pipeline_check(library *l, const pipeline_desc *desc) {
    pipeline_desc used = resolve(l, desc);
    const uint32_t *grid = used.grid;
    hpyr_flat3d map = {0};
    char what[64];
    bool are_slices = used.voxelizer == HPYR_VOXELIZER_KIND_SLICES;
    snprintf(what, sizeof what, "%sgrid %ux%ux%u", prefix(desc), (unsigned)grid[0], (unsigned)grid[1],
             (unsigned)grid[2]);
    if (!check_dialect(l, &used) || (!are_slices && !check_bits(l, grid, what)))
        return false;
    if ((are_slices || layout_of(l, &used)->is_flat3d) &&
        !check_flat3d(l, &used, what, are_slices ? "voxelizer" : "layout",
                      are_slices ? "slices" : NAMES_LAYOUTS[layout_find(used.layout)], &map))
        return false;
    return memory_check(what, fixed_bytes(l, &used, &map));
}

/* GLSL fetches nothing from a texture whose filter waits for mipmaps; the library leaves filters to us. */
static void set_filters(const hpyr_texture *texture) {
    GLenum target = texture->target ? texture->target : GL_TEXTURE_2D;
    glBindTexture(target, texture->name);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(target, 0);
}

static hpyr_result create_discriminator(pipeline *p) {
    hpyr_discriminator_desc desc = {0}; /* alpha = 1, as the paper marks voxels */
    set_filters(&p->volume);
    if (p->desc.voxelizer == HPYR_VOXELIZER_KIND_BITS) {
        desc.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM;
        desc.glsl = COUNT_BITS;
        desc.bind = bind_bits;
        desc.user = (void *)(uintptr_t)p->volume.name; /* and no pointer to a pipeline, which may move */
    }
    return hpyr_discriminator_create(p->library->context, &desc, &p->discriminator);
}

/* What auto became is what the pyramid of quads has, too. */
static hpyr_result create_pyramids(pipeline *p) {
    hpyr_pyramid_desc cells = describe_cells(p->library, &p->desc, &p->map);
    hpyr_result result = hpyr_pyramid_create(p->library->context, &cells, &p->pyramid);
    if (result == HPYR_OK)
        p->desc.layout = cells.layout = hpyr_pyramid_resolved(p->pyramid)->layout;
    if (result == HPYR_OK && p->desc.quads) {
        cells.clones = PIPELINE_QUAD_CORNERS;
        result = hpyr_pyramid_create(p->library->context, &cells, &p->quads);
    }
    return result;
}

static hpyr_result create_objects(pipeline *p) {
    hpyr_context *context = p->library->context;
    hpyr_voxelizer_desc voxels = describe_voxels(&p->desc);
    hpyr_result result = hpyr_voxelizer_create(context, &voxels, &p->voxelizer);
    if (result == HPYR_OK)
        result = hpyr_voxelizer_volume(p->voxelizer, &p->volume);
    if (result == HPYR_OK)
        result = hpyr_flat3d_arrange(voxels.width, voxels.height, voxels.depth,
                                     hpyr_voxelizer_resolved(p->voxelizer)->tiles_x, INT32_MAX, &p->map);
    if (result == HPYR_OK)
        result = create_discriminator(p);
    if (result == HPYR_OK)
        result = create_pyramids(p);
    bool works = result == HPYR_OK && gpu_timer_works(p->library->gl);
    for (int i = 0; i < GPU_STAGE_COUNT && works; i++)
        gpu_timer_create(&p->timers[i]);
    return result;
}

bool pipeline_create(pipeline *p, library *l, const pipeline_desc *desc) {
    p->library = l;
    p->desc = resolve(l, desc);
    if (!pipeline_check(l, desc))
        return false;
    char what[64];
    snprintf(what, sizeof what, "a grid of %ux%ux%u, %slayout %s", (unsigned)desc->grid[0], (unsigned)desc->grid[1],
             (unsigned)desc->grid[2], prefix(desc), NAMES_LAYOUTS[layout_find(desc->layout)]);
    if (!library_check(l, create_objects(p), what))
        return false;
    glGenBuffers(1, &p->list_buffer);
    return true;
}

void pipeline_destroy(pipeline *p) {
    for (int i = 0; i < GPU_STAGE_COUNT; i++)
        gpu_timer_destroy(&p->timers[i]);
    slice_looks_destroy(p->looks);
    hpyr_pyramid_destroy(p->quads);
    hpyr_pyramid_destroy(p->pyramid);
    hpyr_discriminator_destroy(p->discriminator);
    hpyr_voxelizer_destroy(p->voxelizer);
    if (p->list_buffer) { /* else GL may not even be loaded */
        glDeleteBuffers(1, &p->list_buffer);
        glDeleteTextures(1, &p->list_texture.name);
        glDeleteTextures(1, &p->colors.name);
        glDeleteTextures(1, &p->normals.name);
    }
    free(p->points);
    memset(p, 0, sizeof *p);
}

static bool refuse_list(const pipeline *p, uint64_t bytes) {
    return error_set("a list of %u points does not fit into memory: %llu bytes are needed, this machine has %llu; %s",
                     (unsigned)p->total, (unsigned long long)bytes, (unsigned long long)system_memory(),
                     p->desc.words ? p->desc.words->without_list : "take a coarser grid");
}

/* Room in the list buffer for all points; grows by more than asked, since a turning model's total keeps changing. */
static bool reserve_list(pipeline *p, pipeline_end end) {
    if (p->total <= p->list_capacity && p->list_capacity > 0)
        return true;
    uint64_t capacity = (uint64_t)p->total + p->total / 8 + 1024;
    uint64_t copied = end == PIPELINE_DOWNLOAD ? (uint64_t)p->total + 1 : 0;
    if ((capacity + copied) * sizeof(hpyr_point) > system_memory())
        return refuse_list(p, (capacity + copied) * sizeof(hpyr_point));
    char what[96];
    snprintf(what, sizeof what, "a list of %u points in %llu bytes", (unsigned)p->total,
             (unsigned long long)(capacity * sizeof(hpyr_point)));
    glBindBuffer(GL_ARRAY_BUFFER, p->list_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(capacity * sizeof(hpyr_point)), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    p->list_capacity = (uint32_t)(capacity < UINT32_MAX ? capacity : UINT32_MAX);
    return draw_check(what);
}

static bool reserve_points(pipeline *p) {
    if (p->total > p->point_capacity || !p->points) {
        size_t capacity = (size_t)p->total + 1;
        hpyr_point *points = realloc(p->points, capacity * sizeof *points);
        if (!points)
            return refuse_list(p, (uint64_t)capacity * sizeof *points);
        p->points = points;
        p->point_capacity = p->total;
    }
    return true;
}

static void start(pipeline *p, int stage) {
    if (stage < GPU_STAGE_COUNT)
        gpu_timer_start(&p->timers[stage]);
}

/* Ends a stage: waits for the GPU, so that the clock shows the work and not its submission. */
static void stop(pipeline *p, int stage, double *since, run_times *times) {
    if (stage < GPU_STAGE_COUNT)
        gpu_timer_stop(&p->timers[stage]);
    glFinish();
    double now = clock_ms();
    times->wall[stage] = now - *since;
    times->wall[STAGE_TOTAL] += now - *since;
    if (stage < GPU_STAGE_COUNT)
        times->gpu[stage] = gpu_timer_read(&p->timers[stage]);
    *since = clock_ms();
}

static bool download_points(pipeline *p, run_times *times, double *since) {
    if (!reserve_points(p))
        return false;
    hpyr_result result = hpyr_pyramid_download(p->pyramid, 0, HPYR_ALL, p->points, p->total, 0, NULL);
    stop(p, STAGE_DOWNLOAD, since, times);
    return library_check(p->library, result, "downloading the points");
}

static hpyr_result build(const pipeline *p, hpyr_pyramid *pyramid) {
    if (p->desc.voxelizer == HPYR_VOXELIZER_KIND_SLICES)
        return hpyr_pyramid_build(pyramid, p->discriminator, &p->volume);
    return p->desc.layout == HPYR_LAYOUT_BITS ? hpyr_pyramid_build_bits(pyramid, &p->volume)
                                              : hpyr_pyramid_build(pyramid, p->discriminator, NULL);
}

bool pipeline_make_quads(pipeline *p) {
    uint32_t corners = 0;
    if (!p->quads)
        return true;
    hpyr_result result = build(p, p->quads);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(p->quads, &corners); /* six times the points may be more than its counts hold */
    if (result != HPYR_OK && p->desc.quads_may_go) {
        hpyr_pyramid_destroy(p->quads);
        p->quads = NULL;
        p->desc.quads = false;
        return true;
    }
    return library_check(p->library, result, "building the pyramid of quads") &&
           (corners == (uint64_t)p->total * PIPELINE_QUAD_CORNERS ||
            error_set("%u points have %u corners of quads: one of them is wrong", (unsigned)p->total,
                      (unsigned)corners));
}

/* One ray is enough for a closed mesh, and faster. */
static bool suit_mesh(pipeline *p, const draw_mesh *mesh) {
    if (p->desc.fill != HPYR_FILL_SOLID || p->desc.is_open == mesh->is_open)
        return true;
    pipeline_desc desc = p->desc;
    pipeline next;
    memset(&next, 0, sizeof next);
    desc.is_open = mesh->is_open;
    if (!pipeline_create(&next, p->library, &desc)) {
        pipeline_destroy(&next);
        return false;
    }
    pipeline_destroy(p);
    *p = next;
    return true;
}

bool pipeline_run(pipeline *p, const draw_mesh *mesh, const float transform[16], pipeline_end end, run_times *times) {
    hpyr_mesh described = draw_mesh_describe(mesh);
    if (!suit_mesh(p, mesh))
        return false;
    for (int i = 0; i < STAGE_COUNT; i++)
        times->wall[i] = i == STAGE_TOTAL ? 0 : NAN;
    for (int i = 0; i < GPU_STAGE_COUNT; i++)
        times->gpu[i] = NAN;
    p->has_list_texture = p->has_attributes = false;
    glFinish();
    double since = clock_ms();
    start(p, STAGE_VOXELIZE);
    hpyr_result result = hpyr_voxelizer_run(p->voxelizer, &described, transform);
    stop(p, STAGE_VOXELIZE, &since, times);
    if (!library_check(p->library, result, "voxelizing"))
        return false;
    start(p, STAGE_BUILD);
    result = build(p, p->pyramid);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(p->pyramid, &p->total);
    stop(p, STAGE_BUILD, &since, times);
    if (!library_check(p->library, result, "building the pyramid"))
        return false;
    if (end == PIPELINE_COUNT)
        return true;
    start(p, STAGE_EXTRACT);
    if (!reserve_list(p, end))
        return false;
    result = hpyr_pyramid_extract_buffer(p->pyramid, 0, HPYR_ALL, p->list_buffer, 0, 0, NULL);
    stop(p, STAGE_EXTRACT, &since, times);
    return library_check(p->library, result, "extracting the points") &&
           (end == PIPELINE_LIST || download_points(p, times, &since));
}
