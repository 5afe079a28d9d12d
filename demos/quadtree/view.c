/* view.c - an image, its leaves, and the grid of their edges.  SPDX-License-Identifier: MIT */
#include "quadtree.h"
#include "shaders.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>

enum { UNIT_QUADTREE = 1, UNIT_LEAVES, GAP = 4 /* pixels between two images */ };

int view_areas(void *self, frame *f, const frame_target *t, image_area areas[2]) {
    const quadtree *q = self;
    const int half = (t->width - GAP) / 2;
    const image_area whole = {0, 0, t->width, t->height};
    (void)f;
    areas[0] = areas[1] = whole;
    if (q->shown != SHOWN_BOTH || half < 1)
        return 1;
    areas[0].width = areas[1].width = half;
    areas[1].x = t->width - half;
    return 2;
}

/* The GLSL is that of all quadtrees. */
static bool prepare_grid(quadtree *q, frame *f) {
    draw_program_desc desc = {quadtree_shaders, {"square.vert.glsl"}, {NULL, "grid.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    size_t size = 0;
    if (q->grid.program)
        return true;
    hpyr_quadtree_glsl(q->tree, NULL, NULL, 0, &size);
    char *text = malloc(size + 1);
    if (!text)
        return error_set("out of memory for a shader of %zu bytes", size);
    if (!library_check(&f->viewer.library, hpyr_quadtree_glsl(q->tree, NULL, text, size, NULL),
                       "the quadtree's GLSL")) {
        free(text);
        return false;
    }
    return snippet_take(&q->grid, &f->viewer.painter, text, &desc, &desc.fragment[0]);
}

/* Over the image in an area, which is the viewport. */
static bool draw_grid(quadtree *q, frame *f, const image_map *map, const image_area *area) {
    const uint32_t program = q->grid.program;
    library *l = &f->viewer.library;
    if (!library_check(l, hpyr_quadtree_bind(q->tree, program, NULL, UNIT_QUADTREE, NULL), "showing the quadtree"))
        return false;
    draw_bind(program, "u_leaves", UNIT_LEAVES, q->painted);
    glUniform2f(draw_uniform(program, "u_size"), (float)f->image_size[0], (float)f->image_size[1]);
    glUniform2f(draw_uniform(program, "u_area"), (float)area->width, (float)area->height);
    glUniform3f(draw_uniform(program, "u_map"), map->left - (float)area->x, map->bottom - (float)area->y, map->scale);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_square(&f->viewer.painter);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    draw_unbind(UNIT_LEAVES, UNIT_LEAVES + 1);
    return library_check(l, hpyr_quadtree_unbind(q->tree), "showing the quadtree");
}

bool view_draw(void *self, frame *f, const frame_target *t) {
    quadtree *q = self;
    const painter *p = &f->viewer.painter;
    image_area areas[2];
    const int count = view_areas(self, f, t, areas);
    bool ok = prepare_grid(q, f);
    framebuffer_bind(p->gl, t->framebuffer);
    glViewport(0, 0, t->width, t->height);
    glClearColor(0.10f, 0.11f, 0.13f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painter_begin(p);
    for (int i = 0; i < count && ok; i++) {
        const bool is_image = q->shown == SHOWN_IMAGE || (q->shown == SHOWN_BOTH && i == 0);
        const image_map map = image_view_map(&f->view, &areas[i], f->image_size);
        image_painter_draw(&q->images, p, is_image ? q->texture : q->painted, f->image_size, &map, &areas[i]);
        if (q->has_grid && !(is_image && q->shown == SHOWN_BOTH))
            ok = draw_grid(q, f, &map, &areas[i]);
    }
    glViewport(0, 0, t->width, t->height);
    painter_end(p);
    return ok && draw_check("drawing the leaves");
}
