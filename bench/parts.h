/* parts.h - the tables.  SPDX-License-Identifier: MIT */
#ifndef BENCH_PARTS_H
#define BENCH_PARTS_H

#include "bench.h"

/** Measures and prints a table. False with error_text() where something went wrong, a result that is not the oracle's above all. */
bool bench_fills(bench *b);
bool bench_discriminators(bench *b);
bool bench_clones(bench *b);
bool bench_counts(bench *b);
bool bench_volumes(bench *b);
bool bench_papers(bench *b);
bool bench_image_list(bench *b);
bool bench_isosurfaces(bench *b);
bool bench_edges(bench *b);
bool bench_overhead(bench *b);
bool bench_lists(bench *b);
bool bench_flows(bench *b);
bool bench_kinds(bench *b);
bool bench_octrees(bench *b);
bool bench_nearest(bench *b);
bool bench_poisson(bench *b);
bool bench_scans(bench *b);
bool bench_quadtrees(bench *b);
bool bench_sparse(bench *b);
bool bench_features(bench *b);
bool bench_voxels(bench *b);
bool bench_traffic(bench *b);
bool bench_programs(bench *b);

/** Everything measured. The file's failures show when it is closed. */
void results_json(const bench *b, outfile *file);
void results_csv(const bench *b, outfile *file);

/** What their rows are. */
extern const table pyramids_table, stairs_table, contests_table, meshes_table, edges_table, overhead_table, sorts_table,
    operations_table, flow_table, kinds_table, sparse_table, octree_table, nearest_table, quadtree_table, poisson_table,
    scans_table, features_table, voxels_table, passes_table, traffic_table, programs_table;

/** Figures that several rows make; NAN where they were not measured. The largest times per cell of a cube over those of a power of two,
 *  of lists and of meshes. What the image list costs in an order of BITS, as a share of what reading back and scanning costs the CPU: the
 *  worse of the pictures. And members of "ratios": bits over the other ways, in a cube of 256. */
double stairs_worst(const bench *b);
double meshes_worst(const bench *b);
double image_list_ratio(const bench *b, const char *order);
void voxels_ratios(const bench *b, json *j);

#endif
