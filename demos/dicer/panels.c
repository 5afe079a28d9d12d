/* panels.c - four places for pictures, with captions.  SPDX-License-Identifier: MIT */
#include "panels.h"

#include "shaders.h"

#include "common/error.h"
#include "common/gl.h"

#include <stdint.h>
#include <stdlib.h>

enum { MAX_VERTICES = 32768 };

typedef struct flat_vertex {
    float position[2];
    float colour[4];
} flat_vertex;

struct panels {
    uint32_t program, buffer;
    flat_vertex *vertices;
    size_t count;
};

static const float PAGE[4] = {0.043f, 0.048f, 0.060f, 1};
static const float TOP[4] = {0.118f, 0.133f, 0.165f, 1}, BOTTOM[4] = {0.062f, 0.070f, 0.088f, 1};
static const float BRIGHT[4] = {0.93f, 0.94f, 0.96f, 1}, DIM[4] = {0.56f, 0.61f, 0.69f, 1};

static const char *const ATTRIBUTES[] = {"a_position", "a_colour", NULL};

panels *panels_create(const painter *painter, char *error, size_t error_size) {
    panels *p = calloc(1, sizeof *p);
    if (p) {
        p->vertices = malloc(MAX_VERTICES * sizeof *p->vertices);
    }
    if (!p || !p->vertices) {
        error_set(error, error_size, "out of memory");
        panels_destroy(p);
        return NULL;
    }
    draw_program_desc desc = {0};
    desc.name = "flat.frag.glsl";
    desc.vertex[0] = dicer_shader("flat.vert.glsl");
    desc.fragment[0] = dicer_shader(desc.name);
    desc.attributes = ATTRIBUTES;
    p->program = draw_program(painter, &desc, error, error_size);
    if (!p->program) {
        panels_destroy(p);
        return NULL;
    }
    glGenBuffers(1, &p->buffer);
    return p;
}

void panels_destroy(panels *p) {
    if (p) {
        if (p->program) {
            glDeleteProgram(p->program);
            glDeleteBuffers(1, &p->buffer);
        }
        free(p->vertices);
        free(p);
    }
}

panel_layout panels_arrange(int width, int height, int factor) {
    panel_layout layout = {0};
    int columns = width > height * 2 ? 4 : 2, rows = PANEL_COUNT / columns;
    layout.width = width;
    layout.height = height;
    int gap = height / (50 * rows), caption = 34 * factor;
    gap = gap < 4 * factor ? 4 * factor : gap;
    if (caption > height / rows / 4) {
        caption = height / rows / 4;
    }
    int panel_width = (width - gap * (columns + 1)) / columns, panel_height = (height - gap * (rows + 1)) / rows;
    panel_width = panel_width < 1 ? 1 : panel_width;
    panel_height = panel_height < caption + 1 ? caption + 1 : panel_height;
    for (int i = 0; i < PANEL_COUNT; i++) {
        int x = gap + i % columns * (panel_width + gap), row = rows - 1 - i / columns;
        int y = gap + row * (panel_height + gap);
        layout.captions[i] = (panel_area){x, y, panel_width, caption, (float)factor};
        layout.pictures[i] = (panel_area){x, y + caption, panel_width, panel_height - caption, (float)factor};
    }
    return layout;
}

static void add_vertex(panels *p, float x, float y, const float colour[4]) {
    if (p->count < MAX_VERTICES) {
        p->vertices[p->count++] = (flat_vertex){{x, y}, {colour[0], colour[1], colour[2], colour[3]}};
    }
}

static void add_rectangle(panels *p, float x, float y, float width, float height, const float top[4],
                          const float bottom[4]) {
    add_vertex(p, x, y, bottom);
    add_vertex(p, x + width, y, bottom);
    add_vertex(p, x + width, y + height, top);
    add_vertex(p, x, y, bottom);
    add_vertex(p, x + width, y + height, top);
    add_vertex(p, x, y + height, top);
}

static void add_text(panels *p, const char *text, float x, float y, float scale, const float colour[4]) {
    enum { CAPACITY = 6 * 1024 };
    float(*corners)[2] = malloc(CAPACITY * sizeof *corners);
    size_t count = corners ? draw_text(text, corners, CAPACITY) : 0;
    for (size_t i = 0; i < count; i++) {
        add_vertex(p, x + corners[i][0] * scale, y + corners[i][1] * scale, colour);
    }
    free(corners);
}

static void flush(panels *p, const panel_layout *layout) {
    glUseProgram(p->program);
    glUniform2f(draw_uniform(p->program, "u_size"), (float)layout->width, (float)layout->height);
    glBindBuffer(GL_ARRAY_BUFFER, p->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(p->count * sizeof *p->vertices), p->vertices, GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    const draw_attribute attributes[2] = {
        {p->buffer, 2, GL_FLOAT, false, sizeof(flat_vertex), offsetof(flat_vertex, position)},
        {p->buffer, 4, GL_FLOAT, false, sizeof(flat_vertex), offsetof(flat_vertex, colour)}};
    glDisable(GL_DEPTH_TEST);
    draw_attributes_begin(attributes, 2);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)p->count);
    draw_attributes_end(2);
    glEnable(GL_DEPTH_TEST);
    p->count = 0;
}

void panels_clear(panels *p, const panel_layout *layout) {
    glClearColor(PAGE[0], PAGE[1], PAGE[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (int i = 0; i < PANEL_COUNT; i++) {
        const panel_area *picture = &layout->pictures[i], *caption = &layout->captions[i];
        add_rectangle(p, (float)picture->x, (float)caption->y, (float)picture->width,
                      (float)(picture->height + caption->height), TOP, BOTTOM);
    }
    flush(p, layout);
}

/* One size for all four, so that the longest fits. */
static float caption_scale(const panel_layout *layout, const char (*captions)[2][PANEL_CAPTION_SIZE], float margin) {
    const float between = 9;
    float scale = 0.060f * (float)layout->captions[0].height;
    for (int i = 0; i < PANEL_COUNT; i++) {
        float width = draw_text_width(captions[i][0]) + between + draw_text_width(captions[i][1]);
        float room = (float)layout->captions[i].width - 2 * margin;
        scale = scale * width > room ? room / width : scale;
    }
    return scale;
}

void panels_write(panels *p, const panel_layout *layout, const char (*captions)[2][PANEL_CAPTION_SIZE]) {
    float margin = 0.34f * (float)layout->captions[0].height;
    float scale = caption_scale(layout, captions, margin);
    for (int i = 0; i < PANEL_COUNT && scale > 0; i++) {
        const panel_area *a = &layout->captions[i];
        float y = (float)a->y + ((float)a->height - 7 * scale) / 2, x = (float)a->x + margin;
        float detail = (float)(a->x + a->width) - margin - draw_text_width(captions[i][1]) * scale;
        add_text(p, captions[i][0], x, y, scale, BRIGHT);
        add_text(p, captions[i][1], detail, y, scale, DIM);
    }
    flush(p, layout);
}
