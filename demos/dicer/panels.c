/* panels.c - four places for pictures, with captions.  SPDX-License-Identifier: MIT */
#include "panels.h"

#include "common/platform/gl.h"

static const float PAGE[4] = {0.043f, 0.048f, 0.060f, 1};
static const float TOP[4] = {0.118f, 0.133f, 0.165f, 1}, BOTTOM[4] = {0.062f, 0.070f, 0.088f, 1};
static const float BRIGHT[4] = {0.93f, 0.94f, 0.96f, 1}, DIM[4] = {0.56f, 0.61f, 0.69f, 1};

panel_layout panels_arrange(int width, int height, int header, int factor) {
    panel_layout layout = {0};
    layout.width = width;
    layout.height = height;
    height -= header;
    int columns = width > height * 2 ? 4 : 2, rows = PANEL_COUNT / columns;
    int gap = height / (50 * rows), caption = 34 * factor;
    gap = gap < 4 * factor ? 4 * factor : gap;
    if (caption > height / rows / 4)
        caption = height / rows / 4;
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

/* One size for all four, so that the longest fits. */
static float caption_scale(const overlay *o, const panel_layout *layout, const char (*captions)[2][PANEL_CAPTION_SIZE],
                           float margin) {
    const float between = 9;
    float scale = 0.060f * (float)layout->captions[0].height;
    for (int i = 0; i < PANEL_COUNT; i++) {
        float width = overlay_text_width(o, captions[i][0], 1) + between + overlay_text_width(o, captions[i][1], 1);
        float room = (float)layout->captions[i].width - 2 * margin;
        scale = scale * width > room ? room / width : scale;
    }
    return scale;
}

void panels_write(overlay *o, const panel_layout *layout, const char (*captions)[2][PANEL_CAPTION_SIZE]) {
    float margin = 0.34f * (float)layout->captions[0].height;
    float scale = caption_scale(o, layout, captions, margin);
    overlay_begin(o, layout->width, layout->height);
    for (int i = 0; i < PANEL_COUNT && scale > 0; i++) {
        const panel_area *a = &layout->captions[i];
        float y = (float)a->y + ((float)a->height - 7 * scale) / 2, x = (float)a->x + margin;
        float detail = (float)(a->x + a->width) - margin - overlay_text_width(o, captions[i][1], scale);
        overlay_text(o, captions[i][0], x, y, scale, BRIGHT);
        overlay_text(o, captions[i][1], detail, y, scale, DIM);
    }
    overlay_draw(o);
}
