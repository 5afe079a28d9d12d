/* text.c - lines of text as triangles over a texture of the font's glyphs, by stb_truetype.  SPDX-License-Identifier: MIT */
#include "common/draw/text.h"

#include "common/draw/font_file.h"
#include "common/draw/utf8.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#define STB_RECT_PACK_IMPLEMENTATION
#define STBRP_STATIC
#include <stb_rect_pack.h>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Characters that are looked for in the font: Latin, Greek, Cyrillic, and what stands between and beside their words. */
typedef struct character_range {
    int first, last;
} character_range;

static const character_range RANGES[] = {{0x20, 0x7E},     {0xA0, 0x17F},    {0x370, 0x45F},   {0x2010, 0x2026},
                                         {0x20AC, 0x20AC}, {0x2122, 0x2122}, {0x2212, 0x2212}, {0x2248, 0x2265}};
enum { RANGE_COUNT = sizeof RANGES / sizeof RANGES[0], MOST_GLYPHS = 640 };

enum { SIZES = 8, SMALLEST = 5, LARGEST = 48 }; /* of capitals, in pixels; larger ones are enlarged */
enum { ATLAS_WIDTH = 512, TALLEST_ATLAS = 4096, OVERSAMPLING = 2, UNITS = 7 };

typedef struct atlas {
    int capital; /* 0: none */
    uint32_t texture;
    int width, height;
    unsigned age; /* calls of text_forget_unused since it was asked for */
    stbtt_packedchar glyphs[MOST_GLYPHS];
} atlas;

struct text_font {
    int gl;
    stbtt_fontinfo info;
    float capital;               /* height of a capital, in units of the font */
    int count;                   /* of glyphs; the last is the box, for all that the font lacks */
    int characters[MOST_GLYPHS]; /* that they show, ascending */
    int glyphs[MOST_GLYPHS];     /* the font's numbers of them */
    float advances[MOST_GLYPHS]; /* in units of a capital's height */
    atlas sizes[SIZES];
};

/* ---- the font ---- */

static void add_character(text_font *f, int character, int glyph) {
    int advance, bearing;
    stbtt_GetGlyphHMetrics(&f->info, glyph, &advance, &bearing);
    f->characters[f->count] = character;
    f->glyphs[f->count] = glyph;
    f->advances[f->count] = (float)advance / f->capital;
    f->count++;
}

static void list_characters(text_font *f) {
    for (int i = 0; i < RANGE_COUNT; i++) {
        for (int c = RANGES[i].first; c <= RANGES[i].last && f->count + 1 < MOST_GLYPHS; c++) {
            int glyph = stbtt_FindGlyphIndex(&f->info, c);
            if (glyph != 0)
                add_character(f, c, glyph);
        }
    }
    add_character(f, UTF8_UNKNOWN, 0);
}

/* A character's place in these tables. */
static int place_of(const text_font *f, uint32_t character) {
    int low = 0, high = f->count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if ((uint32_t)f->characters[middle] < character)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)f->characters[low] == character ? low : f->count - 1;
}

text_font *text_font_create(int gl) {
    int left, bottom, right, top;
    text_font *f = memory_zeroed(sizeof *f);
    if (!f)
        return NULL;
    f->gl = gl;
    if (font_file_size == 0 || !stbtt_InitFont(&f->info, font_file, 0) ||
        !stbtt_GetCodepointBox(&f->info, 'H', &left, &bottom, &right, &top) || top <= 0) {
        error_set("the font cannot be read");
        free(f);
        return NULL;
    }
    f->capital = (float)top;
    list_characters(f);
    return f;
}

static void atlas_free(atlas *a) {
    if (a->texture)
        glDeleteTextures(1, &a->texture);
    memset(a, 0, sizeof *a);
}

void text_font_destroy(text_font *f) {
    if (f) {
        for (int i = 0; i < SIZES; i++)
            atlas_free(&f->sizes[i]);
        free(f);
    }
}

/* ---- textures of glyphs ---- */

static bool pack(text_font *f, atlas *a, uint8_t *pixels) {
    stbtt_pack_context context;
    stbtt_pack_range range;
    float em = (float)a->capital / f->capital / stbtt_ScaleForMappingEmToPixels(&f->info, 1);
    memset(&range, 0, sizeof range);
    range.font_size = STBTT_POINT_SIZE(em);
    range.array_of_unicode_codepoints = f->characters;
    range.num_chars = f->count;
    range.chardata_for_range = a->glyphs;
    if (!stbtt_PackBegin(&context, pixels, a->width, a->height, 0, 1, NULL))
        return false;
    stbtt_PackSetOversampling(&context, OVERSAMPLING, 1); /* letters stand between pixels, lines do not */
    bool fits = stbtt_PackFontRanges(&context, font_file, 0, &range, 1) != 0;
    stbtt_PackEnd(&context);
    return fits;
}

