/* overlay.c - rectangles and lines of text over a picture.  SPDX-License-Identifier: MIT */
#include "common/draw/overlay.h"

#include "common/draw/text.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct overlay_vertex {
    float position[2];
    float place[2]; /* in a texture of glyphs; below 0 without one */
    float color[4];
} overlay_vertex;

/* Vertices from `first` on, up to the next run's, that find their glyphs in one texture. */
typedef struct text_run {
    size_t first;
    uint32_t texture; /* 0: rectangles alone */
} text_run;

enum { MAX_RUNS = 32, MAX_LETTERS = 256 };

struct overlay {
    uint32_t program, buffer;
    text_font *font;
    overlay_vertex *vertices;
    size_t count, capacity;
    text_run runs[MAX_RUNS];
    int run_count;
    int width, height, raised, lowered, widened;
};

/* Of a box, in units of its scale: capitals are 7 high. */
static const float ROW = 12, GAP = 5, UNDER_TITLE = 4, DESCENDER = 1, CAPITAL = 8;
static const float PADDING = 8, BETWEEN = 14, FROM_EDGE = 8;
static const float STEPS = 72, BESIDE_STEPS = 6,
                   SMALLEST_STEP = 0.3f; /* of colors: length, distance from words, part of the largest */
enum { RADIUS = 4 };

static const float BOX[4] = {0.035f, 0.042f, 0.058f, 0.86f};
static const float LEFT[4] = {0.66f, 0.71f, 0.79f, 1}, RIGHT[4] = {0.90f, 0.92f, 0.95f, 1},
                   CHOICE[4] = {0.45f, 0.80f, 0.92f, 1};
static const float TONES[][4] = {/* of lines that are not plain, see overlay_tone */
                                 {1, 1, 1, 1},
                                 {0.90f, 0.92f, 0.95f, 1},
                                 {1, 0.84f, 0.50f, 1},
                                 {1, 0.58f, 0.52f, 1}};
static const float SMALLEST_SCALE = 5.f / 7; /* capitals of five pixels */

static const char *const ATTRIBUTES[] = {"a_position", "a_place", "a_color", NULL};

overlay *overlay_create(const painter *painter) {
    overlay *o = memory_zeroed(sizeof *o);
    if (!o)
        return NULL;
    const draw_program_desc desc = {demo_shaders, {"overlay.vert.glsl"}, {"overlay.frag.glsl"}, ATTRIBUTES};
    o->font = text_font_create(painter->gl);
    o->program = o->font ? draw_program(painter, &desc) : 0;
    if (!o->program) {
        overlay_destroy(o);
        return NULL;
    }
    glGenBuffers(1, &o->buffer);
    return o;
}

void overlay_destroy(overlay *o) {
    if (o) {
        if (o->program) {
            glDeleteProgram(o->program);
            glDeleteBuffers(1, &o->buffer);
        }
        text_font_destroy(o->font);
        free(o->vertices);
        free(o);
    }
}

void overlay_begin(overlay *o, int width, int height) {
    o->count = 0;
    o->run_count = o->raised = o->lowered = o->widened = 0;
    text_forget_unused(o->font);
    o->width = width;
    o->height = height;
}

void overlay_raise(overlay *o, int rows) {
    o->raised = rows;
}

void overlay_lower(overlay *o, int rows) {
    o->lowered = rows;
}

void overlay_widen(overlay *o, int columns) {
    o->widened = columns;
}

/* Room for `more` vertices; NULL where memory runs out: a picture without some words is better than none. */
static overlay_vertex *reserve(overlay *o, size_t more) {
    if (o->count + more > o->capacity) {
        size_t capacity = (o->count + more) * 2;
        overlay_vertex *vertices = realloc(o->vertices, capacity * sizeof *vertices);
        if (!vertices)
            return NULL;
        o->vertices = vertices;
        o->capacity = capacity;
    }
    return o->vertices + o->count;
}

/* False where there are too many. */
static bool begin_run(overlay *o, uint32_t texture) {
    text_run *last = o->run_count > 0 ? &o->runs[o->run_count - 1] : NULL;
    if (last && (last->texture == texture || last->texture == 0)) {
        last->texture = texture;
        return true;
    }
    if (o->run_count == MAX_RUNS)
        return false;
    o->runs[o->run_count++] = (text_run){o->count, texture};
    return true;
}

static overlay_vertex vertex_at(float x, float y, const float color[4]) {
    overlay_vertex v = {{x, y}, {-1, -1}, {color[0], color[1], color[2], color[3]}};
    return v;
}

void overlay_rectangle(overlay *o, float x, float y, float width, float height, const float top[4],
                       const float bottom[4]) {
    overlay_vertex *v = o->run_count > 0 || begin_run(o, 0) ? reserve(o, 6) : NULL;
    if (v) {
        v[0] = v[3] = vertex_at(x, y, bottom);
        v[1] = vertex_at(x + width, y, bottom);
        v[2] = v[4] = vertex_at(x + width, y + height, top);
        v[5] = vertex_at(x, y + height, top);
        o->count += 6;
    }
}

