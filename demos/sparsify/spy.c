/* spy.c - the spy plot of a sparse matrix.  SPDX-License-Identifier: MIT */
#include "spy.h"

#include "sparsify/shaders.h"

#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 8, CAPITAL = 7 /* height of capitals at scale 1 */, LARGEST_FEW = 5 /* pixels of a dot among few */ };

/* The inner ones are the outer ones, 0.35 of them over white paper. */
const float SPY_COLORS[SPY_COLOR_COUNT][3] = {
    {0.80f, 0.33f, 0}, {0.93f, 0.7655f, 0.65f}, {0.6675f, 0.755f, 0.8775f}, {0.05f, 0.30f, 0.65f}};

static const float INK[4] = {0.15f, 0.16f, 0.18f, 1}, LINE[4] = {0.55f, 0.56f, 0.60f, 1},
                   PAGE[4] = {0.93f, 0.93f, 0.91f, 1}, PAPER[4] = {1, 1, 1, 1};

struct spy {
    const painter *painter;
    overlay *overlay;
    uint32_t program;
};

spy *spy_create(const painter *p) {
    static const char *const ATTRIBUTES[] = {"a_corner", "a_row", "a_column", "a_value", NULL};
    const draw_program_desc desc = {sparsify_shaders, {"entry.vert.glsl"}, {"entry.frag.glsl"}, ATTRIBUTES};
    spy *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->painter = p;
    s->overlay = overlay_create(p);
    s->program = s->overlay ? draw_program(p, &desc) : 0;
    if (s->program)
        return s;
    spy_destroy(s);
    return NULL;
}

void spy_destroy(spy *s) {
    if (!s)
        return;
    overlay_destroy(s->overlay);
    if (s->program)
        glDeleteProgram(s->program);
    free(s);
}

/* ---- where things are ---- */

image_area spy_area(int width, int height, float scale) {
    const int numbers = (int)(60 * scale), side = (int)(16 * scale), top = (int)(28 * scale),
              bottom = (int)(30 * scale);
    image_area area = {numbers, bottom, width - numbers - side, height - top - bottom};
    area.width = area.width > 16 ? area.width : 16;
    area.height = area.height > 16 ? area.height : 16;
    return area;
}

static void size_of(const engine *e, uint32_t size[2]) {
    size[0] = e->matrix->columns;
    size[1] = e->matrix->rows;
}

/* What of the area the matrix covers. */
static image_area covered(const image_area *area, const image_map *map, const uint32_t size[2]) {
    const float right = map->left + (float)size[0] * map->scale, top = map->bottom + (float)size[1] * map->scale;
    const int x = (int)fmaxf((float)area->x, floorf(map->left)), y = (int)fmaxf((float)area->y, floorf(map->bottom));
    const int x_end = (int)fminf((float)(area->x + area->width), ceilf(right));
    const int y_end = (int)fminf((float)(area->y + area->height), ceilf(top));
    return (image_area){x, y, x_end > x ? x_end - x : 0, y_end > y ? y_end - y : 0};
}

/* The first of 1, 2 and 5 times a power of ten that is not below. */
static uint32_t step_of(double least) {
    static const uint32_t STEPS[] = {1, 2, 5};
    for (uint32_t power = 1; power < 1000000; power *= 10)
        for (int i = 0; i < 3; i++)
            if (STEPS[i] * power >= least)
                return STEPS[i] * power;
    return 1000000;
}

/* ---- axes ---- */

static void column_tick(spy *s, float x, const image_area *plot, uint32_t number, float scale) {
    char text[16];
    const float top = (float)(plot->y + plot->height);
    snprintf(text, sizeof text, "%u", (unsigned)number);
    overlay_rectangle(s->overlay, floorf(x), top, fmaxf(1, floorf(scale)), 5 * scale, LINE, LINE);
    overlay_text(s->overlay, text, x - overlay_text_width(s->overlay, text, scale) / 2, top + 9 * scale, scale, INK);
}

static void row_tick(spy *s, float y, const image_area *plot, uint32_t number, float scale) {
    char text[16];
    const float left = (float)plot->x;
    snprintf(text, sizeof text, "%u", (unsigned)number);
    overlay_rectangle(s->overlay, left - 5 * scale, floorf(y), 5 * scale, fmaxf(1, floorf(scale)), LINE, LINE);
    overlay_text(s->overlay, text, left - 8 * scale - overlay_text_width(s->overlay, text, scale),
                 y - CAPITAL * scale / 2, scale, INK);
}

/* Numbers count from 0, and stand at the middle of their row or column. */
static void add_axes(spy *s, const image_map *map, const image_area *plot, const uint32_t size[2], float scale) {
    const float thin = fmaxf(1, floorf(scale));
    const float x = (float)plot->x, y = (float)plot->y, w = (float)plot->width, h = (float)plot->height;
    char longest[16];
    snprintf(longest, sizeof longest, "%u", (unsigned)size[0]);
    /* Not too many ticks, and room for the number of each column. */
    const double pixels = fmax(fmax(w, h) / TICKS, 1.3 * overlay_text_width(s->overlay, longest, scale));
    const uint32_t step = step_of(pixels / map->scale);
    overlay_rectangle(s->overlay, x - thin, y - thin, w + 2 * thin, thin, LINE, LINE);
    overlay_rectangle(s->overlay, x - thin, y + h, w + 2 * thin, thin, LINE, LINE);
    overlay_rectangle(s->overlay, x - thin, y, thin, h, LINE, LINE);
    overlay_rectangle(s->overlay, x + w, y, thin, h, LINE, LINE);
    for (uint32_t column = 0; column < size[0]; column += step) {
        const float at = map->left + ((float)column + 0.5f) * map->scale;
        if (at >= x && at <= x + w)
            column_tick(s, at, plot, column, scale);
    }
    for (uint32_t row = 0; row < size[1]; row += step) {
        const float at = map->bottom + ((float)(size[1] - 1 - row) + 0.5f) * map->scale;
        if (at >= y && at <= y + h)
            row_tick(s, at, plot, row, scale);
    }
}

