/* pyramid.c - the oracle's keys: it walks the cells in key order and adds up their counts.
 * SPDX-License-Identifier: MIT
 *
 * Source: Ziegler et al. 2006, sections 4 and 6, for the result. types.h defines the orders.
 *
 * There are no levels. A walk visits every cell once, in key order; the running total is the key of
 * the cell's first output (rank). A search by first key in the list of active cells finds the owner
 * of a key (select). */
#include <histopyramid/reference/reference.h>

#include <stdlib.h>

struct hpyr_ref_pyramid {
    hpyr_flat3d map;
    size_t texture_width, texture_height;
    uint64_t total;
    uint64_t *first_keys;  /* by texel; 0 for texels without a cell */
    size_t *active_texels; /* texels with a count above 0, in key order */
    size_t active_count;
};

typedef struct walk {
    hpyr_ref_pyramid *pyramid;
    const uint32_t *counts;
} walk;

typedef void (*visit_fn)(walk *w, uint32_t x, uint32_t y);

static void visit_texel(walk *w, size_t texel) {
    hpyr_ref_pyramid *p = w->pyramid;
    p->first_keys[texel] = p->total;
    if (w->counts[texel] > 0) {
        p->active_texels[p->active_count++] = texel;
        p->total += w->counts[texel];
    }
}

static size_t texel_of_cell(const hpyr_ref_pyramid *p, uint32_t x, uint32_t y, uint32_t z) {
    size_t u = (size_t)(z % p->map.tiles_x) * p->map.width + x;
    size_t v = (size_t)(z / p->map.tiles_x) * p->map.height + y;
    return v * p->texture_width + u;
}

static uint64_t slice_of_texel(const hpyr_ref_pyramid *p, size_t u, size_t v) {
    return (uint64_t)(v / p->map.height) * p->map.tiles_x + u / p->map.width;
}

/* For the orders over the 2D texture. Counts in tiles without a slice are ignored. */
static void visit_in_texture(walk *w, uint32_t u, uint32_t v) {
    if (slice_of_texel(w->pyramid, u, v) < w->pyramid->map.depth)
        visit_texel(w, v * w->pyramid->texture_width + u);
}

static void visit_column(walk *w, uint32_t x, uint32_t y) {
    for (uint32_t z = 0; z < w->pyramid->map.depth; z++)
        visit_texel(w, texel_of_cell(w->pyramid, x, y, z));
}

static void walk_lines(walk *w) {
    for (uint32_t v = 0; v < w->pyramid->texture_height; v++)
        for (uint32_t u = 0; u < w->pyramid->texture_width; u++)
            visit_in_texture(w, u, v);
}

/* Z-order: the quarters of a square, x first. Squares outside are left out: 1 x N costs O(N). */
static void walk_quadtree(walk *w, visit_fn visit, uint64_t width, uint64_t height, uint64_t x, uint64_t y,
                          uint64_t side) {
    if (x >= width || y >= height)
        return;
    if (side == 1) {
        visit(w, (uint32_t)x, (uint32_t)y);
        return;
    }
    uint64_t half = side / 2;
    walk_quadtree(w, visit, width, height, x, y, half);
    walk_quadtree(w, visit, width, height, x + half, y, half);
    walk_quadtree(w, visit, width, height, x, y + half, half);
    walk_quadtree(w, visit, width, height, x + half, y + half, half);
}

static void walk_octree(walk *w, uint64_t x, uint64_t y, uint64_t z, uint64_t side) {
    const hpyr_flat3d *map = &w->pyramid->map;
    if (x >= map->width || y >= map->height || z >= map->depth)
        return;
    if (side == 1) {
        visit_texel(w, texel_of_cell(w->pyramid, (uint32_t)x, (uint32_t)y, (uint32_t)z));
        return;
    }
    uint64_t half = side / 2;
    for (int upper = 0; upper < 2; upper++) {
        uint64_t child_z = z + (upper ? half : 0);
        walk_octree(w, x, y, child_z, half);
        walk_octree(w, x + half, y, child_z, half);
        walk_octree(w, x, y + half, child_z, half);
        walk_octree(w, x + half, y + half, child_z, half);
    }
}

static uint64_t power_of_two_from(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t side = 1;
    while (side < a || side < b || side < c)
        side *= 2;
    return side;
}

static void walk_in_order(walk *w, hpyr_order order) {
    const hpyr_ref_pyramid *p = w->pyramid;
    uint64_t width = p->texture_width, height = p->texture_height;
    if (order == HPYR_ORDER_LINE) {
        walk_lines(w);
    } else if (order == HPYR_ORDER_MORTON3) {
        walk_octree(w, 0, 0, 0, power_of_two_from(p->map.width, p->map.height, p->map.depth));
    } else if (order == HPYR_ORDER_COLUMN) {
        uint64_t side = power_of_two_from(p->map.width, p->map.height, 1);
        walk_quadtree(w, visit_column, p->map.width, p->map.height, 0, 0, side);
    } else {
        walk_quadtree(w, visit_in_texture, width, height, 0, 0, power_of_two_from(width, height, 1));
    }
}