void overlay_text(overlay *o, const char *text, float x, float y, float scale, const float color[4]) {
    text_vertex letters[6 * MAX_LETTERS];
    uint32_t texture;
    size_t count = text_place(o->font, text, x, y, scale, letters, sizeof letters / sizeof letters[0], &texture);
    overlay_vertex *v = count > 0 && begin_run(o, texture) ? reserve(o, count) : NULL;
    for (size_t i = 0; v && i < count; i++) {
        v[i] = vertex_at(letters[i].position[0], letters[i].position[1], color);
        v[i].place[0] = letters[i].place[0];
        v[i].place[1] = letters[i].place[1];
    }
    o->count += v ? count : 0;
}

float overlay_text_width(const overlay *o, const char *text, float scale) {
    return text_width(o->font, text, scale);
}

size_t overlay_text_fit(const overlay *o, const char *text, float scale, float room) {
    return text_fit(o->font, text, scale, room);
}

static float row_height(const overlay_line *line) {
    return !line->left && !line->right ? GAP : line->tone == OVERLAY_TITLE ? ROW + UNDER_TITLE : ROW;
}

/* What colors take beside words. */
static float colors_width(const overlay_colors *c) {
    return c->stop_count == 0 ? 0 : c->stop_count == 1 ? CAPITAL + BESIDE_STEPS : STEPS + 2 * BESIDE_STEPS;
}

/* From the first line's capitals to the last one's descenders, and the widest pair of columns. */
static void measure(const overlay *o, const overlay_line *lines, size_t count, float scale, float *width,
                    float *height) {
    float left = 0, right = 0, alone = 0;
    *height = 2 * PADDING;
    for (size_t i = 0; i < count; i++) {
        float l = lines[i].left ? text_width(o->font, lines[i].left, scale) : 0;
        float r = lines[i].right ? text_width(o->font, lines[i].right, scale) : 0;
        l += colors_width(&lines[i].colors) * text_fit_scale(scale);
        if (l > 0 && r > 0 && lines[i].colors.stop_count < 2) {
            left = fmaxf(left, l);
            right = fmaxf(right, r);
        } else {
            alone = fmaxf(alone, l + r);
        }
        *height += i + 1 < count ? row_height(&lines[i]) : CAPITAL + DESCENDER;
    }
    scale = text_fit_scale(scale);
    *height = ceilf(*height * scale);
    *width = ceilf(2 * PADDING * scale + fmaxf(alone, right > 0 ? left + BETWEEN * scale + right : 0));
}

static float edge_of(float scale) {
    return floorf(FROM_EDGE * text_fit_scale(scale));
}

void overlay_box_size(const overlay *o, const overlay_line *lines, size_t count, float scale, float *width,
                      float *height) {
    measure(o, lines, count, scale, width, height);
    *width += edge_of(scale);
    *height += edge_of(scale);
}

/* Smaller where that is what it takes to stay inside. */
static float fit_scale(const overlay *o, const overlay_line *lines, size_t count, float scale) {
    const float pixel = 1.f / 7; /* of a capital */
    for (scale = text_fit_scale(scale); scale >= SMALLEST_SCALE; scale = text_fit_scale(scale - pixel)) {
        float width, height;
        overlay_box_size(o, lines, count, scale, &width, &height);
        if (width + edge_of(scale) <= (float)o->width &&
            height + edge_of(scale) <= (float)(o->height - o->raised - o->lowered))
            return scale;
    }
    return 0;
}

/* A row of pixels at a time where the corners are round; no two rectangles overlap, which would be seen. */
static void add_background(overlay *o, float x, float y, float width, float height, int radius) {
    for (int i = 0; i < radius; i++) {
        float up = (float)radius - (float)i - 0.5f, r = (float)radius;
        float inset = floorf(r - sqrtf(r * r - up * up) + 0.5f);
        overlay_rectangle(o, x + inset, y + (float)i, width - 2 * inset, 1, BOX, BOX);
        overlay_rectangle(o, x + inset, y + height - (float)i - 1, width - 2 * inset, 1, BOX, BOX);
    }
    overlay_rectangle(o, x, y + (float)radius, width, height - 2 * (float)radius, BOX, BOX);
}

static const float *color_of(const overlay_line *line, const float *plain) {
    if (line->tone == OVERLAY_CHOICE)
        return plain == RIGHT ? CHOICE : plain;
    return line->tone == OVERLAY_PLAIN ? plain : TONES[line->tone - 1];
}

static void mix_stops(const overlay_colors *c, float share, float out[4]) {
    const float at = share * (float)(c->stop_count - 1);
    const int first = (int)at, second = first + 1 < c->stop_count ? first + 1 : first;
    for (int i = 0; i < 3; i++)
        out[i] = c->stops[first][i] + (at - (float)first) * (c->stops[second][i] - c->stops[first][i]);
    out[3] = 1;
}

