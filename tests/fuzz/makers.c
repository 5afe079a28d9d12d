/* makers.c - random calls that make objects, and those that need none.  SPDX-License-Identifier: MIT */
#include "makers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* What an `out` argument holds before the call: an error must make it NULL, a success something else. */
static char poison;

static void check_out(hpyr_result result, const void *out, bool given, const char *what) {
    if (result == HPYR_OK ? !out || out == &poison : given && out)
        fuzz_fail("%s answered %s, *out is %s", what, hpyr_result_string(result),
                  !out             ? "NULL"
                  : out == &poison ? "untouched"
                                   : "an object");
}

/* Memory is not what is tested: neither half a machine nor a number that no machine has is asked for. */
static bool is_modest(uint64_t bytes) {
    return bytes < (UINT64_C(32) << 20) || bytes > (UINT64_C(1) << 42);
}

/* ---- creation ---- */

void create_discriminator(pool *p) {
    static const char *const texts[] = {
        NULL, "", "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(cell.x - cell.x / 2 * 2); }\n",
        "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(hpyr_input_at(cell).r); }\n", "#error no\n"};
    fuzz *f = p->f;
    uint32_t slot = pool_slot(p);
    hpyr_discriminator_desc desc = {.kind = (hpyr_discriminator_kind)fuzz_enum(f, HPYR_DISCRIMINATOR_KIND_CUSTOM)};
    bool all = fuzz_mistake(f, 8); /* also what the kind has no use for */
    hpyr_range ranges[HPYR_MAX_RANGES];
    for (int i = 0; i < HPYR_MAX_RANGES; i++) {
        double bound = fuzz_wild_number(f), other = fuzz_wild_number(f);
        bool ordered = other >= bound || fuzz_mistake(f, 20);
        ranges[i] = ordered ? (hpyr_range){bound, other} : (hpyr_range){other, bound};
    }
    if (desc.kind <= HPYR_DISCRIMINATOR_KIND_THRESHOLD || all) {
        desc.has_threshold = fuzz_chance(f, 2);
        desc.threshold = desc.has_threshold || all ? fuzz_wild_number(f) : 0.0;
    }
    if (desc.kind == HPYR_DISCRIMINATOR_KIND_RANGES || all) {
        desc.ranges = fuzz_mistake(f, 8) ? NULL : ranges;
        desc.range_count = fuzz_mistake(f, 4) ? fuzz_wild(f) : 1 + fuzz_below(f, HPYR_MAX_RANGES);
    }
    if (desc.kind == HPYR_DISCRIMINATOR_KIND_CUSTOM || all)
        desc.glsl = texts[fuzz_below(f, LENGTH(texts))];
    hpyr_discriminator *made = (hpyr_discriminator *)&poison;
    POOL_CALL_VOID(p, hpyr_discriminator_destroy(p->discriminators[slot]));
    p->discriminators[slot] = NULL;
    hpyr_result result = POOL_CALL(p, hpyr_discriminator_create(pool_context(p), fuzz_mistake(f, 20) ? NULL : &desc,
                                                                fuzz_mistake(f, 20) ? NULL : &made));
    if (made == (void *)&poison)
        return; /* NULL was given for it */
    check_out(result, made, true, "hpyr_discriminator_create");
    p->discriminators[slot] = made;
}

static hpyr_pyramid_desc choose_pyramid(pool *p) {
    fuzz *f = p->f;
    uint32_t size[3];
    bool deep = fuzz_chance(f, 3), wild = fuzz_mistake(f, 3);
    hpyr_pyramid_desc d = {.width = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 60),
                           .height = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 40),
                           .depth = wild && fuzz_chance(f, 2) ? fuzz_wild(f)
                                    : deep                    ? fuzz_size(f, 9)
                                                              : 0,
                           .tiles_x = fuzz_mistake(f, 5) ? fuzz_wild(f) : 0,
                           .layout = (hpyr_layout)fuzz_enum(f, HPYR_LAYOUT_BILINEAR),
                           .max_count = fuzz_chance(f, 3) ? fuzz_wild(f) : fuzz_below(f, 10),
                           .clones = fuzz_chance(f, 8) ? fuzz_wild(f) : fuzz_below(f, 3)};
    pool_image_size(p, deep, size);
    if (f->sober) {
        d.width = size[0];
        d.height = size[1];
        d.depth = size[2];
    }
    if (!f->sober || d.layout == HPYR_LAYOUT_BITS)
        d.order = (hpyr_order)fuzz_enum(f, HPYR_ORDER_COLUMN);
    if (fuzz_chance(f, 3))
        d.count_format = (hpyr_count_format)fuzz_enum(f, HPYR_COUNT_FORMAT_HALF);
    if (fuzz_chance(f, 2))
        d.base = (hpyr_base)fuzz_enum(f, HPYR_BASE_MERGED);
    return d;
}

