/* show.h - a cloud's surface, its inserted points, and the line of a drag, drawn.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_SHOW_H
#define SCULPT_SHOW_H

#include "common/points/skin.h"
#include "sculpt/sculptor.h"

/** The demo's .glsl files. */
extern const demo_shader_file sculpt_shaders[];

/** Zero it first. */
typedef struct show {
    skin skin;
    uint32_t line; /* a program */
} show;

/** What is shown. */
typedef enum show_view { SHOW_SURFACE, SHOW_INSERTED, SHOW_POINTS, SHOW_COUNT } show_view;
extern const char *const SHOW_NAMES[];

typedef struct show_state {
    const sculptor *sculptor;
    camera camera;
    int view; /* a show_view: the surface, with inserted points, all points */
    bool has_wires;
    const float *line; /* places of the picture as view.h has them, over all else; NULL without */
    uint32_t line_count;
} show_state;

bool show_open(show *s, const painter *painter);
void show_close(show *s);

/** After every change of the surface. */
bool show_update(show *s, const sculptor *of);

/** Draws into `framebuffer` and leaves it bound; `fine` is at twice the resolution. */
bool show_draw(show *s, const show_state *state, uint32_t framebuffer, int width, int height, bool fine);

#endif
