/* scene.c - an image, its leaves, and the grid of their edges.  SPDX-License-Identifier: MIT */
#include "scene.h"

#include "shaders.h"

#include "common/draw/picture.h"
#include "common/draw/snippet.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { UNIT_QUADTREE = 1, UNIT_LEAVES, GAP = 4 /* pixels between two images */ };

const char *const SCENE_SHOWN_NAMES[] = {"leaves", "image", "both", NULL};

struct scene {
    const painter *painter;
    library *library;
    image_painter images;
    snippet_program grid;
    picture picture;
};

scene *scene_create(const painter *painter, library *library) {
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->painter = painter;
    s->library = library;
    if (!image_painter_open(&s->images, painter)) {
        scene_destroy(s);
        return NULL;
    }
    return s;
}

void scene_destroy(scene *s) {
    if (s) {
        image_painter_close(&s->images);
        snippet_free(&s->grid);
        picture_free(&s->picture);
        free(s);
    }
}

int scene_areas(const scene_state *state, int width, int height, image_area areas[2]) {
    const int tall = height - state->raised > 1 ? height - state->raised : 1, half = (width - GAP) / 2;
    const image_area whole = {0, height - tall, width, tall};
    areas[0] = areas[1] = whole;
    if (state->shown != SHOWN_BOTH || half < 1)
        return 1;
    areas[0].width = areas[1].width = half;
    areas[1].x = width - half;
    return 2;
}

/* The GLSL is that of all quadtrees. */
static bool prepare_grid(scene *s, const subject *subject) {
    draw_program_desc desc = {quadtree_shaders, {"square.vert.glsl"}, {NULL, "grid.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    size_t size = 0;
    if (s->grid.program)
        return true;
    hpyr_quadtree_glsl(subject->tree, NULL, NULL, 0, &size);
    char *text = malloc(size + 1);
    if (!text)
        return error_set("out of memory for a shader of %zu bytes", size);
    if (!library_check(s->library, hpyr_quadtree_glsl(subject->tree, NULL, text, size, NULL), "the quadtree's GLSL")) {
        free(text);
        return false;
    }
    return snippet_take(&s->grid, s->painter, text, &desc, &desc.fragment[0]);
}

/* Over the image in an area, which is the viewport. */
static bool draw_grid(scene *s, const subject *subject, const image_map *map, const image_area *area) {
    const uint32_t program = s->grid.program;
    if (!library_check(s->library, hpyr_quadtree_bind(subject->tree, program, NULL, UNIT_QUADTREE, NULL),
                       "showing the quadtree"))
        return false;
    draw_bind(program, "u_leaves", UNIT_LEAVES, subject->painted);
    glUniform2f(draw_uniform(program, "u_size"), (float)subject->size[0], (float)subject->size[1]);
    glUniform2f(draw_uniform(program, "u_area"), (float)area->width, (float)area->height);
    glUniform3f(draw_uniform(program, "u_map"), map->left - (float)area->x, map->bottom - (float)area->y, map->scale);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_square(s->painter);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    draw_unbind(UNIT_LEAVES, UNIT_LEAVES + 1);
    return library_check(s->library, hpyr_quadtree_unbind(subject->tree), "showing the quadtree");
}

bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height) {
    const subject *subject = state->subject;
    image_area areas[2];
    const int count = scene_areas(state, width, height, areas);
    bool ok = prepare_grid(s, subject);
    framebuffer_bind(s->painter->gl, framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(0.10f, 0.11f, 0.13f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    painter_begin(s->painter);
    for (int i = 0; i < count && ok; i++) {
        const bool is_image = state->shown == SHOWN_IMAGE || (state->shown == SHOWN_BOTH && i == 0);
        const image_map map = image_view_map(&state->view, &areas[i], subject->size);
        image_painter_draw(&s->images, s->painter, is_image ? subject->texture : subject->painted, subject->size, &map,
                           &areas[i]);
        if (state->has_grid && !(is_image && state->shown == SHOWN_BOTH))
            ok = draw_grid(s, subject, &map, &areas[i]);
    }
    glViewport(0, 0, width, height);
    painter_end(s->painter);
    return ok && draw_check("drawing the leaves");
}

uint8_t *scene_picture(scene *s, const scene_state *state, int width, int height) {
    if (!picture_resize(&s->picture, s->painter->gl, width, height) ||
        !scene_draw(s, state, s->picture.framebuffer, width, height))
        return NULL;
    return picture_read(&s->picture);
}
