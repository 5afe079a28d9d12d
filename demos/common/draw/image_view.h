/* image_view.h - an image in a part of a target: moved and zoomed by the user, and where its pixels lie there.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_IMAGE_VIEW_H
#define DEMO_IMAGE_VIEW_H

#include "common/draw/draw.h"
#include "common/platform/window.h"

/** A part of a target, in pixels from the target's lower left corner. */
typedef struct image_area {
    int x, y, width, height;
} image_area;

/** What the user sees of an image. Zero shows all of it, as large as there is room, and so does a reset by memset. One view may
 *  serve several images of one size side by side. */
typedef struct image_view {
    float zoom;      /* how much larger than all of it; 0 is 1 */
    float middle[2]; /* of what is shown, seen from the image's middle, in its pixels */
    bool holds;      /* the pointer drags the image, and was here when that last counted: */
    float held[2];
} image_view;

/** Where pixels of an image lie in a target: pixel (x,y), with y up, covers the square from left + x * scale and bottom + y * scale on
 *  that is `scale` wide and high. Its middle is at x + 0.5, y + 0.5. */
typedef struct image_map {
    float left, bottom, scale;
} image_map;

/** The image's aspect is kept. `size` is the image's, in pixels. */
image_map image_view_map(const image_view *v, const image_area *area, const uint32_t size[2]);

/** A place in the image, in its pixels, to one in the target, and back. */
void image_map_to_target(const image_map *m, float x, float y, float out[2]);
void image_map_to_image(const image_map *m, float x, float y, float out[2]);
/** The pixels that can be seen in an area: from `first` on, to `end` without it; first equals end where there are none. */
void image_map_range(const image_map *m, const image_area *area, const uint32_t size[2], uint32_t first[2],
                     uint32_t end[2]);

/** What the user does with one of `count` areas that show this view: a drag that begins there moves the image, the wheel there zooms
 *  about the pointer, the keys of image_view_key do. Returns whether the view has changed. Call it only while the pointer holds
 *  nothing else, a slider for example. */
bool image_view_input(image_view *v, const window_input *input, const image_area *areas, int count,
                      const uint32_t size[2]);

/** + and - zoom about the middle, the four arrows move over the image. So window_slide_of has only [ and ] left where this is asked
 *  first. Returns whether it is one of these keys. */
bool image_view_key(image_view *v, int key, const image_area *area, const uint32_t size[2]);

/** Zooms by a factor about a place of the target, which keeps its pixel. Never so far out that the image gets smaller than its area,
 *  nor further in than 64 pixels of the target a pixel. */
void image_view_zoom(image_view *v, float factor, float x, float y, const image_area *area, const uint32_t size[2]);
/** Moves the image by so many pixels of the target, as far as it has more to show there. */
void image_view_move(image_view *v, float x, float y, const image_area *area, const uint32_t size[2]);

/** Zero it first. */
typedef struct image_painter {
    uint32_t program;
} image_painter;

bool image_painter_open(image_painter *ip, const painter *p);
void image_painter_close(image_painter *ip);

/** Draws an RGBA texture that is filtered linearly (image_texture_create makes such), between painter_begin and painter_end: pixels
 *  have sharp edges where they are large, and what is not opaque lies on a board of gray squares. The area beside the image
 *  keeps what it had. The viewport is the area from here on, and no program is promised. */
void image_painter_draw(const image_painter *ip, const painter *p, uint32_t texture, const uint32_t size[2],
                        const image_map *map, const image_area *area);

#endif
