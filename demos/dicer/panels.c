/* panels.c - four places for pictures, with captions.  SPDX-License-Identifier: MIT */
#include "panels.h"

#include "common/platform/gl.h"

#include <math.h>

static const float PAGE[4] = {0.043f, 0.048f, 0.060f, 1};
static const float TOP[4] = {0.118f, 0.133f, 0.165f, 1}, BOTTOM[4] = {0.062f, 0.070f, 0.088f, 1};
static const float BRIGHT[4] = {0.93f, 0.94f, 0.96f, 1}, DIM[4] = {0.56f, 0.61f, 0.69f, 1};

typedef struct panel_size {
    int columns, gap, caption, width, height; /* height without the caption */
    float pixels;
} panel_size;

/* Captions, gaps and lines grow with the panels, so that a large screen shows the same picture, and not the same pixels. */
static panel_size size_of_panels(int width, int height, int columns, int factor) {
    int rows = PANEL_COUNT / columns, panel_width = width / columns, panel_height = height / rows;
    int shorter = panel_width < panel_height ? panel_width : panel_height;
    float larger = fmaxf(1, (float)shorter / (480.0f * (float)factor));
    panel_size size = {columns, 0, 0, 0, 0, (float)factor * larger};
    size.gap = (int)(8 * size.pixels);
    size.gap = size.gap > shorter / 50 ? shorter / 50 : size.gap;
    size.gap = size.gap < 4 * factor ? 4 * factor : size.gap;
    size.caption = (int)(34 * size.pixels);
    size.caption = size.caption > panel_height / 4 ? panel_height / 4 : size.caption;
    size.width = (width - size.gap * (columns + 1)) / columns;
    size.height = (height - size.gap * (rows + 1)) / rows - size.caption;
    size.width = size.width < 1 ? 1 : size.width;
    size.height = size.height > size.width * 5 / 4 ? size.width * 5 / 4 : size.height; /* what is higher stays empty */
    size.height = size.height < 1 ? 1 : size.height;
    return size;
}

/* Two of the pictures are square, and models are rather wide than high. */
static float room_in(const panel_size *size) {
    return fminf((float)size->width, 1.3f * (float)size->height);
}

static panel_size choose_size(int width, int height, int factor) {
    panel_size best = size_of_panels(width, height, PANEL_COUNT, factor);
    for (int columns = PANEL_COUNT / 2; columns > 0; columns /= 2) {
        panel_size next = size_of_panels(width, height, columns, factor);
        best = room_in(&next) > room_in(&best) ? next : best;
    }
    return best;
}

panel_layout panels_arrange(int width, int height, int factor) {
    panel_layout layout = {0};
    layout.width = width;
    layout.height = height;
    const panel_size size = choose_size(width, height, factor);
    const int rows = PANEL_COUNT / size.columns, step = size.height + size.caption + size.gap;
    const int left_over = height - rows * step - size.gap;
    const int low = left_over > 0 ? left_over / 2 : 0;
    for (int i = 0; i < PANEL_COUNT; i++) {
        int x = size.gap + i % size.columns * (size.width + size.gap), row = rows - 1 - i / size.columns;
        int y = size.gap + row * step + low;
        layout.captions[i] = (panel_area){x, y, size.width, size.caption, factor, size.pixels};
        layout.pictures[i] = (panel_area){x, y + size.caption, size.width, size.height, factor, size.pixels};
    }
    return layout;
}

void panels_clear(overlay *o, const panel_layout *layout) {
    glClearColor(PAGE[0], PAGE[1], PAGE[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    overlay_begin(o, layout->width, layout->height);
    for (int i = 0; i < PANEL_COUNT; i++) {
        const panel_area *picture = &layout->pictures[i], *caption = &layout->captions[i];
        overlay_rectangle(o, (float)picture->x, (float)caption->y, (float)picture->width,
                          (float)(picture->height + caption->height), TOP, BOTTOM);
    }
    overlay_draw(o);
}

static const char *detail_of(const panel_caption *c, bool has_more) {
    return has_more && c->more[0] ? c->more : c->detail;
}

/* One size for all four, so that the longest fits. */
static float caption_scale(const overlay *o, const panel_layout *layout, const panel_caption *captions, bool has_more,
                           float margin) {
    const float between = 9;
    float scale = 0.060f * (float)layout->captions[0].height;
    for (int i = 0; i < PANEL_COUNT; i++) {
        float width = overlay_text_width(o, captions[i].title, 1) + between +
                      overlay_text_width(o, detail_of(&captions[i], has_more), 1);
        float room = (float)layout->captions[i].width - 2 * margin;
        scale = scale * width > room ? room / width : scale;
    }
    return scale;
}

void panels_write(overlay *o, const panel_layout *layout, const panel_caption *captions) {
    const float enough = 0.7f, least = 8.f / 7; /* of the size without more words; capitals of eight pixels */
    float margin = 0.34f * (float)layout->captions[0].height;
    float short_scale = caption_scale(o, layout, captions, false, margin);
    float long_scale = caption_scale(o, layout, captions, true, margin);
    const bool has_more = long_scale >= fmaxf(enough * short_scale, least * (float)layout->captions[0].factor);
    float scale = has_more ? long_scale : short_scale;
    overlay_begin(o, layout->width, layout->height);
    for (int i = 0; i < PANEL_COUNT && scale > 0; i++) {
        const panel_area *a = &layout->captions[i];
        float y = (float)a->y + ((float)a->height - 7 * scale) / 2, x = (float)a->x + margin;
        const char *detail = detail_of(&captions[i], has_more);
        float begin = (float)(a->x + a->width) - margin - overlay_text_width(o, detail, scale);
        overlay_text(o, captions[i].title, x, y, scale, BRIGHT);
        overlay_text(o, detail, begin, y, scale, DIM);
    }
    overlay_draw(o);
}
