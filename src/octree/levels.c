/* levels.c - the nodes of an octree, depth after depth.
 * Source: Zhou et al. 2011, sections III-B and III-C.  SPDX-License-Identifier: MIT
 *
 * The paper builds from the last depth upwards. Here it goes down from the root, because all points
 * of a node follow each other in the sorted list: bisection finds the points of a child among those
 * of its parent. So a node may also be made where no points are, and a depth needs nothing but the
 * depth above. These are the passes of a depth, most of them over blocks of eight nodes:
 *
 *     firsts: the points of each node        around: the neighbors
 *     parts, flags: which nodes get children
 *     scan of their numbers, families: where these children will be
 *     select: a list of the nodes that get children, which are the blocks of the next depth */
#include "octree/octree_object.h"

#include "core/traversal.h"

enum { AROUND_TEXELS = 7, FIRSTS_TEXELS = 2 };

/* ---- one depth ---- */

static hpyr_result need_level(const hpyr_octree *octree, hpi_octree_level *level) {
    const uint64_t blocks = level->blocks;
    const struct {
        hpi_list_plane *plane;
        hpyr_format format;
        uint64_t texels;
    } needs[] = {{&level->around, HPYR_FORMAT_RGBA32UI, blocks * AROUND_TEXELS},
                 {&level->firsts, HPYR_FORMAT_RGBA32UI, blocks * FIRSTS_TEXELS},
                 {&level->families, HPYR_FORMAT_RGBA32UI, blocks},
                 {&level->parts, HPYR_FORMAT_RGBA32UI, blocks},
                 {&level->flags, HPYR_FORMAT_R32UI, blocks},
                 {&level->ranks, HPYR_FORMAT_R32UI, blocks},
                 {&level->parent_nodes, HPYR_FORMAT_R32UI, blocks * HPI_OCTREE_BLOCK}};
    hpyr_result result = HPYR_OK;
    for (size_t i = 0; result == HPYR_OK && i < sizeof needs / sizeof *needs; i++)
        result = hpi_octree_need(octree, needs[i].format, needs[i].texels, needs[i].plane);
    return result;
}

/* ---- nodes ---- */

static hpyr_result draw_firsts(hpyr_octree *octree, int depth) {
    const hpi_octree_level *level = &octree->levels[depth];
    GLuint program;
    hpyr_result result =
        hpi_octree_use_level(octree, "octree/level_firsts.frag.glsl", depth - 1, level->blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "keys", 4, &octree->keys);
    hpi_octree_set_unsigned(octree, program, "shift", 3 * (octree->desc.depth - (uint32_t)depth));
    return hpi_octree_draw(octree, program, &level->firsts, 0, (uint64_t)level->blocks * FIRSTS_TEXELS);
}

static hpyr_result draw_around(hpyr_octree *octree, int depth) {
    const hpi_octree_level *level = &octree->levels[depth];
    GLuint program;
    hpyr_result result =
        hpi_octree_use_level(octree, "octree/level_around.frag.glsl", depth - 1, level->blocks, &program);
    return result == HPYR_OK
               ? hpi_octree_draw(octree, program, &level->around, 0, (uint64_t)level->blocks * AROUND_TEXELS)
               : result;
}

static hpyr_result draw_families(hpyr_octree *octree, int depth) {
    const hpi_octree_level *level = &octree->levels[depth];
    GLuint program;
    hpyr_result result =
        hpi_octree_use_level(octree, "octree/level_families.frag.glsl", depth - 1, level->blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "flags", 4, &level->flags);
    hpi_octree_bind(octree, program, "ranks", 5, &level->ranks);
    hpi_octree_set(octree, program, "is_last", depth == (int)octree->desc.depth);
    return hpi_octree_draw(octree, program, &level->families, 0, level->blocks);
}

/* ---- which nodes get children ---- */

static hpyr_result draw_parts(hpyr_octree *octree, int depth) {
    const hpi_octree_level *level = &octree->levels[depth];
    bool is_graded = octree->desc.growth == HPYR_OCTREE_GROWTH_GRADED;
    uint32_t below = octree->desc.depth - (uint32_t)depth - 1; /* depths below the parts */
    GLuint program;
    hpyr_result result =
        hpi_octree_use_level(octree, "octree/level_parts.frag.glsl", depth - 1, level->blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "keys", 4, &octree->keys);
    hpi_octree_bind(octree, program, "own_firsts", 5, &level->firsts);
    hpi_octree_set_unsigned(octree, program, "shift", 3 * below);
    hpi_octree_set(octree, program, "children", HPI_OCTREE_BLOCK);
    hpi_octree_set(octree, program, "tells_parts", is_graded && below == 0);
    return hpi_octree_draw(octree, program, &level->parts, 0, level->blocks);
}

static hpyr_result draw_flags(hpyr_octree *octree, int depth) {
    const hpi_octree_level *level = &octree->levels[depth];
    GLuint program;
    hpyr_result result = hpi_octree_use_level(octree, "octree/level_flags.frag.glsl", depth, level->blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "parts", 4, &level->parts);
    hpi_octree_set(octree, program, "places",
                   octree->desc.growth == HPYR_OCTREE_GROWTH_GRADED ? HPYR_OCTREE_PLACES : 0);
    return hpi_octree_draw(octree, program, &level->flags, 0, level->blocks);
}

