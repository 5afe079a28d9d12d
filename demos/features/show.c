/* show.c - an image with marks on its features, and the image moved.  SPDX-License-Identifier: MIT
 * The marks are drawn from the buffer that the library has written: the list never leaves the GPU. */
#include "show.h"

#include "shaders.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

const float SHOW_RANKS[SHOW_RANK_COLORS][3] = {{1, 0.85f, 0.1f}, {1, 0.3f, 0.15f}, {0.2f, 0.65f, 1}};
const float SHOW_EDGE[3] = {0.2f, 1, 0.45f};

static const float CORNER_REACH = 8, LEAST_REACH = 2.5f, THINNEST = 1.25f; /* pixels, of marks and of their lines */
static const float BLOB_REACH = 1.4142136f;                /* a disc's radius over its standard deviation */
static const double SWAY = 0.12, TURN = 0.11, ZOOM = 0.25; /* of the moving image: parts of it, and radians a second */

bool show_open(show *s, const painter *p) {
    static const char *const ATTRIBUTES[] = {"a_corner", "a_pixel", "a_offset", "a_scale", NULL};
    const draw_program_desc marks = {features_shaders, {"mark.vert.glsl"}, {"mark.frag.glsl"}, ATTRIBUTES};
    const draw_program_desc mover = {
        features_shaders, {"square.vert.glsl"}, {"moved.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    s->painter = p;
    if (!image_painter_open(&s->images, p))
        return false;
    s->marks = draw_program(p, &marks);
    s->mover = s->marks ? draw_program(p, &mover) : 0;
    return s->mover != 0;
}

void show_close(show *s) {
    image_painter_close(&s->images);
    if (s->marks)
        glDeleteProgram(s->marks);
    if (s->mover)
        glDeleteProgram(s->mover);
    picture_free(&s->moved);
    memset(s, 0, sizeof *s);
}

bool show_move(show *s, uint32_t texture, const uint32_t size[2], double seconds) {
    const double angle = 0.5 * sin(TURN * seconds * 3), zoom = 1 + ZOOM * sin(0.23 * seconds);
    const float turn[2] = {(float)(cos(angle) / zoom), (float)(sin(angle) / zoom)};
    if (!picture_resize(&s->moved, s->painter->gl, (int)size[0], (int)size[1]))
        return false;
    painter_begin(s->painter);
    framebuffer_bind(s->painter->gl, s->moved.framebuffer);
    glViewport(0, 0, (GLsizei)size[0], (GLsizei)size[1]);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(s->mover);
    draw_bind(s->mover, "u_image", 0, texture);
    glUniform2f(draw_uniform(s->mover, "u_size"), (float)size[0], (float)size[1]);
    glUniform4f(draw_uniform(s->mover, "u_turn"), turn[0], -turn[1], turn[1], turn[0]);
    glUniform2f(draw_uniform(s->mover, "u_move"), (float)(SWAY * sin(0.31 * seconds) * size[0]),
                (float)(SWAY * sin(0.19 * seconds) * size[1]));
    draw_square(s->painter);
    draw_unbind(0, 1);
    glEnable(GL_DEPTH_TEST);
    framebuffer_bind(s->painter->gl, 0);
    painter_end(s->painter);
    return draw_check("moving the image");
}

/* How marks of a kind look, on an image that is drawn at a scale. */
typedef struct looks {
    int shape; /* see mark.frag.glsl */
    float middle[2], reach[2], aspect[2];
    float smaller; /* the weakest marks, by so many pixels */
} looks;

static looks looks_of(const finder *f, float scale, float line) {
    const float pixel = line / THINNEST;
    const looks corners = {1, {0.5f, 0.5f}, {CORNER_REACH * pixel, 0}, {1, 1}, (CORNER_REACH - LEAST_REACH) * pixel},
                blobs = {0, {0.5f, 0.5f}, {0, BLOB_REACH * scale}, {1, 1}};
    const looks cells = {3, {0.5f, 0.5f}, {fmaxf(0.5f * scale, 0.75f), 0}, {1, 1}};
    if (f->made_for.kind != FINDER_TEMPLATE)
        return f->made_for.kind == FINDER_EDGE ? cells : f->made_for.kind == FINDER_BLOB ? blobs : corners;
    const uint32_t *size = f->made_for.pattern->size;
    const float width = (float)size[0], height = (float)size[1], side = fmaxf(width, height);
    return (looks){2, {width / 2, height / 2}, {side / 2 * scale, 0}, {width / side, height / side}, 0};
}

static void draw_instances(const show *s, const finder *f) {
    enum { FEATURE = sizeof(hpyr_feature), POINT = sizeof(hpyr_point), ATTRIBUTES = 3 };
    const bool is_feature = finder_has_responses(f->made_for.kind);
    const draw_attribute features[ATTRIBUTES] = {
        {f->buffer, 2, GL_UNSIGNED_INT, false, FEATURE, offsetof(hpyr_feature, x)},
        {f->buffer, 2, GL_FLOAT, false, FEATURE, offsetof(hpyr_feature, offset)},
        {f->buffer, 1, GL_FLOAT, false, FEATURE, offsetof(hpyr_feature, scale)}};
    const draw_attribute cells[ATTRIBUTES] = {{f->buffer, 2, GL_UNSIGNED_INT, false, POINT, offsetof(hpyr_point, x)}};
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_squares(s->painter, is_feature ? features : cells, ATTRIBUTES, f->count);
    glDisable(GL_BLEND);
}

static void draw_marks(const show *s, const finder *f, const image_map *map, const image_area *area) {
    const float line = fmaxf(THINNEST, (float)area->height / 600);
    const looks l = looks_of(f, map->scale, line);
    glUseProgram(s->marks);
    glUniform3f(draw_uniform(s->marks, "u_map"), map->left - (float)area->x, map->bottom - (float)area->y, map->scale);
    glUniform2f(draw_uniform(s->marks, "u_area"), (float)area->width, (float)area->height);
    glUniform2f(draw_uniform(s->marks, "u_middle"), l.middle[0], l.middle[1]);
    glUniform2f(draw_uniform(s->marks, "u_reach"), l.reach[0], l.reach[1]);
    glUniform2f(draw_uniform(s->marks, "u_aspect"), l.aspect[0], l.aspect[1]);
    glUniform1f(draw_uniform(s->marks, "u_count"), (float)f->count);
    glUniform2f(draw_uniform(s->marks, "u_sizes"), SHOW_SIZES, l.smaller);
    glUniform3fv(draw_uniform(s->marks, "u_ranks"), SHOW_RANK_COLORS, SHOW_RANKS[0]);
    glUniform3fv(draw_uniform(s->marks, "u_edge"), 1, SHOW_EDGE);
    glUniform1f(draw_uniform(s->marks, "u_line"), l.shape == 3 ? 0 : line);
    glUniform1i(draw_uniform(s->marks, "u_shape"), l.shape);
    draw_instances(s, f);
}

void show_draw(const show *s, uint32_t texture, const finder *f, const image_view *view, const image_area *area) {
    const uint32_t size[2] = {f->width, f->height};
    const image_map map = image_view_map(view, area, size);
    painter_begin(s->painter);
    glClearColor(0.07f, 0.08f, 0.09f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    image_painter_draw(&s->images, s->painter, texture, size, &map, area);
    glDisable(GL_DEPTH_TEST);
    if (f->count)
        draw_marks(s, f, &map, area);
    glEnable(GL_DEPTH_TEST);
    painter_end(s->painter);
}