/* For hpyr_pyramid_build_bits: of a voxelizer's output, or of a texture of the pool. */
static void fit_to_bits(pool *p, hpyr_pyramid_desc *d) {
    static const hpyr_voxelizer_desc other = {.width = 16, .height = 12, .depth = 100};
    const hpyr_voxelizer_desc *v = hpyr_voxelizer_resolved(pool_voxelizer(p));
    v = v ? v : &other;
    *d = (hpyr_pyramid_desc){.width = v->width,
                             .height = v->height,
                             .depth = v->depth,
                             .layout = HPYR_LAYOUT_BITS,
                             .order = HPYR_ORDER_COLUMN};
}

void create_pyramid(pool *p) {
    hpyr_pyramid_desc desc = choose_pyramid(p);
    uint32_t slot = pool_slot(p);
    hpyr_context *context = pool_context(p);
    hpyr_pyramid *made = (hpyr_pyramid *)&poison;
    if (p->f->sober && fuzz_chance(p->f, 4))
        fit_to_bits(p, &desc);
    uint64_t bytes = hpyr_pyramid_bytes(context, &desc);
    pool_allow_bindings(p);
    POOL_CALL_VOID(p, hpyr_pyramid_destroy(p->pyramids[slot]));
    p->pyramids[slot] = NULL;
    if (!is_modest(bytes))
        return;
    hpyr_result result = POOL_CALL(p, hpyr_pyramid_create(context, &desc, &made));
    check_out(result, made, true, "hpyr_pyramid_create");
    p->pyramids[slot] = made;
    if (result == HPYR_OK && bytes == 0)
        fuzz_fail("a pyramid has no bytes");
}

void create_voxelizer(pool *p) {
    fuzz *f = p->f;
    uint32_t slot = pool_slot(p);
    bool wild = fuzz_mistake(f, 3);
    hpyr_voxelizer_desc d = {.width = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 30),
                             .height = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 30),
                             .depth = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 70),
                             .tiles_x = fuzz_mistake(f, 5) ? fuzz_wild(f) : 0,
                             .kind = (hpyr_voxelizer_kind)fuzz_enum(f, HPYR_VOXELIZER_KIND_BITS),
                             .fill = (hpyr_fill)fuzz_enum(f, HPYR_FILL_SOLID)};
    if (d.fill == HPYR_FILL_SOLID || fuzz_mistake(f, 5))
        d.inside = (hpyr_inside)fuzz_enum(f, HPYR_INSIDE_SIX_RAYS);
    hpyr_voxelizer *made = (hpyr_voxelizer *)&poison;
    pool_allow_bindings(p); /* its texture may be bound */
    POOL_CALL_VOID(p, hpyr_voxelizer_destroy(p->voxelizers[slot]));
    p->voxelizers[slot] = NULL;
    hpyr_voxelizer_desc slices = d;
    slices.kind = HPYR_VOXELIZER_KIND_SLICES;
    if (!is_modest(hpyr_voxelizer_bytes(NULL, &d)) || !is_modest(hpyr_voxelizer_bytes(NULL, &slices)))
        return;
    hpyr_result result = POOL_CALL(p, hpyr_voxelizer_create(pool_context(p), &d, &made));
    check_out(result, made, true, "hpyr_voxelizer_create");
    p->voxelizers[slot] = made;
}

static hpyr_field_grid choose_grid(pool *p) {
    fuzz *f = p->f;
    uint32_t size[3];
    bool wild = fuzz_mistake(f, 3);
    hpyr_field_grid g = {.width = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 20),
                         .height = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 20),
                         .depth = wild && fuzz_chance(f, 2) ? fuzz_wild(f) : fuzz_size(f, 20),
                         .slab_depth = fuzz_mistake(f, 4) ? fuzz_wild(f) : 0};
    pool_image_size(p, true, size);
    if (f->sober) {
        g.width = size[0];
        g.height = size[1];
        g.depth = size[2];
    }
    for (int i = 0; i < 3; i++) {
        g.spacing[i] = fuzz_mistake(f, 10) ? (float)fuzz_wild_number(f) : fuzz_chance(f, 2) ? 0.5f : 0;
        g.origin[i] = fuzz_mistake(f, 10) ? (float)fuzz_wild_number(f) : 0;
        g.axes[i] = (uint8_t)(fuzz_mistake(f, 10) ? fuzz_below(f, 256) : wild ? 0u : (uint32_t)i + 1);
    }
    return g;
}

static hpyr_gradient choose_gradient(fuzz *f) {
    hpyr_gradient gradient = (hpyr_gradient)fuzz_enum(f, HPYR_GRADIENT_CALLER);
    return f->sober && gradient == HPYR_GRADIENT_CALLER ? HPYR_GRADIENT_CENTRAL : gradient;
}

