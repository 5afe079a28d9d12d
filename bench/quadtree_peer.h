/* quadtree_peer.h - quadtrees by the CPU.  SPDX-License-Identifier: MIT */
#ifndef BENCH_QUADTREE_PEER_H
#define BENCH_QUADTREE_PEER_H

#include <histopyramid/quadtree_types.h>

#include <stdbool.h>

/** Memory for quadtrees of square RGBA8 images of a side that is a power of two, as large as the largest of them. */
typedef struct quadtree_peer quadtree_peer;

/** NULL where memory runs out. */
quadtree_peer *quadtree_peer_create(uint32_t side);
/** NULL is legal. */
void quadtree_peer_destroy(quadtree_peer *p);

/** Lists the leaves whose texels differ by no more than `tolerance` of 255, of which there is room for as many as texels. Returns their number. */
uint32_t quadtree_peer_run(quadtree_peer *p, const uint8_t *rgba, uint32_t tolerance, hpyr_quadtree_leaf *leaves);

#endif
