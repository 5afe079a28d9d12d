/* image_view.c - an image in a part of a target: moved and zoomed by the user, and where its pixels lie there.
 * SPDX-License-Identifier: MIT */
#include "common/draw/image_view.h"

#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

static const float NOTCH = 1.15f, KEY_ZOOM = 1.25f; /* factors of a notch of the wheel, and of a key */
static const float KEY_PART = 0.1f;                 /* of the area, that an arrow moves by */
static const float LARGEST_PIXEL = 64;              /* of the target, a pixel of the image */

/* All of the image fills the area's width or its height. */
static float whole_scale(const image_area *area, const uint32_t size[2]) {
    return fminf((float)area->width / (float)size[0], (float)area->height / (float)size[1]);
}

static float zoom_of(const image_view *v) {
    return v->zoom > 0 ? v->zoom : 1;
}

image_map image_view_map(const image_view *v, const image_area *area, const uint32_t size[2]) {
    image_map m;
    m.scale = whole_scale(area, size) * zoom_of(v);
    m.left = (float)area->x + (float)area->width / 2 - ((float)size[0] / 2 + v->middle[0]) * m.scale;
    m.bottom = (float)area->y + (float)area->height / 2 - ((float)size[1] / 2 + v->middle[1]) * m.scale;
    return m;
}

void image_map_to_target(const image_map *m, float x, float y, float out[2]) {
    out[0] = m->left + x * m->scale;
    out[1] = m->bottom + y * m->scale;
}

void image_map_to_image(const image_map *m, float x, float y, float out[2]) {
    out[0] = (x - m->left) / m->scale;
    out[1] = (y - m->bottom) / m->scale;
}

void image_map_range(const image_map *m, const image_area *area, const uint32_t size[2], uint32_t first[2],
                     uint32_t end[2]) {
    float low[2], high[2];
    image_map_to_image(m, (float)area->x, (float)area->y, low);
    image_map_to_image(m, (float)(area->x + area->width), (float)(area->y + area->height), high);
    for (int k = 0; k < 2; k++) {
        const float most = (float)size[k];
        first[k] = (uint32_t)fminf(fmaxf(floorf(low[k]), 0), most);
        end[k] = (uint32_t)fminf(fmaxf(ceilf(high[k]), (float)first[k]), most);
    }
}

/* What is shown stays inside of the image; an image that is narrower than the area stays in its middle. */
static void keep_inside(image_view *v, const image_area *area, const uint32_t size[2]) {
    const int sides[2] = {area->width, area->height};
    float scale = whole_scale(area, size) * zoom_of(v);
    for (int k = 0; k < 2; k++) {
        float room = fmaxf(((float)size[k] - (float)sides[k] / scale) / 2, 0);
        v->middle[k] = fminf(fmaxf(v->middle[k], -room), room);
    }
}

void image_view_move(image_view *v, float x, float y, const image_area *area, const uint32_t size[2]) {
    float scale = whole_scale(area, size) * zoom_of(v);
    v->middle[0] -= x / scale;
    v->middle[1] -= y / scale;
    keep_inside(v, area, size);
}

void image_view_zoom(image_view *v, float factor, float x, float y, const image_area *area, const uint32_t size[2]) {
    float most = fmaxf(LARGEST_PIXEL / whole_scale(area, size), 1), before[2], after[2];
    image_map map = image_view_map(v, area, size);
    image_map_to_image(&map, x, y, before);
    v->zoom = fminf(fmaxf(zoom_of(v) * factor, 1), most);
    map = image_view_map(v, area, size);
    image_map_to_image(&map, x, y, after);
    v->middle[0] += before[0] - after[0];
    v->middle[1] += before[1] - after[1];
    keep_inside(v, area, size);
}

/* ---- what the user does ---- */

static const image_area *area_at(const image_area *areas, int count, float x, float y) {
    for (const image_area *a = areas; a < areas + count; a++)
        if (x >= (float)a->x && x < (float)(a->x + a->width) && y >= (float)a->y && y < (float)(a->y + a->height))
            return a;
    return NULL;
}

/* From where it was pressed on, once it is a drag: input->drag_x is in units of the window, which may not be pixels. */
static bool drag(image_view *v, const window_input *input, const image_area *areas, int count, const uint32_t size[2]) {
    const image_area *area = input->held ? area_at(areas, count, input->press_x, input->press_y) : NULL;
    bool began = area && !v->holds;
    v->holds = area != NULL;
    if (began) {
        v->held[0] = input->press_x;
        v->held[1] = input->press_y;
    }
    if (!area || (input->drag_x == 0 && input->drag_y == 0))
        return false;
    image_view_move(v, input->held_x - v->held[0], input->held_y - v->held[1], area, size);
    v->held[0] = input->held_x;
    v->held[1] = input->held_y;
    return true;
}

bool image_view_key(image_view *v, int key, const image_area *area, const uint32_t size[2]) {
    const int zooms = window_size_of(key);
    const int right = (key == WINDOW_KEY_RIGHT) - (key == WINDOW_KEY_LEFT);
    const int up = (key == WINDOW_KEY_UP) - (key == WINDOW_KEY_DOWN);
    const float middle_x = (float)area->x + (float)area->width / 2, middle_y = (float)area->y + (float)area->height / 2;
    if (zooms)
        image_view_zoom(v, zooms > 0 ? KEY_ZOOM : 1 / KEY_ZOOM, middle_x, middle_y, area, size);
    else if (right || up) /* what lies there comes into sight, and so the image goes the other way */
        image_view_move(v, -(float)right * KEY_PART * (float)area->width, -(float)up * KEY_PART * (float)area->height,
                        area, size);
    return zooms || right || up;
}

bool image_view_input(image_view *v, const window_input *input, const image_area *areas, int count,
                      const uint32_t size[2]) {
    const image_area *below = area_at(areas, count, input->pointer_x, input->pointer_y);
    bool changed = drag(v, input, areas, count, size);
    if (input->wheel != 0 && below) {
        image_view_zoom(v, powf(NOTCH, input->wheel), input->pointer_x, input->pointer_y, below, size);
        changed = true;
    }
    for (int i = 0; i < input->key_count && count > 0; i++)
        changed = image_view_key(v, input->keys[i], &areas[0], size) || changed;
    return changed;
}

/* ---- the picture ---- */

bool image_painter_open(image_painter *ip, const painter *p) {
    const draw_program_desc desc = {
        demo_shaders, {"square.vert.glsl"}, {"image_view.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    ip->program = draw_program(p, &desc);
    return ip->program != 0;
}

void image_painter_close(image_painter *ip) {
    if (ip->program) /* else GL may not even be loaded */
        glDeleteProgram(ip->program);
    memset(ip, 0, sizeof *ip);
}

void image_painter_draw(const image_painter *ip, const painter *p, uint32_t texture, const uint32_t size[2],
                        const image_map *map, const image_area *area) {
    glViewport(area->x, area->y, area->width, area->height);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(ip->program);
    draw_bind(ip->program, "u_image", 0, texture);
    glUniform2f(draw_uniform(ip->program, "u_size"), (float)size[0], (float)size[1]);
    glUniform2f(draw_uniform(ip->program, "u_area"), (float)area->width, (float)area->height);
    glUniform3f(draw_uniform(ip->program, "u_map"), map->left - (float)area->x, map->bottom - (float)area->y,
                map->scale);
    draw_square(p);
    draw_unbind(0, 1);
    glEnable(GL_DEPTH_TEST);
}