void create_isosurface(pool *p) {
    uint32_t slot = pool_slot(p);
    hpyr_context *context = pool_context(p);
    hpyr_isosurface_desc desc = {.grid = choose_grid(p),
                                 .mesh = (hpyr_mesh_form)fuzz_enum(p->f, HPYR_MESH_FORM_WELDED),
                                 .vertex = (hpyr_edge_vertex)fuzz_enum(p->f, HPYR_EDGE_VERTEX_MIDPOINT),
                                 .gradient = choose_gradient(p->f),
                                 .winding = (hpyr_winding)fuzz_enum(p->f, HPYR_WINDING_CLOCKWISE)};
    hpyr_isosurface *made = (hpyr_isosurface *)&poison;
    pool_allow_bindings(p);
    POOL_CALL_VOID(p, hpyr_isosurface_destroy(p->isosurfaces[slot]));
    p->isosurfaces[slot] = NULL;
    p->isosurface_descs[slot] = desc;
    if (!is_modest(hpyr_isosurface_bytes(context, &desc)))
        return;
    hpyr_result result = POOL_CALL(p, hpyr_isosurface_create(context, &desc, &made));
    check_out(result, made, true, "hpyr_isosurface_create");
    p->isosurfaces[slot] = made;
}

void create_cubes(pool *p) {
    uint32_t slot = pool_slot(p);
    hpyr_context *context = pool_context(p);
    hpyr_marching_cubes_desc desc = {.grid = choose_grid(p),
                                     .vertex = (hpyr_edge_vertex)fuzz_enum(p->f, HPYR_EDGE_VERTEX_MIDPOINT),
                                     .gradient = choose_gradient(p->f),
                                     .winding = (hpyr_winding)fuzz_enum(p->f, HPYR_WINDING_CLOCKWISE),
                                     .expansion = (hpyr_expansion)fuzz_enum(p->f, HPYR_EXPANSION_GEOMETRY)};
    hpyr_marching_cubes *made = (hpyr_marching_cubes *)&poison;
    if (fuzz_chance(p->f, 3))
        desc.layout = (hpyr_layout)fuzz_enum(p->f, HPYR_LAYOUT_BILINEAR);
    pool_allow_bindings(p);
    POOL_CALL_VOID(p, hpyr_marching_cubes_destroy(p->cubes[slot]));
    p->cubes[slot] = NULL;
    p->cubes_descs[slot] = desc;
    if (!is_modest(hpyr_marching_cubes_bytes(context, &desc)))
        return;
    hpyr_result result = POOL_CALL(p, hpyr_marching_cubes_create(context, &desc, &made));
    check_out(result, made, true, "hpyr_marching_cubes_create");
    p->cubes[slot] = made;
}

void create_context(pool *p) {
    fuzz *f = p->f;
    hpyr_context_desc desc = {.gl_version_cap = !p->e->hostile && fuzz_chance(f, 2) ? (int)fuzz_wild(f) : 0,
                              .skip_restore = fuzz_chance(f, 4)};
    hpyr_context *made = (hpyr_context *)&poison;
    if (!fuzz_chance(f, 8))
        return;
    if (p->e->gl21) /* what the driver has beyond 2.1 is not to be called */
        desc.gl_version_cap = fuzz_chance(f, 2) ? 21 : (int)fuzz_below(f, 22);
    bool changes_state = desc.skip_restore;
    if (changes_state)
        return;
    hpyr_result result = POOL_CALL(p, hpyr_context_create(&desc, &made));
    env_poison(p->e);
    check_out(result, made, true, "hpyr_context_create");
    POOL_CALL_VOID(p, hpyr_context_destroy(made));
}

/* ---- what needs no GL ---- */

void map_slices(pool *p) {
    fuzz *f = p->f;
    hpyr_flat3d map = {0, 0, 0, 0, 0};
    uint32_t w = fuzz_wild(f), h = fuzz_wild(f), d = fuzz_wild(f), tiles = fuzz_chance(f, 2) ? fuzz_wild(f) : 0;
    uint32_t most = fuzz_chance(f, 2) ? 16384 : fuzz_wild(f), u, v, x, y, z;
    fuzz_call(f, "hpyr_flat3d_arrange");
    hpyr_result result = hpyr_flat3d_arrange(w, h, d, tiles, most, fuzz_mistake(f, 20) ? NULL : &map);
    if (result == HPYR_OK) {
        uint32_t at[3] = {fuzz_below(f, w), fuzz_below(f, h), fuzz_below(f, d)};
        hpyr_flat3d_texel(&map, at[0], at[1], at[2], &u, &v);
        if (u >= hpyr_flat3d_texture_width(&map) || v >= hpyr_flat3d_texture_height(&map) ||
            hpyr_flat3d_texture_width(&map) > most || hpyr_flat3d_texture_height(&map) > most ||
            !hpyr_flat3d_cell(&map, u, v, &x, &y, &z) || x != at[0] || y != at[1] || z != at[2])
            fuzz_fail("flat3d %ux%ux%u, %u tiles in %u: cell %u %u %u", w, h, d, tiles, most, at[0], at[1], at[2]);
    }
    uint32_t count = fuzz_wild(f), side = hpyr_list_side(count);
    if ((uint64_t)side * side < count || (side > 1 && (uint64_t)(side - 1) * (side - 1) >= count))
        fuzz_fail("a list of %u has side %u", count, side);
}
