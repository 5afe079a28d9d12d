/* text.c - lines of text as triangles, by stb_easy_font.  SPDX-License-Identifier: MIT */
#include "common/draw/text.h"

#include <stb_easy_font.h>

/* What stb_easy_font writes: four corners a rectangle. */
typedef struct corner {
    float x, y, z;
    unsigned char colour[4];
} corner;

enum { MAX_CORNERS = 4096, BASELINE = 9, LINE = 256 };

/* stb takes char * although it does not write, and knows ASCII only. */
static void copy_text(const char *text, char copy[LINE]) {
    size_t length = 0;
    for (; text[length] && length + 1 < LINE; length++)
        copy[length] = text[length] >= ' ' && text[length] < 127 ? text[length] : '?';
    copy[length] = '\0';
}

size_t draw_text(const char *text, float (*vertices)[2], size_t capacity) {
    static const int ORDER[6] = {0, 1, 2, 0, 2, 3};
    corner corners[MAX_CORNERS];
    char copy[LINE];
    copy_text(text, copy);
    int quads = stb_easy_font_print(0, 0, copy, NULL, corners, (int)sizeof corners);
    size_t count = 0;
    for (int q = 0; q < quads && count + 6 <= capacity; q++) {
        for (int i = 0; i < 6; i++, count++) {
            vertices[count][0] = corners[q * 4 + ORDER[i]].x;
            vertices[count][1] = BASELINE - corners[q * 4 + ORDER[i]].y;
        }
    }
    return count;
}

float draw_text_width(const char *text) {
    char copy[LINE];
    copy_text(text, copy);
    return (float)stb_easy_font_width(copy);
}
