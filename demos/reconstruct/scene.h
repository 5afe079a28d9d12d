/* scene.h - points, an octree's cells and a surface, drawn.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_SCENE_H
#define RECONSTRUCT_SCENE_H

#include "reconstruct/subject.h"

#include "common/draw/camera.h"
#include "common/draw/draw.h"

/** The demo's .glsl files. */
extern const demo_shader_file reconstruct_shaders[];

typedef struct scene scene;

/** What is shown; the last is the three others, side by side. */
typedef enum scene_view { VIEW_POINTS, VIEW_OCTREE, VIEW_SURFACE, VIEW_ALL, VIEW_COUNT } scene_view;

/** What --view calls them; NULL at the end. */
extern const char *const VIEW_NAMES[];

typedef struct scene_state {
    subject *subject;
    camera camera;
    int view;       /* a scene_view */
    uint32_t cells; /* depth of the cells that are shown */
    bool has_wires; /* edges of triangles */
    bool tells_density;
    bool is_z_up;
} scene_state;

/** Size of a part of a picture that shows one thing, for cameras. */
void scene_part(int view, int width, int height, int part[2]);

/** Keeps both pointers. NULL on failure. */
scene *scene_create(library *l, const painter *painter);
/** NULL is legal. */
void scene_destroy(scene *s);

/** After every change of the surface that is drawn next. */
bool scene_update(scene *s, const subject *of);

/** Draws into `framebuffer` and leaves it bound; `fine` is at twice the resolution. */
bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine);

#endif