/* Between two columns of pixels, around the middle of the row's capitals. */
static void add_colors(overlay *o, const overlay_colors *c, float begin, float end, float baseline, float scale) {
    const int steps = c->steps > 0 ? c->steps : c->stop_count;
    const float wide = (end - begin) / (float)steps, tall = floorf(CAPITAL * scale);
    for (int i = 0; i < steps; i++) {
        const float share = steps > 1 ? (float)i / (float)(steps - 1) : 0, size = 1 - (1 - SMALLEST_STEP) * share;
        const float side = roundf(tall * (c->tapers ? size : 1)), x = roundf(begin + wide * (float)i);
        const float width = c->tapers ? side : roundf(begin + wide * (float)(i + 1)) - x;
        float color[4];
        mix_stops(c, share, color);
        overlay_rectangle(o, x, baseline + floorf((tall - side) / 2), width, side, color, color);
    }
}

/* Where a box lies, and how large its text is: 0 where there is no room. */
typedef struct box {
    float x, y, width, height, scale;
} box;

static box place(const overlay *o, overlay_corner corner, const overlay_line *lines, size_t count, float scale) {
    box b = {0};
    b.scale = count > 0 ? fit_scale(o, lines, count, scale) : 0;
    if (b.scale == 0)
        return b;
    measure(o, lines, count, b.scale, &b.width, &b.height);
    const float edge = edge_of(b.scale);
    b.width = fmaxf(b.width, (float)o->widened - edge);
    const bool is_left = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_BOTTOM_LEFT;
    const bool is_top = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_TOP_RIGHT;
    b.x = is_left ? edge : (float)o->width - edge - b.width;
    b.y = is_top ? (float)(o->height - o->lowered) - edge - b.height : edge + (float)o->raised;
    return b;
}

int overlay_box_line(const overlay *o, overlay_corner corner, const overlay_line *lines, size_t count, float scale,
                     float x, float y) {
    const box b = place(o, corner, lines, count, scale);
    float top = b.y + b.height - (PADDING - (ROW - CAPITAL) / 2) * b.scale;
    if (b.scale == 0 || x < b.x || x >= b.x + b.width)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const float bottom = top - row_height(&lines[i]) * b.scale;
        if (y <= top && y > bottom)
            return (int)i;
        top = bottom;
    }
    return -1;
}

void overlay_box(overlay *o, overlay_corner corner, const overlay_line *lines, size_t count, float scale) {
    const box b = place(o, corner, lines, count, scale);
    const float x = b.x, width = b.width, padding = PADDING * b.scale;
    scale = b.scale;
    if (scale == 0)
        return;
    add_background(o, x, b.y, width, b.height, (int)(RADIUS * scale));
    float baseline = b.y + b.height - padding - CAPITAL * scale;
    for (size_t i = 0; i < count; i++) {
        const overlay_line *line = &lines[i];
        const float left = line->left ? text_width(o->font, line->left, scale) : 0;
        const float right = x + width - padding - (line->right ? text_width(o->font, line->right, scale) : 0);
        const float colors = x + padding + left + BESIDE_STEPS * scale;
        if (line->left)
            overlay_text(o, line->left, x + padding, roundf(baseline), scale, color_of(line, LEFT));
        if (line->colors.stop_count > 0)
            add_colors(o, &line->colors, colors,
                       line->colors.stop_count > 1 ? right - BESIDE_STEPS * scale : colors + CAPITAL * scale,
                       roundf(baseline), scale);
        if (line->right)
            overlay_text(o, line->right, right, roundf(baseline), scale, color_of(line, RIGHT));
        baseline -= row_height(line) * scale;
    }
}

void overlay_draw(overlay *o) {
    const draw_attribute attributes[3] = {
        {o->buffer, 2, GL_FLOAT, false, sizeof(overlay_vertex), offsetof(overlay_vertex, position)},
        {o->buffer, 2, GL_FLOAT, false, sizeof(overlay_vertex), offsetof(overlay_vertex, place)},
        {o->buffer, 4, GL_FLOAT, false, sizeof(overlay_vertex), offsetof(overlay_vertex, color)}};
    glUseProgram(o->program);
    glUniform2f(draw_uniform(o->program, "u_size"), (float)o->width, (float)o->height);
    glBindBuffer(GL_ARRAY_BUFFER, o->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(o->count * sizeof *o->vertices), o->vertices, GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    /* Alpha stays whole: window systems may show what lies behind. */
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_attributes_begin(attributes, 3);
    for (int i = 0; i < o->run_count; i++) {
        size_t first = o->runs[i].first, end = i + 1 < o->run_count ? o->runs[i + 1].first : o->count;
        draw_bind(o->program, "u_glyphs", 0, o->runs[i].texture);
        glDrawArrays(GL_TRIANGLES, (GLint)first, (GLsizei)(end - first));
    }
    draw_attributes_end(3);
    draw_unbind(0, 1);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}
