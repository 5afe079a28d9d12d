/* nearest.h - lists of the points nearest to places: what normals and queries share.  SPDX-License-Identifier: MIT */
#ifndef HPI_OCTREE_NEAREST_H
#define HPI_OCTREE_NEAREST_H

#include "octree/octree_object.h"

enum { HPI_NEAREST_ENTRIES = 4 /* of a list in a texel */ };

/** Lists of so many places. */
typedef struct hpi_nearest_lists {
    uint32_t count;       /* of places */
    uint32_t neighbors;   /* entries of a list */
    uint32_t layers;      /* of four entries each */
    hpi_list_plane plane; /* an array texture with these layers: a texel of each is a place */
} hpi_nearest_lists;

/** Makes the array texture. hpi_list_plane_destroy frees it. */
hpyr_result hpi_nearest_make(const hpyr_octree *octree, uint32_t count, uint32_t neighbors, hpi_nearest_lists *lists);

/** Binds it to HPI_OCTREE_MORE_UNIT + unit. */
void hpi_nearest_bind(const hpyr_octree *octree, GLuint program, GLuint unit, const hpi_nearest_lists *lists);

/** Makes a plane of all points in the order of their nodes, and draws it: see nearest/sorted.frag.glsl. */
hpyr_result hpi_nearest_sort(hpyr_octree *octree, hpi_list_plane *sorted);

/** Finds about how many texels a search of this octree fetches. Waits for the fullest node of the last depth, but only where lists of `count`
 *  places would be too many if each search looked at all points. Then the octree remembers it until its next build. */
hpyr_result hpi_nearest_find_fetches(hpyr_octree *octree, uint32_t count, uint32_t neighbors, uint64_t *fetches);

/** Points of a node in which a search may begin: about a third of a list. */
uint32_t hpi_nearest_enough(uint32_t neighbors);

/** Sets the uniforms of hpyr_in_finite_cells. */
void hpi_nearest_set_cells(const hpyr_octree *octree, GLuint program);

/** How lists are drawn: the entry file, what sets its uniforms and binds textures from HPI_OCTREE_MORE_UNIT on, and the fetches of a list. */
typedef struct hpi_nearest_search {
    const char *entry;
    void (*set)(const hpyr_octree *octree, GLuint program, const void *user);
    const void *user;
    uint64_t fetches;
} hpi_nearest_search;

/** Asks for the programs that hpi_nearest_draw needs. */
hpyr_result hpi_nearest_programs(hpyr_octree *octree, const hpi_nearest_lists *lists, const char *entry);

/** Draws the lists of the first `count` places. Where a pass has not a target for each layer, each pass finds the whole list, and
 *  writes a part of it. */
hpyr_result hpi_nearest_draw(hpyr_octree *octree, const hpi_nearest_lists *lists, uint32_t count,
                             const hpi_nearest_search *search);

#endif