/* Counts the nodes that get children, and waits for their number. */
static hpyr_result rank_parents(hpyr_octree *octree, int depth) {
    hpi_octree_level *level = &octree->levels[depth];
    const hpyr_list ranks = hpi_octree_list(&level->ranks);
    const hpyr_lists_scan_desc scan = {.input = ranks, .output = ranks, .length = {.count = level->blocks}};
    hpyr_result result = hpi_octree_count_bits(octree, &level->flags, 0xFF, level->blocks, &level->ranks);
    if (result == HPYR_OK)
        result = hpyr_lists_scan(octree->lists, &scan);
    return result == HPYR_OK ? hpyr_lists_result(octree->lists, &level->parents) : result;
}

static hpyr_result find_parents(hpyr_octree *octree, int depth) {
    const hpi_octree_level *level = &octree->levels[depth];
    hpyr_result result = hpi_octree_need_lists(octree, level->blocks * HPI_OCTREE_BLOCK);
    if (result == HPYR_OK)
        result = draw_parts(octree, depth);
    if (result == HPYR_OK)
        result = draw_flags(octree, depth);
    if (result == HPYR_OK)
        result = rank_parents(octree, depth);
    return result == HPYR_OK
               ? hpi_octree_select(octree, &level->flags, HPI_OCTREE_BLOCK_SHIFT, level->blocks, &level->parent_nodes)
               : result;
}

static hpyr_result make_level(hpyr_octree *octree, int depth) {
    hpi_octree_level *level = &octree->levels[depth];
    hpyr_octree_report *report = &octree->report;
    level->blocks = octree->levels[depth - 1].parents;
    level->parents = 0;
    uint64_t all = report->first_node[depth] + (uint64_t)level->blocks * HPI_OCTREE_BLOCK;
    if (all > octree->desc.node_capacity)
        return hpi_gl_fail(octree->context, HPYR_ERROR_TOO_LARGE,
                           "octree: %llu nodes up to depth %d of %u; %u are allowed", (unsigned long long)all, depth,
                           octree->desc.depth, octree->desc.node_capacity);
    report->first_node[depth + 1] = (uint32_t)all;
    if (!level->blocks)
        return HPYR_OK;
    hpyr_result result = need_level(octree, level);
    if (result == HPYR_OK)
        result = draw_firsts(octree, depth);
    if (result == HPYR_OK)
        result = draw_around(octree, depth);
    if (result == HPYR_OK && depth < (int)octree->desc.depth)
        result = find_parents(octree, depth);
    return result == HPYR_OK ? draw_families(octree, depth) : result;
}

/* ---- all depths ---- */

static hpyr_result copy_blocks(hpyr_octree *octree, int depth) {
    const uint32_t *first = octree->report.first_node;
    uint32_t from = (first[depth] - 1) / HPI_OCTREE_BLOCK, end = (first[depth + 1] - 1) / HPI_OCTREE_BLOCK;
    GLuint program;
    hpyr_result result = hpi_octree_use_level(octree, "octree/all_blocks.frag.glsl", depth, end - from, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_set(octree, program, "from", from);
    hpi_octree_set(octree, program, "end", end);
    hpi_octree_set_unsigned(octree, program, "parents_from", first[depth - 1]);
    return hpi_octree_draw(octree, program, &octree->blocks, (uint64_t)from * HPI_OCTREE_BLOCK_TEXELS,
                           (uint64_t)end * HPI_OCTREE_BLOCK_TEXELS);
}

static hpyr_result copy_levels(hpyr_octree *octree) {
    const hpyr_octree_report *report = &octree->report;
    uint64_t blocks = (report->nodes - 1) / HPI_OCTREE_BLOCK;
    hpyr_result result =
        hpi_octree_need(octree, HPYR_FORMAT_RGBA32UI, blocks * HPI_OCTREE_BLOCK_TEXELS, &octree->blocks);
    for (int depth = 1; result == HPYR_OK && depth <= (int)report->depth && octree->levels[depth].blocks; depth++)
        result = copy_blocks(octree, depth);
    return result;
}

hpyr_result hpi_octree_make_nodes(hpyr_octree *octree) {
    hpyr_octree_report *report = &octree->report;
    hpyr_result result = HPYR_OK;
    octree->levels[0].parents = report->points != 0;
    report->first_node[1] = 1;
    for (int depth = 1; result == HPYR_OK && depth <= (int)octree->desc.depth; depth++)
        result = make_level(octree, depth);
    if (result != HPYR_OK)
        return result;
    report->depth = octree->desc.depth;
    report->nodes = report->first_node[report->depth + 1];
    for (uint32_t depth = report->depth + 2; depth < HPYR_OCTREE_MAX_DEPTH + 2; depth++)
        report->first_node[depth] = report->nodes;
    report->leaves = report->nodes - (report->nodes - 1) / HPI_OCTREE_BLOCK;
    return copy_levels(octree);
}
