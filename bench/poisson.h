/* poisson.h - surfaces of points on a mesh, beside another program.  SPDX-License-Identifier: MIT */
#ifndef BENCH_POISSON_H
#define BENCH_POISSON_H

#include "bench.h"

#include <histopyramid/poisson_surface.h>

#include "common/mesh/mesh.h"

/** What is known of a mesh without knowing how it was made. All is 0 where an index is none. */
typedef struct mesh_facts {
    bool is_closed;   /* each edge has two triangles, which walk it in opposite directions */
    bool is_manifold; /* and the triangles around each vertex are one fan */
    uint32_t parts;   /* connected ones */
    double
        volume; /* inside, about so if it is not quite closed; above 0 if triangles are counter-clockwise seen from outside */
} mesh_facts;

/** False where memory runs out. `positions` are so many floats apart. */
bool poisson_examine(const float *positions, uint32_t stride, uint32_t vertex_count, const uint32_t *indices,
                     uint32_t triangle_count, mesh_facts *out);

/** Another program that makes surfaces of points: PoissonRecon, or one with its options. */
typedef struct peer peer;

/** Points and wishes. What they point to must stay until it is open, and `program` until it is closed. */
typedef struct peer_desc {
    const char *program;
    const float *positions, *normals; /* three floats a point */
    uint32_t count, depth;
    double screening; /* 0 is none */
} peer_desc;

/** Writes the points to a file in a folder of its own, and runs the program once to see that it can. NULL where it cannot. */
peer *peer_open(const peer_desc *desc);

/** Runs it, with reading and writing of files. */
bool peer_run(peer *p);

/** Reads the surface of its last run. */
bool peer_load(const peer *p, mesh *out);

/** Deletes the files. NULL is legal. */
void peer_close(peer *p);

#endif