/* Sides of the texture fit 32 bits, as in GL, and our tables fit the address space. */
static bool is_valid_map(const hpyr_flat3d *map) {
    if (!map || !map->width || !map->height || !map->depth || !map->tiles_x || !map->tiles_y)
        return false;
    uint64_t width = (uint64_t)map->width * map->tiles_x;
    uint64_t height = (uint64_t)map->height * map->tiles_y;
    return (uint64_t)map->tiles_x * map->tiles_y >= map->depth && width <= UINT32_MAX && height <= UINT32_MAX &&
           width <= SIZE_MAX / sizeof(uint64_t) / height;
}

static size_t count_active(const uint32_t *counts, size_t texels) {
    size_t active = 0;
    for (size_t i = 0; i < texels; i++)
        active += counts[i] > 0;
    return active;
}

hpyr_result hpyr_ref_pyramid_create(const uint32_t *counts, const hpyr_flat3d *map, hpyr_order order,
                                    hpyr_ref_pyramid **out) {
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!counts || !is_valid_map(map) || order < HPYR_ORDER_DEFAULT || order > HPYR_ORDER_COLUMN)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_ref_pyramid *pyramid = calloc(1, sizeof *pyramid);
    if (!pyramid)
        return HPYR_ERROR_OUT_OF_MEMORY;
    pyramid->map = *map;
    pyramid->texture_width = (size_t)map->width * map->tiles_x;
    pyramid->texture_height = (size_t)map->height * map->tiles_y;
    size_t texels = pyramid->texture_width * pyramid->texture_height;
    size_t active = count_active(counts, texels);
    pyramid->first_keys = calloc(texels, sizeof *pyramid->first_keys);
    pyramid->active_texels = malloc((active ? active : 1) * sizeof *pyramid->active_texels);
    if (!pyramid->first_keys || !pyramid->active_texels) {
        hpyr_ref_pyramid_destroy(pyramid);
        return HPYR_ERROR_OUT_OF_MEMORY;
    }
    walk w = {pyramid, counts};
    walk_in_order(&w, order);
    *out = pyramid;
    return HPYR_OK;
}

void hpyr_ref_pyramid_destroy(hpyr_ref_pyramid *pyramid) {
    if (pyramid) {
        free(pyramid->first_keys);
        free(pyramid->active_texels);
        free(pyramid);
    }
}

hpyr_result hpyr_ref_pyramid_total(const hpyr_ref_pyramid *pyramid, uint64_t *total) {
    if (!pyramid || !total)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *total = pyramid->total;
    return HPYR_OK;
}

/* Returns the place in active_texels of the owner of `key`, which must be below the total. */
static size_t find_owner(const hpyr_ref_pyramid *pyramid, uint64_t key) {
    size_t owner = 0, end = pyramid->active_count;
    while (end - owner > 1) {
        size_t middle = owner + (end - owner) / 2;
        if (pyramid->first_keys[pyramid->active_texels[middle]] <= key)
            owner = middle;
        else
            end = middle;
    }
    return owner;
}

static hpyr_point point_of(const hpyr_ref_pyramid *pyramid, size_t texel, uint64_t key) {
    size_t u = texel % pyramid->texture_width, v = texel / pyramid->texture_width;
    hpyr_point point = {(uint32_t)(u % pyramid->map.width), (uint32_t)(v % pyramid->map.height),
                        (uint32_t)slice_of_texel(pyramid, u, v), (uint32_t)(key - pyramid->first_keys[texel])};
    return point;
}

hpyr_result hpyr_ref_pyramid_select(const hpyr_ref_pyramid *pyramid, uint64_t key, hpyr_point *point) {
    if (!pyramid || key >= pyramid->total)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpyr_ref_pyramid_list(pyramid, key, 1, point, NULL);
}

hpyr_result hpyr_ref_pyramid_rank(const hpyr_ref_pyramid *pyramid, uint32_t x, uint32_t y, uint32_t z, uint64_t *key) {
    if (!pyramid || !key || x >= pyramid->map.width || y >= pyramid->map.height || z >= pyramid->map.depth)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *key = pyramid->first_keys[texel_of_cell(pyramid, x, y, z)];
    return HPYR_OK;
}

hpyr_result hpyr_ref_pyramid_list(const hpyr_ref_pyramid *pyramid, uint64_t first, uint64_t count, hpyr_point *points,
                                  uint64_t *written) {
    if (!pyramid || (!points && count > 0))
        return HPYR_ERROR_INVALID_ARGUMENT;
    uint64_t available = first < pyramid->total ? pyramid->total - first : 0;
    uint64_t found = count < available ? count : available;
    size_t owner = find_owner(pyramid, first);
    for (uint64_t i = 0; i < found; i++) {
        uint64_t key = first + i;
        bool is_last = owner + 1 == pyramid->active_count;
        if (!is_last && pyramid->first_keys[pyramid->active_texels[owner + 1]] == key)
            owner++; /* one step is enough, as every active cell has a key */
        points[i] = point_of(pyramid, pyramid->active_texels[owner], key);
    }
    if (written)
        *written = found;
    return HPYR_OK;
}
