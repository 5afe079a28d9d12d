/* counted.c - the other parts on small inputs, of which each case runs once: for what is counted in place of timed.  SPDX-License-Identifier: MIT */
#include "parts.h"
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

/* The other parts, each on squares or cubes of a side. */
static const struct {
    const char *name;
    bool (*run)(bench *b);
    uint32_t side;
} COUNTED[] = {{"fills", bench_fills, 256},       {"kinds", bench_kinds, 64},
               {"lists", bench_lists, 256},       {"isosurfaces", bench_isosurfaces, 48},
               {"flow", bench_flows, 32},         {"octree", bench_octrees, 64},
               {"nearest", bench_nearest, 64},    {"poisson", bench_poisson, 64},
               {"quadtree", bench_quadtrees, 64}, {"sparse", bench_sparse, 130},
               {"features", bench_features, 96},  {"voxels", bench_voxels, 64}};

bool traffic_run_parts(bench *b, traffic *counts, void (*enter)(const char *part)) {
    bench counted = bench_without_rows(b);
    FILE *nowhere = tmpfile();
    counted.stream = nowhere ? nowhere : b->stream;
    counted.has_size = true;
    counted.size_count = counted.fill_count = 1;
    counted.fills[0] = 0.01;
    counted.counts = counts;
    counted.context = NULL; /* what is b's own stays b's */
    counted.cheap = counted.costly = NULL;
    memset(&counted.timer, 0, sizeof counted.timer);
    counts->keep = traffic_keep;
    enter("context");
    bool ok = bench_open(&counted, bench_gl(b));
    for (size_t i = 0; i < COUNT_OF(COUNTED) && ok; i++) {
        counted.part = COUNTED[i].name;
        counted.sizes[0] = COUNTED[i].side;
        enter(counted.part);
        ok = COUNTED[i].run(&counted);
    }
    bench_close(&counted);
    traffic_forget(counts);
    if (nowhere)
        fclose(nowhere);
    bench_free(&counted);
    return ok;
}

static void enter_part(const char *part) {
    (void)part;
}

bool bench_traffic(bench *b) {
    traffic counts;
    const size_t first = b->row_count;
    bool ok = traffic_open(&counts);
    counts.to = b;
    if (ok) {
        traffic_begin(&counts);
        ok = traffic_run_parts(b, &counts, enter_part);
        ok = traffic_end(&counts) && ok;
    }
    traffic_close(&counts);
    size_t sums = first;
    while (sums < b->row_count && b->rows[sums].table != &traffic_table)
        sums++;
    return bench_show(b, ok, &passes_table, first,
                      "Passes: what the library's draws shade and fetch, and the bytes that they read and write",
                      NULL) &&
           bench_show(b, ok, &traffic_table, sums, "Traffic: the sums of each case",
                      "  read and written: bytes of distinct texels in each draw. least: bytes that must be read and "
                      "written once");
}
