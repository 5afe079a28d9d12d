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
    float colour[4];
} overlay_vertex;

struct overlay {
    uint32_t program, buffer;
    overlay_vertex *vertices;
    size_t count, capacity;
    int width, height;
};

/* Of a box, in units of its scale: capitals are 7 high. */
static const float ROW = 12, GAP = 5, UNDER_TITLE = 4, DESCENDER = 1, CAPITAL = 8;
static const float PADDING = 8, BETWEEN = 14, FROM_EDGE = 8;
enum { RADIUS = 4 };

static const float BOX[4] = {0.035f, 0.042f, 0.058f, 0.78f};
static const float BRIGHT[4] = {1, 1, 1, 1}, LEFT[4] = {0.66f, 0.71f, 0.79f, 1}, RIGHT[4] = {0.90f, 0.92f, 0.95f, 1};
static const float SMALLEST_SCALE = 1; /* smaller letters lose strokes */

static const char *const ATTRIBUTES[] = {"a_position", "a_colour", NULL};

overlay *overlay_create(const painter *painter, char *error, size_t error_size) {
    overlay *o = memory_zeroed(sizeof *o, error, error_size);
    if (!o)
        return NULL;
    const draw_program_desc desc = {demo_shaders, {"flat.vert.glsl"}, {"flat.frag.glsl"}, ATTRIBUTES};
    o->program = draw_program(painter, &desc, error, error_size);
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
        free(o->vertices);
        free(o);
    }
}

void overlay_begin(overlay *o, int width, int height) {
    o->count = 0;
    o->width = width;
    o->height = height;
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

static overlay_vertex vertex_at(float x, float y, const float colour[4]) {
    overlay_vertex v = {{x, y}, {colour[0], colour[1], colour[2], colour[3]}};
    return v;
}

void overlay_rectangle(overlay *o, float x, float y, float width, float height, const float top[4],
                       const float bottom[4]) {
    overlay_vertex *v = reserve(o, 6);
    if (v) {
        v[0] = v[3] = vertex_at(x, y, bottom);
        v[1] = vertex_at(x + width, y, bottom);
        v[2] = v[4] = vertex_at(x + width, y + height, top);
        v[5] = vertex_at(x, y + height, top);
        o->count += 6;
    }
}

void overlay_text(overlay *o, const char *text, float x, float y, float scale, const float colour[4]) {
    enum { CAPACITY = 6 * 1024 };
    float(*corners)[2] = malloc(CAPACITY * sizeof *corners);
    size_t count = corners ? draw_text(text, corners, CAPACITY) : 0;
    overlay_vertex *v = reserve(o, count);
    for (size_t i = 0; v && i < count; i++)
        v[i] = vertex_at(x + corners[i][0] * scale, y + corners[i][1] * scale, colour);
    o->count += v ? count : 0;
    free(corners);
}

static float row_height(const overlay_line *line) {
    return !line->left && !line->right ? GAP : line->is_title ? ROW + UNDER_TITLE : ROW;
}

/* From the first line's capitals to the last one's descenders, and the widest pair of columns. */
static void measure(const overlay_line *lines, size_t count, float *width, float *height) {
    float left = 0, right = 0, alone = 0;
    *height = 2 * PADDING;
    for (size_t i = 0; i < count; i++) {
        float l = lines[i].left ? draw_text_width(lines[i].left) : 0;
        float r = lines[i].right ? draw_text_width(lines[i].right) : 0;
        if (l > 0 && r > 0) {
            left = fmaxf(left, l);
            right = fmaxf(right, r);
        } else {
            alone = fmaxf(alone, l + r);
        }
        *height += i + 1 < count ? row_height(&lines[i]) : CAPITAL + DESCENDER;
    }
    *width = 2 * PADDING + fmaxf(alone, right > 0 ? left + BETWEEN + right : 0);
}

/* The font is made of whole pixels, and crisp where each of them is a whole number of the screen's. */
static float fit_scale(const overlay *o, float scale, float width, float height) {
    float room = fminf((float)o->width / (width + 2 * FROM_EDGE), (float)o->height / (height + 2 * FROM_EDGE));
    scale = scale >= 1 ? floorf(scale + 0.5f) : scale;
    scale = fminf(scale, room);
    return scale >= 1 ? floorf(scale) : scale;
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

void overlay_box(overlay *o, overlay_corner corner, const overlay_line *lines, size_t count, float scale) {
    float width, height;
    measure(lines, count, &width, &height);
    scale = fit_scale(o, scale, width, height);
    if (count == 0 || !(scale >= SMALLEST_SCALE))
        return;
    width = ceilf(width * scale);
    height = ceilf(height * scale);
    float edge = floorf(FROM_EDGE * scale), padding = PADDING * scale;
    bool is_left = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_BOTTOM_LEFT;
    bool is_top = corner == OVERLAY_TOP_LEFT || corner == OVERLAY_TOP_RIGHT;
    float x = is_left ? edge : (float)o->width - edge - width, y = is_top ? (float)o->height - edge - height : edge;
    add_background(o, x, y, width, height, (int)(RADIUS * scale));
    float baseline = y + height - padding - CAPITAL * scale;
    for (size_t i = 0; i < count; i++) {
        const overlay_line *line = &lines[i];
        if (line->left)
            overlay_text(o, line->left, x + padding, floorf(baseline), scale, line->is_title ? BRIGHT : LEFT);
        if (line->right) {
            float begin = x + width - padding - draw_text_width(line->right) * scale;
            overlay_text(o, line->right, floorf(begin), floorf(baseline), scale, line->is_title ? BRIGHT : RIGHT);
        }
        baseline -= row_height(line) * scale;
    }
}

float overlay_box_height(const overlay_line *lines, size_t count, float scale) {
    float width, height;
    measure(lines, count, &width, &height);
    return ceilf(height * scale) + floorf(FROM_EDGE * scale);
}

void overlay_draw(overlay *o) {
    const draw_attribute attributes[2] = {
        {o->buffer, 2, GL_FLOAT, false, sizeof(overlay_vertex), offsetof(overlay_vertex, position)},
        {o->buffer, 4, GL_FLOAT, false, sizeof(overlay_vertex), offsetof(overlay_vertex, colour)}};
    glUseProgram(o->program);
    glUniform2f(draw_uniform(o->program, "u_size"), (float)o->width, (float)o->height);
    glBindBuffer(GL_ARRAY_BUFFER, o->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(o->count * sizeof *o->vertices), o->vertices, GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    /* Alpha stays whole: window systems may show what lies behind. */
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_attributes_begin(attributes, 2);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)o->count);
    draw_attributes_end(2);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}
