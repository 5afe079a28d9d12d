/* results.c - everything measured, as JSON and as CSV.  SPDX-License-Identifier: MIT */
#include "parts.h"

#include "common/platform/gl.h"

#include <string.h>

/* In the order of the file. Neighbors may have one key. */
static const table *const TABLES[] = {
    &pyramids_table,   &stairs_table, &contests_table, &meshes_table, &edges_table,  &overhead_table, &sorts_table,
    &operations_table, &flow_table,   &kinds_table,    &sparse_table, &octree_table, &nearest_table,  &quadtree_table,
    &poisson_table,    &scans_table,  &features_table, &voxels_table, &passes_table, &traffic_table,  &programs_table};
enum { TABLE_COUNT = COUNT_OF(TABLES) };

void results_json(const bench *b, outfile *file) {
    json j = {file, false};
    json_open(&j, NULL, '{');
    json_text(&j, "gl", name_of_gl(bench_gl(b)));
    json_text(&j, "version", b->caps->version);
    json_text(&j, "renderer", b->caps->renderer);
    for (size_t first = 0, end; first < TABLE_COUNT; first = end) {
        for (end = first + 1; end < TABLE_COUNT && strcmp(TABLES[end]->key, TABLES[first]->key) == 0;)
            end++;
        table_json(b, &j, TABLES + first, TABLES + end);
    }
    json_open(&j, "ratios", '{');
    json_number(&j, "image_list_4096", image_list_ratio(b, "LINE"));
    json_number(&j, "image_list_4096_morton", image_list_ratio(b, "MORTON"));
    json_number(&j, "stairs_worst", stairs_worst(b));
    json_number(&j, "isosurface_scaling_worst", meshes_worst(b));
    voxels_ratios(b, &j);
    json_close(&j, '}');
    json_close(&j, '}');
    outfile_print(file, "\n");
}

void results_csv(const bench *b, outfile *file) {
    table_csv(b, file, &pyramids_table);
}