/* ---- dots ---- */

static double pixels_of(const engine *e, const image_map *map) {
    return fmax((double)e->matrix->rows * map->scale * e->matrix->columns * map->scale, 1);
}

/* Where dots would cover one another, they are paler, so that dense parts are darker than others. */
static float alpha_of(const engine *e, const image_map *map) {
    const double dots = e->count / pixels_of(e, map);
    return (float)fmin(1, fmax(0.25, 0.5 / fmax(dots, 0.01)));
}

/* That of an element. A few dots are larger, so that they are seen: as long as they cover a hundredth of the plot. */
static float side_of_dot(const engine *e, const image_map *map) {
    const double seen = sqrt(0.01 * pixels_of(e, map) / fmax(e->count, 1));
    return (float)fmax(map->scale, fmin(LARGEST_FEW, fmax(seen, 1)));
}

/* SwiftShader, which browsers have where there is no GPU, takes 20 us for a square, and next to nothing for a
 * point. */
static bool are_points(float side) {
    const float most = 16;
    return GL_IS_WEB && side <= most;
}

static void draw_entries(const spy *s, const engine *e, const image_map *map, const image_area *plot, int width,
                         int height) {
    const draw_attribute attributes[] = {
        {0}, {e->rows, 1, GL_UNSIGNED_INT}, {e->indices, 1, GL_UNSIGNED_INT}, {e->values, 1}};
    const float side = side_of_dot(e, map);
    glUseProgram(s->program);
    glUniform3f(draw_uniform(s->program, "u_map"), map->left, map->bottom, map->scale);
    glUniform2f(draw_uniform(s->program, "u_target"), (float)width, (float)height);
    glUniform1f(draw_uniform(s->program, "u_rows"), (float)e->matrix->rows);
    glUniform1f(draw_uniform(s->program, "u_side"), are_points(side) ? 0 : side / map->scale);
    glUniform1f(draw_uniform(s->program, "u_point"), side);
    glUniform1f(draw_uniform(s->program, "u_alpha"), alpha_of(e, map));
    glUniform1f(draw_uniform(s->program, "u_largest"), SPY_STRONGEST);
    glUniform3fv(draw_uniform(s->program, "u_negative"), 1, SPY_COLORS[0]);
    glUniform3fv(draw_uniform(s->program, "u_positive"), 1, SPY_COLORS[SPY_COLOR_COUNT - 1]);
    glUniform1i(draw_uniform(s->program, "u_blends"), map->scale < 1);
    glEnable(GL_SCISSOR_TEST);
    glScissor(plot->x, plot->y, plot->width, plot->height);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    if (are_points(side)) {
        draw_attributes_begin(attributes, 4);
        draw_points(e->count);
        draw_attributes_end(4);
    } else {
        draw_squares(s->painter, attributes + 1, 3, e->count);
    }
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
}

bool spy_element(const engine *e, const spy_look *look, const float at[2], uint32_t place[2]) {
    uint32_t size[2];
    float in[2];
    size_of(e, size);
    const image_map map = image_view_map(&look->view, &look->area, size);
    const image_area plot = covered(&look->area, &map, size);
    image_map_to_image(&map, at[0], at[1], in);
    if (at[0] < (float)plot.x || at[0] >= (float)(plot.x + plot.width) || at[1] < (float)plot.y ||
        at[1] >= (float)(plot.y + plot.height) || in[0] < 0 || in[1] < 0 || in[0] >= (float)size[0] ||
        in[1] >= (float)size[1])
        return false;
    place[0] = size[1] - 1 - (uint32_t)in[1];
    place[1] = (uint32_t)in[0];
    return true;
}

bool spy_draw(spy *s, const engine *e, const spy_look *look, uint32_t framebuffer) {
    uint32_t size[2];
    size_of(e, size);
    const image_map map = image_view_map(&look->view, &look->area, size);
    const image_area plot = covered(&look->area, &map, size);
    framebuffer_bind(s->painter->gl, framebuffer);
    painter_begin(s->painter);
    glViewport(0, 0, look->width, look->height);
    glDisable(GL_DEPTH_TEST);
    glClearColor(PAGE[0], PAGE[1], PAGE[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    overlay_begin(s->overlay, look->width, look->height);
    overlay_rectangle(s->overlay, (float)plot.x, (float)plot.y, (float)plot.width, (float)plot.height, PAPER, PAPER);
    overlay_draw(s->overlay);
    glDisable(GL_DEPTH_TEST);
    draw_entries(s, e, &map, &plot, look->width, look->height);
    overlay_begin(s->overlay, look->width, look->height);
    add_axes(s, &map, &plot, size, look->scale);
    const float most = (float)look->width - overlay_text_width(s->overlay, look->words, look->scale) - 8 * look->scale;
    overlay_text(s->overlay, look->words, fmaxf(fminf((float)plot.x, most), 8 * look->scale),
                 (float)(look->area.y - (int)(30 * look->scale)) + 10 * look->scale, look->scale, INK);
    overlay_draw(s->overlay);
    painter_end(s->painter);
    glEnable(GL_DEPTH_TEST); /* as all drawing of the demos finds it */
    return draw_check("drawing the matrix");
}
