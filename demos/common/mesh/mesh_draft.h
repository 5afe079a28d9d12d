/* mesh_draft.h - what the readers without libraries make of a file, before it is a mesh.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_DRAFT_H
#define DEMO_MESH_DRAFT_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

/** A file has fewer than one byte for many of these, so they grow as they come. Zero all but `bytes` first. */
typedef struct draft_list {
    void *rows;
    size_t count, capacity;
    size_t bytes; /* of a row */
} draft_list;

/** A new row of zeros behind the others, which may move; NULL where memory runs out. */
void *draft_list_add(draft_list *l);

/** A vertex in numbers, so that equal ones are found by them. Colors go from 0 to 1. */
enum { DRAFT_POSITION = 0, DRAFT_NORMAL = 3, DRAFT_TEXCOORD = 6, DRAFT_COLOR = 8, DRAFT_NUMBERS = 11 };

typedef struct draft_triangle {
    uint32_t corners[3];
    uint32_t look; /* number of a row in `looks` */
} draft_triangle;

/** How triangles look; those of one look become a part of the mesh. */
typedef struct draft_look {
    int32_t texture; /* of `textures`, or MESH_NO_TEXTURE */
    float gloss;
} draft_look;

typedef struct mesh_draft {
    const char *path;
    warn_fn warn;
    draft_list vertices;  /* DRAFT_NUMBERS floats each */
    draft_list triangles; /* draft_triangle */
    draft_list looks;     /* draft_look; the first is that of triangles without a material */
    draft_list textures;  /* mesh_texture */
    bool has_colors;
    uint32_t look;   /* of polygons that are added */
    uint64_t fan[2]; /* the first and the last corner of the polygon that is added */
} mesh_draft;

/** The next corner of a polygon, its number `k` of those of its own. Polygons become fans around their first corners. */
bool mesh_draft_corner(mesh_draft *d, uint64_t k, uint64_t vertex);

/** One more vertex at a position, white, without the rest; NULL with one line where memory runs out. */
float *mesh_draft_vertex(mesh_draft *d, const double position[3]);

/** One more look, that of triangles without a material; NULL where memory runs out. */
draft_look *mesh_draft_look(mesh_draft *d);

/** Each reads a file, as its ending tells. */
bool mesh_read_ply(mesh_draft *d);
bool mesh_read_obj(mesh_draft *d);
bool mesh_read_stl(mesh_draft *d);

#endif