static void upload(const text_font *f, atlas *a, const uint8_t *pixels) {
    bool is_legacy = f->gl < 30; /* whose one channel is seen as red, too */
    glGenTextures(1, &a->texture);
    glBindTexture(GL_TEXTURE_2D, a->texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, is_legacy ? GL_LUMINANCE8 : GL_R8, a->width, a->height, 0,
                 is_legacy ? GL_LUMINANCE : GL_RED, GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/* As low as all glyphs fit. */
static bool atlas_make(text_font *f, atlas *a, int capital) {
    bool fits = false;
    a->capital = capital;
    a->width = capital > LARGEST / 2 ? 4 * ATLAS_WIDTH : capital > LARGEST / 4 ? 2 * ATLAS_WIDTH : ATLAS_WIDTH;
    for (a->height = a->width / 4; !fits && a->height <= TALLEST_ATLAS; a->height *= 2) {
        uint8_t *pixels = calloc((size_t)a->width, (size_t)a->height);
        if (!pixels)
            break;
        fits = pack(f, a, pixels);
        if (fits)
            upload(f, a, pixels);
        free(pixels);
        if (fits)
            return true;
    }
    atlas_free(a);
    return false;
}

/* Where all places are taken the least recently used one is given up, unless it is in use: then the nearest size has to do. */
static atlas *atlas_of(text_font *f, int capital) {
    atlas *oldest = &f->sizes[0];
    for (int i = 0; i < SIZES; i++) {
        atlas *a = &f->sizes[i];
        if (a->capital == capital) {
            a->age = 0;
            return a;
        }
        if (a->capital == 0 || (oldest->capital != 0 && a->age > oldest->age))
            oldest = a;
    }
    if (oldest->capital != 0 && oldest->age == 0)
        return oldest;
    atlas_free(oldest);
    return atlas_make(f, oldest, capital) ? oldest : NULL;
}

void text_forget_unused(text_font *f) {
    for (int i = 0; i < SIZES; i++)
        f->sizes[i].age++;
}

/* ---- lines of text ---- */

float text_fit_scale(float scale) {
    const float slack = 0.01f; /* that 7 * (9 / 7) may lack of 9 */
    return floorf(scale * UNITS + slack) / UNITS;
}

/* How far the next letter stands, in units of a capital's height. Letters alone are kerned: digits stand in columns. */
static float step(const text_font *f, int place, int next) {
    bool are_letters = next >= 0 && f->characters[place] >= 'A' && f->characters[next] >= 'A';
    int kerning = are_letters ? stbtt_GetGlyphKernAdvance(&f->info, f->glyphs[place], f->glyphs[next]) : 0;
    return f->advances[place] + (float)kerning / f->capital;
}

/* The next character's place in the tables, -1 at the end. */
static int next_place(const text_font *f, const char **text) {
    uint32_t character = utf8_next(text);
    return character ? place_of(f, character) : -1;
}

float text_width(const text_font *f, const char *text, float scale) {
    float width = 0;
    for (int place = next_place(f, &text), next; place >= 0; place = next) {
        next = next_place(f, &text);
        width += step(f, place, next);
    }
    return width * text_fit_scale(scale) * UNITS;
}

size_t text_fit(const text_font *f, const char *text, float scale, float room) {
    const char *begin = text, *fitting = text;
    float width = 0, most = room / (text_fit_scale(scale) * UNITS);
    for (int place = next_place(f, &text), next; place >= 0; place = next) {
        const char *end = text;
        next = next_place(f, &text);
        width += step(f, place, next);
        if (width > most)
            break;
        fitting = end;
    }
    return (size_t)(fitting - begin);
}

static void add_glyph(const atlas *a, const stbtt_packedchar *g, float x, float y, float factor, text_vertex out[6]) {
    static const int RIGHT[6] = {0, 1, 1, 0, 1, 0}, UPPER[6] = {0, 0, 1, 0, 1, 1};
    for (int i = 0; i < 6; i++) {
        out[i].position[0] = x + (RIGHT[i] ? g->xoff2 : g->xoff) * factor;
        out[i].position[1] = y - (UPPER[i] ? g->yoff : g->yoff2) * factor;
        out[i].place[0] = (float)(RIGHT[i] ? g->x1 : g->x0) / (float)a->width;
        out[i].place[1] = (float)(UPPER[i] ? g->y0 : g->y1) / (float)a->height;
    }
}

size_t text_place(text_font *f, const char *text, float x, float y, float scale, text_vertex *vertices, size_t capacity,
                  uint32_t *texture) {
    size_t count = 0;
    float pixels = text_fit_scale(scale) * UNITS; /* of a capital */
    int capital = (int)fminf(fmaxf(roundf(pixels), SMALLEST), LARGEST);
    atlas *a = pixels > 0 && *text ? atlas_of(f, capital) : NULL;
    *texture = a ? a->texture : 0;
    for (int place = a ? next_place(f, &text) : -1, next; place >= 0; place = next) {
        const stbtt_packedchar *g = &a->glyphs[place];
        next = next_place(f, &text);
        if (g->x1 > g->x0 && count + 6 <= capacity) {
            add_glyph(a, g, x, y, pixels / (float)a->capital, vertices + count);
            count += 6;
        }
        x += step(f, place, next) * pixels;
    }
    return count;
}
