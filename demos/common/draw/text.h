/* text.h - lines of text as triangles over a texture of the font's glyphs.  SPDX-License-Identifier: MIT */
#ifndef DEMO_TEXT_H
#define DEMO_TEXT_H

#include <stddef.h>
#include <stdint.h>

/** The demos' font, and textures of its glyphs in the sizes that were asked for. Texts are UTF-8. */
typedef struct text_font text_font;

/** NULL on failure. */
text_font *text_font_create(int gl);
/** NULL is legal. */
void text_font_destroy(text_font *f);

/** Letters have whole pixels: capitals of 7 * scale, rounded down to what is drawn. */
float text_fit_scale(float scale);
/** In pixels, where capitals are 7 * text_fit_scale(scale) high. */
float text_width(const text_font *f, const char *text, float scale);

/** How many bytes of a text have room in so many pixels; whole characters. */
size_t text_fit(const text_font *f, const char *text, float scale, float room);

typedef struct text_vertex {
    float position[2]; /* pixels, y up */
    float place[2];    /* in the texture, 0 to 1 */
} text_vertex;

/** Triangles of a line whose baseline begins at (x,y), three vertices each, at most `capacity`, and in *texture where they find
 *  their glyphs, in its red channel. A character that the font lacks is a box. Returns the number of vertices: 0 for nothing but
 *  blanks, and where OpenGL or memory has no room for glyphs. Textures stay as long as the font, or until
 *  text_forget_unused. */
size_t text_place(text_font *f, const char *text, float x, float y, float scale, text_vertex *vertices, size_t capacity,
                  uint32_t *texture);

/** Deletes textures of sizes that nobody has asked for since the last call but one, where there are many. */
void text_forget_unused(text_font *f);

#endif
