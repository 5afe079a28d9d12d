/* skin.h - a surface, and points as discs, drawn.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SKIN_H
#define DEMO_SKIN_H

#include "common/draw/camera.h"
#include "common/draw/draw.h"
#include "common/draw/sides.h"
#include "common/draw/target.h"
#include "common/points/shade.h"

/** Zero it first. */
typedef struct skin {
    const painter *painter;
    uint32_t background, surface, disc; /* programs */
    triangle_sides sides;               /* where there is no polygon mode */
    shade inside;
    draw_target target;
    int factor; /* pixels of the target for one of the picture, along a side */
} skin;

/** Where things are drawn: a box about the points becomes one within -1 to 1. */
typedef struct skin_place {
    float center[3], scale;
    bool is_z_up;   /* else y is up */
    uint32_t depth; /* of the octree */
    camera_matrices camera;
} skin_place;

/** How the surface looks. */
typedef struct skin_look {
    bool has_wires; /* edges of triangles */
    bool tells_density;
    float dimness; /* 0 is the surface as it is, 1 is nothing of it */
} skin_look;

/** Colors of both sides, as a screen shows them where light falls on them. */
extern const float SKIN_OUTSIDE[3], SKIN_INSIDE[3];

bool skin_open(skin *s, const painter *painter);
void skin_close(skin *s);

/** After every change of the surface that is drawn next. */
bool skin_update(skin *s, const mesh_buffers *m, const hpyr_octree_cube *cube);

/** A picture begins with its background; `fine` is at twice the resolution. All drawing below is between these two. */
bool skin_begin(skin *s, int width, int height, bool fine);
/** Into `framebuffer`, which it leaves bound. */
void skin_end(skin *s, uint32_t framebuffer, int width, int height);

/** Sets the uniforms of a program that has stand.glsl. */
void skin_set_place(uint32_t program, const skin_place *place);
void skin_set_color(uint32_t program, const char *name, const float color[3]);

/** Some of the points: discs whose radius is in proportion to `spacing`, the distance in the box from a point to the next one. */
void skin_draw_points(const skin *s, const skin_place *place, const point_buffers *b, uint32_t first, uint32_t count,
                      float spacing, const float color[3]);

/** The surface, and the edges of its triangles over it. */
bool skin_draw_surface(skin *s, const skin_place *place, const skin_look *look, const mesh_buffers *m);

#endif
